"""What is looked up: defined words by pointer, finger and key, the search over the book, quick references on paper."""

import io
from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import expect

from rulebook.book import Book
from rulebook.glossary import glossary
from rulebook.reference import quick_reference
from rulebook.registry import GAMES

pytestmark = pytest.mark.browser

BOOK = Book.read(Path(__file__).parents[2] / "book")
LAIR = "1-3-hong-lair.ipynb"
SHEETS = {
    key: next(each.name for each in BOOK.chapters if each.name.endswith(f"-{key}-quick-reference.ipynb"))
    for key in GAMES
}
A4_POINTS = (595, 842)
LEAST_POINTS = 8.5


def open_chapter(page, served, name=LAIR):
    """Open a chapter whose boards stay still, so that what is pointed at stays where it is."""
    page.route("**/voila/live/**", lambda route: route.abort())
    page.goto(served.chapter(name))
    return page


def word(page, text):
    """Return the first place of the page where a word is dotted."""
    return page.locator(".rb-word", has_text=text).first


def meaning(key, word):
    return next(each for each in glossary(key).words if each.word == word)


def is_told(page, key, name):
    """The pop-up is there, says what the word means, and leads to its rule; screen readers hear it with the word."""
    told, box = meaning(key, name), page.locator("#rb-meaning")
    expect(box).to_be_visible()
    expect(box.locator("strong")).to_have_text(name)
    expect(box.locator("span")).to_have_text(told.means)
    link = box.get_by_role("link", name=f"Rule {told.rule}")
    assert link.get_attribute("href") == BOOK.rules[told.rule].href
    at = page.locator('.rb-word[aria-expanded="true"]')
    assert at.count() == 1
    assert at.get_attribute("aria-haspopup") == box.get_attribute("role") == "dialog"
    assert page.locator(f"#{at.get_attribute('aria-describedby')}").inner_text() == told.means


def is_gone(page):
    expect(page.locator("#rb-meaning")).to_be_hidden()
    assert page.locator('.rb-word[aria-expanded="true"]').count() == 0


# Words


def test_a_pointer_over_a_word_brings_its_meaning_and_takes_it_away(desk, served):
    page = open_chapter(desk, served)
    high = page.evaluate("document.documentElement.scrollHeight")
    word(page, "Lair").hover()
    is_told(page, "hong", "lair")
    assert page.evaluate("document.documentElement.scrollHeight") == high
    page.locator("#rb-meaning span").hover()
    page.wait_for_timeout(600)
    is_told(page, "hong", "lair")
    page.locator("h1").hover()
    is_gone(page)


def test_a_click_keeps_the_meaning_until_escape_or_another_click(desk, served):
    page = open_chapter(desk, served)
    first = word(page, "Lair")
    first.click()
    page.locator("h1").hover()
    page.wait_for_timeout(600)
    is_told(page, "hong", "lair")
    page.keyboard.press("Escape")
    is_gone(page)
    first.click()
    is_told(page, "hong", "lair")
    first.click()
    is_gone(page)
    first.click()
    page.locator("h1").click()
    is_gone(page)


def test_the_keyboard_alone_reads_every_word(desk, served):
    page = open_chapter(desk, served)
    words = page.locator(".rb-word")
    number = page.locator("[id='HO6.4'] .rb-number")
    number.focus()
    page.keyboard.press("Tab")
    is_told(page, "hong", "Great Dragon")
    page.keyboard.press("ArrowRight")
    is_told(page, "hong", "summon")
    page.keyboard.press("Escape")
    is_gone(page)
    assert page.evaluate("document.activeElement.dataset.word") == "summon"
    page.keyboard.press("Enter")
    is_told(page, "hong", "summon")
    assert page.evaluate("document.activeElement.parentElement.id") == "rb-meaning"
    page.keyboard.press("Escape")
    is_gone(page)
    assert page.evaluate("document.activeElement.dataset.word") == "summon"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url(served.chapter(BOOK.rules["HO6.3"].href))
    stops = words.evaluate_all("all => all.map((each) => each.tabIndex)")
    blocks = words.evaluate_all("all => new Set(all.map((each) => each.closest('p, li, td'))).size")
    assert sorted(set(stops)) == [-1, 0]
    assert stops.count(0) == blocks


