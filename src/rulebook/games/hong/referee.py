"""The referee of Hong: why an action is refused.

The referee reads the rules from the attempt's side and shares no list with `Hong.legal_actions`; a test holds the two
readings equal. Checks stand in the order in which a player would raise them: whose moment it is, what kind of action
is due, then the spaces one by one. A check that fails does not end the judging: each of the others that can still be
asked is asked, so that all reasons are found, and the first is the one that a reader is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, TERMINAL, Facts, NotationError, Objection, enforces
from rulebook.games.hong.actions import (
    CROOKED,
    EMPTY,
    OFF,
    STONE,
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
)
from rulebook.games.hong.state import SIZES, State
from rulebook.grids import Square
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.hong.engine import Hong


def objections(game: Hong, state: State, action: Action) -> Iterator[Objection]:
    """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
    if state.player == TERMINAL:
        said = _("The game is over: no more tiles are laid.")
        yield _no("HO5.1", said, _where(game, action), instead=_("Start a new game, or step back."))
    if state.player == CHANCE:
        yield from _in_setup(game, state, action)
    elif isinstance(action, Lay):
        said = _("The Great Dragons are laid in setting up only.")
        yield _no("HO6.2", said, (f"lair {action.size}",), instead=_task(game, state))
    elif isinstance(action, Pass):
        yield from _passing(game, state)
    elif isinstance(action, Summon):
        yield from _summoning(game, state, action)
    else:
        yield from _out_of_order(game, state, action)
        yield from _on_the_board(game, state, action)


@enforces("HO2.2", "HO6.2")
def _in_setup(game: Hong, state: State, action: Action) -> Iterator[Objection]:
    """Setting up comes first: three stones on different spaces in play, then the lair."""
    facts: Facts
    if state.cells.count(STONE) < game.stones:
        if not isinstance(action, Stone):
            said = _("First the stones are laid: {laid} of {stones} lie on the board.")
            facts = (("laid", state.cells.count(STONE)), ("stones", game.stones), ("free", str(game.empty(state)[0])))
            yield _no("HO2.2", said, _where(game, action), facts, _("Let a stone fall, for example on {free}."))
            return
        content = game.content(state, action.space)
        if content == OFF:
            yield _off_board(game, action.space, "HO2.2", _("Let the stone fall on a space of the board."))
        elif content != EMPTY:
            said = _("A stone lies on {space} already; the stones go on different spaces.")
            yield _no("HO2.2", said, (action.space,), instead=_("Let it fall on another space."))
        return
    size = len(state.lair) + 1
    if not isinstance(action, Lay) or action.size != size:
        said = _("First the Great Dragons are laid, sizes 1 to 7 in turn; size {size} is next.")
        yield _no("HO6.2", said, (f"lair {size}",), (("size", size),), _("Lay one that is still left on size {size}."))
    elif action.which in state.lair:
        said = _("{dragon} lies on size {other} already; the seven are all different.")
        facts = (("dragon", action.which.label), ("other", state.lair.index(action.which) + 1))
        yield _no("HO6.2", said, (f"lair {size}",), facts, _("Lay one that is still left."))


@enforces("HO3.6", "HO6.9")
def _passing(game: Hong, state: State) -> Iterator[Objection]:
    """There is no passing, neither of a turn nor of a summons."""
    if state.choice:
        places = [f"lair {size}" for size in state.choice]
        said = _("A Great Dragon that is summoned acts; it cannot be declined.")
        yield _no("HO6.9", said, places, instead=_task(game, state))
    else:
        places = [str(space) for space in game.empty(state) or game.mask.spaces]
        yield _no("HO3.6", _("There is no passing."), places, instead=_("Lay a tile on an empty space."))


@enforces("HO6.3", "HO6.4", "HO6.5")
def _summoning(game: Hong, state: State, action: Summon) -> Iterator[Objection]:
    """A Great Dragon comes when a Hong of its size is completed, once, and one at a time."""
    size = action.size
    facts = (("size", size),)
    places = (f"lair {size}",)
    if not game.lair:
        said = _("A turn is one tile; this game is played without the Lair, so there is nobody to summon.")
        yield _no("HO3.2", said, game.empty(state), instead=_task(game, state))
        return
    if size not in SIZES:
        said = _("The lair has sizes 1 to 7; there is no size {size}.")
        yield _no("HO6.2", said, [f"lair {known}" for known in SIZES], facts, _task(game, state))
        return
    if state.lair[size - 1] is None:
        said = _("The Great Dragon of size {size} has been summoned before and left the game.")
        yield _no("HO6.4", said, places, facts, _task(game, state))
    elif size not in state.choice:
        said = _("No Hong of size {size} has just been completed, so its Great Dragon stays.")
        yield _no("HO6.3", said, places, facts, _task(game, state))
    if state.task:
        said = _("Only one Great Dragon comes for one placement or action; you have chosen already.")
        yield _no("HO6.5", said, places, facts, _task(game, state))


