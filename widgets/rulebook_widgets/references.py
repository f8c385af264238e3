"""What a reader looks things up in: the quick reference of a game on one sheet, and the list of its words.

Both are HTML made of text, so that it can be read aloud, searched and set anew for a phone or for paper; the page links
the rules that it names.
"""

from __future__ import annotations

from html import escape
from typing import Any

from rulebook.coverage import rules_of
from rulebook.glossary import glossary
from rulebook.reference import QuickReference, Still, quick_reference
from rulebook.registry import GAMES, parse_game
from rulebook.words import _
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.scene import View

SIGNS = {"ruling": "*", "source": "†", "house": "‡"}
"""What follows a rule's number on the sheet, where there is no room for its mark."""
MEANINGS = {
    "ruling": _("a decision of this book"),
    "source": _("from another description of the game"),
    "house": _("made for this book"),
}


class Page:
    """Text that stands still, as HTML and as plain words; display it."""

    def __init__(self, html: str, words: str) -> None:
        self._html = html
        self._words = words

    def __repr__(self) -> str:
        return self._words

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/html": self._html, "text/plain": self._words}


def line_id(number: int) -> str:
    """Return the id of a sheet's line, counted from 0, for links that lead there."""
    return f"in-short-{number}"


def sheet_of(key: str) -> Page:
    """Return the quick reference of the game called `key`."""
    reference = quick_reference(key)
    marks = rules_of(key).marks
    parts, words = [f'<section class="rb-reference" data-game="{key}">'], [_title(key)]
    number = 0
    for section in reference.sections:
        parts.append(f"<div><h3>{escape(section.title)}</h3><ul>")
        words.append(f"\n{section.title}")
        for line in section.lines:
            named = " ".join(f"{rule}{SIGNS.get(marks[rule], '')}" for rule in line.rules)
            parts.append(f'<li id="{line_id(number)}">{escape(line.text)} <span class="rb-of">{named}</span></li>')
            words.append(f"- {line.text} {named}")
            number += 1
        parts.append("</ul></div>")
    parts += [_figure(still) for still in reference.figures]
    legend = _legend(reference, marks)
    parts.append(f'<p class="rb-signs">{escape(legend)}</p></section>')
    return Page("\n".join(parts), "\n".join([*words, f"\n{legend}"]))


def _title(key: str) -> str:
    return _("{game}: quick reference").format(game=GAMES[key].name)


def _figure(still: Still) -> str:
    rules = parse_game(still.game)
    state = rules.from_text(still.position)
    looks = picture_of(rules)
    counted = len(rules.tally(state)) if still.count else 0
    drawn = svg(looks.picture(state, View(counted=counted)), looks.describe(state))
    return (
        f'<figure style="--rb-paper-high:{still.high}">{drawn}<figcaption>{escape(still.words)}</figcaption></figure>'
    )


def _legend(reference: QuickReference, marks: dict[str, str]) -> str:
    met = {marks[rule] for rule in reference.rules()}
    signs = [f"{sign} {MEANINGS[mark]}" for mark, sign in SIGNS.items() if mark in met]
    return "; ".join([_("A number without a sign is a printed rule"), *signs]) + "."


def words_of(key: str) -> Page:
    """Return the defined words of the game called `key`, from A to Z."""
    found = sorted(glossary(key).words, key=lambda word: word.word.casefold())
    entries = [
        f'<div><dt>{escape(word.word)}</dt><dd>{escape(word.means)} <span class="rb-of">{word.rule}</span></dd></div>'
        for word in found
    ]
    html = "\n".join(['<dl class="rb-glossary">', *entries, "</dl>"])
    title = _("{game}: words").format(game=GAMES[key].name)
    return Page(html, "\n".join([title, *(f"{word.word}: {word.means} {word.rule}" for word in found)]))
