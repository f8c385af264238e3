"""The coach: which action to take and why, and after a ply what was better.

What the coach says follows from the position and a seed, worked out in worlds that the seat to move cannot tell from
the true one: asked twice it answers alike, and what it advised it does not blame. The actions that a search likes most
are looked at closely, each with as many playouts in the same worlds; actions whose worths cannot be told apart are
called equally good. A *reason* is a fact about the position that the engine can check, `holds`; what would tell of
hidden cards is no reason: a reason has to hold in every world looked at. *Goods* are what a seat has and can count:
points, cards, fighters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import sqrt
from typing import Any

from rulebook.game import AnyGame, Facts, Good, IllegalAction, Remark
from rulebook.search import race, search
from rulebook.words import _

PLAYOUTS = 120
"""How many playouts choose the actions that are looked at closely."""
CLOSELY = 6
"""How many actions are looked at closely."""
ROUNDS = 40
"""With how many playouts each of them is looked at."""
ALIKE = 0.02
"""Worths that differ by less are called equal however sure they are."""
CLEAR = 3
"""A difference of so many chances in 100 is told by itself."""
WORLDS = 8
"""In how many worlds that look the same a reason has to hold."""
MOST_REPLIES = 400
"""With more replies to look through, what an action prevents or threatens is not told."""
MOST_FURTHER = 40
"""So many of a seat's actions are looked at where it has several in a row."""


class Kind(Enum):
    """What an action is good for."""

    ONLY = "only"
    WINS = "wins"
    GAINS = "gains"
    PREVENTS = "prevents"
    LEAVES = "leaves"
    """Less is left for whoever plays next to take."""
    THREATENS = "threatens"
    TENDS = "tends"
    """Nothing that can be counted at once, but what can be counted comes to more in the playouts, or to less."""
    PREFERRED = "preferred"
    """Nothing that can be counted: it did best in the playouts."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is good: a fact of a kind, in words, with the other actions it speaks of."""

    kind: Kind
    action: Any
    remark: Remark
    instead: Any = None
    """The action that would not prevent it."""
    then: Any = None
    """The reply that is prevented, or the action that is threatened."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An action that was looked at closely: what the seat got after it in each playout, from -1 to 1."""

    action: Any
    results: tuple[float, ...]
    goods: tuple[Mapping[tuple[str, int], Good], ...] = ()
    """The goods at the end of each playout, by name and seat."""

    @property
    def worth(self) -> float:
        """The mean of the results."""
        return sum(self.results) / len(self.results)


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach advises: the best action, those as good, and why."""

    best: Judged
    ties: tuple[Judged, ...]
    """The others that could not be told from the best, in the game's order."""
    others: tuple[Judged, ...]
    """The others that were looked at closely, the better first."""
    reason: Reason

    @property
    def actions(self) -> tuple[Any, ...]:
        """The best action and those as good."""
        return (self.best.action, *(judged.action for judged in self.ties))


@dataclass(frozen=True, slots=True)
class Review:
    """What the coach says of an action that was done."""

    done: Judged
    advice: Advice
    better: Judged | None
    """What was better, or `None` if nothing was."""
    reason: Reason
    """Why the better one was better; of a good action, what it was good for."""

    def cost(self, game: AnyGame) -> int:
        """Return how many chances in 100 to win were given away."""
        if self.better is None:
            return 0
        return max(1, chances(game, self.better.worth) - chances(game, self.done.worth))


