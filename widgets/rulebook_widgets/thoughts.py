"""Thoughts: what takes long to work out, as values that can be worked out anywhere.

A session names the thoughts that it waits for; whoever works them out gives each back with its answer. Thoughts about
the same position are equal, so that an answer is known to be waited for still, or to come too late.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from rulebook.bots import POLICIES
from rulebook.coach import Advice, Review, advise, review
from rulebook.game import AnyGame


@dataclass(frozen=True, slots=True)
class BotsPly:
    """What a bot does in a state; the same seed gives the same ply."""

    game: AnyGame
    state: Any
    player: str
    settings: tuple[tuple[str, str], ...]
    """How the bot is set, by the names of `game.tempers`."""
    seed: str

    def answer(self) -> Any:
        """Return the bot's action."""
        policy = self.game.temper(POLICIES[self.player], dict(self.settings))
        return policy(self.game, self.state, random.Random(self.seed))


@dataclass(frozen=True, slots=True)
class Question:
    """What a reader asks the coach: what to do at a ply, or how good an action there was."""

    game: AnyGame
    state: Any
    """The state in which is decided."""
    ply: int
    """The number of plies before it."""
    seed: int
    action: Any = None
    """What was done; `None` to ask what to do."""
    last: int | None = None
    """The ply of the reader's last decision at the moment of asking."""

    def answer(self) -> Advice | Review:
        """Return what the coach finds."""
        if self.action is None:
            return advise(self.game, self.state, self.seed)
        return review(self.game, self.state, self.action, self.seed)


Thought = BotsPly | Question
