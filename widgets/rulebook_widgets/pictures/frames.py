"""Places as frames: what lies under a point, the way of the keyboard's cursor, and the order of lights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook_widgets.scene import View

Frame = tuple[float, float, float, float]
"""Left, top, width and height of a place, in picture units."""
ASIDE = 2.2
"""How much dearer a way aside is than one ahead."""


def under(frames: Mapping[str, Frame], x: float, y: float) -> str | None:
    """Return the first place whose frame holds a point, or `None`."""
    for place, (left, top, w, h) in frames.items():
        if left <= x < left + w and top <= y < top + h:
            return place
    return None


def toward(frames: Mapping[str, Frame], place: str, dx: int, dy: int) -> str:
    """Return the place one step from another: the nearest in that direction, itself if there is none."""
    x, y, w, h = frames[place]
    mid = (x + w / 2, y + h / 2)
    best, found = float("inf"), place
    for other, (ox, oy, ow, oh) in frames.items():
        across, down = ox + ow / 2 - mid[0], oy + oh / 2 - mid[1]
        ahead, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
        if ahead > 1 and ahead + ASIDE * aside < best:
            best, found = ahead + ASIDE * aside, other
    return found


def lights(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each kind of light with its places, from back to front."""
    yield "glow", view.glow
    yield "last", view.last
    yield "legal", view.legal
    yield "selected", view.selection
    yield "refused", view.refused
    yield "cursor", (view.cursor,) if view.cursor else ()
