"""What the chapters claim of Hong, checked on the signs of the board alone, read as rows and columns.

No check asks the tables of `lines` where a Hong stands: here a Hong is what a reader sees, `|-|` in a row or the like
of it in a column (HO4.1, HO4.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from rulebook.claims import HOLDS, Course, Look, exhaustive, sampled
from rulebook.game import CHANCE, TERMINAL, AnyGame, listed
from rulebook.games.hong.actions import NS, Place, Stone, Summon
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.state import EMPEROR, MASTER, SIZES, State, boards
from rulebook.grids import Square

PLAIN = ("hong", "hong board=garden", "hong board=inner")
"""The boards of the book without the Lair."""
LAIR = ("hong lair=yes", "hong board=garden lair=yes", "hong board=inner lair=yes")
ROW, COLUMN = (re.compile(rf"(?=({end}{inner}+{end}))") for end, inner in ((r"\|", "-"), ("-", r"\|")))
"""A Hong in the signs of a line, also where one ends on the head with which the next begins."""

Span = tuple[bool, int, int, int]
"""Whether a Hong stands in a row, the line's number, and where its first head and its last one are."""


def seen_hongs(game: AnyGame, state: State) -> frozenset[Span]:
    """Return the Hongs that a reader sees in the drawn rows and columns."""
    rows = game.to_text(state).split()[0].split("/")
    columns = ["".join(signs) for signs in zip(*rows, strict=True)]
    return frozenset(
        (kind is ROW, number, found.start(1), found.end(1))
        for kind, lines in ((ROW, rows), (COLUMN, columns))
        for number, line in enumerate(lines)
        for found in kind.finditer(line)
    )


@exhaustive("hong/master-last", "HO3.1", "the dragon master therefore lays the last tile", 3, "boards")
def master_last() -> Iterator[Look]:
    """Fill each board in some order, since every order takes as many turns, and look at who lays the last tile."""
    for key in boards():
        game = Hong(board=key)
        state = last = game.initial_state()
        while state.player != TERMINAL:
            last, state = state, game.apply(state, game.legal_actions(state)[0])
        yield HOLDS if last.player == MASTER else Look("the emperor lays the last tile.", game, last)


@sampled("hong/stands", "HO5.4", "a Hong that stands can never fall", 1000, PLAIN)
def stands(course: Course) -> str | None:
    """After each tile, look for the Hongs that stood before it."""
    if course.before.player == CHANCE:
        return None
    fallen = seen_hongs(course.game, course.before) - seen_hongs(course.game, course.after)
    return f"{course.action} has broken a Hong." if fallen else ""


@sampled("hong/no-draw", "HO5.3", "There is no draw", 40, PLAIN, things="finished games")
def no_draw(course: Course) -> str | None:
    """At the end of a game, count the Hongs anew and compare with who has won."""
    if not course.over:
        return None
    game = course.game
    assert isinstance(game, Hong)
    enough = len(seen_hongs(game, course.after)) >= boards()[game.board].target
    wins = [seat for seat in (EMPEROR, MASTER) if game.returns(course.after)[seat] > 0]
    right = [MASTER if enough else EMPEROR]
    return "" if wins == right else f"the winners are {wins}; by the count it is {right}."


@sampled("hong/supply-lasts", "HO6.18", "On the boards of this book that cannot happen", 600, LAIR)
def supply_lasts(course: Course) -> str | None:
    """Count every tile that has been taken from the supply of 70, as dragon or as stone."""
    taken = sum(isinstance(action, Place | Stone) for action in course.actions)
    return "" if taken < 70 else f"{taken} tiles have been taken, and the supply held 70."


@exhaustive("hong/choose-one", "HO6.5", "the player chooses exactly one of them", 2688, "pairs of sizes and lairs")
def choose_one() -> Iterator[Look]:
    """Close two Hongs of two sizes with one tile between them, for every pair of sizes and every lair."""
    for left, right in combinations(SIZES, 2):
        length = left + right + 3
        game = Hong(board=f"{'#' * length}/{'#' * length}", stones=0, lair=True)
        row = f"|{'-' * left}.{'-' * right}|"
        for asleep in product((True, False), repeat=len(SIZES)):
            lair = "".join(letter if sleeps else "." for letter, sleeps in zip("tahplsw", asleep, strict=True))
            state = game.from_text(f"{row}/{'.' * length} emperor lair={lair}")
            closed = game.apply(state, Place(Square(left + 1, 0), NS))
            yield Look(wrong, game, closed) if (wrong := _misjudged(game, state, closed, left, right)) else HOLDS


def _misjudged(game: Hong, before: State, closed: State, left: int, right: int) -> str:
    """Return what is wrong with who was called by two Hongs of different sizes, `""` if nothing is."""
    callable_sizes = [size for size in (left, right) if before.lair[size - 1]]
    if len(callable_sizes) < 2:
        return "" if gone(before, closed) == callable_sizes else f"{named(gone(before, closed))} left the lair."
    offered = game.legal_actions(closed)
    if offered != tuple(map(Summon, callable_sizes)):
        return f"the choice is {', '.join(map(str, offered))}; it should be between {named(callable_sizes)}."
    for action, size in zip(offered, callable_sizes, strict=True):
        if (went := gone(closed, game.apply(closed, action))) != [size]:
            return f"after {action} {named(went)} left the lair."
    return ""


@sampled("hong/one-dragon", "HO6.6", "at most one Great Dragon an action", 600, LAIR)
def one_dragon(course: Course) -> str | None:
    """After each action, look at which Great Dragons have left the lair, and for the Hong that called."""
    before, after = course.before, course.after
    if before.player == CHANCE:
        return None
    called = gone(before, after)
    if len(called) > 1:
        return f"{course.action} has called {named(called)}."
    if called and not isinstance(course.action, Summon):
        new = seen_hongs(course.game, after) - seen_hongs(course.game, before)
        if called[0] not in {last - first - 2 for _row, _line, first, last in new}:
            return f"{course.action} has called {named(called)}, and completed no Hong of that size."
    return ""


def gone(before: State, after: State) -> list[int]:
    """Return the sizes whose Great Dragons have left the lair between two states."""
    return [size for size, dragon in enumerate(before.lair, 1) if dragon and not after.lair[size - 1]]


def named(sizes: list[int]) -> str:
    """Return the Great Dragons of some sizes in words."""
    return listed([f"the Great Dragon of size {size}" for size in sizes]) if sizes else "no Great Dragon"
