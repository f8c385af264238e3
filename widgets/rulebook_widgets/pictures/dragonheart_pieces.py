"""The cards of Dragonheart as sprites: nine pictures, three sizes of card, backs, frames, the Great Dragon.

The pictures are drawn on a square of 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulebook.games.dragonheart.cards import CARDS, FRAMES, Card, Kind
from rulebook.words import _
from rulebook_widgets.pictures.lettering import centred
from rulebook_widgets.pictures.lights import BLEED, SIDE
from rulebook_widgets.scene import Circle, Path, Pen, Sprite, Text, box, polygon, star

Drawn = tuple[Path | Circle | Text, ...]

CARD = (82.0, 120.0)
"""The size of a card of the hand."""
SMALL = (34.0, 46.0)
"""The size of a card on the board."""
BACK = (26.0, 36.0)
"""The size of a back in the other hand."""

TINTS = {
    Kind.DWARF: "slate",
    Kind.TREASURE: "gold",
    Kind.SHIP: "indigo",
    Kind.HUNTRESS: "jade",
    Kind.KNIGHT: "white",
    Kind.PETRIFIED: "chalk",
    Kind.FIRE: "vermilion",
    Kind.SORCERESS: "plum",
    Kind.TROLL: "moss",
}
"""The colour that tints each kind's cards."""


def placed(shapes: Sequence[Path | Circle | Text], x: float, y: float, size: float, flip: bool = False) -> Drawn:
    """Return shapes on a square of 100 moved and scaled to a square of `size` at (x, y), mirrored if asked."""
    k = size / SIDE

    def across(at: float) -> float:
        return x + (SIDE - at if flip else at) * k

    made: list[Path | Circle | Text] = []
    for one in shapes:
        if isinstance(one, Path):
            steps = tuple(
                tuple(part if isinstance(part, str) else (across(part[0]), y + part[1] * k) for part in step)
                for step in one.steps
            )
            made.append(replace(one, steps=steps, width=one.width * k, dash=tuple(part * k for part in one.dash)))
        elif isinstance(one, Circle):
            made.append(replace(one, x=across(one.x), y=y + one.y * k, r=one.r * k, width=one.width * k))
        else:
            made.append(replace(one, x=across(one.x), y=y + one.y * k, size=one.size * k))
    return tuple(made)


# The nine pictures


def _dwarf() -> Drawn:
    beard = Pen().move(20, 46).curve((16, 74), (34, 98), (50, 99)).curve((66, 98), (84, 74), (80, 46)).close()
    cap = Pen().move(16, 46).curve((18, 26), (30, 10), (60, 1)).curve((74, 14), (82, 28), (84, 46)).close()
    whiskers = Pen().move(50, 62).curve((44, 72), (30, 74), (24, 66)).curve((32, 66), (38, 58), (50, 60))
    whiskers.curve((62, 58), (68, 66), (76, 66)).curve((70, 74), (56, 72), (50, 62)).close()
    return (
        beard.path("white", "line", 4),
        Pen().move(38, 76).curve((38, 86), (42, 90), (45, 94)).path(stroke="slate", width=3),
        Pen().move(62, 76).curve((62, 86), (58, 90), (55, 94)).path(stroke="slate", width=3),
        box(26, 40, 48, 22, 8, "bone", "line", 3),
        Circle(38, 50, 3.5, "line"),
        Circle(62, 50, 3.5, "line"),
        whiskers.path("chalk", "line", 3),
        Circle(50, 56, 8, "vermilion", "line", 3),
        cap.path("ember", "line", 4),
        box(11, 36, 78, 11, 5, "gold", "line", 4),
    )


