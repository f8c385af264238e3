"""The committed book: every rule stands in it, every link leads somewhere, every chapter reads without a kernel."""

import json
from pathlib import Path

import pytest

from rulebook.book import Book, BookError
from rulebook.coverage import coverage, rules_of
from rulebook.exercise import exercises
from rulebook.registry import GAMES

FOLDER = Path(__file__).parents[2] / "book"
BOOK = Book.read(FOLDER)
WIDGET = "application/vnd.jupyter.widget-view+json"
chapters = pytest.mark.parametrize("chapter", BOOK.chapters, ids=lambda chapter: chapter.name)


def cells(chapter):
    return json.loads(FOLDER.joinpath(chapter.name).read_text("utf-8"))["cells"]


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_stands_in_a_chapter_with_its_mark(key):
    assert coverage(GAMES[key], BOOK).missing == ()
    for number, mark in rules_of(key).marks.items():
        assert BOOK.rules[number].mark == mark, number


def test_no_rule_stands_in_the_book_that_no_game_has():
    known = {number for key in GAMES for number in rules_of(key).marks}
    assert set(BOOK.rules) == known


def test_no_link_is_broken():
    assert BOOK.broken_links() == ()


def test_every_exercise_stands_in_a_chapter():
    source = "\n".join(text for chapter in BOOK.chapters for _kind, text in chapter.cells)
    for key in GAMES:
        for name in exercises(key):
            assert f'exercise("{key}/{name}")' in source


@chapters
def test_code_cells_are_one_call(chapter):
    for kind, source in chapter.cells:
        if kind == "code":
            assert len(source.splitlines()) <= 8
            assert "def " not in source
            assert "class " not in source


@chapters
def test_every_board_has_its_still_picture_and_words(chapter):
    shown = 0
    for cell in cells(chapter):
        for output in cell.get("outputs", []):
            assert output["output_type"] == "execute_result"
            assert WIDGET not in output["data"]
            if "text/html" in output["data"]:
                assert "".join(output["data"]["text/html"]).startswith(('<section class="rb-reference"', "<dl "))
            else:
                assert "".join(output["data"]["image/svg+xml"]).startswith("<svg")
            words = "".join(output["data"]["text/plain"])
            assert words.startswith(
                ("Hong", "Dictator-Control", "Dragonheart", "Gong", "Wu-xia", "T1 ", "C1 ", "H1 ", "Claim ")
            )
            shown += 1
    assert shown


def test_every_chapter_belongs_to_its_game():
    parts = {"i": "", "1": "HO", "2": "DC", "3": "DH", "4": "GO", "5": "WX", "6": "", "7": ""}
    assert [chapter.game for chapter in BOOK.chapters] == [parts[chapter.name[0]] for chapter in BOOK.chapters]


def test_neighbours_are_in_reading_order():
    assert BOOK.neighbours("index.ipynb")[0] is None
    assert BOOK.neighbours("index.ipynb")[1].number == "1.1"
    assert BOOK.neighbours("1-3-hong-lair.ipynb")[1].number == "1.4"
    assert BOOK.neighbours(BOOK.chapters[-1].name)[1] is None


def write(folder, name, *markdown):
    cells = [{"cell_type": "markdown", "source": text} for text in markdown]
    folder.joinpath(name).write_text(json.dumps({"cells": cells}), "utf-8")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.ipynb", "No title.", "a.ipynb: no title"),
        ("a.ipynb", "# A\n\n**HO3.4** Once.\n\n**HO3.4** Twice.", "HO3.4 already stands in a.ipynb"),
        ("index.txt", "# A", "no index.ipynb"),
    ],
)
def test_a_damaged_book_is_refused_in_words(tmp_path, name, text, complaint):
    write(tmp_path, name, text)
    if name != "index.txt":
        write(tmp_path, "index.ipynb", "# Index")
    with pytest.raises(BookError, match=complaint):
        Book.read(tmp_path)


def test_a_file_that_is_no_notebook_is_refused(tmp_path):
    tmp_path.joinpath("index.ipynb").write_text("{", "utf-8")
    with pytest.raises(BookError, match=r"index.ipynb: not a notebook"):
        Book.read(tmp_path)


def test_broken_links_are_listed(tmp_path):
    write(tmp_path, "index.ipynb", "# Index\n\nSee HO9.9, [there](gone.ipynb) and [away](https://example.org).")
    lines = Book.read(tmp_path).broken_links()
    assert len(lines) == 3
    assert "HO9.9" in lines[0]
    assert "gone.ipynb" in lines[1]
    assert "leaves the book" in lines[2]
