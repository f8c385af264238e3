"""The landscape of Dragonheart: where everything lies, the painted ground, and the arrows.

Throughout, a *place* is a kind by its name, `fire dragon`; `hold`, `Great Dragon`, `North`, `deck North`; a card of
the viewer's hand, `hand 2`; or a button, `play`, `show`.
"""

from __future__ import annotations

import math
from itertools import pairwise

from rulebook.games.dragonheart.cards import COLLECTS, FRAMES, Kind
from rulebook.words import _
from rulebook_widgets.pictures.dragonheart_pieces import ARTS, SMALL, Drawn, placed
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.lettering import centred
from rulebook_widgets.scene import Circle, Path, Pen, Point, Sprite, Text, box, polygon, star

WIDTH, HEIGHT = 540.0, 702.0
EDGE = 6.0
TOP, BOTTOM = 66.0, 502.0
"""Where the landscape begins and ends."""
PANEL = 54.0
"""How high a player's panel is."""
HAND_TOP = 574.0
HOLD, GREAT, PLAY, SHOW = "hold", "Great Dragon", "play", "show"

LAND: dict[str, Frame] = {
    "fire dragon": (EDGE, TOP + 8, 118, 156),
    "treasure": (142, TOP + 8, 118, 156),
    "sorceress": (279, TOP + 8, 118, 156),
    "petrified dragon": (416, TOP + 8, 118, 156),
    "huntress": (EDGE, 262, 108, 146),
    "ship": (118, 262, 108, 146),
    "knight": (231, 262, 76, 146),
    "troll": (330, 262, 98, 146),
    "dwarf": (435, 262, 99, 234),
    HOLD: (118, 418, 214, 78),
}
"""The frames of the landscape's places."""
PLAQUES: dict[str, Frame] = {
    place: (x + 2, y + (118 if y < 200 else 122), w - 4, 36 if y < 200 else 20)
    for place, (x, y, w, _h) in LAND.items()
    if place not in (HOLD, "dwarf", "troll")
} | {"troll": (332, 370, 94, 36), "dwarf": (439, 474, 91, 20), HOLD: (206, 420, 120, 20)}
"""Where the names stand."""
LAIR = (484.0, TOP + 4, 50.0, 50.0)
"""Where the Great Dragon lies at the start."""
ARROWS: dict[tuple[str, str], tuple[Point, Point]] = {
    ("huntress", "fire dragon"): ((60, 270), (60, 233)),
    ("fire dragon", "treasure"): ((118, 146), (149, 146)),
    ("sorceress", "treasure"): ((285, 146), (254, 146)),
    ("sorceress", "petrified dragon"): ((391, 146), (422, 146)),
    ("troll", "sorceress"): ((380, 270), (360, 233)),
    ("knight", "sorceress"): ((277, 270), (312, 233)),
    ("knight", "troll"): ((303, 346), (335, 346)),
    ("ship", HOLD): ((146, 398), (146, 432)),
}
"""From where to where each arrow goes, by the kind that collects and what it collects."""


def targets_of(kind: Kind) -> tuple[str, ...]:
    """Return the places that a kind collects from."""
    return (HOLD,) if kind is Kind.SHIP else tuple(pile.label for pile in COLLECTS[kind])