def _treasure() -> Drawn:
    lid = Pen().move(10, 44).curve((8, 16), (22, 6), (50, 6)).curve((78, 6), (92, 16), (90, 44)).close()
    heap = Pen().move(14, 56).curve((18, 40), (34, 34), (50, 34)).curve((66, 34), (82, 40), (86, 56)).close()
    coins = [Circle(x, y, 8, "gold", "line", 3) for x, y in ((28, 47), (72, 47), (42, 41), (59, 42), (50, 50))]
    return (
        lid.path("ember", "line", 4),
        Pen().move(18, 42).curve((18, 22), (28, 14), (50, 14)).curve((72, 14), (82, 22), (82, 42)).close().path("line"),
        heap.path("gold", "line", 4),
        *coins,
        polygon(((66, 24), (76, 34), (66, 46), (56, 34)), "vermilion", "line", 3),
        box(8, 54, 84, 42, 5, "ember", "line", 4),
        box(16, 54, 10, 42, 1, "gold", "line", 3),
        box(74, 54, 10, 42, 1, "gold", "line", 3),
        box(41, 50, 18, 24, 4, "gold", "line", 4),
        Circle(50, 60, 4, "line"),
        Pen().move(50, 61).line((50, 68)).path(stroke="line", width=4),
    )


def _ship() -> Drawn:
    hull = Pen().move(4, 62).line((88, 62), (98, 54)).curve((96, 74), (88, 88), (78, 92)).line((24, 92))
    hull.curve((14, 86), (6, 76), (4, 62)).close()
    sail = Pen().move(20, 14).curve((34, 20), (60, 20), (76, 14)).curve((86, 28), (86, 42), (78, 54))
    sail.curve((60, 48), (36, 48), (20, 54)).curve((28, 40), (28, 28), (20, 14)).close()
    stripe = Pen().move(27, 29).curve((42, 33), (64, 33), (83, 28)).line((84, 40)).curve((64, 43), (42, 43), (26, 42))
    return (
        Pen().move(50, 62).line((50, 2)).path(stroke="line", width=6),
        polygon(((50, 1), (26, 6), (50, 12)), "vermilion", "line", 3),
        sail.path("white", "line", 4),
        stripe.close().path("indigo"),
        replace(sail.path("", "line", 4)),
        hull.path("ember", "line", 4),
        Pen().move(10, 73).line((91, 73)).path(stroke="line", width=3),
        *(Circle(x, 82, 3.5, "gold", "line", 2) for x in (32, 50, 68)),
        Pen()
        .move(2, 95)
        .curve((10, 88), (18, 88), (26, 95))
        .curve((34, 100), (42, 88), (50, 95))
        .curve((58, 100), (66, 88), (74, 95))
        .curve((82, 100), (90, 88), (98, 95))
        .path(stroke="indigo", width=6),
    )


def _huntress() -> Drawn:
    cloak = Pen().move(6, 99).curve((6, 76), (18, 66), (36, 64)).curve((56, 66), (68, 76), (68, 99)).close()
    hood = Pen().move(10, 62).curve((4, 30), (18, 6), (44, 4)).curve((58, 16), (68, 36), (62, 62))
    hood.curve((54, 78), (18, 78), (10, 62)).close()
    face = Pen().move(22, 46).curve((22, 28), (30, 24), (38, 24)).curve((46, 24), (54, 28), (54, 46))
    face.curve((54, 62), (44, 68), (38, 68)).curve((32, 68), (22, 62), (22, 46)).close()
    hair = Pen().move(21, 46).curve((24, 34), (32, 36), (40, 26)).curve((44, 34), (50, 36), (55, 46))
    hair.curve((54, 26), (46, 21), (38, 21)).curve((28, 21), (21, 28), (21, 46)).close()
    return (
        cloak.path("moss", "line", 4),
        hood.path("jade", "line", 4),
        face.path("bone", "line", 3),
        hair.path("ember", "line", 3),
        Circle(31, 48, 3, "line"),
        Circle(45, 48, 3, "line"),
        Pen().move(34, 58).curve((36, 61), (40, 61), (43, 58)).path(stroke="ember", width=3),
        Pen().move(72, 8).curve((104, 30), (104, 72), (72, 94)).path(stroke="line", width=9),
        Pen().move(72, 8).curve((104, 30), (104, 72), (72, 94)).path(stroke="gold", width=4),
        Pen().move(72, 8).line((72, 94)).path(stroke="line", width=2.5),
        Pen().move(58, 80).line((92, 52)).path(stroke="line", width=4),
        polygon(((98, 47), (93, 60), (85, 51)), "white", "line", 3),
    )


