"""The referee of Dictator-Control: why an action is refused.

The referee reads the rules from the attempt's side and shares no list with the generators of `legal_actions`; a test
holds the two readings equal. Checks stand in the order in which a player would raise them: whose moment it is, what
kind of action is due, whose cards they are, what they cost, then sectors and targets. All reasons are found, as far
as each can be asked by itself, and the first is the one that a reader is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulebook.game import Objection, enforces, refuse
from rulebook.games.dictator import battle, guilds, setup, wording
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
)
from rulebook.games.dictator.cards import CARDS, KINDS, MOST_CARDS, POWERS, Phase, Power, name
from rulebook.games.dictator.city import CITY, NEAR, ZONES
from rulebook.games.dictator.sides import battalion_of, side_places
from rulebook.games.dictator.state import (
    ATTACKER,
    GUILD,
    UNPLACED,
    WINDOWS,
    Battalion,
    Done,
    Stage,
    State,
)
from rulebook.games.dictator.telling import energy_place, names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator


def objections(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    """Yield each rule that forbids `action`, with its reason; nothing if it is legal."""
    match state.stage:
        case Stage.OVER:
            said = _("The battle for the City is over.")
            yield refuse("DC10.1", said, _where(state, action), _("Start a new game, or step back."))
        case Stage.TURN:
            yield from _in_turn(game, state, action)
        case Stage.CONDITION | Stage.STRENGTH | Stage.COLLISION | Stage.DAMAGE:
            yield from _in_window(game, state, action)
        case Stage.ROLL:
            if not isinstance(action, Die):
                yield _due(game, state, action, "DC7.7", _("First the dice are rolled."))
        case Stage.LOSS:
            yield from _loss(game, state, action)
        case Stage.REWARD | Stage.REVEAL | Stage.DRAW | Stage.FOURTH:
            yield from _reward(game, state, action)
        case _:
            yield from _setting_up(game, state, action)


def _due(game: Dictator, state: State, action: Action, rule: str, said: str) -> Objection:
    """Refuse an action of the wrong kind: something else is due first."""
    return refuse(rule, said, _where(state, action), _task(game, state))


# DC5, DC6: a turn


def _in_turn(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    match action:
        case EndTurn():
            return
        case Move(start, to):
            yield from _mine(game, state, start)
            yield from _not_done(game, state, start, "DC6.1")
            yield from _move(state, start, to)
        case Attack(start, to):
            yield from _mine(game, state, start)
            yield from _not_done(game, state, start, "DC5.3")
            yield from _attack(game, state, start, to)
        case Exchange():
            yield from _exchange(game, state, action)
        case Use():
            yield from _special(game, state, action)
        case Pass():
            said = _("There is no window to close; nobody is fighting.")
            yield refuse("DC5.1", said, _own_places(state), _("To pass the turn on, end it."))
        case Die():
            yield _due(
                game,
                state,
                action,
                "DC7.7",
                _("Dice are rolled only for the initiative and in the Collision phase of a battle."),
            )
        case Damage():
            yield _due(game, state, action, "DC7.9", _("A card is damaged only by the loser of a battle."))
        case TurnUp():
            said = _("Cards are turned up only in an attack on a Guild in Fog of War.")
            yield _due(game, state, action, "DC11.4", said)
        case TakeHireling() | TakeEnergy() | Draw() | Choose():
            yield _due(game, state, action, "DC9.3", _("A reward comes only when a Guild has fallen."))
        case Discard():
            yield _due(game, state, action, "DC9.4", _("A card is thrown off only when a battalion has a fourth one."))
        case _:
            yield _set_up_already(game, state, action)


@enforces("DC5.1")
def _mine(game: Dictator, state: State, start: int) -> Iterator[Objection]:
    """The sector must hold a battalion of the player whose turn it is."""
    battalion = state.at(start)
    if battalion is not None and battalion.seat == state.turn:
        return
    advice = _("Choose one of your battalions: {own}.")
    facts: dict[str, str | int] = {"sector": sector(start), "own": ", ".join(_own_places(state))}
    said = _("No battalion stands on {sector}.")
    if battalion is not None:
        said = _("{token} is not yours: it is the {player}'s turn.")
        facts |= {"token": game.token(battalion), "player": game.seats[state.turn]}
    yield refuse("DC5.1", said, (sector(start),), advice, **facts)


@enforces("DC5.1", "DC5.3", "DC6.8")
def _not_done(game: Dictator, state: State, start: int, rule: str) -> Iterator[Objection]:
    """The battalion must not have finished in this turn."""
    battalion = state.at(start)
    if battalion is None:
        return
    fresh = [b.place for b in state.of(state.turn) if not b.done]
    advice = _("Go on with {others}.") if fresh else _("End the turn.")
    facts: dict[str, str | int] = {"token": game.token(battalion), "others": _(" or ").join(fresh)}
    match battalion.done:
        case Done.NOT:
            return
        case Done.ATTACKED:
            said = _("{token} has attacked; after its attack a battalion does nothing more in the turn.")
            yield refuse("DC5.3", said, (battalion.place,), advice, **facts)
        case Done.EXCHANGED:
            said = _("{token} has exchanged cards, so it has acted and does nothing more in the turn.")
            yield refuse("DC6.8", said, (battalion.place,), advice, **facts)
        case _:
            said = _("{token} has finished: another battalion began after it.")
            yield refuse("DC5.1", said, (battalion.place,), advice, **facts)


@enforces("DC6.1", "DC1.2")
def _move(state: State, start: int, to: int) -> Iterator[Objection]:
    """Move: to a neighbouring free sector, once."""
    battalion = state.at(start)
    facts: dict[str, str | int] = {"start": sector(start), "to": sector(to), "near": _free_near(state, start)}
    advice = _("Free neighbours of {start}: {near}.")
    if battalion is not None and battalion.key == state.active and state.moved:
        said = _("The battalion on {start} has used its Move in this turn.")
        yield refuse("DC6.1", said, (sector(start),), _("Use a special action, attack, or go on."), **facts)
    if to not in NEAR[start]:
        said = _("{to} is no neighbour of {start}; Move is one sector.")
        yield refuse("DC6.1", said, (sector(start), sector(to)), advice, **facts)
    yield from _occupied(state, to, "DC6.1", advice, facts)


def _occupied(state: State, to: int, rule: str, advice: str, facts: dict[str, str | int]) -> Iterator[Objection]:
    if state.guild_at(to):
        said = _("A Guild token stands on {to}; no battalion can stop there.")
        yield refuse(rule, said, (sector(to),), advice, **facts)
    elif state.at(to) is not None:
        said = _("A battalion stands on {to} already; a sector holds one at most.")
        yield refuse(rule, said, (sector(to),), advice, **facts)


@enforces("DC7.1", "DC5.2")
def _attack(game: Dictator, state: State, start: int, to: int) -> Iterator[Objection]:
    """The target is an enemy battalion or a Guild token in a neighbouring sector."""
    advice = _("Neighbours that can be attacked: {foes}.")
    foes = [
        sector(near)
        for near in NEAR[start]
        if state.guild_at(near) or ((other := state.at(near)) is not None and other.seat != state.turn)
    ]
    facts: dict[str, str | int] = {"start": sector(start), "to": sector(to), "foes": ", ".join(foes) or _("none")}
    target = state.at(to)
    if target is not None and target.seat == state.turn:
        yield refuse("DC7.1", _("The battalion on {to} is your own."), (sector(to),), advice, **facts)
    elif target is None and not state.guild_at(to):
        said = _("On {to} stands neither a battalion nor a Guild token.")
        yield refuse("DC7.1", said, (sector(to),), advice, **facts)
    elif to not in NEAR[start]:
        said = _("{to} is no neighbour of {start}; only a neighbouring sector can be attacked.")
        yield refuse("DC7.1", said, (sector(start), sector(to)), advice, **facts)


@enforces("DC6.6", "DC6.7", "DC2.3", "DC7.10")
def _exchange(game: Dictator, state: State, action: Exchange) -> Iterator[Objection]:
    """Exchange: between two own neighbours that have not acted; each keeps one to three cards, one undamaged."""
    places = (sector(action.start), sector(action.to))
    yield from _mine(game, state, action.start)
    yield from _mine(game, state, action.to)
    first, second = state.at(action.start), state.at(action.to)
    if first is None or second is None:
        return
    facts: dict[str, str | int] = {"first": game.token(first), "second": game.token(second)}
    if first == second or action.to not in NEAR[action.start]:
        said = _("{first} and {second} do not stand in neighbouring sectors.")
        yield refuse("DC6.6", said, places, _("Bring them side by side in one turn, exchange in the next."), **facts)
    for battalion in (first, second):
        if battalion.done or battalion.key == state.active:
            said = _("{token} has acted in this turn, so it cannot exchange cards.")
            advice = _("Exchange before either of the two acts.")
            yield refuse("DC6.7", said, (battalion.place,), advice, token=game.token(battalion))
    yield from _handed_over(game, state, action, first, second)


def _handed_over(
    game: Dictator, state: State, action: Exchange, first: Battalion, second: Battalion
) -> Iterator[Objection]:
    """The cards that change places are there, and leave each battalion one to three, one of them undamaged."""
    for battalion, cards in ((first, action.give), (second, action.take)):
        strange = [card for card in cards if card not in battalion.cards]
        if strange or len(set(cards)) < len(cards):
            said = _("{token} does not have these cards to give: {cards}.")
            advice = _("It has {own}.")
            yield refuse("DC6.6", said, (battalion.place,), advice, token=game.token(battalion),
                         cards=names(strange or cards), own=names(battalion.cards))  # fmt: skip
            return
    if not action.give and not action.take:
        places = (sector(action.start), sector(action.to))
        yield refuse("DC6.6", _("At least one card changes its place."), places, _("Name a card to hand over."))
    after = (
        [card for card in first.cards if card not in action.give] + list(action.take),
        [card for card in second.cards if card not in action.take] + list(action.give),
    )
    for battalion, kept in zip((first, second), after, strict=True):
        if not 1 <= len(kept) <= MOST_CARDS:
            said = _("{token} would have {size} cards; each keeps one to three.")
            advice = _("Hand over more or fewer.")
            yield refuse("DC6.6", said, (battalion.place,), advice, token=game.token(battalion), size=len(kept))
    for battalion, kept in zip((first, second), after, strict=True):
        if all(state.damaged >> card & 1 for card in kept):
            said = _("{token} would have damaged cards only; each must hold an undamaged one.")
            advice = _("Leave an undamaged card in each.")
            yield refuse("DC6.6", said, (battalion.place,), advice, token=game.token(battalion))


@enforces("DC6.2", "DC6.3", "DC6.4", "DC6.5", "DC3.2")
def _special(game: Dictator, state: State, action: Use) -> Iterator[Objection]:
    """A special action of Maneuvers: the card's own, paid, once a turn, on a sector or card that will do."""
    holder = state.holder(action.card)
    power = POWERS[action.power]
    if holder is None:
        yield _elsewhere(state, action.card)
        return
    yield from _mine(game, state, holder.sector)
    if power.phase is not Phase.MANEUVERS:
        yield _other_phase(game, state, action, power, _("Maneuvers"))
        return
    yield from _not_done(game, state, holder.sector, "DC6.2")
    if (action.card, action.power) in state.spent:
        said = _("{card} has used {power} in this turn; once a turn is all.")
        yield refuse("DC6.2", said, (name(action.card),), _("Move, attack, or go on."), **_power_facts(action))
    yield from _unpaid(game, state, holder.seat, action, power)
    if power.effect == "march":
        yield from _march(state, holder, action, power)
    else:
        yield from _mend(state, holder, action, power)


