"""Squares and masks: boards of square spaces in rows and columns.

Throughout, a *square* is a pair (column, row), both counted from 0 at the top left; its name is a letter for the
column and a number for the row, `c3`, counted from `a` and 1, so that reading order is the order of names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
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
