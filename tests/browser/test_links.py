"""Links in a real browser: the address follows the play, a reload and a second device come to the same position."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from rulebook.exercise import exercise as find_exercise
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.tasks import ExerciseSession

pytestmark = pytest.mark.browser

DESK = (1280, 800)
PHONE = (360, 640)
CHAPTER = "1-2-hong-castle-and-garden.ipynb"
GAME = "hong board=inner"
EXERCISE = "hong/three-with-one"
MOST_SIDEWAYS = 1
LIVE_SECONDS = 60
"""How long the boards of a page may take to come alive: before that nobody knows which ones it has."""


@pytest.fixture
def visit(window, served):
    """Return `visit(fragment, size)`: the chapter opened with a part of the address behind `#`, its boards live."""

    def open_page(fragment="", size=DESK):
        page = window(served, *size, has_touch=size is PHONE)
        page.goto(served.chapter(CHAPTER) + fragment)
        page.locator(".rb-share").first.wait_for()
        return page

    return open_page


def board(page, at=0):
    return page.locator(".rb-table").nth(at)


def log(root):
    """Return what the log of a board says."""
    return [re.sub(r"^\d+", "", entry) for entry in root.locator(".rb-ply").all_inner_texts()]


def do(root, text):
    """Type an action."""
    field = root.locator(".rb-type input[type=text]").first
    field.fill(text)
    field.press("Enter")


def played(plies=3, players=("reader", "greedy")):
    """Return a session in which the reader has laid so many tiles."""
    session = CoachedSession(Playthrough.begin(parse_game(GAME), seed=9), players)
    for _ply in range(plies):
        session.attempt(session.game.legal_actions(session.history.state)[0])
    return session


def noted(session):
    return [entry for entry, _seat in session.report()["log"]]


def fragment(page):
    return urlsplit(page.url).fragment


def wait_for_address(page, unlike=""):
    """Wait until the address names a board, and otherwise than before; return its part behind `#`."""
    page.wait_for_function(
        "before => location.hash.startsWith('#play=') && location.hash !== `#${before}`", arg=unlike, polling=50
    )
    return fragment(page)


def test_a_link_opens_is_played_on_and_comes_back_here_and_elsewhere(visit):
    session = played()
    page = visit(f"#play=1.{session.link()}")
    root = board(page)
    expect(root.locator(".rb-ply")).to_have_count(len(noted(session)))
    assert log(root) == noted(session)
    expect(root.locator("canvas")).to_be_in_viewport()

    do(root, str(session.game.legal_actions(session.history.state)[2]))
    session.attempt(session.game.legal_actions(session.history.state)[2])
    expect(root.locator(".rb-ply")).to_have_count(len(noted(session)))
    address = wait_for_address(page, unlike=f"play=1.{played().link()}")
    assert address == f"play=1.{session.link()}"

    page.reload()
    expect(root.locator(".rb-ply")).to_have_count(len(noted(session)))
    assert log(root) == noted(session)

    phone = visit(f"#{address}", PHONE)
    expect(board(phone).locator(".rb-ply")).to_have_count(len(noted(session)))
    assert log(board(phone)) == noted(session)
    expect(board(phone).locator("canvas")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0] + MOST_SIDEWAYS


def test_a_reload_brings_back_every_board_and_the_address_names_the_last_one(visit):
    page = visit()
    table, small = board(page), page.locator(".rb-try").first
    table.locator(".rb-fold-legal > summary").click()
    table.locator(".rb-legal .rb-line").first.click()
    first = wait_for_address(page)
    assert first.startswith("play=1.")
    before = log(table)
    do(small, "c3 -")
    expect(small.get_by_role("button", name="Undo")).to_be_enabled()
    second = wait_for_address(page, unlike=first)
    assert second.startswith("play=2.")

    page.reload()
    expect(table.locator(".rb-ply")).to_have_count(len(before))
    assert log(table) == before
    expect(small.get_by_role("button", name="Undo")).to_be_enabled()
    assert fragment(page) == second


def test_a_link_pasted_into_the_open_page_is_shown(visit, served):
    page = visit()
    session = played()
    page.evaluate("hash => { location.hash = hash; }", f"#play=1.{session.link()}")
    expect(board(page).locator(".rb-ply")).to_have_count(len(noted(session)))
    other = played(5)
    board(page).locator(".rb-fold-players > summary").click()
    field = board(page).get_by_label("Open a link")
    field.fill(f"{served.chapter(CHAPTER)}#play=1.{other.link()}")
    field.press("Enter")
    expect(board(page).locator(".rb-ply")).to_have_count(len(noted(other)))
    assert log(board(page)) == noted(other)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_damaged_link_is_refused_in_words_with_a_way_to_the_start(visit, size):
    page = visit(f"#play=1.{played().link()[:-4]}", size)
    root = board(page)
    expect(root.locator(".rb-refusal")).to_contain_text("This link cannot be opened: the link: characters are missing")
    assert len(log(root)) == 3
    root.get_by_role("button", name="Begin at the start").click()
    expect(root.locator(".rb-refusal")).to_have_count(0)
    assert fragment(page) == ""
    expect(root.get_by_role("button", name="Share")).to_be_focused()
    page.reload()
    page.locator(".rb-share").first.wait_for()
    expect(root.locator(".rb-task")).to_be_visible()
    expect(root.locator(".rb-refusal")).to_have_count(0)


HOSTILE = (
    "#play=1.<img src=x onerror=window.hurt=1>",
    "#play=<script>window.hurt=1</script>.1AAAA",
    "#play=1.javascript:window.hurt=1",
    "#play=nowhere.1AAAA",
    "#play=",
    "#play=1." + "A" * 20_000,
    "#play=1.%00%ff\u2028",
    "#play=__proto__.1AAAA",
)


def test_no_address_makes_the_page_run_code_or_show_its_words(visit):
    page = visit(HOSTILE[0])
    for number, hostile in enumerate(HOSTILE):
        if number:
            page.evaluate("hash => { location.hash = hash; }", hostile)
        said = page.locator("#rb-astray, .rb-refusal")
        expect(said).to_have_count(1, timeout=LIVE_SECONDS * 1000)
        expect(said).to_contain_text("This link cannot be opened")
        assert page.evaluate("window.hurt") is None
        words = page.locator("#rb-main").inner_text()
        assert not any(part in words for part in ("hurt", "img", "javascript", "nowhere", "AAAA", "proto"))
        do(board(page), "c3 -")
        expect(board(page).locator(".rb-told")).to_contain_text("lays a tile on c3")
        board(page).get_by_role("button", name="Undo").click()
        expect(said).to_have_count(0)


ASTRAY = {
    "no such number": ("99.{link}", "no board of this page has that number"),
    "number nought": ("0.{link}", "no board of this page has that number"),
    "no such name": ("hong/nothing.{link}", "no board of this page is called so"),
    "no dot": ("1", "a part of it is missing"),
    "nothing": ("", "a part of it is missing"),
    "no link": ("1.", "a part of it is missing"),
    "elsewhere": ("dictator/set-up.{link}", "its board stands in another chapter"),
}


def test_a_link_that_means_no_board_of_the_page_is_refused_at_its_top_and_loses_nothing(visit):
    page = visit()
    do(board(page), "c3 -")
    kept = log(board(page))
    address = wait_for_address(page)
    notice = page.locator("#rb-astray")
    for words, why in ASTRAY.values():
        page.evaluate("hash => { location.hash = hash; }", f"#play={words.format(link=played().link())}")
        expect(notice).to_contain_text(f"This link cannot be opened: {why}.", timeout=LIVE_SECONDS * 1000)
        expect(notice).to_be_in_viewport(ratio=1)
        assert log(board(page)) == kept
    there = notice.get_by_role("link", name="Open it in chapter 7.1, Set up a position")
    assert there.get_attribute("href") == f"7-1-set-up-a-position.ipynb#play=dictator/set-up.{played().link()}"
    notice.get_by_role("button", name="Begin at the start").click()
    expect(notice).to_have_count(0)
    assert fragment(page) == ""
    assert log(board(page)) == kept
    page.evaluate("hash => { location.hash = hash; }", "#play=99.1A")
    expect(notice).to_be_visible()
    page.evaluate("hash => { location.hash = hash; }", f"#{address}")
    expect(notice).to_have_count(0)
    do(board(page), "c4 -")
    wait_for_address(page, unlike=address)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_link_is_refused_when_the_page_opens_with_it(visit, size):
    page = visit(f"#play=99.{played().link()}", size)
    notice = page.get_by_role("alert").filter(has_text="no board of this page has that number")
    expect(notice).to_be_in_viewport(ratio=1, timeout=LIVE_SECONDS * 1000)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0] + MOST_SIDEWAYS
    assert len(log(board(page))) == len(noted(played(0)))
    do(board(page), "c3 -")
    expect(notice).to_have_count(0)
    assert wait_for_address(page, unlike=f"play=99.{played().link()}").startswith("play=1.")


def test_a_page_without_boards_that_open_links_says_so(desk, served):
    link = played().link()
    exercise = ExerciseSession(find_exercise(EXERCISE)).given()
    notice = desk.locator("#rb-astray")
    for name, words, why in (
        ("1-5-hong-quick-reference.ipynb", f"1.{link}", "this page has no boards"),
        ("7-2-referee-and-practice.ipynb", f"1.{link}", "no board of this page opens links"),
        ("7-2-referee-and-practice.ipynb", f"{EXERCISE}.{exercise}", "its board stands in another chapter"),
    ):
        desk.goto("about:blank")
        desk.goto(f"{served.chapter(name)}#play={words}")
        expect(notice).to_contain_text(why, timeout=LIVE_SECONDS * 1000)
    notice.get_by_role("link", name="Open it in chapter 1.2").click()
    root = desk.locator(".rb-table", has_text="One tile, three Hongs")
    expect(root.locator("canvas")).to_be_in_viewport(timeout=LIVE_SECONDS * 1000)
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("behind", [".", ")", "%22,"])
def test_a_chats_sign_behind_an_address_is_no_part_of_the_link(visit, behind):
    page = visit(f"#play=1.{played().link()}{behind}")
    expect(board(page).locator(".rb-ply")).to_have_count(len(noted(played())))
    expect(page.locator("#rb-astray, .rb-refusal")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_share_shows_the_address_and_its_code(visit, size):
    page = visit(f"#play=1.{played().link()}", size)
    root = board(page)
    expect(root.locator(".rb-ply")).to_have_count(len(noted(played())))
    root.get_by_role("button", name="Share").press("Enter")
    sheet = page.get_by_role("dialog", name="Share this board")
    expect(sheet).to_be_visible()
    address = sheet.get_by_label("The link").input_value()
    assert address == f"{page.url.partition('#')[0]}#play=1.{played().link()}"
    code = sheet.get_by_role("img", name="The address as a QR code")
    box = code.bounding_box()
    assert box["width"] == pytest.approx(box["height"])
    assert box["width"] >= 0.7 * min(size)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(root.get_by_role("button", name="Share")).to_be_focused()

    other = visit(address[address.index("#") :], size)
    expect(board(other).locator(".rb-ply")).to_have_count(len(noted(played())))


def test_an_exercise_is_shared_as_it_is_posed_and_comes_back_as_it_was(visit):
    page = visit()
    root = page.locator(".rb-table", has_text="One tile, three Hongs")
    do(root, "b4 -")
    expect(root.locator(".rb-verdict")).to_be_visible()
    verdict = root.locator(".rb-verdict").inner_text()
    address = wait_for_address(page)
    assert address.startswith(f"play={EXERCISE}.")
    root.get_by_role("button", name="Share").click()
    posed = page.get_by_role("dialog").get_by_label("The link").input_value()
    assert f"#play={EXERCISE}." in posed
    assert posed.partition("#")[2] != address
    page.keyboard.press("Escape")
    page.reload()
    expect(root.locator(".rb-verdict")).to_have_text(verdict)


def test_the_number_of_a_rule_in_the_address_still_leads_to_the_rule(visit):
    page = visit("#HO3.4")
    expect(page.locator("#HO3\\.4")).to_be_in_viewport()
    do(board(page), "c3 -")
    wait_for_address(page)


def test_nothing_of_a_link_reaches_the_server(visit, served):
    page = visit()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    session = played()
    page.goto(served.chapter(CHAPTER) + f"?again#play=1.{session.link()}")
    expect(board(page).locator(".rb-ply")).to_have_count(len(noted(session)))
    assert not any(session.link() in url.partition("#")[0] for url in asked)
    assert session.link() not in served.log.read_text("utf-8", "replace")
