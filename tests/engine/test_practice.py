"""Practice: tasks that one rule decides, for every rule that forbids, without end; and what comes next."""

import random
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from rulebook import practice
from rulebook.bots import random_policy
from rulebook.coverage import rules_of
from rulebook.drill import GAPS, DrillError, Record, chance_of, pick, read
from rulebook.game import TERMINAL, IllegalAction, play
from rulebook.practice import LEGAL, OFFERED, PracticeError, decisive, forbidding, recipe_of, task
from rulebook.registry import GAMES, every_variant, parse_game

FILES = Path(__file__).parents[1] / "playthroughs"
RULES = [(key, rule) for key in GAMES for rule in forbidding(key)]
JOINT = {"HO5.1": {"HO3.4"}, "WX3.4": {"WX3.5"}}
"""The rules that never decide alone, and what decides beside them: a full board, a zone without an own fighter."""
rules = pytest.mark.parametrize(("key", "rule"), RULES, ids=[rule for _key, rule in RULES])


def tasks(rule, wanted, suits=lambda _posed: True, **options):
    """Return so many tasks about a rule that suit, each from a seed of its own."""
    found = []
    for seed in range(40 * wanted):
        posed = task(rule, random.Random(f"{rule}/{seed}"), **options)
        if suits(posed):
            found.append(posed)
        if len(found) == wanted:
            return found
    raise AssertionError(f"{rule}: {len(found)} of {wanted} tasks suit")


@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_practised_is_what_the_examples_show_to_forbid(key):
    shown = {path.name.split("-")[0].removesuffix(".illegal.txt") for path in (FILES / key).glob("*.illegal.txt")}
    assert set(forbidding(key)) == shown == rules_of(key).forbids
    order = list(rules_of(key).marks)
    assert list(forbidding(key)) == sorted(forbidding(key), key=order.index)


@rules
def test_just_this_rule_decides(key, rule):
    found = tasks(rule, 3, lambda posed: posed.answer != LEGAL)
    assert len({(posed.game.to_text(posed.state), str(posed.action)) for posed in found}) == 3
    for posed in found:
        assert posed.rule == posed.answer == rule
        reasons = {objection.rule for objection in posed.game.objections(posed.state, posed.action)}
        assert reasons - JOINT.get(rule, set()) == {rule}
        assert not reasons - {rule} & set(posed.choices)
        with pytest.raises(IllegalAction) as refusal:
            play(posed.game, posed.state, posed.action)
        assert refusal.value.objection == posed.objection


@rules
def test_a_legal_look_alike_is_legal_and_asked_in_the_same_way(key, rule):
    (posed,) = tasks(rule, 1, lambda posed: posed.answer == LEGAL)
    assert posed.objection is None
    assert posed.action in posed.game.legal_actions(posed.state)
    assert posed.rule == rule
    assert rule in posed.choices
    assert len(posed.choices) == len(set(posed.choices)) == OFFERED
    assert set(posed.choices) <= set(forbidding(key))
    assert posed.words
    assert posed.game.parse(str(posed.action)) == posed.action


def test_joint_rules_are_the_only_ones_that_do_not_decide_alone():
    for rule, others in JOINT.items():
        for posed in tasks(rule, 3, lambda posed: posed.answer != LEGAL):
            reasons = {objection.rule for objection in posed.game.objections(posed.state, posed.action)}
            assert reasons == {rule} | others


def test_a_move_against_two_rules_is_no_task():
    game = parse_game("hong board=inner lair=yes")
    state = game.from_text(
        "_________/_..-...._/_.S...|._/_..|..-._/_|-|--|._/_..-...|_/_.S..-.._/_....S.._/_________ master lair=thaspwl"
    )
    action = game.parse("turn b2")
    assert [objection.rule for objection in game.objections(state, action)] == ["HO6.3", "HO6.11"]
    assert decisive(game, state, action, recipe_of("HO6.3")) is None
    alone = game.parse("turn d2")
    assert [objection.rule for objection in game.objections(state, alone)] == ["HO6.3"]
    assert decisive(game, state, alone, recipe_of("HO6.3")) == game.objection(state, alone)


@pytest.mark.parametrize("game", list(every_variant()), ids=lambda game: game.header())
def test_all_reasons_are_found_wherever_the_first_is(game):
    rng = random.Random(17)
    state, several = game.initial_state(), 0
    while game.current_player(state) != TERMINAL:
        attempts = game.attempts(state)
        for action in rng.sample(attempts, min(len(attempts), 12)):
            reasons = list(game.objections(state, action))
            assert game.objection(state, action) == (reasons[0] if reasons else None)
            assert {objection.rule for objection in reasons} <= rules_of(game.key).forbids
            assert all(objection.words and objection.places for objection in reasons)
            several += len(reasons) > 1
        state = game.apply(state, random_policy(game, state, rng))
    assert several or game.key in ("dragonheart", "gong")


@pytest.mark.parametrize("rule", ["HO3.4", "DC6.1", "DH4.1", "GO4.2", "WX3.5"])
def test_about_half_of_the_moves_are_legal_and_none_comes_twice(rule):
    found = [task(rule, random.Random(seed)) for seed in range(120)]
    legal = sum(posed.answer == LEGAL for posed in found)
    assert 40 <= legal <= 80
    assert len({(posed.game.to_text(posed.state), str(posed.action)) for posed in found}) == 120


