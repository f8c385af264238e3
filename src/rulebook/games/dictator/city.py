"""The City and the missions as data (DC1.4, DC4.2, DC11).

A *sector* is a number, counted in reading order from 0; `CITY.names` has its name, `D3`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from rulebook.games.dictator.cards import CARDS, CODES, KINDS
from rulebook.grids import HexMap

_TABLE = tomllib.loads(files(__package__).joinpath("city.toml").read_text("utf-8"))
CITY = HexMap(tuple(_TABLE["rows"].values()))
NEAR = CITY.neighbours
GUILDS = tuple(map(CITY.find, _TABLE["guilds"]))
"""The Guild sectors by the Guilds' numbers, Guild 1 first (DC1.3)."""
ZONES = {colour: tuple(map(CITY.find, names)) for colour, names in _TABLE["zones"].items()}
"""The starting zones in the order of turns (DC11.8): colour -> the sectors of battalions 1, 2 and 3."""
LEVELS: dict[str, str] = {row: level for level, rows in _TABLE["levels"].items() for row in rows}
"""Row letter -> level (DC1.1)."""


def level(sector: int) -> str:
    """Return the level of the City that a sector lies on."""
    return LEVELS[CITY.names[sector][0]]


def guild_number(sector: int) -> int:
    """Return the number of the Guild on a Guild sector, 0 elsewhere."""
    return GUILDS.index(sector) + 1 if sector in GUILDS else 0


@dataclass(frozen=True)
class Mission:
    """How a game is set up: who plays, and how cards come to the seats."""

    key: str
    name: str
    seats: tuple[str, ...]
    letters: str
    """Each seat's letter, which opens the names of its battalions: `T-1`."""
    zones: tuple[str, ...]
    armies: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """By seats, by battalions: the cards that stand on the map from the start."""
    pools: tuple[tuple[int, ...], ...] = ()
    """By seats: the cards to be formed into battalions."""
    draft: int = 0
    """How many cards each seat drafts from the mixed armies (DC11.3)."""
    deal: int = 0
    """How many cards each seat is dealt at random (DC11.5, DC11.6)."""
    groups: tuple[int, ...] = ()
    """The sizes of the battalions to be formed."""
    rest_to_dump: bool = False
    guild: int = 3
    """The Strength of a Guild (DC9.1)."""
    copies: int = 1
    mixed: tuple[int, ...] = field(default=())
    """The cards of both armies that are drafted or dealt."""
    hirelings: tuple[int, ...] = field(default=())
    """The Hireling deck: each kind twice, in two sets four times (DC13)."""


@cache
def missions() -> dict[str, Mission]:
    """Return the missions by their keys."""
    table = tomllib.loads(files(__package__).joinpath("missions.toml").read_text("utf-8"))
    return {key: _mission(key, entry) for key, entry in table.items()}


def _mission(key: str, entry: dict[str, Any]) -> Mission:
    copies = entry.get("copies", 1)
    mixed = "draft" in entry or "deal" in entry
    return Mission(
        key,
        entry["name"],
        tuple(entry["seats"]),
        entry["letters"],
        tuple(entry["zones"]),
        tuple(tuple(tuple(CODES[code] for code in group) for group in army) for army in entry.get("armies", ())),
        tuple(tuple(CODES[code] for code in pool) for pool in entry.get("pools", ())),
        entry.get("draft", 0),
        entry.get("deal", 0),
        tuple(entry.get("groups", ())),
        entry.get("rest") == "dump",
        entry.get("guild", 3),
        copies,
        tuple(face.card for face in CARDS[:KINDS] if face.army != "H") if mixed else (),
        tuple(sorted(face.card for face in CARDS[: 2 * copies * KINDS] if face.army == "H")),
    )
