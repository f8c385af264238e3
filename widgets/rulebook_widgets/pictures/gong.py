"""The table of Gong as a picture: Link, Family and Fight, the players around it, the viewer's hand."""

from __future__ import annotations

from typing import Any

from rulebook.games.gong.actions import SEATS, Action
from rulebook.games.gong.cards import GALAXIES, JOKER
from rulebook.games.gong.state import NOBODY, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures import gong_middle as middle
from rulebook_widgets.pictures import gong_seats as seats
from rulebook_widgets.pictures import gong_taps as taps
from rulebook_widgets.pictures import gong_words as words
from rulebook_widgets.pictures.dictator_pieces import SPRITES as SIGNS
from rulebook_widgets.pictures.dictator_pieces import marks, rectangle
from rulebook_widgets.pictures.frames import Frame, lights, toward, under
from rulebook_widgets.pictures.gong_cards import CARD, SPRITES
from rulebook_widgets.pictures.gong_table import (
    BAR,
    BUTTONS,
    DECK,
    DISCARDS,
    GONG,
    SHOW,
    WIDTH,
    ground,
    hand_lies,
    layout,
)
from rulebook_widgets.pictures.gong_taps import CARD_AT, TAKEN, Eyes
from rulebook_widgets.pictures.lights import LIGHTS
from rulebook_widgets.scene import Picture, Shape, Sprite, Stamp, View


