"""A moment of Gong."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from rulebook.games.gong.cards import NO_CARD, Cards
from rulebook.games.gong.missions import Task

NOBODY = -1


class Stage(IntEnum):
    """What is to be done next."""

    DEAL = 0  # chance: a card of an opening hand (GO2.2)
    START = 1  # chance: the start of Link's row (GO4.1)
    TURN = 2  # a seat plays, asks, turns up a card, or plays a joker first (GO3.1)
    COUNTER = 3  # the player named by a joker cancels the swap, or lets it be (GO3.2)
    DRAW = 4  # chance: a card is drawn by the player whose turn it is (GO4.4, GO5.5)
    FITS = 5  # Link: the card drawn fits; it is played at once or kept (GO4.4)
    CATCH = 6  # Link: another player may say Gong for the one with a single card (GO4.8)
    GONG = 7  # Link: the player with a single card may say Gong (GO4.7)
    PENALTY = 8  # Link, chance: the card of the one who was caught (GO4.8)
    OPENING = 9  # Family, chance: a player without cards of a galaxy draws one (GO5.9)
    REVEAL = 10  # Fight, chance: the card turned up (GO6.1)
    MISSION = 11  # Fight, chance: one of the missions of its colour (GO6.6)
    ERRAND = 12  # Fight: a decision of the mission
    SUPPLY = 13  # Fight, chance: a card drawn for the mission
    TAKE = 14  # Fight, chance: a card taken unseen
    FACE = 15  # Fight, chance: a card turned up for a draw-off (GO6.8)
    OVER = 16


CHANCES = frozenset({
    Stage.DEAL, Stage.START, Stage.DRAW, Stage.PENALTY, Stage.OPENING, Stage.REVEAL, Stage.MISSION, Stage.SUPPLY,
    Stage.TAKE, Stage.FACE,
})  # fmt: skip


class Duty(IntEnum):
    """How a player of Link stands to saying Gong (GO4.7 to GO4.9)."""

    NONE = 0  # not with a single card at the last pause
    NEW = 1  # with a single card since the last pause: only the player may speak
    LATE = 2  # a player has had a turn since: the others may speak first
    DONE = 3  # with a single card, and nothing more to be said


class Errand(NamedTuple):
    """A mission being carried out (GO6)."""

    mission: str
    todo: tuple[Task, ...]
    """What is still to be done, the next first."""
    chosen: int = NOBODY
    """The player chosen."""
    secret: Cards = ()
    """By seat: the card chosen in secret, `NO_CARD` for none; they are still in the hands (GO6.7)."""
    faced: Cards = ()
    """The cards turned up for a draw-off (GO6.8)."""


class Lore(NamedTuple):
    """What everybody knows of a hand from the asking in Family; sets of cards and galaxies as bits."""

    lacks: int = 0
    """The cards that it does not hold."""
    some: int = 0
    """The galaxies of which it holds at least one card besides those in `open`."""
    open: int = 0
    """The cards that all have seen come into it."""


class State(NamedTuple):
    """One moment: what is where, whose turn it is, and what it still asks."""

    stage: Stage
    player: int
    """Who decides: a seat, `CHANCE` or `TERMINAL`."""
    turn: int
    """Whose turn it is; while dealing, who gets the next card; in a pause, who had the last turn."""
    hands: tuple[Cards, ...]
    deck: Cards
    """The cards of the deck, sorted; their order is nobody's knowledge, a card is drawn when it is drawn."""
    row: Cards = ()
    """Link: the cards in a row, the top one last. Fight: the discards, the top one last."""
    spent: int = 0
    """Link: the jokers played, which lie among the discards (GO2.4). While the row is started: those put aside."""
    who: int = NOBODY
    """The player named by a joker, or in a pause the one with a single card."""
    then: int = NOBODY
    """Link, in a pause: whose turn comes next."""
    card: int = NO_CARD
    """Link: the card just drawn, which fits. Family: the card asked for. Fight: the card turned up."""
    duty: tuple[Duty, ...] = ()
    """Link, by seat: whether Gong is to be said."""
    families: tuple[tuple[int, int], ...] = ()
    """Family: the galaxies laid down and by whom, in the order in which that happened."""
    lore: tuple[Lore, ...] = ()
    """Family, by seat: what the asking has told of its hand."""
    errand: Errand | None = None
    """Fight: the mission being carried out."""
    seen: tuple[Cards, ...] = ()
    """By observer times players plus holder: cards that the observer knows to be in the holder's hand."""
    winner: int = NOBODY
    """Who has won, at the end."""
    won_by: str = ""
    """The rule by which, at the end."""

    def with_hand(self, seat: int, hand: Cards) -> tuple[Cards, ...]:
        """Return the hands with that of one seat changed."""
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])
