"""The one mutable object: a line of play, who plays which seat, and what the reader has lit, opened and selected.

A session hears messages and changes; it draws nothing and imports nothing of Jupyter. `view()` says how the state is
shown, `report()` what stands beside the board. A message that does not fit is answered in words and changes nothing.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from itertools import groupby
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame, Event, NotationError, Objection, Remark, draw, written
from rulebook.playthrough import History, Playthrough
from rulebook.registry import make_game
from rulebook.words import _
from rulebook_widgets.pictures import GamePicture, picture_of
from rulebook_widgets.scene import View
from rulebook_widgets.thoughts import BotsPly, Thought

log = logging.getLogger("rulebook")

READER = "reader"
PLAYERS = {
    READER: _("you"),
    "easy": _("an easy bot"),
    "middle": _("a middle bot"),
    "hard": _("a hard bot"),
    "greedy": _("a greedy bot"),
    "random": _("a random bot"),
}
THINKS = {
    "easy": _("The easy bot thinks…"),
    "middle": _("The middle bot thinks…"),
    "hard": _("The hard bot thinks…"),
}
"""What is said of the players that take their time; the others play at once."""
ROLLED, CHOSEN = "rolled", "chosen"
DICE = {ROLLED: _("by chance"), CHOSEN: _("chosen by you")}
"""Who decides where dice or draws do."""
STEPS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
KEYS = (*STEPS, "Enter", " ", "r", "R", "u", "U", "y", "Y", "Escape")
"""The keys a board answers; all others are the page's."""
SHOW = "show"
"""The place of a covered board that uncovers it."""
UNHEARD = "·"
"""What the log shows of an action that the reader may not know."""
NOBODYS = -1
"""The eyes with which a shared board is shown while all are asked openly: they see no hand."""
LONGEST = 200
"""How many characters of a message's text are looked at."""


class MessageError(ValueError):
    """A message from the page that this board does not know."""


Fields = Mapping[str, Any]
Handler = Callable[[Any, Fields], None]
HANDLERS: dict[str, tuple[str, dict[str, type | tuple[type, ...]]]] = {}
"""What a page may say: the name, the name of the method that answers, and the fields it needs with their types."""


def hears(name: str, /, **kinds: type | tuple[type, ...]) -> Callable[[Handler], Handler]:
    """Mark a method as the answer to messages called `name`."""

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = (handler.__name__, kinds)
        return handler

    return mark


@dataclass(frozen=True)
class Refusal:
    """Why something did not happen: words, the rule if one forbids it, what to do instead, the places lit."""

    words: str
    rule: str = ""
    advice: str = ""
    places: tuple[str, ...] = ()
    since: int | None = None

    @classmethod
    def of(cls, objection: Objection, since: int | None = None) -> Refusal:
        """Return the refusal that an objection of the rules amounts to."""
        return cls(objection.words, objection.rule, objection.advice, objection.places, since)


def seated(players: tuple[str, ...], game: AnyGame) -> tuple[str, ...]:
    """Return one player a seat: the last one given takes the seats that are left, those too many leave.

    Raises `ValueError` for a player of no known kind.
    """
    for player in players:
        if player not in PLAYERS:
            raise ValueError(f"'{player}' is no kind of player; there are {', '.join(PLAYERS)}")
    return (players + players[-1:] * game.num_players)[: game.num_players]


