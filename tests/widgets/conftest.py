"""What several tests of boards and pictures need."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

GAP = "_________/_......._/_......._/_...|..._/_..|-.S._/_.S....S_/_......._/_......._/_________ master"
"""A position of Hong's inner castle in which one tile completes a Hong of size 1."""


def apart(work):
    """Run a coroutine in a thread of its own and return what it returns.

    A process that has driven a browser has a loop of its own on the main thread.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@pytest.fixture
def reached_by_taps():
    """Return `reached_by_taps(looks, state)`: the actions of two touches or fewer of ringed places."""

    def reached(looks, state):
        made = set()
        for first in looks.targets(state, ()):
            meant = looks.gesture(state, (), "", first)
            if not isinstance(meant, tuple):
                made.add(meant)
                continue
            for second in looks.targets(state, meant):
                after = looks.gesture(state, meant, "", second)
                made |= set() if isinstance(after, tuple) else {after}
        return made

    return reached
