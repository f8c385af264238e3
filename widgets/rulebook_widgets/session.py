"""The one mutable object: a line of play, who plays which seat, and what the reader has lit, opened and selected.

A session hears messages and changes; it draws nothing and imports nothing of Jupyter. `looking` says what it shows,
`playing` how it is played at; here stands what is chosen for a table, and how what it shows is handed on and opened. A
message that does not fit is answered in words and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as dataclass_fields
from typing import Any

from rulebook.game import AnyGame, NotationError, written
from rulebook.link import KINDS, Link, LinkError, Numbers, read, write
from rulebook.link import LONGEST as LONGEST_LINK
from rulebook.playthrough import MOST_LEFT, History, Playthrough
from rulebook.registry import make_game
from rulebook.words import _
from rulebook_widgets import sharing
from rulebook_widgets.looking import KEYS, UNHEARD
from rulebook_widgets.messages import HANDLERS, Fields, Refusal, hears
from rulebook_widgets.playing import Playing
from rulebook_widgets.seats import CHOSEN, DICE, HANDS, OPEN, PLAYERS, READER, ROLLED, THINKS, seated

__all__ = [
    "HANDLERS",
    "KEYS",
    "OF_KIND",
    "PLAYERS",
    "READER",
    "THINKS",
    "UNHEARD",
    "Fields",
    "Refusal",
    "Session",
    "hears",
    "seated",
]

OF_KIND = {
    "play": _("a play table"),
    "try": _("a small board"),
    "exercise": _("an exercise"),
    "replay": _("a replay"),
    "calculator": _("the battle calculator"),
    "setting": _("a board to set up on"),
    "made": _("an exercise that was made"),
}


class Session(Playing):
    """One reader at one board."""

    opens: frozenset[str] = frozenset({"play", "try", "replay", "calculator"})
    """The kinds of links that this kind of board opens."""
    key = ""
    """The exercise or script shown, `hong/name`, where it is one of the book's."""

    def __init__(self, line: Playthrough, players: tuple[str, ...] = (), ply: int | None = None) -> None:
        self.board = ""
        """What the board is called on its page, in addresses."""
        self._numbers = Numbers()
        super().__init__(line, players, ply)

    def _clear(self) -> None:
        super()._clear()
        self.strayed = False
        """Whether the last thing asked for was a link that cannot be opened."""
        self.offer: dict[str, Any] | None = None
        """The address that was asked for, and its QR code."""

    def handle(self, message: object) -> None:
        """Do what a message of the page asks; one that does not fit is refused in words."""
        self.offer = None
        super().handle(message)

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, as plain data for the page."""
        return super().report() | {"offer": self.offer, "strayed": self.strayed}

    def setup(self) -> dict[str, Any]:
        """Return what stands beside the board and does not change while one game is played."""
        named = {"board": self.board, "shares": self.linked() is not None, "hides": self.game.hides}
        return super().setup() | named

    # Links

    def linked(self) -> Link | None:
        """Return what a link to this board holds; `None` where there is nothing to link to."""
        return self._linked(self.history.line, self.history.ply) if self.kind in KINDS else None

    def _linked(self, line: Playthrough, ply: int, left: int | None = None) -> Link:
        """Return the link to a ply of a line that is played here, as it is played on."""
        usual = {temper.name: temper.choices[0][0] for temper in line.game.tempers}
        settings = tuple((name, value) for name, value in self.settings.items() if value != usual[name])
        chosen = self.dice == CHOSEN
        return Link(self.kind, line, ply, self.key, 0, left, self.players, settings, chosen)

    def link(self) -> str:
        """Return the link to what is shown, or `""` where there is none."""
        found = self.linked()
        try:
            return write(found, self._numbers) if found else ""
        except LinkError:
            return ""

    def given(self) -> str:
        """Return the link that this board gives to others; raises `LinkError` where there is none."""
        found = self.linked()
        if found is None:
            raise LinkError(_("this board"), _("there is no link to it"))
        return write(found, self._numbers)

    @hears("open", link=str)
    def _open(self, fields: Fields) -> None:
        """Show what a link holds; one that cannot be opened is refused and changes nothing."""
        self._clear()
        given = fields["link"][: LONGEST_LINK + sharing.LONGEST_PAGE]
        try:
            self._show_link(read(sharing.linked_in(given)))
        except LinkError as error:
            self.strayed = True
            said = _("This link cannot be opened: {place}: {why}.").format(place=error.place, why=error.why)
            self.refusal = Refusal(
                said, advice=_("The board is as it was. Begin at the start, or ask for the link anew.")
            )

    def _show_link(self, link: Link) -> None:
        """Show what a link holds; raises `LinkError` if it is of another kind of board."""
        if link.kind not in self.opens:
            said = _("it is of {kind}, and this is {own}")
            raise LinkError(_("the link"), said.format(kind=OF_KIND[link.kind], own=OF_KIND.get(self.kind, self.kind)))
        left = self._left_for(link.line)
        self.start = link.line.upto(0)
        self._sit(link)
        self._settle(History(link.line, link.ply, left))
        self.history = self.history.go(self._landing(link.ply))
        self._opened()

    def _left_for(self, line: Playthrough) -> tuple[Playthrough, ...]:
        """Return the lines left when another is opened: the present one too, if it is of this game and goes apart."""
        mine = self.history
        if line.game != self.game:
            return ()
        within = line.states[: len(mine.line.states)] == mine.line.states
        return mine.left if within or len(mine.line) <= self.first else (mine.line, *mine.left)[:MOST_LEFT]

    def _sit(self, link: Link) -> None:
        """Let those play that a link names, bots and dice set as it says."""
        self.players = seated(link.players or self.players, link.line.game)
        self.settings = dict(link.settings)
        self.dice = CHOSEN if link.chosen else ROLLED
        self.shy, self.eyes = False, None

    def _opened(self) -> None:
        """Go on where a link has led to, and say where that is."""
        self._continue()
        self.told = ()
        last = len(self.history.line)
        self.said = _("The link is open: ply {ply} of {last}.").format(ply=self.history.ply, last=last)

    @hears("share", page=str)
    def _share(self, fields: Fields) -> None:
        """Give the address that opens what is shown, for a page that says where it is."""
        try:
            self.offer = sharing.offer(fields["page"], self.board, self.given())
        except LinkError as error:
            self._clear()
            said = _("There is no link to share: {place}: {why}.").format(place=error.place, why=error.why)
            self.refusal = Refusal(said, advice=_("Nothing has changed; go on playing."))
            return
        self.said = _("The link to share is shown.")

    @hears("start")
    def _to_start(self, _fields: Fields) -> None:
        """Go to the beginning of what this board shows."""
        self._go(self.first, "")

    # Who plays, and what

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
        if self.dice == CHOSEN and self.guarded:
            said = _("While hands are hidden, dice and draws are chance's: what could be drawn would tell of them.")
            self.refusal = Refusal(said, self.game.turn_rule, _("Under Players let all hands lie open; then choose."))

    @hears("hands", how=str)
    def _lay_open(self, fields: Fields) -> None:
        """Let all hands lie open, as for a class, or be seen by their owners alone again."""
        self._clear()
        if not self.guards or not self.game.hides:
            self.refusal = Refusal(_("No hands are hidden here."), advice=_("Nothing has changed."))
            return
        if fields["how"] not in HANDS:
            said = _("'{how}': hands are one of {ways}.").format(how=fields["how"][:20], ways=", ".join(HANDS))
            self.refusal = Refusal(said, advice=_("Nothing has changed."))
            return
        self.shy = self.shy or self.shared
        self.laid_open, self.eyes, self.peeked = fields["how"] == OPEN, None, None
        self.told = ()
        self._continue()
        self.said = _("Hands: {how}.").format(how=HANDS[fields["how"]])

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

    # What is opened and lit

    @hears("memo", open=bool)
    def _open_memo(self, fields: Fields) -> None:
        """Show what can be known of hidden cards, or put it away."""
        self.memo_open = fields["open"]
        self.said = ""

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
