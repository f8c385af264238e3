"""The stage of Wu-xia: where everything lies, the cells with what stands on them, zones and their numbered corners.

Throughout, a *place* is a cell, `c3`; a zone, `zone 17`; a card, `Lone Crane`; a face of the dice, `die 5`, or all of
them, `dice`; a player, `Jade`; what belongs to the player on turn, `chi`, `reserve`; or a button, `skip`, `roll 3`,
`done`, `pass`, `show`. A *frame* is the rectangle that a place fills.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rulebook.games.wuxia.actions import SEATS
from rulebook.games.wuxia.cards import FACES, STAGE
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, TURNED, State
from rulebook_widgets.pictures.dictator_pieces import hatch
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.wuxia_pieces import COLOURS
from rulebook_widgets.scene import Circle, Path, Pen, Shape, Sprite, Stamp, Text, box

WIDTH, HEIGHT = 540.0, 680.0
CELL = 66.0
LEFT = TOP = 34.0
"""Where the stage begins; around it lies room for the corners at its rim."""
RIGHT, BOTTOM = LEFT + CELL * STAGE.columns, TOP + CELL * STAGE.rows
HIT = 33.0
"""How far around a corner it is touched."""
DISC = 12.5
"""The radius of a corner's disc."""
TITLE = BOTTOM + 27.5
"""Where the line of words below the stage stands."""
BAND = BOTTOM + 38
"""Where the band of buttons, dice and card lines begins."""
BAND_HIGH = 108.0
PANEL: Frame = (5.0, BAND, 88.0, BAND_HIGH)
"""Left in the band: a button, or a schema over a zone."""
COLUMN = 66.0
TABLE: Frame = (WIDTH - 3 - COLUMN * FACES, BAND, COLUMN * FACES, BAND_HIGH)
"""Right in the band: a column for each face of a die."""
ROW = BAND + BAND_HIGH + 7
"""Where the cards begin."""
ROW_HIGH = 91.0
SIDE_LEFT, SIDE_WIDE = 445.0, 92.0
"""The players' plaques, right of the stage."""
SHOW, DICE, CHI, RESERVE = "show", "dice", "chi", "reserve"
SKIP, DONE, PASS = "skip", "done", "pass"


def cell_frame(cell: int) -> Frame:
    """Return the frame of a cell."""
    square = STAGE.squares[cell]
    return (LEFT + CELL * square.col, TOP + CELL * square.row, CELL, CELL)


def corner(zone: int) -> tuple[float, float]:
    """Return the point of a zone's corner."""
    row, col = divmod(zone, STAGE.columns + 1)
    return (LEFT + CELL * col, TOP + CELL * row)


def zone_place(zone: int) -> str:
    """Return the place of a zone."""
    return f"zone {zone + 1}"


def zone_at(place: str) -> int:
    """Return the zone of a place, `NOBODY` if it is none."""
    return int(place.removeprefix("zone ")) - 1 if place.startswith("zone ") else NOBODY


@cache
def cell_frames() -> dict[str, Frame]:
    """Return the frames of the cells."""
    return {name: cell_frame(cell) for cell, name in enumerate(STAGE.names)}


@cache
def zone_frames() -> dict[str, Frame]:
    """Return the frames of the corners, as large as they are touched."""
    points = {zone_place(zone): corner(zone) for zone in range(len(STAGE.zones))}
    return {place: (x - HIT, y - HIT, 2 * HIT, 2 * HIT) for place, (x, y) in points.items()}


def dice_frames() -> dict[str, Frame]:
    """Return the frames of the six faces."""
    x, y, _w, h = TABLE
    return {f"die {face}": (x + COLUMN * (face - 1), y, COLUMN, h) for face in range(1, FACES + 1)}


@cache
def seat_frames(players: int) -> dict[str, Frame]:
    """Return the frames of the players' plaques, from above."""
    gap, top, end = 7.0, 6.0, BOTTOM + 28
    high = (end - top - gap * (players - 1)) / players
    return {SEATS[seat]: (SIDE_LEFT, top + seat * (high + gap), SIDE_WIDE, high) for seat in range(players)}


# What never changes


def ground() -> Sprite:
    """Return the empty stage: planks of cells in a lacquered frame, letters and numbers."""
    rim = 17.0
    x, y, w, h = LEFT - rim, TOP - rim, RIGHT - LEFT + 2 * rim, BOTTOM - TOP + 2 * rim
    shapes: list[Path | Circle | Text] = [
        Path(box(x + 1, y + 4, w, h, 12).steps, "line", alpha=0.35),
        box(x, y, w, h, 12, "moss", "line", 2),
        box(x + 4, y + 4, w - 8, h - 8, 9, "", "gold", 1.4),
        box(LEFT - 2, TOP - 2, RIGHT - LEFT + 4, BOTTOM - TOP + 4, 2, "space", "line", 2),
    ]
    for cell in range(STAGE.size):
        cx, cy, cw, ch = cell_frame(cell)
        square = STAGE.squares[cell]
        if (square.col + square.row) % 2:
            shapes.append(box(cx, cy, cw, ch, 0.1, "leaf"))
    lines = Pen()
    for at in range(1, STAGE.columns):
        lines.move(LEFT + CELL * at, TOP).line((LEFT + CELL * at, BOTTOM))
    for at in range(1, STAGE.rows):
        lines.move(LEFT, TOP + CELL * at).line((RIGHT, TOP + CELL * at))
    shapes.append(lines.path(stroke="rule", width=1.6))
    for col in range(STAGE.columns):
        shapes.append(Text(LEFT + CELL * (col + 0.5), TOP - rim / 2 + 0.5, STAGE.names[col][0], 15, "bone", 700))
    for row in range(STAGE.rows):
        shapes.append(Text(LEFT - rim / 2 - 0.5, TOP + CELL * (row + 0.5), str(row + 1), 15, "bone", 700))
    return Sprite("ground", WIDTH, HEIGHT, tuple(shapes))


