"""DC4 and DC11: setting up, the missions, drafting, dealing, forming and placing battalions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, Events, enforces, tell
from rulebook.games.dictator.actions import Action, Deal, Die, Draft, Form, Place, Zone
from rulebook.games.dictator.battle import DICE
from rulebook.games.dictator.cards import CARDS, name
from rulebook.games.dictator.city import GUILDS, ZONES
from rulebook.games.dictator.ending import order
from rulebook.games.dictator.state import UNPLACED, Battalion, Stage, State, mask
from rulebook.games.dictator.supplies import to_dump
from rulebook.games.dictator.telling import energy_place, names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

FIRST_ENERGY = 6
OUT = -1
"""In `State.rolls`: a seat that rolls no more for the initiative."""


@enforces("DC3.1", "DC4.1", "DC4.2", "DC4.3", "DC11.1", "DC11.7")
def initial_state(game: Dictator) -> State:
    """Return the state before the first roll: Guilds on the map, armies that the mission fixes on their sectors."""
    mission = game.mission_data
    seats = game.num_players
    zones = ("",) * seats if game.placing or mission.draft else mission.zones
    battalions = [
        Battalion(seat, number, ZONES[zones[seat]][number - 1] if zones[seat] else UNPLACED, cards)
        for seat, army in enumerate(mission.armies)
        for number, cards in enumerate(army, 1)
    ]
    return State(
        Stage.INITIATIVE,
        CHANCE,
        turn=0,
        battalions=tuple(battalions),
        energy=(FIRST_ENERGY,) * seats,
        guilds=mask(GUILDS),
        deck=mission.hirelings,
        rolls=(0,) * seats,
        pools=mission.pools or ((),) * seats,
        zones=zones,
    )


def undealt(game: Dictator, state: State) -> tuple[int, ...]:
    """Return the cards of the mixed armies that nobody has yet."""
    held = {card for pool in state.pools for card in pool}
    held |= {card for battalion in state.battalions for card in battalion.cards}
    return tuple(card for card in game.mission_data.mixed if card not in held)


def legal_actions(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return what the stage of setting up allows."""
    match state.stage:
        case Stage.INITIATIVE:
            return DICE
        case Stage.DEAL:
            return tuple(Deal(card) for card in undealt(game, state))
        case Stage.DRAFT:
            return tuple(Draft(card) for card in undealt(game, state))
        case Stage.FORM:
            return tuple(Form(card) for card in state.pools[state.player])
        case Stage.ZONE:
            return tuple(Zone(colour) for colour in ZONES if colour not in state.zones)
        case _:
            number = next_to_place(state, state.player)
            return tuple(Place(number, at) for at in sorted(ZONES[state.zones[state.player]]) if state.free(at))


def chance_outcomes(game: Dictator, state: State) -> tuple[tuple[Action, Fraction], ...]:
    """Return the faces of a die or the cards that can be dealt, all equally likely."""
    actions = legal_actions(game, state)
    return tuple((action, Fraction(1, len(actions))) for action in actions)


def next_to_place(state: State, seat: int) -> int:
    """Return the number of a seat's next battalion that has no sector yet, 0 for none."""
    return next((b.number for b in state.of(seat) if b.sector == UNPLACED), 0)


def apply(game: Dictator, state: State, action: Action, events: Events) -> State:
    """Return the state after a step of setting up."""
    match action:
        case Die(pips):
            return _roll(game, state, pips, events)
        case Deal(card):
            return _deal(game, state, card, events)
        case Draft(card):
            return _draft(game, state, card, events)
        case Form(card):
            return _form(game, state, card, events)
        case Zone(colour):
            seat = state.player
            tell(events, "DC4.2", _("The {player} starts from the {colour} zone."), map(sector, ZONES[colour]),
                 player=game.seats[seat], colour=_(colour))  # fmt: skip
            zones = (*state.zones[:seat], colour, *state.zones[seat + 1 :])
            return _next(game, state._replace(zones=zones), events)
        case Place(number, to):
            battalions = tuple(
                b._replace(sector=to) if b.seat == state.player and b.number == number else b for b in state.battalions
            )
            state = state._replace(battalions=battalions)
            placed = state.at(to)
            assert placed is not None
            said = _("{token} stands on {sector}.")
            tell(events, "DC4.2", said, (sector(to),), token=game.token(placed), sector=sector(to))
            return _next(game, state, events)
        case _:
            raise ValueError(f"{action} is no step of setting up")


