"""Dictator-Control played in a real browser: the training battle, a game by mouse, one by keyboard, on a phone."""

import random

import pytest
from playwright.sync_api import expect

from rulebook.games.dictator.city import CITY
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook.script import find
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.dictator_city import middle
from rulebook_widgets.pictures.dictator_taps import taps

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800), (360, 640)
TRAINING = "2-4-dictator-training-battle.ipynb"
MISSIONS = "2-6-dictator-missions.ipynb"
BATTLE = find("dictator/training-battle")
ERRATA = {"E1", "E2", "E3", "E4", "E5"}


class War:
    """The first board of a page, mirrored by the engine: what stands there is what the log says."""

    def __init__(self, page, header="dictator"):
        self.page = page
        self.root = page.locator(".rb-table").first
        self.canvas = self.root.locator("canvas")
        self.game = parse_game(header)
        self.looks = picture_of(self.game)

    @property
    def line(self):
        """The line of play that the log holds."""
        line = Playthrough.begin(self.game)
        for entry in self.root.locator(".rb-ply").all():
            number = entry.locator(".rb-number-of").inner_text()
            line = line.then(self.game.parse(entry.inner_text().removeprefix(number)))
        return line

    def wait(self, plies):
        """Wait until the log has more than so many plies."""
        expect(self.root.locator(".rb-ply").nth(plies)).to_be_attached()

    def point(self, state, selection, place, press):
        """Press the middle of a place as the board shows it with this selection; return what is selected then."""
        table = self.looks._table(state, selection)
        frames = self.looks.fixed() | table.frames
        if place in frames:
            left, top, wide, high = frames[place]
            x, y = left + wide / 2, top + high / 2
        else:
            x, y = middle(CITY.names.index(place))
        assert self.looks.pick(x, y) == place
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        scale = box["width"] / self.looks.width
        press(box["x"] + x * scale, box["y"] + y * scale)

    def make(self, state, action, press):
        """Make an action by pointing, mode included."""
        mode, places = taps(state, action)
        modes = [key for key, _label in self.looks.modes(state)]
        if mode in modes and mode != modes[0]:
            self.root.locator(f".rb-mode:has(input[value='{mode}'])").click()
        selection = ()
        for place in places:
            self.point(state, selection, place, press)
            meant = self.looks.gesture(state, selection, mode, place)
            selection = meant if isinstance(meant, tuple) else ()
            self.page.wait_for_timeout(60)


@pytest.fixture
def visit(window, served, painted):
    """Return `visit(chapter, size)`: a page whose first board is there."""

    def open_page(chapter, size=DESK, **options):
        page = window(served, *size, has_touch=size is PHONE, **options)
        page.goto(served.chapter(chapter))
        painted(page, chapter)
        page.wait_for_selector("canvas.rb-board[role=application]")
        return page

    return open_page