def _knight() -> Drawn:
    plume = Pen().move(48, 22).curve((34, 2), (62, -4), (84, 10)).curve((98, 22), (98, 40), (92, 52))
    plume.curve((88, 36), (74, 24), (48, 22)).close()
    helm = Pen().move(16, 56).curve((14, 30), (28, 16), (50, 16)).curve((72, 16), (86, 30), (84, 56))
    helm.curve((84, 72), (80, 82), (74, 90)).line((26, 90)).curve((20, 82), (16, 72), (16, 56)).close()
    visor = Pen().move(12, 46).line((88, 46)).curve((88, 64), (74, 82), (50, 88)).curve((26, 82), (12, 64), (12, 46))
    return (
        plume.path("vermilion", "line", 4),
        helm.path("stone", "line", 4),
        visor.close().path("chalk", "line", 4),
        box(20, 50, 60, 9, 4, "line"),
        *(
            Pen().move(x, 66).line((x, 66 + long)).path(stroke="line", width=4)
            for x, long in ((38, 11), (50, 14), (62, 11))
        ),
        Pen().move(50, 16).line((50, 46)).path(stroke="line", width=4),
        Circle(17, 46, 6, "gold", "line", 3),
        Circle(83, 46, 6, "gold", "line", 3),
        box(20, 86, 60, 12, 4, "slate", "line", 4),
    )


def _dragon(body: str, crest: str, eye: str) -> Drawn:
    """Return a dragon's head that looks to the right."""
    head = Pen().move(6, 99).curve((4, 70), (10, 48), (26, 34)).curve((34, 24), (46, 22), (56, 26))
    head.curve((66, 30), (74, 32), (82, 31)).curve((92, 31), (96, 40), (90, 47)).line((80, 50), (58, 57))
    head.line((78, 62), (86, 68)).curve((84, 78), (70, 80), (56, 76)).curve((48, 80), (50, 90), (54, 99)).close()
    spikes = Pen().move(20, 42).line((4, 36), (13, 53), (-1, 54), (8, 66), (-2, 72), (6, 82)).close()
    return (
        spikes.path(crest, "line", 3),
        head.path(body, "line", 4),
        Pen()
        .move(30, 34)
        .curve((24, 22), (14, 16), (4, 16))
        .curve((12, 6), (34, 8), (44, 24))
        .close()
        .path("bone", "line", 4),
        polygon(((62, 56), (66, 48.5), (69, 54)), "white", "line", 2),
        polygon(((73, 52.5), (77, 45.5), (80, 50.5)), "white", "line", 2),
        polygon(((66, 60), (70, 54), (74, 61.5)), "white", "line", 2),
        Circle(86, 38, 2.8, "line"),
        polygon(((44, 38), (60, 42), (50, 49)), eye, "line", 3),
        Pen().move(22, 99).curve((20, 84), (22, 72), (30, 62)).path(stroke="line", width=2.5, alpha=0.6),
        Pen().move(36, 99).curve((34, 90), (36, 80), (40, 74)).path(stroke="line", width=2.5, alpha=0.6),
    )


def _fire() -> Drawn:
    flame = Pen().move(64, 60).curve((74, 52), (86, 58), (99, 50)).curve((96, 60), (100, 64), (99, 74))
    flame.curve((94, 70), (92, 76), (94, 86)).curve((84, 84), (86, 76), (78, 76)).curve((72, 74), (66, 70), (64, 60))
    inner = Pen().move(70, 62).curve((78, 58), (84, 64), (91, 61)).curve((88, 68), (90, 70), (87, 76))
    inner.curve((82, 70), (74, 72), (70, 62)).close()
    drawn = _dragon("vermilion", "ember", "glow")
    return (*drawn, flame.close().path("gold", "line", 3), inner.path("white"))


