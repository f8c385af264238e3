"""The coach: its advice and its reviews agree, its reasons are true, and none tells of what a seat cannot see."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import log, sqrt

import pytest

from rulebook.bots import random_policy
from rulebook.coach import ROUNDS, Judged, Kind, advise, change, holds, review, why, worlds
from rulebook.game import CHANCE, TERMINAL
from rulebook.registry import every_variant, parse_game
from rulebook.search import race

GAMES = [
    "hong board=inner",
    "hong board=inner lair=yes",
    "dictator mission=training",
    "dictator mission=training fog=yes",
    "dragonheart",
    "gong",
    "gong variant=family players=3",
    "gong variant=fight",
    "wuxia",
]
games = pytest.mark.parametrize("header", GAMES)


@cache
def decision(header, seed=31):
    """Return a game and a state in the second half of random play with something to decide."""
    game, rng = parse_game(header), random.Random(seed)
    state, found = game.initial_state(), []
    while game.current_player(state) != TERMINAL:
        if game.current_player(state) >= 0 and len(game.legal_actions(state)) > 1:
            found.append(state)
        state = game.apply(state, random_policy(game, state, rng))
    return game, rng.choice(found[len(found) // 2 :])


# Advice and review


@games
def test_advice_is_legal_and_each_action_is_looked_at_once(header):
    game, state = decision(header)
    advice = advise(game, state)
    looked = [judged.action for judged in (advice.best, *advice.ties, *advice.others)]
    assert len(set(looked)) == len(looked)
    assert set(looked) <= set(game.legal_actions(state))
    assert advice.actions == tuple(looked[: 1 + len(advice.ties)])
    assert [judged.worth for judged in advice.others] == sorted((j.worth for j in advice.others), reverse=True)
    assert advice.reason.action == advice.best.action
    assert all(-1 <= result <= 1 for judged in (advice.best, *advice.ties, *advice.others) for result in judged.results)


@games
def test_nothing_was_better_than_what_is_advised(header):
    game, state = decision(header)
    advice = advise(game, state)
    for action in advice.actions:
        said = review(game, state, action)
        assert (said.better, said.cost(game), said.done.action) == (None, 0, action)
        assert said.reason.action == action


@games
def test_only_what_is_advised_was_better_than_anything_else(header):
    game, state = decision(header)
    advice = advise(game, state)
    looked = [judged.action for judged in advice.others]
    rest = [a for a in game.legal_actions(state) if a not in looked and a not in advice.actions]
    for action in (*looked, *rest[:2]):
        said = review(game, state, action)
        assert said.advice == advice
        assert said.done.action == action
        if said.better is None:
            assert said.cost(game) == 0
            assert said.reason.action == action
        else:
            assert said.better == advice.best
            assert said.reason.action == advice.best.action
            # A worth of 1 is a game won, one of 0 an even chance among all seats.
            seats = game.num_players
            part = (said.better.worth - said.done.worth) * (seats - 1) / seats
            assert abs(said.cost(game) - 100 * part) < 1.5
            assert 0 < said.cost(game) <= 100


SCRIPT = """
from rulebook.coach import advise, review
from rulebook.registry import parse_game
for header, text in {positions!r}:
    game = parse_game(header)
    state = game.from_text(text)
    print(header, advise(game, state))
    print(review(game, state, game.legal_actions(state)[-1]))
