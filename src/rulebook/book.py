"""The reader of the book: chapters, the rules that stand in them, and links.

Throughout, a *chapter* is one notebook of the book's folder; a *rule paragraph* is a Markdown paragraph that opens
with a bold rule number, `**HO3.4** The space must be empty …`. One of the marks `[source]`, `[ruling]` and `[house]`
follows the number, or stands before the sentence that it is about. The notebooks are read as JSON; nothing is
executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

NUMBER = r"(?:HO|GO|DC|DH|WX)\d+(?:\.\d+)?"
NUMBERS = re.compile(rf"\b{NUMBER}\b")
PARAGRAPH = re.compile(
    rf"^(?:[-*] +)?\*\*(?P<number>{NUMBER})\*\*\s*(?:\[(?P<mark>source|ruling|house)\])?\s*(?P<text>.+?)\s*$",
    re.DOTALL,
)
MARK = re.compile(r"\[(source|ruling|house)\]")
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")


class BookError(ValueError):
    """A chapter that cannot be read; the text names the file and the cell."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered paragraph: its number, the chapter it stands in, its mark (`""` if printed) and its words."""

    number: str
    chapter: str
    mark: str
    text: str

    @property
    def href(self) -> str:
        """The address of the paragraph within the book, `chapter.ipynb#HO3.4`."""
        return f"{self.chapter}#{self.number}"


@dataclass(frozen=True)
class Chapter:
    """One notebook: its file name, its title, the code of its game (`""` for none) and its cells."""

    name: str
    title: str
    game: str
    cells: tuple[tuple[str, str], ...]
    """(`"markdown"` or `"code"`, source) in order."""

    @property
    def number(self) -> str:
        """The chapter's number as the file name gives it: `1-2-hong-…` is 1.2; `""` for the index."""
        found = re.match(r"(\d+)-(\d+)-", self.name)
        return f"{found[1]}.{found[2]}" if found else ""

    @property
    def part(self) -> str:
        """The part of the book that the chapter is in, by its number: that of 1.2 is 1; `""` for the index."""
        return self.number.partition(".")[0]

    def paragraphs(self) -> Iterator[str]:
        """Yield each Markdown paragraph and list item, in order."""
        for kind, source in self.cells:
            if kind == "markdown":
                yield from (part.strip() for part in re.split(r"\n\s*\n|\n(?=[-*] )", source) if part.strip())

    def rules(self) -> Iterator[Rule]:
        """Yield the rule paragraphs in order."""
        for paragraph in self.paragraphs():
            if found := PARAGRAPH.match(paragraph):
                words = re.sub(r"\s+", " ", found["text"])
                mark = found["mark"] or next(iter(MARK.findall(words)), "")
                yield Rule(found["number"], self.name, mark, words)


@dataclass(frozen=True)
class Book:
    """The chapters in reading order, the index first."""

    folder: Path
    chapters: tuple[Chapter, ...]

    @classmethod
    def read(cls, folder: Path | str) -> Book:
        """Return the book in `folder`.

        Raises `BookError` for a notebook that is not one, has no title, or repeats a rule of another place.
        """
        folder = Path(folder)
        names = sorted(path.name for path in folder.glob("*.ipynb"))
        if "index.ipynb" not in names:
            raise BookError(f"{folder}: no index.ipynb here; a book is a folder of notebooks with an index")
        names.remove("index.ipynb")
        book = cls(folder, _in_parts(_read_chapter(folder / name) for name in ["index.ipynb", *names]))
        seen: dict[str, str] = {}
        for chapter in book.chapters:
            for rule in chapter.rules():
                if rule.number in seen:
                    raise BookError(f"{chapter.name}: {rule.number} already stands in {seen[rule.number]}")
                seen[rule.number] = chapter.name
        return book

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule paragraph by its number, in reading order."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules()}

    def neighbours(self, name: str) -> tuple[Chapter | None, Chapter | None]:
        """Return the chapters before and after the one called `name`, `None` at the ends."""
        at = [chapter.name for chapter in self.chapters].index(name)
        before = self.chapters[at - 1] if at else None
        after = self.chapters[at + 1] if at + 1 < len(self.chapters) else None
        return before, after

    def broken_links(self) -> tuple[str, ...]:
        """Return a line for each link to a file, rule or chapter that is not there."""
        names = {chapter.name for chapter in self.chapters}
        lines = []
        for chapter in self.chapters:
            for paragraph in chapter.paragraphs():
                for number in NUMBERS.findall(paragraph):
                    if "." in number and number not in self.rules:
                        lines.append(f"{chapter.name}: {number} is named, but no chapter holds it")
                for found in LINK.finditer(paragraph):
                    file, _, anchor = found["target"].partition("#")
                    if file.startswith(("http:", "https:")):
                        lines.append(f"{chapter.name}: {file} leaves the book")
                    elif file and file not in names:
                        lines.append(f"{chapter.name}: {file} is not in the book")
                    elif NUMBERS.fullmatch(anchor) and self.rules[anchor].chapter != (file or chapter.name):
                        lines.append(f"{chapter.name}: {anchor} stands in {self.rules[anchor].chapter}, not in {file}")
        return tuple(lines)


def _read_chapter(path: Path) -> Chapter:
    try:
        cells = tuple(
            (cell["cell_type"], "".join(cell["source"])) for cell in json.loads(path.read_text("utf-8"))["cells"]
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BookError(f"{path.name}: not a notebook ({error!r})") from error
    words = "\n".join(source for kind, source in cells if kind == "markdown")
    title = re.search(r"^# +(.+)$", words, re.MULTILINE)
    if not title:
        raise BookError(f"{path.name}: no title; the first Markdown cell opens with '# …'")
    chapter = Chapter(path.name, title[1].strip(), "", cells)
    first = next(chapter.rules(), None)
    return replace(chapter, game=first.number[:2]) if first else chapter


def _in_parts(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """Return the chapters, those without a rule of their own given to the game of their part of the book."""
    found = tuple(chapters)
    games = {chapter.part: chapter.game for chapter in found if chapter.part and chapter.game}
    return tuple(replace(chapter, game=chapter.game or games.get(chapter.part, "")) for chapter in found)
