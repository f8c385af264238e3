"""What the served page adds to a chapter: numbered paragraphs, links to rules and defined words, contents.

The functions take and give HTML or plain data; the template calls them as Jinja filters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from rulebook.book import NUMBER, Book, Chapter
from rulebook.glossary import Glossary, Word, glossary
from rulebook.registry import GAMES
from rulebook_widgets import palette

MARKS = {
    "source": "not in the printed rules, but in another public description of the game",
    "ruling": "the printed rules are silent or contradict themselves; this is our decision",
    "house": "made for this book, so that the game can be played",
}
WIDGET = "application/vnd.jupyter.widget-view+json"
LABORATORY = "The laboratory"
PARTS = {"6": LABORATORY, "7": "In class"}
"""What the parts are called that belong to no one game, by the number that their chapters begin with."""
NO_WORDS = Glossary(())
_TAG = re.compile(r"(<[^>]*>)")
_RULE = re.compile(rf"<(p|li)>(\s*(?:<p>)?)<strong>({NUMBER})</strong>")
_MARK = re.compile(r"\[(source|ruling|house)\]")
_NAMED = re.compile(rf"\b({NUMBER})\b")
_NAME = re.compile(r"^</?|[\s/>].*$", re.DOTALL)
_OPENED = re.compile(rf'<(?:p|li) class="rb-rule" id="({NUMBER})">')
_PARAGRAPHS = {"p", "li", "td", "th"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_LEFT_ALONE = {"a", "code", "pre", "svg"} | _HEADINGS
"""Elements in whose text nothing is linked, but for the rules in a heading."""
_PILCROW = re.compile(r'<a class="anchor-link"[^>]*>.*?</a>', re.DOTALL)


def rule_paragraphs(html: str, book: Book, words: Glossary = NO_WORDS) -> str:
    """Return a Markdown cell's HTML with its rules numbered in the margin, and every rule it names linked.

    So is each of the `words` where it first stands in a paragraph, but for the one that says what it is.

    >>> from pathlib import Path
    >>> rule_paragraphs("<p><strong>HO3.4</strong> Empty.</p>", Book(Path(), ()))
    '<p class="rb-rule" id="HO3.4"><a class="rb-number" href="#HO3.4">HO3.4</a> Empty.</p>'
    """
    html = _PILCROW.sub("", html)
    html = _RULE.sub(r'<\1 class="rb-rule" id="\3">\2<a class="rb-number" href="#\3">\3</a>', html)
    weaver = _Weaver(book, words)
    return "".join(weaver.tag(part) if part.startswith("<") else weaver.text(part) for part in _TAG.split(html))


@dataclass
class _Weaver:
    """Makes links of the rules and defined words in a text, part by part."""

    book: Book
    words: Glossary
    inside: list[str] = field(default_factory=list)
    """The open elements whose text is left as it is, the innermost last."""
    rule: str = ""
    """The number of the rule paragraph that the text belongs to."""
    until: str = ""
    """The tag that ends that paragraph."""
    met: set[str] = field(default_factory=set)
    """The words that have stood in the paragraph."""

    def tag(self, tag: str) -> str:
        """Take a tag, and return it."""
        name = _NAME.sub("", tag)
        opens = not tag.startswith("</")
        if name in _LEFT_ALONE:
            if opens:
                self.inside.append(name)
            elif self.inside:
                self.inside.pop()
        elif opens and name in _PARAGRAPHS:
            self.met.clear()
            if found := _OPENED.match(tag):
                self.rule, self.until = found[1], f"</{name}>"
        elif tag == self.until:
            self.rule = self.until = ""
        return tag

    def text(self, text: str) -> str:
        """Return a text with its links and marks."""
        if not self.inside:
            return self._woven(text)
        if self.inside == ["code"]:
            # The page on the marks shows them as code.
            return re.sub(rf"^{_MARK.pattern}$", _badge, text)
        return self._numbered(text) if self.inside[-1] in _HEADINGS else text

    def _woven(self, text: str) -> str:
        parts, end = [], 0
        for found, word in self.words.find(text):
            rule = self.book.rules.get(word.rule)
            if rule and word.rule != self.rule and word.word not in self.met:
                self.met.add(word.word)
                parts += [self._numbered(text[end : found.start()]), _word_link(found[0], word, rule.href)]
                end = found.end()
        return "".join([*parts, self._numbered(text[end:])])

    def _numbered(self, text: str) -> str:
        return _MARK.sub(_badge, _NAMED.sub(lambda found: _link(found[1], self.book), text))


def _word_link(form: str, word: Word, href: str) -> str:
    return f'<a class="rb-word" href="{escape(href)}" data-word="{escape(word.word)}">{form}</a>'


def _badge(found: re.Match[str]) -> str:
    return f'<span class="rb-mark rb-mark-{found[1]}" title="{MARKS[found[1]]}">{found[1]}</span>'


def _link(number: str, book: Book) -> str:
    rule = book.rules.get(number)
    return f'<a class="rb-ref" href="{escape(rule.href)}">{number}</a>' if rule else number


def words_of(name: str, book: Book) -> Glossary:
    """Return the defined words of the game that the chapter `name` is about, `NO_WORDS` if it is about none."""
    return glossary(key) if (key := _game(_chapter(name, book))) else NO_WORDS


def _chapter(name: str, book: Book) -> Chapter:
    """Return the chapter whose file is `name`, with or without `.ipynb`. Raises `KeyError`."""
    file = name if name.endswith(".ipynb") else f"{name}.ipynb"
    return {chapter.name: chapter for chapter in book.chapters}[file]


def _game(chapter: Chapter) -> str:
    """Return the key of the game that a chapter belongs to, `""` if to none."""
    return next((key for key, game in GAMES.items() if game.code == chapter.game), "")


def page(name: str, book: Book) -> dict[str, Any]:
    """Return what the template needs to know of the chapter whose file is `name`, with or without `.ipynb`.

    Raises `KeyError` for a chapter the book does not have.
    """
    chapter = _chapter(name, book)
    before, after = book.neighbours(chapter.name)
    groups: dict[str, list[dict[str, Any]]] = {}
    for other in book.chapters[1:]:
        groups.setdefault(_part(other), []).append(_entry(other, chapter.name))
    home = chapter.name == "index.ipynb"
    return {
        "title": chapter.title,
        "number": chapter.number,
        "game": "" if home else _part(chapter),
        "key": _game(chapter),
        "colour": palette.GAMES.get(chapter.game, "indigo"),
        "home": home,
        "contents": [{"game": part, "chapters": entries} for part, entries in groups.items()],
        "before": before and _entry(before, chapter.name),
        "after": after and _entry(after, chapter.name),
    }


def _part(chapter: Chapter) -> str:
    """Return the name of the part of the book that a chapter is in: its game's, or one that belongs to no game."""
    key = _game(chapter)
    return GAMES[key].name if key else PARTS.get(chapter.part, LABORATORY)


def _entry(chapter: Chapter, here: str) -> dict[str, Any]:
    return {
        "href": chapter.name,
        "title": chapter.title,
        "number": chapter.number,
        "current": chapter.name == here,
    }


def text(cell: Any, book: Book) -> str:
    """Return what a code cell shows as text, a quick reference or a list of words, with every rule it names linked."""
    outputs = (output.get("data", {}).get("text/html", "") for output in cell.get("outputs", ()))
    return rule_paragraphs("".join("".join(html) for html in outputs), book)


def has_boards(cells: Sequence[Any]) -> bool:
    """Tell whether a chapter shows anything but text, so that a kernel is of use to it.

    A chapter that has not been bound shows nothing yet, and may have boards.
    """
    shown = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    return not shown or any("text/html" not in data for data in shown)


def live(cell: Any) -> list[Any]:
    """Return the outputs of a code cell that was run which only a live page can show, for the app; `None` for a fault.

    What stands still is on the page already.
    """
    shown: list[Any] = []
    for output in cell.get("outputs", ()):
        if output["output_type"] == "error":
            shown.append(None)
        elif WIDGET in output.get("data", {}):
            shown.append({"output_type": "display_data", "data": {WIDGET: output["data"][WIDGET]}, "trusted": True})
    return shown
