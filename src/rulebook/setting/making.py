"""Exercises made from a position that was set up: one goal, its words from a table, graded by brute force.

A made exercise has a text of one line, for links and files:

    game = "hong board=inner", position = "..S…", goal = "completes", sizes = [1], plies = 1

No sentence stands in it: the words of the task come from the game's table `tasks.TASKS` alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from rulebook.exercise import LUCK, Exercise, ExerciseError
from rulebook.game import AnyGame, NotationError, written
from rulebook.registry import parse_offered
from rulebook.setting.hand import LONGEST, Setting
from rulebook.words import _

MADE = "/set-up"
"""How the key of each exercise that was made by hand ends; they differ in their positions."""
MOST_PLIES = 4
MOST_LINES = 20_000
"""How many lines an exercise may have to be graded."""


@dataclass(frozen=True)
class Blank:
    """What is open in a goal: the parameter's name, its label, and its choices in a position, each with its words."""

    name: str
    label: str
    choices: Callable[[Any, Any], Sequence[tuple[Any, str]]]


def always(_game: Any, _state: Any) -> bool:
    """Return that a goal can be asked for anywhere."""
    return True


@dataclass(frozen=True)
class Task:
    """The words of a goal: the rule it is about, its name in a list, and the sentence that asks for it."""

    rule: str
    label: str
    sentence: str
    """With the words chosen for each blank by its name."""
    blanks: tuple[Blank, ...] = ()
    fits: Callable[[Any, Any], bool] = always
    """Whether it makes sense to ask for it in a game and a position."""


def tasks(game: AnyGame) -> Mapping[str, Task]:
    """Return what can be asked for in a game, by the names of its goals."""
    found: Mapping[str, Task] = import_module(f"rulebook.games.{game.key}.tasks").TASKS
    return found


def made(game: AnyGame, state: Any, goal: str, values: Mapping[str, Any], plies: int = 1) -> Exercise:
    """Return the exercise that asks for a goal in a position that was set up.

    Raises `ExerciseError` that says in words why it is none: an unfinished position, a goal or a value that there is
    not, nothing to find, or too much to be found by guessing.
    """
    if lacks := Setting(game).flaw(state):
        raise ExerciseError(f"{lacks.words} ({lacks.rule})")
    known = tasks(game)
    if goal not in known:
        raise ExerciseError(_("'{goal}' is no goal; there are {known}").format(goal=goal[:20], known=", ".join(known)))
    if not 1 <= plies <= MOST_PLIES:
        raise ExerciseError(_("an exercise has 1 to {most} plies, not {plies}").format(most=MOST_PLIES, plies=plies))
    task = known[goal]
    if set(values) != {blank.name for blank in task.blanks}:
        names = ", ".join(blank.name for blank in task.blanks) or _("nothing")
        raise ExerciseError(_("the goal {goal} leaves open: {names}").format(goal=goal, names=names))
    words = {blank.name: _word(blank, game, state, values[blank.name]) for blank in task.blanks}
    asked = _("{seat} to play.").format(seat=_capital(game.seats[game.current_player(state)]))
    sentence = f"{asked} {task.sentence.format(**words)}"
    if plies > 1:
        sentence += " " + _("You have {plies} actions.").format(plies=plies)
    parameters = tuple((blank.name, values[blank.name]) for blank in task.blanks)
    exercise = Exercise(
        game.key + MADE, "move", game, game.to_text(state), (task.rule,), sentence, (goal, parameters), plies
    )
    _grade(exercise)
    return exercise


