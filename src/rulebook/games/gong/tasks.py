"""The words of what an exercise on a position set up by hand can ask for in Gong."""

from __future__ import annotations

from rulebook.games.gong.cards import SIZE
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.state import State
from rulebook.setting import Blank, Task
from rulebook.words import _

Choices = tuple[tuple[object, str], ...]


def _numbers(game: Gong, _state: State) -> Choices:
    cards = tuple((number, str(number)) for number in range(1, SIZE + 1))
    return (*cards, (0, _("0, the joker"))) if game.jokers else cards


def _counts(_game: Gong, _state: State) -> Choices:
    return tuple((count, str(count)) for count in range(1, SIZE + 1))


def _link(game: Gong, _state: State) -> bool:
    return game.linked


def _family(game: Gong, _state: State) -> bool:
    return game.variant == "family"


def _not_link(game: Gong, _state: State) -> bool:
    return not game.linked


TASKS = {
    "wins": Task("GO4.6", _("win"), _("Win the game."), fits=_link),
    "linked": Task("GO4.2", _("stay linked"),
                   _("Lay the card that as many of your other cards as possible link to."), fits=_link),
    "strands": Task("GO4.4", _("strand the next player"),
                    _("Lay a card to which the next player has nothing to link, and no joker to play."), fits=_link),
    "assured": Task("GO4.2", _("a card for the next turn"),
                    _("Lay a card, and be sure of another one in your next turn, whatever happens until then."),
                    fits=_link),
    "receives": Task("GO5.4", _("receive cards"), _("Receive this many cards: {cards}."),
                     (Blank("cards", _("cards"), _counts),), _family),
    "lays": Task("GO5.6", _("lay down a galaxy"), _("Lay down a whole galaxy."), fits=_family),
    "level": Task("GO6.5", _("hold the fewest"), _("Hold no more cards than anybody else."), fits=_not_link),
    "keeps": Task("GO3.5", _("keep a number"), _("Keep a card of the number {number} in your hand."),
                  (Blank("number", _("number"), _numbers),)),
}  # fmt: skip
