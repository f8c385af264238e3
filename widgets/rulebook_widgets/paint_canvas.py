"""Pictures on ipycanvas, live; the only module that imports it.

What is drawn while a cell runs never reaches a Voila page, a drawing error inside a batch stops every canvas of the
kernel, and one bad number stops every canvas of the page. So everything is drawn from a picture, in one held batch a
picture, after all its numbers were checked; a page that has just arrived asks for it by `client_ready`.

Canvases have twice the size of their pictures, so that they are sharp on dense screens, and more where a page shows
them larger. Sprites are canvases of their own, not shown; a picture stamps them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import ipycanvas.canvas as engine
from ipycanvas import Canvas
from ipywidgets import Layout

from rulebook_widgets import palette
from rulebook_widgets.one_way import Unset
from rulebook_widgets.paint_svg import FONT
from rulebook_widgets.scene import Circle, Path, Picture, Shape, Sprite, Stamp, Text

DENSITY = 2
"""How many canvas pixels a picture's unit has, unless the page shows the picture larger."""
DENSITIES = (DENSITY, 3, 4)
SPRITE_PIXELS = 160
"""The longer side of a small sprite's canvas, in canvas pixels."""
FARTHEST = 100_000.0


class PaintError(ValueError):
    """A shape that no canvas could draw; nothing of its picture has been sent."""


class SpriteCanvas(Unset, Canvas):
    """A canvas that is not shown, but stamped on others."""


