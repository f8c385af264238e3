"""Small boards of Hong, solved: the solver against brute force, the store against the solver, perfect play at work."""

import random
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import combinations

import pytest

from rulebook.bots import POLICIES
from rulebook.cli import main
from rulebook.exercise import exercise
from rulebook.game import CHANCE, TERMINAL, playout
from rulebook.games.hong import Hong
from rulebook.games.hong.actions import Dragon
from rulebook.games.hong.solve import (
    MOST_EMPTY,
    best_actions,
    forced,
    layouts,
    perfect_policy,
    reaches,
    symmetries,
    winner,
)
from rulebook.games.hong.solved import FILE, HEADER, SQUARE_3, SQUARE_4, of_board, opening, results, solve, to_solve
from rulebook.games.hong.state import EMPEROR, MASTER, State
from rulebook.registry import parse_game
from rulebook.script import find

STORE = {(result.board, result.stones, result.dragon): result for result in results()}


@cache
def minimax(game, state):
    """Return the Hongs of best play with every line of play looked at: no pruning, no symmetry, no bound."""
    if state.player == TERMINAL:
        return len(game.hongs(state))
    best = max if state.player == MASTER else min
    return best(minimax(game, game.apply(state, action)) for action in game.legal_actions(state))


def filled(game, rng, empty):
    """Return a position with so many spaces empty, the others filled at random, and either side to move."""
    spaces = list(range(len(game.mask.squares)))
    rng.shuffle(spaces)
    cells = [0] * len(spaces)
    for space in spaces[empty:]:
        cells[space] = rng.choice((1, 2, 2, 2, 3, 3, 3))
    return State(tuple(cells), rng.choice((EMPEROR, MASTER)))


@pytest.mark.parametrize("board", ["##/##/##", "###/###", SQUARE_3, "#####", "###/#.#/###", "##.#/####/.###"])
def test_every_layout_is_worth_what_brute_force_says(board):
    mask = Hong(board=board).mask
    seen = Counter()
    least = max(0, len(mask.spaces) - 6)
    for stones in range(least, least + 3):
        for squares in combinations(mask.spaces, stones):
            game, state = opening(board, squares)
            hongs = forced(game, state)
            assert hongs == minimax(game, state), game.to_text(state)
            seen[hongs] += 1
    assert seen.total() > 10


@pytest.mark.parametrize(
    ("board", "empty"),
    [
        (SQUARE_3, 5),
        ("###/###/###/###", 5),
        ("#####/#####/#####", 5),
        (SQUARE_4, 4),
        ("#######", 5),
        ("##.#/####/.###", 5),
    ],
)
def test_random_positions_are_worth_what_brute_force_says(board, empty):
    game = Hong(board=board)
    rng = random.Random(board)
    seen = Counter()
    for _position in range(60):
        state = filled(game, rng, empty)
        hongs = forced(game, state)
        assert hongs == minimax(game, state), game.to_text(state)
        minimax.cache_clear()
        seen[hongs] += 1
    assert len(seen) > 1


def test_endings_of_a_real_board_are_worth_what_brute_force_says():
    game = Hong(board="inner")
    for seed in range(3):
        state = game.initial_state()
        rng = random.Random(seed)
        while len(game.empty(state)) > 4:
            state = game.apply(state, rng.choice(game.legal_actions(state)))
        assert forced(game, state) == minimax(game, state)
        minimax.cache_clear()


@pytest.mark.parametrize("dragon", Dragon)
def test_the_lair_is_solved_as_brute_force_does(dragon):
    seen = Counter()
    rng = random.Random(str(dragon))
    game = Hong(board=SQUARE_3, lair=True)
    while seen.total() < 12:
        cells = filled(game, rng, 2).cells
        lair = (dragon, *(other for other in Dragon if other is not dragon))
        state = State(cells, rng.choice((EMPEROR, MASTER)), lair)
        hongs = forced(game, state)
        assert hongs == minimax(game, state), game.to_text(state)
        seen[hongs] += 1
    assert len(seen) > 1


@pytest.mark.parametrize(("board", "number"), [(SQUARE_3, 8), ("####/####", 4), ("##.#/####/.###", 1), ("##/#.", 2)])
def test_a_board_has_its_symmetries(board, number):
    mask = Hong(board=board, stones=0).mask
    turns = symmetries(mask)
    assert len(turns) == number
    for turn in turns:
        assert sorted(turn) == list(range(len(mask.spaces)))


@pytest.mark.parametrize(("board", "stones"), [(SQUARE_3, 3), (SQUARE_4, 3), ("###/###/###/###", 2)])
def test_classes_of_layouts_stand_for_all_of_them(board, stones):
    mask = Hong(board=board).mask
    assert sum(number for _squares, number in layouts(mask, stones)) == sum(
        1 for _ in combinations(mask.spaces, stones)
    )


def test_positions_are_counted_as_play_meets_them():
    result = STORE[SQUARE_3, 3, ""]
    met = set()
    game = Hong(board=SQUARE_3)
    front = {game.initial_state()}
    while front:
        met |= {state for state in front if state.player != CHANCE}
        front = {game.apply(state, action) for state in front for action in game.legal_actions(state)}
    assert len(met) == result.positions == 84 * 3**6
    assert STORE[SQUARE_4, 3, ""].positions == 560 * 3**13


def test_the_store_holds_every_board_it_promises():
    assert tuple(STORE) == to_solve()
    text = files("rulebook.games.hong").joinpath(FILE).read_text("utf-8")
    assert text == "\n".join([HEADER, *(result.to_toml() for result in results())])


WHOLE = [key for key in to_solve() if key[0] != SQUARE_4 or key[1] >= 4]
"""Solved again here; the boards of four by four with few stones are sampled below."""


