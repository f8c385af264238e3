"""What the served page makes of a chapter's text."""

import json
from pathlib import Path

import pytest

from rulebook.book import Book
from rulebook_widgets import palette
from rulebook_widgets.pages import live, page, rule_paragraphs, rules_json, still

BOOK = Book.read(Path(__file__).parents[2] / "book")


def test_a_rule_is_numbered_in_the_margin_and_marked():
    html = rule_paragraphs("<p><strong>HO5.4</strong> [ruling] Counted at the end.</p>", BOOK)
    assert html.startswith('<p class="rb-rule" id="HO5.4"><a class="rb-number" href="#HO5.4">HO5.4</a> <span')
    assert 'class="rb-mark rb-mark-ruling"' in html
    assert "our decision" in html


def test_a_rule_named_in_the_text_is_linked_and_code_and_links_are_left_alone():
    html = rule_paragraphs('<p>See HO3.4, <code>HO3.4</code> and <a href="x">HO3.4</a>, not HO9.9.</p>', BOOK)
    href = BOOK.rules["HO3.4"].href
    linked = f'<a class="rb-ref" href="{href}">HO3.4</a>'
    assert html == f'<p>See {linked}, <code>HO3.4</code> and <a href="x">HO3.4</a>, not HO9.9.</p>'


def test_headings_lose_their_pilcrow():
    html = rule_paragraphs('<h2 id="a">A<a class="anchor-link" href="#a">¶</a></h2>', BOOK)
    assert html == '<h2 id="a">A</h2>'


def test_a_page_knows_its_place_in_the_book():
    shown = page("1-2-hong-castle-and-garden", BOOK)
    assert (shown["title"], shown["number"], shown["game"]) == ("Castle and garden", "1.2", "Hong")
    assert shown["before"]["number"] == "1.1"
    assert shown["after"]["number"] == "1.3"
    entries = [entry for group in shown["contents"] for entry in group["chapters"]]
    assert [entry["number"] for entry in entries if entry["current"]] == ["1.2"]
    assert len(entries) == len(BOOK.chapters) - 1
    with pytest.raises(KeyError):
        page("nowhere", BOOK)


def test_rules_as_json_close_no_script():
    text = rules_json(BOOK)
    assert "<" not in text
    assert json.loads(text)["HO3.4"]["href"] == BOOK.rules["HO3.4"].href


def test_a_live_board_comes_without_its_still_picture_and_a_figure_with_it():
    widget = {"application/vnd.jupyter.widget-view+json": {}, "image/svg+xml": "<svg/>", "text/plain": "x"}
    assert list(live({"data": widget})["data"]) == ["application/vnd.jupyter.widget-view+json"]
    assert still({"data": widget}) == ""
    assert still({"data": {"image/svg+xml": "<svg/>"}}) == "<svg/>"


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("words", ["ink", "quiet", "link", "focus"])
@pytest.mark.parametrize("ground", ["paper", "leaf"])
def test_words_stand_out_from_their_ground(words, ground, dark):
    colours = palette.scheme(dark)
    assert contrast(colours[words], colours[ground]) >= 4.5


def test_the_palette_reaches_the_page_whole():
    css = palette.css()
    for name, colour in palette.scheme().items():
        assert name in palette.PIECES or f"--rb-{name}:{colour};" in css
