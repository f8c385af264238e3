"""The quick reference of a game: its rules in short lines under headings, made to fit on one sheet of A4.

Each line names the rules that it puts in short. A game's lines are its `reference.toml`:

    [[section]]
    title = "A turn"
    lines = [
        ["HO3.2 HO3.6", "Lay one tile from the supply, dragon side up. There is no passing."],
    ]

    [[figure]]
    game = "hong board=inner"      # a header, with a position of that game
    position = "…"
    words = "The inner castle, set up."
    high = 60                      # how high it is on paper at most, in millimetres
    count = true                   # whether counters lie on what is counted
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rulebook.coverage import rules_of


class QuickReferenceError(ValueError):
    """A damaged quick reference; the text names the section or figure, the line, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, and the rules that it puts in short."""

    rules: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Still:
    """A position to be shown, at most so many millimetres high on paper, and the words below it."""

    game: str
    position: str
    words: str
    high: int
    count: bool = False
    """Whether counters lie on what is counted."""


@dataclass(frozen=True, slots=True)
class QuickReference:
    """The sections of a game's sheet and the figures that follow them."""

    sections: tuple[Section, ...]
    figures: tuple[Still, ...]

    def lines(self) -> Iterator[Line]:
        """Yield the lines of all sections in order."""
        for section in self.sections:
            yield from section.lines

    def rules(self) -> frozenset[str]:
        """Return the rules that stand on the sheet."""
        return frozenset(rule for line in self.lines() for rule in line.rules)


@cache
def quick_reference(key: str) -> QuickReference:
    """Return the quick reference of the game called `key`. Raises `QuickReferenceError` if its file is damaged."""
    text = files(f"rulebook.games.{key}").joinpath("reference.toml").read_text("utf-8")
    return read(text, frozenset(rules_of(key).marks))


def read(text: str, rules: frozenset[str]) -> QuickReference:
    """Return a quick reference written as TOML, for a game with these rules. Raises `QuickReferenceError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise QuickReferenceError(f"not TOML: {error}") from error
    if strange := table.keys() - {"section", "figure"}:
        raise QuickReferenceError(f"'{min(strange)}': a quick reference has [[section]] and [[figure]] only")
    sections, figures = table.get("section"), table.get("figure", [])
    if not isinstance(sections, list) or not isinstance(figures, list):
        raise QuickReferenceError("one [[section]] at least is wanted, and each [[figure]] in double brackets")
    return QuickReference(
        tuple(_section(number, entry, rules) for number, entry in enumerate(sections, 1)),
        tuple(_still(number, entry) for number, entry in enumerate(figures, 1)),
    )


def _section(number: int, entry: Any, rules: frozenset[str]) -> Section:
    where = f"section {number}"
    title, lines = _fields(where, entry, {"title": str, "lines": list})
    return Section(
        title, tuple(_line(f"{where} '{title}', line {at}", line, rules) for at, line in enumerate(lines, 1))
    )


def _line(where: str, line: Any, rules: frozenset[str]) -> Line:
    if not isinstance(line, list) or len(line) != 2 or not all(isinstance(part, str) and part for part in line):
        raise QuickReferenceError(f'{where}: a line is ["its rules", "its text"]')
    numbers = tuple(line[0].split())
    if strange := [number for number in numbers if number not in rules]:
        raise QuickReferenceError(f"{where}: '{strange[0]}' is no rule of this game")
    return Line(numbers, line[1])


def _still(number: int, entry: Any) -> Still:
    kinds = {"game": str, "position": str, "words": str, "high": int, "count": bool}
    return Still(*_fields(f"figure {number}", entry, kinds, count=False))


def _fields(where: str, entry: Any, kinds: dict[str, type], **defaults: Any) -> list[Any]:
    """Return the fields of an entry in the order of `kinds`. Raises `QuickReferenceError`."""
    if not isinstance(entry, dict) or not entry.keys() <= kinds.keys():
        raise QuickReferenceError(f"{where}: its fields are {', '.join(kinds)}")
    values = defaults | entry
    for name, kind in kinds.items():
        if not isinstance(values.get(name), kind):
            raise QuickReferenceError(f"{where}, {name}: {kind.__name__} is wanted")
    return [values[name] for name in kinds]
