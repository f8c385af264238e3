"""Links: a line of play and the place reached in it, as text short enough for an address or a QR code.

Throughout, an action's *number* is its place among the legal ones, at a chance node among the outcomes. All that a link
names is ours: a game and options by their names, an exercise or script by its key, a position that its game reads, and
actions by their numbers, each played through the checked door. So a link can show nothing that the book does not hold,
and what cannot be played is refused. It has no words of its own.

The text is the edition's digit and, in base64url, bytes: the kind, the source (game or key), what is set, the line's
place and length, a digest of what the engine makes of it, the actions, and a checksum. The numbers of all actions are
the digits of one whole number, each in the base of how many actions there were.

The checksum tells damage; the digest tells that the rules have changed since. Neither is a signature.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from typing import Any

from rulebook.exercise import Exercise, ExerciseError
from rulebook.exercise import exercise as find_exercise
from rulebook.game import AnyGame, NotationError, play
from rulebook.playthrough import Playthrough
from rulebook.registry import GAMES, file_options, parse_offered
from rulebook.script import Script, ScriptError
from rulebook.script import find as find_script
from rulebook.script import names as script_names
from rulebook.setting import Setting, read_exercise
from rulebook.words import _

EDITION = "1"
"""The digit that opens a link; another one for whatever this module could not read."""
KINDS = ("play", "try", "exercise", "replay", "calculator", "setting", "made")
"""What a link is of, by the number in it.

A table, a small board, an exercise, a replay, the battle calculator, a board to set up on, an exercise made on one.
"""
PLAYERS = ("reader", "random", "greedy", "easy", "middle", "hard")
"""Who can sit at a table, by the number in a link."""
LONGEST = 6000
"""How many characters a link may have; a whole game has a few hundred."""
MOST_PLIES = 4000
LONGEST_SOURCE = 200
LONGEST_POSITION = 8000
MOST_SEED = 10**18
MOST_FRESH = 9999
"""The largest number of a fresh position."""
DIGEST, CHECKSUM = 3, 3
"""How many bytes they have: one damaged link in sixteen million passes for whole."""
SIGNS = re.compile(r"[A-Za-z0-9_-]*")


class LinkError(ValueError):
    """A link that cannot be read, or a line that cannot be written; `place` is where, `why` the reason."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place, self.why = place, why


@dataclass(frozen=True)
class Link:
    """What a board shows: a line of play, the ply reached in it, and how it is played on.

    An exercise's line begins at its position, a replay's is the script's as far as the reader kept to it.
    """

    kind: str
    line: Playthrough
    ply: int
    key: str = ""
    """The exercise or script, `game/name`; of an exercise that was made its text."""
    fresh: int = 0
    """Which fresh position of an exercise, 0 being its own."""
    left: int | None = None
    """The ply at which a replay's script was left; `None` on script."""
    players: tuple[str, ...] = ()
    """Who plays each seat; nobody is named where nobody can be chosen."""
    settings: tuple[tuple[str, str], ...] = ()
    """How the bots are set, by the names of `game.tempers`, as far as it is not the usual."""
    chosen: bool = False
    """Whether the reader chooses what dice and draws do."""

    @property
    def base(self) -> int:
        """How many plies the link need not hold, since the script does."""
        if self.kind != "replay":
            return 0
        return len(self.line) if self.left is None else self.left


