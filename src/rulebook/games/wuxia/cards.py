"""Quan cards, the deck and the battle's data, read from TOML and checked when loaded (WX1.7, WX6).

A *card* is a number: 0 is Summon, which each player has (WX1.8), 1 and more are the cards of the deck in its order.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from rulebook.game import NotationError, enforces
from rulebook.games.wuxia.zones import CANON, LAYOUTS, SIGNS, Stage, code, drawn
from rulebook.grids import parse_square
from rulebook.words import _

BOOK = "book"
"""The name of the book's own deck."""
SUMMON = 0
NO_CARD = -1
FACES = 6
"""How many faces a die has."""


class Verb(IntEnum):
    """What a result does (WX4)."""

    PLACE = 0
    MOVE = 1
    PUSH = 2
    REMOVE = 3
    TOPPLE = 4
    BLOCK = 5

    @property
    def label(self) -> str:
        """The word in files and in the book."""
        return self.name.lower()


@dataclass(frozen=True)
class Result:
    """One result line: an action, and with how many pieces at most."""

    verb: Verb
    count: int = 1

    def __str__(self) -> str:
        return self.verb.label if self.verb is Verb.BLOCK else f"{self.verb.label} {self.count}"


@dataclass(frozen=True)
class Card:
    """A Quan card: a schema, and for each face of a die a change of Chi and an action."""

    name: str
    schema: int
    """The layout as it is drawn."""
    cost: tuple[int, ...]
    result: tuple[Result, ...]


class DeckError(ValueError):
    """A deck that cannot be used; it names the card and what is allowed."""


@dataclass(frozen=True)
class Deck:
    """The cards of a battle: Summon, then those that are dealt."""

    cards: tuple[Card, ...]
    warnings: tuple[str, ...] = ()
    """What is allowed, and may make battles that never end (WX6)."""

    @cached_property
    def fitting(self) -> tuple[int, ...]:
        """By layout: the card that fits it, `NO_CARD` if there is none (WX3.6); a layout fits one card at most."""
        by_canon = {CANON[card.schema]: number for number, card in enumerate(self.cards)}
        return tuple(by_canon.get(CANON[layout], NO_CARD) for layout in range(LAYOUTS))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """By name in small letters: the card."""
        return {card.name.lower(): number for number, card in enumerate(self.cards)}

    def serves(self, players: int) -> bool:
        """Tell whether there are cards enough for the hands of so many players (WX2.1)."""
        return len(self.cards) - 1 >= players * START.hand[players - 2]

    def listing(self) -> str:
        """Return the cards in lines: name, schema, costs, results."""
        return "\n".join(
            f"{card.name:<20} {drawn(card.schema)}   {' '.join(f'{change:+d}' for change in card.cost)}   "
            f"{', '.join(map(str, card.result))}"
            for card in self.cards
        )

    def card(self, name: str) -> int:
        """Return the card called `name`. Raises `NotationError`."""
        said = " ".join(name.lower().split())
        if said not in self.numbers:
            known = ", ".join(card.name for card in self.cards)
            raise NotationError(_("'{name}' is no card; the cards are {known}.").format(name=name.strip(), known=known))
        return self.numbers[said]


