"""Wu-xia in a real browser: a battle by mouse and by touch, and wrong moves answered by their rules."""

import random

import pytest
from playwright.sync_api import expect

from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.session import Session

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (360, 640)
CHAPTER = "5-4-wuxia-full-battle.ipynb"


@pytest.fixture
def visit(window, served, twin, painted):
    """Return `visit(size)`: the chapter's first battle of a reader and a bot beside its twin."""

    def open_page(size=DESK):
        page = window(served, *size, has_touch=size is PHONE)
        page.goto(served.chapter(CHAPTER))
        painted(page, CHAPTER)
        session = Session(Playthrough.begin(parse_game("wuxia"), seed=6), ("reader", "greedy"))
        table = twin(page, page.locator(".rb-table.rb-play").first, session)
        assert table.log() == [entry for entry, _seat in session.report()["log"]]
        return table

    return open_page


def test_a_battle_by_mouse_against_a_bot(visit):
    table = visit()
    table.play_on(24, table.page.mouse.click, random.Random(5))
    assert table.root.locator(".rb-refusal").count() == 0


def test_a_battle_by_touch_on_a_phone(visit):
    table = visit(PHONE)
    table.play_on(9, table.page.touchscreen.tap, random.Random(5))
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_wrong_moves_are_answered_by_their_rules(visit):
    table = visit()
    field = table.root.locator(".rb-type input[type=text]")
    for attempt, rule in (("pool Summon", "WX1.8"), ("zone 1", "WX3.1"), ("pass", "WX3.11"), ("place c3", "WX3.1")):
        field.fill(attempt)
        field.press("Enter")
        expect(table.root.locator(".rb-refusal .rb-rule-name")).to_have_text(rule)
