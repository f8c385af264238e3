"""The kernels of the served book: some kept warm, each ended when its reader has left or fallen asleep.

A *spare* is a kernel without a reader that has the boards imported already; a page takes it, tells it which page it
is, and another one is warmed in its place. A spare knows no chapter, so that one pool serves all.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from typing import Any

from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer, TraitError

WARMING = "import rulebook_widgets as _warm; del _warm"
WARM_SECONDS = 60
"""How long a spare may take to warm."""
REST_SECONDS = 4
"""How long the warming of the next spare lets the page have the machine that took the last."""


class Kernels(AsyncMappingKernelManager):
    """The kernels of the book's readers, and the spares."""

    spares = Integer(0, config=True, help="How many warm kernels wait for readers.")
    away_seconds = Integer(180, config=True, help="After how many seconds a kernel ends to which no page is connected.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._warm: list[str] = []
        self._warming: set[str] = set()
        self._refill: asyncio.Task[None] | None = None
        self._ending: set[str] = set()

    @property
    def taken(self) -> int:
        """How many kernels have a reader."""
        return len(self._kernels) - len(self._warm) - len(self._warming)

    async def start_kernel(self, *, path: str | None = None, **kwargs: Any) -> str:
        """Return the id of a kernel in the folder `path` whose page is described by `env`, a warm one if there is."""
        while self._warm and not path:
            kernel_id = self._warm.pop(0)
            if await self._alive(kernel_id):
                await self._tell(kernel_id, kwargs.get("env") or {})
                self._kernels[kernel_id].last_activity = utcnow()
                self.keep_warm(REST_SECONDS)
                return kernel_id
            await self.shutdown_kernel(kernel_id, now=True)
        return await super().start_kernel(path=path, **kwargs)

    def keep_warm(self, rest: float = 0) -> None:
        """See to it that there are as many spares as wanted, `rest` seconds from now."""
        if self.spares and (self._refill is None or self._refill.done()):
            self._refill = asyncio.ensure_future(self._fill(rest))

    async def _fill(self, rest: float) -> None:
        await asyncio.sleep(rest)
        while len(self._warm) < self.spares:
            kernel_id = await super().start_kernel(path="")
            self._warming.add(kernel_id)
            try:
                await self._run(kernel_id, WARMING)
                self._warm.append(kernel_id)
            except Exception:
                self.log.exception("a kernel could not be warmed; pages start their own")
                await self.shutdown_kernel(kernel_id, now=True)
                return
            finally:
                self._warming.discard(kernel_id)

    async def shutdown_kernel(self, kernel_id: str, **kwargs: Any) -> None:
        """End a kernel; one that is being ended already is let be, for it would give its ports back twice."""
        if kernel_id in self._ending:
            return
        self._ending.add(kernel_id)
        try:
            await super().shutdown_kernel(kernel_id, **kwargs)
        finally:
            self._ending.discard(kernel_id)

    async def _alive(self, kernel_id: str) -> bool:
        return kernel_id in self._kernels and await self._kernels[kernel_id].is_alive()

    async def _tell(self, kernel_id: str, env: Mapping[str, str]) -> None:
        """Tell a spare the page that has taken it, as the environment of a kernel started for it would."""
        page = {name: value for name, value in env.items() if os.environ.get(name) != value}
        await self._run(kernel_id, f"import os; os.environ.update({json.dumps(page)}); del os")

    async def _run(self, kernel_id: str, code: str) -> None:
        """Run code of ours in a kernel; raises `RuntimeError` if it fails, `TimeoutError` if it takes too long."""
        client = self._kernels[kernel_id].client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=WARM_SECONDS)
            reply = await client.execute_interactive(
                code, silent=True, store_history=False, output_hook=lambda _message: None, timeout=WARM_SECONDS
            )
            if reply["content"]["status"] != "ok":
                raise RuntimeError(f"{reply['content'].get('evalue', 'it')} in a kernel to be warmed")
        finally:
            client.stop_channels()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that is dead, whose page is gone, or whose reader has been quiet for too long."""
        if kernel_id in self._warm or kernel_id in self._warming:
            return
        kernel = self._kernels[kernel_id]
        connected = self._kernel_connections.get(kernel_id, 0)
        limit = self.cull_idle_timeout if connected else min(self.away_seconds, self.cull_idle_timeout)
        try:
            quiet = (utcnow() - kernel.last_activity).total_seconds()
        except TraitError:
            return  # It is only just being started.
        if kernel.execution_state == "dead" or (quiet > limit and kernel.execution_state != "busy"):
            self.log.info("Ending kernel %s: quiet for %d s, %d pages connected.", kernel_id, quiet, connected)
            await self.shutdown_kernel(kernel_id)
