"""What the practice of some rules of Gong needs: a last joker, nothing to draw, guests that do not sit at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rulebook.games.gong.actions import SEATS, Action, Ask, Catch, Choose, Joker, TurnUp
from rulebook.games.gong.cards import JOKER
from rulebook.games.gong.deck import can_draw
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.state import Stage, State


def _last_joker(_game: Gong, state: State) -> bool:
    return state.stage is Stage.TURN and state.hands[state.turn] == (JOKER,)


def _over(_game: Gong, state: State) -> bool:
    return state.stage is Stage.OVER


def _strangers(game: Gong, state: State) -> list[Action]:
    """Return attempts of this moment with players named who do not sit at the table."""
    naming = [action for action in game.attempts(state) if isinstance(action, Joker | Ask | Choose | Catch)]
    others = range(game.players, len(SEATS))
    return [replace(action, seat=seat) for action in naming for seat in others if action.seat >= 0]


def _turned_up(game: Gong, state: State) -> list[Action]:
    """Return attempts with cards turned up that lie in the deck or in a hand: nobody need remember the discards."""
    known = {*state.deck, *(card for hand in state.hands for card in hand)}
    return [action for action in game.attempts(state) if isinstance(action, TurnUp) and action.card in known]


def _nothing_to_draw(_game: Gong, state: State) -> bool:
    return state.stage is Stage.TURN and not can_draw(state, linked=True)


NEEDS: Mapping[str, Callable[[Gong, State], bool]] = {
    "GO3.6": _last_joker,
    "GO4.5": _nothing_to_draw,
    "GO4.6": _over,
    "GO5.7": _over,
    "GO6.5": _over,
}
"""By rule: whether a position has what an attempt against it needs."""
TRIED: Mapping[str, Callable[[Gong, State], list[Action]]] = {
    "GO2.1": _strangers,
    "GO6.1": _turned_up,
    "GO6.2": _turned_up,
    "GO6.8": _turned_up,
}
"""By rule: what is tried, where that is not among the attempts."""
