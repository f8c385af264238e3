"""The contract every game fulfils, and what can be done with any game that fulfils it.

Throughout, a *game* is the rules with their options fixed, a *state* one moment of play, an *action* one step from a
state to the next, and a *seat* the number of a player, counted from 0. `CHANCE` decides where dice or shuffles do.
Games, states and actions are frozen values: hashable and compared by value. `str(action)` is the notation the book
prints, and `game.parse` reads it back.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import exp, tanh
from typing import Any, ClassVar, Generic, TypeVar

from rulebook.words import _

CHANCE = -1
TERMINAL = -4

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Function = TypeVar("Function", bound=Callable[..., Any])

Facts = tuple[tuple[str, str | int], ...]
Place = str
"""The name of a space, card or pile as the book prints it: `"c3"`."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a position: the rule it follows from, its words and the places it speaks of.

    `message` is the sentence with its facts left open, `"{space} is taken."`, and so the key for translations.
    """

    rule: str
    message: str
    facts: Facts = ()
    places: tuple[Place, ...] = ()

    @property
    def words(self) -> str:
        """The sentence in the reader's language, its facts filled in."""
        return _(self.message).format(**dict(self.facts))


@dataclass(frozen=True, slots=True)
class Objection(Remark):
    """Why an action is illegal: the rule that forbids it, the reason, the places concerned, and what to do instead."""

    instead: str = ""

    @property
    def advice(self) -> str:
        """What the reader can do instead, or `""`."""
        return _(self.instead).format(**dict(self.facts)) if self.instead else ""


@dataclass(frozen=True, slots=True)
class Event(Remark):
    """What an action did, with the rule that made it so."""


@dataclass(frozen=True, slots=True)
class Addend(Remark):
    """One line of a sum that a reader can unfold; the lines' `value`s add up to the sum."""

    value: int = 0


