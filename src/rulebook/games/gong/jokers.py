"""The Gong joker, in all three games: whole hands change places, unless another joker cancels it (GO3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.game import Events, enforces, tell
from rulebook.games.gong import memory
from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import JOKER, minus, plus
from rulebook.games.gong.state import NOBODY, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong


@enforces("GO3.1", "GO3.6")
def play(game: Gong, state: State, target: int, events: Events) -> State:
    """A joker is played on a player, who may cancel it; as the last card of a hand it wins the game."""
    seat = state.turn
    if target != NOBODY:
        said = _("{player} plays a joker and names {other}.")
        places = [SEATS[seat], SEATS[target]]
        tell(events, "GO3.1", said, places, player=SEATS[seat], other=SEATS[target])
    state = _spend(game, state, seat, events)
    if not state.hands[seat] and game.goes_out:
        return game.won(state, seat, "GO3.6", events)
    if JOKER in state.hands[target]:
        return state._replace(stage=Stage.COUNTER, player=target, who=target)
    return _swap(game, state, target, events)


@enforces("GO3.2", "GO3.6")
def counter(game: Gong, state: State, events: Events) -> State:
    """The player named plays a joker as well: there is no swap, and the turn is theirs."""
    seat = state.who
    said = _("{player} plays a joker too: nothing is swapped, and the turn passes to {player}.")
    tell(events, "GO3.2", said, [SEATS[seat], SEATS[state.turn]], player=SEATS[seat])
    state = _spend(game, state, seat, events)._replace(who=NOBODY)
    if not state.hands[seat] and game.goes_out:
        return game.won(state, seat, "GO3.6", events)
    return game.turn_passes(state, seat, events)


@enforces("GO3.3")
def accept(game: Gong, state: State, events: Events) -> State:
    """The player named keeps the joker and lets the swap be; now all know that it is there."""
    tell(events, "GO3.3", _("{player} does not cancel it."), [SEATS[state.who]], player=SEATS[state.who])
    seen = memory.shown(state.seen, game.players, state.who, JOKER)
    return _swap(game, state._replace(seen=seen), state.who, events)


@enforces("GO3.1", "GO3.3")
def _swap(game: Gong, state: State, target: int, events: Events) -> State:
    """Two hands change places, and the one who played the joker plays on."""
    seat = state.turn
    said = _("{player} and {other} swap hands; {player} plays on.")
    tell(events, "GO3.3", said, [SEATS[seat], SEATS[target]], player=SEATS[seat], other=SEATS[target])
    hands = list(state.hands)
    hands[seat], hands[target] = hands[target], hands[seat]
    return state._replace(
        stage=Stage.TURN,
        player=seat,
        who=NOBODY,
        hands=tuple(hands),
        seen=memory.swapped(state.seen, game.players, seat, target, tuple(hands)),
        lore=memory.exchanged(state.lore, seat, target),
    )


@enforces("GO3.4", "GO3.6")
def _spend(game: Gong, state: State, seat: int, events: Events) -> State:
    """A joker leaves a hand: among the discards, in Family back into the deck, or out of the game with no deck."""
    hands = state.with_hand(seat, minus(state.hands[seat], JOKER))
    seen = memory.left(state.seen, game.players, seat, JOKER)
    state = state._replace(hands=hands, seen=seen)
    if not hands[seat] and game.goes_out:
        said = _("{player} plays a joker as the last card.")
        tell(events, "GO3.6", said, [SEATS[seat]], player=SEATS[seat])
    if game.variant == "link":
        return state._replace(spent=state.spent + 1)
    if game.variant == "fight":
        return state._replace(row=(*state.row, JOKER))
    if state.deck:
        tell(events, "GO3.4", _("The joker goes back into the deck, which is shuffled."), ["deck"])
        return state._replace(deck=plus(state.deck, JOKER))
    tell(events, "GO3.4", _("There is no deck, so the joker leaves the game."), ["deck"])
    return state
