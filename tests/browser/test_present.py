"""The presenter in a real browser: the screen filled, letters for the last row, a clicker, the spotlight, what if."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import write_book

pytestmark = pytest.mark.browser

SCRIPT = Path(__file__).parents[1] / "scripts/hong/first-hongs.toml"
CELLS = f"""\
from rulebook_widgets import exercise, play, try_out
try_out("hong board=###/### stones=0", ".../... emperor")
---
from pathlib import Path
from rulebook.script import read
from rulebook_widgets.board import Board
from rulebook_widgets.replays import ReplaySession
Board(ReplaySession(read(Path({str(SCRIPT)!r}).read_text("utf-8"))))
---
play("dictator mission=training", seed=3, players=("reader",))
---
exercise("hong/count-square")
---
play("dictator mission=training", seed=1, players=("greedy",))
---
play("gong variant=fight players=3", seed=1, players=("greedy",))"""
TRIED, REPLAYED, PLAYED, POSED, WATCHED, DRAWN = range(6)
STAGE, PHONE = (1280, 720), (360, 640)
LEAST = 24
GAMES = [
    ("1-2-hong-castle-and-garden.ipynb", ".rb-play"),
    ("1-3-hong-lair.ipynb", ".rb-play"),
    ("2-4-dictator-training-battle.ipynb", ".rb-replay"),
    ("2-6-dictator-missions.ipynb", ".rb-play"),
    ("3-3-dragonheart-full-game.ipynb", ".rb-play"),
    ("4-3-gong-family.ipynb", ".rb-play"),
    ("4-2-gong-link.ipynb", ".rb-exercise"),
    ("5-4-wuxia-full-battle.ipynb", ".rb-play"),
]
LETTERS = """() => {
  const found = [];
  const stage = document.querySelector(".rb-presented");
  const walk = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const holder = walk.currentNode.parentElement;
    const words = walk.currentNode.textContent.trim();
    if (!words || !holder.checkVisibility() || holder.closest(".rb-hidden")) continue;
    found.push([parseFloat(getComputedStyle(holder).fontSize), words]);
  }
  for (const field of stage.querySelectorAll("input:not([type=radio]), select")) {
    if (field.checkVisibility()) found.push([parseFloat(getComputedStyle(field).fontSize), field.className]);
  }
  return found;
}"""
COVERED = """() => [[2, 2], [innerWidth - 3, 2], [2, innerHeight - 3], [innerWidth - 3, innerHeight - 3]]
  .every(([x, y]) => document.elementFromPoint(x, y).closest(".rb-presented"))"""
LIGHT = """(canvas, [x, y, side]) => {
  const scale = canvas.width / 540;
  const { data } = canvas.getContext("2d").getImageData(x * scale, y * scale, side * scale, side * scale);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    const shown = data[at + 3] / 255;
    sum += shown * (data[at] + data[at + 1] + data[at + 2]) / 3 + (1 - shown) * 255;
  }
  return sum / (data.length / 4);
}"""


class Stage:
    """A page with boards, one of which is presented."""

    def __init__(self, page):
        self.page = page
        self.shown = page.locator(".rb-presented")
        self.canvas = self.shown.locator("canvas")
        self.controls = self.shown.locator(".rb-controls")

    def table(self, number):
        return self.page.locator(".rb-table").nth(number)

    def present(self, number):
        self.table(number).get_by_role("button", name="Present").click()
        self.is_on(number)

    def is_on(self, number):
        """Wait until the board of that number fills the screen, and no other."""
        expect(self.shown).to_have_count(1)
        self.page.wait_for_function(
            "number => document.querySelectorAll('.rb-table')[number].classList.contains('rb-presented')", arg=number
        )

    def is_off(self):
        expect(self.shown).to_have_count(0)
        assert not self.page.evaluate("document.documentElement.classList.contains('rb-presents')")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tap(self):
        """Press a square near the middle of the board, wherever it lies once nothing moves any more."""
        box = self.canvas.bounding_box()
        self.canvas.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.4})

    def light(self, square):
        """Return how light a square of the board is, 0 to 255: left, top and side in the picture's units."""
        return self.canvas.evaluate(LIGHT, square)

    def waits_until(self, holds):
        end = time.monotonic() + 20
        while not holds():
            assert time.monotonic() < end, "it did not come to that"
            self.page.wait_for_timeout(100)

    def button(self, name):
        return self.controls.get_by_role("button", name=name, exact=True)


