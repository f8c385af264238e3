"""The words of what an exercise on a position set up by hand can ask for in Dictator-Control."""

from __future__ import annotations

from rulebook.games.dictator.cards import MOST_CARDS, name
from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.engine import Dictator
from rulebook.games.dictator.state import State, bits
from rulebook.games.dictator.supplies import MOST_ENERGY
from rulebook.setting import Blank, Task
from rulebook.words import _

Choices = tuple[tuple[object, str], ...]
STRONGEST = 3 * MOST_CARDS
"""The most Strength that three cards have together."""


def _own(game: Dictator, state: State) -> Choices:
    return tuple((game.token(battalion), game.token(battalion)) for battalion in state.of(state.player))


def _sectors(_game: Dictator, state: State) -> Choices:
    return tuple((sector, sector) for at, sector in enumerate(CITY.names) if state.free(at))


def _beside(_game: Dictator, _state: State) -> Choices:
    return tuple(([sector], sector) for sector in CITY.names)


def _targets(_game: Dictator, _state: State) -> Choices:
    return (("guild", _("a Guild")), ("battalion", _("an enemy battalion")))


def _strengths(_game: Dictator, _state: State) -> Choices:
    return tuple((strength, str(strength)) for strength in range(STRONGEST + 1))


def _commanders(game: Dictator, _state: State) -> Choices:
    return tuple((seat, seat) for seat in game.seats)


def _amounts(_game: Dictator, _state: State) -> Choices:
    return tuple((amount, str(amount)) for amount in range(MOST_ENERGY + 1))


def _damaged(_game: Dictator, state: State) -> Choices:
    return tuple(([name(card)], name(card)) for card in bits(state.damaged))


def _lying(_game: Dictator, state: State) -> Choices:
    return tuple((name(card), name(card)) for battalion in state.battalions for card in battalion.cards)


TASKS = {
    "stands": Task("DC6.1", _("bring a battalion to a sector"), _("Bring {battalion} to {at}."),
                   (Blank("battalion", _("battalion"), _own), Blank("at", _("sector"), _sectors))),
    "beside": Task("DC7.1", _("stand beside a sector"), _("Bring a battalion, new there or not, beside {sectors}."),
                   (Blank("sectors", _("sector"), _beside),)),
    "crosses": Task("DC6.3", _("march through"),
                    _("March where Guild tokens or your own battalions would stop a common Move.")),
    "attacks": Task("DC5.2", _("attack"), _("Attack {target}."), (Blank("target", _("target"), _targets),)),
    "musters": Task("DC6.6", _("gather Strength"), _("Make a battalion whose cards have Strength {strength} together."),
                    (Blank("strength", _("Strength"), _strengths),)),
    "energy": Task("DC3.4", _("bring Energy to a number"), _("Bring the Energy of the {commander} to just {amount}."),
                   (Blank("commander", _("commander"), _commanders), Blank("amount", _("Energy"), _amounts))),
    "undamages": Task("DC2.5", _("mend a card"), _("Mend {cards}: it must lie undamaged in a battalion."),
                      (Blank("cards", _("card"), _damaged),)),
    "destroys": Task("DC2.4", _("send a card to the Dump"), _("Bring {card} to the Dump."),
                     (Blank("card", _("card"), _lying),)),
}  # fmt: skip
