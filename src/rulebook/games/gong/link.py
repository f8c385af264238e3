"""Link: cards of the same number or galaxy in a row, and Gong before the last (GO4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, Events, enforces, tell
from rulebook.games.gong import memory
from rulebook.games.gong.actions import SEATS, Action, Catch, Draw, Play, TurnUp, Word
from rulebook.games.gong.cards import FITS, GALAXY, JOKER, NAMES, NO_CARD, Cards, minus, plus
from rulebook.games.gong.deck import can_draw, filled
from rulebook.games.gong.state import NOBODY, Duty, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

PLAYS = tuple(Play(card) for card in range(JOKER))
CATCHES = tuple((Catch(seat), Word.QUIET) for seat in range(len(SEATS)))


@enforces("GO4.1", "GO4.3")
def opened(game: Gong, state: State, events: Events) -> State:
    """Return the state after the deal: the row is started, or the first player may open it with any galaxy's card."""
    if not state.deck:
        return _no_start(game, state, events)
    return state._replace(stage=Stage.START, player=CHANCE, turn=game.first)


def _no_start(game: Gong, state: State, events: Events) -> State:
    said = _("There is no card to start the row: {player} may open it with any card of a galaxy.")
    tell(events, "GO4.3", said, ["row"], player=SEATS[game.first])
    return begin(game, state, game.first, events)


@enforces("GO4.1")
def start(game: Gong, state: State, card: int, events: Events) -> State:
    """A card is turned up to start the row; jokers are put aside until then and go back to the deck."""
    deck = minus(state.deck, card)
    if card == JOKER:
        tell(events, "GO4.1", _("A joker is turned up and put aside."), ["deck"])
        aside = state.spent + 1
        if deck:
            return state._replace(deck=deck, spent=aside)
        return _no_start(game, state._replace(deck=(JOKER,) * aside, spent=0), events)
    tell(events, "GO4.1", _("{card} starts the row."), ["row"], card=NAMES[card])
    state = state._replace(deck=(*deck, *(JOKER,) * state.spent), spent=0, row=(card,))
    return begin(game, state, game.first, events)


def fitting(row: Cards, hand: Cards) -> list[int]:
    """Return the cards of a hand that can be played on a row: on an empty one, any card of a galaxy."""
    if not row:
        return [card for card in hand if card != JOKER]
    return [card for card in hand if card in FITS[row[-1]]]


@enforces("GO4.2", "GO4.4", "GO4.5", "GO3.1")
def legal_actions(game: Gong, state: State) -> tuple[Action, ...]:
    """Return the cards that fit, else drawing or passing; jokers besides; in a pause what may be said."""
    match state.stage:
        case Stage.TURN:
            hand = state.hands[state.turn]
            found: list[Action] = [PLAYS[card] for card in fitting(state.row, hand)]
            if not found:
                found.append(Word.DRAW if can_draw(state, True) else Word.PASS)
            return (*found, *game.swaps(state)) if hand[-1] == JOKER else tuple(found)
        case Stage.FITS:
            return (PLAYS[state.card], Word.KEEP)
        case Stage.CATCH:
            return CATCHES[state.who]
        case _:
            return (Word.GONG, Word.QUIET)


def apply(game: Gong, state: State, action: Action, events: Events) -> State:
    """Return the state after an action of Link."""
    if isinstance(action, Play):
        return _play(game, state, action.card, events)
    if isinstance(action, Draw):
        return _drawn(game, state, action.card, events)
    if isinstance(action, Catch):
        return _catch(game, state, events)
    if isinstance(action, TurnUp):
        return start(game, state, action.card, events)
    assert isinstance(action, Word)
    return _SAYS[action](game, state, events)


@enforces("GO4.2", "GO4.6")
def _play(game: Gong, state: State, card: int, events: Events) -> State:
    """A card is laid on the row; who has none left has won."""
    seat = state.turn
    if events is not None:
        _tell_link(state, card, events)
    hand = minus(state.hands[seat], card)
    hands = state.with_hand(seat, hand)
    seen = memory.left(state.seen, game.players, seat, card)
    state = state._replace(hands=hands, row=(*state.row, card), card=NO_CARD, seen=seen)
    if not hand:
        return game.won(state, seat, "GO4.6", events)
    return pause(game, state, (seat + 1) % game.players, events)


def _tell_link(state: State, card: int, events: Events) -> None:
    """Tell which card is played, and what links it."""
    player = SEATS[state.turn]
    if not state.row:
        said = _("{player} opens the row with {card}.")
        tell(events, "GO4.3", said, ["row", player], player=player, card=NAMES[card])
        return
    top = state.row[-1]
    said = _("{player} plays {card} on {top}: the same number.")
    if GALAXY[card] == GALAXY[top]:
        said = _("{player} plays {card} on {top}: the same galaxy.")
    tell(events, "GO4.2", said, ["row", player], player=player, card=NAMES[card], top=NAMES[top])


@enforces("GO4.4", "GO4.8")
def _drawn(game: Gong, state: State, card: int, events: Events) -> State:
    """A card comes from the deck: one that fits may be played at once; a penalty card is kept."""
    seat = state.who if state.stage is Stage.PENALTY else state.turn
    hands = state.with_hand(seat, plus(state.hands[seat], card))
    state = state._replace(hands=hands, deck=minus(state.deck, card))
    player = SEATS[seat]
    if state.stage is Stage.PENALTY:
        tell(events, "GO4.8", _("{player} draws a penalty card."), ["deck", player], player=player)
        return _next_single(game, _set_duty(state, seat, Duty.NONE), events)
    tell(events, "GO4.4", _("A card comes into {player}'s hand."), ["deck", player], player=player)
    if fitting(state.row, (card,)):
        return state._replace(stage=Stage.FITS, player=seat, card=card)
    return pause(game, state, (seat + 1) % game.players, events)


