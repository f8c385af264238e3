"""The signs of Gong on squares of 100: nine galaxies, six xpheres, three missions, the gong itself.

A galaxy is told by its emblem and its ground, an xphere by its number and its form, a mission by its sign and its
flag; no two of them share more than a colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from rulebook_widgets.pictures.dragonheart_pieces import Drawn, placed
from rulebook_widgets.scene import Circle, Path, Pen, Point, Text, box, polygon, star

GROUNDS = ("vermilion", "plum", "gold", "indigo", "jade", "chalk", "moss", "slate", "line")
"""By galaxy: the colour of the sky that its emblem stands on."""


def flowing(points: Sequence[Point], closed: bool = False) -> Pen:
    """Return a pen that has gone smoothly through points."""
    count = len(points)

    def at(number: int) -> Point:
        return points[number % count] if closed else points[min(max(number, 0), count - 1)]

    pen = Pen().move(*points[0])
    for number in range(count if closed else count - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (at(number + step) for step in (-1, 0, 1, 2))
        pen.curve((bx + (cx - ax) / 6, by + (cy - ay) / 6), (cx - (dx - bx) / 6, cy - (dy - by) / 6), (cx, cy))
    return pen.close() if closed else pen


def oval(x: float, y: float, wide: float, high: float, tilt: float = 0.0, span: tuple[float, float] = (0, 360)) -> Pen:
    """Return a pen that has gone along an ellipse, tilted by degrees, from one angle to another."""
    first, last = span
    count = max(4, round(abs(last - first) / 30))
    lean = math.radians(tilt)
    points = []
    for step in range(count + 1):
        angle = math.radians(first + (last - first) * step / count)
        px, py = wide * math.cos(angle), high * math.sin(angle)
        points.append((x + px * math.cos(lean) - py * math.sin(lean), y + px * math.sin(lean) + py * math.cos(lean)))
    whole = last - first == 360
    return flowing(points[:-1] if whole else points, whole)


# The nine galaxies


def _proxima() -> Drawn:
    """Return a near star with a ring about it."""
    return (
        oval(50, 50, 47, 15, -24, (180, 360)).path(stroke="line", width=11),
        oval(50, 50, 47, 15, -24, (180, 360)).path(stroke="glow", width=6),
        polygon(star(50, 50, 40, 15, 4), "glow", "line", 4),
        Circle(50, 50, 16, "white", "line", 3),
        oval(50, 50, 47, 15, -24, (0, 180)).path(stroke="line", width=11),
        oval(50, 50, 47, 15, -24, (0, 180)).path(stroke="glow", width=6),
    )


def _nebula() -> Drawn:
    """Return a cloud with stars being born in it."""
    cloud = Pen().move(22, 78).curve((4, 78), (0, 56), (15, 50)).curve((10, 32), (30, 20), (42, 30))
    cloud.curve((50, 12), (78, 14), (80, 36)).curve((98, 36), (102, 62), (86, 68)).curve((86, 80), (76, 82), (68, 78))
    return (
        cloud.close().path("bone", "line", 4),
        Pen().move(24, 62).curve((34, 52), (42, 66), (54, 58)).path(stroke="slate", width=5),
        Pen().move(58, 34).curve((68, 34), (72, 42), (70, 48)).path(stroke="slate", width=5),
        polygon(star(34, 44, 10, 3.5, 4), "plum"),
        polygon(star(73, 60, 8, 3, 4), "plum"),
        Circle(50, 46, 3.4, "plum"),
        Circle(26, 90, 3.6, "bone"),
        Circle(50, 94, 3, "bone"),
        Circle(76, 90, 3.6, "bone"),
    )


def _zeta() -> Drawn:
    """Return the letter zeta, struck like lightning."""
    letter = (
        Pen()
        .move(20, 14)
        .line((84, 8), (76, 24))
        .curve((52, 36), (38, 50), (38, 60))
        .curve((38, 70), (50, 72), (60, 73))
    )
    letter.curve((78, 74), (84, 84), (74, 98)).line((58, 98)).curve((66, 90), (64, 87), (54, 86))
    letter.curve((32, 85), (20, 78), (20, 63)).curve((20, 48), (34, 34), (52, 24)).line((22, 27)).close()
    return (letter.path("line", "line", 3), polygon(star(78, 50, 13, 4.5, 4), "white", "line", 3))


def _arm(turn: float) -> Drawn:
    """Return one arm of a spiral, thin at its ends."""
    outer: list[Point] = []
    inner: list[Point] = []
    for step in range(9):
        part = step / 8
        angle = turn + part * 3.9
        reach = 14 + 33 * part
        thick = 10.5 * math.sin(math.pi * min(1.0, 0.18 + part * 0.82))
        for side, found in ((1, outer), (-1, inner)):
            px, py = (reach + side * thick) * math.cos(angle), 0.76 * (reach + side * thick) * math.sin(angle)
            lean = math.radians(-28)
            found.append(
                (50 + px * math.cos(lean) - py * math.sin(lean), 50 + px * math.sin(lean) + py * math.cos(lean))
            )
    return (flowing([*outer, *reversed(inner)], True).path("white", "line", 3),)


def _andromede() -> Drawn:
    """Return a spiral galaxy, seen askew."""
    return (
        *_arm(0.2),
        *_arm(0.2 + math.pi),
        oval(50, 50, 17, 13, -28).path("glow", "line", 3.5),
        Circle(14, 20, 3.6, "white"),
        Circle(88, 82, 3.6, "white"),
    )


def _serpens() -> Drawn:
    """Return a snake in three bends."""
    body = Pen().move(12, 92).curve((34, 98), (92, 94), (88, 76)).curve((84, 60), (20, 74), (16, 52))
    body.curve((12, 32), (78, 46), (74, 22))
    return (
        Pen().move(62, 10).line((46, 7)).move(52, 8).line((45, 1)).path(stroke="vermilion", width=4),
        body.path(stroke="line", width=21),
        body.path(stroke="glow", width=14),
        Pen().move(12, 92).line((4, 89)).path(stroke="line", width=8),
        flowing([(84, 26), (72, 30), (56, 20), (54, 10), (64, 4), (80, 6), (88, 16)], True).path("glow", "line", 4),
        Circle(70, 13, 4, "line"),
        *(Circle(x, y, 3, "moss") for x, y in ((38, 94), (62, 92), (70, 70), (48, 67), (30, 62), (34, 42), (54, 39))),
    )


def _sparrow() -> Drawn:
    """Return a small bird on the wing."""
    body = (
        Pen().move(97, 40).line((82, 46)).curve((80, 66), (62, 78), (42, 76)).line((6, 92), (10, 76), (2, 70), (30, 58))
    )
    body.curve((40, 46), (50, 44), (58, 36)).curve((64, 24), (82, 24), (85, 35)).close()
    wing = Pen().move(62, 50).curve((54, 58), (40, 60), (30, 54)).curve((22, 44), (20, 24), (26, 4))
    wing.curve((34, 16), (58, 24), (62, 50)).close()
    return (
        body.path("ember", "line", 4),
        Pen().move(81, 47).curve((76, 62), (62, 74), (48, 75)).curve((58, 64), (66, 54), (81, 47)).close().path("bone"),
        polygon(((97, 40), (84, 34), (83, 46)), "gold", "line", 3),
        wing.path("ember", "line", 4),
        Pen().move(30, 20).curve((32, 34), (38, 44), (48, 50)).path(stroke="bone", width=4),
        Circle(74, 35, 4, "line"),
    )


def _grain(x: float, y: float, tilt: float, size: float) -> Path:
    """Return a grain of corn that leans by degrees."""
    lean = math.radians(tilt)

    def at(px: float, py: float) -> Point:
        return (
            x + size * (px * math.cos(lean) - py * math.sin(lean)),
            y + size * (px * math.sin(lean) + py * math.cos(lean)),
        )

    pen = Pen().move(*at(0, 0)).curve(at(-0.46, -0.3), at(-0.4, -0.8), at(0, -1.1))
    return pen.curve(at(0.4, -0.8), at(0.46, -0.3), at(0, 0)).close().path("glow", "line", 3)


def _virgo() -> Drawn:
    """Return the maiden's ear of corn."""
    grains = [_grain(50, y, side * 42, 23) for y in (80, 64, 48) for side in (-1, 1)]
    awns = Pen()
    for x, y, ex, ey in (
        (33, 62, 22, 46),
        (67, 62, 78, 46),
        (34, 46, 24, 28),
        (66, 46, 76, 28),
        (36, 30, 30, 12),
        (64, 30, 70, 12),
    ):
        awns.move(x, y).line((ex, ey))
    return (
        awns.path(stroke="glow", width=3.5),
        Pen().move(50, 99).line((50, 34)).path(stroke="line", width=8),
        Pen().move(50, 99).line((50, 34)).path(stroke="glow", width=4),
        *grains,
        _grain(50, 36, 0, 26),
        Pen().move(50, 94).curve((62, 92), (70, 86), (74, 78)).path(stroke="glow", width=5),
    )


