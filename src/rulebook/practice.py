"""Practice of the rules that forbid something: fresh positions in which a move is legal, or just one rule forbids it.

A position is found by play: from a beginning, at random for some plies, on until the rule in question decides. What is
tried is judged by `Game.objections`, which makes each check of the referee apart from the others, so that a single rule
decides is checked and not assumed: all reasons against the move are of that rule. About half of the moves are legal
look-alikes: of the same kind, with as much in common with an illegal one as can be.

Where to look is content: a game's `practice.toml` has a table a rule, with these fields.

- `games`: the games to look in, as headers write them; without it those of the file;
- `kinds`: what is tried, by the names of the action's class: `["Place"]`;
- `plies`: the least and the most plies to play before looking;
- `starts`: positions of the first of the games to begin at, instead of its beginning;
- `favour`, `avoid`: kinds that wandering players choose, or leave, where they can: for moments that are rare;
- `ahead`: how many actions wandering players look at for one that leads to what the rule needs;
- `beside`: rules that forbid the same move by the nature of the moment, or say the same; they are no answers beside it.

A game's `practice` module adds what takes code: `NEEDS`, by rule what a position must have before it is looked at;
`TRIED`, by rule what is tried, where that is not among `Game.attempts` or hard to find there.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from rulebook.coverage import rules_of
from rulebook.game import CHANCE, TERMINAL, AnyGame, NotationError, Objection, Place, draw
from rulebook.registry import GAMES, parse_game

FIELDS = ("games", "kinds", "plies", "starts", "favour", "avoid", "beside", "ahead")
LISTS = FIELDS[1:-1]
LEGAL = "legal"
"""The answer that no rule forbids the move."""
LEGAL_SHARE = Fraction(1, 2)
"""How many of the moves are legal."""
OFFERED = 4
"""How many rules a referee chooses among, the true one among them."""
LOOK = 60
"""How many attempts of a position are judged."""
ON = 400
"""How many plies play goes on while no attempt suits."""
TRIES = 600
"""How many times play begins anew before a search is given up."""
FOLLOWED = 9
"""How often of ten times wandering players do what is favoured where they can."""
SHOWN = 3
"""How many plies before the position are told."""


class PracticeError(ValueError):
    """A rule that cannot be practised, or a table at fault; the text names the place and what is allowed."""


@dataclass(frozen=True)
class Recipe:
    """Where the positions for one rule are looked for; the fields are those of `practice.toml`."""

    rule: str
    games: tuple[AnyGame, ...]
    kinds: tuple[str, ...]
    plies: tuple[int, int]
    starts: tuple[str, ...] = ()
    favour: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    ahead: int = 0

    @property
    def key(self) -> str:
        """The key of the game whose rule it is."""
        return self.games[0].key

    def suits(self, game: AnyGame, state: Any) -> bool:
        """Tell whether a position has what an attempt against the rule needs."""
        needed = _hooks(self.key, "NEEDS").get(self.rule)
        return needed is None or bool(needed(game, state))

    def likeness(self, other: Recipe, game: AnyGame) -> int:
        """Return how likely another rule is meant in a game where this one is asked for: 0 never, 3 for like moves."""
        if other.rule in (self.rule, *self.beside):
            return 0
        if set(self.kinds) & set(other.kinds) and game in other.games:
            return 3
        return 2 if _section(self.rule) == _section(other.rule) else 1


@dataclass(frozen=True)
class Task:
    """A move that is tried in a position, and the answers to choose among: whether it is legal, or what forbids it."""

    rule: str
    """The rule that is practised, whether it forbids this move or not."""
    game: AnyGame
    state: Any
    action: Any
    objection: Objection | None
    choices: tuple[str, ...]
    """The rules to choose among, in the order of the rulebook."""
    before: tuple[str, ...] = ()
    """The last plies that led to the position, in words."""

    @property
    def answer(self) -> str:
        """The right answer: `LEGAL`, or the rule that forbids the move."""
        return self.objection.rule if self.objection else LEGAL

    @property
    def answers(self) -> tuple[str, ...]:
        """All answers to choose among."""
        return (LEGAL, *self.choices)

    @property
    def luck(self) -> Fraction:
        """The chance that an answer given without a look at the position is right, at best.

        Whoever names a rule is right as often as a move is illegal and the rule the one; whoever always says `LEGAL` is
        right as often as a move is legal.
        """
        return max(LEGAL_SHARE, (1 - LEGAL_SHARE) / len(self.choices))

    @property
    def words(self) -> str:
        """The move in words."""
        return self.game.say(self.state, self.action)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that the move points at."""
        return self.game.places(self.action)


