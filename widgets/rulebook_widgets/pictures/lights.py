"""The lights: the same marks on every board, as sprites on a square of 100."""

from __future__ import annotations

from rulebook_widgets.scene import Circle, Path, Pen, Sprite, box

SIDE = 100.0


def _hatch() -> tuple[Path, ...]:
    lines = []
    for at in range(-80, 100, 20):
        ends = [(max(4.0, at + 4.0), max(4.0, 4.0 - at)), (min(96.0, 96.0 + at), min(96.0, 96.0 - at))]
        if ends[0][0] < ends[1][0]:
            lines.append(Pen().move(*ends[0]).line(ends[1]).path(stroke="line", width=2.5, alpha=0.45))
    return tuple(lines)


def _cross(inset: float, width: float, stroke: str) -> tuple[Path, ...]:
    far = SIDE - inset
    return (
        Pen().move(inset, inset).line((far, far)).path(stroke=stroke, width=width),
        Pen().move(far, inset).line((inset, far)).path(stroke=stroke, width=width),
    )


def _dashed(path: Path, dash: tuple[float, ...]) -> Path:
    return Path(path.steps, path.fill, path.stroke, path.width, path.alpha, dash)


BLEED = 6.0

LIGHTS = {
    "legal": Sprite(
        "legal",
        SIDE,
        SIDE,
        (Circle(50, 50, 17, stroke="white", width=11), Circle(50, 50, 17, stroke="indigo", width=6)),
        BLEED,
    ),
    "glow": Sprite(
        "glow",
        SIDE,
        SIDE,
        (
            Path(box(3, 3, 94, 94, 12).steps, fill="glow", alpha=0.4),
            box(3, 3, 94, 94, 12, stroke="line", width=8),
            box(3, 3, 94, 94, 12, stroke="gold", width=5),
        ),
        BLEED,
    ),
    "refused": Sprite(
        "refused",
        SIDE,
        SIDE,
        (
            *_hatch(),
            box(4, 4, 92, 92, 8, stroke="line", width=8),
            _dashed(box(4, 4, 92, 92, 8, stroke="white", width=4), (12, 10)),
            *_cross(30, 17, "white"),
            *_cross(30, 9, "line"),
        ),
        BLEED,
    ),
    "cursor": Sprite(
        "cursor",
        SIDE,
        SIDE,
        (
            _dashed(box(-1, -1, 102, 102, 12, stroke="white", width=9), ()),
            _dashed(box(-1, -1, 102, 102, 12, stroke="indigo", width=6), (16, 9)),
            _dashed(box(10, 10, 80, 80, 8, stroke="white", width=5), ()),
            _dashed(box(10, 10, 80, 80, 8, stroke="indigo", width=3), (9, 7)),
        ),
        BLEED,
    ),
    "selected": Sprite(
        "selected",
        SIDE,
        SIDE,
        (box(2, 2, 96, 96, 12, stroke="white", width=11), box(2, 2, 96, 96, 12, stroke="indigo", width=7)),
        BLEED,
    ),
    "last": Sprite("last", SIDE, SIDE, (Circle(88, 12, 9, fill="indigo", stroke="white", width=3),), BLEED),
}
