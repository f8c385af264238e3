"""Policies: what chooses an action. `policy(game, state, rng)` returns a legal action."""

from __future__ import annotations

import random
from typing import Any

from rulebook.game import CHANCE, AnyGame, Policy, draw
from rulebook.search import searcher

MANY = 200
"""With so many actions a greedy player judges each at once."""


def random_policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return any legal action, each as likely; at a chance node one by its probability."""
    if game.current_player(state) == CHANCE:
        return draw(game, state, rng)
    return rng.choice(game.legal_actions(state))


def greedy_policy(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Return the action after which the seat stands best by `game.promise`, one of the best at random.

    Where an action leaves the same seat to decide, what it can best make of that decision counts. What the seat cannot
    see it guesses: it looks ahead from states that look the same to it, as many as the game asks for.
    """
    seat = game.current_player(state)
    if seat == CHANCE:
        return draw(game, state, rng)
    actions = game.legal_actions(state)
    if len(actions) == 1:
        return actions[0]
    depth = game.look_ahead if len(actions) < MANY else 1
    worths = [0.0] * len(actions)
    for _guess in range(game.guesses):
        guessed = game.resample(state, seat, rng)
        for at, action in enumerate(actions):
            worths[at] += _worth(game, game.apply(guessed, action), seat, rng, depth)
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

LEVELS: dict[str, int] = {"easy": 1, "middle": 10, "hard": 100}
"""The three levels of bots, each a number of playouts for a decision."""
OVERLOOKS: dict[str, float] = {"easy": 0.6, "middle": 0.3, "hard": 0.0}
"""How likely each level does not notice an action at all.

Where one look already tells what is good, ten times the playouts win no more games; what is overlooked loses some.
"""

POLICIES: dict[str, Policy] = {
    "random": random_policy,
    "greedy": greedy_policy,
    **{level: searcher(playouts, OVERLOOKS[level]) for level, playouts in LEVELS.items()},
}
"""The policies by the names that commands and controls use."""
