"""What can be done in setting up, and its notation."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.game import Place


@dataclass(frozen=True, slots=True)
class Put:
    """Put a thing on a place: `put stone d4`."""

    thing: str
    place: Place

    def __str__(self) -> str:
        return f"put {self.thing} {self.place}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a thing away from a place: `take stone d4`."""

    thing: str
    place: Place

    def __str__(self) -> str:
        return f"take {self.thing} {self.place}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Say whose turn it is: `turn emperor`."""

    seat: str

    def __str__(self) -> str:
        return f"turn {self.seat}"


@dataclass(frozen=True, slots=True)
class Set:
    """Set a scale: `set energy Templar commander 7`."""

    scale: str
    value: int

    def __str__(self) -> str:
        return f"set {self.scale} {self.value}"


@dataclass(frozen=True, slots=True)
class Clear:
    """Take everything away: `clear`."""

    def __str__(self) -> str:
        return "clear"


@dataclass(frozen=True, slots=True)
class Open:
    """Put up the position of a text: `open .S- emperor`."""

    text: str

    def __str__(self) -> str:
        return f"open {self.text}"


Action = Put | Take | Turn | Set | Clear | Open
