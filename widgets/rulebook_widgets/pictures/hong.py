"""The board of Hong as a picture, and what a reader's gestures on it mean.

Throughout, a *place* is a space, `c3`, or a space of the lair, `lair 3`.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from rulebook.game import CHANCE, TERMINAL
from rulebook.games.hong import Hong
from rulebook.games.hong.actions import (
    EMPTY,
    EW,
    NS,
    OFF,
    STONE,
    Action,
    Dragon,
    Petrify,
    Place,
    Shift,
    Slide,
    Stone,
    Summon,
    Swap,
    Turn,
    way_words,
)
from rulebook.games.hong.lines import Hong as Dragons
from rulebook.games.hong.state import SIZES, State
from rulebook.grids import Square, parse_square
from rulebook.words import _
from rulebook_widgets.pictures.hong_pieces import SPRITES
from rulebook_widgets.pictures.lights import LIGHTS
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Shape, Sprite, Stamp, Text, View, box

LARGEST = 540.0
"""The width of the largest board, in CSS pixels."""
MARGIN = 26.0
"""The room for letters and numbers at the top and the left."""
EDGE = 10.0

EW_MODE, NS_MODE, QUARTER, HALF = "-", "|", "quarter", "half"


class HongPicture:
    """Draws the states of one game of Hong and reads its gestures."""

    viewer: int | None = None
    curtain = False

    def __init__(self, game: Hong) -> None:
        self.game = game
        mask = game.mask
        self.cell = min(84.0, (LARGEST - MARGIN - EDGE) / mask.width)
        self.board_bottom = MARGIN + self.cell * mask.height + EDGE
        self.width = MARGIN + self.cell * mask.width + EDGE
        if game.lair:
            self.width = max(self.width, 330.0)
        self.slot = (self.width - 2 * EDGE) / len(SIZES)
        self.height = self.board_bottom + (self.slot + 22 if game.lair else 0)

    # Places

    def corner(self, square: Square) -> tuple[float, float]:
        """Return the top left corner of a square."""
        return (MARGIN + square.col * self.cell, MARGIN + square.row * self.cell)

    def frame(self, place: str) -> tuple[float, float, float]:
        """Return the corner and the side of the square that a place fills."""
        if place.startswith("lair "):
            size = int(place.removeprefix("lair "))
            return (EDGE + (size - 1) * self.slot + 3, self.board_bottom + 3, self.slot - 6)
        return (*self.corner(parse_square(place)), self.cell)

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point, in picture units, or `None`; spaces out of play are places too."""
        if y >= self.board_bottom:
            size = int((x - EDGE) // self.slot) + 1
            return f"lair {size}" if self.game.lair and size in SIZES else None
        col, row = int((x - MARGIN) // self.cell), int((y - MARGIN) // self.cell)
        inside = 0 <= col < self.game.mask.width and 0 <= row < self.game.mask.height
        return str(Square(col, row)) if inside else None

    def home(self, state: State) -> str:
        """Return where the keyboard's cursor begins: the middle of the board."""
        spaces = self.game.mask.spaces
        return str(spaces[len(spaces) // 2])

    def step(self, state: State, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another; the lair lies below the board."""
        mask = self.game.mask
        if place.startswith("lair "):
            size = int(place.removeprefix("lair ")) + dx
            if dy < 0:
                return str(Square(min(mask.width - 1, max(0, size + (mask.width - 9) // 2)), mask.height - 1))
            return f"lair {min(max(size, 1), len(SIZES))}"
        square = parse_square(place)
        col, row = square.col + dx, square.row + dy
        if row >= mask.height and self.game.lair:
            return f"lair {min(max(col - (mask.width - 9) // 2, 1), len(SIZES))}"
        return str(Square(min(max(col, 0), mask.width - 1), min(max(row, 0), mask.height - 1)))

    # The picture

    def picture(self, state: State, view: View) -> Picture:
        """Return the picture of a state as `view` shows it."""
        ground = self._ground()
        shapes: list[Shape] = [Stamp(ground.name, 0, 0, self.width, self.height)]
        for square, content in zip(self.game.mask.squares, state.cells, strict=True):
            if content in (STONE, EW, NS):
                name = {STONE: "stone", EW: "tile-ew", NS: "tile-ns"}[content]
                shapes.append(self._on(name, square))
        hongs = [] if view.plain else self.game.hongs(state)
        for hong in hongs:
            shapes += self._lit(hong)
        for size, dragon in enumerate(state.lair, 1):
            shapes.append(self._stamp(f"lair-{dragon or 'none'}", f"lair {size}"))
        for name, places in (
            ("glow", view.glow),
            ("last", view.last),
            ("legal", view.legal),
            ("selected", view.selection),
            ("refused", view.refused),
            ("cursor", (view.cursor,) if view.cursor else ()),
        ):
            shapes += [self._stamp(name, place) for place in places]
        for number, hong in enumerate(hongs[: view.counted], 1):
            shapes += self._counter(hong, number)
        used = {shape.name for shape in shapes if isinstance(shape, Stamp)}
        sprites = [ground, *(sprite for name, sprite in (SPRITES | LIGHTS).items() if name in used)]
        return Picture(self.width, self.height, tuple(sprites), tuple(shapes))

    def sheet(self) -> Picture:
        """Return an empty picture that names every sprite a board of this game can stamp."""
        pieces = [sprite for name, sprite in SPRITES.items() if self.game.lair or not name.startswith("lair")]
        return Picture(self.width, self.height, (self._ground(), *pieces, *LIGHTS.values()), ())

    def _on(self, name: str, square: Square) -> Stamp:
        return Stamp(name, *self.corner(square), self.cell, self.cell)

    def _stamp(self, name: str, place: str) -> Stamp:
        x, y, side = self.frame(place)
        return Stamp(name, x, y, side, side)

    def _lit(self, hong: Dragons) -> list[Shape]:
        """Return a Hong as one creature: its body across the tiles, a woken head at each end."""
        body, ends = ("lit-ew", ("woken-e", "woken-w")) if hong.way == EW else ("lit-ns", ("woken-s", "woken-n"))
        heads = [self._on(name, square) for name, square in zip(ends, hong.heads, strict=True)]
        return [*heads, *(self._on(body, square) for square in hong.segments)]

    def _counter(self, hong: Dragons, number: int) -> list[Shape]:
        """Return the counter of a Hong, in the middle of its segments (HO1.4)."""
        first, last = self.corner(hong.segments[0]), self.corner(hong.segments[-1])
        side = self.cell * 0.5
        x, y = (first[0] + last[0] + self.cell) / 2, (first[1] + last[1] + self.cell) / 2
        # Along a row the counter sits high, along a column low, so that a crossing hides neither.
        x, y = (x, y - self.cell * 0.22) if hong.way == EW else (x, y + self.cell * 0.22)
        stamp = Stamp("counter", x - side / 2, y - side / 2, side, side)
        return [stamp, Text(x, y, str(number), side * 0.52, "white", 700)]

    @cache  # noqa: B019 (a picture lives as long as its board)
    def _ground(self) -> Sprite:
        """Return the board without pieces: spaces, letters and numbers, the lair's slots."""
        mask, cell = self.game.mask, self.cell
        shapes: list[Path | Circle | Text] = []
        for square in mask.squares:
            x, y = self.corner(square)
            if mask.sign(square) == "#":
                shapes.append(box(x + 1.5, y + 1.5, cell - 3, cell - 3, 6, "space", "rule", 1.2))
            elif mask.sign(square) == "o":
                shapes.append(box(x + 8, y + 8, cell - 16, cell - 16, 6, "", "rule", 1))
                shapes.append(Pen().move(x + 12, y + cell - 12).line((x + cell - 12, y + 12)).path(stroke="rule"))
        for col in range(mask.width):
            shapes.append(Text(MARGIN + (col + 0.5) * cell, MARGIN / 2, ascii_lowercase[col], 16, "quiet", 600))
        for row in range(mask.height):
            shapes.append(Text(MARGIN / 2, MARGIN + (row + 0.5) * cell, str(row + 1), 16, "quiet", 600))
        if self.game.lair:
            for size in SIZES:
                x, y, side = self.frame(f"lair {size}")
                shapes.append(Circle(x + side / 2, y + side / 2, side * 0.42, "", "rule", 1.5))
                shapes.append(Text(x + side / 2, y + side + 10, str(size), 16, "ink", 700))
        return Sprite("ground", self.width, self.height, tuple(shapes))

    # Words

    def describe(self, state: State, plain: bool = False) -> str:
        """Return the position in words: what lies where, row by row, then the Hongs unless `plain`."""
        names = {STONE: _("stone"), EW: way_words(EW), NS: way_words(NS)}
        rows: dict[int, list[str]] = {}
        for square, content in zip(self.game.mask.squares, state.cells, strict=True):
            if content in names:
                rows.setdefault(square.row, []).append(f"{square} {names[content]}")
        lying = [_("Row {row}: {tiles}.").format(row=row + 1, tiles=", ".join(tiles)) for row, tiles in rows.items()]
        said = [_("Hong, {board}.").format(board=self.game.layout.name), *(lying or [_("The board is empty.")])]
        if not plain:
            hongs = self.game.tally(state)
            said.append(_("Hongs: {count}.").format(count=len(hongs)))
            said += [f"{line.words}." for line in hongs]
        if state.lair:
            said.append(self.note(state))
        return " ".join(said)

    def say_place(self, state: State, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words."""
        if place.startswith("lair "):
            size = int(place.removeprefix("lair "))
            dragon = state.lair[size - 1] if size <= len(state.lair) else None
            return _("lair, size {size}: {dragon}").format(size=size, dragon=dragon.label if dragon else _("empty"))
        content = self.game.content(state, parse_square(place))
        names = {EMPTY: _("empty"), STONE: _("stone"), OFF: _("no space in play")}
        if content not in names:
            return _("{place}: dragon tile, body {way}").format(place=place, way=way_words(content))
        return f"{place}: {names[content]}"

    def say_selection(self, state: State, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return what is chosen so far: the first space of two."""
        return _("{place} chosen; now the second space.").format(place=selection[-1])

    def note(self, state: State) -> str:
        """Return what stands beside the board in words: the supply, or the lair."""
        if not state.lair:
            return ""
        slots = [f"{size} {dragon.label if dragon else '–'}" for size, dragon in enumerate(state.lair, 1)]
        return _("Lair: {slots}").format(slots=" · ".join(slots))

    # Gestures

    def modes(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return the ways in which a tap can be meant now, with labels; the first is meant unless another is set."""
        if self.game.current_player(state) in (CHANCE, TERMINAL) or (state.choice and not state.task):
            return ()
        if state.task is Dragon.TURN:
            return ((QUARTER, _("quarter turn")), (HALF, _("half turn")))
        if state.task in (None, Dragon.AGAIN, Dragon.SWAP):
            return ((EW_MODE, _("body east–west")), (NS_MODE, _("body north–south")))
        return ()

    def targets(self, state: State, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that can be pointed at next, for the ring; none where any empty space will do."""
        if state.task is None and not state.choice:
            return ()
        at = len(selection)
        found = (self.game.places(action) for action in self.game.legal_actions(state))
        return tuple(dict.fromkeys(places[at] for places in found if places[:at] == selection and len(places) > at))

    def gesture(self, state: State, selection: tuple[str, ...], mode: str, place: str) -> Action | tuple[str, ...]:
        """Return the action that pointing at `place` tries, or the selection it leaves for a second point."""
        if place.startswith("lair "):
            return Summon(int(place.removeprefix("lair ")))
        square = parse_square(place)
        if self.game.current_player(state) == CHANCE:
            return Stone(square)
        way = NS if mode == NS_MODE else EW
        match state.task:
            case Dragon.TURN:
                return Turn(square, half=mode == HALF)
            case Dragon.PETRIFY:
                return Petrify(square)
            case Dragon.STONE:
                return Stone(square)
            case Dragon.SHIFT | Dragon.SLIDE | Dragon.SWAP:
                return self._pair(state, state.task, selection, way, place)
            case _:
                return Place(square, way)

    def _pair(
        self, state: State, dragon: Dragon, selection: tuple[str, ...], way: int, place: str
    ) -> Action | tuple[str, ...]:
        if selection == (place,):
            return ()
        if not selection and place in self.targets(state, ()):
            return (place,)
        first = parse_square(selection[0] if selection else place)
        # A first point that nothing can follow is tried with the place itself, so that the referee says why.
        second = parse_square(place)
        if dragon is Dragon.SHIFT:
            return Shift(first, second)
        return Slide(first, second) if dragon is Dragon.SLIDE else Swap(first, second, way)
