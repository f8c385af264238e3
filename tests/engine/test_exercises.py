"""Exercises are solvable, hard enough to guess, and judged by the engine."""

import random

import pytest

from rulebook.exercise import LUCK, ExerciseError, exercise, exercises, read
from rulebook.game import CHANCE, TERMINAL, play
from rulebook.games.dictator.goals import SUMS
from rulebook.registry import GAMES

ALL = [entry for key in GAMES for entry in exercises(key).values()]
MOVES = [entry for entry in ALL if entry.kind == "move"]
COUNTS = [entry for entry in ALL if entry.kind == "count"]
MISTAKES = [entry for entry in ALL if entry.kind == "mistake"]


def by_key(entries):
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry.key)


ENOUGH = {
    "hong": (12, {"HO3.3", "HO3.4", "HO4.3", "HO4.5", "HO5.4", "HO6.4", "HO6.5", "HO6.11", "HO6.15"}),
    "dictator": (20, {
        "DC1.2", "DC2.5", "DC3.2", "DC5.3", "DC6.1", "DC6.4", "DC6.5", "DC6.7", "DC6.8", "DC7.3", "DC7.4", "DC7.5",
        "DC9.4",
    }),
    "dragonheart": (20, {
        "DH4.1", "DH4.2", "DH4.3", "DH5.1", "DH5.2", "DH5.4", "DH5.6", "DH5.8", "DH6.1", "DH6.2", "DH6.3",
    }),
    "gong": (25, {
        "GO3.1", "GO3.2", "GO4.2", "GO4.4", "GO4.8", "GO5.2", "GO5.5", "GO6.1", "GO6.3", "GO6.9",
    }),
    "wuxia": (35, {
        "WX3.1", "WX3.4", "WX3.6", "WX3.7", "WX3.8", "WX3.10", "WX3.12", "WX4.5", "WX4.6", "WX4.7",
    }),
}  # fmt: skip
"""Game -> how many moves and counts it has at least, and the rules that a reader of it gets wrong."""


@pytest.mark.parametrize("key", GAMES)
def test_there_are_enough(key):
    least, wrong = ENOUGH[key]
    own = [entry for entry in ALL if entry.game.key == key]
    assert sum(entry.kind != "mistake" for entry in own) >= least
    assert {entry.rules[0] for entry in own if entry.kind == "mistake"} == wrong


@by_key(MOVES)
def test_a_move_is_solvable_and_not_by_luck(entry):
    solutions = list(entry.solutions())
    assert solutions
    assert 0 < entry.luck() <= LUCK
    for line in solutions:
        states = [entry.state]
        for action in line:
            assert entry.game.objection(states[-1], action) is None
            states.append(entry.game.apply(states[-1], action))
        assert entry.solved(states)


@by_key(MOVES)
def test_hints_lead_from_the_rule_to_a_solving_move(entry):
    hints = entry.hints()
    assert len(hints) == 4
    first = next(entry.solutions())[0]
    assert entry.rules[0] in hints[0].words
    assert set(entry.game.places(first)) <= set(hints[1].places)
    assert hints[2].places == entry.game.places(first)
    assert entry.game.say(entry.state, first) in hints[3].words


@by_key(COUNTS)
def test_a_count_takes_only_the_engines_number(entry):
    answer = entry.answer()
    assert 0 < answer <= entry.most
    assert entry.luck() <= LUCK
    assert [number for number in range(30) if entry.judge_number(number).right] == [answer]
    assert len(entry.hints()) == 2


@by_key(MISTAKES)
def test_a_mistake_breaks_one_of_the_rules_to_choose_from(entry):
    assert entry.broken() == entry.rules[0]
    assert entry.luck() <= LUCK
    assert [rule for rule in entry.choices if entry.judge_rule(rule).right] == [entry.rules[0]]
    if entry.claim[0]:
        assert entry.answer() != entry.claim[1], "what is said must be wrong"
    assert len(entry.hints()) == 2


@by_key([entry for entry in COUNTS if entry.question in ("attacker", "defender")])
def test_the_lines_of_a_side_add_up_to_its_sum(entry):
    lines = SUMS[entry.question](entry.game, entry.state)
    assert sum(line.value for line in lines) == entry.answer()
    assert lines[0].words in entry.hints()[1].words


def test_what_follows_the_last_ply_does_not_count():
    entry = exercise("dictator/feed-first")
    states = [entry.state]
    for action in ("Manta: Feeding", "Infiltrator: Bio-bugs", "die 6"):
        states.append(play(entry.game, states[-1], entry.game.parse(action)))
    assert entry.solved(states)
    assert not entry.solved([states[0], *states[2:]])


@by_key([entry for entry in ALL if entry.fresh[0]])
def test_fresh_positions_are_solvable_and_new(entry):
    found = [entry.another(random.Random(seed)) for seed in range(3)]
    assert all(found)
    assert len({other.position for other in found}) == 3
    for other in found:
        assert other.game.current_player(other.state) not in (CHANCE, TERMINAL)
        if other.kind == "move":
            assert 0 < other.luck() <= LUCK


GOOD = {
    "kind": "move",
    "game": "hong board=###/###/### stones=0",
    "position": "|.|/.../... emperor",
    "rules": ["HO4.1"],
    "task": "Close it.",
    "goal": {"completes": {"sizes": [1]}},
}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"kind": "puzzle"}, "kind"),
        ({"goal": {"flies": {}}}, "goal flies"),
        ({"game": "hong board=x"}, "board=x"),
        ({"position": "|.| emperor"}, "rows"),
        ({"hint": "psst"}, "hint is no field"),
        ({"task": None}, "task is missing"),
    ],
)
def test_a_damaged_exercise_is_refused_with_its_name_and_field(change, complaint):
    entry = {key: value for key, value in (GOOD | change).items() if value is not None}
    with pytest.raises(ExerciseError, match=complaint) as failure:
        read("hong", "broken", entry)
    assert "hong/broken" in str(failure.value)


def test_an_unknown_exercise_is_refused_with_those_there_are():
    with pytest.raises(ExerciseError, match="hong/close-one"):
        exercise("hong/none")