@pytest.fixture(scope="module")
def small_book(serve_all, tmp_path_factory):
    """A small book with six boards, served."""
    words = "# Boards to present\n\n**HO2.2** Three stones fall.\n\n**HO4.1** A Hong has two heads."
    cells = [("markdown", words), *(("code", cell) for cell in CELLS.split("\n---\n"))]
    return serve_all(write_book(tmp_path_factory.mktemp("present") / "book", *cells))


@pytest.fixture
def visit(window, small_book):
    """Return `visit(size)`: the stage of that book's page."""

    def open_page(size=STAGE, **options):
        page = window(small_book, *size, **options)
        page.goto(small_book.chapter("index.ipynb"))
        page.wait_for_function("() => document.querySelectorAll('.rb-panel .rb-stage').length === 6")
        return Stage(page)

    return open_page


def test_one_key_fills_the_screen_with_the_board_and_one_leaves(visit):
    stage = visit()
    stage.table(PLAYED).scroll_into_view_if_needed()
    stage.table(PLAYED).get_by_label("Type an action").focus()
    stage.press("p")
    stage.is_off()
    stage.table(PLAYED).get_by_role("button", name="Undo").evaluate("button => button.blur()")
    stage.table(PLAYED).locator("canvas").focus()
    before = stage.page.evaluate("scrollY")
    stage.press("p")
    stage.is_on(PLAYED)
    assert stage.page.evaluate(COVERED)
    assert stage.page.locator("header").first.evaluate("header => header.closest('[inert]') !== null")
    stage.press("p")
    stage.is_off()
    assert abs(stage.page.evaluate("scrollY") - before) < 2
    assert stage.page.evaluate("document.activeElement.matches('canvas.rb-board')")
    assert stage.page.evaluate("document.querySelectorAll('[inert]').length") == 0


def test_the_button_presents_and_escape_leaves_to_it(visit):
    stage = visit()
    stage.present(POSED)
    expect(stage.canvas).to_be_visible()
    stage.press("Escape")
    stage.is_off()
    assert stage.page.evaluate("document.activeElement.dataset.focus") == "present"
    stage.present(TRIED)
    stage.button("Leave").click()
    stage.is_off()


def test_a_clicker_steps_a_replay_and_leads_through_the_page(visit):
    stage = visit()
    stage.present(TRIED)
    stage.press("PageDown")
    stage.is_on(REPLAYED)
    stage.press("PageDown")
    expect(stage.shown.locator(".rb-title")).to_contain_text("Three stones fall")
    stage.press("PageUp")
    expect(stage.shown.locator(".rb-words")).to_contain_text("The inner castle lies bare")
    stage.press("PageUp")
    stage.is_on(TRIED)
    stage.press("PageUp")
    stage.is_on(TRIED)
    stage.press("ArrowRight", "End")
    stage.is_on(REPLAYED)
    stage.shown.locator(".rb-tool-last").evaluate("button => button.click()")
    expect(stage.shown.locator(".rb-number-at")).to_have_text("9")
    stage.press("Space")
    stage.is_on(PLAYED)
    stage.press("PageDown")
    stage.is_on(POSED)
    stage.press("PageDown")
    stage.is_on(WATCHED)
    plies = stage.shown.locator(".rb-ply").count()
    stage.press("PageDown")
    expect(stage.shown.locator(".rb-ply")).to_have_count(plies + 1)
    stage.is_on(WATCHED)
    stage.press("p")
    stage.is_off()
    expect(stage.table(WATCHED)).to_be_in_viewport()


def test_on_a_table_a_clicker_takes_back_and_plays_again(visit):
    stage = visit()
    stage.present(TRIED)
    stage.tap()
    expect(stage.shown.locator(".rb-told")).to_contain_text("The emperor lays a tile on b1")
    stage.press("PageUp")
    expect(stage.shown.locator(".rb-told")).to_have_count(0)
    stage.press("PageDown")
    expect(stage.shown.locator(".rb-told")).to_contain_text("The emperor lays a tile on b1")
    stage.is_on(TRIED)


def test_a_tap_means_what_is_seen_while_the_canvas_is_made_sharper(visit):
    stage = visit()
    stage.present(TRIED)
    # As while the board knows of more pixels than the page has yet, or the page of more than the board has sent for.
    for pixels in (300, 2000):
        stage.canvas.evaluate("(canvas, pixels) => { canvas.width = pixels; canvas.height = pixels / 2; }", pixels)
        stage.tap()
        expect(stage.shown.locator(".rb-told")).to_contain_text("The emperor lays a tile on b1")
        stage.press("PageUp")
        expect(stage.shown.locator(".rb-told")).to_have_count(0)


