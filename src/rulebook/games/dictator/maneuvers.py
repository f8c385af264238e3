"""DC5 and DC6: a turn, moves, special actions and exchanges."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulebook.game import Events, enforces, tell
from rulebook.games.dictator import battle, ending
from rulebook.games.dictator.actions import Action, Attack, EndTurn, Exchange, Move, Use
from rulebook.games.dictator.cards import CARDS, MOST_CARDS, POWERS, Phase, Power, name
from rulebook.games.dictator.city import CITY, NEAR
from rulebook.games.dictator.state import Battalion, Done, State, bits, mask
from rulebook.games.dictator.supplies import pay
from rulebook.games.dictator.telling import names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

END_TURN = EndTurn()


@enforces("DC5.1", "DC5.2", "DC5.3")
def legal_actions(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return what the player whose turn it is may do: battalion by battalion, exchanges, the end of the turn."""
    found: list[Action] = []
    own, taken, foes = [], 0, 0
    for battalion in state.battalions:
        taken |= 1 << battalion.sector
        if battalion.seat != state.turn:
            foes |= 1 << battalion.sector
        elif not battalion.done:
            own.append(battalion)
    blocked = taken | state.guilds
    for battalion in own:
        steps = STEPS[battalion.sector]
        if not (state.moved and battalion.key == state.active):
            found += [move for to, move, _attack in steps if not blocked & to]
        found += _specials(state, battalion, blocked, foes)
        found += [attack for to, _move, attack in steps if (foes | state.guilds) & to]
    found += _exchanges(state, own)
    found.append(END_TURN)
    return tuple(found)


STEPS = tuple(
    tuple((1 << near, Move(start, near), Attack(start, near)) for near in NEAR[start]) for start in range(len(NEAR))
)
"""By sector: each neighbour as a set, with the Move and the attack on it (DC6.1, DC7.1)."""


@enforces("DC6.2", "DC3.2")
def _specials(state: State, battalion: Battalion, blocked: int, foes: int) -> list[Action]:
    found: list[Action] = []
    for card in battalion.cards:
        for power in MANEUVERS[card]:
            if power.cost > state.energy[battalion.seat] or (card, power.number) in state.spent:
                continue
            if power.effect == "march":
                found += _marches(card, power.number, marches(battalion.sector, power.by, foes) & ~blocked)
            else:
                found += [Use(card, power.number, target=other) for other in mendable(state, battalion, power)]
    return found


MANEUVERS = tuple(face.power(Phase.MANEUVERS) for face in CARDS)
"""By card: its special actions of this phase."""


@lru_cache(maxsize=4096)
@enforces("DC6.3", "DC6.4")
def marches(start: int, steps: int, foes: int) -> int:
    """Return the sectors that a special move can get to: through Guilds and own battalions, not through enemies."""
    return CITY.within(start, steps, foes) & ~(1 << start)


@lru_cache(maxsize=4096)
def _marches(card: int, power: int, ends: int) -> tuple[Action, ...]:
    return tuple(Use(card, power, sector=to) for to in bits(ends))


def mendable(state: State, battalion: Battalion, power: Power) -> tuple[int, ...]:
    """Return the damaged cards of a battalion that Repair or Heal can undamage."""
    return tuple(card for card in battalion.cards if state.damaged >> card & 1 and CARDS[card].type in power.kinds)


@enforces("DC6.6", "DC6.7")
def _exchanges(state: State, own: list[Battalion]) -> list[Action]:
    found: list[Action] = []
    fresh = [battalion for battalion in own if battalion.key != state.active]
    for first, second in combinations(fresh, 2):
        if second.sector in NEAR[first.sector]:
            if first.sector > second.sector:
                first, second = second, first
            damaged = tuple(card for card in first.cards + second.cards if state.damaged >> card & 1)
            found += exchanges(first.sector, second.sector, first.cards, second.cards, damaged)
    return found


@lru_cache(maxsize=4096)
def exchanges(
    start: int, to: int, first: tuple[int, ...], second: tuple[int, ...], damaged: tuple[int, ...]
) -> tuple[Action, ...]:
    """Return every exchange of two battalions on two sectors, with these cards, those in `damaged` damaged."""
    together = first + second
    sound = mask(tuple(at for at, card in enumerate(together) if card not in damaged))
    return tuple(
        Exchange(start, to, tuple(sorted([first[at] for at in give])), tuple(sorted([second[at] for at in take])))
        for kept, give, take in _parts(len(first), len(second))
        if kept & sound and ~kept & sound
    )


@cache
def _parts(first: int, second: int) -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """Return each way to part the cards of battalions of these sizes, by places.

    A way is the set of places of both that the first holds afterwards, then what it gives and what it takes.
    """
    together = range(first + second)
    sizes = range(max(1, len(together) - MOST_CARDS), min(MOST_CARDS, len(together) - 1) + 1)
    return tuple(
        (
            mask(kept),
            tuple(at for at in range(first) if at not in kept),
            tuple(at - first for at in kept if at >= first),
        )
        for size in sizes
        for kept in combinations(together, size)
        if kept != tuple(range(first))
    )


