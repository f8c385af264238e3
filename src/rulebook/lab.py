"""The lab: many games played by policies, and what they tell, each figure with its interval.

Throughout, a *plan* says which game is played by which policies, how often and from which seed; a *trial* is one of its
games, a *record* what came of it, a *harvest* the records that are in. Game `index` of seed `seed` draws all its luck
from `random.Random(f"{seed}/{index}")`, so it is the same game whoever plays it, in whatever order, on however many
machines.

Intervals hold 95 cases in 100: Wilson's for a share of games, Student's t for a mean.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from rulebook.bots import POLICIES
from rulebook.game import CHANCE, TERMINAL, AnyGame, Event, NotationError, draw
from rulebook.registry import parse_game

MOST_GAMES = 1_000_000
MOST_PLIES = 100_000
CONFIDENCE = 0.95

Watch = Callable[[AnyGame, Any, Any, Any], None]
"""What looks on while a trial is played: `watch(game, state, action, after)` at every ply."""


class HarvestError(ValueError):
    """A record that must not be counted, or a count that is not complete; the text names the trial."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One game to be played: a game's header, a policy a seat, how the bots are set, and where its luck comes from."""

    game: str
    policies: tuple[str, ...]
    seed: int
    index: int
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.game}, {' – '.join(self.policies)}, seed {self.seed}, game {self.index}"


@dataclass(frozen=True, slots=True)
class Record:
    """What came of one trial."""

    trial: Trial
    first: int
    """The seat that decided first."""
    plies: int
    """All steps, those of chance among them."""
    decisions: int
    """The steps that a seat decided."""
    turns: int
    """How often it became somebody's turn."""
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    """The seats that won, several if they won together; none if the game was drawn."""
    ending: str
    """The rule that says how the game ended."""
    rules: tuple[tuple[str, int], ...]
    """Each rule that made something happen, and how often, by its number."""

    def share(self, seat: int) -> float:
        """Return what a seat has of the win: 1, a part of it if several won, 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def score(self, policy: str) -> float:
        """Return what a policy has of the game, all its seats together; a draw is shared by all seats."""
        seats = [seat for seat, name in enumerate(self.trial.policies) if name == policy]
        if not self.winners:
            return len(seats) / len(self.trial.policies)
        return sum(map(self.share, seats))


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games are to be played. Raises `NotationError` for what cannot be.

    `policies` may be fewer than the seats: the last one takes those that are left. With `rotates` the policies move one
    seat on from game to game, so that none keeps the advantage of a seat.
    """

    game: str
    policies: tuple[str, ...]
    games: int
    seed: int = 0
    rotates: bool = False
    settings: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        rules = parse_game(self.game)
        known = ", ".join(POLICIES)
        for policy in self.policies:
            if policy not in POLICIES:
                raise NotationError(f"'{policy}' is no bot; there are {known}")
        if not 1 <= len(self.policies) <= rules.num_players:
            raise NotationError(f"{len(self.policies)} bots: {rules.name} takes 1 to {rules.num_players} here")
        if not 1 <= self.games <= MOST_GAMES:
            raise NotationError(f"{self.games} games: play 1 to {MOST_GAMES}")
        if self.seed < 0:
            raise NotationError(f"seed {self.seed}: a seed is a whole number from 0")
        tempers = {temper.name: dict(temper.choices) for temper in rules.tempers}
        for name, value in self.settings:
            if value not in tempers.get(name, {}):
                able = ", ".join(f"{key}={'/'.join(choices)}" for key, choices in tempers.items())
                raise NotationError(f"'{name}={value}': of the bots of {rules.name} can be set: {able or 'nothing'}")
        seated = (*self.policies, *self.policies[-1:] * (rules.num_players - len(self.policies)))
        object.__setattr__(self, "policies", seated)
        object.__setattr__(self, "game", rules.header())

    def trial(self, index: int) -> Trial:
        """Return game `index` of the plan, from 0."""
        policies = self.policies
        if self.rotates:
            policies = tuple(policies[(seat - index) % len(policies)] for seat in range(len(policies)))
        return Trial(self.game, policies, self.seed, index, self.settings)

    def __len__(self) -> int:
        return self.games

    def __iter__(self) -> Iterator[Trial]:
        return map(self.trial, range(self.games))


def run(trial: Trial, watch: Watch | None = None) -> Record:
    """Play one trial to its end and return what came of it; the same trial, the same record.

    Raises `RuntimeError` if the game does not end within `MOST_PLIES` plies.
    """
    game = parse_game(trial.game)
    policies = [game.temper(POLICIES[name], dict(trial.settings)) for name in trial.policies]
    rng = random.Random(f"{trial.seed}/{trial.index}")
    state = game.initial_state()
    events: list[Event] = []
    first = turn = CHANCE
    plies = decisions = turns = 0
    while (seat := game.current_player(state)) != TERMINAL:
        if plies == MOST_PLIES:
            raise RuntimeError(f"{trial}: no end after {MOST_PLIES} plies")
        plies += 1
        if seat == CHANCE:
            action = draw(game, state, rng)
        else:
            action = policies[seat](game, state, rng)
            decisions += 1
            if first == CHANCE:
                first = seat
            if (whose := game.turn(state)) != turn:
                turn, turns = whose, turns + 1
        after = game.apply(state, action, events)
        if watch:
            watch(game, state, action, after)
        state = after
    returns = game.returns(state)
    best = max(returns)
    winners = tuple(seat for seat, value in enumerate(returns) if value == best > 0)
    verdict = game.verdict(state)
    rules = Counter(event.rule for event in events)
    return Record(
        trial,
        first,
        plies,
        decisions,
        turns,
        returns,
        winners,
        verdict.rule if verdict else "",
        tuple(sorted(rules.items(), key=lambda use: numbered(use[0]))),
    )


