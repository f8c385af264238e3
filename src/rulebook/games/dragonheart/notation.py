"""A position of Dragonheart as one line of text, and back.

A line opens with the stage and names what lies where, parted by semicolons; what is empty is left out:

    play; turn South; North dwarf 1 1 + ship; South knight 1 + troll 2; board dwarf 2 + treasure 3 4; hold knight 1;
    won North treasure 2; deck South ship x2 + dwarf 1; Great Dragon North; sailed 1; final

Without `deck` a deck holds what is left of its fifty cards, if the cards of both players are told apart by nothing
else: the cards that lie open and in hands are taken out of both decks in turn, North's first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.game import CHANCE, TERMINAL, NotationError
from rulebook.games.dragonheart.actions import SEATS, cards_noted, noted
from rulebook.games.dragonheart.cards import CARDS, COLLECTS, DECK, FRAMES, KIND, NAMES, Kind, cards_of
from rulebook.games.dragonheart.state import CHANCES, NOBODY, ON_BOARD, Stage, State

if TYPE_CHECKING:
    from rulebook.games.dragonheart.engine import Dragonheart

_STAGES = {stage.name.lower(): stage for stage in Stage}
_PARTS = ("turn", "north", "south", "board", "hold", "won north", "won south", "deck north", "deck south",
          "great dragon", "sailed", "laid", "final", "known north", "known south", "first")  # fmt: skip


_LONGEST = sorted(_PARTS, key=len, reverse=True)


def to_text(state: State) -> str:
    """Return a state as one line; the decks are always written out."""
    parts = [state.stage.name.lower(), f"turn {SEATS[state.turn]}"]
    lying = {
        SEATS[0]: state.hands[0],
        SEATS[1]: state.hands[1],
        "board": tuple(card for pile in state.board for card in pile),
        "hold": state.hold,
        f"won {SEATS[0]}": state.won[0],
        f"won {SEATS[1]}": state.won[1],
        f"known {SEATS[0]}": state.known[0],
        f"known {SEATS[1]}": state.known[1],
    }
    parts += [f"{name} {noted(cards)}" for name, cards in lying.items() if cards]
    for seat, deck in enumerate(state.decks):
        if deck != DECK:
            parts.append(f"deck {SEATS[seat]} {noted(deck)}")
    if state.dragon != ON_BOARD:
        parts.append(f"Great Dragon {SEATS[state.dragon]}")
    if state.sailed:
        parts.append(f"sailed {state.sailed}")
    if state.laid is not None:
        parts.append(f"laid {state.laid.label}")
    if state.first != NOBODY:
        parts.append(f"first {SEATS[state.first]}")
    return "; ".join([*parts, *(["final"] if state.final else [])])


def from_text(game: Dragonheart, text: str) -> State:
    """Return the state that a text describes. Raises `NotationError` that names the part at fault."""
    state = read(game, text)
    _check(game, state)
    return state


def read(game: Dragonheart, text: str) -> State:
    """Return the state that a text describes, also one that no game can reach. Raises `NotationError`."""
    stage_word, *rest = [part.strip() for part in text.split(";")]
    if stage_word.lower() not in _STAGES:
        raise NotationError(f"'{stage_word}' is no stage; a position opens with one of {', '.join(_STAGES)}")
    stage = _STAGES[stage_word.lower()]
    parts: dict[str, str] = {}
    for part in filter(None, rest):
        words = " ".join(part.lower().split())
        key = next((name for name in _LONGEST if f"{words} ".startswith(f"{name} ")), "")
        if not key or key in parts:
            raise NotationError(f"'{part}' is no part of a position; parts are {', '.join(_PARTS)}, each once")
        parts[key] = words.removeprefix(key).strip()
    turn = _seat("turn", parts.get("turn", "north"))
    hands = (_cards(parts, "north"), _cards(parts, "south"))
    lying = _cards(parts, "board")
    board = tuple(cards_of(lying, kind) for kind in Kind)
    won = (_cards(parts, "won north"), _cards(parts, "won south"))
    hold = _cards(parts, "hold")
    sailed = _number("sailed", parts.get("sailed", "0"), 4)
    laid = _laid(parts)
    return State(
        stage,
        TERMINAL if stage is Stage.OVER else CHANCE if stage in CHANCES else turn,
        turn,
        hands,
        _decks(parts, (*hands[0], *hands[1], *lying, *won[0], *won[1], *hold), sailed),
        board,
        hold,
        won,
        _seat("Great Dragon", parts["great dragon"]) if "great dragon" in parts else ON_BOARD,
        sailed,
        laid,
        "final" in parts,
        (_cards(parts, "known north"), _cards(parts, "known south")),
        _seat("first", parts["first"]) if "first" in parts else NOBODY,
    )


def _seat(part: str, said: str) -> int:
    names = [seat.lower() for seat in SEATS]
    if said not in names:
        raise NotationError(f"{part} {said}: the players are {' and '.join(SEATS)}")
    return names.index(said)


def _number(part: str, said: str, most: int) -> int:
    if not said.isdigit() or int(said) > most:
        raise NotationError(f"{part} {said}: write a number from 0 to {most} (DH5.9)")
    return int(said)


def _laid(parts: dict[str, str]) -> Kind | None:
    if "laid" not in parts:
        return None
    if parts["laid"] not in NAMES:
        raise NotationError(f"laid {parts['laid']}: kinds are {', '.join(NAMES)}")
    return Kind(NAMES.index(parts["laid"]))


def _cards(parts: dict[str, str], key: str) -> tuple[int, ...]:
    said = parts.get(key, "-")
    if said in ("", "-"):
        return ()
    try:
        return cards_noted(said)
    except NotationError as error:
        raise NotationError(f"{key}: {error}") from error


def _decks(parts: dict[str, str], seen: tuple[int, ...], sailed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return both decks: as they are written, or all cards less those seen, shared out evenly."""
    if "deck north" in parts and "deck south" in parts:
        return _cards(parts, "deck north"), _cards(parts, "deck south")
    given = [_cards(parts, key) if key in parts else None for key in ("deck north", "deck south")]
    ship = next(card for card in DECK if KIND[card] is Kind.SHIP)
    decks = [list(DECK), list(DECK)]
    if any(deck is not None for deck in given):
        known = next(deck for deck in given if deck is not None)
        decks = [list(DECK), list(DECK)]
        seen = (*seen, *known)
    for number, card in enumerate((*sorted(seen), *[ship] * (3 * sailed))):
        first = number % 2
        holder = next((deck for deck in (decks[first], decks[1 - first]) if card in deck), None)
        if holder is None:
            raise NotationError(f"there are not so many cards {CARDS[card].name} in two decks (DH1.2)")
        holder.remove(card)
    if given == [None, None]:
        return tuple(decks[0]), tuple(decks[1])
    rest = tuple(sorted([*decks[0], *decks[1]]))
    return (given[0], rest) if given[0] is not None else (rest, given[1] or ())


