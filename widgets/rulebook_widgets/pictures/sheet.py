"""Results as a picture: a line for each figure, its value and interval in words, and for a share a mark on a scale."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.lab import Estimate
from rulebook.results import MEANS, Result
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Text

WIDTH, ROW, TOP, FOOT = 540.0, 32.0, 36.0, 34.0
WORDS, SCALE = 218.0, (400.0, 130.0)
"""Where the figures in words begin; where the scale begins and how long it is."""
CHANCES = (0.0, 0.5, 1.0)
"""Where the scale of shares has a line."""


def sheet(result: Result, names: Sequence[str]) -> Picture:
    """Return the figures of a result, with where they come from. Raises `ResultError` for a name that is none."""
    height = TOP + ROW * len(names) + FOOT
    shares = any(name.partition(" ")[0] not in MEANS for name in names)
    shapes: list[Path | Circle | Text] = [begun(4, 18, result.title, 17, SCALE[0] - 24, "ink", 650)]
    if shares:
        for chance in CHANCES:
            x = SCALE[0] + SCALE[1] * chance
            shapes.append(Text(x - (8 if chance == 1 else 0), 18, f"{chance:.0%}", 13, "quiet"))
            shapes.append(Pen().move(x, TOP - 6).line((x, height - FOOT)).path(stroke="rule", width=1))
    for number, name in enumerate(names):
        y = TOP + ROW * (number + 0.5)
        shapes.append(begun(4, y, result.label(name), 15, WORDS - 12, "ink"))
        shapes.append(begun(WORDS, y, result.text(name), 15, SCALE[0] - WORDS - 14, "ink", 600))
        if name.partition(" ")[0] not in MEANS:
            shapes += mark(SCALE[0], y, SCALE[1], result.figures[name])
    shapes.append(
        begun(4, height - FOOT / 2, _("{source}; 95 % intervals").format(source=result.source), 13, 530, "quiet")
    )
    return Picture(WIDTH, height, (), tuple(shapes))


def mark(x: float, y: float, unit: float, found: Estimate) -> list[Path | Circle]:
    """Return a figure as a dot and its interval as a line, on a scale that has its 0 at x."""
    line = Pen().move(x + unit * found.low, y).line((x + unit * found.high, y))
    return [
        line.path(stroke="indigo", width=5, alpha=0.45),
        Circle(x + unit * found.value, y, 6, "vermilion", "line", 1.5),
    ]
