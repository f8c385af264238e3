"""Hong: two players lay two-headed dragons, one for many Hongs, one for few.

| who | emperor and dragon master, in turns |
| --- | --- |
| may | lay one dragon tile; with the Lair, carry out the action of a Great Dragon |
| ends | when the board is full |
| scores | the dragon master wins with the board's target of Hongs, otherwise the emperor |

`Hong.legal_actions` generates what may be done; `referee.objection` judges what is tried. The two are written apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import chain, compress, pairwise
from math import tanh
from operator import not_
from typing import ClassVar

from rulebook.game import (
    CHANCE,
    TERMINAL,
    Addend,
    Event,
    Facts,
    Game,
    Good,
    Objection,
    Option,
    Remark,
    enforces,
    listed,
)
from rulebook.games.hong import actions, referee, state
from rulebook.games.hong.actions import (
    CROOKED,
    EMPTY,
    EW,
    NS,
    OFF,
    STONE,
    WAYS,
    Action,
    Dragon,
    Lay,
    Pass,
    Petrify,
    Place,
    Shift,
    Slide,
    Stone,
    Summon,
    Swap,
    Turn,
    across,
    way_words,
)
from rulebook.games.hong.lines import Hong as Dragons
from rulebook.games.hong.lines import lines_of
from rulebook.games.hong.state import EMPEROR, MASTER, SIZES, Board, State
from rulebook.grids import Mask, Square
from rulebook.words import _

LAIR_PLACES = tuple(f"lair {size}" for size in SIZES)
STEEPNESS = 0.15
"""How fast a Hong more or less than there should be by this time becomes a likely win."""


@dataclass(frozen=True)
class Hong(Game[State, Action]):
    """The rules of Hong with their options fixed (HO1–HO6). Raises `ValueError` for an option it does not know."""

    code: ClassVar[str] = "HO"
    key: ClassVar[str] = "hong"
    name: ClassVar[str] = "Hong"
    seats: ClassVar[tuple[str, ...]] = ("emperor", "dragon master")
    turn_rule: ClassVar[str] = "HO3.1"
    options: ClassVar[tuple[Option, ...]] = (
        Option("board", "Board", tuple((key, found.name) for key, found in state.boards().items())),
        Option("lair", "Lair of the Seven Great Dragons", (("no", "without"), ("yes", "with"))),
    )

    rolls: ClassVar[bool] = False
    foresight: ClassVar[int] = 0
    """`worths` sees what could yet become of each line; a few random tiles more would only blur it."""

    board: str = "castle"
    """A key of `boards.toml`, or an outline such as `###/###`."""
    lair: bool = False
    target: int = 0
    """How many Hongs the dragon master needs; 0 for the board's own target."""
    stones: int = 3
    """How many stones are laid in setting up (HO2.2)."""
    tiles: int = 70
    """How many tiles the supply holds (HO1.2)."""
    layout: Board = field(init=False, repr=False, compare=False)
    _tables: _Tables = field(init=False, repr=False, compare=False)
    _unfilled: int = field(init=False, repr=False, compare=False)
    """How many spaces stay empty when the supply is out."""

    def __post_init__(self) -> None:
        layout = state.board(self.board)
        for name, value, most in (
            ("target", self.target, 999),
            ("stones", self.stones, len(layout.mask.spaces) - 1),
            ("tiles", self.tiles, 999),
        ):
            if not 0 <= value <= most:
                raise ValueError(f"{name}={value}: it must be between 0 and {most}")
        object.__setattr__(self, "layout", layout)
        object.__setattr__(self, "_tables", _Tables.of(layout.mask))
        object.__setattr__(self, "_unfilled", max(0, len(layout.mask.spaces) - self.tiles))

    @property
    def mask(self) -> Mask:
        """The outline of the board in play."""
        return self.layout.mask

    @property
    def goal(self) -> int:
        """How many Hongs the dragon master needs."""
        return self.target or self.layout.target

    # HO2, HO6.2: setting up

    @enforces("HO1.1", "HO2.1", "HO2.3")
    def initial_state(self) -> State:
        """Return the empty board; the stones and the lair are chance nodes."""
        return State(self._tables.bare, CHANCE if self.stones or self.lair else EMPEROR)

    @enforces("HO2.2", "HO6.2")
    def chance_outcomes(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return the spaces a stone can fall on, or the Great Dragons still to be laid, all equally likely."""
        outcomes: list[Action]
        if state.cells.count(STONE) < self.stones:
            outcomes = [Stone(square) for square in self.empty(state)]
        else:
            outcomes = [Lay(len(state.lair) + 1, dragon) for dragon in Dragon if dragon not in state.lair]
        share = Fraction(1, len(outcomes))
        return tuple((action, share) for action in outcomes)

    def _set_up(self, state: State, action: Action, events: list[Event] | None) -> State:
        cells, lair = state.cells, state.lair
        facts: Facts
        if isinstance(action, Stone):
            cells = self._put(cells, action.space, STONE)
            if events is not None:
                facts = (("space", str(action.space)),)
                events.append(Event("HO2.2", _("A stone falls on {space}."), facts, (str(action.space),)))
        elif isinstance(action, Lay):
            lair = (*lair, action.which)
            if events is not None:
                facts = (("size", action.size), ("dragon", action.which.label))
                said = _("The Great Dragon of size {size} is {dragon}.")
                events.append(Event("HO6.2", said, facts, (f"lair {action.size}",)))
        ready = cells.count(STONE) == self.stones and len(lair) == (len(SIZES) if self.lair else 0)
        return State(cells, EMPEROR if ready else CHANCE, lair)

    # HO3, HO6.11–HO6.17: what may be done

    @enforces("HO3.1")
    def current_player(self, state: State) -> int:
        """Return the seat that decides; the emperor begins, then turns alternate."""
        return state.player

    @enforces("HO3.2", "HO3.4", "HO3.5", "HO6.11", "HO6.12", "HO6.13", "HO6.14", "HO6.15", "HO6.16", "HO6.17")
    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return the actions in reading order of their spaces, `-` before `|`."""
        if state.player == CHANCE:
            return tuple(action for action, _probability in self.chance_outcomes(state))
        if state.player == TERMINAL:
            return ()
        if not state.choice or state.task is Dragon.AGAIN:
            return tuple(chain.from_iterable(compress(self._tables.placements, map(not_, state.cells))))
        if state.task is None:
            return tuple(Summon(size) for size in state.choice)
        return self._errands(state, state.task)

    def _errands(self, state: State, dragon: Dragon) -> tuple[Action, ...]:
        """Return every legal way to carry out a Great Dragon's action."""
        match dragon:
            case Dragon.TURN:
                return tuple(Turn(tile) for tile in self.tiles_on(state))
            case Dragon.AGAIN:
                return tuple(Place(space, way) for space in self._room(state) for way in WAYS)
            case Dragon.SHIFT:
                return tuple(Shift(stone, to) for stone in self.stones_on(state) for to in self.empty(state))
            case Dragon.PETRIFY:
                return tuple(Petrify(tile) for tile in self.tiles_on(state))
            case Dragon.SLIDE:
                empty = self.empty(state)
                return tuple(Slide(tile, to) for tile in self.tiles_on(state) for to in empty if tile.beside(to))
            case Dragon.STONE:
                return tuple(Stone(space) for space in self._room(state))
            case Dragon.SWAP:
                stones = self.stones_on(state)
                return tuple(Swap(tile, st, way) for tile in self.tiles_on(state) for st in stones for way in WAYS)

    def empty(self, state: State) -> list[Square]:
        """Return the empty spaces in reading order."""
        return self._holding(state, EMPTY)

    def stones_on(self, state: State) -> list[Square]:
        """Return the spaces that hold a stone, in reading order."""
        return self._holding(state, STONE)

    def tiles_on(self, state: State) -> list[Square]:
        """Return the spaces that hold a dragon tile, in reading order."""
        return self._holding(state, EW, NS)

    def content(self, state: State, square: Square) -> int:
        """Return what lies on a square; `OFF` outside the board in play."""
        at = self._tables.index.get(square)
        return OFF if at is None else state.cells[at]

    @enforces("HO1.2", "HO6.18")
    def supply(self, state: State) -> int:
        """Return how many tiles are left; every tile that was taken lies on the board."""
        return self.tiles - sum(content not in (EMPTY, OFF) for content in state.cells)

    def _room(self, state: State) -> list[Square]:
        """Return the spaces that a tile from the supply can go to."""
        return self.empty(state) if self.supply(state) > 0 else []

    def _holding(self, state: State, *contents: int) -> list[Square]:
        squares = self.mask.squares
        return [square for square, content in zip(squares, state.cells, strict=True) if content in contents]

    # What an action does

    def apply(self, state: State, action: Action, events: list[Event] | None = None) -> State:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        if state.player == CHANCE:
            return self._set_up(state, action, events)
        if type(action) is Place and not state.lair and events is None:
            at = self._tables.index[action.space]
            cells = (*state.cells[:at], action.way, *state.cells[at + 1 :])
            return State(cells, 1 - state.player if cells.count(EMPTY) > self._unfilled else TERMINAL)
        if isinstance(action, Summon):
            return self._summon(state, action.size, events)
        cells = self._change(state, action)
        if events is not None:
            events.append(self._told(state, action))
        done = self._completed(state.cells, cells, action.squares, events)
        return self._summons(State(cells, state.player, state.lair, state.choice, state.task), done, events)

    def _change(self, state: State, action: Action) -> tuple[int, ...]:
        """Return the cells after a placement or a Great Dragon's action."""
        cells = state.cells
        match action:
            case Place(space, way):
                return self._put(cells, space, way)
            case Turn(space):
                return self._put(cells, space, across(self.content(state, space)))
            case Shift(stone, to):
                return self._put(self._put(cells, stone, EMPTY), to, STONE)
            case Petrify(space) | Stone(space):
                return self._put(cells, space, STONE)
            case Slide(tile, to):
                return self._put(self._put(cells, tile, EMPTY), to, self.content(state, tile))
            case Swap(tile, stone, way):
                return self._put(self._put(cells, tile, STONE), stone, way)
            case _:
                raise ValueError(f"{action} changes nothing on the board")

    def _put(self, cells: tuple[int, ...], square: Square, content: int) -> tuple[int, ...]:
        at = self._tables.index[square]
        return (*cells[:at], content, *cells[at + 1 :])

    @enforces("HO6.7")
    def _completed(
        self,
        before: tuple[int, ...],
        after: tuple[int, ...],
        squares: tuple[Square, ...],
        events: list[Event] | None,
    ) -> list[Dragons]:
        """Return the Hongs that stand after an action and did not stand just before it, same spaces, same line."""
        touched = [self._tables.index[square] for square in squares]
        lines = lines_of(self.mask)
        old, new = lines.through(before, touched), lines.through(after, touched)
        if events is not None:
            for hong in old:
                if hong not in new:
                    said = _("The Hong of size {size} on {spaces} is no more.")
                    events.append(Event("HO6.7", said, _hong_facts(hong), _names(hong.squares)))
            for hong in new:
                if hong not in old:
                    said = _("A Hong of size {size} is complete: {spaces}, with its heads on {heads}.")
                    events.append(Event("HO4.1", said, _hong_facts(hong), _names(hong.squares)))
        return [hong for hong in new if hong not in old]

    @enforces("HO6.3", "HO6.4", "HO6.5", "HO6.6")
    def _summons(self, state: State, completed: list[Dragons], events: list[Event] | None) -> State:
        """Return the state after the Hongs that an action completed have called their Great Dragons."""
        sizes = sorted({hong.size for hong in completed if hong.size in SIZES and state.lair})
        calling = tuple(size for size in sizes if state.lair[size - 1])
        if events is not None:
            for size in sizes:
                if size not in calling:
                    said = _("The Great Dragon of size {size} has left the lair already; nobody comes.")
                    events.append(Event("HO6.4", said, (("size", size),), (f"lair {size}",)))
        if not calling:
            return self._pass_turn(state, events)
        rule = "HO6.6" if state.task else "HO6.3"
        state = State(state.cells, state.player, state.lair, calling, None)
        if len(calling) == 1:
            return self._summon(state, calling[0], events, rule)
        if events is not None:
            facts = (("sizes", listed(map(str, calling))),)
            said = _("Sizes {sizes} could each summon their Great Dragon; exactly one may.")
            events.append(Event("HO6.5", said, facts, tuple(f"lair {size}" for size in calling)))
        return state

    @enforces("HO6.3", "HO6.8", "HO6.9", "HO6.10")
    def _summon(self, state: State, size: int, events: list[Event] | None, rule: str = "HO6.3") -> State:
        """Return the state after the Great Dragon of `size` has left the lair to act; the others stay."""
        dragon = state.lair[size - 1]
        assert dragon is not None
        lair = tuple(None if at == size else other for at, other in enumerate(state.lair, 1))
        state = State(state.cells, state.player, lair, state.choice, dragon)
        if events is not None:
            facts: Facts = (("size", size), ("dragon", dragon.label), *_seat_facts(state.player))
            said = _("The {player} summons the Great Dragon of size {size}: {dragon}.")
            events.append(Event(rule, said, facts, (f"lair {size}",)))
            for other in state.choice:
                if other != size:
                    said = _("The Great Dragon of size {size} stays in the lair.")
                    events.append(Event("HO6.8", said, (("size", other),), (f"lair {other}",)))
        if self._errands(state, dragon):
            return state
        if events is not None:
            facts = (("dragon", dragon.label),)
            if dragon in (Dragon.AGAIN, Dragon.STONE) and self.supply(state) <= 0:
                said = _("The supply is out, so {dragon} has no target and does nothing.")
                events.append(Event("HO6.18", said, facts, (f"lair {size}",)))
            else:
                said = _("{dragon} has no target and does nothing; its Great Dragon is gone all the same.")
                events.append(Event("HO6.9", said, facts, (f"lair {size}",)))
        return self._pass_turn(state, events)

    @enforces("HO3.1", "HO5.1", "HO5.4", "HO6.10")
    def _pass_turn(self, state: State, events: list[Event] | None) -> State:
        """Return the state with the turn passed on, or at its end if the board is full or the supply out."""
        if EMPTY in state.cells and self.supply(state) > 0:
            return State(state.cells, 1 - state.player, state.lair)
        over = State(state.cells, TERMINAL, state.lair)
        if events is not None:
            spaces = _names(self.mask.spaces)
            if EMPTY in state.cells:
                events.append(Event("HO1.2", _("The supply is out, so the game is over."), (), spaces))
            else:
                events.append(Event("HO5.1", _("Every space is occupied: the game is over."), (), spaces))
            verdict = self.verdict(over)
            assert verdict is not None
            events.append(verdict)
        return over

    def _told(self, state: State, action: Action) -> Event:
        """Return what an action on the board did, with its rule."""
        places = _names(action.squares)
        facts: list[tuple[str, str | int]] = [*_seat_facts(state.player)]
        facts += [(name, place) for name, place in zip(("space", "to"), places, strict=False)]
        rule = state.task.rule if state.task else "HO3.2"
        match action:
            case Place(_space, way):
                facts.append(("way", way_words(way)))
                said = _("The {player} lays a tile on {space}, body {way}.")
            case Turn(space):
                facts.append(("way", way_words(across(self.content(state, space)))))
                said = _("The {player} turns the tile on {space}; its body lies {way}.")
            case Shift():
                said = _("The {player} moves the stone from {space} to {to}.")
            case Petrify():
                said = _("The {player} flips the tile on {space} to stone.")
            case Slide():
                said = _("The {player} slides the tile from {space} to {to}.")
            case Stone():
                said = _("The {player} lays a stone on {space}.")
            case Swap(_tile, _stone, way):
                facts.append(("way", way_words(way)))
                said = _("The {player} swaps the tile on {space} with the stone on {to}; the body lies {way}.")
            case _:
                raise ValueError(f"{action} does nothing on the board")
        return Event(rule, said, tuple(facts), places)

    # HO4, HO5: counting and the end

    def hongs(self, state: State) -> list[Dragons]:
        """Return the Hongs that stand, in the order in which they are counted."""
        return lines_of(self.mask).hongs(state.cells)

    def figures(self, state: State) -> dict[str, int | str]:
        """Return how many Hongs stand, how many the dragon master needs, and how many spaces are empty."""
        return {"hongs": len(self.hongs(state)), "target": self.goal, "empty": len(self.empty(state))}

    @enforces("HO5.2")
    def tally(self, state: State) -> tuple[Addend, ...]:
        """Return the count of Hongs, one line a Hong: the rows from top to bottom, then the columns."""
        addends = []
        for hong in self.hongs(state):
            said = (
                _("Row {line}: {spaces}, size {size}") if hong.way == EW else _("Column {line}: {spaces}, size {size}")
            )
            first = str(hong.segments[0])
            facts = (("line", first[1:] if hong.way == EW else first[0]), *_hong_facts(hong))
            addends.append(Addend("HO5.2", said, facts, _names(hong.squares), 1))
        return tuple(addends)

    def total(self, state: State) -> str:
        """Return how many Hongs stand, in words."""
        return _("Hongs: {count}").format(count=len(self.hongs(state)))

    @enforces("HO5.3")
    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner and -1 for the other at the end: the dragon master wins with the target."""
        if state.player != TERMINAL:
            return (0.0, 0.0)
        return (-1.0, 1.0) if lines_of(self.mask).count(state.cells) >= self.goal else (1.0, -1.0)

    def verdict(self, state: State) -> Event | None:
        """Return who won and by what count, or `None` while the game goes on."""
        if state.player != TERMINAL:
            return None
        hongs = self.hongs(state)
        winner = MASTER if len(hongs) >= self.goal else EMPEROR
        facts: Facts = (("count", len(hongs)), ("target", self.goal), *_seat_facts(winner))
        places = tuple(dict.fromkeys(name for hong in hongs for name in _names(hong.squares)))
        said = _("Hongs: {count}; the target is {target}. The {player} wins.")
        return Event("HO5.3", said, facts, places or _names(self.mask.spaces))

    def goods(self, state: State, seat: int) -> tuple[Good, ...]:
        """Return the Hongs that stand, for the dragon master; the emperor has nothing to count."""
        if seat != MASTER:
            return ()
        hongs = self.hongs(state)
        places = tuple(dict.fromkeys(name for hong in hongs for name in _names(hong.squares)))
        return (Good("HO5.2", _("Hongs"), len(hongs), 1.0, places),)

    def promise(self, state: State, seat: int) -> float:
        """Return the Hongs that stand and those that could yet, counted for the dragon master or against him."""
        worth = lines_of(self.mask).prospects(state.cells)
        return worth if seat == MASTER else -worth

    def worths(self, state: State) -> tuple[float, ...]:
        """Return how well each seat stands: the Hongs that stand or could yet, against the target."""
        if state.player == TERMINAL:
            return self.returns(state)
        lines = lines_of(self.mask)
        stand = lines.count(state.cells)
        if stand >= self.goal and not self.lair:
            return (-1.0, 1.0)  # A Hong that stands cannot fall (HO4).
        could = lines.prospects(state.cells) - stand
        left = state.cells.count(EMPTY) / len(self.mask.spaces)
        lead = tanh(STEEPNESS * ((stand - self.goal) * (1.5 - 0.8 * left) + 2.4 * could + 3 * left))
        return (-lead, lead)

    # Words and notation

    def objections(self, state: State, action: Action) -> Iterator[Objection]:
        """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
        return referee.objections(self, state, action)

    def attempts(self, state: State) -> tuple[Action, ...]:
        """Return every action on any square of the rectangle; of those with two squares only the task's own in full."""
        squares = self.mask.squares
        pairs: Iterable[Action] = ()
        match state.task:
            case Dragon.SHIFT:
                pairs = (Shift(stone, to) for stone in squares for to in squares)
            case Dragon.SLIDE:
                pairs = (Slide(tile, to) for tile in squares for to in squares)
            case Dragon.SWAP:
                pairs = (Swap(tile, stone, way) for tile in squares for stone in squares for way in (*WAYS, CROOKED))
        return (*self._tables.attempts, *pairs)

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes. Raises `NotationError`."""
        return actions.parse(text)

    def to_text(self, state: State) -> str:
        """Return the state as one line: rows, who decides, the lair."""
        return _state_to_text(self.mask, state)

    def from_text(self, text: str) -> State:
        """Return the state that `to_text` wrote. Raises `NotationError`."""
        found = _state_from_text(self.mask, text)
        referee.check(self, found)
        return found

    def sketch(self, state: State) -> str:
        """Return the board row by row, and the rest in a line below."""
        rows, _space, rest = self.to_text(state).partition(" ")
        return f"{rows}\n{rest}".replace("/", "\n")

    def task(self, state: State) -> Remark:
        """Return who is to decide and what, in words, with the rule that asks for it."""
        if verdict := self.verdict(state):
            return verdict
        facts: Facts
        if state.player == CHANCE:
            if state.cells.count(STONE) < self.stones:
                facts = (("number", state.cells.count(STONE) + 1), ("stones", self.stones))
                return Remark("HO2.2", _("Setting up: stone {number} of {stones} falls on a random space."), facts)
            facts = (("size", len(state.lair) + 1),)
            return Remark("HO6.2", _("Setting up: the Great Dragon of size {size} is drawn."), facts)
        facts = _seat_facts(state.player)
        if state.task:
            said = _("The {player} carries out {dragon}: {order}.")
            return Remark(state.task.rule, said, (*facts, ("dragon", state.task.label), ("order", state.task.order)))
        if state.choice:
            places = tuple(f"lair {size}" for size in state.choice)
            said = _("The {player} chooses the Great Dragon to summon: size {sizes}.")
            sizes = _(" or ").join(map(str, state.choice))
            return Remark("HO6.5", said, (*facts, ("sizes", sizes)), places)
        return Remark("HO3.2", _("The {player} lays one tile, dragon side up, on an empty space."), facts)

    def say(self, state: State, action: Action) -> str:
        """Return an action in words."""
        match action:
            case Place(space, way):
                return _("{space}, body {way}").format(space=space, way=way_words(way))
            case Stone(space):
                return _("a stone on {space}").format(space=space)
            case Lay(size, dragon):
                return _("size {size}: {dragon}").format(size=size, dragon=dragon.label)
            case Summon(size):
                dragon_called = state.lair[size - 1] if size <= len(state.lair) else None
                title = dragon_called.label if dragon_called else _("nobody")
                return _("summon size {size}: {dragon}").format(size=size, dragon=title)
            case Turn(space, half):
                return (_("turn {space} half round") if half else _("turn {space}")).format(space=space)
            case Shift(stone, to):
                return _("the stone from {stone} to {to}").format(stone=stone, to=to)
            case Petrify(space):
                return _("petrify {space}").format(space=space)
            case Slide(tile, to):
                return _("slide {tile} to {to}").format(tile=tile, to=to)
            case Swap(tile, stone, way):
                said = _("swap the tile on {tile} with the stone on {stone}, body {way}")
                return said.format(tile=tile, stone=stone, way=way_words(way))
            case Pass():
                return _("pass")

    def places(self, action: Action) -> tuple[str, ...]:
        """Return the spaces an action points at, or the lair's space of a choice."""
        return (f"lair {action.size}",) if isinstance(action, Summon | Lay) else _names(action.squares)

    def around(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the rows and columns through the spaces of an action."""
        rows = {square.row for square in action.squares}
        cols = {square.col for square in action.squares}
        near = _names(square for square in self.mask.spaces if square.row in rows or square.col in cols)
        return near or self.places(action)

    def concerns(self, state: State, rule: str) -> tuple[str, ...]:
        """Return the places of this state that a rule of Hong speaks of."""
        match rule:
            case "HO1.1" | "HO2.1" | "HO3.3" | "HO5.1":
                return _names(self.mask.spaces)
            case "HO2.2" | "HO6.13" | "HO6.16":
                return _names(self.stones_on(state))
            case "HO1.3" | "HO6.11" | "HO6.14" | "HO6.17":
                return _names(self.tiles_on(state))
            case "HO3.4":
                return _names(self._holding(state, STONE, EW, NS))
            case "HO3.2" | "HO3.5" | "HO3.6" | "HO6.12" | "HO6.18":
                return _names(self.empty(state))
            case "HO4.3":
                return _names(square for run in lines_of(self.mask).open_runs(state.cells) for square in run)
            case "HO4.5":
                return _names(square for hong in self.hongs(state) for square in hong.segments)
            case "HO6.15":
                empty = self.empty(state)
                return _names(tile for tile in self.tiles_on(state) if any(tile.beside(space) for space in empty))
            case "HO6.2" | "HO6.3" | "HO6.8":
                return tuple(place for place, dragon in zip(LAIR_PLACES, state.lair, strict=False) if dragon)
            case "HO6.4" | "HO6.9":
                return tuple(place for place, dragon in zip(LAIR_PLACES, state.lair, strict=False) if not dragon)
            case "HO6.5":
                return tuple(f"lair {size}" for size in state.choice)
            case _ if rule.startswith(("HO1.4", "HO4", "HO5", "HO6.7")):
                return _names(square for hong in self.hongs(state) for square in hong.squares)
            case _:
                return ()


_state_to_text, _state_from_text = state.to_text, state.from_text


@dataclass(frozen=True)
class _Tables:
    """What is looked up at every ply, made once a mask."""

    index: dict[Square, int]
    placements: tuple[tuple[Action, ...], ...]
    """By square: the two placements on it."""
    bare: tuple[int, ...]
    """The cells of the board before anything lies on it."""
    attempts: tuple[Action, ...]
    """Every attempt with at most one square, and one to each side of those with two."""

    @staticmethod
    @cache
    def of(mask: Mask) -> _Tables:
        squares = mask.squares
        index = {square: at for at, square in enumerate(squares)}
        singles: list[Action] = [Pass(), *(Summon(size) for size in range(1, 9))]
        singles += [Lay(size, dragon) for size in SIZES for dragon in Dragon]
        for square in squares:
            singles += [Place(square, way) for way in (*WAYS, CROOKED)]
            singles += [Stone(square), Turn(square), Turn(square, half=True), Petrify(square)]
        for square, other in pairwise(squares):
            singles += [Shift(square, other), Slide(square, other), Swap(square, other, EW)]
        placements = tuple((Place(square, EW), Place(square, NS)) for square in squares)
        bare = tuple(EMPTY if mask.sign(square) == "#" else OFF for square in squares)
        return _Tables(index, placements, bare, tuple(singles))


def _names(squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(map(str, squares))


def _seat_facts(seat: int) -> Facts:
    return (("player", _(Hong.seats[seat])),)


def _hong_facts(hong: Dragons) -> Facts:
    first, last = hong.segments[0], hong.segments[-1]
    spaces = str(first) if first == last else _("{first} to {last}").format(first=first, last=last)
    return (("size", hong.size), ("spaces", spaces), ("heads", listed(map(str, hong.heads))))