@enforces("DC6.3", "DC6.4", "DC6.5")
def _march(state: State, battalion: Battalion, action: Use, power: Power) -> Iterator[Objection]:
    """A march ends on a free sector other than its first, within its length, and passes no enemy."""
    facts = _power_facts(action)
    start, to = battalion.sector, action.sector
    if to < 0:
        said = _("{power} needs the sector where it ends.")
        yield refuse("DC6.5", said, (name(action.card),), _("Write {card}: {power} and a sector."), **facts)
        return
    facts |= {"start": sector(start), "to": sector(to), "steps": power.by}
    advice = _("Choose a free sector within {steps}.")
    if to == start:
        said = _("{power} ends in another sector than it began.")
        yield refuse("DC6.5", said, (sector(to),), advice, **facts)
        return
    yield from _occupied(state, to, "DC6.5", advice, facts)
    foes = {other.sector for other in state.battalions if other.seat != battalion.seat}
    if to not in CITY.reached(start, power.by):
        said = _("{to} is more than {steps} sectors from {start}.")
        yield refuse("DC6.5", said, (sector(start), sector(to)), advice, **facts)
    elif to not in CITY.reached(start, power.by, foes):
        said = _("On every way of {steps} sectors from {start} to {to} stands an enemy.")
        blocking = [sector(foe) for foe in sorted(foes) if foe in CITY.reached(start, power.by)]
        yield refuse("DC6.4", said, (*blocking, sector(to)), advice, **facts)