def write(link: Link, numbers: Numbers | None = None) -> str:
    """Return the link as text; raises `LinkError` for what no link can hold.

    `numbers` remembers the numbers of the line that was written last, so that a longer one is soon written.
    """
    line, own = link.line, len(link.line) - link.base
    if own > MOST_PLIES:
        raise LinkError(
            _("the line of play"), _("it has {own} plies; a link holds {most}").format(own=own, most=MOST_PLIES)
        )
    digits = (numbers or Numbers()).of(line, link.base)
    number = reduce(lambda whole, digit: whole * digit[1] + digit[0], reversed(digits), 0)
    body = b"".join((
        bytes((KINDS.index(link.kind),)),
        _text(_source(link)),
        _whole(link.fresh if link.kind == "exercise" else 0 if link.left is None else link.left + 1),
        _packed(_position(link)),
        _whole(0 if line.seed is None else line.seed + 1),
        _text("".join(str(PLAYERS.index(player)) for player in link.players)),
        _whole(_manner(line.game, link)),
        _whole(link.ply),
        _whole(own),
        _digest(line, link.base, digits),
        number.to_bytes((number.bit_length() + 7) // 8),
    ))  # fmt: skip
    text = EDITION + base64.urlsafe_b64encode(body + _checksum(body)).rstrip(b"=").decode()
    if len(text) > LONGEST:
        raise LinkError(
            _("the link"),
            _("it would have {size} characters; {most} are the most").format(size=len(text), most=LONGEST),
        )
    return text


def read(text: str) -> Link:
    """Return the link whose text this is; raises `LinkError` that says where it is at fault."""
    source = _Bytes(_unsealed(text))
    kind = KINDS[source.whole(_("the kind"), len(KINDS) - 1)]
    name = source.text(_("the game"), LONGEST_SOURCE)
    number = source.whole(_("the step"), max(MOST_FRESH, MOST_PLIES + 1))
    packed = source.take(source.whole(_("the position"), LONGEST), _("the position"))
    seed = source.whole(_("the seed"), MOST_SEED)
    begun = _begun(kind, name, number, _unpacked(packed), seed - 1 if seed else None)
    players = _players(source.text(_("the players"), 9))
    settings, chosen = _read_manner(begun.line.game, source.whole(_("the settings"), MOST_SEED))
    ply = source.whole(_("the ply"), len(begun.line) + MOST_PLIES)
    own = source.whole(_("the number of plies"), MOST_PLIES)
    digest = source.take(DIGEST, _("the digest"))
    if own and kind == "replay" and begun.left is None:
        raise LinkError(_("the number of plies"), _("a script has no plies beyond its own"))
    line = _played(begun.line, own, int.from_bytes(source.rest()), digest)
    if ply > len(line):
        raise LinkError(_("the ply"), _("the line of play has {last} plies").format(last=len(line)))
    return Link(kind, line, ply, begun.key, begun.fresh, begun.left, players, settings, chosen)


class Numbers:
    """The numbers of a line's actions, kept from one line to the next as far as the two are the same."""

    def __init__(self) -> None:
        self._states: tuple[Any, ...] = ()
        self._digits: list[tuple[int, int]] = []

    def of(self, line: Playthrough, base: int) -> list[tuple[int, int]]:
        """Return number and base of each action from ply `base` on."""
        states, game = line.states[base:], line.game
        pairs = enumerate(zip(states, self._states, strict=False))
        same = next((at for at, (one, other) in pairs if one is not other), min(len(states), len(self._states)))
        digits = self._digits[: max(0, same - 1)]
        for state, action in list(zip(states, line.actions[base:], strict=False))[len(digits) :]:
            legal = game.legal_actions(state)
            digits.append((legal.index(action), len(legal)))
        self._states, self._digits = states, digits
        return digits


def _played(line: Playthrough, own: int, number: int, digest: bytes) -> Playthrough:
    """Return the line with its own plies played on it, each by its number; the digest must be that of the whole."""
    game, states, actions, digits = line.game, list(line.states), list(line.actions), []
    outdated = _("the rules have changed since, or it was forged")
    for ply in range(len(line) + 1, len(line) + own + 1):
        legal = game.legal_actions(states[-1])
        if not legal:
            raise LinkError(_("ply {ply}").format(ply=ply), _("the game had ended before; {why}").format(why=outdated))
        number, at = divmod(number, len(legal))
        states.append(play(game, states[-1], legal[at]))
        actions.append(legal[at])
        digits.append((at, len(legal)))
    whole = Playthrough(game, tuple(states), tuple(actions), line.seed, line.captions)
    if number or _digest(whole, len(line), digits) != digest:
        raise LinkError(_("the line of play"), _("it does not come out as it did; {why}").format(why=outdated))
    return whole


def _begun(kind: str, name: str, number: int, position: str, seed: int | None) -> Link:
    """Return the link without its own plies."""
    try:
        if kind == "exercise":
            if number > MOST_FRESH:
                raise LinkError(
                    _("the exercise"), _("its fresh positions have numbers up to {most}").format(most=MOST_FRESH)
                )
            posed = _posed(name, number)
            return Link(kind, Playthrough.begin(posed.game, posed.position), 0, name, number)
        if kind == "replay":
            script = _script(name)
            left = number - 1 if number else None
            if left is not None and left > len(script.line):
                raise LinkError(_("the step"), _("the script has {last} plies").format(last=len(script.line)))
            return Link(kind, script.line if left is None else script.line.upto(left), 0, name, left=left)
        if kind == "made":
            posed = _made(position)
            return Link(kind, Playthrough.begin(posed.game, posed.position), 0, position)
        game = Setting(_game(name)) if kind == "setting" else _game(name)
        return Link(kind, Playthrough.begin(game, position, seed), 0)
    except NotationError as error:
        raise LinkError(_("the position"), _("it is none of this game")) from error


def _posed(key: str, number: int) -> Exercise:
    try:
        posed = find_exercise(key)
    except ExerciseError as error:
        raise LinkError(_("the exercise"), _("this book has none of that name")) from error
    if number and not posed.fresh[0]:
        raise LinkError(_("the exercise"), _("it has one position only"))
    found = posed.numbered(number)
    if found is None:
        raise LinkError(_("the exercise"), _("there is no fresh position of that number"))
    return found


def _made(text: str) -> Exercise:
    try:
        return read_exercise(text)
    except ExerciseError as error:
        raise LinkError(_("the exercise"), _("it cannot be made")) from error


def _script(key: str) -> Script:
    game = key.partition("/")[0]
    if game not in GAMES or key not in script_names(game):
        raise LinkError(_("the replay"), _("this book has none of that name"))
    try:
        return find_script(key)
    except ScriptError as error:
        raise LinkError(_("the replay"), _("it cannot be told")) from error


def _game(header: str) -> AnyGame:
    """Return the game that a header names."""
    key = header.partition(" ")[0]
    if key not in GAMES:
        raise LinkError(_("the game"), _("this book has none of that name"))
    try:
        return parse_offered(header)
    except NotationError as error:
        raise LinkError(_("the game"), _("a link cannot name {name} so").format(name=GAMES[key].name)) from error


def _header(game: AnyGame) -> str:
    """Return the header that a link carries; raises `LinkError` for a game that reads a file."""
    rules = game.game if isinstance(game, Setting) else game
    for name, usual in file_options(type(rules)).items():
        if getattr(rules, name) != usual:
            raise LinkError(_("the game"), _("{name} is from a file, which no link carries").format(name=name))
    return rules.header()


def _source(link: Link) -> str:
    if link.kind == "made":
        return ""
    return link.key or _header(link.line.game)


def _position(link: Link) -> str:
    """Return where a line begins that begins neither as its game does nor as its exercise or script."""
    if link.kind == "made":
        return link.key
    first = link.line.states[0]
    return "" if link.key or first == link.line.game.initial_state() else link.line.game.to_text(first)


def _manner(game: AnyGame, link: Link) -> int:
    """Return as one number how dice fall and bots are set."""
    set_to = dict(link.settings)
    whole = 0
    for temper in reversed(game.tempers):
        choices = [value for value, _label in temper.choices]
        whole = whole * len(choices) + choices.index(set_to.get(temper.name, choices[0]))
    return 2 * whole + link.chosen


def _read_manner(game: AnyGame, number: int) -> tuple[tuple[tuple[str, str], ...], bool]:
    whole, chosen = divmod(number, 2)
    settings = []
    for temper in game.tempers:
        whole, at = divmod(whole, len(temper.choices))
        if at:
            settings.append((temper.name, temper.choices[at][0]))
    if whole:
        raise LinkError(_("the settings"), _("the bots of this game have no such settings"))
    return tuple(settings), bool(chosen)


def _players(digits: str) -> tuple[str, ...]:
    if not all(digit in "012345" for digit in digits):
        raise LinkError(_("the players"), _("there are {known}").format(known=", ".join(PLAYERS)))
    return tuple(PLAYERS[int(digit)] for digit in digits)


def _digest(line: Playthrough, base: int, digits: Iterable[tuple[int, int]]) -> bytes:
    """Return what tells that the engine makes the same of a line: options, first and last state, how much was legal."""
    game, states = line.game, line.states
    legal = " ".join(str(count) for _at, count in digits)
    facts = (_header(game), game.to_text(states[0]), str(base), legal, game.to_text(states[-1]))
    return sha256("\n".join(facts).encode()).digest()[:DIGEST]


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4)[-CHECKSUM:]


