"""What is said of Dictator-Control: tasks, actions, running sums, figures, and where rules point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook.game import Addend, Facts, Good, Remark, enforces
from rulebook.games.dictator import battle, ending, guilds, setup
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
from rulebook.games.dictator.cards import CARDS, POWERS, Phase, name
from rulebook.games.dictator.city import CITY, GUILDS, NEAR, ZONES, guild_number
from rulebook.games.dictator.sides import battalion_of, seat_of, side_name
from rulebook.games.dictator.state import ATTACKER, DEFENDER, GUILD, UNPLACED, WINDOWS, Stage, State, bits
from rulebook.games.dictator.telling import energy_place, names, sector
from rulebook.words import _

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator


# What is to be done


def task(game: Dictator, state: State) -> Remark:
    """Return who is to decide and what, with the rule that asks for it."""
    if verdict := ending.verdict(game, state):
        return verdict
    if state.stage in WINDOWS or state.stage in (Stage.ROLL, Stage.LOSS):
        return _battle_task(game, state)
    facts: Facts = (("player", game.seats[state.player if state.player >= 0 else state.turn]),)
    match state.stage:
        case Stage.INITIATIVE:
            seat = state.rolls.index(0)
            return Remark("DC4.4", _("The {player} rolls for the initiative."), (("player", game.seats[seat]),))
        case Stage.DEAL:
            return Remark(
                setup.dealing_rule(game),
                _("The cards are dealt at random, {number} to each."),
                (("number", game.mission_data.deal),),
            )
        case Stage.DRAFT:
            return Remark("DC11.3", _("The {player} takes a card of the mixed armies."), facts)
        case Stage.FORM:
            sizes = " + ".join(map(str, game.mission_data.groups))
            said = _("The {player} forms battalions of {sizes}: the next card for the next place.")
            return Remark(setup.forming_rule(game), said, (*facts, ("sizes", sizes)))
        case Stage.ZONE:
            return Remark("DC4.2", _("The {player} chooses a starting zone."), facts)
        case Stage.PLACE:
            number = setup.next_to_place(state, state.player)
            return Remark("DC4.2", _("The {player} places battalion {number}."), (*facts, ("number", number)))
        case Stage.REWARD:
            if guilds.scouting(state):
                seen = names(state.top[: guilds.scouting(state)])
                return Remark("DC9.3", _("The {player} takes one of {seen}, or Energy."), (*facts, ("seen", seen)))
            return Remark("DC9.3", _("The {player} takes a Hireling, unseen, or one Energy."), facts)
        case Stage.REVEAL:
            return Remark("DC9.3", _("Big Brother looks at the next Hireling of the deck."), facts)
        case Stage.DRAW:
            return Remark("DC9.3", _("The top Hireling is drawn."), facts)
        case Stage.FOURTH:
            return Remark("DC9.4", _("The {player} throws one of four cards off to the Dump."), facts)
        case _:
            return _turn_task(game, state, facts)


def _turn_task(game: Dictator, state: State, facts: Facts) -> Remark:
    active = state.battalion(state.active)
    if active is not None:
        said = _("The {player} goes on with {token}, or with another battalion, or ends the turn.")
        return Remark("DC5.1", said, (*facts, ("token", game.token(active))))
    ready = [game.token(battalion) for battalion in state.of(state.turn) if not battalion.done]
    said = _("The {player} acts with a battalion ({ready}), or ends the turn.")
    return Remark("DC5.1", said, (*facts, ("ready", ", ".join(ready))))


def _battle_task(game: Dictator, state: State) -> Remark:
    fight = state.battle
    assert fight is not None
    side = fight.rolling if state.stage is Stage.ROLL else fight.side
    seat = seat_of(state, side)
    seat = seat if seat >= 0 else ending.next_seat(state, state.turn)
    facts: Facts = (("player", game.seats[seat]), ("side", side_name(game, state, side)))
    if state.stage is Stage.ROLL:
        return Remark("DC7.7", _("The {player} rolls for {side}."), facts)
    if state.stage is Stage.LOSS:
        return Remark("DC7.9", _("The {player} damages an undamaged card of {side}."), facts)
    rule = {Stage.CONDITION: "DC7.5", Stage.STRENGTH: "DC7.6", Stage.COLLISION: "DC7.7", Stage.DAMAGE: "DC7.9"}
    said = _("{phase} phase: {side} uses actions of its cards, or passes.")
    return Remark(rule[state.stage], said, (*facts, ("phase", battle.PHASES[state.stage])))


def sketch(game: Dictator, state: State) -> str:
    """Return the position in a few lines: each battalion, then Energy and Dump, then the sums of a battle."""
    lines = []
    for battalion in state.battalions:
        cards = (f"{name(card)} {CARDS[card].strength}{'*' * (state.damaged >> card & 1)}" for card in battalion.cards)
        place = battalion.place if battalion.sector != UNPLACED else "--"
        finished = f"  ({battalion.done.name.lower()})" if battalion.done else ""
        lines.append(f"{game.token(battalion)}  {place}  {', '.join(cards)}{finished}")
    supplies = (f"{letter} {energy}" for letter, energy in zip(game.mission_data.letters, state.energy, strict=True))
    dump = names(state.dump) if state.dump else _("nothing")
    lines.append(_("Energy {energy}; on the Dump {dump}; * damaged").format(energy=", ".join(supplies), dump=dump))
    if state.battle is not None and (sums := total(game, state)):
        lines.append(sums)
    return "\n".join(lines)


# Actions in words


def say(state: State, action: Action) -> str:
    """Return an action of this state in words."""
    match action:
        case Move(start, to):
            return _("move from {start} to {to}").format(start=sector(start), to=sector(to))
        case Use(card, power):
            return _say_use(action, card, power)
        case Attack(start, to):
            foe = _("Guild {number}").format(number=guild_number(to)) if state.guild_at(to) else _("the battalion")
            return _("from {start} attack {foe} on {to}").format(start=sector(start), foe=foe, to=sector(to))
        case Exchange(start, to, give, take):
            facts = {"start": sector(start), "to": sector(to)}
            if give and take:
                return _("{start} gives {give} to {to} for {take}").format(give=names(give), take=names(take), **facts)
            if give:
                return _("{start} gives {give} to {to}").format(give=names(give), **facts)
            return (
                _("{to} gives {take} to {start}").format(take=names(take), **facts) if take else _("exchange nothing")
            )
        case Damage(card):
            return _("damage {card}").format(card=name(card))
        case Draw(card):
            return _("the top Hireling is {card}").format(card=name(card))
        case Choose(card):
            return _("take {card}").format(card=name(card))
        case Discard(card):
            return _("throw {card} off to the Dump").format(card=name(card))
        case TurnUp(card):
            return _("turn {card} up").format(card=name(card))
        case Draft(card):
            return _("take {card}").format(card=name(card))
        case Deal(card):
            return _("{card} is dealt").format(card=name(card))
        case Form(card):
            return _("put {card} into the battalion").format(card=name(card))
        case Die(pips):
            return _("the die shows {pips}").format(pips=pips)
        case Place(number, to):
            return _("battalion {number} to {to}").format(number=number, to=sector(to))
        case Zone(colour):
            return _("the {colour} zone").format(colour=_(colour))
        case EndTurn():
            return _("end the turn")
        case Pass():
            return _("close the window")
        case TakeHireling():
            return _("take a Hireling, unseen")
        case TakeEnergy():
            return _("take one Energy")


def _say_use(action: Use, card: int, number: int) -> str:
    power = POWERS[number]
    cost = _(" for {cost} Energy").format(cost=power.cost) if power.cost else ""
    facts = {"card": name(card), "power": power.name, "cost": cost}
    if action.sector >= 0:
        return _("{card}, {power}{cost}: to {to}").format(to=sector(action.sector), **facts)
    if action.target >= 0:
        return _("{card}, {power}{cost}: {target}").format(target=name(action.target), **facts)
    return _("{card}, {power}{cost}").format(**facts)


# Running sums and figures


@enforces("DC7.6")
def tally(game: Dictator, state: State) -> tuple[Addend, ...]:
    """Return both sides' running sums line by line, dice included: the attacker's, then the defender's."""
    if state.battle is None or state.stage in (Stage.REWARD, Stage.REVEAL, Stage.DRAW, Stage.FOURTH):
        return ()
    lines = []
    for side in (ATTACKER, DEFENDER):
        who = side_name(game, state, side)
        for line in _fixed_addends(game, state, side):
            said = _("{who}: {line}")
            lines.append(Addend(line.rule, said, (("who", who), ("line", line.words)), line.places, line.value))
        pips = state.battle.dice[side]
        if pips:
            place = (sector(state.battle.sector),)
            lines.append(Addend("DC7.7", _("{who}: die {pips}"), (("who", who), ("pips", pips)), place, pips))
    return tuple(lines)


