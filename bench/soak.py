"""Soak: many readers at the served book at once, each opening a chapter and playing moves, for minutes on end.

Readers speak the protocol of the pages: they fetch a chapter and what makes it live, look for a board to play on, ask
it for its legal actions and play one at random, and wait until the board has been drawn anew. When a reader has played
out, the farewell is said and another one comes. Before the crowd one reader plays alone, so that what the crowd costs
is a ratio. It fails with an error of any reader, a kernel that is left, or memory that grows.

    python bench/soak.py --readers 30 --minutes 10
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psutil
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from rulebook.book import Book
from rulebook_widgets.forked import kernels_of

BOOK = Path(__file__).resolve().parents[1] / "book"
PROTOCOL = "v1.kernel.websocket.jupyter.org"
PATIENCE = 60.0
"""For how many seconds an answer is waited for."""
AGAIN = 2.0
"""After how many seconds what may be lost is said again."""
MEGABYTE = 2**20
GROWTH = 1.25
"""How much more memory the server may take at the end than after the first quarter."""


class Failure(Exception):
    """What a reader was not given."""


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

    async def read(self, moves: int, pause: float) -> None:
        """Open the chapter, play so many moves with pauses of so many seconds on average, and leave."""
        client = AsyncHTTPClient()
        began = time.monotonic()
        page = await client.fetch(f"{self.url}/voila/render/{self.chapter}", request_timeout=PATIENCE)
        if b"rb-still" not in page.body:
            raise Failure(f"{self.chapter} has no pictures")
        self.cookie = page.headers["Set-Cookie"].partition(";")[0]
        self.kernel = await self._come_alive(client)
        try:
            address = (
                f"{self.url.replace('http', 'ws', 1)}/api/kernels/{self.kernel}/channels?session_id={self.session}"
            )
            self.line: WebSocketClientConnection = await websocket_connect(
                HTTPRequest(address, headers={"Cookie": self.cookie}, request_timeout=PATIENCE), subprotocols=[PROTOCOL]
            )
            await self._fetch_states()
            self.tally.live.append(time.monotonic() - began)
            for _move in range(moves):
                await asyncio.sleep(self.rng.uniform(0.4, 1.6) * pause)
                await self._move()
            self.line.close()
        finally:
            await self._leave(client)

    async def _come_alive(self, client: AsyncHTTPClient) -> str:
        ticket = ""
        while True:
            address = f"{self.url}/voila/live/{self.chapter}" + (f"?ticket={ticket}" if ticket else "")
            answer = await client.fetch(address, headers={"Cookie": self.cookie}, request_timeout=2 * PATIENCE)
            told = [json.loads(line) for line in answer.body.splitlines() if line.startswith(b"{")]
            if "ahead" not in told[0]:
                break
            ticket = told[0]["ticket"]
            await asyncio.sleep(2)
        if told[-1] != {"done": True} or any(None in line.get("outputs", ()) for line in told):
            raise Failure(f"{self.chapter} did not come alive whole")
        return str(told[0]["kernel"]["kernelId"])

    async def _leave(self, client: AsyncHTTPClient) -> None:
        name, _equals, value = self.cookie.partition("=")
        await client.fetch(
            f"{self.url}/voila/api/shutdown/{self.kernel}",
            method="POST",
            headers={"Cookie": self.cookie},
            body=f"{name}={value}".replace("|", "%7C"),
            request_timeout=PATIENCE,
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
        self.line.write_message(packed, binary=True)

    async def _hear(self) -> None:
        """Take the next message into what is known of the widgets."""
        self.coming = self.coming or asyncio.ensure_future(self.line.read_message())
        message = await asyncio.shield(self.coming)
        self.coming = None
        if message is None:
            raise Failure(f"the line of {self.chapter} was closed")
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

    async def _until(self, holds: Any, what: str, say: Any = None) -> None:
        """Hear until something holds; `say` what brings it about, if anything is given, now and every two seconds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise Failure(f"{self.chapter}: {what} in {PATIENCE:.0f} s")
            if say:
                say()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hear_until(holds), AGAIN)

    async def _hear_until(self, holds: Any) -> None:
        while not holds():
            await self._hear()

    async def _fetch_states(self) -> None:
        control = uuid.uuid4().hex

        def ask() -> None:
            self._say("comm_open", {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}})
            self._say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})

        # What is said while the server still connects the line to the kernel may be lost, as pages know too.
        await self._until(self._tables, "no board", ask)
        self.table = self.rng.choice(self._tables())
        for model, state in self.states.items():
            if "Canvas" in str(state.get("_model_name")):
                self._tell(model, {"event": "client_ready"})

    def _tables(self) -> list[str]:
        """Return the models of the panels at which moves are made."""
        return [
            model
            for model, state in self.states.items()
            if isinstance(state.get("setup"), dict) and state["setup"].get("kind") in ("play", "try")
        ]

    def _tell(self, model: str, content: dict[str, Any]) -> None:
        self._say("comm_msg", {"comm_id": model, "data": {"method": "custom", "content": content}})

    @property
    def view(self) -> dict[str, Any]:
        """What the board says beside its picture."""
        return self.states[self.table]["view"]

    async def _move(self) -> None:
        if self.view.get("veiled"):
            self._tell(self.table, {"do": "show"})
            await self._until(lambda: not self.view["veiled"], "nobody sits down")
        while not (self.view["yours"] or self.view["over"]):
            ply = self.view["ply"]
            self._tell(self.table, {"do": "step"})
            await self._until(lambda ply=ply: self.view["ply"] != ply or self.view["yours"], "the bots do not play")
        self._tell(self.table, {"do": "legal", "open": True})
        await self._until(lambda: self.view.get("legal") is not None, "no legal actions")
        if not self.view["legal"]:
            self._tell(self.table, {"do": "goto", "ply": 0})
            await self._until(lambda: self.view["ply"] == 0 or self.view["legal"], "no way back")
            return
        notation = self.rng.choice(self.view["legal"])[0]
        before, self.repainted = self.view["ply"], set()
        asked = time.monotonic()
        self._tell(self.table, {"do": "type", "text": notation})
        await self._until(lambda: self.view["ply"] != before or self.view.get("refusal"), f"no answer to {notation}")
        if self.view.get("refusal"):
            raise Failure(f"{self.chapter}: {notation} is on the list of legal actions, but {self.view['refusal']}")
        await self._until(lambda: self.repainted, f"nothing drawn after {notation}")
        self.tally.moves.append(time.monotonic() - asked)


