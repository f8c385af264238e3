"""A position of Gong as one line of text, and back.

A line opens with the stage and names what lies where, parted by semicolons; what is empty is left out:

    turn; turn Ada; Ada Proxima 1 2 + joker; Bo Nebula 3; row Zeta 1, Zeta 4; deck Omega 1 2

`row` is in order, the top card last; in Fight it holds the discards. Without `deck` the deck holds all cards that lie
nowhere else; those of galaxies laid down are on the table. In Family `families` names who laid down what, in order:
`families Proxima Ada, Zeta Bo`. What players remember is written as `seen Ada Bo Zeta 1` and `lore Bo lacks Zeta 1 2
some Omega open Virgo 3`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.gong import memory, wording
from rulebook.games.gong.actions import SEATS, seat_noted
from rulebook.games.gong.cards import (
    GALAXIES,
    HAND,
    JOKER,
    NAMES,
    NO_CARD,
    SIZE,
    Cards,
    card_noted,
    cards_noted,
    galaxy_noted,
    in_order,
    noted,
    pack,
    row_noted,
    whole,
)
from rulebook.games.gong.missions import CHOSEN, Task, Verb, missions
from rulebook.games.gong.state import CHANCES, NOBODY, Duty, Errand, Lore, Stage, State

if TYPE_CHECKING:
    from rulebook.games.gong.engine import Gong

_STAGES = {stage.name.lower(): stage for stage in Stage}
_DUTIES = {duty.name.lower(): duty for duty in Duty}
_VERBS = {verb.value: verb for verb in Verb}
_LINK = frozenset({Stage.START, Stage.FITS, Stage.CATCH, Stage.GONG, Stage.PENALTY})
_FAMILY = frozenset({Stage.OPENING})
_FIGHT = frozenset({Stage.REVEAL, Stage.MISSION, Stage.ERRAND, Stage.SUPPLY, Stage.TAKE, Stage.FACE})
STAGES = {
    "link": frozenset(Stage) - _FAMILY - _FIGHT,
    "family": frozenset(Stage) - _LINK - _FIGHT,
    "fight": frozenset(Stage) - _LINK - _FAMILY - {Stage.DRAW},
}
"""By game: the stages that it can be in."""


def to_text(game: Gong, state: State) -> str:
    """Return a state as one line; the deck is written out unless it is just what lies nowhere else."""
    parts = [state.stage.name.lower(), f"turn {SEATS[state.turn]}"]
    if state.player >= 0 and state.player != state.turn:
        parts.append(f"player {SEATS[state.player]}")
    parts += [f"{SEATS[seat]} {noted(hand)}" for seat, hand in enumerate(state.hands) if hand]
    if state.row:
        parts.append(f"row {in_order(state.row)}")
    if state.deck != _rest(game, state):
        parts.append(f"deck {noted(state.deck)}")
    if state.spent:
        parts.append(f"spent {state.spent}")
    if state.won_by:
        parts.append(f"by {state.won_by}")
    for name, seat in (("who", state.who), ("then", state.then), ("winner", state.winner)):
        parts += [f"{name} {SEATS[seat]}"] if seat != NOBODY else []
    if state.card != NO_CARD:
        parts.append(f"card {NAMES[state.card]}")
    if any(state.duty):
        parts.append(f"duty {' '.join(duty.name.lower() for duty in state.duty)}")
    if state.families:
        laid = ", ".join(f"{GALAXIES[galaxy]} {SEATS[seat]}" for galaxy, seat in state.families)
        parts.append(f"families {laid}")
    parts += [_lore_noted(seat, lore) for seat, lore in enumerate(state.lore) if lore != Lore()]
    if state.errand is not None:
        parts += _errand_noted(state.errand)
    for at, cards in enumerate(state.seen):
        if cards:
            observer, holder = divmod(at, game.players)
            parts.append(f"seen {SEATS[observer]} {SEATS[holder]} {noted(cards)}")
    return "; ".join(parts)


def _lore_noted(seat: int, lore: Lore) -> str:
    lacks = noted(tuple(card for card in range(JOKER) if lore.lacks >> card & 1))
    some = " ".join(name for galaxy, name in enumerate(GALAXIES) if lore.some >> galaxy & 1) or "-"
    shown = noted(tuple(card for card in range(JOKER) if lore.open >> card & 1))
    return f"lore {SEATS[seat]} lacks {lacks} some {some} open {shown}"


def _errand_noted(errand: Errand) -> list[str]:
    parts = [f"mission {errand.mission}"]
    if errand.todo:
        parts.append("todo " + ", ".join(_task_noted(task) for task in errand.todo))
    if errand.chosen != NOBODY:
        parts.append(f"chosen {SEATS[errand.chosen]}")
    if errand.secret:
        parts.append("secret " + ", ".join("-" if card == NO_CARD else NAMES[card] for card in errand.secret))
    if errand.faced:
        parts.append(f"faced {in_order(errand.faced)}")
    return parts


def _task_noted(task: Task) -> str:
    seats = [_SEAT_WORDS[seat] for seat in (task.seat, task.other) if seat != NOBODY]
    return f"{task.verb.value}: {' '.join(seats)}"


_SEAT_WORDS = {**dict(enumerate(SEATS)), CHOSEN: "chosen"}


def _rest(game: Gong, state: State) -> Cards:
    """Return the cards of the pack that lie nowhere that is named."""
    lying = Counter(card for hand in state.hands for card in hand) + Counter(state.row)
    lying += Counter({JOKER: state.spent})
    for galaxy, _seat in state.families:
        lying += Counter(card for card in pack(False) if card // SIZE == galaxy)
    if game.variant == "fight" and state.card != NO_CARD:
        lying += Counter([state.card])
    if state.errand is not None:
        lying += Counter(state.errand.faced)
    return tuple(sorted((Counter(pack(game.jokers)) - lying).elements()))


# Reading


def from_text(game: Gong, text: str) -> State:
    """Return the state that a text describes. Raises `NotationError` that names the part at fault."""
    state = read(game, text)
    _check(game, state)
    return state


def read(game: Gong, text: str) -> State:
    """Return the state that a text describes, also one that no game can reach. Raises `NotationError`."""
    opening, *rest = [" ".join(part.split()) for part in text.split(";")]
    if opening.lower() not in _STAGES:
        raise NotationError(f"'{opening}' is no stage; a position opens with one of {', '.join(_STAGES)}")
    stage = _STAGES[opening.lower()]
    if stage not in STAGES[game.variant]:
        known = ", ".join(one.name.lower() for one in Stage if one in STAGES[game.variant])
        raise NotationError(f"'{opening}' does not happen in {game.variant}; its stages are {known}")
    parts, seen, lore = _parts(game, rest)
    turn = _seat(game, parts.get("turn", SEATS[0]))
    over = stage is Stage.OVER
    player = TERMINAL if over else CHANCE if stage in CHANCES else _seat(game, parts.get("player", SEATS[turn]))
    card = card_noted(parts["card"]) if "card" in parts else NO_CARD
    state = State(
        stage,
        player,
        turn,
        tuple(_hand(parts, seat) for seat in SEATS[: game.players]),
        (),
        row_noted(parts.get("row", "")),
        _spent(parts),
        _seat(game, parts["who"]) if "who" in parts else NOBODY,
        _seat(game, parts["then"]) if "then" in parts else NOBODY,
        card,
        _duty(game, parts),
        _families(game, parts),
        lore if game.variant == "family" else (),
        _errand(game, parts),
        seen,
        _seat(game, parts["winner"]) if "winner" in parts else NOBODY,
        _won_by(game, parts) if over else "",
    )
    deck = cards_noted(parts["deck"]) if "deck" in parts else _rest(game, state)
    return state._replace(deck=deck)


_PARTS = ("turn", "player", "row", "deck", "spent", "who", "then", "winner", "card", "duty", "families", "mission",
          "todo", "chosen", "secret", "faced", "by")  # fmt: skip


def _parts(game: Gong, rest: list[str]) -> tuple[dict[str, str], tuple[Cards, ...], tuple[Lore, ...]]:
    """Return the parts of a line by name, with what players remember apart."""
    seats = [seat.lower() for seat in SEATS[: game.players]]
    parts: dict[str, str] = {}
    seen = list(memory.nothing(game.players))
    lore = [Lore()] * game.players
    for part in filter(None, rest):
        key, _space, said = part.lower().partition(" ")
        if key == "seen":
            observer, holder, cards = _split(part, said, 3)
            seen[_seat(game, observer) * game.players + _seat(game, holder)] = cards_noted(cards)
        elif key == "lore":
            seat, told = _split(part, said, 2)
            lore[_seat(game, seat)] = _lore(part, told)
        elif key in parts or (key not in _PARTS and key not in seats):
            known = ", ".join((*_PARTS, "seen", "lore", *SEATS[: game.players]))
            raise NotationError(f"'{part}' is no part of a position; parts are {known}, each once")
        else:
            parts[key] = said
    return parts, tuple(seen), tuple(lore)


def _split(part: str, said: str, count: int) -> list[str]:
    words = said.split(" ", count - 1)
    if len(words) != count:
        raise NotationError(f"'{part}': write it as seen Ada Bo Zeta 1, or lore Bo lacks Zeta 1 some Omega")
    return words


def _lore(part: str, said: str) -> Lore:
    found = re.fullmatch(r"lacks (.*?) some (.*?)(?: open (.*))?", said)
    if not found:
        raise NotationError(f"'{part}': write it as lore Bo lacks Zeta 1 some Omega open Virgo 3")
    some = 0
    for name in found[2].split() if found[2] != "-" else ():
        some |= 1 << galaxy_noted(name)
    return Lore(_bits(found[1]), some, _bits(found[3] or ""))


def _bits(said: str) -> int:
    """Return the cards that a text names, as bits."""
    bits = 0
    for card in cards_noted(said):
        if card != JOKER:
            bits |= 1 << card
    return bits


def _seat(game: Gong, said: str) -> int:
    seat = seat_noted(said)
    if seat >= game.players:
        raise NotationError(f"'{said}' does not sit here; the players are {', '.join(SEATS[: game.players])} (GO2.1)")
    return seat


def _hand(parts: dict[str, str], seat: str) -> Cards:
    try:
        return cards_noted(parts.get(seat.lower(), ""))
    except NotationError as error:
        raise NotationError(f"{seat}: {error}") from error


def _spent(parts: dict[str, str]) -> int:
    said = parts.get("spent", "0")
    if said not in ("0", "1", "2"):
        raise NotationError(f"spent {said}: there are two jokers (GO1.3)")
    return int(said)


def _won_by(game: Gong, parts: dict[str, str]) -> str:
    """Return the rule by which a game was won: its own, unless a last joker won it (GO3.6)."""
    own = wording.WINS[game.variant]
    known = (own, "GO3.6") if game.goes_out else (own,)
    said = parts.get("by", own).upper()
    if said not in known:
        raise NotationError(f"by {said}: this game is won by {' or '.join(known)}")
    return said


def _duty(game: Gong, parts: dict[str, str]) -> tuple[Duty, ...]:
    if game.variant != "link":
        return ()
    words = parts.get("duty", "").split()
    if not words:
        return (Duty.NONE,) * game.players
    if len(words) != game.players or any(word not in _DUTIES for word in words):
        raise NotationError(f"duty {' '.join(words)}: write one of {', '.join(_DUTIES)} for each player")
    return tuple(_DUTIES[word] for word in words)


def _families(game: Gong, parts: dict[str, str]) -> tuple[tuple[int, int], ...]:
    found = []
    for entry in filter(None, (entry.strip() for entry in parts.get("families", "").split(","))):
        galaxy, _space, seat = entry.partition(" ")
        found.append((galaxy_noted(galaxy), _seat(game, seat)))
    if len({galaxy for galaxy, _seat in found}) < len(found):
        raise NotationError(f"families {parts['families']}: a galaxy is laid down once (GO5.6)")
    return tuple(found)


def _errand(game: Gong, parts: dict[str, str]) -> Errand | None:
    if "mission" not in parts:
        return None
    key = parts["mission"]
    known = [mission.key for group in missions(game.missions).values() for mission in group]
    if key not in known:
        raise NotationError(f"mission {key}: missions are {', '.join(known)}")
    todo = tuple(_task(game, entry.strip()) for entry in parts.get("todo", "").split(",") if entry.strip())
    secret: Cards = ()
    if "secret" in parts:
        entries = [entry.strip() for entry in parts["secret"].split(",")]
        secret = tuple(NO_CARD if entry == "-" else card_noted(entry) for entry in entries)
        if len(secret) != game.players:
            raise NotationError(f"secret {parts['secret']}: write a card or - for each player")
    chosen = _seat(game, parts["chosen"]) if "chosen" in parts else NOBODY
    return Errand(key, todo, chosen, secret, row_noted(parts.get("faced", "")))


def _task(game: Gong, entry: str) -> Task:
    verb, _colon, seats = entry.partition(":")
    words = seats.split()
    if verb not in _VERBS or not 1 <= len(words) <= 2:
        raise NotationError(f"todo {entry}: write a verb and one or two players, such as give: Ada Bo")
    found = [CHOSEN if word == "chosen" else _seat(game, word) for word in words]
    return Task(_VERBS[verb], *found)


def _check(game: Gong, state: State) -> None:
    """Raise `NotationError` for a line that no game can reach, as far as what follows would come to grief."""
    spare = Counter(_everything(game, state)) - Counter(pack(game.jokers))
    if spare:
        card = NAMES[min(spare)]
        raise NotationError(f"{card} lies in two places; there is one of each card, and two jokers (GO1.3)")
    missing = Counter(pack(game.jokers)) - Counter(_everything(game, state))
    if missing and not (game.variant == "family" and set(missing) == {JOKER}):
        raise NotationError(f"{NAMES[min(missing)]} lies nowhere (GO1.3)")
    if JOKER in state.row and game.variant == "link":
        raise NotationError("a joker links to nothing, so it lies in no row; write spent 1 (GO3.5)")
    if game.variant == "family":
        for seat, hand in enumerate(state.hands):
            for galaxy in range(len(GALAXIES)):
                if state.stage is not Stage.DEAL and whole(hand, galaxy):
                    raise NotationError(f"{SEATS[seat]} holds all of {GALAXIES[galaxy]}, which is laid down (GO5.6)")
    for at, cards in enumerate(state.seen):
        if Counter(cards) - Counter(state.hands[at % game.players]):
            raise NotationError(f"seen {noted(cards)}: {SEATS[at % game.players]} does not hold that")
    _check_lore(state)
    _check_stage(game, state)


def _check_lore(state: State) -> None:
    """Raise `NotationError` for memories of a hand that it does not bear out."""
    for seat, lore in enumerate(state.lore):
        hand = [card for card in state.hands[seat] if card != JOKER]
        if any(lore.lacks >> card & 1 for card in hand):
            raise NotationError(f"lore {SEATS[seat]}: it holds a card that it is said to lack")
        if lore.open & ~sum(1 << card for card in hand):
            raise NotationError(f"lore {SEATS[seat]}: it does not hold a card that is said to be open")
        held = {card // SIZE for card in hand if not lore.open >> card & 1}
        if any(lore.some >> galaxy & 1 and galaxy not in held for galaxy in range(len(GALAXIES))):
            raise NotationError(
                f"lore {SEATS[seat]}: it holds none of a galaxy of which it is said to hold some, open cards aside"
            )


def _everything(game: Gong, state: State) -> list[int]:
    """Return where each card of the pack lies, all in one list."""
    found = [card for hand in state.hands for card in hand]
    found += [*state.row, *state.deck, *[JOKER] * state.spent]
    found += [card for galaxy, _seat in state.families for card in pack(False) if card // SIZE == galaxy]
    if game.variant == "fight" and state.card != NO_CARD:
        found.append(state.card)
    return found + list(state.errand.faced if state.errand is not None else ())


def _check_stage(game: Gong, state: State) -> None:
    """Raise `NotationError` if what the stage speaks of is not there."""
    stage = state.stage
    name = stage.name.lower()
    if stage in (Stage.CATCH, Stage.GONG, Stage.PENALTY, Stage.COUNTER) and state.who == NOBODY:
        raise NotationError(f"{name}: write who it is about, such as who Bo")
    if stage in (Stage.CATCH, Stage.GONG, Stage.PENALTY):
        if state.then == NOBODY:
            raise NotationError(f"{name}: write whose turn is next, such as then Bo")
        if len(state.hands[state.who]) != 1:
            raise NotationError(f"{name}: {SEATS[state.who]} has not a single card (GO4.7)")
        if stage is Stage.GONG and state.player != state.who:
            raise NotationError(f"{name}: {SEATS[state.who]} is the one to speak; write player {SEATS[state.who]}")
        if stage is Stage.CATCH and state.player == state.who:
            raise NotationError(f"{name}: another player than {SEATS[state.who]} is asked; write player")
    if stage is Stage.COUNTER and state.who == state.turn:
        raise NotationError(f"{name}: another player is named than {SEATS[state.turn]}, whose turn it is (GO3.1)")
    if state.errand is not None and stage not in (Stage.ERRAND, Stage.SUPPLY, Stage.TAKE, Stage.FACE):
        raise NotationError(f"{name}: no mission is being carried out; leave mission out")
    if stage is Stage.COUNTER and (JOKER not in state.hands[state.who] or state.player != state.who):
        raise NotationError(f"{name}: {SEATS[state.who]} decides and holds a joker (GO3.2)")
    if stage is Stage.TURN and state.player != state.turn:
        raise NotationError(f"{name}: it is the turn of a player who decides; leave player out")
    playing = (
        stage not in (Stage.DEAL, Stage.OVER) if game.linked else stage in (Stage.TURN, Stage.COUNTER, Stage.REVEAL)
    )
    if game.goes_out and playing:
        for seat, hand in enumerate(state.hands):
            if not hand:
                raise NotationError(
                    f"{name}: {SEATS[seat]} has no cards, so the game is over ({wording.WINS[game.variant]})"
                )
    if stage is Stage.DEAL:
        if len(state.deck) < sum(HAND - len(hand) for hand in state.hands):
            raise NotationError(f"{name}: the deck has not the cards that are still to be dealt (GO2.2)")
        for seat, hand in enumerate(state.hands):
            least, most = (HAND, HAND) if seat < state.turn else (0, HAND - 1) if seat == state.turn else (0, 0)
            if not least <= len(hand) <= most:
                raise NotationError(
                    f"{name}: {SEATS[seat]} has {len(hand)} cards; nine are dealt to each in turn (GO2.2)"
                )
    if stage is Stage.FITS and state.card not in state.hands[state.turn]:
        raise NotationError(f"{name}: write the card just drawn, such as card Zeta 1; it is in the hand")
    if (
        stage in (Stage.DEAL, Stage.START, Stage.DRAW, Stage.PENALTY, Stage.OPENING, Stage.SUPPLY, Stage.FACE)
        and not state.deck
    ):
        raise NotationError(f"{name}: there is no deck to draw from")
    if stage is Stage.DRAW and game.variant == "family" and state.card == NO_CARD:
        raise NotationError(f"{name}: write the card asked for, such as card Zeta 1")
    if game.variant == "fight" and stage not in (Stage.DEAL, Stage.TURN, Stage.COUNTER, Stage.REVEAL, Stage.OVER):
        if state.card in (NO_CARD, JOKER):
            raise NotationError(f"{name}: write the card turned up, such as card Zeta 1")
        if stage is not Stage.MISSION:
            _check_errand(state, name)
    if stage is Stage.OVER and state.winner == NOBODY:
        raise NotationError(f"{name}: write the winner")


def _check_errand(state: State, name: str) -> None:
    errand = state.errand
    if errand is None or not errand.todo:
        raise NotationError(f"{name}: write mission and todo, such as mission lay; todo lay: Ada")
    task = errand.todo[0]
    fits = {
        Stage.SUPPLY: (Verb.DRAW,),
        Stage.TAKE: (Verb.TAKE,),
        Stage.FACE: (Verb.DRAW_OFF,),
        Stage.ERRAND: (
            Verb.CHOOSE, Verb.LAY, Verb.LAY_NUMBER, Verb.GIVE, Verb.DUEL, Verb.MELEE, Verb.RIDDLE,
        ),
    }[state.stage]  # fmt: skip
    if task.verb not in fits or CHOSEN in (task.seat, task.other):
        raise NotationError(f"{name}: todo begins with {', '.join(verb.value for verb in fits)}, players named")
    for each in errand.todo:
        if each.verb in _PAIRS and (each.other == NOBODY or each.other == each.seat):
            raise NotationError(f"{name}: {each.verb.value} needs two players")
    if state.stage is Stage.TAKE and not state.hands[task.other]:
        raise NotationError(f"{name}: {SEATS[task.other]} has no card to take")
    for seat, card in enumerate(errand.secret):
        if card != NO_CARD and card not in state.hands[seat]:
            raise NotationError(f"secret: {SEATS[seat]} does not hold {NAMES[card]}")
    if state.stage is Stage.ERRAND:
        _check_decider(state, errand, task, name)


_PAIRS = (Verb.GIVE, Verb.TAKE, Verb.DUEL, Verb.RIDDLE, Verb.DRAW_OFF)


def _check_decider(state: State, errand: Errand, task: Task, name: str) -> None:
    """Raise `NotationError` unless the player who decides is one whom the task asks, with what it takes."""
    player = state.player
    secret = errand.secret or (NO_CARD,) * len(state.hands)
    able = {
        Verb.DUEL: player in (task.seat, task.other) and all(state.hands[seat] for seat in (task.seat, task.other)),
        Verb.MELEE: task.seat == state.turn,
        Verb.RIDDLE: player == (task.seat if not errand.secret else task.other),
    }.get(task.verb, player == task.seat)
    if task.verb in (Verb.DUEL, Verb.MELEE):
        able = able and secret[player] == NO_CARD
    if task.verb is Verb.RIDDLE:
        cards = [card for card in state.hands[task.seat] if card != JOKER]
        able = able and bool(cards) and (not errand.secret or secret[task.seat] in cards)
    elif task.verb is not Verb.CHOOSE:
        able = able and bool(state.hands[player])
    if able:
        return
    if task.verb is Verb.RIDDLE and player == task.other and not errand.secret:
        raise NotationError(f"{name}: write the card that lies face down, such as secret Zeta 1, -")
    if task.verb not in (Verb.DUEL, Verb.MELEE, Verb.RIDDLE) and player != task.seat:
        raise NotationError(f"{name}: {SEATS[task.seat]} decides; write player {SEATS[task.seat]}")
    raise NotationError(f"{name}: {task.verb.value} is not for {SEATS[player]} to decide; mend player, cards or secret")
