"""The board of Dragonheart in words, and what taps on it mean.

Nothing here looks at a deck's cards, or at a hand other than the viewer's.
"""

from __future__ import annotations

from rulebook.game import TERMINAL
from rulebook.games.dragonheart.actions import SEATS, Action, Collect, Grab, Lot, Pass, Play, noted
from rulebook.games.dragonheart.cards import FRAMES, KIND, PLURALS, Kind, worth
from rulebook.games.dragonheart.state import CHANCES, ON_BOARD, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures.dragonheart_land import GREAT, HOLD, PLAY, SHOW, targets_of

SETS = 3
"""How many sets of three ships can leave (DH7.1)."""
PLACES = {kind.label: kind for kind in Kind}

Selection = tuple[str, ...]
Meant = Action | Selection


def eyes(state: State, viewer: int | None) -> int:
    """Return whose hand is shown."""
    if viewer is not None:
        return viewer
    return state.player if state.player in (0, 1) else max(state.turn, 0)


def chosen(state: State, selection: Selection, viewer: int | None) -> tuple[int, ...]:
    """Return the cards of the viewer's hand that are selected, sorted."""
    hand = state.hands[eyes(state, viewer)]
    numbers = [int(place.removeprefix("hand ")) - 1 for place in selection if place.startswith("hand ")]
    return tuple(sorted(hand[number] for number in numbers if number < len(hand)))


def kind_of(cards: tuple[int, ...]) -> Kind | None:
    """Return the single kind of cards, `None` for none or several."""
    kinds = {KIND[card] for card in cards}
    return kinds.pop() if len(kinds) == 1 else None


def counted(cards: tuple[int, ...], kind: Kind) -> str:
    """Return how many cards of a kind there are: `3 treasures`."""
    return f"{len(cards)} {_(kind.label if len(cards) == 1 else PLURALS[kind])}"


def lying(state: State, place: str) -> tuple[int, ...]:
    """Return the cards on a place of the board, or in the hold."""
    return state.hold if place == HOLD else state.board[PLACES[place]]


def lacking(state: State, cards: tuple[int, ...]) -> int:
    """Return how many more cards of the kind must lie before it collects; negative for cards too many."""
    kind = kind_of(cards)
    return FRAMES[kind] - len(state.board[kind]) - len(cards) if kind is not None and FRAMES[kind] else 0


