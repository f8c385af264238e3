"""DC7 and DC8: the battle in its phases, window by window."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, Addend, Events, enforces, tell
from rulebook.games.dictator import ending, guilds
from rulebook.games.dictator.actions import Action, Damage, Die, Pass, TurnUp, Use
from rulebook.games.dictator.cards import CARDS, POWERS, Phase, Power, name
from rulebook.games.dictator.sides import battalion_of, seat_of, side_name, side_places
from rulebook.games.dictator.state import (
    ATTACKER,
    DEFENDER,
    GUILD,
    Battalion,
    Battle,
    Bonus,
    Done,
    Stage,
    State,
    mask,
)
from rulebook.games.dictator.supplies import gain, lose, pay, to_dump
from rulebook.games.dictator.telling import names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

PASS = Pass()
PHASES = {
    Stage.CONDITION: Phase.CONDITION,
    Stage.STRENGTH: Phase.STRENGTH,
    Stage.COLLISION: Phase.COLLISION,
    Stage.DAMAGE: Phase.DAMAGE,
}
"""The phase of each window."""
SURE_LEAD = 6
"""From this lead in Strength on, dice cannot change the winner (DC8.1)."""


# DC5.2, DC7.1: the attack


@enforces("DC5.2", "DC5.3", "DC7.1", "DC7.2", "DC9.1", "DC11.4")
def declare(game: Dictator, state: State, attacker: Battalion, target: int, events: Events) -> State:
    """Return the state as a battle begins: the attacker has used its attack."""
    defender = state.at(target)
    fight = Battle(attacker.key, defender.key if defender else GUILD, target)
    battalions = tuple(b._replace(done=Done.ATTACKED) if b.key == attacker.key else b for b in state.battalions)
    up = state.up
    if game.fog and defender:
        up = mask(attacker.cards) | mask(defender.cards)
    begun = state._replace(stage=Stage.CONDITION, battalions=battalions, battle=fight, up=up, active=0, moved=False
    )  # fmt: skip
    if events is not None:
        tell(events, "DC7.1", _("{attacker} attacks {target} on {sector}."), (attacker.place, sector(target)),
             attacker=game.token(attacker), target=side_name(game, begun, DEFENDER), sector=sector(target))  # fmt: skip
    return advance(game, begun, events)


# DC7.3, DC7.4: the windows


@enforces("DC7.3", "DC7.4", "DC3.2", "DC2.6")
def window_actions(game: Dictator, state: State) -> Iterator[Action]:
    """Yield what the side whose window it is can use; to close the window comes on top of it."""
    fight = state.battle
    assert fight is not None
    battalion = battalion_of(state, fight.side)
    if battalion is None:
        return
    phase = PHASES[state.stage]
    for card in battalion.cards:
        for power in CARDS[card].powers:
            if power.phase is not phase or power.cost > state.energy[battalion.seat]:
                continue
            if (card, power.number) in fight.used or state.marked >> card & 1:
                continue
            if needs_target(power):
                for target in targets(state, fight.side, card, power):
                    yield Use(card, power.number, target=target)
            elif not missing(state, fight.side, card, power):
                yield Use(card, power.number)
    if game.fog and fight.defender == GUILD and state.stage in (Stage.CONDITION, Stage.STRENGTH):
        for card in battalion.cards:
            if not state.up >> card & 1:
                yield TurnUp(card)


def needs_target(power: Power) -> bool:
    """Tell whether a power of battle needs a card to be named."""
    return power.effect in ("lend", "mimic", "destroy", "devour", "absorb")


@enforces("DC7.3")
def missing(state: State, side: int, card: int, power: Power) -> str:
    """Return what a power without a target needs and does not have, as a key of `NEEDS`, or `""`."""
    fight = state.battle
    assert fight is not None
    against_guild = fight.defender == GUILD
    match power.effect:
        case "scout" | "acid":
            return "" if against_guild and side == ATTACKER else "guild"
        case "silence" | "armour":
            return "battalion" if against_guild else ""
        case "sap":
            return "player" if against_guild else _energy_of_enemy(state, side)
        case "boost":
            wanted = {"attacks": ATTACKER, "defends": DEFENDER}.get(power.when, side)
            return "" if wanted == side else power.when
        case "command":
            return "" if others(state, side, card, power) else "others"
        case "drain":
            if against_guild:
                return "player"
            return _energy_of_enemy(state, side) if fight.loser == 1 - side else "lost"
        case _:
            return ""


def _energy_of_enemy(state: State, side: int) -> str:
    return "" if state.energy[seat_of(state, 1 - side)] else "energy"


def others(state: State, side: int, card: int, power: Power) -> tuple[int, ...]:
    """Return the other cards of a battalion that Command counts."""
    battalion = battalion_of(state, side)
    assert battalion is not None
    return tuple(other for other in battalion.cards if other != card and CARDS[other].type in power.kinds)


@enforces("DC7.3", "DC7.5")
def targets(state: State, side: int, card: int, power: Power) -> tuple[int, ...]:
    """Return the cards that a power can be used on, Heavy Armour observed."""
    own, enemy = battalion_of(state, side), battalion_of(state, 1 - side)
    if power.effect == "lend":
        return tuple(other for other in own.cards if CARDS[other].type in power.kinds) if own else ()
    if enemy is None:
        return ()
    open_to = [other for other in enemy.cards if not armoured(state, 1 - side, other)]
    if power.effect == "mimic":
        return tuple(other for other in open_to if CARDS[other].type in power.kinds)
    if power.effect == "destroy":
        return tuple(open_to)
    return tuple(other for other in open_to if state.damaged >> other & 1)


@enforces("DC7.5")
def armoured(state: State, side: int, card: int) -> bool:
    """Tell whether Heavy Armour keeps enemy actions from choosing a card of a side."""
    assert state.battle is not None
    return any(
        by == side and POWERS[power].effect == "armour" and CARDS[card].type in POWERS[power].kinds
        for by, power in state.battle.conditions
    )


@enforces("DC7.3")
def advance(game: Dictator, state: State, events: Events) -> State:
    """Return the state at the next window with something usable, die, choice or end of the battle."""
    while state.stage in PHASES and next(window_actions(game, state), None) is None:
        state = close_window(game, state, events)
    if state.stage in PHASES:
        assert state.battle is not None
        return state._replace(player=seat_of(state, state.battle.side))
    return state


@enforces("DC7.3")
def close_window(game: Dictator, state: State, events: Events) -> State:
    """Return the state after a window: the defender's follows the attacker's, then the phase is over."""
    fight = state.battle
    assert fight is not None
    if fight.side == ATTACKER and fight.defender != GUILD:
        return state._replace(battle=fight._replace(side=DEFENDER))
    match state.stage:
        case Stage.CONDITION:
            return state._replace(stage=Stage.STRENGTH, battle=fight._replace(side=ATTACKER))
        case Stage.STRENGTH:
            return _fix_sums(game, state, events)
        case Stage.COLLISION:
            return _decide(game, state, events)
        case _:
            return _finish(game, state, events)


# DC7.5: conditions, DC7.6: Strength


@enforces("DC7.5")
def silenced(state: State, side: int, card: int) -> int | None:
    """Return the power by which the enemy keeps a card of a side from adding its Strength, or `None`."""
    assert state.battle is not None
    for by, power in state.battle.conditions:
        if by != side and POWERS[power].effect == "silence" and CARDS[card].type in POWERS[power].kinds:
            return power
    return None


@enforces("DC7.6", "DC9.1", "DC11.4")
def addends(game: Dictator, state: State, side: int) -> tuple[Addend, ...]:
    """Return a side's Strength line by line: card by card, then what actions added."""
    fight = state.battle
    assert fight is not None
    battalion = battalion_of(state, side)
    if battalion is None:
        return _guild_addends(game, state, fight)
    lines = []
    for card in battalion.cards:
        face = CARDS[card]
        by = silenced(state, side, card)
        if by is not None:
            facts = (("card", face.name), ("power", POWERS[by].name))
            lines.append(Addend("DC7.5", _("{card} 0 under {power}"), facts, (face.name,), 0))
        elif counts_one(game, state, card):
            lines.append(Addend("DC11.4", _("a card face down 1"), (), (face.name,), 1))
        else:
            facts_of = (("card", face.name), ("value", face.strength))
            lines.append(Addend("DC7.6", _("{card} {value}"), facts_of, (face.name,), face.strength))
    for bonus in fight.bonuses:
        if bonus.side == side:
            power = POWERS[bonus.power]
            known = (("card", name(bonus.card)), ("power", power.name), ("value", bonus.value))
            lines.append(Addend("DC7.6", _("{card}, {power} +{value}"), known, (name(bonus.card),), bonus.value))
    return tuple(lines)


