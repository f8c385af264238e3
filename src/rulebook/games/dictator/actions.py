"""What can be done in Dictator-Control, and its notation.

Sectors are written by their names, cards by theirs: `D1-D2`, `WASP: Turbo dash D4`, `Orion: Aimed Shot Infiltrator`,
`D4 x D5`, `E1 <> F1: Tolos / Cerberus`. Letters may be large or small.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from rulebook.game import NotationError
from rulebook.games.dictator.cards import CARDS, POWERS, find, name
from rulebook.games.dictator.city import CITY, ZONES
from rulebook.words import _


@dataclass(frozen=True, slots=True)
class Move:
    """A token goes to a neighbouring free sector (DC6.1)."""

    start: int
    to: int

    def __str__(self) -> str:
        return f"{CITY.names[self.start]}-{CITY.names[self.to]}"


@dataclass(frozen=True, slots=True)
class Use:
    """A card uses one of its powers, on a sector, a card, or nothing that needs to be named (DC6.2, DC7.3)."""

    card: int
    power: int
    sector: int = -1
    target: int = -1

    def __str__(self) -> str:
        words = f"{name(self.card)}: {POWERS[self.power].name}"
        if self.sector >= 0:
            return f"{words} {CITY.names[self.sector]}"
        return f"{words} {name(self.target)}" if self.target >= 0 else words


@dataclass(frozen=True, slots=True)
class Attack:
    """A battalion attacks a neighbouring battalion or Guild (DC5.2, DC7.1)."""

    start: int
    to: int

    def __str__(self) -> str:
        return f"{CITY.names[self.start]} x {CITY.names[self.to]}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two battalions redistribute cards (DC6.6): the first gives `give` for `take`.

    The first is the one that comes first in reading order, and cards go by their numbers; `exchange` sees to both.
    """

    start: int
    to: int
    give: tuple[int, ...]
    take: tuple[int, ...]

    def __str__(self) -> str:
        give, take = (" ".join(map(name, cards)) or "-" for cards in (self.give, self.take))
        return f"{CITY.names[self.start]} <> {CITY.names[self.to]}: {give} / {take}"


def exchange(start: int, to: int, give: Iterable[int], take: Iterable[int]) -> Exchange:
    """Return an exchange as it is noted, whichever battalion was named first."""
    if start > to:
        start, to, give, take = to, start, take, give
    return Exchange(start, to, tuple(sorted(give)), tuple(sorted(take)))