@enforces("DC4.4")
def _roll(game: Dictator, state: State, pips: int, events: Events) -> State:
    """A seat rolls for the initiative; the highest begins, equal highest roll again."""
    seat = state.rolls.index(0)
    rolls = (*state.rolls[:seat], pips, *state.rolls[seat + 1 :])
    tell(events, "DC4.4", _("The {player} rolls {pips}."), [energy_place(seat)], player=game.seats[seat], pips=pips)
    state = state._replace(rolls=rolls)
    if 0 in rolls:
        return state
    best = [seat for seat, rolled in enumerate(rolls) if rolled == max(rolls)]
    if len(best) > 1:
        tell(events, "DC4.4", _("Equal highest roll again."), map(energy_place, best))
        return state._replace(rolls=tuple(0 if seat in best else OUT for seat in range(len(rolls))))
    tell(events, "DC4.4", _("The {player} begins."), [energy_place(best[0])], player=game.seats[best[0]])
    zones = state.zones
    if game.mission_data.draft and not game.placing:
        green, yellow = game.mission_data.zones
        zones = tuple(green if seat == best[0] else yellow for seat in range(len(rolls)))
    return _next(game, state._replace(turn=best[0], zones=zones, rolls=()), events)


def dealing_rule(game: Dictator) -> str:
    """Return the rule by which a mission deals cards at random."""
    return "DC11.6" if game.mission_data.rest_to_dump else "DC11.5"


def forming_rule(game: Dictator) -> str:
    """Return the rule by which the players of a mission form battalions: of cards they have, or were dealt."""
    return dealing_rule(game) if game.mission_data.deal else "DC11.2"


@enforces("DC11.5", "DC11.6")
def _deal(game: Dictator, state: State, card: int, events: Events) -> State:
    """A card is dealt to the first seat that lacks one."""
    seat = _first(game, state, lambda seat: len(state.pools[seat]) < game.mission_data.deal)
    tell(events, dealing_rule(game), _("The {player} is dealt {card}."), [energy_place(seat)], player=game.seats[seat],
         card=name(card))  # fmt: skip
    state = _to_pool(state, seat, card)
    if game.mission_data.rest_to_dump and all(len(pool) == game.mission_data.deal for pool in state.pools):
        rest = undealt(game, state)
        tell(events, dealing_rule(game), _("All others go to the Dump: {cards}."), ("Dump",), cards=names(rest))
        state = to_dump(state, rest)._replace(quiet=0)
    return _next(game, state, events)


@enforces("DC11.3")
def _draft(game: Dictator, state: State, card: int, events: Events) -> State:
    """A seat takes a card; the seats take turns."""
    tell(events, "DC11.3", _("The {player} takes {card}."), [energy_place(state.player)],
         player=game.seats[state.player], card=name(card))  # fmt: skip
    return _next(game, _to_pool(state, state.player, card), events)


def _to_pool(state: State, seat: int, card: int) -> State:
    pool = (*state.pools[seat], card)
    return state._replace(pools=(*state.pools[:seat], pool, *state.pools[seat + 1 :]))


