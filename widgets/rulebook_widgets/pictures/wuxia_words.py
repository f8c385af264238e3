"""The stage of Wu-xia in words.

Nothing here looks at a hand other than the viewer's, but for cards that everybody knows, or at the deck.
"""

from __future__ import annotations

from rulebook.game import TERMINAL
from rulebook.games.wuxia.actions import SEATS
from rulebook.games.wuxia.cards import FACES, NO_CARD, SCENARIOS, STAGE, START, Card
from rulebook.games.wuxia.engine import FIGHTERS, Wuxia
from rulebook.games.wuxia.matching import layout, layouts
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, Cards, Stage, State
from rulebook.games.wuxia.wording import standing
from rulebook.games.wuxia.zones import drawn
from rulebook.words import _
from rulebook_widgets.pictures.wuxia_cards import HOW, matched
from rulebook_widgets.pictures.wuxia_stage import DONE, PASS, SKIP, zone_at
from rulebook_widgets.pictures.wuxia_taps import CELLS, Eyes, Selection, fitting, held

_ABOUT = {
    SKIP: _("Lay no card in the pool."),
    DONE: _("Add no more hand cards."),
    PASS: _("Pass: no card fits any zone; it costs one Chi."),
}


def names(game: Wuxia, cards: Cards) -> str:
    """Return cards by name, `none` if there are none."""
    return ", ".join(game.cards.cards[card].name for card in cards) or _("none")


def signed(change: int) -> str:
    """Return a change of Chi: `−2`, `+1`, `0`."""
    return f"{change:+d}".replace("-", "−") if change else "0"


def describe(game: Wuxia, state: State, look: Eyes, plain: bool) -> str:
    """Return the position in words: the stage row by row, the players, cards, dice, and what is to be done."""
    said = [_("{game}, {scenario}.").format(game=game.name, scenario=SCENARIOS[game.scenario].label)]
    said += _rows(state)
    said += [seat_said(game, state, seat) for seat in range(game.players)]
    if state.added:
        said.append(_("Added from the hand for this turn: {cards}.").format(cards=names(game, state.added)))
    said.append(_hand_said(game, state, look))
    if state.dice:
        said.append(_("Dice: {dice}.").format(dice=", ".join(map(str, state.dice))))
    if state.zone != NOBODY:
        chosen = state.card != NO_CARD
        said.append(zone_seen(state, state.zone, plain) if chosen else zone_said(game, state, state.zone, plain))
    if state.card != NO_CARD:
        said.append(_chosen_said(game, state))
    said.append(_task_said(game, state))
    return " ".join(filter(None, said))


def _rows(state: State) -> list[str]:
    """Return what stands on the stage, row by row."""
    rows: dict[int, list[str]] = {}
    for cell, thing in enumerate(state.cells):
        if thing != FREE or state.flags[cell] != NOBODY:
            rows.setdefault(STAGE.squares[cell].row, []).append(_cell_said(state, cell))
    if not rows:
        return [_("The stage is empty.")]
    return [_("Row {row}: {cells}.").format(row=row + 1, cells="; ".join(cells)) for row, cells in rows.items()]


def _cell_said(state: State, cell: int) -> str:
    """Return a cell and what stands there: `c3 Jade's fighter, blocked by Gold`."""
    name = STAGE.names[cell]
    said = f"{name} {_('empty') if state.cells[cell] == FREE else standing(state, name)}"
    if state.flags[cell] != NOBODY:
        said = _("{cell}, blocked by {player}'s flag").format(cell=said, player=SEATS[state.flags[cell]])
    return said


def seat_said(game: Wuxia, state: State, seat: int) -> str:
    """Return a player in words: fighters, Chi, Dan, cards."""
    if state.lost[seat] == FIGHTERS:
        return _("{player}: out of the battle.").format(player=SEATS[seat])
    said = _("{player}: {stage} on the stage, {reserve} in reserve, {lost} lost; Chi {chi}, Dan {dan}; {hand}; {pool}.")
    hand = len(state.hands[seat])
    pool = state.pool[seat]
    found = said.format(
        player=SEATS[seat],
        stage=state.cells.count(seat + 1),
        reserve=state.reserve[seat],
        lost=state.lost[seat],
        chi=state.chi[seat],
        dan=state.dan[seat],
        hand=_("1 card in hand") if hand == 1 else _("{count} cards in hand").format(count=hand),
        pool=_("nothing in the pool") if pool == NO_CARD else _("{card} in the pool").format(card=names(game, (pool,))),
    )
    if state.known[seat]:
        found += " " + _("Everybody knows that {player} holds {cards}.").format(
            player=SEATS[seat], cards=names(game, state.known[seat])
        )
    if state.taken[seat]:
        found += " " + _("Round tokens taken: {count}.").format(count=state.taken[seat])
    if state.exhausted and seat == state.turn:
        found += " " + _("{player} is exhausted at the end of the turn.").format(player=SEATS[seat])
    return found


