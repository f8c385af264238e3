"""The players of Wu-xia as shapes, and what stands in the band: buttons, prompts, what is to be done."""

from __future__ import annotations

from dataclasses import replace

from rulebook.games.wuxia.actions import SEATS
from rulebook.games.wuxia.cards import NO_CARD, START
from rulebook.games.wuxia.engine import FIGHTERS, Wuxia
from rulebook.games.wuxia.state import Stage, State
from rulebook.games.wuxia.zones import digits
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun, centred, room, wrapped
from rulebook_widgets.pictures.wuxia_cards import grid
from rulebook_widgets.pictures.wuxia_pieces import COLOURS, ON
from rulebook_widgets.pictures.wuxia_stage import (
    BAND,
    BAND_HIGH,
    DONE,
    PANEL,
    PASS,
    RESERVE,
    SKIP,
    TABLE,
    TITLE,
    WIDTH,
    Frame,
)
from rulebook_widgets.scene import Circle, Path, Pen, Shape, Stamp, Text, box, polygon

LABELS = {
    SKIP: _("Lay no card"),
    DONE: _("Add no more"),
    PASS: _("Pass for 1 Chi"),
    RESERVE: _("One of the reserve"),
}
"""What stands on the buttons."""
INSET = 6.0


def chi_frame(frame: Frame) -> Frame:
    """Return where a plaque shows Chi."""
    x, y, w, _h = frame
    return (x + 3, y + 26, w - 6, 35)


def reserve_frame(frame: Frame) -> Frame:
    """Return where a plaque shows the fighters in reserve."""
    x, y, w, _h = frame
    tall = _tall(frame)
    return (x + 3, y + (85 if tall else 83), w - 6, 50 if tall else 21)


def _tall(frame: Frame) -> bool:
    return frame[3] >= 140


def plaque(game: Wuxia, state: State, seat: int, frame: Frame) -> list[Shape]:
    """Return a player's plaque: name, Chi, Dan, hand, fighters in reserve and lost, the card in the pool."""
    x, y, w, h = frame
    turn = seat == state.turn and state.stage not in (Stage.LOT, Stage.OVER)
    out = state.lost[seat] == FIGHTERS
    shapes: list[Shape] = [Path(box(x + 1, y + 3, w, h, 9).steps, "line", alpha=0.35)]
    if turn or seat == state.winner:
        shapes.append(box(x - 3, y - 3, w + 6, h + 6, 11, "gold", "line", 1.6))
    shapes.append(box(x, y, w, h, 8, "leaf", "line" if turn else "rule", 1.6))
    head = Pen().move(x, y + 24).line((x, y + 8)).curve((x, y + 3), (x + 3, y), (x + 8, y)).line((x + w - 8, y))
    head.curve((x + w - 3, y), (x + w, y + 3), (x + w, y + 8)).line((x + w, y + 24)).close()
    shapes.append(head.path(COLOURS[seat], "line", 1.6))
    shapes.append(centred(x + w / 2, y + 13, SEATS[seat], 17, w - 8, ON[seat], 700))
    if out:
        said = _("out of the battle")
        lines = wrapped(said, 16, w - 12)
        return shapes + [
            centred(x + w / 2, y + 24 + (h - 24) / 2 + (at - (len(lines) - 1) / 2) * 19, line, 16, w - 10, "quiet", 600)
            for at, line in enumerate(lines)
        ]
    shapes += _chi(state, seat, x + INSET, y, w - 2 * INSET)
    shapes += _dan(state, seat, x + INSET, y + 64)
    shapes += _hand(len(state.hands[seat]), x + w - INSET - 16, y + 62)
    shapes += _fighters(state, seat, frame)
    if h >= 110 or state.pool[seat] != NO_CARD:
        shapes += _pooled(game, state, seat, frame)
    return shapes


