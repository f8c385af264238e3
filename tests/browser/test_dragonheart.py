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


class Table:
    """The first board of a page beside its twin: a session of the same seed that makes the same moves."""

    def __init__(self, page, seed, players=("reader", "greedy")):
        self.page = page
        self.root = page.locator(".rb-table").first
        self.canvas = self.root.locator("canvas")
        self.twin = Session(Playthrough.begin(parse_game("dragonheart"), seed=seed), players)

    def log(self):
        entries = self.root.locator(".rb-ply").all()
        return [each.inner_text().removeprefix(each.locator(".rb-number-of").inner_text()) for each in entries]

    def point(self, place, press):
        """Press the middle of a place as the twin's picture has it, and let the twin be pointed at it."""
        looks = self.twin.picture
        looks.picture(self.twin.state, self.twin.view())
        left, top, wide, high = looks.frames(self.twin.state)[place]
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        scale = box["width"] / looks.sheet().width
        press(box["x"] + (left + wide / 2) * scale, box["y"] + (top + high / 2) * scale)
        self.twin.point(place)
        self.page.wait_for_timeout(80)

    def make(self, action, press):
        _mode, places = taps(self.twin.state, action, 0)
        for place in places:
            self.point(place, press)


@pytest.fixture
def visit(window, served):
    """Return `visit(size)`: the page of a full game, with its first board."""

    def open_page(size=DESK, **options):
        page = window(served, *size, has_touch=size is PHONE, **options)
        page.goto(served.chapter(FULL))
        page.wait_for_selector(".rb-panel .rb-parts > *")
        page.wait_for_selector("#rb-wait", state="detached")
        page.wait_for_selector("canvas.rb-board[role=application]")
        return page

    return open_page


def play_on(table, decisions, press):
    rng = random.Random(3)
    for _decision in range(decisions):
        if table.twin.seat != 0:
            return
        table.make(rng.choice(table.twin.game.legal_actions(table.twin.state)), press)
        expect(table.root.locator(".rb-ply")).to_have_count(len(table.twin.history.line))
        assert table.log() == [entry for entry, _seat in table.twin.report()["log"]]


def test_a_game_by_mouse_against_a_bot_whose_draws_stay_hidden(visit):
    page = visit()
    table = Table(page, SEED)
    assert table.log() == [entry for entry, _seat in table.twin.report()["log"]]
    play_on(table, 14, page.mouse.click)
    assert table.log().count(UNHEARD) > 8
    assert page.locator(".rb-refusal").count() == 0


def test_a_game_by_touch_on_a_phone(visit):
    page = visit(PHONE)
    table = Table(page, SEED)
    play_on(table, 6, page.touchscreen.tap)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_wrong_plays_are_answered_by_their_rules(visit):
    page = visit()
    table = Table(page, SEED)
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


def test_a_turn_by_keyboard_alone(visit):
    page = visit()
    table = Table(page, SEED)
    plies = len(table.log())
    table.root.locator(".rb-fold-legal > summary").focus()
    page.keyboard.press("Enter")
    table.root.locator(".rb-legal .rb-line").first.focus()
    page.keyboard.press("Enter")
    expect(table.root.locator(".rb-ply").nth(plies)).to_be_attached()
