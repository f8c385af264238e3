"""The board of Dragonheart as a picture: the landscape, both players, the viewer's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebook.games.dragonheart.actions import SEATS, Action
from rulebook.games.dragonheart.cards import FRAMES, worth
from rulebook.games.dragonheart.state import ON_BOARD, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures import dragonheart_words as words
from rulebook_widgets.pictures.dictator_pieces import SPRITES as SIGNS
from rulebook_widgets.pictures.dictator_pieces import marks, rectangle
from rulebook_widgets.pictures.dragonheart_land import (
    ARROWS,
    EDGE,
    GREAT,
    GROUND,
    HAND_TOP,
    HEIGHT,
    HOLD,
    LAIR,
    LAND,
    PANEL,
    PLAQUES,
    PLAY,
    SHOW,
    WIDTH,
    Frame,
    arrow,
    spots,
    targets_of,
)
from rulebook_widgets.pictures.dragonheart_pieces import BACK, CARD, SMALL, SPRITES
from rulebook_widgets.pictures.frames import lights, under
from rulebook_widgets.pictures.lettering import begun, centred, room, wrapped
from rulebook_widgets.pictures.lights import LIGHTS
from rulebook_widgets.scene import Path, Picture, Shape, Stamp, Text, View, box, polygon

UPPER, LOWER = 6.0, 510.0
"""Where the panels of the other player and of the viewer begin."""
SHOWN = 5
"""How many cards of a pile are fanned."""
HELD = 8
"""How many cards of the hold are fanned."""
SELECTED_RISE = 8.0
BANNER = (140.0, HAND_TOP - 4, 260.0, 64.0)
"""Where stands who has won: over the cards that are left in a hand, which score nothing (DH7.6)."""


class DragonheartPicture:
    """Draws the states of one game of Dragonheart and reads its gestures."""

    width, height = WIDTH, HEIGHT

    def __init__(self, game: Any) -> None:
        self.game = game
        self.viewer: int | None = None
        """The seat whose hand is seen, `None` for the seat that decides."""
        self.curtain = False
        """Whether both hands are covered until the device has changed hands."""
        self._drawn: dict[str, Frame] = dict(LAND)

    # Places

    def frames(self, state: State) -> dict[str, Frame]:
        """Return the frames of all places, small ones before those that they lie on."""
        me = words.eyes(state, self.viewer)
        found: dict[str, Frame] = {}
        if state.dragon == ON_BOARD:
            found[GREAT] = LAIR
        found |= LAND
        for seat, who in enumerate(SEATS):
            y = LOWER if seat == me else UPPER
            if state.dragon == seat:
                found[GREAT] = (252, y + 2, 50, 50)
            if seat == me and not self.curtain and state.stage is not Stage.OVER:
                found[PLAY] = (310, y + 4, 132, PANEL - 8)
            found[f"deck {who}"] = (452, y + 2, 82, PANEL - 4)
            found[who] = (EDGE, y, 300 if PLAY in found and seat == me else 444, PANEL)
        if self.curtain:
            found[SHOW] = (40, HAND_TOP + 8, WIDTH - 80, CARD[1] - 16)
        else:
            found |= {f"hand {at + 1}": frame for at, frame in enumerate(self._row(len(state.hands[me])))}
        self._drawn = found
        return found

    def _row(self, count: int) -> list[Frame]:
        """Return the frames of a hand of so many cards, side by side."""
        w, h = CARD
        step = min(w + 6, (WIDTH - 2 * EDGE - w) / max(count - 1, 1))
        left = (WIDTH - w - step * (count - 1)) / 2
        return [(left + at * step, HAND_TOP, w, h) for at in range(count)]

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point of the picture drawn last, or `None`."""
        return under(self._drawn, x, y)

    def home(self, state: State) -> str:
        """Return where the keyboard's cursor begins: the hand, a pile of the choice, a player for the lot."""
        frames = self.frames(state)
        if SHOW in frames:
            return SHOW
        ringed = self.targets(state, ())
        return ringed[0] if ringed else "hand 1" if "hand 1" in frames else "treasure"

    def step(self, state: State, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another: the other player, the rows of the land, the viewer, the hand."""
        frames = self.frames(state)
        if place not in frames:
            return self.home(state)
        rows: dict[float, list[tuple[float, str]]] = {}
        for key, (x, y, w, _h) in frames.items():
            rows.setdefault(_level(y), []).append((x + (14 if key in SEATS else w / 2), key))
        level = _level(frames[place][1])
        row = sorted(rows[level])
        at = next(at for at, (_x, key) in enumerate(row) if key == place)
        if dx:
            return row[min(max(at + dx, 0), len(row) - 1)][1]
        levels = sorted(rows)
        to = min(max(levels.index(level) + dy, 0), len(levels) - 1)
        if levels[to] == level:
            return place
        return min((abs(x - row[at][0]), key) for x, key in rows[levels[to]])[1]

    # The picture

    def picture(self, state: State, view: View) -> Picture:
        """Return the picture of a state as `view` shows it."""
        frames = self.frames(state)
        me = words.eyes(state, self.viewer)
        cards = () if self.curtain else words.chosen(state, view.selection, self.viewer)
        shapes: list[Shape] = [Stamp(GROUND.name, 0, 0, WIDTH, HEIGHT)]
        shapes += self._arrows(state, cards)
        shapes += self._land(state, view)
        shapes += self._panel(state, view, 1 - me, UPPER)
        shapes += self._panel(state, view, me, LOWER)
        shapes.append(Stamp("great", *frames[GREAT]))
        shapes += self._button(view, frames) if PLAY in frames else []
        shapes += self._hand(state, view, frames)
        shapes += self._lit(state, view, frames)
        shapes += self._promises(state, cards, view.plain)
        shapes += _banner(self.game.winner(state)) if state.stage is Stage.OVER else []
        used = {one.name for one in shapes if isinstance(one, Stamp)}
        return Picture(WIDTH, HEIGHT, tuple(one for one in self._sprites() if one.name in used), tuple(shapes))

    def sheet(self) -> Picture:
        """Return an empty picture that names every sprite a board of this game can stamp."""
        return Picture(WIDTH, HEIGHT, self._sprites(), ())

    @staticmethod
    def _sprites() -> tuple[Any, ...]:
        return (GROUND, *SPRITES.values(), SIGNS["cross"], LIGHTS["legal"], LIGHTS["last"])

    def _arrows(self, state: State, cards: tuple[int, ...]) -> list[Shape]:
        """Return the arrows along which selected or laid cards work, those that do not yet work in outline."""
        kind = words.kind_of(cards)
        works = kind is not None and not words.lacking(state, cards)
        if state.stage is Stage.CHOOSE:
            kind, works = state.laid, True
        shapes: list[Shape] = []
        for place in targets_of(kind) if kind is not None else ():
            ends = ARROWS.get((kind.label if kind is not None else "", place))
            if ends:
                corners = arrow(*ends)
                if works:
                    shapes += [polygon(corners, "", "white", 9), polygon(corners, "gold", "line", 3.5)]
                else:
                    shapes += [polygon(corners, "chalk", "bone", 3)]
                    shapes += [replace(polygon(corners, "", "line", 2), dash=(4.0, 3.5))]
        return shapes

    def _land(self, state: State, view: View) -> list[Shape]:
        """Return the cards on the board and in the hold, empty frames, worths, and the ships that have left."""
        shapes: list[Shape] = []
        w, h = SMALL
        for place in (*words.PLACES, HOLD):
            cards = words.lying(state, place)
            kind = words.PLACES.get(place)
            frames = FRAMES[kind] if kind is not None else 0
            top = cards if frames else cards[-(HELD if place == HOLD else SHOWN) :]
            for at, (x, y) in enumerate(spots(place, len(top))):
                name = f"small-{top[at]}" if at < len(top) else f"frame-{kind.value if kind is not None else 0}"
                shapes.append(Stamp(name, x, y, w, h))
            px, py, pw, ph = PLAQUES[place]
            if not frames:
                said = self._sum(cards, view.plain)
                if place == HOLD:
                    shapes.append(centred(px + pw / 2, py + 10.5, f"{_(HOLD)}  {said}", 15.5, pw - 6, "line", 700))
                else:
                    shapes.append(centred(px + pw / 2, py + ph - 9.5, said, 15.5, pw - 6, "line", 600))
        for at in range(words.SETS):
            shapes.append(
                Stamp("sailed" if at < state.sailed else "berth", EDGE + 2 + 35 * at, 440 + 12 * (at % 2), 33, 33)
            )
        return shapes

    @staticmethod
    def _sum(cards: tuple[int, ...], plain: bool) -> str:
        """Return how many cards lie together, and what they are worth."""
        if not cards:
            return "–"
        return f"×{len(cards)}" if plain else _("×{count} · worth {worth}").format(count=len(cards), worth=worth(cards))

    def _panel(self, state: State, view: View, seat: int, y: float) -> list[Shape]:
        """Return a player: name, victory pile, deck, and the backs of a hand that is not shown below."""
        turn = seat == state.turn and state.stage not in (Stage.LOT, Stage.OVER)
        w = WIDTH - 2 * EDGE + 4
        shapes: list[Shape] = [box(EDGE - 2, y, w, PANEL, 9, "leaf", "focus" if turn else "rule", 3 if turn else 1.5)]
        if turn:
            shapes.append(polygon(((EDGE + 6, y + 19), (EDGE + 18, y + 27), (EDGE + 6, y + 35)), "focus", "focus", 1))
        shapes.append(begun(EDGE + 26, y + 27, SEATS[seat], 23, 66, "ink", 700))
        shapes.append(Stamp("heap", 106, y + 8, 38, 38))
        cards = state.won[seat]
        count = _("1 card") if len(cards) == 1 else _("{count} cards").format(count=len(cards))
        if view.plain:
            shapes.append(begun(152, y + 27, count, 19, 94, "ink", 700))
        else:
            shapes.append(begun(152, y + 17, count, 17, 94, "ink", 500))
            shapes.append(begun(152, y + 38, _("worth {worth}").format(worth=worth(cards)), 19, 94, "ink", 700))
        if y == UPPER:
            held = len(state.hands[seat])
            step = min(18.0, 92 / max(held - 1, 1))
            shapes += [Stamp("small-back", 310 + step * at, y + 9, *BACK) for at in range(held)]
            shapes.append(Text(310 + step * max(held - 1, 0) + 38, y + 28, str(held), 20, "ink", 700))
        left = len(state.decks[seat])
        shapes += [Stamp("small-back", 462 + 2.5 * at, y + 10 - 2.0 * at, *BACK) for at in range(min(left, 3))]
        shapes.append(Text(512, y + 28, str(left), 20, "ink", 700))
        return shapes

    def _button(self, view: View, frames: dict[str, Frame]) -> list[Shape]:
        x, y, w, h = frames[PLAY]
        ready = any(place.startswith("hand ") for place in view.selection)
        return [
            Path(box(x + 1, y + 4, w - 2, h - 4, 9).steps, "line", alpha=0.35),
            box(x + 1, y + 1, w - 2, h - 5, 9, "gold" if ready else "paper", "line" if ready else "rule", 2),
            centred(x + w / 2, y + h / 2 - 1, _(PLAY), 22, w - 12, "line" if ready else "quiet", 700),
        ]

    def _hand(self, state: State, view: View, frames: dict[str, Frame]) -> list[Shape]:
        """Return the viewer's cards, or their backs and the words that ask for the change of hands."""
        hand = state.hands[words.eyes(state, self.viewer)]
        if not self.curtain:
            shapes: list[Shape] = []
            for at, (x, y, w, h) in enumerate(self._row(len(hand))):
                rise = SELECTED_RISE if f"hand {at + 1}" in view.selection else 0
                shapes.append(Stamp(f"card-{hand[at]}", x, y - rise, w, h))
            return shapes
        shapes = [Stamp("back", *frame) for frame in self._row(len(hand))]
        x, y, w, h = frames[SHOW]
        shapes.append(box(x, y, w, h, 12, "paper", "focus", 3))
        said = words.say_place(state, SHOW, self.viewer, True)
        lines = wrapped(said, 24, w - 90)
        shapes += [
            centred(x + w / 2, y + h / 2 + (at - (len(lines) - 1) / 2) * 32, line, 24, w - 24, "ink", 700)
            for at, line in enumerate(lines)
        ]
        return shapes

    def _promises(self, state: State, cards: tuple[int, ...], plain: bool) -> list[Shape]:
        """Return labels: what selected cards would collect, how many are lacking, what can be chosen."""
        if state.stage is Stage.CHOOSE and state.laid is not None:
            piles = {place: words.lying(state, place) for place in targets_of(state.laid)}
            return [
                one
                for place, lot in piles.items()
                for one in _label(place, _("collect"), words.load(place, lot, plain))
            ]
        kind = words.kind_of(cards)
        if kind is None or state.stage is not Stage.PLAY:
            return []
        lack = words.lacking(state, cards)
        if lack < 0:
            free = FRAMES[kind] - len(state.board[kind])
            return _label(kind.label, _("room for"), str(free))
        if lack:
            return _label(kind.label, *_halved(words.more(kind, lack)))
        found = words.harvest(state, cards)
        return [
            one
            for place, lot in found.items()
            for one in _label(place, _("would collect"), words.load(place, lot, plain))
        ]

    # Lights

    def _lit(self, state: State, view: View, frames: dict[str, Frame]) -> list[Shape]:
        shapes: list[Shape] = []
        for kind, places in lights(view):
            for place in dict.fromkeys(places):
                if place not in frames:
                    continue
                x, y, w, h = frames[place]
                if place.startswith("hand "):
                    x, y, w, h = x - 2, y - 2 - (SELECTED_RISE if place in view.selection else 0), w + 4, h + 4
                shapes += _light(kind, place, (x, y, w, h))
        return shapes

    # Words and gestures

    def describe(self, state: State, plain: bool = False) -> str:
        """Return the position in words, as far as it is seen."""
        return words.describe(state, self.viewer, self.curtain, plain)

    def say_place(self, state: State, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words."""
        return words.say_place(state, place, self.viewer, self.curtain, plain)

    def say_selection(self, state: State, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return what is chosen and what it would collect."""
        return words.say_selection(state, selection, self.viewer, self.curtain, plain)

    def note(self, state: State) -> str:
        """Return the decks and the ships that have left, in short."""
        return words.note(state)

    def modes(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return no modes: a tap means one thing."""
        return ()

    def targets(self, state: State, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that can be pointed at next, cards of the hand left out."""
        return (SHOW,) if self.curtain else words.targets(state, selection, self.viewer)

    def gesture(self, state: State, selection: tuple[str, ...], mode: str, place: str) -> Action | tuple[str, ...]:
        """Return the action that pointing at `place` tries, or the tuple of places it leaves selected."""
        return () if self.curtain else words.gesture(state, selection, place, self.viewer)


def _banner(winner: int) -> list[Shape]:
    """Return who has won, large, beside the Great Dragon, over the viewer's own side."""
    said = _("{player} wins").format(player=SEATS[winner]) if winner in (0, 1) else _("A draw")
    x, y, w, h = BANNER
    side = h - 12
    return [
        Path(box(x + 2, y + 4, w, h, 12).steps, "line", alpha=0.4),
        box(x, y, w, h, 12, "gold", "line", 2.4),
        box(x + 4.5, y + 4.5, w - 9, h - 9, 9, "", "line", 1.3),
        Stamp("great", x + 14, y + 6, side, side),
        centred(x + (w + side + 8) / 2, y + h / 2 - 1, said, 36, w - side - 44, "line", 700),
    ]


def _level(y: float) -> int:
    """Return in which row of the keyboard a frame lies, by its upper edge."""
    return sum(y >= edge for edge in (62, 240, 410, 504, 568))


def _light(kind: str, place: str, frame: Frame) -> list[Shape]:
    """Return a light on a place; ring and corner mark lie on the plaque with its name, if it has one."""
    x, y, w, h = frame
    outline = rectangle(x, y, w, h)
    px, py, pw, _ph = PLAQUES.get(place, (x, y + 5, w - 3, h))
    match kind:
        case "legal":
            mid = (px + pw - 6, py - 9) if place in PLAQUES else (x + w - 26, y + h / 2)
            return [Stamp("legal", mid[0] - 40, mid[1] - 40, 80, 80)]
        case "last":
            return [Stamp("last", px + 1 - 0.88 * 64, py + 1 - 0.12 * 64, 64, 64)]
        case "refused":
            return [*marks(kind, outline), Stamp("cross", x + w - 30, y + h - 66 if place in LAND else y + 4, 28, 28)]
        case "glow":
            return list(marks(kind, outline)[1:])
    return list(marks(kind, outline))


def _halved(said: str) -> tuple[str, str]:
    """Return words in two parts, the last word alone."""
    first, _space, last = said.rpartition(" ")
    return first, last


def _label(place: str, upper: str, lower: str) -> list[Shape]:
    """Return a label of two lines over the scenery of a place, inside the landscape."""
    x, y, w, _h = LAND[place]
    wide = max(room(upper, 15, 600), room(lower, 17, 700)) + 14
    mid = min(max(x + w / 2, EDGE + wide / 2), WIDTH - EDGE - wide / 2)
    top = (y + 22 if y < 200 else y + 14) if place != HOLD else 446.0
    return [
        Path(box(mid - wide / 2 + 1, top + 3, wide, 42, 8).steps, "line", alpha=0.4),
        box(mid - wide / 2, top, wide, 42, 8, "glow", "line", 2),
        Text(mid, top + 13, upper, 15, "line", 600),
        Text(mid, top + 30, lower, 17, "line", 700),
    ]
