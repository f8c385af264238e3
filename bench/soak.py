"""Soak: many readers at the served book at once, each opening a chapter and playing moves, for minutes on end.

When a reader has played out, the farewell is said and another one comes. Before the crowd one reader plays alone, so
that what the crowd costs is a ratio. After it the crowd plays on while kernels are killed, lines are cut and the server
is restarted: everybody must come back to what they had played. It fails with an error of any reader, a kernel that is
left, or memory that grows.

    python bench/soak.py --readers 30 --minutes 10 --troubled 4
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psutil
from reader import Failure, Reader, Tally
from tornado.httpclient import AsyncHTTPClient

from rulebook.book import Book
from rulebook_widgets.forked import kernels_of

BOOK = Path(__file__).resolve().parents[1] / "book"
MEGABYTE = 2**20
BETWEEN_TROUBLES = 4.0
"""How many seconds lie between two troubles."""
GROWTH = 1.25
"""How much more memory the server may take at the end than after the first quarter."""


class Server:
    """The served book."""

    def __init__(self, port: int) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"

    async def start(self) -> None:
        """Start it and wait until it answers. Raises `Failure`."""
        options = [f"--port={self.port}", "--no-browser", f"--book={BOOK}"]
        command = [sys.executable, "-m", "rulebook_widgets.server", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _try in range(120):
            with suppress(OSError):
                await AsyncHTTPClient().fetch(self.url, follow_redirects=False, raise_error=False)
                return
            await asyncio.sleep(0.5)
        raise Failure("the server does not answer")

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(30)

    def kernels(self) -> list[psutil.Process]:
        """Return its kernels, spares among them."""
        return kernels_of(self.process.pid)


class Crowd:
    """Readers who come and go."""

    def __init__(self, server: Server, options: argparse.Namespace, seed: int) -> None:
        self.server, self.options, self.seed = server, options, seed
        self.tally = Tally()
        self.here: set[Reader] = set()
        self.chapters = [
            chapter.name
            for chapter in Book.read(BOOK).chapters
            if "\nplay(" in _code(chapter) or "\ntry_out(" in _code(chapter)
        ]

    async def play(self, readers: int, seconds: float, pause: float) -> Tally:
        """Let so many at once play for so many seconds; return what they met with."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self._seat(number, end, pause, late=readers > 1) for number in range(readers)))
        return self.tally

    async def _seat(self, number: int, end: float, pause: float, late: bool) -> None:
        rng = random.Random(f"{self.seed}/{number}")
        await asyncio.sleep(rng.uniform(0, 10) if late else 0)
        while time.monotonic() < end:
            self.tally.came += 1
            chapter = rng.choice(self.chapters)
            reader = Reader(self.server.url, chapter, rng, self.tally)
            self.here.add(reader)
            try:
                await reader.read(self.options.moves, pause)
            except Exception as error:
                self.tally.faults.append(f"{chapter}: {error!r}")
                await asyncio.sleep(1)
            finally:
                self.here.remove(reader)


def _code(chapter: Any) -> str:
    return "\n" + "\n".join(source for kind, source in chapter.cells if kind == "code")


async def trouble(crowd: Crowd, seconds: float) -> Counter[str]:
    """Kill a kernel and cut a line by turns, every few seconds, and restart the server once; return how often each."""
    server, rng, made = crowd.server, random.Random(crowd.seed), Counter[str]()
    began = time.monotonic()
    while (since := time.monotonic() - began) < seconds:
        await asyncio.sleep(BETWEEN_TROUBLES)
        playing = sorted((reader for reader in crowd.here if reader.plays), key=lambda reader: reader.session)
        if since > seconds / 2 and not made["restarts"]:
            server.stop()
            await server.start()
            made["restarts"] += 1
        elif made["kernels killed"] > made["lines cut"] and playing:
            rng.choice(playing).cut()
            made["lines cut"] += 1
        elif kernels := server.kernels():
            rng.choice(kernels).kill()
            made["kernels killed"] += 1
    return made