def _omega() -> Drawn:
    """Return the letter omega, shaped like a horseshoe."""
    letter = Pen().move(10, 92).line((34, 92)).curve((8, 66), (8, 14), (50, 12)).curve((92, 14), (92, 66), (66, 92))
    letter.line((90, 92))
    nails = ((18, 63), (19, 33), (50, 12), (81, 33), (82, 63))
    return (
        letter.path(stroke="line", width=23),
        letter.path(stroke="white", width=15),
        *(Circle(x, y, 3.6, "line") for x, y in nails),
    )


def _nemesis() -> Drawn:
    """Return a dark star before a burning one."""
    return (
        polygon(star(46, 52, 48, 31, 14), "vermilion", "bone", 2.5),
        Circle(46, 52, 30, "gold"),
        Circle(52, 50, 28, "line", "line", 2),
        oval(52, 50, 28, 28, 0, (110, 250)).path(stroke="white", width=3),
        Circle(85, 16, 11, "line", "bone", 3.5),
        Circle(82, 14, 4, "vermilion"),
    )


EMBLEMS: tuple[Drawn, ...] = (
    _proxima(),
    _nebula(),
    _zeta(),
    _andromede(),
    _serpens(),
    _sparrow(),
    _virgo(),
    _omega(),
    _nemesis(),
)
"""By galaxy: its emblem."""


