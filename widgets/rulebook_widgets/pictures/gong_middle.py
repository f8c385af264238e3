"""The middle of the table of Gong as shapes: Link's row and gong, Fight's piles and mission, Family's chart."""

from __future__ import annotations

import math
from dataclasses import replace

from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import COLOURS, GALAXIES, GALAXY, JOKER, NAMES, NO_CARD, NUMBER, SIZE, XPHERES
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.state import NOBODY, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures import gong_missions as missions
from rulebook_widgets.pictures import gong_words as words
from rulebook_widgets.pictures.frames import Frame
from rulebook_widgets.pictures.gong_cards import CARD, COLUMN
from rulebook_widgets.pictures.gong_emblems import FLAGS, GROUNDS
from rulebook_widgets.pictures.gong_open import tag
from rulebook_widgets.pictures.gong_table import CELL, DECK, DISCARDS, EDGE, GONG, MISSION, ROW, Layout
from rulebook_widgets.pictures.gong_taps import Eyes, held, holder, naming
from rulebook_widgets.pictures.lettering import begun, centred, room, wrapped
from rulebook_widgets.scene import Circle, Path, Pen, Point, Shape, Stamp, Text, box, polygon

TOP_SCALE, BELOW_SCALE = 1.5, 1.2
_HEADS = {"yellow": "Fight", "red": "Malus", "blue": "Bonus"}
STEP = 30.0
"""How much is seen of a card below the top of the row."""


