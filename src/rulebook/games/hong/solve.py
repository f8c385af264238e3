"""Small boards of Hong solved exactly: how many Hongs stand at the end when both sides play their best.

Throughout, a *candidate* is a Hong that the board has room for: a content wanted of each of its spaces. It is *dead*
once a space holds something else, it *stands* once all hold what is wanted, and it is *open* in between. A space is
*idle* when it is empty and no open candidate wants anything of it. Sets of spaces and of candidates are numbers with a
bit for each member.

Without the Lair a Hong that stands never falls and a dead candidate never revives, so what is still to come depends on
the open candidates, the empty spaces they want, whether the idle spaces are an odd number, and who is to move. Two
idle spaces cancel out: whoever likes the game without them answers a tile on one with a tile on the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from rulebook.game import CHANCE, TERMINAL, AnyGame, draw
from rulebook.games.hong.actions import EMPTY, EW, NS, WAYS, Action, across
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.lines import Cells, lines_of
from rulebook.games.hong.lines import Hong as Dragons
from rulebook.games.hong.state import MASTER, SIZES, State
from rulebook.grids import Mask, Square

MOST_EMPTY = 16
"""How many spaces may be empty at most; the empty board of four by four takes seconds."""
MOST_WITH_LAIR = 9
"""How many spaces a board with the Lair may have at most."""
MOST_TURNED = 25
"""How many spaces a board may have for its symmetries to be used: on larger ones only endings come within reach."""
_BYTE = 8
_HONG = 1 << 10
"""More than any board has candidates."""


def forced(game: Hong, state: State) -> int:
    """Return how many Hongs stand at the end when both sides play their best from `state`.

    Raises `ValueError` for a position out of reach, before the stones lie, or of a supply too small for the board.
    """
    hongs = 0
    while reaches(game, state, hongs + 1):
        hongs += 1
    return hongs


def reaches(game: Hong, state: State, hongs: int) -> bool:
    """Tell whether the dragon master can have at least `hongs` at the end, whatever the emperor does.

    Raises `ValueError` as `forced` does.
    """
    if state.player == CHANCE:
        raise ValueError(f"'{game.to_text(state)}': setting up is not done (HO2.2); lay the stones first")
    if game.tiles < len(game.mask.spaces):
        raise ValueError(
            f"tiles={game.tiles}: boards are solved with a tile for each of {len(game.mask.spaces)} spaces"
        )
    if not _lair_sleeps(game, state):
        if len(game.mask.spaces) > MOST_WITH_LAIR:
            raise ValueError(f"board={game.board}: with the Lair, boards of up to {MOST_WITH_LAIR} spaces are solved")
        return _forced_with_lair(game, _without_sleepers(game, state)) >= hongs
    if (empty := state.cells.count(EMPTY)) > MOST_EMPTY:
        raise ValueError(f"{empty} spaces are empty; positions are solved with up to {MOST_EMPTY}")
    return solver_of(game.mask).reaches(state.cells, state.player, hongs)


def winner(game: Hong, state: State) -> int:
    """Return the seat that wins with best play. Raises `ValueError` as `forced` does."""
    return MASTER if reaches(game, state, game.goal) else 1 - MASTER


def best_actions(game: Hong, state: State) -> tuple[Action, ...]:
    """Return the actions that give away no Hong, in the order of `legal_actions`; they never lose a won game.

    Raises `ValueError` as `forced` does.
    """
    hongs = forced(game, state)
    least = hongs if state.player == MASTER else hongs + 1
    return tuple(
        action
        for action in game.legal_actions(state)
        if reaches(game, game.apply(state, action), least) == (state.player == MASTER)
    )


def perfect_policy(game: AnyGame, state: State, rng: random.Random) -> Action:
    """Choose one of the best actions at random. Raises `ValueError` for a position out of reach, or of another game."""
    if not isinstance(game, Hong):
        raise ValueError(f"{game.name} is not solved; perfect play is known of Hong on small boards")
    if state.player == CHANCE:
        return draw(game, state, rng)
    return rng.choice(best_actions(game, state))


def layouts(mask: Mask, stones: int) -> Iterator[tuple[tuple[Square, ...], int]]:
    """Yield the ways to lay so many stones that no symmetry turns into each other, each with how many it stands for."""
    turns = symmetries(mask)
    spaces = range(len(mask.spaces))
    for chosen in combinations(spaces, stones):
        images = {tuple(sorted(turn[space] for space in chosen)) for turn in turns}
        if chosen == min(images):
            yield tuple(mask.spaces[space] for space in chosen), len(images)


@cache
def symmetries(mask: Mask) -> tuple[tuple[int, ...], ...]:
    """Return the turns and reflections that map a board onto itself: for each space, the number of its image.

    Those that swap rows and columns swap the two ways of lying too; a Hong stays a Hong under all of them.
    """
    index = {space: number for number, space in enumerate(mask.spaces)}
    right, low = mask.width - 1, mask.height - 1
    found = []
    for swaps in (False, True):
        for mirrors_cols in (False, True):
            for mirrors_rows in (False, True):
                image = []
                for col, row in mask.spaces:
                    moved = Square(right - col if mirrors_cols else col, low - row if mirrors_rows else row)
                    image.append(index.get(Square(moved.row, moved.col) if swaps else moved))
                if None not in image:
                    found.append(tuple(space for space in image if space is not None))
    return tuple(dict.fromkeys(found))


class Solver:
    """What can be forced on one board without the Lair; it remembers what it has proved.

    `proved` has, for each position met, the least and the most Hongs that are known to be still to come.
    """

    def __init__(self, mask: Mask) -> None:
        self.proved: dict[tuple[int, int, bool, bool], tuple[int, int]] = {}
        """By the wanted spaces, the open candidates, whether an idle space is left over, whether the master moves."""
        self._index = {square: number for number, square in enumerate(mask.squares)}
        self._numbers = [self._index[space] for space in mask.spaces]
        candidates = lines_of(mask).possible()
        spaces = {space: number for number, space in enumerate(mask.spaces)}
        self._spaces = [sum(1 << spaces[square] for square in hong.squares) for hong in candidates]
        self._wanting = [dict.fromkeys(WAYS, 0) for _space in mask.spaces]
        """By space and way: the candidates that want a tile to lie so."""
        for bit, hong in enumerate(candidates):
            for square in hong.squares:
                way = hong.way if square in hong.segments else across(hong.way)
                self._wanting[spaces[square]][way] |= 1 << bit
        self._through = [
            [(1 << bit, own) for bit, own in enumerate(self._spaces) if own >> space & 1]
            for space in range(len(mask.spaces))
        ]
        self._lines = _by_line(candidates)
        self._turns = _turned(mask, candidates) if len(mask.spaces) <= MOST_TURNED else ()
        self._bytes = -(-(len(candidates) + len(mask.spaces)) // _BYTE)
        self._all = (1 << len(candidates)) - 1
        self._outlooks: dict[int, tuple[int, int]] = {}

    def reaches(self, cells: Cells, player: int, hongs: int) -> bool:
        """Tell whether the dragon master can have at least `hongs` at the end if `player` is to move."""
        empty, alive, standing = 0, self._all, 0
        for space, number in enumerate(self._numbers):
            content = cells[number]
            if content == EMPTY:
                empty |= 1 << space
            for way in WAYS:
                if content not in (EMPTY, way):
                    alive &= ~self._wanting[space][way]
        for bit, own in enumerate(self._spaces):
            if alive >> bit & 1 and not own & empty:
                alive ^= 1 << bit
                standing += 1
        wanted = self._outlook(alive)[0] & empty
        idle = (empty ^ wanted).bit_count() % 2 == 1
        return self._reaches(wanted, alive, idle, player == MASTER, hongs - standing)

    def _reaches(self, wanted: int, alive: int, idle: bool, masters: bool, need: int) -> bool:
        """Tell whether `need` more Hongs can be forced; `idle` says whether a space is left over."""
        most = self._outlook(alive)[1]
        if need <= 0 or need > most:
            return need <= 0
        wanted, alive = self._canonical(wanted, alive)
        key = (wanted, alive, idle, masters)
        low, high = self.proved.get(key, (0, most))
        if low < need <= high:
            # The dragon master looks for one way that reaches, the emperor for one that does not.
            found = any(
                self._reaches(*after, not masters, need - gain) == masters
                for gain, after in self._moves(wanted, alive, idle, masters)
            )
            low, high = (need, high) if found == masters else (low, need - 1)
            self.proved[key] = low, high
        return need <= low

    def _moves(self, wanted: int, alive: int, idle: bool, masters: bool) -> list[_Move]:
        """Return what the moves worth a look lead to: Hongs completed, then the rest; the likely best first.

        Where no open candidate wants one of the two ways of a space, the other way kills nothing. The dragon master
        need not look further than that one, nor the emperor at it: more open candidates are never worse for the one
        and never better for the other.
        """
        moves: list[_Move] = []
        left = wanted
        while left:
            bit = left & -left
            left ^= bit
            space = bit.bit_length() - 1
            wanting, remaining = self._wanting[space], wanted ^ bit
            along, upright = alive & wanting[EW], alive & wanting[NS]
            if along and upright:
                losses: tuple[int, ...] = (upright, along)
            else:
                losses = (0,) if masters else (along | upright,)
            for lost in losses:
                still = alive & ~lost
                gain = 0
                for candidate, own in self._through[space]:
                    if still & candidate and not own & remaining:
                        still ^= candidate
                        gain += 1
                after = self._outlook(still)[0] & remaining
                odd = idle ^ ((remaining ^ after).bit_count() % 2 == 1)
                moves.append((gain, (after, still, odd)))
        moves.sort(key=_liveliness, reverse=masters)
        if idle:
            moves.append((0, (wanted, alive, False)))
        return moves

    def _outlook(self, alive: int) -> tuple[int, int]:
        """Return the spaces of the open candidates, and how many of these can stand together at most, line by line."""
        if (found := self._outlooks.get(alive)) is None:
            spaces = 0
            for bit, own in enumerate(self._spaces):
                if alive >> bit & 1:
                    spaces |= own
            found = self._outlooks[alive] = spaces, sum(_together(line, alive) for line in self._lines)
        return found

    def _canonical(self, wanted: int, alive: int) -> tuple[int, int]:
        """Return the least of the positions that the board's symmetries make of one."""
        shift = len(self._spaces)
        least = wanted << shift | alive
        parts = least.to_bytes(self._bytes, "little")
        for turn in self._turns:
            image = 0
            for table, part in zip(turn, parts, strict=True):
                image |= table[part]
            least = min(least, image)
        return least >> shift, least & self._all


