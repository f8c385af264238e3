"""Words in pictures: how wide they are, and words that begin at a point."""

from __future__ import annotations

from rulebook_widgets.scene import Text

_ADVANCES = (
    "a55 b62 c51 d63 e53 f40 g57 h67 i34 j32 k63 l34 m98 n67 o60 p63 q61 r49 s47 t41 u65 v60 w87 x58 y59 z50 A74 B67 "
    "C70 D77 E64 F62 G76 H84 I41 J56 K76 L64 M100 N83 O76 P62 Q77 R73 S60 T74 U80 V74 W109 X72 Y72 Z67 -35 .33 ,33 :33"
)
WIDTHS = {word[0]: int(word[1:]) / 100 for word in _ADVANCES.split()} | {" ": 0.2}
"""How wide letters of the text face are, for a size of 1; figures and signs about 0.56."""


def room(said: str, size: float, weight: int = 500) -> float:
    """Return about how wide words are."""
    ems = sum(WIDTHS.get(letter, 0.56) for letter in said)
    return ems * size * (1.03 if weight >= 700 else 1.01 if weight == 600 else 1.0)


def centred(x: float, y: float, said: str, size: float, most: float, fill: str = "ink", weight: int = 500) -> Text:
    """Return words about a point, smaller where they would be wider than `most`."""
    wide = room(said, size, weight)
    return Text(x, y, said, round(size * min(1.0, most / wide), 1) if wide else size, fill, weight)


def begun(x: float, y: float, said: str, size: float, most: float, fill: str = "ink", weight: int = 500) -> Text:
    """Return words that begin at x, smaller where they would be wider than `most`."""
    return centred(x + min(most, room(said, size, weight)) / 2, y, said, size, most, fill, weight)


def wrapped(said: str, size: float, wide: float) -> list[str]:
    """Return words in lines of about a width."""
    lines: list[str] = []
    for word in said.split():
        if lines and room(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines
