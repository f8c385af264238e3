"""Which zones a player may choose, and which card fits each (WX3.4 to WX3.7).

The work is done by tables: a zone's four cells give a number of base 3, its layout; the deck knows the card for each.
"""

from __future__ import annotations

from functools import lru_cache

from rulebook.game import enforces
from rulebook.games.wuxia.cards import STAGE, Deck
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, STONES, Cards
from rulebook.games.wuxia.zones import EMPTY, ENEMY, OUTSIDE, OWN, WEIGHTS

SEEN = tuple(
    tuple(
        EMPTY if thing in (FREE, SQUARE) else ENEMY if thing in STONES else OWN if thing == seat + 1 else ENEMY
        for thing in range(SQUARE + 1)
    )
    for seat in range(4)
)
"""By seat and by what stands on a cell: what the schema sees there (WX3.7)."""
CELLS = tuple(
    tuple((cell, weight) for cell, weight in zip(zone, WEIGHTS, strict=True) if cell != OUTSIDE) for zone in STAGE.zones
)
"""By zone: its cells on the stage with the weights of their digits; what lies outside is empty (WX3.7)."""


@enforces("WX3.7")
def layout(cells: tuple[int, ...], seat: int, zone: int) -> int:
    """Return what a zone looks like to a seat."""
    sees = SEEN[seat]
    return sum(sees[cells[cell]] * weight for cell, weight in CELLS[zone])


@enforces("WX3.4", "WX3.7")
@lru_cache(maxsize=4096)
def layouts(cells: tuple[int, ...], flags: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return, by zone, what it looks like to a seat; -1 for a zone that the seat may not choose."""
    sees = [SEEN[seat][thing] for thing in cells]
    found = [sum([sees[cell] * weight for cell, weight in zone]) for zone in CELLS]
    for cell, thing in enumerate(cells):
        if flags[cell] not in (NOBODY, seat):
            for zone in STAGE.around[cell]:
                found[zone] = -1
        elif thing != FREE and thing < ROUND and thing != seat + 1:
            for zone in STAGE.around[cell]:
                if found[zone] >= 0 and not _own(cells, seat, zone):
                    found[zone] = -1
    return tuple(found)


def _own(cells: tuple[int, ...], seat: int, zone: int) -> bool:
    """Tell whether a fighter of the seat stands in a zone."""
    return any(cells[cell] == seat + 1 for cell in STAGE.inside[zone])


@enforces("WX3.4", "WX3.5", "WX4.7")
def fits(deck: Deck, cells: tuple[int, ...], flags: tuple[int, ...], seat: int, cards: Cards) -> list[tuple[int, int]]:
    """Return the zones that a seat may choose with the card of `cards` that fits, in order of the zones."""
    fitting = deck.fitting
    return [
        (zone, fitting[seen])
        for zone, seen in enumerate(layouts(cells, flags, seat))
        if seen >= 0 and fitting[seen] in cards
    ]
