"""Figures b to f: chapters of the book against a bare notebook with one canvas, served by Voila as it comes; and r.

| figure | what is measured |
| --- | --- |
| b | from the start of navigation until the first board of the page is painted, in a new browser context |
| c | from the press of the mouse until the pixels of the board change |
| d | the private memory of the page's kernel, once its boards are painted |
| e | the widget messages that a move sends to the page within a second, in the middle of a game |
| f | a step of the training battle, from the press of its button until the pixels change, less c's bare click |
| r | from the start of navigation until a chapter's words are painted, against the same words as a plain file |
"""

from __future__ import annotations

import json
import random
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from figures import CannotMeasure, Figure, progress

HERE = Path(__file__).resolve().parent
BOOK = HERE.parent / "book"
STATIC = HERE.parent / "widgets/rulebook_widgets/share/jupyter/voila/templates/rulebook/static"
PLAIN = "plain.html"
BARE, FIRST, SECOND = "bare.ipynb", "1-1-hong-two-headed-dragon.ipynb", "1-2-hong-castle-and-garden.ipynb"
TRAINING = "2-4-dictator-training-battle.ipynb"
STEPS = 18
"""How many steps the training battle has."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 60.0
CLICKS = 20
OPENING = 10
"""The reader's moves before the middle of a game; a bot answers each."""
CLICKED = "inner"
"""The board, as Hong knows it, of both boards that are clicked on."""


@dataclass
class Page:
    """One page of the book in a context of its own, with the frames that came down its websocket."""

    page: Any
    earlier: set[int]
    """The kernels that ran before this page came."""
    frames: list[str | bytes] = field(default_factory=list)

    def painted(self) -> float:
        """Return the milliseconds from the start of navigation until the first board was painted."""
        self.page.wait_for_function("window.bench.painted !== null", timeout=PATIENCE * 1000)
        return float(self.page.evaluate("window.bench.painted"))

    def read(self) -> float:
        """Return the milliseconds from the start of navigation until the words were painted."""
        self.page.wait_for_function("window.bench.words !== null", timeout=PATIENCE * 1000)
        return float(self.page.evaluate("window.bench.words"))

    def settle(self) -> None:
        """Wait until no frame has come for a second, heartbeats aside."""
        quiet = 0
        while quiet < 4:
            before = len(self.comms())
            self.page.wait_for_timeout(250)
            quiet = quiet + 1 if len(self.comms()) == before else 0

    def comms(self) -> list[int]:
        """Return the sizes of the widget messages that have come, as frames, answers to heartbeats left out."""
        return [len(frame) for frame in self.frames if _is_comm(frame)]


@dataclass
class Target:
    """A board to click on: its page, its canvas, and the points of it that are still to be touched."""

    page: Page
    board: str
    points: list[tuple[float, float]]

    def click(self, wait: int) -> float:
        """Click on spaces until one is not refused; return the milliseconds until the picture changed."""
        page = self.page.page
        canvas = page.locator(f"{self.board} canvas" if self.board else "canvas.bench-bare").first
        page.bring_to_front()
        canvas.scroll_into_view_if_needed()
        while self.points:
            across, down = self.points.pop()
            box = canvas.bounding_box()
            self.page.frames.clear()
            page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
            page.wait_for_function("window.bench.changed !== null", timeout=PATIENCE * 1000)
            page.wait_for_timeout(wait)
            if not self.board or page.locator(f"{self.board} .rb-refusal").count() == 0:
                return float(page.evaluate("window.bench.changed"))
        raise CannotMeasure(f"no space is left to click on {self.board}")


