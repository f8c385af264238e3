"""The cards of Dictator-Control as pictures, and the gallery of an army."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from rulebook.games.dictator.battle import silenced
from rulebook.games.dictator.cards import CARDS, KINDS
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import State
from rulebook.words import _
from rulebook_widgets.pictures import dictator_words as words
from rulebook_widgets.pictures.dictator_pieces import CARD, LOW, SLIM, SPRITES, TAB, TALL, TILT
from rulebook_widgets.pictures.dictator_table import GAP, Slot
from rulebook_widgets.pictures.lettering import begun, centred, room, wrapped
from rulebook_widgets.scene import Picture, Shape, Stamp, Text, box


def card(game: Any, state: State, slot: Slot) -> list[Shape]:
    """Return a card: a frame and its words."""
    x, y, w, h = slot.frame
    if slot.card < 0:
        back: list[Shape] = [Stamp(f"back-{slot.form}", x, y, w, h)]
        if slot.damaged:
            back += [box(x + 10, y + 6, w - 20, 22, 5, "chalk", "line", 1.5)]
            back.append(centred(x + w / 2, y + 17, _("damaged"), 15, w - 26, "line", 700))
        return back
    damaged = bool(state.damaged >> slot.card & 1)
    army = CARDS[slot.card].army
    if damaged:
        return [Stamp(f"turned-{slot.form}-{army}", x, y, w, h), *_leaning(_written(game, state, slot), slot)]
    return [Stamp(f"card-{slot.form}-{army}", x, y, w, h), *_written(game, state, slot)]


def _written(game: Any, state: State, slot: Slot) -> list[Shape]:
    """Return what a card says."""
    x, y, w, h = slot.frame
    face = CARDS[slot.card]
    holder = state.holder(slot.card)
    down = bool(game.fog and holder and not state.up >> slot.card & 1)
    tags = _tags(bool(state.damaged >> slot.card & 1), bool(state.acted >> slot.card & 1), down)
    shapes: list[Shape] = []
    added = sum(bonus.value for bonus in state.battle.bonuses if bonus.card == slot.card) if state.battle else 0
    shapes.append(begun(x + 8, y + 14, face.name, 17, w - (66 if added else 44), "line", 700))
    if added:
        shapes.append(Text(x + w - 42, y + 14.5, f"+{added}", 17, "line", 700))
    shapes.append(Stamp("strength", x + w - 28, y + 2, 24, 24))
    shapes.append(Text(x + w - 16, y + 14.5, str(face.strength), 18, "line", 700))
    if _silent(state, slot.card):
        shapes.append(Stamp("silent", x + w - 30, y, 28, 28))
    if h < 40:
        return shapes
    icon = f"type-{face.type.name.lower()}"
    if slot.form == SLIM:
        shapes.append(Stamp(icon, x + 7, y + 27, 23, 23))
        if tags:
            return shapes + _tagged(x + 36, y + 40, w - 42, tags)
        shapes.append(begun(x + 36, y + 40, face.type.value, 15, w - 42, "line"))
        return shapes
    phase = face.powers[0].phase if face.powers else "none"
    if slot.form == LOW:
        return shapes + _low(slot, icon, phase, tags)
    return shapes + _tall(slot, icon, phase, tags)


def _low(slot: Slot, icon: str, phase: str, tags: list[str]) -> list[Shape]:
    x, y, w, h = slot.frame
    face = CARDS[slot.card]
    shapes: list[Shape] = [
        Stamp(icon, x + 7, y + 26, 18, 18),
        begun(x + 30, y + 34.5, face.type.value, 15, w - 36, "line"),
    ]
    size, line = (14, y + 47.5) if len(face.powers) > 1 else (15, y + 53)
    for power in face.powers:
        shapes.append(begun(x + 8, line, power.name, size, w - 34, "line", 600))
        shapes += _cost(x + w - 23, line - 7.5, power.cost, size)
        line += 13
    shapes.append(Stamp(f"tabs-{phase}", x + 8, y + h - 15, (5 * TAB + 4) * 0.8, TAB * 0.8))
    if tags:
        return shapes + _tagged(x + 68, y + h - 11.5, w - 76, tags)
    return [*shapes, centred(x + w - 20, y + h - 11, face.code, 14, 36, "line")]


def _tall(slot: Slot, icon: str, phase: str, tags: list[str]) -> list[Shape]:
    x, y, w, h = slot.frame
    face = CARDS[slot.card]
    shapes: list[Shape] = [Stamp(icon, x + 11, y + 35, 43, 43)]
    kind = face.type.value.replace("-I", "- I").split()
    lines = len(kind) + bool(tags)
    line = y + 57 - 7.5 * (lines - 1)
    for part in kind:
        shapes.append(begun(x + 61, line, part, 15, w - 68, "line"))
        line += 15
    shapes += _tagged(x + 61, line + 1, w - 68, tags)
    line = y + 97
    for power in face.powers:
        shapes.append(begun(x + 8, line, power.name, 16, w - 36, "line", 700))
        shapes += _cost(x + w - 26, line - 9, power.cost, 18)
        line += 15.5
        for part in wrapped(words.effect(power, brief=True), 14.5, w - 14):
            shapes.append(begun(x + 8, line, part, 14.5, w - 14, "line"))
            line += 14.5
        line += 2
    if not face.powers:
        shapes.append(begun(x + 8, line, _("no action"), 15, w - 18, "line"))
    shapes.append(Stamp(f"tabs-{phase}", x + 8, y + h - 18, 5 * TAB + 4, TAB))
    shapes.append(centred(x + w - 23, y + h - 11, face.code, 15, 36, "line"))
    return shapes


def _silent(state: State, card: int) -> bool:
    """Tell whether a condition keeps a card from adding its Strength."""
    if state.battle is None:
        return False
    sides = [side for side in (0, 1) if (unit := battalion_of(state, side)) and card in unit.cards]
    return any(silenced(state, side, card) is not None for side in sides)


def _tags(damaged: bool, acted: bool, down: bool) -> list[str]:
    """Return what has become of a card."""
    tags = ["damaged"] if damaged else []
    tags += ["acted"] if acted else []
    return tags or (["down"] if down else [])


def _leaning(shapes: list[Shape], slot: Slot) -> list[Shape]:
    """Return what a damaged card says, each line moved to where the turned card has it."""
    x, y, w, h = slot.frame
    lean = math.sin(math.radians(TILT[slot.form]))
    moved: list[Shape] = []
    for one in shapes:
        if isinstance(one, Text | Stamp) and not (one.x > x + w - 36 and one.y < y + 24):
            away = one.y + (one.height / 2 if isinstance(one, Stamp) else 0) - y - h / 2
            one = replace(one, x=one.x - away * lean)
        moved.append(one)
    return moved


def _cost(x: float, y: float, cost: int, size: float) -> list[Shape]:
    return [Stamp("cost", x, y, size, size), Text(x + size / 2, y + size / 2 + 0.5, str(cost), size * 0.8, "line", 700)]


def _tagged(x: float, y: float, wide: float, tags: list[str]) -> list[Shape]:
    """Return the words for what has become of a card, a tick before "acted"."""
    shapes: list[Shape] = []
    if "damaged" in tags:
        said = _("damaged")
        most = wide - (16 if "acted" in tags else 0)
        shapes.append(begun(x, y, said, 15, most, "line", 700))
        x += min(most, room(said, 15, 700)) + 2
    if "acted" in tags:
        shapes.append(Stamp("done", x, y - 8, 15, 15))
        if len(tags) == 1:
            shapes.append(begun(x + 18, y, _("acted"), 15, wide - 18, "line", 600))
    if "down" in tags:
        shapes.append(begun(x, y, _("face down"), 14, wide, "line"))
    return shapes


GALLERY_ROW = 3
"""How many cards stand side by side in a gallery."""


def gallery(game: Any, army: str) -> tuple[Picture, str]:
    """Return the picture of every card of an army, `T`, `C` or `H`, and its words."""
    state = game.initial_state()
    faces = [face for face in CARDS[:KINDS] if face.army == army]
    w, h = CARD[TALL]
    shapes: list[Shape] = []
    for at, face in enumerate(faces):
        x, y = (at % GALLERY_ROW) * (w + GAP) + 2, (at // GALLERY_ROW) * (h + GAP) + 2
        shapes += card(game, state, Slot(face.card, face.name, (x, y, w, h), TALL))
    rows = -(-len(faces) // GALLERY_ROW)
    used = {shape.name for shape in shapes if isinstance(shape, Stamp)}
    sprites = tuple(sprite for name, sprite in SPRITES.items() if name in used)
    size = (GALLERY_ROW * (w + GAP) + 4, rows * (h + GAP) + 4)
    said = " ".join(words.face_words(face) for face in faces)
    return Picture(*size, sprites, tuple(shapes)), said
