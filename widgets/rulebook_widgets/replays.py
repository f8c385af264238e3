"""The session of a replay: a script stepped through, asked about, played on from, and come back to.

Throughout, a *stop* is where a replay can stand: 0 the opening, then the end of each step. The reader is *on script*
until a move differs from the script's, or until playing on is asked for; the script's words are told on script only.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Any

from rulebook.game import Remark
from rulebook.link import Link, LinkError
from rulebook.playthrough import History
from rulebook.script import Ask, Script, Step
from rulebook.words import _
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.scene import View
from rulebook_widgets.session import Fields, Refusal, hears

STEP_KEYS = ("ArrowLeft", "ArrowRight", "Home", "End")
"""The keys that step, while no cursor is on the board."""


class ReplaySession(CoachedSession):
    """A script, stepped through; a move made anywhere is a branch of one's own, and the script is kept."""

    kind = "replay"
    deaf = frozenset({"new"})
    opens = frozenset({"replay"})

    def __init__(self, script: Script, players: tuple[str, ...] = (), stop: int = 0, key: str = "") -> None:
        """`key` is what the script is found by, `game/name`; without one there is no link to the replay."""
        self.script = script
        self.key = key
        self.left_at: int | None = None
        """The stop at which the script was left, or `None` on script."""
        self.left_ply = 0
        self.mine: tuple[int, int, History] | None = None
        """The reader's own line that was left for the script: where it left the script, and the line."""
        self.origin: int | None = None
        """The stop before the last jump."""
        self.asks = True
        self.asking = False
        self.asked: frozenset[int] = frozenset()
        """The stops whose questions have been put."""
        self.choice: int | None = None
        self.hides = False
        self.seen = stop
        """The furthest stop that is shown while what is to come is hidden."""
        self._plies = tuple(step.ply for step in script.stops)
        super().__init__(script.line, players, self._plies[stop])
        self._arrive(stop)

    # Looking

    @property
    def on_script(self) -> bool:
        """Whether the line is the script's."""
        return self.left_at is None

    @property
    def at(self) -> int:
        """The stop reached, or the one passed last; off script the one at which it was left."""
        return bisect_right(self._plies, self.history.ply) - 1 if self.left_at is None else self.left_at

    @property
    def last(self) -> int:
        """The last stop that the reader may know of."""
        return self.seen if self.hides else len(self._plies) - 1

    @property
    def step(self) -> Step | None:
        """The step whose end is shown; `None` off script and amid a step."""
        ply = self.history.ply if self.peeked is None else self.peeked
        stop = bisect_right(self._plies, ply) - 1
        return self.script.stops[stop] if self.on_script and self._plies[stop] == ply else None

    @property
    def ask(self) -> Ask | None:
        """The question that is being put."""
        return self.script.stops[self.at + 1].ask if self.asking and self.on_script else None

    @property
    def coached(self) -> bool:
        """Whether the coach can be asked: off script."""
        return not self.on_script

    @property
    def supposing(self) -> bool:
        """Whether a "what if" is being tried: off script."""
        return not self.on_script

    @property
    def chooses(self) -> bool:
        """Whether a teacher can choose the dice and draws here: on script they fall as they fell."""
        return not self.on_script and super().chooses

    @property
    def thinker(self) -> str:
        """The kind of bot that thinks about its ply, or `""`; on script none does."""
        return "" if self.on_script else super().thinker

    @property
    def steers(self) -> bool:
        """Whether the keys step, instead of moving the cursor on the board."""
        return self.on_script and not self.cursor

    def view(self) -> View:
        """Return how the state is shown, with the step's places lit."""
        view = super().view()
        if view.glow or not self.step or self.ask:
            return view
        return replace(view, glow=self.step.places)

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, the step's words and questions, and how far the replay has come."""
        report = super().report()
        at, last, step, ask = self.at, self.last, self.step, self.ask
        if self.on_script:
            report["log"] = report["log"][: max(self._plies[last], self.history.ply)]
            report["undo"], report["redo"] = self._moves_back(), self._more()
            report["auto"], report["left"] = False, 0
            if self.peeked is not None:
                report["told"] = []
        told = step if step and not ask else Step(0)
        report["lit"] = sorted({*report["lit"], *told.rules})
        report["caption"] = ""
        report["replay"] = {
            "at": at,
            "last": last,
            "plies": self._plies[: last + 1],
            "marks": self._marks() if self.on_script else [],
            "amid": self.on_script and self.history.ply > self._plies[at],
            "back": self._moves_back(),
            "more": self._more(),
            "stop": self.script.stops.index(step) if step else None,
            "title": told.title,
            "words": told.words,
            "figures": [(name.replace("_", " "), value) for name, value in told.figures],
            "errata": told.errata,
            "ask": self._question(ask),
            "asks": self.asks,
            "poses": any(known.ask for known in self.script.steps),
            "hides": self.hides,
            "origin": self.origin if self.on_script else None,
            "left": self.left_at,
            "mine": self.on_script and self.mine is not None,
            "steers": self.steers,
        }
        return report

    def _marks(self) -> list[tuple[int, str, str]]:
        shown = enumerate(self.script.stops[: self.last + 1])
        return [(stop, step.mark, step.title) for stop, step in shown if step.mark]

    def _question(self, ask: Ask | None) -> dict[str, Any] | None:
        if ask is None:
            return None
        answer = None if self.choice is None else ask.answers[self.choice]
        said = answer and {"right": answer.right, "words": answer.words, "rule": answer.rule}
        return {"words": ask.words, "choices": ask.choices, "choice": self.choice, "answer": said}

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board while one game is played, and the keys that are heard."""
        setup = super().setup()
        return setup | {"keys": (*setup["keys"], "Home", "End")} if self.steers else setup

    def linked(self) -> Link | None:
        """Return what a link to this replay holds: the ply reached, and off script the reader's own line."""
        if not self.key:
            return None
        if self.left_at is None:
            return self._linked(self.script.line, self.history.ply)
        return self._linked(self.history.line, self.history.ply, self.left_ply)

    def _announce(self, task: Remark) -> str:
        if self.refusal or self.said is not None:
            return super()._announce(task)
        if ask := self.ask:
            if self.choice is not None:
                answer = ask.answers[self.choice]
                return f"{answer.words} {answer.rule}".strip()
            return _("A question. {words} {choices}").format(words=ask.words, choices="; ".join(ask.choices))
        if self.step is None:
            return super()._announce(task)
        step = self.step
        number = _("Step {number}").format(number=self.at)
        words = step.words or " ".join(event.words for event in self.told) or task.words
        return ". ".join(part.rstrip(".") for part in (number, step.title, words, *step.errata) if part) + "."

    def _first_own(self) -> int:
        return self.left_ply

    def _moves_back(self) -> bool:
        return self.history.ply > 0 if self.on_script else self._before() is not None

    def _more(self) -> bool:
        return self.history.ply < len(self.history.line)

    def _outcomes(self) -> list[tuple[str, str]] | None:
        return None if self.on_script else super()._outcomes()

    def _before(self) -> int | None:
        """Return the ply that undo goes to; off script never one before the script was left."""
        before = super()._before()
        if before is None or (self.left_at is not None and before < self.left_ply):
            return None
        return before

    # On script

    def _arrive(self, stop: int) -> None:
        """Stand at a stop of the script."""
        self._clear()
        self.peeked, self.left_at, self.asking, self.choice, self.counted = None, None, False, None, 0
        self.history = History(self.script.line, self._plies[stop])
        self.seen = max(self.seen, stop)
        begin = self._plies[stop - 1] if stop else 0
        plies = range(begin + 1, self._plies[stop] + 1)
        self.told = tuple(event for ply in plies for event in self.script.line.events(ply))

    def _visit(self, stop: int, asks: bool = True) -> None:
        """Go to a stop; a jump is remembered, and a question before the next step is put first."""
        at = self.at
        if self.hides and stop > self.last + 1:
            self._show_no_more(_("What is to come is hidden; go on step by step."))
            return
        if not 0 <= stop < len(self._plies):
            self._show_no_more(_("There is no step {}.").format(stop))
            return
        amid = self.history.ply > self._plies[at]
        forward = self.on_script and stop == at + 1
        if asks and forward and not amid and not self.asking and self._asks_before(stop):
            self._arrive(at)
            self.asking, self.asked = True, self.asked | {stop}
            return
        if self.on_script and abs(stop - at) > 1:
            self.origin = at
        elif stop == self.origin:
            self.origin = None
        self._arrive(stop)

    def _show_no_more(self, said: str) -> None:
        self._clear()
        self.refusal = Refusal(said, advice=_("Steps 0 to {last} are shown.").format(last=self.last))

    def _asks_before(self, stop: int) -> bool:
        return self.asks and stop not in self.asked and self.script.stops[stop].ask is not None

    def _back_one(self) -> None:
        """Go to the stop before, or to the last one from amid a step or a question."""
        amid = self.history.ply > self._plies[self.at] or self.asking
        self._visit(self.at if amid else self.at - 1)

    @hears("stop", stop=int)
    def _stop(self, fields: Fields) -> None:
        self._visit(fields["stop"])

    @hears("return")
    def _return(self, _fields: Fields) -> None:
        """Return to the stop before the last jump."""
        if self.origin is None or not self.on_script:
            self._clear()
            self.refusal = Refusal(_("There was no jump to return from."), advice=_("Nothing has changed."))
            return
        origin, self.origin = self.origin, None
        self._arrive(origin)

    @hears("answer", choice=int)
    def _answer(self, fields: Fields) -> None:
        ask, choice = self.ask, fields["choice"]
        self._clear()
        if ask is None or not 0 <= choice < len(ask.choices):
            said = _("Nothing is asked now.") if ask is None else _("There is no such answer to choose.")
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.choice = choice

    @hears("skip")
    def _skip(self, _fields: Fields) -> None:
        """Go on to the step that a question stands before, answered or not."""
        if self.ask is None:
            self._clear()
            self.refusal = Refusal(_("Nothing is asked now."), advice=_("Nothing has changed."))
            return
        self._visit(self.at + 1)

    @hears("asks", on=bool)
    def _set_asks(self, fields: Fields) -> None:
        self.asks = fields["on"]
        self.asking = self.asking and self.asks
        self.choice = self.choice if self.asking else None
        self.said = _("Questions are put.") if self.asks else _("No questions are put.")

    @hears("hide", on=bool)
    def _hide(self, fields: Fields) -> None:
        """Hide what is to come and how long it is, or show it."""
        self.hides = fields["on"]
        self.seen = self.at
        self.said = _("What is to come is hidden.") if self.hides else _("All steps are shown.")
        if self.hides and self.origin is not None and self.origin > self.seen:
            self.origin = None

    # Off script and back

    def _leave(self) -> None:
        """Leave the script here: from now on there are only the rules."""
        if self.on_script:
            line, ply = self.history.line, self.history.ply
            self.left_at, self.left_ply = self.at, ply
            self.asking, self.choice = False, None
            self.history = History(line.upto(ply), ply, (line,))

    def _play(self, action: Any) -> None:
        ply = self.history.ply
        if self.on_script and self.script.line.actions[ply : ply + 1] != (action,):
            self._leave()
        super()._play(action)
        if self.on_script:
            self.asking, self.choice = False, None
            self.seen = max(self.seen, self.at)

    def _continue(self) -> None:
        if not self.on_script:
            super()._continue()

    @hears("leave")
    def _play_on(self, _fields: Fields) -> None:
        """Play on from here, with the seats and the dice as they were chosen."""
        self._clear()
        self.peeked, self.cursor = None, ""
        self._leave()
        self.told = ()
        self._continue()

    @hears("back")
    def _back(self, _fields: Fields) -> None:
        """Return to the script, to the stop at which it was left."""
        if self.left_at is None:
            self._clear()
            self.refusal = Refusal(_("The script has not been left."), advice=_("Nothing has changed."))
            return
        self.cursor = ""
        self.mine = (self.left_at, self.left_ply, self.history)
        self._arrive(self.left_at)

    def _suppose(self, fields: Fields) -> None:
        if self.on_script:
            self._play_on(fields)
        else:
            super()._suppose(fields)

    def _resume(self, fields: Fields) -> None:
        if self.on_script:
            super()._resume(fields)
        else:
            self._back(fields)

    @hears("mine")
    def _mine(self, _fields: Fields) -> None:
        """Return to the reader's own line, as it was left for the script."""
        self._clear()
        if self.mine is None or not self.on_script:
            self.refusal = Refusal(_("No line of your own has been left."), advice=_("Nothing has changed."))
            return
        self.peeked, self.cursor, self.asking, self.choice, self.told = None, "", False, None, ()
        self.left_at, self.left_ply, self.history = self.mine
        self._continue()

    @hears("step")
    def _step(self, fields: Fields) -> None:
        """Play one ply of a bot, for those who watch; not on script."""
        if self.on_script:
            self._clear()
            self.refusal = Refusal(_("On script the script is played."), advice=_("Press Play on first."))
            return
        super()._step(fields)

    def _show_link(self, link: Link) -> None:
        """Show a ply of the script, or a line of the reader's own that leaves it; the one left is kept."""
        if link.kind != "replay" or link.key != self.key:
            raise LinkError(_("the link"), _("it is of another board than this replay"))
        mine = self.mine if self.left_at is None else (self.left_at, self.left_ply, self.history)
        self._sit(link)
        self.cursor = ""
        ply = link.ply if link.left is None else link.left
        self._arrive(bisect_right(self._plies, ply) - 1)
        self.mine = mine
        if link.left is None:
            self.history = self.history.go(ply)
        else:
            self.left_at, self.left_ply = self.at, link.left
            self.history = History(link.line, link.ply, (self.script.line,))
        self._opened()

    def _to_start(self, _fields: Fields) -> None:
        self._visit(0)

    # What a session hears, on script

    def _key(self, fields: Fields) -> None:
        key = fields["key"]
        if key in STEP_KEYS and self.steers:
            if key == "ArrowLeft":
                self._back_one()
            else:
                self._visit({"ArrowRight": self.at + 1, "Home": 0, "End": self.last}[key])
        else:
            super()._key(fields)

    def _undo(self, fields: Fields) -> None:
        if self.on_script:
            self._back_one()
        else:
            super()._undo(fields)

    def _redo(self, fields: Fields) -> None:
        if self.on_script:
            self._visit(self.at + 1)
        else:
            super()._redo(fields)

    def _goto(self, fields: Fields) -> None:
        ply = fields["ply"]
        if not self.on_script:
            super()._goto(fields)
        elif 0 <= ply <= len(self.script.line):
            self._visit(self.script.stop_of(ply))
        else:
            self._show_no_more(_("There is no ply {}.").format(ply))

    def _peek(self, fields: Fields) -> None:
        ply = fields["ply"]
        if self.on_script and ply is not None and not 0 <= ply <= self._plies[self.last]:
            self._show_no_more(_("There is no ply {} to be seen.").format(ply))
        else:
            super()._peek(fields)
