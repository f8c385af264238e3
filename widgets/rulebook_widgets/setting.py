"""A board on which a position is set up by hand, then played from or made an exercise."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulebook.exercise import Exercise, ExerciseError
from rulebook.game import AnyGame, NotationError, written
from rulebook.link import Link, LinkError
from rulebook.playthrough import History, Playthrough
from rulebook.registry import GAMES, make_game
from rulebook.setting import LONGEST, MADE, Open, Setting, made, read_exercise, tasks, write_exercise
from rulebook.setting.hand import RULE
from rulebook.setting.making import MOST_PLIES
from rulebook.words import _
from rulebook_widgets.board import Board
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.pictures.setting import TAKE
from rulebook_widgets.scene import View
from rulebook_widgets.session import READER, Fields, Refusal, Session, hears
from rulebook_widgets.tasks import ExerciseSession

OPENED = _("open a text")
"""What the log shows of a position that was put up from its text."""
FEW_TOOLS = 4
"""How many tools stand side by side; more go into a list."""


class SettingSession(Session):
    """One board on which things are put and taken, with what can be made of the position."""

    kind = "setting"
    guards = False
    deaf = frozenset({"new", "player", "temper", "memo", "chance", "roll", "step", "alone", "count", "show"})
    opens = frozenset({"setting", "made", "play"})

    def __init__(self, game: AnyGame, position: str = "") -> None:
        self.next: PlayedSession | MadeSession | None = None
        """What the board becomes: a table or an exercise on the position."""
        self._begin(game)
        super().__init__(self.start.then(Open(position)) if position else self.start)

    def _begin(self, game: AnyGame) -> None:
        """Begin with the empty board of a game."""
        self.key = game.key + MADE
        self.start = Playthrough.begin(Setting(game))
        self.goal = next(iter(tasks(game)))
        self.plies = 1
        self.fresh = 0
        """How many positions have been asked for from random play."""
        self.mode = ""

    def linked(self) -> Link:
        """Return what a link to this board holds: the position, not how it came about."""
        return Link("setting", Playthrough(self.setting, (self.history.state,)), 0)

    def _show_link(self, link: Link) -> None:
        """Show the position of a link, or become the table or the exercise that was made of one."""
        if link.kind == "made":
            self.next = MadeSession(read_exercise(link.key), self)
        elif link.kind == "play":
            self.next = PlayedSession(link.line.upto(0), self)
        if self.next:
            self.next._show_link(link)
            return
        if link.kind != self.kind or not isinstance(link.line.game, Setting):
            raise LinkError(_("the link"), _("it is of another board than one to set up on"))
        setting = link.line.game
        self._begin(setting.game)
        self._settle(History(self.start))
        if link.line.state != self.history.state:
            self.attempt(Open(setting.to_text(link.line.state)))

    @property
    def setting(self) -> Setting:
        """The setting up that is under way."""
        found = self.game
        assert isinstance(found, Setting)
        return found

    # Looking

    def view(self) -> View:
        """Return how the state is shown, with the place last touched selected."""
        view = super().view()
        return replace(view, selection=view.last, legal=())

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board while one game is set up."""
        game, table = self.setting.game, self.setting.table
        return super().setup() | {
            "title": _("{game}: set up a position").format(game=game.name),
            "setting": {
                "games": [(key, kind.name) for key, kind in GAMES.items()],
                "game": game.key,
                "options": {key: _options(kind() if key != game.key else game) for key, kind in GAMES.items()},
                "things": _grouped([(thing.group, thing.key, thing.words) for thing in table.things]),
                "spots": _grouped([(spot.group, spot.place, spot.words) for spot in table.spots]),
                "seats": game.seats,
                "take": TAKE,
                "most": MOST_PLIES,
            },
        }

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and how the setting up goes."""
        setting, state = self.setting, self.state
        arrangement = setting.table.read(state)
        report = super().report()
        many = len(report["modes"]) > FEW_TOOLS
        known = tasks(setting.game)
        blanks = known[self.goal].blanks
        lying: dict[str, list[tuple[str, str]]] = {}
        for place, thing in arrangement.lying:
            lying.setdefault(place, []).append((thing, setting.words(thing)))
        shown = {
            "tools": [key for key, _label in report["modes"]] if many else [],
            "tool": report["mode"],
            "ready": setting.flaw(state) is None,
            "text": setting.to_text(state),
            "lying": [(place, setting.spot(place).words, things) for place, things in lying.items()],
            "scales": [
                (scale.name, arrangement.scale(scale.name), *setting.table.ends(arrangement, scale))
                for scale in setting.table.scales
            ],
            "turn": setting.game.seats[arrangement.turn],
            "goals": [(name, task.label) for name, task in known.items() if task.fits(setting.game, state)],
            "goal": self.goal,
            "blanks": [
                (blank.name, blank.label, [words for _value, words in blank.choices(setting.game, state)])
                for blank in blanks
            ],
            "plies": self.plies,
        }
        return report | {
            "setting": shown,
            "seat": "",
            "modes": [] if many else report["modes"],
            "tally": [],
            "total": "",
        }

    def _noted(self, state: Any, action: Any) -> str:
        """Return an action as the log shows it: a text that was opened by its first word."""
        return OPENED if isinstance(action, Open) else super()._noted(state, action)

    # Hearing

    def point(self, place: str) -> None:
        """Put or take what the tool says on a place of the picture."""
        self.peeked = None
        meant = self.picture.gesture(self.history.state, (), self._mode(self._modes()), place)
        if isinstance(meant, tuple):
            self._clear()
            said = _("Nothing is put there by a tap.")
            advice = _("Tap another place, or choose thing and place beside the board.")
            self.refusal = Refusal(said, self.setting.game.turn_rule, advice)
            return
        self.attempt(meant)

    @hears("set-up", game=str, options=Mapping)
    def _set_up(self, fields: Fields) -> None:
        """Begin with the empty board of a game and its options."""
        self._clear()
        key, given = fields["game"], fields["options"]
        try:
            if key not in GAMES:
                said = _("'{game}' is no game of this book; the games are {games}")
                raise NotationError(said.format(game=key[:20], games=", ".join(GAMES)))
            if not all(isinstance(part, str) for pair in given.items() for part in pair):
                raise NotationError(_("options are words"))
            known = {option.name: dict(option.choices) for option in GAMES[key].options}
            for name, value in given.items():
                if name not in known or value not in known[name]:
                    said = _("'{name}={value}' is no choice of this game")
                    raise NotationError(said.format(name=name[:20], value=value[:20]))
            game = make_game(key, dict(given))
        except NotationError as error:
            self.refusal = Refusal(_("No new board: {why}.").format(why=error), advice=_("Nothing has changed."))
            return
        self._begin(game)
        self._settle(History(self.start))
        self.said = _("The empty board of {game}.").format(game=game.name)

    @hears("arrange", text=str)
    def _arrange(self, fields: Fields) -> None:
        """Open a position's text."""
        text = " ".join(fields["text"][: LONGEST + 1].split())
        try:
            self.setting.from_text(text)
        except NotationError as error:
            self._clear()
            found = RULE.search(str(error))
            said = _("This position cannot be opened: {why}").format(why=RULE.sub("", str(error)).rstrip(" .") + ".")
            self.refusal = Refusal(said, found["rule"] if found else "", _("The board is as it was. Mend the text."))
            return
        self.attempt(Open(text))

    @hears("wander")
    def _wander(self, _fields: Fields) -> None:
        """Put up a position from random play."""
        self.fresh += 1
        state = self.setting.wander(random.Random(f"{self.setting.game.header()}/{self.fresh}"))
        if state is None:
            self._clear()
            self.refusal = Refusal(_("No position was found this time."), advice=_("Ask once more."))
            return
        self.attempt(Open(self.setting.to_text(state)))

    @hears("goal", goal=str)
    def _set_goal(self, fields: Fields) -> None:
        """Choose what an exercise is to ask for."""
        self._clear()
        known = tasks(self.setting.game)
        if fields["goal"] not in known:
            said = _("'{goal}' is no goal; there are {known}.")
            self.refusal = Refusal(said.format(goal=fields["goal"][:20], known=", ".join(known)))
            return
        self.goal = fields["goal"]
        self.said = known[self.goal].label

    @hears("make", choices=Mapping, plies=int)
    def _make(self, fields: Fields) -> None:
        """Make an exercise of the position: the goal chosen, each blank filled by the number of its choice."""
        self._clear()
        game, state = self.setting.game, self.history.state
        values = {}
        try:
            for blank in tasks(game)[self.goal].blanks:
                choices, at = blank.choices(game, state), fields["choices"].get(blank.name)
                if type(at) is not int or not 0 <= at < len(choices):
                    raise ExerciseError(_("choose what fills {label}").format(label=blank.label))
                values[blank.name] = choices[at][0]
            exercise = made(game, state, self.goal, values, fields["plies"])
        except ExerciseError as error:
            self._no_exercise(error, self._rule())
            return
        self.plies = fields["plies"]
        self.next = MadeSession(exercise, self)

    def _rule(self) -> str:
        return tasks(self.setting.game)[self.goal].rule

    def _no_exercise(self, error: ExerciseError, rule: str) -> None:
        found = RULE.search(str(error))
        said = _("This makes no exercise: {why}").format(why=RULE.sub("", str(error)).rstrip(" .") + ".")
        self.refusal = Refusal(
            said, found["rule"] if found else rule, _("Choose another goal, or change the position.")
        )

    @hears("read", text=str)
    def _read_exercise(self, fields: Fields) -> None:
        """Open the text of an exercise that was made."""
        self._clear()
        try:
            exercise = read_exercise(" ".join(fields["text"][: LONGEST + 1].split()))
        except ExerciseError as error:
            self._no_exercise(error, "")
            return
        self.next = MadeSession(exercise, self)

    @hears("from-here")
    def _from_here(self, _fields: Fields) -> None:
        """Play from the position."""
        self._clear()
        if lacks := self.setting.flaw(self.history.state):
            self.refusal = Refusal.of(lacks)
            return
        game = self.setting.game
        line = Playthrough.begin(game, game.to_text(self.history.state), seed=self.fresh)
        self.next = PlayedSession(line, self)


