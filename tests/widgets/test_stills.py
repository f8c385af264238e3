"""What a chapter shows without a kernel, cell by cell."""

from pathlib import Path

import nbformat
import pytest

from rulebook.book import Book
from rulebook.exercise import exercises
from rulebook.registry import GAMES
from rulebook_widgets import __all__ as calls
from rulebook_widgets.pages import page
from rulebook_widgets.stills import PICTURES, asked, at_the_foot, footline, shared, stills

BOOK = Book.read(Path(__file__).parents[2] / "book")
EXERCISES = [exercise for key in GAMES for exercise in exercises(key).values()]


def cell(source, picture="<svg></svg>", words="", kind="code"):
    outputs = [{"output_type": "display_data", "data": {"image/svg+xml": picture, "text/plain": words}}]
    return {"cell_type": kind, "source": source, "outputs": outputs if picture else []}


def chapter(name):
    return stills(nbformat.read(BOOK.folder / name, as_version=4).cells)


def test_an_exercise_has_its_task_beside_its_picture_and_a_mistake_its_choices():
    (still,) = stills([cell('exercise("hong/wrong-outside")')]).cells
    assert still.words[0] == "Exercise. What is wrong here?"
    assert still.words[2] == "Which rule is broken: HO3.1 or HO3.3 or HO3.4 or HO3.5?"
    assert 'class="rb-still rb-awaited rb-still-exercise"' in still.html()


def test_a_game_to_play_says_which_it_is_and_names_its_seed():
    shown = stills([cell('from x import y\n\nplay("hong", seed=4)', words="Hong: castle\nRow 1.\nThe emperor lays.")])
    assert shown.cells[0].words == ("Hong: castle", "The emperor lays.")
    assert shown.seeds == (4,)


def test_a_board_to_try_says_what_is_to_be_decided_and_a_figure_says_nothing():
    words = "Hong: castle\nRow 1.\nThe emperor lays."
    tried, shown = stills([cell('try_out("hong", "…")', words=words), cell('figure("hong", "…")', words=words)]).cells
    assert tried.words == ("The emperor lays.",)
    assert "figcaption" not in shown.html()


def test_words_are_text_and_no_markup():
    (still,) = stills([cell('try_out("hong", "…")', words="a\n<b>&</b>")]).cells
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in still.html()


@pytest.mark.parametrize("source", ["", "x = 1", "import this", "f(", "exercise(name)", 'exercise("hong/x")', "a.b()"])
def test_a_cell_that_is_no_call_of_the_book_is_shown_without_words(source):
    (still,) = stills([cell(source)]).cells
    assert still.words == ()
    assert "<svg></svg>" in still.html()


def test_a_cell_without_a_picture_shows_nothing():
    cells = [cell("import x", ""), cell("# Title", "", kind="markdown")]
    assert [still.html() for still in stills(cells).cells] == ["", ""]


def test_sprites_of_many_pictures_stand_once():
    symbol = '<symbol id="rb-tile-1">\n<path/>\n</symbol>\n'
    pictures = [f'<svg viewBox="0 0 2 1"><defs>\n{symbol}</defs>\n<use href="#rb-tile-1"/></svg>'] * 2
    sprites, bare = shared(pictures)
    assert sprites.count("<symbol") == 1
    assert bare == ['<svg viewBox="0 0 2 1"><use href="#rb-tile-1"/></svg>'] * 2
    assert shared(["<svg></svg>"]) == ("", ["<svg></svg>"])


@pytest.mark.parametrize("name", [chapter.name for chapter in BOOK.chapters])
def test_every_sprite_that_a_chapter_stamps_is_among_those_it_holds(name):
    shown = chapter(name)
    pictures = "".join(still.picture for still in shown.cells)
    stamped = {part.partition('"')[0] for part in pictures.split('<use href="#')[1:]}
    held = {part.partition('"')[0] for part in shown.sprites.split('<symbol id="')[1:]}
    assert stamped <= held
    assert "<symbol" not in pictures


@pytest.mark.parametrize("name", [chapter.name for chapter in BOOK.chapters])
def test_every_call_of_a_chapter_is_a_board_or_a_picture(name):
    called = {still.call for still in chapter(name).cells if still.picture}
    assert called <= set(calls)
    assert {call for call in called if call not in PICTURES} <= {
        *("calculator", "exercise", "lab", "play", "replay", "try_out", "set_up", "practice", "referee", "class_tally")
    }


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.key)
def test_what_is_asked_gives_no_answer(exercise):
    lines = asked(exercise)
    assert lines[0] == exercise.task
    if exercise.kind == "mistake":
        assert exercise.broken() in lines[-1]
        assert all(choice in lines[-1] for choice in exercise.choices)


def test_the_foot_of_a_page_has_number_title_and_seeds():
    name = "1-2-hong-castle-and-garden.ipynb"
    assert 'content:"Rulebook · 1.2 Castle and garden · seed 4"' in footline(chapter(name), page(name, BOOK))
    assert 'content:"Rulebook"' in footline(chapter("index.ipynb"), page("index.ipynb", BOOK))


def test_words_at_the_foot_cannot_end_their_style():
    style = at_the_foot('"}</style><script>')
    assert "<" not in style
    assert style.count('"') == 2
    assert style.count("}") == 2
