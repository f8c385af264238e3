"""The pieces of Wu-xia on squares of 100: four kinds of fighters, Element tokens, flags, and the signs of what is done.

A seat is told by its animal and the outline of its piece, and on flags by a sign of its own; no two share more than a
colour.
"""

from __future__ import annotations

import math
from dataclasses import replace

from rulebook.games.wuxia.cards import Verb
from rulebook_widgets.pictures.dragonheart_pieces import Drawn, placed
from rulebook_widgets.pictures.gong_emblems import flowing, oval
from rulebook_widgets.pictures.lights import BLEED, SIDE
from rulebook_widgets.scene import Circle, Path, Pen, Point, Sprite, box, polygon

COLOURS = ("jade", "vermilion", "gold", "indigo")
"""By seat: the colour of its fighters and flags."""
ON = ("white", "line", "line", "white")
"""By seat: the colour of signs and words on its colour."""


def mirrored(path: Path) -> Path:
    """Return a path seen in a mirror, on a square of 100."""
    steps = tuple(
        tuple(part if isinstance(part, str) else (SIDE - part[0], part[1]) for part in step) for step in path.steps
    )
    return replace(path, steps=steps)


# The fighters


def _ring(count: int, radius: float, turn: float = 0.0) -> list[Point]:
    return [
        (
            50 + radius * math.sin(turn + 2 * math.pi * at / count),
            50 - radius * math.cos(turn + 2 * math.pi * at / count),
        )
        for at in range(count)
    ]


def base(seat: int) -> Pen | None:
    """Return the outline of a seat's piece, `None` for a round one."""
    match seat:
        case 1:
            first, *rest = _ring(8, 49, math.pi / 8)
        case 2:
            first, *rest = _ring(6, 50, math.pi / 6)
        case 3:
            k = 8.0
            pen = Pen().move(26, 5).line((74, 5)).curve((86, 5), (95, 14), (95, 26)).line((95, 74))
            pen.curve((95, 86), (86, 95), (74, 95)).line((26, 95)).curve((14, 95), (5, 86), (5, 74)).line((5, 26))
            return pen.curve((5, 14), (14 + k - 8, 5), (26, 5)).close()
        case _:
            return None
    return Pen().move(*first).line(*rest).close()


def _stand(seat: int) -> Drawn:
    """Return the piece that a seat's animal is painted on."""
    outline = base(seat)
    if outline is None:
        return (
            Circle(50, 54, 46, "line"),
            Circle(50, 50, 46, COLOURS[seat], "line", 4),
            Circle(50, 50, 40.5, "", "bone", 1.8, 0.7),
        )
    rim = placed((outline.path("", "bone", 2),), 6, 6, 88)
    return (
        *placed((outline.path("line", "line", 4),), 0, 4, SIDE),
        outline.path(COLOURS[seat], "line", 4),
        *(replace(one, alpha=0.7) for one in rim if isinstance(one, Path)),
    )


def _crane() -> Drawn:
    """Return a crane on one leg."""
    neck = Pen().move(46, 52).curve((26, 46), (48, 32), (35, 20))
    body = Pen().move(36, 46).curve((44, 34), (66, 38), (86, 62)).curve((72, 72), (42, 74), (36, 46)).close()
    return (
        Pen().move(55, 66).line((55, 91)).path(stroke="line", width=5),
        Pen().move(60, 66).line((69, 77), (57, 81)).path(stroke="line", width=5),
        neck.path(stroke="line", width=16),
        body.path("white", "line", 4),
        neck.path(stroke="white", width=9),
        Pen().move(60, 46).curve((72, 48), (82, 56), (90, 66)).curve((78, 68), (64, 62), (60, 46)).close().path("line"),
        Pen().move(48, 50).curve((54, 60), (62, 62), (70, 62)).path(stroke="slate", width=3),
        polygon(((31, 17), (9, 25), (31, 26)), "gold", "line", 3),
        Circle(35, 20, 8.5, "white", "line", 3.5),
        Pen().move(29, 13).curve((33, 7), (41, 9), (42, 15)).close().path("vermilion", "line", 2),
        Circle(33, 20, 2.4, "line"),
    )


