"""The command `rulebook claims`: check what the chapters claim, in a terminal."""

from __future__ import annotations

import argparse
import sys

from rulebook.claims import Finding, check, claims, find
from rulebook.registry import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes: a claim, and how a sample of play is drawn."""
    parser.add_argument("key", nargs="?", metavar="KEY", help="a claim such as hong/one-dragon; without it, all")
    parser.add_argument("--positions", type=int, metavar="N", help="how many positions of play a sample looks at")
    parser.add_argument("--seed", type=int, metavar="S", help="the seed of a sample")


def run(options: argparse.Namespace) -> int:
    """Print what the check of each claim finds; return 1 if one does not hold, or cannot be checked as asked."""
    asked = [find(options.key)] if options.key else [claim for game in GAMES for claim in claims(game).values()]
    held = 0
    for claim in asked:
        alone = options.key is not None
        given = {} if claim.exhaustive and not alone else {"seed": options.seed, "positions": options.positions}
        found = check(claim, **given)
        held += found.holds
        _show(found)
    print(f"{held} of {len(asked)} claims hold")
    return 0 if held == len(asked) else 1


def _show(found: Finding) -> None:
    claim, counter = found.claim, found.counter
    print(f"{claim.key} ({claim.rule}): {claim.says}")
    print(f"    {found.words}", flush=True)
    if counter is not None and counter.game is not None:
        print(f"    {counter.game.header()}, after {counter.action or 'no action'}:", file=sys.stderr)
        print(f"    {counter.game.to_text(counter.state)}", file=sys.stderr)
