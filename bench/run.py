"""Measure the book against bare counterparts, side by side: `python bench/run.py [--only a,b] [--rounds N]`.

Each figure is measured beside its counterpart in the same rounds of one run, so that it says the same on a fast machine
and on a slow one. The table has the medians of both sides, and of the figure itself median, least and most over the
rounds. Timings are no tests: whatever they are the exit code is 0, and 1 if something could not be measured.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable

import playouts
import served
from figures import CannotMeasure, Figure, table

import peers

KEYS = ("a", "p", *served.MEASURES)


def main() -> int:
    """Measure what was asked for and print the table; return 1 if something could not be measured."""
    parser = argparse.ArgumentParser(prog="python bench/run.py", description="Measure the book side by side.")
    parser.add_argument("--only", default=",".join(KEYS), help="the figures to measure, such as a,b")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5)")
    options = parser.parse_args()
    wanted = [key.strip() for key in options.only.split(",")]
    if unknown := set(wanted) - set(KEYS):
        parser.error(f"--only {', '.join(sorted(unknown))}: figures are {', '.join(KEYS)}")
    if options.rounds < 1:
        parser.error("--rounds: at least 1")

    # Ended from outside, it still ends its server and browser.
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit(1))
    found: list[Figure] = []
    failures: list[str] = []

    def attempt(key: str, measure: Callable[[], list[Figure]]) -> None:
        try:
            found.extend(measure())
        except Exception as error:
            failures.append(f"{key} could not be measured: {_words(error)}")

    if "a" in wanted:
        attempt("a", lambda: playouts.measure(options.rounds))
    if "p" in wanted:
        attempt("p", lambda: peers.measure(options.rounds))
    pages = [key for key in served.MEASURES if key in wanted]
    if pages:
        try:
            with served.bench() as made:
                for key in pages:
                    attempt(key, lambda key=key: served.MEASURES[key](made, options.rounds))  # type: ignore[misc]
        except Exception as error:
            failures.append(f"{', '.join(pages)} could not be measured: {_words(error)}")
    if found:
        print(table(found))
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


def _words(error: Exception) -> str:
    first = str(error).partition("\n")[0]
    return first if isinstance(error, CannotMeasure) else f"{type(error).__name__}: {first}"


if __name__ == "__main__":
    sys.exit(main())
