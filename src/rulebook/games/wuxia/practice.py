"""What the practice of some rules of Wu-xia needs: a blocked cell, a result to carry out, an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rulebook.games.wuxia.actions import Action, Deal, Flag, Lot, Move, Place, Push, Remove, Topple, Zone
from rulebook.games.wuxia.cards import STAGE, SUMMON, Verb
from rulebook.games.wuxia.engine import Wuxia
from rulebook.games.wuxia.state import NOBODY, Stage, State


def _due(verb: Verb, _game: Wuxia, state: State) -> bool:
    return state.stage is Stage.TARGET and state.verb is verb


def _dealt(game: Wuxia, state: State) -> list[Action]:
    """Return lots, and deals of Summon or of cards that are in the deck: nobody need know the other hands."""
    names = [game.cards.cards[card].name for card in (SUMMON, *state.deck)]
    return [*(Lot(seat) for seat in range(game.players)), *map(Deal, names)]


def _flagged(state: State) -> list[int]:
    """Return the cells that somebody else blocks for the player whose turn it is."""
    return [cell for cell, flag in enumerate(state.flags) if flag not in (NOBODY, state.turn)]


def _at_flags(game: Wuxia, state: State) -> list[Action]:
    """Return attempts on blocked cells: zones with one, or what is due done there."""
    cells = _flagged(state)
    if state.stage is Stage.ZONE:
        return [Zone(at + 1) for at, zone in enumerate(STAGE.zones) if set(cells) & set(zone)]
    names = {STAGE.names[cell] for cell in cells}
    done = Place | Move | Push | Remove | Topple | Flag
    return [action for action in game.attempts(state) if isinstance(action, done) and names & set(game.places(action))]


NEEDS: Mapping[str, Callable[[Wuxia, State], bool]] = {
    "WX3.4": lambda _game, state: state.stage is Stage.ZONE,
    "WX3.6": lambda _game, state: state.stage is Stage.CARD,
    "WX3.9": lambda _game, state: state.stage in (Stage.COST, Stage.RESULT),
    "WX3.10": lambda _game, state: state.stage is Stage.TARGET,
    "WX3.12": lambda _game, state: state.stage is Stage.LOSE,
    "WX4.1": partial(_due, Verb.PLACE),
    "WX4.2": partial(_due, Verb.MOVE),
    "WX4.3": partial(_due, Verb.PUSH),
    "WX4.4": partial(_due, Verb.REMOVE),
    "WX4.5": partial(_due, Verb.TOPPLE),
    "WX4.6": partial(_due, Verb.BLOCK),
    "WX4.7": lambda _game, state: state.stage in (Stage.ZONE, Stage.TARGET) and bool(_flagged(state)),
    "WX4.8": lambda _game, state: state.stage is Stage.TARGET,
    "WX5.1": lambda _game, state: state.stage is Stage.OVER,
}
"""By rule: whether a position has what an attempt against it needs."""
TRIED: Mapping[str, Callable[[Wuxia, State], list[Action]]] = {"WX2.1": _dealt, "WX4.7": _at_flags}
"""By rule: what is tried."""
