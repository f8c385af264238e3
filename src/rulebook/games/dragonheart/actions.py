"""What can be done in Dragonheart, and its notation.

Cards are written by kind and values: `dwarf 1 1 3`, `fire dragon 2`, `ship x2`; letters may be large or small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.game import NotationError
from rulebook.games.dragonheart.cards import CARDS, KIND, NAMES, NUMBERS, VALUE, Card, Kind
from rulebook.words import _

SEATS = ("North", "South")


@dataclass(frozen=True, slots=True)
class Play:
    """Cards are laid on the board (DH4.1); sorted."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return noted(self.cards)


@dataclass(frozen=True, slots=True)
class Collect:
    """A pile is chosen to be collected (DH5.6, DH5.8); two are one too many."""

    kinds: tuple[Kind, ...]

    def __str__(self) -> str:
        return "collect " + " + ".join(kind.label for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Draw:
    """The next card of a deck (DH3.1, DH4.5)."""

    card: int

    def __str__(self) -> str:
        return f"draw {CARDS[self.card].name}"


@dataclass(frozen=True, slots=True)
class Rob:
    """The card that the Great Dragon brings along (DH6.3)."""

    card: int

    def __str__(self) -> str:
        return f"rob {CARDS[self.card].name}"


@dataclass(frozen=True, slots=True)
class Lot:
    """The lot falls on who begins (DH3.1)."""

    seat: int

    def __str__(self) -> str:
        return f"lot {SEATS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No card is played; never allowed (DH4.2)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Grab:
    """The Great Dragon is taken; it comes by itself or not at all (DH6.1)."""

    def __str__(self) -> str:
        return "take the Great Dragon"


Action = Play | Collect | Draw | Rob | Lot | Pass | Grab


def noted(cards: Iterable[int]) -> str:
    """Return cards as they are noted, kind by kind: `dwarf 1 1 + ship x2`."""
    groups: dict[Kind, list[int]] = {}
    for card in sorted(cards):
        groups.setdefault(KIND[card], []).append(VALUE[card])
    return " + ".join(_noted(kind, values) for kind, values in groups.items()) or "-"


def _noted(kind: Kind, values: list[int]) -> str:
    if kind is Kind.SHIP:
        return "ship" if len(values) == 1 else f"ship x{len(values)}"
    return f"{kind.label} {' '.join(map(str, values))}"


def parse(text: str) -> Action:
    """Return the action that `text` notes. Raises `NotationError` that says what was expected."""
    said = " ".join(text.lower().split())
    if said == "pass":
        return Pass()
    if said == "take the great dragon":
        return Grab()
    if found := re.fullmatch(r"lot (\w+)", said):
        seats = [seat.lower() for seat in SEATS]
        if found[1] not in seats:
            raise NotationError(_("'{text}': the players are {seats}").format(text=said, seats=", ".join(SEATS)))
        return Lot(seats.index(found[1]))
    if found := re.fullmatch(r"collect (.+)", said):
        return Collect(tuple(_kind(part.strip()) for part in found[1].split("+")))
    if found := re.fullmatch(r"(draw|rob) (.+)", said):
        cards = cards_noted(found[2])
        if len(cards) != 1:
            raise NotationError(_("'{text}': one card at a time").format(text=said))
        return Draw(cards[0]) if found[1] == "draw" else Rob(cards[0])
    return Play(cards_noted(said))


def cards_noted(said: str) -> tuple[int, ...]:
    """Return the cards that a notation such as `dwarf 1 1 + ship x2` names, sorted. Raises `NotationError`."""
    cards: list[int] = []
    for part in said.lower().split("+"):
        found = re.fullmatch(r"\s*([a-z ]+?)\s*(?:x(\d+)|((?: ?\d)+))?\s*", part)
        if not found:
            raise NotationError(_expected(said))
        kind = _kind(found[1])
        if kind is Kind.SHIP:
            if found[3]:
                raise NotationError(_("'{text}': a ship has no value; write ship, or ship x2").format(text=said))
            cards += [NUMBERS[Card(kind, 0)]] * int(found[2] or 1)
            continue
        if not found[3]:
            raise NotationError(_("'{text}': write the values too, such as dwarf 1 3").format(text=said))
        for value in map(int, found[3].split()):
            card = Card(kind, value)
            if card not in NUMBERS:
                own = ", ".join(str(each.value) for each in CARDS if each.kind is kind)
                message = _("'{text}': a {kind} has the value {own}")
                raise NotationError(message.format(text=said, kind=kind.label, own=own))
            cards.append(NUMBERS[card])
    return tuple(sorted(cards))


def _kind(said: str) -> Kind:
    if said not in NAMES:
        raise NotationError(_expected(said))
    return Kind(NAMES.index(said))


def _expected(said: str) -> str:
    expected = _("dwarf 1 1 3, ship x2, collect treasure")
    kinds = ", ".join(NAMES)
    return _("'{text}' is no action; write one such as {expected}; kinds are {kinds}").format(
        text=said, expected=expected, kinds=kinds
    )
