"""The board of Dictator-Control in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.game import CHANCE, TERMINAL
from rulebook.games.dictator.battle import strength
from rulebook.games.dictator.cards import CARDS, POWERS, Face, Power, Type, name
from rulebook.games.dictator.city import CITY, GUILDS, ZONES, guild_number, level
from rulebook.games.dictator.state import ATTACKER, DEFENDER, GUILD, Battalion, Done, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures.dictator_table import (
    DECK,
    DUMP,
    LABELS,
    card_of,
    sector_of,
    sees,
    sees_top,
    stands,
)

DONE = {Done.ATTACKED: _("has attacked"), Done.EXCHANGED: _("has exchanged"), Done.LEFT: _("has finished")}


def _either(kinds: Sequence[Type]) -> str:
    return _(" or ").join(kind.value for kind in Type if kind in kinds)


def effect(power: Power, brief: bool = False) -> str:
    """Return what a power does, as short as a card can say it, or shorter."""
    kinds = _either(tuple(power.kinds))
    said = {
        "march": _("moves up to {by} sectors"),
        "mend": _("{kinds} here: undamaged"),
        "scout": _("if a Guild falls, choose among the top {by} Hirelings"),
        "silence": _("enemy {kinds} add no Strength"),
        "armour": _("enemy actions cannot choose {kinds}"),
        "acid": _("attacked Guild −{by}"),
        "boost": _("+{by} Strength"),
        "command": _("+1 for each other {kinds}"),
        "lend": _("adds the Strength of an own {kinds}"),
        "mimic": _("adds the Strength of an enemy {kinds}"),
        "reroll": _("roll your own die again"),
        "bugs": _("the enemy rolls again"),
        "gain": _("gain {by} Energy"),
        "sap": _("the enemy loses {by} Energy"),
        "drain": _("if the enemy lost: gain {by} Energy, the enemy loses {by}"),
        "destroy": _("an enemy card goes to the Dump"),
        "devour": _("a damaged enemy card goes to the Dump"),
        "absorb": _("takes a damaged enemy card in its place"),
    }[power.effect]
    if brief and power.effect == "silence":
        said = _("{kinds} of the enemy add 0")
    if power.when:
        said = {"attacks": _("+{by} if this battalion attacks"), "defends": _("+{by} if this battalion defends")}[
            power.when
        ]
    return said.format(by=power.by, kinds=kinds)


def face_words(face: Face) -> str:
    """Return all that is printed on a card."""
    said = [_("{code} {name}, {type}, Strength {strength}").format(
        code=face.code, name=face.name, type=face.type, strength=face.strength
    )]  # fmt: skip
    said += [
        _("{power} in the {phase} phase, {cost} Energy: {effect}").format(
            power=power.name, phase=power.phase, cost=power.cost, effect=effect(power)
        )
        for power in face.powers
    ]
    return "; ".join(said) + "."


def card_words(state: State, card: int) -> str:
    """Return a card with its Strength and what has become of it."""
    words = f"{name(card)} {CARDS[card].strength}"
    marks = [_("damaged")] if state.damaged >> card & 1 else []
    marks += [_("acted")] if state.acted >> card & 1 else []
    return f"{words} ({', '.join(marks)})" if marks else words


def battalion_words(game: Any, state: State, battalion: Battalion, viewer: int | None) -> str:
    """Return a battalion: its name, its sector, its cards as far as they are seen."""
    cards = []
    hidden = damaged = 0
    for card in battalion.cards:
        if sees(game, state, card, battalion, viewer):
            cards.append(card_words(state, card))
        else:
            hidden += 1
            damaged += state.damaged >> card & 1
    if hidden:
        down = _("{count} face down").format(count=hidden)
        cards.append(_("{down}, {damaged} of them damaged").format(down=down, damaged=damaged) if damaged else down)
    place = battalion.place if battalion.sector >= 0 else _("not yet placed")
    said = f"{game.token(battalion)} {place}: {', '.join(cards)}"
    if battalion.done:
        return f"{said}; {DONE[battalion.done]}"
    return _("{said}; active").format(said=said) if battalion.key == state.active else said


def side_words(game: Any, state: State, side: int, plain: bool = False) -> str:
    """Return a side of the battle: its name, its die, and its sums unless `plain`."""
    battle = state.battle
    assert battle is not None
    key = battle.attacker if side == ATTACKER else battle.defender
    unit = None if key == GUILD else state.battalion(key)
    who = game.token(unit) if unit else _("Guild {number}").format(number=guild_number(battle.sector))
    if key != GUILD and unit is None:
        return _("a battalion that is no more")
    if plain:
        return _("{who}, die {die}").format(who=who, die=battle.dice[side]) if battle.dice[side] else who
    total = strength(game, state, side)
    if not battle.dice[side]:
        return _("{who} with Strength {total}").format(who=who, total=total)
    said = _("{who} with Strength {total}, die {die}, sum {sum}")
    return said.format(who=who, total=total, die=battle.dice[side], sum=total + battle.dice[side])


def describe(game: Any, state: State, viewer: int | None, plain: bool = False) -> str:
    """Return the position in words: battalions, battle, Energy, Guilds, Dump, and whose decision it is.

    `plain` leaves out the sums of a battle.
    """
    seats = game.mission_data.seats
    said = [_("Dictator-Control, {mission}.").format(mission=game.mission_data.name)]
    for seat, who in enumerate(seats):
        own = [
            battalion
            for battalion in state.of(seat)
            if stands(game, state, battalion, viewer) or (state.stage in (Stage.FORM, Stage.PLACE) and not game.fog)
        ]
        lines = [f"{battalion_words(game, state, battalion, viewer)}." for battalion in own]
        said.append(f"{who}: {' '.join(lines) or _('no battalion on the map.')}")
    if state.battle:
        attacker, defender = (side_words(game, state, side, plain) for side in (ATTACKER, DEFENDER))
        said.append(_("Battle: {attacker} attacks {defender}.").format(attacker=attacker, defender=defender))
    said.append(note(game, state))
    left = [f"{guild_number(sector)} {CITY.names[sector]}" for sector in GUILDS if state.guild_at(sector)]
    said.append(_("Guilds left: {guilds}.").format(guilds=", ".join(left) or _("none")))
    said.append(_("Dump: {cards}.").format(cards=", ".join(map(name, state.dump)) or _("empty")))
    if state.player >= 0:
        said.append(_("The {seat} decides.").format(seat=seats[state.player]))
    elif state.player == CHANCE:
        said.append(_("Chance decides."))
    elif state.player == TERMINAL:
        said.append(_("The game is over."))
    return " ".join(said)


def note(game: Any, state: State) -> str:
    """Return Energy, Dump and deck in short."""
    letters = game.mission_data.letters
    energy = ", ".join(f"{letter} {value}" for letter, value in zip(letters, state.energy, strict=True))
    said = _("Energy: {energy} · Dump: {dump} · Hirelings: {deck}.")
    return said.format(energy=energy, dump=len(state.dump), deck=len(state.deck) + len(state.top))


def say_place(game: Any, state: State, place: str, viewer: int | None) -> str:
    """Return a place and what lies there, in words."""
    if (sector := sector_of(place)) is not None:
        return _sector_words(game, state, sector, viewer)
    if (card := card_of(place)) is not None:
        face = CARDS[card]
        said = [f"{card_words(state, card)}, {face.type.value}"]
        for power in face.powers:
            line = _("{name} in {phase}, {cost} Energy: {effect}")
            said.append(line.format(name=power.name, phase=power.phase.value, cost=power.cost, effect=effect(power)))
        return "; ".join(said)
    if place == DUMP:
        return _("Dump: {cards}").format(cards=", ".join(map(name, state.dump)) or _("empty"))
    if place == DECK:
        seen = state.top if sees_top(game, state, viewer) else ()
        count = _("Hirelings: {count} in the deck").format(count=len(state.deck) + len(state.top))
        return _("{count}, on top {cards}").format(count=count, cards=", ".join(map(name, seen))) if seen else count
    if place.startswith("energy "):
        seat = int(place.removeprefix("energy "))
        said_energy = _("{seat}: {value} Energy of 12")
        return said_energy.format(seat=game.mission_data.seats[seat], value=state.energy[seat])
    if place.startswith("phase "):
        return _("phase {phase}").format(phase=place.removeprefix("phase "))
    if place in LABELS:
        return _("button: {label}").format(label=LABELS[place])
    return place


def _sector_words(game: Any, state: State, sector: int, viewer: int | None) -> str:
    place = CITY.names[sector]
    where = [level(sector)]
    where += [_("{colour} zone").format(colour=colour) for colour, sectors in ZONES.items() if sector in sectors]
    battalion = state.at(sector)
    if battalion and stands(game, state, battalion, viewer):
        return battalion_words(game, state, battalion, viewer)
    if state.guild_at(sector):
        what = _("Guild {number}").format(number=guild_number(sector))
    elif sector in GUILDS:
        what = _("free, its Guild has fallen")
    else:
        what = _("free")
    return f"{place}: {what}, {', '.join(where)}"


def power_name(number: int) -> str:
    """Return the name of a power."""
    return POWERS[number].name


def say_selection(game: Any, state: State, selection: tuple[str, ...], viewer: int | None) -> str:
    """Return what is open or chosen so far, and what can follow."""
    last = say_place(game, state, selection[-1], viewer)
    if state.stage is not Stage.TURN:
        return _("{last}. Now the card that it is used on.").format(last=last)
    if selection[-1] not in CITY.names:
        return _("{last}. Now the sector or the card that it is for.").format(last=last)
    battalion = state.at(CITY.names.index(selection[-1]))
    if battalion is None or battalion.seat != state.turn:
        return last
    return _("{last}. Now a sector to move to or attack, or one of its cards.").format(last=last)
