"""How often each kind collects, and how much: figures from play, told with the seed that gives them again.

Greedy players play each other for the kinds, then one greedy player meets a random one; seats alternate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from rulebook.game import AnyGame
from rulebook.games.dragonheart.actions import Collect, Play
from rulebook.games.dragonheart.cards import KIND, Kind, worth
from rulebook.games.dragonheart.state import State
from rulebook.lab import Estimate, Plan, mean, play_all, run, summary


@dataclass(frozen=True)
class Row:
    """What one kind does: how often it collects a game, both players together, and what a collection is worth."""

    kind: Kind
    collections: Estimate
    worth: Estimate | None
    """`None` for a kind that collected less than twice."""


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
        return "\n".join((*lines, self.against_random()))

    def against_random(self) -> str:
        """Return the share of games that greedy takes from random, in a line of text."""
        return f"greedy against random: {self.share} of {self.games} games"


def survey(games: int, seed: int) -> Survey:
    """Play `games` games greedy against greedy, and as many greedy against random; the same seed, the same figures."""
    counts: list[list[int]] = [[] for _kind in Kind]
    worths: list[list[int]] = [[] for _kind in Kind]
    for trial in Plan("dragonheart", ("greedy",), games, seed):
        found: list[tuple[Kind, int]] = []
        run(trial, partial(_collected, found))
        for kind in Kind:
            own = [points for by, points in found if by is kind]
            counts[kind].append(len(own))
            worths[kind] += own
    rows = tuple(Row(kind, mean(counts[kind]), mean(worths[kind]) if len(worths[kind]) > 1 else None) for kind in Kind)
    pair = Plan("dragonheart", ("greedy", "random"), games, seed, rotates=True)
    return Survey(games, seed, rows, summary(pair, play_all(pair)).policies["greedy"])


def _collected(found: list[tuple[Kind, int]], _game: AnyGame, state: State, action: Any, after: State) -> None:
    """Append a collection that a ply made: by which kind, and its points."""
    seat = state.player
    if isinstance(action, Play | Collect) and len(after.won[seat]) > len(state.won[seat]):
        kind = KIND[action.cards[0]] if isinstance(action, Play) else state.laid
        if kind is not None:
            found.append((kind, worth(after.won[seat]) - worth(state.won[seat])))