def _guild_addends(game: Dictator, state: State, fight: Battle) -> tuple[Addend, ...]:
    place = (sector(fight.sector),)
    whole = game.mission_data.guild
    lines = [Addend("DC9.1", _("Strength {value}"), (("value", whole),), place, whole)]
    acid = next((power for _by, power in fight.conditions if POWERS[power].effect == "acid"), None)
    if acid is not None:
        less = min(whole, POWERS[acid].by)
        facts = (("power", POWERS[acid].name), ("value", less))
        lines.append(Addend("DC7.6", _("{power} −{value}"), facts, place, -less))
    return tuple(lines)


@enforces("DC11.4")
def counts_one(game: Dictator, state: State, card: int) -> bool:
    """Tell whether a card lies face down against a Guild and so counts 1."""
    return game.fog and state.battle is not None and state.battle.defender == GUILD and not state.up >> card & 1


@enforces("DC7.6", "DC7.5", "DC9.1")
def strength(game: Dictator, state: State, side: int) -> int:
    """Return a side's Strength as it stands, or as it was fixed."""
    fight = state.battle
    assert fight is not None
    if fight.sums is not None:
        return fight.sums[side]
    battalion = battalion_of(state, side)
    if battalion is None:
        acid = max((POWERS[power].by for _by, power in fight.conditions if POWERS[power].effect == "acid"), default=0)
        return max(0, game.mission_data.guild - acid)
    silent = [POWERS[power] for by, power in fight.conditions if by != side and POWERS[power].effect == "silence"]
    total = sum(bonus.value for bonus in fight.bonuses if bonus.side == side)
    for card in battalion.cards:
        if counts_one(game, state, card):
            total += 1
        elif not any(CARDS[card].type in power.kinds for power in silent):
            total += CARDS[card].strength
    return total


