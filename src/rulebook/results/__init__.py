"""The results the book quotes: figures with their intervals, and the games, seed and date they come from.

A store is one file of this folder, written whole by one command and never by hand: `play.json` by `rulebook lab --all`,
which plays what `plans.toml` lists, and `strength.json` by `rulebook strength --all` from `strength-plans.toml`. It is
a list of results:

    {
      "game": "gong variant=family",        the header, every option that differs from its default
      "policies": ["greedy", "greedy"],     the bots by seat
      "settings": {},                       how they are set, {"attention": "50"}
      "rotates": false,                     whether they move one seat on from game to game
      "games": 400,
      "seed": 1,
      "made": "2026-08-01",
      "budgets": {"easy": [1, 0.6]},        of each bot that searches: playouts a decision, and what part of
                                            the actions it overlooks; left out if none does
      "figures": {"turns": [44.1, 42.9, 45.3], "seat 0": [0.52, 0.47, 0.57], …}
    }

A figure is a value with the low and the high end of its 95 % interval, `null` where there is none. Names of figures are
those of `Summary.figures`; another store may have names of its own. A result is named by its game and policies: a store
holds each once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import Any

from rulebook.bots import LEVELS, OVERLOOKS
from rulebook.game import AnyGame, NotationError, written
from rulebook.lab import Estimate, Plan, Summary
from rulebook.registry import parse_game
from rulebook.words import _

FOLDER = Path(__file__).parent
PLAY = "play"
"""The store of how the games go: their lengths, who wins, which rules are used."""
DIGITS = 4
MEANS = ("turns", "decisions", "plies", "uses")
"""The figures that are means; all others are shares."""
USES = ("games", "uses")
"""The figures that say how a rule is used."""
LABELS = {
    "turns": "turns a game",
    "decisions": "decisions a game",
    "plies": "plies a game, with chance",
    "first": "won by who decides first",
    "draws": "won by nobody",
    "bot": "score of {of}",
    "ends": "ended by {of}",
    "games": "games with {of}",
    "uses": "{of}, times a game",
}
"""What a figure says, by the first word of its name."""


Budgets = tuple[tuple[str, int, float], ...]
"""Levels of bots, each with the playouts of a decision and the part of the actions that it overlooks."""


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of a game from so many games between these policies."""

    game: str
    policies: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    rotates: bool
    games: int
    seed: int
    made: str
    """The day, `2026-08-01`; `""` if it is not to be told."""
    figures: Mapping[str, Estimate]
    budgets: Budgets = ()
    """What each bot had that searches; the strength of a level is that of its budget."""

    @classmethod
    def of(cls, told: Summary, made: str) -> Result:
        """Return a summary as a result made on a day."""
        plan = told.plan
        bots = (plan.policies, plan.settings, plan.rotates)
        return cls(plan.game, *bots, told.games, plan.seed, made, told.figures(), budgets(plan.policies))

    def row(self) -> dict[str, Any]:
        """Return the result as the store writes it."""
        return {
            "game": self.game,
            "policies": self.policies,
            "settings": dict(self.settings),
            "rotates": self.rotates,
            "games": self.games,
            "seed": self.seed,
            "made": self.made,
            **({"budgets": {level: budget for level, *budget in self.budgets}} if self.budgets else {}),
            "figures": {name: _ends(figure) for name, figure in self.figures.items()},
        }

    @property
    def source(self) -> str:
        """Where the figures come from, in words."""
        bots = " against ".join(dict.fromkeys(self.policies))
        return ", ".join(filter(None, (f"{self.games} games", bots, f"seed {self.seed}", self.made)))

    @property
    def title(self) -> str:
        """The game and its options, as the book names them."""
        return titled(parse_game(self.game))

    def label(self, name: str) -> str:
        """Return what a figure says, in words; a name that is not of `Summary.figures` stands for itself."""
        kind, _sign, of = name.partition(" ")
        if kind == "seat":
            return _("won by {who}").format(who=parse_game(self.game).seats[int(of)])
        return _(LABELS[kind]).format(of=of) if kind in LABELS else name

    def text(self, name: str) -> str:
        """Return a figure with its interval: a mean as a number, a share in percent. Raises `ResultError`."""
        if name not in self.figures:
            raise ResultError(f"{self.game} has no figure '{name}'; it has {', '.join(self.figures)}")
        figure = self.figures[name]
        return str(figure) if name.partition(" ")[0] in MEANS else figure.percent

    @property
    def usual(self) -> tuple[str, ...]:
        """The figures that are told where none is asked for: how long, and who wins."""
        seats = (name for name in self.figures if name.startswith("seat "))
        return tuple(name for name in ("turns", "decisions", "first", *seats) if name in self.figures)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules whose use is known."""
        return tuple(name.removeprefix("uses ") for name in self.figures if name.startswith("uses "))

    def table(self) -> str:
        """Return all figures in lines of text, the use of rules last."""
        rules = self.rules
        single = [name for name in self.figures if name.partition(" ")[0] not in USES]
        wide = max((len(self.label(name)) for name in single), default=0)
        lines = [f"{self.label(name):<{wide}}  {self.text(name)}" for name in single]
        if rules:
            lines.append(_("{rule}  {share}  times a game").format(rule=f"{'rule':<8}", share=f"{'games with it':<24}"))
        lines += [f"{rule:<8}  {self.text(f'games {rule}'):<24}  {self.text(f'uses {rule}')}" for rule in rules]
        return "\n".join([f"{self.title}: {self.source}", _("A mean or share, and its 95 % interval."), *lines])


def budgets(policies: Iterable[str]) -> Budgets:
    """Return what those bots have that search, each once, the fewest playouts first."""
    return tuple((level, playouts, OVERLOOKS[level]) for level, playouts in LEVELS.items() if level in policies)


def titled(game: AnyGame) -> str:
    """Return a game with what it is a variant of, and every other option that differs from its default, in words."""
    usual = type(game)()
    parts: list[str] = []
    for option in game.options:
        value = getattr(game, option.name)
        if (parts or isinstance(value, bool)) and value == getattr(usual, option.name):
            continue
        words = dict(option.choices).get(written(value), written(value))
        parts.append(f"{option.label}: {words}" if isinstance(value, bool) else words)
    return ": ".join(filter(None, (game.name, "; ".join(parts))))


class ResultError(KeyError):
    """A result or figure that no store holds; the text says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


