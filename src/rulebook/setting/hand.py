"""Setting up a position by hand, as a game of its own: whoever sets up puts and takes things one at a time.

A `Setting` has the states of the game it sets up and obeys the contract of every game, so that undo, log, notation and
refusals are those of play. An arrangement that breaks a limit cannot come about. One that is not finished can:
`Setting.flaw` says what it lacks.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from rulebook.game import TERMINAL, AnyGame, Event, Facts, Game, NotationError, Objection, Place, Remark, draw, tell
from rulebook.setting.actions import Action, Clear, Open, Put, Set, Take, Turn
from rulebook.setting.arrangement import Arrangement, Limit, Spot, Table, table_of
from rulebook.words import _

LONGEST = 4000
"""How many characters a position's text has at most."""
RULE = re.compile(r"\((?P<rule>[A-Z]{2}\d+(?:\.\d+)?)\)\s*$")


@dataclass(frozen=True)
class Setting(Game[Any, Action]):
    """Setting up a position of a game by hand; it has one seat, and no end."""

    code: ClassVar[str] = ""
    key: ClassVar[str] = "setting"
    name: ClassVar[str] = "Setting up"

    game: AnyGame
    table: Table = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", table_of(self.game))

    @property
    def turn_rule(self) -> str:  # type: ignore[override]
        """The rule that says whose turn it is in the game that is set up."""
        return self.game.turn_rule

    @property
    def seats(self) -> tuple[str, ...]:
        """Whoever sets up."""
        return (_("you"),)

    def initial_state(self) -> Any:
        """Return the empty board."""
        return self.table.make(self.table.bare())

    def current_player(self, state: Any) -> int:
        """Return the one seat there is: setting up has no end."""
        return 0

    def returns(self, state: Any) -> tuple[float, ...]:
        """Return nothing won and nothing lost."""
        return (0.0,)

    def chance_outcomes(self, state: Any) -> tuple[tuple[Action, Fraction], ...]:
        """Return no outcome: nothing is left to chance."""
        return ()

    # What can be done

    @cached_property
    def _within(self) -> dict[tuple[str, Place], tuple[Limit, ...]]:
        """By thing and place: the limits that count the one on the other."""
        found: dict[tuple[str, Place], list[Limit]] = {
            (thing.key, spot.place): [] for thing in self.table.things for spot in self.table.spots
        }
        for limit in self.table.limits:
            for thing in self.table.things:
                if thing.key in limit.things:
                    for spot in self.table.spots:
                        if spot.place in limit.spots:
                            found[thing.key, spot.place].append(limit)
        return {pair: tuple(limits) for pair, limits in found.items()}

    def legal_actions(self, state: Any) -> tuple[Action, ...]:
        """Return what can be put, thing by thing, then what can be taken, set and cleared."""
        table, arrangement = self.table, self.table.read(state)
        count = Counter[int]()
        for place, thing in arrangement.lying:
            for limit in self._within[thing, place]:
                count[id(limit)] += 1
        full = {id(limit) for limit in table.limits if count[id(limit)] >= table.bound(arrangement, limit)}
        found: list[Put | Take] = [
            Put(thing, place)
            for (thing, place), limits in self._within.items()
            if full.isdisjoint(map(id, limits)) and table.odd(arrangement, thing, place) is None
        ]
        found += [
            Take(thing, place)
            for place, thing in dict.fromkeys(arrangement.lying)
            if table.stays(arrangement, thing, place) is None
        ]
        found = [
            action
            for action in found
            if action.thing not in table.binding or not any(self._broken(_changed(arrangement, action)))
        ]
        others: list[Action] = [Clear()] if arrangement != table.bare() else []
        seats = self.game.seats
        free = [at for at in range(len(seats)) if table.not_on_turn(arrangement, at) is None]
        others += [Turn(seats[seat]) for seat in free if seat != arrangement.turn]
        for scale in table.scales:
            shown = arrangement.scale(scale.name)
            least, most = table.ends(arrangement, scale)
            others += [Set(scale.name, value) for value in range(least, most + 1) if value != shown]
        return (*found, *others)

    def attempts(self, state: Any) -> tuple[Action, ...]:
        """Return each thing put on each spot and taken from it, each seat's turn, each scale to beyond its ends."""
        found: list[Action] = []
        for thing, place in self._within:
            found += [Put(thing, place), Take(thing, place)]
        found += [Turn(seat) for seat in self.game.seats]
        for scale in self.table.scales:
            found += [Set(scale.name, value) for value in range(max(0, scale.least - 1), scale.most + 2)]
        return (*found, Clear())

    def objections(self, state: Any, action: Action) -> Iterator[Objection]:
        """Yield each rule of the game that forbids `action`, or that what it takes is not there."""
        arrangement = self.table.read(state)
        match action:
            case Put(thing, place):
                yield from self._putting(arrangement, thing, place)
            case Take(thing, place):
                yield from self._taking(arrangement, thing, place)
            case Turn(seat):
                yield from self._turning(arrangement, self.game.seats.index(seat))
            case Set(scale, value):
                yield from self._scaling(arrangement, scale, value)
            case Clear():
                if arrangement == self.table.bare():
                    first = self.table.spots[0]
                    said = _("The board is empty already.")
                    yield Objection(first.rule, said, (), (first.place,), _("Put something on it."))
            case Open(text):
                yield from self._opening(text)

    def _putting(self, arrangement: Arrangement, thing: str, place: Place) -> Iterator[Objection]:
        counted, fits = [*arrangement.lying, (place, thing)], True
        for limit in self.table.limits:
            if thing not in limit.things or place not in limit.spots:
                continue
            most = self.table.bound(arrangement, limit)
            if sum(what in limit.things and where in limit.spots for where, what in counted) > most:
                there = self._there(arrangement, place)
                yield _refused(limit, most, place, thing=self.words(thing), place=self.spot(place).words, there=there)
                fits = fits and limit.most > 0
        # What is said of a thing on a place presupposes that such things belong there.
        if fits:
            if refused := self.table.odd(arrangement, thing, place):
                yield refused
            if thing in self.table.binding:
                yield from self._broken(arrangement.put(thing, place))

    def _broken(self, arrangement: Arrangement) -> Iterator[Objection]:
        """Yield the limits that an arrangement breaks."""
        for limit in self.table.limits:
            lying = [pair for pair in arrangement.lying if pair[1] in limit.things and pair[0] in limit.spots]
            most = self.table.bound(arrangement, limit)
            if len(lying) > most:
                place, thing = lying[-1]
                there = self._there(arrangement, place)
                yield _refused(limit, most, place, thing=self.words(thing), place=self.spot(place).words, there=there)

    def _there(self, arrangement: Arrangement, place: Place) -> str:
        return ", ".join(map(self.words, arrangement.at(place))) or _("nothing")

    def _taking(self, arrangement: Arrangement, thing: str, place: Place) -> Iterator[Objection]:
        if thing in arrangement.at(place):
            if refused := self.table.stays(arrangement, thing, place):
                yield refused
            if thing in self.table.binding:
                yield from self._broken(arrangement.take(thing, place))
            return
        spot, there = self.spot(place), arrangement.at(place)
        facts: Facts = (("thing", self.words(thing)), ("place", spot.words), ("there", self._there(arrangement, place)))
        said = _("On {place} lies {there}, not {thing}.") if there else _("On {place} lies nothing to be taken away.")
        yield Objection(spot.rule, said, facts, (place,), _("Take what lies there, or put something."))

    def _turning(self, arrangement: Arrangement, seat: int) -> Iterator[Objection]:
        if seat == arrangement.turn:
            said = _("It is the turn of the {seat} already.")
            facts: Facts = (("seat", self.game.seats[seat]),)
            where = (self.table.spots[0].place,)
            yield Objection(self.game.turn_rule, said, facts, where, _("Leave it, or choose another."))
        elif refused := self.table.not_on_turn(arrangement, seat):
            yield refused

    def _scaling(self, arrangement: Arrangement, name: str, value: int) -> Iterator[Objection]:
        scale = next(scale for scale in self.table.scales if scale.name == name)
        least, most = self.table.ends(arrangement, scale)
        facts: Facts = (("scale", name), ("least", least), ("most", most), ("value", value))
        instead = _("Choose a number from {least} to {most}.")
        if not least <= value <= most:
            said = _("{scale} goes from {least} to {most}; it cannot be {value}.")
            yield Objection(scale.rule, said, facts, (name,), instead)
        elif arrangement.scale(name) == value:
            yield Objection(scale.rule, _("{scale} is {value} already."), facts, (name,), instead)

    def _opening(self, text: str) -> Iterator[Objection]:
        try:
            self.from_text(text)
        except NotationError as error:
            yield self._read_as(error, _("Mend the text."))

    def _read_as(self, error: NotationError, instead: str) -> Objection:
        """Return what a text is refused for as an objection, by the rule that its words end with."""
        found = RULE.search(str(error))
        said = RULE.sub("", str(error)).rstrip(" .") + "."
        rule = found["rule"] if found else self.game.turn_rule
        return Objection(rule, "{said}", (("said", said),), (self.table.spots[0].place,), instead)

    def apply(self, state: Any, action: Action, events: list[Event] | None = None) -> Any:
        """Return the state after a legal action; append what happened to `events` if a list is given."""
        table, before = self.table, self.table.read(state)
        match action:
            case Put(thing, place):
                after = before.put(thing, place)
                said = _("{thing}: put on {place}.")
                facts = {"thing": self.words(thing), "place": self.spot(place).words}
                tell(events, self.spot(place).rule, said, [place], **facts)
            case Take(thing, place):
                after = before.take(thing, place)
                said = _("{thing}: taken from {place}.")
                facts = {"thing": self.words(thing), "place": self.spot(place).words}
                tell(events, self.spot(place).rule, said, [place], **facts)
            case Turn(seat):
                after = replace(before, turn=self.game.seats.index(seat))
                tell(events, self.game.turn_rule, _("It is the turn of the {seat}."), [table.spots[0].place], seat=seat)
            case Set(name, value):
                after = before.show(name, value)
                rule = next(scale.rule for scale in table.scales if scale.name == name)
                tell(events, rule, _("{scale}: {value}."), [name], scale=name, value=value)
            case Clear():
                tell(events, self.game.turn_rule, _("The board is empty."), [table.spots[0].place])
                return self.initial_state()
            case Open(text):
                tell(events, self.game.turn_rule, _("The position is put up."), [table.spots[0].place])
                return self.from_text(text)
        return table.make(table.settle(before, after))

    # Words and text

    @cached_property
    def _names(self) -> tuple[dict[str, str], dict[str, str], dict[str, str], dict[str, str]]:
        """The names of things, spots, seats and scales, each by itself in small letters."""
        lists: tuple[Iterable[str], ...] = (
            (thing.key for thing in self.table.things),
            (spot.place for spot in self.table.spots),
            self.game.seats,
            (scale.name for scale in self.table.scales),
        )
        things, spots, seats, scales = ({name.lower(): name for name in names} for names in lists)
        return things, spots, seats, scales

    def words(self, thing: str) -> str:
        """Return what a thing is called."""
        return next(each.words for each in self.table.things if each.key == thing)

    def spot(self, place: Place) -> Spot:
        """Return the spot of a place."""
        return next(spot for spot in self.table.spots if spot.place == place)

    def parse(self, text: str) -> Action:
        """Return the action that `text` notes, capitals aside. Raises `NotationError`."""
        verb, _space, said = " ".join(text.split()).partition(" ")
        said_low = said.lower()
        things, spots, seats, scales = self._names
        match verb.lower():
            case "put" | "take":
                words = said_low.split(" ")
                for at in range(1, len(words)):
                    thing, place = " ".join(words[:at]), " ".join(words[at:])
                    if thing in things and place in spots:
                        make = Put if verb.lower() == "put" else Take
                        return make(things[thing], spots[place])
                raise NotationError(self._unknown(verb, said))
            case "turn" if said_low in seats:
                return Turn(seats[said_low])
            case "set":
                name, _space, value = said_low.rpartition(" ")
                if name in scales and re.fullmatch(r"[0-9]{1,3}", value):
                    return Set(scales[name], int(value))
            case "clear" if not said:
                return Clear()
            case "open" if 0 < len(said) <= LONGEST:
                return Open(said)
        known = [
            _("put {thing} {place}"),
            _("take {thing} {place}"),
            _("turn {seat}"),
            "clear",
            _("open and a position"),
        ]
        if scales:
            known.append(_("set {scale} 1").format(scale=next(iter(scales.values()))))
        example = {
            "thing": self.table.things[0].key,
            "place": self.table.spots[len(self.table.spots) // 2].place,
            "seat": self.game.seats[-1],
        }
        forms = ", ".join(known).format(**example)
        raise NotationError(_("'{text}' sets nothing up; write {forms}.").format(text=text.strip()[:40], forms=forms))

    def _unknown(self, verb: str, said: str) -> str:
        """Return what is unknown about a thing and a place, and what there is."""
        things, spots, _seats, _scales = self._names
        words = said.lower().split(" ")
        known = any(" ".join(words[:at]) in things for at in range(1, len(words) + 1))
        names = list((spots if known else things).values())
        listed = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
        message = _("'{said}': no such place; places are {names}.") if known else _("'{said}': things are {names}.")
        return f"{verb} " + message.format(said=said[:40], names=listed)

    def to_text(self, state: Any) -> str:
        """Return the position as the game writes it."""
        return self.game.to_text(state)

    def from_text(self, text: str) -> Any:
        """Return the state of a text, finished or not, put up piece by piece.

        Raises `NotationError` that names the part at fault, or the piece and the rule that refuses it.
        """
        if len(text) > LONGEST:
            raise NotationError(_("a position has {most} characters at most").format(most=LONGEST))
        wanted = self.table.read(self.table.raw(text))
        rising = replace(wanted, lying=())
        for place, thing in wanted.lying:
            if (thing, place) not in self._within:
                raise NotationError(
                    _("{thing} on {place}: there is no such thing or place").format(thing=thing, place=place)
                )
            if refused := next(self._putting(rising, thing, place), None):
                raise NotationError(f"{thing} {place}: {refused.words} ({refused.rule})")
            rising = rising.put(thing, place)
        for scale in self.table.scales:
            least, most = self.table.ends(wanted, scale)
            value = wanted.scale(scale.name)
            if not least <= value <= most:
                said = _("{scale} goes from {least} to {most} here; it cannot be {value} ({rule})")
                raise NotationError(said.format(scale=scale.name, least=least, most=most, value=value, rule=scale.rule))
        if refused := self.table.not_on_turn(wanted, wanted.turn):
            raise NotationError(f"{refused.words} ({refused.rule})")
        return self.table.make(wanted)

    def task(self, state: Any) -> Remark:
        """Return what the arrangement lacks, or that it can be played from and who decides."""
        if lacks := self.flaw(state):
            return lacks
        asked = self.game.task(state)
        return Remark(asked.rule, _("Ready to play from. {task}"), (("task", asked.words),))

    def say(self, state: Any, action: Action) -> str:
        """Return an action in words."""
        match action:
            case Put(thing, place):
                return _("put {thing} on {place}").format(thing=self.words(thing), place=self.spot(place).words)
            case Take(thing, place):
                return _("take {thing} from {place}").format(thing=self.words(thing), place=self.spot(place).words)
            case Turn(seat):
                return _("it is the turn of the {seat}").format(seat=seat)
            case Set(name, value):
                return _("set {scale} to {value}").format(scale=name, value=value)
            case Clear():
                return _("empty the board")
            case Open():
                return _("open a position")

    def places(self, action: Action) -> tuple[Place, ...]:
        """Return the place that something is put on or taken from."""
        return (action.place,) if isinstance(action, Put | Take) else ()

    def header(self) -> str:
        """Return the header of the game that is set up."""
        return self.game.header()

    # Whole positions

    def flaw(self, state: Any) -> Objection | None:
        """Return the rule that a whole position does not keep yet, or `None` if it can be played from."""
        if lacks := self.table.flaw(state):
            return lacks
        try:
            self.game.from_text(self.game.to_text(state))
        except NotationError as error:
            return self._read_as(error, _("Go on setting up."))
        return None

    def wander(self, rng: random.Random, tries: int = 60) -> Any | None:
        """Return a position from random play at which a turn begins, or `None` if none was found in `tries`."""
        game = self.game
        for _try in range(tries):
            states = [game.initial_state()]
            while game.current_player(states[-1]) != TERMINAL and len(states) < LONGEST:
                seat = game.current_player(states[-1])
                action = draw(game, states[-1], rng) if seat < 0 else rng.choice(game.legal_actions(states[-1]))
                states.append(game.apply(states[-1], action))
            for state in rng.sample(states, min(12, len(states))):
                if self.settable(state):
                    return self.table.make(self.table.read(state))
        return None

    def settable(self, state: Any) -> bool:
        """Tell whether a state of play is a moment that can be set up by hand."""
        try:
            self.table.read(state)
        except NotationError:
            return False
        return True


def _changed(arrangement: Arrangement, action: Put | Take) -> Arrangement:
    """Return an arrangement with a thing put or taken."""
    change = arrangement.put if isinstance(action, Put) else arrangement.take
    return change(action.thing, action.place)


def _refused(limit: Limit, most: int, where: Place, **words: str) -> Objection:
    return Objection(limit.rule, limit.message, (*words.items(), ("most", most)), (where,), limit.instead)
