"""What can be done in Hong, and how it is noted.

Throughout, a *space* is a `Square`, a *way* is how a dragon tile's body lies: `EW`, noted `-`, or `NS`, noted `|`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rulebook.game import NotationError
from rulebook.grids import Square, parse_square
from rulebook.words import _

EMPTY, STONE, EW, NS, OFF, CROOKED = range(6)
SIGNS = ".S-|_/"
"""The sign of each content of a square; `OFF` is no space in play, `CROOKED` lies in no grid (HO3.5)."""
WAYS = (EW, NS)


def across(way: int) -> int:
    """Return the other way to lie."""
    return NS if way == EW else EW


def way_words(way: int) -> str:
    """Return a way in words."""
    return {EW: _("east–west"), NS: _("north–south"), CROOKED: _("askew")}[way]


class Dragon(StrEnum):
    """The seven Great Dragons by their action, in the order of HO6.11 to HO6.17."""

    TURN = "turn"
    AGAIN = "again"
    SHIFT = "shift"
    PETRIFY = "petrify"
    SLIDE = "slide"
    STONE = "stone"
    SWAP = "swap"

    @property
    def rule(self) -> str:
        """The rule that describes the action."""
        return f"HO6.{11 + list(Dragon).index(self)}"

    @property
    def label(self) -> str:
        """The action's name in the reader's language."""
        return {
            Dragon.TURN: _("Turn"),
            Dragon.AGAIN: _("Again"),
            Dragon.SHIFT: _("Shift stone"),
            Dragon.PETRIFY: _("Petrify"),
            Dragon.SLIDE: _("Slide"),
            Dragon.STONE: _("Stone"),
            Dragon.SWAP: _("Swap"),
        }[self]

    @property
    def order(self) -> str:
        """What the action asks the player to do."""
        return {
            Dragon.TURN: _("give one dragon tile a quarter turn"),
            Dragon.AGAIN: _("lay another dragon tile on an empty space"),
            Dragon.SHIFT: _("move one stone to any empty space"),
            Dragon.PETRIFY: _("flip one dragon tile to stone"),
            Dragon.SLIDE: _("move one dragon tile to an empty space beside it"),
            Dragon.STONE: _("lay a stone on any empty space"),
            Dragon.SWAP: _("let a dragon tile and a stone change places"),
        }[self]


class _Action:
    """What all actions share: the squares they touch, in the order in which a reader points at them."""

    __slots__ = ()
    dragon: ClassVar[Dragon | None] = None

    @property
    def squares(self) -> tuple[Square, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Place(_Action):
    """Lay a dragon tile (HO3.2, HO6.12): `c3 -`."""

    space: Square
    way: int

    def __str__(self) -> str:
        return f"{self.space} {SIGNS[self.way]}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The space."""
        return (self.space,)


@dataclass(frozen=True, slots=True)
class Stone(_Action):
    """Lay a stone, in setting up (HO2.2) or by a Great Dragon (HO6.16): `stone c3`."""

    dragon = Dragon.STONE
    space: Square

    def __str__(self) -> str:
        return f"stone {self.space}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The space."""
        return (self.space,)


@dataclass(frozen=True, slots=True)
class Lay(_Action):
    """Lay a Great Dragon on the lair's space of a size, in setting up (HO6.2): `lair 3 turn`."""

    size: int
    which: Dragon

    def __str__(self) -> str:
        return f"lair {self.size} {self.which}"


@dataclass(frozen=True, slots=True)
class Summon(_Action):
    """Choose the Great Dragon of a size (HO6.5): `summon 3`."""

    size: int

    def __str__(self) -> str:
        return f"summon {self.size}"


@dataclass(frozen=True, slots=True)
class Turn(_Action):
    """Rotate a dragon tile by a quarter turn (HO6.11): `turn c3`; by a half turn, which is refused: `turn c3 half`."""

    dragon = Dragon.TURN
    space: Square
    half: bool = False

    def __str__(self) -> str:
        return f"turn {self.space}{' half' if self.half else ''}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The tile's space."""
        return (self.space,)


