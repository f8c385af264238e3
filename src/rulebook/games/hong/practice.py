"""What the practice of some rules of Hong needs: a Great Dragon at work, a choice between two, an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rulebook.game import TERMINAL
from rulebook.games.hong.actions import Action, Dragon
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.state import State


def _at_work(dragon: Dragon, _game: Hong, state: State) -> bool:
    return state.task is dragon


NEEDS: Mapping[str, Callable[[Hong, State], bool]] = {
    "HO5.1": lambda _game, state: state.player == TERMINAL,
    "HO6.4": lambda _game, state: None in state.lair,
    "HO6.5": lambda _game, state: len(state.choice) > 1,
    "HO6.9": lambda _game, state: bool(state.choice),
    "HO6.11": partial(_at_work, Dragon.TURN),
    "HO6.13": partial(_at_work, Dragon.SHIFT),
    "HO6.14": partial(_at_work, Dragon.PETRIFY),
    "HO6.15": partial(_at_work, Dragon.SLIDE),
    "HO6.16": partial(_at_work, Dragon.STONE),
    "HO6.17": partial(_at_work, Dragon.SWAP),
}
"""By rule: whether a position has what an attempt against it needs."""
TRIED: Mapping[str, Callable[[Hong, State], list[Action]]] = {}