def _petrified() -> Drawn:
    drawn = placed(_dragon("stone", "slate", "slate"), 10, 0, 88, flip=True)
    cracks = Pen().move(78, 36).line((70, 48), (76, 56), (66, 70), (70, 84)).move(70, 48).line((60, 50))
    cracks.move(66, 70).line((56, 68)).move(30, 30).line((38, 37), (36, 44))
    moss = Pen().move(50, 24).curve((56, 18), (66, 20), (72, 28)).curve((66, 32), (62, 27), (58, 33))
    return (
        *drawn,
        cracks.path(stroke="line", width=3.5),
        moss.curve((56, 27), (52, 29), (50, 24)).close().path("jade", "line", 2.5),
        polygon(((34, 99), (40, 85), (58, 88), (72, 80), (90, 86), (99, 99)), "slate", "line", 4),
        polygon(((4, 99), (10, 89), (24, 87), (34, 99)), "stone", "line", 4),
    )


def _sorceress() -> Drawn:
    robe = Pen().move(8, 99).curve((10, 80), (22, 72), (40, 72)).curve((58, 72), (68, 80), (70, 99)).close()
    hair = Pen().move(14, 50).curve((8, 66), (12, 78), (14, 86)).line((66, 86)).curve((70, 78), (72, 66), (66, 50))
    face = Pen().move(24, 50).line((56, 50)).curve((57, 66), (48, 76), (40, 76)).curve((32, 76), (23, 66), (24, 50))
    hat = Pen().move(18, 44).curve((24, 26), (30, 10), (56, 2)).curve((48, 10), (58, 28), (62, 44)).close()
    brim = Pen().move(2, 47).curve((14, 36), (66, 36), (78, 47)).curve((64, 56), (16, 56), (2, 47)).close()
    return (
        hair.close().path("gold", "line", 4),
        robe.path("plum", "line", 4),
        face.close().path("bone", "line", 3),
        Circle(33, 59, 3, "line"),
        Circle(47, 59, 3, "line"),
        Pen().move(36, 68).curve((38, 71), (42, 71), (44, 68)).path(stroke="ember", width=3),
        hat.path("plum", "line", 4),
        polygon(star(42, 28, 8, 3.5, 5), "glow"),
        brim.path("plum", "line", 4),
        Pen().move(84, 99).line((84, 30)).path(stroke="line", width=9),
        Pen().move(84, 99).line((84, 30)).path(stroke="gold", width=4),
        polygon(star(84, 20, 16, 7, 5), "glow", "line", 3.5),
    )


def _troll() -> Drawn:
    body = Pen().move(2, 99).curve((2, 76), (16, 66), (40, 66)).curve((64, 66), (78, 76), (78, 99)).close()
    head = Pen().move(12, 52).curve((4, 24), (20, 8), (40, 8)).curve((60, 8), (76, 24), (68, 52))
    head.curve((72, 76), (58, 84), (40, 84)).curve((22, 84), (8, 76), (12, 52)).close()
    club = Pen().move(78, 99).line((76, 56)).curve((68, 40), (74, 14), (86, 12)).curve((100, 14), (102, 40), (92, 56))
    return (
        body.path("ember", "line", 4),
        club.line((90, 99)).close().path("slate", "line", 4),
        *(Circle(x, y, 3.5, "bone", "line", 2.5) for x, y in ((82, 28), (91, 38), (82, 46))),
        Pen().move(14, 40).line((1, 34), (4, 52), (14, 56)).close().path("moss", "line", 4),
        Pen().move(66, 40).line((79, 34), (76, 52), (66, 56)).close().path("moss", "line", 4),
        head.path("jade", "line", 4),
        Pen()
        .move(24, 14)
        .line((28, 1), (36, 10), (42, -2), (48, 10), (56, 2), (57, 15))
        .close()
        .path("line", "line", 3),
        Pen().move(18, 36).line((36, 40)).move(62, 36).line((44, 40)).path(stroke="line", width=6),
        Circle(28, 45, 4.5, "glow", "line", 3),
        Circle(52, 45, 4.5, "glow", "line", 3),
        Pen()
        .move(32, 58)
        .curve((30, 46), (50, 46), (48, 58))
        .curve((46, 64), (34, 64), (32, 58))
        .close()
        .path("moss", "line", 3),
        Pen().move(20, 70).curve((32, 76), (48, 76), (60, 70)).path(stroke="line", width=5),
        polygon(((24, 73), (28, 58), (34, 74)), "white", "line", 3),
        polygon(((46, 74), (52, 58), (56, 73)), "white", "line", 3),
    )


