"""Gong in a real browser: its three games by mouse and touch, hand to hand, with bots that are set."""

import random

import pytest
from playwright.sync_api import expect

from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.session import Session

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (360, 640)
TABLES = {
    "link": ("4-2-gong-link.ipynb", "gong variant=link players=4", 3),
    "family": ("4-3-gong-family.ipynb", "gong variant=family players=4", 6),
    "fight": ("4-4-gong-fight.ipynb", "gong variant=fight players=4", 5),
}
"""Game -> its chapter, and the header and seed of its table for a reader and three bots."""


@pytest.fixture
def visit(window, served, twin, painted):
    """Return `visit(game, size)`: that table beside its twin."""

    def open_page(game, size=DESK):
        name, header, seed = TABLES[game]
        page = window(served, *size, has_touch=size is PHONE)
        page.goto(served.chapter(name))
        painted(page, name)
        session = Session(Playthrough.begin(parse_game(header), seed=seed), ("reader", "greedy"))
        tables = page.locator(".rb-table.rb-play")
        logs = [twin(page, tables.nth(at), session) for at in range(tables.count())]
        expected = [entry for entry, _seat in session.report()["log"]]
        return next(table for table in logs if table.log() == expected)

    return open_page


@pytest.mark.parametrize("game", TABLES)
def test_a_game_by_mouse_against_bots(visit, game):
    table = visit(game)
    table.play_on(10, table.page.mouse.click, random.Random(5))
    assert table.root.locator(".rb-refusal").count() == 0


def test_a_game_by_touch_on_a_phone(visit):
    table = visit("family", PHONE)
    table.play_on(4, table.page.touchscreen.tap, random.Random(5))
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_memory_sheet_opens_and_follows(visit):
    table = visit("family")
    table.root.locator(".rb-fold-memo > summary").click()
    cells = table.root.locator(".rb-memo td")
    expect(table.root.locator(".rb-memo caption")).to_have_text("Memory sheet of Ada")
    expect(cells.filter(has_text="own").first).to_be_visible()
    table.session.handle({"do": "memo", "open": True})
    table.play_on(4, table.page.mouse.click, random.Random(5))
    sheet = table.session.report()["memo"]["table"]
    assert cells.all_inner_texts()[1:] == [cell for _name, row in sheet["rows"] for cell in row]


def test_bots_are_set_beside_the_players(visit):
    table = visit("link")
    table.root.locator(".rb-fold-players > summary").click()
    table.root.get_by_label("Bots say Gong").select_option("0")
    expect(table.root.get_by_label("Bots say Gong")).to_have_value("0")
