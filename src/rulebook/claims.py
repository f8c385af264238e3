"""Claims: sentences of the chapters that say always, never or at most, each with a check that can prove it wrong.

Throughout, a *look* is what was seen at one position: words of what is wrong there, none where the sentence holds. An
*exhaustive* check looks at every member of a finite set, so that it proves its sentence; a *sampled* one watches games
being played and looks at the positions that its sentence is about, so that it can only fail to refute it. Checks are
written from the definitions of the rules, not with the tables of the engine whose word they are to test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any

from rulebook.bots import POLICIES
from rulebook.game import CHANCE, TERMINAL, AnyGame, draw
from rulebook.registry import GAMES, parse_game
from rulebook.words import _

PLAYERS = ("random", "greedy")
"""Who plays the games that a sampled check watches: each seat is one of them, as the lot falls."""
PATIENCE = 1000
"""How many plies a sampled check watches for each position that it is to look at, before it gives up."""


class ClaimError(ValueError):
    """A claim that the book does not make, or a check asked for what it cannot do."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at one position: what is `wrong`, `""` where the sentence holds, and where that can be seen."""

    wrong: str = ""
    game: AnyGame | None = None
    state: Any = None
    action: Any = None
    """The action that led to the state."""


HOLDS = Look()


@dataclass(frozen=True, slots=True)
class Course:
    """A game being watched: every state so far and the actions between them."""

    game: AnyGame
    states: list[Any]
    actions: list[Any]

    @property
    def before(self) -> Any:
        """The state before the last action."""
        return self.states[-2]

    @property
    def action(self) -> Any:
        """The last action."""
        return self.actions[-1]

    @property
    def after(self) -> Any:
        """The state after the last action."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.current_player(self.after) == TERMINAL


Members = Callable[[], Iterator[Look]]
"""An exhaustive check: a look for each member of the set."""
Watch = Callable[[Course], str | None]
"""A sampled check, asked after each ply: what is wrong, `""` if nothing is, `None` if the sentence is not about it."""
Looks = Callable[[int], Iterator[Look | None]]
"""The looks of a check with a seed, in order; `None` for a ply at which there was nothing to look at."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a chapter and how it is checked."""

    key: str
    """The game and a name: `"hong/one-dragon"`."""
    rule: str
    """The rule that the sentence is about."""
    says: str
    """Words of the sentence as they stand in the chapter."""
    positions: int
    """How many positions are looked at: all there are, or the usual size of the sample."""
    things: str
    """What is looked at: `positions`, `cards`."""
    seed: int | None
    """The usual seed of a sampled check; `None` for an exhaustive one."""
    looks: Looks

    @property
    def exhaustive(self) -> bool:
        """Whether the check looks at all there is."""
        return self.seed is None

    @property
    def badge(self) -> str:
        """How the claim is backed, in words: `exhaustive over 54 cards`."""
        if self.exhaustive:
            return _("exhaustive over {number} {things}").format(number=_figure(self.positions), things=self.things)
        said = _("sampled {number} {things}, seed {seed}")
        return said.format(number=_figure(self.positions), things=self.things, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Finding:
    """How far a check has come, and the counter-example if it has met one."""

    claim: Claim
    wanted: int
    """How many positions it is to look at."""
    positions: int = 0
    """How many it has looked at."""
    seed: int | None = None
    counter: Look | None = None

    @property
    def holds(self) -> bool:
        """Whether all positions have been looked at and none is a counter-example."""
        return self.counter is None and self.positions == self.wanted

    @property
    def words(self) -> str:
        """The outcome as a sentence or two."""
        number, wanted, things = _figure(self.positions), _figure(self.wanted), self.claim.things
        if self.counter is not None:
            said = _("A counter-example, number {number} of {wanted}: {wrong}")
            found = said.format(number=number, wanted=wanted, wrong=self.counter.wrong)
            return found if self.seed is None else found + _(" (Seed {seed}.)").format(seed=self.seed)
        if not self.holds:
            return _("No counter-example among {number}; {wanted} were to be looked at.").format(
                number=number, wanted=wanted
            )
        if self.claim.exhaustive:
            return _("It holds for each of the {number} {things}.").format(number=number, things=things)
        said = _("No counter-example among {number} {things}, seed {seed}. That is a test, not a proof.")
        return said.format(number=number, things=things, seed=self.seed)


def _figure(number: int) -> str:
    return f"{number:,}"


_CLAIMS: dict[str, Claim] = {}


def _register(claim: Claim) -> None:
    if claim.key in _CLAIMS:
        raise ClaimError(f"{claim.key}: there is a claim of this name")
    _CLAIMS[claim.key] = claim


def exhaustive(key: str, rule: str, says: str, positions: int, things: str) -> Callable[[Members], Members]:
    """Mark a function that looks at all `positions` members of a set as the check of a claim."""

    def mark(members: Members) -> Members:
        _register(Claim(key, rule, says, positions, things, None, lambda _seed: members()))
        return members

    return mark


def sampled(
    key: str,
    rule: str,
    says: str,
    positions: int,
    games: tuple[str, ...],
    players: tuple[str, ...] = PLAYERS,
    things: str = "positions",
) -> Callable[[Watch], Watch]:
    """Mark a function that is asked after each ply of `games`, played by `players`, as the check of a claim."""

    def mark(watch: Watch) -> Watch:
        def looks(seed: int) -> Iterator[Look | None]:
            return _watched(watch, games, players, seed)

        _register(Claim(key, rule, says, positions, things, SEED, looks))
        return watch

    return mark


SEED = 1
"""The usual seed of a sample."""


def _watched(watch: Watch, games: tuple[str, ...], players: tuple[str, ...], seed: int) -> Iterator[Look | None]:
    """Yield a look for each ply of play without end: the games in turn, each seat as the lot falls."""
    rng = random.Random(seed)
    for number in count():
        game = parse_game(games[number % len(games)])
        policies = [POLICIES[rng.choice(players)] for _seat in range(game.num_players)]
        course = Course(game, [game.initial_state()], [])
        while not course.over:
            state = course.after
            seat = game.current_player(state)
            action = draw(game, state, rng) if seat == CHANCE else policies[seat](game, state, rng)
            course.states.append(game.apply(state, action))
            course.actions.append(action)
            wrong = watch(course)
            if wrong is None:
                yield None
            else:
                yield Look(wrong, game, course.after, action) if wrong else HOLDS


def claims(game: str) -> dict[str, Claim]:
    """Return the claims about the game called `game` by their keys, in the order of its module."""
    import_module(f"rulebook.games.{game}.claims")
    return {key: claim for key, claim in _CLAIMS.items() if key.partition("/")[0] == game}


def find(key: str) -> Claim:
    """Return the claim called `hong/one-dragon`. Raises `ClaimError` that names those there are."""
    game = key.partition("/")[0]
    if game not in GAMES:
        raise ClaimError(f"'{key}' is no claim; write a game, / and a name, such as hong/one-dragon")
    found = claims(game)
    if key not in found:
        raise ClaimError(f"'{key}' is no claim; those about {GAMES[game].name} are {', '.join(found)}")
    return found[key]


def progress(claim: Claim, seed: int | None = None, positions: int | None = None) -> Iterator[Finding]:
    """Yield what has been found so far, ply by ply or member by member; the last one is the outcome.

    Raises `ClaimError` for a `seed` or a number of `positions` that a check of this kind cannot have.
    """
    if claim.exhaustive and not (seed is None and positions is None):
        raise ClaimError(f"{claim.key} is {claim.badge}: it takes neither seed nor number of positions")
    if positions is not None and positions < 1:
        raise ClaimError(f"{claim.key}: {positions} positions; look at one or more")
    wanted = claim.positions if positions is None else positions
    used = claim.seed if seed is None else seed
    looked = 0
    yield Finding(claim, wanted, 0, used)
    for plies, look in enumerate(claim.looks(used or 0), 1):
        looked += look is not None
        wrong = look if look is not None and look.wrong else None
        yield Finding(claim, wanted, looked, used, wrong)
        if wrong or (not claim.exhaustive and (looked == wanted or plies == wanted * PATIENCE)):
            return


def check(claim: Claim, seed: int | None = None, positions: int | None = None) -> Finding:
    """Return what the whole check of a claim finds. Raises `ClaimError` as `progress` does."""
    *_steps, outcome = progress(claim, seed, positions)
    return outcome
