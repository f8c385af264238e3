"""What can be done in Gong, and its notation.

Cards are written by galaxy and number, `Proxima 4`, or by xphere, `Proxima Ruby`; letters may be large or small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from rulebook.game import NotationError
from rulebook.games.gong.cards import GALAXIES, JOKER, NAMES, NO_CARD, SIZE, card_noted, galaxy_noted
from rulebook.words import _

SEATS = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
"""What the players are called, clockwise; a game has the first two to six."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card is laid on the row of Link (GO4.2)."""

    card: int

    def __str__(self) -> str:
        return NAMES[self.card]


class Word(Enum):
    """What is done by a word alone."""

    DRAW = "draw"  # Link: because no card fits (GO4.4)
    PASS = "pass"  # Link: because nothing can be drawn (GO4.5); Family: because nothing can be asked (GO5.9)
    KEEP = "keep"  # Link: the drawn card, though it fits (GO4.4)
    GONG = "gong"  # Link: said by the one with a single card (GO4.7)
    QUIET = "quiet"  # Link: nothing is said (GO4.8)
    COUNTER = "counter"  # a joker cancels a joker (GO3.2)
    ACCEPT = "accept"  # the swap is let be (GO3.2)
    TURN_UP = "turn up"  # Fight: the turn is begun (GO6.1)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker is played to swap hands with a seat (GO3.1); a last card, with nobody (GO3.6)."""

    seat: int = -1

    def __str__(self) -> str:
        return f"joker {SEATS[self.seat]}" if self.seat >= 0 else "joker"


@dataclass(frozen=True, slots=True)
class Catch:
    """Gong is said for another player (GO4.8)."""

    seat: int

    def __str__(self) -> str:
        return f"catch {SEATS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A player is asked for a card (GO5.1)."""

    seat: int
    card: int

    def __str__(self) -> str:
        return f"{SEATS[self.seat]}: {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Choose:
    """A player is chosen for a mission (GO6.6)."""

    seat: int

    def __str__(self) -> str:
        return f"choose {SEATS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Lay:
    """A card is laid down for a mission (GO6.6)."""

    card: int

    def __str__(self) -> str:
        return f"lay {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Give:
    """A card is given for a mission (GO6.6)."""

    card: int

    def __str__(self) -> str:
        return f"give {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Number:
    """All cards of a number are laid down for a mission (GO6.6)."""

    number: int

    def __str__(self) -> str:
        return f"number {self.number}"


@dataclass(frozen=True, slots=True)
class Show:
    """A card is chosen in secret, to be shown in a duel or melee (GO6.7, GO6.10)."""

    card: int

    def __str__(self) -> str:
        return f"show {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Hide:
    """A card is laid face down for a riddle (GO6.9)."""

    card: int

    def __str__(self) -> str:
        return f"hide {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Name:
    """The galaxy of a riddle's card is guessed (GO6.9)."""

    galaxy: int

    def __str__(self) -> str:
        return f"name {GALAXIES[self.galaxy]}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the next card of the deck comes to a hand."""

    card: int

    def __str__(self) -> str:
        return f"draw {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Chance: the card that is turned up (GO4.1, GO6.1, GO6.8)."""

    card: int

    def __str__(self) -> str:
        return f"turn up {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Take:
    """Chance: the card that is taken unseen (GO6.6)."""

    card: int

    def __str__(self) -> str:
        return f"take {NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Chance: the mission of the card turned up (GO6.6)."""

    mission: str

    def __str__(self) -> str:
        return f"mission {self.mission}"


Action = (
    Play | Word | Joker | Catch | Ask | Choose | Lay | Give | Number | Show | Hide | Name | Draw | TurnUp | Take | Draft
)

_WORDS = {word.value: word for word in Word}
_BY_CARD: dict[str, Callable[[int], Action]] = {
    "lay": Lay,
    "give": Give,
    "show": Show,
    "hide": Hide,
    "draw": Draw,
    "turn up": TurnUp,
    "take": Take,
}
_BY_SEAT: dict[str, Callable[[int], Action]] = {"joker": Joker, "catch": Catch, "choose": Choose}


