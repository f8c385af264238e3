"""A moment of Dragonheart."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rulebook.games.dragonheart.cards import Kind

ON_BOARD = -1
"""The Great Dragon's holder while it lies on the board (DH1.4)."""
NOBODY = -1


class Stage(IntEnum):
    """What is to be done next."""

    LOT = 0  # chance: who begins (DH3.1)
    DEAL = 1  # chance: a card of an opening hand (DH3.1)
    PLAY = 2  # a seat plays cards of one kind (DH4.1)
    CHOOSE = 3  # a seat chooses the pile to collect (DH5.6, DH5.8)
    ROB = 4  # chance: the card that the Great Dragon brings along (DH6.3)
    DRAW = 5  # chance: a card of the refill (DH4.5)
    OVER = 6


CHANCES = frozenset({Stage.LOT, Stage.DEAL, Stage.ROB, Stage.DRAW})


class State(NamedTuple):
    """One moment: what lies where, whose turn it is, and what it still asks."""

    stage: Stage
    player: int
    """Who decides: a seat, `CHANCE` or `TERMINAL`."""
    turn: int
    """Whose turn it is; while dealing, who gets the next card."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    """The cards of each deck; their order is nobody's knowledge, it is drawn when it is drawn."""
    board: tuple[tuple[int, ...], ...]
    """By kind: the cards on its place."""
    hold: tuple[int, ...] = ()
    """The knights and huntresses under the board (DH2.1)."""
    won: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The victory piles, sorted."""
    dragon: int = ON_BOARD
    """Who holds the Great Dragon, `ON_BOARD` for nobody."""
    sailed: int = 0
    """How many sets of three ships have left (DH5.9)."""
    laid: Kind | None = None
    """The kind laid in this turn, while its choice is to be made."""
    final: bool = False
    """Whether this turn is the last (DH7.2, DH7.3)."""
    known: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By seat: the cards of its hand that the other knows, because they were robbed from there (DH6.3)."""
    first: int = NOBODY
    """Who began."""

    def on(self, kind: Kind) -> tuple[int, ...]:
        """Return the cards on a kind's place."""
        return self.board[kind]
