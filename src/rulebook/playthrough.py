"""A line of play: read, write, replay, undo, redo, branch.

Throughout, a *ply* is one action, chance included; ply 0 is the position before the first, and `states[ply]` the
position after ply `ply`. A playthrough's text is a header, a line `---`, then one action a line in the printed
notation, `#` opening a caption:

    game: hong board=inner
    seed: 7
    ---
    stone d4
    c3 -          # The emperor keeps off the middle.

The header `position:` holds a position's text where play does not begin at the game's own beginning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rulebook.game import TERMINAL, AnyGame, Event, IllegalAction, NotationError, play
from rulebook.registry import parse_game

HEADERS = ("game", "seed", "position")


class PlaythroughError(ValueError):
    """A damaged playthrough: `line` is its number, counted from 1; `rule` is the rule an action breaks, if it does."""

    def __init__(self, line: int, text: str, why: str, rule: str = "") -> None:
        super().__init__(f"line {line}, '{text.strip()[:80]}': {why}" + (f" ({rule})" if rule else ""))
        self.line = line
        self.rule = rule


@dataclass(frozen=True)
class Playthrough:
    """A game, the actions played in it, and every state on the way: one more than the actions."""

    game: AnyGame
    states: tuple[Any, ...]
    actions: tuple[Any, ...] = ()
    seed: int | None = None
    captions: tuple[tuple[int, str], ...] = ()
    """(ply, words) in order."""

    @classmethod
    def begin(cls, game: AnyGame, position: str = "", seed: int | None = None) -> Playthrough:
        """Return the playthrough without a ply, from the game's beginning or a position's text."""
        state = game.from_text(position) if position else game.initial_state()
        return cls(game, (state,), seed=seed)

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def state(self) -> Any:
        """The last state."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.current_player(self.state) == TERMINAL

    def then(self, action: Any) -> Playthrough:
        """Return the playthrough one ply longer; raises `IllegalAction`."""
        state = play(self.game, self.state, action)
        return replace(self, states=(*self.states, state), actions=(*self.actions, action))

    def upto(self, ply: int) -> Playthrough:
        """Return the first `ply` plies; raises `IndexError` outside 0 to the length."""
        self._check(ply)
        captions = tuple((at, words) for at, words in self.captions if at <= ply)
        return replace(self, states=self.states[: ply + 1], actions=self.actions[:ply], captions=captions)

    def events(self, ply: int) -> tuple[Event, ...]:
        """Return what ply `ply` did; nothing for ply 0."""
        self._check(ply)
        told: list[Event] = []
        if ply:
            self.game.apply(self.states[ply - 1], self.actions[ply - 1], told)
        return tuple(told)

    def caption(self, ply: int) -> str:
        """Return the caption of a ply, or `""`."""
        return dict(self.captions).get(ply, "")

    def since(self, action: Any, ply: int | None = None) -> int | None:
        """Return the ply that made `action` illegal: legal before it, refused ever since for its reason at `ply`.

        `None` if it is legal, or if no ply did it: where there were other reasons before, no one can say which ply
        brought this one about.
        """
        at = len(self) if ply is None else ply
        reason = self.game.objection(self.states[at], action)
        if reason is None:
            return None
        while at and any(
            (before.rule, before.message) == (reason.rule, reason.message)
            for before in self.game.objections(self.states[at - 1], action)
        ):
            at -= 1
        return at if at and self.game.objection(self.states[at - 1], action) is None else None

    def write(self) -> str:
        """Return the playthrough as text, ending with a line end."""
        lines = [f"game: {self.game.header()}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.states[0] != self.game.initial_state():
            lines.append(f"position: {self.game.to_text(self.states[0])}")
        lines.append("---")
        if opening := self.caption(0):
            lines.append(f"# {opening}")
        for ply, action in enumerate(self.actions, 1):
            caption = self.caption(ply)
            lines.append(f"{action!s:<13} # {caption}" if caption else str(action))
        return "\n".join(lines) + "\n"

    def _check(self, ply: int) -> None:
        if not 0 <= ply <= len(self):
            raise IndexError(f"there is no ply {ply}; this line of play has plies 0 to {len(self)}")


def read(text: str) -> Playthrough:
    """Return the playthrough whose text this is; raises `PlaythroughError` that names line, action and rule."""
    lines = text.splitlines()
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() == "---":
            break
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in HEADERS or key in header:
            raise PlaythroughError(number, line, f"a header line is one of {', '.join(HEADERS)}, each once, then ---")
        header[key] = (number, value.strip())
    else:
        last = lines[-1] if lines else ""
        raise PlaythroughError(len(lines) or 1, last, "the line --- that ends the header is missing")
    return _replay(_begin(header, number), enumerate(lines[number:], number + 1))


def _begin(header: dict[str, tuple[int, str]], end: int) -> Playthrough:
    if "game" not in header:
        raise PlaythroughError(end, "---", "the header names no game; write game: hong")
    number, value = header["game"]
    try:
        game = parse_game(value)
        seed = None
        if "seed" in header:
            number, value = header["seed"]
            if not value.isascii() or not value.isdigit() or len(value) > 18:
                raise NotationError("a seed is a whole number")
            seed = int(value)
        number, value = header.get("position", (number, ""))
        return Playthrough.begin(game, value, seed)
    except NotationError as error:
        raise PlaythroughError(number, value, str(error)) from error


def _replay(line: Playthrough, numbered: Iterable[tuple[int, str]]) -> Playthrough:
    captions: dict[int, str] = {}
    actions, states = [], [line.state]
    for number, text in numbered:
        notation, _, caption = text.partition("#")
        if notation.strip():
            try:
                action = line.game.parse(notation)
                states.append(play(line.game, states[-1], action))
            except NotationError as error:
                raise PlaythroughError(number, notation, str(error)) from error
            except IllegalAction as error:
                raise PlaythroughError(number, notation, error.objection.words, error.objection.rule) from error
            actions.append(action)
        if caption.strip():
            captions[len(actions)] = f"{captions.get(len(actions), '')} {caption.strip()}".strip()
    return replace(line, states=tuple(states), actions=tuple(actions), captions=tuple(captions.items()))


@dataclass(frozen=True)
class History:
    """A line of play with a place in it, and the lines that were left for another."""

    line: Playthrough
    ply: int = 0
    left: tuple[Playthrough, ...] = field(default=())
    """Lines that a branch departed from, the newest first."""

    @property
    def state(self) -> Any:
        """The state at the place reached."""
        return self.line.states[self.ply]

    def act(self, action: Any) -> History:
        """Return the history after `action` here, on a branch if the line went on otherwise.

        Raises `IllegalAction`.
        """
        if self.ply < len(self.line) and self.line.actions[self.ply] == action:
            return replace(self, ply=self.ply + 1)
        longer = self.line.upto(self.ply).then(action)
        left = self.left if self.ply == len(self.line) else (self.line, *self.left)[:MOST_LEFT]
        return History(longer, self.ply + 1, left)

    def go(self, ply: int) -> History:
        """Return the history at another ply of the same line; raises `IndexError`."""
        self.line._check(ply)
        return replace(self, ply=ply)

    def undo(self) -> History:
        """Return the history one ply earlier; raises `IndexError` at the beginning."""
        return self.go(self.ply - 1)

    def redo(self) -> History:
        """Return the history one ply later; raises `IndexError` at the end of the line."""
        return self.go(self.ply + 1)

    def back_to(self, number: int) -> History:
        """Return to the end of the `number`-th line that was left; the present one takes its place.

        Raises `IndexError`.
        """
        if not 0 <= number < len(self.left):
            raise IndexError(f"there is no line {number} to go back to; {len(self.left)} were left")
        line = self.left[number]
        others = (*self.left[:number], *self.left[number + 1 :])
        return History(line, len(line), (self.line, *others))


MOST_LEFT = 8
"""How many lines left behind a history remembers."""