def _chi(state: State, seat: int, x: float, y: float, w: float) -> list[Shape]:
    """Return the Chi of a player: its number, and a track of beads."""
    chi = state.chi[seat]
    worn = state.exhausted and seat == state.turn
    shapes: list[Shape] = [
        begun(x, y + 39, _("Chi"), 16, 30, "quiet", 600),
        Text(x + 44, y + 39, str(chi), 20, "ink", 700),
    ]
    if worn:
        shapes.append(Stamp("worn", x + w - 19, y + 29, 19, 19))
    elif seat == state.turn and state.stage not in (Stage.LOT, Stage.OVER):
        shapes.append(
            polygon(((x + w - 1, y + 31), (x + w - 15, y + 39), (x + w - 1, y + 47)), "vermilion", "line", 1.4)
        )
    step = w / START.most_chi
    full, rest = Pen(), Pen()
    for at in range(START.most_chi):
        left, wide = x + at * step + 0.6, step - 1.4
        pen = full if at < chi else rest
        pen.move(left, y + 51).line((left + wide, y + 51), (left + wide, y + 59), (left, y + 59)).close()
    if rest.steps:
        shapes.append(rest.path("", "rule", 1))
    if full.steps:
        shapes.append(full.path(COLOURS[seat], "ink", 0.7))
    return shapes


def _dan(state: State, seat: int, x: float, y: float) -> list[Shape]:
    """Return the beads of Dan: those left, and those spent."""
    return [Stamp("dan" if at < state.dan[seat] else "dan-spent", x + 18 * at, y, 16, 16) for at in range(START.dan)]


def _hand(count: int, x: float, y: float) -> list[Shape]:
    """Return the number of cards in a hand on the sign of a card."""
    return [
        box(x - 2, y - 1, 17, 21, 3.5, "moss", "line", 1.4),
        Text(x + 6.5, y + 10.5, str(count), 15, "white", 700),
    ]


