"""The cards of Dragonheart: nine kinds, twenty-one different cards, a deck of fifty (DH1).

A *card* is a number, the place in `CARDS` of its kind and value; equal cards are one number. A *hand*, a pile or a deck
is a sorted tuple of cards.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from importlib.resources import files

_TABLE = tomllib.loads(files(__package__).joinpath("deck.toml").read_text("utf-8"))


class Kind(IntEnum):
    """The nine kinds, in the order of `deck.toml`."""

    DWARF = 0
    TREASURE = 1
    SHIP = 2
    HUNTRESS = 3
    KNIGHT = 4
    PETRIFIED = 5
    FIRE = 6
    SORCERESS = 7
    TROLL = 8

    @property
    def label(self) -> str:
        """The name as the book prints it."""
        return NAMES[self]


NAMES = tuple(_TABLE)
PLURALS = ("dwarves", "treasures", "ships", "huntresses", "knights", "petrified dragons", "fire dragons", "sorceresses",
           "trolls")  # fmt: skip
FRAMES = tuple(entry["frames"] for entry in _TABLE.values())
"""By kind: how many frames its place has; 0 for a pile (DH2.1, DH4.3)."""
COLLECTS = tuple(
    tuple(Kind(NAMES.index(name)) for name in entry["collects"] if name in NAMES) for entry in _TABLE.values()
)
"""By kind: the piles that its arrows point at (DH2.2); the hold is no kind."""
RULES = tuple(entry["rule"] for entry in _TABLE.values())
"""By kind: the rule that says what it does (DH5)."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card."""

    kind: Kind
    value: int

    @property
    def name(self) -> str:
        """The kind with the value: `dwarf 3`, `ship`."""
        return f"{self.kind.label} {self.value}" if self.kind is not Kind.SHIP else self.kind.label


CARDS = tuple(
    Card(Kind(kind), value) for kind, entry in enumerate(_TABLE.values()) for value in sorted(set(entry["values"]))
)
NUMBERS = {card: number for number, card in enumerate(CARDS)}
DECK = tuple(
    sorted(NUMBERS[Card(Kind(kind), value)] for kind, entry in enumerate(_TABLE.values()) for value in entry["values"])
)
"""A whole deck, sorted."""
KIND = tuple(card.kind for card in CARDS)
VALUE = tuple(card.value for card in CARDS)


@lru_cache(maxsize=8192)
def worth(cards: tuple[int, ...]) -> int:
    """Return what cards score together (DH1.3)."""
    return sum(VALUE[card] for card in cards)


def cards_of(cards: tuple[int, ...], kind: Kind) -> tuple[int, ...]:
    """Return the cards of one kind."""
    return tuple(card for card in cards if KIND[card] is kind)


def without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards with others taken out, each once. Raises `ValueError` for one that is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