def test_tab_goes_on_from_a_meaning_to_what_follows_the_word(desk, served):
    page = open_chapter(desk, served)
    page.locator("[id='HO6.3'] .rb-number").focus()
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    is_gone(page)
    following = page.evaluate("document.activeElement.closest('.rb-rule, .rb-text, .rb-output, .rb-panel') !== null")
    assert following
    assert page.evaluate("document.activeElement.closest('#rb-meaning')") is None


def test_a_finger_gets_the_meaning_within_the_screen_of_a_phone(phone, served):
    page = open_chapter(phone, served)
    words = page.locator("[id^='HO6'] .rb-word")
    last = words.evaluate_all(
        "all => all.reduce((best, each, at) => (r => r > best[0] ? [r, at] : best)"
        "(each.getBoundingClientRect().right), [0, 0])[1]"
    )
    for at in (0, last):
        words.nth(at).tap()
        is_told(page, "hong", words.nth(at).get_attribute("data-word"))
        box = page.locator("#rb-meaning").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert page.locator("#rb-meaning a").bounding_box()["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.locator("h1").tap()
        is_gone(page)


def test_in_the_dark_a_meaning_is_light_on_dark(window, served):
    page = open_chapter(window(served, color_scheme="dark"), served)
    word(page, "Lair").click()
    style = page.locator("#rb-meaning").evaluate(
        "each => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
    )
    assert style == ["rgb(23, 27, 34)", "rgb(241, 234, 220)"]


def test_without_scripts_a_word_is_a_link_to_its_rule(window, served):
    page = window(served, java_script_enabled=False)
    page.goto(served.chapter(LAIR))
    assert word(page, "Lair").get_attribute("href") == BOOK.rules["HO6.2"].href
    assert word(page, "Lair").get_attribute("aria-haspopup") is None


# Search


def search(page, words):
    """Return what a search finds, `(kind, name)` each, in the order shown."""
    page.fill("#rb-query", words)
    page.wait_for_selector("#rb-found > *")
    return page.eval_on_selector_all(
        "#rb-found a", "all => all.map((each) => [each.dataset.kind, each.querySelector('strong').textContent])"
    )


def test_the_number_of_a_rule_finds_it_first_and_enter_goes_there(desk, served):
    open_chapter(desk, served, "index.ipynb")
    found = search(desk, "ho3.4")
    assert found[0] == ["rule", "HO3.4"]
    assert ["line", "Hong, HO3.3 HO3.4"] in found
    assert "places found" in desk.locator("#rb-count").inner_text()
    desk.press("#rb-query", "Enter")
    desk.wait_for_url(served.chapter(BOOK.rules["HO3.4"].href))
    lit = desk.locator("[id='HO3.4']")
    assert 0 <= lit.bounding_box()["y"] < 800
    assert lit.evaluate("each => getComputedStyle(each).boxShadow") != "none"


def test_a_word_finds_its_meaning_first_and_arrows_lead_through_the_groups(desk, served):
    open_chapter(desk, served, "index.ipynb")
    found = search(desk, "sector")
    assert found[0] == ["word", "sector"]
    kinds = [kind for kind, _name in found]
    assert {"word", "rule", "line"} <= set(kinds)
    groups = [kind for at, kind in enumerate(kinds) if kind not in kinds[:at]]
    assert kinds == sorted(kinds, key=groups.index)
    desk.press("#rb-query", "ArrowDown")
    desk.keyboard.press("ArrowDown")
    assert desk.evaluate("[...document.querySelectorAll('#rb-found a')].indexOf(document.activeElement)") == 1
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    assert desk.evaluate("document.activeElement.id") == "rb-query"
    desk.keyboard.press("Escape")
    assert not desk.locator("#rb-found").is_visible()


def test_whole_words_come_before_parts_of_words(desk, served):
    open_chapter(desk, served, "index.ipynb")
    rules = [name for kind, name in search(desk, "turn") if kind == "rule"]
    whole = [
        " turn " in f" {BOOK.rules[name].text.lower()} ".translate(str.maketrans(".,;:()*", "       "))
        for name in rules
    ]
    assert all(whole)
    assert search(desk, "castle and garden")[0] == ["chapter", "Castle and garden"]
    assert search(desk, "5.5")[0] == ["chapter", "Wu-xia: quick reference"]


def test_words_are_found_in_any_order_and_it_is_said_when_there_are_none(desk, served):
    open_chapter(desk, served, "index.ipynb")
    one, other = (search(desk, words) for words in ("supply tile", "tile supply"))
    assert one == other
    for kind, name in one:
        if kind == "rule":
            assert all(part in BOOK.rules[name].text.lower() for part in ("supply", "tile"))
    search(desk, "penalty gong clockwise")
    shown = desk.locator('#rb-found a[data-kind="rule"]').first.inner_text()
    assert shown.startswith("GO4.9")
    assert len(shown) < 200 < len(BOOK.rules["GO4.9"].text)
    search(desk, "zebra")
    assert desk.locator("#rb-found").inner_text() == "Nothing in the book speaks of that."


def test_an_action_of_a_card_finds_the_card_and_leads_to_where_all_are_shown(desk, served):
    open_chapter(desk, served, "index.ipynb")
    assert search(desk, "turbo dash") == [["card", "WASP"]]
    desk.press("#rb-query", "Enter")
    desk.wait_for_url("**/2-1-dictator-city-and-armies.ipynb#DC13-The-cards")
    assert 0 <= desk.get_by_role("heading", name="DC13 The cards").bounding_box()["y"] < 800
    assert ["card", "Lone Crane"] in search(desk, "lone crane")


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("castel", "castle"), ("sumon", "summon"), ("gardn castel", "garden castle"), ("kastle", "castle")],
)
def test_a_misspelt_word_offers_the_nearest_words_of_the_book(desk, served, wrong, meant):
    open_chapter(desk, served, "index.ipynb")
    assert search(desk, wrong) == []
    offered = desk.locator("#rb-found button")
    assert offered.first.inner_text() == meant
    assert 1 <= offered.count() <= 3
    assert f"Did you mean: {meant}" in desk.locator("#rb-count").inner_text()
    for each in offered.all_inner_texts():
        assert search(desk, each)
    search(desk, wrong)
    desk.press("#rb-query", "ArrowDown")
    desk.keyboard.press("Enter")
    assert desk.input_value("#rb-query") == meant
    assert desk.locator("#rb-found a").count()
    search(desk, wrong)
    desk.press("#rb-query", "Enter")
    assert desk.input_value("#rb-query") == meant