def spots(place: str, count: int) -> list[Point]:
    """Return where the corners of cards on a place lie: in its frames, or fanned on its pile."""
    x, y, w, _h = LAND[place]
    wide, high = SMALL
    frames = 0 if place == HOLD else FRAMES[next(kind for kind in Kind if kind.label == place)]
    if place == "dwarf":
        left, top = x + (w - 2 * wide - 6) / 2, 370.0
        return [(left + (at % 2) * (wide + 6), top + at // 2 * (high + 4)) for at in range(frames)]
    top = 444.0 if place == HOLD else y + 70 if y < 200 else 334.0
    if place == "troll":
        top = 322.0
    if frames:
        step = min(wide + 1.5, (w - wide) / max(frames - 1, 1))
        left = x + (w - wide - step * (frames - 1)) / 2
        return [(left + at * step, top) for at in range(frames)]
    step = min(23.0, (w - 12 - wide) / max(count - 1, 1))
    left = x + (w - wide - step * (count - 1)) / 2
    return [(left + at * step, top) for at in range(count)]


def arrow(a: Point, b: Point) -> list[Point]:
    """Return the corners of a broad arrow from one point to another."""
    long = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    corners = [(0, -5), (long - 15, -5), (long - 15, -12), (long, 0), (long - 15, 12), (long - 15, 5), (0, 5)]
    return [(a[0] + px * ux - py * uy, a[1] + px * uy + py * ux) for px, py in corners]


# The ground


def _hill(points: list[Point], floor: float, fill: str, alpha: float = 1.0) -> Path:
    """Return a soft ridge through points, filled down to a floor."""
    pen = Pen().move(points[0][0], floor).line(points[0])
    for (ax, ay), (bx, by) in pairwise(points):
        pen.curve(((ax + bx) / 2, ay), ((ax + bx) / 2, by), (bx, by))
    return pen.line((points[-1][0], floor)).close().path(fill, alpha=alpha)


def _tree(x: float, y: float, size: float, fill: str) -> Drawn:
    return (
        box(x - size * 0.07, y - size * 0.2, size * 0.14, size * 0.2, 1, "ember", "line", 1),
        polygon(
            ((x, y - size), (x + size * 0.34, y - size * 0.18), (x - size * 0.34, y - size * 0.18)), fill, "line", 1.4
        ),
        Pen()
        .move(x - size * 0.16, y - size * 0.55)
        .line((x, y - size * 0.45), (x + size * 0.16, y - size * 0.55))
        .path(stroke="line", width=1.2, alpha=0.5),
    )


def _far() -> Drawn:
    """Return sky, sun, and the ridges."""
    left, right = EDGE - 2, WIDTH - EDGE + 2
    return (
        box(left, TOP, right - left, BOTTOM - TOP, 14, "bone"),
        Path(box(left, TOP, right - left, 200, 14).steps, "glow", alpha=0.4),
        Circle(270, 104, 20, "gold", alpha=0.75),
        Circle(270, 104, 30, "gold", alpha=0.25),
        _hill(
            [(left, 160), (90, 128), (170, 168), (250, 138), (330, 164), (420, 120), (right, 150)], 300, "slate", 0.45
        ),
        _hill([(left, 190), (130, 172), (240, 184), (350, 166), (right, 184)], 330, "jade", 0.34),
        _hill([(left, 252), (110, 236), (230, 250), (340, 232), (440, 248), (right, 238)], 480, "jade", 0.34),
        _hill([(left, 330), (150, 318), (300, 332), (430, 316), (right, 330)], 480, "jade", 0.22),
        Path(box(left, 440, right - left, BOTTOM - 440, 14).steps, "jade", alpha=0.6),
    )


def _upper() -> Drawn:
    """Return volcano, hoard, tower and the valley of stone."""
    smoke = Pen().move(62, 88).curve((50, 82), (56, 72), (68, 76)).curve((72, 66), (92, 68), (90, 78))
    smoke.curve((102, 80), (98, 90), (86, 88)).close()
    volcano = Pen().move(4, 196).curve((26, 180), (36, 140), (48, 98)).line((58, 102), (70, 98), (80, 100))
    volcano.curve((92, 140), (102, 180), (126, 196)).close()
    lava = Pen().move(48, 98).line((58, 102), (70, 98), (80, 100)).curve((82, 112), (86, 116), (84, 128))
    lava.curve((80, 118), (74, 122), (74, 140)).curve((68, 126), (66, 112), (58, 120)).curve(
        (54, 112), (52, 120), (46, 128)
    )
    lava.curve((44, 116), (46, 108), (48, 98)).close()
    heap = (
        Pen().move(144, 196).curve((158, 168), (170, 116), (200, 112)).curve((232, 116), (244, 168), (258, 196)).close()
    )
    coins = [(176, 136), (188, 126), (202, 130), (216, 128), (226, 140), (168, 150), (196, 142), (212, 144)]
    crown = polygon(
        ((186, 116), (182, 96), (192, 105), (201, 92), (210, 105), (220, 96), (216, 116)), "gold", "line", 2
    )
    spine = Pen().move(414, 196).curve((418, 150), (438, 124), (464, 128)).curve((478, 130), (484, 142), (500, 142))
    spine.curve((520, 144), (530, 170), (536, 196)).close()
    return (
        smoke.path("stone", "line", 1.2),
        volcano.path("slate", "line", 2),
        lava.close().path("vermilion", "line", 1.4),
        *(Circle(x, y, 3, "gold", "line", 1) for x, y in ((58, 88), (73, 82), (66, 93))),
        heap.path("gold", "line", 2),
        *(Circle(x, y, 6, "glow", "line", 1.4) for x, y in coins),
        crown,
        Circle(201, 92, 3, "vermilion", "line", 1.2),
        polygon(((232, 132), (240, 140), (232, 152), (224, 140)), "jade", "line", 1.5),
        polygon(((168, 128), (174, 136), (168, 146), (162, 136)), "vermilion", "line", 1.5),
        # the tower
        Pen()
        .move(300, 196)
        .curve((312, 164), (322, 160), (338, 160))
        .curve((354, 160), (366, 164), (378, 196))
        .close()
        .path("jade", "line", 1.6),
        box(322, 106, 32, 80, 2, "chalk", "line", 2),
        polygon(((314, 108), (338, 70), (362, 108)), "plum", "line", 2),
        Pen().move(338, 72).line((338, 69)).path(stroke="line", width=2),
        polygon(star(338, 76, 7, 3, 5), "glow", "line", 1),
        box(332, 114, 12, 16, 5, "glow", "line", 1.6),
        box(354, 122, 14, 50, 2, "stone", "line", 1.8),
        polygon(((350, 124), (361, 100), (372, 124)), "plum", "line", 1.8),
        # a dragon of stone asleep
        polygon(
            ((430, 150), (426, 124), (442, 134), (446, 112), (458, 128), (468, 112), (474, 130)), "slate", "line", 1.8
        ),
        spine.path("stone", "line", 2),
        *placed(ARTS[Kind.PETRIFIED][:9], 424, 112, 58, flip=True),
    )


def _lower() -> Drawn:
    """Return forest, harbour, camp, bridge and cave."""
    left = EDGE - 2
    stream = Pen().move(366, 330).curve((360, 390), (372, 430), (340, 470))
    sea = Pen().move(left, 418).curve((30, 408), (60, 414), (96, 408)).curve((130, 402), (200, 404), (240, 408))
    sea.curve((300, 410), (330, 424), (352, 452)).curve((360, 470), (366, 486), (376, BOTTOM)).line((left + 14, BOTTOM))
    sea.curve((left + 4, BOTTOM), (left, BOTTOM - 4), (left, BOTTOM - 14)).close()
    waves = Pen()
    for x, y in ((16, 424), (60, 430), (340, 466), (346, 488), (84, 420)):
        waves.move(x, y).curve((x + 4, y - 5), (x + 8, y - 5), (x + 11, y)).curve(
            (x + 14, y + 4), (x + 18, y + 4), (x + 22, y)
        )
    hull = (
        Pen()
        .move(112, 414)
        .line((334, 414))
        .curve((350, 412), (352, 404), (358, 402))
        .curve((352, 452), (334, 490), (306, 498))
    )
    hull.line((146, 498)).curve((124, 482), (114, 452), (112, 414)).close()
    sail = Pen().move(134, 276).curve((156, 282), (186, 282), (208, 276)).curve((218, 294), (218, 308), (208, 322))
    sail.curve((186, 316), (156, 316), (134, 322)).curve((142, 306), (142, 292), (134, 276)).close()
    stripe = (
        Pen()
        .move(139, 292)
        .curve((160, 297), (184, 297), (214, 291))
        .line((215, 306))
        .curve((184, 309), (160, 309), (140, 307))
    )
    rock = Pen().move(428, 500).curve((432, 420), (436, 330), (456, 296)).curve((464, 276), (480, 264), (494, 276))
    rock.curve((514, 286), (530, 330), (536, 360)).line((536, 490)).curve((536, 498), (532, 502), (524, BOTTOM)).line(
        (430, BOTTOM)
    )
    arch = Pen().move(440, 472).line((440, 388)).curve((442, 350), (462, 342), (485, 342))
    arch.curve((508, 342), (528, 350), (530, 388)).line((530, 472))
    mouth = (
        Pen()
        .move(440, 472)
        .line((440, 388))
        .curve((442, 350), (462, 342), (485, 342))
        .curve((508, 342), (528, 350), (530, 388))
    )
    trees = [
        (20, 322, 52, "moss"),
        (40, 314, 46, "jade"),
        (84, 316, 50, "moss"),
        (102, 324, 46, "jade"),
        (58, 328, 58, "moss"),
    ]
    stones = Pen().move(330, 340).curve((340, 300), (418, 300), (428, 340)).line((414, 340))
    stones.curve((404, 318), (354, 318), (344, 340)).close()
    return (
        # the stream under the troll's bridge, and the sea
        stream.line((376, 478)).curve((398, 430), (390, 390), (398, 330)).close().path("indigo", alpha=0.5),
        Path(sea.path().steps, "bone"),
        sea.path("indigo", alpha=0.55),
        waves.path(stroke="white", width=2, alpha=0.8),
        *(part for tree in trees for part in _tree(*tree)),
        # the ship: mast, sail, hull with the hold
        Pen().move(171, 414).line((171, 262)).path(stroke="line", width=5),
        polygon(((171, 262), (146, 268), (171, 275)), "vermilion", "line", 1.6),
        sail.path("white", "line", 2),
        stripe.close().path("indigo"),
        sail.path("", "line", 2),
        hull.path("ember", "line", 2.4),
        Path(box(124, 422, 204, 70, 10).steps, "line", alpha=0.55),
        Pen().move(118, 446).line((124, 446)).move(328, 446).line((344, 446)).path(stroke="line", width=1.6),
        # the camp
        polygon(((236, 332), (258, 286), (280, 332)), "white", "line", 2),
        polygon(((250, 332), (258, 286), (266, 332)), "vermilion", "line", 1.2),
        polygon(((266, 332), (284, 298), (304, 332)), "bone", "line", 2),
        polygon(((278, 332), (284, 298), (291, 332)), "indigo", "line", 1.2),
        Pen().move(258, 286).line((258, 268)).path(stroke="line", width=2),
        polygon(((258, 268), (242, 273), (258, 278)), "gold", "line", 1.2),
        # the bridge
        stones.path("stone", "line", 2),
        *(Pen().move(x, y).line((x + dx, y + dy)).path(stroke="line", width=1.4) for x, y, dx, dy in (
            (348, 322, 8, 8), (366, 312, 4, 9), (390, 311, -3, 9), (410, 321, -8, 9))),
        *placed(ARTS[Kind.TROLL], 374, 267, 38),
        # the cave
        rock.close().path("slate", "line", 2),
        Pen().move(456, 300).line((466, 318), (460, 332)).move(508, 296).line((502, 316), (512, 330)).path(
            stroke="line", width=1.6, alpha=0.6
        ),
        mouth.line((530, 472)).close().path("line"),
        arch.path(stroke="gold", width=4),
        *placed(ARTS[Kind.DWARF], 466, 296, 38),
        # trees between
        *_tree(406, 496, 34, "moss"),
        *_tree(392, 500, 26, "jade"),
        *_tree(420, 500, 26, "jade"),
    )  # fmt: skip


def ground() -> Sprite:
    """Return what never changes: the landscape, its arrows, the names."""
    shapes: list[Path | Circle | Text] = [*_far(), *_upper(), *_lower()]
    for ends in ARROWS.values():
        shapes += [polygon(arrow(*ends), "", "white", 5), polygon(arrow(*ends), "bone", "line", 2)]
    for place, (x, y, w, h) in PLAQUES.items():
        shapes.append(box(x, y, w, h, 6, "bone", "line", 1.6))
        if place != HOLD:
            label = _("dwarf cave") if place == "dwarf" else _(place)
            shapes.append(centred(x + w / 2, y + 10.5, label, 16, w - 12, "line", 700))
    left, right = EDGE - 2, WIDTH - EDGE + 2
    shapes.append(box(left, TOP, right - left, BOTTOM - TOP, 14, "", "line", 2))
    return Sprite("ground", WIDTH, HEIGHT, tuple(shapes))


GROUND = ground()
