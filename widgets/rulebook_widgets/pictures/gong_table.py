"""The table of Gong: where everything lies, for each of the three games and each number of players.

Throughout, a *place* is a player, `Bo`; a card, `Proxima 4` or `joker`; a pile, `deck`, `row`, `discards`; `gong`,
`mission`; a galaxy, `Proxima`, or one laid down, `family Proxima`; or a button, `keep`, `quiet`, `accept`, `counter`,
`pass`, `show`. The viewer sits below; the others sit clockwise from the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulebook.games.gong.cards import GALAXIES, SIZE
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.gong_cards import CARD
from rulebook_widgets.pictures.gong_emblems import oval
from rulebook_widgets.scene import Circle, Path, Sprite, Text, box, polygon, star

WIDTH = 540.0
EDGE = 6.0
DECK, ROW, DISCARDS, GONG, MISSION, SHOW = "deck", "row", "discards", "gong", "mission", "show"
KEEP, QUIET, ACCEPT, COUNTER, PASS = "keep", "quiet", "accept", "counter", "pass"
BUTTONS = (KEEP, QUIET, ACCEPT, COUNTER, PASS)

PLAQUE = 74.0
"""How high the plaque of another player is."""
ROOMY = 86.0
"""How high it is where all others sit in one row."""
BESIDE = 259.0
"""How wide it is where two players sit face to face, below the others."""
BAR = 66.0
"""How high the viewer's plaque and the buttons are."""
SHOWN = 62.0
"""How much of a card is seen over the row before it."""
ONE_ROW = 7
"""So many cards lie in one row; more in two."""
NARROWEST = 33.0
"""How much of a card stays free at least, as long as the row has room."""
LARGEST = 1.3
"""How much larger a few cards are held."""
CELL = (66.0, 42.0)
"""The size of a cell of Family's chart."""
CHART_LEFT = 140.0


@dataclass(frozen=True)
class Layout:
    """Where things lie at a table."""

    variant: str
    height: float
    table: float
    """Where the table ends and the viewer's own side begins."""
    centre: float
    """Where the middle of the table begins, below the other players."""
    others: tuple[Frame, ...]
    """The plaques of the others, clockwise from the viewer's left."""
    own: Frame
    buttons: tuple[Frame, Frame]
    hand: float
    """Where the hand begins."""

    @property
    def bar(self) -> float:
        """Where the viewer's plaque begins."""
        return self.own[1]

    def lying(self, x: float, y: float, w: float, h: float) -> Frame:
        """Return a frame whose height is counted from the middle of the table."""
        return (x, self.centre + y, w, h)

    def cell(self, card: int) -> Frame:
        """Return the frame of a card's cell in Family's chart."""
        galaxy, at = divmod(card, SIZE)
        return (CHART_LEFT + CELL[0] * at, self.centre + 32 + CELL[1] * galaxy, *CELL)

    def label(self, galaxy: int) -> Frame:
        """Return the frame of a galaxy's name in the chart."""
        return (EDGE + 2, self.centre + 32 + CELL[1] * galaxy, CHART_LEFT - EDGE - 2, CELL[1])


@cache
def layout(variant: str, players: int) -> Layout:
    """Return where things lie in a game for so many players."""
    if variant == "family":
        others, centre = _in_a_row(players - 1, 8.0, 88.0, 190.0), 102.0
        table = centre + 32 + CELL[1] * len(GALAXIES) + 6
        bar = table + 6
        buttons = ((352.0, bar, 88.0, BAR), (446.0, bar, 88.0, BAR))
        return Layout(variant, bar + BAR + 8, table, centre, others, (EDGE, bar, 176, BAR), buttons, bar)
    others, centre = _around(players - 1)
    table = centre + 218
    bar = table + 6
    hand = bar + BAR + 10
    buttons = ((274.0, bar, 127.0, BAR), (407.0, bar, 127.0, BAR))
    height = hand + SHOWN + CARD[1] + 6
    return Layout(variant, height, table, centre, others, (EDGE, bar, 262, BAR), buttons, hand)


def _in_a_row(count: int, y: float, h: float, widest: float = 300.0) -> tuple[Frame, ...]:
    """Return plaques side by side over the whole width, none wider than it need be."""
    gap = 6.0
    w = min(widest, (WIDTH - 2 * EDGE - 4 - gap * (count - 1)) / count)
    left = (WIDTH - w * count - gap * (count - 1)) / 2
    return tuple((left + at * (w + gap), y, w, h) for at in range(count))


def _around(count: int) -> tuple[tuple[Frame, ...], float]:
    """Return plaques around the upper side of the table, and where its middle begins."""
    if count <= 3:
        return _in_a_row(count, 8.0, ROOMY), ROOMY + 16
    upper = _in_a_row(count - 2, 8.0, PLAQUE)
    y = 8 + PLAQUE + 6
    return ((8.0, y, BESIDE, PLAQUE), *upper, (WIDTH - 8 - BESIDE, y, BESIDE, PLAQUE)), y + PLAQUE + 4


@dataclass(frozen=True)
class Held:
    """Where the cards of a hand lie, and how large they are."""

    frames: tuple[Frame, ...]
    """The part of each that can be touched: what other cards leave free."""
    scale: float = 1.0


def hand_lies(count: int, y: float) -> Held:
    """Return where so many cards lie: up to seven in one row, the larger the fewer, more in two, half behind.

    Many overlap, and each keeps its left column.
    """
    if count <= ONE_ROW:
        scale = min(LARGEST, (WIDTH - 2 * EDGE + 2) / (max(count, 1) * (CARD[0] + 2)))
        high = CARD[1] * scale
        return Held(tuple(_row_frames(count, y + (SHOWN + CARD[1] - high) / 2, high, scale)), scale)
    behind = (count + 1) // 2
    return Held((*_row_frames(behind, y, SHOWN), *_row_frames(count - behind, y + SHOWN, CARD[1])))


def _row_frames(count: int, y: float, h: float, scale: float = 1.0) -> list[Frame]:
    w = CARD[0] * scale
    gaps = max(count - 1, 1)
    step = min(w + 2, max((WIDTH - 8 - w) / gaps, min(NARROWEST, (WIDTH - 3 - w) / gaps)))
    left = (WIDTH - w - step * (count - 1)) / 2
    return [(left + at * step, y, w if at == count - 1 else min(step, w), h) for at in range(count)]


# The night over the table

_STARS = (
    (30, 40, 1.6), (74, 128, 1.1), (118, 24, 1.2), (160, 96, 1.8), (214, 52, 1.1), (262, 118, 1.3), (318, 30, 1.7),
    (352, 88, 1.1), (404, 60, 1.3), (452, 112, 1.8), (498, 34, 1.2), (520, 92, 1.5), (44, 196, 1.3), (98, 238, 1.7),
    (146, 182, 1.1), (236, 214, 1.4), (290, 172, 1.1), (338, 236, 1.7), (388, 190, 1.2), (476, 206, 1.2),
    (22, 284, 1.2), (124, 300, 1.2), (188, 270, 1.7), (268, 296, 1.1), (372, 282, 1.3), (440, 296, 1.6),
    (512, 270, 1.1), (60, 352, 1.6), (210, 344, 1.2), (310, 360, 1.5), (420, 352, 1.1), (500, 366, 1.6),
    (36, 430, 1.2), (160, 420, 1.5), (270, 440, 1.1), (390, 426, 1.5), (486, 440, 1.2), (90, 480, 1.5), (330, 490, 1.2),
)  # fmt: skip


def ground(plan: Layout) -> Sprite:
    """Return what never changes: the night over the table with its orbits, and the viewer's own side."""
    shapes: list[Path | Circle | Text] = [
        box(2, 2, WIDTH - 4, plan.table - 2, 16, "indigo"),
        Path(box(2, 2, WIDTH - 4, plan.table - 2, 16).steps, "line", alpha=0.62),
    ]
    if plan.variant != "family":
        mid = plan.centre + 104
        for wide, high in ((92, 44), (152, 76), (214, 106)):
            shapes.append(Path(oval(WIDTH / 2, mid, wide, high, -8).path().steps, "", "stone", 1.2, 0.28))
        shapes += [Circle(x, y, 3, "glow", alpha=0.6) for x, y in ((122, mid + 32), (420, mid - 58), (352, mid + 60))]
    shapes += [Circle(x, y, r, "bone", alpha=0.55) for x, y, r in _STARS if y < plan.table - 8]
    sparks = ((196, 100, 6), (352, 102, 5), (96, 112, 5))
    shapes += [polygon(star(x, y, r, r * 0.3, 4), "glow", alpha=0.6) for x, y, r in sparks if plan.variant != "family"]
    shapes.append(box(2, 2, WIDTH - 4, plan.table - 2, 16, "", "line", 2))
    return Sprite(f"ground-{plan.variant}-{len(plan.others)}", WIDTH, plan.height, tuple(shapes))
