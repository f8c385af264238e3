"""What is hidden in Dragonheart: the other hand, and both decks."""

from __future__ import annotations

import random
from collections.abc import Hashable

from rulebook.game import enforces
from rulebook.games.dragonheart.cards import without
from rulebook.games.dragonheart.state import State


@enforces("DH4.5")
def observation(state: State, seat: int) -> Hashable:
    """Return what a seat sees: its own hand, the sizes of the other hand and of both decks, and all that lies open.

    The cards that were robbed from it and are still in the other hand it knows too (DH6.3).
    """
    other = 1 - seat
    return state._replace(
        hands=(state.hands[seat], (len(state.hands[other]),)),
        decks=((len(state.decks[0]),), (len(state.decks[1]),)),
        known=(state.known[seat], state.known[other]),
    )


def resample(state: State, seat: int, rng: random.Random) -> State:
    """Return a state whose other hand and other deck are dealt anew from the cards that the seat has not seen.

    Its own deck it knows but for the order, which no state has; cards robbed from it stay in the other hand.
    """
    other = 1 - seat
    certain = state.known[other]
    unseen = sorted((*without(state.hands[other], certain), *state.decks[other]))
    rng.shuffle(unseen)
    size = len(state.hands[other]) - len(certain)
    hand = tuple(sorted((*certain, *unseen[:size])))
    deck = tuple(sorted(unseen[size:]))
    hands = (state.hands[0], hand) if seat == 0 else (hand, state.hands[1])
    decks = (state.decks[0], deck) if seat == 0 else (deck, state.decks[1])
    return state._replace(hands=hands, decks=decks)