def numbered(rule: str) -> tuple[str | int, ...]:
    """Return what rules are sorted by, so that HO6.15 comes after HO6.3."""
    return (rule[:2], *(int(part) for part in rule[2:].split(".")))


@dataclass
class Harvest:
    """The records of a plan that are in, each counted once."""

    plan: Plan
    _records: dict[int, Record] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Count a record. Raises `HarvestError` for one of another plan, and for one that is in already."""
        index = record.trial.index
        if not 0 <= index < len(self.plan) or record.trial != self.plan.trial(index):
            raise HarvestError(f"{record.trial}: this game belongs to another plan")
        if index in self._records:
            raise HarvestError(f"{record.trial}: this game has been counted already")
        self._records[index] = record

    def __len__(self) -> int:
        return len(self._records)

    @property
    def missing(self) -> tuple[Trial, ...]:
        """The trials whose records are not in, in order."""
        return tuple(trial for trial in self.plan if trial.index not in self._records)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records that are in, in the order of the games."""
        return tuple(record for _index, record in sorted(self._records.items()))

    def complete(self) -> tuple[Record, ...]:
        """Return the records of all games. Raises `HarvestError` if one is missing."""
        if missing := self.missing:
            raise HarvestError(f"{len(missing)} of {len(self.plan)} games are missing, the first is {missing[0]}")
        return self.records


def play_all(plan: Plan, watch: Watch | None = None) -> tuple[Record, ...]:
    """Return the records of a plan, played one after another in this process."""
    harvest = Harvest(plan)
    for trial in plan:
        harvest.add(run(trial, watch))
    return harvest.complete()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with the ends of its 95 % interval; from a single value there is none, and the ends are infinite."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})" if isfinite(self.low) else f"{self.value:.2f}"

    @property
    def percent(self) -> str:
        """A share in percent."""
        if not isfinite(self.low):
            return f"{100 * self.value:.1f} %"
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


SURE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors on either side of a figure that is known from many games."""
T_OF_FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469)
"""Student's t for 1 to 6 degrees of freedom, where the series of `student` is not good enough."""


def student(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t, right to three decimals (Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(T_OF_FEW):
        return T_OF_FEW[freedom - 1]
    z, n = SURE, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean(values: Sequence[float], least: float = 0.0) -> Estimate:
    """Return the mean of at least one value with its t interval, cut at the least a value can be."""
    middle = fmean(values)
    if len(values) == 1:
        return Estimate(middle, -inf, inf)
    reach = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(middle, max(least, middle - reach), middle + reach)


def wilson(won: float, games: int) -> Estimate:
    """Return a share of at least one game with its Wilson interval; a shared win may count as a part."""
    share, square = won / games, SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    reach = SURE * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return Estimate(share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach)))


@dataclass(frozen=True, slots=True)
class Use:
    """How a rule is used: in which share of the games, and how often a game."""

    games: Estimate
    times: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """What the records of a plan tell. Lengths are means, all else shares of the games."""

    plan: Plan
    games: int
    """How many games are in."""
    turns: Estimate
    decisions: Estimate
    plies: Estimate
    first: Estimate
    """Won by the seat that decided first."""
    seats: tuple[Estimate, ...]
    """Won by each seat; a win of several is parted among them."""
    draws: Estimate
    """Won by nobody."""
    policies: Mapping[str, Estimate]
    """What each policy has of the games, all its seats together; a draw is parted among all seats."""
    endings: Mapping[str, Estimate]
    """Ended as each rule says."""
    rules: Mapping[str, Use]
    """Every rule that made something happen, by its number."""

    def figures(self) -> dict[str, Estimate]:
        """Return every figure under its name, as results are stored: `turns`, `seat 0`, `ends DC10.1`, `uses HO5.1`."""
        return {
            "turns": self.turns,
            "decisions": self.decisions,
            "plies": self.plies,
            "first": self.first,
            **{f"seat {seat}": share for seat, share in enumerate(self.seats)},
            "draws": self.draws,
            **{f"bot {name}": share for name, share in self.policies.items() if len(self.policies) > 1},
            **{f"ends {rule}": share for rule, share in self.endings.items()},
            **{f"games {rule}": use.games for rule, use in self.rules.items()},
            **{f"uses {rule}": use.times for rule, use in self.rules.items()},
        }


def summary(plan: Plan, records: Iterable[Record]) -> Summary:
    """Return what records of a plan tell, at least one."""
    found = tuple(records)
    games = len(found)
    if not found:
        raise HarvestError("no game is in, so there is nothing to tell")
    endings = Counter(record.ending for record in found)
    uses: dict[str, list[int]] = {}
    for record in found:
        for rule, times in record.rules:
            uses.setdefault(rule, []).append(times)
    return Summary(
        plan,
        games,
        turns=mean([record.turns for record in found]),
        decisions=mean([record.decisions for record in found]),
        plies=mean([record.plies for record in found]),
        first=wilson(sum(record.share(record.first) for record in found), games),
        seats=tuple(wilson(sum(record.share(seat) for record in found), games) for seat in range(len(plan.policies))),
        draws=wilson(sum(not record.winners for record in found), games),
        policies={
            name: wilson(sum(record.score(name) for record in found), games) for name in dict.fromkeys(plan.policies)
        },
        endings={rule: wilson(count, games) for rule, count in sorted(endings.items())},
        rules={
            rule: Use(wilson(len(times), games), mean(times + [0] * (games - len(times))))
            for rule, times in sorted(uses.items(), key=lambda use: numbered(use[0]))
        },
    )
