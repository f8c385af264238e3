"""What a reader's taps on the board of Dictator-Control mean: actions, or what stays selected.

A selection opens with a sector in a turn (then a card whose power waits for its aim, a second sector and cards of an
exchange), with a card in a battle. Nothing here decides what is legal: the referee answers what is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.games.dictator.actions import (
    Action,
    Attack,
    Choose,
    Damage,
    Deal,
    Die,
    Discard,
    Draft,
    Draw,
    EndTurn,
    Exchange,
    Form,
    Move,
    Pass,
    Place,
    TakeEnergy,
    TakeHireling,
    TurnUp,
    Use,
    Zone,
    exchange,
)
from rulebook.games.dictator.battle import needs_target
from rulebook.games.dictator.cards import CARDS, POWERS, Phase, Power, name
from rulebook.games.dictator.city import CITY, NEAR, ZONES
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import WINDOWS, Battalion, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures.dictator_table import (
    DUMP,
    END,
    ENERGY,
    HIRELING,
    PASS,
    SWAP,
    card_of,
    defended,
    next_placed,
    opened,
    pair,
    sector_of,
)

ACT, EXCHANGE, LOOK = "act", "exchange", "look"
USE, TURN_UP = "use", "turn up"
PHASES = {
    Stage.TURN: Phase.MANEUVERS,
    Stage.CONDITION: Phase.CONDITION,
    Stage.STRENGTH: Phase.STRENGTH,
    Stage.ROLL: Phase.COLLISION,
    Stage.COLLISION: Phase.COLLISION,
    Stage.DAMAGE: Phase.DAMAGE,
    Stage.LOSS: Phase.DAMAGE,
}
"""The phase in which a stage stands."""

Selection = tuple[str, ...]
Meant = Action | Selection


def modes(game: Any, state: State) -> tuple[tuple[str, str], ...]:
    """Return the ways in which a tap can be meant; the first is meant unless another is set."""
    if state.stage is Stage.TURN:
        return (
            (ACT, _("move, attack or use a card")),
            (EXCHANGE, _("exchange cards")),
            (LOOK, _("only look")),
        )
    if state.stage not in WINDOWS or state.battle is None:
        return ()
    made: list[tuple[str, str]] = []
    battalion = battalion_of(state, state.battle.side)
    for card in battalion.cards if battalion else ():
        powers = CARDS[card].power(PHASES[state.stage])
        if len(powers) > 1:
            made += [(_power_mode(power), power.name) for power in powers]
    if game.fog and defended(state) and state.stage in (Stage.CONDITION, Stage.STRENGTH):
        made = made or [(USE, _("use a card's action"))]
        made.append((TURN_UP, _("turn a card up")))
    return tuple(dict.fromkeys(made))


def _power_mode(power: Power) -> str:
    return f"power {power.number}"


def gesture(game: Any, state: State, selection: Selection, mode: str, place: str) -> Meant:
    """Return the action that pointing at `place` tries, or what stays selected."""
    if place == DUMP:
        return () if selection[:1] == (DUMP,) else (DUMP,)
    if selection[:1] == (DUMP,):
        selection = ()
    sector, card = sector_of(place), card_of(place)
    if place == END:
        return EndTurn()
    if place == PASS:
        return Pass()
    if place == HIRELING:
        return TakeHireling()
    if place == ENERGY:
        return TakeEnergy()
    if place.startswith("die "):
        return Die(int(place.removeprefix("die ")))
    if state.stage is Stage.TURN:
        if place == SWAP or pair(state, selection):
            return _exchange(state, selection, mode, place)
        if card is not None:
            return _special(game, state, selection, card)
        return selection if sector is None else _sector(state, selection, mode, sector)
    if sector is not None:
        return _setting(state, selection, sector)
    if card is None:
        return selection
    if state.stage in WINDOWS:
        return _window(game, state, selection, mode, card)
    made: dict[Stage, Callable[[int], Action]] = {
        Stage.LOSS: Damage,
        Stage.FOURTH: Discard,
        Stage.REWARD: Choose,
        Stage.REVEAL: Draw,
        Stage.DRAW: Draw,
        Stage.DRAFT: Draft,
        Stage.DEAL: Deal,
        Stage.FORM: Form,
    }
    return made[state.stage](card) if state.stage in made else selection


def _setting(state: State, selection: Selection, sector: int) -> Meant:
    """A sector outside a turn: a zone, a battalion's place, or a look at who stands there."""
    if state.stage is Stage.ZONE:
        colour = next((colour for colour, sectors in ZONES.items() if sector in sectors), "")
        return Zone(colour) if colour else ()
    if state.stage is Stage.PLACE and (battalion := next_placed(state)):
        return Place(battalion.number, sector)
    if state.at(sector) is None:
        return _out_of_turn(state, sector)
    place = CITY.names[sector]
    return (place,) if selection != (place,) else ()


