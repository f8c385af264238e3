"""Boards of practice: is this move legal, and if not, by which rule? Positions come without end.

What is sent to the page before an answer is the position, the move and the answers to choose among; nothing of it
depends on which is right. Progress is the reader's: the page keeps it, and gives it back at the start.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebook.drill import DrillError, Progress, Record, answered, chance_of, pick, read
from rulebook.game import Objection, Remark
from rulebook.playthrough import History, Playthrough
from rulebook.practice import PracticeError, Task, forbidding, task
from rulebook.registry import GAMES, variant
from rulebook.words import _
from rulebook_widgets.board import Board
from rulebook_widgets.scene import View
from rulebook_widgets.session import Fields, Refusal, Session, hears, seated

SALTS = 2**31
"""What a page makes its tasks differ by is below this."""
TOLD = 3
"""How much of what a legal move does is told."""


@dataclass(frozen=True)
class Verdict:
    """The answer to an answer: whether it is right, what is so, the rule, and what to do instead of the move."""

    right: bool
    words: str
    rule: str
    advice: str = ""


class PracticeSession(Session):
    """One reader who judges moves of one game: of all rules that forbid, of some, or of a single one."""

    kind = "practice"
    guards = False
    opens = frozenset()
    deaf = frozenset({
        "new", "player", "step", "back", "chance", "roll", "legal", "type", "undo", "redo", "goto", "peek", "count",
        "alone", "memo", "temper", "mode", "share", "open", "start",
    })  # fmt: skip

    def __init__(self, key: str, rules: tuple[str, ...] = (), seed: int = 0) -> None:
        if key not in GAMES:
            raise PracticeError(f"'{key}' is no game of this book; the games are {', '.join(GAMES)}")
        known = forbidding(key)
        for rule in rules:
            if rule not in known:
                raise PracticeError(f"'{rule}' is no rule of {key} that forbids a move; those are {', '.join(known)}")
        self.rules = tuple(rule for rule in known if rule in rules) or known
        """What can be asked for."""
        self.focus = self.rules[0] if len(self.rules) == 1 else ""
        """The one rule that is practised, or `""`."""
        self.progress: Progress = {}
        self.lucks: list[Any] = []
        """The chance of a blind guess at each task answered in this sitting."""
        self.hits = 0
        """How many of them were answered rightly."""
        self.changed = ""
        """The rule whose record the last answer changed."""
        self.number = 0
        self.seed = f"{seed}/0"
        self._take_up(self._another(""))
        super().__init__(self._position())

    def _another(self, last: str) -> Task:
        """Return the next task: by the progress, drawn by the seed and its number."""
        rng = random.Random(f"{self.seed}/{self.number}")
        rule = self.focus or pick(self.rules, self.progress, rng, last)
        return task(rule, rng, alone=bool(self.focus))

    def _take_up(self, posed: Task) -> None:
        self.posed = posed
        self.verdict: Verdict | None = None
        self.looked = ""
        """What lies at the place that was pointed at last."""

    def _position(self) -> Playthrough:
        return Playthrough(self.posed.game, (self.posed.state,))

    def _continue(self) -> None:
        """Leave the position as it is: nobody plays on."""

    def _may_act(self) -> bool:
        return False

    def _modes(self) -> tuple[tuple[str, str], ...]:
        return ()

    def _memo(self) -> None:
        """No memory sheet: all hands lie open."""

    # Looking

    @property
    def plain(self) -> bool:
        """Whether nothing is counted or compared for the reader: whether something fits may be the answer."""
        return self.verdict is None

    def view(self) -> View:
        """Return how the state is shown: the move marked, not selected; once it is answered what forbids it lit."""
        view = super().view()
        if self.verdict is None:
            return replace(view, glow=self.posed.places, last=())
        return replace(view, refused=self._objection.places if self._objection else ())

    def _task(self) -> Remark:
        """Return what is to do; the rule of it, which may be the answer, only once the move is judged."""
        task = super()._task()
        return task if self.verdict else replace(task, rule="")

    @property
    def _objection(self) -> Objection | None:
        return self.posed.objection

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board: the move, the answers to choose among, and after one the verdict."""
        asked = {
            "game": self.game.key,
            "variant": "; ".join(variant(self.game)),
            "number": self.number,
            "move": self.posed.game.say(self.posed.state, self.posed.action),
            "notation": str(self.posed.action),
            "before": self.posed.before,
            "answers": self.posed.answers,
            "luck": self._luck(),
            "verdict": self._said(),
            "score": self._score(),
            "looked": self.looked,
            "focus": self.focus,
            "rules": self.rules,
            "progress": {rule: record.row() for rule, record in self.progress.items()},
            "changed": self.changed,
        }
        return super().report() | {"told": [], "practice": asked}

    def setup(self) -> dict[str, Any]:
        """Return what does not change while one position is shown; no action is given as an example."""
        return super().setup() | {"examples": [], "options": [], "players": [], "dice": []}

    def _said(self) -> dict[str, Any] | None:
        if self.verdict is None:
            return None
        return {
            "right": self.verdict.right,
            "words": self.verdict.words,
            "rule": self.verdict.rule,
            "advice": self.verdict.advice,
        }

    def _luck(self) -> str:
        many = len(self.posed.answers)
        if many == 2:
            return _("Half of the moves are legal: a blind guess is right one time in two.")
        said = _("Half of the moves are legal: “legal” is right one time in two, a blind tap one time in {many}.")
        return said.format(many=many)

    def _score(self) -> str:
        """Return how this sitting goes, and how likely blind guesses would do as well."""
        asked = len(self.lucks)
        if not asked:
            return ""
        chance = max(1, round(100 * chance_of(self.hits, self.lucks)))
        said = _("This sitting: {right} of {asked} right. Blind guesses do as well with a chance of {chance} %.")
        return said.format(right=self.hits, asked=asked, chance=chance)

    def _announce(self, task: Any) -> str:
        if self.verdict and self.refusal is None and self.said is None:
            return " ".join(filter(None, (self.verdict.words, self.verdict.rule, self.verdict.advice)))
        return super()._announce(task)

    # Hearing

    def point(self, place: str) -> None:
        """Look at a place, and say what lies there; nothing is moved here."""
        self._as_seen()
        self._clear()
        meant = self.picture.gesture(self.state, (), "", place)
        self.selection = meant if isinstance(meant, tuple) else ()
        self.looked = self.said = self.where(place)

    def attempt(self, action: Any) -> bool:
        """Play nothing: moves are judged here."""
        self._clear()
        return False

    @hears("judge", answer=str)
    def _judge(self, fields: Fields) -> None:
        """Take an answer, say what is so, and keep it in the progress."""
        self._clear()
        answer = fields["answer"]
        if self.verdict:
            self.refusal = Refusal(_("This move has been judged."), advice=_("Go on to the next one."))
            return
        if answer not in self.posed.answers:
            said = _("'{answer}' is none of the answers to choose from.").format(answer=answer[:20])
            self.refusal = Refusal(said, advice=_("Choose one of {}.").format(", ".join(self.posed.answers)))
            return
        right = answer == self.posed.answer
        self.lucks = [*self.lucks, self.posed.luck]
        self.hits += right
        rule, now = self.posed.rule, answered(self.progress) + 1
        self.progress = {**self.progress, rule: self.progress.get(rule, Record()).then(right, now)}
        self.changed = rule
        self.verdict = self._verdict(answer, right)

    def _verdict(self, answer: str, right: bool) -> Verdict:
        objection = self._objection
        again = "" if right else _("It comes back soon.")
        if objection is None:
            words = (
                _("Right: it is legal.") if right else _("It is legal: {rule} does not forbid it.").format(rule=answer)
            )
            self.told = ()
            self._play(self.posed.action)
            happened = " ".join(event.words for event in self.told[:TOLD])
            return Verdict(right, f"{words} {happened}", self.told[0].rule if right else answer, again)
        opening = _("Right, it is illegal.") if right else _("It is illegal.")
        return Verdict(right, f"{opening} {objection.words}", objection.rule, f"{objection.advice} {again}".strip())

    @hears("next")
    def _next(self, _fields: Fields) -> None:
        """Go on to another move, once this one is judged."""
        self._clear()
        if self.verdict is None:
            self.refusal = Refusal(_("This move is not judged yet."), advice=_("Choose an answer first."))
            return
        self._fresh()

    def _fresh(self) -> None:
        self.number += 1
        self._take_up(self._another(self.posed.rule))
        self.start = self._position()
        self.players = seated(self.players, self.posed.game)
        self._settle(History(self.start))
        self.changed = ""
        self.said = _("The next move: {move}").format(move=self.posed.words)

    @hears("focus", rule=str)
    def _focus(self, fields: Fields) -> None:
        """Practise one rule, or all of them again."""
        self._clear()
        rule = fields["rule"]
        if rule and rule not in self.rules:
            said = _("'{rule}' cannot be practised here.").format(rule=rule[:20])
            self.refusal = Refusal(said, advice=_("Choose one of {}.").format(", ".join(self.rules)))
            return
        self.focus = rule
        self._fresh()

    @hears("drill", table=Mapping, salt=int)
    def _drill(self, fields: Fields) -> None:
        """Take the progress that the reader's browser has kept; a table that cannot be changes nothing."""
        self._clear()
        if not 0 <= fields["salt"] < SALTS:
            self.refusal = Refusal(_("The page sent a salt that cannot be."), advice=_("Nothing has changed."))
            return
        try:
            self.progress = read(fields["table"], forbidding(self.game.key))
        except DrillError as error:
            said = _("This progress cannot be taken: {why}.").format(why=error)
            self.refusal = Refusal(said, advice=_("Nothing has changed; go on."))
            return
        self.changed = ""
        self.seed = f"{self.seed.partition('/')[0]}/{fields['salt']}"
        if self.verdict is None:
            self._fresh()


class PracticeBoard(Board):
    """The board of a session of practice; its words say what is asked as well."""

    session: PracticeSession

    def __repr__(self) -> str:
        asked = self.session.report()["practice"]
        forbidden = _(" or ").join(self.session.posed.choices)
        said = _("Is this legal: {move} ({notation})? Or does {rules} forbid it?")
        return "\n".join((
            super().__repr__(), said.format(move=asked["move"], notation=asked["notation"], rules=forbidden)
        ))  # fmt: skip
