"""OpenSpiel's own checks and its own players, on every game and variant of the book."""

import random
from itertools import pairwise

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from rulebook.bots import random_policy
from rulebook.game import TERMINAL
from rulebook.peers import encoding
from rulebook.peers.encoding import Bounds, Moment, numbers, text
from rulebook.peers.openspiel import game_string, load
from rulebook.registry import every_variant, parse_game

VARIANTS = list(every_variant())
HEADERS = ("hong lair=yes", "dictator fog=yes", "dragonheart", "gong variant=fight players=3", "wuxia players=3")


def over(games):
    return pytest.mark.parametrize("game", games, ids=lambda game: game.header())


def walk(game, seed):
    """Yield the states of one game of random play."""
    rng = random.Random(seed)
    state = game.initial_state()
    while game.current_player(state) != TERMINAL:
        yield state
        state = game.apply(state, random_policy(game, state, rng))
    yield state


@over(VARIANTS)
def test_openspiels_own_simulations_find_nothing(game):
    pyspiel.random_sim_test(load(game), 1, True, False)


@over(VARIANTS)
def test_openspiel_writes_a_playthrough_to_the_end(game):
    lines = playthrough(game_string(game), None, seed=1).splitlines()
    assert lines.count("IsTerminal() = True") == 1
    scores = lines[-1].removeprefix("Returns() = [").removesuffix("]").split(", ")
    assert len(scores) == game.num_players
    assert sum(map(float, scores)) == pytest.approx(0, abs=1e-3)


@over(VARIANTS)
def test_a_game_is_loaded_with_its_options(game):
    loaded = load(game)
    assert loaded.rules == game
    assert loaded.num_players() == game.num_players
    hidden = loaded.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hidden == game.hides


@pytest.mark.parametrize("header", HEADERS)
def test_both_play_the_same_game(header):
    game = parse_game(header)
    rng = random.Random(2)
    own, theirs = game.initial_state(), load(game).new_initial_state()
    while not theirs.is_terminal():
        actions = game.legal_actions(own)
        player = theirs.current_player()
        assert player == game.current_player(own)
        assert [theirs.action_to_string(player, at) for at in theirs.legal_actions()] == list(map(str, actions))
        if theirs.is_chance_node():
            assert dict(theirs.chance_outcomes()) == pytest.approx(
                {at: float(share) for at, (_action, share) in enumerate(game.chance_outcomes(own))}
            )
        at = rng.randrange(len(actions))
        own = game.apply(own, actions[at])
        theirs.apply_action(at)
    assert game.current_player(own) == TERMINAL
    assert tuple(theirs.returns()) == pytest.approx(game.returns(own))
    _loaded, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(theirs.get_game(), theirs))
    assert str(again) == str(theirs) == game.to_text(own)


@over(VARIANTS)
def test_what_a_seat_may_do_follows_from_what_it_may_see(game):
    """Worlds that look the same are gone on from; wherever two lines look the same to a seat, it has the same ids."""
    rng = random.Random(3)
    loaded = load(game)
    ids = {}
    for state in walk(game, 4):
        seat = game.current_player(state)
        if seat < 0 or rng.random() < 0.8:
            continue
        here = loaded.new_initial_state()
        here.moment = Moment(game, state)
        for _world in range(3):
            other = here.resample_from_infostate(seat, rng.random)
            assert other.current_player() == seat
            assert other.information_state_string(seat) == here.information_state_string(seat)
            for _ply in range(4):
                player = other.current_player()
                if player >= 0:
                    key = (player, other.information_state_string(player))
                    assert ids.setdefault(key, other.moment.actions) == other.moment.actions
                if not other.is_terminal():
                    other.apply_action(rng.choice(other.legal_actions()))


@over(VARIANTS)
def test_text_and_numbers_are_equal_exactly_when_what_is_seen_is(game):
    rng = random.Random(5)
    states = list(walk(game, 6))
    for state, after in rng.sample(list(pairwise(states)), min(40, len(states) - 1)):
        for seat in range(game.num_players):
            first = game.observation(state, seat)
            for other in (after, rng.choice(states), game.resample(state, seat, rng)):
                second = game.observation(other, seat)
                assert (text(first) == text(second)) == (first == second)
                assert (numbers(first) == numbers(second)) == (first == second)


def play_out(loaded, bot, rng):
    """Return the end of a game that `bot` plays as the first seat against random play."""
    state = loaded.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=shares)))
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@over([game for game in VARIANTS if not game.hides])
def test_openspiels_tree_search_plays_the_open_games(game):
    rng = np.random.RandomState(7)
    loaded = load(game)
    bot = MCTSBot(loaded, 2.0, 3, RandomRolloutEvaluator(1, rng, max_length=10), random_state=rng)
    assert sum(play_out(loaded, bot, rng).returns()) == pytest.approx(0)


@over([game for game in VARIANTS if game.hides])
def test_openspiels_search_of_information_sets_plays_the_hidden_games(game):
    rng = np.random.RandomState(8)
    loaded = load(game)
    bot = ISMCTSBot(loaded, RandomRolloutEvaluator(1, rng, max_length=10), 2.0, 3, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    assert sum(play_out(loaded, bot, rng).returns()) == pytest.approx(0)


def test_tree_search_beats_random_play_where_it_can_look_to_the_end():
    game = parse_game("hong board=###/### stones=1 target=1")
    rng = np.random.RandomState(9)
    loaded = load(game)
    bot = MCTSBot(loaded, 2.0, 60, RandomRolloutEvaluator(1, rng), random_state=rng)
    assert sum(play_out(loaded, bot, rng).returns()[0] > 0 for _game in range(20)) >= 15


def test_a_state_knows_no_action_beyond_the_legal_ones():
    state = load(parse_game("hong stones=0")).new_initial_state()
    with pytest.raises(ValueError, match="action 122: 122 are legal here"):
        state.moment.action(122)


def test_an_option_that_the_game_does_not_know_is_refused_with_what_is_allowed():
    with pytest.raises(ValueError, match="boards are castle"):
        pyspiel.load_game("python_rulebook_hong(board=nowhere)")


def test_play_without_end_is_a_draw(monkeypatch):
    monkeypatch.setitem(encoding.BOUNDS, "hong", Bounds(actions=2048, outcomes=64, plies=5, numbers=128))
    game = load(parse_game("hong"))
    assert game.max_game_length() == 5
    state = game.new_initial_state()
    for _ply in range(5):
        assert not state.is_terminal()
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_a_bound_that_is_too_small_is_named(monkeypatch):
    monkeypatch.setitem(encoding.BOUNDS, "hong", Bounds(actions=100, outcomes=64, plies=100, numbers=128))
    state = load(parse_game("hong stones=0")).new_initial_state()
    with pytest.raises(OverflowError, match="122 actions, but the bound is 100"):
        state.legal_actions()


def test_wide_numbers_are_taken_apart():
    cards = 1 << 70 | 1 << 40 | 5
    marker, count, *limbs = numbers(cards)
    assert marker == encoding.WIDE
    assert count == len(limbs) == 5
    assert sum(limb << encoding.LIMB * at for at, limb in enumerate(limbs)) == cards
    with pytest.raises(TypeError, match=r"1\.5 has no parts"):
        numbers((1.5,))
