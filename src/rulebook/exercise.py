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
from itertools import islice
from typing import Any

from rulebook.game import CHANCE, TERMINAL, Addend, AnyGame, NotationError, Place, draw, listed
from rulebook.registry import GAMES, parse_game
from rulebook.words import _

KINDS = {
    "move": {"goal", "plies", "fresh", "closed", "plain"},
    "count": {"question", "most", "fresh", "closed"},
    "mistake": {"attempt", "claim", "says", "choices", "closed"},
}
COMMON = {"kind", "game", "position", "rules", "task"}
LUCK = Fraction(1, 4)
"""The chance of a lucky guess that an exercise may have at most."""
HERE = "here"
STEPS = 4
"""How many hints each exercise has."""


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
    """One step of help: words, and the places to light."""

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
    """The rules to choose from, the broken one among them, in the order of their numbers."""
    fresh: tuple[str, int, int] = ("", 0, 0)
    """A game and the least and most plies of random play that give a fresh position; `HERE` plays on from this one."""
    closed: bool = False
    """Whether only the hand of the one who decides lies open; else all do."""
    plain: bool = False
    """Whether the board marks nothing of what a `move` is to find; of what a question asks for it never does."""

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
        why, places = self._why()
        return Verdict(True, _("Right. {why}").format(why=why), true, places)

    def _why(self) -> tuple[str, tuple[Place, ...]]:
        """Return why what is tried or said in a `mistake` is wrong, and the places concerned."""
        if self.attempt:
            objection = self.game.objection(self.state, self.game.parse(self.attempt))
            assert objection is not None
            return objection.words, objection.places
        said = _("The engine counts {number}, not {claimed}.").format(number=self.answer(), claimed=self.claim[1])
        return said, self._concerned

    def hints(self) -> tuple[Hint, ...]:
        """Return the steps of help, from the rule to what gives the answer away, `STEPS` of them."""
        return tuple(map(self.hint, range(STEPS)))

    def hint(self, step: int) -> Hint:
        """Return one step of help: the rule, the area, the piece or the way there, and last the answer itself."""
        return {"move": self._move_hint, "count": self._count_hint, "mistake": self._mistake_hint}[self.kind](step)

    def _move_hint(self, step: int) -> Hint:
        if step == 0:
            return Hint(_("Read {rule} again.").format(rule=self.rules[0]), self._concerned)
        state, action = self._way[0]
        if step == 1:
            return _lit(self.game.around(state, action))
        places = self.game.places(action)
        if step == 2:
            return Hint(_("It happens here."), places) if places else Hint(_("Nothing on the board is touched for it."))
        said = [self.game.say(at, action) for at, action in self._way]
        return Hint(_("One way: {move}.").format(move=_(", then ").join(said)), places)

    def _count_hint(self, step: int) -> Hint:
        if step == 0:
            return Hint(_("Read {rule} again.").format(rule=self.rules[0]))
        if step == 1:
            return _lit(self._concerned)
        lines = self._addends
        places = tuple(dict.fromkeys(place for line in lines for place in line.places)) or self._concerned
        if step == 2:
            way = self._words("ways")[self.question]
            first = _("First comes {line}.").format(line=lines[0].words) if lines else ""
            return Hint(f"{way} {first}".strip(), places)
        summed = _("Line by line: {lines}.").format(lines="; ".join(line.words for line in lines)) if lines else ""
        return Hint(f"{summed} {_('The answer is {number}.').format(number=self.answer())}".strip(), places)

    def _mistake_hint(self, step: int) -> Hint:
        if step == 0:
            said = _("Read {rules}, one after the other. Ask of each whether it is kept.")
            return Hint(said.format(rules=listed(self.choices)))
        broken = self.broken()
        if step == 1:
            tried = self.game.places(self.game.parse(self.attempt)) if self.attempt else ()
            return _lit(tuple(dict.fromkeys((*tried, *self._concerned))))
        if step == 2:
            kept = [rule for rule in self.choices if rule != broken]
            return Hint(_("These two are kept: {rules}.").format(rules=listed(kept[:2])))
        why, places = self._why()
        return Hint(_("It is {rule}. {why}").format(rule=broken, why=why), places)

    @cached_property
    def _concerned(self) -> tuple[Place, ...]:
        """The places of the position that the exercise's first rule speaks of."""
        return self.game.concerns(self.state, self.rules[0])

    @property
    def _addends(self) -> tuple[Addend, ...]:
        """The lines that a reader adds up for a `count`, none where the answer is no sum."""
        adding = _goals(self.game.key)["SUMS"].get(self.question)
        return tuple(adding(self.game, self.state)) if adding else ()

    @cached_property
    def _way(self) -> tuple[tuple[Any, Any], ...]:
        """The first line that solves a `move` exercise: each action with the state in which it is done."""
        state, steps = self.state, []
        for action in next(self.solutions()):
            steps.append((state, action))
            state = self.game.apply(state, action)
        return tuple(steps)

    def missed(self, line: list[Any]) -> str:
        """Return in words what a line of states that does not solve the exercise has not reached."""
        own = line[: self.plies + 1]
        made = next((at for at, state in enumerate(own) if not self.asks(state)), len(own) - 1)
        if made < self.plies and self.game.current_player(own[made]) != TERMINAL:
            said = _("{plies} decisions are asked for, and after {made} somebody else is to decide.")
            return said.format(plies=self.plies, made=made)
        name, parameters = self.goal
        parts = [(part, tuple(given.items())) for part, given in parameters] if name == "together" else [self.goal]
        goals, words = _goals(self.game.key)["GOALS"], self._words("misses")
        return " ".join(
            _(words[part]).format(**{field: _shown(value) for field, value in given})
            for part, given in parts
            if not goals[part](self.game, own, **dict(given))
        )

    def _words(self, table: str) -> dict[str, str]:
        """Return a table of the game's `hints.toml`: how questions are worked out, or what a goal missed is called."""
        return _help(self.game.key)[table]

    def numbered(self, number: int) -> Exercise | None:
        """Return the exercise on its fresh position of that number, 0 being its own; `None` if none was found."""
        return self.another(random.Random(f"{self.key}/{number}")) if number else self

    def another(self, rng: random.Random, tries: int = 20_000) -> Exercise | None:
        """Return the exercise on a fresh position from random play, or `None` if none was found in `tries` positions.

        A move is asked for where the same kind of decision is to be made as here.
        """
        source, least, most = self.fresh
        game = self.game if source == HERE else parse_game(source)
        first = self.state if source == HERE else None
        alike = self.kind == "move" or source == HERE
        for state in islice(_wander(game, first, rng, least, most), tries):
            if alike and self._decision(game, state) != self._decision(self.game, self.state):
                continue
            candidate = replace(self, game=game, position=game.to_text(state))
            if self.kind == "count" and 0 < candidate.answer() <= self.most:
                return candidate
            if self.kind == "move" and 0 < candidate.luck() <= LUCK:
                return candidate
        return None

    @staticmethod
    def _decision(game: AnyGame, state: Any) -> frozenset[type]:
        """Return what kinds of actions there are to choose from."""
        return frozenset(map(type, game.legal_actions(state)))


