"""What a strike can do: the six results, target by target, and flags (WX4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from rulebook.game import Events, enforces, tell
from rulebook.games.wuxia.actions import SEATS, Flag, Move, Place, Push, Remove, Step, Topple
from rulebook.games.wuxia.cards import STAGE, START, Verb
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, STONES, TURNED, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.wuxia.engine import Wuxia

Entry = TypeVar("Entry")

SQUARES = STAGE.squares
PLACES, REMOVES, TOPPLES, FLAGS = (tuple(kind(square) for square in SQUARES) for kind in (Place, Remove, Topple, Flag))
MOVES, PUSHES = (
    tuple({to: kind(SQUARES[cell], SQUARES[to]) for to in near} for cell, near in enumerate(STAGE.beside))
    for kind in (Move, Push)
)
NEEDED = 2
"""How many fighters must stand beside a flag (WX4.6)."""


def barred(state: State, cell: int) -> bool:
    """Tell whether a cell is blocked against the player whose turn it is (WX4.7)."""
    return state.flags[cell] not in (NOBODY, state.turn)


def open_to(state: State, cell: int) -> bool:
    """Tell whether a piece can enter a cell: nothing stands there, and nobody else blocks it (WX4.8)."""
    return state.cells[cell] == FREE and not barred(state, cell)


def is_target(state: State, cell: int) -> bool:
    """Tell whether a cell holds an enemy fighter or a round token that can be affected (WX4.3 to WX4.5)."""
    thing = state.cells[cell]
    return (thing in STONES or (FREE < thing < ROUND and thing != state.turn + 1)) and not barred(state, cell)


def guards(cells: tuple[int, ...], cell: int, seat: int) -> int:
    """Return how many fighters of a seat stand beside a cell."""
    return [cells[near] for near in STAGE.beside[cell]].count(seat + 1)


@enforces("WX3.10", "WX3.11", "WX4.1", "WX4.2", "WX4.3", "WX4.4", "WX4.5", "WX4.6", "WX4.8")
def steps(state: State) -> Iterator[Step]:
    """Yield what can be done with one more piece, cell by cell of the reach."""
    reach, cells, seat = STAGE.reach[state.zone], state.cells, state.turn
    match state.verb:
        case Verb.PLACE:
            if state.reserve[seat]:
                yield from (PLACES[cell] for cell in reach if open_to(state, cell))
        case Verb.MOVE:
            for cell in reach:
                if cells[cell] == seat + 1 and cell not in state.done and not barred(state, cell):
                    yield from (MOVES[cell][to] for to in STAGE.beside[cell] if open_to(state, to))
        case Verb.PUSH:
            for cell in reach:
                if is_target(state, cell) and cell not in state.done:
                    yield from (PUSHES[cell][to] for to in STAGE.beside[cell] if open_to(state, to))
        case Verb.REMOVE:
            yield from (REMOVES[cell] for cell in reach if is_target(state, cell))
        case Verb.TOPPLE:
            yield from (TOPPLES[cell] for cell in reach if is_target(state, cell) and cell not in state.done)
        case Verb.BLOCK:
            for cell in reach:
                if state.flags[cell] == NOBODY and guards(cells, cell, seat) >= NEEDED:
                    yield FLAGS[cell]


def step(game: Wuxia, state: State, action: Step, events: Events) -> State:
    """Return the state after one target has been dealt with; flags without guards come off at once."""
    match action:
        case Place(at):
            state = _place(state, STAGE.cell(at), events)
        case Move(at, to) | Push(at, to):
            state = _shift(state, STAGE.cell(at), STAGE.cell(to), events)
        case Remove(at):
            state = _remove(state, STAGE.cell(at), events)
        case Topple(at):
            state = _topple(state, STAGE.cell(at), events)
        case Flag(at):
            state = _flag(state, STAGE.cell(at), events)
    return state._replace(left=state.left - 1, flags=upheld(state, events))


def put(row: tuple[Entry, ...], at: int, value: Entry) -> tuple[Entry, ...]:
    """Return a row with one entry changed."""
    return (*row[:at], value, *row[at + 1 :])


@enforces("WX4.1")
def _place(state: State, cell: int, events: Events) -> State:
    seat, name = state.turn, STAGE.names[cell]
    tell(events, "WX4.1", _("{player} places a fighter on {cell}."), [name], player=SEATS[seat], cell=name)
    reserve = put(state.reserve, seat, state.reserve[seat] - 1)
    return state._replace(cells=put(state.cells, cell, seat + 1), reserve=reserve)


@enforces("WX4.2", "WX4.3")
def _shift(state: State, cell: int, to: int, events: Events) -> State:
    """A fighter is moved, or a piece pushed, one cell."""
    thing = state.cells[cell]
    if events is not None:
        facts = {"player": SEATS[state.turn], "cell": STAGE.names[cell], "to": STAGE.names[to], "piece": called(thing)}
        places = [STAGE.names[cell], STAGE.names[to]]
        if state.verb is Verb.MOVE:
            tell(events, "WX4.2", _("{player} moves a fighter from {cell} to {to}."), places, **facts)
        else:
            tell(events, "WX4.3", _("{player} pushes {piece} from {cell} to {to}."), places, **facts)
    cells = put(put(state.cells, cell, FREE), to, thing)
    done = (*(at for at in state.done if at != cell), to)
    return state._replace(cells=cells, done=tuple(sorted(done)))


@enforces("WX4.4")
def _remove(state: State, cell: int, events: Events) -> State:
    """A fighter returns to its owner's reserve; a round token goes to the player."""
    thing, seat, name = state.cells[cell], state.turn, STAGE.names[cell]
    cells = put(state.cells, cell, FREE)
    if thing in STONES:
        said = _("{player} takes the token from {cell}.")
        tell(events, "WX4.4", said, [name], player=SEATS[seat], cell=name)
        return state._replace(cells=cells, taken=put(state.taken, seat, state.taken[seat] + 1))
    owner = thing - 1
    said = _("{player} sends {other}'s fighter on {cell} back to the reserve.")
    tell(events, "WX4.4", said, [name], player=SEATS[seat], other=SEATS[owner], cell=name)
    return state._replace(cells=cells, reserve=put(state.reserve, owner, state.reserve[owner] + 1))


