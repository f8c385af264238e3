"""The book on paper: chapters and sheets as one file each, which a browser prints.

A page to be printed holds all it needs, style and letters too, and leads nowhere outside itself: what is printed names
no folder of the machine it was printed on.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import NoReturn

from rulebook.book import Book, BookError, Chapter
from rulebook_widgets.server import UsageError, find_book

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
TEMPLATES = Path(str(files(__package__).joinpath("share/jupyter/voila/templates/rulebook")))
PATIENCE = 180
"""How many seconds a browser may take to print."""
_SHEET = re.compile(r'<link rel="stylesheet" href="[^"]*/static/([\w.-]+)"([^>]*)>')
_LETTERS = re.compile(r"url\((fonts/[\w.-]+)\)")
_LEFT_OUT = re.compile(
    r'<script\b.*?</script>\s*|<link rel="(?:icon|preload)"[^>]*>\s*|<noscript>.*?</noscript>\s*|'
    r'<a class="rb-skip".*?</a>\s*|<div id="rb-banner".*?</div>\s*|<p id="rb-wait".*?</p>\s*|'
    r'<header class="rb-header">.*?</header>\s*|<footer class="rb-footer">.*?</footer>\s*',
    re.DOTALL,
)
"""What of a page is for a screen alone."""
_LINK = re.compile(r'(<a\b[^>]*?) href="([^"#]*)(#[^"]*)?"')


class PrintError(RuntimeError):
    """Something could not be printed; the text says why, and what helps."""


def print_chapters(argv: list[str]) -> int:
    """Print chapters of the book to PDF; return 2 for words of the call that are off, 1 if printing fails."""
    parser = argparse.ArgumentParser(prog="rulebook print", description="Print chapters of the book to PDF, on A4.")
    parser.add_argument(
        "chapters", nargs="*", metavar="CHAPTER", help="a chapter's number (2.3), file name, or words of its title"
    )
    parser.add_argument("--all", action="store_true", help="print every chapter, a file each")
    parser.add_argument("--out", type=Path, help="the file to write; of several chapters, the folder")
    parser.add_argument("--book", type=Path, help="the folder of notebooks (./book, or the one of this checkout)")
    options = parser.parse_args(argv)
    try:
        book = Book.read(find_book(options.book))
        wanted = _wanted(book, options.chapters, options.all)
        places = list(_places(wanted, options.out))
    except (UsageError, BookError) as error:
        return _refuse("print", error, 2)
    try:
        for chapter, place in zip(wanted, places, strict=True):
            to_pdf(chapter_page(book, chapter.name), place)
            print(place)
    except (PrintError, OSError) as error:
        return _refuse("print", error, 1)
    return 0


def find_chapter(book: Book, words: str) -> Chapter:
    """Return the chapter with this number, file name or title, or the one whose title has all these words.

    Raises `UsageError`, with what there is to choose from, where none or several fit.
    """
    wanted = words.casefold().strip()
    for chapter in book.chapters if wanted else ():
        if wanted in (chapter.number, chapter.name, chapter.name.removesuffix(".ipynb"), chapter.title.casefold()):
            return chapter
    found = [chapter for chapter in book.chapters if wanted and set(wanted.split()) <= set(_words(chapter.title))]
    if len(found) == 1:
        return found[0]
    several = f"'{words}' may mean {len(found)} chapters" if found else f"no chapter is called '{words}'"
    known = "\n".join(f"  {chapter.number or 'index':<6} {chapter.title}" for chapter in found or book.chapters)
    raise UsageError(f"{several}; name one by its number, its file or words of its title:\n{known}")


def _words(title: str) -> list[str]:
    return re.findall(r"\w+", title.casefold())


def _wanted(book: Book, names: Sequence[str], every: bool) -> list[Chapter]:
    if every == bool(names):
        raise UsageError("name the chapters to print, such as 2.3, or all of them by --all")
    found = list(book.chapters) if every else [find_chapter(book, name) for name in names]
    return list(dict.fromkeys(found))


def _places(wanted: Sequence[Chapter], out: Path | None) -> Iterator[Path]:
    """Yield the file that each chapter goes to."""
    single = len(wanted) == 1 and out is not None and not out.is_dir()
    if single and out is not None:
        yield pdf_name(out)
        return
    folder = out or Path()
    if folder.suffix == ".pdf" or (folder.exists() and not folder.is_dir()):
        raise UsageError(f"--out {folder}: several chapters go to a folder, a file each")
    for chapter in wanted:
        yield folder / f"{chapter.name.removesuffix('.ipynb')}.pdf"


def pdf_name(out: Path) -> Path:
    """Return the name of a file for a PDF; raises `UsageError` if it has another ending."""
    if out.suffix != ".pdf":
        raise UsageError(f"--out {out}: the name of a PDF ends with .pdf")
    return out


def _refuse(command: str, error: Exception, code: int) -> int:
    print(f"rulebook {command}: {error}", file=sys.stderr)
    return code


def chapter_page(book: Book, name: str) -> str:
    """Return the chapter whose file is `name` as a page to be printed: the served page before it is live."""
    # Imported late: the other commands need not wait for the server's parts; it tells Jupyter where its templates are.
    from traitlets.config import Config
    from voila.paths import collect_template_paths

    from rulebook_widgets import app

    config = Config()
    config.VoilaExporter.filters = app.filters(lambda: book)
    paths = collect_template_paths(["voila", "nbconvert"], "rulebook")
    # In a thread of its own: where this is called from, as in a notebook, a loop may be running already.
    with ThreadPoolExecutor(1) as apart:
        html = apart.submit(asyncio.run, app.typeset(book.folder / name, config, paths)).result()
    return on_paper(html, name)


def on_paper(html: str, name: str = "") -> str:
    """Return a page with its style and letters in it, and without scripts, controls and ways out.

    `name` is its own file: links to it lead to their place within the page.
    """
    html = _LEFT_OUT.sub("", html)
    html = _LINK.sub(lambda found: _inner(found, name), html)
    return _SHEET.sub(lambda found: f"<style{found[2]}>{style(found[1])}</style>", html)


def _inner(found: re.Match[str], name: str) -> str:
    tag, file, anchor = found[1], found[2], found[3] or ""
    return f'{tag} href="{anchor}"' if anchor and file in ("", name) else tag


def style(name: str) -> str:
    """Return a style sheet of the book with its letters in it."""

    def letters(found: re.Match[str]) -> str:
        data = base64.b64encode(TEMPLATES.joinpath("static", found[1]).read_bytes()).decode("ascii")
        return f"url(data:font/woff2;base64,{data})"

    return _LETTERS.sub(letters, TEMPLATES.joinpath("static", name).read_text("utf-8"))


def browser() -> str:
    """Return the program that prints. Raises `PrintError` if there is none."""
    named = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if found is None:
        missing = f"CHROMIUM names no program: {named}" if named else "no Chromium is installed"
        raise PrintError(
            f"{missing}; printing needs one: apt-get install chromium, or name it by CHROMIUM=/path/to/chromium"
        )
    return found


def to_pdf(html: str, out: Path) -> None:
    """Print a page that holds all it needs to a PDF file, on A4. Raises `PrintError`."""
    out.parent.mkdir(parents=True, exist_ok=True)
    program = browser()
    with tempfile.TemporaryDirectory(prefix="rulebook-") as folder:
        page, made = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, "utf-8")
        command = [
            *(program, "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars"),
            *("--disable-background-networking", "--disable-sync", "--disable-component-update"),
            *("--no-pdf-header-footer", "--virtual-time-budget=20000"),
            *(f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}"),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # Chromium's sandbox cannot be had by root; the page is ours and has no scripts.
            command.append("--no-sandbox")
        try:
            done = subprocess.run([*command, page.as_uri()], capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            _fail(program, f"it has not printed {out.name} within {PATIENCE} s")
        if not made.is_file():
            _fail(program, done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2] or "it wrote nothing")
        shutil.copyfile(made, out)


def _fail(program: str, words: str) -> NoReturn:
    raise PrintError(f"{program} could not print: {words}")
