"""A served book and a browser for the tests: real server, real kernels, real Chromium."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from rulebook.book import Book
from rulebook_widgets.forked import kernels_of

BOOK = Path(__file__).parents[2] / "book"
START_SECONDS = 90
BOARD_SECONDS = 90
ANSWER_SECONDS = 20
ALL_PAINTED = """wanted => {
  const boards = [...document.querySelectorAll("canvas.rb-board")];
  return boards.length === wanted && boards.every((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 3; at < data.length; at += 4) if (data[at]) return true;
    return false;
  });
}"""

expect.set_options(timeout=ANSWER_SECONDS * 1000)


def a_chapter_a_part(names: Iterable[str]) -> list[str]:
    """Return the first chapter of each part of the book; all of them where `RULEBOOK_CHAPTERS` is `all` (make soak)."""
    every = list(names)
    firsts = {name[0]: name for name in reversed(every)}
    return every if os.environ.get("RULEBOOK_CHAPTERS") == "all" else sorted(firsts.values())


@dataclass
class Served:
    """A running server: its address, its process, and the file that takes what it says."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def chapter(self, name: str) -> str:
        """Return the address of the chapter whose file is `name`."""
        return f"{self.url}/voila/render/{name}"

    def kernels(self) -> list[psutil.Process]:
        """Return the running kernels."""
        return kernels_of(self.process.pid)

    def kernel(self, kernel_id: str) -> psutil.Process:
        """Return the kernel of this id: the one that a socket or the command is named after."""
        for kernel in self.kernels():
            sockets = [str(line.laddr) for line in kernel.net_connections("unix")]
            if any(kernel_id in words for words in (*kernel.cmdline(), *sockets)):
                return kernel
        return pytest.fail(f"no process is the kernel {kernel_id}")

    def kernels_within(self, seconds: float, want: int = 0) -> int:
        """Wait until at most `want` kernels run, `seconds` at the longest; return how many do."""
        end = time.monotonic() + seconds
        while (running := len(self.kernels())) > want and time.monotonic() < end:
            time.sleep(0.1)
        return running

    def told(self, words: str) -> list[str]:
        """Return what follows `words` in each line of the log that has them."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line.partition(words)[2].strip() for line in lines if words in line]

    def fetch(self, path: str) -> tuple[int, str]:
        """Return the status and the text of the answer to a plain request."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()


@dataclass
class Faults:
    """What no page may do: throw, or ask another host."""

    host: str
    """The host and its port, and the path under which the book lies if there is one."""
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    left: bool = False
    """Whether the reader has gone: scripts still on their way then are cut off, which is no fault of the page."""

    def watch(self, page: Page) -> None:
        """Collect what `page` does wrong from now on."""
        page.on("pageerror", lambda error: self.left or self.errors.append(str(error)))
        page.on("request", lambda request: self._ask(request.url))
        page.on("websocket", lambda socket: self._ask(socket.url))

    def _ask(self, url: str) -> None:
        scheme, _, rest = url.partition(":")
        own = rest.startswith(f"//{self.host}/") or scheme in ("data", "about")
        origin = self.host.partition("/")[0]
        if not (own or (scheme == "blob" and rest.startswith(f"http://{origin}/"))):
            self.foreign.append(url)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as attempt:
        attempt.bind(("127.0.0.1", 0))
        return attempt.getsockname()[1]


def start(folder: Path, log: Path, *options: str, port: int = 0, **environment: str) -> Served:
    """Serve the book in `folder`, at a free port if none is named, and return once it answers."""
    port = port or free_port()
    command = [sys.executable, "-m", "rulebook_widgets.server", "--no-browser", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--book", str(folder), *options],
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        )
    served = Served(f"http://127.0.0.1:{port}", process, log)
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            served.fetch("/is-it-up")
        except OSError:
            time.sleep(0.1)
        else:
            return served
    stop(served.process)
    return pytest.fail(f"the server did not come up:\n{log.read_text('utf-8', 'replace')[-3000:]}")


def stop(process: subprocess.Popen[bytes], seconds: float = 15) -> None:
    """End a program in its own way, and after so many seconds by force; nothing that it has started is left."""
    children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in children:
        if child.is_running():
            child.kill()


