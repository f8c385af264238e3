"""How often each kind collects, and how much: figures from play, told with the seed that gives them again.

Greedy players play each other for the kinds, then one greedy player meets a random one; seats alternate.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from rulebook.bots import greedy_policy, random_policy
from rulebook.game import CHANCE, TERMINAL, Policy, draw
from rulebook.games.dragonheart.actions import Collect, Play
from rulebook.games.dragonheart.cards import KIND, Kind, worth
from rulebook.games.dragonheart.engine import Dragonheart

SURE = 1.96
"""Standard errors on either side of a figure: an interval of 95 in 100."""


@dataclass(frozen=True)
class Estimate:
    """A figure with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


@dataclass(frozen=True)
class Row:
    """What one kind does: how often it collects a game, both players together, and what a collection is worth."""

    kind: Kind
    collections: Estimate
    worth: Estimate | None
    """`None` for a kind that never collected."""


@dataclass(frozen=True)
class Survey:
    """What came of so many games."""

    games: int
    seed: int
    rows: tuple[Row, ...]
    """By kind."""
    share: Estimate
    """Greedy's share of games against random, a draw counted half, with a Wilson interval."""

    def table(self) -> str:
        """Return the figures in lines of text."""
        lines = [
            f"Dragonheart, {self.games} games, seed {self.seed}",
            f"{'kind':<17} {'collections a game':<22} points a collection",
        ]
        for row in self.rows:
            lines.append(f"{row.kind.label:<17} {row.collections!s:<22} {row.worth or '-'}")
        lines.append(f"greedy against random: {self.share} of {self.games} games")
        return "\n".join(lines)


def survey(games: int, seed: int) -> Survey:
    """Play `games` games greedy against greedy, and as many greedy against random; the same seed, the same figures."""
    rng = random.Random(seed)
    counts: list[list[int]] = [[] for _kind in Kind]
    worths: list[list[int]] = [[] for _kind in Kind]
    for _game in range(games):
        found, _scores = _play(rng, (greedy_policy, greedy_policy))
        for kind in Kind:
            own = [points for by, points in found if by is kind]
            counts[kind].append(len(own))
            worths[kind] += own
    rows = tuple(Row(kind, _mean(counts[kind]), _mean(worths[kind]) if worths[kind] else None) for kind in Kind)
    won = 0.0
    for number in range(games):
        seat = number % 2
        _found, scores = _play(rng, (random_policy, greedy_policy) if seat else (greedy_policy, random_policy))
        won += (1 + scores[seat]) / 2
    return Survey(games, seed, rows, wilson(won, games))


def _play(rng: random.Random, policies: tuple[Policy, Policy]) -> tuple[list[tuple[Kind, int]], tuple[float, ...]]:
    """Return each collection of one game, by the kind that made it with its points, and the scores of the seats."""
    game = Dragonheart()
    state = game.initial_state()
    found: list[tuple[Kind, int]] = []
    while (seat := game.current_player(state)) != TERMINAL:
        if seat == CHANCE:
            state = game.apply(state, draw(game, state, rng))
            continue
        action = policies[seat](game, state, rng)
        kind = KIND[action.cards[0]] if isinstance(action, Play) else state.laid
        after = game.apply(state, action)
        if len(after.won[seat]) > len(state.won[seat]) and isinstance(action, Play | Collect) and kind is not None:
            found.append((kind, worth(after.won[seat]) - worth(state.won[seat])))
        state = after
    return found, game.returns(state)


def _mean(values: list[int]) -> Estimate:
    mean = fmean(values)
    reach = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(mean, mean - reach, mean + reach)


def wilson(won: float, games: int) -> Estimate:
    """Return a share with its Wilson interval."""
    share, square = won / games, SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    reach = SURE * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return Estimate(share, middle - reach, middle + reach)