def private(process: psutil.Process) -> float:
    """Return the private memory of a process in megabytes; 0 for one that has ended."""
    try:
        return float(process.memory_full_info().uss) / MEGABYTE
    except psutil.Error:
        return 0.0


async def crowd(url: str, readers: int, seconds: float, moves: int, pause: float, seed: int) -> Tally:
    """Let readers come and go for so many seconds, as many at once as given, and return what they met with."""
    chapters = [
        chapter.name
        for chapter in Book.read(BOOK).chapters
        if "\nplay(" in _code(chapter) or "\ntry_out(" in _code(chapter)
    ]
    tally, end = Tally(), time.monotonic() + seconds

    async def seat(number: int) -> None:
        rng = random.Random(f"{seed}/{number}")
        await asyncio.sleep(rng.uniform(0, 10 if readers > 1 else 0))
        while time.monotonic() < end:
            tally.came += 1
            chapter = rng.choice(chapters)
            try:
                await Reader(url, chapter, rng, tally).read(moves, pause)
            except Exception as error:
                tally.faults.append(f"{chapter}: {error!r}")

    await asyncio.gather(*(seat(number) for number in range(readers)))
    return tally


def _code(chapter: Any) -> str:
    return "\n" + "\n".join(source for kind, source in chapter.cells if kind == "code")


async def watch(server: psutil.Process, tally: Tally, memory: list[float], stop: asyncio.Event) -> None:
    """Write down the memory of server and kernels every few seconds."""
    while not stop.is_set():
        memory.append(private(server))
        tally.kernels.extend(size for size in map(private, kernels_of(server.pid)) if size)
        await asyncio.sleep(5)


async def soak(options: argparse.Namespace) -> int:
    """Serve the book, let one reader in and then the crowd, print the figures; return 1 if anything failed."""
    command = [
        sys.executable,
        "-m",
        "rulebook_widgets.server",
        f"--port={options.port}",
        "--no-browser",
        f"--book={BOOK}",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            return await _soak(options, psutil.Process(process.pid))
        finally:
            process.terminate()


async def _soak(options: argparse.Namespace, server: psutil.Process) -> int:
    url = f"http://127.0.0.1:{options.port}"
    AsyncHTTPClient.configure(None, max_clients=4 * options.readers, max_body_size=64 * MEGABYTE)
    for _try in range(120):
        try:
            await AsyncHTTPClient().fetch(url, follow_redirects=False, raise_error=False)
            break
        except OSError:
            await asyncio.sleep(0.5)
    else:
        raise Failure("the server does not answer")
    spares = len(kernels_of(server.pid))
    print("one reader alone …", flush=True)
    alone = await crowd(url, 1, 30, options.moves, 0.5, options.seed)
    print(f"{options.readers} readers for {options.minutes:g} minutes …", flush=True)
    memory: list[float] = []
    stop = asyncio.Event()
    many = Tally()
    watching = asyncio.ensure_future(watch(server, many, memory, stop))
    found = await crowd(url, options.readers, 60 * options.minutes, options.moves, options.pause, options.seed + 1)
    stop.set()
    await watching
    await asyncio.sleep(20)
    left = len(kernels_of(server.pid)) - max(spares, 1)
    quarter = memory[: max(1, len(memory) // 4)]
    growth = memory[-1] / max(quarter)
    for fault in (alone.faults + found.faults)[:20]:
        print(f"FAULT {fault}")
    size = median(many.kernels)
    print(f"readers              {found.came}, moves {len(found.moves)}, faults {len(alone.faults + found.faults)}")
    print(f"kernels left         {max(left, 0)}")
    print(f"server's memory      {memory[-1]:.0f} MB at the end, {growth:.2f} of the first quarter's most")
    print(f"a reader's kernel    {size:.0f} MB: {1024 / size:.0f} readers a GB")
    for name, one, all_ in (
        ("page to live board", alone.live, found.live),
        ("move to repaint", alone.moves, found.moves),
    ):
        print(f"{name:<20} p50 {_ratio(one, all_, 50)}, p95 {_ratio(one, all_, 95)}")
    return int(bool(alone.faults or found.faults or left > 0 or growth > GROWTH))


def _ratio(one: list[float], many: list[float], part: int) -> str:
    if len(one) < 2 or len(many) < 2:
        return "not measured"
    low, high = (quantiles(values, n=100, method="inclusive")[part - 1] for values in (one, many))
    return f"{1000 * high:.0f} ms, {high / low:.1f} of one reader's {1000 * low:.0f} ms"


def main() -> int:
    """Read the options and soak."""
    parser = argparse.ArgumentParser(description="Many readers at the served book at once.")
    parser.add_argument("--readers", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--pause", type=float, default=5, help="seconds between two moves of a reader, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=8990)
    return asyncio.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
