"""What taps on the stage of Wu-xia mean, and where they can go on.

Nothing here looks at a hand other than the viewer's, or at the deck.
"""

from __future__ import annotations

from typing import NamedTuple

from rulebook.game import CHANCE
from rulebook.games.wuxia.actions import (
    SEATS,
    Action,
    Add,
    Choose,
    Cost,
    Die,
    Flag,
    Lose,
    Lot,
    Move,
    Place,
    Pool,
    Push,
    Remove,
    Result,
    Roll,
    Topple,
    Word,
    Zone,
)
from rulebook.games.wuxia.cards import FACES, NO_CARD, STAGE, SUMMON, Verb
from rulebook.games.wuxia.engine import PAIR, Wuxia
from rulebook.games.wuxia.matching import fits
from rulebook.games.wuxia.results import open_to
from rulebook.games.wuxia.state import NOBODY, Cards, Stage, State
from rulebook_widgets.pictures.wuxia_stage import DICE, DONE, PASS, RESERVE, SHOW, SKIP, zone_at, zone_place

Selection = tuple[str, ...]
Meant = Action | Selection

NOBODY_LOOKS = -1
CELLS = {name: cell for cell, name in enumerate(STAGE.names)}


class Eyes(NamedTuple):
    """Who looks at the table: the seat whose hand is shown, and whether it is seen."""

    seat: int
    open: bool


class Lying(NamedTuple):
    """A card that lies in the row below: its number, where it comes from, whose it is."""

    card: int
    kind: str
    """`summon`, `pool`, `added`, `hand`."""
    seat: int


def eyes(state: State, viewer: int | None, curtain: bool) -> Eyes:
    """Return who looks: `None` stands for whoever decides, -1 for the whole table, which sees no hand."""
    if viewer == NOBODY_LOOKS:
        return Eyes(state.turn, False)
    if viewer is None:
        viewer = state.player if state.player >= 0 else state.turn
    return Eyes(viewer, not curtain)


def lying(state: State, look: Eyes) -> list[Lying]:
    """Return the cards of the row: what can be chosen in this turn, then the hand that is seen."""
    row = [Lying(SUMMON, "summon", state.turn)]
    row += [Lying(card, "pool", seat) for seat, card in enumerate(state.pool) if card != NO_CARD]
    row += [Lying(card, "added", state.turn) for card in state.added]
    return [*row, *(Lying(card, "hand", look.seat) for card in held(state, look))]


def held(state: State, look: Eyes) -> Cards:
    """Return the hand that is seen."""
    return state.hands[look.seat] if look.open else ()


def buttons(game: Wuxia, state: State) -> tuple[str, ...]:
    """Return the buttons that stand in the band."""
    match state.stage:
        case Stage.POOL:
            return (SKIP,)
        case Stage.ROLL:
            return tuple(f"roll {PAIR + dan}" for dan in range(state.dan[state.turn] + 1))
        case Stage.ADD:
            return (DONE,)
        case Stage.ZONE if game.legal_actions(state) == (Word.PASS,):
            return (PASS,)
        case Stage.LOSE if state.reserve[state.turn]:
            return (RESERVE,)
    return ()


def fitting(game: Wuxia, state: State, card: int) -> list[int]:
    """Return the zones that the player on turn may choose with a card."""
    return [zone for zone, _card in fits(game.cards, state.cells, state.flags, state.turn, (card,))]


# Where taps can go on


def _way(action: Action) -> Selection:
    """Return the places that taps, one after the other, touch for an action."""
    match action:
        case Word():
            return ({Word.SKIP: SKIP, Word.DONE: DONE, Word.PASS: PASS}[action],)
        case Roll(dice):
            return (f"roll {dice}",)
        case Pool(card) | Add(card) | Choose(card):
            return (card,)
        case Zone(number):
            return (f"zone {number}",)
        case Cost(face) | Result(face) | Die(face):
            return (f"die {face}",)
        case Move(at, to) | Push(at, to):
            return (str(at), str(to))
        case Place(at) | Remove(at) | Topple(at) | Flag(at):
            return (str(at),)
        case Lose(at):
            return (str(at) if at else RESERVE,)
        case Lot(seat):
            return (SEATS[seat],)
        case _:
            return ()