def test_a_look_alike_is_a_move_of_the_same_kind_where_there_is_one():
    for rule in ("HO3.4", "HO6.15", "DC6.1", "GO4.2", "DH4.1"):
        kinds = {type(posed.action).__name__ for posed in tasks(rule, 12)}
        assert kinds <= {*recipe_of(rule).kinds, "Word"}, rule


def test_luck_is_that_of_the_best_blind_guess():
    posed = task("HO3.4", random.Random(1))
    assert posed.answers == (LEGAL, *posed.choices)
    assert posed.luck == Fraction(1, 2)
    alone = task("HO3.4", random.Random(1), alone=True)
    assert alone.answers == (LEGAL, "HO3.4")
    assert alone.luck == Fraction(1, 2)
    assert (alone.state, alone.action) == (posed.state, posed.action)


def test_always_naming_a_rule_is_no_better_than_luck_says():
    found = [task("HO3.4", random.Random(seed)) for seed in range(200)]
    for guess in ("first", "last"):
        right = sum(posed.answers[1 if guess == "first" else -1] == posed.answer for posed in found)
        assert right / len(found) < found[0].luck


def test_a_rule_that_forbids_nothing_cannot_be_practised():
    for rule in ("HO1.1", "HO99.9", "XX1.1", ""):
        with pytest.raises(PracticeError, match="is no rule that forbids a move"):
            task(rule, random.Random(1))


def test_a_table_at_fault_is_refused_with_its_place():
    good = {"games": ["hong"], "kinds": ["Place"], "plies": [1, 2]}
    assert practice._read("hong/HO3.4", "HO3.4", good).plies == (1, 2)
    for change, named in (
        ({"colour": 1}, "hong/HO3.4: colour is no field"),
        ({"games": ["chess"]}, "hong/HO3.4: 'chess' is no game"),
        ({"starts": ["nonsense"]}, "hong/HO3.4: "),
        ({"plies": [1]}, "hong/HO3.4: write kinds"),
        ({"kinds": []}, "hong/HO3.4: write kinds"),
    ):
        with pytest.raises(PracticeError, match=re.escape(named)):
            practice._read("hong/HO3.4", "HO3.4", good | change)


SCRIPT = """
import random
from rulebook.practice import task
for rule in ("HO6.15", "DC7.4", "DH6.3", "GO6.8", "WX4.6"):
    for seed in range(3):
        posed = task(rule, random.Random(seed))
        print(posed.game.header(), posed.game.to_text(posed.state), posed.action, posed.choices, posed.before)
"""


def test_the_same_seed_gives_the_same_tasks_whatever_the_hash_seed():
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == 15


# What comes next


def test_a_rule_that_was_missed_comes_back_after_two_others():
    rng = random.Random(1)
    known = forbidding("hong")
    progress, asked, last = {}, [], ""
    for now in range(1, 8):
        last = pick(known, progress, rng, last)
        asked.append(last)
        progress[last] = progress.get(last, Record()).then(now != 2, now)
    assert asked.index(asked[1], 2) == 4
    assert len(set(asked[:4])) == 4


def test_what_is_known_is_asked_ever_more_rarely():
    rng, progress, asked = random.Random(1), {}, []
    known = [f"XX1.{number}" for number in range(300)]
    while asked.count(asked[0] if asked else "") < 5:
        asked.append(pick(known, progress, rng, asked[-1] if asked else ""))
        progress[asked[-1]] = progress.get(asked[-1], Record()).then(True, len(asked))
    at = [now for now, rule in enumerate(asked, 1) if rule == asked[0]]
    gaps = [later - earlier for earlier, later in pairwise(at)]
    assert gaps == sorted(gaps)
    assert all(gap > least for gap, least in zip(gaps, GAPS[1:], strict=True))


def test_one_rule_alone_is_asked_again_and_again():
    assert pick(("HO3.4",), {"HO3.4": Record(3, 3, 3, 3)}, random.Random(1), "HO3.4") == "HO3.4"


def test_progress_is_read_back_and_a_forged_one_refused():
    known = forbidding("hong")
    progress = {"HO3.4": Record(5, 3, 2, 4), "HO3.5": Record(2, 0, 0, 7)}
    table = {rule: list(record.row()) for rule, record in progress.items()}
    assert read(table, known) == progress
    assert read({**table, "HO77.7": "gone from the book"}, known) == progress
    assert read({}, known) == {}
    for row in (
        [1, 2, 0, 1],
        [0, 0, 0, 0],
        [5, 3, 5, 4],
        [5, 3, -1, 4],
        [5, 3, 2, 8],
        [5, 3, 2],
        [5, 3, 2, 4, 1],
        [5.0, 3, 2, 4],
        [True, 0, 0, 1],
        [10**7, 1, 0, 1],
        "5324",
        None,
        {"seen": 5},
    ):
        with pytest.raises(DrillError, match=r"HO3\.4"):
            read({"HO3.4": row, "HO3.5": [2, 0, 0, 1]}, known)


def test_the_chance_of_doing_as_well_by_luck_is_exact():
    halves = [Fraction(1, 2)] * 4
    assert [chance_of(right, halves) for right in range(5)] == [1, *(Fraction(n, 16) for n in (15, 11, 5, 1))]
    mixed = [Fraction(1, 2), Fraction(1, 5)]
    assert chance_of(2, mixed) == Fraction(1, 10)
    assert chance_of(1, mixed) == 1 - Fraction(1, 2) * Fraction(4, 5)
    assert chance_of(0, []) == 1
