"""What a search looked at as a picture: for each level a fan of the actions, and how many playouts began with each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.search import Line, counted
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
    """Return a fan for each level: all actions by `names`, at most `MOST`; what the level does is red.

    An action that the level has no line of it overlooked.
    """
    shapes: list[Path | Circle | Text] = []
    for number, (level, lines) in enumerate(found.items()):
        shapes += _fan(HEAD + FAN * number, level, lines, names)
    height = HEAD + FAN * len(found) + FOOT
    said = _("How many playouts began with each action; red is what the bot does, an empty circle what it overlooked.")
    shapes.append(begun(4, height - FOOT / 2, said, 13, WIDTH - 8, "quiet"))
    return Picture(WIDTH, height, (), tuple(shapes))


def _fan(top: float, level: str, lines: Sequence[Line], names: Sequence[str]) -> list[Path | Circle | Text]:
    root, y = (WIDTH / 2, top + 16), top + FAN - 48
    whole = sum(line.visits for line in lines)
    wide = WIDTH / len(names)
    branches: list[Path | Circle | Text] = []
    leaves: list[Path | Circle | Text] = []
    found = {str(line.action): line for line in lines}
    for at, name in enumerate(names):
        x, line = wide * (at + 0.5), found.get(name)
        visits = line.visits if line else 0
        ink = "vermilion" if line is lines[0] else "indigo" if visits else "rule"
        if line:
            thick = max(1.0, THICKEST * visits / whole)
            branches.append(Pen().move(*root).line((x, y)).path(stroke=ink, width=thick, alpha=0.8))
        leaves.append(Circle(x, y, LEAF, "paper", ink, 2))
        if line:
            leaves.append(Text(x, y, str(visits), 14, "ink", 650))
        leaves.append(centred(x, y + 26, name, 14, wide - 4))
    said = _("{level}: {playouts}").format(level=level, playouts=counted(whole))
    return [*branches, Circle(*root, 8, "ink"), *leaves, begun(4, root[1], said, 16, 180, "ink", 650)]
