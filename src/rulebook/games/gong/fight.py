"""Fight: turn up a card and carry out its mission (GO6).

A mission stands in `State.errand` as tasks still to be done. `go_on` does what needs no decision, leaves out what
cannot be done (GO6.11), and stops where a player or chance has to decide; the card turned up is discarded at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulebook.game import CHANCE, Events, enforces, tell
from rulebook.games.gong import memory
from rulebook.games.gong.actions import (
    SEATS,
    Action,
    Choose,
    Draft,
    Draw,
    Give,
    Hide,
    Lay,
    Name,
    Number,
    Show,
    Take,
    TurnUp,
    Word,
)
from rulebook.games.gong.cards import COLOURS, GALAXIES, GALAXY, JOKER, NAMES, NO_CARD, NUMBER, Cards, minus, plus
from rulebook.games.gong.deck import can_draw, filled
from rulebook.games.gong.missions import CHOSEN, Mission, Task, Verb, mission, missions, tasks
from rulebook.games.gong.state import NOBODY, Errand, Stage, State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

LAYS, GIVES, SHOWS, HIDES = (tuple(kind(card) for card in range(JOKER + 1)) for kind in (Lay, Give, Show, Hide))
NAMED = tuple(Name(galaxy) for galaxy in range(len(GALAXIES)))
TURN_UP = (Word.TURN_UP,)


@enforces("GO2.3")
def begin(game: Gong, state: State, seat: int, events: Events) -> State:
    """Return the state at the start of a turn."""
    return state._replace(stage=Stage.TURN, player=seat, turn=seat, who=NOBODY, card=NO_CARD, errand=None)


@enforces("GO6.1", "GO3.1")
def legal_actions(game: Gong, state: State) -> tuple[Action, ...]:
    """Return turning up, and jokers besides; in a mission what its next task asks for."""
    if state.stage is Stage.TURN:
        hand = state.hands[state.turn]
        if hand[-1] != JOKER:
            return TURN_UP
        return (*TURN_UP, *game.swaps(state))
    errand = state.errand
    assert errand is not None
    return _choices(game, state, errand)


@enforces("GO6.6", "GO6.7", "GO6.9", "GO6.10")
def _choices(game: Gong, state: State, errand: Errand) -> tuple[Action, ...]:
    task = errand.todo[0]
    hand = state.hands[state.player]
    match task.verb:
        case Verb.CHOOSE:
            return tuple(Choose(seat) for seat in range(game.players) if seat != state.player)
        case Verb.LAY:
            return tuple(LAYS[card] for card in dict.fromkeys(hand))
        case Verb.GIVE:
            return tuple(GIVES[card] for card in dict.fromkeys(hand))
        case Verb.LAY_NUMBER:
            return tuple(Number(number) for number in sorted({NUMBER[card] for card in hand}))
        case Verb.RIDDLE if state.player == task.seat:
            return tuple(HIDES[card] for card in hand if card != JOKER)
        case Verb.RIDDLE:
            return NAMED
        case _:
            return tuple(SHOWS[card] for card in dict.fromkeys(hand))


def apply(game: Gong, state: State, action: Action, events: Events) -> State:
    """Return the state after an action of Fight."""
    return _DOES[type(action)](game, state, action, events)


# GO6.1 to GO6.5: a turn


@enforces("GO6.1", "GO6.2")
def _turn_up(game: Gong, state: State, _action: Word, events: Events) -> State:
    """A card is to be turned up: of the deck, of a new deck, or of the own hand."""
    player = SEATS[state.turn]
    if game.all_dealt:
        said = _("There is no deck: {player} turns up a card of their row.")
        tell(events, "GO6.2", said, [player], player=player)
        return state._replace(stage=Stage.REVEAL, player=CHANCE)
    if can_draw(state, False):
        tell(events, "GO6.1", _("{player} turns up the top card of the deck."), ["deck", player], player=player)
        return filled(state, False, events)._replace(stage=Stage.REVEAL, player=CHANCE)
    said = _("Neither deck nor discards have a card: one of {player}'s hand is turned up.")
    tell(events, "GO6.1", said, [player], player=player)
    return state._replace(stage=Stage.REVEAL, player=CHANCE)


def said_of(card: int) -> str:
    """Return a card as a sentence names it: a joker with its article."""
    return _("a joker") if card == JOKER else NAMES[card]


def source(game: Gong, state: State) -> Cards:
    """Return the cards of which one is turned up at `Stage.REVEAL`: the deck, or the hand."""
    return state.hands[state.turn] if game.all_dealt or not state.deck else state.deck


@enforces("GO6.1", "GO6.3", "GO6.4")
def _revealed(game: Gong, state: State, action: TurnUp, events: Events) -> State:
    """The card turned up is shown; a joker joins the hand and ends the turn, any other brings a mission."""
    if state.stage is Stage.FACE:
        return _faced(game, state, action.card, events)
    card = action.card
    seat, player = state.turn, SEATS[state.turn]
    from_hand = source(game, state) is not state.deck
    if from_hand:
        hands = state.with_hand(seat, minus(state.hands[seat], card))
        state = state._replace(hands=hands, seen=memory.left(state.seen, game.players, seat, card))
    else:
        state = state._replace(deck=minus(state.deck, card))
    if card == JOKER:
        said = _("It is a joker: it joins {player}'s hand, and the turn ends.")
        tell(events, "GO6.4", said, [player], player=player)
        hands = state.with_hand(seat, plus(state.hands[seat], JOKER))
        seen = memory.shown(state.seen, game.players, seat, JOKER)
        return _turn_ends(game, state._replace(hands=hands, seen=seen), events)
    said = _("It is {card}: a {colour} mission.")
    tell(events, "GO6.1", said, [player, NAMES[card]], card=NAMES[card], colour=COLOURS[NUMBER[card] - 1])
    return state._replace(stage=Stage.MISSION, card=card)


def drafts(game: Gong, state: State) -> tuple[Mission, ...]:
    """Return the missions of the colour of the card turned up (GO1.4)."""
    return missions(game.missions)[COLOURS[NUMBER[state.card] - 1]]


@enforces("GO6.6")
def _drafted(game: Gong, state: State, action: Draft, events: Events) -> State:
    """A mission comes up; its tasks are laid out for this table."""
    if events is not None:
        words = mission(game.missions, action.mission).words
        tell(events, "GO6.6", _("The mission: {words}"), ["mission"], words=words)
    errand = Errand(action.mission, tasks(game.missions, action.mission, state.turn, game.players))
    return go_on(game, state._replace(errand=errand), events)


@enforces("GO6.11")
def go_on(game: Gong, state: State, events: Events) -> State:
    """Return the state at the next decision of the mission, or after it; what cannot be done is left out."""
    while True:
        errand = state.errand
        assert errand is not None
        if not errand.todo:
            return _finish(game, state, events)
        task = errand.todo[0]
        if task.other == CHOSEN or task.seat == CHOSEN:
            state = _meant(state, errand, task)
            continue
        ready = _READY[task.verb](game, state, task, events)
        if ready.stage is not Stage.OVER:
            return ready
        state = ready._replace(stage=Stage.ERRAND)


def _meant(state: State, errand: Errand, task: Task) -> State:
    """Return the state with the chosen player put into the next task; nobody deals with themselves."""
    seat = errand.chosen if task.seat == CHOSEN else task.seat
    other = errand.chosen if task.other == CHOSEN else task.other
    first = () if seat == other else (Task(task.verb, seat, other),)
    return state._replace(errand=errand._replace(todo=(*first, *errand.todo[1:])))


def _done(state: State, *more: Task) -> State:
    """Return the state with the first task done, and perhaps others in its place."""
    errand = state.errand
    assert errand is not None
    return state._replace(errand=errand._replace(todo=(*more, *errand.todo[1:])))


def _skipped(state: State) -> State:
    """Return the state with the first task done and nobody to decide: `go_on` goes on."""
    return _done(state)._replace(stage=Stage.OVER)


@enforces("GO6.11")
def _cannot(state: State, task: Task, events: Events) -> State:
    """Tell that a task cannot be done, and leave it out."""
    said = _("{player} has no card for it, so this part is left out.")
    who = task.seat if not state.hands[task.seat] or task.other < 0 else task.other
    tell(events, "GO6.11", said, [SEATS[who]], player=SEATS[who])
    return _skipped(state)


@enforces("GO6.3", "GO6.5")
def _finish(game: Gong, state: State, events: Events) -> State:
    """After its mission the card is discarded, and who has no cards has won, the player on turn first."""
    said = _("The mission is done, and {card} is discarded.")
    tell(events, "GO6.3", said, ["discards"], card=NAMES[state.card])
    return _turn_ends(game, state._replace(row=(*state.row, state.card), card=NO_CARD, errand=None), events)


@enforces("GO6.5")
def _turn_ends(game: Gong, state: State, events: Events) -> State:
    for step in range(game.players):
        seat = (state.turn + step) % game.players
        if not state.hands[seat]:
            return game.won(state, seat, "GO6.5", events)
    return begin(game, state, (state.turn + 1) % game.players, events)


# What a task needs before it can be done


def _asked(game: Gong, state: State, task: Task, events: Events) -> State:
    """A player decides, with cards in hand; choosing a player needs none."""
    if task.verb is not Verb.CHOOSE and not state.hands[task.seat]:
        return _cannot(state, task, events)
    return state._replace(stage=Stage.ERRAND, player=task.seat)


@enforces("GO2.4", "GO6.11")
def _supply(game: Gong, state: State, task: Task, events: Events) -> State:
    """A card is to be drawn, if there is one."""
    if not can_draw(state, False):
        tell(events, "GO6.11", _("There is no card to draw."), ["deck"])
        return _skipped(state)
    return filled(state, False, events)._replace(stage=Stage.SUPPLY, player=CHANCE)


@enforces("GO6.6")
def _salvage(game: Gong, state: State, task: Task, events: Events) -> State:
    """The top card of the discards is taken; without discards a card is drawn."""
    seat = task.seat
    if not state.row:
        tell(events, "GO6.6", _("There are no discards, so a card is drawn."), ["discards", SEATS[seat]])
        return _done(state, Task(Verb.DRAW, seat))._replace(stage=Stage.OVER)
    card = state.row[-1]
    said = _("{player} takes {card} from the discards.")
    tell(events, "GO6.6", said, ["discards", SEATS[seat]], player=SEATS[seat], card=said_of(card))
    hands = state.with_hand(seat, plus(state.hands[seat], card))
    seen = memory.shown(state.seen, game.players, seat, card)
    return _skipped(state._replace(hands=hands, row=state.row[:-1], seen=seen))


def _take(game: Gong, state: State, task: Task, events: Events) -> State:
    """A card is to be taken unseen, if there is one."""
    if not state.hands[task.other]:
        return _cannot(state, task, events)
    return state._replace(stage=Stage.TAKE, player=CHANCE)


@enforces("GO6.7", "GO6.11")
def _duel(game: Gong, state: State, task: Task, events: Events) -> State:
    """Both choose in secret, the player on turn first; who has no card cannot duel."""
    return _secrets(game, state, (task.seat, task.other), 2, task, events)


@enforces("GO6.10")
def _melee(game: Gong, state: State, task: Task, events: Events) -> State:
    """All choose in secret, the player on turn first; those without cards take no part."""
    turn = [(state.turn + step) % game.players for step in range(game.players)]
    return _secrets(game, state, tuple(seat for seat in turn if state.hands[seat]), 1, task, events)


def _secrets(game: Gong, state: State, seats: tuple[int, ...], least: int, task: Task, events: Events) -> State:
    """Return the state at the next secret choice, or after the last with all of them shown."""
    errand = state.errand
    assert errand is not None
    if sum(bool(state.hands[seat]) for seat in seats) < least:
        return _cannot(state, task, events)
    secret = errand.secret or (NO_CARD,) * game.players
    for seat in seats:
        if secret[seat] == NO_CARD:
            return state._replace(stage=Stage.ERRAND, player=seat, errand=errand._replace(secret=secret))
    state = _done(state._replace(errand=errand._replace(secret=())))
    return (_fought if task.verb is Verb.DUEL else _brawled)(game, state, seats, secret, events)


@enforces("GO6.9", "GO6.11")
def _riddle(game: Gong, state: State, task: Task, events: Events) -> State:
    """A card is laid face down, no joker; then the other names its galaxy."""
    errand = state.errand
    assert errand is not None
    if errand.secret:
        return state._replace(stage=Stage.ERRAND, player=task.other)
    hand = state.hands[task.seat]
    if not hand or hand[0] == JOKER:
        said = _("{player} has no card of a galaxy for a riddle, so nothing happens.")
        tell(events, "GO6.9", said, [SEATS[task.seat]], player=SEATS[task.seat])
        return _skipped(state)
    return state._replace(stage=Stage.ERRAND, player=task.seat)


@enforces("GO6.8")
def _draw_off(game: Gong, state: State, task: Task, events: Events) -> State:
    """Two cards are turned up from the deck and compared, as far as there are two."""
    errand = state.errand
    assert errand is not None
    faced = errand.faced
    if len(faced) < 2 and can_draw(state, False):
        return filled(state, False, events)._replace(stage=Stage.FACE, player=CHANCE)
    state = state._replace(row=(*state.row, *faced), errand=errand._replace(faced=()))
    if len(faced) < 2:
        tell(events, "GO6.8", _("There are not two cards to compare."), ["deck"])
        return _skipped(state)
    facts = {"first": said_of(faced[0]), "second": said_of(faced[1])}
    if NUMBER[faced[0]] == NUMBER[faced[1]]:
        said = _("The cards are {first} and {second}, equal numbers: nothing happens.")
        tell(events, "GO6.8", said, ["discards"], **facts)
        return _skipped(state)
    higher, lower = (task.seat, task.other) if NUMBER[faced[0]] > NUMBER[faced[1]] else (task.other, task.seat)
    said = _("It is {first} against {second}: {player} gives {other} a card.")
    places = [SEATS[higher], SEATS[lower], "discards"]
    tell(events, "GO6.8", said, places, player=SEATS[higher], other=SEATS[lower], **facts)
    return _done(state, Task(Verb.GIVE, higher, lower))._replace(stage=Stage.OVER)


_READY: dict[Verb, Callable[[Gong, State, Task, Events], State]] = {
    Verb.CHOOSE: _asked,
    Verb.LAY: _asked,
    Verb.LAY_NUMBER: _asked,
    Verb.GIVE: _asked,
    Verb.DRAW: _supply,
    Verb.SALVAGE: _salvage,
    Verb.TAKE: _take,
    Verb.DUEL: _duel,
    Verb.MELEE: _melee,
    Verb.RIDDLE: _riddle,
    Verb.DRAW_OFF: _draw_off,
}
"""By verb: what brings a task to its decision, or past it (then the stage is `OVER` for a moment)."""


# What is done


def _first(state: State) -> tuple[Errand, Task]:
    errand = state.errand
    assert errand is not None
    return errand, errand.todo[0]


@enforces("GO6.6")
def _chosen(game: Gong, state: State, action: Choose, events: Events) -> State:
    """A player is chosen for what follows."""
    seat = action.seat
    said = _("{player} chooses {other}.")
    tell(events, "GO6.6", said, [SEATS[state.player], SEATS[seat]], player=SEATS[state.player], other=SEATS[seat])
    state = _done(state)
    assert state.errand is not None
    return go_on(game, state._replace(errand=state.errand._replace(chosen=seat)), events)


def _lay_one(game: Gong, state: State, action: Lay, events: Events) -> State:
    """A card is laid down."""
    return go_on(game, _lay(game, _done(state), state.player, action.card, events), events)


def _lay(game: Gong, state: State, seat: int, card: int, events: Events) -> State:
    """A card goes from a hand to the discards."""
    said = _("{player} lays down {card}.")
    tell(events, "GO6.6", said, [SEATS[seat], "discards"], player=SEATS[seat], card=said_of(card))
    hands = state.with_hand(seat, minus(state.hands[seat], card))
    seen = memory.left(state.seen, game.players, seat, card)
    return state._replace(hands=hands, row=(*state.row, card), seen=seen)


@enforces("GO6.6")
def _lay_number(game: Gong, state: State, action: Number, events: Events) -> State:
    """All cards of one number are laid down."""
    seat = state.player
    state = _done(state)
    for card in state.hands[seat]:
        if NUMBER[card] == action.number:
            state = _lay(game, state, seat, card, events)
    return go_on(game, state, events)


def _give(game: Gong, state: State, action: Give, events: Events) -> State:
    """A card goes from hand to hand; nobody else sees which."""
    _errand, task = _first(state)
    said = _("{player} gives {other} a card.")
    places = [SEATS[task.seat], SEATS[task.other]]
    tell(events, "GO6.6", said, places, player=SEATS[task.seat], other=SEATS[task.other])
    return go_on(game, _hand_over(game, _done(state), task.seat, task.other, action.card), events)


def _hand_over(game: Gong, state: State, giver: int, taker: int, card: int) -> State:
    hands = list(state.hands)
    hands[giver] = minus(hands[giver], card)
    hands[taker] = plus(hands[taker], card)
    return state._replace(hands=tuple(hands), seen=memory.passed(state.seen, game.players, giver, taker, card))


def _taken(game: Gong, state: State, action: Take, events: Events) -> State:
    """A card is taken unseen from another hand."""
    _errand, task = _first(state)
    said = _("{player} takes a card of {other}, unseen.")
    places = [SEATS[task.seat], SEATS[task.other]]
    tell(events, "GO6.6", said, places, player=SEATS[task.seat], other=SEATS[task.other])
    return go_on(game, _hand_over(game, _done(state), task.other, task.seat, action.card), events)


def _supplied(game: Gong, state: State, action: Draw, events: Events) -> State:
    """A card is drawn for the mission."""
    _errand, task = _first(state)
    seat, card = task.seat, action.card
    tell(events, "GO6.6", _("{player} draws a card."), ["deck", SEATS[seat]], player=SEATS[seat])
    hands = state.with_hand(seat, plus(state.hands[seat], card))
    return go_on(game, _done(state)._replace(hands=hands, deck=minus(state.deck, card)), events)


@enforces("GO6.8")
def _faced(game: Gong, state: State, card: int, events: Events) -> State:
    """A card is turned up for a draw-off, first by the player on turn."""
    errand, task = _first(state)
    seat = task.other if errand.faced else task.seat
    said = _("{player} turns up {card}.")
    tell(events, "GO6.8", said, [SEATS[seat], "deck"], player=SEATS[seat], card=said_of(card))
    errand = errand._replace(faced=(*errand.faced, card))
    return go_on(game, state._replace(deck=minus(state.deck, card), errand=errand), events)


@enforces("GO6.7", "GO6.9", "GO6.10")
def _keep_secret(game: Gong, state: State, action: Show | Hide, events: Events) -> State:
    """A card is chosen in secret; it stays in the hand until all have chosen."""
    errand, task = _first(state)
    rule = {Verb.RIDDLE: "GO6.9", Verb.DUEL: "GO6.7"}.get(task.verb, "GO6.10")
    said = _("{player} has chosen a card.")
    tell(events, rule, said, [SEATS[state.player]], player=SEATS[state.player])
    secret = list(errand.secret or (NO_CARD,) * game.players)
    secret[state.player] = action.card
    return go_on(game, state._replace(errand=errand._replace(secret=tuple(secret))), events)


@enforces("GO6.7")
def _fought(game: Gong, state: State, seats: tuple[int, ...], secret: Cards, events: Events) -> State:
    """The higher number is laid down, the lower is kept and its player draws; equal numbers are both laid down."""
    cards = [secret[seat] for seat in seats]
    facts = {"first": SEATS[seats[0]], "second": SEATS[seats[1]], "one": said_of(cards[0]), "two": said_of(cards[1])}
    places = [SEATS[seat] for seat in seats]
    tell(events, "GO6.7", _("{first} shows {one}, {second} shows {two}."), places, **facts)
    if NUMBER[cards[0]] == NUMBER[cards[1]]:
        tell(events, "GO6.7", _("The numbers are equal: both are laid down."), places)
        for seat, card in zip(seats, cards, strict=True):
            state = _lay(game, state, seat, card, events)
        return state._replace(stage=Stage.OVER)
    at = NUMBER[cards[1]] > NUMBER[cards[0]]
    higher, lower = seats[at], seats[not at]
    state = _lay(game, state, higher, cards[at], events)
    said = _("{player} has the lower number, keeps the card and draws one.")
    tell(events, "GO6.7", said, [SEATS[lower]], player=SEATS[lower])
    errand = state.errand
    assert errand is not None
    errand = errand._replace(todo=(Task(Verb.DRAW, lower), *errand.todo))
    seen = memory.shown(state.seen, game.players, lower, cards[not at])
    return state._replace(errand=errand, seen=seen, stage=Stage.OVER)


@enforces("GO6.10")
def _brawled(game: Gong, state: State, seats: tuple[int, ...], secret: Cards, events: Events) -> State:
    """The highest number that only one player shows is laid down; all others take theirs back."""
    for seat in seats:
        said = _("{player} shows {card}.")
        tell(events, "GO6.10", said, [SEATS[seat]], player=SEATS[seat], card=said_of(secret[seat]))
    numbers = [NUMBER[secret[seat]] for seat in seats]
    single = [number for number in numbers if numbers.count(number) == 1]
    winner = seats[numbers.index(max(single))] if single else NOBODY
    seen = state.seen
    for seat in seats:
        if seat != winner:
            seen = memory.shown(seen, game.players, seat, secret[seat])
    state = state._replace(seen=seen)
    if winner == NOBODY:
        said = _("Every number is shown twice or more: nothing happens.")
        tell(events, "GO6.10", said, [SEATS[seat] for seat in seats])
        return state._replace(stage=Stage.OVER)
    said = _("{player} alone shows the highest number.")
    tell(events, "GO6.10", said, [SEATS[winner]], player=SEATS[winner])
    return _lay(game, state, winner, secret[winner], events)._replace(stage=Stage.OVER)


@enforces("GO6.9")
def _guess(game: Gong, state: State, action: Name, events: Events) -> State:
    """The galaxy of a riddle is named: right, and it is taken back and two are drawn; wrong, and it is laid down."""
    errand, task = _first(state)
    seat, card, galaxy = task.seat, errand.secret[task.seat], action.galaxy
    facts = {"player": SEATS[seat], "other": SEATS[task.other], "galaxy": GALAXIES[galaxy], "card": NAMES[card]}
    places = [SEATS[seat], SEATS[task.other]]
    tell(events, "GO6.9", _("{other} names {galaxy}; the card is {card}."), places, **facts)
    state = state._replace(errand=errand._replace(secret=()))
    if GALAXY[card] == galaxy:
        tell(events, "GO6.9", _("Right: {player} takes it back and draws two."), places, **facts)
        state = state._replace(seen=memory.shown(state.seen, game.players, seat, card))
        return go_on(game, _done(state, Task(Verb.DRAW, seat), Task(Verb.DRAW, seat)), events)
    tell(events, "GO6.9", _("Wrong: it is laid down."), places)
    return go_on(game, _lay(game, _done(state), seat, card, events), events)


_DOES: dict[type, Callable[[Gong, State, Any, Events], State]] = {
    Word: _turn_up,
    TurnUp: _revealed,
    Draft: _drafted,
    Draw: _supplied,
    Take: _taken,
    Choose: _chosen,
    Lay: _lay_one,
    Number: _lay_number,
    Give: _give,
    Show: _keep_secret,
    Hide: _keep_secret,
    Name: _guess,
}
"""By kind of action: what it does."""