def forbidding(key: str) -> tuple[str, ...]:
    """Return the rules of the game called `key` that forbid something, in the order of the rulebook."""
    rules = rules_of(key)
    return tuple(rule for rule in rules.marks if rule in rules.forbids)


def task(rule: str, rng: random.Random, *, alone: bool = False) -> Task:
    """Return a fresh task about a rule: a move that only it forbids, or a legal one that looks alike.

    `alone` asks for this rule only: legal or not. Raises `PracticeError` for a rule that forbids nothing.
    """
    recipe = recipe_of(rule)
    walk, action = _illegal(recipe, rng)
    if rng.random() < LEGAL_SHARE:
        walk, action = _legal(walk, action, rng)
    objection = walk.game.objection(walk.state, action)
    choices = (rule,) if alone else _choices(recipe, walk.game, rng)
    return Task(rule, walk.game, walk.state, action, objection, choices, walk.told())


def recipe_of(rule: str) -> Recipe:
    """Return where the positions for a rule are looked for. Raises `PracticeError` for a rule that forbids nothing."""
    for key, kind in GAMES.items():
        if rule.startswith(kind.code) and rule in recipes(key):
            return recipes(key)[rule]
    raise PracticeError(f"'{rule}' is no rule that forbids a move; `forbidding` lists those of a game")


@cache
def recipes(key: str) -> dict[str, Recipe]:
    """Return the tables of a game's `practice.toml` by rule, in the order of the rulebook. Raises `PracticeError`."""
    table = tomllib.loads(files(f"rulebook.games.{key}").joinpath("practice.toml").read_text("utf-8"))
    usual = table.pop("games")
    known = forbidding(key)
    if unknown := sorted(set(table) - set(known)):
        raise PracticeError(f"{key}/{unknown[0]}: it is no rule that forbids; those are {', '.join(known)}")
    if missing := [rule for rule in known if rule not in table]:
        raise PracticeError(f"{key}/{missing[0]}: its table is missing")
    return {rule: _read(f"{key}/{rule}", rule, {"games": usual} | table[rule]) for rule in known}


def _read(where: str, rule: str, entry: dict[str, Any]) -> Recipe:
    if strange := sorted(set(entry) - set(FIELDS)):
        raise PracticeError(f"{where}: {strange[0]} is no field; fields are {', '.join(FIELDS)}")
    try:
        games = tuple(map(parse_game, entry["games"]))
        for position in entry.get("starts", ()):
            games[0].from_text(position)
    except NotationError as error:
        raise PracticeError(f"{where}: {error}") from error
    if len(entry.get("plies", ())) != 2 or not entry.get("kinds"):
        raise PracticeError(f'{where}: write kinds = ["…"] and plies = [least, most]')
    lists = {field: tuple(entry[field]) for field in LISTS if field in entry}
    return Recipe(rule, games, **lists, ahead=entry.get("ahead", 0))


def _section(rule: str) -> str:
    return rule.partition(".")[0]


def _choices(recipe: Recipe, game: AnyGame, rng: random.Random) -> tuple[str, ...]:
    """Return rules to choose among: the one in question, and others that could be meant."""
    known = recipes(recipe.key)
    likeness = {rule: recipe.likeness(other, game) for rule, other in known.items()}
    others = [rule for rule in known if likeness[rule]]
    rng.shuffle(others)
    others.sort(key=likeness.__getitem__, reverse=True)
    chosen = {recipe.rule, *others[: OFFERED - 1]}
    return tuple(rule for rule in known if rule in chosen)


# Wandering


