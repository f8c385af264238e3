"""What stands below the stage of Wu-xia: the band of buttons, schema and dice, and the row of cards.

The *question* is what the reader looks at: a zone and a card, chosen, pointed at, or just refused.
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.games.wuxia.actions import SEATS
from rulebook.games.wuxia.cards import NO_CARD, STAGE
from rulebook.games.wuxia.engine import Wuxia
from rulebook.games.wuxia.matching import layout
from rulebook.games.wuxia.state import NOBODY, Stage, State
from rulebook.games.wuxia.zones import ENEMY, OUTSIDE, OWN, digits
from rulebook.words import _
from rulebook_widgets.pictures import wuxia_cards as cards
from rulebook_widgets.pictures import wuxia_seats as seats
from rulebook_widgets.pictures import wuxia_words as words
from rulebook_widgets.pictures.lettering import begun, centred, wrapped
from rulebook_widgets.pictures.wuxia_stage import (
    BAND,
    BAND_HIGH,
    DICE,
    PANEL,
    ROW,
    ROW_HIGH,
    SHOW,
    TABLE,
    WIDTH,
    Frame,
    dice_frames,
    zone_at,
)
from rulebook_widgets.pictures.wuxia_taps import Eyes, Lying, buttons, fitting, lying
from rulebook_widgets.scene import Shape, Stamp, View, box

GAP = 10.0
"""What parts the cards that can be chosen from the hand."""
LARGEST = 84.0
SHELF = 5.0


class Question(NamedTuple):
    """What the reader looks at: a zone and a card, `NOBODY` and `NO_CARD` for none."""

    zone: int = NOBODY
    card: int = NO_CARD


def question(game: Wuxia, state: State, view: View) -> Question:
    """Return what is looked at: what has been chosen, else what was refused, selected or lies under the cursor."""
    if state.player < 0:
        return Question(state.zone, state.card)
    pointed = (*view.refused, *view.selection, view.cursor)
    zone = state.zone
    if zone == NOBODY and state.stage is Stage.ZONE:
        zone = next((zone_at(place) for place in pointed if zone_at(place) != NOBODY), NOBODY)
    card = state.card
    if card == NO_CARD and state.stage not in (Stage.LOSE, Stage.TARGET):
        numbers = game.cards.numbers
        card = next((numbers[place.lower()] for place in pointed if place.lower() in numbers), NO_CARD)
    if zone != NOBODY and card == NO_CARD and not view.plain:
        card = _nearest(game, state, zone)
    if zone == NOBODY and card != NO_CARD and not view.plain and state.stage is Stage.ZONE:
        only = fitting(game, state, card) if card in game.available(state) else []
        zone = only[0] if len(only) == 1 else NOBODY
    return Question(zone, card)


def _nearest(game: Wuxia, state: State, zone: int) -> int:
    """Return the card available that fits a zone, or comes nearest to it."""
    seen = layout(state.cells, state.turn, zone)
    return min(game.available(state), key=lambda card: len(cards.matched(game.cards.cards[card].schema, seen).unlike))


# Where things lie


def frames(game: Wuxia, state: State, look: Eyes, covered: bool) -> dict[str, Frame]:
    """Return the frames of the band and the row."""
    found: dict[str, Frame] = {}
    names = buttons(game, state)
    if covered:
        found[SHOW] = (70, BAND + 6, WIDTH - 140, BAND_HIGH - 20)
    elif state.stage is Stage.ROLL:
        wide = (WIDTH - 4) / len(names)
        most = min(wide - 6, 168.0)
        left = (WIDTH - len(names) * (most + 6) + 6) / 2
        found |= {name: (left + at * (most + 6), BAND, most, BAND_HIGH) for at, name in enumerate(names)}
    else:
        found |= dict.fromkeys(names, PANEL)
    if state.stage in (Stage.DIE, Stage.ADD, Stage.ZONE, Stage.CARD, Stage.COST, Stage.RESULT, Stage.TARGET):
        found |= dice_frames()
    for one, frame in zip(lying(state, look), row_frames(state, look), strict=True):
        found[game.cards.cards[one.card].name] = frame
    found[DICE] = TABLE
    return found


def row_frames(state: State, look: Eyes) -> list[Frame]:
    """Return the frames of the cards in the row: those that can be chosen, a gap, the hand."""
    row = lying(state, look)
    hidden = 0 if look.open else len(state.hands[look.seat])
    count = len(row) + hidden
    gap = GAP if count > len(_common(row)) else 0.0
    step = min(LARGEST + 3, (WIDTH - 2 * SHELF - gap) / max(count, 1))
    left = (WIDTH - step * count - gap) / 2 + 1.5
    return [
        (left + at * step + (gap if one.kind == "hand" else 0), ROW, step - 3, ROW_HIGH) for at, one in enumerate(row)
    ]


def _common(row: list[Lying]) -> list[Lying]:
    return [one for one in row if one.kind != "hand"]


# The row


def row(game: Wuxia, state: State, look: Eyes) -> list[Shape]:
    """Return the cards that can be chosen on their shelf, then the hand, or its backs."""
    found, places = lying(state, look), row_frames(state, look)
    common = len(_common(found))
    first, last = places[0], places[common - 1]
    shapes: list[Shape] = [
        box(
            first[0] - SHELF,
            ROW - SHELF + 1,
            last[0] + last[2] - first[0] + 2 * SHELF,
            ROW_HIGH + 7,
            9,
            "space",
            "rule",
        )
    ]
    ready = state.stage >= Stage.ZONE
    for one, frame in zip(found, places, strict=True):
        shapes += cards.card_face(game.cards.cards[one.card], frame, one.kind == "hand" or ready)
    if not look.open:
        step = first[2] + 3
        left = last[0] + step + GAP
        shapes += [
            shape
            for at in range(len(state.hands[look.seat]))
            for shape in cards.back((left + at * step, ROW, first[2], ROW_HIGH))
        ]
    return shapes


def owners(state: State, look: Eyes) -> list[Shape]:
    """Return whose card each of the row is, or that it was added for a Dan."""
    return [
        Stamp("dan" if one.kind == "added" else f"mark-{one.seat}", x - 3, y - 4, 22, 22)
        for one, (x, y, _w, _h) in zip(lying(state, look), row_frames(state, look), strict=True)
        if one.kind != "hand"
    ]


# The band


def band(game: Wuxia, state: State, view: View, asked: Question, places: dict[str, Frame]) -> list[Shape]:
    """Return what is asked for now: buttons, a schema over a zone, dice with a card's lines, what is to be done."""
    stage = state.stage
    if SHOW in places:
        player = SEATS[state.player if state.player >= 0 else state.turn]
        return seats.curtain(_("Hand the device to {player}, then touch here.").format(player=player), places[SHOW])
    if stage is Stage.OVER:
        return seats.banner(state)
    shapes: list[Shape] = []
    legal = set(view.legal)
    for name in buttons(game, state):
        if name in places:
            shapes += seats.button(name, places[name], name in legal or not legal)
    if stage is Stage.TARGET:
        shapes += seats.to_do(state)
    elif asked.zone != NOBODY and asked.card != NO_CARD and PANEL not in places.values():
        shapes += _panel(game, state, asked)
    elif asked.card != NO_CARD and PANEL not in places.values():
        shapes += _card_alone(game, state, asked.card)
    if f"die {1}" in places or (asked.card != NO_CARD and stage is Stage.POOL):
        shapes += cards.columns(game.cards, state, asked.card)
        if asked.card == NO_CARD:
            shapes += _hint(state)
            shapes += _legend() if PANEL not in places.values() else []
    elif stage is not Stage.ROLL:
        shapes += _prompt(state)
    return [*shapes, *seats.title(title(game, state, asked))]