def write_book(folder: Path, *cells: tuple[str, str]) -> Path:
    """Write a book of one chapter into a new folder, `(kind, source)` a cell; return the folder."""
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    notebook = nbformat.v4.new_notebook(cells=[make[kind](source) for kind, source in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    folder.mkdir()
    nbformat.write(notebook, folder / "index.ipynb")
    return folder


def serving(logs: Path) -> Iterator[Callable[..., Served]]:
    """Yield what serves a book, this one by default; end every server afterwards."""
    running: list[Served] = []

    def begin(folder: Path = BOOK, *options: str, port: int = 0, **environment: str) -> Served:
        running.append(start(folder, logs / f"server-{len(running)}.log", *options, port=port, **environment))
        return running[-1]

    yield begin
    for each in running:
        stop(each.process)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve another book, or this one with other options, for one test."""
    yield from serving(tmp_path)


@pytest.fixture(scope="session")
def serve_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Serve a book for many tests; each worker of a parallel run has servers of its own."""
    yield from serving(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="session")
def served(serve_all: Callable[..., Served]) -> Served:
    """The repository's book, served."""
    return serve_all()


def leave(context: BrowserContext) -> None:
    """Leave every page as a reader does, so that its kernel ends, and close the window."""
    for page in context.pages:
        page.goto("about:blank")
    context.close()


@pytest.fixture
def window(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages in windows of any kind; at the end of the test none may have thrown or asked another host."""
    opened: list[tuple[BrowserContext, Faults]] = []

    def begin(server: Served, width: int = 1280, height: int = 800, **options: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        faults = Faults(server.url.removeprefix("http://"))
        context.on("page", faults.watch)
        opened.append((context, faults))
        page = context.new_page()
        page.set_default_timeout(BOARD_SECONDS * 1000)
        return page

    yield begin
    for context, faults in opened:
        faults.left = True
        try:
            leave(context)
        except Error:
            context.close()
    assert [faults.errors for _, faults in opened if faults.errors] == []
    assert [faults.foreign for _, faults in opened if faults.foreign] == []


@pytest.fixture
def desk(window: Callable[..., Page], served: Served) -> Page:
    """A page on a desk: 1280 × 800."""
    return window(served)


@pytest.fixture
def phone(window: Callable[..., Page], served: Served) -> Page:
    """A page on a phone: 360 × 640, touched."""
    return window(served, 360, 640, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture(scope="session")
def boards() -> dict[str, int]:
    """How many live boards the cells of each chapter make."""
    names = "play|try_out|exercise|replay|calculator|set_up|class_tally|practice|referee"
    calls = re.compile(rf"^(?:{names})\(", re.MULTILINE)
    return {
        chapter.name: sum(len(calls.findall(source)) for kind, source in chapter.cells if kind == "code")
        for chapter in Book.read(BOOK).chapters
    }


@pytest.fixture
def painted(boards: dict[str, int]) -> Callable[[Page, str], None]:
    """Return `painted(page, name)`: waits until every board of the chapter is there and has something drawn on it."""

    def wait(page: Page, name: str) -> None:
        # Every look reads whole boards back; looking at each frame would slow down what is waited for.
        page.wait_for_function(ALL_PAINTED, arg=boards[name], polling=200)

    return wait


class Twin:
    """A board of a page beside a session of the same seed that is pointed at the same places."""

    def __init__(self, page, root, session):
        self.page = page
        self.root = root
        self.canvas = root.locator("canvas")
        self.session = session

    def log(self):
        """Return what the page's log says."""
        entries = self.root.locator(".rb-ply").all()
        return [each.inner_text().removeprefix(each.locator(".rb-number-of").inner_text()) for each in entries]

    def point(self, place, press):
        """Press the middle of a place as the twin's picture has it, and let the twin be pointed at it."""
        looks = self.session.picture
        looks.picture(self.session.state, self.session.view())
        left, top, wide, high = looks.frames(self.session.state)[place]
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        scale = box["width"] / looks.sheet().width
        press(box["x"] + (left + wide / 2) * scale, box["y"] + (top + high / 2) * scale)
        self.session.point(place)
        self.page.wait_for_timeout(80)

    def touches(self, action):
        """Return the places that lead to an action: one, or one after another."""
        looks, state = self.session.picture, self.session.state
        looks.picture(state, self.session.view())
        places = list(looks.frames(state))
        for first in places:
            meant = looks.gesture(state, (), "", first)
            if meant == action:
                return (first,)
            if isinstance(meant, tuple):
                for second in places:
                    if looks.gesture(state, meant, "", second) == action:
                        return (first, second)
        raise AssertionError(f"nothing on the board means {action}")

    def play_on(self, decisions, press, rng):
        """Make so many decisions of the reader in seat 0 by touches; after each the two are alike."""
        session = self.session
        for _decision in range(decisions):
            if session.seat != 0:
                return
            for place in self.touches(rng.choice(session.game.legal_actions(session.state))):
                self.point(place, press)
            expect(self.root.locator(".rb-ply")).to_have_count(len(session.history.line))
            assert self.log() == [entry for entry, _seat in session.report()["log"]]


@pytest.fixture
def twin():
    """Return `twin(page, root, session)`: a board beside the session that it should be like at every moment."""
    return Twin
