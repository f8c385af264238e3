"""The spotlight: a picture dimmed but for the places that are spoken of.

Throughout, a *gap* is a rectangle that the veil leaves open: left, top, right and bottom. Where a place lies only its
picture knows; it is asked by a light on the place, whose shapes tell how far it reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rulebook_widgets.pictures import GamePicture
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Shape, Stamp, View

Gap = tuple[float, float, float, float]
ROOM = 5.0
"""How far a gap reaches over the light on its place, in picture units."""
DIM = 0.74
"""How much of what lies under the veil is gone."""


def shown(looks: GamePicture, state: Any, view: View) -> Picture:
    """Return the picture of a state as `view` shows it, under a veil if it asks for the spotlight.

    Where nothing is spoken of nothing is dimmed.
    """
    gaps = spots(looks, state, view) if view.spot else []
    picture = looks.picture(state, view)
    return replace(picture, shapes=(*picture.shapes, veil(picture.width, picture.height, gaps))) if gaps else picture


def spots(looks: GamePicture, state: Any, view: View) -> list[Gap]:
    """Return the gaps for the places that `view` speaks of."""
    unlit = replace(view, glow=(), refused=(), last=(), cursor="")
    plain = set(looks.picture(state, unlit).shapes)
    lit = looks.picture(state, replace(unlit, glow=view.spoken)).shapes
    reaches = [reach for shape in lit if shape not in plain and (reach := _reach(shape))]
    return [(left - ROOM, top - ROOM, right + ROOM, bottom + ROOM) for left, top, right, bottom in reaches]


def focus(looks: GamePicture, state: Any, view: View) -> tuple[float, float] | None:
    """Return the middle of the places that are spoken of, in parts of the picture's width and height from left and top.

    A cursor is followed alone. `None` where nothing is spoken of.
    """
    if view.cursor:
        view = replace(view, glow=(view.cursor,), refused=(), selection=(), last=())
    gaps = spots(looks, state, view)
    if not gaps:
        return None
    lefts, tops, rights, bottoms = zip(*gaps, strict=True)
    sheet = looks.sheet()
    across, down = (min(lefts) + max(rights)) / 2 / sheet.width, (min(tops) + max(bottoms)) / 2 / sheet.height
    return (round(min(1.0, max(0.0, across)), 3), round(min(1.0, max(0.0, down)), 3))


def _reach(shape: Shape) -> Gap | None:
    """Return how far a shape reaches; words reach no farther than what they lie on."""
    match shape:
        case Stamp(_name, x, y, width, height):
            return (x, y, x + width, y + height)
        case Circle(x, y, r):
            return (x - r, y - r, x + r, y + r)
        case Path(steps):
            points = [part for step in steps for part in step if not isinstance(part, str)]
            across, down = [x for x, _y in points], [y for _x, y in points]
            return (min(across), min(down), max(across), max(down))
        case _:
            return None


def veil(width: float, height: float, gaps: Iterable[Gap]) -> Path:
    """Return a veil over a picture that leaves gaps open, which may lie over each other.

    It is one path of rectangles in whole units side by side, so that no seam shows between them.
    """
    wide, high = round(width), round(height)
    clipped = [
        (max(0, round(left)), max(0, round(top)), min(wide, round(right)), min(high, round(bottom)))
        for left, top, right, bottom in gaps
    ]
    cuts = sorted({0, high, *(edge for gap in clipped for edge in (gap[1], gap[3]) if 0 <= edge <= high)})
    pen = Pen()
    for top, bottom in pairwise(cuts):
        _cover(pen, wide, top, bottom, [gap for gap in clipped if gap[1] <= top and gap[3] >= bottom])
    return pen.path("line", alpha=DIM)


def _cover(pen: Pen, wide: int, top: int, bottom: int, gaps: Sequence[tuple[int, int, int, int]]) -> None:
    """Cover a strip from edge to edge but for its gaps."""
    at = 0
    for left, right in [*sorted((gap[0], gap[2]) for gap in gaps), (wide, wide)]:
        if left > at:
            pen.move(at, top).line((left, top), (left, bottom), (at, bottom)).close()
        at = max(at, right)
