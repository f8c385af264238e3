"""What the served page makes of a chapter's text."""

import json
import re
from html import escape
from pathlib import Path

import pytest

from rulebook.book import Book
from rulebook.exercise import exercises
from rulebook.games.dictator.cards import CARDS, KINDS, POWERS
from rulebook.games.gong.missions import missions
from rulebook.games.wuxia.cards import deck
from rulebook.glossary import glossary
from rulebook.reference import quick_reference
from rulebook.registry import GAMES
from rulebook_widgets import lookup, palette
from rulebook_widgets.pages import NO_WORDS, has_boards, live, page, rule_paragraphs, text, words_of
from rulebook_widgets.references import line_id, sheet_of
from rulebook_widgets.references import words_of as list_of_words

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


@pytest.mark.parametrize(
    ("name", "part"),
    [("6-1-the-laboratory", "The laboratory"), ("5-5-wuxia-quick-reference", "Wu-xia"), ("index", "")],
)
def test_a_chapter_is_in_a_part_of_the_book(name, part):
    assert page(name, BOOK)["game"] == part


def test_the_chapters_for_a_class_have_a_part_of_their_own(tmp_path):
    for name in ("index", "1-1-a", "6-1-b", "7-1-c", "7-2-d"):
        number = "HO1.1" if name == "1-1-a" else ""
        cell = {"cell_type": "markdown", "source": f"# {name}\n\n**{number}** Text." if number else f"# {name}"}
        tmp_path.joinpath(f"{name}.ipynb").write_text(json.dumps({"cells": [cell]}), "utf-8")
    contents = page("index", Book.read(tmp_path))["contents"]
    assert [(group["game"], len(group["chapters"])) for group in contents] == [
        ("Hong", 1),
        ("The laboratory", 1),
        ("In class", 2),
    ]


def linked(word, form, rule):
    return f'<a class="rb-word" href="{BOOK.rules[rule].href}" data-word="{word}">{form}</a>'


def test_a_defined_word_is_linked_where_it_first_stands_in_a_paragraph():
    html = rule_paragraphs("<p>Two segments, a segment.</p><li>Segments.</li>", BOOK, glossary("hong"))
    once = linked("segment", "segments", "HO1.3")
    assert html == f"<p>Two {once}, a segment.</p><li>{linked('segment', 'Segments', 'HO1.3')}.</li>"


def test_a_defined_word_is_not_linked_in_its_own_rule_but_after_it():
    html = "<p><strong>HO4.5</strong> The size is the number of <em>segments</em>.</p><p>The size.</p>"
    shown = rule_paragraphs(html, BOOK, glossary("hong"))
    assert f"The size is the number of <em>{linked('segment', 'segments', 'HO1.3')}</em>." in shown
    assert shown.endswith(f"<p>The {linked('size', 'size', 'HO4.5')}.</p>")


def test_words_and_numbers_of_one_sentence_do_not_get_into_each_other():
    html = rule_paragraphs("<p>A stone (HO3.4) [ruling] and a stone.</p>", BOOK, glossary("hong"))
    number = f'<a class="rb-ref" href="{BOOK.rules["HO3.4"].href}">HO3.4</a>'
    assert html.startswith(f"<p>A {linked('stone', 'stone', 'HO1.2')} ({number}) <span")
    assert html.count("rb-word") == 1


def test_headings_code_links_and_pictures_hold_no_words():
    html = "<h2>A Hong</h2><p><code>Hong</code> <a href='x'>Hong</a><svg><text>Hong</text></svg></p>"
    assert rule_paragraphs(html, BOOK, glossary("hong")) == html


def test_a_chapter_has_the_words_of_its_game():
    assert words_of("1-4-hong-small-boards-solved", BOOK) is glossary("hong")
    assert words_of("index", BOOK) is NO_WORDS
    assert page("1-4-hong-small-boards-solved", BOOK)["key"] == "hong"
    assert page("6-1-the-laboratory", BOOK)["key"] == ""


def looked_up(book=BOOK):
    begin, end = "window.rulebookBook = ", ";\n"
    script = lookup.script(book)
    assert script.startswith(begin)
    return json.loads(script.removeprefix(begin).removesuffix(end))


def test_the_script_of_the_book_holds_all_that_can_be_looked_up():
    found = looked_up()
    assert {number: rule["href"] for number, rule in found["rules"].items()} == {
        number: rule.href for number, rule in BOOK.rules.items()
    }
    assert not any(re.search(r"[*`]|\[ruling\]", rule["text"]) for rule in found["rules"].values())
    for key in GAMES:
        assert list(found["words"][key]) == [word.word for word in glossary(key).words]
        assert [line["text"] for line in found["lines"] if line["game"] == key] == [
            line.text for line in quick_reference(key).lines()
        ]
    assert [chapter["href"] for chapter in found["chapters"]] == [chapter.name for chapter in BOOK.chapters]