"""


def test_asked_twice_the_coach_answers_alike_here_and_in_another_process(capsys):
    positions = [
        (header, game.to_text(state))
        for header in ("hong board=###/###/###", "dragonheart")
        for game, state in [decision(header)]
    ]
    script = SCRIPT.format(positions=positions)
    printed = set()
    for _time in range(2):
        advise.cache_clear()
        review.cache_clear()
        exec(script, {})
        printed.add(capsys.readouterr().out)
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    printed.add(done.stdout)
    assert len(printed) == 1
    assert next(iter(printed)).count("Advice(") == 2 * len(positions)


@pytest.mark.parametrize(("text", "seat"), [(".../S.. chance", CHANCE), ("|-|/S-S end", TERMINAL)])
def test_where_nobody_decides_there_is_nothing_to_advise(text, seat):
    game = parse_game("hong board=###/### stones=2")
    state = game.from_text(text)
    assert game.current_player(state) == seat
    for ask in (lambda: advise(game, state), lambda: review(game, state, game.parse("a1 -"))):
        with pytest.raises(ValueError, match="nobody decides"):
            ask()


# Reasons

LINK = "fits; turn Ada; card Proxima 2; Ada Proxima 2 + Omega 5 + Virgo 4; Bo Zeta 2; duty none done; row Proxima 1"
REASONS = {
    "Hong wins": (
        "hong board=### stones=0",
        "|-. master",
        "c1 |",
        Kind.WINS,
        "HO5.3",
        "It wins the game. Hongs: 1; the target is 1. The dragon master wins.",
    ),
    "Hong gains": (
        "hong board=###/### stones=0 target=2",
        "|-./... master",
        "c1 |",
        Kind.GAINS,
        "HO5.2",
        "Hongs (dragon master): from 0 to 1.",
    ),
    "Hong prevents": (
        "hong board=###/### stones=0",
        "|-./.-. emperor",
        "c1 -",
        Kind.PREVENTS,
        "HO5.2",
        "After “a2, body east–west” the answer “c1, body north–south” would gain. Hongs (dragon master): from 0 to 1. "
        "No answer gains as much now.",
    ),
    "Hong threatens": (
        "hong board=###/### stones=0",
        "|../... master",
        "b1 -",
        Kind.THREATENS,
        "HO5.2",
        "It threatens this: c1, body north–south. Hongs (dragon master): from 0 to 1. "
        "It can be done after 6 of the 8 answers.",
    ),
    "Dragonheart wins": (
        "dragonheart",
        "play; turn North; North fire dragon 2 + troll 1 + dwarf 1; board treasure 3; final; won South treasure 2",
        "fire dragon 2",
        Kind.WINS,
        "DH7.4",
        "It wins the game. North 3, South 2: North wins.",
    ),
    "Dragonheart gains": (
        "dragonheart",
        "play; turn North; North fire dragon 2 + troll 1 + dwarf 1; South troll 2; board treasure 3",
        "fire dragon 2",
        Kind.GAINS,
        "DH7.4",
        "Points (North): from 0 to 3.",
    ),
    "Dragonheart threatens": (
        "dragonheart",
        "play; turn North; North sorceress 1 + dwarf 1; South troll 2 + ship; known South troll 2 + ship; "
        "board treasure 3; deck North dwarf 1; deck South dwarf 1",
        "sorceress 1",
        Kind.THREATENS,
        "DH7.4",
        "Then this can follow: collect treasures. Points (North): from 0 to 3.",
    ),
    "Gong has no choice": (
        "gong",
        "turn; turn Ada; Ada Proxima 2 + Zeta 5; Bo Nebula 3 4; row Proxima 1",
        "Proxima 2",
        Kind.ONLY,
        "GO4.2",
        "There is no choice: nothing else is legal.",
    ),
    "Gong prevents": (
        "gong",
        f"{LINK}; seen Ada Bo Zeta 2",
        "keep",
        Kind.PREVENTS,
        "GO4.6",
        "After “play Proxima 2 (Obsidian)” the answer “play Zeta 2 (Obsidian)” would gain. "
        "Cards in hand (Bo): from 1 to 0. No answer gains as much now.",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_the_reason_is_the_one_expected_word_for_word(name):
    header, text, action, kind, rule, words = REASONS[name]
    game = parse_game(header)
    state = game.from_text(text)
    advice = advise(game, state)
    assert action in map(str, advice.actions)
    rest = [judged for judged in advice.others if kind is Kind.PREVENTS]  # Prevented is what another action allows.
    reason = why(game, state, Judged(game.parse(action), (0.0,)), rest[0] if rest else None)
    assert (reason.kind, reason.remark.rule, reason.remark.words) == (kind, rule, words)
    if str(advice.best.action) == action:
        assert advice.reason.remark == reason.remark
    assert all(holds(game, world, reason) for world in worlds(game, state, 5))
    others = (other for other in game.legal_actions(state) if str(other) != action)
    for other in (reason.instead,) if kind is Kind.PREVENTS else others:
        assert not holds(game, state, replace(reason, action=other)), f"{other} is not what the reason says"
    for at, (fact, value) in enumerate(reason.remark.facts):
        wrong = value + 1 if isinstance(value, int) else f"{value}?"
        facts = (*reason.remark.facts[:at], (fact, wrong), *reason.remark.facts[at + 1 :])
        assert not holds(game, state, replace(reason, remark=replace(reason.remark, facts=facts)))


@games
def test_every_reason_holds_in_other_worlds_too_and_speaks_of_the_rules(header):
    game, state = decision(header)
    advice = advise(game, state)
    for judged in (advice.best, *advice.ties, *advice.others):
        reason = why(game, state, judged, advice.others[-1] if advice.others else None)
        assert all(holds(game, world, reason) for world in worlds(game, state, 0))
        assert reason.remark.rule.startswith(game.code)
        assert reason.remark.words.endswith(".")
        assert "{" not in reason.remark.words


def test_what_the_playouts_tend_to_is_counted_where_they_end():
    found = 0
    for header, seed in product(GAMES, (31, 32)):
        game, state = decision(header, seed)
        advice = advise(game, state)
        for judged in (advice.best, *advice.ties) if advice.others else ():
            reason = why(game, state, judged, advice.others[-1])
            if reason.kind is not Kind.TENDS:
                continue
            found += 1
            facts = dict(reason.remark.facts)
            seat = game.seats.index(facts["seat"])
            means = {}
            for fact, action in (("own", judged.action), ("other", advice.others[-1].action)):
                ends = [playout.end for playout in race(game, state, action, ROUNDS, 0)]
                goods = [good for end in ends for good in game.goods(end, seat) if good.name == facts["what"]]
                assert len(goods) == ROUNDS
                means[fact] = sum(good.count * good.weight for good in goods) / ROUNDS
                assert facts[fact] == f"{sum(good.count for good in goods) / ROUNDS:.1f}"
                assert reason.remark.rule == goods[0].rule
            assert (means["own"] > means["other"]) == (seat == game.current_player(state))
    assert found >= 3


BACK = (
    "turn by=0 0.1@E2!left:T4.T7.T14 0.2@D2:T1.T3.T2 >0.3@G1:T5.T13.T6 1.1@E5:C1.C2.C3 1.2@F5:C4.C5.C6 1.3@D5:C7.C8.C9 "
    "energy=6.6 moved=yes quiet=2"
)


def test_a_step_back_is_no_gain_for_what_can_be_done_after_it():
    """From D2 as many targets can be reached at once as by way of D1."""
    game = parse_game("dictator mission=training")
    state = game.from_text(BACK)
    back = game.parse("D2-D1")
    assert game.objection(state, back) is None
    reason = why(game, state, Judged(back, (0.0,)), None)
    assert reason.kind is not Kind.THREATENS


@pytest.mark.parametrize("header", ["hong board=inner", "dictator mission=training"])
def test_what_is_threatened_is_more_than_can_be_had_at_once_or_after_the_other_action(header):
    found = 0
    for seed in range(31, 37):
        game, state = decision(header, seed)
        seat = game.current_player(state)
        worth = {
            action: change(game, state, game.apply(state, action), seat)[1] for action in game.legal_actions(state)
        }
        for action in game.legal_actions(state)[:6]:
            for instead in game.legal_actions(state)[-2:]:
                reason = why(game, state, Judged(action, (0.0,)), Judged(instead, (0.0,)))
                if reason.kind is not Kind.THREATENS:
                    continue
                found += 1
                after = game.apply(state, action)
                answered = (
                    [after]
                    if game.current_player(after) == seat
                    else [game.apply(after, answer) for answer in game.legal_actions(after)]
                )
                gained = max(
                    change(game, state, game.apply(later, reason.then), seat)[1]
                    for later in answered
                    if game.current_player(later) == seat and reason.then in game.legal_actions(later)
                )
                assert gained > max(worth.values())
                assert gained > worth[instead]
    assert found


def test_a_reason_names_no_card_that_the_seat_cannot_know():
    """What Bo's last card can do counts only if Ada has seen it."""
    game = parse_game("gong")
    keep, rather = Judged(game.parse("keep"), (0.0,)), Judged(game.parse("Proxima 2"), (0.0,))
    for seed in range(5):
        known = why(game, game.from_text(f"{LINK}; seen Ada Bo Zeta 2"), keep, rather, seed)
        hidden = why(game, game.from_text(LINK), keep, rather, seed)
        assert known.kind is Kind.PREVENTS
        assert hidden.kind is not Kind.PREVENTS
        assert "Zeta 2" not in hidden.remark.words


