"""The pack of Gong: nine galaxies of six cards, and two jokers (GO1).

A *card* is a number: six times its galaxy and its xphere's number less one; both jokers are the number `JOKER`. A
*hand* is a sorted tuple of cards.
"""

from __future__ import annotations

from bisect import bisect_left

from rulebook.game import NotationError, enforces
from rulebook.words import _

Cards = tuple[int, ...]

GALAXIES = ("Proxima", "Nebula", "Zeta", "Andromede", "Serpens", "Sparrow", "Virgo", "Omega", "Nemesis")
"""The families (GO1.1)."""
XPHERES = ("Gold", "Obsidian", "Silver", "Ruby", "Ice", "Amethyst")
"""By number less one: the material of an xphere (GO1.2)."""
SIZE = len(XPHERES)
COLOURS = ("yellow", "yellow", "red", "red", "blue", "blue")
"""By number less one: the colour of the card's mission (GO1.4)."""
KINDS = {"yellow": "fight", "red": "malus", "blue": "bonus"}
"""What the missions of a colour are called."""
JOKER = len(GALAXIES) * SIZE
JOKERS = 2
HAND = 9
"""How many cards a player is dealt (GO2.2)."""
NO_CARD = -1
"""Where a state has room for a card and there is none."""

GALAXY = (*(card // SIZE for card in range(JOKER)), -1)
"""By card: its galaxy; -1 for a joker."""
NUMBER = (*(card % SIZE + 1 for card in range(JOKER)), 0)
"""By card: its xphere's number; 0 for a joker (GO3.5, GO3.7)."""
NAMES = (*(f"{GALAXIES[GALAXY[card]]} {NUMBER[card]}" for card in range(JOKER)), "joker")
"""By card: its name in notation."""
RUNS = tuple(tuple(range(first, first + SIZE)) for first in range(0, JOKER, SIZE))
"""By galaxy: its six cards."""
_CARDS = {name.lower(): card for card, name in enumerate(NAMES)}

FITS = tuple(
    frozenset(
        other
        for other in range(JOKER)
        if other != card and card != JOKER and (GALAXY[other] == GALAXY[card] or NUMBER[other] == NUMBER[card])
    )
    for card in range(JOKER + 1)
)
"""By card: the cards with its galaxy or its number; a joker links to nothing (GO3.5, GO4.2)."""


@enforces("GO1.3", "GO2.5")
def pack(jokers: bool) -> Cards:
    """Return the whole pack, sorted: 56 cards, or 54 without jokers."""
    return (*range(JOKER), *(JOKER,) * (JOKERS * jokers))


def plus(cards: Cards, card: int) -> Cards:
    """Return a hand with one more card."""
    at = bisect_left(cards, card)
    return (*cards[:at], card, *cards[at:])


def minus(cards: Cards, card: int) -> Cards:
    """Return a hand with one card less. Raises `ValueError` if it is not there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def whole(cards: Cards, galaxy: int) -> bool:
    """Tell whether a hand holds all cards of a galaxy."""
    at = bisect_left(cards, galaxy * SIZE)
    return cards[at : at + SIZE] == RUNS[galaxy]


def noted(cards: Cards) -> str:
    """Return cards as they are noted: `Proxima 1 2 + joker x2`."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        if card != JOKER:
            groups.setdefault(GALAXIES[GALAXY[card]], []).append(str(NUMBER[card]))
    parts = [f"{galaxy} {' '.join(numbers)}" for galaxy, numbers in groups.items()]
    jokers = cards.count(JOKER)
    if jokers:
        parts.append("joker" if jokers == 1 else f"joker x{jokers}")
    return " + ".join(parts) or "-"


def in_order(cards: Cards) -> str:
    """Return a row of cards as it is noted, in its order: `Proxima 1, Proxima 4, joker`."""
    return ", ".join(NAMES[card] for card in cards) or "-"


def galaxy_noted(text: str) -> int:
    """Return the galaxy that a text names. Raises `NotationError`."""
    names = [galaxy.lower() for galaxy in GALAXIES]
    said = text.strip()
    if said.lower() not in names:
        raise NotationError(_("'{text}': the galaxies are {names}.").format(text=said, names=", ".join(GALAXIES)))
    return names.index(said.lower())


def card_noted(text: str) -> int:
    """Return the card that a text names, by number or xphere: `Proxima 4`, `Proxima Ruby`. Raises `NotationError`."""
    said = " ".join(text.split())
    if said.lower() in _CARDS:
        return _CARDS[said.lower()]
    galaxy, _space, xphere = said.partition(" ")
    materials = [material.lower() for material in XPHERES]
    if xphere.lower() in materials:
        return galaxy_noted(galaxy) * SIZE + materials.index(xphere.lower())
    if xphere:
        galaxy_noted(galaxy)
    message = _("'{text}' is no card; write one such as Proxima 4, Proxima Ruby or joker.")
    raise NotationError(message.format(text=said))


def cards_noted(text: str) -> Cards:
    """Return the hand that `noted` wrote. Raises `NotationError`."""
    cards: list[int] = []
    for part in filter(None, (part.strip() for part in text.split("+"))):
        if part == "-":
            continue
        galaxy, *numbers = part.split()
        if galaxy.lower() == "joker":
            cards += [JOKER] * (int(numbers[0][1:]) if numbers and numbers[0].lower() in ("x1", "x2") else 1)
            continue
        if not numbers:
            raise NotationError(_("'{text}': write the numbers too, such as Proxima 1 4.").format(text=part))
        cards += [card_noted(f"{galaxy} {number}") for number in numbers]
    return tuple(sorted(cards))


def row_noted(text: str) -> Cards:
    """Return the row that `in_order` wrote. Raises `NotationError`."""
    return tuple(card_noted(part) for part in text.split(",") if part.strip() not in ("", "-"))