@lru_cache(maxsize=64)
def advise(game: AnyGame, state: Any, seed: int = 0) -> Advice:
    """Return which action is best in `state` for the seat to move, those as good, and why.

    Raises `ValueError` where nobody decides.
    """
    if game.current_player(state) < 0:
        raise ValueError("nobody decides here: there is nothing to advise")
    actions = game.legal_actions(state)
    if len(actions) == 1:
        only = Judged(actions[0], (0.0,))
        return Advice(only, (), (), why(game, state, only, None, seed))
    lines = search(game, state, PLAYOUTS, random.Random(seed))
    chosen = {line.action for line in lines[:CLOSELY]}
    looked = tuple(_look(game, state, action, seed) for action in actions if action in chosen)
    leader = max(looked, key=lambda judged: judged.worth)
    equals = [judged for judged in looked if judged is leader or not _told_apart(leader, judged)]
    others = tuple(sorted((judged for judged in looked if judged not in equals), key=lambda judged: -judged.worth))
    instead = others[0] if others else None
    reasons = {judged.action: why(game, state, judged, instead, seed) for judged in equals}
    weight = list(Kind)
    best = min(
        equals, key=lambda judged: (weight.index(reasons[judged.action].kind), judged is not leader, -judged.worth)
    )
    ties = tuple(judged for judged in equals if judged is not best)
    return Advice(best, ties, others, reasons[best.action])


@lru_cache(maxsize=64)
def review(game: AnyGame, state: Any, action: Any, seed: int = 0) -> Review:
    """Return what the coach says of `action`, done in `state`: it was as good as any, or what was better and why.

    Raises `IllegalAction` for what cannot have been done, `ValueError` where nobody decides.
    """
    advice = advise(game, state, seed)
    if objection := game.objection(state, action):
        raise IllegalAction(action, objection)
    looked = (advice.best, *advice.ties, *advice.others)
    done = next((judged for judged in looked if judged.action == action), None)
    if done is None:
        done = _look(game, state, action, seed)
    if action in advice.actions or not _told_apart(advice.best, done):
        return Review(done, advice, None, why(game, state, done, None, seed))
    return Review(done, advice, advice.best, why(game, state, advice.best, done, seed))


def _look(game: AnyGame, state: Any, action: Any, seed: int) -> Judged:
    """Look at an action closely."""
    playouts = race(game, state, action, ROUNDS, seed)
    seats = range(game.num_players)
    goods = tuple({(good.name, seat): good for seat in seats for good in game.goods(one.end, seat)} for one in playouts)
    return Judged(action, tuple(one.worth for one in playouts), goods)


def _told_apart(best: Judged, other: Judged) -> bool:
    """Tell whether `best` is better for sure in the same worlds."""
    return _surely([a - b for a, b in zip(best.results, other.results, strict=True)], ALIKE)


def _surely(gaps: Sequence[float], least: float = 0.0) -> bool:
    """Tell whether the mean of differences is above `least`, and above none by two standard errors."""
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / max(len(gaps) - 1, 1)
    return mean > max(least, 2 * sqrt(variance / len(gaps)))


# Reasons


def why(game: AnyGame, state: Any, judged: Judged, instead: Judged | None, seed: int = 0) -> Reason:
    """Return the first reason for an action that holds: it is the only one, wins, gains, prevents, threatens, tends to.

    `instead` is what it is compared with; without it, nothing is prevented.
    """
    action = judged.action
    first, *rest = worlds(game, state, seed)
    for reason in _reasons(game, first, action, instead and instead.action):
        if all(holds(game, world, reason) for world in rest):
            return reason
    if instead is not None and (remark := _tends(game, state, judged, instead)):
        return Reason(Kind.TENDS, action, remark, instead.action)
    return Reason(Kind.PREFERRED, action, _preferred(game, state, judged, instead))


def _tends(game: AnyGame, state: Any, judged: Judged, instead: Judged) -> Remark | None:
    """Return of which good the playouts come to more for the seat to move, or to less for a rival, than `instead`.

    Of those that surely differ it is the one that weighs most; `None` if there is none.
    """
    mover = game.current_player(state)
    found: tuple[float, Remark] | None = None
    for key in dict.fromkeys(key for goods in judged.goods for key in goods):
        name, seat = key
        pairs = [
            (ours[key], theirs[key])
            for ours, theirs in zip(judged.goods, instead.goods, strict=True)
            if key in ours and key in theirs
        ]
        side = 1 if seat == mover else -1 / (game.num_players - 1)
        gaps = [(ours.count - theirs.count) * ours.weight * side for ours, theirs in pairs]
        if len(gaps) < ROUNDS or not _surely(gaps) or (found and sum(gaps) <= found[0]):
            continue
        facts: Facts = (
            ("what", _(name)),
            ("seat", game.seats[seat]),
            ("own", f"{sum(ours.count for ours, _theirs in pairs) / len(pairs):.1f}"),
            ("other", f"{sum(theirs.count for _ours, theirs in pairs) / len(pairs):.1f}"),
            ("instead", _said(game, state, instead.action)),
        )
        words = _("On average the playouts end like this: {what} ({seat}) {own}; after “{instead}” {other}.")
        found = sum(gaps), Remark(pairs[0][0].rule, words, facts, game.places(judged.action))
    return found and found[1]


