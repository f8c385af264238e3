"""The Quan cards of Wu-xia as shapes: schemas, how one is turned until it fits a zone, a card's lines for each face.

A filled disc is an own fighter, a cross an enemy; the red corner of a schema is its upper left one as printed, so that
a turn is seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulebook.games.wuxia.cards import FACES, Card, Deck, Verb
from rulebook.games.wuxia.state import NOBODY, Stage, State
from rulebook.games.wuxia.zones import ENEMY, OWN, SYMMETRIES, digits, image
from rulebook.words import _
from rulebook_widgets.pictures.dragonheart_pieces import Drawn
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.lettering import centred, room, wrapped
from rulebook_widgets.pictures.wuxia_stage import COLUMN, PANEL, TABLE
from rulebook_widgets.scene import Circle, Path, Pen, Shape, Stamp, Text, box, polygon

HOW = (
    _("as drawn"),
    _("turned 90°"),
    _("turned 180°"),
    _("turned 270°"),
    _("mirrored left to right"),
    _("turned 90° and mirrored"),
    _("mirrored top to bottom"),
    _("turned 270° and mirrored"),
)
"""By symmetry: what is done to a schema; half a turn and a mirror are a mirror the other way."""
EASIEST = (0, 1, 3, 2, 4, 6, 5, 7)
"""The symmetries, those first that are seen most easily."""
UPRIGHT = 6
"""The symmetry that mirrors top to bottom."""


@dataclass(frozen=True)
class Match:
    """A schema laid on a zone's layout, turned and mirrored until as much as possible agrees."""

    symmetry: int
    shown: tuple[int, ...]
    """The schema's cells as they come to lie."""
    layout: tuple[int, ...]
    unlike: tuple[int, ...]
    """Which of the four cells differ."""

    @property
    def fits(self) -> bool:
        """Whether all four cells agree."""
        return not self.unlike


def matched(schema: int, layout: int) -> Match:
    """Return a schema as it lies best on a layout; of several ways the easiest."""
    seen = digits(layout)
    found: list[Match] = []
    for symmetry in EASIEST:
        shown = digits(image(schema, symmetry))
        found.append(Match(symmetry, shown, seen, tuple(at for at in range(4) if shown[at] != seen[at])))
    return min(found, key=lambda match: len(match.unlike))


