"""Places for readers: as many as there may be kernels, and a line of those who wait.

Nothing is kept of a reader but a ticket, a number drawn at random; who does not ask for a while has left the line.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE = 15.0
"""For how many seconds a ticket holds its place without being shown."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The answer to a reader: the ticket to show next time, and how many come first; at 0 the reader may come in."""

    ticket: str
    ahead: int


@dataclass
class Places:
    """The places of a server; `limit` 0 is no limit, `clock` gives seconds."""

    limit: int = 0
    patience: float = PATIENCE
    clock: Callable[[], float] = time.monotonic
    starting: int = 0
    """How many have come in whose kernels are not counted as taken yet."""
    _line: dict[str, float] = field(default_factory=dict)
    """Ticket -> when it was shown last, in the order of arrival."""

    def ask(self, taken: int, ticket: str = "") -> Turn:
        """Return the turn of a reader while `taken` places are taken; who is let in must say `arrived` afterwards.

        A ticket that is none, or has been away for too long, goes to the end of the line.
        """
        now = self.clock()
        self._line = {one: seen for one, seen in self._line.items() if now - seen <= self.patience}
        free = self.limit - taken - self.starting if self.limit else len(self._line) + 1
        if ticket not in self._line:
            ticket = secrets.token_urlsafe(12)
        self._line[ticket] = now
        ahead = list(self._line).index(ticket)
        if ahead < free:
            del self._line[ticket]
            self.starting += 1
            return Turn("", 0)
        return Turn(ticket, ahead - max(free, 0) + 1)

    def arrived(self) -> None:
        """Say that one who was let in has a kernel, or has failed to get one."""
        self.starting -= 1