def _unsealed(text: str) -> bytes:
    """Return the bytes of a link whose checksum is right."""
    if len(text) > LONGEST:
        raise LinkError(_("the link"), _("it has more than {most} characters").format(most=LONGEST))
    if text[:1].isdigit() and text[:1] != EDITION:
        raise LinkError(_("the first character"), _("it is from another edition of this book"))
    if text[:1] != EDITION:
        raise LinkError(_("the first character"), _("a link to a board begins with {edition}").format(edition=EDITION))
    letters = text[1:]
    sound = SIGNS.match(letters)
    if sound is None or sound.end() < len(letters):
        at = 2 + (sound.end() if sound else 0)
        raise LinkError(_("character {at}").format(at=at), _("no link has such a character"))
    try:
        sealed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error as error:
        raise LinkError(_("the end"), _("characters are missing")) from error
    body = sealed[:-CHECKSUM]
    if not body or _checksum(body) != sealed[-CHECKSUM:]:
        raise LinkError(_("the link"), _("characters are missing or have been changed"))
    return body


def _whole(number: int) -> bytes:
    """Return a whole number as bytes of seven bits, the last one below 128."""
    high, low = divmod(number, 128)
    return _whole_above(high) + bytes((low,))


def _whole_above(number: int) -> bytes:
    high, low = divmod(number, 128)
    return _whole_above(high) + bytes((low + 128,)) if number else b""