class BoardCanvas(Unset, Canvas):
    """A canvas that hears of one thing, that a page has just arrived; pointers and keys are the board's panel's."""

    def __init__(self, width: float, height: float, ready: Callable[[], None]) -> None:
        super().__init__(
            width=round(width * DENSITY),
            height=round(height * DENSITY),
            layout=Layout(width=f"{round(width)}px", max_width="100%", height="auto"),
        )
        self._ready = ready
        self.density = DENSITY

    def _handle_frontend_event(self, _widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("event") == "client_ready":
            self._ready()


class Easel:
    """One live picture: a canvas, the sprites it stamps, and what the page has of them."""

    def __init__(self, picture: Picture, ready: Callable[[], None]) -> None:
        """Make the canvas for pictures of this size; `picture` names the sprites to keep at hand."""
        self._arrived = ready
        self.canvas = BoardCanvas(picture.width, picture.height, self._client_ready)
        self._painted: set[tuple[str, bool]] = set()
        self._size = (picture.width, picture.height)
        for sprite in picture.sprites:
            _sprite_canvas(sprite, DENSITY)

    def _client_ready(self) -> None:
        self._painted.clear()
        self._arrived()

    def draw(self, picture: Picture, dark: bool = False) -> None:
        """Draw a picture in one message. Raises `PaintError` before anything is sent."""
        fresh = [sprite for sprite in picture.sprites if (sprite.key, dark) not in self._painted]
        check(picture, fresh)
        colours = palette.scheme(dark)
        sprites = {sprite.name: sprite for sprite in picture.sprites}
        density = self.canvas.density
        with _held():
            for sprite in fresh:
                _paint_sprite(sprite, colours, density)
            self.canvas.clear()
            self.canvas.save()
            self.canvas.scale(density, density)
            for shape in picture.shapes:
                _draw(self.canvas, shape, sprites, colours, density)
            self.canvas.restore()
        self._painted |= {(sprite.key, dark) for sprite in fresh}

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the pictures this easel is made for."""
        return self._size

    def resize(self, picture: Picture) -> None:
        """Take pictures of another size; what was drawn is gone."""
        self._size = (picture.width, picture.height)
        self._fit()
        self.canvas.layout.width = f"{round(picture.width)}px"
        for sprite in picture.sprites:
            _sprite_canvas(sprite, self.canvas.density)

    def sharpen(self, pixels: float) -> bool:
        """Take the width at which a page shows the canvas, in pixels of its screen; tell whether all is to be drawn.

        The canvas gets as many pixels as are needed for sharp lines, four a unit of the picture at most.
        """
        density = next((dense for dense in DENSITIES if pixels <= dense * self._size[0]), DENSITIES[-1])
        if density == self.canvas.density:
            return False
        self.canvas.density = density
        self._painted.clear()
        self._fit()
        return True

    def _fit(self) -> None:
        width, height = self._size
        with self.canvas.hold_sync():
            self.canvas.width = round(width * self.canvas.density)
            self.canvas.height = round(height * self.canvas.density)

    def forget(self) -> None:
        """Draw the sprites anew with the next picture, as when the page's letters have arrived."""
        self._painted.clear()

    def close(self) -> None:
        """Close the canvas; the sprites stay for other boards."""
        self.canvas.close()


_SPRITES: dict[tuple[str, int], Canvas] = {}


def _sprite_canvas(sprite: Sprite, density: int) -> Canvas:
    """Return the hidden canvas of a sprite for boards of this density, made once a kernel."""
    key = (sprite.key, density)
    if key not in _SPRITES:
        scale = _sprite_scale(sprite, density)
        _SPRITES[key] = SpriteCanvas(
            width=math.ceil(sprite.width * scale),
            height=math.ceil(sprite.height * scale),
            layout=_shared_layout(),
            _send_client_ready_event=False,
        )
    return _SPRITES[key]


_LAYOUTS: list[Layout] = []


def _shared_layout() -> Layout:
    if not _LAYOUTS:
        _LAYOUTS.append(Layout())
    return _LAYOUTS[0]


def _sprite_scale(sprite: Sprite, density: int) -> float:
    longer = max(sprite.width, sprite.height)
    return SPRITE_PIXELS / longer * density / DENSITY if longer < SPRITE_PIXELS else float(density)


@contextmanager
def _held() -> Iterator[None]:
    """Gather commands and send them as one message; send nothing if anything goes wrong.

    The manager is told that no canvas is current: a page that has just come knows of none.
    """
    manager = engine._CANVAS_MANAGER
    manager._commands_cache, manager._buffers_cache = [], []
    manager._current_canvas = None
    manager._caching = True
    try:
        yield
        manager.flush()
    finally:
        manager._commands_cache, manager._buffers_cache = [], []
        manager._current_canvas = None
        manager._caching = False


def check(picture: Picture, sprites: Iterable[Sprite]) -> None:
    """Raise `PaintError` for a shape with a number that is not finite, far off, or a negative size.

    Looked at are the picture's own shapes and those of `sprites`, the ones that are still to be painted.
    """
    names = {sprite.name for sprite in picture.sprites}
    for shape in (*picture.shapes, *(part for sprite in sprites for part in sprite.shapes)):
        match shape:
            case Path(steps):
                numbers = [value for step in steps for part in step if not isinstance(part, str) for value in part]
                sizes = [shape.width, shape.alpha, *shape.dash]
            case Circle(x, y, r):
                numbers, sizes = [x, y], [r, shape.width, shape.alpha, *shape.dash]
            case Text(x, y, _words, size):
                numbers, sizes = [x, y], [size]
            case Stamp(name, x, y, width, height):
                numbers, sizes = [x, y], [width, height]
                if name not in names:
                    raise PaintError(f"no sprite is called {name}")
        if not all(math.isfinite(value) and abs(value) <= FARTHEST for value in (*numbers, *sizes)):
            raise PaintError(f"a number that is not finite or far off: {shape}")
        if any(value < 0 for value in sizes):
            raise PaintError(f"a negative size: {shape}")


def _paint_sprite(sprite: Sprite, colours: dict[str, str], density: int) -> None:
    canvas = _sprite_canvas(sprite, density)
    scale = _sprite_scale(sprite, density)
    canvas.clear()
    canvas.save()
    canvas.scale(scale, scale)
    canvas.translate(sprite.bleed, sprite.bleed)
    for shape in sprite.shapes:
        _draw(canvas, shape, {}, colours, density)
    canvas.restore()


def _draw(canvas: Canvas, shape: Shape, sprites: dict[str, Sprite], colours: dict[str, str], density: int) -> None:
    # Every style is set for every shape: a page that has just come knows of none.
    match shape:
        case Stamp(name, x, y, width, height):
            _stamp(canvas, sprites[name], (x, y, width, height), density)
        case Text(x, y, words, size, fill, weight):
            canvas.font = f"{weight} {_n(size)}px {FONT}"
            canvas.text_align = "center"
            canvas.text_baseline = "middle"
            canvas.fill_style = colours[fill]
            canvas.fill_text(words, _n(x), _n(y))
        case Path() | Circle():
            canvas.begin_path()
            _trace(canvas, shape)
            canvas.global_alpha = shape.alpha
            if shape.fill:
                canvas.fill_style = colours[shape.fill]
                canvas.fill()
            if shape.stroke:
                canvas.stroke_style = colours[shape.stroke]
                canvas.line_width = _n(shape.width)
                canvas.line_join = "round"
                canvas.line_cap = "round"
                canvas.set_line_dash(list(shape.dash))
                canvas.stroke()
            canvas.global_alpha = 1.0


def _trace(canvas: Canvas, shape: Path | Circle) -> None:
    if isinstance(shape, Circle):
        canvas.arc(_n(shape.x), _n(shape.y), _n(shape.r), 0, 2 * math.pi)
        return
    steps = {"M": canvas.move_to, "L": canvas.line_to, "C": canvas.bezier_curve_to, "Z": canvas.close_path}
    for letter, *points in shape.steps:
        steps[str(letter)](*(_n(value) for point in points for value in point))


def _stamp(canvas: Canvas, sprite: Sprite, frame: tuple[float, float, float, float], density: int) -> None:
    """Draw a sprite's canvas into a rectangle, and what it bleeds around it."""
    x, y, width, height = frame
    across, down = width / sprite.inner_width, height / sprite.inner_height
    left, top = _n(x - sprite.bleed * across), _n(y - sprite.bleed * down)
    canvas.draw_image(_sprite_canvas(sprite, density), left, top, _n(sprite.width * across), _n(sprite.height * down))


def _n(value: float) -> float:
    """Return a number short enough for a small message."""
    short = round(value, 2)
    return int(short) if short == int(short) else short
