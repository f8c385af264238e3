"""A replay in a real browser: stepped by buttons, keys, slider, number and clock; asked, hidden, left, come back to."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import write_book

pytestmark = pytest.mark.browser

SCRIPT = Path(__file__).parents[1] / "scripts/hong/first-hongs.toml"
CELL = f"""\
from pathlib import Path
from rulebook.script import read
from rulebook_widgets.board import Board
from rulebook_widgets.replays import ReplaySession
Board(ReplaySession(read(Path({str(SCRIPT)!r}).read_text("utf-8"))))"""
RULES = "# A replay\n\n**HO2.2** Three stones fall.\n\n**HO4.1** A Hong has two heads."
DESK, PHONE = (1280, 800), (360, 640)


class Replay:
    """The one replay of a page."""

    def __init__(self, page):
        self.page = page
        self.root = page.locator(".rb-table")
        self.canvas = self.root.locator("canvas")
        self.slider = self.root.locator(".rb-slider")
        self.number = self.root.get_by_label("Go to step")
        self.title = self.root.locator(".rb-title")
        self.words = self.root.locator(".rb-words")
        self.question = self.root.locator(".rb-question")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def stands_at(self, step):
        """Wait until the step is reached: number, slider and log agree."""
        expect(self.number).to_have_value(str(step))
        expect(self.slider).to_have_value(str(step))

    def steps_without_questions(self):
        self.root.get_by_label("Questions").uncheck()


@pytest.fixture(scope="module")
def small_book(serve_all, tmp_path_factory):
    """A small book with one replay, served."""
    return serve_all(write_book(tmp_path_factory.mktemp("replay") / "book", ("markdown", RULES), ("code", CELL)))


@pytest.fixture
def visit(window, small_book):
    """Return `visit(size)`: a page of that book."""

    def open_page(size=DESK, **options):
        page = window(small_book, *size, **options)
        page.goto(small_book.chapter("index.ipynb"))
        page.wait_for_selector(".rb-deck")
        page.wait_for_selector("#rb-wait", state="detached")
        page.wait_for_selector("canvas.rb-board[role=application]")
        return Replay(page)

    return open_page


def test_buttons_number_and_slider_step_and_jump(visit):
    replay = visit()
    expect(replay.words).to_contain_text("The inner castle lies bare: 49 empty spaces")
    expect(replay.button("Back")).to_be_disabled()
    replay.button("Forward").click()
    replay.stands_at(1)
    expect(replay.title).to_have_text("1Three stones fall")
    expect(replay.root.locator(".rb-figures tr")).to_have_text(["empty46"])
    expect(replay.page.locator("#HO2\\.2")).to_have_class("rb-rule rb-lit")
    expect(replay.root.locator("[aria-live]")).to_have_text(
        "Step 1. Three stones fall. Three stones fall, and 46 spaces are left."
    )
    expect(replay.root.locator(".rb-return")).to_be_hidden()
    replay.number.fill("7")
    replay.number.press("Enter")
    replay.stands_at(7)
    expect(replay.root.locator(".rb-erratum")).to_contain_text("Erratum. The sheet this follows prints g7")
    replay.button("Back to step 1").click()
    replay.stands_at(1)
    expect(replay.root.locator(".rb-return")).to_be_hidden()
    replay.number.fill("70")
    replay.number.press("Enter")
    expect(replay.root.locator(".rb-refusal")).to_contain_text("There is no step 70.")
    replay.stands_at(1)
    replay.button("Last step").click()
    replay.stands_at(9)
    expect(replay.button("Forward")).to_be_disabled()
    replay.button("First step").click()
    replay.stands_at(0)


def test_the_slider_shows_the_steps_it_is_dragged_over(visit):
    replay = visit()
    box = replay.slider.bounding_box()
    at = lambda step: (box["x"] + 11 + (box["width"] - 22) * step / 9, box["y"] + box["height"] / 2)  # noqa: E731
    mouse = replay.page.mouse
    mouse.move(*at(0))
    mouse.down()
    mouse.move(*at(4), steps=6)
    expect(replay.title).to_have_text("4The first head looks back")
    mouse.move(*at(7), steps=6)
    expect(replay.title).to_have_text("7The emperor blocks")
    mouse.up()
    replay.stands_at(7)
    expect(replay.button("Back to step 0")).to_be_visible()
    assert replay.root.locator(".rb-tick-phase").count() == 2
    assert replay.root.locator(".rb-tick-turn").count() == 5


def test_keys_step_on_board_and_bar_and_move_a_cursor_when_asked(visit):
    replay = visit()
    replay.steps_without_questions()
    replay.canvas.focus()
    press = replay.page.keyboard.press
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9), ("Home", 0)):
        press(key)
        replay.stands_at(step)
    replay.button("Forward").focus()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9), ("Home", 0)):
        press(key)
        replay.stands_at(step)
    for _key in range(5):
        press("ArrowRight")
    replay.stands_at(5)
    replay.canvas.focus()
    press("Enter")
    expect(replay.root.locator(".rb-keys")).to_contain_text("The cursor is on the board")
    press("ArrowRight")
    expect(replay.root.locator("[aria-live]")).to_contain_text("f5")
    replay.stands_at(5)
    press("Escape")
    expect(replay.root.locator(".rb-keys")).to_contain_text("step")
    press("ArrowRight")
    replay.stands_at(6)


def test_timed_play_goes_on_by_itself_and_stops_at_a_question_and_at_the_end(visit):
    replay = visit()
    replay.root.get_by_label("Speed").select_option("4")
    replay.button("Play the steps").click()
    expect(replay.question).to_be_visible(timeout=15_000)
    expect(replay.button("Play the steps")).to_be_visible()
    replay.button("Skip the question").click()
    replay.stands_at(2)
    replay.number.fill("8")
    replay.number.press("Enter")
    replay.stands_at(8)
    replay.canvas.focus()
    replay.page.keyboard.press("Space")
    replay.stands_at(9)
    expect(replay.button("Play the steps")).to_be_visible()
    replay.page.keyboard.press("Space")
    expect(replay.button("Pause")).to_be_visible()
    replay.button("Pause").click()
    expect(replay.button("Play the steps")).to_be_visible()


def test_the_reader_is_asked_and_answered(visit):
    replay = visit()
    replay.number.fill("1")
    replay.number.press("Enter")
    replay.stands_at(1)
    replay.button("Forward").click()
    expect(replay.question).to_contain_text("Where does the emperor lay his first tile?")
    replay.button("d4, body east–west").click()
    expect(replay.question.locator(".rb-said")).to_have_text(
        "d4 is occupied: a stone lies there. Choose an empty space. HO3.4"
    )
    replay.button("b2, body east–west").click()
    expect(replay.question.locator(".rb-said")).to_have_text("Legal, but the emperor did otherwise.")
    replay.button("e4, body north–south").click()
    expect(replay.question.locator(".rb-said")).to_have_text("Right.")
    replay.button("Show the step").click()
    replay.stands_at(2)


def test_what_is_to_come_is_hidden_with_its_number(visit):
    replay = visit()
    replay.steps_without_questions()
    replay.number.fill("2")
    replay.number.press("Enter")
    replay.stands_at(2)
    replay.root.get_by_label("Hide what is to come").check()
    expect(replay.slider).to_have_attribute("max", "2")
    expect(replay.root.locator(".rb-total")).to_be_hidden()
    expect(replay.root.locator(".rb-ply")).to_have_count(4)
    assert replay.number.get_attribute("max") == ""
    assert replay.slider.get_attribute("aria-valuetext") == "step 2"
    replay.button("Forward").click()
    replay.stands_at(3)
    expect(replay.root.locator(".rb-ply")).to_have_count(6)


def test_playing_on_with_chosen_dice_and_back_to_the_script(visit):
    replay = visit()
    replay.root.get_by_text("Play on from here").click()
    replay.root.locator("[data-focus=seat-1]").select_option("greedy")
    replay.root.get_by_label("Dice and draws").select_option("chosen")
    replay.button("Play on").click()
    expect(replay.root.locator(".rb-off")).to_contain_text("Playing on from step 0.")
    expect(replay.root.locator(".rb-chance .rb-line")).to_have_count(49)
    replay.button("a stone on e5").click()
    expect(replay.root.locator(".rb-told")).to_contain_text("A stone falls on e5.")
    replay.button("Let chance decide").click()
    expect(replay.root.locator(".rb-ply")).to_have_count(2)
    replay.root.locator(".rb-type input").fill("stone b2")
    replay.root.locator(".rb-type input").press("Enter")
    expect(replay.root.locator(".rb-task")).to_contain_text("The emperor lays one tile")
    expect(replay.words).to_have_count(0)
    replay.button("Back to the script (step 0)").click()
    replay.stands_at(0)
    expect(replay.words).to_contain_text("The inner castle lies bare")


def test_on_a_phone_everything_can_be_touched_and_nothing_scrolls_sideways(visit):
    replay = visit(PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    replay.steps_without_questions()
    replay.button("Forward").tap()
    replay.button("Last step").tap()
    replay.stands_at(9)
    expect(replay.root.locator(".rb-return")).to_be_visible()
    assert replay.page.evaluate("document.documentElement.scrollWidth") <= 360
    small = """[...document.querySelectorAll('.rb-deck button, .rb-deck select, .rb-deck input, .rb-option')]
        .filter((each) => each.offsetParent).map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
        .filter(([, at]) => at.width < 44 || at.height < 44 || at.left < 0 || at.right > 360).map(([html]) => html)"""
    assert replay.page.evaluate(small) == []
    replay.page.evaluate("document.querySelector('canvas.rb-board').scrollIntoView({ block: 'start' })")
    for part in (replay.canvas, replay.button("Forward"), replay.slider):
        box = part.bounding_box()
        assert box["y"] >= -1
        assert box["y"] + box["height"] <= 640
