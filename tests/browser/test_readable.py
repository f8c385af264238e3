"""Readable before it is live: words and still pictures come at once, and the boards take their places."""

import json
from pathlib import Path

import pytest

from browser.conftest import a_chapter_a_part
from rulebook.book import Book

pytestmark = pytest.mark.browser

BOOK = Book.read(Path(__file__).parents[2] / "book")
CHAPTERS = {chapter.name: chapter for chapter in BOOK.chapters}
FIRST = BOOK.chapters[1].name
ARMIES = "2-3-dictator-battle.ipynb"
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
}).observe({ type: "layout-shift", buffered: true });"""
JUMP = 0.02
"""How far all that moves while a page comes may move in all, as browsers count it; 0.1 passes for good."""
PHONE = {"has_touch": True, "is_mobile": True}
PLACES = """all => all.map((each) => {
  const at = each.getBoundingClientRect();
  return [at.x + scrollX, at.width, at.height];
})"""


def hold(page):
    """Let no page get a kernel: what makes it live stays on its way."""
    page.route("**/voila/live/**", lambda route: None)


def live(page):
    """Wait until every board of a page has come."""
    page.wait_for_selector("#rb-wait", state="detached")


@pytest.mark.parametrize("name", a_chapter_a_part(CHAPTERS))
def test_words_and_pictures_are_there_before_any_kernel(window, served, boards, name):
    page = window(served)
    hold(page)
    page.goto(served.chapter(name), wait_until="domcontentloaded")
    rules = [rule.number for rule in CHAPTERS[name].rules()]
    assert page.eval_on_selector_all(".rb-rule", "all => all.map((each) => each.id)") == rules
    stills = page.locator("figure.rb-awaited > svg")
    assert stills.count() >= boards[name]
    boxes = stills.evaluate_all(PLACES)
    assert [box for box in boxes if min(box[1:]) < 50] == []
    unresolved = """() => [...document.querySelectorAll("main use")].filter((use) => !use.getBBox().width).length"""
    assert page.evaluate(unresolved) == 0
    assert page.locator("canvas").count() == 0


def test_the_boards_come_where_their_pictures_stood(window, served, painted):
    page = window(served)
    held = []
    page.route("**/voila/live/**", lambda route: held.append(route))
    page.goto(served.chapter(FIRST), wait_until="domcontentloaded")
    before = page.eval_on_selector_all("figure.rb-awaited > svg", PLACES)
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    live(page)
    painted(page, FIRST)
    after = page.eval_on_selector_all("canvas.rb-board", PLACES)
    assert len(before) == len(after) > 5
    for still, board in zip(before, after, strict=True):
        assert board == pytest.approx(still, abs=1.5)


@pytest.mark.parametrize(
    ("name", "options"), [(FIRST, {}), (ARMIES, {"width": 360, "height": 640, **PHONE})], ids=["desk", "phone"]
)
def test_hardly_anything_moves_while_the_boards_come(window, served, painted, name, options):
    page = window(served, **options)
    page.add_init_script(SHIFTS)
    page.goto(served.chapter(name))
    live(page)
    painted(page, name)
    assert sum(page.evaluate("window.shifts")) < JUMP


def test_what_is_read_stays_where_it_is_while_boards_above_it_come(window, served):
    rule = "DC7.7"
    page = window(served, 360, 640, **PHONE)
    held = []
    page.route("**/voila/live/**", lambda route: held.append(route))
    page.goto(served.chapter(ARMIES), wait_until="domcontentloaded")
    where = "(id) => document.getElementById(id).getBoundingClientRect().top"
    page.evaluate("(id) => scrollTo(0, document.getElementById(id).getBoundingClientRect().top + scrollY)", rule)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(200)
    before, scrolled = page.evaluate(where, rule), page.evaluate("scrollY")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    live(page)
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > scrolled + 100
    assert page.evaluate(where, rule) == pytest.approx(before, abs=20)


@pytest.mark.parametrize("name", [FIRST, "6-1-the-laboratory.ipynb"])
def test_no_picture_is_there_twice(window, served, name):
    page = window(served)
    page.goto(served.chapter(name))
    live(page)
    shown = page.eval_on_selector_all(
        ".rb-output",
        """all => all.map((each) => [...each.children].filter((child) => child.getClientRects().length).length)""",
    )
    calls = page.eval_on_selector_all(".rb-output", "all => all.map((each) => each.children.length)")
    assert [count for count, held in zip(shown, calls, strict=True) if count != min(held, 1)] == []
    assert sum(shown) > 5


def test_a_page_whose_kernel_cannot_start_can_be_read_and_says_so(window, serve, tmp_path):
    spec = tmp_path / "jupyter" / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": ["/no/such/program"], "display_name": "Python 3", "language": "python"}))
    server = serve(JUPYTER_PATH=str(tmp_path / "jupyter"))
    page = window(server)
    assert page.goto(server.chapter(FIRST)).status == 200
    page.get_by_text("The boards did not arrive.").wait_for()
    assert page.get_by_role("button", name="Try again").is_visible()
    assert page.locator(".rb-rule").count() == len(list(CHAPTERS[FIRST].rules()))
    assert page.locator("figure.rb-awaited > svg").first.is_visible()
    assert "Traceback" not in page.content()
    assert "/no/such" not in page.content()
