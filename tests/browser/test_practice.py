"""Practice in a real browser: answers by mouse and keys, progress that survives a reload, export, import and clear."""

import json

import nbformat
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CHAPTER = "7-2-referee-and-practice.ipynb"
KEPT = "JSON.parse(localStorage.getItem('rulebook.practice.v1'))"
SMALL = """from rulebook_widgets import practice, referee

practice("hong", "HO3.4", "HO3.5")"""


@pytest.fixture(scope="module")
def small(serve_all, tmp_path_factory):
    """A book with one board of practice."""
    folder = tmp_path_factory.mktemp("practice")
    cells = [nbformat.v4.new_markdown_cell("# Practice"), nbformat.v4.new_code_cell(SMALL)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "index.ipynb")
    return serve_all(folder)


def visit(page, server, name="index.ipynb", number=1):
    """Open a chapter and return its first board of practice, once the page has told what it kept."""
    page.goto(server.chapter(name))
    page.wait_for_selector("#rb-wait", state="detached")
    board = page.locator(".rb-referee").first
    expect(board).to_have_attribute("data-number", f"{number}")
    return board


def judge(board, number):
    """Give the answer at a place, and wait for the verdict."""
    board.locator(".rb-answer").nth(number).click()
    expect(board.locator(".rb-verdict")).to_be_visible()


def test_a_move_is_judged_and_the_next_one_comes(window, small):
    page = window(small)
    board = visit(page, small)
    expect(board.locator(".rb-answer")).to_have_count(5)
    move = board.locator(".rb-move").inner_text()
    judge(board, 0)
    expect(board.locator(".rb-verdict")).to_contain_text("legal")
    expect(board.get_by_text("This sitting:")).to_be_visible()
    expect(page.locator(".rb-answer:enabled")).to_have_count(0)
    board.get_by_role("button", name="Next").click()
    expect(board.locator(".rb-verdict")).to_have_count(0)
    expect(board.locator(".rb-move")).not_to_have_text(move)


def test_the_keyboard_alone_is_enough(window, small):
    page = window(small)
    board = visit(page, small)
    board.locator(".rb-answer").nth(1).focus()
    page.keyboard.press("Enter")
    expect(board.locator(".rb-verdict")).to_be_visible()
    expect(board.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.locator(".rb-verdict")).to_have_count(0)
    expect(board.locator('[data-focus="answer-legal"]')).to_be_focused()


def test_progress_survives_a_reload_and_goes_by_file_to_another_browser(window, small, tmp_path):
    page = window(small, accept_downloads=True)
    board = visit(page, small)
    for _task in range(3):
        judge(board, 0)
        board.get_by_role("button", name="Next").click()
        expect(board.locator(".rb-verdict")).to_have_count(0)
    kept = page.evaluate(KEPT)
    assert sum(seen for seen, _right, _box, _last in kept["hong"].values()) == 3
    page.reload()
    page.wait_for_selector("#rb-wait", state="detached")
    board.locator("summary").click()
    met = len(kept["hong"])
    expect(board.locator("summary")).to_have_text(f"Progress: {met} of 2 rules met")
    expect(board.locator(".rb-progress tbody tr")).to_have_count(met)
    with page.expect_download() as saving:
        board.get_by_role("button", name="Export").click()
    assert saving.value.suggested_filename == "rulebook-practice.json"
    file = tmp_path / "mine.json"
    saving.value.save_as(file)
    assert json.loads(file.read_text("utf-8")) == {"format": "rulebook.practice.v1", "games": kept}

    other = window(small)
    board = visit(other, small)
    board.locator("summary").click()
    expect(board.locator("summary")).to_have_text("Progress: 0 of 2 rules met")
    board.locator("input[type=file]").set_input_files(file)
    expect(board.locator("summary")).to_have_text(f"Progress: {met} of 2 rules met")
    assert other.evaluate(KEPT) == kept


def test_a_file_that_is_no_progress_changes_nothing(window, small, tmp_path):
    page = window(small)
    board = visit(page, small)
    board.locator("summary").click()
    for name, text in (("other.json", '{"games": {"hong": {}}}'), ("broken.json", "{"), ("list.json", "[1]")):
        file = tmp_path / name
        file.write_text(text, "utf-8")
        board.locator("input[type=file]").set_input_files(file)
        expect(board.get_by_role("status")).to_contain_text("no progress of this book")
        assert page.evaluate("localStorage.getItem('rulebook.practice.v1')") is None


def test_clearing_asks_once(window, small):
    page = window(small)
    board = visit(page, small)
    judge(board, 0)
    board.locator("summary").click()
    assert page.evaluate(KEPT)["hong"]
    board.get_by_role("button", name="Clear").click()
    board.get_by_role("button", name="No", exact=True).click()
    assert page.evaluate(KEPT)["hong"]
    board.get_by_role("button", name="Clear").click()
    board.get_by_role("button", name="Yes, clear it").click()
    expect(board.locator("summary")).to_have_text("Progress: 0 of 2 rules met")
    assert page.evaluate("localStorage.getItem('rulebook.practice.v1')") is None


def test_a_forged_progress_in_the_browser_is_refused_in_words(window, small):
    page = window(small)
    visit(page, small)
    page.evaluate("localStorage.setItem('rulebook.practice.v1', JSON.stringify({hong: {'HO3.4': [1, 2, 3, 4]}}))")
    board = visit(page, small, number=0)
    expect(page.locator(".rb-refusal")).to_contain_text("This progress cannot be taken: HO3.4")
    judge(board, 0)


def test_the_chapter_has_a_referee_for_each_game_and_room_on_a_phone(phone, served):
    visit(phone, served, CHAPTER)
    expect(phone.locator(".rb-referee")).to_have_count(6)
    board = phone.locator(".rb-referee").nth(1)
    expect(board.locator(".rb-answer")).to_have_count(2)
    board.locator(".rb-answer").first.tap()
    expect(board.locator(".rb-verdict")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = phone.locator(".rb-answer").evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert min(heights) >= 44
