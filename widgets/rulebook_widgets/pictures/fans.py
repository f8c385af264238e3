"""What a search looked at as a picture: for each level a fan of the actions, and how many playouts began with each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.search import Line
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun, centred
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Text

WIDTH, FAN, HEAD, FOOT = 540.0, 148.0, 8.0, 30.0
MOST = 10
"""How many actions a fan has room for."""
THICKEST = 16.0
"""How wide the branch is that all playouts took."""
LEAF = 14.0


def fans(found: Mapping[str, Sequence[Line]], names: Sequence[str]) -> Picture:
    """Return a fan for each level, its actions in the order of `names`, at most `MOST`; what the level does is red."""
    shapes: list[Path | Circle | Text] = []
    for number, (level, lines) in enumerate(found.items()):
        shapes += _fan(HEAD + FAN * number, level, lines, names)
    height = HEAD + FAN * len(found) + FOOT
    said = _("A number says how many playouts began with this action; the red one is what the bot does.")
    shapes.append(begun(4, height - FOOT / 2, said, 13, WIDTH - 8, "quiet"))
    return Picture(WIDTH, height, (), tuple(shapes))


def _fan(top: float, level: str, lines: Sequence[Line], names: Sequence[str]) -> list[Path | Circle | Text]:
    root, y = (WIDTH / 2, top + 16), top + FAN - 48
    whole = sum(line.visits for line in lines)
    wide = WIDTH / len(names)
    branches: list[Path | Circle | Text] = []
    leaves: list[Path | Circle | Text] = []
    for line in lines:
        x = wide * (names.index(str(line.action)) + 0.5)
        ink = "vermilion" if line is lines[0] else "indigo" if line.visits else "rule"
        thick = max(1.0, THICKEST * line.visits / whole)
        branches.append(Pen().move(*root).line((x, y)).path(stroke=ink, width=thick, alpha=0.8))
        leaves.append(Circle(x, y, LEAF, "paper", ink, 2))
        leaves.append(Text(x, y, str(line.visits), 14, "ink", 650))
        leaves.append(centred(x, y + 26, str(line.action), 14, wide - 4))
    said = _("{level}: {playouts} playouts").format(level=level, playouts=whole)
    return [*branches, Circle(*root, 8, "ink"), *leaves, begun(4, root[1], said, 16, 180, "ink", 650)]
