"""The pieces of Dictator-Control as paths: tokens, Guild houses, cards, dice, and the lights on hexes and frames."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from rulebook.games.dictator.cards import Phase, Type
from rulebook_widgets.pictures.lights import BLEED
from rulebook_widgets.scene import Circle, Path, Pen, Point, Sprite, Text, box, polygon

SIDE = 100.0
LINE = 2.6

Drawn = tuple[Path | Circle | Text, ...]

HALF_WIDTH, HALF_HEIGHT = 43.0, 31.0
"""Half of a sector's width and height: the City is seen from above at a slant."""
SLIM, LOW, TALL = "slim", "low", "tall"
CARD = {SLIM: (127.0, 56.0), LOW: (142.0, 84.0), TALL: (142.0, 186.0)}
"""The width and the height of a card in each of its three forms."""

COLOURS = {"green": "jade", "red": "vermilion", "yellow": "gold", "blue": "indigo"}
"""Each zone's colour, which its seat's tokens have too."""
LETTERS = {"jade": "white", "vermilion": "line", "gold": "line", "indigo": "white"}
"""The colour of words on a token."""
ARMIES = {"T": "jade", "C": "gold", "H": "plum"}
"""The colour that tints a card of each army."""


def shape(colour: str) -> Pen:
    """Return the outline of a colour's token, unlike any other colour's."""
    match colour:
        case "jade":  # a shield
            pen = Pen().move(10, 8).line((90, 8), (90, 52)).curve((90, 76), (68, 88), (50, 96))
            return pen.curve((32, 88), (10, 76), (10, 52)).close()
        case "gold":  # a hexagon
            return Pen().move(27, 6).line((73, 6), (98, 50), (73, 94), (27, 94), (2, 50)).close()
        case "vermilion":  # a banner with two tails
            return Pen().move(8, 6).line((92, 6), (92, 96), (50, 80), (8, 96)).close()
    k = 46 * 0.5523
    pen = Pen().move(50, 4).curve((50 + k, 4), (96, 50 - k), (96, 50)).curve((96, 50 + k), (50 + k, 96), (50, 96))
    return pen.curve((50 - k, 96), (4, 50 + k), (4, 50)).curve((4, 50 - k), (50 - k, 4), (50, 4)).close()


def placed(shapes: Sequence[Path | Circle | Text], x: float, y: float, size: float) -> Drawn:
    """Return shapes on a square of 100 moved and scaled to a square of `size` at (x, y)."""
    k = size / SIDE
    made: list[Path | Circle | Text] = []
    for one in shapes:
        if isinstance(one, Path):
            steps = tuple(
                tuple(part if isinstance(part, str) else (x + part[0] * k, y + part[1] * k) for part in step)
                for step in one.steps
            )
            made.append(replace(one, steps=steps, width=one.width * k, dash=tuple(part * k for part in one.dash)))
        elif isinstance(one, Circle):
            made.append(replace(one, x=x + one.x * k, y=y + one.y * k, r=one.r * k, width=one.width * k))
        else:
            made.append(replace(one, x=x + one.x * k, y=y + one.y * k, size=one.size * k))
    return tuple(made)


def _token(colour: str) -> Drawn:
    side = placed((shape(colour).path("line", "line", 4),), 0, 7, SIDE)
    return (*side, shape(colour).path(colour, "line", 4))


def _guild() -> Drawn:
    """Return a Guild's house: a wide hall under a gable with a pennant, a plate for its number."""
    return (
        Pen().move(50, 24).line((50, 0)).path(stroke="line", width=4),
        Pen().move(2, 46).line((50, 16), (98, 46)).path(stroke="bone", width=10, alpha=0.8),
        polygon(((50, 0), (72, 6), (50, 13)), "gold", "line", 3),
        box(12, 44, 76, 56, 3, "line", "line", 4),
        box(12, 42, 76, 50, 3, "bone", "line", 4),
        polygon(((2, 46), (50, 16), (98, 46)), "plum", "line", 4),
        Circle(50, 36, 5, "bone"),
    )


def _soldier() -> Drawn:
    return (
        Pen()
        .move(14, 96)
        .curve((14, 72), (30, 66), (50, 66))
        .curve((70, 66), (86, 72), (86, 96))
        .close()
        .path("slate", "line", 6),
        Circle(50, 44, 20, "bone", "line", 6),
        Pen().move(24, 42).curve((24, 4), (76, 4), (76, 42)).close().path("slate", "line", 6),
        Pen().move(18, 42).line((82, 42)).path(stroke="line", width=8),
    )


