"""What can be done in Wu-xia, and its notation.

Cells are written by column and row, `c3`; zones by number, `zone 17`; cards by name, `card Lone Crane`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from string import ascii_lowercase

from rulebook.game import NotationError
from rulebook.games.wuxia.cards import FACES, STAGE, Deck
from rulebook.games.wuxia.cards import deck as deck_called
from rulebook.grids import MOST, Square
from rulebook.words import _

SEATS = ("Jade", "Vermilion", "Gold", "Indigo")
"""What the players are called, by the colour of their fighters; a battle has the first two to four."""
MOST_DICE = 12
"""The most dice that a notation can name."""


class Word(Enum):
    """What is done by a word alone."""

    SKIP = "skip"  # no card is laid in the pool (WX3.1)
    DONE = "done"  # no more hand cards are added (WX3.3)
    PASS = "pass"  # no card fits any zone (WX3.11)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Lot:
    """Chance: who begins (WX2.1)."""

    seat: int

    def __str__(self) -> str:
        return f"lot {SEATS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: a card of a hand (WX2.1)."""

    card: str

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: what a die shows (WX3.2)."""

    face: int

    def __str__(self) -> str:
        return f"die {self.face}"


@dataclass(frozen=True, slots=True)
class Pool:
    """A hand card is laid in the common pool (WX3.1)."""

    card: str

    def __str__(self) -> str:
        return f"pool {self.card}"


@dataclass(frozen=True, slots=True)
class Roll:
    """So many dice are rolled, each beyond two for a Dan (WX3.2)."""

    dice: int

    def __str__(self) -> str:
        return f"roll {self.dice}"


@dataclass(frozen=True, slots=True)
class Add:
    """A hand card is added to what can be chosen, for a Dan (WX3.3)."""

    card: str

    def __str__(self) -> str:
        return f"add {self.card}"


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone is chosen, by the number of its corner (WX3.4)."""

    number: int

    def __str__(self) -> str:
        return f"zone {self.number}"


@dataclass(frozen=True, slots=True)
class Choose:
    """A card whose schema fits is chosen (WX3.5)."""

    card: str

    def __str__(self) -> str:
        return f"card {self.card}"


@dataclass(frozen=True, slots=True)
class Cost:
    """A die is chosen for the cost, by its face (WX3.8)."""

    face: int

    def __str__(self) -> str:
        return f"cost {self.face}"


@dataclass(frozen=True, slots=True)
class Result:
    """Another die is chosen for the result, by its face (WX3.8)."""

    face: int

    def __str__(self) -> str:
        return f"result {self.face}"


@dataclass(frozen=True, slots=True)
class Place:
    """A fighter comes from the reserve (WX4.1)."""

    at: Square

    def __str__(self) -> str:
        return f"place {self.at}"


@dataclass(frozen=True, slots=True)
class Move:
    """An own fighter goes one cell (WX4.2)."""

    at: Square
    to: Square

    def __str__(self) -> str:
        return f"move {self.at} {self.to}"


@dataclass(frozen=True, slots=True)
class Push:
    """An enemy fighter or a round token is pushed one cell (WX4.3)."""

    at: Square
    to: Square

    def __str__(self) -> str:
        return f"push {self.at} {self.to}"


@dataclass(frozen=True, slots=True)
class Remove:
    """An enemy fighter goes back to its reserve, or a round token is taken (WX4.4)."""

    at: Square

    def __str__(self) -> str:
        return f"remove {self.at}"


