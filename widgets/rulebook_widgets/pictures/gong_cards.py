"""The cards of Gong as sprites: fifty-four cards and the joker, backs, medallions, xpheres and signs.

A card shows in its left column what a fan leaves free: number, galaxy, mission; beside it the galaxy large over its
xphere.
"""

from __future__ import annotations

from rulebook.games.gong.cards import COLOURS, GALAXIES, GALAXY, JOKER, NUMBER
from rulebook_widgets.pictures.dragonheart_pieces import Drawn, fine, placed
from rulebook_widgets.pictures.gong_emblems import EMBLEMS, FLAGS, GROUNDS, faded, flag, gong, medallion, orb, seal
from rulebook_widgets.pictures.lights import BLEED, SIDE
from rulebook_widgets.scene import Circle, Path, Sprite, Text, box, polygon, star

CARD = (74.0, 106.0)
"""The size of a card of the hand."""
COLUMN = 26.0
"""How wide the column is that tells a card."""
BACK = (24.0, 34.0)
"""The size of a back before another player."""
_SPECKS = ((36, 12, 1.1), (64, 60, 1.2), (33, 62, 1.0), (66, 96, 1.1), (31, 96, 0.9), (66, 24, 0.9))


def _blank(ground: str) -> Drawn:
    """Return a card of paper with a sky of its ground."""
    w, h = CARD
    speck = "line" if ground in ("chalk", "gold") else "white"
    return (
        Path(box(1.5, 3.5, w - 1.5, h - 3, 8).steps, "line", alpha=0.4),
        box(0.8, 0.8, w - 1.6, h - 2.6, 8, "bone", "line", 1.6),
        box(COLUMN, 4.5, w - COLUMN - 4.5, h - 10, 5, ground, "line", 1.4),
        *(Circle(x, y, r, speck, alpha=0.7) for x, y, r in _SPECKS),
    )


def card_drawn(card: int) -> Drawn:
    """Return a card as it lies in a hand."""
    if card == JOKER:
        return _joker()
    galaxy, number = GALAXY[card], NUMBER[card]
    return (
        *_blank(GROUNDS[galaxy]),
        *placed(EMBLEMS[galaxy], COLUMN + 2, 9, 40),
        *placed(orb(number), COLUMN + 3.5, 59, 37),
        Text(14.5, 17.5, str(number), 29, "line", 700),
        *placed(medallion(galaxy), 4, 35, 21),
        *placed(flag(COLOURS[number - 1]), 3, 77, 23),
    )


def _joker() -> Drawn:
    return (
        *_blank("indigo"),
        *placed(gong(), COLUMN - 0.5, 28, 45),
        *(
            polygon(star(x, y, r, r * 0.4, 4), "gold")
            for x, y, r in ((36, 18, 5), (60, 16, 6), (48, 88, 6), (62, 80, 4), (34, 82, 4))
        ),
        *placed(gong(stand=False), 4.5, 6, 20),
        *(polygon(star(14.5, y, 7, 2.8, 5), "gold", "line", 1.2) for y in (40, 57, 74)),
        *placed(faded(gong(stand=False), 1.0), 4.5, 82, 18),
    )


def _back(w: float, h: float) -> Drawn:
    """Return a back: a gong's rings in the night, a star in each corner."""
    mid, r = (w / 2, (h - 2) / 2), w * 0.33
    inset = 2.6 if w < 40 else 5.0
    shapes: list[Path | Circle | Text] = [
        Path(box(1.2, 2.5, w - 1.2, h - 2.2, 4 if w < 40 else 8).steps, "line", alpha=0.4),
        box(0.7, 0.7, w - 1.4, h - 2.4, 4 if w < 40 else 8, "bone", "line", 1.4),
        box(inset, inset, w - 2 * inset, h - 2 - 2 * inset, 2 if w < 40 else 5, "indigo"),
        Circle(*mid, r, "", "gold", 1.6 if w < 40 else 2.4),
        Circle(*mid, r * 0.45, "gold"),
    ]
    if w > 40:
        shapes += [Circle(*mid, r * 0.78, "", "gold", 1.2), Circle(*mid, r * 0.2, "indigo")]
        corners = [(inset + 8, inset + 9), (w - inset - 8, inset + 9)]
        corners += [(x, h - 2 - y) for x, y in corners]
        shapes += [polygon(star(x, y, 5, 2, 4), "glow") for x, y in corners]
    return tuple(shapes)


def _sprites() -> dict[str, Sprite]:
    """Return the sprites by name."""
    made = {f"card-{card}": fine(f"card-{card}", *CARD, card_drawn(card)) for card in range(JOKER + 1)}
    made["back"] = fine("back", *CARD, _back(*CARD))
    made["small-back"] = fine("small-back", *BACK, _back(*BACK))
    squares = {f"galaxy-{galaxy}": medallion(galaxy) for galaxy in range(len(GALAXIES))}
    squares |= {f"seal-{galaxy}": seal(galaxy) for galaxy in range(len(GALAXIES))}
    squares |= {f"orb-{number}": orb(number) for number in range(1, 7)}
    squares |= {f"flag-{colour}": flag(colour) for colour in FLAGS}
    squares |= {"gong": gong(), "disc": gong(stand=False)}
    return made | {name: Sprite(name, SIDE, SIDE, drawn, BLEED) for name, drawn in squares.items()}


SPRITES = _sprites()
