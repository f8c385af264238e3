"""Sheets of tasks on fresh positions, for a class to work at on paper; their answers on a page of their own.

Two kinds of tasks stand on a sheet: exercises of the book on another position, and moves to be judged by one of the
rules that forbid something. The same game, seed, number and rules give the same sheet. What the pupils get is made
from what is asked alone, so that no answer is in it, whether to be seen, in the words for a screen reader or in the
file.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import jinja2

from rulebook import practice
from rulebook.exercise import Exercise, exercises
from rulebook.registry import GAMES
from rulebook.words import _
from rulebook_widgets import palette, printing, stills
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.scene import View
from rulebook_widgets.server import UsageError
from rulebook_widgets.tasks import ExerciseSession

MOST = 60
"""How many tasks a sheet may have."""
SHOWN = 4
"""How many of the lines that solve an exercise its answer names."""


class Problem(Protocol):
    """One task of a sheet."""

    @property
    def position(self) -> tuple[str, str]:
        """What tells it from the others: what it is made from, and its position."""

    @property
    def words(self) -> tuple[str, ...]:
        """What is asked, a line each."""

    def picture(self) -> str:
        """Return its position as SVG."""

    def answer(self) -> tuple[str, str]:
        """Return its answer in words, and the rule it rests on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An exercise on a fresh position."""

    exercise: Exercise

    @property
    def position(self) -> tuple[str, str]:
        """The exercise and its position."""
        return self.exercise.key, self.exercise.position

    @property
    def words(self) -> tuple[str, ...]:
        """The exercise's own task."""
        return stills.asked(self.exercise)

    def picture(self) -> str:
        """Return the position as the exercise's board shows it before any answer."""
        session = ExerciseSession(self.exercise)
        return svg(session.picture.picture(session.state, session.view()), session.report()["describe"])

    def answer(self) -> tuple[str, str]:
        """Return the number asked for, or the first of the lines that solve it."""
        rule = self.exercise.rules[0]
        if self.exercise.kind == "count":
            return str(self.exercise.answer()), rule
        ways = list(islice(self.exercise.solutions(), SHOWN + 1))
        words = _(" or ").join(_(", then ").join(map(str, way)) for way in ways[:SHOWN])
        return words + (_(" or others") if len(ways) > SHOWN else ""), rule


