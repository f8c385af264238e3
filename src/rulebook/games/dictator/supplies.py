"""DC2.4 and DC3: the Dump and the Energy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.game import Events, enforces, tell
from rulebook.games.dictator.cards import Power, name
from rulebook.games.dictator.state import State, mask
from rulebook.games.dictator.telling import energy_place
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

MOST_ENERGY = 12


@enforces("DC2.4")
def to_dump(state: State, cards: tuple[int, ...]) -> State:
    """Return the state with cards on the Dump (DC2.4); there they are neither damaged nor acting."""
    gone = ~mask(cards)
    return state._replace(
        dump=(*state.dump, *cards),
        damaged=state.damaged & gone,
        acted=state.acted & gone,
        marked=state.marked & gone,
        up=state.up & gone,
        quiet=-1,
    )


@enforces("DC3.1", "DC3.4")
def gain(game: Dictator, state: State, seat: int, by: int, events: Events) -> State:
    """Return the state with Energy gained; what goes over twelve is lost."""
    energy = min(MOST_ENERGY, state.energy[seat] + by)
    if events is not None:
        if energy == state.energy[seat]:
            said = _("The {player} gains {by} Energy, but the scale ends at {most}: it is lost.")
            tell(events, "DC3.1", said, [energy_place(seat)], player=game.seats[seat], by=by, most=MOST_ENERGY)
        else:
            said = _("The {player} gains {by} Energy and has {energy}.")
            tell(events, "DC3.4", said, [energy_place(seat)], player=game.seats[seat], by=by, energy=energy)
    return _set_energy(state, seat, energy)


@enforces("DC3.3")
def lose(game: Dictator, state: State, seat: int, by: int, events: Events) -> State:
    """Return the state with Energy taken by an enemy effect, as far as there is any."""
    energy = max(0, state.energy[seat] - by)
    said = _("The {player} loses {by} Energy and has {energy}.")
    tell(events, "DC3.3", said, [energy_place(seat)], player=game.seats[seat], by=by, energy=energy)
    return _set_energy(state, seat, energy)


@enforces("DC3.2", "DC3.4")
def pay(game: Dictator, state: State, seat: int, card: int, power: Power, events: Events) -> State:
    """Return the state with the cost of a power paid."""
    if not power.cost:
        return state
    energy = state.energy[seat] - power.cost
    said = _("{card} pays {cost} Energy for {power}; the {player} has {energy}.")
    tell(events, "DC3.2", said, [energy_place(seat)], card=name(card), cost=power.cost, power=power.name,
         player=game.seats[seat], energy=energy)  # fmt: skip
    return _set_energy(state, seat, energy)


def _set_energy(state: State, seat: int, energy: int) -> State:
    return state._replace(energy=(*state.energy[:seat], energy, *state.energy[seat + 1 :]))
