"""What taps on the table of Gong mean, and where they can go on.

Nothing here looks at the deck's cards, or, unless all hands lie open, at a hand other than the viewer's.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from rulebook.games.gong.actions import (
    SEATS,
    Action,
    Ask,
    Catch,
    Choose,
    Give,
    Hide,
    Joker,
    Lay,
    Name,
    Number,
    Play,
    Show,
    Word,
)
from rulebook.games.gong.cards import GALAXIES, GALAXY, JOKER, NAMES, NUMBER, Cards
from rulebook.games.gong.deck import can_draw
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.family import askable
from rulebook.games.gong.missions import Verb
from rulebook.games.gong.state import NOBODY, Stage, State
from rulebook_widgets.pictures.gong_table import ACCEPT, COUNTER, DECK, DISCARDS, GONG, KEEP, PASS, QUIET, ROW, SHOW

Selection = tuple[str, ...]
Meant = Action | Selection

TAKEN = NAMES[JOKER]
"""The place of the viewer's jokers."""
CARD_AT = {name: card for card, name in enumerate(NAMES)}
"""By place: the card."""
NOBODY_LOOKS = -1


class Eyes(NamedTuple):
    """Who looks at the table: the seat that is shown below, whether its hand is seen, and whether all hands are."""

    seat: int
    open: bool
    all: bool = False


def eyes(state: State, viewer: int | None, curtain: bool) -> Eyes:
    """Return who looks: a seat; `None` for whoever decides, with all hands open; -1 for the whole table.

    The whole table sees no hand. When a game is over, all hands are turned up.
    """
    over = state.stage is Stage.OVER and not curtain
    if viewer == NOBODY_LOOKS:
        return Eyes(max(state.turn, 0), over, over)
    if viewer is None:
        return Eyes(state.player if state.player >= 0 else state.turn, not curtain, not curtain)
    return Eyes(viewer, not curtain, over)


def held(state: State, look: Eyes) -> Cards:
    """Return the hand that is seen."""
    return state.hands[look.seat] if look.open else ()


def shown(state: State, look: Eyes, seat: int) -> Cards:
    """Return the hand of any seat as far as it is seen."""
    return state.hands[seat] if look.all or (look.open and seat == look.seat) else ()


def holder(state: State, look: Eyes, card: int) -> int:
    """Return the other player in whose open hand a card is seen, `NOBODY` if in none."""
    others = (seat for seat in range(len(state.hands)) if seat != look.seat)
    return next((seat for seat in others if card in shown(state, look, seat)), NOBODY)


def acting(state: State, look: Eyes) -> bool:
    """Tell whether the hand that is seen is that of the player who decides."""
    return look.open and state.player == look.seat


def buttons(game: Gong, state: State, look: Eyes) -> tuple[str, ...]:
    """Return the buttons that stand beside the viewer's plaque, two at most."""
    match state.stage:
        case Stage.FITS:
            return (KEEP,)
        case Stage.CATCH | Stage.GONG:
            return (QUIET,)
        case Stage.COUNTER:
            return (COUNTER, ACCEPT)
        case Stage.TURN if game.variant == "link":
            return () if can_draw(state, True) else (PASS,)
        case Stage.TURN if game.variant == "family":
            can_ask = askable(state.hands[look.seat]) if acting(state, look) else look.open
            return () if can_ask else (PASS,)
    return ()


def naming(state: State) -> bool:
    """Tell whether the galaxy of a riddle is to be named."""
    errand = state.errand
    return (
        state.stage is Stage.ERRAND
        and errand is not None
        and errand.todo[0].verb is Verb.RIDDLE
        and state.player == errand.todo[0].other
    )


# Where taps can go on


def ways(game: Gong, state: State, action: Action) -> tuple[Selection, ...]:
    """Return the ways in which taps, one after the other, make an action."""
    match action:
        case Play(card) | Lay(card) | Give(card) | Show(card) | Hide(card):
            return ((NAMES[card],),)
        case Number(number):
            hand = state.hands[state.player]
            return tuple((NAMES[card],) for card in dict.fromkeys(hand) if NUMBER[card] == number)
        case Joker(seat):
            return ((TAKEN, SEATS[seat]), (SEATS[seat], TAKEN)) if seat >= 0 else ((TAKEN,),)
        case Ask(seat, card):
            if game.players == 2:
                return ((NAMES[card],),)
            return ((NAMES[card], SEATS[seat]), (SEATS[seat], NAMES[card]))
        case Catch(seat):
            return ((GONG,), (SEATS[seat],))
        case Choose(seat):
            return ((SEATS[seat],),)
        case Name(galaxy):
            return ((GALAXIES[galaxy],),)
        case Word():
            return _WORDS[action]
    return ()


_WORDS: dict[Word, tuple[Selection, ...]] = {
    Word.DRAW: ((DECK,),),
    Word.PASS: ((PASS,),),
    Word.KEEP: ((KEEP,),),
    Word.GONG: ((GONG,),),
    Word.QUIET: ((QUIET,),),
    Word.COUNTER: ((COUNTER,), (TAKEN,)),
    Word.ACCEPT: ((ACCEPT,),),
    Word.TURN_UP: ((DECK,),),
}


def targets(game: Gong, state: State, selection: Selection, look: Eyes) -> Selection:
    """Return the places that lead on to a legal action; for a hand that is not seen only what all may know."""
    if state.player < 0:
        return ()
    known = acting(state, look)
    if not known and state.stage is Stage.TURN:
        return (DECK,) if game.variant == "fight" else ()
    found: list[str] = []
    begun = selection if selection and known else ()
    for action in game.legal_actions(state):
        for way in ways(game, state, action):
            if way[: len(begun)] == begun and len(way) > len(begun):
                found.append(way[len(begun)])
    if not found and begun:
        return targets(game, state, (), look)
    return tuple(place for place in dict.fromkeys(found) if known or place not in CARD_AT)


# What a tap means


def gesture(game: Gong, state: State, selection: Selection, place: str, look: Eyes) -> Meant:
    """Return the action that pointing at `place` tries, or what stays selected."""
    if place == SHOW:
        return ()
    if state.player < 0:
        return selection
    if place == GONG:
        return _gong(state)
    word = _button(game, state, place)
    if word is not None:
        return word
    match state.stage:
        case Stage.CATCH if place in SEATS:
            return Catch(SEATS.index(place))
        case Stage.COUNTER if place == TAKEN:
            return Word.COUNTER
        case Stage.FITS if place in CARD_AT:
            return Joker() if place == TAKEN else Play(CARD_AT[place])
        case Stage.ERRAND:
            return _errand(state, selection, place)
        case Stage.TURN:
            return _turn(game, state, selection, place)
    return _looked(selection, place)


def _gong(state: State) -> Action:
    """Return what striking the gong means: for another in a pause, for oneself, or for who has a single card."""
    if state.stage is Stage.CATCH:
        return Catch(state.who)
    if state.stage is Stage.TURN and len(state.hands[state.player]) != 1:
        single = next((seat for seat, hand in enumerate(state.hands) if len(hand) == 1), None)
        return Word.GONG if single is None else Catch(single)
    return Word.GONG


def _button(game: Gong, state: State, place: str) -> Word | None:
    """Return the word that a button or the deck stands for, `None` for any other place."""
    if place == DECK:
        if game.variant == "fight":
            return Word.TURN_UP
        if state.stage is Stage.FITS:
            return Word.KEEP
        return Word.DRAW if game.variant == "family" or can_draw(state, True) else Word.PASS
    return _SAID.get(place)


_SAID = {KEEP: Word.KEEP, QUIET: Word.QUIET, ACCEPT: Word.ACCEPT, COUNTER: Word.COUNTER, PASS: Word.PASS}


def _turn(game: Gong, state: State, selection: Selection, place: str) -> Meant:
    """Return what a tap means in a turn: a joker and a player, a card and a player, or a card."""
    chosen = selection[-1] if selection else ""
    if place == TAKEN:
        if game.goes_out and len(state.hands[state.player]) == 1:
            return Joker()
        if chosen in SEATS:
            return Joker(SEATS.index(chosen))
    elif place in CARD_AT:
        card = CARD_AT[place]
        if game.variant != "family":
            return Play(card) if game.variant == "link" else Lay(card)
        if chosen in SEATS and chosen != SEATS[state.player]:
            return Ask(SEATS.index(chosen), card)
        after = (state.player + 1) % game.players
        if game.players == 2 or Ask(after, card) not in game.legal_actions(state):
            return Ask(after, card)  # With nobody else to ask, or to hear why it cannot be asked for.
    elif place in SEATS:
        if chosen == TAKEN:
            return Joker(SEATS.index(place))
        if game.variant == "family" and chosen in CARD_AT:
            return Ask(SEATS.index(place), CARD_AT[chosen])
    return _looked(selection, place)


def _errand(state: State, selection: Selection, place: str) -> Meant:
    """Return what a tap means while a mission is carried out, by the verb of its next task."""
    assert state.errand is not None
    verb = state.errand.todo[0].verb
    if verb is Verb.CHOOSE and place in SEATS:
        return Choose(SEATS.index(place))
    if naming(state) and place in GALAXIES:
        return Name(GALAXIES.index(place))
    if place not in CARD_AT:
        return _looked(selection, place)
    card = CARD_AT[place]
    match verb:
        case Verb.GIVE:
            return Give(card)
        case Verb.LAY_NUMBER:
            return Number(NUMBER[card])
        case Verb.DUEL | Verb.MELEE:
            return Show(card)
        case Verb.RIDDLE if naming(state):
            return _looked(selection, place) if card == JOKER else Name(GALAXY[card])
        case Verb.RIDDLE:
            return Hide(card)
        case _:
            return Lay(card)


def _looked(selection: Selection, place: str) -> Selection:
    """Return what stays selected where a tap only looks: the place, or nothing if it was chosen already."""
    return () if selection == (place,) else (place,)


def alias(frames: Container[str], state: State, place: str) -> str:
    """Return the place where another name of it is found: `row` in Fight, and the card on top of a pile."""
    if place not in frames and (place == ROW or (state.row and place == NAMES[state.row[-1]])):
        return ROW if ROW in frames else DISCARDS
    return place