def _tiger() -> Drawn:
    """Return a tiger's head with the sign of a king on its brow."""
    head = Pen().move(17, 50).curve((16, 22), (84, 22), (83, 50)).curve((82, 70), (68, 85), (50, 87))
    head.curve((32, 85), (18, 70), (17, 50)).close()
    cheeks = (
        Pen().move(18, 53).line((31, 56)).path(stroke="line", width=5),
        Pen().move(22, 66).line((34, 64)).path(stroke="line", width=5),
    )
    ears = (Circle(25, 29, 12, "bone", "line", 4), Circle(75, 29, 12, "bone", "line", 4))
    return (
        *ears,
        Circle(25, 29, 5, "ember"),
        Circle(75, 29, 5, "ember"),
        head.path("bone", "line", 4),
        Pen().move(40, 32).line((60, 32)).move(42, 39).line((58, 39)).move(50, 32).line((50, 45)).path("", "line", 4.5),
        *cheeks,
        *(mirrored(one) for one in cheeks),
        Pen().move(28, 46).line((42, 52)).move(72, 46).line((58, 52)).path(stroke="line", width=4.5),
        Circle(37, 55, 4.6, "line"),
        Circle(63, 55, 4.6, "line"),
        polygon(((42, 62), (58, 62), (50, 70)), "line", "line", 2),
        Pen()
        .move(50, 69)
        .curve((48, 78), (40, 78), (36, 74))
        .move(50, 69)
        .curve((52, 78), (60, 78), (64, 74))
        .path("", "line", 3.5),
        polygon(((41, 76), (46, 76), (43, 84)), "white", "line", 2),
        polygon(((54, 76), (59, 76), (57, 84)), "white", "line", 2),
    )


def _monkey() -> Drawn:
    """Return the monkey with his circlet."""
    face = Pen().move(50, 38).curve((40, 28), (24, 36), (28, 52)).curve((30, 58), (32, 60), (32, 66))
    face.curve((32, 86), (68, 86), (68, 66)).curve((68, 60), (70, 58), (72, 52)).curve((76, 36), (60, 28), (50, 38))
    band = Pen().move(20, 40).curve((30, 20), (70, 20), (80, 40))
    return (
        Circle(18, 52, 11, "bone", "line", 4),
        Circle(82, 52, 11, "bone", "line", 4),
        Circle(50, 51, 35, "ember", "line", 4),
        face.close().path("bone", "line", 3),
        Circle(40, 50, 4.8, "line"),
        Circle(60, 50, 4.8, "line"),
        Circle(46, 62, 2.4, "line"),
        Circle(54, 62, 2.4, "line"),
        Pen().move(39, 71).curve((44, 78), (56, 78), (61, 71)).path(stroke="line", width=3.8),
        band.path(stroke="line", width=12),
        band.path(stroke="glow", width=6.5),
        Circle(50, 25, 5.5, "vermilion", "line", 2.5),
    )


def _snake() -> Drawn:
    """Return a snake that has raised itself."""
    body = Pen().move(19, 80).curve((36, 88), (84, 88), (82, 71)).curve((80, 56), (24, 70), (22, 53))
    body.curve((20, 38), (62, 46), (62, 30))
    head = [(62, 39), (50, 32), (46, 21), (55, 12), (70, 14), (77, 24), (73, 34)]
    return (
        Pen().move(49, 22).line((35, 19)).move(41, 20).line((35, 26)).path(stroke="vermilion", width=4),
        body.path(stroke="line", width=21),
        body.path(stroke="glow", width=14),
        flowing(head, True).path("glow", "line", 4),
        Circle(57, 21, 3.6, "line"),
        Pen().move(66, 20).line((72, 27)).path(stroke="moss", width=4),
        *(Circle(x, y, 3.2, "moss") for x, y in ((38, 84), (56, 85), (74, 78), (62, 66), (44, 63), (29, 56), (40, 44))),
    )


ANIMALS: tuple[Drawn, ...] = (_crane(), _tiger(), _monkey(), _snake())
"""By seat: the animal of its school."""