@enforces("DC7.6", "DC8.1")
def _fix_sums(game: Dictator, state: State, events: Events) -> State:
    """The sums are fixed as the Strength phase closes; then the attacker rolls."""
    fight = state.battle
    assert fight is not None
    sums = (strength(game, state, ATTACKER), strength(game, state, DEFENDER))
    if events is not None:
        places = side_places(state, ATTACKER) + side_places(state, DEFENDER)
        facts = {"attacker": side_name(game, state, ATTACKER), "defender": side_name(game, state, DEFENDER)}
        said = _("Strength: {attacker} has {own}, {defender} has {other}.")
        tell(events, "DC7.6", said, places, own=sums[0], other=sums[1], **facts)
        if abs(sums[0] - sums[1]) >= SURE_LEAD:
            said = _("The dice cannot change the winner and could be skipped; the program rolls all the same.")
            tell(events, "DC8.1", said, places)
    return state._replace(
        stage=Stage.ROLL, player=CHANCE, battle=fight._replace(side=ATTACKER, rolling=ATTACKER, sums=sums)
    )


# DC7.7, DC8: Collision


@enforces("DC7.7", "DC9.1")
def roll(game: Dictator, state: State, pips: int, events: Events) -> State:
    """Return the state after a die: the other side's follows, then the Collision windows."""
    fight = state.battle
    assert fight is not None
    side = fight.rolling
    dice = (pips, fight.dice[1]) if side == ATTACKER else (fight.dice[0], pips)
    again = fight.dice[side] != 0
    seat = seat_of(state, side)
    if events is not None:
        who = game.seats[seat] if seat >= 0 else game.seats[ending.next_seat(state, state.turn)]
        said = _("The {player} rolls {pips} for {side}: {sum}.")
        if again:
            said = _("The {player} rolls again for {side}, {pips}: {sum}.")
        tell(events, "DC7.7", said, side_places(state, side), player=who, pips=pips,
             side=side_name(game, state, side), sum=strength(game, state, side) + pips)  # fmt: skip
    if not dice[DEFENDER]:
        return state._replace(battle=fight._replace(dice=dice, rolling=DEFENDER))
    rolled = state._replace(stage=Stage.COLLISION, battle=fight._replace(dice=dice, rolling=-1))
    return advance(game, rolled, events)