@enforces("WX1.7", "WX1.8")
def read_deck(text: str, name: str) -> Deck:
    """Return the deck that a TOML text describes; `name` is what errors call it. Raises `DeckError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError(f"{name}: {error}") from error
    cards = [_card(name, called, entry) for called, entry in table.items()]
    if not cards or cards[0].name != "Summon" or cards[0].schema != 0:
        raise DeckError(_("{name}: the first card is Summon, with the schema .. / ..").format(name=name))
    if any(line.verb is not Verb.PLACE for line in cards[0].result):
        raise DeckError(_("{name}: Summon only places fighters (WX1.8)").format(name=name))
    seen: dict[int, str] = {}
    names = [card.name.lower() for card in cards]
    for card in cards:
        if names.count(card.name.lower()) > 1:
            raise DeckError(_("{name}: two cards are called {card}").format(name=name, card=card.name))
        canon = CANON[card.schema]
        if canon in seen:
            said = _("{name}: {card} and {other} have schemas that are alike up to turning and mirroring (WX6)")
            raise DeckError(said.format(name=name, card=card.name, other=seen[canon]))
        seen[canon] = card.name
        if card.cost[0] >= 0:
            said = _("{name}: {card} costs nothing for face 1, so that a battle could go on for ever (WX6)")
            raise DeckError(said.format(name=name, card=card.name))
    warnings = tuple(
        _("{card} gives back as much Chi as it costs; battles may never end (WX6)").format(card=card.name)
        for card in cards
        if sum(card.cost) >= 0
    )
    return Deck(tuple(cards), warnings)


def _card(name: str, called: str, entry: Any) -> Card:
    where = f"{name}: {called}: "
    if not re.fullmatch(r"[A-Z][A-Za-z']*( [A-Za-z']+)*", called) or not 2 <= len(called) <= 24:
        raise DeckError(
            where
            + _("a name has 2 to 24 signs: letters, the first a capital, apostrophes, single spaces between words")
        )
    if not isinstance(entry, dict) or set(entry) != {"schema", "cost", "result"}:
        raise DeckError(where + _("a card has schema, cost and result, and nothing else"))
    schema, cost, result = entry["schema"], entry["cost"], entry["result"]
    signs = schema.replace("/", "").replace(" ", "") if isinstance(schema, str) else ""
    if len(signs) != 4 or set(signs) - set(SIGNS):
        raise DeckError(where + _("schema = {schema!r}: write four signs of o, x and ., such as 'ox / ..'").format(
            schema=schema))  # fmt: skip
    if not isinstance(cost, list) or len(cost) != FACES or not all(type(one) is int and -9 <= one <= 9 for one in cost):
        raise DeckError(where + _("cost: write six whole numbers from -9 to 9, one for each face"))
    if not isinstance(result, list) or len(result) != FACES:
        raise DeckError(where + _("result: write six actions, one for each face"))
    return Card(
        called, code(tuple(map(SIGNS.index, signs))), tuple(cost), tuple(_result(where, line) for line in result)
    )


def _result(where: str, line: object) -> Result:
    found = re.fullmatch(r"(place|move|push|remove|topple) ([1-9])|block", str(line))
    if not found:
        expected = _("place, move, push, remove or topple with a number from 1 to 9, or block")
        raise DeckError(where + _("'{line}' is no action; write {expected}").format(line=line, expected=expected))
    return Result(Verb.BLOCK) if found[1] is None else Result(Verb[found[1].upper()], int(found[2]))


@cache
def deck(name: str) -> Deck:
    """Return the deck called `name`: `book`, or a file of the notebook's folder. Raises `DeckError`."""
    if name == BOOK:
        return read_deck(files(__package__).joinpath("deck.toml").read_text("utf-8"), "deck.toml")
    if not re.fullmatch(r"[\w-]{1,40}\.toml", name):
        raise DeckError(_("'{name}': decks are 'book', or a file of this folder such as mine.toml").format(name=name))
    return load(Path(name))


def load(path: Path) -> Deck:
    """Return the deck of a file. Raises `DeckError`."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(_("{name}: there is no such file of text").format(name=path.name)) from error
    return read_deck(text, path.name)


# Stage and start


@dataclass(frozen=True)
class Scenario:
    """Where Element tokens lie at the start (WX1.5)."""

    label: str
    round: tuple[str, ...]
    square: tuple[str, ...]


@dataclass(frozen=True)
class Start:
    """Start values (WX1.3, WX1.4, WX2.1)."""

    fighters: int
    most_fighters: int
    chi: int
    chi_step: int
    most_chi: int
    dan: int
    hand: tuple[int, ...]
    """By number of players less two: the cards of a hand."""


_TABLE = tomllib.loads(files(__package__).joinpath("battle.toml").read_text("utf-8"))
STAGE = Stage(_TABLE["stage"]["rows"], _TABLE["stage"]["columns"])
START = Start(**{**_TABLE["start"], "hand": tuple(_TABLE["start"]["hand"])})
SCENARIOS = {
    key: Scenario(entry["label"], tuple(entry["round"]), tuple(entry["square"]))
    for key, entry in _TABLE["scenarios"].items()
}


def cells_of(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the cells with these names."""
    return tuple(STAGE.cell(parse_square(name)) for name in names)
