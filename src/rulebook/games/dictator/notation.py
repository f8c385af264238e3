"""A position of Dictator-Control as one line of text, and back.

A line opens with the stage and has words for all that differs from the beginning of a mission:

    turn by=0 0.1@E1:T4.T6*.T7 0.2@D1!attacked:T1~.T3 1.1@E6:C1 energy=6.5 guilds=I6.I1 dump=C7 quiet=2

A battalion is `seat.number@sector:cards`, with `>` before it while it is active and `!attacked`, `!exchanged` or
`!left` once it has finished; a card is its number, with `*` damaged, `~` acted in this turn, `^` face up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.dictator.cards import CARDS, CODES, MOST_CARDS, find
from rulebook.games.dictator.city import CITY, GUILDS, ZONES
from rulebook.games.dictator.sides import seat_of
from rulebook.games.dictator.state import (
    CHANCES,
    GUILD,
    UNPLACED,
    WINDOWS,
    Battalion,
    Battle,
    Bonus,
    Done,
    Stage,
    State,
    bits,
    mask,
)
from rulebook.games.dictator.supplies import MOST_ENERGY

if TYPE_CHECKING:
    from rulebook.games.dictator.engine import Dictator

_STAGES = {stage.name.lower(): stage for stage in Stage}
_DONE = {done.name.lower(): done for done in Done if done}
_CHOSEN = (Stage.DRAFT, Stage.FORM, Stage.ZONE, Stage.PLACE)
_FIGHTS = (*WINDOWS, Stage.ROLL, Stage.LOSS, Stage.REWARD, Stage.REVEAL, Stage.DRAW, Stage.FOURTH)
_BATTALION = re.compile(r"(>?)(\d)\.([1-3])@([A-I]\d|-)(?:!([a-z]+))?:([\w.*~^]*)")


def to_text(game: Dictator, state: State) -> str:
    """Return a state as one line."""
    words = [state.stage.name.lower(), f"by={state.turn}"]
    if state.stage in _CHOSEN:
        words.append(f"to={state.player}")
    words += [_battalion_text(state, battalion) for battalion in state.battalions]
    first = {"guilds": mask(GUILDS), "deck": game.mission_data.hirelings}
    parts = {
        "energy": ".".join(map(str, state.energy)),
        "guilds": _sectors(state.guilds) if state.guilds != first["guilds"] else "",
        "deck": _codes(state.deck) if state.deck != first["deck"] else "",
        "top": _codes(state.top) if state.top else "",
        "dump": _codes(state.dump) if state.dump else "",
        "marked": _codes(bits(state.marked)) if state.marked else "",
        "moved": "yes" if state.moved else "",
        "spent": ".".join(_power_text(*entry) for entry in state.spent),
        "quiet": str(state.quiet) if state.quiet else "",
        "rolls": ".".join(map(str, state.rolls)),
        "pools": ";".join(_codes(pool) for pool in state.pools) if any(state.pools) else "",
        "zones": ".".join(zone or "-" for zone in state.zones) if state.zones != _zones(game) else "",
    }
    if state.stage in _FIGHTS and state.battle:
        parts |= _battle_parts(state.battle)
    return " ".join(words + [f"{key}={value}" for key, value in parts.items() if value])


def _zones(game: Dictator) -> tuple[str, ...]:
    return game.mission_data.zones


def _battalion_text(state: State, battalion: Battalion) -> str:
    cards = ".".join(
        CARDS[card].code
        + "*" * (state.damaged >> card & 1)
        + "~" * (state.acted >> card & 1)
        + "^" * (state.up >> card & 1)
        for card in battalion.cards
    )
    at = "-" if battalion.sector == UNPLACED else battalion.place
    done = f"!{battalion.done.name.lower()}" if battalion.done else ""
    return f"{'>' * (battalion.key == state.active)}{battalion.seat}.{battalion.number}@{at}{done}:{cards}"


def _battle_parts(fight: Battle) -> dict[str, str]:
    defender = "guild" if fight.defender == GUILD else _key_text(fight.defender)
    return {
        "fight": f"{_key_text(fight.attacker)}x{defender}@{CITY.names[fight.sector]}",
        "side": str(fight.side) if fight.side else "",
        "used": ".".join(_power_text(*entry) for entry in fight.used),
        "set": ".".join(f"{side}:{_power_text(_bearer(power), power)}" for side, power in fight.conditions),
        "plus": ".".join(f"{b.side}:{_power_text(b.card, b.power)}:{b.value}" for b in fight.bonuses),
        "sums": ".".join(map(str, fight.sums)) if fight.sums else "",
        "dice": ".".join(map(str, fight.dice)) if any(fight.dice) else "",
        "rolling": str(fight.rolling) if fight.rolling >= 0 else "",
        "loser": str(fight.loser) if fight.loser >= 0 else "",
    }


def _key_text(key: int) -> str:
    return f"{key // 4}.{key % 4}"


def _bearer(power: int) -> int:
    """Return the first card that has a power."""
    return next(face.card for face in CARDS if any(own.number == power for own in face.powers))


def _power_text(card: int, power: int) -> str:
    own = [each.number for each in CARDS[card].powers]
    return f"{CARDS[card].code}/{own.index(power) + 1}"


def _codes(cards: tuple[int, ...]) -> str:
    return ".".join(CARDS[card].code for card in cards) or "-"


def _sectors(sectors: int) -> str:
    return ".".join(CITY.names[at] for at in bits(sectors)) or "-"


def from_text(game: Dictator, text: str) -> State:
    """Return the state that `to_text` wrote. Raises `NotationError` that names the word at fault."""
    state = read(game, text)
    _check(game, state)
    if state.battle is None:
        return state
    # Whoever is in the midst of its attack has attacked, also where a hand-written position does not say so.
    attacker = state.battle.attacker
    return state._replace(
        battalions=tuple(b._replace(done=Done.ATTACKED) if b.key == attacker else b for b in state.battalions),
    )


def read(game: Dictator, text: str) -> State:
    """Return the state that a text describes, also one that no game can reach. Raises `NotationError`."""
    stage_word, *words = text.split() or [""]
    if stage_word not in _STAGES:
        raise NotationError(f"'{stage_word}' is no stage of a game; a position opens with one of {', '.join(_STAGES)}")
    stage = _STAGES[stage_word]
    fields: dict[str, str] = {}
    battalions: list[Battalion] = []
    flags = {"*": 0, "~": 0, "^": 0}
    active = 0
    for word in words:
        if found := _BATTALION.fullmatch(word):
            battalion = _read_battalion(game, word, found, flags)
            active = battalion.key if found[1] else active
            battalions.append(battalion)
            continue
        key, sign, value = word.partition("=")
        if not sign or key not in _FIELDS or key in fields:
            raise NotationError(
                f"'{word}' is no part of a position; write battalions such as 0.1@E1:T4.T6 and {', '.join(_FIELDS)}, "
                "each once"
            )
        fields[key] = value
    mission, seats = game.mission_data, game.num_players
    turn = _number("by", fields.get("by", "0"), 0, seats - 1)
    energy = _numbers("energy", fields.get("energy", ".".join(["6"] * seats)), 0, MOST_ENERGY)
    if len(energy) != seats:
        raise NotationError(
            f"energy={fields.get('energy')}: this mission has {seats} players, so {seats} numbers (DC3.1)"
        )
    battle = _read_battle(fields)
    state = State(
        stage,
        CHANCE,
        turn,
        tuple(sorted(battalions, key=lambda battalion: battalion.key)),
        energy,
        mask(tuple(_sector(name) for name in _list(fields["guilds"]))) if "guilds" in fields else mask(GUILDS),
        _cards("deck", fields["deck"]) if "deck" in fields else mission.hirelings,
        top=_cards("top", fields.get("top", "-")),
        dump=_cards("dump", fields.get("dump", "-")),
        damaged=flags["*"],
        acted=flags["~"],
        marked=mask(_cards("marked", fields.get("marked", "-"))),
        up=flags["^"],
        active=active,
        moved=fields.get("moved") == "yes",
        spent=tuple(_power("spent", part) for part in _list(fields.get("spent", "-"))),
        quiet=_number("quiet", fields.get("quiet", "0"), -1, 999),
        battle=battle,
        rolls=_numbers("rolls", fields["rolls"], -1, 6) if "rolls" in fields else (),
        pools=_pools(game, fields, stage),
        zones=tuple(zone.strip("-") for zone in fields["zones"].split(".")) if "zones" in fields else _zones(game),
    )
    return state._replace(player=_player(game, state, fields))


_FIELDS = ("by", "to", "energy", "guilds", "deck", "top", "dump", "marked", "moved", "spent", "quiet", "rolls", "pools",
           "zones", "fight", "side", "used", "set", "plus", "sums", "dice", "rolling", "loser")  # fmt: skip


def _read_battalion(game: Dictator, word: str, found: re.Match[str], flags: dict[str, int]) -> Battalion:
    _active, seat, number, at, done, cards = found.groups()
    if int(seat) >= game.num_players:
        raise NotationError(f"'{word}': this mission has seats 0 to {game.num_players - 1} (DC11)")
    if done and done not in _DONE:
        raise NotationError(f"'{word}': a battalion is done by one of {', '.join(_DONE)}")
    held = []
    for part in filter(None, cards.split(".")):
        code, signs = part.rstrip("*~^"), part[len(part.rstrip("*~^")) :]
        card = _card(word, code)
        held.append(card)
        for sign in signs:
            flags[sign] |= 1 << card
    sector = UNPLACED if at == "-" else _sector(at)
    return Battalion(int(seat), int(number), sector, tuple(held), _DONE[done] if done else Done.NOT)


def _read_battle(fields: dict[str, str]) -> Battle | None:
    if "fight" not in fields:
        return None
    found = re.fullmatch(r"(\d)\.([1-3])x(?:(\d)\.([1-3])|guild)@([A-I]\d)", fields["fight"])
    if not found:
        raise NotationError(
            f"fight={fields['fight']}: write attacker, x, defender or guild, @ and a sector: 0.2x1.3@D5"
        )
    attacker, defender = 4 * int(found[1]) + int(found[2]), GUILD
    if found[3]:
        defender = 4 * int(found[3]) + int(found[4])
    conditions = []
    for part in _list(fields.get("set", "-")):
        side, _sign, power = part.partition(":")
        conditions.append((_number("set", side, 0, 1), _power("set", power)[1]))
    bonuses = []
    for part in _list(fields.get("plus", "-")):
        pieces = part.split(":")
        if len(pieces) != 3:
            raise NotationError(f"plus={part}: write side, action and value: 0:T2/1:2")
        card, number = _power("plus", pieces[1])
        bonuses.append(Bonus(_number("plus", pieces[0], 0, 1), card, number, _number("plus", pieces[2], 0, 99)))
    sums = _numbers("sums", fields["sums"], 0, 99) if "sums" in fields else None
    dice = _numbers("dice", fields.get("dice", "0.0"), 0, 6)
    if len(dice) != 2 or (sums and len(sums) != 2):
        raise NotationError("sums and dice: write two numbers each, the attacker's first (DC7.7)")
    return Battle(
        attacker,
        defender,
        _sector(found[5]),
        _number("side", fields.get("side", "0"), 0, 1),
        tuple(_power("used", part) for part in _list(fields.get("used", "-"))),
        tuple(conditions),
        tuple(bonuses),
        (sums[0], sums[1]) if sums else None,
        (dice[0], dice[1]),
        _number("rolling", fields.get("rolling", "-1"), -1, 1),
        _number("loser", fields.get("loser", "-1"), -1, 1),
    )


def _player(game: Dictator, state: State, fields: dict[str, str]) -> int:
    if state.stage is Stage.OVER:
        return TERMINAL
    if state.stage in CHANCES:
        return CHANCE
    if state.stage in _CHOSEN:
        return _number("to", fields.get("to", ""), 0, game.num_players - 1)
    if (state.stage in WINDOWS or state.stage is Stage.LOSS) and state.battle:
        return seat_of(state, state.battle.side)
    return state.turn


def _pools(game: Dictator, fields: dict[str, str], stage: Stage) -> tuple[tuple[int, ...], ...]:
    if "pools" not in fields:
        setting_up = stage <= Stage.PLACE
        return ((),) * game.num_players if setting_up else ()
    return tuple(_cards("pools", part) for part in fields["pools"].split(";"))


def _check(game: Dictator, state: State) -> None:
    """Raise `NotationError` if a position cannot occur."""
    if (state.battle is not None) != (state.stage in _FIGHTS):
        raise NotationError(f"fight=: a position of stage {state.stage.name.lower()} has {_needs_fight(state)} (DC7.2)")
    cards = [card for battalion in state.battalions for card in battalion.cards]
    cards += [card for pool in state.pools for card in pool] + [*state.dump, *state.deck, *state.top]
    for card in cards:
        if card not in game.universe:
            raise NotationError(f"{CARDS[card].code} ({CARDS[card].name}) is no card of this mission's set (DC11)")
        if cards.count(card) > 1:
            raise NotationError(f"{CARDS[card].code} ({CARDS[card].name}) is in two places at once (DC2.3)")
    sectors = [battalion.sector for battalion in state.battalions if battalion.sector != UNPLACED]
    for battalion in state.battalions:
        named = f"{battalion.seat}.{battalion.number}"
        least = 0 if state.stage is Stage.DAMAGE else 1
        most = MOST_CARDS + (state.stage is Stage.FOURTH)
        if not least <= len(battalion.cards) <= most:
            raise NotationError(f"{named} has {len(battalion.cards)} cards; a battalion has one to three (DC2.3)")
        if sectors.count(battalion.sector) > 1:
            raise NotationError(f"{named}: two battalions stand on {battalion.place} (DC1.2)")
        if battalion.sector != UNPLACED and state.guild_at(battalion.sector):
            raise NotationError(
                f"{named} stands on the Guild token of {battalion.place}; leave that out of guilds= (DC6.1)"
            )
        if battalion.sector == UNPLACED and state.stage > Stage.PLACE:
            raise NotationError(f"{named} stands nowhere; write its sector after @ (DC4.2)")
        if state.stage is Stage.TURN and all(state.damaged >> card & 1 for card in battalion.cards):
            raise NotationError(f"{named} has damaged cards only; it would be annihilated (DC7.10)")
    if len({battalion.key for battalion in state.battalions}) < len(state.battalions):
        raise NotationError("two battalions have the same seat and number (DC2.3)")
    if state.guilds & ~mask(GUILDS):
        raise NotationError("guilds=: Guild tokens stand on Guild sectors only (DC1.3)")
    if state.battle:
        fight = state.battle
        attacker = state.battalion(fight.attacker)
        if attacker is None or attacker.seat != state.turn:
            raise NotationError("fight=: the attacker is a battalion of the player whose turn it is (DC5.2)")
        if fight.defender != GUILD and state.battalion(fight.defender) is None:
            raise NotationError("fight=: there is no such defender (DC7.1)")
        if (state.stage in (Stage.ROLL, Stage.COLLISION)) and fight.sums is None:
            raise NotationError("sums=: both Strengths are fixed before the dice are rolled (DC7.6)")
        if state.stage is Stage.ROLL and fight.rolling < 0:
            raise NotationError("rolling=: write whose die is to be rolled, 0 or 1 (DC7.7)")
    if state.stage is Stage.TURN and state.turn not in {battalion.seat for battalion in state.battalions}:
        raise NotationError(f"by={state.turn}: a player without battalions is out (DC10.1)")
    if len(state.zones) != game.num_players or any(zone not in ("", *ZONES) for zone in state.zones):
        raise NotationError(f"zones=: write one of {', '.join(ZONES)} for each seat, parted by points (DC4.2)")
    if state.stage is Stage.INITIATIVE and len(state.rolls) != game.num_players:
        raise NotationError("rolls=: write each seat's roll, 0 for one to come (DC4.4)")


def _needs_fight(state: State) -> str:
    return "one" if state.stage in _FIGHTS else "none"


def _list(value: str) -> list[str]:
    return [] if value in ("", "-") else value.split(".")


def _number(key: str, value: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?\d{1,3}", value) or not least <= int(value) <= most:
        rule = {"energy": " (DC3.1)", "quiet": " (DC10.2)", "dice": " (DC8.1)"}.get(key, "")
        raise NotationError(f"{key}={value}: write a number from {least} to {most}{rule}")
    return int(value)


def _numbers(key: str, value: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(_number(key, part, least, most) for part in value.split("."))


def _sector(name: str) -> int:
    return CITY.find(name)


def _card(word: str, code: str) -> int:
    if code not in CODES:
        try:
            return find(code)
        except NotationError as error:
            raise NotationError(f"'{word}': {error}") from error
    return CODES[code]


def _cards(key: str, value: str) -> tuple[int, ...]:
    return tuple(_card(f"{key}={value}", code) for code in _list(value))


def _power(key: str, part: str) -> tuple[int, int]:
    code, _sign, number = part.partition("/")
    card = _card(f"{key}={part}", code)
    own = CARDS[card].powers
    if not number.isdigit() or not 1 <= int(number) <= len(own):
        raise NotationError(f"{key}={part}: {CARDS[card].name} has {len(own)} actions; write {code}/1")
    return card, own[int(number) - 1].number
