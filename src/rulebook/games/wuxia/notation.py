"""A position of Wu-xia as one line of text, and back.

A line opens with the stage and names what is where, parted by semicolons; what is as at the start is left out:

    zone; turn Jade; Jade b2 c3; Vermilion d4; round c4; turned d3; square a1; flags Jade b3; lost Jade 1; chi 7 11;
    dan 2 3; hands Lone Crane, Two Brothers / -; pool Facing Tigers / -; added Four Winds; dice 3 5

Fighters that are neither named nor lost are in reserve. Parts with a slash have one entry for each player.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.wuxia.actions import SEATS, cell_noted, seat_noted
from rulebook.games.wuxia.cards import FACES, NO_CARD, STAGE, START, Verb
from rulebook.games.wuxia.results import NEEDED, NO_FLAGS, guards, steps
from rulebook.games.wuxia.state import CHANCES, FREE, NOBODY, ROUND, SQUARE, TURNED, Cards, Stage, State

if TYPE_CHECKING:
    from rulebook.games.wuxia.engine import Wuxia

_STAGES = {stage.name.lower(): stage for stage in Stage}
_THINGS = {"round": ROUND, "turned": TURNED, "square": SQUARE}
_PARTS = (
    "turn", *_THINGS, "flags", "lost", "chi", "dan", "hands", "pool", "taken", "known", "discards", "aside", "added",
    "deck", "rolls", "dice", "zone", "card", "spent", "verb", "left", "done", "exhausted", "first", "winner",
)  # fmt: skip


def to_text(game: Wuxia, state: State) -> str:
    """Return a state as one line."""
    start = game.initial_state()
    parts = [state.stage.name.lower(), f"turn {SEATS[state.turn]}"]
    for name, thing in (*((seat, at + 1) for at, seat in enumerate(game.seats)), *_THINGS.items()):
        cells = [STAGE.names[cell] for cell, there in enumerate(state.cells) if there == thing]
        parts += [f"{name} {' '.join(cells)}"] if cells else []
    if max(state.cells) < ROUND <= max(start.cells):
        parts.append("round -")
    if state.flags != NO_FLAGS:
        flags = [f"{SEATS[seat]} {STAGE.names[cell]}" for cell, seat in enumerate(state.flags) if seat != NOBODY]
        parts.append(f"flags {', '.join(flags)}")
    for name in ("lost", "chi", "dan", "taken"):
        if getattr(state, name) != getattr(start, name):
            parts.append(f"{name} {' '.join(map(str, getattr(state, name)))}")
    for name in ("hands", "known"):
        if any(getattr(state, name)):
            parts.append(f"{name} {' / '.join(_named(game, cards) for cards in getattr(state, name))}")
    if state.pool != start.pool:
        parts.append(f"pool {' / '.join('-' if card == NO_CARD else _named(game, (card,)) for card in state.pool)}")
    for name in ("discards", "aside", "added"):
        parts += [f"{name} {_named(game, getattr(state, name))}"] if getattr(state, name) else []
    if state.deck != _rest(game, state):
        parts.append(f"deck {_named(game, state.deck)}")
    parts += [f"rolls {state.rolls}"] if state.rolls else []
    parts += [f"dice {' '.join(map(str, state.dice))}"] if state.dice else []
    parts += [f"zone {state.zone + 1}"] if state.zone != NOBODY else []
    parts += [f"card {_named(game, (state.card,))}"] if state.card != NO_CARD else []
    parts += [f"spent {state.spent}"] if state.spent else []
    parts += [f"verb {state.verb.label}"] if state.verb is not None else []
    parts += [f"left {state.left}"] if state.left else []
    parts += [f"done {' '.join(STAGE.names[cell] for cell in state.done)}"] if state.done else []
    parts += ["exhausted"] if state.exhausted else []
    for name in ("first", "winner"):
        parts += [f"{name} {SEATS[getattr(state, name)]}"] if getattr(state, name) != NOBODY else []
    return "; ".join(parts)


def _named(game: Wuxia, cards: Cards) -> str:
    return ", ".join(game.cards.cards[card].name for card in cards) or "-"


def _rest(game: Wuxia, state: State) -> Cards:
    """Return the cards that lie nowhere that is named."""
    lying = {*state.pool, *state.discards, *state.aside, *state.added, *(card for hand in state.hands for card in hand)}
    return tuple(card for card in range(1, len(game.cards.cards)) if card not in lying)


def from_text(game: Wuxia, text: str) -> State:
    """Return the state that a text describes. Raises `NotationError` that names the part at fault."""
    state = read(game, text)
    _check(game, state)
    return state


def read(game: Wuxia, text: str) -> State:
    """Return the state that a text describes, also one that no game can reach. Raises `NotationError`."""
    opening, *rest = [" ".join(part.split()) for part in text.split(";")]
    if opening.lower() not in _STAGES:
        raise NotationError(f"'{opening}' is no stage; a position opens with one of {', '.join(_STAGES)}")
    stage = _STAGES[opening.lower()]
    parts = _parts(game, rest)
    turn = _seat(game, parts.get("turn", SEATS[0]))
    cells = _cells(game, parts)
    start = game.initial_state()
    lost = _numbers(game, parts, "lost", start.lost, START.fighters)
    state = State(
        stage,
        TERMINAL if stage is Stage.OVER else CHANCE if stage in CHANCES else turn,
        turn,
        cells,
        _flags(game, parts, cells),
        tuple(START.fighters - lost[seat] - cells.count(seat + 1) for seat in range(game.players)),
        lost,
        _numbers(game, parts, "chi", start.chi, START.most_chi),
        _numbers(game, parts, "dan", start.dan, START.dan),
        _hands(game, parts, "hands"),
        (),
        tuple(cards[0] if cards else NO_CARD for cards in _hands(game, parts, "pool")),
        _numbers(game, parts, "taken", start.taken, STAGE.size),
        _hands(game, parts, "known"),
        _cards(game, parts, "discards"),
        _cards(game, parts, "aside"),
        _cards(game, parts, "added"),
        _number(parts, "rolls", 0, 2 + START.dan),
        _dice(parts),
        _number(parts, "zone", 0, len(STAGE.zones)) - 1,
        game.cards.card(parts["card"]) if "card" in parts else NO_CARD,
        _number(parts, "spent", 0, FACES),
        _verb(parts),
        _number(parts, "left", 0, 9),
        tuple(sorted(STAGE.cell(cell_noted(word)) for word in parts.get("done", "").split())),
        "exhausted" in parts,
        _seat(game, parts["first"]) if "first" in parts else NOBODY,
        _seat(game, parts["winner"]) if "winner" in parts else NOBODY,
    )
    return state._replace(deck=_cards(game, parts, "deck") if "deck" in parts else _rest(game, state))


def _parts(game: Wuxia, rest: list[str]) -> dict[str, str]:
    known = (*_PARTS, *(seat.lower() for seat in game.seats))
    parts: dict[str, str] = {}
    for part in filter(None, rest):
        key, _space, said = part.lower().partition(" ")
        if key not in known or key in parts:
            names = ", ".join((*_PARTS, *game.seats))
            raise NotationError(f"'{part}' is no part of a position; parts are {names}, each once")
        parts[key] = said
    return parts


def _seat(game: Wuxia, said: str) -> int:
    seat = seat_noted(said)
    if seat >= game.players:
        raise NotationError(f"'{said}' does not fight here; the players are {', '.join(game.seats)}")
    return seat


def _cells(game: Wuxia, parts: dict[str, str]) -> tuple[int, ...]:
    """Return what stands where; tokens lie as the scenario says unless they are named."""
    cells = [FREE] * STAGE.size
    named = {seat.lower(): at + 1 for at, seat in enumerate(game.seats)} | _THINGS
    if not any(name in parts for name in _THINGS):
        cells = list(game.initial_state().cells)
    for name, thing in named.items():
        for word in parts.get(name, "").split():
            if word == "-":
                continue
            cell = STAGE.cell(cell_noted(word))
            if cells[cell] != FREE:
                raise NotationError(f"{name} {word}: something stands there already (WX1.6)")
            cells[cell] = thing
    return tuple(cells)


def _flags(game: Wuxia, parts: dict[str, str], cells: tuple[int, ...]) -> tuple[int, ...]:
    flags = list(NO_FLAGS)
    for entry in filter(None, (entry.strip() for entry in parts.get("flags", "").split(","))):
        seat_word, _space, word = entry.partition(" ")
        seat, cell = _seat(game, seat_word), STAGE.cell(cell_noted(word))
        if flags[cell] != NOBODY:
            raise NotationError(f"flags {entry}: one flag a cell (WX4.7)")
        if guards(cells, cell, seat) < NEEDED:
            raise NotationError(f"flags {entry}: two of its fighters must stand beside it (WX4.6)")
        flags[cell] = seat
    return tuple(flags)


def _number(parts: dict[str, str], name: str, least: int, most: int) -> int:
    said = parts.get(name, "0")
    if not said.isascii() or not said.isdigit() or len(said) > 3 or not least <= int(said) <= most:
        rule = {"chi": " (WX1.4)", "dan": " (WX1.4)", "lost": " (WX1.3)", "rolls": " (WX3.2)"}.get(name, "")
        raise NotationError(f"{name} {said[:20]}: write a number from {least} to {most}{rule}")
    return int(said)


def _numbers(game: Wuxia, parts: dict[str, str], name: str, start: tuple[int, ...], most: int) -> tuple[int, ...]:
    if name not in parts:
        return start
    words = parts[name].split()
    if len(words) != game.players:
        raise NotationError(f"{name} {parts[name]}: write a number for each player")
    return tuple(_number({name: word}, name, 0, most) for word in words)


def _cards(game: Wuxia, parts: dict[str, str], name: str) -> Cards:
    return _list(game, parts.get(name, ""))


def _list(game: Wuxia, said: str) -> Cards:
    names = [word.strip() for word in said.split(",")]
    return tuple(sorted(game.cards.card(word) for word in names if word not in ("", "-")))


def _hands(game: Wuxia, parts: dict[str, str], name: str) -> tuple[Cards, ...]:
    """Return a list of cards for each player."""
    if name not in parts:
        return ((),) * game.players
    lists = parts[name].split("/")
    if len(lists) != game.players:
        raise NotationError(f"{name} {parts[name]}: write the cards of each player, parted by /; - for none")
    found = tuple(_list(game, said) for said in lists)
    if name == "pool" and any(len(cards) > 1 for cards in found):
        raise NotationError(f"pool {parts[name]}: each player has one card in the pool at most (WX3.1)")
    return found


def _dice(parts: dict[str, str]) -> tuple[int, ...]:
    words = parts.get("dice", "").split()
    if any(word not in "123456" or len(word) != 1 for word in words):
        raise NotationError(f"dice {parts['dice']}: write faces from 1 to 6, such as dice 3 5")
    return tuple(sorted(map(int, words)))


def _verb(parts: dict[str, str]) -> Verb | None:
    if "verb" not in parts:
        return None
    names = [verb.label for verb in Verb]
    if parts["verb"] not in names:
        raise NotationError(f"verb {parts['verb']}: write one of {', '.join(names)}")
    return Verb(names.index(parts["verb"]))


def _check(game: Wuxia, state: State) -> None:
    """Raise `NotationError` for a line that no battle can reach, as far as what follows would come to grief."""
    for seat, reserve in enumerate(state.reserve):
        if reserve < 0:
            raise NotationError(f"{SEATS[seat]} has {START.fighters} fighters in all (WX1.3)")
    cards = [card for hand in state.hands for card in hand]
    cards += [
        *state.deck,
        *state.discards,
        *state.aside,
        *state.added,
        *(card for card in state.pool if card != NO_CARD),
    ]
    for card in cards:
        if card == 0 or cards.count(card) > 1:
            raise NotationError(f"{game.cards.cards[card].name} lies in two places, or is dealt to nobody (WX6)")
    if len(cards) != len(game.cards.cards) - 1:
        raise NotationError("a card of the deck lies nowhere (WX6)")
    for seat, known in enumerate(state.known):
        if Counter(known) - Counter(state.hands[seat]):
            raise NotationError(f"known: {SEATS[seat]} does not hold that")
    left = [seat for seat, lost in enumerate(state.lost) if lost < START.fighters]
    if state.stage is Stage.OVER and left != [state.winner]:
        raise NotationError("over: one player alone has fighters left; write winner (WX5.1)")
    if state.stage is not Stage.OVER and state.winner != NOBODY:
        raise NotationError("winner: the battle is not over (WX5.1)")
    # The last enemy may have been toppled, and a token be still to be turned over.
    least = 1 if state.stage is Stage.TARGET else 2
    if state.stage is not Stage.OVER and (len(left) < least or state.turn not in left):
        raise NotationError("two players at least have fighters left, and it is the turn of one of them (WX5.1)")
    _check_stage(game, state)


def _check_stage(game: Wuxia, state: State) -> None:
    """Raise `NotationError` if what the stage speaks of is not there."""
    stage, name = state.stage, state.stage.name.lower()
    if stage is Stage.DEAL and state.first == NOBODY:
        raise NotationError(f"{name}: write first, and leave cards in the deck")
    if stage in (Stage.LOT, Stage.DEAL) and len(state.deck) < sum(game.hand_size - len(hand) for hand in state.hands):
        raise NotationError(f"{name}: leave the cards in the deck that are still to be dealt (WX2.1)")
    if state.dice and stage < Stage.DIE:
        raise NotationError(f"{name}: the dice have not been rolled yet (WX3.2)")
    if stage is Stage.DIE and (not state.rolls or state.rolls + len(state.dice) < 2):
        raise NotationError(
            f"{name}: write how many dice are to be rolled, such as rolls 2; there are two at least (WX3.2)"
        )
    least = {Stage.ADD: 2, Stage.ZONE: 2, Stage.CARD: 2, Stage.COST: 2, Stage.RESULT: 1}
    if len(state.dice) < least.get(stage, 0):
        raise NotationError(f"{name}: write the dice, such as dice 3 5 (WX3.2)")
    if stage in (Stage.CARD, Stage.COST, Stage.RESULT, Stage.TARGET) and state.zone == NOBODY:
        raise NotationError(f"{name}: write the zone, such as zone 17")
    if stage in (Stage.COST, Stage.RESULT) and state.card == NO_CARD:
        raise NotationError(f"{name}: write the card, such as card Lone Crane")
    if stage is Stage.CARD and not game.legal_actions(state):
        raise NotationError(f"{name}: no card available fits zone {state.zone + 1} (WX3.5)")
    if stage is Stage.TARGET:
        if state.verb is None or not state.left:
            raise NotationError(f"{name}: write what is done and how often, such as verb push; left 1")
        if next(steps(state), None) is None:
            raise NotationError(f"{name}: there is nothing that it could be done with (WX3.11)")
    if stage is Stage.LOSE and not state.reserve[state.turn] and state.turn + 1 not in state.cells:
        raise NotationError(f"{name}: {SEATS[state.turn]} has no fighter to give up (WX3.12)")