def total(game: Dictator, state: State) -> str:
    """Return both running sums in words: `T-2 10, C-3 8`."""
    fight = state.battle
    if fight is None:
        return ""
    sums = [battle.strength(game, state, side) + fight.dice[side] for side in (ATTACKER, DEFENDER)]
    own, other = (f"{side_name(game, state, side)} {total}" for side, total in enumerate(sums))
    return _("Sums: {own}, {other}").format(own=own, other=other)


def _fixed_addends(game: Dictator, state: State, side: int) -> tuple[Addend, ...]:
    """Return a side's lines; once cards have gone in the Damage phase the fixed sum in one line."""
    assert state.battle is not None
    lines = battle.addends(game, state, side)
    total = battle.strength(game, state, side)
    if sum(line.value for line in lines) == total:
        return lines
    battalion = battalion_of(state, side)
    place = battalion.place if battalion else sector(state.battle.sector)
    return (Addend("DC7.6", _("Strength {total}, fixed"), (("total", total),), (place,), total),)


def figures(game: Dictator, state: State) -> Mapping[str, int | str]:
    """Return Energy, Dump, deck and round the battle's sums and dice, by names for captions and scripts."""
    found: dict[str, int | str] = {}
    for letter, energy in zip(game.mission_data.letters, state.energy, strict=True):
        found[f"energy_{letter}"] = energy
    found["dump"] = ", ".join(map(name, state.dump)) or _("empty")
    found["guilds"] = len(bits(state.guilds))
    found["deck"] = len(state.deck) + len(state.top)
    found["seen"] = ", ".join(map(name, state.top)) or _("none")
    found["damaged"] = ", ".join(map(name, bits(state.damaged))) or _("none")
    found["turn"] = game.seats[state.turn]
    for battalion in state.battalions:
        token = game.token(battalion)
        found[token] = ", ".join(map(name, battalion.cards))
        found[f"{token} at"] = battalion.place if battalion.sector != UNPLACED else _("nowhere")
    fight = state.battle
    if fight is not None:
        own, other = (battle.strength(game, state, side) for side in (ATTACKER, DEFENDER))
        found |= {"attacker": own + fight.dice[ATTACKER], "defender": other + fight.dice[DEFENDER]}
        found |= {"attacker_strength": own, "defender_strength": other}
        found |= {"attacker_die": fight.dice[ATTACKER], "defender_die": fight.dice[DEFENDER]}
        found["phase"] = battle.PHASES.get(state.stage, state.stage.name.capitalize())
        if fight.sums and all(fight.dice):
            lead = own + fight.dice[ATTACKER] - other - fight.dice[DEFENDER]
            winner = ATTACKER if lead > 0 else DEFENDER
            found["leader"] = side_name(game, state, winner) if lead else _("nobody")
    return found