def _flyer() -> Drawn:
    wing = (
        Pen()
        .move(36, 62)
        .curve((20, 64), (8, 50), (2, 20))
        .curve((14, 30), (28, 34), (38, 40))
        .close()
        .path("white", "line", 6)
    )
    other = replace(
        wing,
        steps=tuple(
            tuple(part if isinstance(part, str) else (100 - part[0], part[1]) for part in step) for step in wing.steps
        ),
    )
    body = Pen().move(24, 98).curve((24, 72), (34, 62), (50, 62)).curve((66, 62), (76, 72), (76, 98)).close()
    return (
        wing,
        other,
        body.path("slate", "line", 6),
        Pen()
        .move(30, 46)
        .curve((30, 6), (70, 6), (70, 46))
        .curve((68, 62), (32, 62), (30, 46))
        .close()
        .path("slate", "line", 6),
        box(36, 34, 28, 12, 5, "glow", "line", 5),
    )


def _walker() -> Drawn:
    return (
        Pen().move(34, 64).line((24, 82), (30, 96)).path(stroke="line", width=11),
        Pen().move(66, 64).line((76, 82), (70, 96)).path(stroke="line", width=11),
        Pen().move(18, 97).line((40, 97)).path(stroke="line", width=8),
        Pen().move(60, 97).line((82, 97)).path(stroke="line", width=8),
        box(16, 22, 68, 46, 8, "slate", "line", 6),
        box(28, 34, 44, 15, 4, "glow", "line", 5),
        box(2, 34, 16, 30, 4, "stone", "line", 5),
        box(82, 34, 16, 30, 4, "stone", "line", 5),
        Pen().move(50, 22).line((50, 6)).path(stroke="line", width=6),
        Circle(50, 7, 6, "line"),
    )


def _beetle() -> Drawn:
    legs = [
        Pen().move(50, y).line((50 + side * 38, y + dy), (50 + side * 46, y + dy * 2.2)).path(stroke="line", width=6)
        for side in (-1, 1)
        for y, dy in ((42, -10), (58, 2), (70, 12))
    ]
    horns = [
        Pen()
        .move(50 + side * 8, 26)
        .curve((50 + side * 26, 22), (50 + side * 28, 10), (50 + side * 14, 2))
        .path(stroke="line", width=7)
        for side in (-1, 1)
    ]
    shell = Pen().move(50, 30).curve((84, 30), (84, 96), (50, 98)).curve((16, 96), (16, 30), (50, 30)).close()
    return (
        *legs,
        *horns,
        shell.path("slate", "line", 6),
        Pen().move(50, 36).line((50, 96)).path(stroke="line", width=5),
        Circle(50, 28, 14, "bone", "line", 6),
        Circle(38, 60, 5, "glow", "line", 3),
        Circle(62, 60, 5, "glow", "line", 3),
    )


TYPES: dict[Type, Drawn] = {
    Type.INFANTRY: _soldier(),
    Type.PAR: _flyer(),
    Type.MECH: _walker(),
    Type.BIO: _beetle(),
}


def sign(phase: Phase, stroke: str) -> Drawn:
    """Return a phase's sign on a square of 100, in one colour: an arrow, a pennant, an arm, a die, a burst."""
    match phase:
        case Phase.MANEUVERS:
            return (
                Pen().move(10, 50).line((86, 50)).path(stroke=stroke, width=13),
                Pen().move(56, 20).line((88, 50), (56, 80)).path(stroke=stroke, width=13),
            )
        case Phase.CONDITION:
            return (
                Pen().move(24, 94).line((24, 8)).path(stroke=stroke, width=12),
                polygon(((26, 12), (90, 30), (26, 54)), stroke, stroke, 6),
            )
        case Phase.STRENGTH:
            return (
                Pen().move(50, 12).line((50, 88)).path(stroke=stroke, width=16),
                Pen().move(12, 50).line((88, 50)).path(stroke=stroke, width=16),
            )
        case Phase.COLLISION:
            return (
                box(12, 12, 76, 76, 12, "", stroke, 11),
                Circle(34, 34, 8, stroke),
                Circle(50, 50, 8, stroke),
                Circle(66, 66, 8, stroke),
            )
    points = [
        (50 + r * math.sin(math.pi * at / 8), 50 - r * math.cos(math.pi * at / 8))
        for at, r in ((at, 20 if at % 2 else 48) for at in range(16))
    ]
    return (polygon(points, stroke, stroke, 5),)


