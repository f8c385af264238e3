"""What a page says to a board: messages by name, each with the fields it needs, and how they are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.game import Objection

LONGEST = 200
"""How many characters of a message's text are looked at."""


class MessageError(ValueError):
    """A message from the page that this board does not know."""


Fields = Mapping[str, Any]
Handler = Callable[[Any, Fields], None]
HANDLERS: dict[str, tuple[str, dict[str, type | tuple[type, ...]]]] = {}
"""What a page may say: the name, the name of the method that answers, and the fields it needs with their types."""
_ANSWERS: set[tuple[str, Handler]] = set()
"""The methods that are marked as answers, each with the name of its message."""


def hears(name: str, /, **kinds: type | tuple[type, ...]) -> Callable[[Handler], Handler]:
    """Mark a method as the answer to messages called `name`."""

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = (handler.__name__, kinds)
        _ANSWERS.add((name, handler))
        return handler

    return mark


def hears_of(board: type, name: str) -> bool:
    """Tell whether a kind of board answers messages called `name`: not by a method that is only called the same."""
    method, _kinds = HANDLERS.get(name, ("", {}))
    return any((name, vars(kind).get(method)) in _ANSWERS for kind in board.__mro__)


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
