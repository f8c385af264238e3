"""The map between a rulebook and its program: which rule stands where, and what carries it out.

Each game's `rules.toml` lists its rules by what they do: `describes` (things and words), `happens` (named by an event
when it does) and `forbids` (named by an objection); a rule may stand in two of them. `marks` holds the marks.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files

from rulebook.book import Book
from rulebook.game import ENFORCED, AnyGame


@dataclass(frozen=True)
class Rules:
    """The rules of one game by what they do, in the order of the rulebook."""

    marks: dict[str, str]
    """Every rule with its mark, `""` if it is printed."""
    happens: frozenset[str]
    forbids: frozenset[str]


@dataclass(frozen=True)
class Coverage:
    """Where each rule of a game stands and what carries it out."""

    rules: Rules
    chapters: dict[str, str]
    """Rule -> chapter."""
    functions: dict[str, list[str]]
    """Rule -> the functions that carry it out."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The rules that stand in no chapter."""
        return tuple(rule for rule in self.rules.marks if rule not in self.chapters)

    def table(self) -> str:
        """Return a line a rule: number, mark, chapter, functions."""
        lines = []
        for rule, mark in self.rules.marks.items():
            does = "".join((" happens" * (rule in self.rules.happens), " forbids" * (rule in self.rules.forbids)))
            chapter = self.chapters.get(rule, "-- in no chapter --")
            lines.append(f"{rule:<7} {mark:<7}{does:<17} {chapter:<36} {', '.join(self.functions.get(rule, []))}")
        return "\n".join(lines)


@cache
def rules_of(key: str) -> Rules:
    """Return the rules of the game called `key`."""
    table = tomllib.loads(files(f"rulebook.games.{key}").joinpath("rules.toml").read_text("utf-8"))
    return Rules(table["marks"], frozenset(table["happens"]["rules"]), frozenset(table["forbids"]["rules"]))


def coverage(game: type[AnyGame], book: Book) -> Coverage:
    """Return the map of one game over a book."""
    import_module(game.__module__)
    chapters = {number: rule.chapter for number, rule in book.rules.items()}
    return Coverage(rules_of(game.key), chapters, {rule: sorted(set(names)) for rule, names in ENFORCED.items()})
