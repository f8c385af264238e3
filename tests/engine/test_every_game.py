"""What holds of every game, whatever its rules; a new game is picked up from the registry."""

import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook.bots import LEVELS, POLICIES, random_policy
from rulebook.coverage import rules_of
from rulebook.game import CHANCE, ENFORCED, TERMINAL, IllegalAction, draw, perft, play, playout
from rulebook.playthrough import Playthrough, PlaythroughError, read
from rulebook.registry import GAMES, every_variant, parse_game

FILES = Path(__file__).parents[1] / "playthroughs"


VARIANTS = list(every_variant())
variants = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.header())


def walk(game, seed, most=None):
    """Yield the states of one game of random play; of long games `most`, spread over the whole."""
    rng = random.Random(seed)
    states = [game.initial_state()]
    while game.current_player(states[-1]) != TERMINAL:
        states.append(game.apply(states[-1], random_policy(game, states[-1], rng)))
    step = 1 if most is None else max(1, len(states) // most)
    yield from states[::step]
    if (len(states) - 1) % step:
        yield states[-1]


@variants
def test_random_play_ends_with_one_score_a_seat(game):
    for seed in range(5):
        _actions, state = playout(game, game.initial_state(), random.Random(seed))
        assert game.legal_actions(state) == ()
        assert len(game.returns(state)) == game.num_players
        assert sum(game.returns(state)) == pytest.approx(0)
        assert game.verdict(state) is not None


@variants
def test_actions_are_distinct_and_only_missing_at_the_end(game):
    for state in walk(game, 1):
        actions = game.legal_actions(state)
        assert len(set(actions)) == len(actions)
        assert bool(actions) == (game.current_player(state) != TERMINAL)


@variants
def test_generator_and_referee_agree_over_all_attempts(game):
    rng = random.Random(7)
    judged = 0
    for state in walk(game, 2, most=60):
        legal = set(game.legal_actions(state))
        attempts = game.attempts(state)
        assert legal <= set(attempts)
        tried = attempts if len(attempts) < 1000 else [*rng.sample(attempts, 1000), *legal]
        for action in tried:
            assert (game.objection(state, action) is None) == (action in legal), f"{action} in {game.to_text(state)}"
            judged += 1
    assert judged > 1000


@variants
def test_every_objection_explains_itself(game):
    rules = rules_of(game.key)
    rng = random.Random(3)
    seen = set()
    for state in walk(game, 4, most=60):
        attempts = game.attempts(state)
        for action in rng.sample(attempts, min(len(attempts), 200)):
            objection = game.objection(state, action)
            if objection is None:
                continue
            seen.add(objection.rule)
            assert objection.rule in rules.marks
            assert objection.rule in rules.forbids
            assert objection.places
            assert objection.words.endswith(".")
            assert "{" not in objection.words + objection.advice
            assert objection.advice
            with pytest.raises(IllegalAction):
                play(game, state, action)
    assert len(seen) >= 4


@variants
def test_every_event_names_a_rule_and_a_place(game):
    rules = rules_of(game.key)
    rng = random.Random(5)
    state = game.initial_state()
    while game.current_player(state) != TERMINAL:
        action = random_policy(game, state, rng)
        events = []
        told = game.apply(state, action, events)
        assert told == game.apply(state, action), "telling what happens must not change it"
        assert events
        for event in events:
            assert event.rule in rules.happens
            assert event.places
            assert "{" not in event.words
        state = told


@variants
def test_notation_is_read_back(game):
    for state in walk(game, 6):
        for action in game.legal_actions(state):
            assert game.parse(str(action)) == action
    for action in game.attempts(game.initial_state()):
        assert game.parse(str(action)) == action
        assert game.parse(f"  {str(action).upper()} ") == action


@variants
def test_chance_outcomes_sum_to_one(game):
    nodes = 0
    for state in walk(game, 8):
        if game.current_player(state) == CHANCE:
            nodes += 1
            outcomes = game.chance_outcomes(state)
            assert sum((share for _, share in outcomes), Fraction(0)) == 1
            assert tuple(action for action, _ in outcomes) == game.legal_actions(state)
            assert draw(game, state, random.Random(nodes)) in game.legal_actions(state)
    assert nodes


@variants
def test_states_are_read_back_from_their_text(game):
    for state in walk(game, 9, most=200):
        assert game.from_text(game.to_text(state)) == state
        assert hash(game.from_text(game.to_text(state))) == hash(state)


@variants
def test_a_seat_sees_the_same_in_a_resampled_state(game):
    rng = random.Random(10)
    for state in walk(game, 10, most=120):
        for seat in range(game.num_players):
            other = game.resample(state, seat, rng)
            assert game.observation(other, seat) == game.observation(state, seat)


@variants
def test_policies_choose_legal_actions(game):
    for name, policy in POLICIES.items():
        rng = random.Random(11)
        share = 0.1 * min(1.0, 4 / LEVELS.get(name, 1))  # The more playouts, the fewer decisions: each level as long.
        decided = 0
        for state in walk(game, 12, most=120):
            if game.current_player(state) >= 0 and (rng.random() < share or not decided):
                decided += 1
                assert policy(game, state, rng) in game.legal_actions(state), name
        assert decided


@variants
def test_the_header_is_read_back(game):
    assert parse_game(game.header()) == game
    assert hash(parse_game(game.header())) == hash(game)


def test_a_quick_draw_is_as_likely_as_its_outcome():
    game = parse_game("dragonheart")
    state = next(state for state in walk(game, 3) if game.current_player(state) == CHANCE and state.hands[0])
    rng = random.Random(1)
    drawn = Counter(draw(game, state, rng) for _draw in range(6000))
    for action, share in game.chance_outcomes(state):
        assert abs(drawn[action] / 6000 - share) < 0.03


def test_perft_counts_lines(tmp_path):
    game = parse_game("hong board=###/### stones=1")
    assert [perft(game, game.initial_state(), depth) for depth in range(4)] == [1, 6, 6 * 10, 6 * 10 * 8]


PLAYTHROUGHS = sorted(
    [*FILES.glob("*/*.txt"), *Path(__file__).parents[2].glob("src/rulebook/games/*/playthroughs/*.txt")]
)
LEGAL = [path for path in PLAYTHROUGHS if not path.name.endswith(".illegal.txt")]
ILLEGAL = [path for path in PLAYTHROUGHS if path.name.endswith(".illegal.txt")]


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_playthroughs_play_and_are_written_back(path):
    line = read(path.read_text("utf-8"))
    assert len(line) > 10
    assert read(line.write()) == line


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.name.removesuffix(".illegal.txt"))
def test_illegal_playthroughs_fail_at_the_last_line_by_the_rule_in_their_name(path):
    text = path.read_text("utf-8")
    with pytest.raises(PlaythroughError) as failure:
        read(text)
    assert failure.value.rule == path.name.split("-")[0]
    assert failure.value.line == len(text.splitlines())
    assert text.splitlines()[-1] in str(failure.value)


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_that_forbids_has_an_example_and_every_one_that_happens_a_playthrough(key):
    rules = rules_of(key)
    forbidden = {path.name.split("-")[0] for path in ILLEGAL if path.parent.name == key}
    assert forbidden == rules.forbids
    happened = set()
    for path in LEGAL:
        line = read(path.read_text("utf-8"))
        if line.game.key == key:
            happened |= {event.rule for ply in range(len(line) + 1) for event in line.events(ply)}
    assert happened == rules.happens


