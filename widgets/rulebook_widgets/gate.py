"""The gate between a page and its kernel: it lets through only what the book's own pages say.

Kernels run code for whoever may speak to them, and widgets take whatever traits a page sets. A page of the book needs
neither: it asks for the widgets' states once and then sends messages of its own, which a session judges. All else is
dropped here, before the server or the kernel has looked at it: other kinds of messages, traits, long ones, damaged
ones, and more of them than a reader's hand can send.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

LONGEST = 64 * 1024
"""How many bytes a message may have."""
PARTS = 8
"""Of how many parts a message may be made: channel, header, parent, metadata, content, and what ends it."""
A_SECOND, AT_ONCE = 40, 400
"""How many messages a page may send in the long run, and how many in a row; a long one counts as many."""
COUNTS = 1024
"""How many bytes of a message count as one more."""
CONTROLS = 16
"""How many control comms a page may have open; one is enough, and each takes room in the kernel."""
LONGEST_NAME = 64
"""How many characters the name of a comm may have."""
ASKS = frozenset({"kernel_info_request", "comm_info_request"})
"""What a page may ask its kernel beside what it says to widgets."""
CONTROL = "jupyter.widget.control"
"""The target at which a page asks for the states of all widgets."""
METHODS = frozenset({"custom", "request_state", "request_states"})
"""What a page may say to a widget; it sets no trait."""

Words = tuple[str, str, dict[str, Any]]
"""Channel, kind and content of a message."""


class Damaged(ValueError):
    """A message that is none; the text says why."""


@dataclass
class Gate:
    """The gate of one page's line; `clock` gives seconds."""

    clock: Callable[[], float] = time.monotonic
    dropped: int = 0
    """How many messages were not let through."""
    _own: set[str] = field(default_factory=set)
    """The control comms that this page has opened."""
    _left: float = AT_ONCE
    _since: float | None = None

    def lets(self, message: str | bytes, older: bool = False) -> bool:
        """Tell whether a message of the page may pass; `older` is the protocol of plain JSON.

        Never raises, whatever is sent.
        """
        passes = self._paces(1 + len(message) // COUNTS) and self._fits(message, older)
        self.dropped += not passes
        return passes

    def _paces(self, count: int) -> bool:
        now = self.clock()
        if self._since is not None:
            self._left = min(AT_ONCE, self._left + (now - self._since) * A_SECOND)
        self._since = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def _fits(self, message: str | bytes, older: bool) -> bool:
        try:
            channel, kind, content = (read_older if older else read)(message)
            return channel == "shell" and self._may_say(kind, content)
        except (Damaged, ValueError, TypeError, AttributeError, KeyError, RecursionError):
            return False

    def _may_say(self, kind: str, content: dict[str, Any]) -> bool:
        if kind in ASKS:
            return True
        comm = content["comm_id"]
        if not isinstance(comm, str) or len(comm) > LONGEST_NAME:
            return False
        if kind == "comm_open" and content["target_name"] == CONTROL and len(self._own) < CONTROLS:
            self._own.add(comm)
            return True
        if kind == "comm_close" and comm in self._own:
            self._own.remove(comm)
            return True
        return kind == "comm_msg" and content["data"]["method"] in METHODS


def read(message: str | bytes) -> Words:
    """Return the channel, kind and content of a message as pages send it today. Raises `ValueError`.

    It begins with numbers of eight bytes each, how many offsets follow and the offsets of its parts; none is believed.
    """
    if isinstance(message, str) or not 8 <= len(message) <= LONGEST:
        raise Damaged("no bytes, or too many or too few")
    count = int.from_bytes(message[:8], "little")
    if not 6 <= count <= PARTS or len(message) < 8 * (count + 1):
        raise Damaged(f"{count} offsets")
    offsets = [int.from_bytes(message[8 * at : 8 * (at + 1)], "little") for at in range(1, count + 1)]
    if offsets[0] != 8 * (count + 1) or offsets[-1] != len(message) or sorted(offsets) != offsets:
        raise Damaged("offsets that do not fit")
    parts = [message[start:end] for start, end in pairwise(offsets)]
    header, _parent, _metadata, content = (_table(part) for part in parts[1:5])
    return parts[0].decode("utf-8"), _kind(header), content


def read_older(message: str | bytes) -> Words:
    """Return the channel, kind and content of a message in the protocol of plain JSON. Raises `ValueError`."""
    if isinstance(message, bytes) or len(message) > LONGEST:
        raise Damaged("not text, or too much of it")
    table = _table(message)
    return str(table.get("channel", "shell")), _kind(table["header"]), table["content"]


def _table(text: str | bytes) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise Damaged("a part that is no table")
    return found


def _kind(header: dict[str, Any]) -> str:
    return str(header["msg_type"])