def _mend(state: State, battalion: Battalion, action: Use, power: Power) -> Iterator[Objection]:
    """Repair and Heal undamage a damaged card of their kinds in their own battalion."""
    facts = _power_facts(action) | {"kinds": _(" or ").join(sorted(power.kinds))}
    hurt = [card for card in battalion.cards if state.damaged >> card & 1 and CARDS[card].type in power.kinds]
    advice = _("Choose {hurt}.") if hurt else _("There is no such card now.")
    facts["hurt"] = _(" or ").join(map(name, hurt))
    target = action.target
    if target < 0:
        said = _("{power} needs the card that it undamages.")
        yield refuse("DC6.2", said, (name(action.card),), advice, **facts)
        return
    facts["target"] = name(target)
    if target not in battalion.cards:
        said = _("{target} is not in the battalion of {card}.")
    elif CARDS[target].type not in power.kinds:
        said = _("{target} is no {kinds}, so {power} does not help it.")
    elif not state.damaged >> target & 1:
        said = _("{target} is not damaged.")
    else:
        return
    yield refuse("DC6.2", said, (name(target),), advice, **facts)


@enforces("DC2.4")
def _elsewhere(state: State, card: int) -> Objection:
    """A card that is in no battalion does nothing."""
    facts: dict[str, str | int] = {"card": name(card)}
    advice = _("Use a card of the battalion.")
    if card in state.dump:
        said = _("{card} lies on the Dump; destroyed cards act no more.")
        return refuse("DC2.4", said, ("Dump",), advice, **facts)
    if card in state.deck or card in state.top:
        said = _("{card} is in the Hireling deck and in nobody's battalion.")
        return refuse("DC9.3", said, ("Hirelings",), advice, **facts)
    return refuse("DC2.3", _("{card} is in no battalion."), _own_places(state), advice, **facts)