def test_the_screen_goes_blank_and_comes_back(visit):
    stage = visit()
    stage.present(REPLAYED)
    for key in (".", "b"):
        stage.press(key)
        assert stage.page.evaluate("document.elementFromPoint(400, 300).className") == "rb-blank"
        stage.press("PageDown")
        expect(stage.page.locator(".rb-blank")).to_have_count(0)
    expect(stage.shown.locator(".rb-words")).to_contain_text("The inner castle lies bare")


def test_the_spotlight_dims_all_but_what_is_spoken_of(visit):
    stage = visit()
    stage.present(REPLAYED)
    stage.press("PageDown")
    expect(stage.shown.locator(".rb-title")).to_contain_text("Three stones fall")
    lit, dark = (26 + 3 * 56, 26 + 3 * 56, 56), (26 + 5 * 56, 26 + 1 * 56, 56)
    before = stage.light(lit), stage.light(dark)
    stage.press("s")
    expect(stage.button("Spotlight")).to_have_attribute("aria-pressed", "true")
    expect(stage.shown.locator(".rb-pointed li")).to_have_text(["d4: stone", "f6: stone", "g3: stone"])
    stage.waits_until(lambda: stage.light(dark) < before[1] / 2)
    assert abs(stage.light(lit) - before[0]) < 8
    stage.button("Spotlight").click()
    expect(stage.button("Spotlight")).to_have_attribute("aria-pressed", "false")
    stage.press("s", "Escape")
    stage.is_off()
    stage.waits_until(lambda: abs(stage.table(REPLAYED).locator("canvas").evaluate(LIGHT, dark) - before[1]) < 3)


def test_a_part_of_the_board_is_shown_larger_in_its_place(visit):
    stage = visit()
    stage.present(TRIED)
    whole, before = stage.canvas.bounding_box(), stage.canvas.evaluate("canvas => canvas.width")
    stage.press("z")
    expect(stage.button("Closer")).to_have_attribute("aria-pressed", "true")
    stage.waits_until(lambda: stage.canvas.bounding_box()["width"] == pytest.approx(2 * whole["width"]))
    stage.waits_until(lambda: stage.canvas.evaluate("canvas => canvas.width") > before)
    # What lies at the pointer stays where it was: at each place the place of the whole board is pressed.
    left, top = whole["x"] + whole["width"] * 0.75, whole["y"] + whole["height"] * 0.4
    stage.page.mouse.move(left, top)
    near = stage.canvas.bounding_box()
    assert (left - near["x"]) / near["width"] == pytest.approx(0.75, abs=0.01)
    assert (top - near["y"]) / near["height"] == pytest.approx(0.4, abs=0.01)
    # Nothing of the board lies over the words, or over the edge of the screen.
    words = stage.shown.locator(".rb-panel").bounding_box()
    for x in (words["x"] + 2, words["x"] + words["width"] / 2):
        found = "([x, y]) => document.elementFromPoint(x, y).closest('.rb-panel') !== null"
        assert stage.page.evaluate(found, [x, 360])
    stage.page.mouse.click(left, top)
    expect(stage.shown.locator(".rb-told").first).to_be_visible()
    told = stage.shown.locator(".rb-told").first.inner_text()
    stage.button("Closer").click()
    expect(stage.button("Closer")).to_have_attribute("aria-pressed", "false")
    stage.waits_until(lambda: stage.canvas.bounding_box() == whole)
    assert "c1" in told
    stage.press("z", "p")
    stage.is_off()
    assert stage.page.locator(".rb-close").count() == 0


def test_a_finger_taps_what_it_sees_of_a_board_shown_larger(visit):
    stage = visit(PHONE, has_touch=True, is_mobile=True)
    stage.table(TRIED).get_by_role("button", name="Present").tap()
    stage.is_on(TRIED)
    told = stage.shown.locator(".rb-told").first

    def tapped():
        box = stage.canvas.bounding_box()
        stage.page.touchscreen.tap(box["x"] + 0.64 * box["width"], box["y"] + 0.4 * box["height"])
        expect(told).to_contain_text("lays a tile on")
        words = told.inner_text()
        stage.press("PageUp")
        expect(stage.shown.locator(".rb-told").filter(has_text="lays a tile on")).to_have_count(0)
        return words

    stage.button("Closer").tap()
    stage.waits_until(lambda: stage.canvas.bounding_box()["width"] > PHONE[0])
    larger = tapped()
    stage.button("Closer").tap()
    stage.waits_until(lambda: stage.canvas.bounding_box()["width"] < PHONE[0])
    assert "b1" in larger
    assert tapped() == larger


