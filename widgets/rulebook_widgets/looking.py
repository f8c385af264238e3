"""What a board shows: a line of play and the place reached in it, whose eyes look, what is lit, and all of it as data.

`view()` says how the state is shown, `report()` what stands beside the board.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rulebook.game import CHANCE, TERMINAL, AnyGame, Event, Remark, written
from rulebook.playthrough import History, Playthrough
from rulebook_widgets.messages import Refusal
from rulebook_widgets.pictures import GamePicture, picture_of
from rulebook_widgets.scene import View
from rulebook_widgets.seats import DICE, HANDS, HIDDEN, OPEN, PLAYERS, READER, ROLLED, THINKS, seated
from rulebook_widgets.thoughts import BotsPly, Thought

STEPS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
KEYS = (*STEPS, "Enter", " ", "r", "R", "u", "U", "y", "Y", "Escape")
"""The keys a board answers; all others are the page's."""
UNHEARD = "·"
"""What the log shows of an action that the reader may not know."""
NOBODYS = -1
"""The eyes with which a shared board is shown while all are asked openly: they see no hand."""


class Looking:
    """One board as one reader sees it."""

    kind = "play"
    """How the controls are laid out: `play`, `try`, `replay` or `exercise`."""
    guards = True
    """Whether what a game hides is hidden here from the readers of other seats."""

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
        self.laid_open = False
        """Whether all hands lie open, as for a class."""

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

    # Who looks

    @property
    def readers(self) -> tuple[int, ...]:
        """The seats that readers play."""
        return tuple(seat for seat, player in enumerate(self.players) if player == READER)

    @property
    def guarded(self) -> bool:
        """Whether something is hidden here from a reader."""
        return self.guards and self.game.hides and not self.laid_open and (bool(self.readers) or self.shy)

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

    def _as_seen(self) -> GamePicture:
        """Return the picture as the eyes that look may see it; a covered one from the seat that waits."""
        self.picture.viewer = self.seat if self.veiled and self.seat >= 0 else self.viewer
        self.picture.curtain = self.veiled
        return self.picture

    # What waits

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

    def _bots_ply(self) -> BotsPly:
        player, settings = self.players[self.seat], tuple(sorted(self.settings.items()))
        return BotsPly(self.game, self.history.state, player, settings, self._seed())

    def _seed(self) -> str:
        """Return what a ply at this place is drawn by."""
        return f"{self.start.seed or 0}/{self.history.ply}"

    # What is shown

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
            "hands": (OPEN if self.laid_open else HIDDEN) if self.guards and game.hides else None,
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
            "hands": list(HANDS.items()),
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

    def _decides(self, state: Any) -> bool:
        seat = self.game.current_player(state)
        if seat < 0:
            return seat == CHANCE and not self._rolls()
        return READER not in self.players or self.players[seat] == READER

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
        """Tell whether chance decides by itself: as chosen, and always where its outcomes would show what is hidden.

        Hands that are laid open are dealt by themselves, too.
        """
        return self.dice == ROLLED or self.guarded or (self.laid_open and self._sets_up())

    def _sets_up(self) -> bool:
        """Tell whether no player has had to decide yet."""
        return all(self.game.current_player(state) == CHANCE for state in self.history.line.states)

    def where(self, place: str) -> str:
        """Return a place and what lies there, in words."""
        return self.picture.say_place(self.state, place, self.plain)


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
