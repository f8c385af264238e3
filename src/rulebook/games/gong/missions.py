"""The missions of Fight as data: a small vocabulary of verbs, read from TOML and checked when loaded (GO6.6).

A *step* is one line of a mission, `"you give 1 to chosen"`; carried out at a table it becomes *tasks*, one for each
player and card, in the order of GO6.11. The format is told at the head of `missions.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.game import enforces
from rulebook.games.gong.cards import KINDS
from rulebook.words import _

BOOK = "book"
"""The name of the book's own missions."""
CHOSEN = -2
"""The player to be chosen, in a task, while nobody has been chosen."""
LONGEST = 80
"""How many characters the words of a mission may have: they must find room on its card."""
MOST = 20
"""How many missions a colour may have."""


class Verb(Enum):
    """What a task asks for."""

    CHOOSE = "choose a player"
    LAY = "lay"
    LAY_NUMBER = "lay a number"
    DRAW = "draw"
    SALVAGE = "salvage"
    GIVE = "give"
    TAKE = "take"
    DUEL = "duel"
    DRAW_OFF = "draw-off"
    RIDDLE = "riddle"
    MELEE = "melee"


class Task(NamedTuple):
    """One thing to be done by one player."""

    verb: Verb
    seat: int
    other: int = -1
    """The other player: who is given to, taken from, or faced."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a mission."""

    who: str
    verb: Verb
    count: int = 1
    whom: str = ""

    def __str__(self) -> str:
        number = f" {self.count}" if self.verb in _COUNTED else ""
        joint = {Verb.GIVE: " to", Verb.TAKE: " from"}.get(self.verb, "")
        return f"{self.who} {self.verb.value}{number}{joint}{' ' if self.whom else ''}{self.whom}"


@dataclass(frozen=True, slots=True)
class Mission:
    """What a card turned up can ask for."""

    key: str
    colour: str
    words: str
    steps: tuple[Step, ...]

    @enforces("GO6.11")
    def tasks(self, seat: int, players: int) -> tuple[Task, ...]:
        """Return what is to be done when `seat` turns this mission up at a table of so many players."""
        found: list[Task] = []
        for step in self.steps:
            if step.verb is Verb.MELEE:
                found.append(Task(Verb.MELEE, seat))
                continue
            for who in seats_of(step.who, seat, players):
                for whom in seats_of(step.whom, seat, players) if step.whom else (-1,):
                    if who != whom:
                        found += [Task(step.verb, who, whom)] * step.count
        return tuple(found)


Missions = Mapping[str, tuple[Mission, ...]]
"""The missions by colour, in the order of the file."""


class MissionError(ValueError):
    """A mission file that cannot be used; it names the file, the line, and what is allowed."""


@enforces("GO6.11")
def seats_of(who: str, seat: int, players: int) -> tuple[int, ...]:
    """Return the seats that a word names, seen from a seat; of two neighbours the left first, and two can be one."""
    left, right = (seat + 1) % players, (seat - 1) % players
    others = tuple((seat + step) % players for step in range(1, players))
    return {
        "you": (seat,),
        "chosen": (CHOSEN,),
        "left": (left,),
        "right": (right,),
        "neighbours": tuple(dict.fromkeys((left, right))),
        "others": others,
        "all": (seat, *others),
    }[who]


WHO = ("you", "chosen", "left", "right", "neighbours", "others", "all")
_COUNTED = (Verb.LAY, Verb.DRAW, Verb.SALVAGE, Verb.GIVE, Verb.TAKE)
_ONE = ("chosen", "left", "right")
_FORMS: tuple[tuple[str, Verb], ...] = (
    (r"(?P<who>you) choose a player", Verb.CHOOSE),
    (r"(?P<who>\S+) lay a number", Verb.LAY_NUMBER),
    (r"(?P<who>\S+) lay (?P<n>\d+)", Verb.LAY),
    (r"(?P<who>\S+) draw (?P<n>\d+)", Verb.DRAW),
    (r"(?P<who>\S+) salvage (?P<n>\d+)", Verb.SALVAGE),
    (r"(?P<who>\S+) give (?P<n>\d+) to (?P<whom>\S+)", Verb.GIVE),
    (r"(?P<who>\S+) take (?P<n>\d+) from (?P<whom>\S+)", Verb.TAKE),
    (r"(?P<who>you) duel (?P<whom>\S+)", Verb.DUEL),
    (r"(?P<who>you) draw-off (?P<whom>\S+)", Verb.DRAW_OFF),
    (r"(?P<who>you) riddle (?P<whom>\S+)", Verb.RIDDLE),
    (r"(?P<who>all) melee", Verb.MELEE),
)
STEPS = (
    "WHO lay N", "WHO lay a number", "WHO draw N", "WHO salvage N", "WHO give N to WHOM", "WHO take N from WHOM",
    "you choose a player", "you duel WHOM", "you draw-off WHOM", "you riddle WHOM", "all melee",
)  # fmt: skip
"""How steps are written."""
FACING = (Verb.DUEL, Verb.DRAW_OFF, Verb.RIDDLE)