def harvest(state: State, cards: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Return what cards of one kind would collect by place; two places are a choice."""
    kind = kind_of(cards)
    if kind is None or lacking(state, cards):
        return {}
    return {
        place: lying(state, place) + (cards if kind is Kind.DWARF else ()) for place in targets_of(kind)
    }  # fmt: skip


def load(place: str, cards: tuple[int, ...], plain: bool = False) -> str:
    """Return what lies on a place in short: `3 treasures, 7`."""
    if place == HOLD:
        said = _("{count} cards").format(count=len(cards)) if len(cards) != 1 else _("1 card")
    else:
        said = counted(cards, PLACES[place])
    return said if plain or not cards else f"{said}, {worth(cards)}"


def more(kind: Kind, count: int) -> str:
    """Return how many cards are lacking: `one more knight`."""
    if count == 1:
        return _("one more {kind}").format(kind=_(kind.label))
    return _("{count} more {kinds}").format(count=count, kinds=_(PLURALS[kind]))


def _points(cards: tuple[int, ...], plain: bool) -> str:
    if plain or not worth(cards):
        return noted(cards) if cards else _("nothing")
    return _("{cards}, worth {worth}").format(cards=noted(cards), worth=worth(cards))


def _place_words(state: State, place: str, plain: bool) -> str:
    """Return a place of the board and what lies there."""
    if place == HOLD:
        return _("Hold: {cards}").format(cards=_points(state.hold, plain))
    kind = PLACES[place]
    label = _("dwarf cave") if kind is Kind.DWARF else _(place)
    said = f"{label[0].upper()}{label[1:]}: {_points(state.board[kind], plain)}"
    if FRAMES[kind]:
        held = _("{count} of {frames} frames taken").format(count=len(state.board[kind]), frames=FRAMES[kind])
        said = f"{said}; {held}"
    return said


def _won_words(state: State, seat: int, plain: bool) -> str:
    cards = state.won[seat]
    said = _("1 card collected") if len(cards) == 1 else _("{count} cards collected").format(count=len(cards))
    if cards and not plain:
        said = _("{said}, worth {worth}").format(said=said, worth=worth(cards))
    return said


def _dragon_words(state: State) -> str:
    if state.dragon == ON_BOARD:
        return _("The Great Dragon lies on the board.")
    return _("{player} has the Great Dragon.").format(player=SEATS[state.dragon])


def describe(state: State, viewer: int | None, curtain: bool, plain: bool) -> str:
    """Return the position in words: the board, both players, and the viewer's hand."""
    me = eyes(state, viewer)
    said = [_("Dragonheart."), *(f"{_place_words(state, place, plain)}." for place in (*PLACES, HOLD))]
    said.append(_("Sets of ships that have left: {sailed} of {sets}.").format(sailed=state.sailed, sets=SETS))
    said.append(_dragon_words(state))
    for seat, who in enumerate(SEATS):
        one = _("{player}: {won}; {hand} cards in hand, {deck} in the deck.")
        said.append(
            one.format(
                player=who,
                won=_won_words(state, seat, plain),
                hand=len(state.hands[seat]),
                deck=len(state.decks[seat]),
            )
        )
    if curtain:
        said.append(_("Hand the device to {player}.").format(player=SEATS[me]))
    elif state.hands[me]:
        said.append(_("{player}'s hand: {cards}.").format(player=SEATS[me], cards=noted(state.hands[me])))
    said.append(_turn_words(state))
    return " ".join(said)


def _turn_words(state: State) -> str:
    if state.player == TERMINAL:
        return _("The game is over.")
    if state.stage is Stage.LOT:
        return _("The lot says who begins.")
    if state.stage in CHANCES:
        return _("It is {player}'s turn; chance decides.").format(player=SEATS[state.turn])
    who = SEATS[state.player]
    if state.stage is Stage.CHOOSE and state.laid is not None:
        piles = _(" or ").join(_(PLURALS[PLACES[place]]) for place in targets_of(state.laid))
        return _("{player} chooses {piles}.").format(player=who, piles=piles)
    return (_("{player} has the last turn.") if state.final else _("{player} plays.")).format(player=who)


def say_place(state: State, place: str, viewer: int | None, curtain: bool, plain: bool = False) -> str:
    """Return a place and what lies there, in words."""
    me = eyes(state, viewer)
    if place in PLACES or place == HOLD:
        said = _place_words(state, place, plain)
        sailed = _("sets that have left: {sailed} of {sets}").format(sailed=state.sailed, sets=SETS)
        return f"{said}; {sailed}." if place == Kind.SHIP.label else f"{said}."
    if place == GREAT:
        return _dragon_words(state)
    if place == PLAY:
        return _("Play the selected cards.")
    if place == SHOW:
        return _("Hand the device to {player}, then touch here.").format(player=SEATS[me])
    if place.startswith("deck "):
        who = place.removeprefix("deck ")
        return _("{player}'s deck: {count} cards.").format(player=who, count=len(state.decks[SEATS.index(who)]))
    if place in SEATS:
        seat = SEATS.index(place)
        said = f"{place}: {_won_words(state, seat, plain)}"
        said = f"{said}: {noted(state.won[seat])}" if state.won[seat] and not plain else said
        return _("{said}; {count} cards in hand.").format(said=said, count=len(state.hands[seat]))
    if curtain or not place.startswith("hand "):
        return _("A card face down.")
    number = int(place.removeprefix("hand "))
    hand = state.hands[me]
    if number > len(hand):
        return _("No card.")
    return _("Card {number} of {count} in hand: {card}.").format(
        number=number, count=len(hand), card=noted((hand[number - 1],))
    )


def say_selection(state: State, selection: Selection, viewer: int | None, curtain: bool, plain: bool = False) -> str:
    """Return what is chosen and what it would collect."""
    cards = () if curtain else chosen(state, selection, viewer)
    if not cards:
        return say_place(state, selection[0], viewer, curtain, plain) if selection else ""
    said = _("Chosen: {cards}.").format(cards=noted(cards))
    kind = kind_of(cards)
    if kind is None:
        return _("{said} Those are several kinds.").format(said=said)
    lack = lacking(state, cards)
    if lack < 0:
        free = FRAMES[kind] - len(state.board[kind])
        return _("{said} Room is for {free}.").format(said=said, free=free)
    if lack:
        return _("{said} To collect they need {more}.").format(said=said, more=more(kind, lack))
    found = harvest(state, cards)
    if not found:
        return _("{said} They collect nothing.").format(said=said)
    loads = _(" or ").join(load(place, lot, plain) for place, lot in found.items())
    return _("{said} They would collect {loads}.").format(said=said, loads=loads)


def note(state: State) -> str:
    """Return what is left in the decks, and the ships that have left, in short."""
    decks = ", ".join(f"{who} {len(deck)}" for who, deck in zip(SEATS, state.decks, strict=True))
    said = _("Decks: {decks} · Ships: {sailed} of {sets} sets.")
    return said.format(decks=decks, sailed=state.sailed, sets=SETS)


# Taps


def targets(state: State, selection: Selection, viewer: int | None) -> tuple[str, ...]:
    """Return the places that can be pointed at next, cards of the hand left out."""
    if state.stage is Stage.LOT:
        return SEATS
    if state.stage is Stage.CHOOSE and state.laid is not None:
        return targets_of(state.laid)
    cards = chosen(state, selection, viewer)
    kind = kind_of(cards)
    if state.stage is not Stage.PLAY or kind is None or lacking(state, cards) < 0:
        return ()
    return (kind.label,)


def gesture(state: State, selection: Selection, place: str, viewer: int | None) -> Meant:
    """Return the action that pointing at `place` tries, or what stays selected."""
    if place == SHOW:
        return ()
    if place in SEATS and state.stage is Stage.LOT:
        return Lot(SEATS.index(place))
    if state.stage in CHANCES:
        return selection
    if place == GREAT:
        return Grab()
    held = tuple(one for one in selection if one.startswith("hand "))
    cards = chosen(state, held, viewer)
    if place == PLAY:
        return Play(cards) if cards else Pass()
    if place.startswith("hand "):
        if state.stage is not Stage.PLAY:
            return Play(chosen(state, (place,), viewer)) if chosen(state, (place,), viewer) else selection
        return tuple(one for one in held if one != place) if place in held else (*held, place)
    if place in PLACES:
        return _on_place(state, held, PLACES[place], viewer)
    if held:
        return held
    return () if selection == (place,) else (place,)


def _on_place(state: State, held: Selection, kind: Kind, viewer: int | None) -> Meant:
    """Return what a tap on a kind's place means: play there, select what can go there, or collect."""
    cards = chosen(state, held, viewer)
    if state.stage is not Stage.PLAY:
        return Collect((kind,))
    if cards:
        return Play(cards) if kind_of(cards) is kind else Collect((kind,))
    hand = state.hands[eyes(state, viewer)]
    fitting = tuple(f"hand {number}" for number, card in enumerate(hand, 1) if KIND[card] is kind)
    if not fitting:
        return Collect((kind,))
    free = FRAMES[kind] - len(state.board[kind]) if FRAMES[kind] else len(fitting)
    return fitting[:free]


def taps(state: State, action: Action, viewer: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the mode and the places whose taps, one after the other, try an action; no places for draws."""
    match action:
        case Play(cards):
            left = dict(enumerate(state.hands[eyes(state, viewer)], 1))
            places: list[str] = []
            for card in cards:
                number = next((number for number, held in left.items() if held == card), 0)
                if not number:
                    return "", ()
                del left[number]
                places.append(f"hand {number}")
            kind = kind_of(cards)
            return "", (*places, kind.label if kind is not None else PLAY)
        case Collect((kind,)):
            return "", (kind.label,)
        case Lot(seat):
            return "", (SEATS[seat],)
        case Grab():
            return "", (GREAT,)
        case Pass():
            return "", (PLAY,)
    return "", ()
