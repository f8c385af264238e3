"""Dragonheart: two players lay cards of nine kinds on one board and collect what lies there.

| who | two players, each with a deck of their own |
| --- | --- |
| may | in a turn, play cards of one kind; they collect as their kind says |
| ends | when a deck is used up, or when nine ships have been played |
| scores | most points in the victory pile, the Great Dragon counting three |

`Dragonheart.legal_actions` generates what may be done; `referee.objection` judges what is tried. The two are written
apart. Decks have no order in a state: a card is drawn when it is drawn, as a chance node.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby
from typing import ClassVar

from rulebook.game import (
    CHANCE,
    TERMINAL,
    Addend,
    Event,
    Events,
    Game,
    Good,
    Objection,
    Option,
    Remark,
    enforces,
    listed,
    tell,
    worths_of,
)
from rulebook.games.dragonheart import actions, hidden, notation, referee, wording
from rulebook.games.dragonheart.actions import SEATS, Action, Collect, Draw, Grab, Lot, Pass, Play, Rob
from rulebook.games.dragonheart.cards import (
    CARDS,
    COLLECTS,
    DECK,
    FRAMES,
    KIND,
    PLURALS,
    VALUE,
    Kind,
    without,
    worth,
)
from rulebook.games.dragonheart.state import NOBODY, ON_BOARD, Stage, State
from rulebook.words import _

HAND = 5
"""How many cards a hand is filled up to; one more with the Great Dragon (DH4.5, DH6.2)."""
DRAGON_WORTH = 3
SETS = 3
"""How many sets of three ships end the game (DH7.1)."""
ASKED = (Kind.KNIGHT, Kind.SORCERESS)
"""The kinds that choose between two piles."""
DRAWN, ROBBED = (tuple(kind(card) for card in range(len(CARDS))) for kind in (Draw, Rob))
"""By card: the actions that draw and rob it."""
SAILORS = (Kind.KNIGHT, Kind.HUNTRESS)
"""The kinds that go to the hold (DH2.1)."""


LEAD = 0.083
"""How much a point ahead adds to the logarithm of the odds to win, as measured over games of greedy play."""


@dataclass(frozen=True)
class Dragonheart(Game[State, Action]):
    """The rules of Dragonheart with their options fixed."""

    code: ClassVar[str] = "DH"
    key: ClassVar[str] = "dragonheart"
    name: ClassVar[str] = "Dragonheart"
    seats: ClassVar[tuple[str, ...]] = SEATS
    turn_rule: ClassVar[str] = "DH4.1"
    options: ClassVar[tuple[Option, ...]] = (
        Option("ships_turn", "The third set of ships", (("no", "ends the game"), ("yes", "leaves one more turn"))),
    )

    ships_turn: bool = False
    """Whether the other player has one more turn after the third set of ships (DH7.3)."""

    # DH3: setting up

    @enforces("DH1.1", "DH1.2", "DH1.4", "DH3.1")
    def initial_state(self) -> State:
        """Return the state before the lot: two whole decks, an empty board, the Great Dragon on it."""
        return State(Stage.LOT, CHANCE, 0, ((), ()), (DECK, DECK), ((),) * len(Kind))

    @enforces("DH3.1", "DH4.5", "DH6.3")
    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return who can begin, the cards that can be drawn, or those that can be robbed; equal cards together."""
        if state.stage is Stage.LOT:
            return tuple((Lot(seat), Fraction(1, 2)) for seat in (0, 1))
        robbing = state.stage is Stage.ROB
        cards = state.hands[1 - state.turn] if robbing else state.decks[state.turn]
        return tuple(
            (Rob(card) if robbing else Draw(card), Fraction(count, len(cards)))
            for card, count in sorted(Counter(cards).items())
        )

    def draw(self, state: State, rng: random.Random) -> Action:
        """Return one outcome of a chance node: any card of the deck or the hand is as likely as any other."""
        if state.stage is Stage.LOT:
            return Lot(rng.randrange(2))
        if state.stage is Stage.ROB:
            return ROBBED[rng.choice(state.hands[1 - state.turn])]
        return DRAWN[rng.choice(state.decks[state.turn])]

    # DH4: a turn

    def current_player(self, state: State) -> int:
        """Return the seat that decides, `CHANCE` or `TERMINAL`."""
        return state.player

    def turn(self, state: State) -> int:
        """Return whose turn it is, also while another decides."""
        return state.turn

    @enforces("DH4.1", "DH4.2", "DH4.3", "DH5.6", "DH5.8")
    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return the plays by kind, few cards before many; at a choice its two piles; at a chance node its outcomes."""
        if state.stage is Stage.PLAY:
            return plays(state.hands[state.turn], state.board)
        if state.stage is Stage.CHOOSE:
            assert state.laid is not None
            return tuple(Collect((kind,)) for kind in COLLECTS[state.laid])
        if state.stage is Stage.OVER:
            return ()
        return tuple(action for action, _share in self.chance_outcomes(state))

    @enforces("DH6.2", "DH4.5")
    def limit(self, state: State, seat: int) -> int:
        """Return how many cards a seat's hand is filled up to."""
        return HAND + (state.dragon == seat)

    def apply(self, state: State, action: Action, events: Events = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        match action:
            case Play(cards):
                return self._lay(state, cards, events)
            case Collect((kind,)):
                return self._chosen(state, kind, events)
            case Draw(card):
                return self._draw(state, card, events)
            case Rob(card):
                return self._rob(state, card, events)
            case Lot(seat):
                tell(events, "DH3.1", _("The lot falls on {player}, who begins."), [SEATS[seat]], player=SEATS[seat])
                return state._replace(stage=Stage.DEAL, turn=seat, first=seat)
            case _:
                raise ValueError(f"{action} does nothing")

    @enforces("DH4.1", "DH4.4", "DH5.1", "DH5.2", "DH5.3", "DH5.4", "DH5.5", "DH5.7", "DH5.10")
    def _lay(self, state: State, cards: tuple[int, ...], events: Events) -> State:
        """Cards are laid on their place, and collect as their kind says."""
        kind, seat = KIND[cards[0]], state.turn
        board = _set(state.board, kind, tuple(sorted(state.board[kind] + cards)))
        known = _pair(state.known, seat, _less(state.known[seat], cards))
        hands = _pair(state.hands, seat, without(state.hands[seat], cards))
        state = state._replace(board=board, hands=hands, known=known)
        if events is not None:
            said = _("{player} plays {cards}.")
            tell(events, "DH4.1", said, [kind.label], player=SEATS[seat], cards=actions.noted(cards))
        full = FRAMES[kind] and len(board[kind]) == FRAMES[kind]
        if kind is Kind.SHIP:
            return self._sail(state, events) if full else self._refill(state, events)
        if kind is Kind.DWARF and full:
            return self._refill(self._collect(state, Kind.DWARF, "DH5.1", events), events)
        if kind is Kind.FIRE:
            state = self._collect(state, Kind.TREASURE, "DH5.3", events)
        if kind is Kind.TROLL:
            state = self._collect(state, Kind.SORCERESS, "DH5.5", events)
        if kind is Kind.HUNTRESS and full:
            state = self._to_hold(self._collect(state, Kind.FIRE, "DH5.2", events), kind, events)
        if kind in ASKED and (full or not FRAMES[kind]):
            return self._ask(state, kind, events)
        return self._refill(state, events)

    @enforces("DH5.6", "DH5.8", "DH5.11")
    def _ask(self, state: State, kind: Kind, events: Events) -> State:
        """Two knights or a sorceress choose between two piles; nobody is asked if both are empty."""
        if any(state.board[pile] for pile in COLLECTS[kind]):
            return state._replace(stage=Stage.CHOOSE, player=state.turn, laid=kind)
        said = _("Nothing lies on the piles that the {kind} could choose, so nobody is asked.")
        tell(events, "DH5.11", said, [pile.label for pile in COLLECTS[kind]], kind=kind.label)
        return self._refill(self._after(state, kind, events), events)

    @enforces("DH5.6", "DH5.8", "DH6.1", "DH6.5")
    def _chosen(self, state: State, pile: Kind, events: Events) -> State:
        """The chosen pile is collected; a sorceress with petrified dragons takes the Great Dragon."""
        kind = state.laid
        assert kind is not None
        awake = kind is Kind.SORCERESS and pile is Kind.PETRIFIED and bool(state.board[pile])
        rule = "DH5.6" if kind is Kind.KNIGHT else "DH5.8"
        state = self._after(self._collect(state, pile, rule, events), kind, events)._replace(laid=None)
        if not awake:
            return self._refill(state, events)
        seat, other = state.turn, 1 - state.turn
        if state.dragon == seat:
            tell(events, "DH6.5", _("{player} has the Great Dragon already."), ["Great Dragon"], player=SEATS[seat])
            return self._refill(state, events)
        if state.dragon == ON_BOARD:
            said = _("The petrified dragons wake the Great Dragon, and it comes to {player}.")
            tell(events, "DH6.1", said, ["Great Dragon"], player=SEATS[seat])
            return self._refill(state._replace(dragon=seat), events)
        said = _("The Great Dragon leaves {other} and comes to {player}.")
        tell(events, "DH6.1", said, ["Great Dragon"], player=SEATS[seat], other=SEATS[other])
        state = state._replace(dragon=seat)
        if not state.hands[other]:
            return self._refill(state, events)
        return state._replace(stage=Stage.ROB, player=CHANCE)

    def _after(self, state: State, kind: Kind, events: Events) -> State:
        """Return the state after a collection by knights, who go to the hold, or by sorceresses, who stay."""
        return self._to_hold(state, kind, events) if kind in SAILORS else state

    def _collect(self, state: State, pile: Kind, rule: str, events: Events) -> State:
        """Move a whole pile to the victory pile of the player whose turn it is."""
        cards, seat = state.board[pile], state.turn
        if events is not None:
            facts: dict[str, str | int] = {
                "player": SEATS[seat],
                "pile": pile.label,
                "cards": actions.noted(cards),
                "worth": worth(cards),
            }
            if cards:
                said = _("{player} collects {cards}, worth {worth}.")
            else:
                said = _("No {pile} lies there, so {player} collects nothing.")
                rule = "DH5.11" if state.stage is Stage.CHOOSE else rule
            tell(events, rule, said, [pile.label, SEATS[seat]], **facts)
        won = _pair(state.won, seat, tuple(sorted(state.won[seat] + cards)))
        return state._replace(board=_set(state.board, pile, ()), won=won)

    @enforces("DH2.1", "DH5.2", "DH5.6")
    def _to_hold(self, state: State, kind: Kind, events: Events) -> State:
        """Huntresses and knights that have collected wait in the hold."""
        cards = state.board[kind]
        if events is not None:
            said = _("{kinds} {values} go to the hold.")
            rule = "DH5.2" if kind is Kind.HUNTRESS else "DH5.6"
            values = listed(str(VALUE[card]) for card in cards)
            tell(events, rule, said, [kind.label, "hold"], kinds=_(PLURALS[kind]).capitalize(), values=values)
        return state._replace(board=_set(state.board, kind, ()), hold=tuple(sorted(state.hold + cards)))

    @enforces("DH5.9", "DH7.1", "DH7.3")
    def _sail(self, state: State, events: Events) -> State:
        """The third ship collects the hold and leaves; the third set ends the game, or leaves one more turn."""
        seat, cargo = state.turn, state.hold
        said = _("The ships sail, and {player} collects the hold: {cards}, worth {worth}.")
        if not cargo:
            said = _("The ships sail with an empty hold; {player} collects nothing.")
        facts = {"player": SEATS[seat], "cards": actions.noted(cargo)}
        tell(events, "DH5.9", said, ["ship", "hold"], worth=worth(cargo), **facts)
        won = _pair(state.won, seat, tuple(sorted(state.won[seat] + cargo)))
        state = state._replace(board=_set(state.board, Kind.SHIP, ()), hold=(), won=won, sailed=state.sailed + 1)
        if state.sailed < SETS:
            return self._refill(state, events)
        if self.ships_turn and not state.final and state.sailed == SETS:
            said = _("Nine ships have been played: {player} has one more turn.")
            tell(events, "DH7.3", said, ["ship"], player=SEATS[1 - seat])
            return state._replace(stage=Stage.PLAY, turn=1 - seat, player=1 - seat, final=True)
        tell(events, "DH7.3", _("Nine ships have been played: the game is over at once."), ["ship"])
        return self._end(state, events)

    # DH4.5, DH6.3: refill and robbery

    @enforces("DH4.5", "DH6.2", "DH7.1", "DH7.2")
    def _refill(self, state: State, events: Events) -> State:
        """Return the state at the next card to be drawn, or at the next turn, or at the end."""
        seat = state.turn
        if state.final:
            rule = "DH7.3" if state.sailed >= SETS else "DH7.2"
            tell(events, rule, _("That was the last turn."), [f"deck {SEATS[seat]}"])
            return self._end(state, events)
        if len(state.hands[seat]) < self.limit(state, seat) and state.decks[seat]:
            return state._replace(stage=Stage.DRAW, player=CHANCE)
        return self._next_turn(state, events)

    @enforces("DH4.4", "DH7.2")
    def _next_turn(self, state: State, events: Events) -> State:
        seat, other = state.turn, 1 - state.turn
        last = not state.decks[seat]
        if last:
            said = _("{player} has drawn the last card: {other} has one more turn.")
            tell(events, "DH7.2", said, [f"deck {SEATS[seat]}"], player=SEATS[seat], other=SEATS[other])
        return state._replace(stage=Stage.PLAY, turn=other, player=other, final=last)

    @enforces("DH3.1", "DH4.5")
    def _draw(self, state: State, card: int, events: Events) -> State:
        """A card comes from the deck into the hand."""
        seat = state.turn
        hands = _pair(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
        decks = _pair(state.decks, seat, without(state.decks[seat], (card,)))
        drawn = state._replace(hands=hands, decks=decks)
        rule = "DH3.1" if state.stage is Stage.DEAL else "DH4.5"
        tell(events, rule, _("{player} draws a card."), [f"deck {SEATS[seat]}"], player=SEATS[seat])
        if state.stage is Stage.DRAW:
            return self._refill(drawn, events)
        if len(hands[seat]) < HAND:
            return drawn
        other = 1 - seat
        if seat == state.first:
            return drawn._replace(turn=other)
        return drawn._replace(stage=Stage.PLAY, turn=other, player=other)

    @enforces("DH6.3")
    def _rob(self, state: State, card: int, events: Events) -> State:
        """The Great Dragon brings along a card from the hand of the player it leaves."""
        seat, other = state.turn, 1 - state.turn
        said = _("The Great Dragon brings {player} one card from the hand of {other}.")
        tell(events, "DH6.3", said, ["Great Dragon"], player=SEATS[seat], other=SEATS[other])
        hands = _pair(state.hands, other, without(state.hands[other], (card,)))
        hands = _pair(hands, seat, tuple(sorted((*hands[seat], card))))
        known = _pair(state.known, other, _less(state.known[other], (card,)))
        known = _pair(known, seat, tuple(sorted((*known[seat], card))))
        return self._refill(state._replace(hands=hands, known=known), events)

    # DH7: end and score

    def _end(self, state: State, events: Events) -> State:
        over = state._replace(stage=Stage.OVER, player=TERMINAL, final=False, laid=None)
        if events is not None:
            told = self.verdict(over)
            assert told is not None
            events.append(told)
        return over

    @enforces("DH1.3", "DH6.4", "DH7.4", "DH7.6")
    def score(self, state: State, seat: int) -> int:
        """Return a seat's points: the victory pile, and three for the Great Dragon."""
        return worth(state.won[seat]) + DRAGON_WORTH * (state.dragon == seat)

    @enforces("DH7.4", "DH7.5")
    def winner(self, state: State) -> int:
        """Return who is ahead, equal points going to the holder of the Great Dragon; `NOBODY` for a draw."""
        north, south = self.score(state, 0), self.score(state, 1)
        if north == south:
            return state.dragon if state.dragon != ON_BOARD else NOBODY
        return 0 if north > south else 1

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and -1 for the other at the end, 0 while undecided or drawn."""
        won = self.winner(state) if state.stage is Stage.OVER else NOBODY
        return (0.0, 0.0) if won == NOBODY else (1.0, -1.0) if won == 0 else (-1.0, 1.0)

    def verdict(self, state: State) -> Event | None:
        """Return how the game ended, or `None` while it goes on."""
        return wording.verdict(self, state)

    @enforces("DH7.4")
    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return both scores line by line: the kinds in each victory pile, then the Great Dragon."""
        return wording.tally(self, state)

    def total(self, state: State) -> str:
        """Return both scores in words."""
        return wording.total(self, state)

    # Hidden and open

    @property
    def hides(self) -> bool:
        """Hands and decks are hidden."""
        return True

    def observation(self, state: State, seat: int) -> object:
        """Return what a seat sees: its own hand, and all that lies open."""
        return hidden.observation(state, seat)

    def resample(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a state whose other hand and deck fit all that the seat has seen."""
        return hidden.resample(state, seat, rng)

    def hears(self, state: State, action: Action, seat: int) -> bool:
        """Tell whether a seat may know an action: a drawn card is its drawer's alone, a robbed one both players'."""
        return not isinstance(action, Draw) or state.turn == seat

    # Words and notation

    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
        return referee.objections(self, state, action)

    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return every handful of the hand, every card of the set, every collection, and what chance can do."""
        found: list[Action] = [Pass(), Grab(), Lot(0), Lot(1)]
        numbers = range(len(CARDS))
        found += (
            [Play((card,)) for card in numbers] + [Draw(card) for card in numbers] + [Rob(card) for card in numbers]
        )
        hand = state.hands[state.turn] if state.stage is not Stage.LOT else ()
        found += [Play(cards) for size in range(2, len(hand) + 1) for cards in combinations(hand, size)]
        found += [Collect((kind,)) for kind in Kind]
        found += [Collect(pair) for pair in combinations(Kind, 2)]
        return tuple(dict.fromkeys(found))

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes. Raises `NotationError`."""
        return actions.parse(text)

    def to_text(self, state: State) -> str:
        """Return the state as one line of text."""
        return notation.to_text(state)

    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError`."""
        return notation.from_text(self, text)

    def sketch(self, state: State) -> str:
        """Return the board and the open piles in lines, and the hand of the player whose turn it is."""
        return wording.sketch(self, state)

    def task(self, state: State) -> Remark:
        """Return who is to decide and what, in words, with the rule that asks for it."""
        return wording.task(self, state)

    def say(self, state: State, action: Action) -> str:
        """Return an action in words."""
        return wording.say(state, action)

    def places(self, action: Action) -> tuple[str, ...]:
        """Return the places that an action points at."""
        return wording.places(action)

    def around(self, state: State, action: Action) -> tuple[str, ...]:
        """Return an action's place and those its arrows point at."""
        return wording.around(action)

    def concerns(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places that a rule speaks of."""
        return wording.concerns(state, rule)

    def figures(self, state: State) -> Mapping[str, int | str]:
        """Return scores, sizes and piles by name."""
        return wording.figures(self, state)

    def stake(self, state: State) -> Good:
        """Return the most points that one card more can collect from the board."""
        return wording.stake(state)

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return what a seat has that can be counted, for the coach."""
        return wording.goods(self, state, seat)

    def worths(self, state: State) -> tuple[float, ...]:
        """Return how well each seat stands, from -1 to 1: by its lead, and what lies there for whoever plays next."""
        if state.stage is Stage.OVER:
            return self.returns(state)
        following = state.turn if state.stage in (Stage.PLAY, Stage.CHOOSE) else 1 - state.turn
        hope = wording.lying(state, following)
        return worths_of([LEAD * (wording.lead(self, state, 0) + (hope if following == 0 else -hope)), 0.0])

    def promise(self, state: State, seat: int) -> float:
        """Return a seat's lead, and what the board offers next to whom."""
        return wording.promise(self, state, seat)


def plays(hand: tuple[int, ...], board: tuple[tuple[int, ...], ...]) -> tuple[Action, ...]:
    """Return every play from a hand onto a board; equal values are one choice (DH4.4)."""
    found: list[Action] = []
    for kind, own in groupby(hand, KIND.__getitem__):
        free = FRAMES[kind] - len(board[kind]) if FRAMES[kind] else HAND + 1
        found += _plays(tuple(own), free)
    return tuple(found)


@lru_cache(maxsize=4096)
def _plays(own: tuple[int, ...], free: int) -> tuple[Action, ...]:
    """Return the plays of cards of one kind with so many free frames, few cards before many."""
    sizes = range(1, min(len(own), free) + 1)
    return tuple(Play(cards) for size in sizes for cards in dict.fromkeys(combinations(own, size)))


def _pair(
    pair: tuple[tuple[int, ...], tuple[int, ...]], seat: int, cards: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a pair with one seat's part changed."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def _set(board: tuple[tuple[int, ...], ...], kind: Kind, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*board[:kind], cards, *board[kind + 1 :])


def _less(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards with others taken out as far as they are there."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