@enforces("HO3.2", "HO6.3", "HO6.4", "HO6.5")
def _out_of_order(game: Hong, state: State, action: Action) -> Iterator[Objection]:
    """A turn is one tile; a Great Dragon's action is carried out when it was summoned, and then nothing else."""
    wanted = action.dragon
    if state.choice and state.task is None:
        said = _("First choose which one Great Dragon to summon.")
        yield _no("HO6.5", said, [f"lair {size}" for size in state.choice], instead=_task(game, state))
        return
    if state.task:
        if wanted is not state.task and not (isinstance(action, Place) and state.task is Dragon.AGAIN):
            said = _("The Great Dragon that was summoned acts first: {dragon}.")
            yield _no("HO6.3", said, _where(game, action), (("dragon", state.task.label),), _task(game, state))
        return
    if wanted is None:
        return
    if not game.lair:
        said = _("A turn is one tile from the supply, laid dragon side up, and nothing else.")
        yield _no("HO3.2", said, _where(game, action), instead=_("Lay a tile on an empty space."))
        return
    facts = (("dragon", wanted.label),)
    if wanted in state.lair:
        size = state.lair.index(wanted) + 1
        said = _("{dragon} is the Great Dragon of size {size}; it acts when the first Hong of that size is completed.")
        advice = _("Complete a Hong of size {size} to summon it.")
        yield _no("HO6.3", said, (*_where(game, action), f"lair {size}"), (*facts, ("size", size)), advice)
        return
    said = _("The Great Dragon of {dragon} has been summoned before and left the game.")
    yield _no("HO6.4", said, _where(game, action), facts, _("Lay a tile on an empty space."))


def _on_the_board(game: Hong, state: State, action: Action) -> Iterator[Objection]:
    """Yield what is wrong with the spaces of an action."""
    match action:
        case Place(space, way):
            yield from _must_be_empty(game, state, space, "HO3.4")
            yield from _must_fit(space, way)
        case Turn(space, half):
            yield from _must_hold_tile(game, state, space, "HO6.11")
            if half:
                yield _half_turn(space)
        case Shift(stone, to):
            yield from _must_hold_stone(game, state, stone, "HO6.13")
            yield from _must_be_empty(game, state, to, "HO6.13")
        case Petrify(space):
            yield from _must_hold_tile(game, state, space, "HO6.14")
        case Slide(tile, to):
            yield from _must_hold_tile(game, state, tile, "HO6.15")
            yield from _must_be_empty(game, state, to, "HO6.15", _near(game, state, tile))
            yield from _must_be_beside(game, state, tile, to)
        case Stone(space):
            yield from _must_be_empty(game, state, space, "HO6.16")
        case Swap(tile, stone, way):
            yield from _must_hold_tile(game, state, tile, "HO6.17")
            yield from _must_hold_stone(game, state, stone, "HO6.17")
            yield from _must_fit(stone, way)
        case _:
            raise ValueError(f"{action} has no spaces")


@enforces("HO3.3")
def _off_board(game: Hong, space: Square, rule: str = "HO3.3", advice: str = "") -> Objection:
    """The space must be on the board in play."""
    advice = advice or _("Choose a space of the {board}.")
    facts = (("board", game.layout.name),)
    if game.mask.sign(space) == "o":
        return _no(
            rule, _("{space} is a space of the castle, but outside the {board} in play."), (space,), facts, advice
        )
    return _no(rule, _("{space} is no space of the {board}."), (space,), facts, advice)


@enforces("HO3.4")
def _must_be_empty(
    game: Hong, state: State, space: Square, rule: str, among: Sequence[Square] | None = None
) -> Iterator[Objection]:
    """The space must be empty, and on the board in play; an empty one is advised of those it can be `among`."""
    content = game.content(state, space)
    if content == EMPTY:
        return
    if content == OFF:
        yield _off_board(game, space)
        return
    what = _("a stone") if content == STONE else _("a dragon tile")
    advice = _("Choose an empty space.")
    free = game.empty(state) if among is None else among
    if rule != "HO3.4" and free:
        advice = _("Choose an empty space, such as {free}.").replace("{free}", str(free[0]))
    yield _no(rule, _("{space} is occupied: {what} lies there."), (space,), (("what", what),), advice)


@enforces("HO3.5")
def _must_fit(space: Square, way: int) -> Iterator[Objection]:
    """The tile fits the grid, in either of its two ways."""
    if way == CROOKED:
        said = _("A tile lies square in the grid, its body east–west or north–south, not askew.")
        yield _no("HO3.5", said, (space,), instead=_("Note {space} - or {space} |."))