class GongPicture:
    """Draws the states of one game of Gong and reads its gestures."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.viewer: int | None = None
        """The seat whose hand is seen, `None` for the seat that decides, -1 for nobody's."""
        self.curtain = False
        """Whether the hand is covered until the device has changed hands."""
        self.plan = layout(game.variant, game.players)
        self.width, self.height = WIDTH, self.plan.height
        self._ground = ground(self.plan)
        self._drawn: dict[str, Frame] = {}

    def _look(self, state: State) -> Eyes:
        return taps.eyes(state, self.viewer, self.curtain)

    # Places

    def frames(self, state: State) -> dict[str, Frame]:
        """Return the frames of all places, small ones before those that they lie on."""
        look, plan = self._look(state), self.plan
        found: dict[str, Frame] = {}
        if self.curtain:
            found[SHOW] = seats.show_frame(plan)
        elif self.game.variant == "family":
            if JOKER in taps.held(state, look):
                found[TAKEN] = (186, plan.bar, 74, plan.own[3])
        else:
            places = seats.hand_places(taps.held(state, look))
            found |= dict(zip(places, hand_lies(len(places), plan.hand).frames, strict=True))
        if not self.curtain:
            found |= dict(zip(taps.buttons(self.game, state, look), reversed(plan.buttons), strict=False))
        found |= self._seats(look)
        for place, frame in middle.frames(self.game, state, plan).items():
            found.setdefault(place, frame)
        self._drawn = found
        return found

    def _seats(self, look: Eyes) -> dict[str, Frame]:
        """Return the plaques by player: clockwise from the one who sits below."""
        around = {SEATS[(look.seat + 1 + at) % self.game.players]: frame for at, frame in enumerate(self.plan.others)}
        return around | {SEATS[look.seat]: self.plan.own}

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point of the picture drawn last, or `None`."""
        return under(self._drawn, x, y)

    def home(self, state: State) -> str:
        """Return where the keyboard's cursor begins: where something can be done, else with the viewer."""
        frames = self.frames(state)
        if SHOW in frames:
            return SHOW
        ringed = [place for place in self.targets(state, ()) if place in frames]
        return ringed[0] if ringed else SEATS[self._look(state).seat]

    def step(self, state: State, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another: the nearest in that direction."""
        frames = self.frames(state)
        if place not in frames:
            return self.home(state)
        return toward(frames, place, dx, dy)

    # The picture

    def picture(self, state: State, view: View) -> Picture:
        """Return the picture of a state as `view` shows it."""
        frames, look, plan = self.frames(state), self._look(state), self.plan
        shapes: list[Shape] = [Stamp(self._ground.name, 0, 0, WIDTH, plan.height)]
        match self.game.variant:
            case "link":
                shapes += middle.link(self.game, state, plan)
            case "fight":
                shapes += middle.fight(self.game, state, plan)
            case _:
                shapes += middle.family(self.game, state, plan, look)
        for name, frame in self._seats(look).items():
            seat = SEATS.index(name)
            own = seat == look.seat
            shapes += (
                seats.own_plaque(self.game, state, look, frame)
                if own
                else seats.plaque(self.game, state, seat, look, frame)
            )
        if state.stage is Stage.COUNTER:
            around = self._seats(look)
            shapes += middle.arrow(state, around[SEATS[state.turn]], around[SEATS[state.who]])
        shapes += seats.secrets(state, look, self._seats(look))
        shapes += self._hand(state, look, view, frames)
        legal = set(view.legal)
        for place in BUTTONS:
            shapes += seats.button(place, frames[place], place in legal or not legal) if place in frames else []
        shapes += self._lit(state, view, frames)
        if state.stage is Stage.OVER:
            said = _("{player} wins").format(player=SEATS[state.winner])
            shapes += seats.banner(
                said, (plan.buttons[0][0] - (84 if plan.variant == "family" else 0), plan.bar, 262, BAR)
            )
        used = {one.name for one in shapes if isinstance(one, Stamp)}
        return Picture(WIDTH, plan.height, tuple(one for one in self._sprites() if one.name in used), tuple(shapes))

    def sheet(self) -> Picture:
        """Return an empty picture that names every sprite a board of this game can stamp."""
        return Picture(WIDTH, self.plan.height, self._sprites(), ())

    def _sprites(self) -> tuple[Sprite, ...]:
        cards = self.game.variant != "family"
        pieces = [
            one for name, one in SPRITES.items() if cards or not name.startswith("card-") or name == f"card-{JOKER}"
        ]
        return (self._ground, *pieces, SIGNS["cross"], LIGHTS["legal"], LIGHTS["last"])

    def _hand(self, state: State, look: Eyes, view: View, frames: dict[str, Frame]) -> list[Shape]:
        """Return the viewer's cards, their backs, or the words that ask for the change of hands."""
        shapes: list[Shape] = []
        if self.game.variant == "family":
            if TAKEN in frames:
                x, y, _w, h = frames[TAKEN]
                count = taps.held(state, look).count(JOKER)
                shapes += [Stamp(f"card-{JOKER}", x + 8 + 14 * at, y + 1, 46, h) for at in range(count)]
        elif look.open:
            shapes += seats.hand(state, look, self.plan, view.selection)
        else:
            shapes += seats.covered(self.plan, len(state.hands[look.seat]))
        if SHOW in frames:
            shapes += seats.curtain(self.say_place(state, SHOW), frames[SHOW])
        return shapes

    # Lights

    def _lit(self, state: State, view: View, frames: dict[str, Frame]) -> list[Shape]:
        shapes: list[Shape] = []
        look = self._look(state)
        for kind, places in lights(view):
            for place in dict.fromkeys(taps.alias(frames, state, place) for place in places):
                if place in frames:
                    in_hand = place in CARD_AT and frames[place][1] >= self.plan.hand - 40
                    rise = seats.RISE if in_hand and place in view.selection and self.game.variant != "family" else 0
                    x, y, w, h = frames[place]
                    if kind == "legal" and look.all:
                        w, h = self._clear(state, look, place, w, h)
                    shapes += self._light(kind, place, (x, y - rise, w, h), in_hand)
        return shapes

    def _clear(self, state: State, look: Eyes, place: str, w: float, h: float) -> tuple[float, float]:
        """Return the part of an open place that a ring may cover: not a hand, nor the name of who holds a card."""
        if self.game.variant != "family":
            return (w, 17) if place in SEATS and place != SEATS[look.seat] else (w, h)
        tagged = place in CARD_AT and place != TAKEN and taps.holder(state, look, CARD_AT[place]) != NOBODY
        return (25, h) if tagged else (w, h)

    def _light(self, kind: str, place: str, frame: Frame, in_hand: bool) -> list[Shape]:
        """Return a light on a place; rings lie on the upper edge of a card and where a pile or a cell has room."""
        x, y, w, h = frame
        if kind != "legal" and place in (DECK, DISCARDS) and h > CARD[1]:
            # How many cards lie there stands on the lower edge of the place: a light goes round it.
            h += 12
        match kind:
            case "legal":
                mx, my, size = x + w / 2, y + h / 2, 76.0
                if place in SEATS:
                    mx, my, size = x + w / 2, y + h - 2, 62.0
                elif in_hand:
                    mx, my, size = (x + min(w, CARD[0]) / 2 if w > 40 else x + 15), y + 1, 54.0
                elif place == SHOW or place in BUTTONS:
                    return []
                elif place == GONG:
                    my = y + 110
                elif place == DECK and self.game.variant != "family":
                    my = y + 60
                elif place in GALAXIES:
                    mx, my, size = x + w - 16, y + 16, 54.0
                elif place in CARD_AT:
                    size = 68.0 if w > 40 else 58.0
                return [Stamp("legal", mx - size / 2, my - size / 2, size, size)]
            case "last":
                return [Stamp("last", x + w - 0.88 * 60 - 5, y + 5 - 0.12 * 60, 60, 60)]
            case "refused":
                cross = (x + w - 30, y + 3) if h > 50 else (x + w / 2 - 14, y + h / 2 - 14)
                return [*marks(kind, rectangle(x, y, w, h)), Stamp("cross", *cross, 28, 28)]
            case "glow":
                return list(marks(kind, rectangle(x, y, w, h))[1:])
        return list(marks(kind, rectangle(x, y, w, h)))

    # Words and gestures

    def describe(self, state: State, plain: bool = False) -> str:
        """Return the position in words, as far as it is seen."""
        return words.describe(self.game, state, self._look(state), plain)

    def say_place(self, state: State, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words."""
        return words.say_place(self.game, state, place, self._look(state), plain)

    def say_selection(self, state: State, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return what is chosen and what can follow, in words."""
        return words.say_selection(self.game, state, selection, self._look(state), plain)

    def note(self, state: State) -> str:
        """Return what lies in the piles, in short."""
        return words.note(self.game, state)

    def modes(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return no modes: a tap means one thing."""
        return ()

    def targets(self, state: State, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that lead on to a legal action."""
        return (SHOW,) if self.curtain else taps.targets(self.game, state, selection, self._look(state))

    def gesture(self, state: State, selection: tuple[str, ...], mode: str, place: str) -> Action | tuple[str, ...]:
        """Return the action that pointing at `place` tries, or the tuple of places it leaves selected."""
        return () if self.curtain else taps.gesture(self.game, state, selection, place, self._look(state))