def totals(state: State) -> tuple[int, int]:
    """Return Strength and die of both sides; only after the sums are fixed."""
    assert state.battle is not None
    assert state.battle.sums is not None
    return (state.battle.sums[0] + state.battle.dice[0], state.battle.sums[1] + state.battle.dice[1])


@enforces("DC7.7", "DC7.8")
def _decide(game: Dictator, state: State, events: Events) -> State:
    """The higher sum wins; equal sums are a draw without a Damage phase."""
    fight = state.battle
    assert fight is not None
    own, other = totals(state)
    places = side_places(state, ATTACKER) + side_places(state, DEFENDER)
    if own == other:
        said = _("{own} : {other}, a draw: nobody loses, and there is no Damage phase.")
        tell(events, "DC7.8", said, places, own=own, other=other)
        return ending.leave_battle(game, state, events)
    winner = ATTACKER if own > other else DEFENDER
    tell(events, "DC7.7", _("{own} : {other}: {winner} wins."), places, own=own, other=other,
         winner=side_name(game, state, winner))  # fmt: skip
    state = state._replace(battle=fight._replace(loser=1 - winner))
    if winner == ATTACKER and fight.defender == GUILD:
        return guilds.fall(game, state, events)
    assert state.battle is not None
    side = state.battle.loser
    return state._replace(stage=Stage.LOSS, player=seat_of(state, side), battle=state.battle._replace(side=side))


# DC7.9: Damage


@enforces("DC7.9", "DC2.5", "DC9.5")
def damage(game: Dictator, state: State, action: Damage, events: Events) -> State:
    """The loser turns an undamaged card to the right; then the Damage actions."""
    fight = state.battle
    assert fight is not None
    tell(events, "DC7.9", _("{side} damages {card}."), (name(action.card),),
         side=side_name(game, state, fight.side), card=name(action.card))  # fmt: skip
    hurt = state._replace(
        stage=Stage.DAMAGE,
        damaged=state.damaged | 1 << action.card,
        battle=fight._replace(side=ATTACKER),
    )
    return advance(game, hurt, events)


@enforces("DC7.10", "DC10.1", "DC2.4")
def _finish(game: Dictator, state: State, events: Events) -> State:
    """After the Damage phase: battalions with damaged cards only, or none, are taken off the map."""
    before = state
    for side in (ATTACKER, DEFENDER):
        battalion = battalion_of(state, side)
        if battalion is None or any(not state.damaged >> card & 1 for card in battalion.cards):
            continue
        if battalion.cards:
            said = _("All cards of {side} are damaged: it is annihilated. To the Dump: {cards}.")
            tell(events, "DC7.10", said, (battalion.place, "Dump"), side=game.token(battalion),
                 cards=names(battalion.cards))  # fmt: skip
        else:
            said = _("{side} has no cards left and is taken off the map.")
            tell(events, "DC7.10", said, (battalion.place,), side=game.token(battalion))
        state = to_dump(state, battalion.cards)
        state = state._replace(battalions=tuple(b for b in state.battalions if b.key != battalion.key))
    if events is not None:
        ending.fall_out(game, before, state, events)
    return ending.leave_battle(game, state, events)


# Using a power


@enforces("DC7.4", "DC2.6", "DC11.4")
def use(game: Dictator, state: State, action: Use, events: Events) -> State:
    """Return the state after a card has used a power in a window."""
    fight = state.battle
    assert fight is not None
    power, side = POWERS[action.power], fight.side
    seat = seat_of(state, side)
    state = pay(game, state, seat, action.card, power, events)
    fight = fight._replace(used=(*fight.used, (action.card, power.number)))
    up = state.up
    if game.fog:
        up |= 1 << action.card
        if power.effect == "lend":
            up |= 1 << action.target
    state = state._replace(acted=state.acted | 1 << action.card, up=up, battle=fight)
    match power.phase:
        case Phase.CONDITION:
            state = _condition(game, state, action, power, events)
        case Phase.STRENGTH:
            state = _strengthen(game, state, action, power, events)
        case Phase.COLLISION:
            state = _collide(game, state, action, power, events)
        case _:
            state = _harm(game, state, action, power, events)
    return advance(game, state, events)


