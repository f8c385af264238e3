"""The words of what an exercise on a position set up by hand can ask for in Hong."""

from __future__ import annotations

from itertools import combinations_with_replacement

from rulebook.game import listed
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.state import State
from rulebook.setting import Blank, Task
from rulebook.words import _

Choices = tuple[tuple[object, str], ...]


def _sizes(game: Hong, _state: State) -> Choices:
    """Return the sizes that one tile can complete: one Hong along the tile, two across (HO6.7)."""
    longest = max(len(line) for line in game.mask.lines) - 2
    several = [*combinations_with_replacement(range(1, min(longest, 4) + 1), 2), (1, 1, 1)]
    sets = [*((size,) for size in range(1, longest + 1)), *several]
    return tuple((list(sizes), listed(map(str, sizes))) for sizes in sets)


def _counts(game: Hong, state: State) -> Choices:
    stand = len(game.hongs(state))
    return tuple((count, str(count)) for count in range(stand + 4))


def _breaks(_game: Hong, _state: State) -> Choices:
    return tuple((count, str(count)) for count in (1, 2, 3))


def _dragons(_game: Hong, state: State) -> Choices:
    return tuple((str(dragon), dragon.label) for dragon in state.lair if dragon)


def _seats(game: Hong, _state: State) -> Choices:
    return tuple((seat, seat) for seat in game.seats)


def _with_lair(game: Hong, _state: State) -> bool:
    return game.lair


TASKS = {
    "completes": Task(
        "HO4.1", _("complete Hongs of a size"), _("Complete Hongs of just these sizes, and no others: {sizes}."),
        (Blank("sizes", _("sizes"), _sizes),),
    ),
    "denies": Task("HO4.3", _("leave no Hong to the next player"),
                   _("Leave a board on which the next player can complete no Hong with one tile.")),
    "holds": Task("HO5.2", _("a number of Hongs"), _("Bring the number of Hongs on the board to just {hongs}."),
                  (Blank("hongs", _("Hongs"), _counts),)),
    "summons": Task("HO6.3", _("summon a Great Dragon"), _("Summon the Great Dragon of {dragon}."),
                    (Blank("dragon", _("Great Dragon"), _dragons),), _with_lair),
    "breaks": Task("HO6.7", _("break Hongs"), _("Break just {count} of the Hongs that stand."),
                   (Blank("count", _("Hongs"), _breaks),), _with_lair),
    "wins": Task("HO5.3", _("win"), _("End the game so that the {seat} wins."), (Blank("seat", _("who"), _seats),)),
}  # fmt: skip