@dataclass(frozen=True, slots=True)
class Topple:
    """An enemy fighter is lost, or a round token turned over (WX4.5)."""

    at: Square

    def __str__(self) -> str:
        return f"topple {self.at}"


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag blocks a cell (WX4.6)."""

    at: Square

    def __str__(self) -> str:
        return f"flag {self.at}"


@dataclass(frozen=True, slots=True)
class Lose:
    """Who is exhausted gives up a fighter, of a cell or of the reserve (WX3.12)."""

    at: Square | None = None

    def __str__(self) -> str:
        return f"lose {self.at or 'reserve'}"


Step = Place | Move | Push | Remove | Topple | Flag
"""What a result is made of."""
Action = (
    Word | Lot | Deal | Die | Pool | Roll | Add | Zone | Choose | Cost | Result | Step | Lose
)  # fmt: skip

_WORDS = {word.value: word for word in Word}
_BY_CARD: dict[str, Callable[[str], Action]] = {"deal": Deal, "pool": Pool, "add": Add, "card": Choose}
_BY_FACE: dict[str, Callable[[int], Action]] = {"die": Die, "cost": Cost, "result": Result}
_BY_CELL: dict[str, Callable[[Square], Action]] = {"place": Place, "remove": Remove, "topple": Topple, "flag": Flag}
_BY_STEP: dict[str, Callable[[Square, Square], Action]] = {"move": Move, "push": Push}


def parse(deck: Deck, text: str, players: int = len(SEATS)) -> Action:
    """Return the action that `text` notes, also one beyond the stage. Raises `NotationError`: what was expected."""
    said = " ".join(text.split())
    if said.lower() in _WORDS:
        return _WORDS[said.lower()]
    verb, _space, rest = said.partition(" ")
    verb = verb.lower()
    words = rest.split()
    if verb in _BY_CARD and rest:
        return _BY_CARD[verb](deck.cards[deck.card(rest)].name)
    if verb in _BY_FACE:
        return _BY_FACE[verb](_number(said, rest, 1, FACES))
    if verb == "roll":
        return Roll(_number(said, rest, 0, MOST_DICE))
    if verb == "zone":
        return Zone(_number(said, rest, 1, len(STAGE.zones)))
    if verb == "lot":
        return Lot(seat_noted(rest, players))
    if verb in _BY_CELL and len(words) == 1:
        return _BY_CELL[verb](square_noted(words[0]))
    if verb in _BY_STEP and len(words) == 2:
        return _BY_STEP[verb](square_noted(words[0]), square_noted(words[1]))
    if verb == "lose" and len(words) == 1:
        return Lose(None if rest.lower() == "reserve" else square_noted(rest))
    expected = _("zone 17, card Summon, cost 3, result 5, place c3, move c3 c4, pool Lone Crane, roll 2, done")
    raise NotationError(_("'{text}' is no action; write one such as {expected}.").format(text=said, expected=expected))


def _number(said: str, rest: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", rest) or not least <= int(rest) <= most:
        raise NotationError(
            _("'{text}': write a number from {least} to {most}.").format(text=said, least=least, most=most)
        )
    return int(rest)


def square_noted(text: str) -> Square:
    """Return the square that a text names, also one outside the stage. Raises `NotationError`."""
    found = re.fullmatch(r"([A-Za-z])(0|[1-9][0-9]?)", text)
    if not found or int(found[2]) > MOST:
        raise NotationError(_("'{text}' names no cell; a cell is a letter and a number, like c3.").format(text=text))
    return Square(ascii_lowercase.index(found[1].lower()), int(found[2]) - 1)


def cell_noted(text: str) -> Square:
    """Return the square of the stage that a text names. Raises `NotationError`."""
    square = square_noted(text)
    if not STAGE.holds(square):
        last = STAGE.names[-1]
        raise NotationError(_("'{text}' lies outside the stage, whose cells go from a1 to {last} (WX1.1).").format(
            text=text, last=last))  # fmt: skip
    return square


def seat_noted(text: str, players: int = len(SEATS)) -> int:
    """Return the seat that a text names. Raises `NotationError` that lists those of a battle of so many players."""
    names = [seat.lower() for seat in SEATS]
    said = text.strip()
    if said.lower() not in names:
        known = ", ".join(SEATS[:players])
        raise NotationError(_("'{text}': the players are {names}.").format(text=said, names=known))
    return names.index(said.lower())


@cache
def everything(deck: str, players: int, dan: int) -> tuple[Action, ...]:
    """Return all that can be noted in a battle, legal or not."""
    names = [card.name for card in deck_called(deck).cards]
    found: list[Action] = [*Word, Lose(None)]
    found += [Lot(seat) for seat in range(players)]
    found += [kind(name) for kind in _BY_CARD.values() for name in names]
    found += [kind(face) for kind in _BY_FACE.values() for face in range(1, FACES + 1)]
    found += [Roll(dice) for dice in range(dan + 4)]
    found += [Zone(number) for number in range(1, len(STAGE.zones) + 1)]
    found += [kind(square) for kind in (*_BY_CELL.values(), Lose) for square in STAGE.squares]
    for cell, square in enumerate(STAGE.squares):
        reached = (*STAGE.beside[cell], (cell + 2 * STAGE.columns + 1) % STAGE.size)
        found += [kind(square, STAGE.squares[to]) for kind in _BY_STEP.values() for to in reached]
    return tuple(found)