def medallion(galaxy: int) -> Drawn:
    """Return a galaxy's emblem on its ground."""
    return (box(1, 1, 98, 98, 20, GROUNDS[galaxy], "line", 4), *placed(EMBLEMS[galaxy], 13, 13, 74))


def seal(galaxy: int) -> Drawn:
    """Return a galaxy's emblem on its ground, as large as it can be: for the smallest faces."""
    return (box(0, 0, 100, 100, 14, GROUNDS[galaxy]), *placed(EMBLEMS[galaxy], 4, 4, 92))


# The six xpheres

ORBS = ("gold", "line", "chalk", "ember", "white", "plum")
"""By number less one: the colour of an xphere."""
FIGURES = ("line", "white", "line", "white", "line", "white")
"""By number less one: the colour of its figure."""


def _form(number: int, r: float) -> list[Point]:
    """Return the corners of an xphere's cut: none for 1, then as many as its number."""
    if number == 2:
        return [(50, 50 - r), (50 + r * 0.98, 50), (50, 50 + r), (50 - r * 0.98, 50)]
    turn = math.pi / number if number == 4 else 0.0
    return [
        (50 + r * math.sin(turn + 2 * math.pi * at / number), 50 - r * math.cos(turn + 2 * math.pi * at / number))
        for at in range(number)
    ]