def _wander(game: AnyGame, first: Any | None, rng: random.Random, least: int, most: int) -> Iterator[Any]:
    """Yield states in which a player decides, along random lines of play, without end.

    A line begins at `first`, or else as the game does. On each line the states come from a ply drawn from `least` to
    `most` until ply `most`.
    """
    while True:
        state = _drawn(game, game.initial_state() if first is None else first, rng)
        begin = rng.randint(least, most)
        for ply in range(most + 1):
            if game.current_player(state) == TERMINAL:
                break
            if ply >= begin:
                yield state
            state = _drawn(game, game.apply(state, rng.choice(game.legal_actions(state))), rng)


def _drawn(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return the next state in which no dice or shuffle is to decide: a player, or nobody at the end."""
    while game.current_player(state) == CHANCE:
        state = game.apply(state, draw(game, state, rng))
    return state


def _lit(places: tuple[Place, ...]) -> Hint:
    """Return the hint at an area, which may be the whole board."""
    return Hint(_("Look at the places that are lit."), places) if places else Hint(_("Look at the whole board."))


def _shown(value: object) -> str:
    """Return a goal's parameter in words."""
    return listed(map(str, value)) if isinstance(value, list) else str(value)


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
        field: entry[field]
        for field in ("position", "task", "plies", "question", "most", "closed", "plain")
        if field in entry
    }
    values |= {field: entry[field] for field in ("attempt", "says") if field in entry}
    values |= {field: tuple(entry[field]) for field in ("rules", "fresh") if field in entry}
    values["choices"] = tuple(sorted(entry.get("choices", ()), key=_by_number))
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


def _by_number(rule: str) -> tuple[str, list[int]]:
    """Return what puts rules in the book's order."""
    return rule[:2], [int(part) for part in rule[2:].split(".")]


@cache
def _help(game: str) -> dict[str, dict[str, str]]:
    """Return the words of a game's `hints.toml`."""
    return tomllib.loads(files(f"rulebook.games.{game}").joinpath("hints.toml").read_text("utf-8"))


@cache
def _goals(game: str) -> dict[str, dict[str, Callable[..., Any]]]:
    """Return the tables of a game's `goals` module; it may do without `SUMS`, the lines to add up for an answer."""
    module = import_module(f"rulebook.games.{game}.goals")
    return {"GOALS": module.GOALS, "QUESTIONS": module.QUESTIONS, "SUMS": getattr(module, "SUMS", {})}
