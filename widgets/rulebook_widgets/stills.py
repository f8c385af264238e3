"""What a chapter shows without a kernel: the committed picture of each board, and the words that belong to it.

A code cell of the book is one call, so its source says what the board is: an exercise has its task beside it, a game to
play its seed. The same picture stands on paper, and on the page until the live board has been painted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from rulebook.exercise import Exercise, ExerciseError
from rulebook.exercise import exercise as find_exercise
from rulebook.words import _

PICTURES = frozenset(
    ("claim", "figure", "gallery", "quick_reference", "quoted", "search_fans", "solved", "strength", "survey")
)
"""The calls that make no board: what they show has no words beside it."""
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>\n?', re.DOTALL)
_NO_SPRITES = re.compile(r"<defs>\s*</defs>\n?")
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True, slots=True)
class Still:
    """What one code cell shows: what it calls, its picture as SVG, the words beside it, and the seed it names."""

    call: str
    picture: str
    words: tuple[str, ...] = ()
    seed: int | None = None

    def html(self) -> str:
        """Return the picture with its words as one element; `""` without a picture."""
        if not self.picture:
            return ""
        if self.call in PICTURES:
            return f'<div class="rb-still"{sized(self.picture)}>{self.picture}</div>'
        words = "".join(f"<p>{escape(line)}</p>" for line in self.words)
        return (
            f'<figure class="rb-still rb-awaited rb-still-{self.call.partition("_")[0]}"{sized(self.picture)}>'
            f"{self.picture}<figcaption>{words}</figcaption></figure>"
        )


@dataclass(frozen=True, slots=True)
class Stills:
    """The stills of a chapter, one for each of its cells (an empty one for text), and the sprites that they share."""

    sprites: str
    cells: tuple[Still, ...]

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that the chapter's cells name, in order and each once."""
        return tuple(dict.fromkeys(still.seed for still in self.cells if still.seed is not None))


def stills(cells: Iterable[Mapping[str, Any]]) -> Stills:
    """Return the stills of a notebook's cells."""
    found = [_still("".join(cell["source"]), cell.get("outputs", ())) for cell in cells]
    sprites, pictures = shared([still.picture for still in found])
    return Stills(sprites, tuple(replace(still, picture=one) for still, one in zip(found, pictures, strict=True)))


def shared(pictures: Iterable[str]) -> tuple[str, list[str]]:
    """Return an element that holds the sprites of many pictures once, and takes no room; and the pictures without them.

    Sprites of one name are alike, whatever picture they come from.
    """
    pictures = list(pictures)
    sprites = {symbol[1]: symbol[0] for picture in pictures for symbol in _SYMBOL.finditer(picture)}
    bare = [_NO_SPRITES.sub("", _SYMBOL.sub("", picture)) for picture in pictures]
    if not sprites:
        return "", bare
    kept = '<svg class="rb-sprites" width="0" height="0" aria-hidden="true" focusable="false"><defs>\n'
    return f"{kept}{''.join(sprites.values())}</defs></svg>\n", bare


def sized(picture: str) -> str:
    """Return the attribute that tells the style sheets how large a picture is drawn; `""` if it does not say."""
    size = _SIZE.search(picture)
    return f' style="--rb-wide:{size[1]};--rb-high:{size[2]}"' if size else ""


def footline(chapter: Stills, page: Mapping[str, Any]) -> str:
    """Return the style that puts a chapter's number, title and seeds at the foot of each printed page."""
    named = "" if page["home"] else " ".join(filter(None, (page["number"], page["title"])))
    seeds = ", ".join(map(str, chapter.seeds))
    return at_the_foot(" · ".join(filter(None, ("Rulebook", named, seeds and f"seed {seeds}"))))


def at_the_foot(words: str) -> str:
    r"""Return the style that puts words at the foot of each printed page.

    >>> at_the_foot('</style>')
    '@page{@bottom-left{content:"\\3c /style\\3e "}}'
    """
    quoted = re.sub(r"[^\w\s.,·:()-]", lambda found: f"\\{ord(found[0]):x} ", words)
    return f'@page{{@bottom-left{{content:"{quoted}"}}}}'


def asked(exercise: Exercise) -> tuple[str, ...]:
    """Return what an exercise asks, and what there is to choose from, without its answer."""
    lines = [exercise.task, exercise.says]
    if exercise.choices:
        lines.append(_("Which rule is broken: {rules}?").format(rules=_(" or ").join(exercise.choices)))
    return tuple(filter(None, lines))


def _still(source: str, outputs: Iterable[Mapping[str, Any]]) -> Still:
    call, subject, seed = _called(source)
    for output in outputs:
        data = output.get("data", {})
        picture = "".join(data.get("image/svg+xml", ""))
        if picture:
            words = "".join(data.get("text/plain", "")).splitlines()
            return Still(call, picture, _words(call, subject, words), seed)
    return Still(call, "")


def _called(source: str) -> tuple[str, str, int | None]:
    """Return the name of the function that a cell calls last, its first argument if that is a text, and its seed."""
    try:
        last = ast.parse(source).body[-1]
    except (SyntaxError, IndexError):
        return "", "", None
    match last:
        case ast.Expr(ast.Call(ast.Name(name), arguments, keywords)):
            subject = arguments[0].value if arguments and isinstance(arguments[0], ast.Constant) else ""
            named = {word.arg: word.value.value for word in keywords if isinstance(word.value, ast.Constant)}
            seed = named.get("seed")
            return name, str(subject), seed if isinstance(seed, int) else None
    return "", "", None


def _words(call: str, subject: str, plain: list[str]) -> tuple[str, ...]:
    """Return the words beside a board: what is asked, or which game it is and what is to be decided."""
    if call == "exercise":
        try:
            task, *others = asked(find_exercise(subject))
        except ExerciseError:
            return ()
        return (_("Exercise. {task}").format(task=task), *others)
    if len(plain) < 2:
        return ()
    return (plain[-1],) if call == "try_out" else (plain[0], plain[-1])