def _preferred(game: AnyGame, state: Any, judged: Judged, instead: Judged | None) -> Remark:
    """Return how an action did in the playouts, for want of something that can be counted at once."""
    rule, places = game.task(state).rule, game.places(judged.action)
    if set(judged.results) <= {-1.0, 1.0} and abs(judged.worth) == 1:
        words = _("All playouts are won from here.") if judged.worth > 0 else _("All playouts are lost from here.")
        return Remark(rule, words, (), places)
    own = ("own", chances(game, judged.worth))
    if instead is None:
        words = _("Nothing that was looked at did better in the playouts; it came to {own} chances in 100 to win.")
        return Remark(rule, words, (own,), places)
    other = chances(game, instead.worth)
    facts: Facts = (("instead", _said(game, state, instead.action)), own, ("other", other))
    if own[1] - other >= CLEAR:
        words = _("In the playouts it came to {own} chances in 100 to win, against {other} after this one: {instead}.")
        return Remark(rule, words, facts, places)
    gaps = [a - b for a, b in zip(judged.results, instead.results, strict=True)]
    facts = (facts[0], ("more", sum(gap > 0 for gap in gaps)), ("less", sum(gap < 0 for gap in gaps)))
    words = _("It is a little better: in {more} playouts it came to more than “{instead}”, in {less} to less.")
    return Remark(rule, words, facts, places)


def chances(game: AnyGame, worth: float) -> int:
    """Return a worth as chances in 100 to win: a worth of 0 stands for an even chance among all seats."""
    return round(100 * (1 + (game.num_players - 1) * worth) / game.num_players)


def _said(game: AnyGame, state: Any, action: Any) -> str:
    return game.say(state, action).rstrip(".")


def worlds(game: AnyGame, state: Any, seed: int) -> Iterator[Any]:
    """Yield the worlds in which a reason has to hold: the true one where nothing is hidden."""
    if not game.hides:
        yield state
        return
    for at in range(WORLDS):
        yield game.resample(state, game.current_player(state), random.Random(f"{seed}/{at}"))


def holds(game: AnyGame, world: Any, reason: Reason) -> bool:
    """Tell whether a reason holds in a world: it is found again from the rules alone, but for what playouts show."""
    return reason.kind in (Kind.TENDS, Kind.PREFERRED) or _FINDERS[reason.kind](game, world, reason) == reason.remark


def _reasons(game: AnyGame, state: Any, action: Any, instead: Any) -> Iterator[Reason]:
    """Yield what may be reasons, the weightiest first, as they look in one world."""
    after = game.apply(state, action)
    candidates = [Reason(kind, action, NOTHING, instead) for kind in (Kind.ONLY, Kind.WINS, Kind.GAINS)]
    if instead is not None:
        replies = _gaining(game, game.apply(state, instead))
        candidates += [Reason(Kind.PREVENTS, action, NOTHING, instead, reply) for reply in replies]
        candidates.append(Reason(Kind.LEAVES, action, NOTHING, instead))
    candidates += [Reason(Kind.THREATENS, action, NOTHING, instead, then) for then in _next(game, after, state)]
    for reason in candidates:
        if remark := _FINDERS[reason.kind](game, state, reason):
            yield replace(reason, remark=remark)


NOTHING = Remark("", "")


