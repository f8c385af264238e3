"""The City of Dictator-Control: three terraces of sectors, and what is printed on them."""

from __future__ import annotations

from rulebook.games.dictator.city import CITY, GUILDS, LEVELS, ZONES
from rulebook_widgets.pictures.dictator_pieces import COLOURS, HALF_HEIGHT, HALF_WIDTH, hexagon, placed, shape
from rulebook_widgets.scene import Circle, Path, Pen, Text, box, polygon

LEFT, MAP_TOP = 12.0, 48.0
PITCH = 1.5 * HALF_HEIGHT
CLIFF = 9.0
"""How far a level of the City lies below the one above it."""
GROUND = {"Celesta": ("leaf", "white", 0.24), "Core": ("space", "white", 0.08), "Pit": ("space", "line", 0.26)}
"""The colour of each level and what veils it, so that the highest is the brightest in both schemes."""


def middle(sector: int) -> tuple[float, float]:
    """Return the middle of a sector."""
    across, down = CITY.at[sector]
    steps = list(GROUND).index(LEVELS[CITY.names[sector][0]])
    return (LEFT + HALF_WIDTH * (1 + across), MAP_TOP + HALF_HEIGHT + PITCH * down + CLIFF * steps)


CENTRES = tuple(map(middle, range(len(CITY.names))))


def outlines(corners: list[list[tuple[float, float]]]) -> Pen:
    """Return many closed outlines as one path."""
    pen = Pen()
    for first, *rest in corners:
        pen.move(*first).line(*rest).close()
    return pen


def terrace(at: int) -> list[Path | Circle | Text]:
    """Return one level of the City: the shadow it stands in, its cliff, its sectors with their names and marks."""
    key = list(GROUND)[at]
    fill, veil, alpha = GROUND[key]
    sectors = [n for n, label in enumerate(CITY.names) if LEVELS[label[0]] == key]
    shapes: list[Path | Circle | Text] = []
    rows = sorted({CITY.at[n][1] for n in sectors})
    front = [n for n in sectors if CITY.at[n][1] == rows[-1]]
    # The cliff: the front row's outline drawn down to the level below.
    depth = CLIFF + 2
    cliff = [_drop(hexagon(0, *CENTRES[n]), depth) for n in front]
    shapes.append(outlines([_drop(hexagon(-1, *CENTRES[n]), depth + 4) for n in front]).path("line", alpha=0.16))
    shapes.append(outlines(cliff).path("slate", "line", 1.2))
    shapes.append(outlines([hexagon(-0.5, *CENTRES[n]) for n in sectors]).path("slate"))
    shapes.append(
        outlines([_drop(hexagon(1.8, *CENTRES[n]), 1.6, both=True) for n in sectors]).path("line", alpha=0.28)
    )
    tops = [hexagon(1.8, x, y - 1) for x, y in (CENTRES[n] for n in sectors)]
    shapes.append(outlines(tops).path(fill))
    shapes.append(outlines(tops).path(veil, alpha=alpha))
    if at:
        # The level above throws its shadow on the first row.
        for n in sectors:
            if CITY.at[n][1] == rows[0]:
                x, y = CENTRES[n]
                a, b = HALF_WIDTH - 2, HALF_HEIGHT - 3
                edge = [(x - a, y - b / 2), (x, y - b), (x + a, y - b / 2), (x + a, y - b / 2 + 9), (x, y - b + 9)]
                shapes.append(polygon([*edge, (x - a, y - b / 2 + 9)], "line", alpha=0.14))
    for n in sectors:
        shapes += _marked(n)
    return shapes


def _drop(corners: list[tuple[float, float]], depth: float, both: bool = False) -> list[tuple[float, float]]:
    """Return an outline with its lower half, or all of it, moved down."""
    mid = sum(y for _x, y in corners) / len(corners)
    return [(x, y + depth if both or y > mid else y) for x, y in corners]


def _marked(sector: int) -> list[Path | Circle | Text]:
    """Return what is printed on a sector: its zone's colour and sign, the mark of a Guild, its name."""
    x, y = CENTRES[sector]
    shapes: list[Path | Circle | Text] = []
    colour = next((COLOURS[zone] for zone, sectors in ZONES.items() if sector in sectors), "")
    if colour:
        outline = hexagon(5, x, y - 1)
        shapes.append(polygon(outline, colour, alpha=0.22))
        shapes.append(polygon(outline, "", "white", 6, 0.5))
        shapes.append(polygon(outline, "", colour, 3.5))
        shapes += placed((shape(colour).path(colour, "line", 8),), x - 31, y + 5, 13)
    if sector in GUILDS:
        shapes.append(Path(box(x - 15, y - 22, 30, 27, 5).steps, "", "ink", 2, 0.4))
        bars = Pen().move(x - 5, y - 15).line((x - 5, y - 2)).move(x + 5, y - 15).line((x + 5, y - 2))
        shapes.append(bars.move(x - 5, y - 8.5).line((x + 5, y - 8.5)).path("", "ink", 2.6, 0.4))
    return [*shapes, label(sector)]


def label(sector: int) -> Text:
    """Return the name of a sector where it is printed."""
    x, y = CENTRES[sector]
    return Text(x, y + 17, CITY.names[sector], 18, "ink", 600)
