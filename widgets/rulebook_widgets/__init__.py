"""What a chapter may call: `figure`, `play`, `try_out`, `exercise`, `replay`.

Each takes a game as its header names it, `"hong board=inner lair=yes"`, and returns something to display.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from rulebook.exercise import exercise as find_exercise
from rulebook.playthrough import Playthrough, read
from rulebook.registry import GAMES, parse_game
from rulebook_widgets.board import Board
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.scene import View
from rulebook_widgets.session import Session
from rulebook_widgets.tasks import ExerciseSession, ReplaySession, TrySession

__all__ = ["Figure", "exercise", "figure", "play", "replay", "try_out"]


class Figure:
    """A picture of a position that stands still; display it."""

    def __init__(self, game: str, position: str, count: bool = False, light: tuple[str, ...] = ()) -> None:
        rules = parse_game(game)
        state = rules.from_text(position)
        looks = picture_of(rules)
        self._words = looks.describe(state)
        counted = len(rules.tally(state)) if count else 0
        self._svg = svg(looks.picture(state, View(counted=counted, glow=light)), self._words)

    def __repr__(self) -> str:
        return self._words

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"image/svg+xml": self._svg, "text/plain": repr(self)}


def figure(game: str, position: str, *, count: bool = False, light: tuple[str, ...] = ()) -> Figure:
    """Return a still picture of a position; `count` lays the counters, `light` lights places.

    Raises `NotationError` for a game or position that is none.
    """
    return Figure(game, position, count, light)


def play(game: str, *, seed: int = 0, players: tuple[str, ...] = (), position: str = "") -> Board:
    """Return a table to play a whole game at; `players` has `reader`, `random` or `greedy` a seat.

    Raises `NotationError` for a game or position that is none.
    """
    return Board(Session(Playthrough.begin(parse_game(game), position, seed), players))


def try_out(game: str, position: str) -> Board:
    """Return a small board to try a rule on. Raises `NotationError` for a game or position that is none."""
    return Board(TrySession(Playthrough.begin(parse_game(game), position)))


def exercise(key: str) -> Board:
    """Return the exercise called `hong/name`. Raises `ExerciseError` if there is none."""
    return Board(ExerciseSession(find_exercise(key)))


def replay(key: str, *, ply: int = 0) -> Board:
    """Return the written line of play called `hong/name`, to step through and to play on from.

    Raises `ValueError` if there is none, `PlaythroughError` if it is damaged.
    """
    game, _slash, name = key.partition("/")
    file = files(f"rulebook.games.{game}").joinpath("playthroughs", f"{name}.txt") if game in GAMES else None
    if file is None or not name.replace("-", "").isalnum() or not file.is_file():
        raise ValueError(f"'{key}' is no playthrough; write game/name, such as hong/lair-chain")
    return Board(ReplaySession(read(file.read_text("utf-8")), ply=ply))
