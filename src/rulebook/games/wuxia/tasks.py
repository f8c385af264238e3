"""The words of what an exercise on a position set up by hand can ask for in Wu-xia."""

from __future__ import annotations

from rulebook.games.wuxia.cards import Verb
from rulebook.games.wuxia.engine import Wuxia
from rulebook.games.wuxia.state import Stage, State
from rulebook.setting import Blank, Task
from rulebook.words import _

Choices = tuple[tuple[object, str], ...]


def _cards(game: Wuxia, _state: State) -> Choices:
    return tuple((card.name, card.name) for card in game.cards.cards)


def _whose(_game: Wuxia, _state: State) -> Choices:
    return (("own", _("you have laid")), ("other", _("another player has laid")), ("any", _("somebody has laid")))


def _verbs(_game: Wuxia, _state: State) -> Choices:
    return tuple((verb.label, verb.label) for verb in Verb)


def _rolled(_game: Wuxia, state: State) -> bool:
    return state.stage is Stage.ZONE


def _before_roll(_game: Wuxia, state: State) -> bool:
    return state.stage is Stage.POOL


TASKS = {
    "takes": Task("WX3.6", _("a zone for a card"), _("Choose a zone that {card} fits."),
                  (Blank("card", _("card"), _cards),), _rolled),
    "takes_from": Task("WX3.5", _("a zone for a card of the pool"),
                       _("Choose a zone that fits a card of the pool which {whose}."),
                       (Blank("whose", _("whose"), _whose),), _rolled),
    "overhangs": Task("WX3.7", _("a zone over the edge"), _("Choose a zone that hangs over the edge of the stage."),
                      fits=_rolled),
    "private": Task("WX3.1", _("a card for yourself"),
                    _("Lay a card in the pool that fits a zone you may choose, and none that anybody else may choose."),
                    fits=_before_roll),
    "does": Task("WX3.8", _("dice that do something"),
                 _("Choose zone, card and dice so that the result is: {verb}."),
                 (Blank("verb", _("result"), _verbs),), _rolled),
}  # fmt: skip