def _check(game: Dragonheart, state: State) -> None:
    """Raise `NotationError` if a position cannot occur."""
    everything = [card for pile in state.board for card in pile] + [*state.hold, *state.won[0], *state.won[1]]
    everything += [*state.hands[0], *state.hands[1], *state.decks[0], *state.decks[1]]
    for card in set(everything):
        most = 2 * DECK.count(card)
        if everything.count(card) > most:
            raise NotationError(f"{everything.count(card)} cards {CARDS[card].name}; two decks have {most} (DH1.2)")
    for seat, deck in enumerate(state.decks):
        if len(deck) > len(DECK):
            raise NotationError(f"deck {SEATS[seat]}: {len(deck)} cards; a deck has {len(DECK)} (DH1.2)")
    for kind in Kind:
        if FRAMES[kind] and len(state.board[kind]) > FRAMES[kind]:
            raise NotationError(f"board: {kind.label} has {FRAMES[kind]} frames (DH4.3)")
    settled = state.stage in (Stage.PLAY, Stage.OVER)
    for kind in (Kind.DWARF, Kind.HUNTRESS, Kind.SHIP, Kind.KNIGHT):
        if settled and len(state.board[kind]) == FRAMES[kind]:
            raise NotationError(f"board: a full place of {kind.label} empties itself ({_emptied(kind)})")
    if any(KIND[card] not in (Kind.KNIGHT, Kind.HUNTRESS) for card in state.hold):
        raise NotationError("hold: only knights and huntresses wait there (DH2.1)")
    if (state.stage is Stage.CHOOSE) != (state.laid is not None):
        raise NotationError("laid: a choice needs the kind that was laid, and nothing else does (DH5.6, DH5.8)")
    if state.laid is not None and len(COLLECTS[state.laid]) < 2:
        raise NotationError(f"laid {state.laid.label}: only knights and sorceresses choose (DH5.6, DH5.8)")
    if state.stage is Stage.PLAY and not state.hands[state.turn]:
        raise NotationError(f"{SEATS[state.turn]}: a player whose turn it is holds cards (DH4.5)")
    if state.stage is Stage.ROB and not state.hands[1 - state.turn]:
        raise NotationError(f"{SEATS[1 - state.turn]}: there is no card to be robbed (DH6.3)")
    if state.stage in (Stage.DEAL, Stage.DRAW) and not state.decks[state.turn]:
        raise NotationError(f"deck {SEATS[state.turn]}: there is no card to be drawn (DH4.5)")
    for seat in (0, 1):
        if any(state.known[seat].count(card) > state.hands[seat].count(card) for card in state.known[seat]):
            raise NotationError(f"known {SEATS[seat]}: a known card is in the hand (DH6.3)")
        if len(state.hands[seat]) > game.limit(state, seat) + 1:
            raise NotationError(f"{SEATS[seat]}: {len(state.hands[seat])} cards are too many for a hand (DH4.5)")


def _emptied(kind: Kind) -> str:
    return {Kind.DWARF: "DH5.1", Kind.HUNTRESS: "DH5.2", Kind.SHIP: "DH5.9", Kind.KNIGHT: "DH5.6"}[kind]
