"""How each game looks: a picture, the place under a point, words for a state, gestures into actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rulebook.game import AnyGame
from rulebook.setting import Setting
from rulebook_widgets.pictures.dictator import DictatorPicture
from rulebook_widgets.pictures.dragonheart import DragonheartPicture
from rulebook_widgets.pictures.gong import GongPicture
from rulebook_widgets.pictures.hong import HongPicture
from rulebook_widgets.pictures.setting import SettingPicture
from rulebook_widgets.pictures.wuxia import WuxiaPicture
from rulebook_widgets.scene import Picture, View


class GamePicture(Protocol):
    """What a board needs to know of a game's looks; it knows no rules itself."""

    viewer: int | None
    """The seat whose eyes look, `None` for whoever decides; matters only where a game hides something."""
    curtain: bool
    """Whether everything hidden is covered, until the next reader has sat down."""

    def picture(self, state: Any, view: View) -> Picture:
        """Return the picture of a state."""

    def sheet(self) -> Picture:
        """Return an empty picture of the same size that names every sprite this game can stamp."""

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point, in picture units."""

    def home(self, state: Any) -> str:
        """Return where the keyboard's cursor begins."""

    def step(self, state: Any, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another."""

    def describe(self, state: Any, plain: bool = False) -> str:
        """Return the position in words; `plain` leaves out what an exercise asks for."""

    def say_place(self, state: Any, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words; `plain` leaves out what an exercise asks for."""

    def say_selection(self, state: Any, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return what is chosen so far and what can follow, in words; `plain` tells no sum."""

    def note(self, state: Any) -> str:
        """Return what stands beside the board, in words."""

    def modes(self, state: Any) -> tuple[tuple[str, str], ...]:
        """Return the ways in which a tap can be meant now, with labels."""

    def targets(self, state: Any, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that can be pointed at next."""

    def gesture(self, state: Any, selection: tuple[str, ...], mode: str, place: str) -> Any:
        """Return the action that pointing at `place` tries, or the tuple of places it leaves selected."""


PICTURES: dict[str, Callable[[Any], GamePicture]] = {
    "dictator": DictatorPicture,
    "dragonheart": DragonheartPicture,
    "gong": GongPicture,
    "hong": HongPicture,
    "wuxia": WuxiaPicture,
}
"""How a game looks, by its key."""


def picture_of(game: AnyGame) -> GamePicture:
    """Return how `game` looks; setting up looks like the game that is set up."""
    if isinstance(game, Setting):
        return SettingPicture(game, picture_of(game.game))
    return PICTURES[game.key](game)
