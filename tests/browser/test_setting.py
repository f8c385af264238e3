"""A position set up in a real browser: by mouse, by keyboard, by touch; played from, and made an exercise."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CHAPTER = "7-1-set-up-a-position.ipynb"
MARGIN, EDGE, LARGEST = 26, 10, 540
CELL = min(84, (LARGEST - MARGIN - EDGE) / 9)
STONES = ("d4", "g5", "h6")


@pytest.fixture
def visit(window, served, painted):
    """Return `visit(width, height)`: the board of Hong on a page whose boards are all painted."""

    def open_page(width=1280, height=800, **options):
        page = window(served, width, height, **options)
        page.goto(served.chapter(CHAPTER))
        page.wait_for_selector(".rb-panel .rb-parts > *")
        painted(page, CHAPTER)
        return page.locator(".rb-table").first

    return open_page


def at(board, space):
    """Return the middle of a space on the page."""
    canvas = board.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    scale = box["width"] / (MARGIN + CELL * 9 + EDGE)
    col, row = "abcdefghi".index(space[0]), int(space[1:]) - 1
    return tuple(box[side] + (MARGIN + (index + 0.5) * CELL) * scale for side, index in (("x", col), ("y", row)))


def press(board, name):
    board.get_by_role("button", name=name, exact=True).click()


def unfold(board, title):
    board.locator("summary", has_text=title).click()


def lies(board, *entries):
    """Wait until just these plies are in the log, and none more."""
    for entry in entries:
        expect(board.locator(".rb-ply", has_text=entry)).to_have_count(1)


def told(board, words):
    expect(board.locator(".rb-parts")).to_contain_text(words)


def test_a_position_is_set_up_by_mouse_made_an_exercise_and_solved(visit):
    board = visit()
    page = board.page
    press(board, "Empty board")
    told(board, "Stones on the board: 0; there must be 3.")
    board.locator(".rb-mode", has_text="a stone").click()
    for space in STONES:
        page.mouse.click(*at(board, space))
        lies(board, f"put stone {space}")
    page.mouse.click(*at(board, "e5"))
    expect(board.locator(".rb-refusal")).to_contain_text("There are 3 stones")
    assert board.locator(".rb-refusal a").inner_text() == "HO2.2"
    board.locator(".rb-mode", has_text="north–south").click()
    page.mouse.click(*at(board, "d5"))
    lies(board, "put | d5")
    page.mouse.click(*at(board, "d5"))
    expect(board.locator(".rb-refusal")).to_contain_text("a space holds one tile")
    board.locator(".rb-mode", has_text="east–west").click()
    page.mouse.click(*at(board, "e5"))
    told(board, "Ready to play from. The emperor lays one tile")
    unfold(board, "Make it an exercise")
    press(board, "Make the exercise")
    told(board, "Emperor to play. Complete Hongs of just these sizes, and no others: 1.")
    page.mouse.click(*at(board, "c2"))
    expect(board.locator(".rb-verdict")).to_contain_text("it does not do what was asked")
    press(board, "Try again")
    board.locator(".rb-mode", has_text="north–south").click()
    page.mouse.click(*at(board, "f5"))
    expect(board.locator(".rb-verdict")).to_contain_text("Right, that does it.")
    press(board, "Back to setting up")
    press(board, "Play from here")
    page.mouse.click(*at(board, "f6"))
    expect(board.locator(".rb-told")).to_contain_text("f6")


def test_a_position_is_set_up_by_keyboard_and_handed_on_as_text(visit):
    board = visit()
    keyboard = board.page.keyboard
    board.locator("canvas").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "r", "r", "Enter"):
        keyboard.press(key)
    expect(board.locator(".rb-refusal")).to_contain_text("There are 3 stones")
    for key in ("r", "r", "Enter", "ArrowDown", "ArrowDown", "Enter", "r"):
        keyboard.press(key)
    lies(board, "put - ")
    keyboard.press("u")
    board.locator("[data-focus='from-here']").focus()
    keyboard.press("Tab")
    keyboard.press("Enter")
    told(board, "Stones on the board: 0")
    field = board.locator("[data-focus='type']")
    for text in ("put stone d4", "put stone g5", "put stone h6", "put | d5", "put - e5"):
        field.fill(text)
        field.press("Enter")
        lies(board, text)
    for title in ("The position as text", "Make it an exercise"):
        board.locator("summary", has_text=title).focus()
        keyboard.press("Enter")
    position = board.locator("[data-focus='position']").input_value()
    assert re.fullmatch(r"[_.S|/-]+ emperor", position)
    board.locator("[data-focus='make']").focus()
    keyboard.press("Enter")
    told(board, "Complete Hongs of just these sizes, and no others: 1.")
    field.fill("f5 |")
    field.press("Enter")
    expect(board.locator(".rb-verdict")).to_contain_text("Right, that does it.")
    unfold(board, "The exercise as text")
    text = board.locator("[data-focus='exercise']").input_value()
    assert position in text
    assert "f5" not in text
    other = board.page.locator(".rb-table").nth(4)
    other.locator("summary", has_text="Make it an exercise").click()
    other.locator("[data-focus='exercise-text']").fill(text)
    other.locator("[data-focus='exercise-text-open']").click()
    told(other, "Complete Hongs of just these sizes, and no others: 1.")


def test_a_damaged_text_is_refused_on_the_page_and_stays_to_be_mended(visit):
    board = visit()
    unfold(board, "The position as text")
    board.locator("[data-focus='position-text']").fill("<b>no board</b> emperor")
    press(board, "Open the position")
    expect(board.locator(".rb-refusal")).to_contain_text("This position cannot be opened: '<b>no' has")
    assert board.locator(".rb-refusal b").count() == 0
    assert board.locator("[data-focus='position-text']").input_value() == "<b>no board</b> emperor"


def test_another_game_is_set_up_on_a_phone(visit):
    board = visit(360, 640, has_touch=True)
    page = board.page
    board.locator(".rb-mode", has_text="take away").tap()
    page.touchscreen.tap(*at(board, "e4"))
    lies(board, "take | e4")
    unfold(board, "Another game or board")
    board.locator("[data-focus='setting-game']").select_option("wuxia")
    board.locator("[data-focus='set-players']").select_option("3")
    press(board, "Set up this game")
    told(board, "Ready to play from. Jade lays a hand card")
    board.locator("[data-focus='scale-chi Jade']").select_option("0")
    told(board, "Jade has no Chi")
    for summary in board.locator(".rb-setting summary").all():
        if summary.evaluate("each => !each.parentElement.open"):
            summary.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    low = "each => each.offsetParent && each.getBoundingClientRect().height < 44"
    controls = board.locator(".rb-setting :is(button, select, textarea)")
    assert [each.inner_text() for each in controls.all() if each.evaluate(low)] == []
