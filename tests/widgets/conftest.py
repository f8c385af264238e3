"""What several tests of pictures need."""

import pytest


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
