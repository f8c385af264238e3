"""The deck, and the discards that become a new one (GO2.4)."""

from __future__ import annotations

from rulebook.game import Events, enforces, tell
from rulebook.games.gong.cards import JOKER, Cards
from rulebook.games.gong.state import State
from rulebook.words import _


def discards(state: State, linked: bool) -> Cards:
    """Return the cards that would become a new deck; in Link, `linked`, the top card of the row stays."""
    return (*state.row[:-1], *(JOKER,) * state.spent) if linked else state.row


def can_draw(state: State, linked: bool) -> bool:
    """Tell whether a card can be drawn or turned up: from the deck, or from a new one."""
    return bool(state.deck or (len(state.row) > linked) or state.spent)


@enforces("GO2.4")
def filled(state: State, linked: bool, events: Events) -> State:
    """Return the state with a deck to draw from: an empty one is made anew of the discards, if there are any."""
    if state.deck or not can_draw(state, linked):
        return state
    tell(events, "GO2.4", _("The deck is empty; the discards are shuffled into a new one."), ["deck"])
    deck = tuple(sorted(discards(state, linked)))
    return state._replace(deck=deck, row=state.row[-1:] if linked else (), spent=0)
