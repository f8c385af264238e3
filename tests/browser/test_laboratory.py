"""The laboratory in a real browser: a run that grows, is stopped, and ends with its page."""

from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from rulebook.book import Book

BOOK = Book.read(Path(__file__).parents[2] / "book")
pytestmark = pytest.mark.browser

CHAPTER = "6-1-the-laboratory.ipynb"


def players(server):
    """Return the processes that play for the kernels of a server."""
    below = [child for kernel in server.kernels() for child in kernel.children(recursive=True)]
    return [child for child in below if "multiprocessing.spawn" in " ".join(child.cmdline())]


def bench(page, server):
    page.goto(server.chapter(CHAPTER))
    page.wait_for_selector("#rb-wait", state="detached")
    return page.locator(".rb-lab")


def test_a_run_grows_and_can_be_stopped(desk, served):
    lab = bench(desk, served)
    lab.get_by_role("combobox", name="Which game", exact=True).select_option("hong")
    expect(lab.get_by_label("dragon master")).to_be_visible()
    lab.get_by_label("dragon master").select_option("random")
    lab.get_by_label("Games (1 to 1000)").fill("1000")
    lab.get_by_role("button", name="Run").click()
    expect(lab.get_by_role("button", name="Stop")).to_be_visible()
    expect(lab.locator(".rb-plot")).to_have_count(3)
    bar = lab.get_by_role("progressbar", name="Games played")
    early = bar.evaluate("bar => bar.value")
    desk.wait_for_function("([bar, early]) => bar.value > early", arg=[bar.element_handle(), early])
    assert len(players(served)) == 1
    lab.get_by_role("button", name="Stop").click()
    expect(lab.get_by_role("button", name="Run")).to_be_visible()
    expect(lab.locator(".rb-lab-words")).to_contain_text("Stopped. Hong: castle:")
    assert players(served) == []
    done = int(bar.evaluate("bar => bar.value"))
    assert early < done < 1000
    plot = lab.get_by_role("img", name="Turns a game in")
    expect(plot).to_have_attribute(
        "aria-label", f"Turns a game in {done} games: 58 to 58, mean 58.00 (58.00 to 58.00)."
    )
    assert plot.bounding_box()["height"] > 100
    assert "turns a game; the line is the mean" in plot.text_content()
    lab.get_by_text("Every rule that made something happen").click()
    rule = lab.get_by_role("link", name="HO5.1")
    expect(rule).to_have_attribute("href", "1-2-hong-castle-and-garden.ipynb#HO5.1")


def test_a_small_run_on_a_phone_comes_to_its_end(phone, served):
    lab = bench(phone, served)
    lab.get_by_label("Games (1 to 1000)").fill("1001")
    lab.get_by_role("button", name="Run").tap()
    expect(lab.locator(".rb-refusal")).to_contain_text("1001 games: here a run has 1 to 1000. Nothing has changed.")
    lab.get_by_label("Games (1 to 1000)").fill("6")
    lab.get_by_role("button", name="Run").tap()
    expect(lab.locator(".rb-lab-words")).to_have_text("Dragonheart: 6 of 6 games, seed 1.")
    expect(lab.locator(".rb-plot")).to_have_count(3)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_run_ends_with_its_page(window, serve):
    server = serve(BOOK.folder, "--spares", "0")
    page = window(server)
    lab = bench(page, server)
    lab.get_by_label("Games (1 to 1000)").fill("1000")
    lab.get_by_label("South").select_option("greedy")
    lab.get_by_role("button", name="Run").click()
    expect(lab.get_by_role("button", name="Stop")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.rb-lab-bar').value > 0")
    playing = players(server)
    assert len(playing) == 1
    page.goto("about:blank")
    assert server.kernels_within(20) == 0
    _gone, left = psutil.wait_procs(playing, timeout=10)
    assert left == []
