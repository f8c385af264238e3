"""A moment of Hong, its text, and the boards it is played on."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.hong.actions import OFF, SIGNS, Dragon
from rulebook.grids import Mask

EMPEROR, MASTER = range(2)
SIZES = range(1, 8)
"""The sizes of Hong that have a Great Dragon (HO6.2)."""


@dataclass(frozen=True, slots=True)
class State:
    """One moment: what lies on the squares, who decides, what is left in the lair, and what a Great Dragon asks."""

    cells: tuple[int, ...]
    """The content of every square of the mask's rectangle, in reading order."""
    player: int
    lair: tuple[Dragon | None, ...] = ()
    """The Great Dragon of each size, `None` once it has left; empty without the Lair, short while setting up."""
    choice: tuple[int, ...] = ()
    """The sizes whose Great Dragons the last placement or action could summon (HO6.5)."""
    task: Dragon | None = None
    """The Great Dragon whose action is to be carried out; `None` with a `choice` while that is to be made."""


@dataclass(frozen=True)
class Board:
    """One board: its key, its name, its outline and the target of the dragon master."""

    key: str
    name: str
    mask: Mask
    target: int


@cache
def boards() -> dict[str, Board]:
    """Return the boards of `boards.toml` by their keys."""
    text = files(__package__).joinpath("boards.toml").read_text("utf-8")
    return {
        key: Board(key, entry["name"], Mask.read(entry["rows"]), entry["target"])
        for key, entry in tomllib.loads(text).items()
    }


def board(key: str) -> Board:
    """Return the board called `key`, or the one whose outline `key` is (`###/#.#`, target 1).

    Raises `ValueError` naming what is allowed.
    """
    if key in boards():
        return boards()[key]
    if set(key) <= set("#o./") and "#" in key:
        return Board(key, "board", Mask.read(key), 1)
    raise ValueError(f"board={key}: no such board; boards are {', '.join(boards())}, or an outline such as ###/###")


_LETTERS = dict(zip(Dragon, "tahplsw", strict=True))
_PLAYERS = {EMPEROR: "emperor", MASTER: "master", CHANCE: "chance", TERMINAL: "end"}


def to_text(mask: Mask, state: State) -> str:
    """Return a state as one line: rows parted by `/`, who decides, and what the Lair adds.

    >>> to_text(Mask(("###",)), State((3, 2, 0), EMPEROR))
    '|-. emperor'
    """
    signs = "".join(SIGNS[content] for content in state.cells)
    rows = "/".join(signs[at : at + mask.width] for at in range(0, len(signs), mask.width))
    words = [rows, _PLAYERS[state.player]]
    if state.lair:
        words.append("lair=" + "".join(_LETTERS[dragon] if dragon else "." for dragon in state.lair))
    if state.choice:
        words.append("choice=" + "".join(map(str, state.choice)))
    if state.task:
        words.append(f"task={state.task}")
    return " ".join(words)


def from_text(mask: Mask, text: str) -> State:
    """Return the state that `to_text` wrote; raises `NotationError` that names the part at fault."""
    rows, _, rest = text.strip().partition(" ")
    cells = _read_rows(mask, rows)
    who, *words = rest.split() or [""]
    players = {name: player for player, name in _PLAYERS.items()}
    if who not in players:
        raise NotationError(f"'{who}' is no one who can decide; write one of {', '.join(players)} after the rows")
    parts: dict[str, str] = {}
    for word in words:
        found = re.fullmatch(r"(lair)=([tahplsw.]{1,7})|(choice)=([1-7]{1,7})|(task)=(\w+)", word)
        if not found or (found[5] and found[6] not in list(Dragon)):
            raise NotationError(f"'{word}' is no part of a position; write lair=tahplsw, choice=12 or task=turn")
        key, value = (part for part in found.groups() if part)
        parts[key] = value
    letters = {letter: dragon for dragon, letter in _LETTERS.items()}
    lair = tuple(letters.get(letter) for letter in parts.get("lair", ""))
    present = [dragon for dragon in lair if dragon]
    task = Dragon(parts["task"]) if "task" in parts else None
    choice = tuple(int(size) for size in parts.get("choice", ""))
    state = State(cells, players[who], lair, choice, task)
    if len(set(present)) < len(present):
        raise NotationError(f"lair={parts['lair']}: the seven Great Dragons are all different (HO6.2)")
    if (choice or task) and (state.player not in (EMPEROR, MASTER) or len(lair) < len(SIZES)):
        raise NotationError(f"'{rest}': only a player with the whole lair before them chooses or summons (HO6.3)")
    if task and (not choice or task in present):
        raise NotationError(f"task={task}: it needs its choice=, and its Great Dragon has left the lair (HO6.3)")
    if choice and not task and (len(choice) < 2 or None in (lair[size - 1] for size in choice)):
        raise NotationError(f"choice={parts['choice']}: a choice is between Great Dragons still in the lair (HO6.5)")
    if choice != tuple(sorted(set(choice))):
        raise NotationError(f"choice={parts['choice']}: sizes go upwards, each once")
    return state


def _read_rows(mask: Mask, text: str) -> tuple[int, ...]:
    rows = text.split("/")
    if len(rows) != mask.height:
        raise NotationError(f"'{text}' has {len(rows)} rows; this board has {mask.height}, parted by /")
    cells = []
    for number, row in enumerate(rows, 1):
        if len(row) != mask.width:
            raise NotationError(f"row {number}, '{row}', has {len(row)} squares; this board has {mask.width} a row")
        for square, sign in zip(mask.squares[(number - 1) * mask.width :], row, strict=False):
            if sign not in ".S-|_":
                raise NotationError(f"row {number}: {sign!r} is none of '.', 'S', '-', '|' and '_'")
            content = SIGNS.index(sign)
            if (content == OFF) != (mask.sign(square) != "#"):
                what = "is no space in play (HO3.3), write _" if content != OFF else "is a space, write what lies there"
                raise NotationError(f"row {number}: {square} {what}")
            cells.append(content)
    return tuple(cells)