class After(Session):
    """A board that began with setting up, with the way back to it."""

    before: SettingSession
    next: SettingSession | None = None

    @hears("set-up-again")
    def _set_up_again(self, _fields: Fields) -> None:
        self.next = self.before


class PlayedSession(After, CoachedSession):
    """A table on a position that was set up."""

    def __init__(self, line: Playthrough, before: SettingSession) -> None:
        self.before = before
        super().__init__(line, (READER,))

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and that it was set up."""
        return super().report() | {"setting": {"back": True}}


class MadeSession(After, ExerciseSession):
    """An exercise on a position that was set up, with its text and the way back."""

    opens = frozenset({"made"})

    def __init__(self, exercise: Exercise, before: SettingSession) -> None:
        self.before = before
        super().__init__(exercise)

    def _show_link(self, link: Link) -> None:
        """Make the moves of a link to this exercise."""
        if link.kind != "made" or link.key != write_exercise(self.exercise):
            raise LinkError(_("the link"), _("it is of another board than this exercise"))
        self._make_moves(link)

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and the exercise as text."""
        return super().report() | {"setting": {"back": True, "exercise": write_exercise(self.exercise)}}


class SettingBoard(Board):
    """A board that becomes a table or an exercise on what was set up on it, and a board to set up on again."""

    session: SettingSession | PlayedSession | MadeSession

    def hear(self, act: Callable[[], None]) -> None:
        """Let the session act and show the outcome; where it leads to another session, show that."""
        super().hear(act)
        if (other := self.session.next) is not None:
            self.session.next = None
            other.dark, other.board = self.session.dark, self.session.board
            self.remove_class(f"rb-{self.session.kind}")
            self.add_class(f"rb-{other.kind}")
            self.session = other
            super().hear(lambda: None)


def _options(game: AnyGame) -> list[dict[str, Any]]:
    """Return the options of a game with their choices, and which are chosen."""
    return [
        {
            "name": option.name,
            "label": option.label,
            "choices": option.choices,
            "value": written(getattr(game, option.name)),
        }
        for option in game.options
    ]


def _grouped(items: list[tuple[str, str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (group, key, words) as groups with their keys and words."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for group, key, words in items:
        groups.setdefault(group, []).append((key, words))
    return list(groups.items())
