"""Sheets of tasks on fresh positions, for a class to work at on paper; their answers on a page of their own.

Two kinds of tasks stand on a sheet: exercises of the book on another position, and moves to be judged by one of the
rules that forbid something. The same game, seed, number and rules give the same sheet. What the pupils get is made
from what is asked alone, so that no answer is in it, whether to be seen, in the words for a screen reader or in the
file. And it is enough to decide: paper cannot be touched, so what a board tells beside its picture stands in words.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import jinja2

from rulebook import practice
from rulebook.book import MARK, Book, BookError
from rulebook.exercise import Exercise, exercises
from rulebook.game import AnyGame
from rulebook.registry import GAMES, variant
from rulebook.words import _
from rulebook_widgets import palette, printing, stills
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.paper import beside, known_cards, printed
from rulebook_widgets.scene import View
from rulebook_widgets.server import UsageError, find_book
from rulebook_widgets.tasks import ExerciseSession

MOST = 60
"""How many tasks a sheet may have."""
SHOWN = 4
"""How many of the lines that solve an exercise its answer names."""
LONG_RULE, SHORT_RULE = 220, 150
"""Up to how many letters of a rule are printed, and how many in a task with much beside its picture."""
MUCH = 4
"""More lines than these beside a picture are much."""


class Problem(Protocol):
    """One task of a sheet."""

    @property
    def position(self) -> tuple[str, str]:
        """What tells it from the others: what it is made from, and its position."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a board tells beside its picture: the options, what lies there, the plies before; a line each."""

    @property
    def words(self) -> tuple[str, ...]:
        """What is asked, a line each."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The rules to choose among, if there are any."""

    @property
    def cards(self) -> frozenset[int]:
        """The cards of Dictator-Control that are seen or named, by their numbers."""

    def picture(self) -> str:
        """Return its position as SVG."""

    def answer(self) -> tuple[str, str]:
        """Return its answer in words, and the rule it rests on, `""` where the words say all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An exercise on a fresh position."""

    exercise: Exercise

    @property
    def position(self) -> tuple[str, str]:
        """The exercise and its position."""
        return self.exercise.key, self.exercise.position

    @property
    def notes(self) -> tuple[str, ...]:
        """The options, and what is not in the picture."""
        session = ExerciseSession(self.exercise)
        return (*_variant(session.game), *beside(session.game, session.state, session.viewer))

    @property
    def words(self) -> tuple[str, ...]:
        """The exercise's own task, and before one that asks for a move who is to decide what."""
        asked = stills.asked(self.exercise)
        if self.exercise.kind != "move":
            return asked
        return (ExerciseSession(self.exercise).report()["task"]["words"], *asked)

    @property
    def choices(self) -> tuple[str, ...]:
        """The rules that the exercise offers."""
        return self.exercise.choices

    @property
    def cards(self) -> frozenset[int]:
        """The cards that the exercise lets see."""
        session = ExerciseSession(self.exercise)
        return known_cards(session.game, session.state, (), session.viewer)

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
    def notes(self) -> tuple[str, ...]:
        """The options, what is not in the picture, and the plies before."""
        game, told = self.task.game, self.task.before
        before = [_("Before: {plies}").format(plies=" – ".join(told))] if told else []
        return (*_variant(game), *beside(game, self.task.state), *before)

    @property
    def words(self) -> tuple[str, ...]:
        """Who is to decide what; the move, and the question."""
        asked = _("The move: {move}. Is it allowed? If not, which rule forbids it?")
        return (self.task.game.task(self.task.state).words, asked.format(move=self.task.words))

    @property
    def choices(self) -> tuple[str, ...]:
        """The rules of which one may forbid the move."""
        return self.task.choices

    @property
    def cards(self) -> frozenset[int]:
        """The cards that are seen, and those that the move names."""
        return known_cards(self.task.game, self.task.state, self.task.places)

    def picture(self) -> str:
        """Return the position with the places that the move points at lit, and nothing counted or compared for it."""
        looks, state = picture_of(self.task.game), self.task.state
        return svg(looks.picture(state, View(glow=self.task.places, plain=True)), looks.describe(state, plain=True))

    def answer(self) -> tuple[str, str]:
        """Return that it is allowed, or why it is not."""
        no = self.task.objection
        if no is None:
            return _("Allowed. {rule} does not forbid it.").format(rule=self.task.rule), ""
        return _("Not allowed. {reason}").format(reason=no.words), no.rule


