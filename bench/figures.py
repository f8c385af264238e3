"""A figure of the bench: something of the book measured beside a bare counterpart, and the goal it should meet."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


class CannotMeasure(RuntimeError):
    """Something could not be measured; the text says what is missing."""


@dataclass(frozen=True)
class Figure:
    """One line of the table: `values` has one figure a round, `book` and `bare` the medians it was made from."""

    key: str
    what: str
    unit: str
    book: float
    bare: float
    values: Sequence[float]
    goal: float
    at_least: bool = False
    """Whether the goal is the least a figure should be, instead of the most."""

    @classmethod
    def ratio(
        cls,
        key: str,
        what: str,
        unit: str,
        book: Sequence[float],
        bare: Sequence[float],
        goal: float,
        at_least: bool = False,
    ) -> Figure:
        """Return the ratio of what was measured in the same rounds."""
        ratios = [ours / theirs for ours, theirs in zip(book, bare, strict=True)]
        return cls(key, what, unit, median(book), median(bare), ratios, goal, at_least)

    @property
    def met(self) -> bool:
        """Whether the median meets the goal."""
        return median(self.values) >= self.goal if self.at_least else median(self.values) <= self.goal

    def cells(self) -> tuple[str, ...]:
        """Return the line of the table."""
        middle, least, most = median(self.values), min(self.values), max(self.values)
        goal = f"{'≥' if self.at_least else '≤'} {self.goal:g}"
        numbers = (_short(self.book), _short(self.bare), self.unit, _short(middle), _short(least), _short(most))
        return (self.key, self.what, *numbers, goal, "yes" if self.met else "NO")


HEADER = ("", "figure", "book", "bare", "unit", "median", "min", "max", "goal", "met")


def table(figures: Sequence[Figure]) -> str:
    """Return figures as a plain table."""
    rows = [HEADER, *(figure.cells() for figure in figures)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADER))]
    left = {0, 1, 4}
    lines = [
        "  ".join(cell.ljust(width) if at in left else cell.rjust(width) for at, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def progress(words: str) -> None:
    """Tell whoever waits what is being measured."""
    print(words, file=sys.stderr, flush=True)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.2f}"