def frames(game: Gong, state: State, plan: Layout) -> dict[str, Frame]:
    """Return the places in the middle of the table, small ones before those that they lie on."""
    match game.variant:
        case "link":
            return {
                DECK: plan.lying(8, 22, 86, 160),
                GONG: plan.lying(402, 8, 132, 202),
                ROW: plan.lying(98, 8, 298, 202),
            }
        case "family":
            return _chart_frames(state, plan)
    mission = plan.lying(276, 2, 258, 208)
    if naming(state):
        pad = {name: plan.lying(5 + 89 * (at % 3), 2 + 69 * (at // 3), 89, 69) for at, name in enumerate(GALAXIES)}
        (x, y, w, h), (x2, *_rest) = plan.buttons
        return pad | {DECK: (x, y, w, h), DISCARDS: (x2, y, w, h), MISSION: mission}
    found = {DECK: plan.lying(8, 26, 82, 160), DISCARDS: plan.lying(92, 26, 82, 160), MISSION: mission}
    if state.card != NO_CARD:
        found = {NAMES[state.card]: plan.lying(176, 26, 94, 160)} | found
    return found


# Piles


def _pile(x: float, y: float, w: float, h: float, count: int) -> list[Shape]:
    """Return a pile of backs, thicker where there are more, or the place of one."""
    if not count:
        return _gap(x, y, w, h)
    return [Stamp("back", x + 2.5 * at, y - 2.5 * at, w, h) for at in range(min(3, 1 + count // 8))]


def _gap(x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return the place of a card that is not there."""
    frame = box(x + 2, y + 2, w - 4, h - 6, 8, "", "stone", 1.8)
    return [Path(frame.steps, "line", alpha=0.25), replace(frame, dash=(6.0, 5.0), alpha=0.8)]


def _caption(x: float, y: float, said: str, most: float, size: float = 17.0) -> Text:
    return centred(x, y, said, size, most, "bone", 600)


def _deck(state: State, frame: Frame, name: str) -> list[Shape]:
    """Return the deck and how many cards it holds."""
    x, y, w, h = frame
    return [
        *_pile(x + (w - CARD[0]) / 2 - 2, y + 8, *CARD, len(state.deck)),
        _caption(x + w / 2, y + h - 22, name, w),
        _caption(x + w / 2, y + h - 2, str(len(state.deck)), w, 19),
    ]


# Link


def link(game: Gong, state: State, plan: Layout) -> list[Shape]:
    """Return the row with its top card large, the deck, and the gong with its window."""
    here = frames(game, state, plan)
    shapes = _deck(state, here[DECK], _("Deck"))
    x, y, w, _h = here[ROW]
    wide, high = CARD[0] * TOP_SCALE, CARD[1] * TOP_SCALE
    left, top = x + w - wide, y + 4
    if not state.row:
        shapes += _gap(left - 40, top, wide, high)
        shapes.append(_caption(left - 40 + wide / 2, top + high + 20, _("no card yet"), 200))
        return shapes + _gong(game, state, plan)
    before = state.row[-1 - words.LATEST : -1]
    # The row keeps to the middle of its place, however short it is.
    left -= (w - wide - STEP * len(before)) / 2
    bw, bh = CARD[0] * BELOW_SCALE, CARD[1] * BELOW_SCALE
    for at, card in enumerate(before):
        shapes.append(Stamp(f"card-{card}", left - STEP * (len(before) - at), top + (high - bh) / 2, bw, bh))
    card = state.row[-1]
    shapes.append(Stamp(f"card-{card}", left, top, wide, high))
    said = f"{NAMES[card]} · {_(XPHERES[NUMBER[card] - 1])}"
    shapes.append(_caption(min(left + wide / 2, x + w - 8 - room(said, 18, 600) / 2), top + high + 19, said, 220, 18))
    return shapes + _gong(game, state, plan)


def _gong(game: Gong, state: State, plan: Layout) -> list[Shape]:
    """Return the gong; while a player has to say it, with the turns that are left for it as beads above."""
    x, y, w, h = frames(game, state, plan)[GONG]
    mid = x + w / 2
    who, turns, passed = words.window(game, state)
    shapes: list[Shape] = []
    if who != NOBODY:
        shapes += [replace(Circle(mid, y + 110, r, "", "gold", 2.4, 0.9), dash=(7.0, 6.0)) for r in (43, 52, 61)]
    shapes.append(Stamp("gong", mid - 52, y + 58, 104, 104))
    shapes.append(
        _caption(
            mid, y + h - 22, _("GONG") if who == NOBODY else _("GONG, {player}?").format(player=SEATS[who]), w - 4, 20
        )
    )
    paused = state.stage in (Stage.CATCH, Stage.GONG, Stage.PENALTY)
    for at, seat in enumerate((*turns, who) if turns else ()):
        bx, by = _on_arc(mid, y + 106, 84, at, len(turns) + 1)
        shapes += _bead(bx, by, SEATS[seat][0], at < passed, at == passed and not paused, at == len(turns))
    if turns and paused:
        # The moment lies between two turns.
        bx, by = _on_arc(mid, y + 106, 66, passed - 0.5, len(turns) + 1)
        cx, cy = _on_arc(mid, y + 106, 99, passed - 0.5, len(turns) + 1)
        shapes += [
            Pen().move(bx, by).line((cx, cy)).path(stroke="line", width=6),
            Pen().move(bx, by).line((cx, cy)).path(stroke="white", width=3),
        ]
    return shapes


def _on_arc(x: float, y: float, r: float, at: float, count: int) -> Point:
    """Return a point on the arc above the gong, `at` of `count` beads from its left."""
    turn = math.radians(-90 + (at - (count - 1) / 2) * min(25.0, 81 / max(count - 1, 1)))
    return (x + r * math.cos(turn), y + r * math.sin(turn))


def _bead(x: float, y: float, letter: str, passed: bool, present: bool, last: bool) -> list[Shape]:
    """Return a turn of the window: white before, gold when it has passed; the last is the player's own, a square."""
    shapes: list[Shape] = []
    if present:
        shapes.append(Circle(x, y, 14.5, "gold", "line", 1.4))
    if last:
        shapes.append(box(x - 10.5, y - 10.5, 21, 21, 4, "vermilion", "line", 1.6))
    else:
        shapes.append(Circle(x, y, 11, "gold" if passed else "white", "line", 1.6))
    shapes.append(Text(x, y + 0.5, letter, 15.5, "line", 700))
    return shapes


# Fight


def fight(game: Gong, state: State, plan: Layout) -> list[Shape]:
    """Return deck, discards, the card turned up and its mission; or the galaxies where one is to be named."""
    here = frames(game, state, plan)
    shapes: list[Shape] = []
    if naming(state):
        shapes.append(box(4, plan.centre + 1, 269, 209, 10, "leaf", "rule", 1.6))
        for galaxy, name in enumerate(GALAXIES):
            x, y, w, h = here[name]
            shapes += [
                Stamp(f"galaxy-{galaxy}", x + w / 2 - 21, y + 5, 42, 42),
                centred(x + w / 2, y + h - 11, name, 16, w - 2, "ink", 500),
            ]
        for place, said, count in ((DECK, _("Deck"), len(state.deck)), (DISCARDS, _("Discards"), len(state.row))):
            x, y, w, h = here[place]
            shapes += [
                box(x + 1, y + 1, w - 2, h - 2, 10, "leaf", "rule", 1.6),
                centred(x + w / 2, y + h / 2, f"{said} {count}", 19, w - 14, "quiet", 600),
            ]
        return shapes + _mission(game, state, here[MISSION])
    shapes += _deck(state, here[DECK], _("Deck"))
    x, y, w, h = here[DISCARDS]
    if state.row:
        shapes.append(Stamp(f"card-{state.row[-1]}", x + (w - CARD[0]) / 2, y + 8, *CARD))
    else:
        shapes += _gap(x + (w - CARD[0]) / 2, y + 8, *CARD)
    shapes.append(_caption(x + w / 2, y + h - 22, _("Discards"), w))
    shapes.append(_caption(x + w / 2, y + h - 2, str(len(state.row)), w, 19))
    if state.card != NO_CARD:
        x, y, w, h = here[NAMES[state.card]]
        k = 88 / CARD[0]
        shapes.append(Stamp(f"card-{state.card}", x + 3, y, 88, CARD[1] * k))
        shapes.append(_caption(x + w / 2, y + h - 16, _("turned up"), w - 4, 16))
    return shapes + _mission(game, state, here[MISSION])


def _mission(game: Gong, state: State, frame: Frame) -> list[Shape]:
    """Return the mission as a card: its colour, its words, its steps with what is done and what is next."""
    x, y, w, h = frame
    found = missions.the_mission(game, state)
    if found is None:
        colour = COLOURS[NUMBER[state.card] - 1] if state.card not in (NO_CARD, JOKER) else ""
        shapes = _gap(x, y, w, h)
        if colour:
            return [*shapes, Stamp(f"flag-{colour}", x + w / 2 - 38, y + h / 2 - 38, 76, 76)]
        said = _("the game is over") if state.stage is Stage.OVER else _("no mission yet")
        return [*shapes, *(Stamp(f"flag-{one}", x + 42 + 66 * at, y + 62, 46, 46) for at, one in enumerate(FLAGS)),
                _caption(x + w / 2, y + 134, said, w - 20, 18)]  # fmt: skip
    fill = FLAGS[found.colour]
    ink = "white" if fill == "indigo" else "line"
    shapes = [
        Path(box(x + 2, y + 4, w - 2, h - 2, 10).steps, "line", alpha=0.45),
        box(x + 1, y + 1, w - 2, h - 3, 10, "bone", "line", 1.8),
        box(x + 5, y + 5, w - 10, 32, 7, fill, "line", 1.4),
        Stamp(f"flag-{found.colour}", x + 10, y + 3, 36, 36),
        centred(x + w / 2 + 16, y + 21.5, _(_HEADS[found.colour]), 20, w - 100, ink, 700),
    ]  # fmt: skip
    steps = missions.steps_said(game, state)
    size, row = (17.0, 25.0) if len(steps) <= 3 else (15.0, 17.0)
    rows = [row + (13.0 if one.times > 1 and len(steps) <= 3 else 0) for one in steps]
    begin = y + h - 8 - sum(rows)
    faced = state.errand.faced if state.errand is not None else ()
    letters, lines, tall = _fitted(found.words, w - 26, begin - y - 46 - (62 if faced else 0))
    spare = begin - y - 44 - tall * len(lines)
    top = y + 42 + (2 if faced else spare * 0.42)
    for at, line in enumerate(lines):
        shapes.append(centred(x + w / 2, top + tall * (at + 0.5), line, letters, w - 22, "line", 600))
    for at, card in enumerate(faced):
        left = x + w / 2 + 46 * (at - len(faced) / 2)
        shapes.append(Stamp(f"card-{card}", left + 2, begin - 66, 42, 60.2))
    shapes.append(Pen().move(x + 16, begin - 3).line((x + w - 16, begin - 3)).path(stroke="slate", width=1.2))
    for at, one in enumerate(steps):
        shapes += _step((x + 10, begin + sum(rows[:at]), w - 20, rows[at]), size, one)
    return shapes


def _fitted(said: str, wide: float, high: float) -> tuple[float, list[str], float]:
    """Return letters as large as words have room for, their lines, and how high a line is."""
    for letters in (22.0, 20.0, 18.0, 16.5):
        lines = wrapped(said, letters * 1.02, wide)
        if len(lines) * letters * 1.22 <= high:
            return letters, lines, letters * 1.22
    return 15.0, wrapped(said, 15.3, wide), 17.0


def _step(frame: Frame, size: float, step: missions.Progress) -> list[Shape]:
    """Return a step of a mission: what is next stands in a lit bar, what is done has a tick; a bead each time."""
    x, y, w, h = frame
    beads = min(step.times, 9) if h > 30 else 0
    mid = y + (h - 13 * bool(beads)) / 2
    shapes: list[Shape] = []
    if step.present:
        shapes.append(box(x, y + 1, w, h - 2, 6, "glow", "line", 1.6))
        shapes.append(polygon(((x + 6, mid - 6), (x + 16, mid), (x + 6, mid + 6)), "vermilion", "line", 1.2))
    elif step.done:
        shapes.append(Pen().move(x + 5, mid).line((x + 10, mid + 5), (x + 18, mid - 6)).path(stroke="moss", width=3.2))
    else:
        shapes.append(Circle(x + 11, mid, 4.5, "", "slate", 1.6))
    shapes.append(begun(x + 24, mid - 1, step.words, size, w - 32, "line", 700 if step.present else 500))
    for at in range(beads):
        lit = "moss" if at < step.through else "white"
        shapes.append(Circle(x + 29 + 15 * at, mid + 17, 4.5, lit, "line", 1.4))
    return shapes


# Family


def _chart_frames(state: State, plan: Layout) -> dict[str, Frame]:
    found: dict[str, Frame] = {}
    for galaxy, name in enumerate(GALAXIES):
        x, y, w, h = plan.label(galaxy)
        if words.owner(state, galaxy) == NOBODY:
            found[name] = (x, y, w, h)
        else:
            found |= {name: (x, y, 40, h), f"family {name}": (x + 40, y, w - 40, h)}
        found |= {NAMES[galaxy * SIZE + at]: plan.cell(galaxy * SIZE + at) for at in range(SIZE)}
    return found | {DECK: (264, plan.bar, 82, plan.own[3])}


def family(game: Gong, state: State, plan: Layout, look: Eyes) -> list[Shape]:
    """Return the chart of all cards: one's own filled, what can be asked open, galaxies laid, in open hands tagged."""
    shapes: list[Shape] = []
    for number in range(1, SIZE + 1):
        x, y, w, _h = plan.cell(number - 1)
        shapes.append(Stamp(f"orb-{number}", x + w / 2 - 14.5, y - 31, 29, 29))
    hand = set(held(state, look))
    # Of a hand that is not seen nothing is told: every galaxy looks as if it could be asked for.
    own = {GALAXY[card] for card in hand if card != JOKER} if look.open else set(range(len(GALAXIES)))
    for galaxy, name in enumerate(GALAXIES):
        x, y, w, h = plan.label(galaxy)
        seat = words.owner(state, galaxy)
        lit = galaxy in own or seat != NOBODY
        back = box(EDGE, y + 1.5, 528, h - 3, 8, "leaf" if lit else "", "rule" if lit else "slate", 1.2)
        shapes.append(back)
        shapes.append(Stamp(f"galaxy-{galaxy}", x + 1, y + 4, 34, 34))
        ink = "ink" if lit else "bone"
        if seat == NOBODY:
            shapes.append(begun(x + 38, y + h / 2, name, 18, w - 39, ink, 700 if lit else 500))
        else:
            shapes.append(begun(x + 38, y + 13, name, 16, w - 39, ink, 700))
            shapes.append(begun(x + 38, y + 31, _("laid: {player}").format(player=SEATS[seat]), 15, w - 39, ink, 500))
        if seat != NOBODY:
            x0, *_rest = plan.cell(galaxy * SIZE)
            shapes.append(box(x0 + 3, y + 4, SIZE * CELL[0] - 8, h - 8, 8, GROUNDS[galaxy], "line", 1.5))
        for card in range(galaxy * SIZE, galaxy * SIZE + SIZE):
            other = holder(state, look, card)
            if other != NOBODY:
                shapes += tag(card, other, *plan.cell(card), galaxy in own)
            else:
                shapes += _cell(card, plan.cell(card), card in hand, galaxy in own, seat != NOBODY)
    x, y, w, h = frames(game, state, plan)[DECK]
    k = 0.5
    if state.deck:
        shapes.append(Stamp("back", x + 4, y + 6, CARD[0] * k, CARD[1] * k))
    else:
        shapes += [replace(box(x + 5, y + 7, CARD[0] * k - 2, CARD[1] * k - 4, 5, "", "quiet", 1.6), dash=(5.0, 4.0))]
    shapes.append(centred(x + 62, y + h / 2, str(len(state.deck)), 22, 36, "ink", 700))
    return shapes


def _cell(card: int, frame: Frame, mine: bool, open_: bool, gone: bool) -> list[Shape]:
    """Return a cell of the chart: a card held, one that can be asked for, one out of reach, one laid down."""
    x, y, w, h = frame
    number = NUMBER[card]
    if gone:
        return [Stamp(f"orb-{number}", x + w / 2 - 14, y + 7, 28, 28)]
    if mine:
        return [
            box(x + 2.5, y + 4, w - 5, h - 8, 6, "bone", "line", 1.5),
            box(x + COLUMN, y + 6.5, w - COLUMN - 5, h - 13, 4, GROUNDS[GALAXY[card]], "line", 1.2),
            Text(x + 14.5, y + h / 2 + 0.5, str(number), 24, "line", 700),
            Stamp(f"orb-{number}", x + COLUMN + 3.5, y + 7.5, 27, 27),
        ]
    if open_:
        return [
            box(x + 3.5, y + 5, w - 7, h - 10, 6, "paper", "rule", 1.4),
            Text(x + w / 2, y + h / 2 + 0.5, str(number), 19, "ink", 600),
        ]
    return [Circle(x + w / 2, y + h / 2, 2.6, "stone", alpha=0.8)]


def arrow(state: State, a: Frame, b: Frame) -> list[Shape]:
    """Return an arrow from the player of a joker to the one named, over the table."""
    ax, ay, bx, by = a[0] + a[2] / 2, a[1] + a[3] / 2, b[0] + b[2] / 2, b[1] + b[3] / 2
    long = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / long, (by - ay) / long
    from_, to = _edge(a, ux, uy), _edge(b, ux, uy)
    ax, ay, bx, by = ax + ux * from_, ay + uy * from_, bx - ux * to, by - uy * to
    long = max(math.dist((ax, ay), (bx, by)), 30.0)
    corners = [(0, -6), (long - 22, -6), (long - 22, -16), (long, 0), (long - 22, 16), (long - 22, 6), (0, 6)]
    turned = [(ax + px * ux - py * uy, ay + px * uy + py * ux) for px, py in corners]
    return [
        polygon(turned, "", "line", 5),
        polygon(turned, "gold", "white", 2),
        Stamp("disc", (ax + bx) / 2 - 17, (ay + by) / 2 - 17, 34, 34),
    ]


def _edge(frame: Frame, ux: float, uy: float) -> float:
    """Return how far it is from the middle of a frame to its edge in a direction."""
    _x, _y, w, h = frame
    return min(w / 2 / abs(ux) if ux else math.inf, h / 2 / abs(uy) if uy else math.inf)