TAB = 13.0
"""The side of a phase's tab on a card."""


def _tabs(phases: frozenset[Phase]) -> Drawn:
    made: list[Path | Circle | Text] = []
    for at, phase in enumerate(Phase):
        x = at * (TAB + 1)
        on = phase in phases
        made.append(box(x + 0.5, 0.5, TAB - 1, TAB - 1, 3, "plum" if on else "chalk", "line" if on else "slate", 1))
        made += placed(sign(phase, "white" if on else "slate"), x + 3, 3, TAB - 6)
    return tuple(made)


def _turned(points: Sequence[Point], x: float, y: float, degrees: float) -> list[Point]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + (px - x) * c - (py - y) * s, y + (px - x) * s + (py - y) * c) for px, py in points]


TILT = {SLIM: 3.0, LOW: 3.5, TALL: 4.0}
"""By how many degrees a damaged card is turned to the right."""


def _card(form: str, army: str, damaged: bool) -> Drawn:
    """Return a card without its words: bone with a band in the army's tint; turned to the right if damaged."""
    w, h = CARD[form]
    band = 26.0 if form == TALL else 24.0
    tint = ARMIES[army]
    lines: list[Path | Circle | Text] = []
    inset = (4.0, 4.0) if damaged else (1.0, 1.0)
    x0, y0, x1, y1 = inset[0], inset[1], w - inset[0], h - inset[1]
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    top = [(x0, y0), (x1, y0), (x1, band), (x0, band)]
    if damaged:
        corners, top = (_turned(points, w / 2, h / 2, TILT[form]) for points in (corners, top))
    lines.append(polygon([(x + 1.5, y + 3) for x, y in corners], "line", "line", 3, 0.35))
    lines.append(polygon(corners, "chalk" if damaged else "bone", "line", 2.4))
    lines.append(polygon(top, tint, alpha=0.3))
    if form == TALL:
        lines.append(Path(box(7, 31, w - 14, 51, 5).steps, tint, alpha=0.14))
    lines.append(polygon(corners, "", "line", 2.4))
    if damaged:
        lines += hatch(corners, 9, "line", 1.2, 0.18)
    return tuple(lines)


def _back(form: str) -> Drawn:
    w, h = CARD[form]
    made: list[Path | Circle | Text] = [box(1, 1, w - 2, h - 2, 6, "plum", "line", 2.4)]
    made.append(box(7, 7, w - 14, h - 14, 4, "", "bone", 1.4))
    r = min(h * 0.3, 30.0)
    for k in (1.0, 0.62):
        points = [
            (w / 2 + k * r * math.sin(math.pi * at / 3), h / 2 - k * r * math.cos(math.pi * at / 3)) for at in range(6)
        ]
        made.append(polygon(points, "", "bone", 2))
    return tuple(made)


