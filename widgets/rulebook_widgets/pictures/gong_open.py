"""Hands that lie open, small: before the other players, and in Family's chart.

Only boards on which nothing is hidden show them; `gong_taps.shown` tells whether a hand is seen.
"""

from __future__ import annotations

from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import GALAXY, JOKER, NUMBER, Cards
from rulebook_widgets.pictures.lettering import centred
from rulebook_widgets.scene import Shape, Stamp, Text, box, polygon

UPRIGHT = 20.0
"""How wide a small face is at least that stands upright, its number over its galaxy."""
WIDEST = 32.0
LYING = 25.0
"""How wide a small face is at least that lies, its number beside its galaxy."""
GAP = 2.0


def faces(hand: Cards, x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return a hand face up, in one row if there is room, else in two, and how many cards had no room."""
    count = len(hand)
    if not count:
        return []
    wide = min(WIDEST, (w + GAP) / count - GAP)
    if wide >= UPRIGHT:
        return [shape for at, card in enumerate(hand) for shape in _upright(card, x + (wide + GAP) * at, y, wide, h)]
    columns = min((count + 1) // 2, int((w + GAP) / (LYING + GAP)))
    wide, high = (w + GAP) / columns - GAP, (h - GAP) / 2
    frames = [(x + (wide + GAP) * at, y + (high + GAP) * row, wide, high) for row in (0, 1) for at in range(columns)]
    fit = count if count <= len(frames) else len(frames) - 1
    shapes = [shape for card, frame in zip(hand[:fit], frames, strict=False) for shape in _lying(card, *frame)]
    if fit < count:
        left, top, _w, _h = frames[-1]
        shapes.append(
            centred(
                left + wide / 2, top + high / 2, f"+{count - fit}", 16 if count - fit < 10 else 15, wide + 4, "ink", 700
            )
        )
    return shapes


def _upright(card: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return a small face, its number over its galaxy."""
    if card == JOKER:
        return _joker(x, y, w, h)
    size = 19.0 if h > 42 else 16.0
    side = min(w - 3, h - size - 2)
    return [
        box(x, y, w, h, 4, "bone", "line", 1.3),
        Text(x + w / 2, y + size / 2 + 0.5, str(NUMBER[card]), size, "line", 700),
        Stamp(f"seal-{GALAXY[card]}", x + (w - side) / 2, y + h - 1.5 - side, side, side),
    ]


def _lying(card: int, x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return a small face, its number beside its galaxy."""
    if card == JOKER:
        return _joker(x, y, w, h)
    side = min(h - 2, w - 12.5)
    spare = w - side - 2
    return [
        box(x, y, w, h, 4, "bone", "line", 1.3),
        Text(x + spare / 2 + 0.5, y + h / 2 + 0.5, str(NUMBER[card]), min(h - 1, 17.5), "line", 700),
        Stamp(f"seal-{GALAXY[card]}", x + w - side - 1, y + (h - side) / 2, side, side),
    ]


def _joker(x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return a small joker: a gong in the night."""
    side = min(w, h) - 4
    return [
        box(x, y, w, h, 4, "bone", "line", 1.3),
        box(x + 2, y + 2, w - 4, h - 4, 3, "indigo"),
        Stamp("disc", x + (w - side) / 2, y + (h - side) / 2, side, side),
    ]


def jokers(hand: Cards, x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return the jokers of a hand of Family side by side, which have no cell in the chart, up to a right edge."""
    count = hand.count(JOKER)
    return [shape for at in range(count) for shape in _joker(x - (w + GAP) * (count - at), y, w, h)]


def tag(card: int, seat: int, x: float, y: float, w: float, h: float, lit: bool) -> list[Shape]:
    """Return the cell of a card in another's hand: its number, and a name tag; dim where it cannot be asked for."""
    mid, left, right = y + h / 2, x + 28, x + w - 5
    corners = ((left - 6, mid), (left, y + 9), (right, y + 9), (right, y + h - 9), (left, y + h - 9))
    name = centred((left + right) / 2 - 1, mid + 0.5, SEATS[seat], 16, 32, "white", 700)
    if not lit:
        return [
            Text(x + 12.5, mid + 0.5, str(NUMBER[card]), 17, "stone", 500),
            polygon(corners, "", "stone", 1.2),
            Text(name.x, name.y, name.words, name.size, "stone", 500),
        ]
    return [
        box(x + 3.5, y + 5, w - 7, h - 10, 6, "paper", "rule", 1.4),
        Text(x + 12.5, mid + 0.5, str(NUMBER[card]), 19, "ink", 600),
        polygon(corners, "indigo", "line", 1.2),
        name,
    ]