@enforces("DC7.5", "DC3.3")
def _condition(game: Dictator, state: State, action: Use, power: Power, events: Events) -> State:
    """A Condition: a rule for the rest of the battle, or Energy taken from the enemy player."""
    fight = state.battle
    assert fight is not None
    kinds = _(" and ").join(sorted(power.kinds))
    said = {
        "silence": _("{card}, {power}: enemy {kinds} add no Strength in this battle."),
        "armour": _("{card}, {power}: enemy actions cannot choose {kinds} of {side} in this battle."),
        "acid": _("{card}, {power}: {target} has {by} Strength less in this battle."),
        "scout": _("{card}, {power}: if the Guild falls, the top {by} Hirelings are seen before the choice."),
        "sap": _("{card}, {power}: the enemy loses Energy."),
    }[power.effect]
    tell(events, "DC7.5", said, (name(action.card),), card=name(action.card), power=power.name, kinds=kinds,
         side=side_name(game, state, fight.side), by=power.by,
         target=side_name(game, state, 1 - fight.side))  # fmt: skip
    if power.effect == "sap":
        return lose(game, state, seat_of(state, 1 - fight.side), power.by, events)
    conditions = tuple(dict.fromkeys((*fight.conditions, (fight.side, power.number))))
    return state._replace(battle=fight._replace(conditions=conditions))


@enforces("DC7.6")
def _strengthen(game: Dictator, state: State, action: Use, power: Power, events: Events) -> State:
    """A Strength action: something is added to the side's sum."""
    fight = state.battle
    assert fight is not None
    match power.effect:
        case "boost":
            value = power.by
        case "command":
            value = len(others(state, fight.side, action.card, power))
        case _:
            value = CARDS[action.target].strength
    bonus = Bonus(fight.side, action.card, power.number, value)
    state = state._replace(battle=fight._replace(bonuses=(*fight.bonuses, bonus)))
    if events is not None:
        said = _("{card}, {power}: +{value}, so {side} has {sum}.")
        if action.target >= 0:
            said = _("{card}, {power}: the Strength of {target}, {value}, is added, so {side} has {sum}.")
        places = [name(action.card)] + ([name(action.target)] if action.target >= 0 else [])
        target = name(action.target) if action.target >= 0 else ""
        tell(events, "DC7.6", said, places, card=name(action.card), power=power.name, value=value, target=target,
             side=side_name(game, state, fight.side), sum=strength(game, state, fight.side))  # fmt: skip
    return state


@enforces("DC7.7", "DC3.4")
def _collide(game: Dictator, state: State, action: Use, power: Power, events: Events) -> State:
    """A Collision action: a die is rolled again, or Energy gained."""
    fight = state.battle
    assert fight is not None
    if power.effect == "gain":
        tell(events, "DC7.7", _("{card}, {power}: Energy for the {player}."), (name(action.card),),
             card=name(action.card), power=power.name, player=game.seats[seat_of(state, fight.side)])  # fmt: skip
        return gain(game, state, seat_of(state, fight.side), power.by, events)
    side = fight.side if power.effect == "reroll" else 1 - fight.side
    said = _("{card}, {power}: the die of {side}, a {pips}, is rolled again.")
    tell(events, "DC7.7", said, (name(action.card), *side_places(state, side)), card=name(action.card),
         power=power.name, side=side_name(game, state, side), pips=fight.dice[side])  # fmt: skip
    return state._replace(stage=Stage.ROLL, player=CHANCE, battle=fight._replace(rolling=side))


