"""What can be done in Dragonheart, and its notation.

Cards are written by kind and values: `dwarf 1 1 3`, `fire dragon 2`, `ship x2`; letters may be large or small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.game import NotationError
from rulebook.games.dragonheart.cards import CARDS, COLLECTS, KIND, NAMES, NUMBERS, PLURALS, VALUE, Card, Kind
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
    """A pile is chosen to be collected (DH5.6, DH5.8); two are one too many, and none is the hold (DH5.9)."""

    kinds: tuple[Kind, ...]

    def __str__(self) -> str:
        if not self.kinds:
            return "collect hold"
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
    typed = " ".join(text.split())
    said = typed.lower()
    if said == "pass":
        return Pass()
    if said == "take the great dragon":
        return Grab()
    if found := re.fullmatch(r"lot (\w+)", said):
        seats = [seat.lower() for seat in SEATS]
        if found[1] not in seats:
            known = _("'{text}': the players are {seats}.")
            raise NotationError(known.format(text=typed, seats=_(" and ").join(SEATS)))
        return Lot(seats.index(found[1]))
    if said in ("collect hold", "collect the hold"):
        return Collect(())
    if said == "collect":
        raise NotationError(_("'{text}': write the pile too, such as collect treasure.").format(text=typed))
    if found := re.fullmatch(r"collect (.+)", said):
        return Collect(tuple(_kind(part.strip(), typed) for part in found[1].split("+")))
    if said in ("draw", "rob"):
        hint = _("'{text}': cards come by themselves, at the end of a turn; to choose what is drawn, write {example}.")
        raise NotationError(hint.format(text=typed, example=f"{said} dwarf 1"))
    if found := re.fullmatch(r"(draw|rob) (.+)", said):
        cards = cards_noted(typed.split(" ", 1)[1])
        if len(cards) != 1:
            raise NotationError(_("'{text}': one card at a time.").format(text=typed))
        return Draw(cards[0]) if found[1] == "draw" else Rob(cards[0])
    return Play(cards_noted(typed))


def cards_noted(said: str) -> tuple[int, ...]:
    """Return the cards that a notation such as `dwarf 1 1 + ship x2` names, sorted. Raises `NotationError`."""
    cards: list[int] = []
    for part in said.lower().split("+"):
        found = re.fullmatch(r"\s*([a-z ]+?)\s*(?:x(\d+)|((?: ?\d)+))?\s*", part)
        if not found:
            raise NotationError(_expected(said))
        kind = _kind(found[1], said)
        if kind is Kind.SHIP:
            if found[3]:
                raise NotationError(_("'{text}': a ship has no value; write ship, or ship x2.").format(text=said))
            if found[1] != kind.label and not found[2]:
                raise NotationError(_("'{text}': write how many ships, such as ship x2.").format(text=said))
            cards += [NUMBERS[Card(kind, 0)]] * int(found[2] or 1)
            continue
        if not found[3]:
            raise NotationError(_valued(said, kind))
        for value in map(int, found[3].split()):
            card = Card(kind, value)
            if card not in NUMBERS:
                own = ", ".join(str(each.value) for each in CARDS if each.kind is kind)
                message = _("'{text}': a {kind} has the value {own}.")
                raise NotationError(message.format(text=said, kind=kind.label, own=own))
            cards.append(NUMBERS[card])
    return tuple(sorted(cards))


_CHOSEN = frozenset(pile for piles in COLLECTS if len(piles) > 1 for pile in piles)
"""The piles that knights and sorceresses choose among (DH5.6, DH5.8)."""


def _valued(said: str, kind: Kind) -> str:
    """Return that a kind stands without its values, and what else may be meant by it."""
    known = _("'{text}': write the values too, such as {kind} {value}.")
    if kind in _CHOSEN:
        known = _("'{text}': write the values too, such as {kind} {value}; to choose the pile, write collect {kind}.")
    value = next(card.value for card in CARDS if card.kind is kind)
    return known.format(text=said, kind=kind.label, value=value)


def _kind(said: str, typed: str) -> Kind:
    """Return the kind that a word names, also in the plural; `typed` is what errors quote."""
    names = NAMES if said in NAMES else PLURALS
    if said not in names:
        raise NotationError(_expected(typed))
    return Kind(names.index(said))


def _expected(said: str) -> str:
    expected = _("dwarf 1 1 3, ship x2, collect treasure")
    kinds = ", ".join(NAMES)
    return _("'{text}' is no action; write one such as {expected}; kinds are {kinds}.").format(
        text=said, expected=expected, kinds=kinds
    )