def _variant(game: AnyGame) -> list[str]:
    """Return the options of a game in a line, if there is something to say of them."""
    named = variant(game)
    return ["; ".join(named)] if named else []


@dataclass(frozen=True, slots=True)
class Sheet:
    """The tasks of one sheet, with what they were made from."""

    game: str
    seed: int
    rules: tuple[str, ...]
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]
    """The rules that are offered as answers, in plain words."""

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
    parser.add_argument("--book", type=Path, help="the folder of notebooks (./book, or the one of this checkout)")
    options = parser.parse_args(argv)
    ending = ".html" if options.html else ".pdf"
    try:
        out = _file(options.out or Path(f"{options.game}-{options.seed}{ending}"), "--out", ending)
        apart = options.answers and _file(options.answers, "--answers", ending)
        if apart and apart.absolute() == out.absolute():
            raise UsageError(f"--answers {apart}: the sheet itself goes to that file")
        sheet = make(options.game, options.seed, options.count, tuple(options.rules), options.book)
    except (UsageError, BookError) as error:
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


def make(game: str, seed: int, count: int, rules: Sequence[str] = (), book: Path | None = None) -> Sheet:
    """Return a sheet of `count` tasks of a game on fresh positions, about `rules` alone if there are any.

    The words of the rules are those of the book in the folder `book`, or else of the one that is found. Raises
    `UsageError` for what cannot be, `BookError` for a book that cannot be read.
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
    offered = {rule for problem in found for rule in problem.choices}
    written_down = Book.read(find_book(book)).rules
    texts = {rule: plain(one.text) for rule, one in written_down.items() if rule in offered}
    return Sheet(game, seed, tuple(rules), found, texts)


def plain(text: str) -> str:
    """Return a rule without marks, links and emphasis.

    >>> plain("*Move*: a [step](2-2.ipynb) to `E4`. [ruling] One a turn.")
    'Move: a step to E4. One a turn.'
    """
    return " ".join(_MARKUP.sub("", _LINKED.sub(r"\1", MARK.sub("", text))).split())


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many letters as it is, of a longer one the sentences that it begins with.

    >>> shortened("The space must be empty. A tile or a stone occupies it.", 40)
    'The space must be empty. …'
    """
    if len(text) <= most:
        return text
    begun = text[:most]
    ends = [found.end() for found in _SENTENCE.finditer(begun)]
    return f"{begun[: ends[-1]] if ends else begun.rpartition(' ')[0]} …"


_LINKED = re.compile(r"\[([^\]]*)\]\([^)\s]+\)")
_MARKUP = re.compile(r"[*`]")
_SENTENCE = re.compile(r"[.;:](?= )")


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
    """Return what the pupils get: the sprites of all pictures, the tasks, and the cards that they are about."""
    sprites, pictures = stills.shared(problem.picture() for problem in sheet.problems)
    each = [
        {
            "notes": problem.notes,
            "words": problem.words,
            "choices": [(rule, shortened(sheet.texts.get(rule, ""), _room(problem))) for rule in problem.choices],
            "picture": picture,
            "size": stills.sized(picture),
        }
        for problem, picture in zip(sheet.problems, pictures, strict=True)
    ]
    numbers = frozenset().union(*(problem.cards for problem in sheet.problems))
    return {"sprites": sprites, "each": each, "cards": printed(numbers)}


def _room(problem: Problem) -> int:
    """Return how many letters of each rule stand in a task, so that three tasks fill a page."""
    return SHORT_RULE if len(problem.notes) > MUCH else LONG_RULE
