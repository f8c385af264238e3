"""Family: ask for cards, and lay down whole galaxies (GO5)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from rulebook.game import CHANCE, Events, enforces, tell
from rulebook.games.gong import memory
from rulebook.games.gong.actions import SEATS, Action, Ask, Draw, Word
from rulebook.games.gong.cards import GALAXIES, GALAXY, JOKER, NAMES, NO_CARD, SIZE, Cards, minus, plus, whole
from rulebook.games.gong.state import NOBODY, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong


@enforces("GO5.6")
def opened(game: Gong, state: State, events: Events) -> State:
    """Return the state after the deal: galaxies that were dealt whole are laid down in seat order."""
    for seat in range(game.players):
        for galaxy in range(len(GALAXIES)):
            state = _lay(state, seat, galaxy, events)
    return begin(game, state, game.first, events)


@enforces("GO2.3", "GO5.9")
def begin(game: Gong, state: State, seat: int, events: Events, **made: Any) -> State:
    """Return the state at the start of a turn, with what the turn before has `made` of it.

    Who has no card of a galaxy draws one first.
    """
    if askable(state.hands[seat]) or not made.get("deck", state.deck):
        return state._replace(stage=Stage.TURN, player=seat, turn=seat, who=NOBODY, card=NO_CARD, **made)
    state = state._replace(**made)
    said = _("{player} holds no card of a galaxy, and draws one.")
    tell(events, "GO5.9", said, [SEATS[seat], "deck"], player=SEATS[seat])
    lore = memory.has_none(state.lore, seat)
    return state._replace(stage=Stage.OPENING, player=CHANCE, turn=seat, who=NOBODY, card=NO_CARD, lore=lore)


def askable(hand: Cards) -> bool:
    """Tell whether a hand has a card of a galaxy, so that its holder can ask."""
    return bool(hand) and hand[0] != JOKER


@enforces("GO5.1", "GO5.2", "GO5.3", "GO5.9", "GO3.1")
def legal_actions(game: Gong, state: State) -> tuple[Action, ...]:
    """Return the asks, galaxy by galaxy; jokers besides; passing where nothing can be asked."""
    hand = state.hands[state.turn]
    held = [0] * (len(GALAXIES) + 1)
    for card in hand:
        held[GALAXY[card]] |= BITS[card]
    found: list[Action] = []
    for bits, asks in zip(held, _asks(game.players, state.turn), strict=False):
        if bits:
            found += asks[bits]
    if not found:
        found.append(Word.PASS)
    if held[-1]:
        found += game.swaps(state)
    return tuple(found)


BITS = (*(1 << card % SIZE for card in range(JOKER)), 1)
"""By card: its bit among those of its galaxy."""


@cache
def _asks(players: int, seat: int) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    """Return what a seat can ask, by galaxy and by the bits of the cards that it holds of it."""
    others = [other for other in range(players) if other != seat]
    return tuple(
        tuple(
            tuple(Ask(other, first + at) for at in range(SIZE) if not bits >> at & 1 for other in others)
            for bits in range(1 << SIZE)
        )
        for first in range(0, JOKER, SIZE)
    )


def apply(game: Gong, state: State, action: Action, events: Events) -> State:
    """Return the state after an action of Family."""
    if isinstance(action, Ask):
        return _ask(game, state, action.seat, action.card, events)
    if isinstance(action, Draw):
        return (_draw_first if state.stage is Stage.OPENING else _drawn)(game, state, action.card, events)
    if action is Word.PASS:
        return _pass_on(game, state, events)
    raise ValueError(f"{action} does nothing in Family")


@enforces("GO5.9")
def _pass_on(game: Gong, state: State, events: Events) -> State:
    """A player who can ask for nothing passes; now all know that the hand has no card of a galaxy."""
    said = _("{player} holds no card of a galaxy and passes.")
    tell(events, "GO5.9", said, [SEATS[state.turn]], player=SEATS[state.turn])
    return _next(game, state._replace(lore=memory.has_none(state.lore, state.turn)), events)


@enforces("GO5.1", "GO5.4", "GO5.5")
def _ask(game: Gong, state: State, asked: int, card: int, events: Events) -> State:
    """A player is asked for a card: it is given, and the asker goes on; or a card is drawn."""
    seat, hands = state.turn, state.hands
    given = card in hands[asked]
    if events is not None:
        _tell_ask(state, asked, card, events)
    if given:
        found = list(hands)
        found[asked] = minus(hands[asked], card)
        found[seat] = plus(hands[seat], card)
        lore = memory.given(state.lore, seat, asked, card)
        seen = memory.handed(state.seen, game.players, asked, seat, card)
        state = state._replace(hands=tuple(found), lore=lore, seen=seen)
        return _go_on(game, _lay(state, seat, GALAXY[card], events), events)
    lore = memory.in_vain(state.lore, seat, asked, card)
    if state.deck:
        return state._replace(stage=Stage.DRAW, player=CHANCE, card=card, lore=lore)
    return _next(game, state, events, lore=lore)


def _tell_ask(state: State, asked: int, card: int, events: Events) -> None:
    """Tell who is asked for what, and what comes of it."""
    facts = {"player": SEATS[state.turn], "other": SEATS[asked], "card": NAMES[card]}
    places = [SEATS[state.turn], SEATS[asked], NAMES[card]]
    tell(events, "GO5.1", _("{player} asks {other} for {card}."), places, **facts)
    if card in state.hands[asked]:
        tell(events, "GO5.4", _("{other} has it and gives it; {player} goes on."), places, **facts)
    elif state.deck:
        tell(events, "GO5.5", _("{other} does not have it, so {player} draws a card."), places, **facts)
    else:
        tell(events, "GO5.5", _("{other} does not have it, and there is no deck: the turn ends."), places, **facts)


@enforces("GO5.5", "GO5.6")
def _drawn(game: Gong, state: State, card: int, events: Events) -> State:
    """The card drawn after an ask in vain: the very card goes on, any other ends the turn."""
    seat, asked, player = state.turn, state.card, SEATS[state.turn]
    hands = state.with_hand(seat, plus(state.hands[seat], card))
    deck = minus(state.deck, card)
    if card == asked:
        said = _("{player} draws the very card, {card}, shows it and goes on.")
        tell(events, "GO5.5", said, [player, "deck", NAMES[card]], player=player, card=NAMES[card])
        seen = memory.shown(state.seen, game.players, seat, card)
        lore = memory.gets(state.lore, seat, card)
        state = state._replace(hands=hands, deck=deck, card=NO_CARD, lore=lore, seen=seen)
        return _go_on(game, _lay(state, seat, GALAXY[card], events), events)
    if events is not None:
        tell(events, "GO5.5", _("It is another card, and the turn ends."), [player, "deck"])
    lore = memory.draws(state.lore, seat, asked)
    if card == JOKER or not whole(hands[seat], GALAXY[card]):
        return _next(game, state, events, hands=hands, deck=deck, lore=lore)
    state = state._replace(hands=hands, deck=deck, lore=lore)
    return _next(game, _lay(state, seat, GALAXY[card], events), events)


@enforces("GO5.9")
def _draw_first(game: Gong, state: State, card: int, events: Events) -> State:
    """The card drawn at the start of a turn by a player who had none of a galaxy."""
    seat = state.turn
    hands = state.with_hand(seat, plus(state.hands[seat], card))
    tell(events, "GO5.9", _("{player} draws a card."), [SEATS[seat], "deck"], player=SEATS[seat])
    lore = memory.draws(state.lore, seat, NO_CARD)
    return state._replace(stage=Stage.TURN, player=seat, hands=hands, deck=minus(state.deck, card), lore=lore)


@enforces("GO5.6")
def _lay(state: State, seat: int, galaxy: int, events: Events) -> State:
    """A galaxy that a hand holds whole is laid face up before its owner."""
    if not whole(state.hands[seat], galaxy):
        return state
    said = _("{player} has all of {galaxy}, and lays it down.")
    tell(events, "GO5.6", said, [SEATS[seat], GALAXIES[galaxy]], player=SEATS[seat], galaxy=GALAXIES[galaxy])
    hand = tuple(card for card in state.hands[seat] if GALAXY[card] != galaxy)
    return state._replace(
        hands=state.with_hand(seat, hand),
        families=(*state.families, (galaxy, seat)),
        lore=memory.settled(state.lore, galaxy),
        seen=tuple(tuple(card for card in cards if GALAXY[card] != galaxy) for cards in state.seen),
    )


@enforces("GO5.6", "GO5.7")
def _go_on(game: Gong, state: State, events: Events) -> State:
    """The asker goes on, if the hand has not been used up and galaxies are left."""
    if len(state.families) == len(GALAXIES):
        return _end(game, state, events)
    if not state.hands[state.turn]:
        said = _("{player} has used up the hand, so the turn ends.")
        tell(events, "GO5.6", said, [SEATS[state.turn]], player=SEATS[state.turn])
        return _next(game, state, events)
    return state if state.stage is Stage.TURN else state._replace(stage=Stage.TURN, player=state.turn)


@enforces("GO5.7")
def _next(game: Gong, state: State, events: Events, **made: Any) -> State:
    """The turn passes clockwise, unless all galaxies have been laid down; `made` is what has still to be changed."""
    if len(state.families) == len(GALAXIES):
        return _end(game, state, events)
    return begin(game, state, (state.turn + 1) % game.players, events, **made)


@enforces("GO5.7", "GO5.8")
def _end(game: Gong, state: State, events: Events) -> State:
    tell(events, "GO5.7", _("All nine galaxies lie face up: the game is over."), list(game.seats))
    return game.won(state, leader(game, state), "GO5.8", events)


@enforces("GO5.8")
def leader(game: Gong, state: State) -> int:
    """Return who has laid down most galaxies, among equals who reached that number first; `NOBODY` before the first."""
    laid = [seat for _galaxy, seat in state.families]
    best, found = 0, NOBODY
    counts = [0] * game.players
    for seat in laid:
        counts[seat] += 1
        if counts[seat] > best:
            best, found = counts[seat], seat
    return found
