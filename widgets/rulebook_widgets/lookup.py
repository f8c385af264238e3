"""What a page looks up: every rule, defined word, line of a quick reference and chapter of the book, as one script.

The script is the same for all pages and kept by the browser; its address changes when the book does.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from typing import Any

from rulebook.book import Book
from rulebook.glossary import glossary
from rulebook.reference import quick_reference
from rulebook.registry import GAMES
from rulebook_widgets.references import line_id

NAME = "book.js"


@lru_cache(maxsize=2)
def script(book: Book) -> str:
    """Return the script that sets `window.rulebookBook` to all that can be looked up."""
    found = {
        "rules": {
            rule.number: {"href": rule.href, "text": re.sub(r"[*`]|\[(?:source|ruling|house)\] ?", "", rule.text)}
            for rule in book.rules.values()
        },
        "words": {key: _words(key) for key in GAMES},
        "lines": [line for key in GAMES for line in _lines(key, book)],
        "chapters": [{"href": each.name, "title": each.title, "number": each.number} for each in book.chapters],
        "games": {key: game.name for key, game in GAMES.items()},
    }
    return f"window.rulebookBook = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"


@lru_cache(maxsize=2)
def edition(book: Book) -> str:
    """Return a short name of the script as it stands, for its address."""
    return sha256(script(book).encode()).hexdigest()[:12]


def _words(key: str) -> dict[str, dict[str, Any]]:
    return {
        word.word: {"rule": word.rule, "means": word.means, "forms": word.forms[1:]} for word in glossary(key).words
    }


def _lines(key: str, book: Book) -> list[dict[str, str]]:
    """Return the lines of a game's quick reference, none if no chapter shows it."""
    call = f'quick_reference("{key}")'
    chapter = next((each.name for each in book.chapters if any(call in source for _kind, source in each.cells)), "")
    return [
        {"href": f"{chapter}#{line_id(number)}", "head": " ".join(line.rules), "text": line.text, "game": key}
        for number, line in enumerate(quick_reference(key).lines())
        if chapter
    ]
