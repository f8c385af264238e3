"""The laboratory: the live control that plays many games in a process of its own, and shows what they tell.

A run is bounded in games and time, one a page, and ends with the page's kernel. The page hears of it a few times a
second; plots are drawn anew each time the games have become half as many again.
"""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Any, ClassVar

import traitlets

from rulebook.apart import Apart
from rulebook.spread import Failure
from rulebook.words import _
from rulebook_widgets.board import report_failure
from rulebook_widgets.experiment import Experiment
from rulebook_widgets.one_way import OneWay
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures.sheet import sheet
from rulebook_widgets.plots import plots

_HERE = files(__package__)
PACE = 0.2
"""Seconds between two looks at the process that plays."""


class Laboratory(OneWay):
    """One bench with its controls; display it to experiment."""

    _esm = "\n".join(_HERE.joinpath(name).read_text("utf-8") for name in ("make.js", "laboratory.js"))
    _css = _HERE.joinpath("laboratory.css").read_text("utf-8")

    setup = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    plots = traitlets.List().tag(sync=True)

    running: ClassVar[Laboratory | None] = None
    """The bench of this kernel that is running."""

    def __init__(self, session: Experiment) -> None:
        self.session = session
        self._apart: Apart | None = None
        self._next: asyncio.TimerHandle | None = None
        self._plotted = 0
        super().__init__(setup=session.setup(), view=session.report())
        self.on_msg(self._heard)

    def __repr__(self) -> str:
        result = self.session.result
        return result.table() if result else self.session.report()["words"]

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Return the widget for a live page, and the figures as a picture and in words for a page without a kernel."""
        bundle = self._live(**kwargs)
        result = self.session.result
        if result is None:
            return {**bundle, "text/plain": repr(self)}
        return {**bundle, "image/svg+xml": svg(sheet(result, result.usual), repr(self)), "text/plain": repr(self)}

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        was, others = self.session.running, Laboratory.running not in (None, self)
        self.session.handle(message, busy=others)
        if self.session.running and not was:
            self._begin()
        elif was and not self.session.running:
            self._finish()
        self._show()

    def _begin(self) -> None:
        Laboratory.running = self
        self.plots, self._plotted = [], 0
        try:
            self._apart = Apart(self.session.plan)
            self._next = asyncio.get_running_loop().call_later(PACE, self._look)
        except Exception as error:
            self._give_up(error)

    def _look(self) -> None:
        """Count what has been played since the last look, and come back while there is more."""
        self._next = None
        try:
            self._gather()
            if not self.session.running:
                self._finish()
            self._show()
        except Exception as error:
            self._give_up(error)
            self._show()
        if self.session.running:
            self._next = asyncio.get_running_loop().call_later(PACE, self._look)

    def _gather(self) -> None:
        session, apart = self.session, self._apart
        assert apart is not None
        for result in apart.arrived():
            if isinstance(result, Failure):
                raise RuntimeError(f"{result.trial}: {result.reason}")
            session.add(result)
        if session.running and apart.over:
            session.end(_("The run broke off."))
        session.check_time()

    def _give_up(self, error: Exception) -> None:
        report_failure(error)
        self.session.end(_("Something went wrong, and the run was ended."))
        self._finish()

    def _finish(self) -> None:
        """End the process that plays, if it still does, and draw all plots."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if self._apart is not None:
            self._apart.end()
            self._apart = None
        if Laboratory.running is self:
            Laboratory.running = None
        self._plot()

    def _show(self) -> None:
        if len(self.session.harvest) >= 1.5 * self._plotted and self.session.running:
            self._plot()
        self.view = self.session.report()

    def _plot(self) -> None:
        result, records = self.session.result, self.session.harvest.records
        if result is not None and len(records) > self._plotted:
            self._plotted = len(records)
            self.plots = [
                {"title": plot.title, "svg": plot.svg, "words": plot.words} for plot in plots(result, records)
            ]

    def close(self) -> None:
        """End a run under way and close the bench."""
        self.session.end("")
        self._finish()
        super().close()