def goods(game: Dictator, state: State, seat: int) -> tuple[Good, ...]:
    """Return a seat's cards, damaged cards, battalions, Energy, targets it stands next to, and Strength in a battle."""
    own = [battalion for battalion in state.of(seat) if battalion.sector != UNPLACED]
    cards = [card for battalion in state.of(seat) for card in battalion.cards]
    damaged = [card for card in cards if state.damaged >> card & 1]
    stands = tuple(battalion.place for battalion in own)
    enemies = {battalion.sector for battalion in state.battalions if battalion.seat != seat} | set(bits(state.guilds))
    near = sorted({at for battalion in own for at in NEAR[battalion.sector]} & enemies)
    found = (
        Good("DC2.1", _("Cards in battalions"), len(cards), 1.0, stands),
        Good("DC2.5", _("Damaged cards"), len(damaged), -0.4, tuple(map(name, damaged))),
        Good("DC1.2", _("Battalions"), len(state.of(seat)), 0.3, stands),
        Good("DC3.1", _("Energy"), state.energy[seat], 0.12, (game.seats[seat],)),
        Good("DC6.4", _("Targets next to a battalion"), len(near), 0.05, tuple(map(sector, near))),
    )
    if state.battle is None or state.battle.loser >= 0:
        return found
    sides = [side for side in (ATTACKER, DEFENDER) if seat_of(state, side) == seat]
    force = (Good("DC7.6", _("Strength in the battle"), battle.strength(game, state, side), 0.15) for side in sides)
    return (*found, *force)