@dataclass(frozen=True, slots=True)
class Damage:
    """The loser damages one of its cards (DC7.9)."""

    card: int

    def __str__(self) -> str:
        return f"damage {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The top Hireling is drawn or seen (DC9.3)."""

    card: int

    def __str__(self) -> str:
        return f"draw {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """One of the Hirelings that Big Brother has seen comes (DC9.3)."""

    card: int

    def __str__(self) -> str:
        return f"choose {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Discard:
    """One of four cards goes to the Dump (DC9.4)."""

    card: int

    def __str__(self) -> str:
        return f"dump {name(self.card)}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A face-down card is turned up for a battle against a Guild (DC11.4)."""

    card: int

    def __str__(self) -> str:
        return f"turn up {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Draft:
    """A seat takes a card of the mixed armies (DC11.3)."""

    card: int

    def __str__(self) -> str:
        return f"draft {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """A seat is dealt a card (DC11.5, DC11.6)."""

    card: int

    def __str__(self) -> str:
        return f"deal {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Form:
    """A card goes into the battalion that is being formed (DC11.2)."""

    card: int

    def __str__(self) -> str:
        return f"form {name(self.card)}"


@dataclass(frozen=True, slots=True)
class Die:
    """A die shows a number, 1 to 6 (DC8.1)."""

    pips: int

    def __str__(self) -> str:
        return f"die {self.pips}"


@dataclass(frozen=True, slots=True)
class Place:
    """A battalion goes to a sector of its zone (DC4.2)."""

    number: int
    sector: int

    def __str__(self) -> str:
        return f"place {self.number} {CITY.names[self.sector]}"


@dataclass(frozen=True, slots=True)
class Zone:
    """A seat chooses its starting zone (DC4.2)."""

    colour: str

    def __str__(self) -> str:
        return f"zone {self.colour}"


@dataclass(frozen=True, slots=True)
class Plain:
    """An action that needs nothing named."""

    words: ClassVar[str]

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class EndTurn(Plain):
    """The turn passes on (DC5.1)."""

    words = "end turn"


@dataclass(frozen=True, slots=True)
class Pass(Plain):
    """A side closes its window (DC7.3)."""

    words = "pass"


@dataclass(frozen=True, slots=True)
class TakeHireling(Plain):
    """The winner over a Guild draws a Hireling (DC9.3)."""

    words = "take a Hireling"


@dataclass(frozen=True, slots=True)
class TakeEnergy(Plain):
    """The winner over a Guild takes one Energy instead (DC9.3)."""

    words = "take Energy"


Action = (
    Move | Use | Attack | Exchange | Damage | Draw | Choose | Discard | TurnUp | Draft | Deal | Form | Die | Place
    | Zone | EndTurn | Pass | TakeHireling | TakeEnergy
)  # fmt: skip

_WITH_CARD: dict[str, Callable[[int], Action]] = {
    "damage": Damage, "draw": Draw, "choose": Choose, "dump": Discard, "turn up": TurnUp, "draft": Draft, "deal": Deal,
    "form": Form,
}  # fmt: skip
_PLAIN: dict[str, Action] = {
    action.words.lower(): action for action in (EndTurn(), Pass(), TakeHireling(), TakeEnergy())
}
_SECTOR = r"([a-i]\d)"


def parse(text: str) -> Action:
    """Return the action that `text` notes. Raises `NotationError` that says what was expected."""
    said = " ".join(text.lower().split())
    if said in _PLAIN:
        return _PLAIN[said]
    if found := re.fullmatch(rf"{_SECTOR} ?- ?{_SECTOR}", said):
        return Move(CITY.find(found[1]), CITY.find(found[2]))
    if found := re.fullmatch(rf"{_SECTOR} ?x ?{_SECTOR}", said):
        return Attack(CITY.find(found[1]), CITY.find(found[2]))
    if found := re.fullmatch(rf"{_SECTOR} ?<> ?{_SECTOR} ?: ?([^/]+?) ?(?:/ ?(.*))?", said):
        given, taken = found[3], found[4] or "-"
        return exchange(CITY.find(found[1]), CITY.find(found[2]), _cards(given), _cards(taken))
    if found := re.fullmatch(r"die (\d)", said):
        if not 1 <= int(found[1]) <= 6:
            raise NotationError(_("'{text}': a die shows 1 to 6").format(text=said))
        return Die(int(found[1]))
    if found := re.fullmatch(rf"place ([123]) {_SECTOR}", said):
        return Place(int(found[1]), CITY.find(found[2]))
    if found := re.fullmatch(r"zone (\w+)", said):
        if found[1] not in ZONES:
            raise NotationError(
                _("'{zone}' is no zone; there are {zones}").format(zone=found[1], zones=", ".join(ZONES))
            )
        return Zone(found[1])
    if found := re.fullmatch(r"(damage|draw|choose|dump|turn up|draft|deal|form) ([\w-]+)", said):
        return _WITH_CARD[found[1]](find(found[2]))
    if found := re.fullmatch(r"([\w-]+) ?: ?(.+)", said):
        return _use(find(found[1]), found[2])
    expected = _("D1-D2, D4 x D5, Orion: Aimed Shot Snail, E1 <> F1: Tolos / Cerberus, pass or end turn")
    raise NotationError(
        _("'{text}' is no action; write one such as {expected}").format(text=text.strip(), expected=expected)
    )


def _use(card: int, said: str) -> Use:
    for power in sorted(CARDS[card].powers, key=lambda power: -len(power.name)):
        if said == power.name.lower() or said.startswith(power.name.lower() + " "):
            rest = said[len(power.name) :].strip()
            if not rest:
                return Use(card, power.number)
            if re.fullmatch(_SECTOR, rest):
                return Use(card, power.number, sector=CITY.find(rest))
            return Use(card, power.number, target=find(rest))
    own = ", ".join(power.name for power in CARDS[card].powers) or _("none")
    message = _("'{said}' is no action of {card}; it has {own}")
    raise NotationError(message.format(said=said, card=name(card), own=own))


def _cards(said: str) -> tuple[int, ...]:
    return () if said == "-" else tuple(map(find, said.replace(",", " ").split()))