def targets(game: Wuxia, state: State, selection: Selection, look: Eyes) -> Selection:
    """Return the places that lead on to a legal action of who looks; for a hand that is not seen what all may know."""
    if state.player == CHANCE:
        open_chance = state.stage in (Stage.LOT, Stage.DIE)
        return tuple(place for action in game.legal_actions(state) for place in _way(action)) if open_chance else ()
    if state.player != look.seat:
        return ()
    if state.stage is Stage.ZONE and selection and (card := _card(game, selection[0])) != NO_CARD:
        found = fitting(game, state, card) if card in game.available(state) else []
        # Where a card fits nowhere, the others that fit somewhere lead on, or passing.
        others = (place for place in targets(game, state, (), look) if zone_at(place) == NOBODY)
        return tuple(map(zone_place, found)) or tuple(others)
    actions = game.legal_actions(state)
    if not look.open:
        actions = tuple(action for action in actions if not isinstance(action, Pool | Add))
    ways = [_way(action) for action in actions]
    begun = [way[1] for way in ways if len(way) > 1 and way[:1] == selection]
    if begun:
        return tuple(dict.fromkeys(begun))
    firsts = [way[0] for way in ways]
    if state.stage is Stage.ZONE:
        firsts += [game.cards.cards[card].name for card in game.available(state) if fitting(game, state, card)]
    return tuple(dict.fromkeys(firsts))


# What a tap means


def gesture(game: Wuxia, state: State, selection: Selection, place: str, look: Eyes) -> Meant:
    """Return the action that pointing at `place` tries, or what stays selected."""
    if place == SHOW:
        return ()
    if state.player == CHANCE:
        return _chance(state, selection, place)
    if place in _SAID:
        return _SAID[place]
    if place.startswith("roll "):
        return Roll(int(place.removeprefix("roll ")))
    if place.startswith("die "):
        face = int(place.removeprefix("die "))
        return Result(face) if Stage.RESULT <= state.stage < Stage.LOSE else Cost(face)
    if place == DICE:
        return Roll(PAIR)
    if place == RESERVE and not (state.stage is Stage.TARGET and state.verb is Verb.PLACE):
        return Lose(None)
    if zone_at(place) != NOBODY:
        return Zone(zone_at(place) + 1)
    if place in CELLS:
        return _cell(game, state, selection, CELLS[place])
    card = _card(game, place)
    if card != NO_CARD:
        return _card_touched(game, state, selection, card)
    return _looked(selection, place)


_SAID = {SKIP: Word.SKIP, DONE: Word.DONE, PASS: Word.PASS}


def _chance(state: State, selection: Selection, place: str) -> Meant:
    """Return what a tap means where chance decides: who begins, or what a die shows."""
    if state.stage is Stage.LOT and place in SEATS:
        return Lot(SEATS.index(place))
    if state.stage is Stage.DIE and place.startswith("die "):
        return Die(min(FACES, int(place.removeprefix("die "))))
    return _looked(selection, place)


def _card(game: Wuxia, place: str) -> int:
    """Return the card with a name, `NO_CARD` for any other place."""
    return game.cards.numbers.get(place.lower(), NO_CARD)


def _card_touched(game: Wuxia, state: State, selection: Selection, card: int) -> Meant:
    """Return what a tap on a card means: the pool, then a hand card added, then where it fits, then the choice."""
    name = game.cards.cards[card].name
    match state.stage:
        case Stage.POOL | Stage.ROLL:
            return Pool(name)
        case Stage.ADD:
            return Add(name)
        case Stage.ZONE:
            return _looked(selection, name) if card in game.available(state) else Add(name)
        case Stage.OVER:
            return _looked(selection, name)
        case _:
            return Choose(name)


def _cell(game: Wuxia, state: State, selection: Selection, cell: int) -> Meant:
    """Return what a tap on a cell means: a target, or one of the zones around it."""
    square = STAGE.squares[cell]
    if state.stage is Stage.LOSE:
        return Lose(square)
    if state.stage is not Stage.TARGET:
        ringed = targets(game, state, selection, Eyes(state.player, True))
        near = STAGE.around[cell]
        return Zone(next((zone for zone in near if zone_place(zone) in ringed), near[0]) + 1)
    match state.verb:
        case Verb.PLACE:
            return Place(square)
        case Verb.REMOVE:
            return Remove(square)
        case Verb.TOPPLE:
            return Topple(square)
        case Verb.BLOCK:
            return Flag(square)
    return _step(game, state, selection, cell)


def _step(game: Wuxia, state: State, selection: Selection, cell: int) -> Meant:
    """Return what a tap means where a piece is moved or pushed: the piece first, then where it goes."""
    kind = Move if state.verb is Verb.MOVE else Push
    name = STAGE.names[cell]
    firsts = {str(action.at) for action in game.legal_actions(state) if isinstance(action, Move | Push)}
    chosen = selection[0] if selection and selection[0] in CELLS else ""
    if chosen == name:
        return ()
    if name in firsts:
        return (name,)
    if chosen:
        return kind(STAGE.squares[CELLS[chosen]], STAGE.squares[cell])
    # A piece that cannot be taken is tried with a free cell beside it, so that the referee says why.
    to = next((near for near in STAGE.beside[cell] if open_to(state, near)), STAGE.beside[cell][0])
    return kind(STAGE.squares[cell], STAGE.squares[to])


def _looked(selection: Selection, place: str) -> Selection:
    """Return what stays selected where a tap only looks: the place, or nothing if it was chosen already."""
    return () if selection == (place,) else (place,)
