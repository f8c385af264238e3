"""The teacher's board: an exercise posed to a class by its link, and the tally of the answer codes that come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulebook.book import Book, BookError
from rulebook.classroom import MOST_CODES, CodeError, Round, write
from rulebook.exercise import Exercise, ExerciseError, exercises
from rulebook.exercise import exercise as find_exercise
from rulebook.link import MOST_FRESH, Link
from rulebook.registry import GAMES
from rulebook.setting import MADE, read_exercise, write_exercise
from rulebook.words import _
from rulebook_widgets.session import Fields, Refusal, hears
from rulebook_widgets.tasks import ExerciseSession

LONGEST_TASK = 70
"""How many characters of an exercise's task stand in the list to choose from."""


@cache
def chapter_of(key: str) -> str:
    """Return the chapter of the book around this notebook in which an exercise stands, `""` if there is none.

    One that was made by hand is opened where others can be made.
    """
    try:
        chapters = Book.read(Path.cwd()).chapters
    except BookError:
        return ""
    call = "set_up(" if key.endswith(MADE) else f'exercise("{key}")'
    return next((one.name for one in chapters if any(call in source for _kind, source in one.cells)), "")


class ClassSession(ExerciseSession):
    """An exercise for a class: any of the book, on any fresh position, or one made by hand, with a round to each.

    The codes that are entered are kept while the page is open, and nowhere else.
    """

    keeps = False
    coded = False
    opens = frozenset({"exercise", "made"})

    def __init__(self, exercise: Exercise, chapter_of: Callable[[str], str] = lambda key: "") -> None:
        """`chapter_of` tells in which chapter of the book an exercise stands, `""` for none."""
        self.chapter_of = chapter_of
        self.rounds: Mapping[tuple[str, int], Round] = {}
        """The rounds so far, by what was posed."""
        self.news: tuple[str, ...] = ()
        """What is to be said of the codes that were entered last."""
        super().__init__(exercise)

    @property
    def round(self) -> Round:
        """The answers to what is posed now."""
        return self.rounds.get(self.posed, Round(self.exercise))

    @property
    def own(self) -> bool:
        """Whether an exercise is posed that was made by hand."""
        return self.key.endswith(MADE)

    @property
    def posed(self) -> tuple[str, int]:
        """What tells a round from others: the exercise's key, or its text if it was made by hand, and its position."""
        return (write_exercise(self.exercise) if self.own else self.key, self.number)

    def _take_up(self, exercise: Exercise, number: int) -> None:
        self.news = ()
        super()._take_up(exercise, number)

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board, and the exercises that can be posed."""
        games = [
            {"key": key, "name": game.name, "exercises": [_entry(entry) for entry in exercises(key).values()]}
            for key, game in GAMES.items()
        ]
        return super().setup() | {"classroom": {"games": games, "mostNumber": MOST_FRESH}}

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and the tally of the round."""
        taken, count = self.round, len(self.round.answers)
        tally = {
            "game": self.exercise.game.key,
            "key": self.posed[0],
            "own": self.own,
            "number": self.number,
            "news": self.news,
            "words": self._words(),
            "bars": _bars(taken),
            "codes": [(write(self.exercise, answer), answer.words) for answer in reversed(taken.answers)],
            "full": count >= MOST_CODES,
        }
        return super().report() | {"classroom": tally}

    def _words(self) -> str:
        count, right = len(self.round.answers), self.round.right
        if not count:
            return _("No answers yet.")
        return _("Answers: {count}. Right: {right}.").format(count=count, right=right)

    def _keep(self, taken: Round) -> None:
        self.rounds = {**self.rounds, self.posed: taken}

    @hears("pose", key=str, number=int)
    def _pose_another(self, fields: Fields) -> None:
        """Pose an exercise of the book, on the position of that number; 0 is the book's own."""
        key, number = fields["key"][:100], fields["number"]
        self._clear()
        try:
            chosen = find_exercise(key)
        except ExerciseError:
            said = _("'{key}' is no exercise of this book.").format(key=key[:40])
            self.refusal = Refusal(said, advice=_("Choose one of the list."))
            return
        if not 0 <= number <= MOST_FRESH or (number and not chosen.fresh[0]):
            most = MOST_FRESH if chosen.fresh[0] else 0
            said = _("This exercise has positions 0 to {most}, 0 being the book's own.").format(most=most)
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        posed = chosen.numbered(number)
        if posed is None:
            self.refusal = Refusal(_("No fresh position of that number was found."), advice=_("Take another number."))
            return
        self._pose(posed, number)
        self.said = _("Posed: {task}").format(task=posed.task)

    def _show_link(self, link: Link) -> None:
        """Show what a link holds; an exercise made by hand is posed."""
        if link.kind != "made":
            super()._show_link(link)
            return
        self._pose(read_exercise(link.key), 0)
        self._make_moves(link)
        self.said = _("Posed: {task}").format(task=self.exercise.task)

    @hears("codes", text=str)
    def _enter(self, fields: Fields) -> None:
        """Enter the codes of a text."""
        self._clear()
        taken, self.news = self.round.enter(fields["text"])
        self._keep(taken)
        self.said = " ".join((*self.news, self._words()))

    @hears("drop", code=str)
    def _drop(self, fields: Fields) -> None:
        """Take one answer out of the round."""
        self._clear()
        try:
            self._keep(self.round.drop(fields["code"][:20]))
        except CodeError as error:
            self.refusal = Refusal(str(error), advice=_("Nothing has changed."))
            return
        self.news = (_("Taken out."),)
        self.said = " ".join((*self.news, self._words()))

    @hears("round")
    def _new_round(self, _fields: Fields) -> None:
        """Begin the round of this exercise anew."""
        self._clear()
        self._keep(Round(self.exercise))
        self.news = (_("A new round has begun."),)
        self.said = self.news[0]

    def _share(self, fields: Fields) -> None:
        """Give the address at which the pupils find the exercise: in the chapter that holds it."""
        chapter, page, board = self.chapter_of(self.key), fields["page"], self.board
        if page and chapter:
            self.board, page = self.key, f"{page.rpartition('/')[0]}/{chapter}"
        super()._share({**fields, "page": page})
        self.board = board