def _text(words: str) -> bytes:
    letters = words.encode()
    return _whole(len(letters)) + letters


def _packed(words: str) -> bytes:
    if len(words) > LONGEST_POSITION:
        raise LinkError(_("the position"), _("it is too long for a link"))
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(words.encode()) + packer.flush() if words else b""
    return _whole(len(packed)) + packed


def _unpacked(packed: bytes) -> str:
    unpacker = zlib.decompressobj(-15)
    try:
        words = unpacker.decompress(packed, LONGEST_POSITION) if packed else b""
        if packed and not unpacker.eof:
            raise LinkError(_("the position"), _("it is too long for a link"))
        return words.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise LinkError(_("the position"), _("it cannot be read")) from error


class _Bytes:
    """The bytes of a link, read one field after another; each names itself where it is at fault."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    def take(self, count: int, place: str) -> bytes:
        """Return the next `count` bytes."""
        taken = self._body[self._at : self._at + count]
        if len(taken) < count:
            raise LinkError(place, _("the link ends there"))
        self._at += count
        return taken

    def whole(self, place: str, most: int) -> int:
        """Return the next whole number, `most` at the most."""
        number, byte = 0, 128
        while byte >= 128 and number <= most:
            byte = self.take(1, place)[0]
            number = number * 128 + byte % 128
        if byte >= 128 or number > most:
            raise LinkError(place, _("it is larger than it can be"))
        return number

    def text(self, place: str, longest: int) -> str:
        """Return the next words, plain letters."""
        letters = self.take(self.whole(place, longest), place)
        if not letters.isascii():
            raise LinkError(place, _("it is not written in plain letters"))
        return letters.decode()

    def rest(self) -> bytes:
        """Return all that is left."""
        return self._body[self._at :]
