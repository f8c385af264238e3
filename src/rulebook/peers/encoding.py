"""What all peers need: a moment of play, what a seat may see as text and as numbers, and bounds.

Throughout, the *parts* of a value are what it is equal by: the fields of a dataclass, the items of a tuple, the members
of a set in order. A value without parts is a *leaf*: a number, a word, a member of an enumeration, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame

LIMB = 16
"""How many bits one number carries, so that each is exact in 32 bits, whole or floating."""
NOTHING = -(1 << LIMB)
WIDE = 1 << LIMB
"""What stands before a number too wide for one limb, such as a set of cards as bits: then its limbs, the low first."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the states of a game go: most legal actions, most chance outcomes, most plies, most `numbers`."""

    actions: int
    outcomes: int
    plies: int
    """A game that is not over by then counts as drawn; only Dictator-Control without its ten quiet rounds could."""
    numbers: int

    def check(self, what: str, count: int) -> None:
        """Raise `OverflowError`, naming the bound, if `count` goes beyond it."""
        most: int = getattr(self, what)
        if count > most:
            raise OverflowError(f"{count} {what}, but the bound is {most}; raise it in {__name__}.BOUNDS")


BOUNDS: dict[str, Bounds] = {
    "hong": Bounds(actions=2048, outcomes=64, plies=256, numbers=128),
    "dictator": Bounds(actions=512, outcomes=64, plies=20_000, numbers=512),
    "dragonheart": Bounds(actions=128, outcomes=32, plies=1_000, numbers=256),
    "gong": Bounds(actions=512, outcomes=64, plies=20_000, numbers=512),
    "wuxia": Bounds(actions=128, outcomes=64, plies=20_000, numbers=256),
}
"""By the key of a game; a game that has none here gets `WIDEST`."""
WIDEST = Bounds(actions=4096, outcomes=256, plies=20_000, numbers=2048)


def bounds(game: AnyGame) -> Bounds:
    """Return the bounds of a game."""
    return BOUNDS.get(game.key, WIDEST)


@dataclass(frozen=True, eq=False)
class Moment:
    """A state with what is asked of it again and again; its copy is itself, since it never changes.

    An action's id is its place among the legal actions.
    """

    game: AnyGame
    state: Any
    ply: int = 0

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    @property
    def late(self) -> bool:
        """Whether play has gone on for too long."""
        return self.ply >= bounds(self.game).plies

    @cached_property
    def player(self) -> int:
        """Who decides; nobody once it is late."""
        return TERMINAL if self.late else self.game.current_player(self.state)

    @cached_property
    def actions(self) -> tuple[Any, ...]:
        """The legal actions by their ids; none at the end."""
        actions = self.game.legal_actions(self.state) if self.player != TERMINAL else ()
        bounds(self.game).check("outcomes" if self.player == CHANCE else "actions", len(actions))
        return actions

    def action(self, number: int) -> Any:
        """Return the action with an id. Raises `ValueError` for an id that no legal action has."""
        if not 0 <= number < len(self.actions):
            raise ValueError(f"action {number}: {len(self.actions)} are legal here, counted from 0")
        return self.actions[number]

    def then(self, action: Any) -> Moment:
        """Return the moment after a legal action."""
        return Moment(self.game, self.game.apply(self.state, action), self.ply + 1)


def text(value: object) -> str:
    """Return a value as text, equal exactly when the values are.

    >>> text((3, None, frozenset({2, 1}), ("a",)))
    "(3 - (1 2) ('a'))"
    """
    if type(value) is int:
        return str(value)
    parts = _parts(value)
    if parts is not None:
        return f"({' '.join(map(text, parts))})"
    match value:
        case None:
            return "-"
        case Enum():
            return value.name
        case int():
            return str(int(value))
        case _:
            return repr(value)


def numbers(value: object) -> list[int]:
    """Return numbers from -2¹⁶ to 2¹⁶ that are equal exactly when the values are.

    What has parts opens with how many.

    >>> numbers((3, None, frozenset({2, 1}), ("a",)))
    [4, 3, -65536, 2, 1, 2, 1, 1, 97]
    """
    found: list[int] = []
    _count(value, found)
    return found


def _count(value: object, found: list[int]) -> None:
    """Append the numbers of a value."""
    if isinstance(value, int):
        if NOTHING < value < WIDE:
            found.append(int(value))
        elif value > 0:
            limbs = tuple(_limbs(value))
            found += (WIDE, len(limbs), *limbs)
        else:
            raise OverflowError(f"{value} is too far below zero to be a number of an observation")
        return
    parts = _parts(value)
    if parts is not None:
        found.append(len(parts))
        for part in parts:
            _count(part, found)
        return
    match value:
        case None:
            found.append(NOTHING)
        case Enum():
            found.append(list(type(value)).index(value))
        case str():
            found += (len(value), *map(ord, value))
        case _:
            raise TypeError(f"{value!r} has no parts and is no number, word, member of an enumeration or None")


def _parts(value: Any) -> tuple[Any, ...] | None:
    """Return what a value is equal by, or `None` for a leaf."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, frozenset):
        return tuple(sorted(value))
    names = _names(value.__class__)
    return None if names is None else tuple([getattr(value, name) for name in names])


def _limbs(value: int) -> Iterator[int]:
    while value:
        yield value & (1 << LIMB) - 1
        value >>= LIMB


@cache
def _names(kind: type[Any]) -> tuple[str, ...] | None:
    """Return the fields that values of a dataclass are equal by, or `None` for another type."""
    return tuple(field.name for field in fields(kind) if field.compare) if is_dataclass(kind) else None