def key(of: Result | Plan) -> tuple[str, tuple[str, ...]]:
    """Return what names a result in its store: the game and its policies."""
    return of.game, of.policies


def save(store: str, results: Iterable[Result], folder: Path = FOLDER) -> Path:
    """Write a store whole and return its file. Raises `NotationError` if two results have the same name."""
    rows: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}
    for result in results:
        name = key(result)
        if name in rows:
            raise NotationError(f"{result.game}, {', '.join(result.policies)}: this result is in the store already")
        rows[name] = result.row()
    path = folder / f"{store}.json"
    lines = [json.dumps(row, ensure_ascii=False) for row in rows.values()]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    load.cache_clear()
    return path


def renew(store: str, result: Result, plans: Iterable[Plan], folder: Path = FOLDER) -> None:
    """Write a result into its store, in the place of an older one; the store keeps the order of its plans.

    What none of the plans names any more leaves the store.
    """
    kept = {key(old): old for old in load(store, folder)} if (folder / f"{store}.json").is_file() else {}
    kept[key(result)] = result
    save(store, (kept[key(each)] for each in plans if key(each) in kept), folder)


def _ends(figure: Estimate) -> list[float | None]:
    ends = (figure.value, figure.low, figure.high)
    return [round(end, DIGITS) if isfinite(end) else None for end in ends]


@cache
def load(store: str, folder: Path = FOLDER) -> tuple[Result, ...]:
    """Return the results of a store. Raises `ResultError` if there is no such store."""
    path = folder / f"{store}.json"
    if not path.is_file():
        stores = ", ".join(sorted(each.stem for each in folder.glob("*.json")))
        raise ResultError(f"there is no store '{store}'; there are: {stores or 'none'}")
    return tuple(_read(row) for row in json.loads(path.read_text("utf-8")))


def _read(row: Mapping[str, Any]) -> Result:
    figures = {
        name: Estimate(value, -inf if low is None else low, inf if high is None else high)
        for name, (value, low, high) in row["figures"].items()
    }
    bots = (tuple(row["policies"]), tuple(row["settings"].items()))
    budget = tuple((level, playouts, overlooks) for level, (playouts, overlooks) in row.get("budgets", {}).items())
    return Result(row["game"], *bots, row["rotates"], row["games"], row["seed"], row["made"], figures, budget)


def find(game: str, policies: Sequence[str] = ("greedy",), store: str = PLAY, folder: Path = FOLDER) -> Result:
    """Return the result of a store for a game and its policies, the last of which takes the seats that are left.

    Raises `NotationError` for a game that is none, `ResultError` if the store does not hold it.
    """
    rules = parse_game(game)
    seated = tuple(policies) + tuple(policies[-1:]) * (rules.num_players - len(policies))
    for result in load(store, folder):
        if key(result) == (rules.header(), seated):
            return result
    held = "; ".join(f"{result.game}, {', '.join(result.policies)}" for result in load(store, folder))
    raise ResultError(f"no result for {rules.header()}, {', '.join(seated)}; the store '{store}' holds: {held}")