def test_words_that_never_stand_together_are_offered_one_by_one(desk, served):
    open_chapter(desk, served, "index.ipynb")
    assert search(desk, "pit galaxy") == []
    assert desk.locator("#rb-found p").first.inner_text() == "Nothing in the book speaks of all of that."
    assert desk.locator("#rb-found button").all_inner_texts() == ["pit", "galaxy"]


def test_the_number_of_no_rule_says_which_rules_there_are(desk, served):
    open_chapter(desk, served, "index.ipynb")
    last = max((rule for rule in BOOK.rules if rule.startswith("HO6.")), key=lambda rule: int(rule.partition(".")[2]))
    for wrong in ("HO99.1", "ho 99.1"):
        found = search(desk, wrong)
        said = desk.locator("#rb-found p").first.inner_text()
        assert said == f"There is no HO99.1; Hong's rules go from HO1.1 to {last}."
        assert [name.partition(" ")[0] for _kind, name in found] == ["HO1", "HO2", "HO3", "HO4", "HO5", "HO6"]
    found = search(desk, "ho6.99")
    assert desk.locator("#rb-count").inner_text() == f"There is no HO6.99; the rules of HO6 go from HO6.1 to {last}."
    assert found[-1] == ["rule", last]
    assert all(name.startswith("HO6.") for _kind, name in found)
    desk.locator("#rb-found a").last.click()
    desk.wait_for_url(served.chapter(BOOK.rules[last].href))
    open_chapter(desk, served, "index.ipynb")
    assert search(desk, "dc13") == [["chapter", "DC13 The cards"]]


