"""Hong's own facts: geometry that a person can check by eye, and the worked facts of the rulebook."""

import itertools
import random
from collections import Counter

import pytest

from rulebook.game import CHANCE, TERMINAL, NotationError, draw, perft, playout
from rulebook.games.hong import Hong
from rulebook.games.hong.actions import Dragon, Place, Summon, Swap
from rulebook.games.hong.lines import lines_of
from rulebook.games.hong.state import EMPEROR, MASTER

ROW = Hong(board="###", stones=0)


def sizes(position, board):
    game = Hong(board=board, stones=0)
    return [hong.size for hong in game.hongs(game.from_text(position))]


def play_all(game, position, *actions):
    state = game.from_text(position)
    for text in actions:
        action = game.parse(text)
        assert game.objection(state, action) is None, text
        state = game.apply(state, action)
    return state


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("|-|", [1]),
        ("|--|", [2]),
        ("|-|-|", [1, 1]),
        ("-|-", []),
        ("|-S", []),
        ("|-.", []),
        ("--|", []),
        ("||", []),
        ("|-||-|", [1, 1]),
        ("|-------|", [7]),
    ],
)
def test_hongs_of_one_row(row, expected):
    board = "#" * len(row)
    assert sizes(f"{row} {'emperor' if '.' in row else 'end'}", board) == expected


def test_the_same_tiles_along_their_columns():
    # Down the middle: a head, two segments, a head.
    assert sizes("-/|/|/- end", "#/#/#/#") == [2]
    # In the row `|-|` stands one Hong; along the columns every `|` is a segment without heads.
    assert sizes("|-| end", "###") == [1]


def test_one_golden_board_by_eye():
    # Row 2 holds c2 and e2; column b holds b3 between b2 and b4.
    game = Hong(board="#####/#####/#####/##### ".strip(), stones=0)
    state = game.from_text("S.S../|-|-|/.|.../.-S.. emperor")
    assert [(hong.way, [str(square) for square in hong.squares]) for hong in game.hongs(state)] == [
        (2, ["a2", "b2", "c2"]),
        (2, ["c2", "d2", "e2"]),
        (3, ["b2", "b3", "b4"]),
    ]


@pytest.mark.parametrize(
    ("board", "spaces", "target", "possible"),
    [
        ("castle", 61, 15, [86, 68, 54, 40, 26, 12, 6]),
        ("garden", 57, 13, [78, 60, 46, 32, 22, 12, 6]),
        ("inner", 49, 11, [70, 56, 42, 28, 14, 0, 0]),
    ],
)
def test_boards(board, spaces, target, possible):
    game = Hong(board=board)
    assert len(game.mask.spaces) == spaces
    assert game.goal == target
    assert (spaces - 3) % 2 == 0, "the dragon master places last"
    counted = Counter(hong.size for hong in lines_of(game.mask).possible())
    assert [counted[size] for size in range(1, 8)] == possible
    assert set(Hong(board="inner").mask.spaces) <= set(Hong(board="castle").mask.spaces)


@pytest.mark.parametrize(
    ("board", "first", "second"), [("castle", 116, 13224), ("garden", 108, 11448), ("inner", 92, 8280)]
)
def test_perft_after_setting_up(board, first, second):
    game = Hong(board=board)
    state = game.initial_state()
    rng = random.Random(0)
    while game.current_player(state) == CHANCE:
        state = game.apply(state, draw(game, state, rng))
    assert perft(game, state, 1) == first
    assert perft(game, state, 2) == second