def _hand_said(game: Wuxia, state: State, look: Eyes) -> str:
    if not look.open:
        return _("All hands are covered.")
    return _("{player}'s hand: {cards}.").format(player=SEATS[look.seat], cards=names(game, held(state, look)))


def _chosen_said(game: Wuxia, state: State) -> str:
    """Return the card that is played, and what the dice left would do."""
    card = game.cards.cards[state.card]
    if state.stage not in (Stage.COST, Stage.RESULT):
        return _("{card} is played.").format(card=card.name)
    found = [
        _("{face}: {cost} Chi").format(face=face, cost=signed(card.cost[face - 1]))
        if state.stage is Stage.COST
        else f"{face}: {card.result[face - 1]}"
        for face in dict.fromkeys(state.dice)
    ]
    said = _("{card} is played; for the cost {lines}.") if state.stage is Stage.COST else _(
        "{card} is played; for the result {lines}.")  # fmt: skip
    return said.format(card=card.name, lines=", ".join(found))


def _task_said(game: Wuxia, state: State) -> str:
    if state.player == TERMINAL:
        return _("The battle is over: {player} has won.").format(player=SEATS[state.winner])
    return game.task(state).words


def how_it_fits(game: Wuxia, state: State, card: int, zone: int) -> str:
    """Return how a card's schema fits a zone, or that it does not."""
    name = game.cards.cards[card].name
    match = matched(game.cards.cards[card].schema, layout(state.cells, state.turn, zone))
    if match.fits:
        said = _("{card}, {how}, fits zone {zone}")
        return said.format(card=name, how=HOW[match.symmetry], zone=zone + 1)
    return _("{card} does not fit zone {zone}").format(card=name, zone=zone + 1)


def open_zone(state: State, zone: int) -> bool:
    """Tell whether the player on turn may choose a zone if a card fits it (WX3.4, WX4.7)."""
    return layouts(state.cells, state.flags, state.turn)[zone] >= 0


def zone_seen(state: State, zone: int, plain: bool) -> str:
    """Return the cells of a zone, and unless `plain` what they look like to the player on turn."""
    cells = ", ".join(STAGE.names[cell] for cell in STAGE.inside[zone])
    if plain:
        return _("Zone {zone}: {cells}.").format(zone=zone + 1, cells=cells)
    return _("Zone {zone} ({cells}) is {layout} for {player}.").format(
        zone=zone + 1, cells=cells, layout=drawn(layout(state.cells, state.turn, zone)), player=SEATS[state.turn]
    )


def zone_said(game: Wuxia, state: State, zone: int, plain: bool) -> str:
    """Return a zone: its cells, what it looks like to the player on turn, and which card fits it.

    `plain` tells the cells alone.
    """
    said = zone_seen(state, zone, plain)
    if plain:
        return said
    if not open_zone(state, zone):
        return said + " " + _("It cannot be chosen.")
    card = game.cards.fitting[layout(state.cells, state.turn, zone)]
    if card == NO_CARD:
        return said + " " + _("No card fits it.")
    found = f"{how_it_fits(game, state, card, zone)}."
    return f"{said} {found}" if card in game.available(state) else said + " " + _(
        "{card} would fit, but is not available.").format(card=names(game, (card,)))  # fmt: skip


def card_said(game: Wuxia, state: State, card: int, look: Eyes) -> str:
    """Return a card: its schema, its lines, and where it lies as far as that is seen."""
    found = game.cards.cards[card]
    where = ""
    if card in state.pool:
        where = _("in the pool, laid by {player}").format(player=SEATS[state.pool.index(card)])
    elif card in state.added:
        where = _("added for this turn")
    elif card in held(state, look):
        where = _("in {player}'s hand").format(player=SEATS[look.seat])
    head = f"{found.name}, {drawn(found.schema)}" + (f", {where}" if where else "")
    return f"{head}. {_lines_said(found)}"