@enforces("DC11.2", "DC11.5", "DC11.6", "DC2.3")
def _form(game: Dictator, state: State, card: int, events: Events) -> State:
    """A card joins the battalion that is being formed; the cards left over make the last one."""
    seat = state.player
    state = _enlist(game, state, seat, card)
    number, size = _forming(game, state, seat)
    tell(events, forming_rule(game), _("{card} goes into battalion {number}."), [energy_place(seat)], card=name(card),
         number=state.of(seat)[-1].number)  # fmt: skip
    if number and number == len(game.mission_data.groups) and len(state.pools[seat]) == size:
        rest = state.pools[seat]
        tell(events, forming_rule(game), _("{cards} make battalion {number}."), [energy_place(seat)], cards=names(rest),
             number=number)  # fmt: skip
        for other in rest:
            state = _enlist(game, state, seat, other)
    return _next(game, state, events)


def _forming(game: Dictator, state: State, seat: int) -> tuple[int, int]:
    """Return the number of the battalion that the next card goes to and how many cards it lacks; zeros if none."""
    sizes = {battalion.number: len(battalion.cards) for battalion in state.of(seat)}
    for number, size in enumerate(game.mission_data.groups, 1):
        if sizes.get(number, 0) < size:
            return number, size - sizes.get(number, 0)
    return 0, 0


def _enlist(game: Dictator, state: State, seat: int, card: int) -> State:
    number, lacking = _forming(game, state, seat)
    found = next((b for b in state.of(seat) if b.number == number), Battalion(seat, number, UNPLACED, ()))
    zone = state.zones[seat]
    at = ZONES[zone][number - 1] if lacking == 1 and zone else UNPLACED
    grown = found._replace(cards=(*found.cards, card), sector=at)
    others = [battalion for battalion in state.battalions if battalion != found]
    battalions = tuple(sorted((*others, grown), key=lambda battalion: battalion.key))
    pool = tuple(other for other in state.pools[seat] if other != card)
    return state._replace(battalions=battalions, pools=(*state.pools[:seat], pool, *state.pools[seat + 1 :]))


def _first(game: Dictator, state: State, lacks: Callable[[int], bool]) -> int:
    """Return the first seat in turn order, from the one that begins, of which `lacks` is true; -1 for none."""
    seats = order(state.zones)
    at = seats.index(state.turn)
    return next((seat for seat in (*seats[at:], *seats[:at]) if lacks(seat)), -1)


@enforces("DC4.2", "DC11.2", "DC11.3", "DC11.5", "DC11.6")
def _next(game: Dictator, state: State, events: Events) -> State:
    """Return the state at the next step: dealing, drafting, zones, forming, placing, each in turn order."""
    mission = game.mission_data
    dealing = mission.deal and state.stage in (Stage.INITIATIVE, Stage.DEAL)
    if dealing and any(len(pool) < mission.deal for pool in state.pools):
        return state._replace(stage=Stage.DEAL, player=CHANCE)
    if mission.draft and state.stage in (Stage.INITIATIVE, Stage.DRAFT):
        taken = min(len(pool) for pool in state.pools)
        if taken < mission.draft:
            seat = _first(game, state, lambda seat: len(state.pools[seat]) == taken)
            return state._replace(stage=Stage.DRAFT, player=seat)
    steps = (
        (Stage.ZONE, lambda seat: not state.zones[seat]),
        (Stage.FORM, lambda seat: bool(state.pools[seat])),
        (Stage.PLACE, lambda seat: bool(next_to_place(state, seat))),
    )
    for stage, lacks in steps:
        seat = _first(game, state, lacks)
        if seat >= 0:
            return state._replace(stage=stage, player=seat)
    own = [battalion.place for battalion in state.of(state.turn)]
    tell(events, "DC4.3", _("All battalions stand; the {player} has the first turn."), own,
         player=game.seats[state.turn])  # fmt: skip
    return state._replace(stage=Stage.TURN, player=state.turn, pools=(), quiet=0)


def unused(game: Dictator, state: State) -> tuple[int, ...]:
    """Return the cards of the set that are in no battalion, pool, Dump or deck: set aside."""
    there = {card for battalion in state.battalions for card in battalion.cards}
    there |= {card for pool in state.pools for card in pool} | {*state.dump, *state.deck, *state.top}
    return tuple(card for card in game.universe if card not in there and CARDS[card].army != "H")
