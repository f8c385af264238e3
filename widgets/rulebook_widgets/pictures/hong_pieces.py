"""The pieces of Hong as paths on a square of 100: tiles, stones, Great Dragons, counters."""

from __future__ import annotations

from rulebook.games.hong.actions import Dragon
from rulebook_widgets.pictures.lights import BLEED
from rulebook_widgets.scene import Circle, Path, Pen, Sprite, Text, box, polygon, turned

SIDE = 100.0
TOP, BOTTOM = 33.0, 67.0
"""The edges of a body that runs east–west."""
LINE = 2.6

Drawn = tuple[Path | Circle | Text, ...]


def _body(start: float, stop: float, skin: str, scale: str, crest: str) -> Drawn:
    """Return a scaled body from `start` to `stop` along the middle, with a crest of spines."""
    back = Pen().move(start, TOP).line((stop, TOP), (stop, BOTTOM), (start, BOTTOM)).close().path(skin)
    scales = []
    first = int(start // 20) * 20
    for row, y in enumerate((TOP + 1, BOTTOM - 1)):
        bend = 13 if row == 0 else -13
        for x in range(first, int(stop) + 20, 20):
            if start <= x and x + 20 <= stop:
                curve = Pen().move(x, y).curve((x + 2, y + bend), (x + 18, y + bend), (x + 20, y))
                scales.append(curve.path(stroke=scale, width=2.4))
    spines = [
        polygon(((x, 50.0), (x + 10, 43.0), (x + 20, 50.0), (x + 10, 57.0)), crest, scale, 1.6)
        for x in range(first, int(stop) + 20, 20)
        if start <= x and x + 20 <= stop
    ]
    edges = tuple(Pen().move(start, y).line((stop, y)).path(stroke="line", width=LINE + 0.6) for y in (TOP, BOTTOM))
    return (back, *scales, *spines, *edges)


def _head(skin: str, scale: str, eye: str, tongue: str) -> Drawn:
    """Return a head that looks up out of the top edge, its jaws open, its neck hidden under the body."""
    flame = (
        Pen().move(50, 25).curve((46, 18), (49, 12), (47, 5)).line((50, 9), (53, 5)).curve((51, 12), (54, 18), (50, 25))
    )
    left = Pen().move(42, 42).line((37, 35)).curve((31, 31), (25, 31), (21, 36)).curve((24, 26), (30, 23), (35, 22))
    left.curve((34, 15), (36, 8), (42, 4)).curve((44, 11), (46, 17), (50, 20))
    left.curve((54, 17), (56, 11), (58, 4)).curve((64, 8), (66, 15), (65, 22))
    left.curve((70, 23), (76, 26), (79, 36)).curve((75, 31), (69, 31), (63, 35)).line((58, 42)).close()
    teeth = [
        polygon(((43.5, 9), (47.5, 11), (45, 14)), "white", "line", 0.8),
        polygon(((56.5, 9), (52.5, 11), (55, 14)), "white", "line", 0.8),
    ]
    eyes = [
        shape
        for x in (42.5, 57.5)
        for shape in (
            Circle(x, 25, 4.3, eye, "line", 1.5),
            Pen().move(x, 22).line((x, 28)).path(stroke="line", width=2),
        )
    ]
    brow = Pen().move(50, 33).line((50, 24)).path(stroke=scale, width=2.2)
    return (flame.close().path(tongue, "line", 1), left.path(skin, "line", LINE), *teeth, brow, *eyes)


def _ground() -> Path:
    return box(3, 3, 94, 94, 10, "bone", "line", 2)


_HEADS = _head("jade", "moss", "gold", "vermilion")
_TILE: Drawn = (
    _ground(),
    *_HEADS,
    *turned(_HEADS, 2, SIDE),
    *_body(3, 97, "vermilion", "ember", "gold"),
    box(3, 3, 94, 94, 10, stroke="line", width=2),
)
_LIT_BODY = _body(-4, 104, "gold", "ember", "white")
# The head of a complete Hong wakes: it turns about, its neck joins the body across the edge.
_LIT_NECK = (
    Pen()
    .move(-4, TOP)
    .line((14, TOP))
    .curve((22, TOP), (26, 40), (34, 42))
    .line((34, 58))
    .curve((26, 60), (22, BOTTOM), (14, BOTTOM))
    .line((-4, BOTTOM))
    .close()
    .path("gold", "line", LINE),
    Pen().move(-4, TOP + 2).line((-4, BOTTOM - 2)).path(stroke="gold", width=4),
)


def _woken() -> Drawn:
    """Return the head at a tile's west edge, where the body joins it: awake, it looks east."""
    head = turned(_head("gold", "ember", "white", "vermilion"), 1, SIDE)
    shift = -50.0
    moved: list[Path | Circle | Text] = []
    for shape in head:
        if isinstance(shape, Path):
            steps = tuple(
                tuple(part if isinstance(part, str) else (part[0] + shift, part[1]) for part in step)
                for step in shape.steps
            )
            moved.append(Path(steps, shape.fill, shape.stroke, shape.width, shape.alpha, shape.dash))
        elif isinstance(shape, Circle):
            moved.append(Circle(shape.x + shift, shape.y, shape.r, shape.fill, shape.stroke, shape.width))
    return (_LIT_NECK[1], *moved)


def _stone() -> Drawn:
    rim = ((30, 6), (70, 5), (92, 24), (95, 68), (74, 94), (31, 95), (7, 74), (6, 30))
    top = ((34, 20), (66, 18), (79, 33), (80, 63), (66, 79), (36, 80), (22, 65), (21, 35))
    facets = []
    shades = ("chalk", "stone", "slate", "slate", "slate", "stone", "chalk", "chalk")
    for at, shade in enumerate(shades):
        after = (at + 1) % len(rim)
        facets.append(polygon((rim[at], rim[after], top[after], top[at]), shade, "line", 1.2))
    cracks = [
        Pen().move(38, 28).line((47, 42), (43, 52), (55, 66)).path(stroke="slate", width=2.4),
        Pen().move(47, 42).line((61, 38)).path(stroke="slate", width=2.4),
        Pen().move(55, 66).line((52, 73)).path(stroke="slate", width=2.4),
    ]
    return (*facets, polygon(top, "stone", "line", 1.2), *cracks, polygon(rim, stroke="line", width=LINE))


def _small_tile(x: float, y: float, size: float, upright: bool = False) -> Drawn:
    """Return a tile small enough for an emblem: a square with its body as a bar."""
    bar = box(x + size * 0.34, y, size * 0.32, size, 0.1, "vermilion", "line", 1.5)
    if not upright:
        bar = box(x, y + size * 0.34, size, size * 0.32, 0.1, "vermilion", "line", 1.5)
    return (box(x, y, size, size, 5, "bone"), bar, box(x, y, size, size, 5, stroke="line", width=2.5))


def _small_stone(x: float, y: float, size: float) -> Drawn:
    points = ((0.3, 0), (0.72, 0), (1, 0.3), (1, 0.72), (0.7, 1), (0.28, 1), (0, 0.7), (0, 0.28))
    return (polygon([(x + px * size, y + py * size) for px, py in points], "stone", "line", 2.5),)


def _arrow(x: float, y: float, length: float, dx: float = 1.0, dy: float = 0.0) -> Drawn:
    """Return an arrow along a unit direction."""
    ex, ey = x + dx * length, y + dy * length
    wing = 9.0
    shaft = Pen().move(x, y).line((ex - dx * wing, ey - dy * wing)).path(stroke="line", width=5)
    tip = polygon(
        (
            (ex, ey),
            (ex - dx * wing * 1.5 - dy * wing, ey - dy * wing * 1.5 + dx * wing),
            (ex - dx * wing * 1.5 + dy * wing, ey - dy * wing * 1.5 - dx * wing),
        ),
        "line",
    )
    return (shaft, tip)


def _plus(x: float, y: float) -> Drawn:
    return (
        Circle(x, y, 13, "indigo", "white", 2.5),
        Pen().move(x - 7, y).line((x + 7, y)).path(stroke="white", width=4.5),
        Pen().move(x, y - 7).line((x, y + 7)).path(stroke="white", width=4.5),
    )


EMBLEMS: dict[Dragon, Drawn] = {
    Dragon.TURN: (
        *_small_tile(31, 31, 38),
        Pen().move(18, 50).curve((18, 26), (38, 14), (58, 17)).path(stroke="line", width=5),
        polygon(((70, 21), (54, 8), (54, 28)), "line"),
        Pen().move(82, 50).curve((82, 74), (62, 86), (42, 83)).path(stroke="line", width=5),
        polygon(((30, 79), (46, 92), (46, 72)), "line"),
    ),
    Dragon.AGAIN: (*_small_tile(18, 24, 48), *_plus(72, 70)),
    Dragon.SHIFT: (*_small_stone(14, 37, 26), *_arrow(43, 50, 17), box(62, 37, 25, 26, 4, stroke="line", width=2.5)),
    Dragon.PETRIFY: (*_small_tile(13, 36, 28), *_arrow(44, 50, 15), *_small_stone(61, 37, 26)),
    Dragon.SLIDE: (*_small_tile(15, 33, 34), *_arrow(53, 50, 32)),
    Dragon.STONE: (*_small_stone(20, 24, 48), *_plus(72, 70)),
    Dragon.SWAP: (
        *_small_tile(17, 36, 28),
        *_small_stone(56, 36, 28),
        *_arrow(30, 23, 40),
        *_arrow(70, 78, 40, -1.0),
    ),
}


def _lair_space(dragon: Dragon | None) -> Drawn:
    if dragon is None:
        return (
            Circle(50, 50, 45, "space", "rule", 2.5),
            Pen().move(34, 50).line((66, 50)).path(stroke="rule", width=3),
        )
    return (Circle(50, 50, 46, "gold", "line", 3), Circle(50, 50, 40, "bone", "line", 1.5), *EMBLEMS[dragon])


def _sprites() -> dict[str, Sprite]:
    """Return the sprites by name: `tile-`, `stone`, lit parts, lair spaces, counters."""
    drawn: dict[str, Drawn] = {
        "tile-ew": _TILE,
        "tile-ns": turned(_TILE, 1, SIDE),
        "stone": _stone(),
        "lit-ew": _LIT_BODY,
        "lit-ns": turned(_LIT_BODY, 1, SIDE),
        # By the edge at which the body joins.
        "woken-w": _woken(),
        "woken-n": turned(_woken(), 1, SIDE),
        "woken-e": turned(_woken(), 2, SIDE),
        "woken-s": turned(_woken(), 3, SIDE),
        "lair-none": _lair_space(None),
        "counter": (Circle(50, 50, 44, "indigo", "white", 7),),
    }
    drawn |= {f"lair-{dragon}": _lair_space(dragon) for dragon in Dragon}
    return {name: Sprite(name, SIDE, SIDE, shapes, BLEED) for name, shapes in drawn.items()}


SPRITES = _sprites()