def _lines_said(card: Card) -> str:
    """Return the six costs and the six results of a card."""
    cost = " ".join(map(signed, card.cost))
    return _("Cost by face: {cost}. Result: {result}.").format(cost=cost, result=", ".join(map(str, card.result)))


def say_place(game: Wuxia, state: State, place: str, look: Eyes, plain: bool) -> str:
    """Return a place and what lies there, in words."""
    if place in _ABOUT:
        return _ABOUT[place]
    if place in SEATS[: game.players]:
        return seat_said(game, state, SEATS.index(place))
    if place in CELLS:
        return f"{_cell_said(state, CELLS[place])}."
    if zone_at(place) != NOBODY:
        return zone_said(game, state, zone_at(place), plain)
    if place.lower() in game.cards.numbers:
        return card_said(game, state, game.cards.card(place), look)
    if place.startswith("roll "):
        dice = int(place.removeprefix("roll "))
        return _("Roll {dice} dice for {dan} Dan.").format(dice=dice, dan=dice - 2)
    if place.startswith("die "):
        return _die_said(game, state, int(place.removeprefix("die ")))
    turn = SEATS[state.turn]
    match place:
        case "dice":
            dice = ", ".join(map(str, state.dice))
            return _("Dice: {dice}.").format(dice=dice) if dice else _("No dice have been rolled.")
        case "chi":
            said = _("{player}'s Chi: {chi} of {most}; Dan: {dan} of {dans}.")
            return said.format(
                player=turn, chi=state.chi[state.turn], most=START.most_chi, dan=state.dan[state.turn], dans=START.dan
            )
        case "reserve":
            said = _("{player}'s reserve: {count} fighters; lost: {lost}.")
            return said.format(player=turn, count=state.reserve[state.turn], lost=state.lost[state.turn])
        case "show":
            return _("Hand the device to {player}, then touch here.").format(player=SEATS[look.seat])
    return _("Nothing lies there.")


def _die_said(game: Wuxia, state: State, face: int) -> str:
    """Return a face: how many dice show it, and what the card played says for it."""
    count = state.dice.count(min(face, FACES))
    said = _("{face}: no die") if not count else _("{face}: 1 die") if count == 1 else _("{face}: {count} dice")
    said = said.format(face=face, count=count)
    if state.card == NO_CARD:
        return f"{said}."
    card = game.cards.cards[state.card]
    lines = _("{card}: cost {cost}, result {result}").format(
        card=card.name, cost=signed(card.cost[face - 1]), result=card.result[face - 1]
    )
    return f"{said}. {lines}."


def say_selection(game: Wuxia, state: State, selection: Selection, look: Eyes, plain: bool) -> str:
    """Return what is chosen so far, and what can follow."""
    if not selection:
        return ""
    place = selection[-1]
    if place in CELLS and state.stage is Stage.TARGET:
        piece = standing(state, place)
        return _("{piece} on {cell} chosen; now the cell beside it.").format(piece=piece, cell=place)
    if place.lower() in game.cards.numbers and state.stage is Stage.ZONE:
        card = game.cards.card(place)
        said = card_said(game, state, card, look)
        if plain or card not in game.available(state):
            return said
        zones = fitting(game, state, card)
        if not zones:
            return f"{said} " + _("It fits no zone now.")
        if len(zones) == 1:
            return f"{said} {how_it_fits(game, state, card, zones[0])}."
        numbers = ", ".join(str(zone + 1) for zone in zones)
        return f"{said} " + _("It fits {count} zones: {zones}.").format(count=len(zones), zones=numbers)
    return say_place(game, state, place, look, plain)


def note(game: Wuxia, state: State) -> str:
    """Return what stands beside the board, in short."""
    deck = _("Deck: {count}") if state.stage in (Stage.LOT, Stage.DEAL) else _("Not dealt: {count}")
    said = [deck.format(count=len(state.deck))]
    if state.zone != NOBODY:
        said.append(_("zone {zone}").format(zone=state.zone + 1))
    if state.card != NO_CARD:
        said.append(game.cards.cards[state.card].name)
    if state.stage is Stage.TARGET and state.verb is not None:
        said.append(_("{verb}: {left} to go").format(verb=_(state.verb.label), left=state.left))
    if any(thing >= ROUND for thing in state.cells):
        said.append(_("tokens: {count}").format(count=sum(thing >= ROUND for thing in state.cells)))
    return " · ".join(said)
