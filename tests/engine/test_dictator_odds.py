"""The odds of a battle: the table of the rules, actions weighed, and dice rolled through one by one."""

from fractions import Fraction
from itertools import product

import pytest

from rulebook.game import NotationError
from rulebook.games.dictator import Dictator
from rulebook.games.dictator.actions import Die, Use
from rulebook.games.dictator.cards import CARDS, find
from rulebook.games.dictator.odds import Odds, meeting, odds
from rulebook.games.dictator.state import Stage

GAME = Dictator()
LEADS = {0: (15, 6, 15), 1: (21, 5, 10), 2: (26, 4, 6), 3: (30, 3, 3), 4: (33, 2, 1), 5: (35, 1, 0), 6: (36, 0, 0)}


def battle(attacker, defender="", **supplies):
    cards = (tuple(map(find, names.split())) for names in (attacker, defender))
    return meeting(GAME, *cards, **supplies)


def thirty_sixths(chances):
    return tuple(share * 36 for share in (chances.win, chances.draw, chances.lose))


@pytest.mark.parametrize(
    ("attacker", "defender", "lead"),
    [
        ("Knechts", "Minotaur", -1),
        ("Knechts", "Cerberus", 0),
        ("Minotaur", "Cerberus", 1),
        ("Knechts Minotaur", "Minotaur-2", 2),
        ("Minotaur Minotaur-2", "Minotaur-3", 3),
        ("Minotaur Minotaur-2", "Knechts", 4),
        ("Minotaur Minotaur-2", "WASP", 5),
        ("Minotaur Minotaur-2", "Med-Tech", 6),
    ],
)
def test_dice_alone_give_the_table_of_the_rules(attacker, defender, lead):
    chances = odds(GAME, battle(attacker, defender), plays=False)
    assert thirty_sixths(chances) == (LEADS[lead] if lead >= 0 else LEADS[-lead][::-1])


def test_bio_bugs_are_used_when_it_pays():
    chances = odds(GAME, battle("Knechts", "Infiltrator Leech"))
    assert chances == Odds(Fraction(29, 108), Fraction(1, 6), Fraction(61, 108))


def test_actions_of_both_sides_are_weighed():
    state = battle("Cerberus Komtur Sturmknechts", "Rider Hoplon Snail")
    assert thirty_sixths(odds(GAME, state, plays=False)) == LEADS[1]
    assert thirty_sixths(odds(GAME, state)) == LEADS[0], "Command and Assault against Control and Phalanx: 7 to 7"


def test_without_energy_only_what_is_free_is_weighed():
    rich, poor = (odds(GAME, battle("Knight Knechts", "Minotaur", energy=(own, 6))) for own in (6, 0))
    assert thirty_sixths(rich) == LEADS[3]
    assert thirty_sixths(poor) == LEADS[1]


def test_against_a_guild_acid_spray_counts_and_the_fall_is_a_victory():
    state = battle("Snail Agitator Leech")
    assert thirty_sixths(odds(GAME, state, plays=False)) == LEADS[1]
    assert thirty_sixths(odds(GAME, state)) == LEADS[3]


def test_each_pair_of_dice_rolled_by_hand_agrees():
    state = battle("Knechts", "Minotaur")
    assert state.stage is Stage.ROLL
    won = drawn = 0
    for first, second in product(range(1, 7), repeat=2):
        after = GAME.apply(GAME.apply(state, Die(first)), Die(second))
        drawn += after.battle is None
        won += after.battle is not None and after.battle.loser == 1
    chances = odds(GAME, state)
    assert (chances.win * 36, chances.draw * 36) == (won, drawn)


def test_the_odds_are_those_of_the_moment():
    state = battle("Knight Knechts", "Cerberus Snail")
    use = next(
        action for action in GAME.legal_actions(state) if isinstance(action, Use) and action.card == find("Snail")
    )
    assert CARDS[use.card].powers[1].name == "Corrosion"
    before, after = odds(GAME, state, plays=False), odds(GAME, GAME.apply(state, use), plays=False)
    assert after.win < before.win
    with pytest.raises(ValueError, match="no battle"):
        odds(GAME, GAME.initial_state())


@pytest.mark.parametrize(
    ("attacker", "defender", "supplies", "complaint"),
    [
        ("", "Snail", {}, "one card at least"),
        ("Orion", "Orion", {}, "twice"),
        ("Orion WASP Knight Tolos", "Snail", {}, "one to three"),
        ("Orion", "Snail", {"energy": (13, 6)}, "0 to 12"),
        ("Zeppelin", "Snail", {}, "no card"),
    ],
)
def test_what_no_two_battalions_can_be_is_refused(attacker, defender, supplies, complaint):
    with pytest.raises(NotationError, match=complaint):
        battle(attacker, defender, **supplies)