ARTS: dict[Kind, Drawn] = {
    Kind.DWARF: _dwarf(),
    Kind.TREASURE: _treasure(),
    Kind.SHIP: _ship(),
    Kind.HUNTRESS: _huntress(),
    Kind.KNIGHT: _knight(),
    Kind.PETRIFIED: _petrified(),
    Kind.FIRE: _fire(),
    Kind.SORCERESS: _sorceress(),
    Kind.TROLL: _troll(),
}


def _great() -> Drawn:
    """Return the Great Dragon: a golden face with horns on a round token."""
    face = Pen().move(50, 90).curve((38, 88), (34, 76), (34, 68)).curve((22, 60), (20, 46), (26, 36))
    face.line((50, 28), (74, 36)).curve((80, 46), (78, 60), (66, 68)).curve((66, 76), (62, 88), (50, 90)).close()
    horn = Pen().move(28, 38).curve((14, 32), (10, 20), (16, 6)).curve((20, 18), (30, 22), (42, 30)).close()
    frill = polygon(((27, 42), (9, 42), (20, 54), (10, 66), (27, 62)), "vermilion", "line", 3)
    left = (frill, horn.path("bone", "line", 3.5), polygon(((32, 48), (47, 55), (36, 58)), "white", "line", 3))
    return (
        Circle(50, 52, 47, "line"),
        Circle(50, 49, 47, "plum", "line", 4),
        Circle(50, 49, 41, "", "gold", 2.5),
        *left[:2],
        *placed(left[:2], 0, 0, SIDE, flip=True),
        face.path("gold", "line", 4),
        left[2],
        *placed(left[2:], 0, 0, SIDE, flip=True),
        polygon(((50, 12), (58, 34), (50, 46), (42, 34)), "ember", "line", 3),
        Circle(44, 76, 2.6, "line"),
        Circle(56, 76, 2.6, "line"),
        Pen().move(40, 83).curve((46, 86), (54, 86), (60, 83)).path(stroke="line", width=3),
    )


# Cards


def _tinted(w: float, h: float, kind: Kind, r: float) -> Drawn:
    return (
        Path(box(2, 3.5, w - 2, h - 3, r).steps, "line", alpha=0.35),
        box(1, 1, w - 2, h - 3, r, "bone"),
        Path(box(1, 1, w - 2, h - 3, r).steps, TINTS[kind], alpha=0.32 if kind is not Kind.PETRIFIED else 0.9),
        box(1, 1, w - 2, h - 3, r, "", "line", 1.8 if w > 50 else 1.4),
    )


def _card(card: Card) -> Drawn:
    """Return a card of the hand: its picture, its value on a shield, its name."""
    w, h = CARD
    shapes: list[Path | Circle | Text] = [*_tinted(w, h, card.kind, 9)]
    shapes += placed(ARTS[card.kind], 10, 24, w - 20)
    shapes += [box(5, h - 32, w - 10, 26, 6, "bone", "line", 1.2)]
    words = _(card.kind.label).split()
    lines = [words] if len(words) == 1 else [words[:1], words[1:]]
    for at, part in enumerate(lines):
        y = h - 19 + (at - (len(lines) - 1) / 2) * 12
        shapes.append(centred(w / 2, y, " ".join(part), 16 if len(lines) == 1 else 13, w - 15, "line", 700))
    if card.value:
        shapes.append(Circle(18, 18, 15, "white", "line", 2))
        shapes.append(Text(18, 18.5, str(card.value), 25, "line", 700))
    return tuple(shapes)


