"""What is hidden in Gong: the other hands, the deck, and cards chosen in secret.

A seat sees its own hand, how many cards the others hold, and all that lies open; it remembers what it has seen of the
other hands (`memory.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING

from rulebook.game import enforces
from rulebook.games.gong import link
from rulebook.games.gong.actions import Action, Draw, Give, Hide, Show, Take
from rulebook.games.gong.cards import GALAXY, JOKER, NO_CARD, SIZE, Cards
from rulebook.games.gong.missions import Verb
from rulebook.games.gong.state import Errand, Stage, State

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

UNSEEN = -2
"""In an observation: a card that was chosen, and cannot be seen."""
STEPS = 12
"""How many exchanges a card the walk through possible hands makes."""


@enforces("GO2.2", "GO6.7")
def observation(game: Gong, state: State, seat: int) -> Hashable:
    """Return what a seat sees and remembers: other hands and the deck are only counted."""
    players = game.players
    errand = state.errand
    if errand is not None and errand.secret:
        secret = tuple(
            card if card == NO_CARD or holder == seat else UNSEEN for holder, card in enumerate(errand.secret)
        )
        errand = errand._replace(secret=secret)
    return state._replace(
        hands=tuple(hand if holder == seat else (len(hand),) for holder, hand in enumerate(state.hands)),
        deck=(len(state.deck),),
        card=UNSEEN if state.stage is Stage.FITS and seat != state.turn else state.card,
        errand=errand,
        seen=state.seen[seat * players : (seat + 1) * players],
    )


def hears(state: State, action: Action, seat: int) -> bool:
    """Tell whether a seat may know an action: not a card that another draws, passes on or chooses in secret."""
    match action:
        case Draw(card):
            if state.stage is Stage.PENALTY:
                return seat == state.who
            if state.stage is Stage.SUPPLY:
                assert state.errand is not None
                return seat == state.errand.todo[0].seat
            return seat == state.turn or (state.stage is Stage.DRAW and card == state.card)
        case Give() | Take():
            assert state.errand is not None
            task = state.errand.todo[0]
            return seat in (task.seat, task.other)
        case Show() | Hide():
            return seat == state.player
        case _:
            return True


def resample(game: Gong, state: State, seat: int, rng: random.Random) -> State:
    """Return a state that a seat cannot tell from the true one: unseen cards change places as far as they may.

    All possible hands are as likely. They are dealt until they can be; in Family, where much is remembered, they are
    reached by a long random walk from the true ones, each step of which exchanges two unseen cards if it may.
    """
    hands = [list(hand) for hand in state.hands]
    deck = list(state.deck)
    known = [state.seen[seat * game.players + holder] for holder in range(game.players)]
    free = [_unseen(hands[holder], known[holder]) for holder in range(game.players) if holder != seat]
    holders = [holder for holder in range(game.players) if holder != seat]
    slots = [(holder, at) for holder, places in zip(holders, free, strict=True) for at in places]
    slots += [(-1, at) for at in range(len(deck))]
    if len(slots) > 1:
        piles = {holder: hands[holder] for holder in holders} | {-1: deck}
        (_walk if state.lore else _deal)(state, piles, slots, rng)
    found = tuple(tuple(hand) if holder == seat else tuple(sorted(hand)) for holder, hand in enumerate(hands))
    return state._replace(
        hands=found,
        deck=tuple(sorted(deck)),
        card=_drawn(state, seat, found, rng),
        errand=_secrets(state, seat, found, rng),
        seen=_shared(game, state, seat),
    )


def _unseen(hand: list[int], known: Cards) -> list[int]:
    """Return where in a hand the cards lie that are not known."""
    left = list(known)
    places = []
    for at, card in enumerate(hand):
        if card in left:
            left.remove(card)
        else:
            places.append(at)
    return places


def _deal(state: State, piles: dict[int, list[int]], slots: list[tuple[int, int]], rng: random.Random) -> None:
    """Deal the unseen cards anew until each pile is one that it may be; the order in which they lie does not count."""
    cards = sorted(piles[holder][at] for holder, at in slots)
    while True:
        rng.shuffle(cards)
        for (holder, at), card in zip(slots, cards, strict=True):
            piles[holder][at] = card
        if all(_may_hold(state, holder, pile, JOKER) for holder, pile in piles.items()):
            return


def _walk(state: State, piles: dict[int, list[int]], slots: list[tuple[int, int]], rng: random.Random) -> None:
    """Exchange unseen cards at random, as long as each pile stays one that it may be."""
    size = len(slots)
    for _step in range(STEPS * size):
        (one, here), (other, there) = slots[int(rng.random() * size)], slots[int(rng.random() * size)]
        if one == other:
            continue
        first, second = piles[one][here], piles[other][there]
        if first == second:
            continue
        piles[one][here], piles[other][there] = second, first
        if not (_may_hold(state, one, piles[one], second) and _may_hold(state, other, piles[other], first)):
            piles[one][here], piles[other][there] = first, second


def _may_hold(state: State, holder: int, pile: list[int], card: int) -> bool:
    """Tell whether a pile that has got `card` still fits all that is remembered, and what is asked now."""
    if holder < 0:
        return True
    if state.lore:
        lore = state.lore[holder]
        if card != JOKER and lore.lacks >> card & 1:
            return False
        some = lore.some
        if some:
            held = 0
            for other in pile:
                if other != JOKER and not lore.open >> other & 1:
                    held |= 1 << GALAXY[other]
            if some & ~held:
                return False
        if any(GALAXY[card] == GALAXY[other] for other in pile) and card != JOKER:
            first = card - card % SIZE
            if all(other in pile for other in range(first, first + SIZE)):
                return False  # A whole galaxy would lie on the table (GO5.6).
    if state.stage is Stage.COUNTER and holder == state.who:
        return JOKER in pile
    if state.stage is Stage.FITS and holder == state.turn:
        return bool(link.fitting(state.row, tuple(pile)))
    if state.errand is not None and state.errand.todo and state.errand.todo[0].verb is Verb.RIDDLE:
        return holder != state.errand.todo[0].seat or any(other != JOKER for other in pile)
    return True


def _drawn(state: State, seat: int, hands: tuple[Cards, ...], rng: random.Random) -> int:
    """Return the card that was drawn and fits: for those who cannot see it, any that does."""
    if state.stage is not Stage.FITS or seat == state.turn:
        return state.card
    return rng.choice(link.fitting(state.row, hands[state.turn]))


def _secrets(state: State, seat: int, hands: tuple[Cards, ...], rng: random.Random) -> Errand | None:
    """Return the errand with the secret choices of others guessed."""
    errand = state.errand
    if errand is None or not errand.secret:
        return errand
    riddle = errand.todo[0].verb is Verb.RIDDLE
    secret = tuple(
        card
        if card == NO_CARD or holder == seat
        else rng.choice([own for own in hands[holder] if not riddle or own != JOKER])
        for holder, card in enumerate(errand.secret)
    )
    return errand._replace(secret=secret)


def _shared(game: Gong, state: State, seat: int) -> tuple[Cards, ...]:
    """Return the memory of all, as far as a seat can vouch for it.

    Of third hands the others remember what the seat knows itself; of its own hand, what all of them have seen.
    """
    players = game.players
    found = []
    for at, cards in enumerate(state.seen):
        observer, holder = divmod(at, players)
        if observer == seat:
            found.append(cards)
            continue
        vouchers = [seat] if holder != seat else [other for other in range(players) if other not in (seat, observer)]
        for voucher in vouchers:
            cards = _both(cards, state.seen[voucher * players + holder])
        found.append(cards if vouchers else ())
    return tuple(found)


def _both(cards: Cards, others: Cards) -> Cards:
    """Return the cards that are in both, as often as in the rarer."""
    return tuple(sorted((Counter(cards) & Counter(others)).elements()))
