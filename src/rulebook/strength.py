"""How strong policies are: pairs of them meet, and ratings are fitted to what came of it.

Throughout, a *pair* is a base and a *challenger*, written `easy-middle`. The challenger sits at one seat, the base at
all others, and they move one seat on from game to game, so that each sits everywhere equally often. Were they equally
strong, the challenger would have the *even share* of the games: one part for each seat.

Ratings are those of Bradley and Terry, on Elo's scale. Every policy has a strength; a seat wins with its part of the
strengths of all seats, so that with two seats 400 points more mean odds of ten to one. With more seats this is Luce's
choice among all of them, of which Bradley and Terry's is the case of two. What came of a pair is all that is counted,
a draw in equal parts. The ratings are the likeliest ones, once a drawn game has been added to each pair: without it,
who wins every game would be infinitely strong.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isfinite, log, log10, sqrt
from pathlib import Path

from rulebook.bots import POLICIES
from rulebook.game import NotationError
from rulebook.lab import SURE, Estimate, Plan
from rulebook.registry import parse_game
from rulebook.results import FOLDER, Result, ResultError, budgets, key, load, titled
from rulebook.search import counted
from rulebook.words import _

STORE = "strength"
"""The store of the pairs."""
PLANS = FOLDER / "strength-plans.toml"
PAIRS = ("random-easy", "easy-middle", "middle-hard", "greedy-middle")
"""The pairs that meet where none is named; together they join all policies."""
PRIOR = 1.0
"""How many drawn games are added to each pair before ratings are fitted."""
POINTS = 400.0
"""Elo's points for odds of ten to one."""
EXACT = 1e-12
"""How little the logarithm of a strength changes at the end of the fit."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a challenger at one seat had of the games against a base at all others."""

    challenger: str
    base: str
    seats: int
    games: float
    score: float


def ratings(meetings: Sequence[Meeting]) -> dict[str, Estimate]:
    """Return the rating of each policy with its 95 % interval, the strongest first.

    Who has met others in most games stands at 0 and has no interval; all others are as far from it as their figure
    says. Intervals are of the information that the games hold at the likeliest ratings. Raises `ValueError` if no chain
    of meetings joins all policies.
    """
    if alone := apart(meetings):
        raise ValueError(f"no chain of pairs joins {', '.join(alone)} with the others")
    played = _played(meetings)
    names = tuple(played)
    zero = max(names, key=played.__getitem__)
    padded = [replace(each, games=each.games + PRIOR, score=each.score + PRIOR / each.seats) for each in meetings]
    strengths = _likeliest(padded, names)
    others = [name for name in names if name != zero]
    variances = _variances(padded, strengths, others)
    found = {zero: Estimate(0.0, -inf, inf)}
    for name, variance in zip(others, variances, strict=True):
        value = POINTS * log10(strengths[name] / strengths[zero])
        reach = SURE * sqrt(variance) * POINTS / log(10)
        found[name] = Estimate(value, value - reach, value + reach)
    return dict(sorted(found.items(), key=lambda item: -item[1].value))


def apart(meetings: Sequence[Meeting]) -> tuple[str, ...]:
    """Return the policies that no chain of meetings joins with the one that played most: no rating compares them."""
    played = _played(meetings)
    joined = {max(played, key=played.__getitem__)}
    ends = [{meeting.challenger, meeting.base} for meeting in meetings]
    while near := [end for end in ends if end & joined and not end <= joined]:
        joined = joined.union(*near)
    return tuple(name for name in played if name not in joined)


def _played(meetings: Iterable[Meeting]) -> dict[str, float]:
    """Return how many games each policy played, in the order of the policies."""
    played = dict.fromkeys(POLICIES, 0.0)
    for meeting in meetings:
        for name in (meeting.challenger, meeting.base):
            played[name] += meeting.games
    return {name: games for name, games in played.items() if games}