def grid(cells: tuple[int, ...], x: float, y: float, size: float, symmetry: int = NOBODY) -> list[Shape]:
    """Return four cells, with the printed corner marked where a symmetry has brought it."""
    half = size / 2
    shapes: list[Shape] = [
        box(x, y, size, size, size * 0.07, "white", "line", max(1.4, size * 0.035)),
    ]
    if symmetry != NOBODY:
        shapes.append(_notch(SYMMETRIES[symmetry].index(0), x, y, size))
    pen = (
        Pen().move(x + half, y + 1).line((x + half, y + size - 1)).move(x + 1, y + half).line((x + size - 1, y + half))
    )
    shapes.append(pen.path("", "slate", max(1.0, size * 0.025)))
    for at, digit in enumerate(cells):
        shapes += symbol(digit, x + half * (at % 2 + 0.5), y + half * (at // 2 + 0.5), half)
    return shapes


def _notch(at: int, x: float, y: float, size: float) -> Path:
    """Return the mark of the printed upper left corner."""
    px, sx = (x, 1) if at % 2 == 0 else (x + size, -1)
    py, sy = (y, 1) if at < 2 else (y + size, -1)
    k = size * 0.2
    return polygon(
        ((px + sx * 1.2, py + sy * 1.2), (px + sx * k, py + sy * 1.2), (px + sx * 1.2, py + sy * k)), "vermilion"
    )


def symbol(digit: int, x: float, y: float, size: float) -> Drawn:
    """Return the sign of an own fighter or an enemy in a cell of a schema; nothing for an empty one."""
    r = size * 0.3
    if digit == OWN:
        return (Circle(x, y, r, "line"),)
    if digit == ENEMY:
        k = r * 0.88
        cross = Pen().move(x - k, y - k).line((x + k, y + k)).move(x + k, y - k).line((x - k, y + k))
        return (cross.path("", "ember", size * 0.17),)
    return ()


# Cards


def card_face(card: Card, frame: Frame, ready: bool) -> list[Shape]:
    """Return a card with its schema over its name."""
    x, y, w, h = frame
    side = min(40.0, w - 8)
    lines = _named(card.name, w - 6)
    shapes: list[Shape] = [
        Path(box(x + 1, y + 3, w - 1, h - 2, 7).steps, "line", alpha=0.35),
        box(x + 0.5, y + 0.5, w - 1, h - 3, 7, "bone", "line", 1.6),
        *grid(digits(card.schema), x + (w - side) / 2, y + 4.5, side, 0),
    ]
    if not ready:
        shapes.append(Path(box(x + 0.5, y + 0.5, w - 1, h - 3, 7).steps, "", "slate", 1.6))
    gap, size = (13.6, 15.0) if len(lines) < 3 else (12.4, 13.5)
    first = y + 45.5 + (h - 48) / 2 - (len(lines) - 1) * gap / 2
    # An apostrophe is as narrow as an i.
    fits = [min(size, size * (w - 5) / room(line.replace("'", "i"), size, 650)) for line in lines]
    return shapes + [
        Text(x + w / 2, first + at * gap, line, round(fits[at], 1), "line", 650) for at, line in enumerate(lines)
    ]


def _named(name: str, wide: float) -> list[str]:
    """Return a name in two lines where it fits, else in three."""
    for size in (15.0, 14.0):
        lines = wrapped(name, size * 1.02, wide)
        if len(lines) <= 2:
            return lines
    return lines


def back(frame: Frame) -> list[Shape]:
    """Return the back of a card."""
    x, y, w, h = frame
    side = min(w, h) * 0.6
    return [
        Path(box(x + 1, y + 3, w - 1, h - 2, 7).steps, "line", alpha=0.35),
        box(x + 0.5, y + 0.5, w - 1, h - 3, 7, "bone", "line", 1.6),
        box(x + 4.5, y + 4.5, w - 9, h - 11, 4, "moss", "line", 1.2),
        Stamp("staves", x + (w - side) / 2, y + (h - 2 - side) / 2, side, side),
    ]


# A schema over a zone


def turned_sign(symmetry: int, x: float, y: float) -> list[Shape]:
    """Return how a schema was turned: an arrow with the degrees, two triangles for a mirror."""
    shapes: list[Shape] = []
    if symmetry == UPRIGHT:
        return [
            polygon(((x - 14, y + 1), (x, y + 1), (x - 14, y - 11)), "ink"),
            polygon(((x - 14, y + 7), (x, y + 7), (x - 14, y + 19)), "", "ink", 1.8),
            replace(Pen().move(x - 17, y + 4).line((x + 4, y + 4)).path("", "ink", 1.4), dash=(3.0, 2.5)),
        ]
    quarters = symmetry % 4
    if quarters:
        arc = Pen().move(x - 9, y + 3).curve((x - 11, y - 11), (x + 8, y - 14), (x + 9, y - 1))
        shapes += [
            arc.path("", "ink", 2.6),
            polygon(((x + 9, y + 5), (x + 3, y - 3), (x + 15, y - 3)), "ink"),
            Text(x, y + 13, f"{90 * quarters}°", 15, "ink", 700),
        ]
    if symmetry >= 4:
        top = y + (22 if quarters else -6)
        shapes += [
            polygon(((x - 3, top), (x - 3, top + 14), (x - 14, top + 14)), "ink"),
            polygon(((x + 3, top), (x + 3, top + 14), (x + 14, top + 14)), "", "ink", 1.8),
            replace(Pen().move(x, top - 3).line((x, top + 17)).path("", "ink", 1.4), dash=(3.0, 2.5)),
        ]
    return shapes


def panel(match: Match, zone: int, outside: tuple[int, ...]) -> list[Shape]:
    """Return a schema as it is turned onto a zone, over what the zone shows; what differs is crossed."""
    x, y, _w, h = PANEL
    side = 50.0
    low = y + h - side
    shapes: list[Shape] = [
        *grid(match.shown, x, y, side, match.symmetry),
        *grid(match.layout, x, low, side),
    ]
    half = side / 2
    for at in outside:
        cx, cy = x + half * (at % 2), low + half * (at // 2)
        lines = Pen()
        for step in (8, 16, 24):
            lines.move(cx + step, cy + 1.5).line((cx + 1.5, cy + step))
        shapes.append(lines.path("", "stone", 1.6))
    for at in match.unlike:
        for top in (y, low):
            cx, cy = x + half * (at % 2), top + half * (at // 2)
            shapes += [
                box(cx + 1.5, cy + 1.5, half - 3, half - 3, 2, "", "white", 4),
                replace(box(cx + 1.5, cy + 1.5, half - 3, half - 3, 2, "", "vermilion", 2.6)),
                Pen().move(cx + 4, cy + half - 4).line((cx + half - 4, cy + 4)).path("", "vermilion", 2.6),
            ]
    cx, cy = x + half, y + h / 2
    shapes += [Circle(cx, cy, 10.5, "gold" if match.fits else "white", "line", 2)]
    bars = Pen().move(cx - 5, cy - 2.6).line((cx + 5, cy - 2.6)).move(cx - 5, cy + 2.6).line((cx + 5, cy + 2.6))
    shapes.append(bars.path("", "line", 2.2))
    if not match.fits:
        shapes.append(Pen().move(cx - 4, cy + 6.5).line((cx + 4, cy - 6.5)).path("", "vermilion", 2.6))
    right = x + side + 19
    shapes += turned_sign(match.symmetry, right, y + 16)
    return [
        *shapes,
        Circle(right, low + half, 14, "gold" if match.fits else "paper", "line" if match.fits else "ink", 2),
        Text(right, low + half + 0.5, str(zone + 1), 17, "line" if match.fits else "ink", 700),
    ]


# The lines of a card


def columns(deck: Deck, state: State, card: int) -> list[Shape]:
    """Return a column for each face: its dice, and what a card says for it; what can be taken is lit."""
    x, y, w, h = TABLE
    shapes: list[Shape] = []
    taking = state.stage in (Stage.COST, Stage.RESULT)
    if card != NOBODY:
        shapes += _label(x - 24, y)
        shapes += [
            Path(box(x + 1, y + 3, w, h - 1, 8).steps, "line", alpha=0.3),
            box(x, y, w, h - 1, 8, "bone", "line", 1.6),
        ]
    for face in range(1, FACES + 1):
        left = x + COLUMN * (face - 1)
        count = state.dice.count(face)
        if card != NOBODY:
            lit = count and taking
            if lit:
                shapes.append(_lit_line(state.stage, left, y, h))
            if face > 1:
                shapes.append(Pen().move(left, y + 6).line((left, y + h - 8)).path("", "stone", 1.4))
            shapes += _lines(deck.cards[card], state, face, left, y, h)
        shapes += _dice(face, count, state, left, y, card != NOBODY)
    return shapes


def _lit_line(stage: Stage, left: float, y: float, h: float) -> Path:
    """Return the light on the line that is being chosen, for a face that a die shows."""
    if stage is Stage.COST:
        return box(left + 2, y + 37, COLUMN - 4, 25, 5, "gold", "line", 1.6)
    return box(left + 2, y + 61, COLUMN - 4, h - 65, 5, "gold", "line", 1.6)


def _lines(card: Card, state: State, face: int, left: float, y: float, h: float) -> list[Shape]:
    """Return the change of Chi and the action of a face."""
    mid = left + COLUMN / 2
    here = face in state.dice and state.stage is not Stage.TARGET
    result, cost = card.result[face - 1], card.cost[face - 1]
    spent = face == state.spent
    strong = 700 if here or spent else 500
    shapes: list[Shape] = []
    if spent:
        shapes.append(box(left + 8, y + 38, COLUMN - 16, 23, 11, "white", "line", 2))
    shapes.append(Text(mid, y + 50, f"{cost:+d}".replace("-", "−") if cost else "0", 19, "line", strong))
    several = result.verb is not Verb.BLOCK and result.count > 1
    shapes.append(Stamp(f"verb-{result.verb.label}", mid - (22 if several else 12), y + 63, 24, 24))
    if several:
        shapes.append(Text(mid + 13, y + 76, f"×{result.count}", 18, "line", 700))
    word = _(result.verb.label)
    return [*shapes, centred(mid, y + h - 14, word, 15.5, COLUMN - 8, "line", strong)]


def _dice(face: int, count: int, state: State, left: float, y: float, small: bool) -> list[Shape]:
    """Return the dice that show a face, or where it would lie; the one that was spent with its sign."""
    mid = left + COLUMN / 2
    side = 32.0 if small else 46.0
    top = y + (3 if small else 6)
    shapes: list[Shape] = []
    if count:
        spread = min(20.0, (COLUMN - side - 6) / max(count - 1, 1))
        first = mid - side / 2 - spread * (count - 1) / 2
        shapes += [Stamp(f"die-{face}", first + spread * at, top, side, side) for at in range(count)]
    elif face == state.spent:
        shapes.append(Stamp("yin-yang", mid - 14, y + 5, 28, 28))
    elif small:
        shapes.append(Text(mid, y + 21, str(face), 17, "slate", 600))
    else:
        shapes += [
            replace(box(mid - side / 2 + 4, top + 4, side - 8, side - 8, 7, "", "rule", 1.6), dash=(4.0, 4.0)),
            Text(mid, top + side / 2, str(face), 17, "quiet", 500),
        ]
    return shapes


def _label(x: float, y: float) -> list[Shape]:
    """Return what the two lines are called."""
    said = (_("cost"), _("result"))
    return [
        Text(x, y + 14, said[0], min(15.0, 15 * 44 / room(said[0], 15)), "ink", 600),
        Stamp("yin-yang", x - 11, y + 25, 22, 22),
        Stamp("palm", x - 11, y + 61, 22, 22),
        Text(x, y + 94, said[1], min(15.0, 15 * 44 / room(said[1], 15)), "ink", 600),
    ]