def promise(game: Dictator, state: State, seat: int) -> float:
    """Return cards (a damaged one 0.6), Strength, Energy and battalions of a seat against the strongest other's.

    In a battle the lead counts a little, so that actions that help are used; approaching a target counts a very little.
    """
    worth: dict[int, float] = {}
    for battalion in state.battalions:
        whole = sum(1.0 if not state.damaged >> card & 1 else 0.6 for card in battalion.cards)
        force = sum(CARDS[card].strength for card in battalion.cards)
        worth[battalion.seat] = worth.get(battalion.seat, 0.0) + 0.3 + whole + 0.15 * force
    own = worth.get(seat, -9.0) + 0.12 * state.energy[seat]
    rest = [value + 0.12 * state.energy[other] for other, value in worth.items() if other != seat]
    score = own - (max(rest, default=-9.0) + sum(rest)) / 2
    fight = state.battle
    if fight is not None and fight.loser < 0:
        score += _lead(game, state, seat)
    if state.stage is Stage.TURN:
        score += _nearness(state, seat)
    return score


def _lead(game: Dictator, state: State, seat: int) -> float:
    """Return what the lead in a battle is worth to a seat: Strength of the cards and what was added."""
    fight = state.battle
    assert fight is not None
    sums = [battle.strength(game, state, side) for side in (ATTACKER, DEFENDER)]
    lead = sums[ATTACKER] - sums[DEFENDER] + fight.dice[ATTACKER] - fight.dice[DEFENDER]
    stake = max(-1.0, min(1.0, lead / 6)) - (0.15 if fight.sums is None else 0.0)
    return stake if seat_of(state, ATTACKER) == seat else -stake if seat_of(state, DEFENDER) == seat else 0.0


def _nearness(state: State, seat: int) -> float:
    """Return a little for every own battalion near something to attack."""
    goals = [battalion.sector for battalion in state.battalions if battalion.seat != seat]
    goals += bits(state.guilds)
    own = [battalion.sector for battalion in state.battalions if battalion.seat == seat]
    return sum(-0.02 * min((DISTANCE[at][goal] for goal in goals), default=0) for at in own)


DISTANCE = tuple(
    tuple(CITY.reached(start, 12)[to] for to in range(len(CITY.names))) for start in range(len(CITY.names))
)
"""Sectors between any two, nothing in the way."""


# Where things are