def _likeliest(meetings: Sequence[Meeting], names: Sequence[str]) -> dict[str, float]:
    """Return the strengths under which the scores are likeliest, by minorization and maximization (Hunter 2004)."""
    strengths = dict.fromkeys(names, 1.0)
    won = dict.fromkeys(names, 0.0)
    for meeting in meetings:
        won[meeting.challenger] += meeting.score
        won[meeting.base] += meeting.games - meeting.score
    while True:
        weights = dict.fromkeys(names, 0.0)
        for meeting in meetings:
            weight = meeting.games / _whole(meeting, strengths)
            weights[meeting.challenger] += weight
            weights[meeting.base] += weight * (meeting.seats - 1)
        after = {name: won[name] / weights[name] for name in names}
        scale = after[names[0]]
        after = {name: strength / scale for name, strength in after.items()}
        moved = max(abs(log(after[name] / strengths[name])) for name in names)
        strengths = after
        if moved < EXACT:
            return strengths


def _whole(meeting: Meeting, strengths: Mapping[str, float]) -> float:
    """Return the strengths of all seats added up."""
    return strengths[meeting.challenger] + strengths[meeting.base] * (meeting.seats - 1)


def _variances(meetings: Sequence[Meeting], strengths: Mapping[str, float], others: Sequence[str]) -> tuple[float, ...]:
    """Return how far the logarithms of strengths may lie off, as variances: the diagonal of the inverse information."""
    at = {name: index for index, name in enumerate(others)}
    matrix = [[0.0] * len(others) for _name in others]
    for meeting in meetings:
        chance = strengths[meeting.challenger] / _whole(meeting, strengths)
        told = meeting.games * chance * (1 - chance)
        for one, other in ((meeting.challenger, meeting.base), (meeting.base, meeting.challenger)):
            if one in at:
                matrix[at[one]][at[one]] += told
                if other in at:
                    matrix[at[one]][at[other]] -= told
    inverse = _inverse(matrix)
    return tuple(inverse[index][index] for index in range(len(others)))


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric positive definite matrix, by Gauss and Jordan; no pivots are needed for it."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [cell - factor * pivot for cell, pivot in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


def pairing(game: str, pair: str, games: int, seed: int) -> Plan:
    """Return the plan of a pair such as `easy-middle`; games are rounded up until each seat is taken equally often.

    Raises `NotationError` for a game that is none and for a pair that is none.
    """
    base, _sign, challenger = pair.partition("-")
    if base not in POLICIES or challenger not in POLICIES or base == challenger:
        raise NotationError(f"'{pair}' is no pair; write two of {', '.join(POLICIES)} as in easy-middle")
    seats = parse_game(game).num_players
    return Plan(game, (challenger, base), games + -games % seats, seed, rotates=True)


def planned(path: Path = PLANS) -> tuple[Plan, ...]:
    """Return the plans of a file: of each game its pairs in order. Raises `NotationError`."""
    try:
        rows = tomllib.loads(path.read_text("utf-8"))["plan"]
        return tuple(
            pairing(row["game"], pair, games, row["seed"]) for row in rows for pair, games in row["games"].items()
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"{path}: write [[plan]] with game, seed and games = {{ easy-middle = 200 }}") from error


def known(plan: Plan, folder: Path = FOLDER) -> bool:
    """Tell whether the store holds what came of a plan, with as many games of the same seed and the same budgets."""
    wanted = (plan.games, plan.seed, budgets(plan.policies))
    stored = load(STORE, folder) if (folder / f"{STORE}.json").is_file() else ()
    return any(key(plan) == key(each) and wanted == (each.games, each.seed, each.budgets) for each in stored)


