"""The command `rulebook strength`: let bots meet in pairs, print how strong they are, renew what the book quotes."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from rulebook import results
from rulebook.lab import Harvest, Plan
from rulebook.lab_command import add_spreading, of_games, played, result_of
from rulebook.registry import GAMES
from rulebook.results import Result
from rulebook.strength import PAIRS, PLANS, STORE, Strength, known, pairing, planned


def add_arguments(strength: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    strength.add_argument(
        "game", metavar="GAME", nargs="*", help=f"a game and its options: {', '.join(GAMES)} board=inner …"
    )
    strength.add_argument(
        "--all",
        action="store_true",
        help="play all pairs that the book quotes of the games named, or of all, that its store does not hold yet",
    )
    strength.add_argument(
        "--plans",
        type=Path,
        default=PLANS,
        metavar="FILE",
        help="with --all: plans of your own; the store is beside it",
    )
    strength.add_argument("--anew", action="store_true", help="with --all: those too that it holds")
    strength.add_argument(
        "--games", type=int, default=100, help="how many games a pair (100), made even over the seats"
    )
    strength.add_argument("--seed", type=int, default=0, help="where the luck of all games comes from (0)")
    strength.add_argument(
        "--pairs", default=",".join(PAIRS), metavar="BASE-CHALLENGER,…", help=f"who meets whom ({','.join(PAIRS)})"
    )
    add_spreading(strength)


def run(options: argparse.Namespace) -> int:
    """Play what the options ask for and print what it tells; an interrupt prints what is in.

    Returns 1 if the games could not all be played. Raises `NotationError` for options that cannot be.
    """
    if options.all:
        return _renew(options)
    game = " ".join(options.game)
    plans = [pairing(game, pair, options.games, options.seed) for pair in options.pairs.split(",")]
    found: list[Result] = []
    whole = True
    for plan in plans:
        harvest = Harvest(plan)
        whole = played(harvest, _name(plan), options)
        if harvest.records:
            found.append(_told(harvest))
        if not whole:
            break
    if found:
        print(Strength(plans[0].game, tuple(found)).table())
    return 0 if whole else 1


def _renew(options: argparse.Namespace) -> int:
    """Play the pairs that the store lacks and write each into it as soon as it is known; what is not played stays."""
    plans, folder = planned(options.plans), options.plans.parent
    chosen = of_games(plans, options.game)
    lacking = [plan for plan in chosen if options.anew or not known(plan, folder)]
    print(f"{len(chosen)} pairs, {len(chosen) - len(lacking)} of them known", flush=True)
    for number, plan in enumerate(lacking, 1):
        harvest = Harvest(plan)
        if not played(harvest, f"{number}/{len(lacking)} {_name(plan)}", options):
            return 1
        told = _told(harvest)
        results.renew(STORE, told, plans, folder)
        print(f"{_name(plan)}: {told.text(f'bot {plan.policies[0]}')}", flush=True)
    return 0


def _name(plan: Plan) -> str:
    return f"{plan.game}, {plan.policies[0]} against {plan.policies[1]}"


def _told(harvest: Harvest) -> Result:
    """Return what a pair tells of its bots; how rules are used is told by `rulebook lab`."""
    told = result_of(harvest)
    kept = {name: told.figures[name] for name in told.figures if name.partition(" ")[0] in ("turns", "draws", "bot")}
    return replace(told, figures=kept)