def _die(pips: int) -> Drawn:
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}.get(pips, "")
    at = {letter: (26 + 24 * (n % 3), 26 + 24 * (n // 3)) for n, letter in enumerate("abcdefghi")}
    return (
        box(6, 10, 88, 88, 16, "line"),
        box(6, 4, 88, 88, 16, "white" if pips else "chalk", "line", 4),
        *(Circle(at[spot][0], at[spot][1] - 2, 9.5, "line") for spot in spots),
    )


def _badge(sign: str) -> Drawn:
    if sign == "done":
        tick = Pen().move(26, 52).line((44, 70), (76, 30)).path(stroke="white", width=14)
        return (Circle(50, 50, 44, "line", "white", 8), tick)
    return (
        Circle(50, 50, 44, "white", "line", 8),
        polygon(((36, 26), (36, 74), (76, 50)), "line", "line", 6),
    )


def _bolt() -> Drawn:
    return (polygon(((56, 2), (16, 56), (46, 56), (38, 98), (84, 40), (54, 40), (66, 2)), "gold", "line", 7),)


# The lights, on any outline.

Outline = Callable[[float], list[Point]]
"""The corners of an outline, moved inwards by a number of units."""


def hexagon(inset: float = 0.0, x: float = HALF_WIDTH, y: float = HALF_HEIGHT) -> list[Point]:
    """Return the corners of a sector about (x, y), the upper one first."""
    a, b = HALF_WIDTH - inset, HALF_HEIGHT - inset * 1.15
    return [(x, y - b), (x + a, y - b / 2), (x + a, y + b / 2), (x, y + b), (x - a, y + b / 2), (x - a, y - b / 2)]


def rectangle(x: float, y: float, w: float, h: float) -> Outline:
    """Return the outline of a rectangle."""
    return lambda i: [(x + i, y + i), (x + w - i, y + i), (x + w - i, y + h - i), (x + i, y + h - i)]


def hatch(corners: Sequence[Point], gap: float, stroke: str, width: float, alpha: float) -> Drawn:
    """Return lines at 45 degrees across a convex outline, as one path."""
    pen = Pen()
    reach = [x + y for x, y in corners]
    at = min(reach) + gap
    while at < max(reach):
        ends = []
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            a, b = ax + ay - at, bx + by - at
            if a * b < 0:
                t = a / (a - b)
                ends.append((ax + t * (bx - ax), ay + t * (by - ay)))
        if len(ends) == 2:
            pen.move(*ends[0]).line(ends[1])
        at += gap
    return (pen.path(stroke=stroke, width=width, alpha=alpha),) if pen.steps else ()


def marks(kind: str, outline: Outline) -> Drawn:
    """Return a light on an outline: the marks of `lights`, whatever the form; the cross of a refusal stands apart."""
    edge = outline(1.5)
    match kind:
        case "glow":
            return (
                polygon(edge, "glow", alpha=0.35),
                polygon(edge, "", "line", 6.5),
                polygon(edge, "", "gold", 4),
            )
        case "selected":
            return (polygon(edge, "", "white", 8), polygon(edge, "", "indigo", 5))
        case "cursor":
            outer, inner = outline(-1.0), outline(6.0)
            return (
                polygon(outer, "", "white", 7),
                replace(polygon(outer, "", "indigo", 4.5), dash=(11.0, 7.0)),
                polygon(inner, "", "white", 4),
                replace(polygon(inner, "", "indigo", 2.5), dash=(7.0, 5.0)),
            )
    return (
        *hatch(edge, 13, "line", 2, 0.3),
        polygon(edge, "", "line", 6),
        replace(polygon(edge, "", "white", 3), dash=(9.0, 8.0)),
    )


FINE = 170.0
"""From this size on a sprite is painted at twice its size."""
LIT = ("glow", "selected", "refused", "cursor")


def _fine(key: str, w: float, h: float, shapes: Drawn) -> Sprite:
    """Return a sprite of things as large as they are stamped, drawn larger where painters would keep it small."""
    k = max(1.0, FINE / max(w, h))
    return Sprite(key, w * k, h * k, placed(shapes, 0, 0, SIDE * k), BLEED * k)


def _sprites() -> dict[str, Sprite]:
    """Return the sprites by name: tokens, houses, card frames, tabs, dice, badges, lights on sectors."""
    squares: dict[str, Drawn] = {f"token-{colour}": _token(colour) for colour in COLOURS.values()}
    squares |= {f"die-{pips}": _die(pips) for pips in range(7)}
    squares |= {f"type-{type.name.lower()}": drawn for type, drawn in TYPES.items()}
    squares |= {
        "guild": _guild(),
        "bolt": _bolt(),
        "done": _badge("done"),
        "active": _badge("active"),
        "cross": (
            Circle(50, 50, 46, "white", "line", 6),
            Pen().move(30, 30).line((70, 70)).move(70, 30).line((30, 70)).path(stroke="line", width=14),
        ),
        "cost": (Circle(50, 50, 44, "gold", "line", 7),),
        "strength": (Circle(50, 50, 46, "line"), Circle(50, 50, 40, "white")),
        "silent": (
            Pen().move(12, 88).line((88, 12)).path(stroke="white", width=20),
            Pen().move(12, 88).line((88, 12)).path(stroke="ember", width=10),
        ),
    }
    made = {name: Sprite(name, SIDE, SIDE, shapes, BLEED) for name, shapes in squares.items()}
    for form, (w, h) in CARD.items():
        for army in ARMIES:
            for name, damaged in (("card", False), ("turned", True)):
                key = f"{name}-{form}-{army}"
                made[key] = _fine(key, w, h, _card(form, army, damaged))
        made[f"back-{form}"] = _fine(f"back-{form}", w, h, _back(form))
    width = 5 * TAB + 4
    for phase in (None, *Phase):
        key = f"tabs-{phase or 'none'}"
        made[key] = Sprite(key, width, TAB, _tabs(frozenset({phase} if phase else ())), 1.0)
    for kind in LIT:
        key = f"sector-{kind}"
        made[key] = _fine(key, 2 * HALF_WIDTH, 2 * HALF_HEIGHT, marks(kind, hexagon))
    return made


SPRITES = _sprites()