class Bench:
    """Servers with the book and with the bare notebook, and a browser; `page` opens a page in a new context.

    One server with the book starts a kernel for each page, as the bare one does; one keeps a spare, as it comes.
    """

    def __init__(self, book: Server, spared: Server, bare: Server, browser: Any) -> None:
        self._book = book
        self._spared = spared
        self._bare = bare
        self._browser = browser

    def _address(self, name: str) -> str:
        return f"{(self._bare if name == BARE else self._book).address}voila/render/{name}"

    def served(self, name: str) -> str:
        """Return a page as it is sent."""
        with urllib.request.urlopen(self._address(name), timeout=PATIENCE) as answer:
            return str(answer.read().decode("utf-8"))

    @contextmanager
    def plain(self, address: str) -> Iterator[Page]:
        """Open a page without a kernel, from anywhere, in a new context."""
        context = self._context()
        try:
            opened = Page(context.new_page(), set())
            opened.page.goto(address, wait_until="commit", timeout=PATIENCE * 1000)
            yield opened
        finally:
            context.close()

    @contextmanager
    def spared(self, name: str) -> Iterator[Page]:
        """Open a page for which a kernel waits."""
        until(self._rested, PATIENCE, "a spare kernel")
        with self.plain(f"{self._spared.address}voila/render/{name}") as opened:
            yield opened
            opened.page.goto("about:blank")

    def _rested(self) -> bool:
        """Tell whether just one kernel waits, and has nothing to do any more."""
        waiting = _kernels(self._spared)
        if len(waiting) != 1:
            return False
        before = sum(waiting[0].cpu_times()[:2])
        time.sleep(1)
        return sum(waiting[0].cpu_times()[:2]) - before < 0.05 < before

    def _context(self) -> Any:
        # The book's pages forbid text that is run, which is how Playwright waits.
        context = self._browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        context.add_init_script(path=str(HERE / "watch.js"))
        return context

    @contextmanager
    def page(self, name: str) -> Iterator[Page]:
        """Open a page; afterwards leave it and wait until its kernel has ended."""
        earlier = {kernel.pid for kernel in self.kernels()}
        context = self._context()
        opened = Page(context.new_page(), earlier)

        def listen(line: Any) -> None:
            line.on("framereceived", lambda frame: opened.frames.append(frame))

        opened.page.on("websocket", listen)
        try:
            opened.page.goto(self._address(name), wait_until="commit", timeout=PATIENCE * 1000)
            yield opened
            opened.page.goto("about:blank")
            until(lambda: {kernel.pid for kernel in self.kernels()} <= earlier, 20, f"the kernel of {name} to end")
        finally:
            context.close()

    def kernels(self) -> list[Any]:
        """Return the processes of the kernels that pages have started."""
        return [*_kernels(self._book), *_kernels(self._bare)]


def _kernels(server: Server) -> list[Any]:
    """Return the processes of a server's kernels."""
    # Where this is missing `bench` says so, and how to get it.
    from rulebook_widgets.forked import kernels_of

    return kernels_of(server.process.pid)


