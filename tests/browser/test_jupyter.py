"""The book in JupyterLab, as `rulebook jupyter` opens it: a notebook is run, played, presented, and its link opened."""

import re
import subprocess
import sys
import time

import pytest
from playwright.sync_api import expect

from browser.conftest import START_SECONDS, Served, free_port, stop, write_book

pytestmark = pytest.mark.browser

CELL = 'from rulebook_widgets import play\n\nplay("hong board=inner", seed=4, players=("reader", "reader"))'


@pytest.fixture
def laboratory(tmp_path):
    """JupyterLab with a book of one chapter: where it is served, and the address that lets in."""
    book = write_book(tmp_path / "book", ("markdown", "# A chapter"), ("code", CELL))
    port = free_port()
    code = "import sys; from rulebook_widgets.server import jupyter; sys.exit(jupyter(sys.argv[1:]))"
    options = ["--no-browser", f"--port={port}", f"--book={book}"]
    log = tmp_path / "jupyter.log"
    with log.open("wb") as out:
        process = subprocess.Popen([sys.executable, "-c", code, *options], stdout=out, stderr=subprocess.STDOUT)
    served = Served(f"http://127.0.0.1:{port}", process, log)
    end = time.monotonic() + START_SECONDS
    while not (found := re.search(r"\?token=(\w+)", told := log.read_text("utf-8", "replace"))):
        assert time.monotonic() < end, told
        assert process.poll() is None, told
        time.sleep(0.2)
    yield served, f"{served.url}/lab/tree/index.ipynb?token={found[1]}"
    stop(process)


def test_a_notebook_is_run_played_presented_and_its_link_opened(laboratory, window):
    served, address = laboratory
    page = window(served)
    page.goto(address)
    expect(page.locator(".jp-Notebook h1")).to_have_text("A chapter¶")
    expect(page.get_by_role("button", name="Python 3 (ipykernel) | Idle")).to_be_visible(timeout=START_SECONDS * 1000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    table = page.locator(".rb-table.rb-play")
    field = table.get_by_label("Type an action")
    expect(field).to_be_visible(timeout=90_000)

    field.fill("d4 -")
    field.press("Enter")
    expect(table.locator(".rb-told").first).to_contain_text("The emperor lays a tile on d4")
    field.fill("d4 |")
    field.press("Enter")
    expect(table.locator(".rb-refusal")).to_contain_text("d4 is occupied")
    table.get_by_role("button", name="Share").click()
    link = page.locator("dialog[open] input").input_value()
    page.keyboard.press("Escape")

    table.get_by_role("button", name="Undo").click()
    redo = table.get_by_role("button", name="Redo")
    expect(redo).to_be_enabled()
    table.get_by_text("Players and new game").click()
    table.get_by_label("Open a link").fill(link)
    table.get_by_label("Open a link").press("Enter")
    expect(redo).to_be_disabled()
    expect(table.locator(".rb-ply")).to_have_count(4)

    table.locator("canvas").focus()
    page.keyboard.press("p")
    shown = page.locator(".rb-presented")
    expect(shown).to_have_count(1)
    whole = shown.locator("canvas").bounding_box()
    assert whole["height"] > 700
    page.keyboard.press("PageUp")
    expect(shown.locator(".rb-told").first).not_to_contain_text("d4")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    # The keys went to the board, not to the notebook, whose commands of the same letters do other things.
    expect(page.locator(".jp-Cell")).to_have_count(2)