# What stands on the cells


def pieces(state: State) -> list[Shape]:
    """Return the pieces, the flags, and the hatching of blocked cells."""
    shapes: list[Shape] = []
    for cell, thing in enumerate(state.cells):
        x, y, w, h = cell_frame(cell)
        flag = state.flags[cell]
        if flag != NOBODY:
            corners = [(x + 1, y + 1), (x + w - 1, y + 1), (x + w - 1, y + h - 1), (x + 1, y + h - 1)]
            shapes += hatch(corners, 9, COLOURS[flag], 2.6, 0.55)
            shapes.append(replace(box(x + 3, y + 3, w - 6, h - 6, 5, "", COLOURS[flag], 2.6)))
        if thing != FREE:
            shapes.append(_piece(thing, (x, y, w, h), flag != NOBODY))
        if cell in state.done:
            shapes.append(Stamp("done", x + w - 27, y + h - 27, 19, 19))
        if flag != NOBODY:
            small = thing != FREE
            side = 27.0 if small else 36.0
            left = x + (w - side - 9 if small else (w - side) / 2 + 2)
            shapes.append(Stamp(f"flag-{flag}", left, y + (8 if small else 13), side, side))
    return shapes


def _piece(thing: int, frame: Frame, flagged: bool) -> Stamp:
    x, y, w, h = frame
    if thing == SQUARE:
        return Stamp("pond", x + 6, y + 5, w - 12, h - 12)
    name = {ROUND: "stone", TURNED: "turned"}.get(thing, f"fighter-{thing - 1}")
    side = 42.0 if flagged else 50.0 if thing in (ROUND, TURNED) else 52.0
    left = x + (8 if flagged else (w - side) / 2)
    return Stamp(name, left, y + (h - side - 6 if flagged else (h - side) / 2 - 1), side, side)


# Zones


def reach(zone: int, alpha: float) -> list[Shape]:
    """Return the light on the cells that a zone reaches."""
    pen = Pen()
    for cell in STAGE.reach[zone]:
        x, y, w, h = cell_frame(cell)
        pen.move(x, y).line((x + w, y), (x + w, y + h), (x, y + h)).close()
    return [pen.path("glow", "", 1, alpha)]


def outline(zone: int, firm: bool) -> list[Shape]:
    """Return the outline of a zone's four cells, dashed where they hang over the edge of the stage."""
    cx, cy = corner(zone)
    x, y, end, low = (max(6.0, cx - CELL), max(6.0, cy - CELL), min(RIGHT + 13, cx + CELL), min(BOTTOM + 28, cy + CELL))
    over = x < LEFT or y < TOP or end > RIGHT or low > BOTTOM
    shapes: list[Shape] = []
    if over:
        hung = box(x, y, end - x, low - y, 5, "", "line", 2)
        shapes += [replace(hung, stroke="paper", width=4.5), replace(hung, dash=(6.0, 6.0))]
    x, y, end, low = max(x, LEFT), max(y, TOP), min(end, RIGHT), min(low, BOTTOM)
    inside = box(x, y, end - x, low - y, 4, "", "line", 7)
    if firm:
        return [*shapes, inside, replace(inside, stroke="gold", width=3.6)]
    return [*shapes, replace(inside, stroke="white", width=5), replace(inside, width=2.6, dash=(9.0, 7.0))]


def discs(bright: dict[int, str], asked: bool) -> list[Shape]:
    """Return the numbered corners; `bright` gives zones a colour, and quiet ones stand back while none is asked for."""
    shapes: list[Shape] = []
    for zone in range(len(STAGE.zones)):
        x, y = corner(zone)
        said = str(zone + 1)
        if zone in bright:
            shapes += [Circle(x, y, DISC + 1, bright[zone], "line", 1.4), Text(x, y + 0.5, said, 16.5, "line", 700)]
        elif asked:
            shapes += [Circle(x, y, DISC - 1, "paper", "rule", 1.4), Text(x, y + 0.5, said, 15, "quiet", 500)]
        else:
            shapes += [Circle(x, y, DISC - 2, "paper", "rule", 1.2, 0.86), Text(x, y + 0.5, said, 15, "quiet", 500)]
    return shapes