@dataclass(frozen=True)
class Strength:
    """What the pairs of one game tell."""

    game: str
    pairs: tuple[Result, ...]

    @property
    def title(self) -> str:
        """The game and its options, as the book names them."""
        return titled(parse_game(self.game))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return parse_game(self.game).num_players

    @property
    def even(self) -> float:
        """What the challenger of a pair would have of the games if both were equally strong."""
        return 1 / self.seats

    @property
    def source(self) -> str:
        """Where the figures come from, in words; the games of each pair stand with it."""
        seeds = sorted({pair.seed for pair in self.pairs})
        days = sorted(pair.made for pair in self.pairs)
        seed = _("seed {seeds}").format(seeds=", ".join(map(str, seeds)))
        day = days[0] if days[0] == days[-1] else _("{first} to {last}").format(first=days[0], last=days[-1])
        return f"{seed}, {day}"

    @cached_property
    def ratings(self) -> Mapping[str, Estimate]:
        """The rating of each bot, the strongest first; empty while no chain of pairs joins them all."""
        meetings = [self._meeting(pair) for pair in self.pairs]
        return {} if apart(meetings) else ratings(meetings)

    def _meeting(self, pair: Result) -> Meeting:
        challenger, base = pair.policies[:2]
        return Meeting(challenger, base, self.seats, pair.games, share_of(pair).value * pair.games)

    def verdict(self, pair: Result) -> str:
        """Return whether the challenger is stronger, in a word; undecided while its interval holds the even share."""
        share = share_of(pair)
        if share.low > self.even:
            return _("stronger")
        return _("weaker") if share.high < self.even else _("undecided")

    @property
    def intervals(self) -> tuple[str, ...]:
        """The bots whose rating has an interval: all but the one at 0."""
        return tuple(name for name, rating in self.ratings.items() if isfinite(rating.low))

    def budget(self, name: str) -> str:
        """Return the playouts a decision of a bot, `""` for one that does not search."""
        budget = {level: playouts for pair in self.pairs for level, playouts, _overlooks in pair.budgets}
        return counted(budget[name]) if name in budget else ""

    def label(self, pair: Result) -> str:
        """Return who challenges whom."""
        return _("{challenger} against {base}").format(challenger=pair.policies[0], base=pair.policies[1])

    def table(self) -> str:
        """Return the pairs and the ratings in lines of text."""
        lines = [
            f"{self.title}: {self.source}",
            _("Share of the games that the first has at one of {seats} seats; even is {even:.1f} %.").format(
                seats=self.seats, even=100 * self.even
            ),
        ]
        for pair in self.pairs:
            share = share_of(pair)
            score = _("{score:g} of {games}").format(score=round(share.value * pair.games, 1), games=pair.games)
            lines.append(f"{self.label(pair):<23}  {score:>14}  {share.percent:<24}  {self.verdict(pair)}")
        if self.ratings:
            lines.append(_("Elo of each bot; who has played most games stands at 0."))
        for name, rating in self.ratings.items():
            lines.append(f"{name:<8}{self.budget(name):<15}  {points(rating)} {ends(rating)}".rstrip())
        return "\n".join(lines)


def share_of(pair: Result) -> Estimate:
    """Return what the challenger of a pair has of the games."""
    return pair.figures[f"bot {pair.policies[0]}"]


def points(rating: Estimate) -> str:
    """Return a rating in whole points, with its sign unless it is 0."""
    return f"{rounded:+}" if (rounded := round(rating.value)) else "0"


def ends(rating: Estimate) -> str:
    """Return the interval of a rating in brackets, `""` if it has none."""
    return f"({rating.low:+.0f} to {rating.high:+.0f})" if isfinite(rating.low) else ""


def find(game: str, folder: Path = FOLDER) -> Strength:
    """Return what the store holds of a game. Raises `NotationError` for a game that is none, `ResultError` for none."""
    header = parse_game(game).header()
    stored = load(STORE, folder)
    if pairs := tuple(pair for pair in stored if pair.game == header):
        return Strength(header, pairs)
    held = "; ".join(dict.fromkeys(pair.game for pair in stored))
    raise ResultError(f"no pair of {header} has been played; the store '{STORE}' holds: {held}")