class _Walk:
    """A line of random play that keeps its way."""

    def __init__(self, recipe: Recipe, rng: random.Random) -> None:
        self.recipe = recipe
        self.rng = rng
        self.game = recipe.games[0] if recipe.starts else rng.choice(recipe.games)
        start = self.game.from_text(rng.choice(recipe.starts)) if recipe.starts else self.game.initial_state()
        self.states = [start]
        self.actions: list[Any] = []

    @property
    def state(self) -> Any:
        """The state that has been reached."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.current_player(self.state) == TERMINAL)

    def step(self, ahead: int = 0) -> None:
        """Play one ply: chance by its probabilities, players at random among what they favour.

        Of `ahead` of their actions one is played that leads to what the rule needs, if there is one.
        """
        action = self._choice(ahead)
        self.actions.append(action)
        self.states.append(self.game.apply(self.state, action))

    def _choice(self, ahead: int) -> Any:
        if self.game.current_player(self.state) == CHANCE:
            return draw(self.game, self.state, self.rng)
        actions = self.game.legal_actions(self.state)
        favoured = [action for action in actions if type(action).__name__ in self.recipe.favour]
        if favoured and self.rng.randrange(10) < FOLLOWED:
            return self.rng.choice(favoured)
        for action in self.rng.sample(actions, min(len(actions), ahead)):
            if self.recipe.suits(self.game, self.game.apply(self.state, action)):
                return action
        kept = [action for action in actions if type(action).__name__ not in self.recipe.avoid]
        return self.rng.choice(kept or actions)

    def back(self) -> None:
        """Take one ply back."""
        self.states.pop()
        self.actions.pop()

    def told(self) -> tuple[str, ...]:
        """Return the last plies in words."""
        steps = list(zip(self.states, self.actions, strict=False))[-SHOWN:]
        return tuple(self.game.say(state, action) for state, action in steps)


def _illegal(recipe: Recipe, rng: random.Random) -> tuple[_Walk, Any]:
    """Return a line of play, and what is tried at its end that just the recipe's rule forbids."""
    for _try in range(TRIES):
        walk = _Walk(recipe, rng)
        for _ply in range(rng.randint(*recipe.plies)):
            if walk.over:
                break
            walk.step()
        for _ply in range(ON):
            if action := _forbidden(recipe, walk, rng):
                return walk, action
            if walk.over:
                break
            walk.step(recipe.ahead)
    raise PracticeError(f"{recipe.rule}: no position was found in {TRIES} lines of play")


def _forbidden(recipe: Recipe, walk: _Walk, rng: random.Random) -> Any | None:
    """Return what the rule alone forbids in a position, each reason as likely; `None` if nothing that was looked at."""
    game, state = walk.game, walk.state
    if not recipe.suits(game, state):
        return None
    own = _hooks(recipe.key, "TRIED").get(recipe.rule)
    tried = own(game, state) if own else [a for a in game.attempts(state) if type(a).__name__ in recipe.kinds]
    reasons: dict[str, list[Any]] = {}
    for action in rng.sample(tried, min(len(tried), LOOK)):
        if objection := decisive(game, state, action, recipe):
            reasons.setdefault(objection.message, []).append(action)
    return rng.choice(reasons[rng.choice(sorted(reasons))]) if reasons else None


def decisive(game: AnyGame, state: Any, action: Any, recipe: Recipe) -> Objection | None:
    """Return the objection to an action if the recipe's rule makes it and no other one but those `beside` it."""
    objections = game.objections(state, action)
    first = next(objections, None)
    if first is None or first.rule != recipe.rule:
        return None
    return first if all(other.rule in (recipe.rule, *recipe.beside) for other in objections) else None


def _legal(walk: _Walk, tried: Any, rng: random.Random) -> tuple[_Walk, Any]:
    """Return a line of play and a legal action at its end that looks like `tried`.

    It is looked for where `tried` was, else a few plies before; failing that, any legal action will do.
    """
    for back in range(min(SHOWN + 1, len(walk.states))):
        alike = _alike(walk.game, walk.states[-1 - back], type(tried))
        if alike:
            for _ply in range(back):
                walk.back()
            return walk, _most_like(tried, alike, rng)
    while walk.over:
        walk.back()
    return walk, _most_like(tried, walk.game.legal_actions(walk.state), rng)


def _alike(game: AnyGame, state: Any, kind: type) -> tuple[Any, ...]:
    return tuple(action for action in game.legal_actions(state) if type(action) is kind)


def _most_like(tried: Any, actions: tuple[Any, ...], rng: random.Random) -> Any:
    """Return one of the actions that have the most words of their notation in common with `tried`."""
    own = set(str(tried).split())
    shared = [len(own & set(str(action).split())) for action in actions]
    most = max(shared)
    return rng.choice([action for action, count in zip(actions, shared, strict=True) if count == most])


@cache
def _hooks(key: str, name: str) -> Mapping[str, Callable[..., Any]]:
    """Return one of the tables of a game's `practice` module."""
    table: Mapping[str, Callable[..., Any]] = getattr(import_module(f"rulebook.games.{key}.practice"), name)
    return table
