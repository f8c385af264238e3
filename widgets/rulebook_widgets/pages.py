"""What the served page adds to a chapter: numbered paragraphs, links between rules, contents, search.

The functions take and give HTML or plain data; the template calls them as Jinja filters.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from rulebook.book import NUMBER, Book
from rulebook.registry import GAMES
from rulebook_widgets import palette

MARKS = {
    "source": "not in the printed rules, but in another public description of the game",
    "ruling": "the printed rules are silent or contradict themselves; this is our decision",
    "house": "made for this book, so that the game can be played",
}
WIDGET = "application/vnd.jupyter.widget-view+json"
LABORATORY = "The laboratory"
"""What the part is called that belongs to no one game."""
_TAG = re.compile(r"(<[^>]*>)")
_RULE = re.compile(rf"<(p|li)>(\s*(?:<p>)?)<strong>({NUMBER})</strong>")
_MARK = re.compile(r"\[(source|ruling|house)\]")
_NAMED = re.compile(rf"\b({NUMBER})\b")
_PILCROW = re.compile(r'<a class="anchor-link"[^>]*>.*?</a>', re.DOTALL)


def rule_paragraphs(html: str, book: Book) -> str:
    """Return a Markdown cell's HTML with its rules numbered in the margin and every rule it names linked.

    >>> from pathlib import Path
    >>> rule_paragraphs("<p><strong>HO3.4</strong> Empty.</p>", Book(Path(), ()))
    '<p class="rb-rule" id="HO3.4"><a class="rb-number" href="#HO3.4">HO3.4</a> Empty.</p>'
    """
    html = _PILCROW.sub("", html)
    html = _RULE.sub(r'<\1 class="rb-rule" id="\3">\2<a class="rb-number" href="#\3">\3</a>', html)
    parts = []
    closed_by: list[str] = []
    for part in _TAG.split(html):
        if part.startswith("<"):
            name = re.match(r"</?(\w*)", part)
            if name and name[1] in ("a", "code", "pre"):
                if part.startswith("</"):
                    closed_by and closed_by.pop()
                else:
                    closed_by.append(name[1])
        elif not closed_by:
            part = _MARK.sub(_badge, _NAMED.sub(lambda found: _link(found[1], book), part))
        elif closed_by == ["code"]:
            # The page on the marks shows them as code.
            part = re.sub(rf"^{_MARK.pattern}$", _badge, part)
        parts.append(part)
    return "".join(parts)


def _badge(found: re.Match[str]) -> str:
    return f'<span class="rb-mark rb-mark-{found[1]}" title="{MARKS[found[1]]}">{found[1]}</span>'


def _link(number: str, book: Book) -> str:
    rule = book.rules.get(number)
    return f'<a class="rb-ref" href="{escape(rule.href)}">{number}</a>' if rule else number


def page(name: str, book: Book) -> dict[str, Any]:
    """Return what the template needs to know of the chapter whose file is `name`, with or without `.ipynb`.

    Raises `KeyError` for a chapter the book does not have.
    """
    file = name if name.endswith(".ipynb") else f"{name}.ipynb"
    chapters = {chapter.name: chapter for chapter in book.chapters}
    chapter = chapters[file]
    before, after = book.neighbours(file)
    groups: dict[str, list[dict[str, Any]]] = {}
    for other in book.chapters[1:]:
        groups.setdefault(other.game, []).append(_entry(other, file))
    names = {game.code: game.name for game in GAMES.values()} | {"": LABORATORY}
    home = file == "index.ipynb"
    return {
        "title": chapter.title,
        "number": chapter.number,
        "game": "" if home else names[chapter.game],
        "colour": palette.GAMES.get(chapter.game, "indigo"),
        "home": home,
        "contents": [{"game": names[code], "chapters": entries} for code, entries in groups.items()],
        "before": before and _entry(before, file),
        "after": after and _entry(after, file),
    }


def _entry(chapter: Any, here: str) -> dict[str, Any]:
    return {
        "href": chapter.name,
        "title": chapter.title,
        "number": chapter.number,
        "current": chapter.name == here,
    }


def rules_json(book: Book) -> str:
    """Return every rule's address and words as JSON that is safe inside a `<script>` element."""
    rules = {
        rule.number: {"href": rule.href, "text": re.sub(r"[*`]|\[(?:source|ruling|house)\] ?", "", rule.text)}
        for rule in book.rules.values()
    }
    return json.dumps(rules, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")


def live(output: Any) -> Any:
    """Return a cell's output without the still picture of a board that the page will show live."""
    data = output.get("data", {})
    if WIDGET in data:
        output = {**output, "data": {WIDGET: data[WIDGET]}}
    return output


def still(output: Any) -> str:
    """Return a cell's output as the inline picture it is, or `""` for one that is to be live or has none."""
    data = output.get("data", {})
    return "" if WIDGET in data else str(data.get("image/svg+xml", ""))
