"""A play table with a coach: asked, it shows a move, and says after a ply of the reader's what was better.

The coach speaks to one reader alone, of that reader's own decisions, as their seat sees them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebook import counsel
from rulebook.coach import Advice, Review
from rulebook.counsel import Counsel
from rulebook.game import TERMINAL
from rulebook.playthrough import Playthrough
from rulebook.words import _
from rulebook_widgets.presenting import PresentedSession
from rulebook_widgets.scene import View
from rulebook_widgets.session import KEYS, READER, Fields, Refusal, hears
from rulebook_widgets.thoughts import Question, Thought

ADVISE_KEYS, REVIEW_KEYS = ("h", "H"), ("c", "C")
"""The keys that ask for a move, and how the last ply was."""
COACH_THINKS = _("The coach is thinking…")


class CoachedSession(PresentedSession):
    """A play table at which a reader can ask the coach."""

    def __init__(self, line: Playthrough, players: tuple[str, ...] = (), ply: int | None = None) -> None:
        self.question: Question | None = None
        """What the reader asked the coach last."""
        self.counsel: Counsel | None = None
        """What the coach said to it; `None` while it thinks."""
        super().__init__(line, players, ply)

    # Looking

    @property
    def coached(self) -> bool:
        """Whether the coach can be asked here."""
        return True

    @property
    def thinking(self) -> tuple[Thought, ...]:
        """What is to be worked out: a bot's ply, and what the coach was asked."""
        asked = self._standing()
        return super().thinking + ((asked,) if asked and self.counsel is None else ())

    def view(self) -> View:
        """Return how the state is shown, with the places lit that the coach speaks of."""
        view = super().view()
        if view.glow or self.peeked is not None or not self._standing() or self.counsel is None:
            return view
        return replace(view, glow=self.counsel.places)

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and what the coach says and can be asked."""
        return super().report() | {"coach": self._coach() if self.coached else None}

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board while one game is played, and the keys that are heard."""
        keys = (*ADVISE_KEYS, *REVIEW_KEYS) if self.coached else ()
        return super().setup() | {"keys": (*KEYS, *keys)}

    def _coach(self) -> dict[str, Any]:
        standing = self._standing()
        return {
            "advises": self._refuses_advice() is None,
            "reviews": self._own_before(self._shown_ply()) is not None,
            "thinks": COACH_THINKS if standing and self.counsel is None else "",
            "said": self._said(self.counsel) if standing and self.counsel else None,
        }

    def _said(self, said: Counsel) -> dict[str, Any]:
        asked = self.question
        return {
            "words": said.words,
            "reason": {"words": said.reason.words, "rule": said.reason.rule},
            "also": said.also,
            "cost": said.cost,
            "play": str(said.action) if asked and asked.action is None else "",
            "instead": str(said.action) if asked and asked.action is not None and said.action is not None else "",
        }

    def _standing(self) -> Question | None:
        """Return what the coach was asked, while it is about this line still and whoever looks may hear of it."""
        asked, line = self.question, self.history.line
        if asked is None or not self.coached or asked.ply > len(line) or line.states[asked.ply] != asked.state:
            return None
        if asked.action is None:
            stands = asked.ply == self.history.ply
        else:
            stands = line.actions[asked.ply : asked.ply + 1] == (asked.action,)
            stands = stands and asked.last == self._own_before(self.history.ply)
        return asked if stands and self._own(asked.state) else None

    def _own(self, state: Any) -> bool:
        """Tell whether what is decided in a state is up to the reader who looks."""
        seat = self.game.current_player(state)
        return seat >= 0 and self.players[seat] == READER and not self.veiled and self.viewer in (None, seat)

    def _shown_ply(self) -> int:
        return self.history.ply if self.peeked is None else self.peeked

    def _first_own(self) -> int:
        """Return the ply from which on decisions are the reader's own."""
        return 0

    def _own_before(self, ply: int) -> int | None:
        """Return the last ply before `ply` at which the reader who looks decided."""
        states = self.history.line.states
        return next((at for at in range(ply - 1, self._first_own() - 1, -1) if self._own(states[at])), None)

    # Hearing

    def _learn(self, thought: Thought, answer: Any) -> None:
        if not isinstance(thought, Question):
            super()._learn(thought, answer)
        elif isinstance(answer, Advice):
            self._hear_coach(counsel.of_advice(thought.game, thought.state, answer))
        elif isinstance(answer, Review):
            self._hear_coach(counsel.of_review(thought.game, thought.state, answer))

    def _hear_coach(self, said: Counsel) -> None:
        self.counsel = said
        parts = (said.words, said.reason.words, said.reason.rule, said.also, said.cost)
        self.said = " ".join(part for part in parts if part)

    def _key(self, fields: Fields) -> None:
        key = fields["key"]
        if key in ADVISE_KEYS and self.coached:
            self._advise(fields)
        elif key in REVIEW_KEYS and self.coached:
            self._review(fields)
        else:
            if key == "Escape":
                self.question = None
            super()._key(fields)

    @hears("advise")
    def _advise(self, _fields: Fields) -> None:
        """Ask the coach what to do here."""
        refusal = self._refuses_advice()
        if refusal is not None:
            self._clear()
            self.refusal = refusal
            return
        self.peeked = None
        self._ask(Question(self.game, self.history.state, self.history.ply, self._coach_seed()))

    @hears("review")
    def _review(self, _fields: Fields) -> None:
        """Ask the coach how the reader's last ply was, counted from the ply that is shown."""
        ply = self._own_before(self._shown_ply()) if self.coached else None
        if ply is None:
            self._clear()
            said = _("There is no ply of yours here that the coach could look at.")
            self.refusal = Refusal(said, self.game.turn_rule, _("Make a ply of your own first."))
            return
        state, action = self.history.line.states[ply], self.history.line.actions[ply]
        last = self._own_before(self.history.ply)
        self._ask(Question(self.game, state, ply, self._coach_seed(), action, last))

    @hears("instead")
    def _instead(self, _fields: Fields) -> None:
        """Go back before the ply that was looked at, and play what was better."""
        asked, said = self._standing(), self.counsel
        if asked is None or asked.action is None or said is None or said.action is None:
            self._clear()
            self.refusal = Refusal(_("The coach has named nothing better."), advice=_("Nothing has changed."))
            return
        self.history = self.history.go(asked.ply)
        self.attempt(said.action)

    @hears("dismiss")
    def _dismiss(self, _fields: Fields) -> None:
        """Put away what the coach said."""
        self.question, self.said = None, ""

    def _ask(self, question: Question) -> None:
        self._clear()
        if question == self.question and self.counsel is not None:
            self._hear_coach(self.counsel)
            return
        self.question, self.counsel, self.said = question, None, COACH_THINKS

    def _coach_seed(self) -> int:
        return self.history.line.seed or 0

    def _refuses_advice(self) -> Refusal | None:
        """Return why the coach advises nobody here, or `None` if it does."""
        seat, rule = self.seat, self.game.turn_rule
        if not self.coached:
            return Refusal(_("The script is played here."), rule, _("Play on from here, and the coach can be asked."))
        if seat == TERMINAL:
            rule = self.game.task(self.history.state).rule
            return Refusal(_("The game is over: there is nothing to advise."), rule)
        if seat < 0:
            return Refusal(_("Chance decides here: there is nothing to advise."), rule)
        if self.veiled:
            said = _("{seat} has not sat down yet.").format(seat=self.game.seats[seat])
            return Refusal(said, rule, _("Hand the device over, then touch Show."))
        if self._bots_turn():
            said = _("{seat} is to play, and a bot plays that seat.").format(seat=self.game.seats[seat])
            return Refusal(said, rule, _("Ask when it is your turn."))
        if not self._own(self.history.state):
            said = _("All look at this board now, and the coach speaks to one reader alone.")
            return Refusal(said, rule, _("Ask when your own hand is shown."))
        return None
