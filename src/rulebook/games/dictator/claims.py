"""What the chapters claim of Dictator-Control, checked on the tokens of the map and the dice that have fallen."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator

from rulebook.claims import HOLDS, Course, Look, exhaustive, sampled
from rulebook.games.dictator.actions import Attack, Damage, Die, Exchange, Move, Use
from rulebook.games.dictator.city import CITY, missions
from rulebook.games.dictator.engine import Dictator
from rulebook.games.dictator.state import UNPLACED, Stage, State

GAMES = tuple(f"dictator mission={key}" for key in missions())
PLAYERS = ("random",)
"""A greedy commander looks too far ahead for thousands of positions in a few seconds."""
FAR = "turn by=0 0.1@E1:T1.T8.T9 1.2@F5:C8.C11.C3"
"""The position of the chapter: T-1 on `E1`, the way to `H5` free."""
REACH = 6


@sampled("dictator/one-battalion", "DC1.2", "A sector holds the token of one battalion at most", 5000, GAMES, PLAYERS)
def one_battalion(course: Course) -> str | None:
    """After each ply that may move a token, count the tokens on every sector."""
    if course.after.stage < Stage.PLACE:
        return None
    tokens = Counter(battalion.sector for battalion in course.after.battalions if battalion.sector != UNPLACED)
    crowded = [CITY.names[sector] for sector, number in tokens.items() if number > 1]
    return f"{', '.join(crowded)} holds more than one battalion." if crowded else ""


@sampled("dictator/damaged-once", "DC2.5", "A card cannot be damaged a second time", 300, GAMES, PLAYERS)
def damaged_once(course: Course) -> str | None:
    """Wherever the loser damages a card, look at all that could be chosen: each card was sound before."""
    before = course.before
    if before.stage is not Stage.LOSS:
        return None
    chosen = [action.card for action in course.game.legal_actions(before) if isinstance(action, Damage)]
    twice = [card for card in chosen if before.damaged >> card & 1]
    return "a damaged card could be damaged again." if twice or not chosen else ""


@sampled("dictator/always-rolls", "DC8.1", "This program always rolls", 300, GAMES, PLAYERS)
def always_rolls(course: Course) -> str | None:
    """Where a battle has been decided, look back to the attack: the dice of both sides have fallen since."""
    before, after = course.before.battle, course.after.battle
    if before is None or before.loser >= 0 or (after is not None and after.loser < 0):
        return None
    rolls = 0
    for action in reversed(course.actions):
        if isinstance(action, Attack):
            break
        rolls += isinstance(action, Die)
    return "" if rolls >= 2 else f"a battle was decided with {rolls} dice."


@exhaustive("dictator/as-far", "DC6.1", "That is exactly as far as it is from `E1` to `H5`", 50, "sectors")
def as_far() -> Iterator[Look]:
    """Let T-1 make every maneuver there is; look at each sector: how far it is, and whether T-1 has got there."""
    game = Dictator()
    start = game.from_text(FAR)
    away = _steps(CITY.find("E1"))
    reached = _reached(game, start)
    for sector, name in enumerate(CITY.names):
        if sector in reached and away[sector] > REACH:
            yield Look(f"T-1 can get to {name}, {away[sector]} sectors away.", game, reached[sector])
        elif name == "H5" and (sector not in reached or away[sector] != REACH):
            yield Look(f"H5 is {away[sector]} sectors away.", game, start)
        else:
            yield HOLDS


def _steps(start: int) -> dict[int, int]:
    """Return how many sectors each sector is away from another, whatever stands between."""
    away = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for near in CITY.neighbours[here]:
            if near not in away:
                away[near] = away[here] + 1
                waiting.append(near)
    return away


def _reached(game: Dictator, start: State) -> dict[int, State]:
    """Return where T-1 can stand in this turn, with a state in which it does."""
    seen = {start}
    waiting = [start]
    found: dict[int, State] = {}
    while waiting:
        state = waiting.pop()
        token = next(battalion for battalion in state.battalions if battalion.seat == 0)
        found.setdefault(token.sector, state)
        for action in game.legal_actions(state):
            if isinstance(action, Move | Use | Exchange):
                after = game.apply(state, action)
                if after.turn == 0 and after.stage is Stage.TURN and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found