@enforces("DC7.9", "DC2.4")
def _harm(game: Dictator, state: State, action: Use, power: Power, events: Events) -> State:
    """A Damage action: a card is destroyed or taken over, or Energy drained."""
    fight = state.battle
    assert fight is not None
    card, seat = name(action.card), seat_of(state, fight.side)
    if power.effect == "drain":
        tell(events, "DC7.9", _("{card}, {power}: the enemy has lost."), (card,), card=card, power=power.name)
        state = gain(game, state, seat, power.by, events)
        return lose(game, state, seat_of(state, 1 - fight.side), power.by, events)
    own, enemy = battalion_of(state, fight.side), battalion_of(state, 1 - fight.side)
    assert own is not None
    assert enemy is not None
    target = name(action.target)
    rest = enemy._replace(cards=tuple(other for other in enemy.cards if other != action.target))
    if power.effect == "absorb":
        said = _("{card}, {power}: {target} comes over to {side}, and {card} goes to the Dump.")
        tell(events, "DC7.9", said, (target, "Dump"), card=card, power=power.name, target=target,
             side=game.token(own))  # fmt: skip
        cards = tuple(action.target if other == action.card else other for other in own.cards)
        own = own._replace(cards=cards)
        state = state._replace(marked=state.marked | state.acted & 1 << action.target)
        gone = action.card
    else:
        tell(events, "DC7.9", _("{card}, {power}: {target} goes to the Dump."), (target, "Dump"), card=card,
             power=power.name, target=target)  # fmt: skip
        gone = action.target
    changed = {own.key: own, rest.key: rest}
    state = state._replace(battalions=tuple(changed.get(b.key, b) for b in state.battalions))
    return to_dump(state, (gone,))


def turn_up(game: Dictator, state: State, action: TurnUp, events: Events) -> State:
    """Return the state with a card turned up against a Guild (DC11.4)."""
    said = _("{card} is turned up and counts its Strength, {value}.")
    tell(events, "DC11.4", said, (name(action.card),), card=name(action.card), value=CARDS[action.card].strength)
    return advance(game, state._replace(up=state.up | 1 << action.card), events)


def legal_actions(game: Dictator, state: State) -> tuple[Action, ...]:
    """Return what can be done in a battle, at a die its six faces."""
    if state.stage is Stage.ROLL:
        return DICE
    if state.stage is Stage.LOSS:
        assert state.battle is not None
        loser = battalion_of(state, state.battle.side)
        assert loser is not None
        return tuple(Damage(card) for card in loser.cards if not state.damaged >> card & 1)
    return (*window_actions(game, state), PASS)


def apply(game: Dictator, state: State, action: Action, events: Events) -> State:
    """Return the state after an action or a die of a battle."""
    match action:
        case Use():
            return use(game, state, action, events)
        case Die(pips):
            return roll(game, state, pips, events)
        case Damage():
            return damage(game, state, action, events)
        case TurnUp():
            return turn_up(game, state, action, events)
        case _:
            if events is not None:
                _tell_pass(game, state, events)
            return advance(game, close_window(game, state, events), events)


def _tell_pass(game: Dictator, state: State, events: Events) -> None:
    assert state.battle is not None
    tell(events, "DC7.3", _("{side} has nothing to add in the {phase} phase."), side_places(state, state.battle.side),
         side=side_name(game, state, state.battle.side), phase=PHASES[state.stage])  # fmt: skip


DICE: tuple[Action, ...] = tuple(Die(pips) for pips in range(1, 7))
ROLLS = tuple((action, Fraction(1, 6)) for action in DICE)
"""The faces of a die with their probabilities (DC8.1)."""
SHARES = tuple(accumulate([1 / 6] * 6))
"""The same, summed up, for quick rolls."""


NEEDS = {
    "guild": _("{power} is for an attack on a Guild."),
    "battalion": _("{power} needs an enemy battalion; a Guild has no cards."),
    "player": _("{power} names an enemy player; a Guild has none."),
    "energy": _("{power} takes Energy, and the enemy has none."),
    "attacks": _("{power} is for a battalion that attacks; this one defends."),
    "defends": _("{power} is for a battalion that defends; this one attacks."),
    "others": _("{power} needs another Infantry or PAR-Infantry in the battalion."),
    "lost": _("{power} is for a battle that the enemy has lost."),
}
"""What a power lacks, in words with open facts, by the keys that `missing` gives (DC7.3)."""
