"""A live board: a session, its canvas and its panel, kept in step.

Every message of the page passes one door, `Board.hear`: it is answered by the session, and if anything fails the last
good state comes back and the reader is told.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

from IPython.core.getipython import get_ipython
from ipywidgets import Box

from rulebook.book import Book, BookError
from rulebook_widgets.guard import Panel
from rulebook_widgets.one_way import Unset
from rulebook_widgets.paint_canvas import Easel
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.session import Refusal, Session
from rulebook_widgets.spotlight import shown
from rulebook_widgets.thinker import THINKER
from rulebook_widgets.thoughts import Thought

log = logging.getLogger("rulebook")
_NUMBERS = count(1)
_NAMED: Counter[str] = Counter()
"""How many boards of this page have been called the same."""


@cache
def _chapters() -> dict[str, str]:
    """Return where each rule of the book around this notebook stands; nothing outside a book."""
    try:
        return {rule.number: rule.chapter for rule in Book.read(Path.cwd()).rules.values()}
    except BookError:
        return {}


def _name(called: str) -> str:
    """Return the name of one more board of this page: what it is called, with a number if another is called so."""
    _NAMED[called] += 1
    return called if _NAMED[called] == 1 else f"{called}/{_NAMED[called]}"


def report_failure(error: Exception) -> None:
    """Write a failure with its time and chapter where it can be read: the kernel's log, or this process's."""
    shell = get_ipython()
    kernel = getattr(shell, "kernel", None)
    chapter = os.environ.get("SCRIPT_NAME", "").rpartition("/")[2] or "a notebook"
    now = datetime.now(UTC).isoformat(timespec="seconds")
    (kernel.log if kernel else log).exception("%s: a board of %s failed: %r", now, chapter, error)


class Board(Unset, Box):
    """One live board; display it to play.

    Its static form is the picture of its first state, as SVG and as words, so that a page without a kernel shows it.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        number = next(_NUMBERS)
        mark = f"rb-board-{number}"
        session.board = _name(session.key or str(number))
        self.easel = Easel(session.picture.sheet(), self.redraw)
        self.easel.canvas.add_class("rb-board").add_class(mark)
        self.panel = Panel(
            mark=mark, setup=session.setup(), view=session.report(), link=session.link(), chapters=_chapters()
        )
        self.panel.on_msg(self._heard)
        super().__init__([self.easel.canvas, self.panel])
        self.add_class("rb-table").add_class(f"rb-{session.kind}")
        self._thoughts: tuple[Thought, ...] = ()
        """What is being worked out for the session."""
        self._think()

    def __repr__(self) -> str:
        return f"{self.session.setup()['title']}\n{self.session.report()['describe']}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the widget for a live page, and picture and words for a page without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        report = self.session.report()
        picture = shown(self.session.picture, self.session.state, self.session.view())
        words = [repr(self), report["task"]["words"]]
        return {**bundle, "image/svg+xml": svg(picture, report["describe"]), "text/plain": "\n".join(words)}

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        match message:
            case {"do": "ping"}:
                self.panel.send({"pong": True})
            case {"do": "letters"}:
                self.easel.forget()
                self.redraw()
            case {"do": "shown", "width": int() | float() as pixels}:
                if self.easel.sharpen(pixels):
                    self.redraw()
            case _:
                self.hear(lambda: self.session.handle(message))

    def hear(self, act: Callable[[], None]) -> None:
        """Let the session act and show the outcome; on failure restore the last good state and say so."""
        before = dict(vars(self.session))
        try:
            act()
            self._show()
        except Exception as error:
            report_failure(error)
            vars(self.session).clear()
            vars(self.session).update(before)
            self.session.refusal = Refusal(
                "Something went wrong here; the board is as it was.", advice="Go on playing."
            )
            self._show()

    def _show(self) -> None:
        session = self.session
        sheet = session.picture.sheet()
        if (sheet.width, sheet.height) != self.easel.size:
            self.easel.resize(sheet)
        self.redraw()
        setup, view = session.setup(), session.report()
        with self.panel.hold_sync():
            self.panel.setup = setup
            self.panel.view = view
            self.panel.link = session.link()
        self._think()

    def _think(self) -> None:
        """Have worked out what the session waits for; what it waits for no more is dropped."""
        begun, self._thoughts = self._thoughts, self.session.thinking
        for thought in self._thoughts:
            if thought not in begun:
                THINKER.ask(thought, partial(self._waits_for, thought), self._thought)

    def _waits_for(self, thought: Thought) -> bool:
        return thought in self._thoughts

    def _thought(self, thought: Thought, answer: Any, failure: Exception | None) -> None:
        """Give the session the answer to a thought, unless it comes too late."""
        if not self._waits_for(thought):
            return
        if failure is None:
            self.hear(lambda: self.session.thought(thought, answer))
            return
        report_failure(failure)
        self.session.refusal = Refusal(
            "Something went wrong here, and nothing was found.", advice="Step back, or choose another player."
        )
        self._show()

    def redraw(self) -> None:
        """Draw the session's state; also when a page has just arrived."""
        session = self.session
        self.easel.draw(shown(session.picture, session.state, session.view()), session.dark)

    def close(self) -> None:
        """Close the board and all that belongs to it."""
        self._thoughts = ()
        self.easel.close()
        self.panel.close()
        super().close()
