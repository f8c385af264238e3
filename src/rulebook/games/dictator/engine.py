"""Dictator-Control: two to four commanders on the hexagonal sectors of a three-level City.

| who | two to four commanders, each with two or three battalions of one to three cards |
| --- | --- |
| may | in a turn, with each battalion: maneuver, then attack a neighbour; or exchange cards |
| ends | when one player has the last battalion, or after ten quiet rounds |
| scores | the last player with a battalion wins |

The rules are carried out where their sections are: `setup` (DC4, DC11), `maneuvers` (DC5, DC6), `battle` (DC7, DC8),
`guilds` (DC9), `ending` (DC5.1, DC10), `supplies` (DC2.4, DC3), `fog` (DC11.4). `referee` judges what is tried, apart
from them. Cards, City and missions are data: `cards.toml`, `city.toml`, `missions.toml`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import ClassVar

from rulebook.game import Addend, Event, Game, Good, Objection, Option, Remark, enforces
from rulebook.games.dictator import (
    actions,
    attempts,
    battle,
    ending,
    fog,
    guilds,
    maneuvers,
    notation,
    referee,
    setup,
    wording,
)
from rulebook.games.dictator.actions import Action, Choose, Draw, Exchange, Form, Place
from rulebook.games.dictator.city import Mission, missions
from rulebook.games.dictator.state import Battalion, Stage, State
from rulebook.games.dictator.telling import token

SETUP = frozenset({Stage.INITIATIVE, Stage.DEAL, Stage.DRAFT, Stage.FORM, Stage.ZONE, Stage.PLACE})
REWARDS = frozenset({Stage.REWARD, Stage.REVEAL, Stage.DRAW, Stage.FOURTH})


@dataclass(frozen=True)
class Dictator(Game[State, Action]):
    """The rules of Dictator-Control with their options fixed. Raises `ValueError` for an option it does not know."""

    code: ClassVar[str] = "DC"
    key: ClassVar[str] = "dictator"
    name: ClassVar[str] = "Dictator-Control"
    turn_rule: ClassVar[str] = "DC5.1"
    options: ClassVar[tuple[Option, ...]] = (
        Option("mission", "Mission", tuple((key, mission.name) for key, mission in missions().items())),
        Option("fog", "Fog of War", (("no", "without"), ("yes", "with"))),
        Option("placing", "Zones and sectors", (("no", "as in the book"), ("yes", "chosen"))),
        Option("quiet_end", "Ten quiet rounds", (("yes", "end the game"), ("no", "do not end the game"))),
    )

    depth: ClassVar[int] = 1
    """A turn is many decisions: a deeper tree would put off what the enemy answers by idle ones."""
    foresight: ClassVar[int] = 0
    steepness: ClassVar[float] = 0.2

    mission: str = "standard"
    """A key of `missions.toml` (DC11)."""
    fog: bool = False
    """Whether cards lie face down (DC11.4)."""
    placing: bool = False
    """Whether zones and sectors are chosen in turn order (DC4.2)."""
    quiet_end: bool = True
    """Whether ten rounds without loss or conquest end the game (DC10.2)."""
    mission_data: Mission = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mission not in missions():
            raise ValueError(f"mission={self.mission}: no such mission; missions are {', '.join(missions())}")
        object.__setattr__(self, "mission_data", missions()[self.mission])

    @property
    def seats(self) -> tuple[str, ...]:
        """The commanders of the mission."""
        return self.mission_data.seats

    @property
    def universe(self) -> tuple[int, ...]:
        """Every card of the mission's set, in order; set aside are those that are nowhere else."""
        return _universe(self.mission)

    def token(self, battalion: Battalion) -> str:
        """Return a battalion's name, `T-1`."""
        return token(self.mission_data.letters, battalion)

    def initial_state(self) -> State:
        """Return the state before the first roll for the initiative."""
        return setup.initial_state(self)

    def current_player(self, state: State) -> int:
        """Return the seat that decides, `CHANCE` or `TERMINAL`."""
        return state.player

    def turn(self, state: State) -> int:
        """Return whose turn it is, also while another decides."""
        return state.turn

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions, at a chance node its outcomes."""
        stage = state.stage
        if stage is Stage.TURN:
            return maneuvers.legal_actions(self, state)
        if stage in SETUP:
            return setup.legal_actions(self, state)
        if stage in REWARDS:
            return guilds.legal_actions(self, state)
        return () if stage is Stage.OVER else battle.legal_actions(self, state)

    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return everything that can be tried: any battalion, card and sector."""
        return attempts.attempts(self, state)

    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
        return referee.objections(self, state, action)

    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return the faces of a die, the Hirelings that can come, or the cards that can be dealt."""
        if state.stage in (Stage.REVEAL, Stage.DRAW):
            return guilds.outcomes(state)
        if state.stage is Stage.ROLL:
            return battle.ROLLS
        return setup.chance_outcomes(self, state)

    def draw(self, state: State, rng: random.Random) -> Action:
        """Return one outcome of a chance node, drawn by its probability; dice without making a table of it first."""
        if state.stage is Stage.ROLL or state.stage is Stage.INITIATIVE:
            return rng.choices(battle.DICE, cum_weights=battle.SHARES)[0]
        return super().draw(state, rng)

    def apply(self, state: State, action: Action, events: list[Event] | None = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        stage = state.stage
        if stage is Stage.TURN:
            return maneuvers.apply(self, state, action, events)
        if stage in SETUP:
            return setup.apply(self, state, action, events)
        if stage in REWARDS:
            return guilds.apply(self, state, action, events)
        return battle.apply(self, state, action, events)

    def returns(self, state: State) -> tuple[float, ...]:
        """Return each seat's score: 1 for the winner, the others share -1."""
        return ending.returns(self, state)

    def verdict(self, state: State) -> Event | None:
        """Return how the game ended, or `None` while it goes on."""
        return ending.verdict(self, state)

    @property
    def hides(self) -> bool:
        """In Fog of War cards lie face down (DC11.4)."""
        return self.fog

    @enforces("DC11.4")
    def hears(self, state: State, action: Action, seat: int) -> bool:
        """Tell whether a seat may know an action: of others' exchanges, Hirelings, forming and placing it may not."""
        secret = isinstance(action, Exchange | Draw | Choose | Form | Place) and self.fog
        return not secret or seat == (state.player if state.player >= 0 else state.turn)

    def observation(self, state: State, seat: int) -> object:
        """Return what a seat may see: all of it, in Fog of War only what DC11.4 shows."""
        return fog.observation(self, state, seat) if self.fog else state

    def resample(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a state that the seat cannot tell from the true one."""
        return fog.resample(self, state, seat, rng) if self.fog else state

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return what a seat has that can be counted, for the coach."""
        return wording.goods(self, state, seat)

    def settled(self, state: State) -> bool:
        """Tell whether no battle is on: what an attack is worth shows when the dice have fallen (DC7.7)."""
        return state.battle is None

    def promise(self, state: State, seat: int) -> float:
        """Return how well a seat stands: cards and Energy, its own against the others', and how the battle goes."""
        return wording.promise(self, state, seat)

    def figures(self, state: State) -> Mapping[str, int | str]:
        """Return the named numbers and words that stand at this moment."""
        return wording.figures(self, state)

    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return the running sums of the battle under way, attacker first, line by line."""
        return wording.tally(self, state)

    def total(self, state: State) -> str:
        """Return both running sums in words."""
        return wording.total(self, state)

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes. Raises `NotationError`."""
        return actions.parse(text)

    def to_text(self, state: State) -> str:
        """Return the state as one line of text."""
        return notation.to_text(self, state)

    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError`."""
        return notation.from_text(self, text)

    def sketch(self, state: State) -> str:
        """Return battalions, Energy and running sums, a line each."""
        return wording.sketch(self, state)

    def task(self, state: State) -> Remark:
        """Return who is to decide and what, in words, with the rule that asks for it."""
        return wording.task(self, state)

    def say(self, state: State, action: Action) -> str:
        """Return an action in words."""
        return wording.say(state, action)

    def places(self, action: Action) -> tuple[str, ...]:
        """Return the sectors and cards that an action points at."""
        return wording.places(action)

    def around(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the sectors around an action."""
        return wording.around(state, action)

    def concerns(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places of this state that a rule speaks of."""
        return wording.concerns(self, state, rule)


@cache
def _universe(mission: str) -> tuple[int, ...]:
    data = missions()[mission]
    cards = {card for army in data.armies for group in army for card in group}
    cards |= {card for pool in data.pools for card in pool} | {*data.mixed, *data.hirelings}
    return tuple(sorted(cards))
