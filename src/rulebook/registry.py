"""The games of the book by name; a new game is a folder under `games/` and one line here."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rulebook.game import AnyGame, NotationError
from rulebook.games.dictator import Dictator
from rulebook.games.dragonheart import Dragonheart
from rulebook.games.gong import Gong
from rulebook.games.hong import Hong
from rulebook.games.wuxia import Wuxia

GAMES: dict[str, type[AnyGame]] = {game.key: game for game in (Hong, Dictator, Dragonheart, Gong, Wuxia)}
"""The games by key, in the book's order."""


def parse_game(text: str) -> AnyGame:
    """Return the game that a header such as `hong board=inner lair=yes` names, its options fixed.

    Raises `NotationError` that names the game or option at fault and what is allowed.
    """
    key, *words = text.split() or [""]
    if key not in GAMES:
        raise NotationError(f"'{key}' is no game of this book; the games are {', '.join(GAMES)}")
    given: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in given:
            raise NotationError(f"'{word}': options are written name=value, each once")
        given[name] = value
    return make_game(key, given)


def make_game(key: str, given: dict[str, str]) -> AnyGame:
    """Return the game called `key` with options given as text. Raises `NotationError`."""
    kind = GAMES[key]
    known = {option.name: option for option in fields(kind) if option.init}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise NotationError(f"'{name}' is no option of {kind.name}; its options are {', '.join(known)}")
        values[name] = _convert(name, value, known[name].default)
    try:
        return kind(**values)
    except ValueError as error:
        raise NotationError(str(error)) from error


def _convert(name: str, value: str, default: object) -> object:
    if isinstance(default, bool):
        if value not in ("yes", "no"):
            raise NotationError(f"{name}={value}: write yes or no")
        return value == "yes"
    if isinstance(default, int):
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise NotationError(f"{name}={value}: write a whole number")
        return int(value)
    return value