@dataclass(frozen=True, slots=True)
class Shift(_Action):
    """Move a stone (HO6.13): `shift d4 e5`."""

    dragon = Dragon.SHIFT
    stone: Square
    to: Square

    def __str__(self) -> str:
        return f"shift {self.stone} {self.to}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The stone's space and the one it goes to."""
        return (self.stone, self.to)


@dataclass(frozen=True, slots=True)
class Petrify(_Action):
    """Flip a dragon tile to its stone side (HO6.14): `petrify c3`."""

    dragon = Dragon.PETRIFY
    space: Square

    def __str__(self) -> str:
        return f"petrify {self.space}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The tile's space."""
        return (self.space,)


@dataclass(frozen=True, slots=True)
class Slide(_Action):
    """Move a dragon tile to an empty space beside it (HO6.15): `slide c3 c4`."""

    dragon = Dragon.SLIDE
    tile: Square
    to: Square

    def __str__(self) -> str:
        return f"slide {self.tile} {self.to}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The tile's space and the one it goes to."""
        return (self.tile, self.to)


@dataclass(frozen=True, slots=True)
class Swap(_Action):
    """Let a dragon tile and a stone change places, the tile lying `way` (HO6.17): `swap c3 d4 -`."""

    dragon = Dragon.SWAP
    tile: Square
    stone: Square
    way: int

    def __str__(self) -> str:
        return f"swap {self.tile} {self.stone} {SIGNS[self.way]}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """The tile's space and the stone's."""
        return (self.tile, self.stone)


@dataclass(frozen=True, slots=True)
class Pass(_Action):
    """Do nothing, which no rule allows (HO3.6): `pass`."""

    def __str__(self) -> str:
        return "pass"


Action = Place | Stone | Lay | Summon | Turn | Shift | Petrify | Slide | Swap | Pass

_SPACE = r"([a-z]\d{1,2})"
_WAY = r"([-|/])"
_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = tuple(
    (re.compile(form.replace(" ", r"\s*")), make)
    for form, make in (
        (rf"{_SPACE} {_WAY}", lambda space, way: Place(parse_square(space), SIGNS.index(way))),
        (rf"stone {_SPACE}", lambda space: Stone(parse_square(space))),
        (rf"lair ([1-7]) ({'|'.join(Dragon)})", lambda size, dragon: Lay(int(size), Dragon(dragon))),
        (r"summon ([1-9])", lambda size: Summon(int(size))),
        (rf"turn {_SPACE}( half)?", lambda space, half: Turn(parse_square(space), bool(half))),
        (rf"shift {_SPACE} {_SPACE}", lambda stone, to: Shift(parse_square(stone), parse_square(to))),
        (rf"petrify {_SPACE}", lambda space: Petrify(parse_square(space))),
        (rf"slide {_SPACE} {_SPACE}", lambda tile, to: Slide(parse_square(tile), parse_square(to))),
        (
            rf"swap {_SPACE} {_SPACE} {_WAY}",
            lambda tile, stone, way: Swap(parse_square(tile), parse_square(stone), SIGNS.index(way)),
        ),
        (r"pass", Pass),
    )
)


def parse(text: str) -> Action:
    """Return the action that `text` notes, capitals and blanks aside; raises `NotationError`."""
    plain = text.strip().lower()
    for form, make in _FORMS:
        if found := form.fullmatch(plain):
            return make(*found.groups())
    raise NotationError(
        _(
            "'{text}' is no action of Hong. A tile is noted c3 - or c3 |; a Great Dragon's action "
            "turn c3, shift d4 e5, petrify c3, slide c3 c4, stone c3 or swap c3 d4 -; a choice summon 2."
        ).format(text=text.strip()[:40])
    )