@pytest.mark.parametrize("key", GAMES)
def test_the_program_carries_out_known_rules_only(key):
    code = GAMES[key].code
    rules = set(rules_of(key).marks)
    named = {rule for rule in ENFORCED if rule.startswith(code)}
    assert named <= rules
    assert rules_of(key).happens | rules_of(key).forbids <= named | {"HO4.1"}


@variants
def test_undo_then_redo_is_the_identity(game):
    rng = random.Random(13)
    line = Playthrough.begin(game, seed=13)
    while not line.over:
        chance = game.current_player(line.state) == CHANCE
        line = line.then(draw(game, line.state, rng) if chance else rng.choice(game.legal_actions(line.state)))
    for ply in range(0, len(line), 29):
        shorter = line.upto(ply)
        assert shorter.state == line.states[ply]
        for action in line.actions[ply:]:
            shorter = shorter.then(action)
        assert shorter == line


SCRIPT = """
import random
from rulebook.game import playout
from rulebook.registry import parse_game
for header in {headers!r}:
    game = parse_game(header)
    actions, state = playout(game, game.initial_state(), random.Random(1))
    print(header, *actions, game.to_text(state), sep=";")
"""


def test_the_same_seed_gives_the_same_game_in_another_process_whatever_the_hash_seed():
    script = SCRIPT.format(headers=[game.header() for game in VARIANTS])
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(printed) == 1
    assert all(game.header() in next(iter(printed)) for game in VARIANTS)
