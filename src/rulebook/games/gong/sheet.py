"""The memory sheet of Family: where each card can be, as far as a seat can know from the asking so far.

It starts from what the seat sees, from what was given and shown (`State.seen`), and from what each ask has told
(`State.lore`), and draws the conclusions: a card that can be in one place only is there; a player who holds some of a
galaxy and can hold only one card of it, holds that one; a hand that is known to the last card holds no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.game import Memo, enforces
from rulebook.games.gong import memory
from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import GALAXIES, GALAXY, JOKER, SIZE, XPHERES
from rulebook.games.gong.state import State
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

DECK = -1
"""The place of a card that nobody holds."""
Where = dict[int, frozenset[int]]
"""By card of a galaxy that is still in play: the seats, or `DECK`, where it can be."""


@enforces("GO5.2", "GO5.3", "GO5.4", "GO5.5")
def where(game: Gong, state: State, seat: int) -> Where:
    """Return where each card can be for all that `seat` can know; cards that lie face up are left out."""
    laid = {galaxy for galaxy, _seat in state.families}
    holders = [holder for holder in range(game.players) if holder != seat]
    certain = {card: holder for holder in holders for card in memory.certain(state, seat, holder) if card != JOKER}
    anywhere = frozenset((*(holder for holder in holders if state.hands[holder]), *((DECK,) if state.deck else ())))
    found: Where = {}
    for card in range(JOKER):
        if GALAXY[card] in laid:
            continue
        if card in state.hands[seat]:
            found[card] = frozenset((seat,))
        elif card in certain:
            found[card] = frozenset((certain[card],))
        else:
            found[card] = frozenset(
                place for place in anywhere if place == DECK or not state.lore[place].lacks >> card & 1
            )
    while _concluded(game, state, seat, found):
        pass
    return found


def _concluded(game: Gong, state: State, seat: int, found: Where) -> bool:
    """Draw one round of conclusions; return whether anything has become clearer."""
    before = dict(found)
    for holder in range(game.players):
        if holder == seat:
            continue
        for galaxy in range(len(GALAXIES)):
            if state.lore[holder].some >> galaxy & 1:
                can = [
                    card
                    for card in found
                    if GALAXY[card] == galaxy and holder in found[card] and not state.lore[holder].open >> card & 1
                ]
                if len(can) == 1:
                    found[can[0]] = frozenset((holder,))
        sure = [card for card, places in found.items() if places == {holder}]
        jokers = memory.certain(state, seat, holder).count(JOKER)
        if len(sure) + jokers == len(state.hands[holder]):
            for card, places in found.items():
                if len(places) > 1:
                    found[card] = places - {holder}
    return found != before


def memo(game: Gong, state: State, seat: int) -> Memo:
    """Return the sheet as a table: a row a galaxy, a column an xphere."""
    found = where(game, state, seat)
    rows = tuple(
        (name, tuple(_cell(game, state, seat, found, galaxy * SIZE + at) for at in range(SIZE)))
        for galaxy, name in enumerate(GALAXIES)
    )
    note = _(
        "A name: the card is there. Names with a question mark: it can be there. All: with any other player. "
        "Deck: only there."
    )
    columns = tuple(f"{at + 1} {xphere}" for at, xphere in enumerate(XPHERES))
    title = _("Memory sheet of {player}").format(player=SEATS[seat])
    return Memo(title, note, columns, rows)


def _cell(game: Gong, state: State, seat: int, found: Where, card: int) -> str:
    if card not in found:
        owner = next(holder for galaxy, holder in state.families if galaxy == GALAXY[card])
        return _("laid by {player}").format(player=SEATS[owner])
    places = found[card]
    if places == {seat}:
        return _("own")
    names = [SEATS[place] for place in sorted(places) if place != DECK]
    if not names:
        return _("deck")
    if len(places) == 1:
        return names[0]
    if len(names) > 1 and len(names) == sum(bool(hand) for hand in state.hands) - bool(state.hands[seat]):
        return _("all?")
    return ", ".join(f"{name}?" for name in names)
