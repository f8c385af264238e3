"""The live badge of a claim: a button that starts the check, how far it has come, and the board that refutes it."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Any

import traitlets

from rulebook_widgets.board import report_failure
from rulebook_widgets.claims import ClaimSession, picture
from rulebook_widgets.one_way import OneWay
from rulebook_widgets.paint_svg import svg

_HERE = files(__package__)
SLICE = 0.1
"""How many seconds of a check are worked off at a time."""
PAUSE = 0.02
"""How many seconds others have between two slices of a check."""


class Badge(OneWay):
    """One claim; display it after its sentence."""

    _esm = "\n".join(_HERE.joinpath(name).read_text("utf-8") for name in ("make.js", "badge.js"))
    _css = _HERE.joinpath("badge.css").read_text("utf-8")

    view = traitlets.Dict().tag(sync=True)

    def __init__(self, session: ClaimSession) -> None:
        self.session = session
        self._next: asyncio.TimerHandle | None = None
        super().__init__(view=session.report())
        self.on_msg(self._heard)

    def __repr__(self) -> str:
        return self.session.words

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the widget for a live page, and picture and words for a page without a kernel."""
        return {
            **self._live(**kwargs),
            "image/svg+xml": svg(picture(self.session.claim), self.session.words),
            "text/plain": repr(self),
        }

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        self.session.handle(message)
        self.view = self.session.report()
        if self.session.steps is not None and self._next is None:
            self._next = asyncio.get_running_loop().call_later(PAUSE, self._work)

    def _work(self) -> None:
        """Work off a slice of the check and come back for the next one."""
        self._next = None
        try:
            under_way = self.session.work(SLICE)
        except Exception as error:
            report_failure(error)
            self.session.fail()
            under_way = False
        self.view = self.session.report()
        if under_way:
            self._next = asyncio.get_running_loop().call_later(PAUSE, self._work)

    def close(self) -> None:
        """Give up a check under way and close the badge."""
        if self._next is not None:
            self._next.cancel()
        super().close()
