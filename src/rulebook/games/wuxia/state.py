"""A moment of Wu-xia."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rulebook.games.wuxia.cards import NO_CARD, Verb

NOBODY = -1
FREE, ROUND, TURNED, SQUARE = 0, 5, 6, 7
"""What a cell can hold; fighters of seat 0 to 3 are 1 to 4. A turned token is a round one turned over (WX4.5)."""
STONES = (ROUND, TURNED)
Cards = tuple[int, ...]


class Stage(IntEnum):
    """What is to be done next."""

    LOT = 0  # chance: who begins (WX2.1)
    DEAL = 1  # chance: a card of a hand (WX2.1)
    POOL = 2  # a card is laid in the pool, or not (WX3.1)
    ROLL = 3  # how many dice (WX3.2)
    DIE = 4  # chance: a die (WX3.2)
    ADD = 5  # hand cards are added for Dan (WX3.3)
    ZONE = 6  # the zone (WX3.4)
    CARD = 7  # the card (WX3.5)
    COST = 8  # the die for the cost (WX3.8)
    RESULT = 9  # the die for the result (WX3.8)
    TARGET = 10  # one target after another (WX3.11)
    LOSE = 11  # who is exhausted gives up a fighter (WX3.12)
    OVER = 12


CHANCES = frozenset({Stage.LOT, Stage.DEAL, Stage.DIE})


class State(NamedTuple):
    """One moment: what stands where, what each player has, whose turn it is, and what it still asks."""

    stage: Stage
    player: int
    """Who decides: a seat, `CHANCE` or `TERMINAL`."""
    turn: int
    """Whose turn it is; while dealing, who gets the next card."""
    cells: tuple[int, ...]
    """By cell: what stands there."""
    flags: tuple[int, ...]
    """By cell: whose flag stands there, `NOBODY` for none (WX4.6)."""
    reserve: tuple[int, ...]
    lost: tuple[int, ...]
    """By seat: the fighters in reserve, and those lost for the battle."""
    chi: tuple[int, ...]
    dan: tuple[int, ...]
    hands: tuple[Cards, ...]
    deck: Cards
    """The cards that were not dealt; nobody has seen them."""
    pool: tuple[int, ...]
    """By seat: the card that it has laid in the common pool (WX3.1)."""
    taken: tuple[int, ...]
    """By seat: the round tokens taken from the stage (WX4.4)."""
    known: tuple[Cards, ...]
    """By seat: the cards of its hand that everybody knows, because they came back from the pool."""
    discards: Cards = ()
    aside: Cards = ()
    """The hands of those who are out (WX5.2)."""
    added: Cards = ()
    """The hand cards added in this turn (WX3.3)."""
    rolls: int = 0
    """How many dice are still to be rolled."""
    dice: tuple[int, ...] = ()
    """The dice that can still be chosen, sorted."""
    zone: int = NOBODY
    card: int = NO_CARD
    spent: int = 0
    """The face of the die chosen for the cost, 0 before (WX3.8)."""
    verb: Verb | None = None
    """What is being done, while targets are chosen."""
    left: int = 0
    """With how many pieces at most it is still to be done."""
    done: tuple[int, ...] = ()
    """Where the pieces stand that have had their step in this action (WX3.11)."""
    exhausted: bool = False
    """Whether the player whose turn it is will have to give up a fighter (WX3.12)."""
    first: int = NOBODY
    winner: int = NOBODY