def _word(blank: Blank, game: AnyGame, state: Any, value: Any) -> str:
    choices = blank.choices(game, state)
    for choice, words in choices:
        # To Python True is 1, to a text it is not.
        if repr(choice) == repr(value):
            return words
    listed = ", ".join(words for _choice, words in choices[:12]) or _("nothing")
    said = _("{name}: '{value}' is none of the choices; there are {choices}")
    raise ExerciseError(said.format(name=blank.name, value=str(value)[:20], choices=listed))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _grade(exercise: Exercise) -> None:
    """Raise `ExerciseError` unless something solves an exercise, and a guess seldom does."""
    share, _left = _share(exercise, [exercise.state], exercise.plies, MOST_LINES)
    if not share:
        raise ExerciseError(
            _("nothing that can be done in {plies} plies reaches this goal, so there is nothing to find").format(
                plies=exercise.plies
            )
            if exercise.plies > 1
            else _("no legal action reaches this goal, so there is nothing to find")
        )
    if share > LUCK:
        said = _("a guess would be right {percent} times in a hundred; {most} at most make an exercise")
        raise ExerciseError(said.format(percent=round(100 * share), most=round(100 * LUCK)))


def _share(exercise: Exercise, line: list[Any], plies: int, left: int) -> tuple[Fraction, int]:
    """Return the chance of a guess from a line on, and how many lines may still be looked at."""
    if plies == 0 or not exercise.asks(line[-1]):
        if left == 0:
            said = _("there are more than {most} lines to try; ask for fewer actions, or set up less")
            raise ExerciseError(said.format(most=MOST_LINES))
        return Fraction(exercise.solved(line)), left - 1
    actions = exercise.game.legal_actions(line[-1])
    total = Fraction(0)
    for action in actions:
        share, left = _share(exercise, [*line, exercise.game.apply(line[-1], action)], plies - 1, left)
        total += share
    return total / len(actions), left


_FIELD = re.compile(r'([a-z]+) = ("[^"\\]*"|-?[0-9]{1,4}|\[[^\[\]{}]*\])(?:, |$)')
FIELDS = ("game", "position", "goal", "plies")


def write_exercise(exercise: Exercise) -> str:
    """Return a made exercise as one line of text."""
    goal, parameters = exercise.goal
    values = {"game": exercise.game.header(), "position": exercise.position, "goal": goal, "plies": exercise.plies}
    return ", ".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in (*values.items(), *parameters)
    )


def read_exercise(text: str) -> Exercise:
    """Return the exercise that `write_exercise` wrote, graded anew. Raises `ExerciseError` that says what is wrong."""
    if len(text) > LONGEST:
        raise ExerciseError(_("the text of an exercise has {most} characters at most").format(most=LONGEST))
    values: dict[str, Any] = {}
    at = 0
    while at < len(text):
        found = _FIELD.match(text, at)
        if found is None or found[1] in values:
            said = _("'{text}': fields are written name = value, parted by commas, each once")
            raise ExerciseError(said.format(text=text[at : at + 30]))
        try:
            values[found[1]] = json.loads(found[2])
        except json.JSONDecodeError as error:
            raise ExerciseError(
                _("{name}: '{value}' is no value").format(name=found[1], value=found[2][:30])
            ) from error
        at = found.end()
    for name, kind in (("game", str), ("position", str), ("goal", str), ("plies", int)):
        if type(values.get(name)) is not kind:
            raise ExerciseError(_("{name} is missing; fields are {fields}").format(name=name, fields=", ".join(FIELDS)))
    try:
        game = _offered(values["game"])
        state = Setting(game).from_text(values["position"])
    except NotationError as error:
        raise ExerciseError(str(error)) from error
    open_values = {name: value for name, value in values.items() if name not in FIELDS}
    return made(game, state, values["goal"], open_values, values["plies"])


def _offered(header: str) -> AnyGame:
    """Return the game of a header from outside, of the sizes that the book offers: larger ones would take too long.

    Raises `NotationError`.
    """
    game = parse_offered(header)
    for option in game.options:
        value = written(getattr(game, option.name))
        if value not in dict(option.choices):
            raise NotationError(_("'{name}={value}' is no choice here").format(name=option.name, value=value[:20]))
    return game
