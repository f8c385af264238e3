"""The chapters of Wu-xia agree with its engine: the tables of layouts, cards and reaches, and the sample of a deck."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulebook.book import Book
from rulebook.exercise import exercise
from rulebook.games.wuxia.cards import NO_CARD, STAGE, SUMMON, Card, deck, read_deck
from rulebook.games.wuxia.matching import fits
from rulebook.games.wuxia.zones import CANON, LAYOUTS, SIGNS, code, digits, drawn, images
from rulebook.registry import parse_game

BOOK = Book.read(Path(__file__).parents[2] / "book")
DECK = deck("book")


def words(chapter):
    """Return all that a chapter says, without its code."""
    (found,) = [one for one in BOOK.chapters if one.number == chapter]
    return "\n\n".join(source for kind, source in found.cells if kind == "markdown")


def table(chapter, *heads):
    """Return the rows below the table with these heads."""
    lines = iter(words(chapter).splitlines())
    next(line for line in lines if cells(line) == list(heads))
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append(cells(line))
    return rows


def cells(line):
    return [cell.strip().strip("`") for cell in line.strip("|").split("|")] if line.startswith("|") else []


def layout(signs):
    return code(tuple(SIGNS.index(sign) for sign in signs if sign in SIGNS))


def test_the_table_of_layouts_has_each_of_the_21_with_its_pictures_and_card():
    rows = table("5.1", "zone", "pictures", "card")
    assert sorted(CANON[layout(signs)] for signs, _pictures, _card in rows) == sorted(set(CANON))
    assert len(rows) == 21
    for signs, pictures, card in rows:
        assert int(pictures) == len(images(layout(signs)))
        fitting = DECK.fitting[layout(signs)]
        assert card == ("none" if fitting == NO_CARD else DECK.cards[fitting].name)
    assert sum(int(pictures) for _signs, pictures, _card in rows) == LAYOUTS == 81


def test_the_layouts_are_one_empty_fifteen_with_an_own_fighter_and_five_with_enemies_only():
    kinds = [signs for signs, _pictures, _card in table("5.1", "zone", "pictures", "card")]
    assert kinds[0] == ".. / .."
    assert all("o" in signs for signs in kinds[1:16])
    assert all("x" in signs and "o" not in signs for signs in kinds[16:])
    assert len(kinds[16:]) == 5


def test_the_table_of_cards_is_the_deck():
    rows = table("5.1", "card", "schema", "cost, for 1 to 6", "result, for 1 to 6")
    assert len(rows) == len(DECK.cards) == 16
    for (name, schema, cost, result), card in zip(rows, DECK.cards, strict=True):
        assert isinstance(card, Card)
        assert (name, schema) == (card.name, drawn(card.schema))
        assert tuple(int(change.replace("−", "-")) for change in cost.split()) == card.cost
        assert result.split(", ") == [str(line) for line in card.result]


def test_the_zones_and_reaches_are_as_many_as_the_book_says():
    assert len(STAGE.zones) == 49
    assert Counter(map(len, STAGE.inside)) == {4: 25, 2: 20, 1: 4}
    assert "25 with four cells, 20 with two, 4 with one" in BOOK.rules["WX1.2"].text
    rows = table("5.3", "the zone has", "and lies", "zones", "cells of its reach")
    size = {"four cells": 4, "two cells": 2, "one cell": 1}
    said = {(size[has], int(reach)): int(zones) for has, _lies, zones, reach in rows}
    assert said == Counter((len(inside), len(reach)) for inside, reach in zip(STAGE.inside, STAGE.reach, strict=True))


def test_summon_fits_all_zones_but_those_with_a_stone_at_the_start():
    game = parse_game("wuxia")
    state = game.initial_state()
    open_to_it = [zone + 1 for zone, _card in fits(DECK, state.cells, state.flags, 0, (SUMMON,))]
    shut = [zone for zone in range(1, 50) if zone not in open_to_it]
    said = re.search(r"Summon fits (\d+) of the 49 zones\. .+: ([\d, and]+)\.", words("5.1"))
    assert int(said[1]) == len(open_to_it) == 42
    assert [int(zone) for zone in re.findall(r"\d+", said[2])] == shut


def test_an_own_cell_is_in_fifteen_of_the_layouts():
    assert sum(1 in digits(canon) for canon in set(CANON)) == 15


def test_the_sample_of_a_deck_is_one():
    (sample,) = re.findall(r"```toml\n(.+?)```", words("5.4"), re.DOTALL)
    found = read_deck(sample, "mine.toml")
    assert [card.name for card in found.cards] == ["Summon", "Old Heron", "Mill Wheel"]
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("name", "stage"), [("lay-what-fits", "POOL"), ("a-dan-well-spent", "ADD"), ("all-your-dan", "ADD")]
)
def test_fresh_positions_are_at_the_step_that_the_task_speaks_of(name, stage):
    for seed in range(4):
        state = exercise(f"wuxia/{name}").another(random.Random(seed)).state
        assert state.stage.name == stage
        assert stage == "POOL" or state.dan[state.turn]