def fighter(seat: int) -> Drawn:
    """Return a fighter of a seat."""
    return (*_stand(seat), *placed(ANIMALS[seat], 4, 4, 92))


# Signs of the seats, flags


def mark(seat: int, stroke: str) -> Drawn:
    """Return the sign of a seat in one colour: a feather, three claws, a circlet, a wave."""
    match seat:
        case 0:
            vane = Pen().move(22, 86).curve((16, 40), (44, 12), (82, 10)).curve((84, 52), (62, 78), (22, 86)).close()
            return (
                vane.path("", stroke, 10),
                Pen().move(14, 94).line((62, 34)).path(stroke=stroke, width=9),
            )
        case 1:
            return (
                Pen().move(34, 12).curve((20, 40), (18, 64), (22, 88)).path(stroke=stroke, width=13),
                Pen().move(58, 10).curve((46, 40), (46, 66), (50, 92)).path(stroke=stroke, width=13),
                Pen().move(84, 16).curve((74, 42), (74, 62), (78, 84)).path(stroke=stroke, width=13),
            )
        case 2:
            return (
                oval(50, 52, 40, 30).path("", stroke, 12),
                Circle(50, 22, 13, stroke),
            )
    wave = Pen().move(14, 74).curve((50, 104), (90, 74), (56, 54)).curve((18, 36), (36, 4), (86, 22))
    return (wave.path(stroke=stroke, width=14),)


def flag(seat: int) -> Drawn:
    """Return the flag of a seat."""
    cloth = Pen().move(20, 8).curve((44, -2), (62, 18), (94, 8)).line((94, 60)).curve((62, 70), (44, 50), (20, 60))
    return (
        Pen().move(20, 98).line((20, 4)).path(stroke="white", width=14),
        Pen().move(20, 98).line((20, 4)).path(stroke="line", width=8),
        cloth.close().path(COLOURS[seat], "line", 5),
        *placed(mark(seat, ON[seat]), 40, 14, 40),
    )


# Element tokens


def stone(turned: bool = False) -> Drawn:
    """Return a round token: a mossy boulder, or its other face, hollow, with a spiral cut into it."""
    rim = [(30, 7), (66, 4), (92, 24), (97, 58), (80, 88), (46, 96), (14, 82), (3, 50), (10, 22)]
    under = flowing([(x, y + 4) for x, y in rim], True).path("line")
    if turned:
        spiral = [
            (50 + (4 + 3.0 * at) * math.cos(0.75 * at), 49 + (4 + 2.8 * at) * math.sin(0.75 * at)) for at in range(10)
        ]
        return (
            under,
            flowing(rim, True).path("slate", "line", 4),
            flowing([(50 + (x - 50) * 0.82, 50 + (y - 50) * 0.82) for x, y in rim], True).path("", "chalk", 3),
            flowing(spiral).path("", "line", 9),
            flowing(spiral).path("", "white", 4.5),
        )
    top = [(34, 18), (62, 15), (80, 30), (82, 52), (66, 66), (40, 68), (22, 54), (20, 32)]
    return (
        under,
        flowing(rim, True).path("slate", "line", 4),
        flowing([(x, y - 5) for x, y in rim], True).path("stone", "line", 2.5),
        flowing(top, True).path("chalk"),
        Pen().move(40, 26).line((50, 38), (44, 50)).move(50, 38).line((64, 34)).path("", "slate", 3),
        flowing([(12, 62), (24, 58), (34, 70), (50, 74), (54, 84), (36, 90), (18, 78)], True).path("moss", "line", 2.5),
        Circle(26, 68, 2.4, "jade"),
        Circle(38, 80, 2.4, "jade"),
        flowing([(74, 70), (86, 62), (90, 70), (80, 82)], True).path("moss", "line", 2),
    )


