"""Everything a reader can try in Dictator-Control, legal or not."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING

from rulebook.games.dictator import battle, maneuvers
from rulebook.games.dictator.actions import (
    Action,
    Attack,
    Choose,
    Damage,
    Deal,
    Discard,
    Draft,
    Draw,
    EndTurn,
    Form,
    Move,
    Pass,
    Place,
    TakeEnergy,
    TakeHireling,
    TurnUp,
    Use,
    Zone,
    exchange,
)
from rulebook.games.dictator.cards import CARDS
from rulebook.games.dictator.city import CITY, ZONES
from rulebook.games.dictator.state import Battalion, State

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

SECTORS = range(len(CITY.names))


def attempts(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return every attempt: with each battalion on each sector, with each card of the set on each card and sector."""
    stands = [battalion for battalion in state.battalions if battalion.sector in SECTORS]
    return tuple(
        chain(
            _fixed(game.universe),
            *(_of_battalion(battalion.sector) for battalion in stands),
            *(_exchanges(state, first, second) for first, second in combinations(stands, 2)),
            _uses(game.universe, tuple(card for battalion in state.battalions for card in battalion.cards)),
        )
    )


@cache
def _fixed(universe: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the attempts that are the same in every state."""
    found: list[Action] = [EndTurn(), Pass(), TakeHireling(), TakeEnergy(), *battle.DICE, *map(Zone, ZONES)]
    for kind in (Damage, Draw, Choose, Discard, TurnUp, Draft, Deal, Form):
        found += map(kind, universe)
    found += [Place(number, sector) for number in (1, 2, 3) for sector in SECTORS]
    return tuple(found)


@cache
def _of_battalion(start: int) -> tuple[Action, ...]:
    return tuple(action for to in SECTORS for action in (Move(start, to), Attack(start, to)))


def _exchanges(state: State, first: Battalion, second: Battalion) -> tuple[Action, ...]:
    """Return the exchanges of two battalions, legal or not: all distributions, too many, none, a stranger's."""
    if not first.cards or not second.cards:
        return ()
    if first.sector > second.sector:
        first, second = second, first
    pairs = maneuvers.exchanges(first.sector, second.sector, first.cards, second.cards, ())
    wrong = (((), ()), (first.cards, ()), ((), second.cards), (second.cards[:1], first.cards[:1]))
    made = [*pairs, *(exchange(first.sector, second.sector, give, take) for give, take in wrong)]
    return tuple(dict.fromkeys(made))


@lru_cache(maxsize=64)
def _uses(universe: tuple[int, ...], held: tuple[int, ...]) -> tuple[Action, ...]:
    """Return every power of the set without a target and with each card; marches of cards on the map to each sector."""
    found: list[Action] = []
    for card in universe:
        for power in CARDS[card].powers:
            found.append(Use(card, power.number))
            if power.effect == "march":
                found += [Use(card, power.number, sector=to) for to in SECTORS if card in held]
            else:
                found += [Use(card, power.number, target=other) for other in held]
    return tuple(found)