def test_a_line_of_a_quick_reference_is_lit_when_it_was_looked_for(desk, served):
    open_chapter(desk, served, "index.ipynb")
    line = next(line for line in quick_reference("dragonheart").lines() if "DH5.6" in line.rules)
    search(desk, "dh5.6")
    desk.locator('#rb-found a[data-kind="line"]').first.click()
    desk.wait_for_url("**/*-dragonheart-quick-reference.ipynb#*")
    lit = desk.locator("li:target")
    assert lit.inner_text().startswith(line.text)
    assert lit.evaluate("each => getComputedStyle(each).boxShadow") != "none"


def test_what_is_looked_up_comes_once_for_all_pages(desk, served):
    asked = []
    desk.on("response", lambda answer: "/voila/book.js" in answer.url and asked.append(answer))
    for name in ("index.ipynb", LAIR, "index.ipynb"):
        # A page on the way to which something is stopped would keep nothing.
        desk.goto(served.chapter(name))
        assert desk.evaluate("Object.keys(window.rulebookRules).length") == len(BOOK.rules)
    assert len({answer.url for answer in asked}) == 1
    assert "immutable" in asked[0].headers["cache-control"]
    times = """performance.getEntriesByType('resource').filter((each) => each.name.includes('/voila/book.js'))
        .map((each) => each.transferSize)"""
    assert desk.evaluate(times) == [0]


# Quick references


@pytest.mark.parametrize("key", GAMES)
def test_a_quick_reference_prints_on_one_sheet_in_letters_that_can_be_read(desk, served, key):
    open_chapter(desk, served, SHEETS[key])
    desk.wait_for_selector(".rb-reference")
    desk.evaluate("document.fonts.ready")
    (sheet,) = pypdf.PdfReader(io.BytesIO(desk.pdf(prefer_css_page_size=True))).pages
    size = tuple(round(float(side)) for side in sheet.mediabox[2:])
    assert size == A4_POINTS
    printed = "".join(sheet.extract_text().split())
    assert printed.startswith("".join(f"{GAMES[key].name}: quick reference".split()))
    for line in quick_reference(key).lines():
        assert "".join(line.text.split()) in printed
    assert "Words" not in sheet.extract_text().splitlines()
    desk.emulate_media(media="print")
    small = """least => [...document.querySelectorAll('main *')]
        .filter((each) => each.offsetParent && !each.closest('svg'))
        .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
        .filter((each) => parseFloat(getComputedStyle(each).fontSize) * 0.75 < least - 0.01)
        .map((each) => each.outerHTML.slice(0, 80))"""
    assert desk.evaluate(small, LEAST_POINTS) == []


def test_a_quick_reference_needs_no_kernel(desk, served):
    asked = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.goto(served.chapter(SHEETS["hong"]))
    desk.wait_for_load_state("networkidle")
    assert [url for url in asked if "/live/" in url or "/kernels/" in url] == []
    word(desk, "Hong").hover()
    is_told(desk, "hong", "Hong")


@pytest.mark.parametrize("key", GAMES)
def test_a_quick_reference_links_every_rule_that_it_names(desk, served, key):
    open_chapter(desk, served, SHEETS[key])
    links = desk.eval_on_selector_all(
        ".rb-reference a.rb-ref", "all => all.map((each) => [each.textContent, each.getAttribute('href')])"
    )
    assert links == [[rule, BOOK.rules[rule].href] for line in quick_reference(key).lines() for rule in line.rules]
