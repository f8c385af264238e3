"""What the practice of some rules of Dragonheart needs, and what is tried there.

No task turns on what lies face down: a card that is drawn is one of the deck, one that is robbed one of the other hand,
so that only the moment decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebook.games.dragonheart.actions import Action, Draw, Play, Rob
from rulebook.games.dragonheart.engine import Dragonheart
from rulebook.games.dragonheart.state import Stage, State


def _draws(_game: Dragonheart, state: State) -> list[Action]:
    return [Draw(card) for card in sorted(set(state.decks[state.turn]))]


def _draws_and_plays(game: Dragonheart, state: State) -> list[Action]:
    return _draws(game, state) + [action for action in game.attempts(state) if isinstance(action, Play)]


def _robberies(_game: Dragonheart, state: State) -> list[Action]:
    return [Rob(card) for card in sorted(set(state.hands[1 - state.turn]))]


NEEDS: Mapping[str, Callable[[Dragonheart, State], bool]] = {
    "DH7.1": lambda _game, state: state.stage is Stage.OVER,
}
"""By rule: whether a position has what an attempt against it needs."""
TRIED: Mapping[str, Callable[[Dragonheart, State], list[Action]]] = {
    "DH4.5": _draws_and_plays,
    "DH6.2": _draws,
    "DH6.3": _robberies,
}
"""By rule: what is tried."""
