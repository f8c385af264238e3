"""The book on paper: what a real browser prints of chapters and sheets."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import StreamObject

from browser.conftest import a_chapter_a_part
from rulebook.book import Book
from rulebook_widgets import printing, sheets

pytestmark = pytest.mark.browser

BOOK = Book.read(Path(__file__).parents[2] / "book")
CHAPTERS = {chapter.name: chapter for chapter in BOOK.chapters}
FIRST = BOOK.chapters[1].name
CONTROLS = ("Undo", "Redo", "Hint (", "Try again", "Your answer", "Search the", "Contents", "Previous", "being set up")
"""Words of what is pressed, or of a page that waits."""
A4 = (595, 842)
COLUMN = 697
"""How many pixels wide the part of an A4 page is that is printed on."""
SMALLEST = 90
"""How many pixels wide a board is on paper at least."""


def text(pdf):
    """Return the words of each page."""
    return [page.extract_text() for page in PdfReader(pdf).pages]


def inside(pdf):
    """Return all that a PDF holds, unpacked: texts, names, words for screen readers, what it says of itself."""
    reader = PdfReader(pdf)
    objects = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1) if number in reader.xref[0]]
    streams = [one for one in objects if isinstance(one, StreamObject) and "/Subtype" not in one]
    packed = [one.get_data().decode("latin-1") for one in streams]
    return "\n".join([str(reader.metadata), *map(str, objects), *packed])


def controls(words, name):
    """Return the words of controls that stand in `words` without the chapter's own text speaking of them."""
    own = " ".join(CHAPTERS[name].paragraphs())
    return [control for control in CONTROLS if control in words and control not in own]


@pytest.fixture(scope="session")
def paper(browser):
    """Return `paper(html)`: a page that is shown as it will be printed."""
    context = browser.new_context(viewport={"width": COLUMN, "height": 1000}, color_scheme="dark")
    page = context.new_page()
    page.emulate_media(media="print")

    def shown(html):
        page.set_content(html)
        return page

    yield shown
    context.close()


@pytest.mark.parametrize("name", a_chapter_a_part(CHAPTERS))
def test_a_chapter_on_paper_has_its_pictures_drawn_and_nothing_to_press(paper, name):
    page = paper(printing.chapter_page(BOOK, name))
    assert controls(page.locator("body").inner_text(), name) == []
    assert page.locator("button:visible, input:visible, select:visible, summary:visible, nav:visible").count() == 0
    drawn = page.eval_on_selector_all(
        "main svg:not(.rb-sprites)",
        """all => all.map((each) => {
          const at = each.getBoundingClientRect();
          const stamps = [...each.querySelectorAll("use")].map((use) => use.getBBox());
          return { left: at.left, right: at.right, width: at.width, high: at.height,
            empty: stamps.filter((box) => !(box.width && box.height)).length };
        })""",
    )
    assert [one for one in drawn if one["empty"]] == []
    assert [one for one in drawn if one["left"] < 0 or one["right"] > COLUMN + 1] == []
    assert [one for one in drawn if one["width"] < SMALLEST or one["high"] > 1000] == []
    for table in page.locator("main table").all():
        assert table.bounding_box()["width"] <= COLUMN
    assert page.evaluate("document.documentElement.scrollWidth") <= COLUMN


