"""The cards of Dictator-Control: kinds, powers, and the single cards of a set (DC2, DC13).

A *card* is a number: `copy * len(KINDS) + kind`, copy 0 for all cards but the second Hireling of a kind and the second
set of Double strike. `CARDS[card]` has its face. A *power* is a special action of a card; `POWERS` numbers them all.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any

from rulebook.game import NotationError


class Type(StrEnum):
    """The four types of card (DC2.2)."""

    INFANTRY = "Infantry"
    PAR = "PAR-Infantry"
    MECH = "Mech"
    BIO = "Bio-Mech"


class Phase(StrEnum):
    """The five phases in which cards act (DC7.2), in their order."""

    MANEUVERS = "Maneuvers"
    CONDITION = "Condition"
    STRENGTH = "Strength"
    COLLISION = "Collision"
    DAMAGE = "Damage"


@dataclass(frozen=True, slots=True)
class Power:
    """A special action of a card: when it can be used, what it costs and what it does."""

    number: int
    """The place in `POWERS`."""
    name: str
    phase: Phase
    cost: int
    """In Energy."""
    effect: str
    """What it does, as the head of `cards.toml` lists."""
    by: int = 0
    kinds: frozenset[Type] = frozenset()
    when: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card."""

    card: int
    code: str
    """Army and number: `T1`; second copies have a letter, `H1b`."""
    name: str
    """As the book prints it, unlike any other card's: `Phantom`, `Phantom-2`."""
    type: Type
    strength: int
    powers: tuple[Power, ...]

    @property
    def army(self) -> str:
        """`T` Templars, `C` Synclith, `H` Hirelings."""
        return self.code[0]

    def power(self, phase: Phase) -> tuple[Power, ...]:
        """Return the powers that can be used in a phase."""
        return tuple(power for power in self.powers if power.phase is phase)


MOST_CARDS = 3
"""How many cards a battalion has at most (DC2.3)."""
COPIES = 4
"""How many copies of one card a game holds at most: Hirelings of Double strike."""


def _read() -> tuple[tuple[Face, ...], tuple[Power, ...]]:
    table = tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))
    powers: list[Power] = []
    sets: list[tuple[Power, ...]] = []
    for entry in table.values():
        own = tuple(_power(len(powers) + at, given) for at, given in enumerate(entry["powers"]))
        powers += own
        sets.append(own)
    faces = [
        Face(
            copy * len(table) + kind,
            code + "_bcd"[copy].strip("_"),
            entry["name"] + (f"-{copy + 1}" if copy else ""),
            Type(entry["kind"]),
            entry["strength"],
            own,
        )
        for copy in range(COPIES)
        for kind, ((code, entry), own) in enumerate(zip(table.items(), sets, strict=True))
    ]
    return tuple(faces), tuple(powers)


def _power(number: int, given: dict[str, Any]) -> Power:
    kinds = frozenset(map(Type, given.get("kinds", ())))
    return Power(
        number,
        given["name"],
        Phase(given["phase"]),
        given["cost"],
        given["effect"],
        given.get("by", 0),
        kinds,
        given.get("when", ""),
    )


CARDS, POWERS = _read()
KINDS = len(CARDS) // COPIES
CODES = {face.code: face.card for face in CARDS}
"""Army and number -> card."""
_NAMES = {face.name.lower(): face.card for face in CARDS} | {face.code.lower(): face.card for face in CARDS}


def find(text: str) -> int:
    """Return the card with this name or code, in any case. Raises `NotationError`."""
    try:
        return _NAMES[text.strip().lower()]
    except KeyError:
        raise NotationError(
            f"'{text.strip()}' is no card; write a name or a number, such as Orion or {CARDS[2].code}"
        ) from None


def name(card: int) -> str:
    """Return a card's name as the book prints it."""
    return CARDS[card].name
