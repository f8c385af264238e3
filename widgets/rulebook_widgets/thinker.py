"""The thread on which thoughts are worked out, so that boards go on answering their readers.

It is one a kernel, works out one thought after another, and does not keep a kernel alive whose reader has left.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from rulebook_widgets.thoughts import Thought

Tell = Callable[[Thought, Any, Exception | None], None]
"""What is told a thought, and its answer or why there is none."""


@dataclass(frozen=True)
class _Job:
    thought: Thought
    wanted: Callable[[], bool]
    tell: Tell
    loop: asyncio.AbstractEventLoop | None


class Thinker:
    """A thread that works out thoughts in the order in which they are asked for."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, thought: Thought, wanted: Callable[[], bool], tell: Tell) -> None:
        """Work out a thought, and tell its answer on the loop from which it was asked.

        Where no loop runs it is told before this returns. What is no longer `wanted` when its turn comes is dropped.
        """
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            _work_out(_Job(thought, wanted, tell, None))
            return
        self._jobs.put(_Job(thought, wanted, tell, loop))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="rulebook-thinker", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            _work_out(self._jobs.get())


def _work_out(job: _Job) -> None:
    if not job.wanted():
        return
    answer, failure = None, None
    try:
        answer = job.thought.answer()
    except Exception as error:
        failure = error
    if job.loop is None:
        job.tell(job.thought, answer, failure)
    elif not job.loop.is_closed():
        job.loop.call_soon_threadsafe(job.tell, job.thought, answer, failure)


THINKER = Thinker()
"""The thinker of this kernel."""