def _panel(game: Wuxia, state: State, asked: Question) -> list[Shape]:
    match = cards.matched(game.cards.cards[asked.card].schema, layout(state.cells, state.turn, asked.zone))
    outside = tuple(at for at, cell in enumerate(STAGE.zones[asked.zone]) if cell == OUTSIDE)
    return cards.panel(match, asked.zone, outside)


def _card_alone(game: Wuxia, state: State, card: int) -> list[Shape]:
    """Return a schema without a zone, and how many zones it fits."""
    x, y, w, _h = PANEL
    shapes = cards.grid(digits(game.cards.cards[card].schema), x + 12, y, 64, 0)
    if state.stage is not Stage.ZONE:
        return shapes
    count = len(fitting(game, state, card))
    said = _("fits no zone") if not count else _("fits {count} zones").format(count=count)
    return [*shapes, centred(x + w / 2, y + 84, said, 16, w, "ink", 600)]


def _legend() -> list[Shape]:
    """Return what the signs in a schema mean."""
    x, y, w, _h = PANEL
    return [
        box(x + 4, y + 7, 26, 26, 3, "white", "line", 1.4),
        *cards.symbol(OWN, x + 17, y + 20, 28),
        begun(x + 38, y + 20, _("own"), 16, w - 30, "ink", 500),
        box(x + 4, y + 41, 26, 26, 3, "white", "line", 1.4),
        *cards.symbol(ENEMY, x + 17, y + 54, 28),
        begun(x + 38, y + 54, _("enemy"), 16, w - 30, "ink", 500),
        box(x + 4, y + 75, 26, 26, 3, "white", "line", 1.4),
        begun(x + 38, y + 88, _("empty"), 16, w - 30, "ink", 500),
    ]


def _hint(state: State) -> list[Shape]:
    """Return what can be done where no card is looked at yet, under the dice."""
    x, y, w, _h = TABLE
    said = {
        Stage.ADD: _("Add hand cards for a Dan each, or none."),
        Stage.ZONE: _("Touch a numbered corner. A card shows where it fits."),
    }.get(state.stage, "")
    lines = wrapped(said, 17, w - 10)
    return [centred(x + w / 2, y + 76 + at * 22, line, 17, w - 8, "ink", 500) for at, line in enumerate(lines)]


def _prompt(state: State) -> list[Shape]:
    """Return words where there are no dice."""
    match state.stage:
        case Stage.POOL:
            return seats.prompt([_("Lay a hand card in the common pool,"), _("where all may play it, or lay none.")])
        case Stage.LOSE:
            shapes = seats.prompt([_("Exhausted: give up a fighter"), _("of the stage or of the reserve.")])
            return [Stamp("worn", TABLE[0] + 6, BAND + 30, 40, 40), *shapes]
        case Stage.LOT:
            return seats.prompt([_("The lot says who begins.")])
        case Stage.DEAL:
            return seats.prompt([_("Cards are dealt.")])
    return []


def title(game: Wuxia, state: State, asked: Question) -> str:
    """Return the line of words below the stage."""
    card = game.cards.cards[asked.card].name if asked.card != NO_CARD else ""
    match state.stage:
        case Stage.COST:
            return _("{card}: take a die for the cost").format(card=card)
        case Stage.RESULT:
            return _("{card}: take a die for the result").format(card=card)
        case Stage.TARGET:
            return _("{card} in zone {zone}").format(card=card, zone=asked.zone + 1) if card else ""
    if asked.zone != NOBODY and state.zone == NOBODY and not words.open_zone(state, asked.zone):
        return _("Zone {zone} cannot be chosen").format(zone=asked.zone + 1)
    if asked.zone != NOBODY and card:
        return words.how_it_fits(game, state, asked.card, asked.zone)
    return card