def read_step(text: str) -> Step:
    """Return the step that a line says. Raises `MissionError` that says what is allowed."""
    said = " ".join(text.lower().split())
    for form, verb in _FORMS:
        found = re.fullmatch(form, said)
        if found is None:
            continue
        parts = found.groupdict()
        whom = parts.get("whom") or ""
        for word in filter(None, (parts["who"], whom)):
            if word not in WHO:
                raise MissionError(_("'{word}' is no player; write one of {who}").format(word=word, who=", ".join(WHO)))
        if verb in FACING and whom not in _ONE:
            message = _("'{verb} {whom}': a single player is faced, one of {who}")
            raise MissionError(message.format(verb=verb.value, whom=whom, who=", ".join(_ONE)))
        if whom and whom == parts["who"]:
            raise MissionError(_("'{step}': nobody does this with themselves").format(step=said))
        count = int(parts.get("n") or 1)
        if not 1 <= count <= 9:
            raise MissionError(_("'{step}': write a number from 1 to 9").format(step=said))
        return Step(parts["who"], verb, count, whom)
    raise MissionError(_("'{step}' is no step; steps are {steps}").format(step=said, steps=", ".join(STEPS)))


def read(text: str, name: str) -> Missions:
    """Return the missions that a TOML text describes; `name` is what errors call it. Raises `MissionError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MissionError(f"{name}: {error}") from error
    found: dict[str, tuple[Mission, ...]] = {}
    for colour, missions in table.items():
        if colour not in KINDS or not isinstance(missions, dict):
            said = _("'{colour}' is no colour of missions; write [blue.NAME], [red.NAME] or [yellow.NAME]")
            raise MissionError(_at(name, text, colour) + said.format(colour=colour))
        found[colour] = tuple(_mission(text, name, colour, key, entry) for key, entry in missions.items())
    for colour in KINDS:
        if not 1 <= len(found.get(colour, ())) <= MOST:
            said = _("there are {count} missions of the colour {colour}; write 1 to {most}")
            count = len(found.get(colour, ()))
            raise MissionError(_at(name, text, colour) + said.format(count=count, colour=colour, most=MOST))
    seen: set[str] = set()
    for colour, group in found.items():
        for each in group:
            if each.key in seen:
                said = _("two missions are called '{key}'").format(key=each.key)
                raise MissionError(_at(name, text, colour, each.key) + said)
            seen.add(each.key)
    return found


def _mission(text: str, name: str, colour: str, key: str, entry: Any) -> Mission:
    """Return one mission of a file. Raises `MissionError` with the line."""
    if not re.fullmatch(r"[a-z][a-z-]{0,19}", key):
        said = _("'{key}' is no name of a mission; write small letters and hyphens, 20 at most")
        raise MissionError(_at(name, text, colour, key) + said.format(key=key))
    if not isinstance(entry, dict) or set(entry) != {"words", "steps"}:
        given = ", ".join(sorted(entry)) if isinstance(entry, dict) else type(entry).__name__
        said = _("a mission has words and steps, and nothing else; here are {given}")
        raise MissionError(_at(name, text, colour, key) + said.format(given=given or _("none")))
    words, steps = entry["words"], entry["steps"]
    if not isinstance(words, str) or not 1 <= len(words) <= LONGEST:
        said = _("words are a sentence of at most {most} characters")
        raise MissionError(_at(name, text, colour, key, "words") + said.format(most=LONGEST))
    if not isinstance(steps, list) or not 1 <= len(steps) <= 6 or not all(isinstance(step, str) for step in steps):
        said = _("steps are a list of one to six lines; lines are {steps}")
        raise MissionError(_at(name, text, colour, key, "steps") + said.format(steps=", ".join(STEPS)))
    read_steps: list[Step] = []
    for line in steps:
        try:
            step = read_step(line)
        except MissionError as error:
            raise MissionError(_at(name, text, colour, key, line) + str(error)) from error
        if "chosen" in (step.who, step.whom) and not any(earlier.verb is Verb.CHOOSE for earlier in read_steps):
            said = _(
                "'{step}' speaks of the chosen player, and nobody has been chosen; write first: you choose a player"
            )
            raise MissionError(_at(name, text, colour, key, line) + said.format(step=line))
        read_steps.append(step)
    return Mission(key, colour, words, tuple(read_steps))


def _at(name: str, text: str, colour: str, key: str = "", mark: str = "") -> str:
    """Return where an error is, `file, line 7: `: the line of a colour, of a mission, or of a part of it."""
    lines = text.splitlines()
    heads = [row for row, line in enumerate(lines) if re.match(r"\s*\[", line)]
    table = next((row for row in heads if _names(lines[row], colour, key)), -1)
    if table < 0:
        own = next((row for row in heads if _names(lines[row], colour)), -1)
        inline = rf"\s*[\"']?{re.escape(key)}[\"']?\s*="
        rows = range(own + 1, _end(heads, own, len(lines))) if own >= 0 else range(0)
        table = next((row for row in rows if key and re.match(inline, lines[row])), max(own, 0))
    rows = range(table, _end(heads, table, len(lines)))
    part = [row for row in rows if mark and _marks(lines[row], mark)]
    return f"{name}, line {(part[0] if part else table) + 1}: "


def _end(heads: list[int], table: int, last: int) -> int:
    """Return the row after a table: where the next one begins."""
    return next((row for row in heads if row > table), last)


def _names(line: str, colour: str, key: str = "") -> bool:
    """Tell whether a line opens the table of a colour or mission."""
    dotted = rf"\.\s*[\"']?{re.escape(key)}[\"']?\s*" if key else r"(\..*)?"
    return bool(re.match(rf"\s*\[\s*[\"']?{re.escape(colour)}[\"']?\s*{dotted}\]", line))


def _marks(line: str, mark: str) -> bool:
    """Tell whether a line sets a field, or holds a step; its comment does not count."""
    line = re.sub(r"""("[^"]*"|'[^']*')|#.*""", lambda found: found[1] or "", line)
    return bool(re.match(rf"\s*{re.escape(mark)}\s*=", line)) or f'"{mark}"' in line or f"'{mark}'" in line


