"""The stage: cells, the zones around their corners, reach, and layouts up to symmetry (WX1.2, WX3.6, WX3.10).

A *cell* is a number, row by row from the top left; `OUTSIDE` stands for a cell that a zone at the edge lacks. A *zone*
is counted from 0 here and from 1 in words. A *layout* is what a zone looks like to a player, its four cells row by row
as digits of base 3: `EMPTY`, `OWN`, `ENEMY`.
"""

from __future__ import annotations

from functools import cached_property

from rulebook.game import enforces
from rulebook.grids import Square

OUTSIDE = -1
EMPTY, OWN, ENEMY = range(3)
SIGNS = ".ox"
"""How the digits of a layout are drawn (WX6)."""
LAYOUTS = 3**4
"""How many layouts four cells can have."""
WEIGHTS = (27, 9, 3, 1)
"""What a digit counts for at each of the four cells."""
TURNS = ((0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0), (1, 3, 0, 2))
"""The rotations of a zone: which old cell comes to each new one."""
SYMMETRIES = (*TURNS, *(tuple(turn[at] for at in (1, 0, 3, 2)) for turn in TURNS))
"""The rotations, then the same seen in a mirror."""


def digits(layout: int) -> tuple[int, ...]:
    """Return the four digits of a layout, row by row."""
    return tuple(layout // weight % 3 for weight in WEIGHTS)


def code(cells: tuple[int, ...]) -> int:
    """Return the layout with the given digits."""
    return sum(digit * weight for digit, weight in zip(cells, WEIGHTS, strict=True))


@enforces("WX3.6")
def image(layout: int, symmetry: int) -> int:
    """Return a layout after one of `SYMMETRIES`."""
    cells = digits(layout)
    return code(tuple(cells[at] for at in SYMMETRIES[symmetry]))


@enforces("WX3.6")
def images(layout: int) -> tuple[int, ...]:
    """Return the different layouts that a layout can be turned or mirrored into, in the order of `SYMMETRIES`."""
    return tuple(dict.fromkeys(image(layout, symmetry) for symmetry in range(len(SYMMETRIES))))


CANON = tuple(min(images(layout)) for layout in range(LAYOUTS))
"""By layout: the one that stands for all its images."""


def drawn(layout: int) -> str:
    """Return a layout as the book draws it: `ox / ..`."""
    signs = "".join(SIGNS[digit] for digit in digits(layout))
    return f"{signs[:2]} / {signs[2:]}"


class Stage:
    """A stage of rows and columns, with its tables."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.size = rows * columns
        self.squares = tuple(Square(col, row) for row in range(rows) for col in range(columns))
        self.names = tuple(map(str, self.squares))
        self.zones = tuple(self._zone(row, col) for row in range(rows + 1) for col in range(columns + 1))
        """By zone: its four cells row by row, `OUTSIDE` where the stage ends."""
        self.inside = tuple(tuple(cell for cell in zone if cell != OUTSIDE) for zone in self.zones)
        """By zone: its cells on the stage."""

    def cell(self, square: Square) -> int:
        """Return the cell on a square, `OUTSIDE` if the stage has none there."""
        return square.row * self.columns + square.col if self.holds(square) else OUTSIDE

    def holds(self, square: Square) -> bool:
        """Tell whether a square lies on the stage."""
        return 0 <= square.row < self.rows and 0 <= square.col < self.columns

    @enforces("WX1.2")
    def _zone(self, row: int, col: int) -> tuple[int, ...]:
        """Return the cells around the corner that lies `row` rows and `col` columns from the top left."""
        return tuple(self.cell(Square(x, y)) for y in (row - 1, row) for x in (col - 1, col))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """By cell: the cells that share an edge with it, up, left, right, down."""
        steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
        return tuple(
            tuple(self.cell(near) for dx, dy in steps if self.holds(near := Square(square.col + dx, square.row + dy)))
            for square in self.squares
        )

    @cached_property
    def reach(self) -> tuple[tuple[int, ...], ...]:
        """By zone: its cells and those that share an edge with one of them (WX3.10)."""
        return tuple(
            tuple(sorted({*inside, *(near for cell in inside for near in self.beside[cell])})) for inside in self.inside
        )

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """By cell: the zones that include it."""
        return tuple(
            tuple(zone for zone, inside in enumerate(self.inside) if cell in inside) for cell in range(self.size)
        )
