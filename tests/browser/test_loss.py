"""What is lost is said, and comes back: the line, the kernel, the server, a reader who slept, a place in the line."""

import json
import os
import re
import socket
import threading
import time
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.conftest import write_book

pytestmark = pytest.mark.browser

CHAPTER = "index.ipynb"
CELLS = {
    "markdown": ["# A small book", "**HO3.4** The space must be empty."],
    "code": [
        "from rulebook_widgets import try_out",
        'try_out("hong board=#####/#####/##### stones=0", "...../-.S.|/..... emperor")',
    ],
}
MOVES = ("a1 |", "e3 |")
CUT = float(os.environ.get("RULEBOOK_CUT", "3"))
"""For how many seconds the line is cut; once in a while for 60."""
SAID = 5.0
"""Within how many seconds a page says that its boards are out of reach."""
BACK = 40_000


class Wire:
    """A line between browser and server that can be cut: each connection is dropped, and no new one comes through."""

    def __init__(self, server):
        self.to = urlsplit(server.url)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.whole = True
        self.ends = []
        threading.Thread(target=self._answer, daemon=True).start()
        self.server = replace(server, url=f"http://127.0.0.1:{self.door.getsockname()[1]}")

    def _answer(self):
        while True:
            try:
                near, _address = self.door.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection((self.to.hostname, self.to.port))
            except OSError:
                return
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one, other):
        try:
            while told := one.recv(65536):
                other.sendall(told)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def cut(self):
        self.whole = False
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.ends.clear()

    def mend(self):
        self.whole = True

    def close(self):
        self.door.close()
        self.cut()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The folder of a book of one page with one board."""
    cells = ((kind, source) for kind, sources in CELLS.items() for source in sources)
    return write_book(tmp_path_factory.mktemp("small") / "book", *cells)


@pytest.fixture(scope="module")
def steady(serve_all, small):
    """The small book, served for all tests that leave the server whole."""
    return serve_all(small, "--spares", "0")


@pytest.fixture
def wire():
    """Return `wire(server)`: a line to a server that can be cut."""
    laid = []

    def lay(server):
        laid.append(Wire(server))
        return laid[-1]

    yield lay
    for each in laid:
        each.close()


def alive(page):
    page.wait_for_selector("#rb-wait", state="detached")


def visit(page, server):
    page.goto(server.chapter(CHAPTER))
    alive(page)
    return page


def table(page):
    return page.locator(".rb-try").first


def play(page, move):
    """Make a move at the first small board; wait until the page's address has it."""
    before = page.url
    field = table(page).locator(".rb-type input[type=text]").first
    field.fill(move)
    field.press("Enter")
    page.wait_for_function("before => location.href !== before", arg=before, polling=50)


def shown(page):
    """Return the link to what the board shows, as the page's address has it."""
    page.wait_for_timeout(500)
    return urlsplit(page.url).fragment


def type_only(page, words):
    """Type without sending."""
    table(page).locator(".rb-type input[type=text]").first.fill(words)


def typed(page):
    return table(page).locator(".rb-type input[type=text]").first.input_value()


def is_said_in_time(page, act):
    """Do what breaks something; tell whether the page says so in time."""
    banner = page.locator("#rb-banner")
    assert not banner.is_visible()
    act()
    began = time.monotonic()
    banner.wait_for(state="visible", timeout=3 * SAID * 1000)
    return time.monotonic() - began < SAID


def test_a_line_that_was_cut_comes_back_by_itself(window, steady, wire):
    line = wire(steady)
    page = visit(window(line.server), line.server)
    play(page, MOVES[0])
    before = shown(page)
    page.evaluate("window.sameVisit = true")
    type_only(page, "half a wor")
    assert is_said_in_time(page, line.cut)
    assert "connection to the boards is lost" in page.locator("#rb-banner").inner_text()
    time.sleep(CUT)
    line.mend()
    page.locator("#rb-banner").wait_for(state="hidden", timeout=BACK)
    assert typed(page) == "half a wor"
    assert shown(page) == before
    play(page, MOVES[1])
    assert shown(page) != before
    assert page.evaluate("window.sameVisit")


def test_a_browser_without_a_net_says_so_at_once(window, steady):
    page = visit(window(steady), steady)
    page.evaluate("window.sameVisit = true")
    assert is_said_in_time(page, lambda: page.context.set_offline(True))
    page.context.set_offline(False)
    page.locator("#rb-banner").wait_for(state="hidden", timeout=BACK)
    play(page, MOVES[0])
    assert page.evaluate("window.sameVisit")


def test_what_was_typed_is_kept_over_every_reload(window, steady):
    page = visit(window(steady), steady)
    type_only(page, "half a wor")
    for _reload in range(2):
        page.reload()
    alive(page)
    assert typed(page) == "half a wor"


def comes_back(page, before, press):
    """Take the way back that the page offers; tell whether what was played and typed is there again."""
    page.get_by_role("button", name=press).click()
    page.wait_for_function("() => !window.sameVisit", polling=50)
    alive(page)
    expect(table(page).get_by_role("button", name="Undo")).to_be_enabled()
    assert shown(page) == before
    assert not page.locator("#rb-banner").is_visible()
    return typed(page) == "half a wor"


def played(page):
    """Make moves, type half a word, and return what the board shows."""
    for move in MOVES:
        play(page, move)
    type_only(page, "half a wor")
    page.evaluate("window.sameVisit = true")
    return shown(page)


def test_a_kernel_that_is_killed_is_missed_and_the_play_comes_back(window, serve, small):
    server = serve(small)
    page = visit(window(server), server)
    before = played(page)
    told = page.locator("#jupyter-config-data").text_content()
    kernel = server.kernel(json.loads(told)["kernelId"])
    assert is_said_in_time(page, kernel.kill)
    page.get_by_role("button", name="Bring them back").wait_for(timeout=BACK)
    assert comes_back(page, before, "Bring them back")


def test_a_server_that_begins_anew_gets_its_readers_back(window, serve, small):
    server = serve(small)
    page = visit(window(server), server)
    before = played(page)

    def end():
        server.process.kill()
        server.process.wait()

    assert is_said_in_time(page, end)
    serve(small, port=urlsplit(server.url).port)
    page.get_by_role("button", name="Bring them back").wait_for(timeout=BACK)
    assert comes_back(page, before, "Bring them back")


def test_a_reader_who_sleeps_is_told_and_wakes_where_the_play_stood(window, serve, small):
    server = serve(small, "--idle", "10", "--spares", "0")
    page = visit(window(server), server)
    before = played(page)
    page.get_by_role("button", name="Wake them").wait_for(timeout=BACK)
    assert "fell asleep" in page.locator("#rb-banner").inner_text()
    assert server.kernels_within(10) == 0
    assert comes_back(page, before, "Wake them")


def test_who_finds_no_place_reads_and_comes_alive_when_one_is_free(window, serve, small):
    server = serve(small, "--readers", "1", "--spares", "0")
    first = visit(window(server), server)
    second = window(server)
    second.goto(server.chapter(CHAPTER))
    waiting = second.locator("#rb-wait")
    expect(waiting).to_contain_text("All places at the boards are taken. Readers before you: 0.")
    assert second.locator(".rb-rule").first.is_visible()
    assert second.locator("canvas.rb-board").count() == 0
    assert len(server.kernels()) == 1
    first.goto("about:blank")
    alive(second)
    play(second, MOVES[0])
    assert re.match(r"#play=", second.evaluate("location.hash"))
