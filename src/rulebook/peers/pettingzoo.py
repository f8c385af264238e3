"""Every game of the book as an environment of PettingZoo: `env("hong board=inner lair=yes")`.

Each seat is an agent, `player_0` and so on. Chance is drawn between their turns, by the seed of `reset`. An agent sees
a dictionary: `observation` has the numbers of what it may see (`encoding.numbers`) behind each other, filled up with 0;
`action_mask` has 1 for each action it may choose, and 0 everywhere while another is to move.

An action is the place of an action of the game among the legal ones, as in `rulebook.peers.openspiel`; what each of
them means stands in its notation under `actions` in the agent's information. The reward comes at the end: 1 for a win,
-1 for a loss, shares of them where several win or lose.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from rulebook.game import CHANCE
from rulebook.peers.encoding import NOTHING, WIDE, Moment, bounds, numbers
from rulebook.registry import parse_game

Observation = dict[str, NDArray[Any]]


def env(header: str, render_mode: str | None = None) -> AECEnv[str, Observation, int]:
    """Return the environment of the game that a header names, with PettingZoo's usual guards.

    An illegal action ends play and costs who chose it 1. Raises `NotationError` for a header that names no game.
    """
    bare = BookEnv(header, render_mode)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(bare, illegal_reward=-1)))


class BookEnv(AECEnv[str, Observation, int]):
    """A game of the book as agents play it in turn; `render_mode` may be `ansi` for lines of text."""

    def __init__(self, header: str, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = parse_game(header)
        self.bounds = bounds(self.game)
        name = f"rulebook_{self.game.key}_v0"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode}: it is ansi or none at all")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.action_spaces = {agent: Discrete(self.bounds.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(NOTHING, WIDE, (self.bounds.numbers,), np.int32),
                    "action_mask": Box(0, 1, (self.bounds.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """Return what an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Return what an agent can choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed brings the same chance."""
        self._rng = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on(Moment(self.game, self.game.initial_state()))

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is. Raises `ValueError` for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"no action: {agent} is to choose one")
        chosen = self._moment.action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self._go_on(self._moment.then(chosen))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may see, and which actions it may choose."""
        found = numbers(self.game.observation(self._moment.state, self.possible_agents.index(agent)))
        self.bounds.check("numbers", len(found))
        seen = np.zeros(self.bounds.numbers, np.int32)
        seen[: len(found)] = found
        mask = np.zeros(self.bounds.actions, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._moment.actions)] = 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """Return the position in lines of text if the render mode is `ansi`."""
        return self.game.sketch(self._moment.state) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: no window is open."""

    def _go_on(self, moment: Moment) -> None:
        """Let chance decide until a seat is to, then ask it; or end play."""
        while moment.player == CHANCE:
            moment = moment.then(self.game.draw(moment.state, self._rng))
        self._moment = moment
        if moment.player >= 0:
            self.agent_selection = self.agents[moment.player]
            self.infos[self.agent_selection] = {"actions": tuple(map(str, moment.actions))}
        elif moment.late:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.game.returns(moment.state), strict=True))