@contextmanager
def bench() -> Iterator[Bench]:
    """Serve the book with the bare notebook, and start a browser. Raises `CannotMeasure` for what is missing."""
    try:
        from playwright.sync_api import sync_playwright

        import rulebook_widgets.forked  # noqa: F401
    except ImportError as error:
        raise CannotMeasure(f"{error.name} is missing; get it by: pip install -e '.[book,dev]'") from error
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        raise CannotMeasure("Chromium is missing; install it, such as by: apt-get install chromium")
    book = ["-m", "rulebook_widgets.server", "--no-browser", "--port={port}", f"--book={BOOK}"]
    # Voila as it comes refuses its own pages' farewells, and their kernels would stay.
    bare = ["-m", "voila", "--no-browser", "--port={port}", "--Voila.tornado_settings={'disable_check_xsrf': True}"]
    with tempfile.TemporaryDirectory() as folder, serving([*book, "--spares=0"], folder) as ours:
        shutil.copy(HERE / BARE, folder)
        with (
            serving([*book, "--spares=1"], folder) as spared,
            serving(bare, folder) as theirs,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            made = Bench(ours, spared, theirs, browser)
            for name in (BARE, FIRST, SECOND):
                with made.page(name) as page:
                    page.painted()
            yield made
            browser.close()


@dataclass
class Server:
    """A running server and where it answers."""

    process: subprocess.Popen[bytes]
    address: str


@contextmanager
def serving(options: list[str], folder: str) -> Iterator[Server]:
    """Run a server by Python with these options, in a folder, at a free port, `{port}`. Raises `CannotMeasure`."""
    port = _free_port()
    command = [sys.executable, *(option.replace("{port}", str(port)) for option in options)]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        server = Server(process, f"http://127.0.0.1:{port}/")
        until(lambda: _answers(server.address), PATIENCE, f"a server ({options[1]})")
        yield server
    finally:
        process.terminate()
        process.wait(20)


def measure_painting(made: Bench, rounds: int) -> list[Figure]:
    """Return figure b: with a kernel that the page starts, and with one that waits for it."""
    times: dict[str, list[float]] = {FIRST: [], BARE: []}
    spared: list[float] = []
    for at in range(rounds):
        progress(f"b: first board, round {at + 1} of {rounds}")
        for name, taken in times.items():
            with made.page(name) as page:
                taken.append(page.painted())
        with made.spared(FIRST) as page:
            spared.append(page.painted())
    return [
        Figure.ratio("b", f"navigation to first board, 1.1{words} : bare", "ms", taken, times[BARE], 1.2)
        for words, taken in (("", times[FIRST]), (" with a spare kernel", spared))
    ]


def measure_words(made: Bench, rounds: int) -> list[Figure]:
    """Return figure r: a chapter against a file of its words, pictures and style, as many bytes, without scripts."""
    times: dict[str, list[float]] = {FIRST: [], PLAIN: []}
    with _plain(made.served(FIRST)) as address:
        for at in range(rounds):
            progress(f"r: words, round {at + 1} of {rounds}")
            with made.plain(address) as page:
                times[PLAIN].append(page.read())
            with made.page(FIRST) as page:
                times[FIRST].append(page.read())
                page.painted()
    return [Figure.ratio("r", "navigation to words, 1.1 : plain file", "ms", times[FIRST], times[PLAIN], 1.1)]


@contextmanager
def _plain(sent: str) -> Iterator[str]:
    """Serve a page as a plain file: without its scripts, with its style and letters beside it, as many bytes."""
    words = re.sub(r"<script\b.*?</script>", "", sent, flags=re.DOTALL)
    words = re.sub(r'"[^"]*/templates/rulebook/static/', '"', words)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(STATIC, folder, dirs_exist_ok=True)
        Path(folder, PLAIN).write_text(words + f"<!--{' ' * (len(sent) - len(words))}-->", "utf-8")
        with serving(["-m", "http.server", "{port}", "--bind", "127.0.0.1"], folder) as server:
            yield f"{server.address}{PLAIN}"


def measure_clicks(made: Bench, rounds: int) -> list[Figure]:
    """Return figure c, for a table with a bot and for a board with two readers; a round's figure is of its medians."""
    boards = {".rb-play": "click to repaint, table with a bot : bare", ".rb-try": "click to repaint, try-out : bare"}
    times: dict[str, list[float]] = {board: [] for board in (*boards, "")}
    for at in range(rounds):
        progress(f"c: clicks, round {at + 1} of {rounds}")
        with made.page(SECOND) as chapter, made.page(BARE) as bare:
            taken: dict[str, list[float]] = {board: [] for board in times}
            targets = [Target(chapter if board else bare, board, _points(at)) for board in times]
            chapter.settle()
            bare.settle()
            for _click in range(CLICKS):
                for target in targets:
                    taken[target.board].append(target.click(wait=150))
        for board, values in taken.items():
            times[board].append(median(values))
    return [Figure.ratio("c", words, "ms", times[board], times[""], 1.3) for board, words in boards.items()]


def measure_memory(made: Bench, rounds: int) -> list[Figure]:
    """Return figure d, for the first two chapters."""
    sizes: dict[str, list[float]] = {FIRST: [], SECOND: [], BARE: []}
    for at in range(rounds):
        progress(f"d: memory, round {at + 1} of {rounds}")
        for name, taken in sizes.items():
            with made.page(name) as page:
                page.painted()
                page.settle()
                (kernel,) = (found for found in made.kernels() if found.pid not in page.earlier)
                taken.append(kernel.memory_full_info().uss / 1e6)
    return [
        Figure.ratio("d", f"kernel's private memory, {words} : bare", "MB", sizes[name], sizes[BARE], 1.2)
        for name, words in ((FIRST, "1.1"), (SECOND, "1.2"))
    ]


def measure_messages(made: Bench, rounds: int) -> list[Figure]:
    """Return figure e: counts and kilobytes of one move a round, and of a click on the bare canvas beside it."""
    counts: dict[str, list[float]] = {".rb-play": [], "": []}
    sizes: dict[str, list[float]] = {".rb-play": [], "": []}
    for at in range(rounds):
        progress(f"e: messages of a move, round {at + 1} of {rounds}")
        with made.page(SECOND) as chapter, made.page(BARE) as bare:
            targets = [Target(chapter if board else bare, board, _points(at)) for board in counts]
            chapter.settle()
            bare.settle()
            for click in range(OPENING + 1):
                for target in targets:
                    target.click(wait=1000 if click == OPENING else 150)
            for target in targets:
                frames = target.page.comms()
                counts[target.board].append(len(frames))
                sizes[target.board].append(sum(frames) / 1000)
    return [
        Figure("e", words, unit, median(found[".rb-play"]), median(found[""]), found[".rb-play"], goal)
        for words, unit, found, goal in (
            (f"messages down move {OPENING + 1}, with the bot's answer", "", counts, 3),
            (f"size of move {OPENING + 1}, with the bot's answer", "kB", sizes, 12),
        )
    ]


def measure_steps(made: Bench, rounds: int) -> list[Figure]:
    """Return figure f: the median step of the training battle, and of clicks on the bare canvas in the same round."""
    steps: list[float] = []
    clicks: list[float] = []
    for at in range(rounds):
        progress(f"f: steps of the training battle, round {at + 1} of {rounds}")
        with made.page(TRAINING) as chapter, made.page(BARE) as bare:
            target = Target(bare, "", _points(at))
            chapter.settle()
            bare.settle()
            taken: dict[str, list[float]] = {"step": [], "click": []}
            chapter.page.get_by_label("Questions").first.uncheck()
            for _step in range(STEPS):
                taken["click"].append(target.click(wait=150))
                chapter.page.bring_to_front()
                chapter.page.get_by_role("button", name="Forward", exact=True).first.click()
                chapter.page.wait_for_function("window.bench.changed !== null", timeout=PATIENCE * 1000)
                taken["step"].append(float(chapter.page.evaluate("window.bench.changed")))
                chapter.page.wait_for_timeout(150)
            steps.append(median(taken["step"]))
            clicks.append(median(taken["click"]))
    beyond = [step - click for step, click in zip(steps, clicks, strict=True)]
    return [Figure("f", "step of the replay beyond a bare click", "ms", median(steps), median(clicks), beyond, 100)]


MEASURES: dict[str, Callable[[Bench, int], list[Figure]]] = {
    "b": measure_painting,
    "c": measure_clicks,
    "d": measure_memory,
    "e": measure_messages,
    "f": measure_steps,
    "r": measure_words,
}


def until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something is true. Raises `CannotMeasure` when it has taken too long."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise CannotMeasure(f"waited {seconds:g} s for {what}")
        time.sleep(0.05)


def _free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as attempt:
        attempt.bind(("127.0.0.1", 0))
        return int(attempt.getsockname()[1])


def _points(seed: int) -> list[tuple[float, float]]:
    """Return the middles of the spaces of a board, as shares of its width and height, in some order."""
    from rulebook.games.hong import Hong
    from rulebook_widgets.pictures import picture_of

    game = Hong(board=CLICKED)
    picture = picture_of(game)
    sheet = picture.sheet()
    points = []
    for space in game.mask.spaces:
        x, y, side = picture.frame(str(space))
        points.append(((x + side / 2) / sheet.width, (y + side / 2) / sheet.height))
    random.Random(seed).shuffle(points)
    return points


def _is_comm(frame: str | bytes) -> bool:
    """Tell whether a frame is a widget message, and no answer to a heartbeat."""
    if isinstance(frame, str):
        message = json.loads(frame)
        return message["header"]["msg_type"] == "comm_msg" and not _is_pong(message["content"])
    count = struct.unpack_from("<Q", frame)[0]
    if 0 < count < 100:  # v1.kernel.websocket.jupyter.org: offsets, channel, header, parent, metadata, content, …
        offsets = struct.unpack_from(f"<{count}Q", frame, 8)
        _channel, header, _parent, _metadata, content = (frame[begin:end] for begin, end in pairwise(offsets[:6]))
        return json.loads(header)["msg_type"] == "comm_msg" and not _is_pong(json.loads(content))
    begin, end = struct.unpack_from("!2I", frame, 4)  # the older form: the message, then its buffers
    message = json.loads(frame[begin:end])
    return message["header"]["msg_type"] == "comm_msg" and not _is_pong(message["content"])


def _is_pong(content: dict[str, Any]) -> bool:
    return "pong" in (content["data"].get("content") or {})


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "voila/templates/rulebook/static/rulebook.css", timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