@enforces("DC7.3")
def _other_phase(game: Dictator, state: State, action: Use, power: Power, now: str) -> Objection:
    """A card acts in its own phase only."""
    said = _("{power} of {card} acts in the {phase} phase; now it is {now}.")
    facts = _power_facts(action) | {"phase": power.phase, "now": now}
    return refuse("DC7.3", said, (name(action.card), f"phase {power.phase}"), _task(game, state), **facts)


@enforces("DC3.2")
def _unpaid(game: Dictator, state: State, seat: int, action: Use, power: Power) -> Iterator[Objection]:
    """What costs more than you have cannot be used."""
    if power.cost <= state.energy[seat]:
        return
    said = _("{power} costs {cost} Energy, and the {player} has {energy}.")
    facts = _power_facts(action) | {"cost": power.cost, "energy": state.energy[seat], "player": game.seats[seat]}
    advice = _("Close the window, or use another action.") if state.battle else _("Take a Guild for Energy first.")
    yield refuse("DC3.2", said, (energy_place(seat), name(action.card)), advice, **facts)


# DC7: the windows of a battle


def _in_window(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    match action:
        case Pass():
            return
        case Use():
            yield from _power_in_window(game, state, action)
        case TurnUp(card):
            yield from _turn_up(game, state, card)
        case Damage():
            yield _due(game, state, action, "DC7.9", _("The loser's damage comes once, before the Damage actions."))
        case Die():
            yield _due(game, state, action, "DC7.7", _("No die is to be rolled now."))
        case TakeHireling() | TakeEnergy() | Draw() | Choose():
            yield _due(game, state, action, "DC9.3", _("The Guild has not fallen."))
        case Discard():
            yield _due(game, state, action, "DC9.4", _("No battalion has a fourth card."))
        case Move() | Attack() | Exchange() | EndTurn():
            yield _due(game, state, action, "DC7.2", _("A battle is on: the Maneuvers phase is past."))
        case _:
            yield _set_up_already(game, state, action)


@enforces("DC7.3", "DC7.4", "DC7.5", "DC2.6", "DC3.2")
def _power_in_window(game: Dictator, state: State, action: Use) -> Iterator[Objection]:
    """A power in a window: the side's own card, of this phase, unused, paid, with what it names."""
    fight = state.battle
    assert fight is not None
    power = POWERS[action.power]
    battalion = battalion_of(state, fight.side)
    holder = state.holder(action.card)
    facts = _power_facts(action)
    if holder is None:
        yield _elsewhere(state, action.card)
        return
    if battalion is None or holder.key != battalion.key:
        said = _("{card} is not of the battalion whose moment it is.")
        if holder.key in (fight.attacker, fight.defender):
            said = _("{card} is of the other side; the attacker acts first, then the defender, each in its own window.")
        yield refuse("DC7.3", said, (name(action.card), *side_places(state, fight.side)), _task(game, state), **facts)
    phase = battle.PHASES[state.stage]
    if power.phase is not phase:
        yield _other_phase(game, state, action, power, phase)
    if state.marked >> action.card & 1:
        said = _("{card} had acted in this turn before it changed sides, and stays marked.")
        yield refuse("DC2.6", said, (name(action.card),), _task(game, state), **facts)
    if (action.card, action.power) in fight.used:
        said = _("{card} has used {power} in this battle; once a battle is all.")
        yield refuse("DC7.4", said, (name(action.card),), _task(game, state), **facts)
    yield from _unpaid(game, state, holder.seat, action, power)
    if battalion is None or holder.key != battalion.key:
        return
    if battle.needs_target(power):
        yield from _target(game, state, action, power)
    elif need := battle.missing(state, fight.side, action.card, power):
        yield refuse("DC7.3", battle.NEEDS[need], (name(action.card),), _task(game, state), **facts)
    elif action.target >= 0 or action.sector >= 0:
        said = _("{power} names no card and no sector.")
        yield refuse("DC7.3", said, (name(action.card),), _("Write {card}: {power}."), **facts)


@enforces("DC7.3", "DC7.5")
def _target(game: Dictator, state: State, action: Use, power: Power) -> Iterator[Objection]:
    """The card that a power names: in the right battalion, of the right kind, damaged if need be, not in armour."""
    fight = state.battle
    assert fight is not None
    facts = _power_facts(action)
    own = power.effect == "lend"
    side = fight.side if own else 1 - fight.side
    battalion = battalion_of(state, side)
    choices = battle.targets(state, fight.side, action.card, power)
    facts["choices"] = _(" or ").join(map(name, choices))
    advice = _("Choose {choices}.") if choices else _("There is no such card; close the window, or use another.")
    if fight.defender == GUILD and not own:
        yield refuse("DC7.3", battle.NEEDS["battalion"], (name(action.card),), advice, **facts)
        return
    if action.target < 0:
        said = _("{power} needs a card to be named.")
        yield refuse("DC7.3", said, (name(action.card),), advice, **facts)
        return
    facts |= {"target": name(action.target), "kinds": _(" or ").join(sorted(power.kinds))}
    places = (name(action.target),)
    if battalion is None or action.target not in battalion.cards:
        said = _("{target} is not in this battalion.") if own else _("{target} is not in the enemy battalion.")
        yield refuse("DC7.3", said, places, advice, **facts)
        return
    if power.kinds and CARDS[action.target].type not in power.kinds:
        yield refuse("DC7.3", _("{target} is no {kinds}, and {power} needs one."), places, advice, **facts)
    if power.effect in ("devour", "absorb") and not state.damaged >> action.target & 1:
        said = _("{target} is not damaged; {power} is for damaged cards.")
        yield refuse("DC7.3", said, places, advice, **facts)
    if not own and battle.armoured(state, side, action.target):
        said = _("Heavy Armour keeps {target} from being chosen in this battle.")
        yield refuse("DC7.5", said, places, advice, **facts)


@enforces("DC11.4")
def _turn_up(game: Dictator, state: State, card: int) -> Iterator[Objection]:
    """In Fog of War face-down cards can be turned up against a Guild, until the Strength phase closes."""
    fight = state.battle
    assert fight is not None
    facts: dict[str, str | int] = {"card": name(card)}
    own = battalion_of(state, ATTACKER)
    places = (name(card),)
    if not game.fog:
        said = _("Cards lie face up; only in Fog of War are they turned up.")
    elif fight.defender != GUILD:
        said = _("In a battle between players all cards are face up.")
    elif own is None or card not in own.cards:
        said = _("{card} is not in the battalion that attacks the Guild.")
    elif state.up >> card & 1:
        said = _("{card} is face up already.")
    elif state.stage not in (Stage.CONDITION, Stage.STRENGTH):
        said = _("The Strength phase is closed, so turning {card} up changes nothing any more.")
    else:
        return
    yield refuse("DC11.4", said, places, _task(game, state), **facts)


@enforces("DC7.9", "DC2.5")
def _loss(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    """The loser damages one of its own undamaged cards."""
    if not isinstance(action, Damage):
        yield _due(game, state, action, "DC7.9", _("First the loser damages a card."))
        return
    assert state.battle is not None
    loser = battalion_of(state, state.battle.side)
    assert loser is not None
    whole = [card for card in loser.cards if not state.damaged >> card & 1]
    facts: dict[str, str | int] = {"card": name(action.card), "whole": _(" or ").join(map(name, whole))}
    advice = _("Damage {whole}.")
    if action.card not in loser.cards:
        said = _("{card} is not in the battalion that lost.")
        yield refuse("DC7.9", said, (name(action.card), loser.place), advice, **facts)
    if state.damaged >> action.card & 1:
        said = _("{card} is damaged already, and a card cannot be damaged twice.")
        yield refuse("DC2.5", said, (name(action.card),), advice, **facts)


# DC9: the reward


@enforces("DC9.3", "DC9.4")
def _reward(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    """A Hireling or Energy; with Big Brother one of those seen; of four cards one to the Dump."""
    stage = state.stage
    if stage is Stage.FOURTH:
        own = battalion_of(state, ATTACKER)
        assert own is not None
        facts: dict[str, str | int] = {"token": game.token(own), "cards": _(" or ").join(map(name, own.cards))}
        advice = _("Throw off {cards}.")
        if not isinstance(action, Discard):
            said = _("{token} has four cards; first one of them goes to the Dump.")
            yield refuse("DC9.4", said, (own.place,), advice, **facts)
        elif action.card not in own.cards:
            said = _("{card} is not in {token}.")
            yield refuse("DC9.4", said, (name(action.card), own.place), advice, card=name(action.card), **facts)
        return
    if stage in (Stage.DRAW, Stage.REVEAL):
        yield from _draw(game, state, action)
        return
    scouted = bool(guilds.scouting(state))
    seen = state.top[: guilds.scouting(state)]
    match action:
        case TakeEnergy():
            return
        case TakeHireling():
            if not scouted:
                return
            said = _("Big Brother has shown the Hirelings, so one of them is named.")
        case Choose(card):
            if not scouted:
                said = _("The Hireling is drawn unseen; without Big Brother none can be chosen.")
            elif card not in seen:
                said = _("{card} is not among the Hirelings that Big Brother sees.")
            else:
                return
        case Discard():
            yield _due(game, state, action, "DC9.4", _("No card is thrown off before a fourth has come."))
            return
        case _:
            said = _("The Guild has fallen: first its reward.")
    facts = {"card": name(action.card)} if isinstance(action, Choose) else {}
    yield refuse("DC9.3", said, ("Hirelings",), _task(game, state), **facts)


@enforces("DC9.3")
def _draw(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    """The next Hireling: one that can lie on top."""
    advice = _task(game, state)
    if not isinstance(action, Draw):
        yield refuse("DC9.3", _("First the top Hireling is turned."), ("Hirelings",), advice)
        return
    facts: dict[str, str | int] = {"card": name(action.card)}
    if state.stage is Stage.DRAW and state.top:
        if action.card != state.top[0]:
            facts["top"] = name(state.top[0])
            said = _("{top} is known to lie on top of the deck, not {card}.")
            yield refuse("DC9.3", said, ("Hirelings",), advice, **facts)
    elif action.card not in state.deck:
        yield refuse("DC9.3", _("{card} is not in the Hireling deck."), ("Hirelings",), advice, **facts)
    elif any(other % KINDS == action.card % KINDS and other < action.card for other in state.deck):
        said = _("Hirelings of a kind are alike; the lower number comes first.")
        yield refuse("DC9.3", said, ("Hirelings",), advice, **facts)


# DC4, DC11: setting up


@enforces("DC4.2", "DC4.4", "DC11.2", "DC11.3", "DC11.5", "DC11.6")
def _setting_up(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    """Setting up: the step that is due, with a card, zone or sector that will do."""
    dealt, formed = setup.dealing_rule(game), setup.forming_rule(game)
    match state.stage:
        case Stage.INITIATIVE:
            if not isinstance(action, Die):
                yield _due(game, state, action, "DC4.4", _("First everybody rolls."))
        case Stage.DEAL:
            left = setup.undealt(game, state)
            yield from _of_cards(game, state, action, Deal, dealt, left, _("First the cards are dealt."))
        case Stage.DRAFT:
            left = setup.undealt(game, state)
            yield from _of_cards(game, state, action, Draft, "DC11.3", left, _("First all cards are drafted."))
        case Stage.FORM:
            pool = state.pools[state.player]
            yield from _of_cards(game, state, action, Form, formed, pool, _("First the battalions are formed."))
        case Stage.ZONE:
            yield from _zone(game, state, action)
        case _:
            yield from _place(game, state, action)


def _of_cards(
    game: Dictator,
    state: State,
    action: Action,
    kind: type[Deal | Draft | Form],
    rule: str,
    cards: Iterable[int],
    due: str,
) -> Iterator[Objection]:
    if not isinstance(action, kind):
        yield _due(game, state, action, rule, due)
    elif action.card not in cards:
        said = _("{card} is not among the cards to choose from.")
        yield refuse(rule, said, (name(action.card),), _task(game, state), card=name(action.card))


@enforces("DC4.2")
def _zone(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    if not isinstance(action, Zone):
        yield _due(game, state, action, "DC4.2", _("First the starting zones are chosen."))
    elif action.colour in state.zones:
        said, advice = _("The {colour} zone is taken."), _("Choose {free}.")
        free = ", ".join(colour for colour in ZONES if colour not in state.zones)
        yield refuse("DC4.2", said, map(sector, ZONES[action.colour]), advice, colour=action.colour, free=free)


@enforces("DC4.2", "DC1.2")
def _place(game: Dictator, state: State, action: Action) -> Iterator[Objection]:
    if not isinstance(action, Place):
        yield _due(game, state, action, "DC4.2", _("First the battalions are placed."))
        return
    zone = ZONES[state.zones[state.player]]
    number = setup.next_to_place(state, state.player)
    free = ", ".join(sector(at) for at in sorted(zone) if state.free(at))
    facts: dict[str, str | int] = {"number": number, "sector": sector(action.sector), "free": free}
    advice = _("Place battalion {number} on {free}.")
    if action.number != number:
        yield refuse("DC4.2", _("Battalion {number} is the next to be placed."), map(sector, zone), advice, **facts)
    if action.sector not in zone:
        said = _("{sector} is not in your starting zone.")
        yield refuse("DC4.2", said, (sector(action.sector),), advice, **facts)
    if not state.free(action.sector):
        said = _("A battalion stands on {sector} already; a sector holds one at most.")
        yield refuse("DC1.2", said, (sector(action.sector),), advice, **facts)


def _set_up_already(game: Dictator, state: State, action: Action) -> Objection:
    """Refuse a step of setting up once that is done."""
    rule = {
        Deal: setup.dealing_rule(game),
        Draft: "DC11.3",
        Form: setup.forming_rule(game),
    }.get(type(action), "DC4.2")
    return _due(game, state, action, rule, _("Setting up is done."))


# Helpers


def _power_facts(action: Use) -> dict[str, str | int]:
    return {"card": name(action.card), "power": POWERS[action.power].name}


def _where(state: State, action: Action) -> tuple[str, ...]:
    """Return the places to light for an action that is out of order: its own, or where the battalions stand."""
    return wording.places(action) or _own_places(state) or ("Dump",)


def _own_places(state: State) -> tuple[str, ...]:
    """Return where the player who decides has battalions."""
    if state.stage in WINDOWS and state.battle:
        return side_places(state, state.battle.side)
    seat = state.player if state.player >= 0 else state.turn
    return tuple(battalion.place for battalion in state.of(seat) if battalion.sector != UNPLACED) or (
        energy_place(seat),
    )


def _free_near(state: State, start: int) -> str:
    return ", ".join(sector(near) for near in NEAR[start] if state.free(near)) or _("none")


def _task(game: Dictator, state: State) -> str:
    """Return what is to be done now, as advice."""
    return wording.task(game, state).words