def _small(card: Card) -> Drawn:
    """Return a card on the board: the value large at its left edge, where a fan leaves it free."""
    w, h = SMALL
    shapes: list[Path | Circle | Text] = [*_tinted(w, h, card.kind, 5)]
    shapes += placed(ARTS[card.kind], 3, 15 if card.value else 8, 28)
    if card.value:
        shapes.append(Circle(10.5, 10.5, 9, "white", "line", 1.2))
        shapes.append(Text(10.5, 11, str(card.value), 17, "line", 700))
    return tuple(shapes)


def _frame(kind: Kind) -> Drawn:
    """Return an empty frame, its kind a shadow in it."""
    w, h = SMALL
    back = (
        Path(box(1, 1, w - 2, h - 3, 5).steps, "bone", alpha=0.8),
        replace(box(1, 1, w - 2, h - 3, 5, "", "line", 1.5), dash=(4.0, 3.0)),
    )
    ghost = tuple(replace(one, alpha=0.22) for one in placed(ARTS[kind], 4, 9, 26) if isinstance(one, Path | Circle))
    return (*back, *ghost)


def _back(w: float, h: float) -> Drawn:
    """Return a back: a heart with a claw's three marks on it."""
    k = min(w, h) * 0.62
    heart = Pen().move(50, 92).curve((20, 68), (6, 50), (6, 32)).curve((6, 8), (40, 4), (50, 28))
    heart.curve((60, 4), (94, 8), (94, 32)).curve((94, 50), (80, 68), (50, 92)).close()
    claws = [
        Pen().move(x, 30).curve((x + 2, 44), (x - 2, 54), (x - 8, 64)).path(stroke="line", width=7)
        for x in (36, 53, 70)
    ]
    inset = 3.5 if w < 60 else 6.0
    return (
        Path(box(2, 3.5, w - 2, h - 3, 6).steps, "line", alpha=0.35),
        box(1, 1, w - 2, h - 3, 5 if w < 60 else 9, "plum", "line", 1.6),
        box(inset, inset, w - 2 * inset, h - 2 - 2 * inset, 4, "", "gold", 1.0 if w < 60 else 1.6),
        *placed((heart.path("gold", "line", 5), *claws), (w - k) / 2, (h - 2 - k) / 2, k),
    )


def _heap() -> Drawn:
    """Return the sign of a victory pile: cards upon each other under a star."""
    return (
        polygon(((16, 22), (74, 8), (88, 82), (30, 96)), "stone", "line", 5),
        box(18, 12, 62, 80, 8, "bone", "line", 5),
        polygon(star(49, 51, 25, 11, 5), "gold", "line", 4.5),
    )


def _berth(gone: bool) -> Drawn:
    """Return a set of ships that has left, or the place of one that has not."""
    if gone:
        return ARTS[Kind.SHIP]
    hull = ARTS[Kind.SHIP]
    return tuple(replace(one, alpha=0.28) for one in hull if isinstance(one, Path | Circle))


FINE = 170.0
"""From this size on a sprite is painted at twice its size."""


def fine(key: str, w: float, h: float, shapes: Drawn) -> Sprite:
    """Return a sprite of things as large as they are stamped, drawn larger where painters would keep it small."""
    k = max(1.0, FINE / max(w, h))
    return Sprite(key, w * k, h * k, placed(shapes, 0, 0, SIDE * k), BLEED * k)


def sprites() -> dict[str, Sprite]:
    """Return the sprites by name: cards in two sizes, backs, frames, tokens and signs."""
    made: dict[str, Sprite] = {}
    for number, card in enumerate(CARDS):
        made[f"card-{number}"] = fine(f"card-{number}", *CARD, _card(card))
        made[f"small-{number}"] = fine(f"small-{number}", *SMALL, _small(card))
    for kind in Kind:
        if FRAMES[kind]:
            made[f"frame-{kind.value}"] = fine(f"frame-{kind.value}", *SMALL, _frame(kind))
    made["back"] = fine("back", *CARD, _back(*CARD))
    made["small-back"] = fine("small-back", *BACK, _back(*BACK))
    squares = {"great": _great(), "heap": _heap(), "sailed": _berth(True), "berth": _berth(False)}
    return made | {name: Sprite(name, SIDE, SIDE, drawn, BLEED) for name, drawn in squares.items()}


SPRITES = sprites()