@pytest.mark.parametrize("board", ["castle", "garden", "inner"])
def test_without_the_lair_hongs_never_fall_and_the_emperor_begins_and_the_master_ends(board):
    game = Hong(board=board)
    rng = random.Random(2)
    for _game in range(20):
        state = game.initial_state()
        before, movers = 0, []
        while game.current_player(state) != TERMINAL:
            if game.current_player(state) == CHANCE:
                state = game.apply(state, draw(game, state, rng))
                continue
            movers.append(game.current_player(state))
            state = game.apply(state, rng.choice(game.legal_actions(state)))
            assert len(game.hongs(state)) - before in (0, 1, 2, 3)
            before = len(game.hongs(state))
        assert movers[0] == EMPEROR
        assert movers[-1] == MASTER
        assert all(one != other for one, other in itertools.pairwise(movers))
        assert (game.returns(state)[MASTER] > 0) == (before >= game.goal)


def test_the_lair_holds_seven_different_dragons_and_a_turn_has_at_most_five_summons():
    game = Hong(board="castle", lair=True)
    for seed in range(60):
        state = game.initial_state()
        rng = random.Random(seed)
        summons = 0
        while game.current_player(state) != TERMINAL:
            if game.current_player(state) == CHANCE:
                state = game.apply(state, draw(game, state, rng))
                continue
            events = []
            mover = state.player
            after = game.apply(state, rng.choice(game.legal_actions(state)), events)
            gone = sum(dragon is None for dragon in after.lair) - sum(dragon is None for dragon in state.lair)
            assert gone in (0, 1), "at most one dragon an action"
            assert sum(event.rule == "HO4.1" for event in events) <= 3
            summons = summons + gone if after.player == mover else 0
            assert summons <= 5
            present = [dragon for dragon in after.lair if dragon]
            assert len(set(present)) == len(present)
            state = after


LAIR = Hong(board="#####/#####", lair=True, stones=0)


def test_sizes_one_and_two_at_once_are_a_choice():
    game = Hong(board="######/######", lair=True, stones=0)
    state = play_all(game, "|-.--|/...... emperor lair=tahplsw", "c1 |")
    assert state.choice == (1, 2)
    assert state.task is None
    assert game.legal_actions(state) == (Summon(1), Summon(2))
    chosen = play_all(game, game.to_text(state), "summon 2")
    assert chosen.task is Dragon.AGAIN
    assert chosen.lair[0] is Dragon.TURN, "the dragon not chosen stays"


def test_two_hongs_of_one_size_leave_no_choice():
    state = play_all(LAIR, "|-.-|/..... emperor lair=tahplsw", "c1 |")
    assert state.task is Dragon.TURN
    assert state.lair[0] is None


def test_a_hong_cut_shorter_is_gone_and_one_grown_longer_is_new():
    game = Hong(board="####/####", lair=True, stones=0)
    state = play_all(game, "|-||/.... emperor lair=.ahplsw choice=1 task=turn", "turn c1")
    assert [hong.size for hong in game.hongs(state)] == [2]
    assert state.task is Dragon.AGAIN, "size 2 is newly completed and summons"


def test_an_action_without_a_target_does_nothing_and_its_dragon_is_gone():
    # The last space: Again finds no empty space, so the game ends.
    game = Hong(board="###", lair=True, stones=0)
    events = []
    state = game.from_text("|.| emperor lair=athplsw")
    state = game.apply(state, game.parse("b1 -"), events)
    assert state.player == TERMINAL
    assert state.lair[0] is None
    assert [event.rule for event in events] == ["HO3.2", "HO4.1", "HO6.3", "HO6.9", "HO5.1", "HO5.3"]


def test_a_full_board_in_mid_chain_is_played_out_first():
    game = Hong(board="###", lair=True, stones=0)
    state = play_all(game, "|.| emperor lair=tahplsw", "b1 -")
    assert state.task is Dragon.TURN
    assert state.player == EMPEROR
    assert play_all(game, game.to_text(state), "turn b1").player == TERMINAL


def test_an_action_may_break_the_hong_that_summoned_it_and_nothing_is_undone():
    game = Hong(board="####", lair=True, stones=0)
    state = play_all(game, "|.|. emperor lair=tahplsw", "b1 -", "turn b1")
    assert game.hongs(state) == []
    assert state.player == MASTER
    assert state.lair[0] is None