def _out_of_turn(state: State, sector: int) -> Action:
    """An empty sector outside a turn: what would be tried there, so that the referee says why not."""
    if state.stage < Stage.TURN:
        return Place(1, sector)
    unit = battalion_of(state, state.battle.side) if state.battle else None
    return Move(unit.sector if unit else sector, sector)


def _sector(state: State, selection: Selection, mode: str, sector: int) -> Meant:
    """A sector in a turn."""
    place = CITY.names[sector]
    there = state.at(sector)
    start = sector_of(selection[0]) if selection else None
    mine = there is not None and there.seat == state.player
    if mode == LOOK:
        return (place,) if there and selection[:1] != (place,) else ()
    if len(selection) == 2 and start is not None and (card := card_of(selection[1])) is not None:
        power = CARDS[card].power(Phase.MANEUVERS)[0]
        if power.effect == "march" and sector != start and not mine:
            return Use(card, power.number, sector=sector)
        selection = selection[:1]
    if selection[:1] == (place,):
        return (place, SWAP) if mode == EXCHANGE and mine and len(selection) == 1 else ()
    unit = state.at(start) if start is not None else None
    if unit is None and not mine:
        unit = state.battalion(state.active)
        if there:
            return (place,)
    if unit is None or unit.seat != state.player:
        return _first(state, mode, unit.sector if unit else sector, sector)
    if mine:
        if mode != EXCHANGE:
            return (place,)
        if sector in NEAR[unit.sector]:
            return (unit.place, place)
        return exchange(unit.sector, sector, unit.cards[:1], ())
    if there or state.guild_at(sector):
        return Attack(unit.sector, sector)
    return Move(unit.sector, sector)


def _first(state: State, mode: str, start: int, sector: int) -> Meant:
    """The first sector pointed at: whoever stands there is looked at, and may act; nobody there is an empty move."""
    there, place = state.at(sector), CITY.names[sector]
    if there is None:
        return Move(start, sector)
    return (place, SWAP) if mode == EXCHANGE and there.seat == state.player else (place,)


def _special(game: Any, state: State, selection: Selection, card: int) -> Meant:
    """A card in a turn: the power that it waits to use, or the aim of another's."""
    holder = state.holder(card)
    waiting = card_of(selection[1]) if len(selection) == 2 else None
    if waiting is not None:
        power = CARDS[waiting].power(Phase.MANEUVERS)[0]
        itself = state.damaged >> card & 1 and CARDS[card].type in power.kinds
        if power.effect == "mend" and (waiting != card or itself):
            return Use(waiting, power.number, target=card)
    if holder is None:
        return selection
    if waiting == card:
        return (holder.place,)
    powers = CARDS[card].powers
    if not powers:
        return (holder.place,)
    usable = [action for action in game.legal_actions(state) if isinstance(action, Use) and action.card == card]
    if usable:
        return (holder.place, name(card))
    return _vain(state, holder, card, powers[0])


def _vain(state: State, holder: Battalion, card: int, power: Power) -> Use:
    """Return a use that cannot be, with the likeliest aim, so that the referee says why not."""
    if power.effect == "march":
        taken = {battalion.sector for battalion in state.battalions}
        free = [near for near in NEAR[holder.sector] if near not in taken and not state.guild_at(near)]
        return Use(card, power.number, sector=(free or [holder.sector])[0])
    if power.effect == "mend":
        fit = [other for other in holder.cards if CARDS[other].type in power.kinds]
        fit = [other for other in fit if state.damaged >> other & 1] or fit
        return Use(card, power.number, target=(fit or [card])[0])
    if not needs_target(power):
        return Use(card, power.number)
    battle = state.battle
    side = 1 if battle and battle.defender == holder.key else 0
    enemy = battalion_of(state, 1 - side) if battle else None
    among = holder.cards if power.effect == "lend" else enemy.cards if enemy else ()
    fit = [other for other in among if not power.kinds or CARDS[other].type in power.kinds]
    if power.effect in ("devour", "absorb"):
        fit = [other for other in fit if state.damaged >> other & 1] or fit
    return Use(card, power.number, target=fit[0] if fit else -1)