@enforces("HO6.11", "HO6.14", "HO6.15", "HO6.17")
def _must_hold_tile(game: Hong, state: State, space: Square, rule: str) -> Iterator[Objection]:
    """The space must hold a dragon tile."""
    content = game.content(state, space)
    if content == OFF:
        yield _off_board(game, space)
    elif content == EMPTY:
        said = _("{space} is empty; this action needs a dragon tile.")
        yield _no(rule, said, (space,), instead=_a_tile(game, state))
    elif content == STONE:
        said = _("A stone lies on {space}; this action needs a dragon tile.")
        yield _no(rule, said, (space,), instead=_a_tile(game, state))


@enforces("HO6.13", "HO6.17")
def _must_hold_stone(game: Hong, state: State, space: Square, rule: str) -> Iterator[Objection]:
    """The space must hold a stone."""
    content = game.content(state, space)
    if content == STONE:
        return
    if content == OFF:
        yield _off_board(game, space)
        return
    stone = game.stones_on(state)
    advice = _("Choose a stone, such as the one on {stone}.").replace("{stone}", str(stone[0])) if stone else ""
    said = _("A dragon tile lies on {space}; this action needs a stone.")
    if content == EMPTY:
        said = _("{space} is empty; this action needs a stone.")
    yield _no(rule, said, (space,), instead=advice)


@enforces("HO6.15")
def _must_be_beside(game: Hong, state: State, tile: Square, to: Square) -> Iterator[Objection]:
    """A tile slides to an empty space that shares an edge with its own."""
    if tile.beside(to):
        return
    near = _near(game, state, tile)
    advice = _("Slide another tile.")
    if near:
        advice = _("Slide it to {near}.").replace("{near}", _(" or ").join(map(str, near)))
    if abs(tile.col - to.col) == abs(tile.row - to.row) == 1:
        said = _("{to} touches {space} only at a corner; a tile slides across an edge, never diagonally.")
    else:
        said = _("{to} is not beside {space}; a tile slides one space, across an edge.")
    yield _no("HO6.15", said, (tile, to), (("to", str(to)),), advice)


def _near(game: Hong, state: State, tile: Square) -> list[Square]:
    """Return the empty spaces that share an edge with the space of a tile."""
    return [space for space in game.empty(state) if tile.beside(space)]


@enforces("HO6.11")
def _half_turn(space: Square) -> Objection:
    """Turn is by a quarter turn: a half turn changes nothing."""
    said = _("A half turn leaves the tile on {space} as it was; Turn means a quarter turn.")
    return _no("HO6.11", said, (space,), instead=_("Give it a quarter turn: turn {space}."))


def check(game: Hong, state: State) -> None:
    """Raise `NotationError` if a position read from text cannot occur in `game`."""
    tiles = [content for content in state.cells if content not in (EMPTY, OFF)]
    if len(tiles) > game.tiles:
        raise NotationError(f"{len(tiles)} tiles lie there; the supply holds {game.tiles} (HO1.2)")
    if state.lair and not game.lair:
        raise NotationError("lair=…: this game is played without the Lair (HO6.1); add lair=yes to its options")
    if state.player == CHANCE:
        stones = state.cells.count(STONE)
        if len(tiles) > stones or stones > game.stones or (state.lair and stones < game.stones):
            raise NotationError(
                f"'chance': setting up lays {game.stones} stones, then the lair, before any tile (HO2.2)"
            )
        if stones == game.stones and len(state.lair) == (len(SIZES) if game.lair else 0):
            raise NotationError("'chance': setting up is done; the emperor begins (HO3.1)")
    elif (state.player == TERMINAL) != (len(tiles) in (len(game.mask.spaces), game.tiles)) and not state.choice:
        raise NotationError("the game is at its end when every space is occupied, and only then (HO5.1)")
    elif game.lair and len(state.lair) < len(SIZES):
        raise NotationError("the lair is missing; write lair= and seven of the letters t a h p l s w, or . (HO6.2)")


def _no(
    rule: str,
    message: str,
    places: Iterable[Square | str],
    facts: Facts = (),
    instead: str = "",
) -> Objection:
    names = tuple(map(str, places))
    return Objection(rule, message, (("space", names[0] if names else ""), *facts), names, instead)


def _where(game: Hong, action: Action) -> tuple[str, ...]:
    """Return the places to light for an action that is out of order: its own, or else the board in play."""
    if isinstance(action, Summon | Lay) and action.size in SIZES:
        return (f"lair {action.size}",)
    return tuple(map(str, action.squares or game.mask.spaces))


def _task(game: Hong, state: State) -> str:
    """Return what is to be done now, as advice."""
    return game.task(state).words


def _a_tile(game: Hong, state: State) -> str:
    tiles = game.tiles_on(state)
    return _("Choose a dragon tile, such as the one on {tile}.").replace("{tile}", str(tiles[0])) if tiles else ""
