"""Squares, masks and hexes: boards of spaces in rows.

Throughout, a *square* is a pair (column, row), both counted from 0 at the top left; its name is a letter for the
column and a number for the row, `c3`, counted from `a` and 1, so that reading order is the order of names.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from rulebook.game import NotationError

MOST = len(ascii_lowercase)


class Square(NamedTuple):
    """One square by column and row, counted from 0 at the top left."""

    col: int
    row: int

    def __str__(self) -> str:
        return f"{ascii_lowercase[self.col]}{self.row + 1}"

    def beside(self, other: Square) -> bool:
        """Tell whether the two share an edge."""
        return abs(self.col - other.col) + abs(self.row - other.row) == 1


def parse_square(text: str) -> Square:
    """Return the square named `text`, in either case; raises `NotationError`."""
    found = re.fullmatch(r"([A-Za-z])([1-9][0-9]?)", text)
    if not found or int(found[2]) > MOST:
        raise NotationError(f"'{text}' names no space; a space is a letter and a number, like c3")
    return Square(ascii_lowercase.index(found[1].lower()), int(found[2]) - 1)


@dataclass(frozen=True)
class Mask:
    """A board's outline: rows of equal length, `#` a space in play, `o` a space out of play, `.` nothing."""

    rows: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Mask:
        """Return the mask whose rows `text` holds, parted by `/` or line ends; raises `NotationError`."""
        rows = tuple(row.strip() for row in text.strip().replace("/", "\n").splitlines())
        if not rows or not all(rows) or len({len(row) for row in rows}) > 1 or max(len(rows), len(rows[0])) > MOST:
            raise NotationError(f"'{text}' is no outline: rows of equal length, at most {MOST} by {MOST}, parted by /")
        if strange := set("".join(rows)) - set("#o."):
            raise NotationError(f"'{text}' is no outline: {sorted(strange)[0]!r} is none of '#', 'o' and '.'")
        if "#" not in "".join(rows):
            raise NotationError(f"'{text}' is no outline: it has no space in play ('#')")
        return cls(rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Every square of the rectangle, in reading order, whether a space or not."""
        return tuple(Square(col, row) for row in range(self.height) for col in range(self.width))

    def sign(self, square: Square) -> str:
        """Return what the mask says of a square; `.` outside the rectangle."""
        inside = square.col < self.width and square.row < self.height
        return self.rows[square.row][square.col] if inside else "."

    @cached_property
    def spaces(self) -> tuple[Square, ...]:
        """The spaces in play, in reading order."""
        return tuple(square for square in self.squares if self.sign(square) == "#")

    @cached_property
    def lines(self) -> tuple[tuple[Square, ...], ...]:
        """Every unbroken line of spaces in play: the rows from top to bottom, then the columns from left to right."""
        rows = [[Square(col, row) for col in range(self.width)] for row in range(self.height)]
        columns = [[Square(col, row) for row in range(self.height)] for col in range(self.width)]
        return tuple(part for line in [*rows, *columns] for part in self._unbroken(line))

    def _unbroken(self, line: list[Square]) -> list[tuple[Square, ...]]:
        parts: list[list[Square]] = [[]]
        for square in line:
            if self.sign(square) == "#":
                parts[-1].append(square)
            elif parts[-1]:
                parts.append([])
        return [tuple(part) for part in parts if part]


@dataclass(frozen=True)
class HexMap:
    """Hexes in rows from the top, shorter rows set in by half a hex; a hex is a number, counted in reading order.

    Names are the row's letter and the place in it: `D3`. Neighbours, in doubled coordinates (across, down), lie at
    (±2, 0) and (±1, ±1); the axial coordinates of a hex are q = (across - down) / 2 and r = down.
    """

    rows: tuple[int, ...]
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    at: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """(across, down) of each hex, doubled coordinates."""
    neighbours: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """Each hex's neighbours in reading order."""
    _around: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Each hex's neighbours as a set."""

    def __post_init__(self) -> None:
        longest = max(self.rows)
        at = [(2 * col + longest - length, down) for down, length in enumerate(self.rows) for col in range(length)]
        names = [
            f"{letter}{col + 1}"
            for letter, length in zip(ascii_uppercase, self.rows, strict=False)
            for col in range(length)
        ]
        number = {place: hexagon for hexagon, place in enumerate(at)}
        steps = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
        near = [[number.get((across + dx, down + dy)) for dx, dy in steps] for across, down in at]
        object.__setattr__(self, "at", tuple(at))
        object.__setattr__(self, "names", tuple(names))
        neighbours = tuple(tuple(n for n in row if n is not None) for row in near)
        object.__setattr__(self, "neighbours", neighbours)
        object.__setattr__(self, "_around", tuple(sum(1 << n for n in row) for row in neighbours))

    def find(self, name: str) -> int:
        """Return the hex called `name`. Raises `NotationError` that says which there are."""
        try:
            return self.names.index(name.upper())
        except ValueError:
            last = ", ".join(f"{name[0]}1–{name}" for name in self.names if self._ends_row(name))
            raise NotationError(f"'{name}' is no sector; the rows are {last}") from None

    def _ends_row(self, name: str) -> bool:
        return int(name[1:]) == self.rows[ascii_uppercase.index(name[0])]

    def within(self, start: int, steps: int, shut: int = 0) -> int:
        """Return the hexes that `steps` steps at most reach from `start` without entering a shut one.

        Sets of hexes are numbers with bit `hex` set for each.
        """
        found = front = 1 << start
        for _step in range(steps):
            near = 0
            while front:
                low = front & -front
                near |= self._around[low.bit_length() - 1]
                front ^= low
            front = near & ~(found | shut)
            found |= front
        return found

    def reached(self, start: int, steps: int, shut: Container[int] = ()) -> dict[int, int]:
        """Return how far each hex is that `steps` steps at most reach from `start` without entering a shut one."""
        far = {start: 0}
        front = [start]
        for distance in range(1, steps + 1):
            front = [
                near
                for hexagon in front
                for near in self.neighbours[hexagon]
                if near not in shut and far.setdefault(near, distance) == distance
            ]
            front = list(dict.fromkeys(front))
        return far