def pond() -> Drawn:
    """Return a square token: a basin of water with a lotus."""
    leaf = Pen().move(66, 62).line((54, 52)).curve((50, 70), (60, 82), (74, 80)).curve((88, 78), (92, 60), (80, 52))
    petals = [(34, 22), (44, 38), (34, 46), (24, 38)]
    return (
        box(3, 8, 94, 91, 10, "line", "line", 3),
        box(3, 3, 94, 91, 10, "stone", "line", 4),
        box(13, 13, 74, 71, 7, "white"),
        Path(box(13, 13, 74, 71, 7).steps, "indigo", "line", 3, 0.55),
        box(13, 13, 74, 71, 7, "", "line", 3),
        Pen()
        .move(22, 66)
        .curve((30, 60), (36, 60), (44, 66))
        .move(54, 28)
        .curve((62, 22), (70, 22), (78, 28))
        .path("", "white", 3.5),
        Pen().move(56, 38).curve((62, 34), (68, 34), (74, 38)).path("", "white", 3),
        leaf.close().path("jade", "line", 3),
        polygon([(x - 9, y + 3) for x, y in petals], "white", "line", 2.5),
        polygon([(x + 9, y + 3) for x, y in petals], "white", "line", 2.5),
        polygon(petals, "vermilion", "line", 2.5),
        Pen()
        .move(3, 30)
        .line((13, 30))
        .move(87, 60)
        .line((97, 60))
        .move(60, 84)
        .line((60, 94))
        .move(40, 3)
        .line((40, 13))
        .path("", "slate", 3),
    )


# What is done


def pawn(x: float, y: float, size: float, fill: str) -> Drawn:
    """Return a small figure that stands on (x, y): filled for an own one, hollow for an enemy."""
    body = (
        Pen()
        .move(x - size * 0.32, y)
        .curve((x - size * 0.3, y - size * 0.42), (x - size * 0.14, y - size * 0.5), (x, y - size * 0.52))
    )
    body.curve((x + size * 0.14, y - size * 0.5), (x + size * 0.3, y - size * 0.42), (x + size * 0.32, y)).close()
    return (body.path(fill, "line", 6), Circle(x, y - size * 0.68, size * 0.2, fill, "line", 6))


def _arrow(start: Point, end: Point) -> Drawn:
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    dx, dy = dx / far, dy / far
    back = (end[0] - 20 * dx, end[1] - 20 * dy)
    tip = (end, (back[0] - 15 * dy, back[1] + 15 * dx), (back[0] + 15 * dy, back[1] - 15 * dx))
    return (
        Pen().move(*start).line((end[0] - 12 * dx, end[1] - 12 * dy)).path("", "line", 11),
        polygon(tip, "line", "line", 4),
    )


def _lying() -> Drawn:
    """Return an enemy on the ground."""
    made: list[Path | Circle] = []
    for one in pawn(50, 50, 62, "white"):
        if isinstance(one, Path):
            steps = tuple(
                tuple(part if isinstance(part, str) else (104 - part[1] - 22, part[0] + 22) for part in step)
                for step in one.steps
            )
            made.append(replace(one, steps=steps))
        elif isinstance(one, Circle):
            made.append(replace(one, x=104 - one.y - 22, y=one.x + 22))
    return tuple(made)


VERBS: dict[Verb, Drawn] = {
    Verb.PLACE: (
        *_arrow((50, 2), (50, 40)),
        *pawn(50, 96, 54, "line"),
        Pen().move(8, 97).line((92, 97)).path("", "line", 6),
    ),
    Verb.MOVE: (*pawn(24, 84, 68, "line"), *_arrow((48, 62), (98, 62))),
    Verb.PUSH: (*_arrow((2, 62), (52, 62)), *pawn(76, 84, 68, "white")),
    Verb.REMOVE: (*pawn(50, 96, 54, "white"), *_arrow((50, 40), (50, 0))),
    Verb.TOPPLE: (
        *_lying(),
        Pen().move(30, 40).line((22, 24)).move(50, 34).line((50, 14)).move(70, 40).line((80, 24)).path("", "line", 7),
        Pen().move(8, 97).line((92, 97)).path("", "line", 6),
    ),
    Verb.BLOCK: (
        Pen().move(26, 98).line((26, 6)).path("", "line", 10),
        polygon(((26, 8), (90, 28), (26, 52)), "line", "line", 6),
        Pen().move(8, 97).line((92, 97)).path("", "line", 6),
    ),
}  # fmt: skip
"""By verb: its sign; own figures are full, those of enemies hollow."""


