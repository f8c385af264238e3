"""DC5.1 and DC10: how turns pass and how the battle for the City ends."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rulebook.game import TERMINAL, Event, Events, Facts, enforces, listed, tell
from rulebook.games.dictator.city import ZONES
from rulebook.games.dictator.state import Done, Stage, State
from rulebook.games.dictator.telling import energy_place
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

QUIET_ROUNDS = 10
"""After so many rounds without loss or conquest the game ends (DC10.2)."""


def living(game: Dictator, state: State) -> tuple[int, ...]:
    """Return the seats that still have a battalion."""
    return tuple(sorted({battalion.seat for battalion in state.battalions}))


@cache
@enforces("DC4.4", "DC11.8")
def order(zones: tuple[str, ...]) -> tuple[int, ...]:
    """Return the seats in the order in which the turn goes round: by zones green, red, yellow, blue."""
    seats = range(len(zones))
    return tuple(seats) if "" in zones else tuple(sorted(seats, key=lambda seat: tuple(ZONES).index(zones[seat])))


def next_seat(state: State, seat: int) -> int:
    """Return the next living player after `seat`; a seat alone comes after itself."""
    seats = order(state.zones)
    alive = {battalion.seat for battalion in state.battalions}
    at = seats.index(seat) + 1
    return next((other for other in seats[at:] + seats[:at] if other in alive), seat)


@enforces("DC5.1")
def pass_turn(game: Dictator, state: State, events: Events) -> State:
    """Return the state with the turn passed on, or the end after ten quiet rounds."""
    quiet = state.quiet + 1
    seat = next_seat(state, state.turn)
    battalions = tuple(b._replace(done=Done.NOT) if b.done else b for b in state.battalions)
    passed = state._replace(
        stage=Stage.TURN, player=seat, turn=seat, battalions=battalions, acted=0, marked=0, up=0, active=0, moved=False,
        spent=(), quiet=quiet, battle=None,
    )  # fmt: skip
    if game.quiet_end and quiet >= 2 * QUIET_ROUNDS and quiet >= QUIET_ROUNDS * len(living(game, state)):
        return end(game, passed, events)
    if events is not None:
        own = [battalion.place for battalion in passed.of(seat)]
        tell(events, "DC5.1", _("The turn passes to the {player}."), own, player=game.seats[seat])
    return passed


@enforces("DC5.1", "DC10.1")
def go_on(game: Dictator, state: State, events: Events) -> State:
    """Return the state after an attack or an exchange: the turn goes on, passes, or the game is over."""
    alive = living(game, state)
    if len(alive) < 2:
        return end(game, state, events)
    if state.turn not in alive or all(battalion.done for battalion in state.of(state.turn)):
        return pass_turn(game, state, events)
    return state._replace(stage=Stage.TURN, player=state.turn, battle=None)


@enforces("DC10.1")
def fall_out(game: Dictator, before: State, state: State, events: Events) -> None:
    """Tell which players are out because their last battalion is off the map."""
    alive = living(game, state)
    for seat in living(game, before):
        if seat not in alive:
            said = _("The {player} has no battalion left and is out.")
            tell(events, "DC10.1", said, ["Dump"], player=game.seats[seat])


def end(game: Dictator, state: State, events: Events) -> State:
    """Return the state as the end of the game."""
    over = state._replace(stage=Stage.OVER, player=TERMINAL, battle=None, active=0, moved=False)
    if events is not None:
        told = verdict(game, over)
        assert told is not None
        events.append(told)
    return over


@enforces("DC10.2")
def standing(game: Dictator, state: State, seat: int) -> tuple[int, int, int]:
    """Return what is compared after ten quiet rounds: undamaged cards, cards, Energy."""
    cards = [card for battalion in state.of(seat) for card in battalion.cards]
    return (sum(not state.damaged >> card & 1 for card in cards), len(cards), state.energy[seat])


def winners(game: Dictator, state: State) -> tuple[int, ...]:
    """Return who has won at the end: one seat, or several for a draw among them."""
    alive = living(game, state)
    if len(alive) < 2:
        return alive or tuple(range(game.num_players))
    best = max(standing(game, state, seat) for seat in alive)
    return tuple(seat for seat in alive if standing(game, state, seat) == best)


def returns(game: Dictator, state: State) -> tuple[float, ...]:
    """Return 1 for the winner, shared in a draw; the others share -1; 0 while play goes on or if nobody lost."""
    count = game.num_players
    won = winners(game, state) if state.stage is Stage.OVER else ()
    if not won or len(won) == count:
        return (0.0,) * count
    return tuple(1 / len(won) if seat in won else -1 / (count - len(won)) for seat in range(count))


def verdict(game: Dictator, state: State) -> Event | None:
    """Return how the game ended, or `None` while it goes on."""
    if state.stage is not Stage.OVER:
        return None
    alive, won = living(game, state), winners(game, state)
    places = tuple(battalion.place for battalion in state.battalions) or ("Dump",)
    facts: Facts
    if not alive:
        return Event("DC10.1", _("The last battalions have fallen together: a draw."), (), places)
    if len(alive) == 1:
        facts = (("player", game.seats[alive[0]]),)
        return Event("DC10.1", _("Only the {player} has a battalion left, and wins."), facts, places)
    sums = listed(
        _("{player} {undamaged} undamaged of {cards} cards, {energy} Energy").format(
            player=game.seats[seat], undamaged=undamaged, cards=cards, energy=energy
        )
        for seat in alive
        for undamaged, cards, energy in [standing(game, state, seat)]
    )
    places = (*places, *(energy_place(seat) for seat in alive))
    facts = (("rounds", QUIET_ROUNDS), ("sums", sums), ("players", listed(game.seats[seat] for seat in won)))
    if len(won) > 1:
        return Event("DC10.2", _("{rounds} quiet rounds end the game: {sums}. A draw: {players}."), facts, places)
    return Event("DC10.2", _("{rounds} quiet rounds end the game: {sums}. The {players} wins."), facts, places)


@enforces("DC7.8", "DC11.4")
def leave_battle(game: Dictator, state: State, events: Events) -> State:
    """Return the state after the battle; in Fog of War all cards are turned down again (DC11.4)."""
    return go_on(game, state._replace(battle=None, up=0), events)
