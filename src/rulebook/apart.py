"""A plan played in a process of its own, so that whoever asked for it can go on answering.

The process is the meekest of its machine. It ends when the plan is played, when it is told to, and when whoever started
it is gone.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection

from rulebook.lab import Plan, Record
from rulebook.spread import Failure, attempt

MEEK = 10
"""How far the process stands back behind others."""


class Apart:
    """A plan under way elsewhere."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_play, args=(plan, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.over = False
        """Whether nothing more will come."""

    def arrived(self) -> list[Record | Failure]:
        """Return what has come since the last call; never wait."""
        found: list[Record | Failure] = []
        try:
            while not self.over and self._pipe.poll():
                found.append(self._pipe.recv())
        except (EOFError, OSError):
            self.end()
        return found

    def end(self) -> None:
        """End the process at once; what has not been fetched is lost."""
        self.over = True
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _play(plan: Plan, pipe: Connection) -> None:
    """Play a plan and send what comes of each game as soon as it is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(MEEK)
    threading.Thread(target=_follow_parent, daemon=True).start()
    for trial in plan:
        pipe.send(attempt(trial))


def _follow_parent() -> None:
    """End this process when the one that started it ends, however that was."""
    if parent := parent_process():
        parent.join()
    os._exit(0)