def yin_yang() -> Drawn:
    """Return the sign of the cost."""
    k = 46 * 0.5523
    dark = Pen().move(50, 4).curve((50 + k, 4), (96, 50 - k), (96, 50)).curve((96, 50 + k), (50 + k, 96), (50, 96))
    dark.curve((37, 96), (27, 86), (27, 73)).curve((27, 60), (37, 50), (50, 50)).curve((63, 50), (73, 40), (73, 27))
    dark.curve((73, 14), (63, 4), (50, 4))
    return (
        Circle(50, 50, 46, "white", "line", 5),
        dark.close().path("line"),
        Circle(50, 27, 7.5, "line"),
        Circle(50, 73, 7.5, "white"),
    )


def palm() -> Drawn:
    """Return the sign of the result: an open hand."""
    hand = (
        Pen()
        .move(26, 96)
        .curve((24, 84), (10, 70), (4, 54))
        .curve((2, 44), (12, 42), (18, 50))
        .line((26, 60), (26, 20))
    )
    hand.curve((26, 10), (38, 10), (38, 20)).line((40, 44), (42, 12)).curve((42, 2), (55, 2), (55, 12))
    hand.line((56, 44), (60, 16)).curve((61, 7), (73, 8), (72, 18)).line((70, 48), (77, 28))
    hand.curve((80, 20), (91, 23), (89, 32)).line((80, 66)).curve((76, 80), (72, 88), (72, 96)).close()
    return (hand.path("white", "line", 6),)


def staves() -> Drawn:
    """Return two crossed staves, the emblem of the game."""
    made: list[Path | Circle] = []
    for flip in (False, True):
        shaft = Pen().move(12, 88).line((88, 12))
        parts: list[Path] = [shaft.path("", "line", 15), shaft.path("", "gold", 8)]
        for x, y in ((22, 78), (78, 22)):
            band = Pen().move(x - 5, y + 5).line((x + 5, y - 5))
            parts += [band.path("", "line", 15), band.path("", "vermilion", 10)]
        made += [mirrored(one) if flip else one for one in parts]
    return tuple(made)


def knot() -> Drawn:
    """Return the sign of exhaustion: a broken bead."""
    return (
        Circle(50, 50, 45, "white", "vermilion", 10),
        Pen().move(50, 20).line((50, 58)).path("", "line", 13),
        Circle(50, 76, 7, "line"),
    )


def dan() -> Drawn:
    """Return a bead of Dan: a knotted belt."""
    return (
        Circle(50, 50, 44, "plum", "line", 7),
        Pen().move(16, 42).line((84, 42)).move(16, 58).line((84, 58)).path("", "gold", 8),
        box(36, 34, 28, 32, 6, "gold", "line", 5),
    )


def _sprites() -> dict[str, Sprite]:
    """Return the sprites by name."""
    drawn: dict[str, Drawn] = {f"fighter-{seat}": fighter(seat) for seat in range(len(COLOURS))}
    drawn |= {f"flag-{seat}": flag(seat) for seat in range(len(COLOURS))}
    drawn |= {
        f"mark-{seat}": (Circle(50, 50, 46, COLOURS[seat], "line", 6), *placed(mark(seat, ON[seat]), 24, 24, 52))
        for seat in range(len(COLOURS))
    }
    drawn |= {f"verb-{verb.label}": shapes for verb, shapes in VERBS.items()}
    drawn |= {
        "stone": stone(),
        "turned": stone(turned=True),
        "pond": pond(),
        "yin-yang": yin_yang(),
        "palm": palm(),
        "staves": staves(),
        "worn": knot(),
        "dan": dan(),
        "dan-spent": (Circle(50, 50, 40, "", "slate", 9),),
    }
    return {name: Sprite(name, SIDE, SIDE, shapes, BLEED) for name, shapes in drawn.items()}


SPRITES = _sprites()