@dataclass(frozen=True, slots=True)
class Tried:
    """A move to be judged."""

    task: practice.Task

    @property
    def position(self) -> tuple[str, str]:
        """The rule that is practised, the position and the move."""
        return self.task.rule, f"{self.task.game.to_text(self.task.state)} {self.task.action}"

    @property
    def words(self) -> tuple[str, ...]:
        """The move, and the rules to choose among."""
        rules = _(" or ").join(self.task.choices)
        return (
            _("The move: {move}.").format(move=self.task.words),
            _("Is it allowed? If not, which rule forbids it: {rules}?").format(rules=rules),
        )

    def picture(self) -> str:
        """Return the position with the places that the move points at."""
        looks, state = picture_of(self.task.game), self.task.state
        return svg(looks.picture(state, View(selection=self.task.places)), looks.describe(state))

    def answer(self) -> tuple[str, str]:
        """Return that it is allowed, or why it is not."""
        no = self.task.objection
        return (no.words, no.rule) if no else (_("Allowed."), self.task.rule)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The tasks of one sheet, with what they were made from."""

    game: str
    seed: int
    rules: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def name(self) -> str:
        """What the sheet is of: the game, and the rules it keeps to."""
        return " ".join((GAMES[self.game].name, *self.rules))

    @property
    def source(self) -> str:
        """What gives this sheet again."""
        return _("{count} tasks, seed {seed}").format(count=len(self.problems), seed=self.seed)


def main(argv: list[str]) -> int:
    """Print a sheet of tasks; return 2 for words of the call that are off, 1 if printing fails."""
    parser = argparse.ArgumentParser(
        prog="rulebook sheet", description="Print tasks on fresh positions, with their answers on a page apart."
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same sheet (1)")
    parser.add_argument("--count", type=int, default=8, help="how many tasks (8)")
    parser.add_argument(
        "--rules", nargs="+", default=[], metavar="RULE", help="only on these rules: HO5.2, or all of HO3"
    )
    parser.add_argument("--out", type=Path, help="the file to write (GAME-SEED.pdf)")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="write the answers to a file of their own")
    parser.add_argument("--html", action="store_true", help="write pages for any browser instead of PDF")
    options = parser.parse_args(argv)
    ending = ".html" if options.html else ".pdf"
    try:
        out = _file(options.out or Path(f"{options.game}-{options.seed}{ending}"), "--out", ending)
        apart = options.answers and _file(options.answers, "--answers", ending)
        if apart and apart.absolute() == out.absolute():
            raise UsageError(f"--answers {apart}: the sheet itself goes to that file")
        sheet = make(options.game, options.seed, options.count, tuple(options.rules))
    except UsageError as error:
        print(f"rulebook sheet: {error}", file=sys.stderr)
        return 2
    try:
        for place, html in ({out: page(sheet, answers=not apart)} | _apart(sheet, apart)).items():
            if options.html:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(html, "utf-8")
            else:
                printing.to_pdf(html, place)
            print(place)
    except (printing.PrintError, OSError) as error:
        print(f"rulebook sheet: {error}", file=sys.stderr)
        return 1
    return 0


def _file(path: Path, option: str, ending: str) -> Path:
    if path.suffix != ending:
        raise UsageError(f"{option} {path}: the name of this file ends with {ending}")
    return path


def _apart(sheet: Sheet, place: Path | None) -> dict[Path, str]:
    return {place: page(sheet, asks=False)} if place else {}


def make(game: str, seed: int, count: int, rules: Sequence[str] = ()) -> Sheet:
    """Return a sheet of `count` tasks of a game on fresh positions, about `rules` alone if there are any.

    Raises `UsageError` for what cannot be.
    """
    if game not in GAMES:
        raise UsageError(f"'{game}' is no game; games are {', '.join(GAMES)}")
    if not 1 <= count <= MOST:
        raise UsageError(f"--count {count}: from 1 to {MOST} tasks")
    endless = [exercise for exercise in exercises(game).values() if exercise.fresh[0]]
    sources: list[Exercise | str] = [*endless, *practice.forbidding(game)]
    for rule in rules:
        if not any(_is_about(source, rule) for source in sources):
            known = sorted({about for source in sources for about in _about(source)}, key=_order)
            raise UsageError(f"--rules {rule}: tasks of {GAMES[game].name} are about {', '.join(known)}")
    wanted = [source for source in sources if not rules or any(_is_about(source, rule) for rule in rules)]
    rng = random.Random(f"{game}/{seed}/{' '.join(rules)}")
    found = tuple(islice(_fresh(wanted, rng), count))
    if len(found) < count:
        raise UsageError(f"--count {count}: only {len(found)} different positions were found; ask for fewer")
    return Sheet(game, seed, tuple(rules), found)


def _about(source: Exercise | str) -> tuple[str, ...]:
    return (source,) if isinstance(source, str) else source.rules


def _is_about(source: Exercise | str, rule: str) -> bool:
    """Tell whether tasks are about a rule, or about one of the section that `rule` names, `HO3`."""
    return any(about == rule or about.startswith(f"{rule}.") for about in _about(source))


def _order(rule: str) -> list[int]:
    return [int(number) for number in rule[2:].split(".")]


def _fresh(sources: Sequence[Exercise | str], rng: random.Random) -> Iterator[Problem]:
    """Yield tasks, no position twice: one from each source, in any order, before a source has its turn again."""
    seen: set[tuple[str, str]] = set()
    barren = 0
    while barren < len(sources):
        for source in rng.sample(sources, len(sources)):
            problem = _problem(source, rng)
            if problem is None or problem.position in seen:
                barren += 1
                continue
            barren = 0
            seen.add(problem.position)
            yield problem


def _problem(source: Exercise | str, rng: random.Random) -> Problem | None:
    if isinstance(source, str):
        return Tried(practice.task(source, rng))
    found = source.another(rng)
    return found and Asked(found)


def page(sheet: Sheet, asks: bool = True, answers: bool = True) -> str:
    """Return a sheet as a page that holds all it needs: what it asks, its answers, or both."""
    loader = jinja2.FileSystemLoader(printing.TEMPLATES)
    template = jinja2.Environment(loader=loader, trim_blocks=True, autoescape=True).get_template("sheet.html.j2")
    titles = {
        True: _("{name}: exercises").format(name=sheet.name),
        False: _("{name}: answers (seed {seed})").format(name=sheet.name, seed=sheet.seed),
    }
    return template.render(
        title=titles[asks],
        asks_title=titles[True],
        answers_title=titles[False],
        style="\n".join((palette.css(), *map(printing.style, STYLES))),
        foot=stills.at_the_foot(f"Rulebook · {sheet.name} · {sheet.source}"),
        problems=_shown(sheet) if asks else {},
        answers=[problem.answer() for problem in sheet.problems] if answers else [],
    )


STYLES = ("rulebook.css", "live.css", "print.css", "sheet.css")


def _shown(sheet: Sheet) -> dict[str, Any]:
    """Return the sprites of a sheet's pictures, and each of its tasks with its picture and the size of that."""
    sprites, pictures = stills.shared(problem.picture() for problem in sheet.problems)
    pairs = zip(sheet.problems, pictures, strict=True)
    return {"sprites": sprites, "each": [(problem.words, one, stills.sized(one)) for problem, one in pairs]}
