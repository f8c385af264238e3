"""What makes a page live: a kernel that runs its cells, the line between the two, and the farewell.

A page asks for it with one request and gets lines of JSON: the kernel, then what each cell shows in it; or its place in
the line of those who wait. A reader may leave at any moment. Once the page is live, it says farewell to its kernel.
Before, the cell that runs is let finish and no other begins: a kernel that ended under a cell would be told as a fault.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, ClassVar

import tornado.web
from tornado.iostream import StreamClosedError
from traitlets.config import Config
from voila.handler import BaseVoilaHandler
from voila.notebook_renderer import NotebookRenderer
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.utils import get_page_config

from rulebook_widgets.discreet import CHAPTER
from rulebook_widgets.gate import Gate
from rulebook_widgets.places import Places
from rulebook_widgets.shelf import Shelf

TEMPLATE = "live.html.j2"


class Live(BaseVoilaHandler):
    """Answers with what makes a page live, or with its place in the line of those who wait."""

    coming: ClassVar[dict[str, Live]] = {}
    """The answers under way, by the kernels that run the cells."""

    def initialize(
        self, shelf: Shelf, places: Places, template_paths: list[str], config: Config, **kwargs: Any
    ) -> None:
        """Take the book, the places, and how Voila is to render."""
        super().initialize(**kwargs)
        self.shelf, self.places, self.template_paths, self.traitlet_config = shelf, places, template_paths, config
        self.left = False
        """Whether the page has said farewell."""

    @tornado.web.authenticated
    async def get(self, name: str) -> None:
        """Send lines of JSON."""
        if not self.shelf.has(name):
            raise tornado.web.HTTPError(404)
        turn = self.places.ask(self.kernel_manager.taken, self.get_query_argument("ticket", ""))
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        if turn.ahead:
            self.finish(json.dumps({"ticket": turn.ticket, "ahead": turn.ahead}) + "\n")
            return
        CHAPTER.set(name)
        try:
            async with aclosing(self._lines(name)) as lines:
                async for piece in lines:
                    self.write(piece)
                    await self.flush()
        except StreamClosedError:
            pass  # The reader has left without a word.

    async def _lines(self, name: str) -> AsyncGenerator[str, None]:
        """Yield the lines, in pieces, until the reader leaves; the kernel ends then, as it does when they fail."""
        try:
            renderer = self._renderer(name)
            await renderer.initialize()
            kernel = await self.kernel_manager.start_kernel(
                kernel_name=renderer.notebook.metadata.kernelspec.name,
                path="",
                env={**os.environ, "SCRIPT_NAME": self.request.path},
            )
        finally:
            self.places.arrived()
        self.coming[kernel] = self
        whole = False
        try:
            manager = self.kernel_manager.get_kernel(kernel)
            async for piece, _ in renderer.generate_content_generator(kernel, manager):
                if self.left:
                    break
                yield piece
            whole = not self.left
        finally:
            del self.coming[kernel]
            if not whole:
                if renderer.kernel_started:
                    renderer.executor.kc.stop_channels()
                if kernel in self.kernel_manager:
                    await self.kernel_manager.shutdown_kernel(kernel, now=True)

    def _renderer(self, name: str) -> NotebookRenderer:
        given = {"base_url": self.base_url, "voila_configuration": self.voila_configuration}
        return NotebookRenderer(
            **given,
            request_handler=self,
            traitlet_config=self.traitlet_config,
            notebook_path=name,
            template_paths=self.template_paths,
            config_manager=self.config_manager,
            contents_manager=self.contents_manager,
            kernel_spec_manager=self.kernel_spec_manager,
            page_config=get_page_config(**given, settings=self.settings, log=self.log),
            mathjax_config=self.settings.get("mathjax_config"),
            mathjax_url=self.settings.get("mathjax_url"),
        )


class Farewell(VoilaShutdownKernelHandler):
    """Ends the kernel of a page that is left."""

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End it, or have it ended by what sets its page up."""
        if kernel_id in Live.coming:
            Live.coming[kernel_id].left = True
            self.set_status(204)
            self.finish()
        else:
            await super().post(kernel_id)


class Channels(VoilaKernelWebsocketHandler):
    """A page's line to its kernel, with the gate in front of it.

    Voila reads each binary message as the protocol that its own pages choose; with the older one, which any visitor may
    choose, the length it reads is astronomic, and the server would count up to it for ever.
    """

    gate: Gate

    def write_error(self, status_code: int, **words: Any) -> None:
        """Refuse a line by its status alone: nobody reads a page there."""
        self.finish()

    def on_message(self, message: str | bytes) -> None:
        """Pass on what the gate lets through."""
        if not hasattr(self, "gate"):
            self.gate = Gate()
        if self.gate.lets(message, older=self.selected_subprotocol is None):
            super().on_message(message)
        elif self.gate.dropped & (self.gate.dropped - 1) == 0:
            self.log.warning(
                "Messages of the page of kernel %s not let through: %d.", self.kernel_id, self.gate.dropped
            )

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message; of the older protocol, as it is."""
        older = isinstance(message, bytes) and self.selected_subprotocol is None
        sender = super(VoilaKernelWebsocketHandler, self) if older else super()
        return sender.write_message(message, binary)
