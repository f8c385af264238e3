"""The table of Gong in words, and the small sums that picture and words share.

Nothing here looks at the deck's cards, or, unless all hands lie open, at a hand other than the viewer's.
"""

from __future__ import annotations

from rulebook.game import TERMINAL
from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import COLOURS, GALAXIES, GALAXY, JOKER, NAMES, NO_CARD, NUMBER, noted
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.state import NOBODY, Duty, Stage, State
from rulebook.games.gong.wording import full
from rulebook.words import _
from rulebook_widgets.pictures.gong_missions import cards_said, kind, mission_said
from rulebook_widgets.pictures.gong_table import (
    ACCEPT,
    COUNTER,
    DECK,
    DISCARDS,
    KEEP,
    PASS,
    QUIET,
    ROW,
)
from rulebook_widgets.pictures.gong_taps import CARD_AT, TAKEN, Eyes, Selection, held, holder, shown

VARIANTS = {"link": _("Link"), "family": _("Family"), "fight": _("Fight")}
LABELS = {
    KEEP: _("Keep it"),
    QUIET: _("Say nothing"),
    ACCEPT: _("Let it be"),
    COUNTER: _("Cancel it"),
    PASS: _("Pass"),
}
"""What stands on the buttons."""
_ABOUT = {
    KEEP: _("Keep the card drawn."),
    QUIET: _("Say nothing."),
    ACCEPT: _("Let the swap be."),
    COUNTER: _("Cancel the swap with a joker."),
    PASS: _("Pass."),
}
LATEST = 6
"""How many cards of the row lie seen behind its top."""


def decides(state: State, seat: int) -> bool:
    """Tell whether it is a seat's to act."""
    return state.player == seat or (state.player < 0 and state.stage is not Stage.OVER and state.turn == seat)


def owing(state: State, seat: int) -> bool:
    """Tell whether a player still has to say Gong."""
    return bool(state.duty) and state.duty[seat] in (Duty.NEW, Duty.LATE)


def window(game: Gong, state: State) -> tuple[int, tuple[int, ...], int]:
    """Return who has to say Gong, whose turns lie before their own next one, and how many of these have passed.

    Nobody has to while the first is `NOBODY`. During a turn that turn has not passed.
    """
    paused = state.stage in (Stage.CATCH, Stage.GONG, Stage.PENALTY)
    who = state.who if paused else next(
        (seat for step in range(1, game.players + 1) for seat in ((state.turn + step) % game.players,)
         if owing(state, seat)), NOBODY
    )  # fmt: skip
    if game.variant != "link" or who == NOBODY:
        return NOBODY, (), 0
    turns = tuple((who + step) % game.players for step in range(1, game.players))
    ahead = (who - (state.then if paused else state.turn)) % game.players
    return who, turns, max(0, len(turns) - ahead)


def laid(state: State, seat: int) -> tuple[int, ...]:
    """Return the galaxies that a player has laid down."""
    return tuple(galaxy for galaxy, owner in state.families if owner == seat)


def owner(state: State, galaxy: int) -> int:
    """Return who has laid down a galaxy, `NOBODY` while nobody has."""
    return next((seat for done, seat in state.families if done == galaxy), NOBODY)


# The table


def describe(game: Gong, state: State, look: Eyes, plain: bool) -> str:
    """Return the table in words: the players, its middle, the viewer's hand, who is to act."""
    said = [f"{game.name}, {VARIANTS[game.variant]}."]
    said += [_seat_said(game, state, seat, plain) for seat in range(game.players)]
    places = {"link": (ROW, DECK), "family": (DECK,), "fight": (DECK, DISCARDS)}[game.variant]
    said += [say_place(game, state, place, look, plain) for place in places]
    if game.variant == "fight":
        if state.card != NO_CARD:
            said.append(_("Turned up: {card}.").format(card=full(state.card)))
        if state.errand is not None:
            said.append(mission_said(game, state))
        said += [_secret_said(state, look)] if state.errand is not None and state.errand.secret else []
    others = (seat for seat in range(game.players) if seat != look.seat)
    said += [_hand_said(state, seat, look) for seat in (look.seat, *others) if shown(state, look, seat)]
    if not look.open:
        said.append(_("All hands are covered."))
    said.append(_turn_said(state))
    return " ".join(said)


