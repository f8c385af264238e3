"""Sessions with something to find out: exercises, and small boards to try a rule on."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from rulebook.bots import greedy_policy
from rulebook.exercise import Exercise, Verdict
from rulebook.game import TERMINAL
from rulebook.playthrough import History, Playthrough
from rulebook.words import _
from rulebook_widgets.scene import View
from rulebook_widgets.session import Fields, Refusal, Session, hears


class TrySession(Session):
    """A small board beside a few rules: no bots, no log, back to the start at a touch."""

    kind = "try"
    guards = False


class ExerciseSession(Session):
    """One exercise: moves or answers are judged, a wrong move is played on, and the position comes back."""

    kind = "exercise"
    guards = False
    deaf = frozenset({"new", "player", "step", "back", "chance", "roll"})

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.verdict: Verdict | None = None
        self.hinted = 0
        self.fresh = 0
        super().__init__(_position(exercise))

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes look: all hands lie open, unless the exercise is closed."""
        return self.game.current_player(self.exercise.state) if self.exercise.closed else None

    @property
    def plain(self) -> bool:
        """Whether the Hongs stay unlit: until a question is answered."""
        return self.exercise.kind != "move" and not self.solved

    @property
    def solved(self) -> bool:
        """Whether the exercise has been answered rightly."""
        return self.verdict is not None and self.verdict.right

    def view(self) -> View:
        """Return how the state is shown, with what was tried marked while it is to be judged."""
        view = super().view()
        if self.exercise.attempt and not self.solved:
            return replace(view, selection=self._tried())
        return view

    def _tried(self) -> tuple[str, ...]:
        return self.game.places(self.game.parse(self.exercise.attempt))

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and how the exercise goes."""
        hints = self.exercise.hints()
        asked = {
            "task": self.exercise.task,
            "kind": self.exercise.kind,
            "rules": self.exercise.rules,
            "says": self.exercise.says,
            "attempt": self.exercise.attempt,
            "choices": self.exercise.choices,
            "most": self.exercise.most,
            "hint": hints[self.hinted - 1].words if self.hinted else "",
            "hints": len(hints) - self.hinted,
            "again": self.verdict is not None or self.history.ply > 0,
            "fresh": bool(self.exercise.fresh[0]),
            "verdict": self._said_of(self.verdict),
        }
        return super().report() | {"exercise": asked}

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
        self.refusal = Refusal(said, self.exercise.rules[0], _("Give your answer beside the board."))
        return False

    def _judge_line(self, states: list[Any]) -> None:
        rule = self.exercise.rules[0]
        if self.exercise.solved(states):
            self.verdict = Verdict(True, _("Right, that does it."), rule)
            return
        words = _("Legal, but it does not do what was asked.")
        if self.seat not in (TERMINAL, self.game.current_player(states[0])):
            reply = greedy_policy(self.game, self.history.state, random.Random(self.fresh))
            words += " " + _("The reply is {reply}.").format(reply=self.game.say(self.history.state, reply))
            self._play(reply)
        self.verdict = Verdict(False, words, rule)

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
        if self.exercise.kind == kind:
            return True
        self.refusal = Refusal(_("This exercise asks for something else."), self.exercise.rules[0])
        return False

    def _take(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.glow = verdict.places
        self.said = verdict.words

    @hears("hint")
    def _hint(self, _fields: Fields) -> None:
        hints = self.exercise.hints()
        self._clear()
        self.hinted = min(self.hinted + 1, len(hints))
        hint = hints[self.hinted - 1]
        self.glow = hint.places
        self.said = hint.words

    @hears("again")
    def _again(self, _fields: Fields) -> None:
        self.verdict = None
        self._settle(_history(self.exercise))

    @hears("fresh")
    def _fresh(self, _fields: Fields) -> None:
        if not self.exercise.fresh[0]:
            self._clear()
            self.refusal = Refusal(_("This exercise has one position."), self.exercise.rules[0], _("Try it again."))
            return
        self.fresh += 1
        found = self.exercise.another(random.Random(f"{self.exercise.key}/{self.fresh}"))
        if found is None:
            self._clear()
            self.refusal = Refusal(_("No fresh position was found this time."), advice=_("Ask once more."))
            return
        self.exercise = found
        self.hinted = 0
        self.verdict = None
        self._settle(_history(found))
        self.said = _("A fresh position.")

    def _announce(self, task: Any) -> str:
        if self.verdict and self.refusal is None:
            return " ".join([*(event.words for event in self.told), self.verdict.words])
        return super()._announce(task)


def _position(exercise: Exercise) -> Playthrough:
    return Playthrough.begin(exercise.game, exercise.position)


def _history(exercise: Exercise) -> History:
    return History(_position(exercise))