def _lair_sleeps(game: Hong, state: State) -> bool:
    """Tell whether no Great Dragon acts any more: none is called, and none waits for a size that can be."""
    return not state.choice and not any(state.lair[: _largest(game.mask)])


def _without_sleepers(game: Hong, state: State) -> State:
    """Return the state without the Great Dragons that no Hong of this board can call: they change nothing."""
    awake = _largest(game.mask)
    lair = tuple(dragon if size <= awake else None for size, dragon in zip(SIZES, state.lair, strict=True))
    return State(state.cells, state.player, lair, state.choice, state.task)


@cache
def _largest(mask: Mask) -> int:
    """Return the size of the largest Hong that a board has room for, 0 for none."""
    return max((hong.size for hong in lines_of(mask).possible()), default=0)


@lru_cache(maxsize=1 << 20)
def _forced_with_lair(game: Hong, state: State) -> int:
    """Return how many Hongs are forced, every action looked at until no Great Dragon acts any more."""
    if state.player == TERMINAL:
        return lines_of(game.mask).count(state.cells)
    if _lair_sleeps(game, state):
        return forced(game, state)
    best = max if state.player == MASTER else min
    return best(_forced_with_lair(game, game.apply(state, action)) for action in game.legal_actions(state))


@cache
def solver_of(mask: Mask) -> Solver:
    """Return the solver of a board, which all who ask share."""
    return Solver(mask)


