"""Helpers with which the parts of the engine tell what they do."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.game import listed
from rulebook.games.dictator.cards import name
from rulebook.games.dictator.city import CITY, guild_number
from rulebook.games.dictator.state import Battalion
from rulebook.words import _


def names(cards: Iterable[int]) -> str:
    """Return cards as a list in a sentence."""
    return listed(map(name, cards))


def sector(number: int) -> str:
    """Return a sector's name."""
    return CITY.names[number]


def guild(number: int) -> str:
    """Return the Guild on a sector, in words."""
    return _("Guild {number}").format(number=guild_number(number))


def energy_place(seat: int) -> str:
    """Return the name of a seat's Energy scale as a place."""
    return f"energy {seat}"


def token(letters: str, battalion: Battalion) -> str:
    """Return a battalion's name, `T-1`."""
    return f"{letters[battalion.seat]}-{battalion.number}"
