"""What is hidden in Wu-xia: the other hands, and the cards that were not dealt."""

from __future__ import annotations

import random
from collections.abc import Hashable

from rulebook.game import enforces
from rulebook.games.wuxia.state import State


@enforces("WX2.1")
def observation(state: State, seat: int) -> Hashable:
    """Return what a seat sees: the other hands are counted, but for the cards that came back from the pool."""
    return state._replace(
        hands=tuple(hand if holder == seat else (len(hand),) for holder, hand in enumerate(state.hands)),
        deck=(len(state.deck),),
        aside=(len(state.aside),),
    )


def resample(state: State, seat: int, rng: random.Random) -> State:
    """Return a state in which the cards that the seat has not seen are dealt anew."""
    unseen = [*state.deck, *state.aside]
    for holder, hand in enumerate(state.hands):
        if holder != seat:
            unseen += [card for card in hand if card not in state.known[holder]]
    unseen.sort()
    rng.shuffle(unseen)
    hands = []
    for holder, hand in enumerate(state.hands):
        if holder == seat:
            hands.append(hand)
            continue
        known = state.known[holder]
        rest = [unseen.pop() for _card in range(len(hand) - len(known))]
        hands.append(tuple(sorted((*known, *rest))))
    aside = tuple(sorted(unseen.pop() for _card in state.aside))
    return state._replace(hands=tuple(hands), aside=aside, deck=tuple(sorted(unseen)))