@enforces("WX4.5")
def _topple(state: State, cell: int, events: Events) -> State:
    """A fighter is lost for the battle; a round token is turned over, or back."""
    thing, seat, name = state.cells[cell], state.turn, STAGE.names[cell]
    if thing in STONES:
        said = _("{player} turns over the token on {cell}; it still counts as an enemy.")
        tell(events, "WX4.5", said, [name], player=SEATS[seat], cell=name)
        turned = put(state.cells, cell, TURNED if thing == ROUND else ROUND)
        return state._replace(cells=turned, done=tuple(sorted((*state.done, cell))))
    owner = thing - 1
    said = _("{player} topples {other}'s fighter on {cell}.")
    tell(events, "WX4.5", said, [name, SEATS[owner]], player=SEATS[seat], other=SEATS[owner], cell=name)
    lost = put(state.lost, owner, state.lost[owner] + 1)
    if lost[owner] == START.fighters:
        tell_out(owner, events)
    return state._replace(cells=put(state.cells, cell, FREE), lost=lost)


@enforces("WX5.2")
def tell_out(seat: int, events: Events) -> None:
    """Tell that a player has lost the last fighter."""
    tell(events, "WX5.2", _("{player} has no fighters left, and is out."), [SEATS[seat]], player=SEATS[seat])


@enforces("WX4.6")
def _flag(state: State, cell: int, events: Events) -> State:
    seat, name = state.turn, STAGE.names[cell]
    said = _("{player} blocks {cell} with a flag.")
    tell(events, "WX4.6", said, [name], player=SEATS[seat], cell=name)
    return state._replace(flags=put(state.flags, cell, seat))


@enforces("WX4.7")
def upheld(state: State, events: Events) -> tuple[int, ...]:
    """Return the flags that at least two fighters of their owner stand beside; the others come off at once."""
    flags = state.flags
    if flags == NO_FLAGS:
        return flags
    for cell, owner in enumerate(flags):
        if owner != NOBODY and guards(state.cells, cell, owner) < NEEDED:
            said = _("Fewer than two of {other}'s fighters stand beside {cell}: the flag comes off.")
            tell(events, "WX4.7", said, [STAGE.names[cell]], other=SEATS[owner], cell=STAGE.names[cell])
            flags = put(flags, cell, NOBODY)
    return flags


def called(thing: int) -> str:
    """Return what stands on a cell, in words."""
    if thing in STONES:
        return _("a round token")
    return _("{player}'s fighter").format(player=SEATS[thing - 1])


NO_FLAGS = (NOBODY,) * STAGE.size
