"""Exercises: a position and a goal on it, graded by brute force.

Three kinds stand in a game's `exercises.toml`:

- `move`: find a line of `plies` decisions after which the goal holds; every solving line is accepted;
- `count`: say the number that a question about the position has for an answer;
- `mistake`: something is tried or said that is wrong; name the rule it breaks.

Answers are never stored: the engine finds them. A goal or question is a name in the game's `goals` module.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame, NotationError, Place, draw
from rulebook.registry import GAMES, parse_game
from rulebook.words import _

KINDS = {
    "move": {"goal", "plies", "fresh", "closed"},
    "count": {"question", "most", "fresh", "closed"},
    "mistake": {"attempt", "claim", "says", "choices", "closed"},
}
COMMON = {"kind", "game", "position", "rules", "task"}
LUCK = Fraction(1, 4)
"""The chance of a lucky guess that an exercise may have at most."""


class ExerciseError(ValueError):
    """An exercise file at fault; the text names the exercise, the field and what is allowed."""


@dataclass(frozen=True)
class Verdict:
    """The answer to an answer: whether it is right, why, the rule and the places it speaks of."""

    right: bool
    words: str
    rule: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Hint:
    """One step of help, from the rule to the move."""

    words: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """One exercise with its position and what is asked of it; `key` is `hong/close-the-line`."""

    key: str
    kind: str
    game: AnyGame
    position: str
    rules: tuple[str, ...]
    task: str
    goal: tuple[str, tuple[tuple[str, Any], ...]] = ("", ())
    """The goal's name and parameters."""
    plies: int = 1
    question: str = ""
    most: int = 9
    """The largest number a guess would name."""
    attempt: str = ""
    claim: tuple[str, int] = ("", 0)
    """A question and a wrong answer to it."""
    says: str = ""
    choices: tuple[str, ...] = ()
    """The rules to choose from, the broken one among them."""
    fresh: tuple[str, int, int] = ("", 0, 0)
    """A game and the least and most plies of random play that give a fresh position."""
    closed: bool = False
    """Whether only the hand of the one who decides lies open; else all do."""

    @cached_property
    def state(self) -> Any:
        """The position as a state."""
        return self.game.from_text(self.position)

    def solved(self, line: list[Any]) -> bool:
        """Tell whether a line of states, the position first, reaches the goal; what follows it does not count.

        A line that ends the game may be shorter than what is asked.
        """
        name, parameters = self.goal
        own = line[: self.plies + 1]
        whole = len(own) > self.plies or self.game.current_player(own[-1]) == TERMINAL
        if not whole or not all(self.asks(state) for state in own[:-1]):
            return False
        return bool(_goals(self.game.key)["GOALS"][name](self.game, own, **dict(parameters)))

    def answer(self) -> int:
        """Return the number that the question has for an answer."""
        return int(_goals(self.game.key)["QUESTIONS"][self.question or self.claim[0]](self.game, self.state))

    def solutions(self) -> Iterator[tuple[Any, ...]]:
        """Yield each line of actions that solves a `move` exercise, all legal ones tried."""
        return self._solutions([self.state], ())

    def _solutions(self, line: list[Any], actions: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(actions) == self.plies or not self.asks(line[-1]):
            if self.solved(line):
                yield actions
            return
        for action in self.game.legal_actions(line[-1]):
            yield from self._solutions([*line, self.game.apply(line[-1], action)], (*actions, action))

    def asks(self, state: Any) -> bool:
        """Tell whether the reader of a `move` exercise is the one to decide; then nobody else has moved yet."""
        return self.game.current_player(state) == self.game.current_player(self.state)

    def luck(self) -> Fraction:
        """Return the chance that a guess is right: random legal actions, a random number, or a random rule."""
        if self.kind == "count":
            return Fraction(1, self.most + 1)
        if self.kind == "mistake":
            return Fraction(1, len(self.choices))
        return self._luck([self.state], self.plies)

    def _luck(self, line: list[Any], plies: int) -> Fraction:
        if plies == 0 or not self.asks(line[-1]):
            return Fraction(self.solved(line))
        actions = self.game.legal_actions(line[-1])
        shares = [self._luck([*line, self.game.apply(line[-1], action)], plies - 1) for action in actions]
        return sum(shares, Fraction(0)) / len(shares)

    def broken(self) -> str:
        """Return the rule that a `mistake` breaks: the engine's own where something is tried."""
        if not self.attempt:
            return self.rules[0]
        objection = self.game.objection(self.state, self.game.parse(self.attempt))
        return objection.rule if objection else ""

    def judge_number(self, number: int) -> Verdict:
        """Return the verdict on a number given for a `count`."""
        true = self.answer()
        lines = self.game.tally(self.state)
        places = tuple(dict.fromkeys(place for line in lines for place in line.places))
        if number == true:
            return Verdict(True, _("Right: {number}.").format(number=true), self.rules[0], places)
        hint = _("{number} is not it. Count again, slowly.").format(number=number)
        return Verdict(False, hint, self.rules[0])

    def judge_rule(self, rule: str) -> Verdict:
        """Return the verdict on the rule named for a `mistake`."""
        true = self.broken()
        if rule != true:
            said = _("{rule} is kept here. Look again.").format(rule=rule)
            return Verdict(False, said, rule, self.game.concerns(self.state, rule))
        if self.attempt:
            objection = self.game.objection(self.state, self.game.parse(self.attempt))
            assert objection is not None
            return Verdict(True, _("Right. ") + objection.words, true, objection.places)
        said = _("Right. The engine counts {number}, not {claimed}.").format(
            number=self.answer(), claimed=self.claim[1]
        )
        return Verdict(True, said, true, self.game.concerns(self.state, true))

    def hints(self) -> tuple[Hint, ...]:
        """Return four steps of help: the rule, the area, the piece, the move; of a number or a rule the first two."""
        named = _("Read {rule} again.").format(rule=self.rules[0])
        first = Hint(named, self.game.concerns(self.state, self.rules[0]))
        lit = _("Look at the places that are lit.")
        if self.kind == "count":
            return (first, self._hint_at_sum() or Hint(_("Go one by one, and count nothing twice."), first.places))
        if self.kind == "mistake":
            places = self.game.places(self.game.parse(self.attempt)) if self.attempt else first.places
            return (first, Hint(lit, places))
        state = self.state
        said = [self.game.say(at, action) for at, action in self._way]
        action = self._way[0][1]
        return (
            first,
            Hint(lit, self.game.around(state, action)),
            Hint(_("It happens here."), self.game.places(action)),
            Hint(_("One way: {move}.").format(move=_(", then ").join(said)), self.game.places(action)),
        )

    def _hint_at_sum(self) -> Hint | None:
        """Return the first of the lines to add up for a `count`, with the places of all, or `None` for no sum."""
        adding = _goals(self.game.key)["SUMS"].get(self.question)
        lines = adding(self.game, self.state) if adding else ()
        if not lines:
            return None
        places = tuple(dict.fromkeys(place for line in lines for place in line.places))
        return Hint(_("Add up line by line. First comes {line}.").format(line=lines[0].words), places)

    @cached_property
    def _way(self) -> tuple[tuple[Any, Any], ...]:
        """The first line that solves a `move` exercise: each action with the state in which it is done."""
        state, steps = self.state, []
        for action in next(self.solutions()):
            steps.append((state, action))
            state = self.game.apply(state, action)
        return tuple(steps)

    def another(self, rng: random.Random, tries: int = 400) -> Exercise | None:
        """Return the exercise on a fresh position from random play, or `None` if none was found in `tries`."""
        text, least, most = self.fresh
        game = parse_game(text)
        for _try in range(tries):
            state = _wander(game, rng, rng.randint(least, most))
            if state is None:
                continue
            candidate = replace(self, game=game, position=game.to_text(state))
            if self.kind == "count" and 0 < candidate.answer() <= self.most:
                return candidate
            if self.kind == "move" and 0 < candidate.luck() <= LUCK:
                return candidate
        return None


def _wander(game: AnyGame, rng: random.Random, plies: int) -> Any | None:
    """Return a state in which a player decides, after `plies` random decisions; `None` if the game has ended."""
    state = _drawn(game, game.initial_state(), rng)
    for _ply in range(plies):
        if game.current_player(state) == TERMINAL:
            return None
        state = _drawn(game, game.apply(state, rng.choice(game.legal_actions(state))), rng)
    return None if game.current_player(state) == TERMINAL else state


def _drawn(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return the next state in which no dice or shuffle is to decide: a player, or nobody at the end."""
    while game.current_player(state) == CHANCE:
        state = game.apply(state, draw(game, state, rng))
    return state


@cache
def exercises(key: str) -> dict[str, Exercise]:
    """Return the exercises of the game called `key` by their names. Raises `ExerciseError`."""
    text = files(f"rulebook.games.{key}").joinpath("exercises.toml").read_text("utf-8")
    return {name: read(key, name, entry) for name, entry in tomllib.loads(text).items()}


def exercise(key: str) -> Exercise:
    """Return the exercise called `game/name`. Raises `ExerciseError`."""
    game, _slash, name = key.partition("/")
    if game not in GAMES or name not in exercises(game):
        known = ", ".join(f"{game}/{known}" for game in GAMES for known in exercises(game))
        raise ExerciseError(f"'{key}' is no exercise; there are {known}")
    return exercises(game)[name]


def read(game: str, name: str, entry: dict[str, Any]) -> Exercise:
    """Return the exercise that one table of a TOML file describes. Raises `ExerciseError`."""
    where = f"{game}/{name}"
    kind = entry.get("kind")
    if kind not in KINDS:
        raise ExerciseError(f"{where}: kind = {kind!r}; it is one of {', '.join(KINDS)}")
    if strange := set(entry) - COMMON - KINDS[kind]:
        allowed = ", ".join(sorted(COMMON | KINDS[kind]))
        raise ExerciseError(f"{where}: {sorted(strange)[0]} is no field of a {kind}; fields are {allowed}")
    if missing := COMMON - set(entry):
        raise ExerciseError(f"{where}: {sorted(missing)[0]} is missing")
    values: dict[str, Any] = {
        field: entry[field] for field in ("position", "task", "plies", "question", "most", "closed") if field in entry
    }
    values |= {field: entry[field] for field in ("attempt", "says") if field in entry}
    values |= {field: tuple(entry[field]) for field in ("rules", "choices", "fresh") if field in entry}
    table = _goals(game)
    try:
        values["game"] = parse_game(entry["game"])
        values["game"].from_text(entry["position"])
        if "attempt" in entry:
            values["game"].parse(entry["attempt"])
    except NotationError as error:
        raise ExerciseError(f"{where}: {error}") from error
    for field, known in (("goal", "GOALS"), ("claim", "QUESTIONS")):
        if field in entry:
            ((called, parameters),) = entry[field].items()
            if called not in table[known]:
                raise ExerciseError(f"{where}: {field} {called}: it is one of {', '.join(table[known])}")
            values[field] = (called, tuple(parameters.items()) if field == "goal" else parameters)
    if "question" in entry and entry["question"] not in table["QUESTIONS"]:
        raise ExerciseError(f"{where}: question {entry['question']}: it is one of {', '.join(table['QUESTIONS'])}")
    return Exercise(where, kind, **values)


@cache
def _goals(game: str) -> dict[str, dict[str, Callable[..., Any]]]:
    """Return the tables of a game's `goals` module; it may do without `SUMS`, the lines to add up for an answer."""
    module = import_module(f"rulebook.games.{game}.goals")
    return {"GOALS": module.GOALS, "QUESTIONS": module.QUESTIONS, "SUMS": getattr(module, "SUMS", {})}