def test_the_training_battle_stepped_through_by_keyboard_tells_every_figure_and_erratum(visit):
    page = visit(TRAINING)
    root = page.locator(".rb-table").first
    root.get_by_label("Questions").uncheck()
    root.locator("canvas").focus()
    told = set()
    for number, step in enumerate(BATTLE.steps, 1):
        page.keyboard.press("ArrowRight")
        expect(root.get_by_label("Go to step")).to_have_value(str(number))
        expect(root.locator(".rb-words")).to_have_text(step.words)
        for name, value in step.figures:
            label = page.get_by_role("rowheader", name=name.replace("_", " "), exact=True)
            expect(root.locator(".rb-figures tr").filter(has=label)).to_have_text(f"{name.replace('_', ' ')}{value}")
        told |= {word.rstrip(".") for text in root.locator(".rb-erratum").all_inner_texts() for word in text.split()}
    assert told >= ERRATA
    page.keyboard.press("Home")
    expect(root.get_by_label("Go to step")).to_have_value("0")
    page.keyboard.press("End")
    expect(root.get_by_label("Go to step")).to_have_value(str(len(BATTLE.steps)))
    for number in range(len(BATTLE.steps) - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        expect(root.get_by_label("Go to step")).to_have_value(str(number))
        expect(root.locator(".rb-words")).to_have_text(BATTLE.stops[number].words)


def test_left_at_a_step_the_battle_is_played_on_and_come_back_to(visit):
    root = visit(TRAINING).locator(".rb-table").first
    root.get_by_label("Questions").uncheck()
    for step in (3, 10, 15):
        leave_and_come_back(root, step)


def leave_and_come_back(root, step):
    root.get_by_label("Go to step").fill(str(step))
    root.get_by_label("Go to step").press("Enter")
    expect(root.locator(".rb-words")).to_have_text(BATTLE.stops[step].words)
    state = BATTLE.line.states[BATTLE.stops[step].ply]
    other = next(
        action
        for action in BATTLE.line.game.legal_actions(state)
        if action != BATTLE.line.actions[BATTLE.stops[step].ply]
    )
    root.locator(".rb-type input[type=text]").fill(str(other))
    root.locator(".rb-type input[type=text]").press("Enter")
    expect(root.locator(".rb-words")).to_have_count(0)
    expect(root.locator(".rb-log")).to_contain_text(str(other))
    root.get_by_role("button", name="Back to the script").click()
    expect(root.locator(".rb-words")).to_have_text(BATTLE.stops[step].words)


def play_on(war, decisions, press):
    """Make random decisions by pointing, each answered by the log; return how many were made."""
    rng = random.Random(5)
    for made in range(decisions):
        line = war.line
        if line.over:
            return made
        assert war.game.current_player(line.state) == 0, "the bot and the dice have moved on"
        actions = war.game.legal_actions(line.state)
        kinds = {type(action) for action in actions}
        kind = rng.choice(sorted(kinds, key=lambda each: each.__name__))
        war.make(line.state, rng.choice([action for action in actions if type(action) is kind]), press)
        war.wait(len(line))
    return decisions


def test_a_game_against_a_bot_by_mouse(visit):
    page = visit(MISSIONS)
    war = War(page)
    assert play_on(war, 25, page.mouse.click) >= 20
    assert page.locator(".rb-refusal").count() == 0


def test_a_game_on_a_phone_by_touch(visit):
    page = visit(MISSIONS, PHONE)
    war = War(page)
    assert play_on(war, 8, page.touchscreen.tap) == 8
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = war.canvas.bounding_box()
    assert box["width"] <= 360
    assert box["height"] <= 640


def test_a_wrong_move_is_answered_with_its_rule(visit):
    page = visit(MISSIONS)
    war = War(page)
    state = war.line.state
    own = state.of(0)[0]
    for attempt, rule in (
        (f"{own.place}-{own.place}", "DC6.1"),
        (f"{own.place} x {own.place}", "DC7.1"),
        ("pass", "DC5.1"),
        ("Snail: Corrosion", "DC5.1"),
        ("Knight: Acceleration", "DC7.3"),
        ("WASP: Turbo dash E3", "DC6.5"),
        ("die 3", "DC7.7"),
    ):
        war.root.locator(".rb-type input[type=text]").fill(attempt)
        war.root.locator(".rb-type input[type=text]").press("Enter")
        expect(war.root.locator(".rb-refusal .rb-rule-name")).to_have_text(rule)
        assert war.line.state == state


def test_a_turn_by_keyboard_alone(visit):
    page = visit(MISSIONS)
    war = War(page)
    before = war.line
    war.canvas.focus()
    page.keyboard.press("ArrowUp")
    legal = war.root.locator(".rb-fold-legal > summary")
    legal.focus()
    page.keyboard.press("Enter")
    first = war.root.locator(".rb-legal .rb-line").last
    first.focus()
    page.keyboard.press("Enter")
    war.wait(len(before))
    assert str(war.line.actions[len(before)]) == "end turn"


def test_the_calculator_tells_the_odds_of_the_rules_own_example(visit):
    page = visit("2-3-dictator-battle.ipynb")
    root = page.locator(".rb-calculator").first
    expect(root.locator(".rb-odds-words").first).to_contain_text("15 of 36")
    expect(root.locator(".rb-odds-words").nth(1)).to_contain_text("21 of 36")
    root.locator("select").nth(4).select_option("")
    # The cards that are left move up.
    places = root.locator(".rb-army-1 select")
    for at, card in enumerate(("Hoplon", "Snail", "")):
        expect(places.nth(at)).to_have_value(card)
