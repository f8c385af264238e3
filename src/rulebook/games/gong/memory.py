"""What players know of hands that they do not hold.

`State.seen` has an entry for each observer and holder: the cards that the observer has seen go into the holder's hand,
or shown from it, and that are still there. `State.lore` has, for each hand of Family, what the asking has told all
(GO5.2, GO5.3, GO5.5). No rule looks at either: they are what a seat can remember, for fair bots and the memory sheet.
"""

from __future__ import annotations

from functools import cache

from rulebook.games.gong.cards import GALAXY, JOKER, SIZE, Cards, minus, plus
from rulebook.games.gong.state import Lore, State

Seen = tuple[Cards, ...]

EVERYTHING = (1 << JOKER) - 1
"""All cards of galaxies, as bits."""
MASKS = tuple(((1 << SIZE) - 1) << (galaxy * SIZE) for galaxy in range(JOKER // SIZE))
"""By galaxy: its cards, as bits."""


@cache
def nothing(players: int) -> Seen:
    """Return the memory of so many players who have seen nothing."""
    return ((),) * (players * players)


def left(seen: Seen, players: int, holder: int, card: int) -> Seen:
    """Return the memory after a card has left a hand for all to see."""
    if seen == nothing(players):
        return seen
    found = list(seen)
    for at in range(holder, players * players, players):
        if card in found[at]:
            found[at] = minus(found[at], card)
    return tuple(found)


def shown(seen: Seen, players: int, holder: int, card: int) -> Seen:
    """Return the memory after a card of a hand has been shown to all."""
    found = list(seen)
    for observer in range(players):
        at = observer * players + holder
        if observer != holder and card not in found[at]:
            found[at] = plus(found[at], card)
    return tuple(found)


def handed(seen: Seen, players: int, giver: int, taker: int, card: int) -> Seen:
    """Return the memory after a card has gone from hand to hand for all to see."""
    found = list(seen)
    for observer in range(players):
        at = observer * players
        if card in found[at + giver]:
            found[at + giver] = minus(found[at + giver], card)
        if observer != taker:
            found[at + taker] = plus(found[at + taker], card)
    return tuple(found)


def passed(seen: Seen, players: int, giver: int, taker: int, card: int) -> Seen:
    """Return the memory after a card has gone from hand to hand, known to these two only.

    The others cannot tell which one it was, so they are sure of nothing in the giver's hand any more.
    """
    found = list(seen)
    for observer in range(players):
        at = observer * players + giver
        if observer == taker:
            found[at] = minus(found[at], card) if card in found[at] else found[at]
        elif observer != giver:
            found[at] = ()
    at = giver * players + taker
    found[at] = plus(found[at], card)
    return tuple(found)


def swapped(seen: Seen, players: int, one: int, other: int, hands: tuple[Cards, ...]) -> Seen:
    """Return the memory after two hands have changed places; each of the two knows the hand it gave.

    `hands` are those after the swap.
    """
    found = list(seen)
    for observer in range(players):
        first, second = observer * players + one, observer * players + other
        found[first], found[second] = found[second], found[first]
    found[one * players + other] = hands[other]
    found[other * players + one] = hands[one]
    found[one * players + one] = found[other * players + other] = ()
    return tuple(found)


# Family: what the asking tells


def change(lore: tuple[Lore, ...], seat: int, new: Lore) -> tuple[Lore, ...]:
    """Return the lore with that of one hand changed."""
    return (*lore[:seat], new, *lore[seat + 1 :])


def in_vain(lore: tuple[Lore, ...], seat: int, asked: int, card: int) -> tuple[Lore, ...]:
    """Return the lore after an ask in vain: neither has the card, and the asker holds some of its galaxy (GO5.2)."""
    found, bit = list(lore), 1 << card
    lacks, some, open_ = found[seat]
    found[seat] = Lore(lacks | bit, _asker(some, open_, card), open_)
    lacks, some, open_ = found[asked]
    found[asked] = Lore(lacks | bit, some, open_)
    return tuple(found)


def given(lore: tuple[Lore, ...], seat: int, asked: int, card: int) -> tuple[Lore, ...]:
    """Return the lore after a card asked for has been given (GO5.4); the asker held another of its galaxy (GO5.2)."""
    found, bit = list(lore), 1 << card
    lacks, some, open_ = found[seat]
    found[seat] = Lore(lacks & ~bit, _asker(some, open_, card), open_ | bit)
    lacks, some, open_ = found[asked]
    found[asked] = Lore(lacks | bit, some if open_ & bit else some & ~(1 << GALAXY[card]), open_ & ~bit)
    return tuple(found)


def _asker(some: int, open_: int, card: int) -> int:
    """Return the galaxies of which an asker holds some besides the open cards, which tell nothing new."""
    return some if open_ & MASKS[GALAXY[card]] else some | 1 << GALAXY[card]


def gets(lore: tuple[Lore, ...], seat: int, card: int) -> tuple[Lore, ...]:
    """Return the lore after a card has openly come to a hand."""
    old = lore[seat]
    return change(lore, seat, Lore(old.lacks & ~(1 << card), old.some, old.open | 1 << card))


def draws(lore: tuple[Lore, ...], seat: int, asked: int) -> tuple[Lore, ...]:
    """Return the lore after a seat has drawn a card unseen: all that is sure is that it was not the one asked for."""
    old = lore[seat]
    return change(lore, seat, Lore(1 << asked if asked >= 0 else 0, old.some, old.open))


def has_none(lore: tuple[Lore, ...], seat: int) -> tuple[Lore, ...]:
    """Return the lore after a seat has been seen to hold no card of any galaxy (GO5.9)."""
    return change(lore, seat, Lore(EVERYTHING))


def settled(lore: tuple[Lore, ...], galaxy: int) -> tuple[Lore, ...]:
    """Return the lore after a galaxy has been laid down: nothing is left to know of it."""
    rest = ~MASKS[galaxy]
    return tuple(Lore(old.lacks & rest, old.some & ~(1 << galaxy), old.open & rest) for old in lore)


def exchanged(lore: tuple[Lore, ...], one: int, other: int) -> tuple[Lore, ...]:
    """Return the lore after two hands have changed places."""
    if not lore:
        return lore
    return change(change(lore, one, lore[other]), other, lore[one])


def certain(state: State, observer: int, holder: int) -> Cards:
    """Return the cards that an observer knows to be in a hand: all of its own."""
    if observer == holder:
        return state.hands[holder]
    return state.seen[observer * len(state.hands) + holder]
