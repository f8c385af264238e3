"""Bots that think, and the coach, in a real browser: the page goes on, moves are shown and played, plies looked at."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (360, 640)
HONG = "1-2-hong-castle-and-garden.ipynb"
SPOKEN = """table => {
  const live = table.querySelector("[role=status]");
  table.spoken = [];
  new MutationObserver(() => table.spoken.push(live.textContent)).observe(live, { childList: true });
}"""
"""Keep what the live region of a table says."""


@pytest.fixture
def against(window, served):
    """Return `against(bot, size)`: the first table of a chapter, with a bot of that level in the second seat."""

    def sit(bot, size=DESK):
        page = window(served, *size, has_touch=size is PHONE)
        page.goto(served.chapter(HONG))
        table = page.locator(".rb-play").first
        table.locator(".rb-task").wait_for()
        page.wait_for_selector("#rb-wait", state="detached")
        table.locator(".rb-fold-players > summary").click()
        table.get_by_label("dragon master").select_option(bot)
        expect(table.get_by_label("dragon master")).to_have_value(bot)
        table.locator(".rb-fold-players > summary").click()
        return table

    return sit


def press(table, name):
    table.get_by_role("button", name=name).click()


def plies(table):
    return table.locator(".rb-ply")


def test_a_move_is_shown_played_answered_and_looked_at(against):
    table = against("middle")
    table.evaluate(SPOKEN)
    before = plies(table).count()
    expect(table.get_by_role("button", name="How was that?")).to_be_disabled()
    press(table, "Show me a move")
    expect(table.locator(".rb-counsel")).to_contain_text("The coach would choose:")
    expect(table.locator(".rb-coach .rb-rule-name").first).to_have_text("HO3.2")
    advised = table.locator(".rb-counsel").inner_text().removeprefix("The coach would choose: ").rstrip(".")
    press(table, "Play it")
    expect(plies(table)).to_have_count(before + 2)
    expect(table.get_by_role("button", name="Undo")).to_be_focused()
    told = table.locator(".rb-told").inner_text()
    assert f"The emperor lays a tile on {advised}" in told
    assert "The dragon master lays a tile on" in told
    press(table, "How was that?")
    expect(table.locator(".rb-counsel")).to_contain_text(advised)
    assert table.get_by_role("button", name="Try it instead").count() == 0, "what was advised is not blamed"
    spoken = table.evaluate("table => table.spoken")
    assert any(words.endswith("The middle bot thinks…") for words in spoken)
    assert "The coach is thinking…" in spoken
    assert any(words.startswith("The coach would choose:") for words in spoken)
    press(table, "Hide what the coach says")
    expect(table.locator(".rb-coach")).to_have_count(0)


def test_by_keyboard_on_a_phones_width(against):
    table = against("easy", PHONE)
    before = plies(table).count()
    table.locator("canvas").focus()
    table.page.keyboard.press("h")
    expect(table.locator(".rb-counsel")).to_contain_text("The coach would choose:")
    table.get_by_role("button", name="Play it").focus()
    table.page.keyboard.press("Enter")
    expect(plies(table)).to_have_count(before + 2)
    table.locator("canvas").focus()
    table.page.keyboard.press("c")
    expect(table.locator(".rb-counsel")).to_be_visible()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("Show me a move", "How was that?"):
        box = table.get_by_role("button", name=name).bounding_box()
        assert box["x"] + box["width"] <= 360
        assert box["height"] >= 44
