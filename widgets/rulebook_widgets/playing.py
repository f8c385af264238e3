"""Playing at a board: taps, keys and typed actions are tried, chance and bots move, steps go back and on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from rulebook.game import CHANCE, TERMINAL, NotationError, draw
from rulebook.playthrough import History, Playthrough
from rulebook.words import _
from rulebook_widgets.looking import STEPS, Looking
from rulebook_widgets.messages import HANDLERS, LONGEST, Fields, MessageError, Refusal, hears, hears_of
from rulebook_widgets.seats import READER, THINKS
from rulebook_widgets.thoughts import Thought

SHOW = "show"
"""The place of a covered board that uncovers it."""


class Playing(Looking):
    """A board that can be played at."""

    deaf: frozenset[str] = frozenset()
    """Messages that this kind of board does not answer."""

    def __init__(self, line: Playthrough, players: tuple[str, ...] = (), ply: int | None = None) -> None:
        super().__init__(line, players, ply)
        self._continue()

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
        known = isinstance(name, str) and name not in self.deaf and hears_of(type(self), name)
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

    # Acting

    @hears("tap", x=(int, float), y=(int, float))
    def _tap(self, fields: Fields) -> None:
        """Take a tap: how far from the picture's left and top, in parts of its width and height."""
        x, y = fields["x"], fields["y"]
        if not (0 <= x <= 1 and 0 <= y <= 1):
            self._clear()
            self.refusal = Refusal(_("The page sent a tap outside the board."), advice=_("Tap a space of the board."))
            return
        sheet = self.picture.sheet()
        self.tap(x * sheet.width, y * sheet.height)

    def tap(self, x: float, y: float) -> None:
        """Try what a tap at a point of the picture means, in the picture's units."""
        self._as_seen()
        place = self.picture.pick(x, y)
        if place is not None:
            self.cursor = ""
            self.point(place)
            return
        self._clear()
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

    def thought(self, thought: Thought, answer: Any) -> None:
        """Take the answer to a thought that is waited for; one that comes too late changes nothing."""
        if thought in self.thinking:
            self._learn(thought, answer)

    def _learn(self, _thought: Thought, answer: Any) -> None:
        self._clear()
        self._play(answer)
        self._continue()

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

    # By key, choice and text

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

    # Back and on

    @hears("undo")
    def _undo(self, _fields: Fields) -> None:
        self._go(self._before(), _("There is nothing to take back."))

    @hears("redo")
    def _redo(self, _fields: Fields) -> None:
        states, ply = self.history.line.states, self.history.ply + 1
        while ply < len(states) - 1 and not self._decides(states[ply]):
            ply += 1
        self._go(ply if ply < len(states) else None, _("There is nothing to play again."))

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
