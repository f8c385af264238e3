"""Words and quick references: each word stands in the rule that defines it, each sheet holds what boards speak of."""

import re
from pathlib import Path

import pytest

from rulebook import glossary, reference
from rulebook.book import Book
from rulebook.coverage import rules_of
from rulebook.glossary import Glossary, GlossaryError, Word
from rulebook.reference import QuickReferenceError
from rulebook.registry import GAMES, parse_game

BOOK = Book.read(Path(__file__).parents[2] / "book")
LONGEST = 170
"""How many letters a meaning or a line of a quick reference may have; longer ones are read as rules are."""
games = pytest.mark.parametrize("key", GAMES)
every_word = pytest.mark.parametrize(
    ("key", "word"),
    [(key, word) for key in GAMES for word in glossary.glossary(key).words],
    ids=lambda value: value if isinstance(value, str) else value.word,
)


def plain(text):
    return re.sub("[*`]", "", text)


def stands_in(word, key, text):
    return any(found is word for _place, found in glossary.glossary(key).find(plain(text)))


@every_word
def test_the_rule_of_a_word_uses_it(key, word):
    assert stands_in(word, key, BOOK.rules[word.rule].text)


@every_word
def test_a_word_is_met_elsewhere_than_in_its_own_rule(key, word):
    texts = [line.text for line in reference.quick_reference(key).lines()]
    for chapter in BOOK.chapters:
        if chapter.game == GAMES[key].code:
            texts += [text for text in chapter.paragraphs() if not text.startswith(("#", f"**{word.rule}**"))]
    assert any(stands_in(word, key, text) for text in texts)


@every_word
def test_a_meaning_is_a_short_sentence_that_does_not_begin_with_its_word(key, word):
    assert re.fullmatch(r"[A-Z].*\.", word.means)
    assert len(word.means) <= LONGEST
    assert not word.means.startswith(word.word)


def test_what_a_rule_sets_apart_as_a_word_is_in_the_glossary():
    keys = {game.code: key for key, game in GAMES.items()}
    apart = [
        (keys[rule.number[:2]], word)
        for rule in BOOK.rules.values()
        for word in re.findall(r"\*{1,2}([^*`]+)\*{1,2}", rule.text)
    ]
    assert apart
    assert [(key, word) for key, word in apart if word not in glossary.glossary(key).by_form] == []


def read(text):
    return glossary.read(text, frozenset({"HO1.2", "HO1.3"}))


def found(text, words):
    return [(place[0], word.word) for place, word in words.find(text)]


def test_a_word_is_found_in_all_its_forms_the_longest_first_and_whole():
    words = read(
        '[tile]\nrule = "HO1.2"\nforms = ["tiles"]\nmeans = "A."\n'
        '["dragon tile"]\nrule = "HO1.2"\nmeans = "B."\n'
        '[Stone]\nrule = "HO1.3"\nmeans = "C."\n'
        '[stone]\nrule = "HO1.3"\nmeans = "D."\n'
    )
    assert found("Tiles, a dragon tile, a tilework", words) == [("Tiles", "tile"), ("dragon tile", "dragon tile")]
    assert found("Stone and stone, no stone-age", words) == [("Stone", "Stone"), ("stone", "stone")]


def test_no_words_are_found_where_there_are_none():
    assert found("A tile.", Glossary(())) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[tile", "not TOML"),
        ('tile = "HO1.2"', "'tile': a word has a rule"),
        ('[tile]\nrule = "HO1.2"\nmeans = "A."\npicture = "x"', "'tile': a word has a rule"),
        ('[tile]\nrule = "HO9.9"\nmeans = "A."', "'tile', rule: 'HO9.9' is no rule"),
        ('[tile]\nmeans = "A."', "'tile', rule: None is no rule"),
        ('[tile]\nrule = ["HO1.2"]\nmeans = "A."', "'tile', rule: .* is no rule"),
        ('[tile]\nrule = "HO1.2"\nmeans = ""', "'tile', means: a sentence"),
        ('[tile]\nrule = "HO1.2"\nmeans = "A."\nforms = "tiles"', "'tile', forms: a list"),
        ('[tile]\nrule = "HO1.2"\nmeans = "A."\nforms = [""]', "'tile', forms: a list"),
        ('[a]\nrule = "HO1.2"\nmeans = "A."\n[b]\nrule = "HO1.2"\nmeans = "B."\nforms = ["a"]', "'b': its form 'a'"),
    ],
)
def test_a_damaged_glossary_is_refused_with_the_word_and_field(text, complaint):
    with pytest.raises(GlossaryError, match=complaint):
        read(text)


def test_a_word_is_the_first_of_its_forms():
    assert read('[tile]\nrule = "HO1.2"\nforms = ["tiles"]\nmeans = "A."').words == (
        Word("tile", "HO1.2", "A.", ("tile", "tiles")),
    )


@games
def test_every_rule_that_a_board_can_name_stands_on_the_sheet(key):
    rules = rules_of(key)
    assert (rules.happens | rules.forbids) - reference.quick_reference(key).rules() == frozenset()


@games
def test_a_sheet_has_short_lines_each_once_and_figures_of_its_game(key):
    sheet = reference.quick_reference(key)
    lines = [line.text for line in sheet.lines()]
    assert len(set(lines)) == len(lines)
    assert max(map(len, lines)) <= 1.2 * LONGEST
    assert sheet.figures
    for still in sheet.figures:
        game = parse_game(still.game)
        assert game.key == key
        assert game.to_text(game.from_text(still.position))


SECTION = '[[section]]\ntitle = "A"\nlines = [["HO1.2", "Lay."]]\n'
FIGURE = '[[figure]]\ngame = "hong"\nposition = "x"\nwords = "y"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[section]", "not TOML"),
        ("", r"one \[\[section\]\] at least"),
        (SECTION + "words = 3", "section 1: its fields are title, lines"),
        ('word = "x"\n' + SECTION, "'word': a quick reference has"),
        ("section = [1]", "section 1: its fields are title, lines"),
        ("[[section]]\nlines = []", "section 1, title: str is wanted"),
        ('[[section]]\ntitle = "A"\nlines = "x"', "section 1, lines: list is wanted"),
        ('[[section]]\ntitle = "A"\nlines = [["HO1.2"]]', "section 1 'A', line 1: a line is"),
        ('[[section]]\ntitle = "A"\nlines = [["HO1.2", "B"], ["HO1.2 HO9.9", "C"]]', "line 2: 'HO9.9' is no rule"),
        (SECTION + FIGURE, "figure 1, high: int is wanted"),
        (SECTION + FIGURE + "high = 60\nwide = 3", "figure 1: its fields are"),
        (SECTION + '[figure]\ngame = "hong"', r"each \[\[figure\]\] in double brackets"),
    ],
)
def test_a_damaged_quick_reference_is_refused_with_its_place(text, complaint):
    with pytest.raises(QuickReferenceError, match=complaint):
        reference.read(text, frozenset({"HO1.2"}))


def test_a_quick_reference_is_read_in_order():
    sheet = reference.read(SECTION + FIGURE + "high = 60\ncount = true", frozenset({"HO1.2"}))
    assert [(line.rules, line.text) for line in sheet.lines()] == [(("HO1.2",), "Lay.")]
    assert (sheet.figures[0].high, sheet.figures[0].count) == (60, True)
