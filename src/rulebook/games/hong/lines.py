"""Hongs on a board (HO4): where they stand, in the order in which they are counted.

Throughout, `cells` is the content of every square of the mask's rectangle in reading order, and a *span* is a pair
(start, stop) of positions within one line, the segments of a Hong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from rulebook.game import enforces
from rulebook.games.hong.actions import EMPTY, EW, NS, across
from rulebook.grids import Mask, Square

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hong:
    """A row or column of segments with a head at each end; `way` is `EW` along a row, `NS` along a column."""

    way: int
    segments: tuple[Square, ...]
    heads: tuple[Square, Square]

    @property
    @enforces("HO4.5")
    def size(self) -> int:
        """The number of segments; heads do not count."""
        return len(self.segments)

    @property
    def squares(self) -> tuple[Square, ...]:
        """Head, segments, head, in the order of the line."""
        return (self.heads[0], *self.segments, self.heads[1])


@lru_cache(maxsize=1 << 16)
@enforces("HO4.1", "HO4.2", "HO4.3", "HO4.4")
def spans(contents: Cells, way: int) -> tuple[tuple[int, int], ...]:
    """Return the Hongs of one line as spans: longest runs of segments between two tiles that lie across."""
    head = across(way)
    found = []
    start = None
    for at, content in enumerate(contents):
        if content == head:
            if start is not None and at > start:
                found.append((start, at))
            start = at + 1
        elif content != way:
            start = None
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def prospect(contents: Cells, way: int) -> float:
    """Return how many Hongs one line holds or promises: 1 for each that stands, less for one that could yet."""
    head = across(way)
    worth = float(len(spans(contents, way)))
    length = len(contents)
    for start in range(length):
        if contents[start] not in (head, EMPTY):
            continue
        for stop in range(start + 2, length):
            inner = contents[start + 1 : stop]
            if any(content not in (way, EMPTY) for content in inner):
                break
            if contents[stop] not in (head, EMPTY):
                continue
            missing = (contents[start], *inner, contents[stop]).count(EMPTY)
            if missing and len(inner) <= 3:
                worth += 0.3 * 0.3 ** (missing - 1)
    return worth


class Lines:
    """The lines of one mask that can hold a Hong, and which of them run through each square."""

    def __init__(self, mask: Mask) -> None:
        index = {square: at for at, square in enumerate(mask.squares)}
        self._lines: list[tuple[int, tuple[Square, ...], itemgetter[Any]]] = []
        self._through: list[list[int]] = [[] for _ in mask.squares]
        for squares in mask.lines:
            if len(squares) < 3:
                continue
            way = EW if squares[0].row == squares[1].row else NS
            for square in squares:
                self._through[index[square]].append(len(self._lines))
            self._lines.append((way, squares, itemgetter(*(index[square] for square in squares))))

    def hongs(self, cells: Cells) -> list[Hong]:
        """Return every Hong: rows from top to bottom, then columns from left to right (HO5.2)."""
        return self._hongs(cells, range(len(self._lines)))

    def through(self, cells: Cells, squares: Iterable[int]) -> list[Hong]:
        """Return the Hongs of the lines that run through any of the squares, given by index."""
        return self._hongs(cells, sorted({line for square in squares for line in self._through[square]}))

    def count(self, cells: Cells) -> int:
        """Return the number of Hongs."""
        return sum(len(spans(get(cells), way)) for way, _, get in self._lines)

    def prospects(self, cells: Cells) -> float:
        """Return how many Hongs the board holds or promises, `prospect` summed over all lines."""
        return sum(prospect(get(cells), way) for way, _, get in self._lines)

    def possible(self) -> list[Hong]:
        """Return every Hong that the board has room for."""
        return [
            Hong(way, squares[start + 1 : stop], (squares[start], squares[stop]))
            for way, squares, _ in self._lines
            for start in range(len(squares))
            for stop in range(start + 2, len(squares))
        ]

    def open_runs(self, cells: Cells) -> list[tuple[Square, ...]]:
        """Return the runs of segments that are no Hong, because an end is not closed by a head (HO4.3)."""
        runs = []
        for way, squares, get in self._lines:
            contents = get(cells)
            closed = spans(contents, way)
            start = 0
            while start < len(squares):
                stop = start
                while stop < len(squares) and contents[stop] == way:
                    stop += 1
                if stop > start and (start, stop) not in closed:
                    runs.append(squares[start:stop])
                start = stop + 1
        return runs

    def _hongs(self, cells: Cells, lines: Iterable[int]) -> list[Hong]:
        found = []
        for line in lines:
            way, squares, get = self._lines[line]
            for start, stop in spans(get(cells), way):
                found.append(Hong(way, squares[start:stop], (squares[start - 1], squares[stop])))
        return found


@cache
def lines_of(mask: Mask) -> Lines:
    """Return the lines of `mask`, made once."""
    return Lines(mask)
