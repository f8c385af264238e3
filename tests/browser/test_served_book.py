"""The pages of the served book, as a visitor's browser sees them."""

import json
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from rulebook.book import Book

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
BOOK = Book.read(Path(__file__).parents[2] / "book")
NAMES = [chapter.name for chapter in BOOK.chapters]


def status_and_text(url):
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize("chapter", BOOK.chapters, ids=lambda chapter: chapter.name)
def test_every_chapter_has_its_boards_title_landmarks_and_no_fault(visit, chapter):
    page = visit(chapter.name)
    live = sum(kind == "code" for kind, _source in chapter.cells) - (chapter.name == "1-1-hong-two-headed-dragon.ipynb")
    figures = sum(source.startswith("figure(") for _kind, source in chapter.cells)
    assert page.locator("canvas.rb-board").count() == live - figures
    assert page.locator("svg.rb-figure").count() == figures
    assert page.title().startswith(chapter.title)
    assert page.get_attribute("html", "lang") == "en"
    for landmark in ("header", "main", "footer", "nav[aria-label=Contents]"):
        assert page.locator(landmark).count() == 1
    assert page.locator("h1").count() == 1
    assert page.locator(".rb-fault").count() == 0
    assert page.locator("#rb-wait").count() == 0
    numbers = page.eval_on_selector_all(".rb-rule", "rules => rules.map((rule) => rule.id)")
    assert numbers == [rule.number for rule in chapter.rules()]
    before, after = BOOK.neighbours(chapter.name)
    assert page.locator("footer a[rel=prev]").count() == bool(before)
    assert page.locator("footer a[rel=next]").count() == bool(after)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_scrolls_sideways_on_a_phone(visit, name):
    page = visit(name, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    wide = page.evaluate(
        "[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 361"
        " && !e.closest('.rb-hidden')).map((e) => e.outerHTML.slice(0, 80))"
    )
    assert wide == []


def test_the_front_page_is_the_index(visit, served):
    page = visit("index.ipynb")
    page.goto(served.url)
    assert page.url == served.chapter("index.ipynb")
    assert page.title() == "Rulebook"


@pytest.mark.parametrize("address", ["voila/tree", "voila/api/contents", "nowhere", "voila/render/none.ipynb"])
def test_other_addresses_are_answered_in_words(served, address):
    status, text = status_and_text(served.url + address)
    assert status == 404
    assert "No such page" in text
    assert "voila/render/index.ipynb" in text


def test_no_visitor_chooses_the_template(served):
    _status, text = status_and_text(served.chapter("index.ipynb") + "?template=lab&theme=dark")
    assert 'data-rulebook="voila"' in text


def test_the_skip_link_leads_past_the_header(visit):
    page = visit("index.ipynb")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "rb-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "rb-main"


def test_search_finds_a_rule_and_goes_there(visit, served):
    page = visit("index.ipynb")
    page.fill("#rb-query", "emperor begins")
    assert page.locator("#rb-found a").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/1-2-hong-castle-and-garden.ipynb#HO3.1")


def test_links_between_rules_lead_to_a_paragraph(visit):
    page = visit("1-3-hong-lair.ipynb")
    links = page.eval_on_selector_all("a.rb-ref", "links => links.map((link) => link.getAttribute('href'))")
    assert links
    for link in links:
        chapter, number = link.split("#")
        assert BOOK.rules[number].chapter == chapter


def test_contents_open_and_mark_the_chapter(visit):
    page = visit("1-2-hong-castle-and-garden.ipynb", PHONE)
    page.click(".rb-contents summary")
    assert page.inner_text(".rb-sheet [aria-current=page]").endswith("Castle and garden")
    page.keyboard.press("Escape")
    assert not page.is_visible(".rb-sheet")


def test_print_shows_boards_and_no_controls(visit):
    page = visit("1-1-hong-two-headed-dragon.ipynb")
    page.emulate_media(media="print")
    assert not page.is_visible("header")
    assert not page.locator(".rb-panel").first.is_visible()
    assert page.locator("canvas.rb-board").first.is_visible()


def test_no_visitor_can_run_code(visit, served):
    page = visit("index.ipynb")
    kernel = json.loads(page.inner_text("#jupyter-config-data", timeout=1000) or "{}").get("kernelId") or page.evaluate(
        "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
    )
    replies = page.evaluate(
        """async (kernel) => {
          const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernel}/channels`);
          await new Promise((open) => { socket.onopen = open; });
          const seen = [];
          socket.onmessage = (event) => { if (typeof event.data === "string") seen.push(JSON.parse(event.data)); };
          const header = (msg_type) => ({ msg_id: `x-${msg_type}`, msg_type, session: "x", username: "", version: "5.3", date: "" });
          const say = (msg_type, content) => socket.send(JSON.stringify({ channel: "shell", header: header(msg_type),
            parent_header: {}, metadata: {}, content, buffers: [] }));
          say("execute_request", { code: "1/0", silent: false, store_history: false, user_expressions: {}, allow_stdin: false });
          say("kernel_info_request", {});
          for (let wait = 0; wait < 40 && !seen.some((m) => m.msg_type === "kernel_info_reply"); wait += 1) {
            await new Promise((later) => setTimeout(later, 100));
          }
          socket.close();
          return seen.map((message) => message.msg_type);
        }""",
        kernel,
    )
    assert "kernel_info_reply" in replies
    assert "execute_reply" not in replies
    assert "error" not in replies


def wait_until(check, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if check():
            return True
        time.sleep(0.2)
    return check()


def test_fifty_visits_leave_no_kernel_behind(served, chromium):
    assert wait_until(lambda: not served.kernels(), 20)
    most = 0
    for _round in range(10):
        context = chromium.new_context()
        pages = [context.new_page() for _ in range(5)]
        for page in pages:
            page.goto(served.chapter("index.ipynb"), wait_until="commit")
        for page in pages:
            page.wait_for_selector(".rb-panel .rb-parts > *", timeout=90_000)
        most = max(most, len(served.kernels()))
        for page in pages:
            page.close(run_before_unload=True)
        context.close()
    assert most >= 5, "every visit has a kernel of its own while it lasts"
    assert wait_until(lambda: not served.kernels(), 30)
