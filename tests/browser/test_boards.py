"""Boards played in a real browser: by mouse, by touch, by keyboard; wrong moves, floods, a killed kernel."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

DESK = (1280, 800)
PHONE = (360, 640)
PLAY = "1-2-hong-castle-and-garden.ipynb"
LAIR = "1-3-hong-lair.ipynb"
TILES = "1-1-hong-two-headed-dragon.ipynb"
MARGIN, EDGE, LARGEST = 26, 10, 540


@pytest.fixture
def visit(window, served, painted):
    """Return `visit(chapter, size)`: a page with every board painted, watched for errors and foreign requests."""

    def open_page(chapter, size=DESK, **options):
        page = window(served, *size, has_touch=size is PHONE, **options)
        page.goto(served.chapter(chapter))
        page.wait_for_selector(".rb-panel .rb-parts > *")
        painted(page, chapter)
        return page

    return open_page


class Table:
    """One board of a page and its panel."""

    def __init__(self, page, number=0, columns=9):
        self.page = page
        self.root = page.locator(".rb-table").nth(number)
        self.canvas = self.root.locator("canvas")
        self.cell = min(84, (LARGEST - MARGIN - EDGE) / columns)
        self.width = MARGIN + self.cell * columns + EDGE

    def at(self, space):
        """Return the middle of a space on the page, after scrolling the board into view."""
        self.canvas.scroll_into_view_if_needed()
        box = self.canvas.bounding_box()
        scale = box["width"] / self.width
        col, row = "abcdefghi".index(space[0]), int(space[1:]) - 1
        x, y = (MARGIN + (index + 0.5) * self.cell for index in (col, row))
        return box["x"] + x * scale, box["y"] + y * scale

    def click(self, space):
        self.page.mouse.click(*self.at(space))

    def tap(self, space):
        self.page.touchscreen.tap(*self.at(space))

    def pixels(self):
        return self.canvas.evaluate(
            "c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            " let h = 0; for (let i = 0; i < d.length; i += 1) h = (h * 31 + d[i]) | 0; return h; }"
        )

    def settled(self, unlike=None):
        """Wait until two looks in a row find the same board, and one other than `unlike`; return its pixels."""
        end = time.monotonic() + 20
        last, found = None, self.pixels()
        while found != last or found == unlike:
            assert time.monotonic() < end, "the board looks as before" if found == unlike else "it is never still"
            self.page.wait_for_timeout(200)
            last, found = found, self.pixels()
        return found

    def plies(self):
        return self.root.locator(".rb-ply").count()

    def wait(self, selector, text):
        self.root.locator(selector).filter(has_text=text).first.wait_for()

    def type(self, text):
        self.root.locator(".rb-type input[type=text]").fill(text)
        self.root.locator(".rb-type input[type=text]").press("Enter")

    def free(self):
        """Return an empty space of the inner castle: one that no ply of the log names."""
        taken = set(re.findall(r"[a-i][1-9]", " ".join(self.root.locator(".rb-ply").all_inner_texts())))
        return next(f"{col}{row}" for row in range(2, 9) for col in "bcdefgh" if f"{col}{row}" not in taken)


def test_a_move_by_mouse_is_drawn_told_and_taken_back(visit):
    table = Table(visit(PLAY))
    before, plies = table.settled(), table.plies()
    space = table.free()
    table.click(space)
    table.wait(".rb-told", f"The emperor lays a tile on {space}, body east–west.")
    table.wait(".rb-told", "The dragon master lays a tile")
    assert table.plies() == plies + 2
    table.settled(unlike=before)
    assert "rb-lit" in table.page.get_attribute("#HO3\\.2", "class")
    table.root.get_by_role("button", name="Undo").click()
    table.page.wait_for_function(
        "() => document.querySelectorAll('.rb-table')[0].querySelector('.rb-here .rb-ply').textContent.startsWith('3')"
    )
    expect(table.root.get_by_role("button", name="Redo")).to_be_enabled()


def test_a_move_by_touch(visit):
    table = Table(visit(PLAY, PHONE))
    plies, space = table.plies(), table.free()
    table.tap(space)
    table.wait(".rb-told", f"The emperor lays a tile on {space}")
    assert table.plies() == plies + 2


def test_the_page_scrolls_over_a_board(visit):
    page = visit(PLAY)
    table = Table(page)
    page.mouse.move(*table.at("e5"))
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function(f"() => scrollY > {before}")


def test_a_move_by_keyboard_and_tab_leads_on(visit):
    page = visit(PLAY)
    table = Table(page)
    table.canvas.focus()
    page.keyboard.press("ArrowUp")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    table.wait(".rb-told", "body north–south")
    page.keyboard.press("u")
    table.page.wait_for_function(
        "() => document.querySelectorAll('.rb-table')[0].querySelector('.rb-here .rb-ply').textContent.startsWith('3')"
    )
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "CANVAS"


def test_an_illegal_move_is_answered_with_a_link_to_its_rule(visit):
    page = visit(PLAY)
    table = Table(page)
    stone = re.search(r"stone (\w\d)", table.root.locator(".rb-ply").first.inner_text())[1]
    before = table.settled()
    table.click(stone)
    table.wait(".rb-refusal", f"{stone} is occupied: a stone lies there.")
    link = table.root.locator(".rb-refusal a")
    assert link.inner_text() == "HO3.4"
    table.settled(unlike=before)  # The space is lit.
    spoken = table.root.locator("[aria-live]").inner_text()
    assert spoken.startswith(f"{stone} is occupied")
    link.click()
    page.wait_for_function("() => document.activeElement.id === 'HO3.4'")
    table.click("a5")
    table.wait(".rb-refusal", "outside the inner castle")
    assert table.root.locator(".rb-refusal a").inner_text() == "HO3.3"


def test_a_typed_wrong_move_is_answered(visit):
    table = Table(visit(PLAY))
    for text, rule in (
        ("pass", "HO3.6"),
        ("b2 /", "HO3.5"),
        ("stone b2", "HO3.2"),
        ("k9 -", "HO3.3"),
        ("summon 1", "HO3.2"),
    ):
        table.type(text)
        table.wait(".rb-refusal", rule)


def test_a_typed_move_and_the_list_of_legal_ones(visit):
    page = visit(PLAY)
    table = Table(page)
    space = table.free()
    table.type(f"{space}|")
    table.wait(".rb-told", f"The emperor lays a tile on {space}, body north–south")
    table.root.locator(".rb-fold-legal summary").click()
    table.root.locator(".rb-legal button").first.wait_for()
    words = table.root.locator(".rb-legal button").nth(3).inner_text()
    table.root.locator(".rb-legal button").nth(3).click()
    table.wait(".rb-told", f"The emperor lays a tile on {words}")


def test_the_log_shows_a_moment_on_hover_and_goes_there_on_click(visit):
    page = visit(PLAY)
    table = Table(page)
    before = table.settled()
    table.click(table.free())
    table.wait(".rb-told", "dragon master lays")
    now = table.settled(unlike=before)
    table.root.locator(".rb-ply").first.hover()
    then = table.settled(unlike=now)
    page.mouse.move(5, 5)
    assert table.settled(unlike=then) == now
    table.root.locator(".rb-ply").nth(3).click()
    page.wait_for_function("() => document.querySelector('.rb-here .rb-ply').textContent.startsWith('4')")


def test_a_new_game_with_the_lair(visit):
    page = visit(PLAY)
    table = Table(page)
    table.root.locator(".rb-fold-players summary").click()
    table.root.get_by_label("Lair of the Seven Great Dragons").select_option("yes")
    table.root.locator('[data-focus="option-board"]').select_option("garden")
    table.root.get_by_label("Seed").fill("12")
    table.root.get_by_role("button", name="New game").click()
    table.wait(".rb-note", "Lair: 1 ")
    assert table.plies() == 10


def test_a_whole_game_by_mouse_and_its_count(visit):
    page = visit(PLAY)
    table = Table(page)
    for _turn in range(23):
        space = table.free()
        plies = table.plies()
        table.click(space)
        page.wait_for_function(
            f"() => document.querySelector('.rb-table').querySelectorAll('.rb-ply').length === {plies + 2}"
        )
    table.wait(".rb-task", "wins.")
    count = table.root.locator(".rb-tally li").count()
    assert table.root.locator(".rb-sum").inner_text() == f"Hongs: {count}."
    assert table.root.locator(".rb-task").inner_text().startswith(f"Hongs: {count};")
    before = table.settled()
    table.root.get_by_role("button", name="Next line").click()
    table.settled(unlike=before)
    table.click("b2")
    table.wait(".rb-refusal", "HO5.1")


def test_a_rule_number_lights_the_next_board(visit):
    page = visit(PLAY)
    # The paragraph on empty spaces stands before the board to try it on.
    number = page.locator("#HO3\\.4 .rb-number")
    tables = page.locator(".rb-table")
    below = next(at for at in range(tables.count()) if tables.nth(at).bounding_box()["y"] > number.bounding_box()["y"])
    table = Table(page, below)
    before = table.settled()
    number.click()
    table.settled(unlike=before)


def test_an_exercise_is_solved_after_a_wrong_try(visit):
    page = visit(TILES)
    number = page.evaluate(
        "[...document.querySelectorAll('.rb-table')].findIndex((t) => t.classList.contains('rb-exercise'))"
    )
    table = Table(page, number, columns=5)
    table.click("a1")
    table.wait(".rb-verdict", "does not do what was asked")
    table.root.get_by_role("button", name="Try again").click()
    page.wait_for_function(f"() => !document.querySelectorAll('.rb-table')[{number}].querySelector('.rb-verdict')")
    table.root.locator(".rb-mode").nth(1).click()
    page.wait_for_timeout(400)
    table.click("d1")
    table.wait(".rb-verdict", "Right")


def test_a_flood_of_clicks_leaves_the_board_alive(visit):
    page = visit(PLAY)
    table = Table(page)
    x, y = table.at("e5")
    for at in range(50):
        page.mouse.click(x + at % 7, y)
    page.wait_for_timeout(1500)
    table.type("pass")
    table.wait(".rb-refusal", "HO3.6")
    table.type(f"{table.free()} -")
    table.wait(".rb-told", "The emperor lays a tile")


def test_every_board_has_a_role_a_name_and_a_description(visit):
    page = visit(LAIR)
    for canvas in page.locator("canvas.rb-board").all():
        assert canvas.get_attribute("role") == "application"
        assert canvas.get_attribute("aria-label").startswith("Hong")
        described = page.locator(f"#{canvas.get_attribute('aria-describedby')}")
        assert described.text_content().startswith("Hong, ")


def test_every_control_has_a_name(visit):
    page = visit(PLAY)
    nameless = page.evaluate(
        "[...document.querySelectorAll('.rb-panel button, .rb-panel input, .rb-panel select')].filter((e) =>"
        " !(e.getAttribute('aria-label') || e.textContent.trim() || (e.labels && e.labels.length)))"
        ".map((e) => e.outerHTML)"
    )
    assert nameless == []


def test_on_a_phone_board_task_and_step_back_are_seen_together(visit):
    page = visit(PLAY, PHONE)
    table = Table(page)
    table.tap(table.free())
    table.wait(".rb-told", "dragon master lays")
    page.evaluate("document.querySelector('canvas.rb-board').scrollIntoView({ block: 'start' })")
    for part in (table.canvas, table.root.locator(".rb-task"), table.root.get_by_role("button", name="Undo")):
        box = part.bounding_box()
        assert box["y"] >= -1
        assert box["y"] + box["height"] <= 640
    button = table.root.get_by_role("button", name="Undo").bounding_box()
    assert min(button["width"], button["height"]) >= 44


def test_the_dark_scheme_repaints_the_boards(visit):
    light = Table(visit("index.ipynb"), columns=4).settled()
    page = visit("index.ipynb", color_scheme="dark")
    Table(page, columns=4).settled(unlike=light)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 27, 34)"


def test_a_killed_kernel_is_said_on_the_page_with_a_way_back(visit, served):
    page = visit(PLAY)
    own = page.evaluate("() => JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    mine = served.kernel(own)
    page.context.set_default_timeout(20_000)
    mine.suspend()
    page.wait_for_selector("#rb-banner:not([hidden])", timeout=15_000)
    assert "lost" in page.inner_text("#rb-banner")
    mine.resume()
    page.wait_for_selector("#rb-banner", state="hidden", timeout=15_000)
    mine.kill()
    page.wait_for_selector("#rb-banner:not([hidden])", timeout=15_000)
    page.click("#rb-banner button")
    page.wait_for_selector(".rb-panel .rb-parts > *", timeout=60_000)
    table = Table(page)
    space = table.free()
    table.click(space)
    table.wait(".rb-told", f"lays a tile on {space}")