class Session:
    """One reader at one board."""

    kind = "play"
    """How the controls are laid out: `play`, `try`, `replay` or `exercise`."""
    guards = True
    """Whether what a game hides is hidden here from the readers of other seats."""
    deaf: frozenset[str] = frozenset()
    """Messages that this kind of board does not answer."""

    def __init__(self, line: Playthrough, players: tuple[str, ...] = (), ply: int | None = None) -> None:
        self.start = line
        self.players = seated(players or (READER,), line.game)
        self._settle(History(line, len(line) if ply is None else ply))
        self.eyes: int | None = None
        """On a shared board: the seat whose reader looks."""
        self.shy = False
        """Whether several readers have looked at this game, so that one who is left must sit down first."""
        self.settings: dict[str, str] = {}
        """How the bots are set, by the names of `game.tempers`; what is missing is as usual."""
        self.memo_open = False
        """Whether the reader looks at what can be known of hidden cards."""
        self.counts_alone = False
        """Whether the reader counts without the board's sums."""
        self.dark = False
        self.mode = ""
        self.legal_open = False
        self.dice = ROLLED
        self._continue()

    def _settle(self, history: History) -> None:
        """Take a history as the one that is played, with all that was lit put out."""
        self.history = history
        self.picture: GamePicture = picture_of(history.line.game)
        self.cursor = ""
        self.peeked: int | None = None
        self.counted = 0
        self.told: tuple[Event, ...] = ()
        self._clear()

    def _clear(self) -> None:
        self.selection: tuple[str, ...] = ()
        self.refusal: Refusal | None = None
        self.glow: tuple[str, ...] = ()
        self.rule = ""
        self.said: str | None = None
        self.stepping = False
        """Whether somebody who watches waits for one ply of a bot."""

    # Looking

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.history.line.game

    @property
    def state(self) -> Any:
        """The state that is shown: the one peeked at, else the one reached."""
        return self.history.state if self.peeked is None else self.history.line.states[self.peeked]

    @property
    def seat(self) -> int:
        """Who decides at the place reached."""
        return self.game.current_player(self.history.state)

    @property
    def first(self) -> int:
        """The first ply at which a player decides: setting up is over."""
        states = self.history.line.states
        return next(
            (ply for ply, state in enumerate(states) if self.game.current_player(state) != CHANCE), len(states) - 1
        )

    @property
    def plain(self) -> bool:
        """Whether the board keeps its sums to itself: for readers who count for themselves."""
        return self.counts_alone

    @property
    def readers(self) -> tuple[int, ...]:
        """The seats that readers play."""
        return tuple(seat for seat, player in enumerate(self.players) if player == READER)

    @property
    def guarded(self) -> bool:
        """Whether something is hidden here from a reader."""
        return self.guards and self.game.hides and (bool(self.readers) or self.shy)

    @property
    def shared(self) -> bool:
        """Whether readers of several seats look at this board, or have done so in this game."""
        return self.guarded and (self.shy or len(self.readers) > 1)

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes look at the board; `None` where nothing is hidden, or nobody has sat down yet.

        On a shared board these are `NOBODYS` eyes where all are asked openly, and where a bot is to play before anybody
        has sat down.
        """
        if not self.guarded:
            return None
        if not self.readers:
            return NOBODYS
        if not self.shared:
            return self.readers[0]
        return NOBODYS if self._asks_openly() or (self.eyes is None and self._bots_turn()) else self.eyes

    @property
    def veiled(self) -> bool:
        """Whether the board waits for a reader to sit down; until then it shows no hidden card."""
        if not self.shared or not self.readers or self.seat == TERMINAL or self._bots_turn() or self._asks_openly():
            return False
        return self.eyes is None or self.seat != self.eyes

    def _asks_openly(self) -> bool:
        """Tell whether a reader is asked what can be answered without a look at any hand."""
        return self.seat >= 0 and self.players[self.seat] == READER and self.game.asks_openly(self.history.state)

    def _bots_turn(self) -> bool:
        return self.seat >= 0 and self.players[self.seat] != READER

    @property
    def thinker(self) -> str:
        """The kind of bot that thinks about its ply, or `""`."""
        if self.history.ply < len(self.history.line) or not self._bots_turn():
            return ""
        player = self.players[self.seat]
        return player if player in THINKS and (READER in self.players or self.stepping) else ""

    @property
    def thinking(self) -> tuple[Thought, ...]:
        """What is to be worked out for this session; each is given back to `thought` with its answer."""
        return (self._bots_ply(),) if self.thinker else ()

    def thought(self, thought: Thought, answer: Any) -> None:
        """Take the answer to a thought that is waited for; one that comes too late changes nothing."""
        if thought in self.thinking:
            self._learn(thought, answer)

    def _learn(self, _thought: Thought, answer: Any) -> None:
        self._clear()
        self._play(answer)
        self._continue()

    def _as_seen(self) -> GamePicture:
        """Return the picture as the eyes that look may see it; a covered one from the seat that waits."""
        self.picture.viewer = self.seat if self.veiled and self.seat >= 0 else self.viewer
        self.picture.curtain = self.veiled
        return self.picture

    def view(self) -> View:
        """Return how the state is shown."""
        self._as_seen()
        ply = self.history.ply if self.peeked is None else self.peeked
        line = self.history.line
        heard = ply > self.first and self._heard(line.states[ply - 1], line.actions[ply - 1])
        last = self.game.places(line.actions[ply - 1]) if heard else ()
        live = self.peeked is None
        return View(
            cursor=self.cursor if live else "",
            selection=self.selection if live else (),
            legal=self.picture.targets(self.state, self.selection) if live and self._may_act() else (),
            glow=self.glow,
            refused=self.refusal.places if self.refusal and live else (),
            last=last,
            counted=self.counted,
            dark=self.dark,
            plain=self.plain,
        )

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, as plain data for the page."""
        line, ply, game, state = self.history.line, self.history.ply, self.game, self.state
        task = self._task()
        self._as_seen()
        modes = self._modes()
        return {
            "task": _remark(task),
            "seat": game.seats[self.seat] if self.seat >= 0 else "",
            "over": self.seat == TERMINAL,
            "yours": self._readers_turn(),
            "told": _together(self.told),
            "refusal": _refusal(self.refusal),
            "ply": ply,
            "peeked": self.peeked,
            "log": [
                [self._noted(before, action), game.current_player(before)]
                for action, before in zip(line.actions, line.states, strict=False)
            ],
            "undo": self._before() is not None,
            "redo": ply < len(line),
            "modes": modes,
            "mode": self._mode(modes),
            "tally": [] if self.plain else [_remark(addend) for addend in game.tally(state)],
            "counted": self.counted,
            "total": "" if self.plain else game.total(state),
            "alone": self.counts_alone,
            "note": self.picture.note(state),
            "veiled": self.game.seats[self.seat] if self.veiled and self.seat >= 0 else "",
            "legal": self._legal() if self.legal_open else None,
            "players": self.players,
            "tempers": self._tempers(),
            "memo": self._memo(),
            "auto": self.seat >= 0 and READER not in self.players and ply == len(line),
            "dice": self.dice,
            "outcomes": self._outcomes(),
            "left": len(self.history.left),
            "lit": sorted({event.rule for event in self.told} | ({self.rule} - {""})),
            "caption": line.caption(ply if self.peeked is None else self.peeked),
            "describe": self.picture.describe(state, self.plain),
            "announce": self._announce(task),
        }

    def _task(self) -> Remark:
        """Return what is to do in the state that is shown; while a bot thinks at it, that it does."""
        if self.peeked is None and self.thinker:
            return Remark(self.game.turn_rule, THINKS[self.thinker])
        return self.game.task(self.state)

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board and does not change while one game is played."""
        game = self.game
        return {
            "kind": self.kind,
            "game": game.name,
            "title": ": ".join(filter(None, (game.name, self.label()))),
            "seats": game.seats,
            "options": [
                {
                    "name": option.name,
                    "label": option.label,
                    "choices": option.choices,
                    "value": written(getattr(game, option.name)),
                }
                for option in game.options
            ],
            "players": list(PLAYERS.items()),
            "dice": list(DICE.items()),
            "seed": self.start.seed or 0,
            "first": self.first,
            "keys": KEYS,
            "examples": [str(action) for action in game.legal_actions(self.history.state)[: self._may_act()]],
        }

    def label(self) -> str:
        """Return the options of the game in words, for titles."""
        values = []
        for option in self.game.options:
            value = written(getattr(self.game, option.name))
            values.append(dict(option.choices).get(value, value) if value != "no" else "")
        return ", ".join(value for value in values if value)

    def _announce(self, task: Remark) -> str:
        """Return what a screen reader says after a change: the refusal, or what happened and what is to do."""
        if self.refusal:
            return " ".join(part for part in (self.refusal.words, self.refusal.rule, self.refusal.advice) if part)
        if self.said is not None:
            return self.said
        return " ".join(dict.fromkeys([*(event.words for event in self.told), task.words]))

    def _noted(self, state: Any, action: Any) -> str:
        """Return an action as the log shows it: one that the viewer may not know as a dot.

        While nobody has sat down, only what all know is shown.
        """
        return str(action) if self._heard(state, action) else UNHEARD

    def _heard(self, state: Any, action: Any) -> bool:
        """Tell whether whoever looks may know an action; while nobody has sat down, whether all may."""
        nobodys = self.veiled or self.viewer == NOBODYS
        lookers = range(self.game.num_players) if nobodys else () if self.viewer is None else (self.viewer,)
        return all(self.game.hears(state, action, seat) for seat in lookers)

    def _may_act(self) -> bool:
        """Tell whether what can be done may be shown: to the reader whose moment it is."""
        return self._readers_turn() and not self.veiled and not (self.seat == CHANCE and self.guarded)

    def _legal(self) -> list[tuple[str, str]]:
        if self.guarded and (self.peeked is not None or not self._may_act()):
            return []
        return [(str(action), self.game.say(self.state, action)) for action in self.game.legal_actions(self.state)]

    def _tempers(self) -> list[dict[str, Any]]:
        """Return what can be set of the bots, where bots play."""
        if all(player == READER for player in self.players):
            return []
        return [
            {
                "name": temper.name,
                "label": temper.label,
                "choices": temper.choices,
                "value": self.settings.get(temper.name, temper.choices[0][0]),
            }
            for temper in self.game.tempers
        ]

    def _memo(self) -> dict[str, Any] | None:
        """Return what the reader who looks can know of hidden cards: `None` where a game keeps no such memory.

        The table is left out while it is closed, and while nobody looks.
        """
        if not self.game.remembers:
            return None
        seat = self.seat if self.viewer is None else self.viewer
        if not self.memo_open or seat < 0 or self.veiled:
            return {"open": self.memo_open, "table": None}
        found = self.game.memo(self.state, seat)
        table = {"title": found.title, "note": found.note, "columns": found.columns, "rows": found.rows}
        return {"open": True, "table": table}

    def _modes(self) -> tuple[tuple[str, str], ...]:
        """Return the ways to mean a tap here; where something is hidden, only to the reader whose moment it is."""
        return self.picture.modes(self.history.state) if self._may_act() or not self.guarded else ()

    def _mode(self, modes: tuple[tuple[str, str], ...]) -> str:
        known = [key for key, _label in modes]
        return self.mode if self.mode in known else (known[0] if known else "")

    def _readers_turn(self) -> bool:
        return self.seat == CHANCE or (self.seat >= 0 and self.players[self.seat] == READER)

    def _before(self) -> int | None:
        """Return the ply that undo goes to: the reader's decision before this one, or the beginning of play."""
        states = self.history.line.states
        begin = self.first if self._rolls() else 0
        mine = [ply for ply in range(begin, self.history.ply) if self._decides(states[ply])]
        return mine[-1] if mine else None

    def _outcomes(self) -> list[tuple[str, str]] | None:
        """Return what the reader can make chance do here, or `None` where that is not asked."""
        if self.seat != CHANCE or self._rolls() or self.history.ply < len(self.history.line):
            return None
        state = self.history.state
        return [(str(action), self.game.say(state, action)) for action, _share in self.game.chance_outcomes(state)]

    def _rolls(self) -> bool:
        """Tell whether chance decides by itself: as chosen, and always where its outcomes would show what is hidden."""
        return self.dice == ROLLED or self.guarded

    # Hearing

    def handle(self, message: object) -> None:
        """Do what a message of the page asks; one that does not fit is refused in words."""
        self._as_seen()
        try:
            handler, fields = self._read(message)
        except MessageError as error:
            self._clear()
            self.refusal = Refusal(str(error), advice=_("Nothing has changed; go on playing."))
            return
        handler(fields)

    def _read(self, message: object) -> tuple[Callable[[Fields], None], Fields]:
        name = message.get("do") if isinstance(message, Mapping) else None
        known = isinstance(name, str) and name in HANDLERS and name not in self.deaf
        known = known and hasattr(self, HANDLERS[name][0])
        if not isinstance(message, Mapping) or not known:
            raise MessageError(_("The page sent a message that this board does not know: {}.").format(repr(name)[:40]))
        method, kinds = HANDLERS[name]
        for field, kind in kinds.items():
            value = message.get(field)
            flag_for_number = isinstance(value, bool) and kind is not bool
            if field not in message or not isinstance(value, kind) or flag_for_number:
                said = _("The page sent '{name}' with a {field} that cannot be: {value}.")
                raise MessageError(said.format(name=name, field=field, value=repr(value)[:40]))
        return getattr(self, method), message

    def tap(self, x: float | None, y: float | None) -> None:
        """Try what a tap at a point of the picture means; `None` where the page sent no point."""
        self._as_seen()
        place = None if x is None or y is None else self.picture.pick(x, y)
        if place is not None:
            self.cursor = ""
            self.point(place)
            return
        self._clear()
        if x is None or y is None:
            said = _("The page sent a tap without a place.")
            self.refusal = Refusal(said, advice=_("Nothing has changed; tap a space of the board."))
        else:
            said = _("There is no space there.")
            self.refusal = Refusal(said, self.game.task(self.history.state).rule, _("Tap a space of the board."))

    def point(self, place: str) -> None:
        """Try what pointing at a place means: an action, or the first half of one."""
        self._as_seen()
        if place == SHOW and self.veiled:
            self._show({})
            return
        if self._not_now(place):
            return
        selection = self.selection
        self._clear()
        meant = self.picture.gesture(self.state, selection, self._mode(self._modes()), place)
        if isinstance(meant, tuple):
            self.selection = meant
            if meant and meant == selection:
                self.said = self.where(place)
            else:
                self.said = self.picture.say_selection(self.state, meant, self.plain) if meant else _("Let go.")
        else:
            self.attempt(meant)

    def attempt(self, action: Any) -> bool:
        """Play an action if it is legal and tell whether it was; else refuse it with its rule."""
        self._clear()
        self.peeked = None
        if objection := self.game.objection(self.history.state, action):
            # Since when it has been refused would tell of hands that the reader does not see.
            since = None if self.guarded else self.history.line.since(action, self.history.ply)
            self.refusal = Refusal.of(objection, since)
            return False
        self.told = ()
        self.counted = 0
        self._play(action)
        self._follow()
        self._continue()
        return True

    def _not_now(self, place: str) -> bool:
        """Refuse to act for a seat that a bot plays, or before its reader sits down; return whether it was refused."""
        self.peeked = None
        if self.veiled:
            self._clear()
            who = self.game.seats[self.seat] if self.seat >= 0 else _("Chance")
            said = _("{seat} is to play, and has not sat down yet.").format(seat=who)
            self.refusal = Refusal(said, self.game.turn_rule, _("Hand the device over, then touch Show."))
            return True
        if self.seat == CHANCE and self.guarded:
            self._clear()
            self.refusal = Refusal(_("Chance decides here."), self.game.turn_rule, _("Step on to your own turn."))
            return True
        if not self._bots_turn():
            return False
        self._clear()
        seats = self.game.seats
        said = _("{seat} is to play, and a bot plays that seat.").format(seat=seats[self.seat])
        advice = _("Step on, or take the seat yourself under Players.")
        if self.thinker:
            advice = _("Wait for its ply, or take the seat yourself under Players.")
        self.refusal = Refusal(said, self.game.turn_rule, advice, (place,) if place else ())
        return True

    def _play(self, action: Any) -> None:
        self.history = self.history.act(action)
        self.told += self.history.line.events(self.history.ply)

    def _follow(self) -> None:
        """After a move that the line has already, go on along it as far as bots and chance have played."""
        while self.history.ply < len(self.history.line) and not self._decides(self.history.state):
            self.history = self.history.go(self.history.ply + 1)
            self.told += self.history.line.events(self.history.ply)

    def _continue(self) -> None:
        """Let chance and bots act until a reader decides, a bot has to think, or the game ends.

        Bots among themselves wait to be stepped.
        """
        if self.history.ply < len(self.history.line):
            return
        while self._goes_by_itself():
            self._move_by_itself()

    def _goes_by_itself(self) -> bool:
        if self.seat < 0:
            return self.seat == CHANCE and self._rolls()
        return self._bots_turn() and READER in self.players and self.players[self.seat] not in THINKS

    def _move_by_itself(self) -> None:
        """Play one ply of chance or of a bot; the same seed gives the same ply at the same place."""
        if self.seat == CHANCE:
            self._play(draw(self.game, self.history.state, random.Random(self._seed())))
        elif self.seat >= 0:
            self._play(self._bots_ply().answer())

    def _bots_ply(self) -> BotsPly:
        player, settings = self.players[self.seat], tuple(sorted(self.settings.items()))
        return BotsPly(self.game, self.history.state, player, settings, self._seed())

    def _seed(self) -> str:
        """Return what a ply at this place is drawn by."""
        return f"{self.start.seed or 0}/{self.history.ply}"

    @hears("key", key=str)
    def _key(self, fields: Fields) -> None:
        key = fields["key"]
        if key in STEPS:
            dx, dy = STEPS[key]
            state = self.state
            self.cursor = self.picture.step(state, self.cursor, dx, dy) if self.cursor else self.picture.home(state)
            self.said = self.where(self.cursor)
        elif key in ("Enter", " "):
            if not self.cursor:
                self.cursor = self.picture.home(self.state)
                self.said = self.where(self.cursor)
            else:
                self.point(self.cursor)
        elif key in ("r", "R"):
            self._next_mode()
        elif key in ("u", "U"):
            self._undo(fields)
        elif key in ("y", "Y"):
            self._redo(fields)
        elif key == "Escape":
            self._clear()
            self.cursor = ""
        else:
            said = _("This board has no use for the key {key}.").format(key=repr(key)[:20])
            self.refusal = Refusal(said, advice=_("Arrows move, Enter acts, R turns the tile, U steps back."))

    def where(self, place: str) -> str:
        """Return a place and what lies there, in words."""
        return self.picture.say_place(self.state, place, self.plain)

    def _next_mode(self) -> None:
        modes = self._modes()
        keys = [key for key, _label in modes]
        if keys:
            self.mode = keys[(keys.index(self._mode(modes)) + 1) % len(keys)]
            self.said = dict(modes)[self.mode]

    @hears("mode", mode=str)
    def _set_mode(self, fields: Fields) -> None:
        modes = dict(self._modes())
        if fields["mode"] not in modes:
            said = _("'{mode}' is no way to mean a tap now.").format(mode=fields["mode"][:20])
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.mode = fields["mode"]
        self.said = modes[self.mode]

    @hears("type", text=str)
    def _type(self, fields: Fields) -> None:
        text = fields["text"][:LONGEST]
        try:
            action = self.game.parse(text)
        except NotationError as error:
            self._clear()
            self.refusal = Refusal(str(error), self.game.task(self.history.state).rule)
            return
        if not self._not_now(""):
            self.attempt(action)

    @hears("undo")
    def _undo(self, _fields: Fields) -> None:
        self._go(self._before(), _("There is nothing to take back."))

    @hears("redo")
    def _redo(self, _fields: Fields) -> None:
        states, ply = self.history.line.states, self.history.ply + 1
        while ply < len(states) - 1 and not self._decides(states[ply]):
            ply += 1
        self._go(ply if ply < len(states) else None, _("There is nothing to play again."))

    def _decides(self, state: Any) -> bool:
        seat = self.game.current_player(state)
        if seat < 0:
            return seat == CHANCE and not self._rolls()
        return READER not in self.players or self.players[seat] == READER

    @hears("goto", ply=int)
    def _goto(self, fields: Fields) -> None:
        ply = fields["ply"]
        self._go(ply if 0 <= ply <= len(self.history.line) else None, _("There is no ply {}.").format(ply))

    def _go(self, ply: int | None, otherwise: str) -> None:
        self._clear()
        self.peeked = None
        if ply is None:
            last = len(self.history.line)
            self.refusal = Refusal(otherwise, advice=_("This line of play has plies 0 to {last}.").format(last=last))
            return
        self.history = self.history.go(self._landing(ply))
        self.eyes = None
        self.told = self.history.line.events(self.history.ply)
        self.counted = 0

    def _landing(self, ply: int) -> int:
        """Return where a step to a ply ends: where something is hidden at the next decision of a reader."""
        states = self.history.line.states
        while self.guarded and ply < len(states) - 1 and not self._readers_decide(states[ply]):
            ply += 1
        return ply

    def _readers_decide(self, state: Any) -> bool:
        seat = self.game.current_player(state)
        return seat == TERMINAL or (seat >= 0 and self.players[seat] == READER)

    @hears("peek", ply=(int, type(None)))
    def _peek(self, fields: Fields) -> None:
        ply = fields["ply"]
        if ply is not None and not 0 <= ply <= len(self.history.line):
            self._go(None, _("There is no ply {}.").format(ply))
            return
        self.peeked = ply
        self.said = ""

    @hears("back")
    def _back(self, _fields: Fields) -> None:
        """Return to the line that was left last; the present one is kept in its place."""
        self._clear()
        if not self.history.left:
            self.refusal = Refusal(_("No other line of play has been left."))
            return
        self.history = self.history.back_to(0)
        self.history = self.history.go(self._landing(self.history.ply))
        self.eyes, self.peeked = None, None
        self.told = ()

    @hears("step")
    def _step(self, _fields: Fields) -> None:
        """Play one ply of a bot, for those who watch."""
        self._clear()
        self.told = ()
        if not self._bots_turn():
            self.refusal = Refusal(_("No bot is to move."), self.game.task(self.history.state).rule)
            return
        self.history = History(self.history.line.upto(self.history.ply), self.history.ply, self.history.left)
        if self.players[self.seat] in THINKS:
            self.stepping = True
        else:
            self._move_by_itself()

    @hears("player", seat=int, player=str)
    def _player(self, fields: Fields) -> None:
        seat, player = fields["seat"], fields["player"]
        self._clear()
        if not 0 <= seat < self.game.num_players or player not in PLAYERS:
            said = _("A seat is 0 to {last}, a player one of {players}.")
            said = said.format(last=self.game.num_players - 1, players=", ".join(PLAYERS))
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.shy, self.eyes = self.shy or self.shared, None
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])
        self.told = ()
        self._continue()

    @hears("temper", name=str, value=str)
    def _temper(self, fields: Fields) -> None:
        """Set how the bots play from here on."""
        name, value = fields["name"], fields["value"]
        self._clear()
        temper = next((temper for temper in self.game.tempers if temper.name == name), None)
        if temper is None or value not in dict(temper.choices):
            known = ", ".join(f"{one.name} {'/'.join(dict(one.choices))}" for one in self.game.tempers)
            said = _("'{name} {value}': of these bots can be set: {known}.")
            said = said.format(name=name[:20], value=value[:20], known=known or _("nothing"))
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.settings = {**self.settings, name: value}
        self.said = f"{temper.label}: {dict(temper.choices)[value]}."

    @hears("memo", open=bool)
    def _open_memo(self, fields: Fields) -> None:
        """Show what can be known of hidden cards, or put it away."""
        self.memo_open = fields["open"]
        self.said = ""

    @hears("chance", how=str)
    def _chance(self, fields: Fields) -> None:
        """Let dice and draws fall by chance, or let the reader choose them."""
        self._clear()
        if fields["how"] not in DICE:
            said = _("'{how}': dice fall in one of the ways {ways}.").format(
                how=fields["how"][:20], ways=", ".join(DICE)
            )
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.dice = fields["how"]
        self.told = ()
        self._continue()
        self.said = None if self.told else _("Dice and draws: {how}.").format(how=DICE[self.dice])

    @hears("roll")
    def _roll(self, _fields: Fields) -> None:
        """Let chance decide this once, where the reader could choose."""
        self._clear()
        if self._outcomes() is None:
            self.refusal = Refusal(_("There is nothing to roll or draw."), self.game.task(self.history.state).rule)
            return
        self.told = ()
        self._move_by_itself()
        self._continue()

    @hears("new", options=Mapping, seed=int)
    def _new(self, fields: Fields) -> None:
        self._clear()
        given = fields["options"]
        try:
            if not all(isinstance(part, str) for pair in given.items() for part in pair):
                raise NotationError(_("options are words"))
            if not 0 <= fields["seed"] < 10**12:
                raise NotationError(_("a seed is a whole number from 0, of twelve digits at most"))
            line = Playthrough.begin(self._another(dict(given)), seed=fields["seed"])
        except NotationError as error:
            self.refusal = Refusal(_("No new game: {why}.").format(why=error), advice=_("The old one goes on."))
            return
        self.start = line
        self.players = seated(self.players, line.game)
        self.shy, self.eyes = False, None
        self._settle(History(line))
        self._continue()
        self.told = ()

    def _another(self, given: dict[str, str]) -> AnyGame:
        """Return this game with other options; what is no option of the page stays. Raises `NotationError`."""
        known = [option.name for option in self.game.options]
        for name in given:
            if name not in known:
                raise NotationError(
                    _("'{name}' is none of the options {known}").format(name=name[:20], known=", ".join(known))
                )
        kept = {
            field.name: written(getattr(self.game, field.name))
            for field in dataclass_fields(self.game)  # type: ignore[arg-type]
            if field.init and field.name not in known
        }
        return make_game(self.game.key, {**kept, **given})

    @hears("show")
    def _show(self, _fields: Fields) -> None:
        """Show the hand of the reader who has sat down."""
        self._clear()
        if not self.veiled:
            self.refusal = Refusal(_("Nothing is covered."), advice=_("Nothing has changed."))
            return
        if self.seat >= 0:
            self.eyes = self.seat
        self.cursor = ""
        self._as_seen()
        self.said = _("{seat} looks.").format(seat=self.game.seats[self.seat])

    @hears("legal", open=bool)
    def _set_legal(self, fields: Fields) -> None:
        self.legal_open = fields["open"]
        self.said = ""

    @hears("count", lines=int)
    def _count(self, fields: Fields) -> None:
        """Put counters on the first lines of the sum, and light the last of them."""
        lines = () if self.plain else self.game.tally(self.state)
        self._clear()
        self.counted = min(max(fields["lines"], 0), len(lines))
        if self.counted:
            line = lines[self.counted - 1]
            self.glow, self.rule = line.places, line.rule
            self.said = _("{count}: {words}.").format(count=self.counted, words=line.words)

    @hears("alone", on=bool)
    def _count_alone(self, fields: Fields) -> None:
        """Hide the board's sums and totals, or show them."""
        self._clear()
        self.counts_alone, self.counted = fields["on"], 0
        self.said = _("You count for yourself.") if self.counts_alone else _("The sums are shown.")

    @hears("rule", rule=str)
    def _light(self, fields: Fields) -> None:
        """Light the places that a rule speaks of."""
        self._clear()
        self.rule = fields["rule"][:10]
        own = self.peeked is None and not self.veiled and self.viewer == self.seat
        self.glow = (self.game.concerns if own or not self.guarded else self.game.concerns_all)(self.state, self.rule)
        self.said = _("{rule}: places lit, {count}.").format(rule=self.rule, count=len(self.glow))

    @hears("scheme", dark=bool)
    def _scheme(self, fields: Fields) -> None:
        self.dark = fields["dark"]
        self.said = ""


def _together(events: tuple[Event, ...]) -> list[dict[str, str]]:
    """Return what happened for the page, the same thing again and again as one line with its number."""
    lines = []
    for (words, rule), same in groupby((event.words, event.rule) for event in events):
        number = len(list(same))
        lines.append({"words": f"{words} ×{number}" if number > 1 else words, "rule": rule})
    return lines


def _remark(remark: Remark) -> dict[str, str]:
    return {"words": remark.words, "rule": remark.rule}


def _refusal(refusal: Refusal | None) -> dict[str, Any] | None:
    if refusal is None:
        return None
    return {"words": refusal.words, "rule": refusal.rule, "advice": refusal.advice, "since": refusal.since}
