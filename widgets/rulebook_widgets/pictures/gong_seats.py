"""The players of Gong as shapes: the plaques around the table, the viewer's own side, the hand, the buttons."""

from __future__ import annotations

from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import JOKER, NAMES, NO_CARD, Cards
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.state import Duty, Stage, State
from rulebook_widgets.pictures import gong_open as opened
from rulebook_widgets.pictures import gong_words as words
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.gong_cards import BACK, CARD
from rulebook_widgets.pictures.gong_missions import cards_said
from rulebook_widgets.pictures.gong_table import SHOWN, WIDTH, Layout, hand_lies
from rulebook_widgets.pictures.gong_taps import Eyes, held, shown
from rulebook_widgets.pictures.lettering import begun, centred, room, wrapped
from rulebook_widgets.scene import Circle, Path, Shape, Stamp, Text, box, polygon

RISE = 9.0
"""How far a selected card is drawn out of the hand."""


def plaque(game: Gong, state: State, seat: int, look: Eyes, frame: Frame) -> list[Shape]:
    """Return the plaque of another player: name, number of cards, backs or faces, what is owed and laid down."""
    x, y, w, h = frame
    shapes = _board(state, seat, frame)
    count = len(state.hands[seat])
    # Faces want more room than backs.
    up = 3 if look.all and game.variant != "family" else 0
    shapes += _name(state, seat, x, y + 18 - up, w - 38 - 26 * bool(_duty(state, seat, x, y)), 21 if w > 120 else 18)
    shapes += _count(x + w - 38, y + 7 - up, count)
    shapes += _duty(state, seat, x + w - 64, y + 8 - up)
    hand = shown(state, look, seat)
    if game.variant == "family":
        bw, bh = BACK[0] * 0.74, BACK[1] * 0.74
        seen = hand.count(JOKER)
        shapes += opened.jokers(hand, x + w - 7, y + 34, bw + 4, bh)
        shapes += _fan(x + 8, y + 34, w - 16 - (bw + 6) * seen, count - seen, 0.74)
        return shapes + _laid(state, seat, x + 6, y + h - 25, w - 12, 21)
    if look.all:
        return shapes + opened.faces(hand, x + 7, y + 32.5, w - 14, h - 37.5)
    return shapes + _fan(x + 8, y + 36, w - 16, count, (h - 40) / BACK[1])


def _board(state: State, seat: int, frame: Frame) -> list[Shape]:
    """Return an empty plaque, ringed in gold while it is this player's to act."""
    x, y, w, h = frame
    shapes: list[Shape] = [Path(box(x + 1, y + 3, w, h, 10).steps, "line", alpha=0.4)]
    if words.decides(state, seat):
        shapes.append(box(x - 2, y - 2, w + 4, h + 4, 12, "gold", "line", 1.6))
        shapes.append(box(x + 2, y + 2, w - 4, h - 4, 8, "leaf", "line", 1.2))
    else:
        shapes.append(box(x, y, w, h, 10, "leaf", "rule", 1.6))
    return shapes


def _name(state: State, seat: int, x: float, y: float, most: float, size: float = 21.0) -> list[Shape]:
    """Return a name, after the sign of a turn where it is this player's."""
    shapes: list[Shape] = []
    if seat == state.turn and state.stage not in (Stage.OVER, Stage.CATCH, Stage.GONG, Stage.PENALTY):
        shapes.append(polygon(((x + 8, y - 8), (x + 20, y), (x + 8, y + 8)), "vermilion", "line", 1.4))
    return [*shapes, begun(x + 25, y, SEATS[seat], size, most - 26, "ink", 700)]


def _count(x: float, y: float, count: int) -> list[Shape]:
    """Return a number of cards on the sign of a card."""
    return [
        box(x, y, 30, 26, 5, "indigo", "line", 1.4),
        box(x + 2.5, y + 2.5, 25, 21, 3, "", "gold", 1.2),
        centred(x + 15, y + 14, str(count), 19, 22, "white", 700),
    ]


def _duty(state: State, seat: int, x: float, y: float) -> list[Shape]:
    """Return the sign of a single card: a gong in outline while it is to be said, a full one when it has been."""
    if not state.duty or state.duty[seat] is Duty.NONE:
        return []
    if words.owing(state, seat):
        return [
            Circle(x + 11, y + 11, 11, "white", "vermilion", 3),
            Text(x + 11, y + 12, "!", 18, "line", 700),
        ]
    return [Stamp("disc", x, y, 22, 22)]


def _fan(x: float, y: float, w: float, count: int, k: float) -> list[Shape]:
    """Return so many backs side by side, closer where they are many."""
    bw, bh = BACK[0] * k, BACK[1] * k
    step = min(bw * 0.62, (w - bw) / max(count - 1, 1))
    return [Stamp("small-back", x + step * at, y, bw, bh) for at in range(count)]


def _laid(state: State, seat: int, x: float, y: float, w: float, size: float) -> list[Shape]:
    """Return the galaxies that a player has laid down."""
    galaxies = words.laid(state, seat)
    step = min(size + 2, (w - size) / max(len(galaxies) - 1, 1))
    return [Stamp(f"galaxy-{galaxy}", x + step * at, y, size, size) for at, galaxy in enumerate(galaxies)]


def secrets(state: State, look: Eyes, around: dict[str, Frame]) -> list[Shape]:
    """Return the cards that others have chosen and that lie face down before their plaques."""
    shapes: list[Shape] = []
    for seat, card in enumerate(state.errand.secret if state.errand is not None else ()):
        if card == NO_CARD or seat == look.seat:
            continue
        x, y, w, h = around[SEATS[seat]]
        if look.all:
            # Beside the count: below it lies the hand.
            shapes += _secret(x + w - 66, y + 3, 20)
        else:
            shapes += _secret(x + w - 44, y + h - 30, 30)
    return shapes


