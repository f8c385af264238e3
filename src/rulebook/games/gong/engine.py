"""Gong: one pack of nine galaxies, and three games for two to six players.

| who | two to six players, nine cards each, the rest a deck |
| --- | --- |
| Link (`link.py`) | play a card of the same number or galaxy; first without cards wins; say Gong before the last |
| Family (`family.py`) | ask others for cards; most whole galaxies win |
| Fight (`fight.py`) | turn up a card and carry out a mission of its colour; first without cards wins |
| in all three | a joker swaps two hands, unless another joker cancels it (`jokers.py`) |

The three games are one class with an option, since they share pack, deal, joker and deck (`deck.py`). Each module
generates what may be done; `referee.objection` judges what is tried, and is written apart. The deck has no order in a
state: a card is drawn when it is drawn, as a chance node.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import ClassVar

from rulebook.game import (
    CHANCE,
    TERMINAL,
    Addend,
    Event,
    Events,
    Game,
    Good,
    Memo,
    Objection,
    Option,
    Policy,
    Remark,
    enforces,
    tell,
    worths_of,
)
from rulebook.games.gong import (
    actions,
    bots,
    family,
    fight,
    hidden,
    jokers,
    link,
    memory,
    notation,
    referee,
    sheet,
    wording,
)
from rulebook.games.gong.actions import SEATS, Action, Draft, Draw, Joker, Take, TurnUp, Word
from rulebook.games.gong.cards import HAND, JOKER, NO_CARD, Cards, minus, pack, plus
from rulebook.games.gong.missions import BOOK, Mission, fresh, missions
from rulebook.games.gong.state import NOBODY, Duty, Lore, Stage, State
from rulebook.words import _

VARIANTS: dict[str, ModuleType] = {"link": link, "family": family, "fight": fight}
"""The three games by name; each has `legal_actions` and `apply`."""
MOST_PLAYERS = len(SEATS)
DRAWS, TURNS, TAKES = (tuple(kind(card) for card in range(JOKER + 1)) for kind in (Draw, TurnUp, Take))
"""By card: the chance actions that draw it, turn it up and take it."""
FACE_UP = frozenset({Stage.START, Stage.REVEAL, Stage.FACE})
"""Where chance turns a card up for all to see."""


@dataclass(frozen=True)
class Gong(Game[State, Action]):
    """The rules of Gong with their options fixed. Raises `ValueError` for a table that the rules do not know."""

    code: ClassVar[str] = "GO"
    key: ClassVar[str] = "gong"
    name: ClassVar[str] = "Gong"
    turn_rule: ClassVar[str] = "GO2.3"
    options: ClassVar[tuple[Option, ...]] = (
        Option("variant", "Game", (("link", "Link"), ("family", "Family"), ("fight", "Fight"))),
        Option("players", "Players", tuple((str(count), f"{count} players") for count in range(2, MOST_PLAYERS + 1))),
        Option("jokers", "Jokers", (("yes", "with both jokers"), ("no", "no"))),
        Option("round", "Round", tuple((str(at + 1), f"round {at + 1}") for at in range(MOST_PLAYERS))),
    )

    tempers: ClassVar[tuple[Option, ...]] = (bots.ATTENTION,)
    guesses: ClassVar[int] = 8

    variant: str = "link"
    players: int = 2
    jokers: bool = True
    round: int = 1
    """Which round it is: the first is begun by the first seat, the youngest's, each later one by the next (GO2.3)."""
    missions: str = BOOK
    """Which missions Fight has: the book's, or those of a file."""
    linked: bool = field(init=False, repr=False, compare=False, default=True)
    """Whether the discards lie in the row of Link, whose top card stays (GO2.4)."""
    goes_out: bool = field(init=False, repr=False, compare=False, default=True)
    """Whether a player without cards has won: in Link and in Fight (GO3.6)."""
    all_dealt: bool = field(init=False, repr=False, compare=False, default=False)
    """Whether the deal leaves no deck (GO2.5)."""

    @enforces("GO2.1")
    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"variant={self.variant}: the games are {', '.join(VARIANTS)}")
        if not 2 <= self.players <= MOST_PLAYERS:
            said = f"players={self.players}: two to six play, since seven cannot be dealt nine cards each (GO2.1)"
            raise ValueError(said)
        if not 1 <= self.round <= MOST_PLAYERS:
            raise ValueError(f"round={self.round}: write 1 to {MOST_PLAYERS}")
        if self.variant == "fight":
            fresh(self.missions)  # Raises `MissionError` for a file that cannot be used.
        # Looked up at every ply, so not worked out each time.
        chosen = VARIANTS[self.variant]
        looked_up = {
            "_legal": chosen.legal_actions,
            "_apply": chosen.apply,
            "all_dealt": self.players * HAND == len(pack(self.jokers)),
            "goes_out": self.variant != "family",
            "linked": self.variant == "link",
        }
        for name, value in looked_up.items():
            object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return SEATS[: self.players]

    @property
    def look_ahead(self) -> int:
        """How far a greedy player looks ahead: in Family each ask is judged by itself."""
        return 1 if self.variant == "family" else 3

    @property
    def first(self) -> int:
        """Who begins this round (GO2.3)."""
        return (self.round - 1) % self.players

    @property
    def no_duty(self) -> tuple[Duty, ...]:
        """Nobody has to say Gong."""
        return _NO_DUTY[self.players]

    # GO2: the deal

    @enforces("GO1.1", "GO1.2", "GO1.3", "GO2.2")
    def initial_state(self) -> State:
        """Return the state before the deal: the whole pack is the deck."""
        return State(
            Stage.DEAL,
            CHANCE,
            0,
            ((),) * self.players,
            pack(self.jokers),
            duty=self.no_duty if self.variant == "link" else (),
            lore=(Lore(),) * self.players if self.variant == "family" else (),
            seen=memory.nothing(self.players),
        )

    @enforces("GO2.2")
    def _deal(self, state: State, card: int, events: Events) -> State:
        """A card is dealt; after nine cards each the chosen game is opened."""
        seat = state.turn
        hand = plus(state.hands[seat], card)
        hands = state.with_hand(seat, hand)
        state = state._replace(hands=hands, deck=minus(state.deck, card))
        tell(events, "GO2.2", _("{player} is dealt a card."), ["deck", SEATS[seat]], player=SEATS[seat])
        if len(hand) < HAND:
            return state
        if seat + 1 < self.players:
            return state._replace(turn=seat + 1)
        if self.variant == "link":
            return link.opened(self, state, events)
        if self.variant == "family":
            return family.opened(self, state, events)
        return fight.begin(self, state, self.first, events)

    def chance_cards(self, state: State) -> Cards:
        """Return the cards of which chance draws one, turns one up or takes one."""
        match state.stage:
            case Stage.TAKE:
                assert state.errand is not None
                return state.hands[state.errand.todo[0].other]
            case Stage.REVEAL:
                return fight.source(self, state)
            case _:
                return state.deck

    @enforces("GO2.2", "GO4.1", "GO6.1", "GO6.6")
    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return the cards that can come, equal ones together, or the missions of a colour."""
        if state.stage is Stage.MISSION:
            drafts = fight.drafts(self, state)
            return tuple((Draft(mission.key), Fraction(1, len(drafts))) for mission in drafts)
        cards = self.chance_cards(state)
        acts = TAKES if state.stage is Stage.TAKE else TURNS if state.stage in FACE_UP else DRAWS
        return tuple((acts[card], Fraction(count, len(cards))) for card, count in sorted(Counter(cards).items()))

    def draw(self, state: State, rng: random.Random) -> Action:
        """Return one outcome of a chance node: any card or mission is as likely as any other."""
        stage = state.stage
        if stage is Stage.MISSION:
            return Draft(rng.choice(fight.drafts(self, state)).key)
        if stage is Stage.TAKE:
            return TAKES[rng.choice(self.chance_cards(state))]
        if stage is Stage.REVEAL:
            return TURNS[rng.choice(fight.source(self, state))]
        return (TURNS if stage is Stage.START or stage is Stage.FACE else DRAWS)[rng.choice(state.deck)]

    # A turn

    def current_player(self, state: State) -> int:
        """Return the seat that decides, `CHANCE` or `TERMINAL`."""
        return state.player

    def turn(self, state: State) -> int:
        """Return whose turn it is, also while another decides."""
        return state.turn

    @enforces("GO3.2")
    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return what the player may do, or chance can bring, in a fixed order."""
        if state.player >= 0:
            if state.stage is Stage.COUNTER:
                return COUNTERS
            found: tuple[Action, ...] = self._legal(self, state)  # type: ignore[attr-defined]
            return found
        if state.stage is Stage.OVER:
            return ()
        return tuple(action for action, _share in self.chance_outcomes(state))

    @enforces("GO3.1", "GO3.6")
    def swaps(self, state: State) -> tuple[Action, ...]:
        """Return the jokers that the player on turn may play; a last card is played on nobody."""
        if self.goes_out and len(state.hands[state.turn]) == 1:
            return (Joker(),)
        return tuple(Joker(seat) for seat in range(self.players) if seat != state.turn)

    def apply(self, state: State, action: Action, events: Events = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        if state.stage is Stage.DEAL:
            assert isinstance(action, Draw)
            return self._deal(state, action.card, events)
        if isinstance(action, Joker):
            return jokers.play(self, state, action.seat, events)
        if state.stage is Stage.COUNTER:
            return (jokers.counter if action is Word.COUNTER else jokers.accept)(self, state, events)
        after: State = self._apply(self, state, action, events)  # type: ignore[attr-defined]
        return after

    @enforces("GO2.3", "GO3.2")
    def turn_passes(self, state: State, seat: int, events: Events) -> State:
        """Return the state after a countered joker: the turn passes to the one who cancelled it."""
        if self.variant == "link":
            return link.pause(self, state, seat, events)
        if self.variant == "family":
            return family.begin(self, state, seat, events)
        return fight.begin(self, state, seat, events)

    # The end

    @enforces("GO4.6", "GO5.8", "GO6.5", "GO3.6")
    def won(self, state: State, seat: int, rule: str, events: Events) -> State:
        """Return the state in which a seat has won by a rule."""
        over = state._replace(
            stage=Stage.OVER, player=TERMINAL, winner=seat, won_by=rule, who=NOBODY, then=NOBODY, card=NO_CARD,
            errand=None,
        )  # fmt: skip
        if events is not None:
            events.append(wording.victory(self, over))
        return over

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and an equal share of -1 for each of the others; 0 while undecided."""
        if state.winner == NOBODY:
            return (0.0,) * self.players
        loss = -1.0 / (self.players - 1)
        return tuple(1.0 if seat == state.winner else loss for seat in range(self.players))

    def verdict(self, state: State) -> Event | None:
        """Return how the game ended, or `None` while it goes on."""
        return wording.victory(self, state) if state.stage is Stage.OVER else None

    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return the galaxies laid down in Family, a line each; nothing is added up in the others."""
        return wording.tally(self, state)

    def total(self, state: State) -> str:
        """Return how many galaxies each has laid down, in words."""
        return wording.total(self, state)

    # Hidden and open

    @property
    def hides(self) -> bool:
        """Hands and the deck are hidden."""
        return True

    def observation(self, state: State, seat: int) -> object:
        """Return what a seat sees and remembers."""
        return hidden.observation(self, state, seat)

    def resample(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a state whose other hands and deck fit all that the seat sees and remembers."""
        return hidden.resample(self, state, seat, rng)

    def hears(self, state: State, action: Action, seat: int) -> bool:
        """Tell whether a seat may know an action: not a card that another draws, passes on or chooses in secret."""
        return hidden.hears(state, action, seat)

    def asks_openly(self, state: State) -> bool:
        """Tell whether the table is asked about a single card: who answers need not look at the own hand (GO4.9)."""
        return state.stage in (Stage.CATCH, Stage.GONG)

    @property
    def remembers(self) -> bool:
        """Whether there is a memory sheet: in Family, where the asking tells something."""
        return self.variant == "family"

    def memo(self, state: State, seat: int) -> Memo:
        """Return the memory sheet of Family: where each card can be, as far as the asking has told a seat."""
        return sheet.memo(self, state, seat)

    def temper(self, policy: Policy, settings: Mapping[str, str]) -> Policy:
        """Return a policy that says Gong as often as the setting `attention` says, in percent."""
        attention = int(settings.get("attention", "100"))
        return policy if attention >= 100 or self.variant != "link" else bots.attentive(policy, attention)

    # Words and notation

    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
        return referee.objections(self, state, action)

    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return all that can be noted at this table, legal or not."""
        return actions.everything(self.players, tuple(mission.key for mission in self._every_mission()))

    def _every_mission(self) -> tuple[Mission, ...]:
        if self.variant != "fight":
            return ()
        return tuple(mission for group in missions(self.missions).values() for mission in group)

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes. Raises `NotationError`."""
        return actions.parse(text, self.variant, self.players)

    def to_text(self, state: State) -> str:
        """Return the state as one line of text."""
        return notation.to_text(self, state)

    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError`."""
        return notation.from_text(self, text)

    def sketch(self, state: State) -> str:
        """Return the table in lines, and the hand of the player who decides."""
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
        """Return where a hint lets the reader look: the players and piles concerned, not the card itself."""
        return wording.around(self, state, action)

    def concerns(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places that a rule speaks of."""
        return wording.concerns(self, state, rule, wording.own(state))

    def concerns_all(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places that a rule speaks of, no card of a hand among them."""
        return wording.concerns(self, state, rule, ())

    def figures(self, state: State) -> Mapping[str, int | str]:
        """Return sizes of hands and piles, galaxies laid down, and what lies on top, by name."""
        return wording.figures(self, state)

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return what a seat has that can be counted, for the coach."""
        return wording.goods(self, state, seat)

    def worths(self, state: State) -> tuple[float, ...]:
        """Return how well each seat stands, from -1 to 1: its returns at the end, else by its hand and its galaxies."""
        if state.stage is Stage.OVER:
            return self.returns(state)
        return worths_of([wording.strength(self, state, seat) for seat in range(self.players)])

    def promise(self, state: State, seat: int) -> float:
        """Return how well a seat stands: few cards in Link and Fight, galaxies and long suits in Family."""
        return wording.promise(self, state, seat)


COUNTERS: tuple[Action, ...] = (Word.COUNTER, Word.ACCEPT)
_NO_DUTY = tuple((Duty.NONE,) * players for players in range(MOST_PLAYERS + 1))
