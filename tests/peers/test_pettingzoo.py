"""PettingZoo's own checks on every game and variant of the book."""

import random
import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from rulebook.game import NotationError
from rulebook.peers import encoding
from rulebook.peers.encoding import Bounds
from rulebook.peers.pettingzoo import BookEnv, env
from rulebook.registry import every_variant

HEADERS = [game.header() for game in every_variant()]
MASKED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)
"""What PettingZoo remarks on every environment with an action mask that is none of its own."""
headers = pytest.mark.parametrize("header", HEADERS)


@headers
def test_pettingzoos_own_check_finds_nothing(header):
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        api_test(env(header), num_cycles=1000)
    assert [str(remark.message) for remark in remarks if not str(remark.message).startswith(MASKED)] == []


@headers
def test_the_same_seed_brings_the_same_game(header):
    seed_test(lambda: env(header), num_cycles=50)


@pytest.mark.parametrize("header", ["hong lair=yes", "dictator fog=yes", "dragonheart", "gong players=3", "wuxia"])
def test_a_game_is_played_to_its_score(header):
    table = BookEnv(header, render_mode="ansi")
    table.reset(seed=1)
    rng = random.Random(2)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, ended, truncated, info = table.last()
        got[agent] += reward
        assert not truncated
        assert table.render()
        if ended:
            table.step(None)
            continue
        assert seen["action_mask"].sum() == len(info["actions"])
        assert all(str(table.game.parse(notation)) == notation for notation in info["actions"])
        idle = next(other for other in table.agents if other != agent)
        assert table.observe(idle)["action_mask"].sum() == 0
        table.step(rng.randrange(len(info["actions"])))
    assert sum(got.values()) == pytest.approx(0)
    assert max(got.values()) == 1


def test_an_illegal_action_ends_play_and_costs_one():
    table = env("hong")
    table.reset(seed=1)
    table.step(2000)
    assert all(table.terminations.values())
    assert table.rewards == {"player_0": -1, "player_1": 0}


def test_without_the_guards_an_illegal_action_is_refused():
    table = BookEnv("hong stones=0")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="action 122: 122 are legal here"):
        table.step(122)
    with pytest.raises(ValueError, match="player_0 is to choose one"):
        table.step(None)


def test_play_without_end_is_cut_off(monkeypatch):
    monkeypatch.setitem(encoding.BOUNDS, "hong", Bounds(actions=2048, outcomes=64, plies=5, numbers=128))
    table = BookEnv("hong")
    table.reset(seed=1)
    for _placement in range(2):
        assert not any(table.truncations.values())
        table.step(0)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_a_bound_that_is_too_small_is_named(monkeypatch):
    monkeypatch.setitem(encoding.BOUNDS, "hong", Bounds(actions=2048, outcomes=64, plies=100, numbers=20))
    table = BookEnv("hong")
    table.reset(seed=1)
    with pytest.raises(OverflowError, match=r"\d+ numbers, but the bound is 20"):
        table.observe("player_0")


def test_what_is_no_game_or_render_mode_is_refused():
    with pytest.raises(NotationError, match="the games are hong"):
        env("chess")
    with pytest.raises(ValueError, match="render_mode=human: it is ansi"):
        env("hong", render_mode="human")