def _entry(exercise: Exercise) -> tuple[str, str, bool]:
    """Return an exercise for the list to choose from: its key, its name and task in short, and whether it has more."""
    name = exercise.key.partition("/")[2].replace("-", " ").capitalize()
    said = f"{name}: {exercise.says or exercise.task}"
    short = said if len(said) <= LONGEST_TASK else said[: LONGEST_TASK - 1].rsplit(" ", 1)[0] + "…"
    return exercise.key, short, bool(exercise.fresh[0])


def _bars(taken: Round) -> list[dict[str, Any]]:
    """Return the bars of the tally: how many are right, at which try, and with how many hints."""
    count, right = len(taken.answers), taken.right
    tries = [(_("at try {tries}").format(tries=tries), many) for tries, many in taken.by_tries()]
    hints = [(_("hints: {hints}").format(hints=hints), many) for hints, many in taken.by_hints()]
    bars = [
        _bar(_("All answers"), [(_("right"), right), (_("not right"), count - right)]),
        _bar(_("Right answers, by tries"), tries),
        _bar(_("All answers, by hints asked for"), hints),
    ]
    return [bar for bar in bars if bar["parts"]]


def _bar(label: str, parts: list[tuple[str, int]]) -> dict[str, Any]:
    """Return one bar: its label, and of each part that is not empty its place, its words, its number and its share."""
    whole = sum(many for _words, many in parts)
    shown = [(at, words, many, round(100 * many / whole)) for at, (words, many) in enumerate(parts) if many]
    return {"label": label, "parts": shown}