@enforces("GO4.4")
def _draw(game: Gong, state: State, events: Events) -> State:
    """Who cannot play draws a card."""
    player = SEATS[state.turn]
    tell(events, "GO4.4", _("{player} cannot play, and draws."), ["deck", player], player=player)
    return filled(state, True, events)._replace(stage=Stage.DRAW, player=CHANCE)


@enforces("GO4.4")
def _keep(game: Gong, state: State, events: Events) -> State:
    """The card drawn is kept, though it fits."""
    player = SEATS[state.turn]
    tell(events, "GO4.4", _("{player} keeps the card."), [player], player=player)
    return pause(game, state._replace(card=NO_CARD), (state.turn + 1) % game.players, events)


@enforces("GO4.5")
def _pass_on(game: Gong, state: State, events: Events) -> State:
    """Nothing can be played or drawn."""
    player = SEATS[state.turn]
    said = _("Nothing fits and nothing can be drawn: {player} passes.")
    tell(events, "GO4.5", said, [player], player=player)
    return pause(game, state, (state.turn + 1) % game.players, events)


# GO4.7 to GO4.9: Gong


def _set_duty(state: State, seat: int, duty: Duty) -> State:
    return state._replace(duty=(*state.duty[:seat], duty, *state.duty[seat + 1 :]))


@enforces("GO4.7", "GO4.9")
def pause(game: Gong, state: State, then: int, events: Events) -> State:
    """Return the state after a turn: who has come down to one card is to say Gong; then it is the turn of `then`."""
    if not any(len(hand) == 1 for hand in state.hands):
        if state.duty != game.no_duty:
            state = state._replace(duty=game.no_duty)
        return begin(game, state, then, events)
    duty = tuple(
        _grown(state.duty[seat], seat == state.turn) if len(hand) == 1 else Duty.NONE
        for seat, hand in enumerate(state.hands)
    )
    for seat, (old, new) in enumerate(zip(state.duty, duty, strict=True)):
        if new is Duty.NEW and (old is Duty.NONE or seat == state.turn):
            said = _("{player} has a single card left.")
            tell(events, "GO4.7", said, [SEATS[seat]], player=SEATS[seat])
    return _question(game, state._replace(duty=duty, then=then), state.turn, events)


@enforces("GO4.9")
def _grown(duty: Duty, own: bool) -> Duty:
    """Return the duty of a player with a single card at a pause: new, or late from the second pause on."""
    if own or duty is Duty.NONE:
        return Duty.NEW
    return Duty.LATE if duty is Duty.NEW else duty


@enforces("GO4.9")
def _question(game: Gong, state: State, seat: int, events: Events) -> State:
    """Return the state at the first question about a single card, from `seat` on clockwise; else the next turn."""
    for step in range((state.turn - seat) % game.players or game.players):
        who = (seat + step) % game.players
        match state.duty[who]:
            case Duty.NEW:
                return state._replace(stage=Stage.GONG, player=who, who=who)
            case Duty.LATE:
                return state._replace(stage=Stage.CATCH, player=(who + 1) % game.players, who=who)
    return begin(game, state, state.then, events)


def _next_single(game: Gong, state: State, events: Events) -> State:
    """Return the state after all has been said about one single card."""
    seat = (state.who + 1) % game.players
    if seat == state.turn:
        return begin(game, state, state.then, events)
    return _question(game, state, seat, events)


@enforces("GO4.7")
def _gong(game: Gong, state: State, events: Events) -> State:
    """The player with the single card says it."""
    player = SEATS[state.who]
    tell(events, "GO4.7", _('{player} says "Gong".'), [player], player=player)
    return _next_single(game, _set_duty(state, state.who, Duty.DONE), events)


@enforces("GO4.8", "GO4.9")
def _quiet(game: Gong, state: State, events: Events) -> State:
    """Nothing is said: the next one is asked, the player with the single card last."""
    tell(events, "GO4.9", _("{player} says nothing."), [SEATS[state.player]], player=SEATS[state.player])
    if state.stage is Stage.GONG:
        return _next_single(game, state, events)
    asked = (state.player + 1) % game.players
    return state._replace(stage=Stage.GONG if asked == state.who else Stage.CATCH, player=asked)


@enforces("GO4.8", "GO4.9")
def _catch(game: Gong, state: State, events: Events) -> State:
    """Another player says Gong: the one with the single card draws a card, if one can be drawn."""
    said = _('{player} says "Gong" for {other}, who has not.')
    places = [SEATS[state.player], SEATS[state.who]]
    tell(events, "GO4.8", said, places, player=SEATS[state.player], other=SEATS[state.who])
    if can_draw(state, True):
        return filled(state, True, events)._replace(stage=Stage.PENALTY, player=CHANCE)
    tell(events, "GO4.9", _("Nothing can be drawn, so there is no penalty."), ["deck"])
    return _next_single(game, _set_duty(state, state.who, Duty.DONE), events)


@enforces("GO2.3", "GO4.9")
def begin(game: Gong, state: State, seat: int, events: Events) -> State:
    """Return the state at the start of a turn; a duty to say Gong ends there."""
    if state.duty[seat] is not Duty.NONE:
        state = _set_duty(state, seat, Duty.NONE)
    return state._replace(stage=Stage.TURN, player=seat, turn=seat, who=NOBODY, then=NOBODY)


_SAYS: dict[Word, Callable[[Gong, State, Events], State]] = {
    Word.DRAW: _draw,
    Word.KEEP: _keep,
    Word.PASS: _pass_on,
    Word.GONG: _gong,
    Word.QUIET: _quiet,
}
"""What each word does in Link."""