def orb(number: int, figure: bool = True) -> Drawn:
    """Return an xphere: a ball of its material, cut with as many corners as its number, and the number on it."""
    fill, said = ORBS[number - 1], FIGURES[number - 1]
    shapes: list[Path | Circle | Text] = [Circle(50, 50, 46, fill, "line", 5)]
    if number == 5:
        shapes.append(Circle(50, 50, 43.5, "indigo", alpha=0.22))
    if number == 1:
        shapes += [Circle(50, 50, 36, "glow"), Circle(50, 50, 36, "", "line", 2.5)]
    elif number == 2:
        cut = Pen().move(50, 5).curve((98, 24), (98, 76), (50, 95)).curve((2, 76), (2, 24), (50, 5)).close()
        lens = cut.path("slate", "white", 2.5)
        shapes.append(lens)
        shapes.append(Path(lens.steps, "line", alpha=0.5))
    else:
        tones = {3: "white", 4: "vermilion", 5: "white", 6: "plum"}
        corners = _form(number, 45)
        shapes.append(polygon(corners, tones[number], "line" if number in (3, 5) else "bone", 3))
        if number == 6:
            inner = _form(number, 30)
            rays = Pen()
            for one, other in zip(inner, corners, strict=True):
                rays.move(*one).line(other)
            shapes += [rays.path(stroke="bone", width=2), polygon(inner, "", "bone", 2)]
    if figure:
        shapes.append(Text(50, 52 if number != 3 else 56, str(number), 54 if number != 3 else 46, said, 700))
    return tuple(shapes)


# Missions

FLAGS = {"yellow": "gold", "red": "vermilion", "blue": "indigo"}
"""By colour of mission: the colour of its flag."""


def flag(colour: str) -> Drawn:
    """Return the flag of a mission's colour: crossed swords, a minus or a plus on a pennant."""
    cloth = polygon(((14, 2), (86, 2), (86, 98), (50, 76), (14, 98)), FLAGS[colour], "line", 6)
    if colour == "yellow":
        blades = Pen().move(28, 14).line((68, 58)).move(72, 14).line((32, 58))
        hilts = Pen().move(56, 60).line((72, 46)).move(44, 60).line((28, 46))
        return (cloth, blades.path(stroke="line", width=8), hilts.path(stroke="line", width=7))
    sign = Pen().move(30, 38).line((70, 38))
    if colour == "blue":
        sign.move(50, 18).line((50, 58))
    return (cloth, sign.path(stroke="white", width=13))


# The gong


def gong(stand: bool = True) -> Drawn:
    """Return a gong, on its stand or alone."""
    disc: Drawn = (
        Circle(50, 50, 33, "gold", "line", 4),
        Circle(50, 50, 25, "", "ember", 2.5),
        Circle(50, 50, 17, "glow", "ember", 2),
        Circle(50, 50, 9, "gold", "line", 2.5),
        oval(50, 50, 28.5, 28.5, 0, (190, 260)).path(stroke="white", width=3.5),
    )
    if not stand:
        return tuple(placed(disc, -22, -22, 144))
    beam = (
        Pen().move(6, 14).curve((20, 6), (80, 6), (94, 14)).line((90, 20)).curve((76, 14), (24, 14), (10, 20)).close()
    )
    return (
        box(11, 14, 8, 78, 2, "ember", "line", 3),
        box(81, 14, 8, 78, 2, "ember", "line", 3),
        box(3, 89, 24, 9, 3, "ember", "line", 3),
        box(73, 89, 24, 9, 3, "ember", "line", 3),
        Pen().move(36, 14).line((40, 24)).move(64, 14).line((60, 24)).path(stroke="line", width=3),
        beam.path("ember", "line", 3),
        *disc,
    )


def faded(shapes: Drawn, alpha: float) -> Drawn:
    """Return shapes as a shadow of themselves, words left out."""
    return tuple(replace(one, alpha=one.alpha * alpha) for one in shapes if isinstance(one, Path | Circle))
