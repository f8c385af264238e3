"""The command `rulebook lab`: play many games, print and keep what they tell, renew the results the book quotes."""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from rulebook import results
from rulebook.bots import POLICIES
from rulebook.game import NotationError
from rulebook.lab import Harvest, Plan, Record, summary
from rulebook.registry import GAMES
from rulebook.results import Result
from rulebook.spread import SpreadError, fill

COLUMNS = ("game", "seats", "first", "turns", "decisions", "plies", "winners", "ending")
PACE = 0.2
"""Seconds between two words on how far it is."""


def add_arguments(lab: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    lab.add_argument(
        "game", metavar="GAME", nargs="*", help=f"a game and its options: {', '.join(GAMES)} board=inner …"
    )
    lab.add_argument(
        "--all",
        action="store_true",
        help="play all that the book quotes of the games named, or of all; renew its store",
    )
    lab.add_argument("--games", type=int, default=100, help="how many games (100)")
    lab.add_argument("--seed", type=int, default=0, help="where the luck of all games comes from (0)")
    seats = lab.add_mutually_exclusive_group()
    bots = f"of {', '.join(POLICIES)}"
    seats.add_argument(
        "--bots", default="greedy", metavar="BOT,…", help=f"a bot a seat, {bots}; the last takes the seats left"
    )
    seats.add_argument("--pair", metavar="BOT,…", help="the same, and the bots move one seat on from game to game")
    lab.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="how the bots are set, for instance attention=50",
    )
    add_spreading(lab)
    lab.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    lab.add_argument("--csv", type=Path, metavar="FILE", help="write a line for each game")


def add_spreading(parser: argparse.ArgumentParser) -> None:
    """Say how a command spreads its games."""
    parser.add_argument("--jobs", type=int, default=1, help="so many games at once, each in a process of its own")
    parser.add_argument(
        "--cluster", default="", help="a Dask cluster: local:2, or a scheduler's address tcp://host:8786"
    )


def lab(options: argparse.Namespace) -> int:
    """Play what the options ask for and print what it tells; an interrupt prints what is in.

    Returns 1 if the games could not all be played. Raises `NotationError` for options that cannot be.
    """
    if options.all:
        return _renew(options)
    harvest = Harvest(_plan(options))
    whole = played(harvest, harvest.plan.game, options)
    if harvest.records:
        result = result_of(harvest)
        print(result.table())
        if options.json:
            options.json.write_text(json.dumps(result.row(), ensure_ascii=False, indent=1) + "\n", "utf-8")
        if options.csv:
            _write_games(options.csv, harvest.records)
    return 0 if whole else 1


def _renew(options: argparse.Namespace) -> int:
    """Play what the book quotes and write each result into the store when it is known; what is not played stays."""
    plans = planned()
    chosen = of_games(plans, options.game)
    for number, plan in enumerate(chosen, 1):
        harvest = Harvest(plan)
        if not played(harvest, f"{number}/{len(chosen)} {plan.game}", options):
            return 1
        result = result_of(harvest)
        print(result.table())
        results.renew(results.PLAY, result, plans)
    return 0


def of_games(plans: Sequence[Plan], keys: Sequence[str]) -> list[Plan]:
    """Return the plans of the games named by their keys, all if none is named. Raises `NotationError`."""
    for key in keys:
        if key not in GAMES:
            raise NotationError(f"--all {key}: name games alone, of {', '.join(GAMES)}")
    return [plan for plan in plans if not keys or plan.game.split()[0] in keys]


def planned() -> tuple[Plan, ...]:
    """Return the plans of `plans.toml`: what the book quotes. Raises `NotationError`."""
    rows = tomllib.loads(results.FOLDER.joinpath("plans.toml").read_text("utf-8"))["plan"]
    return tuple(Plan(**{**row, "policies": tuple(row["policies"])}) for row in rows)


def _plan(options: argparse.Namespace) -> Plan:
    settings = []
    for word in options.set:
        name, sign, value = word.partition("=")
        if not sign:
            raise NotationError(f"--set {word}: write name=value")
        settings.append((name, value))
    policies = tuple((options.pair or options.bots).split(","))
    game = " ".join(options.game)
    return Plan(game, policies, options.games, options.seed, rotates=bool(options.pair), settings=tuple(settings))


def result_of(harvest: Harvest) -> Result:
    """Return what the games that are in tell, at least one, as a result of today."""
    return Result.of(summary(harvest.plan, harvest.records), datetime.now(UTC).date().isoformat())


def played(harvest: Harvest, name: str, options: argparse.Namespace) -> bool:
    """Play all of a harvest and tell whether that was done; on an interrupt and on a fault say what is in."""

    told = 0.0

    def progress(harvest: Harvest) -> None:
        nonlocal told
        if (clock := monotonic()) - told > PACE or len(harvest) == len(harvest.plan):
            told = clock
            print(f"\r{name}: {len(harvest)} of {len(harvest.plan)} games", end="", file=sys.stderr, flush=True)

    try:
        fill(harvest, options.jobs, options.cluster, progress)
    except KeyboardInterrupt:
        print(f"\nstopped: {len(harvest)} of {len(harvest.plan)} games are in", file=sys.stderr)
        return False
    except SpreadError as error:
        print(f"\nrulebook {options.command}: {error}", file=sys.stderr)
        return False
    print(file=sys.stderr)
    return True


def _write_games(path: Path, records: tuple[Record, ...]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for record in records:
            seats, winners = " ".join(record.trial.policies), " ".join(map(str, record.winners))
            lengths = (record.turns, record.decisions, record.plies)
            writer.writerow((record.trial.index, seats, record.first, *lengths, winners, record.ending))
