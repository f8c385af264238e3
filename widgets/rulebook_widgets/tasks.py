"""Sessions with something to find out: exercises, and small boards to try a rule on."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from typing import Any

from rulebook import classroom
from rulebook.exercise import STEPS, Exercise, Verdict
from rulebook.exercise import exercise as find_exercise
from rulebook.game import Remark
from rulebook.link import Link, LinkError, write
from rulebook.playthrough import History, Playthrough
from rulebook.search import search
from rulebook.setting import MADE, write_exercise
from rulebook.words import _
from rulebook_widgets.presenting import PresentedSession
from rulebook_widgets.scene import View
from rulebook_widgets.session import READER, Fields, Refusal, hears, seated

MOST_MISSING = 3
"""How many fresh positions in a row may not be found before the search is given up."""
PLAYOUTS = 60
"""How many playouts look for the reply to a wrong move: a few tenths of a second at most."""


class TrySession(PresentedSession):
    """A small board beside a few rules: no bots, no log, back to the start at a touch."""

    kind = "try"
    guards = False
    opens = frozenset({"try"})

    def _show_link(self, link: Link) -> None:
        if link.kind == self.kind and link.line.states[0] != self.start.states[0]:
            raise LinkError(_("the link"), _("it is of another small board"))
        super()._show_link(link)


class ExerciseSession(PresentedSession):
    """One exercise: moves or answers are judged, a wrong move is played on, and the position comes back.

    Nothing that is sent to the page depends on the answer before it is given; the page gets each hint when it asks.
    """

    kind = "exercise"
    guards = False
    deaf = frozenset({"new", "player", "step", "back", "chance", "roll", "suppose", "resume", "memo"})
    opens = frozenset({"exercise"})
    keeps = True
    """Whether this board keeps to its own exercise; else a link can bring any other of the book."""

    coded = True
    """Whether the page shows answer codes for a class."""

    def __init__(self, exercise: Exercise) -> None:
        self._take_up(exercise, 0)
        super().__init__(_position(exercise))

    def _take_up(self, exercise: Exercise, number: int) -> None:
        """Let an exercise be the one that is asked, and nobody have answered it yet."""
        self.exercise, self.key = exercise, exercise.key
        self.number = number
        """Which fresh position is shown, 0 being the exercise's own."""
        self.verdict: Verdict | None = None
        self.hint: tuple[int, str] = (0, "")
        """How many hints have been asked for, and the last one's words."""
        self.tries = 0
        self.answer: classroom.Answer | None = None
        """What the answer code tells: the first right answer, or else the last one."""
        self.page = secrets.randbelow(classroom.PAGES)
        """What tells this page's codes from others', and nothing else."""

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes look: all hands lie open, unless the exercise is closed."""
        return self.game.current_player(self.exercise.state) if self.exercise.closed else None

    @property
    def plain(self) -> bool:
        """Whether the board keeps its sums and lights to itself: until a question is answered."""
        return (self.exercise.kind != "move" or self.exercise.plain) and not self.solved

    @property
    def solved(self) -> bool:
        """Whether the exercise has been answered rightly."""
        return self.verdict is not None and self.verdict.right

    def view(self) -> View:
        """Return how the state is shown, with what was tried marked while it is to be judged."""
        view = super().view()
        if self.exercise.plain and view.legal and not self.solved:
            # What fits a card that is chosen would be ringed: the rings stay those of all that can be done.
            return replace(view, legal=self.picture.targets(self.state, ()))
        if self.exercise.attempt and not self.solved:
            return replace(view, selection=self._tried())
        return view

    def _tried(self) -> tuple[str, ...]:
        return self.game.places(self.game.parse(self.exercise.attempt))

    def _task(self) -> Remark:
        """Return who is to decide and what; of a question the question: the position's words may answer it."""
        return Remark("", self.exercise.task) if self._questions else super()._task()

    @property
    def _questions(self) -> bool:
        """Whether a question waits for its answer."""
        return self.exercise.kind != "move" and not self.solved

    def _may_act(self) -> bool:
        return super()._may_act() and self.exercise.kind == "move"

    def _modes(self) -> tuple[tuple[str, str], ...]:
        return super()._modes() if self.exercise.kind == "move" else ()

    def _legal(self) -> list[tuple[str, str]]:
        return super()._legal() if self.exercise.kind == "move" else []

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board and does not change, without an example: it might be the answer."""
        return super().setup() | {"examples": []}

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and how the exercise goes."""
        asked, words = self.hint
        shown = {
            "task": self.exercise.task,
            "kind": self.exercise.kind,
            "says": self.exercise.says,
            "choices": self.exercise.choices,
            "hint": words,
            "hints": STEPS - asked,
            "again": self.verdict is not None or self.history.ply > 0,
            "fresh": bool(self.exercise.fresh[0]),
            "verdict": self._said_of(self.verdict),
            "code": classroom.write(self.exercise, self.answer) if self.coded and self.answer else "",
        }
        return super().report() | {"exercise": shown}

    @staticmethod
    def _said_of(verdict: Verdict | None) -> dict[str, Any] | None:
        if verdict is None:
            return None
        return {"right": verdict.right, "words": verdict.words, "rule": verdict.rule}

    def point(self, place: str) -> None:
        """Try what pointing at a place means, where the exercise asks for a move."""
        if self._asks_for_a_move():
            super().point(place)

    def attempt(self, action: Any) -> bool:
        """Play an action; after the last one say whether it solves the exercise, and play the reply if not."""
        if not self._asks_for_a_move():
            return False
        if self.verdict:
            self._clear()
            self.refusal = Refusal(_("This try is over."), self.verdict.rule, _("Press Try again for the position."))
            return False
        if not super().attempt(action):
            return False
        states = list(self.history.line.states)
        if len(states) > self.exercise.plies or not all(map(self.exercise.asks, states)):
            self._judge_line(states)
        return True

    def _go(self, ply: int | None, otherwise: str) -> None:
        self.verdict = None
        super()._go(ply, otherwise)

    def _asks_for_a_move(self) -> bool:
        if self.exercise.kind == "move":
            return True
        self._clear()
        said = _("Nothing is moved in this exercise.")
        self.refusal = Refusal(said, advice=_("Give your answer beside the board."))
        return False

    def _judge_line(self, states: list[Any]) -> None:
        rule = self.exercise.rules[0]
        if self.exercise.solved(states):
            self._conclude(Verdict(True, _("Right, that does it."), rule))
            return
        said = [_("Legal, but it does not do what was asked."), self.exercise.missed(states)]
        if self.seat >= 0 and self.seat != self.game.current_player(states[0]):
            said.append(self._refute())
        self._conclude(Verdict(False, " ".join(filter(None, said)), rule))

    def _refute(self) -> str:
        """Play the best reply that a search finds, and return it in words; its events tell what it does."""
        state = self.history.state
        reply = search(self.game, state, PLAYOUTS, random.Random(self.number))[0].action
        heard = self._heard(state, reply)
        self._play(reply)
        return _("The reply is {reply}.").format(reply=self.game.say(state, reply)) if heard else ""

    def _conclude(self, verdict: Verdict) -> None:
        """Take a verdict, and count the try."""
        self.verdict = verdict
        self.tries += 1
        if self.answer is None or not self.answer.right:
            self.answer = classroom.Answer(self.page, verdict.right, self.tries, self.hint[0])

    @hears("number", number=int)
    def _number(self, fields: Fields) -> None:
        if self._answers("count"):
            self._take(self.exercise.judge_number(fields["number"]))

    @hears("name", rule=str)
    def _name(self, fields: Fields) -> None:
        if not self._answers("mistake"):
            return
        if fields["rule"] not in self.exercise.choices:
            said = _("'{rule}' is none of the rules to choose from.").format(rule=fields["rule"][:20])
            self.refusal = Refusal(said, advice=_("Choose one of {}.").format(", ".join(self.exercise.choices)))
            return
        self._take(self.exercise.judge_rule(fields["rule"]))

    def _answers(self, kind: str) -> bool:
        self._clear()
        if self.exercise.kind != kind:
            self.refusal = Refusal(_("This exercise asks for something else."), advice=_("Nothing has changed."))
        return self.exercise.kind == kind

    def _take(self, verdict: Verdict) -> None:
        self._conclude(verdict)
        self.glow = verdict.places
        self.said = verdict.words

    @hears("hint")
    def _hint(self, _fields: Fields) -> None:
        step = min(self.hint[0], STEPS - 1)
        hint = self.exercise.hint(step)
        self._clear()
        self.hint = (step + 1, hint.words)
        self.glow = hint.places
        self.said = hint.words

    def _light(self, fields: Fields) -> None:
        """Light the places that a rule speaks of, unless their number may be the answer."""
        if self.plain:
            self.said = ""
        else:
            super()._light(fields)

    @hears("again")
    def _again(self, _fields: Fields) -> None:
        self.verdict = None
        self._settle(_history(self.exercise))

    @hears("fresh")
    def _fresh(self, _fields: Fields) -> None:
        """Ask the same on the next fresh position."""
        if not self.exercise.fresh[0]:
            self._clear()
            self.refusal = Refusal(_("This exercise has one position."), advice=_("Try it again."))
            return
        original = find_exercise(self.key)
        for number in range(self.number + 1, self.number + 1 + MOST_MISSING):
            if found := original.numbered(number):
                self._pose(found, number)
                self.said = _("A fresh position.")
                return
        self._clear()
        self.refusal = Refusal(_("No fresh position was found."), advice=_("Try this one again."))

    def _pose(self, exercise: Exercise, number: int) -> None:
        """Ask an exercise from its beginning."""
        self._take_up(exercise, number)
        self.start = _position(exercise)
        self.players = seated((READER,), exercise.game)
        self._settle(_history(exercise))

    def linked(self) -> Link:
        """Return what a link to this exercise holds: the reader's own moves, and no answer."""
        own = self.history.line.upto(min(self.history.ply, self._made()))
        return self._link(own)

    def _link(self, line: Playthrough) -> Link:
        """Return a link to this exercise that holds a line: by its key, or with its text if it was made by hand."""
        if self.key.endswith(MADE):
            return Link("made", line, len(line), write_exercise(self.exercise))
        return Link("exercise", line, len(line), self.key, self.number)

    def _made(self) -> int:
        """Return how many moves in a row are the reader's own."""
        states = self.history.line.states[: self.exercise.plies + 1]
        return next((at for at, state in enumerate(states) if not self.exercise.asks(state)), len(states) - 1)

    def given(self) -> str:
        """Return the link for others, without the moves that were made here."""
        return write(self._link(self.history.line.upto(0)))

    def _show_link(self, link: Link) -> None:
        """Ask the exercise of a link, and make the moves that it holds."""
        if link.kind != self.kind or (self.keeps and link.key != self.key):
            raise LinkError(_("the link"), _("it is of another board than this exercise"))
        posed = find_exercise(link.key).numbered(link.fresh)
        assert posed is not None, "a link that was read has its position"
        self._pose(posed, link.fresh)
        self._make_moves(link)

    def _make_moves(self, link: Link) -> None:
        """Make the moves of a link; each is judged as if made here."""
        for action in link.line.actions if self.exercise.kind == "move" else ():
            self.attempt(action)
        self.said = _("The link is open.") if self.verdict is None else None

    def _to_start(self, fields: Fields) -> None:
        self._again(fields)

    def _announce(self, task: Any) -> str:
        if self.verdict and self.refusal is None:
            return " ".join([*(event.words for event in self.told), self.verdict.words])
        return super()._announce(task)


def _position(exercise: Exercise) -> Playthrough:
    return Playthrough.begin(exercise.game, exercise.position)


def _history(exercise: Exercise) -> History:
    return History(_position(exercise))