def _secret(x: float, y: float, w: float) -> list[Shape]:
    """Return a card that lies face down, lit, with a question mark."""
    h, edge, r = w * 42.5 / 30, w * 0.13, max(9.0, w * 0.37)
    return [
        box(x - edge, y - edge, w + 2 * edge, h + 2 * edge, w * 0.23, "glow", "line", 1.6),
        Stamp("small-back", x, y, w, h),
        Circle(x + w / 2, y + h * 0.47, r, "white", "line", 1.4),
        Text(x + w / 2, y + h * 0.47 + 1, "?", max(15.0, w * 0.6), "line", 700),
    ]


def own_plaque(game: Gong, state: State, look: Eyes, frame: Frame) -> list[Shape]:
    """Return the viewer's plaque."""
    x, y, w, h = frame
    seat, count = look.seat, len(state.hands[look.seat])
    shapes = _board(state, seat, frame)
    if game.variant == "family":
        shapes += _name(state, seat, x, y + 21, w - 44, 22)
        shapes += _count(x + w - 38, y + 8, count)
        return shapes + _laid(state, seat, x + 8, y + h - 28, w - 16, 23)
    shapes += _name(state, seat, x, y + h / 2, 120, 25)
    said = cards_said(count)
    shapes.append(begun(x + 39 + room(SEATS[seat], 25, 700), y + h / 2 + 1, said, 19, 90, "quiet", 500))
    return shapes + _duty(state, seat, x + w - 34, y + h / 2 - 11)


def button(place: str, frame: Frame, ready: bool) -> list[Shape]:
    """Return a button with its words."""
    x, y, w, h = frame
    lines = wrapped(words.LABELS[place], 19, w - 14)
    shapes: list[Shape] = [
        Path(box(x + 1, y + 4, w - 2, h - 4, 10).steps, "line", alpha=0.35),
        box(x + 1, y + 1, w - 2, h - 5, 10, "gold" if ready else "paper", "line" if ready else "rule", 2),
    ]
    return shapes + [
        centred(
            x + w / 2,
            y + h / 2 - 1 + (at - (len(lines) - 1) / 2) * 22,
            line,
            19,
            w - 12,
            "line" if ready else "quiet",
            700,
        )
        for at, line in enumerate(lines)
    ]


# The hand


def hand_places(hand: Cards) -> list[str]:
    """Return the places of a hand's cards; jokers lie on each other and are one place."""
    return list(dict.fromkeys(NAMES[card] for card in hand))


def hand(state: State, look: Eyes, plan: Layout, selection: tuple[str, ...]) -> list[Shape]:
    """Return the viewer's cards, those selected drawn out, the one just drawn or chosen in secret marked."""
    shapes: list[Shape] = []
    cards = list(dict.fromkeys(held(state, look)))
    lies = hand_lies(len(cards), plan.hand)
    w, h = CARD[0] * lies.scale, CARD[1] * lies.scale
    secret = state.errand.secret if state.errand is not None else ()
    for card, (x, y, _w, _h) in zip(cards, lies.frames, strict=True):
        y -= RISE if NAMES[card] in selection else 0
        both = card == JOKER and held(state, look).count(JOKER) > 1
        if both:
            shapes.append(Stamp(f"card-{JOKER}", x + 3, y - 7, w, h))
        shapes.append(Stamp(f"card-{card}", x, y, w, h))
        if both:
            shapes += [
                Circle(x + 14, y + h - 14, 11, "white", "line", 1.4),
                Text(x + 14, y + h - 13, "2", 18, "line", 700),
            ]
        drawn = state.stage is Stage.FITS and card == state.card and state.turn == look.seat
        if drawn or (secret and secret[look.seat] == card):
            shapes.append(box(x - 1, y - 1, w + 2, h + 1, 9, "", "gold", 4.5))
    return shapes


def covered(plan: Layout, count: int) -> list[Shape]:
    """Return the backs of a hand that nobody sees."""
    lies = hand_lies(count, plan.hand)
    return [Stamp("back", x, y, CARD[0] * lies.scale, CARD[1] * lies.scale) for x, y, _w, _h in lies.frames]


def curtain(said: str, frame: Frame) -> list[Shape]:
    """Return the words that ask for the change of hands."""
    x, y, w, h = frame
    lines = wrapped(said, 22, 300)
    return [
        Path(box(x + 1, y + 3, w, h, 12).steps, "line", alpha=0.35),
        box(x, y, w, h, 12, "paper", "focus", 3),
        *(
            centred(x + w / 2, y + h / 2 + (at - (len(lines) - 1) / 2) * 29, line, 22, w - 24, "ink", 700)
            for at, line in enumerate(lines)
        ),
    ]


def banner(said: str, frame: Frame) -> list[Shape]:
    """Return who has won, large, beside a gong."""
    x, y, w, h = frame
    side = h - 14
    return [
        Path(box(x + 2, y + 4, w, h, 12).steps, "line", alpha=0.4),
        box(x, y, w, h, 12, "gold", "line", 2.4),
        box(x + 4.5, y + 4.5, w - 9, h - 9, 9, "", "line", 1.3),
        Stamp("gong", x + 16, y + 7, side, side),
        centred(x + (w + side + 12) / 2, y + h / 2 - 1, said, 40, w - side - 48, "line", 700),
    ]


def show_frame(plan: Layout) -> Frame:
    """Return where a covered board is touched to be shown."""
    if plan.variant == "family":
        return (184, plan.bar, WIDTH - 190, plan.own[3])
    return (40, plan.hand + SHOWN / 2 + 12, WIDTH - 80, CARD[1] - 24)
