"""What lies on the table of Dictator-Control below the City: cards, buttons and dice, each with its place and frame.

Throughout, a *frame* is (x, y, width, height) in picture units, a *slot* a card with its frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.dictator.cards import find, name
from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import ATTACKER, GUILD, UNPLACED, WINDOWS, Battalion, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures.dictator_pieces import CARD, LOW, SLIM, TALL
from rulebook_widgets.pictures.frames import Frame

WIDTH, HEIGHT = 540.0, 740.0
STRIP_TOP, STRIP = 4.0, 40.0
TRACK_TOP, TRACK = 514.0, 30.0
TABLE_TOP, TABLE = 550.0, 186.0
EDGE, GAP = 8.0, 6.0
COLUMN = 454.0
"""Where the column of sums and buttons begins, right of three cards."""
BUTTON = 72.0
ACROSS = 4
"""How many cards lie side by side where there is a choice of many."""

PASS, END, SWAP, HIRELING, ENERGY = "pass", "end turn", "exchange", "hireling", "energy"
DUMP, DECK = "Dump", "Hirelings"
LABELS = {PASS: _("pass"), END: _("end turn"), SWAP: _("exchange"), HIRELING: _("Hireling"), ENERGY: _("1 Energy")}

FIGHTING = (*WINDOWS, Stage.ROLL, Stage.LOSS)
SECRET = (Stage.FORM, Stage.PLACE)


@dataclass(frozen=True, slots=True)
class Slot:
    """A card on the table, -1 face down."""

    card: int
    place: str
    frame: Frame
    form: str
    damaged: bool = False
    """Whether a card face down is damaged; of others the state tells."""


@dataclass(frozen=True)
class Table:
    """What lies on the table."""

    slots: tuple[Slot, ...] = ()
    buttons: tuple[tuple[str, Frame], ...] = ()
    dice: tuple[tuple[int, Frame], ...] = ()
    shown: tuple[Battalion, ...] = ()
    """The battalions whose cards lie there, the upper row's first."""
    title: str = ""
    """What a choice of many cards is for."""
    top: float = TABLE_TOP
    """How far up the table reaches; it covers what lies below that."""

    @property
    def frames(self) -> dict[str, Frame]:
        """The frame of each place in reading order; face-down cards have none of their own."""
        found = {slot.place: slot.frame for slot in self.slots if slot.card >= 0}
        found |= {f"die {pips}": frame for pips, frame in self.dice}
        return found | dict(self.buttons)

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point."""
        spots = [(slot.place, slot.frame) for slot in self.slots]
        spots += [(f"die {pips}", frame) for pips, frame in self.dice]
        for place, (left, upper, w, h) in (*self.buttons, *spots):
            if left <= x < left + w and upper <= y < upper + h:
                return place
        return None


def sector_of(place: str) -> int | None:
    """Return the sector that a place is, or `None`."""
    return CITY.names.index(place) if place in CITY.names else None


def card_of(place: str) -> int | None:
    """Return the card that a place is, or `None`."""
    try:
        card = find(place)
    except NotationError:
        return None
    return card if name(card) == place else None


def eyes(state: State, viewer: int | None) -> int | None:
    """Return the seat that looks: the viewer, or on one device for all the seat that decides; `None` sees all."""
    if viewer is not None:
        return viewer
    if state.player == TERMINAL:
        return None
    return state.turn if state.player == CHANCE else state.player


def stands(game: Any, state: State, battalion: Battalion, viewer: int | None) -> bool:
    """Tell whether a battalion is seen on the map: forming and placing is secret in Fog of War."""
    seat = eyes(state, viewer)
    hidden = game.fog and state.stage in SECRET and seat is not None and battalion.seat != seat
    return battalion.sector != UNPLACED and not hidden


def sees(game: Any, state: State, card: int, holder: Battalion, viewer: int | None) -> bool:
    """Tell whether a card of a battalion is seen."""
    seat = eyes(state, viewer)
    return not game.fog or seat is None or holder.seat == seat or bool(state.up >> card & 1)


def sees_top(game: Any, state: State, viewer: int | None) -> bool:
    """Tell whether the known Hirelings on top of the deck are seen."""
    seat = eyes(state, viewer)
    return not game.fog or seat is None or (seat == state.turn and state.stage in (Stage.REVEAL, Stage.REWARD))


def opened(state: State, selection: tuple[str, ...]) -> Battalion | None:
    """Return the battalion whose cards lie open: the selected, the active, or one of the player's."""
    sector = sector_of(selection[0]) if selection else None
    if sector is not None and (battalion := state.at(sector)):
        return battalion
    if state.battle and (attacker := state.battalion(state.battle.attacker)):
        return attacker
    if state.stage is Stage.PLACE and (battalion := next_placed(state)):
        return battalion
    if state.active and (battalion := state.battalion(state.active)):
        return battalion
    own = state.of(state.player) if state.player >= 0 else ()
    free = [battalion for battalion in own if not battalion.done]
    return next(iter((*free, *own, *state.battalions)), None)