def _only(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    if game.legal_actions(world) != (reason.action,):
        return None
    return Remark(
        game.task(world).rule, _("There is no choice: nothing else is legal."), (), game.places(reason.action)
    )


def _wins(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    after = game.apply(world, reason.action)
    end = game.verdict(after)
    if end is None or game.returns(after)[game.current_player(world)] <= 0:
        return None
    return Remark(end.rule, _("It wins the game. {how}"), (("how", end.words),), end.places)


def _gains(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    """Return what the action gains at once, if not every action gains as much."""
    gain, worth = _gain(game, world, reason.action)
    if gain is None:
        return None
    others = game.legal_actions(world) if reason.instead is None else (reason.instead,)
    if len(others) > MOST_REPLIES or all(_gain(game, world, other)[1] >= worth for other in others):
        return None
    return gain


def _prevents(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    """Return what a rival could gain at once by `then` after `instead`, if no reply to the action gains as much."""
    without = game.apply(world, reason.instead)
    after = game.apply(world, reason.action)
    rival = game.current_player(without)
    if rival < 0 or rival == game.current_player(world):
        return None
    if reason.then not in game.legal_actions(without):
        return None
    gain, worth = _gain(game, without, reason.then)
    if gain is None or game.current_player(after) != rival:
        return None
    if _wealth(game, after, rival) > _wealth(game, without, rival):
        return None  # It would give what it prevents.
    replies = game.legal_actions(after)
    if len(replies) > MOST_REPLIES or any(_gain(game, after, reply)[1] >= worth for reply in replies):
        return None
    words = _("After “{instead}” the answer “{then}” would gain. {gain} No answer gains as much now.")
    facts = (
        ("instead", _said(game, world, reason.instead)),
        ("then", _said(game, without, reason.then)),
        ("gain", gain.words),
    )
    return Remark(gain.rule, words, facts, game.places(reason.then) or gain.places)


def _leaves(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    """Return how much less an action leaves to be taken than `instead` does."""
    left, otherwise = (game.stake(game.apply(world, action)) for action in (reason.action, reason.instead))
    if left is None or otherwise is None or left.count >= otherwise.count:
        return None
    words = _("It leaves less behind. {what}: {count}; after “{instead}” it would be {other}.")
    facts: Facts = (
        ("what", _(left.name)),
        ("count", left.count),
        ("instead", _said(game, world, reason.instead)),
        ("other", otherwise.count),
    )
    return Remark(left.rule, words, facts, otherwise.places)


def _threatens(game: AnyGame, world: Any, reason: Reason) -> Remark | None:
    """Return what the seat gains by `then` after the action, if it was not to be had before, nor would be `instead`.

    All that changes from now on counts: a step back does not make the next one longer.
    """
    found = _prospect(game, world, reason.action, reason.then)
    if found is None:
        return None
    now = game.legal_actions(world)
    if len(now) > MOST_REPLIES or any(_gain(game, world, action)[1] >= found.worth for action in now):
        return None
    if reason.instead is not None and _has_in_view(game, world, reason.instead, found.worth):
        return None
    facts: Facts = (("then", _said(game, found.state, reason.then)), ("gain", found.gain.words))
    if not found.answers:
        return Remark(found.gain.rule, _("Then this can follow: {then}. {gain}"), facts, game.places(reason.then))
    facts += (("count", found.count), ("all", found.answers))
    words = _("It threatens this: {then}. {gain} It can be done after {count} of the {all} answers.")
    return Remark(found.gain.rule, words, facts, game.places(reason.then))


@dataclass(frozen=True, slots=True)
class _Prospect:
    """What a seat gains in two plies of its own, counted from before the first."""

    gain: Remark
    worth: float
    state: Any
    """A state in which the second can be done."""
    count: int
    """After how many answers it can be done."""
    answers: int
    """Of how many; 0 where none is awaited."""


def _prospect(game: AnyGame, world: Any, action: Any, then: Any) -> _Prospect | None:
    """Return what `action` and `then` gain, if that is so after more than half of the answers between them."""
    seat = game.current_player(world)
    after = game.apply(world, action)
    mover = game.current_player(after)
    if mover < 0:
        return None
    answers = () if mover == seat else game.legal_actions(after)
    if len(answers) > MOST_REPLIES:
        return None
    answered = [game.apply(after, answer) for answer in answers] or [after]
    open_to = [later for later in answered if game.current_player(later) == seat and then in game.legal_actions(later)]
    found = [
        (state, gain, worth)
        for state in open_to
        for gain, worth in [change(game, world, game.apply(state, then), seat)]
        if gain is not None
    ]
    if 2 * len(found) <= len(answered):
        return None
    state, gain, _worth = found[0]
    return _Prospect(gain, max(worth for _state, _gain, worth in found), state, len(found), len(answers))


def _has_in_view(game: AnyGame, world: Any, action: Any, worth: float) -> bool:
    """Tell whether after `action` its seat can gain as much in plies to come: by its next, or going on by two more."""
    seat = game.current_player(world)
    after = game.apply(world, action)
    if change(game, world, after, seat)[1] >= worth:
        return True
    if game.current_player(after) != seat:
        found = (_prospect(game, world, action, then) for then in _next(game, after, world))
        return any(prospect is not None and prospect.worth >= worth for prospect in found)
    states = [after, *(game.apply(after, further) for further in game.legal_actions(after)[:MOST_FURTHER])]
    return any(
        change(game, world, game.apply(state, further), seat)[1] >= worth
        for state in states
        if game.current_player(state) == seat
        for further in game.legal_actions(state)[:MOST_FURTHER]
    )


_FINDERS: dict[Kind, Callable[[AnyGame, Any, Reason], Remark | None]] = {
    Kind.ONLY: _only,
    Kind.WINS: _wins,
    Kind.GAINS: _gains,
    Kind.PREVENTS: _prevents,
    Kind.LEAVES: _leaves,
    Kind.THREATENS: _threatens,
}


def _gain(game: AnyGame, state: Any, action: Any) -> tuple[Remark | None, float]:
    """Return what whoever decides gains by an action at once, and how much all that changes is worth to it.

    It gains nothing where what is lost weighs as much.
    """
    return change(game, state, game.apply(state, action), game.current_player(state))


def change(game: AnyGame, state: Any, after: Any, seat: int) -> tuple[Remark | None, float]:
    """Return what a seat gains from one state to another, and how much all that changes is worth to it."""
    rivals = [other for other in range(game.num_players) if other != seat]
    first: Remark | None = None
    balance = 0.0
    for holder in (seat, *rivals):
        had = {good.name: good for good in game.goods(state, holder)}
        for good in game.goods(after, holder):
            old = had.get(good.name)
            if old is None:
                continue
            gained = (good.count - old.count) * good.weight * (1 if holder == seat else -1 / len(rivals))
            balance += gained
            if gained > 0 and first is None:
                facts = (("what", _(good.name)), ("seat", game.seats[holder]), ("old", old.count), ("new", good.count))
                first = Remark(good.rule, _("{what} ({seat}): from {old} to {new}."), facts, good.places)
    return (first, balance) if balance > 0 else (None, balance)


def _wealth(game: AnyGame, state: Any, seat: int) -> float:
    """Return what all that a seat has is worth."""
    return sum(good.count * good.weight for good in game.goods(state, seat))


def _gaining(game: AnyGame, state: Any) -> list[Any]:
    """Return the three actions by which whoever decides gains most at once, of those that gain."""
    if game.current_player(state) < 0:
        return []
    actions = game.legal_actions(state)
    if len(actions) > MOST_REPLIES:
        return []
    worths = {action: _gain(game, state, action)[1] for action in actions}
    return sorted((action for action in actions if worths[action] > 0), key=lambda action: -worths[action])[:3]


def _next(game: AnyGame, after: Any, before: Any) -> list[Any]:
    """Return what the seat of `before` could gain by next: at once, or after the first answer it has to wait for."""
    seat = game.current_player(before)
    mover = game.current_player(after)
    if mover == seat:
        return _gaining(game, after)
    if mover < 0:
        return []
    answered = game.apply(after, game.legal_actions(after)[-1])
    return _gaining(game, answered) if game.current_player(answered) == seat else []
