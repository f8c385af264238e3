"""The book that is served: read again when it changes, as it was while a file is damaged."""

import os

import nbformat
import pytest

from rulebook.book import BookError
from rulebook_widgets.shelf import Shelf


@pytest.fixture
def folder(tmp_path):
    for name in ("index", "1-1-one"):
        nbformat.write(
            nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(f"# {name}")]), tmp_path / f"{name}.ipynb"
        )
    return tmp_path


def write(path, words):
    """Write a file at a later moment than it was written before."""
    later = path.stat().st_mtime_ns + 10**9
    path.write_text(words, "utf-8")
    os.utime(path, ns=(later, later))


def test_a_change_is_read_and_else_nothing_is(folder):
    shelf = Shelf(folder)
    book = shelf.book()
    assert [chapter.title for chapter in book.chapters] == ["index", "1-1-one"]
    assert shelf.book() is book
    path = folder / "1-1-one.ipynb"
    write(path, path.read_text("utf-8").replace("# 1-1-one", "# Two"))
    assert [chapter.title for chapter in shelf.book().chapters] == ["index", "Two"]
    assert shelf.has("1-1-one.ipynb")
    assert not shelf.has("1-2-two.ipynb")


def test_a_damaged_file_is_said_once_and_changes_nothing(folder, caplog):
    shelf = Shelf(folder)
    book = shelf.book()
    path = folder / "1-1-one.ipynb"
    whole = path.read_text("utf-8")
    write(path, whole[: len(whole) // 2])
    assert shelf.book() is book
    assert shelf.book() is book
    assert len(caplog.messages) == 1
    assert "1-1-one.ipynb: not a notebook" in caplog.text
    write(path, whole.replace("# 1-1-one", "# Whole again"))
    assert shelf.book().chapters[1].title == "Whole again"


def test_a_book_that_never_was_whole_is_refused(folder):
    (folder / "1-1-one.ipynb").write_text("{", "utf-8")
    shelf = Shelf(folder)
    for _try in range(2):
        with pytest.raises(BookError, match=r"1-1-one\.ipynb: not a notebook"):
            shelf.book()