def next_placed(state: State) -> Battalion | None:
    """Return the next battalion that the player places."""
    return next((battalion for battalion in state.of(state.player) if battalion.sector == UNPLACED), None)


def pair(state: State, selection: tuple[str, ...]) -> tuple[Battalion, Battalion] | None:
    """Return the two battalions of an exchange that is being made, or `None`."""
    sectors = [sector for place in selection[:2] if (sector := sector_of(place)) is not None]
    if len(sectors) < 2 or state.stage is not Stage.TURN:
        return None
    first, second = state.at(sectors[0]), state.at(sectors[1])
    return (first, second) if first and second else None


def lay(game: Any, state: State, selection: tuple[str, ...], viewer: int | None) -> Table:
    """Return what lies on the table in a state, with what the reader has selected."""
    if selection[:1] == (DUMP,):
        return _many(state.dump, _("The Dump"))
    if exchanged := pair(state, selection):
        return Table(
            _row(game, state, exchanged[0], 0, LOW, viewer) + _row(game, state, exchanged[1], 1, LOW, viewer),
            ((SWAP, (COLUMN, TABLE_TOP + 57, 78.0, BUTTON)),),
            shown=exchanged,
        )
    looked = sector_of(selection[0]) if selection else None
    if looked is not None and (battalion := state.at(looked)) and stands(game, state, battalion, viewer):
        return _open(game, state, battalion, viewer)
    match state.stage:
        case Stage.DRAFT | Stage.DEAL if state.stage is Stage.DRAFT or not (game.fog and viewer is not None):
            return _many(aside(game, state), _("The cards of both armies"))
        case Stage.FORM:
            secret = game.fog and eyes(state, viewer) != state.player
            return _many(() if secret else state.pools[state.player], _("Cards for the next battalion"))
        case Stage.REVEAL | Stage.DRAW if not (game.fog and viewer is not None):
            return _many(state.top if state.top and state.stage is Stage.DRAW else state.deck, _("Hirelings"))
        case Stage.REWARD:
            return _reward(game, state, viewer)
        case Stage.INITIATIVE:
            return Table(dice=_dice(TABLE_TOP + 60, 80.0))
    if state.stage in FIGHTING and state.battle:
        return _battle(game, state, viewer)
    battalion = opened(state, ())
    if battalion is None:
        return Table()
    if len(battalion.cards) > 3:
        slots = _row(game, state, battalion, 0, LOW, viewer)
        fourth = _slot(game, state, battalion, battalion.cards[3], EDGE, TABLE_TOP + 102, LOW, viewer)
        return Table((*slots, fourth), shown=(battalion,))
    return _open(game, state, battalion, viewer)


def aside(game: Any, state: State) -> tuple[int, ...]:
    """Return the cards of the mixed armies that nobody has."""
    held = {card for pool in state.pools for card in pool} | {card for b in state.battalions for card in b.cards}
    return tuple(card for card in game.mission_data.mixed if card not in held and card not in state.dump)


def _slot(
    game: Any, state: State, holder: Battalion, card: int, x: float, y: float, form: str, viewer: int | None
) -> Slot:
    frame = (x, y, *CARD[LOW if form == SLIM else form])
    if form == SLIM:
        frame = (*frame[:3], CARD[SLIM][1])
    if sees(game, state, card, holder, viewer):
        return Slot(card, name(card), frame, form)
    return Slot(-1, holder.place, frame, form, bool(state.damaged >> card & 1))