def _exchange(state: State, selection: Selection, mode: str, place: str) -> Meant:
    """A step of an exchange: a card goes over or stays, or all is done."""
    both = pair(state, selection)
    if both is None:
        return selection
    first, second = both
    chosen = [card for word in selection[2:] if (card := card_of(word)) is not None]
    if place == SWAP:
        give = tuple(card for card in first.cards if card in chosen)
        return exchange(first.sector, second.sector, give, tuple(card for card in second.cards if card in chosen))
    card, sector = card_of(place), sector_of(place)
    if card is not None and card in first.cards + second.cards:
        if place in selection:
            return tuple(word for word in selection if word != place)
        return (*selection, place)
    if sector is None:
        return selection
    return () if place in selection[:2] else _first(state, mode, sector)


def _window(game: Any, state: State, selection: Selection, mode: str, card: int) -> Meant:
    """A card in a window of a battle."""
    battle = state.battle
    assert battle is not None
    own = battalion_of(state, battle.side)
    waiting = card_of(selection[0]) if selection else None
    phase = PHASES[state.stage]
    if mode == TURN_UP:
        return TurnUp(card)
    if waiting is not None and CARDS[waiting].power(phase):
        power = _chosen(waiting, phase, mode)
        mine = own is not None and card in own.cards
        if waiting == card and power.effect != "lend":
            return ()
        if power.effect == "lend" or not mine:
            return (
                ()
                if waiting == card and CARDS[card].type not in power.kinds
                else Use(waiting, power.number, target=card)
            )
    powers = CARDS[card].powers
    if not powers:
        return ()
    power = _chosen(card, phase, mode) if CARDS[card].power(phase) else powers[0]
    if not needs_target(power):
        return Use(card, power.number)
    usable = any(
        isinstance(action, Use) and (action.card, action.power) == (card, power.number)
        for action in game.legal_actions(state)
    )
    holder = state.holder(card)
    return (name(card),) if usable or holder is None else _vain(state, holder, card, power)


def _chosen(card: int, phase: Phase, mode: str) -> Power:
    """Return the power of a card that the mode names, or its first one of the phase."""
    powers = CARDS[card].power(phase)
    return next((power for power in powers if _power_mode(power) == mode), powers[0])


def taps(state: State, action: Action) -> tuple[str, tuple[str, ...]]:
    """Return the mode and the places to be pointed at one after another that make an action."""
    names = CITY.names
    match action:
        case Move(start, to) | Attack(start, to):
            return ACT, (names[start], names[to])
        case Exchange(start, to, give, take):
            return EXCHANGE, (names[start], names[to], *map(name, give + take), SWAP)
        case Use(card, power, sector, target) if POWERS[power].phase is Phase.MANEUVERS:
            holder = state.holder(card)
            first = (holder.place,) if holder else ()
            return ACT, (*first, name(card), names[sector] if sector >= 0 else name(target))
        case Use(card, power, _sector, target):
            return _power_mode(POWERS[power]), (name(card), name(target)) if target >= 0 else (name(card),)
        case TurnUp(card):
            return TURN_UP, (name(card),)
        case Damage(card) | Draw(card) | Choose(card) | Discard(card) | Draft(card) | Deal(card) | Form(card):
            return "", (name(card),)
        case Die(pips):
            return "", (f"die {pips}",)
        case Place(_number, sector):
            return "", (names[sector],)
        case Zone(colour):
            return "", (names[ZONES[colour][0]],)
    plain = {EndTurn(): END, Pass(): PASS, TakeHireling(): HIRELING, TakeEnergy(): ENERGY}
    return "", (plain[action],)


def targets(game: Any, state: State, selection: Selection) -> tuple[str, ...]:
    """Return the places that can be pointed at next, for the ring; buttons and dice need none."""
    if state.stage in (Stage.INITIATIVE, Stage.ROLL, Stage.OVER) or selection[:1] == (DUMP,):
        return ()
    if selection and (both := pair(state, selection)):
        return tuple(map(name, both[0].cards + both[1].cards))
    swapping = selection[1:] == (SWAP,)
    chain = selection[:1] if swapping else selection
    found: dict[str, None] = {}
    opener = opened(state, selection)
    for action in game.legal_actions(state):
        if isinstance(action, Zone):
            found |= dict.fromkeys(CITY.names[sector] for sector in ZONES[action.colour])
            continue
        _mode, places = taps(state, action)
        if isinstance(action, Exchange):
            if swapping and chain[0] in places[:2]:
                found[places[1] if places[0] == chain[0] else places[0]] = None
            elif not chain:
                found |= dict.fromkeys(places[:2])
            continue
        if swapping or places[0] in (END, PASS, HIRELING, ENERGY):
            continue
        if places[: len(chain)] == chain and len(places) > len(chain):
            found[places[len(chain)]] = None
        elif not chain and isinstance(action, Use) and opener and len(places) > 2 and places[0] == opener.place:
            found[places[1]] = None
    return tuple(found)
