"""A moment of Dictator-Control and its text.

Cards and sectors are numbers (`cards`, `city`); sets of cards are numbers too, bit `card` set for each card held.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rulebook.games.dictator.city import CITY

ATTACKER, DEFENDER = range(2)
"""The sides of a battle."""
UNPLACED = -1
GUILD = -1
"""The defender of a battle against a Guild."""


class Stage(IntEnum):
    """What is to be done next."""

    INITIATIVE = 0  # chance: a seat rolls (DC4.4)
    DEAL = 1  # chance: a card for a seat (DC11.5, DC11.6)
    DRAFT = 2  # a seat drafts a card (DC11.3)
    FORM = 3  # a seat puts a card into a battalion (DC11.2)
    ZONE = 4  # a seat chooses its starting zone (DC4.2)
    PLACE = 5  # a seat places a battalion (DC4.2)
    TURN = 6  # Maneuvers, attack, or the end of the turn (DC5)
    CONDITION = 7  # a side's window (DC7.3)
    STRENGTH = 8
    COLLISION = 9
    DAMAGE = 10
    ROLL = 11  # chance: a side rolls (DC7.7)
    LOSS = 12  # the loser damages a card (DC7.9)
    REWARD = 13  # a Hireling or Energy (DC9.3)
    REVEAL = 14  # chance: the next of the top three (DC13 C1)
    DRAW = 15  # chance: the top Hireling (DC9.3)
    FOURTH = 16  # one of four cards goes to the Dump (DC9.4)
    OVER = 17


WINDOWS = (Stage.CONDITION, Stage.STRENGTH, Stage.COLLISION, Stage.DAMAGE)
CHANCES = frozenset({Stage.INITIATIVE, Stage.DEAL, Stage.ROLL, Stage.REVEAL, Stage.DRAW})


class Done(IntEnum):
    """Whether a battalion has finished in this turn, and by what."""

    NOT = 0
    ATTACKED = 1  # DC5.3
    EXCHANGED = 2  # DC6.8
    LEFT = 3  # another battalion has started (DC5.1)


class Battalion(NamedTuple):
    """One to three cards under one token (DC2.3)."""

    seat: int
    number: int
    """1 to 3: its number in its army."""
    sector: int
    cards: tuple[int, ...]
    done: Done = Done.NOT

    @property
    def key(self) -> int:
        """A number that is this battalion's through the whole game."""
        return 4 * self.seat + self.number

    @property
    def place(self) -> str:
        """The name of its sector."""
        return CITY.names[self.sector]


class Bonus(NamedTuple):
    """What an action added to a side's Strength (DC7.6)."""

    side: int
    card: int
    power: int
    value: int


class Battle(NamedTuple):
    """A battle under way (DC7)."""

    attacker: int
    """The key of a battalion."""
    defender: int
    """The key of a battalion, or `GUILD`."""
    sector: int
    """Where the target stands."""
    side: int = ATTACKER
    """Whose window, roll or choice it is."""
    used: tuple[tuple[int, int], ...] = ()
    """(card, power) of every action used in this battle (DC7.4)."""
    conditions: tuple[tuple[int, int], ...] = ()
    """(side, power) of every condition set, each once (DC7.5)."""
    bonuses: tuple[Bonus, ...] = ()
    sums: tuple[int, int] | None = None
    """The Strengths once they are fixed (DC7.6)."""
    dice: tuple[int, int] = (0, 0)
    """0 for a die not yet rolled."""
    rolling: int = -1
    """The side whose die is to be rolled, -1 for none."""
    loser: int = -1
    """The side that lost, -1 before that is known."""


class State(NamedTuple):
    """One moment of a game."""

    stage: Stage
    player: int
    """Who decides: a seat, `CHANCE` or `TERMINAL`."""
    turn: int
    """Whose turn it is."""
    battalions: tuple[Battalion, ...]
    """By seats and numbers."""
    energy: tuple[int, ...]
    guilds: int
    """Bit `sector` set for each Guild token on the map."""
    deck: tuple[int, ...]
    """The Hirelings whose order nobody knows, sorted."""
    top: tuple[int, ...] = ()
    """Hirelings known to lie on top of the deck, the top one first."""
    dump: tuple[int, ...] = ()
    damaged: int = 0
    acted: int = 0
    """The cards that have acted in this turn (DC2.6)."""
    marked: int = 0
    """The cards that had acted in this turn before they changed sides; they act no more in it (DC2.6)."""
    up: int = 0
    """In Fog of War: the cards that are face up now (DC11.4)."""
    active: int = 0
    """The key of the battalion whose activation it is, 0 for none (DC5.1)."""
    moved: bool = False
    """Whether the active battalion has used its Move (DC6.1)."""
    spent: tuple[tuple[int, int], ...] = ()
    """(card, power) of every special action of Maneuvers used in this turn (DC6.2)."""
    quiet: int = 0
    """Full turns since a card went to the Dump or a Guild fell; -1 in the turn in which that happened (DC10.2)."""
    battle: Battle | None = None
    rolls: tuple[int, ...] = ()
    """Setting up: each seat's last initiative roll, 0 for one to come, -1 for one that is out of it (DC4.4)."""
    pools: tuple[tuple[int, ...], ...] = ()
    """Setting up: each seat's cards that are in no battalion yet."""
    zones: tuple[str, ...] = ()
    """Setting up with chosen zones: each seat's, in seat order, "" for none yet."""

    def battalion(self, key: int) -> Battalion | None:
        """Return the battalion with this key, or `None` if it is no more."""
        for battalion in self.battalions:
            if battalion.key == key:
                return battalion
        return None

    def at(self, sector: int) -> Battalion | None:
        """Return the battalion on a sector, or `None`."""
        for battalion in self.battalions:
            if battalion.sector == sector:
                return battalion
        return None

    def of(self, seat: int) -> tuple[Battalion, ...]:
        """Return a seat's battalions."""
        return tuple(battalion for battalion in self.battalions if battalion.seat == seat)

    def holder(self, card: int) -> Battalion | None:
        """Return the battalion that holds a card, or `None`."""
        for battalion in self.battalions:
            if card in battalion.cards:
                return battalion
        return None

    def guild_at(self, sector: int) -> bool:
        """Tell whether a Guild token stands on a sector."""
        return bool(self.guilds >> sector & 1)

    def free(self, sector: int) -> bool:
        """Tell whether neither a battalion nor a Guild token stands on a sector (DC6.1)."""
        return not self.guild_at(sector) and self.at(sector) is None


def bits(cards: int) -> tuple[int, ...]:
    """Return the members of a set of cards or sectors, in order."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return tuple(found)


def mask(cards: tuple[int, ...]) -> int:
    """Return cards or sectors as a set."""
    made = 0
    for card in cards:
        made |= 1 << card
    return made