async def watch(server: Server, tally: Tally, memory: list[float]) -> None:
    """Write down the memory of server and kernels every few seconds, until it is cancelled."""
    while True:
        memory.append(private(psutil.Process(server.process.pid)))
        tally.kernels.extend(size for size in map(private, server.kernels()) if size)
        await asyncio.sleep(5)


def private(process: psutil.Process) -> float:
    """Return the private memory of a process in megabytes; 0 for one that has ended."""
    try:
        return float(process.memory_full_info().uss) / MEGABYTE
    except psutil.Error:
        return 0.0


async def soak(options: argparse.Namespace) -> int:
    """Serve the book, let one reader in and then the crowd, print the figures; return 1 if anything failed."""
    AsyncHTTPClient.configure(None, max_clients=4 * options.readers, max_body_size=64 * MEGABYTE)
    server = Server(options.port)
    await server.start()
    try:
        calm = await _calm(server, options)
        troubled = await _troubled(server, options) if options.troubled else 0
        return calm or troubled
    finally:
        server.stop()


async def _calm(server: Server, options: argparse.Namespace) -> int:
    print("one reader alone …", flush=True)
    alone = await Crowd(server, options, options.seed).play(1, 30, 0.5)
    print(f"{options.readers} readers for {options.minutes:g} minutes …", flush=True)
    memory: list[float] = []
    crowd = Crowd(server, options, options.seed + 1)
    watching = asyncio.ensure_future(watch(server, crowd.tally, memory))
    found = await crowd.play(options.readers, 60 * options.minutes, options.pause)
    watching.cancel()
    left = await _left(server)
    quarter = memory[: max(1, len(memory) // 4)]
    growth = memory[-1] / max(quarter)
    size = median(found.kernels)
    # In calm nobody may have to come back.
    faults = [*alone.faults, *found.faults, *["a line or a kernel was lost"] * len(alone.back + found.back)]
    _tell_faults(faults)
    print(f"readers              {found.came}, moves {len(found.moves)}, faults {len(faults)}")
    print(f"kernels left         {left}")
    print(f"server's memory      {memory[-1]:.0f} MB at the end, {growth:.2f} of the first quarter's most")
    print(f"a reader's kernel    {size:.0f} MB: {1024 / size:.0f} readers a GB")
    for name, one, all_ in (
        ("page to live board", alone.live, found.live),
        ("move to repaint", alone.moves, found.moves),
    ):
        print(f"{name:<20} p50 {_ratio(one, all_, 50)}, p95 {_ratio(one, all_, 95)}")
    return int(bool(faults or left or growth > GROWTH))


async def _troubled(server: Server, options: argparse.Namespace) -> int:
    print(f"{options.readers} readers in trouble for {options.troubled:g} minutes …", flush=True)
    crowd = Crowd(server, options, options.seed + 2)
    making = asyncio.ensure_future(trouble(crowd, 60 * options.troubled))
    found = await crowd.play(options.readers, 60 * options.troubled, options.pause)
    made = await making
    left = await _left(server)
    _tell_faults(found.faults)
    print(f"troubles             {', '.join(f'{many} {kind}' for kind, many in made.items())}")
    print(f"readers              {found.came}, moves {len(found.moves)}, faults {len(found.faults)}")
    print(f"came back            {len(found.back)}, {found.reloads} of them by a new kernel and the link")
    print(f"kernels left         {left}")
    if len(found.back) > 1:
        print(f"loss to board        p50 {median(found.back):.1f} s, most {max(found.back):.1f} s")
    return int(bool(found.faults or left or not found.back))


async def _left(server: Server) -> int:
    """Return how many kernels are left after a while beside the one spare."""
    await asyncio.sleep(20)
    return max(len(server.kernels()) - 1, 0)


def _tell_faults(faults: list[str]) -> None:
    for fault in faults[:20]:
        print(f"FAULT {fault}")


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
    parser.add_argument("--troubled", type=float, default=4, help="minutes of kernels killed, lines cut, a restart")
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--pause", type=float, default=5, help="seconds between two moves of a reader, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=8990)
    return asyncio.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