def test_only_some_actions_complete_or_break():
    game = Hong(board="inner", lair=True)
    completed, broken = set(), set()
    for seed in range(150):
        rng = random.Random(seed)
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            if game.current_player(state) == CHANCE:
                state = game.apply(state, draw(game, state, rng))
                continue
            task, events = state.task, []
            state = game.apply(state, rng.choice(game.legal_actions(state)), events)
            rules = {event.rule for event in events}
            completed |= {task} if "HO4.1" in rules else set()
            broken |= {task} if "HO6.7" in rules else set()
    assert completed - {None} <= {Dragon.TURN, Dragon.AGAIN, Dragon.SLIDE, Dragon.SWAP}
    assert broken <= {Dragon.TURN, Dragon.PETRIFY, Dragon.SLIDE, Dragon.SWAP}
    assert {Dragon.TURN, Dragon.SWAP} <= completed
    assert Dragon.PETRIFY in broken


def test_the_largest_choice_is_a_swap():
    game = Hong(board="castle", lair=True)
    cells = iter("SSSSS" + "-" * 56)
    rows = "/".join(
        "".join("_" if game.mask.sign(square) != "#" else next(cells) for square in game.mask.squares[at : at + 9])
        for at in range(0, 81, 9)
    )
    state = game.from_text(f"{rows} emperor lair=.ahpls. choice=1 task=swap".replace("lair=.ahpls.", "lair=.tahpls"))
    assert len(game.legal_actions(state)) == 560
    assert all(isinstance(action, Swap) for action in game.legal_actions(state))


def test_tiles_are_conserved():
    game = Hong(board="garden", lair=True)
    rng = random.Random(3)
    state = game.initial_state()
    laid = 0
    while game.current_player(state) != TERMINAL:
        chance = game.current_player(state) == CHANCE
        action = draw(game, state, rng) if chance else rng.choice(game.legal_actions(state))
        laid += isinstance(action, Place) or str(action).startswith("stone")
        state = game.apply(state, action)
        assert game.supply(state) == 70 - laid


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"board": "palace"}, "castle, garden, inner"),
        ({"target": -1}, "between 0 and"),
        ({"stones": 99}, "between 0 and"),
    ],
)
def test_options_that_cannot_be_are_refused(options, complaint):
    with pytest.raises(ValueError, match=complaint):
        Hong(**options)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 squares"),
        ("|-|", "no one who can decide"),
        ("|-|/... emperor", "2 rows"),
        ("|-x emperor", "none of"),
        ("|_| emperor", "is a space"),
        ("|-| emperor", "HO5.1"),
        ("|-. emperor lair=tahplsw", "without the Lair"),
        ("|-. emperor lair=ttttttt", "HO6.2"),
        ("|-. emperor choice=1 task=turn", "HO6.3"),
        ("|-. chance", "HO2.2"),
        ("|-. emperor colour=red", "no part of a position"),
    ],
)
def test_damaged_positions_are_refused_in_words(text, complaint):
    with pytest.raises(NotationError, match=complaint):
        ROW.from_text(text)


@pytest.mark.parametrize(
    "text", ["", "c3", "c3 x", "turn", "swap c3 d4", "summon 0", "lair 8 turn", "ä1 -", "c0 -", "a" * 500]
)
def test_text_that_is_no_action_is_refused_in_words(text):
    with pytest.raises(NotationError, match=r"no action|names no space"):
        ROW.parse(text)


def test_greedy_beats_random_clearly():
    from rulebook.bots import greedy_policy, random_policy

    game = Hong(board="inner")
    for seat in (EMPEROR, MASTER):
        policies = [random_policy, random_policy]
        policies[seat] = greedy_policy
        won = 0
        for seed in range(15):
            _actions, state = playout(game, game.initial_state(), random.Random(seed), policies)
            won += game.returns(state)[seat] > 0
        assert won >= 13