def test_closer_follows_a_clicker_and_the_cursor_but_stays_at_the_pointer(visit):
    stage = visit()
    stage.present(REPLAYED)
    whole = stage.canvas.bounding_box()
    stage.press("z")
    expect(stage.button("Closer")).to_have_attribute("aria-pressed", "true")

    def middle():
        """Return which point of the picture is seen in the middle of its place, in parts of the picture's sides."""
        near = stage.canvas.bounding_box()
        return tuple(
            (whole[at] + whole[side] / 2 - near[at]) / near[side] for at, side in (("x", "width"), ("y", "height"))
        )

    stage.press("PageDown")
    expect(stage.shown.locator(".rb-title")).to_contain_text("Three stones fall")
    # Stones on d4, f6 and g3: between the files d and g, the ranks 3 and 6.
    stage.waits_until(lambda: middle() == pytest.approx(((26 + 5 * 56) / 540, (26 + 4 * 56) / 540), abs=0.01))
    left, top = whole["x"] + whole["width"] * 0.1, whole["y"] + whole["height"] * 0.9
    stage.page.mouse.move(left, top)
    pointed = middle()
    assert pointed == pytest.approx((0.3, 0.7), abs=0.01)
    stage.press("s")
    expect(stage.button("Spotlight")).to_have_attribute("aria-pressed", "true")
    assert middle() == pointed
    # A step that speaks of nothing leaves it there; the next one speaks of e4.
    stage.press("PageDown")
    expect(stage.shown.locator(".rb-number-at")).to_have_text("1")
    stage.page.wait_for_timeout(300)
    assert middle() == pointed
    stage.press("PageDown")
    stage.waits_until(lambda: middle() == pytest.approx(((26 + 4.5 * 56) / 540, (26 + 3.5 * 56) / 540), abs=0.01))
    stage.press("p")
    stage.present(TRIED)
    whole = stage.canvas.bounding_box()
    stage.press("z")
    stage.canvas.focus()
    stage.press("ArrowDown", "ArrowDown")
    expect(stage.shown.locator(".rb-pointed li")).to_have_text(["a2: empty"])
    stage.waits_until(lambda: middle()[1] > 0.7)
    stage.page.mouse.click(whole["x"] + whole["width"] * 0.8, whole["y"] + whole["height"] * 0.3)
    pointed = middle()
    expect(stage.shown.locator(".rb-told").first).to_be_visible()
    assert middle() == pointed


def test_what_if_and_back_in_a_replay_and_at_a_table(visit):
    stage = visit()
    stage.present(REPLAYED)
    stage.press("PageDown")
    stage.button("What if").click()
    expect(stage.shown.locator(".rb-modes")).to_be_visible()
    stage.button("Back to the script").click()
    expect(stage.shown.locator(".rb-title")).to_contain_text("Three stones fall")
    expect(stage.button("My line")).to_be_visible()
    stage.press("p")
    stage.present(TRIED)
    stage.button("What if").click()
    stage.tap()
    expect(stage.shown.locator(".rb-told")).to_be_visible()
    stage.controls.locator('[data-focus="stage-resume"]').click()
    expect(stage.button("What if")).to_be_visible()
    expect(stage.shown.locator(".rb-told")).to_have_count(0)


def test_the_next_die_is_chosen_by_large_buttons(visit):
    stage = visit()
    stage.present(WATCHED)
    stage.button("Dice and draws by hand").click()
    expect(stage.button("Dice and draws by hand")).to_have_attribute("aria-pressed", "true")
    outcomes = stage.shown.locator(".rb-outcome")
    for _ply in range(12):
        if outcomes.count():
            break
        plies = stage.shown.locator(".rb-ply").count()
        stage.press("PageDown")
        expect(stage.shown.locator(".rb-ply")).to_have_count(plies + 1)
        stage.page.wait_for_timeout(100)
    expect(outcomes).to_have_count(6)
    assert all(box["height"] >= 60 for box in (each.bounding_box() for each in outcomes.all()))
    outcomes.nth(4).click()
    expect(stage.shown.locator(".rb-told")).to_contain_text("rolls 5")


def test_the_next_card_is_found_by_its_name(visit):
    stage = visit()
    stage.present(DRAWN)
    stage.button("Dice and draws by hand").click()
    stage.press("PageDown")
    lines = stage.shown.locator(".rb-many .rb-line")
    expect(lines).to_have_count(28)
    stage.shown.get_by_label("Find an outcome").fill("omega")
    seen = lines.filter(visible=True).all_inner_texts()
    assert 0 < len(seen) < 7
    assert all("Omega" in words for words in seen)
    stage.shown.get_by_label("Find an outcome").press("Enter")
    expect(stage.shown.locator(".rb-told")).to_contain_text("Omega")


