"""What can be put where in a game, as data, and what lies where.

A *limit* is a rule that setting up has to keep; a game's module `setting` has its limits, and turns arrangements into
the states of the game and back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from rulebook.game import AnyGame, Objection, Place


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be put: its name in notation, the group it is listed in, and how it is called."""

    key: str
    group: str
    label: str = ""

    @property
    def words(self) -> str:
        """What it is called."""
        return self.label or self.key


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that things lie on, the rule that says what lies there, and how it is called."""

    place: Place
    rule: str
    group: str
    label: str = ""

    @property
    def words(self) -> str:
        """What it is called."""
        return self.label or self.place


@dataclass(frozen=True, slots=True)
class Scale:
    """A number that can be set, from `least` to `most`, with the rule that bounds it."""

    name: str
    rule: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A rule of setting up: on some spots lie at most `most` of some things, all counted together."""

    rule: str
    things: frozenset[str]
    spots: frozenset[Place]
    most: int
    message: str
    """With the facts `thing`, `place`, `there` (what lies on that place) and `most`."""
    instead: str


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What lies where, as (place, thing) in the order of lying; what the scales show; whose turn it is."""

    lying: tuple[tuple[Place, str], ...] = ()
    scales: tuple[tuple[str, int], ...] = ()
    turn: int = 0

    def at(self, place: Place) -> tuple[str, ...]:
        """Return the things on a place, the first put first."""
        return tuple(thing for where, thing in self.lying if where == place)

    def find(self, thing: str) -> tuple[Place, ...]:
        """Return where a thing lies."""
        return tuple(where for where, what in self.lying if what == thing)

    def scale(self, name: str) -> int:
        """Return what a scale shows."""
        return dict(self.scales)[name]

    def put(self, thing: str, place: Place) -> Arrangement:
        """Return the arrangement with one thing more."""
        return replace(self, lying=(*self.lying, (place, thing)))

    def take(self, thing: str, place: Place) -> Arrangement:
        """Return the arrangement without the last such thing on a place."""
        at = len(self.lying) - 1 - self.lying[::-1].index((place, thing))
        return replace(self, lying=self.lying[:at] + self.lying[at + 1 :])

    def show(self, name: str, value: int) -> Arrangement:
        """Return the arrangement with one scale set."""
        return replace(self, scales=tuple((each, value if each == name else old) for each, old in self.scales))


class Table(ABC):
    """What can be put where in one game, and how an arrangement becomes a state."""

    things: tuple[Thing, ...]
    spots: tuple[Spot, ...]
    limits: tuple[Limit, ...]
    scales: tuple[Scale, ...] = ()
    binding: frozenset[str] = frozenset()
    """The things on whose lying it depends how much a limit allows."""

    @abstractmethod
    def bare(self) -> Arrangement:
        """Return the arrangement without a thing that could be taken away."""

    @abstractmethod
    def read(self, state: Any) -> Arrangement:
        """Return how a state is set up. Raises `NotationError` for a moment that is not set up by hand."""

    @abstractmethod
    def make(self, arrangement: Arrangement) -> Any:
        """Return the state that an arrangement is."""

    @abstractmethod
    def raw(self, text: str) -> Any:
        """Return the state of a text, finished or not. Raises `NotationError`."""

    @abstractmethod
    def flaw(self, state: Any) -> Objection | None:
        """Return what an arrangement lacks to be played from, by its rule."""

    def odd(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a thing cannot be put on a place though it is within all limits."""
        return None

    def stays(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a thing that lies on a place cannot be taken from there."""
        return None

    def bound(self, arrangement: Arrangement, limit: Limit) -> int:
        """Return how many things a limit allows as things lie."""
        return limit.most

    def ends(self, arrangement: Arrangement, scale: Scale) -> tuple[int, int]:
        """Return the least and the most that a scale can show as things lie."""
        return scale.least, scale.most

    def settle(self, before: Arrangement, after: Arrangement) -> Arrangement:
        """Return an arrangement with what follows from its last change."""
        return after

    def not_on_turn(self, arrangement: Arrangement, seat: int) -> Objection | None:
        """Return why it cannot be the turn of a seat, or `None` if it can."""
        return None


def table_of(game: AnyGame) -> Table:
    """Return what can be put where in a game."""
    made: Table = import_module(f"rulebook.games.{game.key}.setting").table(game)
    return made
