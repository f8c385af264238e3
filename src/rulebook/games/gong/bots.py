"""How bots of Gong can be set: how often they say Gong."""

from __future__ import annotations

import random
from typing import Any

from rulebook.game import AnyGame, Option, Policy
from rulebook.games.gong.actions import Word
from rulebook.games.gong.state import Stage

ATTENTION = Option(
    "attention",
    "Bots say Gong",
    (("100", "always"), ("75", "three times in four"), ("50", "half the time"), ("25", "rarely"), ("0", "never")),
)
"""In percent: how often a bot notices that Gong is to be said, for itself or for another (GO4.7, GO4.8)."""


def attentive(policy: Policy, percent: int) -> Policy:
    """Return a policy that notices in so many of a hundred cases that Gong is to be said, else is quiet."""

    def play(game: AnyGame, state: Any, rng: random.Random) -> Any:
        if state.stage in (Stage.CATCH, Stage.GONG) and state.player >= 0 and rng.random() * 100 >= percent:
            return Word.QUIET
        return policy(game, state, rng)

    return play
