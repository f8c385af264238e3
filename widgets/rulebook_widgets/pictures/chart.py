"""Figures from simulation as a picture: a dot for the mean, a line for its interval, a row for each kind."""

from __future__ import annotations

from rulebook.games.dragonheart.survey import Survey
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun
from rulebook_widgets.pictures.sheet import mark
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Text

WIDTH, ROW, TOP = 540.0, 34.0, 58.0
COLUMNS = ((150.0, 170.0), (350.0, 170.0))
"""Where each of the two scales begins and how long it is."""


def chart(found: Survey) -> Picture:
    """Return how often each kind collects a game, and what a collection brings, with 95 % intervals.

    The last line says how greedy fares against random.
    """
    rows = [(row.kind.label, (row.collections, row.worth)) for row in found.rows]
    height = TOP + ROW * len(rows) + 66
    shapes: list[Path | Circle | Text] = []
    tops = [max(pair[at].high for _label, pair in rows if pair[at]) for at in (0, 1)]
    for (x, wide), title, top in zip(COLUMNS, (_("collections a game"), _("points a collection")), tops, strict=True):
        shapes.append(begun(x, 18, title, 15, wide, "ink", 650))
        for tick in range(0, int(top) + 1, 2 if top > 6 else 1):
            at = x + wide * tick / (top or 1)
            shapes.append(Text(at, 40, str(tick), 14, "quiet"))
            shapes.append(Pen().move(at, TOP - 8).line((at, height - 62)).path(stroke="rule", width=1))
    for number, (label, pair) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        shapes.append(begun(4, y, label, 16, 136, "ink", 600))
        for (x, wide), estimate, top in zip(COLUMNS, pair, tops, strict=True):
            shapes += mark(x, y, wide / (top or 1), estimate) if estimate else [Text(x + 6, y, "–", 15, "quiet")]
    said = _("{games} games, seed {seed}; lines are 95 % intervals").format(games=found.games, seed=found.seed)
    shapes.append(begun(4, height - 40, said, 14, WIDTH - 8, "quiet"))
    shapes.append(begun(4, height - 14, found.against_random(), 15, WIDTH - 8, "ink", 600))
    return Picture(WIDTH, height, (), tuple(shapes))
