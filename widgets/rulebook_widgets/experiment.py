"""The bench of the lab: what is to be played, how far it has come, and what it tells. It draws and starts nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.bots import POLICIES
from rulebook.game import AnyGame, NotationError, written
from rulebook.lab import Harvest, Plan, Record, summary
from rulebook.registry import GAMES, make_game, parse_game
from rulebook.results import USES, Result, titled
from rulebook.words import _

MOST = 1000
"""How many games a run may have: a visitor shares the machine with others."""
LONGEST = 120.0
"""After how many seconds a run ends with the games that are in."""


class Experiment:
    """One reader's bench: a plan, and the run of it that is under way or over."""

    def __init__(self, plan: Plan) -> None:
        """Raises `NotationError` for a plan with more than `MOST` games."""
        self.plan = _bounded(plan)
        self.game = parse_game(plan.game)
        """The game that is chosen; the plan follows when it is run."""
        self.harvest = Harvest(plan)
        self.running = False
        self.note = ""
        """What is to be said of the last run."""
        self.refusal: tuple[str, str] | None = None
        """Why a message was not followed, and what to do instead."""
        self._began = 0.0

    def handle(self, message: object, busy: bool = False) -> None:
        """Do what a message of the page asks; one that does not fit is refused in words and changes nothing.

        `busy` tells that another bench of the page is running.
        """
        self.refusal = None
        try:
            match message:
                case {"do": "choose", "game": str(key), "options": Mapping() as options}:
                    self.game = _game(key, options)
                case {
                    "do": "run",
                    "bots": list(bots),
                    "rotates": bool(rotates),
                    "games": int(games),
                    "seed": int(seed),
                }:
                    self._run(bots, rotates, games, seed, busy)
                case {"do": "stop"}:
                    self._stop()
                case _:
                    said = _("The page sent a message that the lab does not know: {}.")
                    raise NotationError(said.format(repr(message)[:60]))
        except NotationError as error:
            words = str(error)
            self.refusal = (f"{words[:1].upper()}{words[1:]}".removesuffix(".") + ".", _("Nothing has changed."))

    def _run(self, bots: Sequence[object], rotates: bool, games: int, seed: int, busy: bool) -> None:
        if self.running or busy:
            raise NotationError(_("a run is under way on this page; stop it, or wait for its end"))
        names = tuple(name for name in bots if isinstance(name, str))
        if len(names) < len(bots) or isinstance(games, bool) or isinstance(seed, bool) or seed >= 10**9:
            raise NotationError(_("bots have names, and the seed is a whole number of nine digits at most"))
        self.plan = _bounded(Plan(self.game.header(), names, games, seed, rotates))
        self.harvest = Harvest(self.plan)
        self.running, self.note, self._began = True, "", time.monotonic()

    def _stop(self) -> None:
        if not self.running:
            raise NotationError(_("no run is under way"))
        self.end(_("Stopped."))

    def add(self, record: Record) -> None:
        """Count a game that is over; the last one ends the run."""
        self.harvest.add(record)
        if len(self.harvest) == len(self.plan):
            self.end("")

    def check_time(self) -> None:
        """End a run that has lasted too long, with the games that are in."""
        if self.running and time.monotonic() - self._began > LONGEST:
            self.end(_("The run was ended after {seconds:.0f} seconds.").format(seconds=LONGEST))

    def end(self, note: str) -> None:
        """Let the run be over; `note` says why, if not because all games are in."""
        self.running, self.note = False, note

    @property
    def result(self) -> Result | None:
        """What the games that are in tell, `None` while there are none."""
        records = self.harvest.records
        return Result.of(summary(self.plan, records), "") if records else None

    def setup(self) -> dict[str, Any]:
        """Return what can be chosen, and does not change."""
        games = [
            {
                "key": key,
                "name": kind.name,
                "options": [
                    {"name": option.name, "label": option.label, "choices": option.choices} for option in kind.options
                ],
            }
            for key, kind in GAMES.items()
        ]
        return {"games": games, "bots": list(POLICIES), "most": MOST, "longest": LONGEST}

    def report(self) -> dict[str, Any]:
        """Return all that the bench shows but its plots."""
        result, game = self.result, self.game
        return {
            "game": game.key,
            "options": {option.name: written(getattr(game, option.name)) for option in game.options},
            "seats": game.seats,
            "bots": (*self.plan.policies, *self.plan.policies[-1:] * game.num_players)[: game.num_players],
            "rotates": self.plan.rotates,
            "games": len(self.plan),
            "seed": self.plan.seed,
            "running": self.running,
            "done": len(self.harvest),
            "words": self._words(),
            "refusal": self.refusal,
            "figures": _figures(result) if result else [],
            "rules": [(rule, *(result.text(f"{use} {rule}") for use in USES)) for rule in result.rules]
            if result
            else [],
        }

    def _words(self) -> str:
        """Return how far the run has come."""
        said = _("{title}: {done} of {games} games, seed {seed}.").format(
            title=titled(parse_game(self.plan.game)), done=len(self.harvest), games=len(self.plan), seed=self.plan.seed
        )
        return f"{self.note} {said}".strip()


def _bounded(plan: Plan) -> Plan:
    if len(plan) > MOST:
        raise NotationError(_("{games} games: here a run has 1 to {most}").format(games=len(plan), most=MOST))
    return plan


def _game(key: str, options: Mapping[object, object]) -> AnyGame:
    """Return the game that the page names, by options that it offers. Raises `NotationError`."""
    if key not in GAMES:
        raise NotationError(_("'{key}' is no game of this book").format(key=key[:20]))
    offered = {option.name: dict(option.choices) for option in GAMES[key].options}
    given = {str(name): str(value) for name, value in options.items()}
    for name, value in given.items():
        if value not in offered.get(name, {}):
            raise NotationError(_("'{name}={value}' is not offered here").format(name=name[:20], value=value[:20]))
    return make_game(key, given)


def _figures(result: Result) -> list[tuple[str, str]]:
    """Return each figure but those of single rules with its words."""
    return [(result.label(name), result.text(name)) for name in result.figures if name.partition(" ")[0] not in USES]