def apply(game: Dictator, state: State, action: Action, events: Events) -> State:
    """Return the state after a maneuver, an attack or the end of the turn."""
    match action:
        case Move(start, to):
            state, battalion = _start(state, start)
            if events is not None:
                tell(events, "DC6.1", _("{token} moves from {start} to {to}."), (sector(start), sector(to)),
                     token=game.token(battalion), start=sector(start), to=sector(to))  # fmt: skip
            return _put(state, battalion, battalion._replace(sector=to), moved=True)
        case Use():
            return _special(game, state, action, events)
        case Exchange():
            return _exchange(game, state, action, events)
        case Attack(start, to):
            state, battalion = _start(state, start)
            return battle.declare(game, state, battalion, to, events)
        case _:
            return ending.pass_turn(game, state, events)


@enforces("DC5.1")
def _start(state: State, at: int) -> tuple[State, Battalion]:
    """Return the state with the battalion on a sector active; the one that was before has finished."""
    battalion = state.at(at)
    assert battalion is not None
    if battalion.key == state.active:
        return state, battalion
    return _leave(state, active=battalion.key, moved=False, up=0), battalion


def _leave(state: State, **changes: Any) -> State:
    """Return the state with the active battalion finished, and other changes."""
    before = state.battalion(state.active) if state.active else None
    if before is None or before.done:
        return state._replace(**changes)
    return _put(state, before, before._replace(done=Done.LEFT), **changes)


def _put(state: State, old: Battalion, new: Battalion, **changes: Any) -> State:
    """Return the state with a battalion in place of what it was, and other changes."""
    battalions = tuple([new if battalion is old else battalion for battalion in state.battalions])
    return state._replace(battalions=battalions, **changes)


@enforces("DC6.2", "DC3.4")
def _special(game: Dictator, state: State, action: Use, events: Events) -> State:
    """A card's special action of Maneuvers: a longer march, or a card undamaged."""
    holder = state.holder(action.card)
    assert holder is not None
    state, battalion = _start(state, holder.sector)
    power = POWERS[action.power]
    state = pay(game, state, battalion.seat, action.card, power, events)
    state = state._replace(
        spent=(*state.spent, (action.card, power.number)),
        acted=state.acted | 1 << action.card,
        up=state.up | 1 << action.card if game.fog else 0,
    )
    if power.effect == "march":
        if events is not None:
            _tell_march(game, state, battalion, action, events)
        return _put(state, battalion, battalion._replace(sector=action.sector))
    tell(events, "DC6.2", _("{card}, {power}: {target} is undamaged again."), (name(action.card), name(action.target)),
         card=name(action.card), power=power.name, target=name(action.target))  # fmt: skip
    return state._replace(damaged=state.damaged & ~(1 << action.target))


@enforces("DC6.3")
def _tell_march(game: Dictator, state: State, battalion: Battalion, action: Use, events: Events) -> None:
    """Tell where a march leads, and through what if no way round reaches its end: Guilds or own battalions."""
    to, power = action.sector, POWERS[action.power]
    places, steps = (name(action.card), battalion.place, sector(to)), power.by
    tell(events, "DC6.2", _("{card}, {power}: {token} goes from {start} to {to}."), places, card=name(action.card),
         power=power.name, token=game.token(battalion), start=battalion.place, to=sector(to))  # fmt: skip
    foes = {other.sector for other in state.battalions if other.seat != battalion.seat}
    own = {other.sector for other in state.battalions if other.seat == battalion.seat and other != battalion}
    guilds = {at for at in range(len(CITY.names)) if state.guild_at(at)}
    if to in CITY.reached(battalion.sector, steps, foes | own | guilds):
        return
    passed = [sector(at) for at in sorted(own | guilds) if _between(battalion.sector, at, to, steps, foes)]
    said = _("On the way it passes through {passed}, as a special move may.")
    tell(events, "DC6.3", said, passed, passed=_(" or ").join(passed))


def _between(start: int, middle: int, end: int, steps: int, foes: set[int]) -> bool:
    there, onward = CITY.reached(start, steps, foes), CITY.reached(middle, steps, foes)
    return middle in there and end in onward and there[middle] + onward[end] <= steps


@enforces("DC6.6", "DC6.8", "DC2.6")
def _exchange(game: Dictator, state: State, action: Exchange, events: Events) -> State:
    """Two neighbouring battalions redistribute their cards; then both have finished."""
    state = _leave(state)
    first, second = state.at(action.start), state.at(action.to)
    assert first is not None
    assert second is not None
    if events is not None:
        _tell_exchange(game, first, second, action, events)
    kept = tuple(card for card in first.cards if card not in action.give)
    held = tuple(card for card in second.cards if card not in action.take)
    state = _put(state, first, first._replace(cards=kept + action.take, done=Done.EXCHANGED))
    second_after = second._replace(cards=held + action.give, done=Done.EXCHANGED)
    return ending.go_on(game, _put(state, second, second_after, active=0, moved=False, up=0), events)


def _tell_exchange(game: Dictator, first: Battalion, second: Battalion, action: Exchange, events: Events) -> None:
    places = (first.place, second.place)
    if game.fog:
        said = _("{first} and {second} exchange cards, unseen; both have acted.")
    elif action.give and action.take:
        said = _("{first} and {second} exchange {give} and {take}; both have acted.")
    elif action.give:
        said = _("{first} hands {give} over to {second}; both have acted.")
    else:
        said = _("{second} hands {take} over to {first}; both have acted.")
    tell(events, "DC6.6", said, places, first=game.token(first), second=game.token(second),
         give=names(action.give) if action.give else "", take=names(action.take) if action.take else "")  # fmt: skip
