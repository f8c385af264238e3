"""The stage of Wu-xia as a picture: cells and numbered corners, the players beside it, dice and cards below."""

from __future__ import annotations

from typing import Any

from rulebook.games.wuxia.actions import SEATS, Action
from rulebook.games.wuxia.cards import SUMMON
from rulebook.games.wuxia.state import NOBODY, Stage, State
from rulebook_widgets.pictures import wuxia_band as band
from rulebook_widgets.pictures import wuxia_seats as seats
from rulebook_widgets.pictures import wuxia_stage as stage
from rulebook_widgets.pictures import wuxia_taps as taps
from rulebook_widgets.pictures import wuxia_words as words
from rulebook_widgets.pictures.dictator_pieces import SPRITES as SIGNS
from rulebook_widgets.pictures.dictator_pieces import marks, rectangle
from rulebook_widgets.pictures.frames import Frame, lights, toward, under
from rulebook_widgets.pictures.lights import LIGHTS
from rulebook_widgets.pictures.wuxia_pieces import SPRITES
from rulebook_widgets.pictures.wuxia_stage import CHI, DICE, HEIGHT, RESERVE, SHOW, WIDTH
from rulebook_widgets.pictures.wuxia_taps import CELLS, Eyes
from rulebook_widgets.scene import Circle, Picture, Shape, Sprite, Stamp, View

DICE_SPRITES = tuple(SIGNS[f"die-{pips}"] for pips in range(7))