def test_a_refusal_a_verdict_and_a_hint_are_as_large(visit):
    stage = visit()
    stage.present(TRIED)
    for answer in (".rb-told", ".rb-refusal .rb-advice"):
        stage.tap()
        expect(stage.shown.locator(answer)).to_be_visible()
    assert min(size for size, _words in stage.page.evaluate(LETTERS)) >= LEAST
    stage.press("p")
    stage.present(POSED)
    stage.shown.get_by_label("Your answer").fill("0")
    stage.shown.get_by_role("button", name="Answer").click()
    expect(stage.shown.locator(".rb-verdict")).to_be_visible()
    stage.shown.get_by_role("button", name="Hint").click()
    expect(stage.shown.locator(".rb-hint")).to_be_visible()
    assert min(size for size, _words in stage.page.evaluate(LETTERS)) >= LEAST


def test_timed_play_is_begun_and_stopped(visit):
    stage = visit()
    stage.present(REPLAYED)
    stage.button("Play the steps").click()
    expect(stage.button("Pause")).to_be_visible()
    stage.button("Pause").click()
    expect(stage.button("Play the steps")).to_be_visible()


@pytest.mark.parametrize(("chapter", "kind"), GAMES)
def test_everything_shown_can_be_read_from_the_last_row(window, served, chapter, kind):
    page = window(served, *STAGE)
    page.goto(served.chapter(chapter))
    page.wait_for_selector(".rb-panel .rb-stage", state="attached")
    table = page.locator(f".rb-table{kind}").last
    table.get_by_role("button", name="Present").click()
    stage = Stage(page)
    expect(stage.shown).to_have_count(1)
    page.wait_for_timeout(400)
    letters = page.evaluate(LETTERS)
    assert len(letters) > 4
    assert [found for found in letters if found[0] < LEAST] == []
    assert page.evaluate(COVERED)
    box = stage.canvas.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= 1280
    assert box["y"] + box["height"] <= 720
    assert box["height"] > 690 or box["width"] > 0.63 * 1280
    bar = stage.controls.bounding_box()
    assert bar["y"] + bar["height"] <= 716
    parts = stage.shown.locator(".rb-parts")
    assert parts.evaluate("parts => parts.scrollHeight <= parts.clientHeight + 1"), "no words are cut off"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_words_of_the_training_battle_fit(window, served):
    page = window(served, *STAGE)
    page.goto(served.chapter("2-4-dictator-training-battle.ipynb"))
    page.wait_for_selector(".rb-panel .rb-stage", state="attached")
    page.get_by_role("button", name="Present").first.click()
    shown = page.locator(".rb-presented")
    parts = shown.locator(".rb-parts")
    expect(parts).to_be_visible()
    reached = set()
    for _step_or_question in range(2 * 19):
        before = parts.inner_text()
        page.keyboard.press("PageDown")
        expect(parts).not_to_have_text(before, use_inner_text=True)
        page.wait_for_timeout(150)
        reached.add(shown.locator(".rb-goto").input_value())
        assert parts.evaluate("parts => parts.scrollHeight <= parts.clientHeight + 1"), reached
        if "18" in reached:
            break
    assert reached == set(map(str, range(19)))


def test_a_large_board_is_as_sharp_as_the_screen(visit):
    stage = visit(device_scale_factor=2)
    stage.present(PLAYED)
    stage.page.wait_for_function(
        "() => { const canvas = document.querySelector('.rb-presented canvas');"
        " return canvas.width >= 1.99 * canvas.getBoundingClientRect().width; }"
    )
    stage.press("p")
    stage.page.set_viewport_size({"width": 2560, "height": 1440})
    stage.present(REPLAYED)
    stage.page.wait_for_function("() => document.querySelector('.rb-presented canvas').width === 4 * 540")
    stage.press("p")
    stage.page.wait_for_function("() => document.querySelectorAll('canvas.rb-board')[1].width === 2 * 540")


def test_on_a_phone_nothing_is_cut_off_at_the_sides_and_targets_are_large(visit):
    stage = visit(PHONE, has_touch=True, is_mobile=True)
    stage.table(REPLAYED).get_by_role("button", name="Present").tap()
    stage.is_on(REPLAYED)
    assert stage.page.evaluate("document.documentElement.scrollWidth") <= 360
    small = """[...document.querySelectorAll('.rb-presented button')].filter((each) => each.checkVisibility())
        .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
        .filter(([, at]) => at.width < 44 || at.height < 44 || at.left < 0 || at.right > 360).map(([html]) => html)"""
    assert stage.page.evaluate(small) == []
    box = stage.canvas.bounding_box()
    assert box["height"] > 300
    assert box["x"] + box["width"] <= 360