def _fighters(state: State, seat: int, frame: Frame) -> list[Shape]:
    """Return the six fighters: those in reserve, a mark for each on the stage, those lost crossed."""
    x, y, w, h = reserve_frame(frame)
    per_row = 3 if _tall(frame) else 6
    side = min(w / per_row - 1.2, 24.0)
    step = (w - side) / (per_row - 1) if not _tall(frame) else w / 3
    shapes: list[Shape] = []
    kinds = "r" * state.reserve[seat] + "s" * state.cells.count(seat + 1) + "l" * state.lost[seat]
    for at, kind in enumerate(kinds):
        left = x + (at % per_row) * step + (0 if not _tall(frame) else (step - side) / 2)
        top = y + (at // per_row) * (side + 2) + (0 if _tall(frame) else (h - side) / 2)
        mid, high = left + side / 2, top + side / 2
        if kind == "r":
            shapes.append(Stamp(f"fighter-{seat}", left, top, side, side))
        elif kind == "s":
            shapes.append(replace(Circle(mid, high, side * 0.4, "", "quiet", 1.3), dash=(2.5, 2.5)))
        else:
            k = side * 0.3
            cross = Pen().move(mid - k, high - k).line((mid + k, high + k)).move(mid + k, high - k)
            shapes.append(cross.line((mid - k, high + k)).path("", "ink", 2.4))
    return shapes


def _pooled(game: Wuxia, state: State, seat: int, frame: Frame) -> list[Shape]:
    """Return a player's card in the pool as far as the plaque has room."""
    x, y, w, h = frame
    card = state.pool[seat]
    if not _tall(frame):
        return []
    low = y + 139
    room_left = y + h - low
    if room_left < 60:
        return []
    shapes: list[Shape] = [
        Pen().move(x + 10, low).line((x + w - 10, low)).path("", "rule", 1.4),
        centred(x + w / 2, low + 12, _("in the pool"), 15, w - 10, "quiet", 500),
    ]
    if card == NO_CARD:
        return [*shapes, Text(x + w / 2, low + 36, "–", 18, "quiet")]
    name = game.cards.cards[card].name
    lines = wrapped(name, 15, w - 10)
    return [
        *shapes,
        *grid(digits(game.cards.cards[card].schema), x + w / 2 - 14, low + 21, 28, 0),
        *(
            centred(x + w / 2, low + 58 + at * 14.5, line, 15, w - 8, "ink", 650)
            for at, line in enumerate(lines[: 2 if room_left < 92 else 3])
        ),
    ]


# The band


def _button(frame: Frame, lines: list[str], ready: bool, size: float = 19.0, mid: float | None = None) -> list[Shape]:
    x, y, w, h = frame
    middle = y + h / 2 - 1 if mid is None else mid
    fill = "line" if ready else "quiet"
    return [
        Path(box(x + 1, y + 4, w - 2, h - 4, 10).steps, "line", alpha=0.35),
        box(x + 1, y + 1, w - 2, h - 5, 10, "gold" if ready else "paper", "line" if ready else "rule", 2),
        *(
            centred(x + w / 2, middle + (at - (len(lines) - 1) / 2) * 21, line, size, w - 10, fill, 700)
            for at, line in enumerate(lines)
        ),
    ]


def button(place: str, frame: Frame, ready: bool) -> list[Shape]:
    """Return a button with its words; one for a roll with its dice and what they cost."""
    if not place.startswith("roll "):
        return _button(frame, wrapped(LABELS[place], 19, frame[2] - 12), ready)
    x, y, w, _h = frame
    dice = int(place.removeprefix("roll "))
    shapes = _button(frame, [_("roll {dice}").format(dice=dice)], ready, 21, y + 18)
    side = min(27.0, (w - 16) / dice - 2)
    left = x + (w - dice * (side + 2) + 2) / 2
    shapes += [Stamp("die-0", left + at * (side + 2), y + 34 + (27 - side) / 2, side, side) for at in range(dice)]
    spent = dice - 2
    left = x + (w - 20 * spent + 2) / 2
    shapes += [Stamp("dan", left + 20 * at, y + 71, 18, 18) for at in range(spent)]
    fill = "line" if ready else "quiet"
    if not spent:
        shapes.append(centred(x + w / 2, y + 80, _("free"), 17, w - 10, fill, 600))
    return shapes


def prompt(lines: list[str], frame: Frame = TABLE, size: float = 18.0) -> list[Shape]:
    """Return words in the band."""
    x, y, w, h = frame
    return [
        centred(x + w / 2, y + h / 2 + (at - (len(lines) - 1) / 2) * size * 1.35, line, size, w - 16, "ink", 500)
        for at, line in enumerate(lines)
    ]


def to_do(state: State) -> list[Shape]:
    """Return what is being done, and with how many pieces it is still to be done."""
    assert state.verb is not None
    x, y, w, h = PANEL
    word = _(state.verb.label)
    left = _("{left} to go").format(left=state.left)
    return [
        Path(box(x + 1, y + 3, w, h - 1, 9).steps, "line", alpha=0.3),
        box(x, y, w, h - 1, 9, "gold", "line", 2),
        Stamp(f"verb-{state.verb.label}", x + w / 2 - 22, y + 7, 44, 44),
        centred(x + w / 2, y + 66, word, 20, w - 10, "line", 700),
        centred(x + w / 2, y + 89, left, 18, w - 8, "line", 600),
    ]


def title(said: str) -> list[Shape]:
    """Return the line of words below the stage."""
    return [begun(8, TITLE, said, 17, 432, "ink", 650)]


def curtain(said: str, frame: Frame) -> list[Shape]:
    """Return the words that ask for the change of hands."""
    x, y, w, h = frame
    lines = wrapped(said, 21, 280)
    return [
        Path(box(x + 1, y + 3, w, h, 12).steps, "line", alpha=0.35),
        box(x, y, w, h, 12, "paper", "focus", 3),
        *(
            centred(x + w / 2, y + h / 2 + (at - (len(lines) - 1) / 2) * 27, line, 21, w - 24, "ink", 700)
            for at, line in enumerate(lines)
        ),
    ]


def banner(state: State) -> list[Shape]:
    """Return who has won, large, between the seat's fighter and crossed staves."""
    x, y, w, h = 20.0, BAND + 4, WIDTH - 40, BAND_HIGH - 10
    said = _("{player} keeps the field").format(player=SEATS[state.winner])
    side = h - 22
    size = 34.0
    wide = min(w - 2 * side - 60, room(said, size, 700))
    return [
        Path(box(x + 2, y + 4, w, h, 12).steps, "line", alpha=0.4),
        box(x, y, w, h, 12, COLOURS[state.winner], "line", 2.4),
        box(x + 5, y + 5, w - 10, h - 10, 9, "", "gold" if state.winner != 2 else "line", 1.6),
        Stamp(f"fighter-{state.winner}", x + 18, y + 10, side, side),
        Stamp("staves", x + w - side - 18, y + 10, side, side),
        centred(x + w / 2, y + h / 2, said, size, wide, ON[state.winner], 700),
    ]