def _row(game: Any, state: State, battalion: Battalion, row: int, form: str, viewer: int | None) -> tuple[Slot, ...]:
    """Return a battalion's cards side by side, in the upper or the lower row."""
    w, h = CARD[LOW][0], CARD[form][1]
    y = TABLE_TOP if row == 0 else TABLE_TOP + TABLE - h
    return tuple(
        _slot(game, state, battalion, card, EDGE + at * (w + GAP), y, form, viewer)
        for at, card in enumerate(battalion.cards[:3])
    )


def _open(game: Any, state: State, battalion: Battalion, viewer: int | None) -> Table:
    button = {Stage.TURN: END}.get(state.stage) or (PASS if state.stage in WINDOWS else "")
    frame = (COLUMN, TABLE_TOP + TABLE - BUTTON, 78.0, BUTTON)
    return Table(
        _row(game, state, battalion, 0, TALL, viewer), ((button, frame),) if button else (), shown=(battalion,)
    )


def _battle(game: Any, state: State, viewer: int | None) -> Table:
    assert state.battle is not None
    sides = [battalion for side in (0, 1) if (battalion := battalion_of(state, side))]
    rolling = state.stage is Stage.ROLL
    form = SLIM if rolling else LOW
    slots: tuple[Slot, ...] = ()
    for battalion in sides:
        row = ATTACKER if battalion.key == state.battle.attacker else 1
        slots += _row(game, state, battalion, row, form, viewer)
    return Table(
        slots,
        ((PASS, (COLUMN, TABLE_TOP + 57, 78.0, BUTTON)),) if state.stage in WINDOWS else (),
        _dice(TABLE_TOP + 59, 68.0) if rolling else (),
        tuple(sides),
    )


def _reward(game: Any, state: State, viewer: int | None) -> Table:
    assert state.battle is not None
    winner = state.battalion(state.battle.attacker)
    slots = _row(game, state, winner, 1, LOW, viewer) if winner else ()
    w, h = CARD[LOW]
    if state.top and sees_top(game, state, viewer):
        seen = tuple(
            Slot(card, name(card), (EDGE + at * (w + GAP), TABLE_TOP, w, h), LOW)
            for at, card in enumerate(state.top[:3])
        )
        buttons = tuple(
            (place, (COLUMN, TABLE_TOP + TABLE - (2 - at) * (BUTTON + 4) + 4, 78.0, BUTTON))
            for at, place in enumerate((HIRELING, ENERGY))
        )
        return Table(seen + slots, buttons, shown=(winner,) if winner else ())
    wide = (3 * w + GAP) / 2
    buttons = ((HIRELING, (EDGE, TABLE_TOP, wide, h)), (ENERGY, (EDGE + wide + GAP, TABLE_TOP, wide, h)))
    return Table(slots, buttons, shown=(winner,) if winner else ())


def _dice(y: float, size: float) -> tuple[tuple[int, Frame], ...]:
    step = (COLUMN - 2 * EDGE - size) / 5
    return tuple((pips, (EDGE + 4 + (pips - 1) * step, y, size, size)) for pips in range(1, 7))


def _many(cards: tuple[int, ...], title: str) -> Table:
    """Return a choice of many cards; where the table is too small it grows over the City."""
    w, h = CARD[SLIM]
    rows = max(1, -(-len(cards) // ACROSS))
    step = min(h + 5, (HEIGHT - STRIP_TOP - STRIP - 40) / rows)
    top = min(TABLE_TOP, HEIGHT - 4 - rows * step)
    across = (WIDTH - 2 * EDGE - w) / (ACROSS - 1)
    slots = tuple(
        Slot(card, name(card), (EDGE + at % ACROSS * across, top + at // ACROSS * step, w, step - 5), SLIM)
        for at, card in enumerate(cards)
    )
    return Table(slots, title=title, top=top)


def defended(state: State) -> bool:
    """Tell whether the battle under way is against a Guild."""
    return state.battle is not None and state.battle.defender == GUILD
