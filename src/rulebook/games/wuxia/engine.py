"""Wu-xia: on a stage of cells, patterns of own, enemy and empty cells let cards strike.

| who | two to four players with six fighters each |
| --- | --- |
| may | roll, choose a zone and a card whose schema fits it, one die for the cost in Chi and one for the result |
| ends | when one player alone has fighters left |
| scores | who keeps the field wins |

`Wuxia.legal_actions` generates what may be done; `referee.objection` judges what is tried. The choice of zone, card,
dice and each target is a decision of its own; dice and deals are chance nodes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
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
    tell,
    worths_of,
)
from rulebook.games.wuxia import actions, hidden, notation, referee, results, wording
from rulebook.games.wuxia.actions import (
    SEATS,
    Action,
    Add,
    Choose,
    Cost,
    Deal,
    Die,
    Lose,
    Lot,
    Pool,
    Result,
    Roll,
    Word,
    Zone,
)
from rulebook.games.wuxia.cards import BOOK, FACES, NO_CARD, SCENARIOS, STAGE, START, SUMMON, Deck, DeckError, cells_of
from rulebook.games.wuxia.cards import deck as deck_called
from rulebook.games.wuxia.matching import fits
from rulebook.games.wuxia.results import NO_FLAGS, put
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, Cards, Stage, State
from rulebook.words import _

PAIR = 2
"""How many dice are rolled without spending Dan (WX3.2)."""
MOST_PLAYERS = len(SEATS)
DICE = tuple(Die(face) for face in range(1, FACES + 1))
COSTS = (Cost(0), *(Cost(face) for face in range(1, FACES + 1)))
RESULTS = (Result(0), *(Result(face) for face in range(1, FACES + 1)))
ROLLS = tuple(Roll(dice) for dice in range(PAIR + START.dan + 1))
ZONES = tuple(Zone(number + 1) for number in range(len(STAGE.zones)))
LOSES = tuple(Lose(square) for square in STAGE.squares)
FIGHTERS = START.fighters


@dataclass(frozen=True)
class Wuxia(Game[State, Action]):
    """The rules of Wu-xia with their options fixed. Raises `ValueError` for a battle that the rules do not know."""

    code: ClassVar[str] = "WX"
    key: ClassVar[str] = "wuxia"
    name: ClassVar[str] = "Wu-xia"
    turn_rule: ClassVar[str] = "WX3.1"
    options: ClassVar[tuple[Option, ...]] = (
        Option("players", "Players", tuple((str(count), f"{count} players") for count in range(2, MOST_PLAYERS + 1))),
        Option("scenario", "Scenario", tuple((key, scenario.label) for key, scenario in SCENARIOS.items())),
    )

    players: int = 2
    scenario: str = "stones"
    """Where Element tokens lie (WX1.5)."""
    deck: str = BOOK
    """Which deck is dealt: the book's, or that of a file (WX6)."""
    cards: Deck = field(init=False, repr=False, compare=False)
    """The deck that `deck` names."""

    @enforces("WX2.1")
    def __post_init__(self) -> None:
        if not 2 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players={self.players}: two to four play (WX2.1)")
        if self.scenario not in SCENARIOS:
            raise ValueError(f"scenario={self.scenario}: there are {', '.join(SCENARIOS)}")
        if self.deck != BOOK:  # A file may have been written anew.
            for looked_up in (deck_called, actions.everything):
                looked_up.cache_clear()
        cards = deck_called(self.deck)
        if not cards.serves(self.players):
            needed = self.players * self.hand_size
            raise DeckError(f"deck={self.deck}: {needed} cards are dealt to {self.players} players (WX6)")
        object.__setattr__(self, "cards", cards)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players by the colour of their fighters, clockwise."""
        return SEATS[: self.players]

    @property
    def hand_size(self) -> int:
        """How many cards each is dealt (WX2.1)."""
        return START.hand[self.players - 2]

    # WX2: setting up

    @enforces("WX1.1", "WX1.3", "WX1.4", "WX1.5", "WX2.1")
    def initial_state(self) -> State:
        """Return the state before the lot: tokens on the stage, all fighters in reserve."""
        cells = [FREE] * STAGE.size
        scenario = SCENARIOS[self.scenario]
        for thing, names in ((ROUND, scenario.round), (SQUARE, scenario.square)):
            for cell in cells_of(names):
                cells[cell] = thing
        each = self.players
        return State(
            Stage.LOT,
            CHANCE,
            0,
            tuple(cells),
            NO_FLAGS,
            (FIGHTERS,) * each,
            (0,) * each,
            (START.chi,) * each,
            (START.dan,) * each,
            ((),) * each,
            tuple(range(1, len(self.cards.cards))),
            (NO_CARD,) * each,
            (0,) * each,
            ((),) * each,
        )

    @enforces("WX2.1", "WX3.2")
    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return who can begin, the cards that can be dealt, or the faces of a die."""
        if state.stage is Stage.LOT:
            return tuple((Lot(seat), Fraction(1, self.players)) for seat in range(self.players))
        if state.stage is Stage.DEAL:
            return tuple((Deal(self.cards.cards[card].name), Fraction(1, len(state.deck))) for card in state.deck)
        return tuple((die, Fraction(1, FACES)) for die in DICE)

    def draw(self, state: State, rng: random.Random) -> Action:
        """Return one outcome of a chance node, all of them being as likely."""
        if state.stage is Stage.DIE:
            return rng.choice(DICE)
        if state.stage is Stage.LOT:
            return Lot(rng.randrange(self.players))
        return Deal(self.cards.cards[rng.choice(state.deck)].name)

    @enforces("WX1.4", "WX2.1")
    def _lot(self, state: State, action: Lot, events: Events) -> State:
        """The lot says who begins; each who comes after has one Chi more."""
        first = action.seat
        chi = tuple(START.chi + START.chi_step * ((seat - first) % self.players) for seat in range(self.players))
        said = _("The lot falls on {player}, who begins with {chi} Chi; each who comes after has one more.")
        tell(events, "WX2.1", said, [SEATS[first]], player=SEATS[first], chi=chi[first])
        return state._replace(stage=Stage.DEAL, turn=first, first=first, chi=chi)

    @enforces("WX2.1")
    def _deal(self, state: State, action: Deal, events: Events) -> State:
        seat, card = state.turn, self.cards.card(action.card)
        tell(events, "WX2.1", _("{player} is dealt a card."), [SEATS[seat]], player=SEATS[seat])
        hand = tuple(sorted((*state.hands[seat], card)))
        hands = put(state.hands, seat, hand)
        state = state._replace(hands=hands, deck=tuple(other for other in state.deck if other != card))
        if len(hand) < self.hand_size:
            return state
        seat = (seat + 1) % self.players
        if seat != state.first:
            return state._replace(turn=seat)
        return self._begin(state, seat)

    # WX3: a turn

    def current_player(self, state: State) -> int:
        """Return the seat that decides, `CHANCE` or `TERMINAL`."""
        return state.player

    def turn(self, state: State) -> int:
        """Return whose turn it is, also while another decides."""
        return state.turn

    @enforces("WX3.1", "WX3.2", "WX3.3", "WX3.4", "WX3.5", "WX3.8", "WX3.11", "WX3.12")
    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return what may be decided, or what chance can bring, in a fixed order; targets cell by cell."""
        seat = state.turn
        match state.stage:
            case Stage.TARGET:
                return tuple(results.steps(state))
            case Stage.ZONE:
                return tuple(ZONES[zone] for zone, _card in self._fits(state)) or (Word.PASS,)
            case Stage.COST:
                return tuple(COSTS[face] for face in dict.fromkeys(state.dice))
            case Stage.RESULT:
                return tuple(RESULTS[face] for face in dict.fromkeys(state.dice))
            case Stage.POOL:
                return (Word.SKIP, *(Pool(self._name(card)) for card in state.hands[seat]))
            case Stage.ROLL:
                return ROLLS[PAIR : PAIR + state.dan[seat] + 1]
            case Stage.ADD:
                if not state.dan[seat]:
                    return (Word.DONE,)
                return (Word.DONE, *(Add(self._name(card)) for card in state.hands[seat]))
            case Stage.CARD:
                return tuple(Choose(self._name(card)) for zone, card in self._fits(state) if zone == state.zone)
            case Stage.LOSE:
                reserve = (Lose(),) if state.reserve[seat] else ()
                return (*reserve, *(LOSES[cell] for cell, thing in enumerate(state.cells) if thing == seat + 1))
            case Stage.OVER:
                return ()
        return tuple(action for action, _share in self.chance_outcomes(state))

    def _name(self, card: int) -> str:
        return self.cards.cards[card].name

    @enforces("WX1.8", "WX3.5")
    def available(self, state: State) -> Cards:
        """Return the cards that can be chosen in this turn: Summon, the pool's, and those added from the hand."""
        return (SUMMON, *(card for card in state.pool if card != NO_CARD), *state.added)

    def _fits(self, state: State) -> list[tuple[int, int]]:
        return fits(self.cards, state.cells, state.flags, state.turn, self.available(state))

    def apply(self, state: State, action: Action, events: Events = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        match state.stage:
            case Stage.TARGET:
                assert not isinstance(
                    action, Word | Lot | Deal | Die | Pool | Roll | Add | Zone | Choose | Cost | Result | Lose
                )
                return self._go_on(results.step(self, state, action, events), events)
            case Stage.DIE:
                assert isinstance(action, Die)
                return self._die(state, action.face, events)
        match action:
            case Word.SKIP:
                tell(
                    events,
                    "WX3.1",
                    _("{player} lays no card in the pool."),
                    [self._seat(state)],
                    player=self._seat(state),
                )
                return state._replace(stage=Stage.ROLL)
            case Pool(name):
                return self._pool(state, self.cards.card(name), events)
            case Roll(dice):
                return self._roll(state, dice, events)
            case Word.DONE:
                tell(
                    events,
                    "WX3.3",
                    _("{player} adds no more hand cards."),
                    [self._seat(state)],
                    player=self._seat(state),
                )
                return state._replace(stage=Stage.ZONE)
            case Add(name):
                return self._add(state, self.cards.card(name), events)
            case Zone(number):
                said = _("{player} chooses zone {zone}.")
                tell(events, "WX3.4", said, [f"zone {number}"], player=self._seat(state), zone=number)
                return state._replace(stage=Stage.CARD, zone=number - 1)
            case Word.PASS:
                return self._pass(state, events)
            case Choose(name):
                tell(
                    events,
                    "WX3.5",
                    _("{card} fits zone {zone}."),
                    [f"zone {state.zone + 1}", name],
                    card=name,
                    zone=state.zone + 1,
                )
                return state._replace(stage=Stage.COST, card=self.cards.card(name))
            case Cost(face):
                return self._cost(state, face, events)
            case Result(face):
                return self._result(state, face, events)
            case Lose(at):
                return self._lose(state, STAGE.cell(at) if at is not None else NOBODY, events)
            case Lot():
                return self._lot(state, action, events)
            case Deal():
                return self._deal(state, action, events)
        raise ValueError(f"{action} does nothing")

    def _seat(self, state: State) -> str:
        return SEATS[state.turn]

    def _begin(self, state: State, seat: int) -> State:
        """Return the state at the start of a turn."""
        return state._replace(
            stage=Stage.POOL, player=seat, turn=seat, zone=NOBODY, card=NO_CARD, dice=(), spent=0, verb=None, done=(),
            exhausted=False, left=0,
        )  # fmt: skip

    @enforces("WX3.1")
    def _pool(self, state: State, card: int, events: Events) -> State:
        """A card is laid in the pool, and the one that it replaces comes back to the hand."""
        seat, old = state.turn, state.pool[state.turn]
        player, name = SEATS[seat], self._name(card)
        tell(events, "WX3.1", _("{player} lays {card} in the common pool."), [player, name], player=player, card=name)
        hand = [other for other in state.hands[seat] if other != card]
        known = [other for other in state.known[seat] if other != card]
        if old != NO_CARD:
            said = _("{card} comes back to {player}'s hand.")
            tell(events, "WX3.1", said, [player, self._name(old)], player=player, card=self._name(old))
            hand.append(old)
            known.append(old)
        return state._replace(
            stage=Stage.ROLL,
            hands=put(state.hands, seat, tuple(sorted(hand))),
            known=put(state.known, seat, tuple(sorted(known))),
            pool=put(state.pool, seat, card),
        )

    @enforces("WX3.2")
    def _roll(self, state: State, dice: int, events: Events) -> State:
        """The number of dice is settled, and Dan is spent for those beyond two."""
        seat = state.turn
        said = (
            _("{player} rolls {dice} dice.") if dice == PAIR else _("{player} spends {dan} Dan and rolls {dice} dice.")
        )
        tell(events, "WX3.2", said, [SEATS[seat], "dice"], player=SEATS[seat], dice=dice, dan=dice - PAIR)
        dan = put(state.dan, seat, state.dan[seat] - (dice - PAIR))
        return state._replace(stage=Stage.DIE, player=CHANCE, rolls=dice, dan=dan)

    @enforces("WX3.2")
    def _die(self, state: State, face: int, events: Events) -> State:
        tell(events, "WX3.2", _("A die shows {face}."), ["dice"], face=face)
        dice = tuple(sorted((*state.dice, face)))
        if state.rolls > 1:
            return state._replace(rolls=state.rolls - 1, dice=dice)
        return state._replace(stage=Stage.ADD, player=state.turn, rolls=0, dice=dice)

    @enforces("WX3.3")
    def _add(self, state: State, card: int, events: Events) -> State:
        """A hand card can be used in this turn, for a Dan."""
        seat, name = state.turn, self._name(card)
        said = _("{player} spends a Dan and adds {card} from the hand.")
        tell(events, "WX3.3", said, [SEATS[seat], name], player=SEATS[seat], card=name)
        hand = tuple(other for other in state.hands[seat] if other != card)
        known = tuple(other for other in state.known[seat] if other != card)
        return state._replace(
            hands=put(state.hands, seat, hand),
            known=put(state.known, seat, known),
            dan=put(state.dan, seat, state.dan[seat] - 1),
            added=tuple(sorted((*state.added, card))),
        )

    @enforces("WX3.11", "WX3.12")
    def _pass(self, state: State, events: Events) -> State:
        """No card fits: the turn passes, and costs one Chi."""
        player = SEATS[state.turn]
        tell(
            events, "WX3.11", _("No card fits any zone: {player} passes, which costs one Chi."), [player], player=player
        )
        return self._after_result(self._pay(state, -1, events), events)

    @enforces("WX3.8", "WX3.9")
    def _cost(self, state: State, face: int, events: Events) -> State:
        """Chi changes as the card says for the die chosen."""
        change = self.cards.cards[state.card].cost[face - 1]
        facts: dict[str, str | int] = {"player": SEATS[state.turn], "face": face, "change": wording.signed(change)}
        said = _("{player} takes the {face} for the cost: {change} Chi.")
        if not change:
            said = _("{player} takes the {face} for the cost: Chi stays as it is.")
        tell(events, "WX3.9", said, ["chi", "dice"], **facts)
        dice = list(state.dice)
        dice.remove(face)
        return self._pay(state, change, events)._replace(stage=Stage.RESULT, dice=tuple(dice), spent=face)

    @enforces("WX3.9", "WX3.12")
    def _pay(self, state: State, change: int, events: Events) -> State:
        """Chi never rises above its maximum; a cost that brings it to 0, or would be more, exhausts."""
        seat = state.turn
        after = state.chi[seat] + change
        worn = change < 0 and after <= 0
        if worn:
            said = _("That leaves {player} no Chi: exhausted at the end of the turn.")
            tell(events, "WX3.12", said, [SEATS[seat], "chi"], player=SEATS[seat])
        chi = put(state.chi, seat, min(max(after, 0), START.most_chi))
        return state._replace(chi=chi, exhausted=state.exhausted or worn)

    @enforces("WX3.8", "WX3.10")
    def _result(self, state: State, face: int, events: Events) -> State:
        """The action for another die is to be carried out."""
        result = self.cards.cards[state.card].result[face - 1]
        facts: dict[str, str | int] = {"player": SEATS[state.turn], "face": face, "result": str(result)}
        said = _("{player} takes the {face} for the result: {result}.")
        tell(events, "WX3.10", said, ["dice", f"zone {state.zone + 1}"], **facts)
        dice = list(state.dice)
        dice.remove(face)
        return self._go_on(state._replace(dice=tuple(dice), verb=result.verb, left=result.count, done=()), events)

    @enforces("WX3.11")
    def _go_on(self, state: State, events: Events) -> State:
        """Return the state at the next target, or after the result when the number or the targets are used up."""
        if state.left and next(results.steps(state), None) is not None:
            return state._replace(stage=Stage.TARGET, player=state.turn)
        if state.left and state.stage is Stage.RESULT:
            said = _("There is nothing that it could be done with.")
            tell(events, "WX3.11", said, [f"zone {state.zone + 1}"])
        return self._after_result(state, events)

    # WX3.12, WX5: the end of a turn

    @enforces("WX3.12", "WX5.1")
    def _after_result(self, state: State, events: Events) -> State:
        """First it is seen whether anybody has won; then who is exhausted gives up a fighter."""
        if self._alone(state) != NOBODY:
            return self._end(state, events)
        if state.exhausted:
            return state._replace(stage=Stage.LOSE, player=state.turn, verb=None, left=0, done=())
        return self._turn_ends(state, events)

    @enforces("WX3.12")
    def _lose(self, state: State, cell: int, events: Events) -> State:
        """A fighter is lost to exhaustion, and Chi rises by the number of those left."""
        seat = state.turn
        place = STAGE.names[cell] if cell != NOBODY else ""
        said = _("{player} is exhausted and gives up the fighter on {place}.")
        if not place:
            said = _("{player} is exhausted and gives up a fighter from the reserve.")
        tell(events, "WX3.12", said, [SEATS[seat]], player=SEATS[seat], place=place)
        lost = put(state.lost, seat, state.lost[seat] + 1)
        if cell == NOBODY:
            state = state._replace(reserve=put(state.reserve, seat, state.reserve[seat] - 1), lost=lost)
        else:
            state = state._replace(cells=put(state.cells, cell, FREE), lost=lost)
            state = state._replace(flags=results.upheld(state, events))
        left = FIGHTERS - lost[seat]
        if not left:
            results.tell_out(seat, events)
        else:
            said = _("{player}'s Chi rises by {left}, one for each fighter left.")
            tell(events, "WX3.12", said, [SEATS[seat], "chi"], player=SEATS[seat], left=left)
        state = state._replace(chi=put(state.chi, seat, min(state.chi[seat] + left, START.most_chi)))
        return self._turn_ends(state, events)

    @enforces("WX5.1", "WX5.2", "WX3.3")
    def _turn_ends(self, state: State, events: Events) -> State:
        """Who has no fighters is out; cards added are discarded; the next player with fighters has the turn."""
        for seat in range(self.players):
            if state.lost[seat] == FIGHTERS and state.hands[seat]:
                state = state._replace(
                    aside=tuple(sorted((*state.aside, *state.hands[seat]))),
                    hands=put(state.hands, seat, ()),
                    known=put(state.known, seat, ()),
                )
        if self._alone(state) != NOBODY:
            return self._end(state, events)
        if state.added:
            names = ", ".join(map(self._name, state.added))
            tell(events, "WX3.3", _("The cards added are discarded: {cards}."), [SEATS[state.turn]], cards=names)
            state = state._replace(discards=tuple(sorted((*state.discards, *state.added))), added=())
        seat = (state.turn + 1) % self.players
        while state.lost[seat] == FIGHTERS:
            said = _("{player} is out and is skipped.")
            tell(events, "WX5.2", said, [SEATS[seat]], player=SEATS[seat])
            seat = (seat + 1) % self.players
        return self._begin(state, seat)

    @enforces("WX5.1")
    def _alone(self, state: State) -> int:
        """Return the only player with fighters left, or `NOBODY`."""
        standing = [seat for seat, lost in enumerate(state.lost) if lost < FIGHTERS]
        return standing[0] if len(standing) == 1 else NOBODY

    def _end(self, state: State, events: Events) -> State:
        over = state._replace(
            stage=Stage.OVER, player=TERMINAL, winner=self._alone(state), verb=None, left=0, done=(), dice=(), spent=0,
            zone=NOBODY, card=NO_CARD, exhausted=False,
        )  # fmt: skip
        if events is not None:
            events.append(wording.victory(over))
        return over

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and an equal share of -1 for each of the others; 0 while undecided."""
        if state.winner == NOBODY:
            return (0.0,) * self.players
        loss = -1.0 / (self.players - 1)
        return tuple(1.0 if seat == state.winner else loss for seat in range(self.players))

    def verdict(self, state: State) -> Event | None:
        """Return who has won, or `None` while the battle goes on."""
        return wording.victory(state) if state.stage is Stage.OVER else None

    # Hidden and open

    @property
    def hides(self) -> bool:
        """Hands and what was not dealt are hidden."""
        return True

    def observation(self, state: State, seat: int) -> object:
        """Return what a seat sees: its own hand, how many cards the others hold, and all that lies open."""
        return hidden.observation(state, seat)

    def resample(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a state whose other hands fit all that the seat has seen."""
        return hidden.resample(state, seat, rng)

    def hears(self, state: State, action: Action, seat: int) -> bool:
        """Tell whether a seat may know an action: a card dealt is its owner's alone."""
        return not isinstance(action, Deal) or state.turn == seat

    # Words and notation

    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
        return referee.objections(self, state, action)

    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return all that can be noted in this battle, legal or not."""
        return actions.everything(self.deck, self.players, START.dan)

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes. Raises `NotationError`."""
        return actions.parse(self.cards, text, self.players)

    def to_text(self, state: State) -> str:
        """Return the state as one line of text."""
        return notation.to_text(self, state)

    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError`."""
        return notation.from_text(self, text)

    def sketch(self, state: State) -> str:
        """Return the stage in rows, and what each player has."""
        return wording.sketch(self, state)

    def task(self, state: State) -> Remark:
        """Return who is to decide and what, in words, with the rule that asks for it."""
        return wording.task(self, state)

    def say(self, state: State, action: Action) -> str:
        """Return an action in words."""
        return wording.say(self, state, action)

    def places(self, action: Action) -> tuple[str, ...]:
        """Return the places that an action points at."""
        return wording.places(action)

    def around(self, state: State, action: Action) -> tuple[str, ...]:
        """Return where a hint lets the reader look: the reach of a zone, the cards, the dice."""
        return wording.around(self, state, action)

    def concerns(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places that a rule speaks of."""
        return wording.concerns(self, state, rule)

    def figures(self, state: State) -> Mapping[str, int | str]:
        """Return fighters, levels, flags and tokens by name."""
        return wording.figures(self, state)

    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return nothing: who keeps the field wins, and nothing is added up (WX5.1)."""
        return ()

    def total(self, state: State) -> str:
        """Return nothing, for the same reason."""
        return ""

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return what a seat has that can be counted, for the coach."""
        return wording.goods(self, state, seat)

    def worths(self, state: State) -> tuple[float, ...]:
        """Return how well each seat stands, from -1 to 1: its returns at the end, else by what it has."""
        if state.stage is Stage.OVER:
            return self.returns(state)
        return worths_of([wording.strength(self, state, seat) for seat in range(self.players)])

    def promise(self, state: State, seat: int) -> float:
        """Return how well a seat stands: fighters left, fighters on the stage, Chi and Dan."""
        return wording.promise(self, state, seat)