@pytest.mark.parametrize(("board", "stones", "dragon"), [key for key in WHOLE if STORE[key].proved < 60_000])
def test_the_store_is_what_the_solver_finds(board, stones, dragon):
    assert solve(board, stones, dragon) == STORE[board, stones, dragon]


@pytest.mark.parametrize("stones", [2, 3])
def test_four_by_four_is_sampled(stones):
    result = STORE[SQUARE_4, stones, ""]
    for (hongs, _number), example in zip(result.counts, result.examples, strict=True):
        game = Hong(board=SQUARE_4, stones=stones)
        assert forced(game, game.from_text(f"{example} emperor")) == hongs


def test_what_the_chapter_says_of_the_boards():
    for stones in range(5):
        assert STORE[SQUARE_3, stones, ""].chance(1) == 0
    assert all(STORE[SQUARE_3, 3, str(dragon)].chance(1) == 0 for dragon in Dragon)
    four = STORE[SQUARE_4, 3, ""]
    assert (four.chance(1) * 560, four.chance(2)) == (436, 0)
    assert [max(hongs for hongs, _number in result.counts) for result in of_board(SQUARE_4)][:4] == [3, 2, 2, 1]


def test_the_winner_follows_from_the_target():
    for target, seat in ((1, MASTER), (2, EMPEROR)):
        game = Hong(board=SQUARE_4, target=target)
        assert winner(game, game.from_text("SSS./..../..../.... emperor")) == seat


def test_the_first_tile_that_wins_is_the_only_one():
    game = Hong(board=SQUARE_4)
    state = game.from_text("S.../.SS./..../.... emperor")
    assert len(game.legal_actions(state)) == 26
    assert [str(action) for action in best_actions(game, state)] == ["d3 -"]


@pytest.mark.parametrize(
    ("name", "ways"),
    [("keep-first", 26), ("keep-one", 16), ("keep-two", 16), ("keep-castle", 18), ("keep-castle-emperor", 16)],
)
def test_one_tile_alone_keeps_the_win(name, ways):
    found = exercise(f"hong/{name}")
    assert len(found.game.legal_actions(found.state)) == ways
    assert len(list(found.solutions())) == 1


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("hong/small-emperor", {4: (1, 26), 5: (24, 24), 6: (3, 22), 8: (1, 18), 10: (1, 14)}),
        ("hong/small-master", {4: (26, 26), 9: (13, 16), 10: (4, 14), 13: (3, 8), 15: (1, 4)}),
    ],
)
def test_the_lines_of_best_play_are_best_play(key, told):
    line = find(key).line
    for ply, (state, action) in enumerate(zip(line.states, line.actions, strict=False), 1):
        if state.player != CHANCE:
            best = best_actions(line.game, state)
            assert action in best, action
            if ply in told:
                assert (len(best), len(line.game.legal_actions(state))) == told[ply]


@pytest.mark.parametrize("foe", ["random", "greedy"])
@pytest.mark.parametrize(
    "position", ["S.../.SS./..../.... emperor", "..../.SS./.S../.... emperor", "SSS./..../..../.... emperor"]
)
def test_perfect_play_never_loses_what_is_won(position, foe):
    game = Hong(board=SQUARE_4)
    state = game.from_text(position)
    seat = winner(game, state)
    policies = [POLICIES[foe], POLICIES[foe]]
    policies[seat] = perfect_policy
    for seed in range(3):
        _line, end = playout(game, state, random.Random(seed), policies)
        assert game.returns(end)[seat] == 1


def test_perfect_play_begins_with_chance_and_refuses_other_games():
    game = Hong(board=SQUARE_3)
    assert perfect_policy(game, game.initial_state(), random.Random(1)) in game.legal_actions(game.initial_state())
    gong = parse_game("gong")
    with pytest.raises(ValueError, match="Gong is not solved"):
        perfect_policy(gong, gong.initial_state(), random.Random(1))


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["hong", f"board={SQUARE_3}", "stones=2"], ["none", "78732 positions in all, 27 looked at"]),
        (
            ["hong", f"board={SQUARE_4}", "--position", "S.../.SS./..../.... emperor"],
            ["Hongs with best play: 0; the target is 1.", "The emperor wins.", "Best: d3 -"],
        ),
    ],
)
def test_the_command_solves_a_board_or_a_position(words, lines, capsys):
    assert main(["solve", *words]) == 0
    printed = capsys.readouterr().out
    for line in lines:
        assert line in printed


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "write a game such as"),
        (["hong", "board=###/###/###", "--all"], "write a game such as"),
        (["hong", "board=inner"], "positions are solved with up to 16"),
        (["hong", "board=###/###/###", "lair=yes"], "name a --position"),
        (["gong"], "Gong is not solved"),
        (["hong", "board=###/###/###", "--position", "... emperor"], "this board has 3"),
    ],
)
def test_the_command_refuses_in_words(words, complaint, capsys):
    assert main(["solve", *words]) == 1
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "position", "complaint"),
    [
        (Hong(board=SQUARE_3), ".../.../... chance", "setting up is not done"),
        (Hong(board=SQUARE_3, tiles=8), ".../.../... emperor", "tiles=8: boards are solved with a tile for each of 9"),
        (Hong(board="#####/#####/#####/#####"), "...../...../...../..... emperor", f"up to {MOST_EMPTY}"),
        (Hong(board=SQUARE_4, lair=True), "..../..../..../.... emperor lair=tahplsw", "up to 9 spaces"),
    ],
)
def test_what_is_out_of_reach_is_said(game, position, complaint):
    with pytest.raises(ValueError, match=complaint):
        reaches(game, game.from_text(position), 1)