class WuxiaPicture:
    """Draws the states of one battle of Wu-xia and reads its gestures."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.viewer: int | None = None
        """The seat whose hand is seen, `None` for the seat that decides, -1 for nobody's."""
        self.curtain = False
        """Whether the hand is covered until the device has changed hands."""
        self.width, self.height = WIDTH, HEIGHT
        self._ground = stage.ground()
        self._drawn: dict[str, Frame] = {}

    def _look(self, state: State) -> Eyes:
        return taps.eyes(state, self.viewer, self.curtain)

    # Places

    def frames(self, state: State) -> dict[str, Frame]:
        """Return the frames of all places, those that are touched first before those that they lie on."""
        plaques = stage.seat_frames(self.game.players)
        own = plaques[SEATS[state.turn]]
        corners, cells = stage.zone_frames(), stage.cell_frames()
        found = band.frames(self.game, state, self._look(state), self.curtain)
        found |= corners if state.stage is Stage.ZONE else cells
        found.setdefault(RESERVE, seats.reserve_frame(own))
        found |= {CHI: seats.chi_frame(own), **plaques}
        for place, frame in (cells if state.stage is Stage.ZONE else corners).items():
            found.setdefault(place, frame)
        self._drawn = found
        return found

    def live(self, state: State) -> dict[str, Frame]:
        """Return the frames that the keyboard goes to: corners while a zone is asked for, else cells."""
        idle = CELLS if state.stage is Stage.ZONE else stage.zone_frames()
        frames = self.frames(state)
        return {
            place: frame
            for place, frame in frames.items()
            if place not in idle and not (place == DICE and frame in [frames.get("die 1"), stage.TABLE])
        }

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point of the picture drawn last, or `None`."""
        return under(self._drawn, x, y)

    def home(self, state: State) -> str:
        """Return where the keyboard's cursor begins: where something can be done, else in the middle of the stage."""
        frames = self.live(state)
        if SHOW in frames:
            return SHOW
        ringed = [place for place in self.targets(state, ()) if place in frames]
        return ringed[0] if ringed else next(place for place in ("zone 25", "c3") if place in frames)

    def step(self, state: State, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another: the nearest in that direction."""
        frames = self.live(state)
        if place not in frames:
            return self.home(state)
        return toward(frames, place, dx, dy)

    # The picture

    def picture(self, state: State, view: View) -> Picture:
        """Return the picture of a state as `view` shows it."""
        frames, look = self.frames(state), self._look(state)
        asked = band.question(self.game, state, view)
        shapes: list[Shape] = [Stamp(self._ground.name, 0, 0, WIDTH, HEIGHT)]
        if asked.zone != NOBODY and not view.plain:
            shapes += stage.reach(asked.zone, 0.55 if state.zone != NOBODY else 0.3)
        shapes += stage.pieces(state)
        if asked.zone != NOBODY:
            shapes += stage.outline(asked.zone, state.zone != NOBODY)
        lights = self._lit(state, view, frames)
        shapes += [one for place, lit in lights if place in CELLS for one in lit]
        shapes += stage.discs(self._bright(state, view, asked), state.stage is Stage.ZONE)
        for name, frame in stage.seat_frames(self.game.players).items():
            shapes += seats.plaque(self.game, state, SEATS.index(name), frame)
        shapes += band.band(self.game, state, view, asked, frames)
        shapes += band.row(self.game, state, look)
        shapes += [one for place, lit in lights if place not in CELLS for one in lit]
        shapes += band.owners(state, look)
        used = {one.name for one in shapes if isinstance(one, Stamp)}
        return Picture(WIDTH, HEIGHT, tuple(one for one in self._sprites() if one.name in used), tuple(shapes))

    def _bright(self, state: State, view: View, asked: band.Question) -> dict[int, str]:
        """Return the colours of corners: the zone chosen; those that can be chosen, gold where a pattern strikes."""
        if state.zone != NOBODY:
            return {state.zone: "gold"}
        zones = [zone for place in view.legal if (zone := stage.zone_at(place)) != NOBODY]
        summon = set(taps.fitting(self.game, state, SUMMON)) if zones and not view.plain else set()
        return {zone: "bone" if view.plain or zone in summon else "gold" for zone in zones}

    def sheet(self) -> Picture:
        """Return an empty picture that names every sprite a board of this game can stamp."""
        return Picture(WIDTH, HEIGHT, self._sprites(), ())

    def _sprites(self) -> tuple[Sprite, ...]:
        return (
            self._ground,
            *SPRITES.values(),
            *DICE_SPRITES,
            SIGNS["cross"],
            SIGNS["done"],
            LIGHTS["legal"],
            LIGHTS["last"],
        )

    # Lights

    def alias(self, state: State, place: str, frames: dict[str, Frame]) -> str:
        """Return the place where another is found that has no frame: the dice for a face, a player for a known card."""
        if place in frames:
            return place
        if place.startswith("die "):
            return DICE
        card = self.game.cards.numbers.get(place.lower())
        holder = next((seat for seat, cards in enumerate(state.known) if card in cards), NOBODY)
        return SEATS[holder] if holder != NOBODY else place

    def _lit(self, state: State, view: View, frames: dict[str, Frame]) -> list[tuple[str, list[Shape]]]:
        """Return the lights by place, from back to front."""
        found: list[tuple[str, list[Shape]]] = []
        for kind, places in lights(view):
            for place in dict.fromkeys(self.alias(state, place, frames) for place in places):
                if place in frames:
                    found.append((place, self._light(state, kind, place, frames[place])))
        return found

    def _light(self, state: State, kind: str, place: str, frame: Frame) -> list[Shape]:
        """Return a light on a place: about a corner's disc, about a piece, on the upper edge of a card."""
        x, y, w, h = frame
        if kind == "legal":
            return self._ring(state, place, frame)
        if stage.zone_at(place) != NOBODY:
            x, y, w, h = x + w / 2 - 20, y + h / 2 - 20, 40, 40
        if kind == "last":
            px, py = (x + w - 14, y + 18) if place in CELLS else (x + w - 6, y + 6)
            return [Stamp("last", px - 0.88 * 60, py - 0.12 * 60, 60, 60)]
        outline = rectangle(x, y, w, h)
        if kind == "refused":
            cross = (x + w - 27, y - 2) if w > 44 else (x + w - 12, y - 12)
            return [*marks(kind, outline), Stamp("cross", *cross, 26, 26)]
        return list(marks(kind, outline)[1:] if kind == "glow" and h > 100 else marks(kind, outline))

    def _ring(self, state: State, place: str, frame: Frame) -> list[Shape]:
        x, y, w, h = frame
        if stage.zone_at(place) != NOBODY:
            return _circle(x + w / 2, y + h / 2, stage.DISC + 2.5, 3.2)
        if place in CELLS:
            if state.cells[CELLS[place]]:
                return _circle(x + w / 2, y + h / 2, 28.5, 4.2)
            return [Stamp("legal", x + w / 2 - 40, y + h / 2 - 40, 80, 80)]
        if place.startswith("die "):
            if state.stage is Stage.DIE:
                return _circle(x + w / 2, y + 72, 9, 3.8)
            return _circle(x + w - 8, y + (39 if state.stage is Stage.COST else 63), 6, 3)
        if place in self.game.cards.numbers or place.lower() in self.game.cards.numbers:
            return _circle(x + w - 9, y + 9, 7, 3.4)
        if place in SEATS:
            return _circle(x + w - 14, y + 40, 9, 3.8)
        return []

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
        """Return what stands beside the board, in short."""
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


def _circle(x: float, y: float, r: float, width: float) -> list[Shape]:
    """Return the ring of what is legal, of any size."""
    return [Circle(x, y, r, "", "white", width + 2.6), Circle(x, y, r, "", "indigo", width)]
