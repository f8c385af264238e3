"""One reader of the served book, by the protocol of its pages.

A reader fetches a chapter and what makes it live, looks for a board to play on, asks it for its legal actions, plays
one at random, and waits until the board has been drawn anew. When the line or the kernel is lost, the reader comes back
as a page does: by the same kernel where there still is one, else by a new one and the link to what was played.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
PATIENCE = 60.0
"""For how many seconds an answer is waited for."""
AGAIN = 2.0
"""After how many seconds what may be lost is said again."""
CUT = 3.0
"""For how many seconds a line that was cut stays so."""


class Failure(Exception):
    """What a reader was not given."""


class Lost(Exception):
    """The line to the kernel, the kernel or the server is lost."""


NOT_NOW = (Lost, OSError, HTTPClientError, StreamClosedError)
"""What a page meets with while kernel or server are lost: it tries again."""


@dataclass
class Tally:
    """What the readers met with."""

    came: int = 0
    live: list[float] = field(default_factory=list)
    """Seconds from asking for a page until its boards are there."""
    moves: list[float] = field(default_factory=list)
    """Seconds from a move until its board is drawn anew."""
    kernels: list[float] = field(default_factory=list)
    """The private memory of each kernel seen, in megabytes."""
    back: list[float] = field(default_factory=list)
    """Seconds from a loss until the board shows again what was played."""
    reloads: int = 0
    """How many of those who came back needed a new kernel."""
    faults: list[str] = field(default_factory=list)


class Reader:
    """One reader at one chapter."""

    def __init__(self, url: str, chapter: str, rng: random.Random, tally: Tally) -> None:
        self.url, self.chapter, self.rng, self.tally = url, chapter, rng, tally
        self.session = uuid.uuid4().hex
        self.states: dict[str, dict[str, Any]] = {}
        """The state of each widget, by its model."""
        self.coming: asyncio.Future[str | bytes | None] | None = None
        """The next message, once it is waited for; who is tired of waiting does not lose it."""
        self.repainted: set[str] = set()
        """The canvases drawn on since the last move."""
        self.client = AsyncHTTPClient()
        self.line: WebSocketClientConnection | None = None
        self.kernel = ""
        self.board = ""
        """The board that is played on, by its name on the page."""
        self.cut_until = 0.0

    async def read(self, moves: int, pause: float) -> None:
        """Open the chapter, play so many moves with pauses of so many seconds on average, and leave."""
        began = time.monotonic()
        try:
            try:
                await self._open()
                self.tally.live.append(time.monotonic() - began)
            except NOT_NOW:
                await self._come_back()
            for _move in range(moves):
                await asyncio.sleep(self.rng.uniform(0.4, 1.6) * pause)
                try:
                    await self._move()
                except Lost:
                    await self._come_back()
            self.line.close()
        finally:
            await self._leave()

    @property
    def plays(self) -> bool:
        """Whether the reader sits at a board with a line that can be cut."""
        return bool(self.board and self.line)

    def cut(self) -> None:
        """Cut the line to the kernel, as a net does that fails for a while."""
        self.cut_until = time.monotonic() + CUT
        if self.line:
            self.line.close()

    async def _open(self) -> None:
        """Open the chapter and wait until its boards are there."""
        page = await self.client.fetch(f"{self.url}/voila/render/{self.chapter}", request_timeout=PATIENCE)
        if b"rb-still" not in page.body:
            raise Failure(f"{self.chapter} has no pictures")
        self.cookie = page.headers["Set-Cookie"].partition(";")[0]
        self.kernel = ""
        self.kernel = await self._come_alive()
        await self._connect()

    async def _come_alive(self) -> str:
        ticket = ""
        while True:
            address = f"{self.url}/voila/live/{self.chapter}" + (f"?ticket={ticket}" if ticket else "")
            answer = await self.client.fetch(address, headers={"Cookie": self.cookie}, request_timeout=2 * PATIENCE)
            told = [json.loads(line) for line in answer.body.splitlines() if line.startswith(b"{")]
            if "ahead" not in told[0]:
                break
            ticket = told[0]["ticket"]
            await asyncio.sleep(2)
        if told[-1] != {"done": True} or any(None in line.get("outputs", ()) for line in told):
            raise Lost(f"{self.chapter} did not come alive whole")
        return str(told[0]["kernel"]["kernelId"])

    async def _connect(self) -> None:
        """Get a line to the kernel, and from it what all boards show."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/kernels/{self.kernel}/channels?session_id={self.session}"
        request = HTTPRequest(address, headers={"Cookie": self.cookie}, request_timeout=PATIENCE)
        self.line = await websocket_connect(request, subprotocols=[PROTOCOL])
        self.coming, self.states = None, {}
        control = uuid.uuid4().hex

        def ask() -> None:
            self._say("comm_open", {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}})
            self._say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})

        # What is said while the server still connects the line to the kernel may be lost, as pages know too.
        await self._until(self._tables, "no board", ask)
        self.board = self.board or self.rng.choice(list(self._tables()))
        for model, state in self.states.items():
            if "Canvas" in str(state.get("_model_name")):
                self._tell(model, {"event": "client_ready"})

    async def _come_back(self) -> None:
        """Come back to what was played, by the same kernel where there is one, else by a new one and the link."""
        began, link, ply = time.monotonic(), self.link, self.view["ply"] if self.board else 0
        while True:
            try:
                await asyncio.sleep(max(0.5, self.cut_until - time.monotonic()))
                same = bool(self.kernel) and await self._has_kernel()
                if same:
                    await self._connect()
                    # What was said before the loss may have been heard: then more has been played than was seen.
                    await self._until(lambda: self.view["ply"] >= ply, f"ply {ply} is not there any more")
                else:
                    await self._open()
                    self.tally.reloads += 1
                    if link:
                        self._tell(self._table(), {"do": "open", "link": link})
                    await self._until(lambda: not link or self.link == link, f"ply {ply} does not come back")
                break
            except NOT_NOW as error:
                if time.monotonic() - began > 2 * PATIENCE:
                    raise Failure(f"{self.chapter}: not back after {2 * PATIENCE:.0f} s: {error!r}") from None
        self.tally.back.append(time.monotonic() - began)

    async def _has_kernel(self) -> bool:
        """Tell whether the server still has the kernel; raises `OSError` if there is no server."""
        answer = await self.client.fetch(
            f"{self.url}/api/kernels/{self.kernel}", headers={"Cookie": self.cookie}, raise_error=False
        )
        if answer.code == 599:
            raise ConnectionError(str(answer.error))
        return answer.code == 200

    async def _leave(self) -> None:
        if not self.kernel:
            return
        name, _equals, value = self.cookie.partition("=")
        await self.client.fetch(
            f"{self.url}/voila/api/shutdown/{self.kernel}",
            method="POST",
            headers={"Cookie": self.cookie},
            body=f"{name}={value}".replace("|", "%7C"),
            request_timeout=PATIENCE,
            raise_error=False,
        )

    def _say(self, kind: str, content: dict[str, Any]) -> None:
        message = {
            "header": {
                "msg_id": uuid.uuid4().hex,
                "msg_type": kind,
                "session": self.session,
                "username": "",
                "version": "5.3",
                "date": "2026-01-01T00:00:00Z",
            },
            "parent_header": {},
            "metadata": {"version": "1.0.0"} if kind == "comm_open" else {},
            "content": content,
        }
        packed = serialize_msg_to_ws_v1(message, "shell", pack=lambda part: json.dumps(part).encode())
        try:
            self.line.write_message(packed, binary=True)
        except WebSocketClosedError as error:
            raise Lost(f"the line of {self.chapter} was closed") from error

    async def _hear(self) -> None:
        """Take the next message into what is known of the widgets."""
        self.coming = self.coming or asyncio.ensure_future(self.line.read_message())
        message = await asyncio.shield(self.coming)
        self.coming = None
        if message is None:
            raise Lost(f"the line of {self.chapter} was closed")
        _channel, parts = deserialize_msg_from_ws_v1(message)
        header, content = json.loads(parts[0]), json.loads(parts[3])
        if header["msg_type"] != "comm_msg":
            return
        data, model = content["data"], content["comm_id"]
        if data.get("method") == "update_states":
            self.states |= {model: state["state"] for model, state in data["states"].items()}
        elif data.get("method") == "update":
            self.states.setdefault(model, {}).update(data["state"])
        elif data.get("method") == "custom" and "Canvas" in str(self.states.get(model, {}).get("_model_name")):
            self.repainted.add(model)

    async def _until(self, holds: Callable[[], Any], what: str, say: Callable[[], None] | None = None) -> None:
        """Hear until something holds; `say` what brings it about, if anything is given, now and every two seconds.

        Raises `Lost` where the line is, and `Failure` where nothing comes of it although the kernel is there.
        """
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise Failure(f"{self.chapter}: {what} in {PATIENCE:.0f} s")
            try:
                if say:
                    say()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hear_until(holds), AGAIN)
                if not holds() and not await self._has_kernel():
                    raise Lost(f"the kernel of {self.chapter} has ended")
            except OSError as error:
                raise Lost(f"the line of {self.chapter} is lost") from error

    async def _hear_until(self, holds: Any) -> None:
        while not holds():
            await self._hear()

    def _tables(self) -> dict[str, str]:
        """Return the boards at which moves are made: names on the page -> models of their panels."""
        setups = {model: state.get("setup") for model, state in self.states.items()}
        return {
            setup["board"]: model
            for model, setup in setups.items()
            if isinstance(setup, dict) and setup.get("kind") in ("play", "try")
        }

    def _table(self) -> str:
        return self._tables()[self.board]

    @property
    def link(self) -> str:
        """The link to what the board shows; nothing before there is one."""
        return "" if not self.board else str(self.states[self._table()]["link"])

    def _tell(self, model: str, content: dict[str, Any]) -> None:
        self._say("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": content}})

    @property
    def view(self) -> dict[str, Any]:
        """What the board says beside its picture."""
        return self.states[self._table()]["view"]

    async def _move(self) -> None:
        if self.view.get("veiled"):
            self._tell(self._table(), {"do": "show"})
            await self._until(lambda: not self.view["veiled"], "nobody sits down")
        while not (self.view["yours"] or self.view["over"]):
            ply = self.view["ply"]
            self._tell(self._table(), {"do": "step"})
            await self._until(lambda ply=ply: self.view["ply"] != ply or self.view["yours"], "the bots do not play")
        self._tell(self._table(), {"do": "legal", "open": True})
        await self._until(lambda: self.view.get("legal") is not None, "no legal actions")
        if not self.view["legal"]:
            self._tell(self._table(), {"do": "goto", "ply": 0})
            await self._until(lambda: self.view["ply"] == 0 or self.view["legal"], "no way back")
            return
        notation = self.rng.choice(self.view["legal"])[0]
        before, self.repainted = self.view["ply"], set()
        asked = time.monotonic()
        self._tell(self._table(), {"do": "type", "text": notation})
        await self._until(lambda: self.view["ply"] != before or self.view.get("refusal"), f"no answer to {notation}")
        if self.view.get("refusal"):
            raise Failure(f"{self.chapter}: {notation} is on the list of legal actions, but {self.view['refusal']}")
        await self._until(lambda: self.repainted, f"nothing drawn after {notation}")
        self.tally.moves.append(time.monotonic() - asked)