def places(action: Action) -> tuple[str, ...]:
    """Return the sectors and cards that an action points at, in the order of pointing."""
    match action:
        case Move(start, to) | Attack(start, to):
            return (sector(start), sector(to))
        case Exchange(start, to, give, take):
            return (sector(start), sector(to), *map(name, give), *map(name, take))
        case Use(card, _power, to, target):
            where = (sector(to),) if to >= 0 else (name(target),) if target >= 0 else ()
            return (name(card), *where)
        case Place(_number, to):
            return (sector(to),)
        case Zone(colour):
            return tuple(map(sector, ZONES[colour]))
        case Draw() | TakeHireling():
            return ("Hirelings",)
        case Damage(card) | Choose(card) | Discard(card) | TurnUp(card) | Draft(card) | Deal(card) | Form(card):
            return (name(card),)
        case _:
            return ()


def around(state: State, action: Action) -> tuple[str, ...]:
    """Return the sectors around an action: its own, their neighbours, and where its cards are."""
    found: list[str] = []
    for place in places(action):
        if place in CITY.names:
            at = CITY.names.index(place)
            found += [place, *map(sector, NEAR[at])]
        else:
            found.append(place)
            holder = next((b for b in state.battalions if place in map(name, b.cards)), None)
            if holder is not None and holder.sector != UNPLACED:
                found += [holder.place, *map(name, holder.cards)]
    return tuple(dict.fromkeys(found))


def concerns(game: Dictator, state: State, rule: str) -> tuple[str, ...]:
    """Return the places of this state that a rule speaks of."""
    stands = [battalion for battalion in state.battalions if battalion.sector != UNPLACED]
    tokens = tuple(battalion.place for battalion in stands)
    own = tuple(battalion.place for battalion in stands if battalion.seat == state.turn)
    on_map = tuple(sector(at) for at in bits(state.guilds))
    match rule:
        case "DC1.3" | "DC4.1" | "DC9.1" | "DC9.2" | "DC6.3":
            return on_map or tuple(map(sector, GUILDS))
        case "DC1.1" | "DC1.4":
            return CITY.names
        case "DC2.5" | "DC7.10":
            return tuple(map(name, bits(state.damaged)))
        case "DC2.4":
            return ("Dump",)
        case "DC4.2":
            return tuple(sector(at) for zone in state.zones if zone for at in ZONES[zone])
        case "DC6.1" | "DC6.5":
            free = {near for battalion in stands if battalion.seat == state.turn for near in NEAR[battalion.sector]}
            return tuple(sector(at) for at in sorted(free) if state.free(at))
        case "DC6.4":
            return tuple(battalion.place for battalion in stands if battalion.seat != state.turn)
        case "DC6.6" | "DC6.7" | "DC6.8" | "DC5.1" | "DC5.2":
            return own
        case "DC5.3":
            return tuple(battalion.place for battalion in stands if battalion.done)
        case "DC7.1":
            foes = (near for b in stands if b.seat == state.turn for near in NEAR[b.sector])
            return tuple(dict.fromkeys(sector(at) for at in foes if state.guild_at(at) or _foe(state, at)))
        case "DC9.3" | "DC9.4":
            return ("Hirelings",)
        case _ if rule.startswith("DC3"):
            return tuple(energy_place(seat) for seat in range(game.num_players))
        case _ if rule.startswith("DC7") and state.battle is not None:
            fight = state.battle
            phases = {
                "DC7.5": Phase.CONDITION,
                "DC7.6": Phase.STRENGTH,
                "DC7.7": Phase.COLLISION,
                "DC7.9": Phase.DAMAGE,
            }
            sides = [battalion_of(state, side) for side in (ATTACKER, DEFENDER)]
            found = [
                name(card)
                for side in sides
                if side
                for card in side.cards
                if rule not in phases or CARDS[card].power(phases[rule])
            ]
            return tuple(found) or ((sector(fight.sector),) if fight.defender == GUILD else tokens)
        case _ if rule.startswith(("DC1", "DC2", "DC10")):
            return tokens
        case _:
            return ()


def _foe(state: State, at: int) -> bool:
    other = state.at(at)
    return other is not None and other.seat != state.turn
