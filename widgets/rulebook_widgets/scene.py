"""Pictures as values: shapes that both painters draw alike.

Throughout, coordinates are in picture units, one unit one CSS pixel at full size, x to the right and y down; a colour
is a name of `palette`, `""` for none. A *sprite* is a small picture with a name, drawn once and then stamped wherever
it stands: a piece, a light, a board without its pieces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from zlib import crc32

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Path:
    """A path of SVG-like steps with absolute points: `("M", p)`, `("L", p)`, `("C", p, p, p)`, `("Z",)`."""

    steps: tuple[tuple[str | Point, ...], ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    alpha: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle by centre and radius."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    alpha: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Words centred on a point; `size` is the height of the letters' line."""

    x: float
    y: float
    words: str
    size: float
    fill: str = "ink"
    weight: int = 500


@dataclass(frozen=True, slots=True)
class Stamp:
    """A sprite drawn into the rectangle at (x, y)."""

    name: str
    x: float
    y: float
    width: float
    height: float


Shape = Path | Circle | Text | Stamp


@dataclass(frozen=True, slots=True)
class Sprite:
    """A named picture of its own: shapes on a rectangle from (0, 0), and how far they reach over its edges."""

    name: str
    inner_width: float
    inner_height: float
    shapes: tuple[Path | Circle | Text, ...]
    bleed: float = 0.0
    key: str = field(init=False, compare=False)
    """A name that two sprites share only if they are alike, made once."""

    def __post_init__(self) -> None:
        drawn = repr((self.inner_width, self.inner_height, self.shapes, self.bleed))
        object.__setattr__(self, "key", f"rb-{self.name}-{crc32(drawn.encode()):08x}")

    @property
    def width(self) -> float:
        """The width with what reaches over the edges."""
        return self.inner_width + 2 * self.bleed

    @property
    def height(self) -> float:
        """The height with what reaches over the edges."""
        return self.inner_height + 2 * self.bleed


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture: its size, the sprites it stamps, and its shapes from back to front."""

    width: float
    height: float
    sprites: tuple[Sprite, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class View:
    """How a state is shown: what is lit, selected and counted. The four lights are the same on every board."""

    cursor: str = ""
    """The place under the keyboard's cursor: a dashed double frame."""
    selection: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    """Places that are legal here: a ring."""
    glow: tuple[str, ...] = ()
    """Places that a rule speaks of: a glow."""
    refused: tuple[str, ...] = ()
    """Places that are the reason why not: a hatched frame with a cross."""
    last: tuple[str, ...] = ()
    """Places that the last ply touched: a corner mark."""
    counted: int = 0
    """How many lines of the tally carry their counter."""
    plain: bool = False
    """Whether what stands complete is left unlit, for exercises that ask for it."""
    dark: bool = False
    spot: bool = False
    """Whether all is dimmed but what is spoken of."""

    @property
    def spoken(self) -> tuple[str, ...]:
        """The places that are spoken of: lit, refused, selected, touched by the last ply, under the cursor."""
        cursor = (self.cursor,) if self.cursor else ()
        return tuple(dict.fromkeys((*self.glow, *self.refused, *self.selection, *self.last, *cursor)))


@dataclass
class Pen:
    """Builds a path step by step."""

    steps: list[tuple[str | Point, ...]] = field(default_factory=list)

    def move(self, x: float, y: float) -> Pen:
        """Begin at a point."""
        self.steps.append(("M", (x, y)))
        return self

    def line(self, *points: Point) -> Pen:
        """Go straight through the points."""
        self.steps += [("L", point) for point in points]
        return self

    def curve(self, a: Point, b: Point, end: Point) -> Pen:
        """Go along a Bézier curve."""
        self.steps.append(("C", a, b, end))
        return self

    def close(self) -> Pen:
        """Close the path."""
        self.steps.append(("Z",))
        return self

    def path(self, fill: str = "", stroke: str = "", width: float = 1.0, alpha: float = 1.0) -> Path:
        """Return the path."""
        return Path(tuple(self.steps), fill, stroke, width, alpha)


def polygon(points: Iterable[Point], fill: str = "", stroke: str = "", width: float = 1.0, alpha: float = 1.0) -> Path:
    """Return a closed polygon."""
    first, *rest = points
    return Pen().move(*first).line(*rest).close().path(fill, stroke, width, alpha)


def box(x: float, y: float, w: float, h: float, r: float, fill: str = "", stroke: str = "", width: float = 1.0) -> Path:
    """Return a rectangle with corners rounded by `r`."""
    k = r * 0.45
    pen = Pen().move(x + r, y).line((x + w - r, y)).curve((x + w - k, y), (x + w, y + k), (x + w, y + r))
    pen.line((x + w, y + h - r)).curve((x + w, y + h - k), (x + w - k, y + h), (x + w - r, y + h))
    pen.line((x + r, y + h)).curve((x + k, y + h), (x, y + h - k), (x, y + h - r))
    return pen.line((x, y + r)).curve((x, y + k), (x + k, y), (x + r, y)).close().path(fill, stroke, width)


def turned(shapes: Iterable[Path | Circle | Text], quarters: int, size: float) -> tuple[Path | Circle | Text, ...]:
    """Return shapes turned clockwise by quarter turns about the middle of a square of `size`; words stay upright."""
    half = size / 2

    def spin(point: Point) -> Point:
        x, y = point[0] - half, point[1] - half
        for _ in range(quarters % 4):
            x, y = -y, x
        return (x + half, y + half)

    made: list[Path | Circle | Text] = []
    for shape in shapes:
        if isinstance(shape, Path):
            steps = tuple(tuple(part if isinstance(part, str) else spin(part) for part in step) for step in shape.steps)
            made.append(replace(shape, steps=steps))
        else:
            x, y = spin((shape.x, shape.y))
            made.append(replace(shape, x=x, y=y))
    return tuple(made)


def star(x: float, y: float, outer: float, inner: float, points: int) -> list[Point]:
    """Return the corners of a star, the first at the top."""
    return [
        (x + r * math.sin(math.pi * at / points), y - r * math.cos(math.pi * at / points))
        for at, r in ((at, inner if at % 2 else outer) for at in range(2 * points))
    ]
