"""What a page looks up: every rule, word, card, line of a quick reference and chapter of the book, as one script.

The script is the same for all pages and kept by the browser; its address changes when the book does.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from typing import Any

from rulebook.book import NUMBER, Book, Chapter
from rulebook.games.dictator import cards as dictator
from rulebook.games.gong import missions as gong
from rulebook.games.wuxia import cards as wuxia
from rulebook.games.wuxia.zones import drawn
from rulebook.glossary import glossary
from rulebook.reference import quick_reference
from rulebook.registry import GAMES
from rulebook.setting import MADE
from rulebook.words import _
from rulebook_widgets.pictures.dictator_words import face_words
from rulebook_widgets.references import line_id

NAME = "book.js"
_CARDS_AT = {"dictator": "DC13 The cards", "wuxia": "The deck", "gong": "The missions"}
"""The heading under which a chapter of the game shows its cards."""
_HEADING = re.compile(r"^## (.+?)\s*$", re.MULTILINE)
_BOARD = re.compile(r'^(exercise|class_tally|replay|set_up)\(\s*"([a-z0-9/-]+)', re.MULTILINE)
"""A call that makes a board whose name in addresses tells what it holds."""


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
        "codes": {game.code: game.name for game in GAMES.values()},
        "sections": _sections(book),
        "cards": _cards(book),
        "boards": {each.name: names for each in book.chapters if (names := _boards(each))},
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


def _headings(book: Book) -> list[tuple[str, str]]:
    """Return the headings of all chapters, each with its address."""
    return [
        (heading, f"{chapter.name}#{heading.replace(' ', '-')}")
        for chapter in book.chapters
        for kind, source in chapter.cells
        if kind == "markdown"
        for heading in _HEADING.findall(source)
    ]


def _sections(book: Book) -> dict[str, dict[str, str]]:
    """Return the sections of the rules that stand under a heading of their own, `HO3`, each by its number."""
    found: dict[str, dict[str, str]] = {}
    for heading, href in _headings(book):
        number, _space, title = heading.partition(" ")
        if re.fullmatch(NUMBER, number):
            found.setdefault(number, {"title": title, "href": href})
    return found


def _cards(book: Book) -> dict[str, dict[str, Any]]:
    """Return the cards of each game that has cards of its own: where they stand, and of each its name and its words."""
    faces = {
        "dictator": [(face.name, face_words(face).partition(", ")[2]) for face in dictator.CARDS[: dictator.KINDS]],
        "wuxia": [
            (card.name, _("schema {schema}: {result}").format(schema=drawn(card.schema), result=_results(card)))
            for card in wuxia.deck(wuxia.BOOK).cards
        ],
        "gong": [
            (_("{colour} mission").format(colour=colour), each.words)
            for colour, group in gong.missions(gong.BOOK).items()
            for each in group
        ],
    }
    found = {}
    for key, cards in faces.items():
        code = f"-{key}-"
        href = next((href for heading, href in _headings(book) if heading == _CARDS_AT[key] and code in href), "")
        if href:
            found[key] = {"href": href, "cards": cards}
    return found


def _results(card: wuxia.Card) -> str:
    """Return what a Quan card can do, each action once."""
    return ", ".join(dict.fromkeys(map(str, card.result)))


def _boards(chapter: Chapter) -> list[str]:
    """Return the names of a chapter's boards in addresses, of those whose name says what they hold."""
    return [
        f"{name}{MADE}" if call == "set_up" else name
        for _kind, source in chapter.cells
        for call, name in _BOARD.findall(source)
    ]