def _hand_said(state: State, seat: int, look: Eyes) -> str:
    """Return the cards of a hand that is seen."""
    return _("{player}'s hand: {cards}.").format(player=SEATS[seat], cards=noted(shown(state, look, seat)))


def _seat_said(game: Gong, state: State, seat: int, plain: bool = False) -> str:
    """Return a player in words: cards in hand, galaxies laid down, what is owed."""
    said = _("{player}: {cards} in hand.").format(player=SEATS[seat], cards=cards_said(len(state.hands[seat])))
    galaxies = laid(state, seat)
    if galaxies:
        names = ", ".join(GALAXIES[galaxy] for galaxy in galaxies)
        told = _("{said} Laid down: {names}.") if plain else _("{said} Laid down {count}: {names}.")
        said = told.format(said=said, count=len(galaxies), names=names)
    if owing(state, seat):
        who, turns, passed = window(game, state)
        said = _("{said} Has not said Gong.").format(said=said)
        if who == seat:
            ahead = len(turns) - passed
            left = _("1 turn of others is left") if ahead == 1 else _("{count} turns of others are left")
            said = f"{said} {left.format(count=ahead)}."
    elif state.duty and state.duty[seat] is Duty.DONE:
        said = _("{said} Nothing more is to be said for the single card.").format(said=said)
    return said


def _secret_said(state: State, look: Eyes) -> str:
    """Return who has chosen a card in secret; the card only where it is the viewer's own."""
    assert state.errand is not None
    chosen = [seat for seat, card in enumerate(state.errand.secret) if card != NO_CARD]
    if not chosen:
        return _("Nobody has chosen a card yet.")
    said = _("A card has been chosen in secret by {players}.").format(players=", ".join(SEATS[seat] for seat in chosen))
    if look.open and look.seat in chosen:
        said = _("{said} {player}'s is {card}.").format(
            said=said, player=SEATS[look.seat], card=NAMES[state.errand.secret[look.seat]]
        )
    return said


def _turn_said(state: State) -> str:
    """Return who is to act."""
    if state.player == TERMINAL:
        return _("The game is over: {player} has won.").format(player=SEATS[state.winner])
    if state.stage is Stage.DEAL:
        return _("The cards are being dealt.")
    if state.player < 0:
        return _("It is {player}'s turn; chance decides.").format(player=SEATS[state.turn])
    if state.stage in (Stage.CATCH, Stage.GONG):
        said = _("{player} has had a turn, and {next}'s comes next; {other} may speak for the single card of {who}.")
        return said.format(
            player=SEATS[state.turn], next=SEATS[state.then], other=SEATS[state.player], who=SEATS[state.who]
        )
    if state.stage is Stage.COUNTER:
        said = _("{player} has played a joker and named {other}, who decides.")
        return said.format(player=SEATS[state.turn], other=SEATS[state.who])
    if state.player != state.turn:
        return _("It is {player}'s turn; {other} decides.").format(player=SEATS[state.turn], other=SEATS[state.player])
    return _("It is {player}'s turn.").format(player=SEATS[state.turn])


def say_place(game: Gong, state: State, place: str, look: Eyes, plain: bool = False) -> str:
    """Return a place and what lies there, in words."""
    if place in _ABOUT:
        return _ABOUT[place]
    if place in SEATS[: game.players]:
        seat = SEATS.index(place)
        said = _seat_said(game, state, seat, plain)
        return f"{said} {_hand_said(state, seat, look)}" if look.all and state.hands[seat] else said
    if place in CARD_AT:
        return _card_said(game, state, CARD_AT[place], look)
    galaxy = place.removeprefix("family ")
    if galaxy in GALAXIES:
        return _galaxy_said(game, state, GALAXIES.index(galaxy), look)
    match place:
        case "deck":
            return _("Deck: {cards}.").format(cards=cards_said(len(state.deck)))
        case "row":
            return _row_said(state)
        case "discards":
            top = _("; on top {card}").format(card=full(state.row[-1])) if state.row else ""
            return _("Discards: {cards}{top}.").format(cards=cards_said(len(state.row)), top=top)
        case "gong":
            return _gong_said(game, state)
        case "mission":
            return mission_said(game, state)
        case "show":
            return _("Hand the device to {player}, then touch here.").format(player=SEATS[look.seat])
    return _("Nothing lies there.")


