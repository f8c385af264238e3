"""The games of the book by name; a new game is a folder under `games/` and one line here."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulebook.game import AnyGame, NotationError, written
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


def parse_offered(text: str) -> AnyGame:
    """Return the game that a header from outside names. Raises `NotationError`, also where it names a file to read."""
    key, *words = text.split() or [""]
    if key in GAMES and (named := {word.partition("=")[0] for word in words} & file_options(GAMES[key]).keys()):
        raise NotationError(f"'{min(named)}' names a file, and none is opened from here")
    return parse_game(text)


def file_options(kind: type[AnyGame]) -> dict[str, str]:
    """Return the options of a game that can name a file, with their defaults: words that no page offers."""
    offered = {option.name for option in kind.options}
    return {
        option.name: option.default
        for option in fields(kind)  # type: ignore[arg-type]
        if option.init and isinstance(option.default, str) and option.name not in offered
    }


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


def every_variant() -> Iterator[AnyGame]:
    """Yield a few games of each kind in which any two choices of two options stand together at least once."""
    for key, kind in GAMES.items():
        names = [option.name for option in kind.options]
        choices = [[value for value, _label in option.choices] for option in kind.options]
        games = [dict(zip(names, values, strict=True)) for values in itertools.product(*choices)]
        together = min(2, len(names))
        met = [frozenset(itertools.combinations(chosen.items(), together)) for chosen in games]
        unmet = frozenset().union(*met)
        while unmet:
            best = max(range(len(games)), key=lambda at: len(met[at] & unmet))
            unmet -= met[best]
            yield make_game(key, games[best])


def variant(game: AnyGame) -> list[str]:
    """Return the options of a game in words, one each: those that are not as usual, and the first if it is a choice.

    >>> variant(parse_game("hong board=inner lair=yes"))
    ['Board: inner castle', 'Lair of the Seven Great Dragons: with']
    """
    usual, named = type(game)(), []
    for option in game.options:
        value = getattr(game, option.name)
        if (option is game.options[0] and len(option.choices) > 2) or value != getattr(usual, option.name):
            named.append(f"{option.label}: {dict(option.choices).get(written(value), written(value))}")
    return named


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
