"""What best play makes of a small board of Hong as a picture: a bar for each number of stones."""

from __future__ import annotations

from rulebook.games.hong.solved import Result, share
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun, centred
from rulebook_widgets.scene import Path, Picture, Text, polygon

WIDTH, ROW, TOP = 540.0, 34.0, 58.0
BAR = (64.0, 214.0)
"""Where the bars begin and how long they are."""
COLUMN = 84.0
"""How wide the column of a target is."""
SHADES = (0.08, 0.4, 0.7, 1.0)
"""How dark a part of a bar is, by the Hongs that are forced there."""


def bars(found: tuple[Result, ...]) -> Picture:
    """Return for each number of stones the layouts by the Hongs that are forced, and where each target is reached."""
    start, wide = BAR
    most = max(hongs for result in found for hongs, _number in result.counts)
    targets = range(1, max(most, 1) + 1)
    height = TOP + ROW * len(found) + 40
    shapes: list[Path | Text] = [
        begun(4, 18, _("stones"), 15, 56, "ink", 650),
        begun(start, 18, _("layouts by Hongs forced"), 15, wide, "ink", 650),
    ]
    for target in targets:
        x = start + wide + COLUMN * (target - 0.5)
        shapes.append(centred(x, 18, _("target {target}").format(target=target), 15, COLUMN - 6, "ink", 650))
    for number, result in enumerate(found):
        y = TOP + ROW * (number + 0.5) - 12
        shapes.append(Text(24, y, str(result.stones), 16, "ink", 600))
        shapes += _bar(result, y)
        for target in targets:
            x = start + wide + COLUMN * (target - 0.5)
            shapes.append(centred(x, y, share(result, target), 14, COLUMN - 6))
    rows = found[0].board.split("/")
    said = _("{columns} columns, {rows} rows; beside the bars, in how many layouts the dragon master wins").format(
        columns=len(rows[0]), rows=len(rows)
    )
    shapes.append(begun(4, height - 14, said, 14, WIDTH - 8, "quiet"))
    return Picture(WIDTH, height, (), tuple(shapes))


def _bar(result: Result, y: float) -> list[Path | Text]:
    """Return the bar of one number of stones, a part for each number of Hongs, with that number where there is room."""
    left, wide = BAR
    shapes: list[Path | Text] = []
    for hongs, number in result.counts:
        length = wide * number / result.layouts
        corners = ((left, y - 12), (left + length, y - 12), (left + length, y + 12), (left, y + 12))
        shade = SHADES[min(hongs, len(SHADES) - 1)]
        shapes += [polygon(corners, "vermilion", alpha=shade), polygon(corners, stroke="rule")]
        if length > 14:
            shapes.append(Text(left + length / 2, y, str(hongs), 15, "ink", 650))
        left += length
    return shapes
