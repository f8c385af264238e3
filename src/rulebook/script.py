"""Scripts: a line of play told in steps, each with its words, its rules, and figures that the engine must confirm.

Throughout, a *step* is one or more plies told together; a *stop* is where a replay can stand: the opening, then the
end of each step. A *figure* is a number or word that `Game.figures` names. A script is TOML:

    game = "hong board=inner"
    opening = "Three stones have fallen; {empty} spaces are empty."

    [[step]]
    title = "The first tile"
    mark = "turn"                  # or "phase": a mark on the slider
    actions = ["d3 -"]             # at least one, chance outcomes too
    words = "{hongs} Hongs of {target}."
    rules = ["HO3.4"]
    places = ["d3"]
    figures = { hongs = 0 }        # what the source prints; the engine must agree
    errata = ["The source prints d4."]

    [step.ask]                     # asked before the step is shown
    words = "Where does the emperor lay?"
    choices = ["d3 -", "d4 -"]     # actions; or values, with figure = "hongs"

The headers `position` and `seed` are those of a playthrough. Words name figures in braces; they are filled with what
the engine computes. The right answer is never stored: it is what happens.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from rulebook.coverage import rules_of
from rulebook.game import AnyGame, IllegalAction, NotationError, Place
from rulebook.playthrough import Playthrough
from rulebook.playthrough import read as read_playthrough
from rulebook.registry import GAMES, parse_game
from rulebook.words import _

Figure = int | str

TEXT, WHOLE, LIST, TABLE, TABLES, VALUES = "text", "a whole number", "a list of texts", "a table", "[[step]]", "a list"
HEADER = {"game": TEXT, "position": TEXT, "seed": WHOLE, "opening": TEXT, "step": TABLES}
STEP = {
    "title": TEXT,
    "mark": TEXT,
    "actions": LIST,
    "words": TEXT,
    "rules": LIST,
    "places": LIST,
    "figures": TABLE,
    "errata": LIST,
    "ask": TABLE,
}
ASK = {"words": TEXT, "choices": VALUES, "figure": TEXT}
NEEDED = {"game", "step", "title", "actions", "choices"}
MARKS = ("", "turn", "phase")


class ScriptError(ValueError):
    """A damaged script: the step's number (0 the header), its title, the field, and why.

    `expected` and `computed` hold a figure that differs, `rule` the rule that an action breaks.
    """

    def __init__(self, why: str, field: str = "", rule: str = "", **differs: Figure | None) -> None:
        super().__init__(why)
        self.why, self.field, self.rule = why, field, rule
        self.step, self.title = 0, ""
        self.expected, self.computed = differs.get("expected"), differs.get("computed")

    def at(self, step: int, title: str) -> ScriptError:
        """Return the error with the step it stands in."""
        self.step, self.title = step, title
        return self

    def __str__(self) -> str:
        where = f"step {self.step} '{self.title}'" if self.step else "header"
        return f"{where}{self.field and f', {self.field}'}: {self.why}" + (f" ({self.rule})" if self.rule else "")


@dataclass(frozen=True)
class Answer:
    """What is said to a choice: whether it is right, the words, and the rule that forbids it, if one does."""

    right: bool
    words: str
    rule: str = ""


@dataclass(frozen=True)
class Ask:
    """A question before a step, with its choices in words and what is said to each."""

    words: str
    choices: tuple[str, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Step:
    """One step: the ply reached at its end, and what is told there; the figures are those computed."""

    ply: int
    title: str = ""
    words: str = ""
    mark: str = ""
    rules: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    figures: tuple[tuple[str, Figure], ...] = ()
    errata: tuple[str, ...] = ()
    ask: Ask | None = None


@dataclass(frozen=True)
class Script:
    """A line of play and the steps in which it is told."""

    line: Playthrough
    opening: Step
    steps: tuple[Step, ...]

    @cached_property
    def stops(self) -> tuple[Step, ...]:
        """The opening, then the steps: stop `n` is the end of step `n`."""
        return (self.opening, *self.steps)

    def stop_of(self, ply: int) -> int:
        """Return the first stop at which ply `ply` has been played."""
        return next(at for at, step in enumerate(self.stops) if step.ply >= ply)


def plain(line: Playthrough) -> Script:
    """Return a line of play as a script of one step a ply; its captions are the words, and marks on the slider."""
    told = dict(line.captions)
    steps = (Step(ply, words=told.get(ply, ""), mark="turn" * (ply in told)) for ply in range(1, len(line) + 1))
    return Script(line, Step(0, words=line.caption(0)), tuple(steps))


@cache
def find(key: str) -> Script:
    """Return the script called `game/name`, or the playthrough of that name as a script.

    Raises `ScriptError` if there is neither or the script is damaged, `PlaythroughError` for a damaged playthrough.
    """
    game, _slash, name = key.partition("/")
    if game in GAMES and name.replace("-", "").isalnum():
        folder = files(f"rulebook.games.{game}")
        if (file := folder.joinpath("scripts", f"{name}.toml")).is_file():
            return read(file.read_text("utf-8"))
        if (file := folder.joinpath("playthroughs", f"{name}.txt")).is_file():
            return plain(read_playthrough(file.read_text("utf-8")))
    known = ", ".join(known for game in GAMES for known in names(game))
    raise ScriptError(f"'{key}' is no script and no playthrough; there are {known}")


def names(game: str) -> tuple[str, ...]:
    """Return the keys of the scripts and playthroughs of the game called `game`."""
    folder = files(f"rulebook.games.{game}")
    found = [*_stems(folder.joinpath("scripts"), ".toml"), *_stems(folder.joinpath("playthroughs"), ".txt")]
    return tuple(f"{game}/{name}" for name in dict.fromkeys(found))


def _stems(folder: Traversable, suffix: str) -> Iterable[str]:
    entries = folder.iterdir() if folder.is_dir() else ()
    return sorted(entry.name.removesuffix(suffix) for entry in entries if entry.name.endswith(suffix))


def read(text: str) -> Script:
    """Return the script whose text this is. Raises `ScriptError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScriptError(str(error)) from error
    _check(table, HEADER)
    field = "game"
    try:
        game = parse_game(table["game"])
        field = "position"
        line = Playthrough.begin(game, table.get("position", ""), table.get("seed"))
    except NotationError as error:
        raise ScriptError(str(error), field) from error
    opening = Step(0, words=_fill(table.get("opening", ""), game.figures(line.state), "opening"))
    steps = []
    for number, entry in enumerate(table["step"], 1):
        try:
            line, step = _step(line, entry)
        except ScriptError as error:
            title = entry.get("title", "")
            raise error.at(number, title if isinstance(title, str) else "") from error.__cause__
        steps.append(step)
    return Script(line, opening, tuple(steps))


def _step(before: Playthrough, entry: dict[str, Any]) -> tuple[Playthrough, Step]:
    """Return the line after a step, and the step."""
    _check(entry, STEP)
    game, mark = before.game, entry.get("mark", "")
    if mark not in MARKS:
        raise ScriptError(f"'{mark}': a mark is turn or phase", "mark")
    for rule in entry.get("rules", ()):
        if rule not in rules_of(game.key).marks:
            raise ScriptError(f"{rule} is no rule of {game.name}", "rules")
    line = before
    for notation in entry["actions"]:
        try:
            line = line.then(game.parse(notation))
        except NotationError as error:
            raise ScriptError(f"{notation}: {error}", "actions") from error
        except IllegalAction as error:
            raise ScriptError(f"{notation}: {error.objection.words}", "actions", error.objection.rule) from error
    if line is before:
        raise ScriptError("a step has at least one action", "actions")
    computed = game.figures(line.state)
    asserted = entry.get("figures", {})
    for name, expected in asserted.items():
        value = _figure(computed, name, f"figures {name}")
        if value != expected or type(value) is not type(expected):
            why = f"{expected!r} expected, {value!r} computed"
            raise ScriptError(why, f"figures {name}", expected=expected, computed=value)
    return line, Step(
        len(line),
        entry["title"],
        _fill(entry.get("words", ""), computed, "words"),
        mark,
        tuple(entry.get("rules", ())),
        tuple(entry.get("places", ())),
        tuple((name, computed[name]) for name in asserted),
        tuple(entry.get("errata", ())),
        _ask(before, line, entry["ask"]) if "ask" in entry else None,
    )


def _ask(before: Playthrough, line: Playthrough, entry: dict[str, Any]) -> Ask:
    """Return a question on the plies from `before` to the end of `line`."""
    try:
        _check(entry, ASK)
    except ScriptError as error:
        error.field = f"ask {error.field}".strip()
        raise
    words = _fill(entry.get("words", ""), before.game.figures(before.state), "ask words")
    choices = entry["choices"]
    if len(choices) < 2 or len(set(choices)) < len(choices):
        raise ScriptError("a question has at least two choices, each once", "ask choices")
    if "figure" not in entry:
        return _ask_for_action(before, line, words, choices)
    right = _figure(line.game.figures(line.state), entry["figure"], "ask figure")
    if right not in choices:
        why = f"{right!r} computed, which is none of the choices"
        raise ScriptError(why, "ask choices", computed=right)
    said = (Answer(True, _("Right.")) if choice == right else Answer(False, _("It is not.")) for choice in choices)
    return Ask(words, tuple(map(str, choices)), tuple(said))


def _ask_for_action(before: Playthrough, line: Playthrough, words: str, choices: list[Any]) -> Ask:
    game = line.game
    try:
        actions = [game.parse(str(choice)) for choice in choices]
    except NotationError as error:
        raise ScriptError(str(error), "ask choices") from error
    ply = next((ply for ply in range(len(before), len(line)) if line.actions[ply] in actions), None)
    if ply is None:
        raise ScriptError("none of the choices is an action of the step", "ask choices")
    state, done = line.states[ply], line.actions[ply]
    answers = tuple(_judge(game, state, action, done) for action in actions)
    return Ask(words, tuple(game.say(state, action) for action in actions), answers)


def _judge(game: AnyGame, state: Any, action: Any, done: Any) -> Answer:
    """Return what is said to one who thinks that `action` is done in `state`."""
    if action == done:
        return Answer(True, _("Right."))
    if objection := game.objection(state, action):
        return Answer(False, f"{objection.words} {objection.advice}".strip(), objection.rule)
    seat = game.current_player(state)
    if seat < 0:
        return Answer(False, _("It could have been, but chance decided otherwise."))
    return Answer(False, _("Legal, but the {seat} did otherwise.").format(seat=game.seats[seat]))


def _figure(computed: Mapping[str, Figure], name: str, field: str) -> Figure:
    if name not in computed:
        known = ", ".join(computed) or _("none")
        raise ScriptError(f"'{name}' is no figure of this game; the figures are {known}", field)
    return computed[name]


def _fill(words: str, computed: Mapping[str, Figure], field: str) -> str:
    """Return words with the figures they name in braces as computed."""
    try:
        parts = list(string.Formatter().parse(words))
    except ValueError as error:
        raise ScriptError(str(error), field) from error
    filled = ""
    for text, name, spec, conversion in parts:
        if spec or conversion:
            raise ScriptError(f"{{{name}}}: a figure is filled in as it is", field)
        filled += text if name is None else f"{text}{_figure(computed, name, field)}"
    return filled


def _check(table: Mapping[str, Any], known: Mapping[str, str]) -> None:
    """Refuse a table with a field that is unknown, missing, or of another kind."""
    for field, value in table.items():
        if field not in known:
            raise ScriptError(f"no such field; the fields are {', '.join(known)}", field)
        if not _fits(value, known[field]):
            raise ScriptError(f"{value!r} is not {known[field]}", field)
    for field in known:
        if field in NEEDED and field not in table:
            raise ScriptError("it is missing", field)


def _fits(value: object, kind: str) -> bool:
    match kind:
        case "text":
            return isinstance(value, str)
        case "a whole number":
            return type(value) is int and 0 <= value < 10**12
        case "a list of texts":
            return isinstance(value, list) and all(isinstance(part, str) for part in value)
        case "a table":
            return isinstance(value, dict)
        case "[[step]]":
            return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)
        case _:
            return isinstance(value, list) and all(type(part) in (int, str) for part in value)