def test_a_reason_does_not_depend_on_hidden_cards():
    """Ada's joker swaps the hands unless Bo cancels it; what is said of it must not tell whether he can.

    By Hoeffding, shares in two samples of n differ by more than t in 2 exp(-n t²) of all cases at most: here in one of
    ten thousand.
    """
    game, seeds = parse_game("gong"), 60
    text = "turn; turn Ada; Ada Proxima 3 4 5 + joker; Bo {}; duty none done; row Proxima 1"
    found = [
        Counter(
            why(game, state, Judged(game.parse("joker Bo"), (0.0,)), None, f"{hand} {seed}").remark.words
            for seed in range(seeds)
        )
        for hand in ("Zeta 2", "joker")
        for state in [game.from_text(text.format(hand))]
    ]
    assert found[0]["Cards in hand (Ada): from 4 to 1."] > seeds / 2
    bound = sqrt(log(2 * 4 / 1e-4) / seeds)
    assert all(abs(found[0][words] - found[1][words]) / seeds < bound for words in found[0] | found[1])


# Goods


def test_a_round_token_is_an_enemy_in_reach_and_a_square_one_is_not():
    game = parse_game("wuxia scenario=ponds")
    state = game.from_text(
        "card; turn Jade; Jade b1; Vermilion c2 f6; round b2; turned c1; square a2 a3; pool Facing Tigers / -; dice 3 "
        "4; zone 9"
    )
    enemies = next(good for good in game.goods(state, 0) if good.rule == "WX3.7")
    assert (enemies.count, set(enemies.places)) == (3, {"c2", "b2", "c1"})


@pytest.mark.parametrize("game", list(every_variant()), ids=lambda game: game.header())
def test_goods_are_told_apart_by_name_and_lie_where_the_game_has_places(game):
    """A name stands for one rule and one worth throughout; what a seat has from the start is counted in every state."""
    rng = random.Random(32)
    state = game.initial_state()
    always = [{good.name for good in game.goods(state, seat)} for seat in range(game.num_players)]
    assert any(always)
    meant, used, told = {}, set(), []
    known = {*game.seats, *(place for action in game.attempts(state) for place in game.places(action))}
    while True:
        for seat in range(game.num_players):
            goods = game.goods(state, seat)
            names = [good.name for good in goods]
            assert len(set(names)) == len(names)
            assert always[seat] <= set(names)
            for good in goods:
                assert good.weight
                assert good.rule.startswith(game.code)
                assert meant.setdefault(good.name, (good.rule, good.weight)) == (good.rule, good.weight)
                used |= set(good.places)
        if game.current_player(state) == TERMINAL:
            break
        state = game.apply(state, random_policy(game, state, rng), told)
    known |= {place for event in told for place in event.places}
    assert used
    assert used <= known
