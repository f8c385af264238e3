"""The two sides of a battle under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.games.dictator.state import ATTACKER, GUILD, Battalion, State
from rulebook.games.dictator.telling import guild, sector

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator


def battalion_of(state: State, side: int) -> Battalion | None:
    """Return the battalion that fights on a side, `None` for a Guild."""
    assert state.battle is not None
    key = state.battle.attacker if side == ATTACKER else state.battle.defender
    return None if key == GUILD else state.battalion(key)


def seat_of(state: State, side: int) -> int:
    """Return the seat that fights on a side, -1 for a Guild."""
    assert state.battle is not None
    key = state.battle.attacker if side == ATTACKER else state.battle.defender
    return -1 if key == GUILD else key // 4


def side_name(game: Dictator, state: State, side: int) -> str:
    """Return a side in words: its token, or the Guild."""
    assert state.battle is not None
    battalion = battalion_of(state, side)
    return guild(state.battle.sector) if battalion is None else game.token(battalion)


def side_places(state: State, side: int) -> tuple[str, ...]:
    """Return where a side stands."""
    assert state.battle is not None
    battalion = battalion_of(state, side)
    return (sector(state.battle.sector) if battalion is None else battalion.place,)