_Move = tuple[int, tuple[int, int, bool]]
"""How many Hongs a tile completes, and the wanted spaces, the open candidates and whether a space is left over then."""


def forget() -> None:
    """Forget all that was proved, so that the next position is solved from scratch."""
    solver_of.cache_clear()
    _forced_with_lair.cache_clear()


def _liveliness(move: _Move) -> int:
    """Return how much a move pleases the dragon master: a Hong counts more than any candidates left open."""
    gain, (_wanted, alive, _idle) = move
    return _HONG * gain + alive.bit_count()


_Interval = tuple[int, int, int]
"""A candidate of a line: where its last head is, where its first is, its bit."""


def _by_line(candidates: list[Dragons]) -> list[list[_Interval]]:
    """Return the candidates of each line, those that end first in front."""
    lines: dict[tuple[int, int], list[_Interval]] = {}
    for bit, hong in enumerate(candidates):
        first, last = hong.heads
        line, start, stop = (first.row, first.col, last.col) if hong.way == EW else (first.col, first.row, last.row)
        lines.setdefault((hong.way, line), []).append((stop, start, 1 << bit))
    return [sorted(line) for line in lines.values()]


def _together(line: list[_Interval], alive: int) -> int:
    """Return how many of a line's open candidates can stand side by side: two share a head at most (HO4.4)."""
    count, free = 0, 0
    for stop, start, bit in line:
        if alive & bit and start >= free:
            count, free = count + 1, stop
    return count


def _turned(mask: Mask, candidates: list[Dragons]) -> tuple[list[list[int]], ...]:
    """Return a table a symmetry: for each byte of a position, candidates first, and each value of it, its image."""
    places = {space: number for number, space in enumerate(mask.spaces)}
    numbers: dict[frozenset[int], int] = {}
    for bit, hong in enumerate(candidates):
        numbers[frozenset(places[square] for square in hong.squares)] = bit
    tables = []
    for turn in symmetries(mask):
        images = [numbers[frozenset(turn[places[square]] for square in hong.squares)] for hong in candidates]
        images += [len(candidates) + space for space in turn]
        if images == list(range(len(images))):
            continue
        tables.append([_table(images[start : start + _BYTE]) for start in range(0, len(images), _BYTE)])
    return tuple(tables)


def _table(images: list[int]) -> list[int]:
    """Return the image of each value of a byte whose bits have these images."""
    table = [0]
    for image in images:
        table += [value | 1 << image for value in table]
    return table