@cache
def missions(name: str) -> Missions:
    """Return the missions called `name`: `book`, or a file `NAME.toml` in the folder of the notebook.

    Raises `MissionError` that names the line at fault and what is allowed.
    """
    if name == BOOK:
        return read(files(__package__).joinpath("missions.toml").read_text("utf-8"), "missions.toml")
    if not re.fullmatch(r"[\w-]{1,40}\.toml", name):
        message = _("'{name}': missions are 'book', or a file of this folder such as mine.toml")
        raise MissionError(message.format(name=name))
    return load(Path(name))


def load(path: Path) -> Missions:
    """Return the missions of a file. Raises `MissionError`."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MissionError(_("{name}: there is no such file of text").format(name=path.name)) from error
    return read(text, path.name)


@cache
def mission(name: str, key: str) -> Mission:
    """Return one mission of those called `name`. Raises `KeyError`."""
    return {each.key: each for group in missions(name).values() for each in group}[key]


@cache
def tasks(name: str, key: str, seat: int, players: int) -> tuple[Task, ...]:
    """Return what is to be done when `seat` turns up a mission of those called `name`."""
    return mission(name, key).tasks(seat, players)


def fresh(name: str) -> Missions:
    """Return the missions called `name` as they are now: a file may have been written anew. Raises `MissionError`."""
    if name != BOOK:
        for looked_up in (missions, mission, tasks):
            looked_up.cache_clear()
    return missions(name)


def listing(found: Missions) -> str:
    """Return the missions in lines, by colour: name, words, steps."""
    lines = []
    for colour, group in found.items():
        lines.append(f"{colour} ({KINDS[colour]})")
        for each in group:
            lines.append(f"  {each.key:<20} {each.words:<60} {'; '.join(map(str, each.steps))}")
    return "\n".join(lines)
