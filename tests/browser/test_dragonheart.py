"""Dragonheart in a real browser: by mouse, by touch, by keyboard, and with the other hand hidden."""

import random

import pytest
from playwright.sync_api import expect

from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.pictures.dragonheart_words import taps
from rulebook_widgets.session import UNHEARD, Session

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (360, 640)
FULL = "3-3-dragonheart-full-game.ipynb"
SEED = 11
"""The seed of the first board of the chapter."""


@pytest.fixture
def beside(twin):
    """Return `beside(page)`: the first board of the page beside its twin."""

    def first(page):
        session = Session(Playthrough.begin(parse_game("dragonheart"), seed=SEED), ("reader", "greedy"))
        return twin(page, page.locator(".rb-table").first, session)

    return first


def make(table, action, press):
    _mode, places = taps(table.session.state, action, 0)
    for place in places:
        table.point(place, press)


@pytest.fixture
def visit(window, served, painted):
    """Return `visit(size)`: the page of a full game, with its first board."""

    def open_page(size=DESK, **options):
        page = window(served, *size, has_touch=size is PHONE, **options)
        page.goto(served.chapter(FULL))
        painted(page, FULL)
        page.wait_for_selector("canvas.rb-board[role=application]")
        return page

    return open_page


def play_on(table, decisions, press):
    rng = random.Random(3)
    for _decision in range(decisions):
        if table.session.seat != 0:
            return
        make(table, rng.choice(table.session.game.legal_actions(table.session.state)), press)
        expect(table.root.locator(".rb-ply")).to_have_count(len(table.session.history.line))
        assert table.log() == [entry for entry, _seat in table.session.report()["log"]]


def test_a_game_by_mouse_against_a_bot_whose_draws_stay_hidden(visit, beside):
    page = visit()
    table = beside(page)
    assert table.log() == [entry for entry, _seat in table.session.report()["log"]]
    play_on(table, 14, page.mouse.click)
    assert table.log().count(UNHEARD) > 8
    assert page.locator(".rb-refusal").count() == 0


def test_a_game_by_touch_on_a_phone(visit, beside):
    page = visit(PHONE)
    table = beside(page)
    play_on(table, 6, page.touchscreen.tap)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_wrong_plays_are_answered_by_their_rules(visit, beside):
    page = visit()
    table = beside(page)
    field = table.root.locator(".rb-type input[type=text]")
    for attempt, rule in (
        ("pass", "DH4.2"),
        ("collect treasure", "DH5.4"),
        ("collect dwarf", "DH5.1"),
        ("take the Great Dragon", "DH6.1"),
        ("draw dwarf 1", "DH6.2"),
        ("lot North", "DH3.1"),
    ):
        field.fill(attempt)
        field.press("Enter")
        expect(table.root.locator(".rb-refusal .rb-rule-name")).to_have_text(rule)


def test_a_turn_by_keyboard_alone(visit, beside):
    page = visit()
    table = beside(page)
    plies = len(table.log())
    table.root.locator(".rb-fold-legal > summary").focus()
    page.keyboard.press("Enter")
    table.root.locator(".rb-legal .rb-line").first.focus()
    page.keyboard.press("Enter")
    expect(table.root.locator(".rb-ply").nth(plies)).to_be_attached()
