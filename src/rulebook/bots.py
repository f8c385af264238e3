"""Policies: what chooses an action. `policy(game, state, rng)` returns a legal action."""

from __future__ import annotations

import random
from typing import Any

from rulebook.game import CHANCE, AnyGame, Policy, draw

LOOK_AHEAD = 3
"""How many of its own decisions in a row a greedy player looks through before it judges."""


def random_policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return any legal action, each as likely; at a chance node one by its probability."""
    if game.current_player(state) == CHANCE:
        return draw(game, state, rng)
    return rng.choice(game.legal_actions(state))


def greedy_policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return the action after which the seat stands best by `game.promise`, one of the best at random.

    Where an action leaves the same seat to decide, what it can best make of that decision counts. What the seat cannot
    see it guesses: it looks ahead from a state that looks the same to it.
    """
    seat = game.current_player(state)
    if seat == CHANCE:
        return draw(game, state, rng)
    state = game.resample(state, seat, rng)
    actions = game.legal_actions(state)
    worths = [
        _worth(game, game.apply(state, action), seat, rng, LOOK_AHEAD if len(actions) < 200 else 1)
        for action in actions
    ]
    best = max(worths)
    return rng.choice([action for action, worth in zip(actions, worths, strict=True) if worth == best])


def _worth(game: AnyGame, state: Any, seat: int, rng: random.Random, depth: int) -> float:
    if depth > 1 and game.current_player(state) == seat:
        actions = game.legal_actions(state)
        if len(actions) > MOST_REPLIES:
            actions = tuple(rng.sample(actions, MOST_REPLIES))
        return max(_worth(game, game.apply(state, action), seat, rng, depth - 1) for action in actions)
    return game.promise(state, seat)


MOST_REPLIES = 12
"""How many of its own follow-ups a greedy player looks at, drawn at random where there are more."""

POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}
"""The policies by the names that commands and controls use."""