def card_of(action: Action) -> int:
    """Return the card that an action speaks of, or `NO_CARD`."""
    found: int = getattr(action, "card", NO_CARD)
    return found


def seat_of(action: Action) -> int:
    """Return the seat that an action names, or -1."""
    found: int = getattr(action, "seat", -1)
    return found


_EXAMPLES = {
    "link": _("Proxima 4, draw, joker Bo, gong, catch Bo, quiet"),
    "family": _("Bo: Proxima 4, joker Bo, pass"),
    "fight": _(
        "turn up, choose Bo, lay Proxima 4, give Proxima 4, show Proxima 4, hide Proxima 4, number 2, name Omega, "
        "joker Bo"
    ),
}
"""By game: what can be written in it."""


def seat_noted(text: str, players: int = len(SEATS)) -> int:
    """Return the seat that a text names. Raises `NotationError` that lists those of a table for so many players."""
    names = [seat.lower() for seat in SEATS]
    said = text.strip()
    if said.lower() not in names:
        known = ", ".join(SEATS[:players])
        raise NotationError(_("'{text}': the players are {names}.").format(text=said, names=known))
    return names.index(said.lower())


def parse(text: str, variant: str = "link", players: int = len(SEATS)) -> Action:
    """Return the action that `text` notes; in Fight `2` is a number, `Omega` the galaxy of a riddle.

    Raises `NotationError` that says what is expected in the game called `variant`.
    """
    typed = " ".join(text.split())
    said = typed.lower()
    if said in _WORDS:
        return _WORDS[said]
    if said == "joker":
        return Joker()
    for verb, by_card in _BY_CARD.items():
        if said == verb:
            missing = _("'{text}': write the card too, such as {verb} Proxima 4.")
            raise NotationError(missing.format(text=typed, verb=verb))
        if said.startswith(f"{verb} "):
            return by_card(card_noted(typed[len(verb) :]))
    first, _space, rest = said.partition(" ")
    last = typed.partition(" ")[2]
    if first in _BY_SEAT:
        if not rest:
            raise NotationError(_("'{text}': write whom, such as {text} {other}.").format(text=typed, other=SEATS[1]))
        return _BY_SEAT[first](seat_noted(last, players))
    if first == "name" or (first == "guess" and variant == "fight"):
        if not rest:
            raise NotationError(_("'{text}': write the galaxy too, such as name Omega.").format(text=typed))
        return Name(galaxy_noted(last))
    if variant == "fight" and said in _GALAXIES:
        return Name(galaxy_noted(said))
    if first == "number" or (variant == "fight" and said.isdigit()):
        return Number(_number(typed, rest if first == "number" else said))
    if first == "mission" and rest:
        return Draft(rest)
    if ":" in said:
        seat, _colon, card = typed.partition(":")
        return Ask(seat_noted(seat, players), card_noted(card))
    if first in _GALAXIES:
        return Play(card_noted(typed))
    expected = _EXAMPLES[variant]
    raise NotationError(_("'{text}' is no action; write one such as {expected}.").format(text=typed, expected=expected))


_GALAXIES = frozenset(name.lower() for name in GALAXIES)


def _number(typed: str, said: str) -> int:
    if not said:
        raise NotationError(_("'{text}': write the number too, such as number 2.").format(text=typed))
    if len(said) != 1 or said not in "0123456":
        raise NotationError(_("'{text}': numbers are 1 to 6, and 0 for jokers.").format(text=typed))
    return int(said)


@cache
def everything(players: int, missions: tuple[str, ...]) -> tuple[Action, ...]:
    """Return all that can be noted at a table of so many players: each word, card, seat, number and galaxy."""
    cards, seats = range(JOKER + 1), range(players)
    found: list[Action] = [Joker(), *Word]
    found += [Play(card) for card in range(JOKER)]
    found += [kind(seat) for kind in _BY_SEAT.values() for seat in seats]
    found += [kind(card) for kind in _BY_CARD.values() for card in cards]
    found += [Ask(seat, card) for seat in seats for card in cards]
    found += [Number(number) for number in range(SIZE + 1)]
    found += [Name(galaxy) for galaxy in range(len(GALAXIES))]
    found += [Draft(mission) for mission in missions]
    return tuple(found)
