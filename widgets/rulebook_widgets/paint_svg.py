"""Pictures as SVG text: the static page, print, golden tests.

Colours that differ between the schemes carry a class, `rb-ink-fill`, so that a page can restyle them; the attributes
hold the light scheme, so that a picture stands alone.
"""

from __future__ import annotations

from html import escape

from rulebook_widgets import palette
from rulebook_widgets.scene import Circle, Path, Picture, Point, Shape, Stamp, Text

FONT = "'Rulebook Text', 'Literata', Georgia, serif"


def svg(picture: Picture, label: str = "", kind: str = "rb-figure") -> str:
    """Return the picture as one `<svg>` element; `label` is its name for screen readers."""
    colours = palette.scheme()
    ids = {sprite.name: sprite.key for sprite in picture.sprites}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" stroke-linejoin="round" stroke-linecap="round" '
        f'font-family="{FONT}" text-anchor="middle" dominant-baseline="central" '
        f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}" '
        f'width="{_n(picture.width)}" height="{_n(picture.height)}" role="img" aria-label="{escape(label)}">'
    ]
    if picture.sprites:
        parts.append("<defs>")
        for sprite in picture.sprites:
            parts.append(
                f'<symbol id="{ids[sprite.name]}" viewBox="0 0 {_n(sprite.inner_width)} {_n(sprite.inner_height)}" '
                'overflow="visible">'
            )
            parts += [_shape(shape, ids, colours) for shape in sprite.shapes]
            parts.append("</symbol>")
        parts.append("</defs>")
    parts += [_shape(shape, ids, colours) for shape in picture.shapes]
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _shape(shape: Shape, ids: dict[str, str], colours: dict[str, str]) -> str:
    match shape:
        case Path(steps):
            return f'<path d="{_relative(steps)}"{_style(shape, colours)}/>'
        case Circle(x, y, r):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{_style(shape, colours)}/>'
        case Text(x, y, words, size, fill, weight):
            return (
                f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight="{weight}" '
                f'fill="{colours[fill]}"{_class(fill, "")}>'
                f"{escape(words)}</text>"
            )
        case Stamp(name, x, y, width, height):
            return f'<use href="#{ids[name]}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'


def _relative(steps: tuple[tuple[str | Point, ...], ...]) -> str:
    """Return the steps of a path from point to point in tenths of a unit, which is the shortest way to write them."""
    written: list[str] = []
    here = begin = (0, 0)
    last = ""
    for letter, *points in steps:
        if letter == "Z":
            written.append("z")
            here, last = begin, ""
            continue
        at = [(round(10 * point[0]), round(10 * point[1])) for point in points if not isinstance(point, str)]
        kind = str(letter).lower()
        numbers = "".join(_tenths(value - origin) for point in at for value, origin in zip(point, here, strict=True))
        written.append(numbers if kind == last else kind + numbers.removeprefix(" "))
        here = at[-1]
        begin = here if kind == "m" else begin
        last = kind if kind != "m" else ""
    return "".join(written)


def _tenths(value: int) -> str:
    """Return a number of tenths with the space that must stand before it: none before a minus."""
    text = f"{value / 10:.1f}".rstrip("0").rstrip(".")
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return text if text.startswith("-") else f" {text}"


def _style(shape: Path | Circle, colours: dict[str, str]) -> str:
    text = f' fill="{colours[shape.fill] if shape.fill else "none"}"'
    if shape.stroke:
        text += f' stroke="{colours[shape.stroke]}" stroke-width="{_n(shape.width)}"'
    if shape.dash:
        text += f' stroke-dasharray="{" ".join(map(_n, shape.dash))}"'
    if shape.alpha != 1:
        text += f' opacity="{shape.alpha:g}"'
    return text + _class(shape.fill, shape.stroke)


def _class(fill: str, stroke: str) -> str:
    names = [f"rb-{fill}-fill"] if fill in palette.SCHEMED else []
    names += [f"rb-{stroke}-stroke"] if stroke in palette.SCHEMED else []
    return f' class="{" ".join(names)}"' if names else ""


def _n(value: float) -> str:
    """Return a number with one decimal at most."""
    return f"{value:.1f}".rstrip("0").rstrip(".") or "0"
