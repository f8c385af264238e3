"""A real Voila and a real Chromium. A missing browser fails the tests and says how to get one; none is skipped."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


class Served:
    """The served book: its address, its process, its log."""

    def __init__(self, book, log):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = log
        command = [sys.executable, "-m", "rulebook_widgets.server", "--no-browser", "--port", str(self.port)]
        with log.open("w") as sink:
            self.process = subprocess.Popen([*command, "--book", str(book)], stdout=sink, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.url + "voila/templates/rulebook/static/rulebook.css", timeout=2)
                return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"the server did not come up:\n{log.read_text()}")

    def chapter(self, name):
        return f"{self.url}voila/render/{name}"

    def kernels(self):
        """Return the kernel processes that run now."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if any("ipykernel" in word for word in child.cmdline())]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    server = Served(ROOT / "book", tmp_path_factory.mktemp("served") / "log.txt")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail(
            "no Chromium found: install one (Debian: apt-get install chromium), name it with CHROMIUM=/path/to/it, "
            "or leave the browser tests out with make test BROWSER=no"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(served, chromium):
    """Return `visit(chapter, size)`: a page with its boards up, watched for errors and foreign requests."""
    contexts = []
    faults = []

    def open_page(chapter, size=DESK, boards=True, **options):
        context = chromium.new_context(viewport=size, has_touch=size is PHONE, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("request", lambda request: _check_host(request.url, faults))
        page.goto(served.chapter(chapter))
        if boards:
            page.wait_for_selector(".rb-panel .rb-parts > *", timeout=60_000)
            page.wait_for_function(ALL_PAINTED, timeout=30_000)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def _check_host(url, faults):
    parts = urlsplit(url)
    if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
        faults.append(f"foreign request: {url}")


ALL_PAINTED = """() => {
  const boards = [...document.querySelectorAll("canvas.rb-board")];
  return boards.length > 0 && boards.every((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 3; at < data.length; at += 4) if (data[at]) return true;
    return false;
  });
}"""
