"""Exercises are solvable, hard enough to guess, and judged by the engine."""

import random
import tomllib
from collections import Counter
from importlib import import_module
from importlib.resources import files

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
        "GO3.1", "GO3.2", "GO4.2", "GO4.4", "GO4.8", "GO5.2", "GO5.5", "GO6.1", "GO6.3", "GO6.9", "GO6.11",
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


@by_key(COUNTS)
def test_hints_lead_from_the_rule_to_the_number(entry):
    hints = entry.hints()
    number = f"The answer is {entry.answer()}."
    assert len(hints) == len({hint.words for hint in hints}) == 4
    assert entry.rules[0] in hints[0].words
    assert not hints[0].places, "how many places are lit may be the answer"
    assert hints[2].words.startswith(help_of(entry, "ways")[entry.question])
    assert [number in hint.words for hint in hints] == [False, False, False, True]


@by_key(MISTAKES)
def test_a_mistake_breaks_one_of_the_rules_to_choose_from(entry):
    assert entry.broken() == entry.rules[0]
    assert entry.luck() <= LUCK
    assert [rule for rule in entry.choices if entry.judge_rule(rule).right] == [entry.rules[0]]
    if entry.claim[0]:
        assert entry.answer() != entry.claim[1], "what is said must be wrong"


@by_key(MISTAKES)
def test_hints_lead_from_the_rules_to_the_one_that_is_broken(entry):
    hints, broken = entry.hints(), entry.rules[0]
    kept = set(entry.choices) - {broken}
    assert len(hints) == len({hint.words for hint in hints}) == 4
    assert all(rule in hints[0].words for rule in entry.choices)
    assert not any(rule in hints[1].words for rule in entry.choices)
    assert sum(rule in hints[2].words for rule in kept) == 2
    assert broken not in hints[2].words
    assert f"It is {broken}." in hints[3].words


@by_key(MISTAKES)
def test_the_order_of_the_rules_to_choose_from_does_not_tell(entry):
    assert list(entry.choices) == sorted(entry.choices, key=lambda rule: [*map(int, rule[2:].split("."))])
    assert {rule[:2] for rule in entry.choices} == {entry.game.code}


def test_the_broken_rule_has_no_favourite_place():
    """A reader who always names the rule at one place is right in half of the cases at most."""
    at = Counter(entry.choices.index(entry.rules[0]) for entry in MISTAKES)
    assert max(at.values()) <= len(MISTAKES) / 2
    assert len(at) == 4


@by_key([entry for entry in COUNTS if entry.question in ("attacker", "defender")])
def test_the_lines_of_a_side_add_up_to_its_sum(entry):
    lines = SUMS[entry.question](entry.game, entry.state)
    assert sum(line.value for line in lines) == entry.answer()
    assert lines[0].words in entry.hints()[2].words
    assert all(line.words in entry.hints()[3].words for line in lines)


def help_of(entry, table):
    """Return a table of the words that help with the exercises of a game."""
    path = files(f"rulebook.games.{entry.game.key}").joinpath("hints.toml")
    return tomllib.loads(path.read_text("utf-8"))[table]


@pytest.mark.parametrize("key", GAMES)
def test_every_question_and_every_goal_has_its_words(key):
    goals = import_module(f"rulebook.games.{key}.goals")
    entry = next(iter(exercises(key).values()))
    assert set(help_of(entry, "ways")) == set(goals.QUESTIONS)
    assert set(help_of(entry, "misses")) == set(goals.GOALS) - {"together"}


@by_key(MOVES)
def test_a_wrong_line_is_told_what_it_has_not_reached(entry):
    rng = random.Random(entry.key)
    told = set()
    for _try in range(20):
        states = [entry.state]
        while len(states) <= entry.plies and entry.asks(states[-1]):
            states.append(entry.game.apply(states[-1], rng.choice(entry.game.legal_actions(states[-1]))))
        said = entry.missed(states)
        assert bool(said) != entry.solved(states)
        told.add(said)
    assert told - {""}, "no wrong line was found"
    assert not any("{" in said for said in told)


def test_only_what_has_not_been_reached_is_named():
    entry = exercise("dictator/place-beside-guilds")
    states = [entry.state]
    for action in ("place 1 E1", "place 2 D1"):
        states.append(play(entry.game, states[-1], entry.game.parse(action)))
    assert entry.missed(states) == "No battalion that was meant stands beside G2."


def test_a_line_that_ends_too_soon_is_told_so():
    entry = exercise("dictator/dash-and-step")
    ended = play(entry.game, entry.state, entry.game.parse("end turn"))
    assert "2 decisions are asked for, and after 1" in entry.missed([entry.state, ended])


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