def test_a_found_line_leads_to_itself():
    sheets = {key: sheet_of(key)._repr_mimebundle_()["text/html"] for key in GAMES}
    for line in looked_up()["lines"]:
        name, _, anchor = line["href"].partition("#")
        assert name.endswith(f"-{line['game']}-quick-reference.ipynb")
        assert f'<li id="{anchor}">{escape(line["text"])} <' in sheets[line["game"]]


def test_every_card_is_found_with_what_it_does_and_where_all_are_shown():
    cards = looked_up()["cards"]
    assert dict(cards["dictator"]["cards"])["WASP"].endswith(
        "Turbo dash in the Maneuvers phase, 0 Energy: moves up to 3 sectors."
    )
    assert [head for head, _text in cards["dictator"]["cards"]] == [face.name for face in CARDS[:KINDS]]
    assert {power.name for power in POWERS} == {
        power.name
        for power in POWERS
        for _head, text in cards["dictator"]["cards"]
        if f"; {power.name} in the " in text
    }
    assert [head for head, _text in cards["wuxia"]["cards"]] == [card.name for card in deck("book").cards]
    assert [text for _head, text in cards["gong"]["cards"]] == [
        each.words for group in missions("book").values() for each in group
    ]


def test_what_is_found_by_a_heading_has_the_heading_where_it_leads():
    found = looked_up()
    for href in [each["href"] for group in (found["sections"], found["cards"]) for each in group.values()]:
        name, _, anchor = href.partition("#")
        (chapter,) = (each for each in BOOK.chapters if each.name == name)
        assert any(f"## {anchor.replace('-', ' ')}" in source.replace("-", " ") for _kind, source in chapter.cells)
    assert {number.partition(".")[0] for number in found["rules"]} <= set(found["sections"])


def test_the_boards_that_tell_what_they_hold_are_listed_by_chapter():
    boards = looked_up()["boards"]
    named = [name for names in boards.values() for name in names]
    assert {key for game in GAMES for key in (f"{game}/{name}" for name in exercises(game))} <= set(named)
    assert {f"{game}/set-up" for game in GAMES} <= set(boards["7-1-set-up-a-position.ipynb"])
    assert "dictator/training-battle" in boards["2-4-dictator-training-battle.ipynb"]


def test_a_book_without_a_sheet_has_no_lines_to_find():
    assert looked_up(Book(Path(), ()))["lines"] == []


def test_the_address_of_the_script_changes_with_the_book(tmp_path):
    assert lookup.edition(BOOK) == lookup.edition(Book.read(BOOK.folder))
    assert lookup.edition(BOOK) != lookup.edition(Book(Path(), ()))


def test_a_quick_reference_names_every_rule_with_the_sign_of_its_mark():
    html = sheet_of("hong")._repr_mimebundle_()["text/html"]
    assert "HO2.2</span>" in html
    assert "HO5.4*</span>" in html
    assert "HO1.1‡ HO2.1</span>" in html
    assert html.count("<figure") == len(quick_reference("hong").figures)
    assert f'id="{line_id(0)}"' in html
    assert repr(sheet_of("hong")).splitlines()[0] == "Hong: quick reference"


def test_the_list_of_words_runs_from_a_to_z():
    words = re.findall("<dt>(.*?)</dt>", list_of_words("wuxia")._repr_mimebundle_()["text/html"])
    assert words == sorted(words, key=str.casefold)
    assert len(words) == len(glossary("wuxia").words)


def test_what_a_cell_shows_as_text_has_its_rules_linked():
    cell = {"outputs": [{"data": {"text/html": ["<li>Lay. ", "HO3.2</li>"], "text/plain": "x"}}]}
    assert text(cell, BOOK) == f'<li>Lay. <a class="rb-ref" href="{BOOK.rules["HO3.2"].href}">HO3.2</a></li>'
    assert text({"outputs": [{"data": {"image/svg+xml": "<svg/>"}}]}, BOOK) == ""


def test_a_chapter_of_text_needs_no_kernel():
    text = {"outputs": [{"data": {"text/html": "<p>x</p>"}}]}
    board = {"outputs": [{"data": {"image/svg+xml": "<svg/>"}}]}
    assert not has_boards([{"cell_type": "markdown"}, text])
    assert has_boards([text, board])
    assert has_boards([{"outputs": []}])


def test_only_what_needs_a_kernel_is_sent_to_be_live_and_a_fault_is_told():
    view = "application/vnd.jupyter.widget-view+json"
    outputs = [
        {"output_type": "display_data", "data": {view: {"model_id": "1"}, "image/svg+xml": "<svg/>"}},
        {"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}},
        {"output_type": "error", "ename": "RuntimeError"},
    ]
    board, fault = live({"outputs": outputs})
    assert board["data"] == {view: {"model_id": "1"}}
    assert fault is None


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
    for name in palette.SCHEMED:
        assert f".rb-{name}-fill{{fill:var(--rb-{name})}}" in css
        assert f".rb-{name}-stroke{{stroke:var(--rb-{name})}}" in css