@dataclass(frozen=True, slots=True)
class Good:
    """Something a seat has that can be counted: its rule, its name, how many, and what one of it is worth.

    A `weight` below 0 stands for what it is better to have few of. `places` are where they are.
    """

    rule: str
    name: str
    count: int
    weight: float = 1.0
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: the field's name, its label, and the values it can take with their labels."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Memo:
    """A table of what a seat can know of hidden cards: a title, a note, the columns, and rows of a label and cells."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


Events = list[Event] | None
"""Where `apply` tells what happened; `None` if nobody listens."""


def tell(events: Events, rule: str, message: str, places: Iterable[Place], **facts: str | int) -> None:
    """Append what happened to `events` if somebody listens."""
    if events is not None:
        events.append(Event(rule, message, tuple(facts.items()), tuple(places)))


def refuse(rule: str, message: str, places: Iterable[Place], instead: str, **facts: str | int) -> Objection:
    """Return an objection; `message` and `instead` are filled from the same facts."""
    return Objection(rule, message, tuple(facts.items()), tuple(places), instead)


class IllegalAction(ValueError):
    """An action that the rules forbid; `objection` says which and why."""

    def __init__(self, action: object, objection: Objection) -> None:
        super().__init__(f"{action}: {objection.words} ({objection.rule})")
        self.action = action
        self.objection = objection


class NotationError(ValueError):
    """Text that is no action, position or game at all; it says what was expected."""


Policy = Callable[["AnyGame", Any, random.Random], Any]
"""What chooses among the legal actions of a state: `policy(game, state, rng) -> action`."""


class Game(ABC, Generic[State, Action]):
    """The rules of one game with their options fixed.

    Concrete games are frozen dataclasses whose fields are the options.
    """

    code: ClassVar[str]
    """Two letters that open every rule number: `"HO"`."""
    key: ClassVar[str]
    """The name in files and links: `"hong"`."""
    name: ClassVar[str]
    turn_rule: ClassVar[str]
    """The rule that says whose turn it is."""
    options: ClassVar[tuple[Option, ...]] = ()
    tempers: ClassVar[tuple[Option, ...]] = ()
    """What can be set of the bots of this game, the first choice being the usual one; no rule depends on it."""
    rolls: ClassVar[bool] = True
    """Whether chance can decide something after the set-up: dice, draws."""
    guesses: ClassVar[int] = 1
    """How many worlds that look the same to it a greedy player looks ahead from."""

    @property
    def look_ahead(self) -> int:
        """How many of its own decisions in a row a greedy player looks through before it judges."""
        return 3

    @property
    @abstractmethod
    def seats(self) -> tuple[str, ...]:
        """What the players are called, by seat."""

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @abstractmethod
    def initial_state(self) -> State:
        """Return the state before the first ply."""

    @abstractmethod
    def current_player(self, state: State) -> int:
        """Return the seat that decides, `CHANCE` or `TERMINAL`."""

    def turn(self, state: State) -> int:
        """Return whose turn it is where a seat decides: that seat's, unless others can decide within a turn."""
        return self.current_player(state)

    @abstractmethod
    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return the legal actions in a fixed order, at a chance node its outcomes; empty only at the end."""

    @abstractmethod
    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return everything a reader can try with this board's gestures and notation, legal or not."""

    @abstractmethod
    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each reason why `action` is illegal in `state`, in the order in which a player would raise them.

        Checks that presuppose one that fails are not made, all others are: a single reason decides alone.
        """

    def objection(self, state: State, action: Action) -> Objection | None:
        """Return `None` if `action` is legal in `state`, else the first reason why not."""
        return next(self.objections(state, action), None)

    @abstractmethod
    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return each outcome of a chance node with its probability; they sum to 1."""

    def draw(self, state: State, rng: random.Random) -> Action:
        """Return one outcome of a chance node, drawn by its probability; a game may know a quicker way."""
        outcomes = self.chance_outcomes(state)
        weights = [probability.numerator / probability.denominator for _action, probability in outcomes]
        return rng.choices([action for action, _probability in outcomes], weights)[0]

    @abstractmethod
    def apply(self, state: State, action: Action, events: list[Event] | None = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given.

        Nothing is checked: `play` is the checked door.
        """

    @abstractmethod
    def returns(self, state: State) -> tuple[float, ...]:
        """Return each seat's score: 1 for a win, -1 for a loss, 0 while undecided."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Return the action that `text` notes; the inverse of `str`. Raises `NotationError`."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Return the state as one line of text."""

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError` for text that is no position of this game."""

    @abstractmethod
    def task(self, state: State) -> Remark:
        """Return who is to decide and what, in words, with the rule that asks for it."""

    @abstractmethod
    def say(self, state: State, action: Action) -> str:
        """Return an action of this state in words, for lists and screen readers."""

    def sketch(self, state: State) -> str:
        """Return the position in a few lines of plain text, for a terminal."""
        return self.to_text(state)

    @property
    def hides(self) -> bool:
        """Whether a seat does not see all of a state."""
        return False

    def hears(self, state: State, action: Action, seat: int) -> bool:
        """Tell whether `seat` may know which action of `state` was done; what `apply` tells everybody may know."""
        return True

    def observation(self, state: State, seat: int) -> Hashable:
        """Return what `seat` may see of `state`; all of it unless the game hides something."""
        return state

    def resample(self, state: State, seat: int, rng: random.Random) -> State:
        """Return a full state that `seat` cannot tell from the true one."""
        return state

    def asks_openly(self, state: State) -> bool:
        """Tell whether what is to be decided concerns no hidden card, so that a shared board need not change hands."""
        return False

    @property
    def remembers(self) -> bool:
        """Whether this game has a `memo`."""
        return False

    def memo(self, state: State, seat: int) -> Memo:
        """Return what `seat` can know of hidden cards; only a game that `remembers` has it."""
        raise NotImplementedError(f"{self.name} keeps no memory of hidden cards")

    def temper(self, policy: Policy, settings: Mapping[str, str]) -> Policy:
        """Return a policy that plays as `settings` of `tempers` say; names that are missing stand for the usual."""
        return policy

    def promise(self, state: State, seat: int) -> float:
        """Return how well `seat` stands, the higher the better; greedy play looks at nothing else."""
        return self.returns(state)[seat]

    depth: ClassVar[int] = 60
    """How many decisions deep a search looks for the best of each; what comes later is played out."""
    foresight: ClassVar[int] = 8
    """How many plies a playout goes on at least after it has left the tree, before `worths` judges it."""
    steepness: ClassVar[float] = 0.1
    """How fast a lead in `promise` becomes a likely win: at a lead of 1 / steepness about seven games in eight."""

    def settled(self, state: State) -> bool:
        """Tell whether `worths` can judge here; amid something half done a playout goes on until it is done."""
        return True

    def worths(self, state: State) -> tuple[float, ...]:
        """Return how well each seat stands, from -1 to 1: its returns at the end, else what its promise is worth."""
        if self.current_player(state) == TERMINAL:
            return self.returns(state)
        scale = self.steepness
        return tuple(tanh(scale * self.promise(state, seat)) for seat in range(self.num_players))

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return what a seat has that can be counted, each name once; the coach tells what changes of it."""
        return ()

    def stake(self, state: State) -> Good | None:
        """Return what lies there for whoever plays next to take, as far as all see; `None` if a game has none."""
        return None

    def figures(self, state: State) -> Mapping[str, int | str]:
        """Return the named numbers and words that stand at this moment, for captions and asserted figures."""
        return {}

    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return the sum that decides the game, line by line in the order the rules count."""
        return ()

    def total(self, state: State) -> str:
        """Return what the lines of `tally` add up to, in words."""
        return str(sum(line.value for line in self.tally(state)))

    def verdict(self, state: State) -> Event | None:
        """Return how the game ended, or `None` while it goes on."""
        return None

    def places(self, action: Action) -> tuple[Place, ...]:
        """Return the places an action points at, in the order in which a reader points at them."""
        return ()

    def around(self, state: State, action: Action) -> tuple[Place, ...]:
        """Return the part of the board that an action lies in: where a hint lets the reader look."""
        return self.places(action)

    def concerns(self, state: State, rule: str) -> tuple[Place, ...]:
        """Return the places of this state that `rule` speaks of."""
        return ()

    def concerns_all(self, state: State, rule: str) -> tuple[Place, ...]:
        """Return the places that `rule` speaks of, as far as they tell nothing of any hand."""
        return self.concerns(state, rule)

    def header(self) -> str:
        """Return the game with every option that differs from its default, as files and links write it."""
        words = [self.key]
        for option in fields(self):  # type: ignore[arg-type]
            value = getattr(self, option.name)
            if option.init and value != option.default:
                words.append(f"{option.name}={written(value)}")
        return " ".join(words)


AnyGame = Game[Any, Any]


def worths_of(strengths: Sequence[float]) -> tuple[float, ...]:
    """Return how well each seat stands, from -1 to 1, given how strong each is.

    A seat's chance to win is its share of all `exp(strength)`; what is worth 0 is an even chance. So a lead of 1 over a
    single rival makes 73 wins in 100.
    """
    highest = max(strengths)
    odds = [exp(strength - highest) for strength in strengths]
    whole, seats = sum(odds), len(odds)
    return tuple((seats * own / whole - 1) / (seats - 1) for own in odds)


ENFORCED: dict[str, list[str]] = {}
"""Rule number -> the qualified names of the functions that carry it out."""


def enforces(*rules: str) -> Callable[[Function], Function]:
    """Mark a function as the one that carries out `rules`; `rulebook coverage` lists them."""

    def mark(function: Function) -> Function:
        for rule in rules:
            ENFORCED.setdefault(rule, []).append(f"{function.__module__}.{function.__qualname__}")
        return function

    return mark


def play(game: Game[State, Action], state: State, action: Action, events: list[Event] | None = None) -> State:
    """Return the state after `action`, or raise `IllegalAction`: the door for readers, scripts and files."""
    if objection := game.objection(state, action):
        raise IllegalAction(action, objection)
    return game.apply(state, action, events)


def draw(game: Game[State, Action], state: State, rng: random.Random) -> Action:
    """Return one outcome of a chance node, drawn by its probability."""
    return game.draw(state, rng)


def playout(
    game: Game[State, Action],
    state: State,
    rng: random.Random,
    policies: Sequence[Policy] | None = None,
    most: int = 100_000,
) -> tuple[list[Action], State]:
    """Return the actions and the last state of a game played on from `state`, at random unless policies are given.

    `policies` has one policy a seat. Raises `RuntimeError` after `most` plies: play must end.
    """
    actions: list[Action] = []
    current_player, legal_actions, apply, choice = game.current_player, game.legal_actions, game.apply, rng.choice
    for _ply in range(most):
        seat = current_player(state)
        if seat == TERMINAL:
            return actions, state
        if seat == CHANCE:
            action = draw(game, state, rng)
        elif policies is None:
            action = choice(legal_actions(state))
        else:
            action = policies[seat](game, state, rng)
        actions.append(action)
        state = apply(state, action)
    raise RuntimeError(f"{game.name}: no end after {most} plies")


def perft(game: Game[State, Action], state: State, depth: int) -> int:
    """Return the number of different lines of `depth` plies from `state`, chance outcomes counted as plies."""
    if depth == 0:
        return 1
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply(state, action), depth - 1) for action in actions)


def written(value: object) -> str:
    """Return an option's value as headers and links write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: `"a, b and c"`."""
    *first, last = words
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last
