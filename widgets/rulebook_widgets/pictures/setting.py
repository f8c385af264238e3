"""A board on which a position is set up: the game's own picture, and what tools mean on its places.

Throughout, a *place* is one of the picture's, a *spot* one of the setting's; a *tool* is a thing to put, or `TAKE`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.setting import DAMAGE
from rulebook.setting import Action, Arrangement, Put, Setting, Take
from rulebook.words import _
from rulebook_widgets.pictures.frames import Frame, toward, under
from rulebook_widgets.scene import Picture, View

TAKE = "take"
"""The tool that takes away what lies on a place."""
NOWHERE: tuple[str, str] = ("", "")


class SettingPicture:
    """Shows the states of one setting and reads what a tap with a tool means."""

    viewer: int | None = None
    curtain = False

    def __init__(self, setting: Setting, inner: Any) -> None:
        self.setting = setting
        self.inner = inner
        self._drawn: Any = None
        """The state drawn last."""
        self._spots = {spot.place for spot in setting.table.spots}
        self._things = {thing.key: thing.words for thing in setting.table.things}

    # Looking

    def picture(self, state: Any, view: View) -> Picture:
        """Return the picture of a state as `view` shows it, lights on places of the picture alone."""
        self._drawn = state
        return self.inner.picture(state, self._seen(state, view))

    def _seen(self, state: Any, view: View) -> View:
        def shown(places: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(filter(None, (self._shown(state, place) for place in places)))

        return replace(
            view, selection=shown(view.selection), glow=shown(view.glow), refused=shown(view.refused),
            last=shown(view.last), legal=(), cursor=self._shown(state, view.cursor),
        )  # fmt: skip

    def _shown(self, state: Any, place: str) -> str:
        """Return the place of the picture on which a spot lies, or `""`."""
        if self.setting.game.key == "hong":
            return place
        if self.setting.game.key == "dictator":
            arrangement = self.setting.table.read(state)
            where = arrangement.find(place)
            token = arrangement.find(where[0]) if where else ()
            at = next((spot for spot in (place, *where, *token) if spot in CITY.names), "")
            return place if place == "Dump" else at
        return place if place in self.inner.frames(state) else ""

    def sheet(self) -> Picture:
        """Return an empty picture of the same size."""
        return self.inner.sheet()

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point; of places upon each other one that a thing can be put on."""
        if self._drawn is None or not self._framed:
            return self.inner.pick(x, y)
        return under(self._useful(self._drawn), x, y) or under(self.inner.frames(self._drawn), x, y)

    def home(self, state: Any) -> str:
        """Return where the keyboard's cursor begins."""
        if self.setting.game.key == "gong":
            return self.setting.game.seats[state.turn]
        return HOMES.get(self.setting.game.key, "") or self.inner.home(state)

    def step(self, state: Any, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another; where places are frames only to those that mean something here."""
        if not self._framed:
            return self.inner.step(state, place, dx, dy)
        frames = self._useful(state)
        return toward(frames, place, dx, dy) if place in frames else self.home(state)

    @property
    def _framed(self) -> bool:
        return hasattr(self.inner, "frames")

    def _useful(self, state: Any) -> dict[str, Frame]:
        """Return the frames of the places that stand for a spot."""
        arrangement = self.setting.table.read(state)
        frames: dict[str, Frame] = self.inner.frames(state)
        return {place: frame for place, frame in frames.items() if self._meant(arrangement, TAKE, place) != NOWHERE}

    def describe(self, state: Any, plain: bool = False) -> str:
        """Return the position in words."""
        return self.inner.describe(state, plain)

    def say_place(self, state: Any, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words."""
        return self.inner.say_place(state, place, plain)

    def say_selection(self, state: Any, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return that nothing is put here."""
        return _("Nothing is put there by a tap; choose thing and place beside the board.")

    def note(self, state: Any) -> str:
        """Return what stands beside the board, in words."""
        return self.inner.note(state)

    # Setting up

    def modes(self, state: Any) -> tuple[tuple[str, str], ...]:
        """Return the tools: each thing to put, and to take away."""
        return (*self._things.items(), (TAKE, _("take away")))

    def targets(self, state: Any, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return no place: a tool can be tried on any."""
        return ()

    def gesture(self, state: Any, selection: tuple[str, ...], mode: str, place: str) -> Action | tuple[str, ...]:
        """Return what a tap on a place does with a tool; no place is selected where nothing can be put."""
        arrangement = self.setting.table.read(state)
        spot, thing = self._meant(arrangement, mode, place)
        if not spot:
            return ()
        if mode != TAKE:
            return Put(mode, spot)
        there = arrangement.at(spot)
        return Take(thing or (there[-1] if there else next(iter(self._things))), spot)

    def _meant(self, arrangement: Arrangement, tool: str, place: str) -> tuple[str, str]:
        """Return the spot that a place of the picture stands for, and the thing that lies under the finger."""
        special = SPECIAL.get(self.setting.game.key)
        if special and (found := special(arrangement, tool, place)) != NOWHERE:
            return found
        if place in self._spots:
            return place, ""
        where = arrangement.find(place)
        return (where[-1], place) if where else NOWHERE


def _dictator(arrangement: Arrangement, tool: str, place: str) -> tuple[str, str]:
    """A card on a sector goes under its token; a card on the table is damaged, mended or taken."""
    if place in CITY.names:
        tokens = [thing for thing in arrangement.at(place) if thing != "Guild"]
        card = tool not in (TAKE, DAMAGE, "Guild") and "-" not in tool[1:2]
        return (tokens[0], "") if tokens and card else NOWHERE
    if tool == TAKE and (held := arrangement.find(place)):
        return (place, DAMAGE) if DAMAGE in arrangement.at(place) else (held[-1], place)
    return NOWHERE


def _dragonheart(arrangement: Arrangement, _tool: str, place: str) -> tuple[str, str]:
    """The hand that lies open is that of the player on turn."""
    if not place.startswith("hand "):
        return NOWHERE
    seat = ("North", "South")[arrangement.turn]
    cards = sorted(thing for thing in arrangement.at(seat) if thing != "Great Dragon")
    at = int(place.removeprefix("hand ")) - 1
    return seat, cards[at] if at < len(cards) else ""


def _gong(_arrangement: Arrangement, _tool: str, place: str) -> tuple[str, str]:
    """The discards of Fight are its row."""
    return ("row", "") if place == "discards" else NOWHERE


def _wuxia(_arrangement: Arrangement, _tool: str, place: str) -> tuple[str, str]:
    """Each die lies with the others."""
    return ("dice", "") if place.startswith("dice") or place.startswith("die ") else NOWHERE


HOMES = {"dragonheart": "treasure", "wuxia": "c3"}
"""By game: where the keyboard's cursor begins, if not where play would begin it."""
SPECIAL: dict[str, Callable[[Arrangement, str, str], tuple[str, str]]] = {
    "dictator": _dictator,
    "dragonheart": _dragonheart,
    "gong": _gong,
    "wuxia": _wuxia,
}
"""By game: what is special about its places; `NOWHERE` for nothing."""
