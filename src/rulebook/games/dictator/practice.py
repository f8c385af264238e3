"""What the practice of some rules of Dictator-Control needs, and what is tried there: powers at the wrong moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulebook.games.dictator import battle
from rulebook.games.dictator.actions import Action, Use
from rulebook.games.dictator.cards import CARDS, POWERS, Power
from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.engine import Dictator
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import ATTACKER, DEFENDER, WINDOWS, Battalion, Stage, State


def _hurt_loser(_game: Dictator, state: State) -> bool:
    if state.stage is not Stage.LOSS or state.battle is None:
        return False
    loser = battalion_of(state, state.battle.side)
    return loser is not None and any(state.damaged >> card & 1 for card in loser.cards)


def _acting(state: State) -> tuple[Battalion, ...]:
    """Return the battalions whose cards can act: that of the open window, or all of the player whose turn it is."""
    if state.battle is None:
        return state.of(state.turn)
    own = battalion_of(state, state.battle.side)
    return (own,) if own else ()


def _uses(state: State, battalion: Battalion, card: int, power: Power) -> Iterator[Use]:
    """Yield the ways to use a power that a reader would try: on a sector in reach, on a card near, on nothing."""
    if power.effect == "march":
        for to in sorted(CITY.reached(battalion.sector, power.by)):
            if state.free(to):
                yield Use(card, power.number, sector=to)
    elif power.effect == "mend" or battle.needs_target(power):
        sides = [battalion_of(state, side) for side in (ATTACKER, DEFENDER)] if state.battle else [battalion]
        for near in sides:
            for target in near.cards if near else ():
                yield Use(card, power.number, target=target)
    else:
        yield Use(card, power.number)


def _powers(_game: Dictator, state: State) -> list[Action]:
    """Return what can be tried with the powers of the cards that can act."""
    return [
        use
        for battalion in _acting(state)
        for card in battalion.cards
        for power in CARDS[card].powers
        for use in _uses(state, battalion, card, power)
    ]


def _marches(game: Dictator, state: State) -> list[Action]:
    return [use for use in _powers(game, state) if isinstance(use, Use) and POWERS[use.power].effect == "march"]


def _in_window(state: State) -> bool:
    return state.stage in WINDOWS and state.battle is not None


NEEDS: Mapping[str, Callable[[Dictator, State], bool]] = {
    "DC1.2": lambda _game, state: state.stage is Stage.PLACE,
    "DC2.5": _hurt_loser,
    "DC2.6": lambda _game, state: _in_window(state) and bool(state.marked),
    "DC6.4": lambda _game, state: state.stage is Stage.TURN,
    "DC7.4": lambda _game, state: _in_window(state) and bool(state.battle and state.battle.used),
    "DC7.5": lambda _game, state: state.stage is Stage.DAMAGE and bool(state.battle and state.battle.conditions),
    "DC10.1": lambda _game, state: state.stage is Stage.OVER,
}
"""By rule: whether a position has what an attempt against it needs."""
TRIED: Mapping[str, Callable[[Dictator, State], list[Action]]] = {
    "DC2.6": _powers,
    "DC3.2": _powers,
    "DC6.4": _marches,
    "DC7.4": _powers,
    "DC7.5": _powers,
}
"""By rule: what is tried, where that is hard to find among the attempts."""
