"""What comes next in practice, and how it goes: Leitner's boxes over rules, and what blind guesses would have done.

A rule is in one of five boxes. A right answer moves it one box on, a wrong one back to the first; the higher the box,
the more tasks pass before it is asked again. What was missed comes back after two other tasks. Nothing here knows whose
progress it is: it comes from the reader's browser as a table, and goes back there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook.words import _

GAPS = (2, 5, 12, 30, 80)
"""By box: how many tasks pass until a rule is due again."""
MOST = 1_000_000
"""The largest number in a table of progress."""
FIELDS = ("seen", "right", "box", "last")


class DrillError(ValueError):
    """A table of progress that cannot be; the text names the rule, the field and what is allowed."""


@dataclass(frozen=True, slots=True)
class Record:
    """How it goes with one rule: tasks seen, right ones, its box, and the number of tasks of the game at the last."""

    seen: int = 0
    right: int = 0
    box: int = 0
    last: int = 0

    @property
    def due(self) -> int:
        """How many tasks of the game must have been answered before this rule is asked again."""
        return self.last + GAPS[self.box]

    def then(self, right: bool, now: int) -> Record:
        """Return the record after one more answer, the `now`-th of the game."""
        box = min(self.box + 1, len(GAPS) - 1) if right else 0
        return Record(self.seen + 1, self.right + right, box, now)

    def row(self) -> tuple[int, int, int, int]:
        """Return the record as a table of progress keeps it."""
        return (self.seen, self.right, self.box, self.last)


Progress = dict[str, Record]
"""How it goes with the rules of one game that have been asked."""


def answered(progress: Mapping[str, Record]) -> int:
    """Return how many tasks of a game have been answered."""
    return sum(record.seen for record in progress.values())


def pick(rules: Sequence[str], progress: Mapping[str, Record], rng: random.Random, last: str = "") -> str:
    """Return the rule to ask next: one that is due, else a new one, else the one that is due soonest.

    Of those that are due the ones in lower boxes come first. `last` is the one just asked: it waits for its turn.
    """
    others = [rule for rule in rules if rule != last] or list(rules)
    now = answered(progress)
    known = [rule for rule in others if rule in progress]
    due = [rule for rule in known if progress[rule].due <= now]
    if due:
        return min(due, key=lambda rule: (progress[rule].box, progress[rule].due))
    new = [rule for rule in others if rule not in progress]
    return rng.choice(new) if new else min(known, key=lambda rule: progress[rule].due)


def read(table: Mapping[object, object], rules: Sequence[str]) -> Progress:
    """Return the progress that a table from a page holds, rules that are none of `rules` left out.

    Raises `DrillError` for a table that no practice can have led to.
    """
    found: Progress = {}
    for rule in rules:
        if rule in table:
            found[rule] = _record(rule, table[rule])
    now = answered(found)
    for rule, record in found.items():
        if record.last > now:
            raise DrillError(
                _("{rule}: last is {last}, after {now} tasks").format(rule=rule, last=record.last, now=now)
            )
    return found


def _record(rule: str, row: object) -> Record:
    if not isinstance(row, Sequence) or len(row) != len(FIELDS):
        raise DrillError(_("{rule}: its row has four numbers, {fields}").format(rule=rule, fields=", ".join(FIELDS)))
    for field, value in zip(FIELDS, row, strict=True):
        most = len(GAPS) - 1 if field == "box" else MOST
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            said = _("{rule}: {field} is a whole number from 0 to {most}")
            raise DrillError(said.format(rule=rule, field=field, most=most))
    record = Record(*row)
    if not record.seen or record.right > record.seen:
        raise DrillError(_("{rule}: right is at most seen, and seen at least 1").format(rule=rule))
    return record


def chance_of(right: int, lucks: Sequence[Fraction]) -> Fraction:
    """Return the chance that blind guesses, each right with its chance in `lucks`, are right `right` times or more."""
    shares = [Fraction(1)]
    for luck in lucks:
        missed = [share * (1 - luck) for share in shares]
        hit = [share * luck for share in shares]
        shares = [low + high for low, high in zip([*missed, Fraction(0)], [Fraction(0), *hit], strict=True)]
    return sum(shares[right:], Fraction(0))
