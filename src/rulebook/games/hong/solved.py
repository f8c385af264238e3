"""What best play makes of the small boards: for each board and number of stones, how many Hongs are forced.

The results stand in `solved.toml`, which `rulebook solve --all` writes anew. Throughout, a *layout* is one way for the
stones to lie at the start; all layouts are equally likely (HO2.2).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files

from rulebook.games.hong.actions import Dragon, Lay, Stone
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.solve import forced, forget, layouts, solver_of
from rulebook.games.hong.state import State
from rulebook.grids import Square

FILE = "solved.toml"
SQUARE_3, SQUARE_4 = "###/###/###", "####/####/####/####"
LONG_3, LONG_4 = "###/###/###/###", "###/###/###/###/###"
HEADER = """\
# Written by `rulebook solve --all`. For each board and number of stones: how many Hongs are forced in how many layouts,
# with a first one of each, and how many positions were looked at.
"""
BOARDS = ((SQUARE_3, 4), (LONG_3, 4), (LONG_4, 4), (SQUARE_4, 8))
"""The boards of the store, each with the most stones."""
RULED = 3
"""How many stones the rules lay (HO2.2); with the Lair, boards are solved for these alone."""


@dataclass(frozen=True)
class Result:
    """What best play makes of one board, one number of stones and, with the Lair, one dragon of size 1."""

    board: str
    stones: int
    dragon: str
    """The Great Dragon on size 1, the only size that its board has room for; `""` without the Lair."""
    counts: tuple[tuple[int, int], ...]
    """How many Hongs are forced -> in how many layouts."""
    examples: tuple[str, ...]
    """For each of the counts, a first layout as text."""
    proved: int
    """How many positions were looked at, symmetric ones and those of equal prospects being one.

    With the Lair, those after the Great Dragon has gone.
    """

    @property
    def layouts(self) -> int:
        """The number of layouts."""
        return sum(number for _hongs, number in self.counts)

    @property
    def empty(self) -> int:
        """The number of spaces that are empty at the start."""
        return self.board.count("#") - self.stones

    @cached_property
    def positions(self) -> int:
        """The number of positions of the game without the Lair: each space is empty or holds one of two tiles."""
        return int(self.layouts * 3**self.empty)

    def chance(self, target: int) -> Fraction:
        """Return the chance that the dragon master wins with best play if `target` Hongs are needed."""
        return Fraction(sum(number for hongs, number in self.counts if hongs >= target), self.layouts)

    def to_toml(self) -> str:
        """Return the result as one table of the store."""
        lines = ["[[result]]", f'board = "{self.board}"', f"stones = {self.stones}"]
        if self.dragon:
            lines.append(f'dragon = "{self.dragon}"')
        for (hongs, number), example in zip(self.counts, self.examples, strict=True):
            lines.append(f'forced.{hongs} = {{ layouts = {number}, example = "{example}" }}')
        return "\n".join([*lines, f"proved = {self.proved}", ""])


def opening(board: str, stones: tuple[Square, ...], dragon: str = "") -> tuple[Hong, State]:
    """Return a game and its state once the stones lie there and, with a dragon, the lair has it on size 1."""
    game = Hong(board=board, stones=len(stones), lair=bool(dragon))
    state = game.initial_state()
    for space in stones:
        state = game.apply(state, Stone(space))
    if dragon:
        first = Dragon(dragon)
        for size, called in enumerate((first, *(other for other in Dragon if other is not first)), 1):
            state = game.apply(state, Lay(size, called))
    return game, state


def solve(board: str, stones: int, dragon: str = "") -> Result:
    """Solve every layout of so many stones from scratch. Raises `ValueError` for a board out of reach."""
    game = Hong(board=board, stones=stones, lair=bool(dragon))
    forget()
    found: dict[int, tuple[int, str]] = {}
    for squares, number in layouts(game.mask, stones):
        game, state = opening(board, squares, dragon)
        hongs = forced(game, state)
        before, example = found.get(hongs, (0, game.to_text(state).split()[0]))
        found[hongs] = before + number, example
    ordered = sorted(found.items())
    return Result(
        board,
        stones,
        dragon,
        tuple((hongs, number) for hongs, (number, _example) in ordered),
        tuple(example for _hongs, (_number, example) in ordered),
        len(solver_of(game.mask).proved),
    )


def to_solve() -> tuple[tuple[str, int, str], ...]:
    """Return every board, number of stones and dragon of the store, in its order."""
    plain = [(board, stones, "") for board, most in BOARDS for stones in range(most + 1)]
    return (*plain, *((SQUARE_3, RULED, str(dragon)) for dragon in Dragon))


@cache
def results() -> tuple[Result, ...]:
    """Return the results of the store."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return tuple(
        Result(
            entry["board"],
            entry["stones"],
            entry.get("dragon", ""),
            tuple((int(hongs), found["layouts"]) for hongs, found in entry["forced"].items()),
            tuple(found["example"] for found in entry["forced"].values()),
            entry["proved"],
        )
        for entry in tomllib.loads(text)["result"]
    )


def of_board(board: str) -> tuple[Result, ...]:
    """Return the results without the Lair on one board, fewest stones first. Raises `ValueError` for an unknown one."""
    found = tuple(result for result in results() if result.board == board and not result.dragon)
    if not found:
        known = ", ".join(dict.fromkeys(result.board for result in results()))
        raise ValueError(f"board={board}: not in the store of solved boards; there are {known}")
    return found


def table(found: tuple[Result, ...]) -> str:
    """Return results as lines of text: the chance of the dragon master for each target."""
    most = max(hongs for result in found for hongs, _number in result.counts)
    targets = range(1, max(most, 1) + 2)
    lines = ["stones  layouts  " + "  ".join(f"target {target:<9}" for target in targets)]
    for result in found:
        cells = (share(result, target) for target in targets)
        lines.append(f"{result.stones:>6}  {result.layouts:>7}  " + "  ".join(f"{cell:<16}" for cell in cells))
    return "\n".join(line.rstrip() for line in lines)


def share(result: Result, target: int) -> str:
    """Return in how many layouts the dragon master wins, in words: `436 of 560`, `all`, `none`."""
    won = int(result.chance(target) * result.layouts)
    return "none" if won == 0 else "all" if won == result.layouts else f"{won} of {result.layouts}"