def _card_said(game: Gong, state: State, card: int, look: Eyes) -> str:
    """Return a card, its mission's colour, and where it lies as far as that is seen."""
    said = full(card)
    if card != JOKER:
        said = f"{said}, {kind(COLOURS[NUMBER[card] - 1]).lower()}"
    if game.variant == "family" and card != JOKER and owner(state, GALAXY[card]) != NOBODY:
        return _("{card}: laid down by {player}.").format(card=said, player=SEATS[owner(state, GALAXY[card])])
    count = held(state, look).count(card)
    if count:
        more = _(", both") if count > 1 else ""
        where = _("in {player}'s hand").format(player=SEATS[look.seat])
        if state.stage is Stage.FITS and state.turn == look.seat and card == state.card:
            where = _("{where}, just drawn").format(where=where)
        return f"{said}{more}: {where}."
    other = holder(state, look, card)
    if other != NOBODY:
        return _("{card}: in {player}'s hand.").format(card=said, player=SEATS[other])
    if game.variant == "family" and look.open and card != JOKER:
        own = any(GALAXY[other] == GALAXY[card] for other in held(state, look) if other != JOKER)
        return (_("{card}: not in this hand.") if own else _("{card}: no card of its galaxy in this hand.")).format(
            card=said
        )
    if card == state.card and game.variant == "fight":
        return _("{card}: turned up.").format(card=said)
    return f"{said}."


def _galaxy_said(game: Gong, state: State, galaxy: int, look: Eyes) -> str:
    name = GALAXIES[galaxy]
    if owner(state, galaxy) != NOBODY:
        return _("{galaxy}: laid down by {player}.").format(galaxy=name, player=SEATS[owner(state, galaxy)])
    others = (seat for seat in range(game.players) if seat != look.seat)
    found = {
        seat: cards
        for seat in (look.seat, *others)
        if (cards := tuple(card for card in shown(state, look, seat) if GALAXY[card] == galaxy))
    }
    if not found:
        return f"{name}."
    where = ", ".join(
        _("{cards} in {player}'s hand").format(cards=noted(cards), player=SEATS[seat]) for seat, cards in found.items()
    )
    return _("{galaxy}: {where}.").format(galaxy=name, where=where)


def _row_said(state: State) -> str:
    """Return the top card of the row and those before it."""
    if not state.row:
        return _("Row: no card yet.")
    said = _("Row: {cards}; on top {card}.").format(cards=cards_said(len(state.row)), card=full(state.row[-1]))
    before = state.row[-1 - LATEST : -1]
    if before:
        names = ", ".join(NAMES[card] for card in reversed(before))
        said = _("{said} Below it: {names}.").format(said=said, names=names)
    return said


def _gong_said(game: Gong, state: State) -> str:
    who, turns, passed = window(game, state)
    if who == NOBODY:
        return _("The gong. Nobody has to say it.")
    left = ", ".join(SEATS[seat] for seat in turns[passed:]) or _("none")
    said = _("The gong: {player} has a single card. Turns left before {player}'s own: {left}.")
    return said.format(player=SEATS[who], left=left)


def say_selection(game: Gong, state: State, selection: Selection, look: Eyes, plain: bool = False) -> str:
    """Return what is chosen, and what can follow."""
    if not selection:
        return ""
    place = selection[-1]
    said = say_place(game, state, place, look, plain)
    if state.stage is not Stage.TURN:
        return said
    if place == TAKEN:
        return _("{said} Choose a player to swap hands with.").format(said=said)
    if game.variant == "family" and place in CARD_AT:
        return _("{said} Choose a player to ask.").format(said=said)
    if game.variant == "family" and place in SEATS and state.player != SEATS.index(place):
        return _("{said} Choose a card to ask for.").format(said=said)
    return said


def note(game: Gong, state: State) -> str:
    """Return what lies in the piles, in short."""
    said = [_("Deck: {count}").format(count=len(state.deck))]
    if game.variant == "link":
        said += [_("Row: {count}").format(count=len(state.row))]
        said += [_("Jokers played: {count}").format(count=state.spent)] if state.spent else []
    elif game.variant == "fight":
        said += [_("Discards: {count}").format(count=len(state.row))]
    else:
        said += [_("Galaxies laid down: {count} of {all}").format(count=len(state.families), all=len(GALAXIES))]
    return " · ".join(said)