@pytest.mark.parametrize("name", [FIRST, "2-3-dictator-battle.ipynb", "4-3-gong-family.ipynb"])
def test_a_board_on_paper_is_in_the_light_colours_whatever_the_reader_likes(paper, name):
    page = paper(printing.chapter_page(BOOK, name))
    board = Image.open(io.BytesIO(page.locator(".rb-awaited svg").first.screenshot())).convert("RGB")
    colours = board.getcolors(1 << 24)
    assert len(colours) > 20
    around = Image.open(io.BytesIO(page.screenshot(clip={"x": 0, "y": 0, "width": 20, "height": 20}))).convert("RGB")
    assert around.getcolors() == [(400, (255, 255, 255))]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The first chapter, printed by the command."""
    out = tmp_path_factory.mktemp("print") / "chapter.pdf"
    assert printing.print_chapters(["1.1", "--book", str(BOOK.folder), "--out", str(out)]) == 0
    return out


def test_a_printed_chapter_is_on_a4_with_its_title_and_numbered_pages(printed):
    reader = PdfReader(printed)
    sizes = {tuple(round(float(side)) for side in page.mediabox[2:]) for page in reader.pages}
    assert sizes == {A4}
    assert 3 <= len(reader.pages) <= 8
    assert reader.metadata.title == "The two-headed dragon · Rulebook"
    for number, words in enumerate(text(printed), 1):
        assert f"{number} / {len(reader.pages)}" in words
        assert "Rulebook · 1.1 The two-headed dragon" in words


def test_a_printed_chapter_has_every_rule_with_its_number_and_no_control(printed):
    words = re.sub(r"\s+", " ", " ".join(text(printed)))
    rules = list(CHAPTERS[FIRST].rules())
    assert [rule.number for rule in rules if rule.number not in words] == []
    assert controls(words, FIRST) == []
    assert "Exercise. " in words


def test_a_printed_chapter_names_no_folder_of_this_machine(printed):
    held = inside(printed)
    assert "The two-headed dragon" in held
    assert [place for place in ("file://", "/tmp/", str(BOOK.folder.parent), "127.0.0.1") if place in held] == []


def test_the_seed_stands_at_the_foot_where_there_is_one(tmp_path):
    out = tmp_path / "chapter.pdf"
    assert printing.print_chapters(["castle and garden", "--book", str(BOOK.folder), "--out", str(out)]) == 0
    assert all("Rulebook · 1.2 Castle and garden · seed 4" in words for words in text(out))


def test_a_live_page_prints_as_the_command_does(window, served, painted, printed):
    page = window(served, color_scheme="dark")
    page.goto(served.chapter(FIRST))
    page.wait_for_selector("#rb-wait", state="detached")
    painted(page, FIRST)
    own = io.BytesIO(page.pdf(prefer_css_page_size=True))
    assert text(own) == text(printed)


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    """A sheet with its answers in it, and one with its answers apart: three files."""
    folder = tmp_path_factory.mktemp("sheet")
    whole, asked, answered = (folder / name for name in ("whole.pdf", "asked.pdf", "answered.pdf"))
    call = ["hong", "--seed", "7", "--count", "5"]
    assert sheets.main([*call, "--out", str(whole)]) == 0
    assert sheets.main([*call, "--out", str(asked), "--answers", str(answered)]) == 0
    return whole, asked, answered


def test_the_answers_of_a_sheet_are_on_a_page_of_their_own_at_the_end(sheet):
    whole, asked, answered = map(text, sheet)
    assert ["answers" in words for words in whole] == [False] * (len(whole) - 1) + [True]
    assert len(whole) == len(asked) + 1
    assert len(answered) == 1
    assert all("5 tasks, seed 7" in words for words in (*whole, *asked, *answered))
    for pages in (whole, asked):
        assert sum(words.count("Answer\n") + words.endswith("Answer") for words in pages) == 5


def test_a_sheet_without_its_answers_holds_none_of_them_anywhere(sheet):
    _whole, asked, answered = sheet
    held, words = inside(asked), re.sub(r"\s+", " ", text(answered)[0])
    assert "Name" in " ".join(text(asked))
    assert "answers" not in held
    problems = sheets.make("hong", 7, 5).problems
    reasons = [one.task.objection.words for one in problems if isinstance(one, sheets.Tried) and one.task.objection]
    assert reasons
    for reason in reasons:
        assert reason in words
        assert reason not in re.sub(r"\s+", " ", " ".join(text(asked)))
        assert reason not in held


@pytest.mark.parametrize("game", ["dictator", "gong", "wuxia"])
def test_three_tasks_fill_a_page_and_no_picture_is_cut(game, paper, tmp_path):
    html = sheets.page(sheets.make(game, 7, 8), answers=False)
    out = tmp_path / "sheet.pdf"
    printing.to_pdf(html, out)
    found = [len(re.findall("^Answer$", words, re.MULTILINE)) for words in text(out)]
    assert found == [3, 3, 2]
    page = paper(html)
    rows = page.eval_on_selector_all(
        ".rb-problems > li",
        """all => all.map((row) => {
          const at = row.getBoundingClientRect(), svg = row.querySelector("svg").getBoundingClientRect();
          return { kept: getComputedStyle(row).breakInside, inside: svg.bottom <= at.bottom + 1 && svg.width > 200 };
        })""",
    )
    assert [row for row in rows if row != {"kept": "avoid", "inside": True}] == []
