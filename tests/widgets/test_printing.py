"""What is made to be printed, and what is said where something cannot be; the printing itself is in `tests/browser`."""

import re
import stat
from pathlib import Path

import nbformat
import pytest

from rulebook.book import Book
from rulebook_widgets import printing
from rulebook_widgets.server import UsageError

FOLDER = Path(__file__).parents[2] / "book"
BOOK = Book.read(FOLDER)
NAMES = [chapter.name for chapter in BOOK.chapters]


@pytest.mark.parametrize(
    "words", ["2.3", "2-3-dictator-battle.ipynb", "2-3-dictator-battle", "The battle in five phases", "FIVE battle"]
)
def test_a_chapter_is_found_by_its_number_its_file_and_its_title(words):
    assert printing.find_chapter(BOOK, words).name == "2-3-dictator-battle.ipynb"


def test_the_index_is_a_chapter_too():
    assert printing.find_chapter(BOOK, "index").name == "index.ipynb"


@pytest.mark.parametrize("words", ["9.9", "nowhere", "", "battles of phases"])
def test_a_wrong_name_lists_what_there_is(words):
    with pytest.raises(UsageError, match="no chapter is called") as refusal:
        printing.find_chapter(BOOK, words)
    for chapter in BOOK.chapters:
        assert f"{chapter.number or 'index':<6} {chapter.title}" in str(refusal.value)


def test_words_that_fit_several_chapters_list_those():
    wanted = [chapter for chapter in BOOK.chapters if "quick" in chapter.title.casefold().split()]
    assert len(wanted) >= 2
    with pytest.raises(UsageError, match=f"may mean {len(wanted)} chapters") as refusal:
        printing.find_chapter(BOOK, "quick")
    listed = str(refusal.value).splitlines()[1:]
    assert [line.split(maxsplit=1) for line in listed] == [[chapter.number, chapter.title] for chapter in wanted]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "name the chapters to print"),
        (["--all", "1.1"], "name the chapters to print"),
        (["9.9"], "no chapter is called '9.9'"),
        (["1.1", "--out", "page.txt"], "--out page.txt: the name of a PDF ends with .pdf"),
        (["1.1", "1.2", "--out", "both.pdf"], "--out both.pdf: several chapters go to a folder"),
        (["1.1", "--book", "/nowhere"], "no book in /nowhere"),
    ],
)
def test_a_call_that_is_off_is_refused_in_words(argv, said, capsys, monkeypatch):
    monkeypatch.chdir(FOLDER.parent)
    assert printing.print_chapters(argv) == 2
    told = capsys.readouterr()
    assert told.err.startswith("rulebook print: ")
    assert said in told.err
    assert told.out == ""


def program(folder, script):
    """Return a program of a shell's lines."""
    path = folder / "chromium"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return path


def test_a_machine_without_a_browser_is_told_how_to_get_one(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert printing.print_chapters(["index", "--book", str(FOLDER), "--out", str(tmp_path / "page.pdf")]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "apt-get install chromium" in told
    monkeypatch.setenv("CHROMIUM", "/no/such/program")
    with pytest.raises(printing.PrintError, match="CHROMIUM names no program: /no/such/program"):
        printing.browser()


def test_a_browser_that_fails_is_named_with_its_last_word(tmp_path, monkeypatch):
    failing = program(tmp_path, "echo out of luck >&2; exit 3")
    monkeypatch.setenv("CHROMIUM", str(failing))
    with pytest.raises(printing.PrintError, match=f"{failing} could not print: out of luck"):
        printing.to_pdf("<p>", tmp_path / "page.pdf")
    assert not (tmp_path / "page.pdf").exists()


def test_a_browser_that_hangs_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setenv("CHROMIUM", str(program(tmp_path, "exec sleep 60")))
    monkeypatch.setattr(printing, "PATIENCE", 0.2)
    with pytest.raises(printing.PrintError, match=r"has not printed page\.pdf within 0\.2 s"):
        printing.to_pdf("<p>", tmp_path / "page.pdf")


@pytest.fixture(scope="module", params=NAMES)
def paper(request):
    """A chapter's name, and the page of it that is printed."""
    return request.param, printing.chapter_page(BOOK, request.param)


def test_a_page_to_be_printed_holds_all_it_needs_and_leads_nowhere(paper):
    name, html = paper
    assert not re.findall(r"<script|<link|<noscript|<button|<input", html)
    assert all(address.startswith("#") for address in re.findall(r'<a\b[^>]* href="([^"]*)"', html))
    assert all(address.startswith("data:") for address in re.findall(r"url\(([^)]*)\)", html))
    assert str(FOLDER.parent) not in html
    anchors = set(re.findall(r'\bid="([^"]+)"', html))
    assert set(re.findall(r'<a\b[^>]* href="#([^"]*)"', html)) <= anchors, name


def test_a_page_to_be_printed_has_every_rule_and_every_picture_of_its_chapter(paper):
    name, html = paper
    (chapter,) = (chapter for chapter in BOOK.chapters if chapter.name == name)
    assert re.findall(r'class="rb-rule" id="([^"]+)"', html) == [rule.number for rule in chapter.rules()]
    cells = nbformat.read(FOLDER / name, as_version=4).cells
    bundles = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    shown = ["".join(bundle.get(kind, "")) for bundle in bundles for kind in ("image/svg+xml", "text/html")]
    assert html.count("<svg") - html.count('<svg class="rb-sprites"') == "".join(shown).count("<svg")
    assert html.count("<h1") == 1


def test_ways_out_of_a_page_are_words_and_ways_within_it_stay():
    html = (
        '<a class="rb-ref" href="1-1-x.ipynb#HO3.4">HO3.4</a> <a href="1-2-y.ipynb">next</a> '
        '<a class="rb-number" href="#HO5.1">HO5.1</a> <a href="1-2-y.ipynb#HO5.2">HO5.2</a>'
    )
    assert printing.on_paper(html, "1-2-y.ipynb") == (
        '<a class="rb-ref">HO3.4</a> <a>next</a> '
        '<a class="rb-number" href="#HO5.1">HO5.1</a> <a href="#HO5.2">HO5.2</a>'
    )
