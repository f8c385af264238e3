"""The spotlight: where the veil lies and where it does not, for the pictures of every game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.registry import parse_game
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.scene import View
from rulebook_widgets.spotlight import shown, spots, veil

GAMES = [
    "hong board=inner lair=yes",
    "dictator mission=training",
    "dragonheart",
    "gong variant=link players=4",
    "gong variant=family players=3",
    "gong variant=fight players=3",
    "wuxia players=3",
]


def rectangles(path):
    """Return the rectangles of a veil: left, top, right, bottom."""
    corners = [step[1] for step in path.steps if step[0] in "ML"]
    fours = [corners[at : at + 4] for at in range(0, len(corners), 4)]
    return [(four[0][0], four[0][1], four[2][0], four[2][1]) for four in fours]


def covers(path, x, y):
    return sum(left <= x < right and top <= y < bottom for left, top, right, bottom in rectangles(path))


def reached(game, seed):
    """Yield positions of a game by random play, each with the ply that led to it."""
    rng = random.Random(seed)
    state, action = game.initial_state(), None
    for _ply in range(120):
        seat = game.current_player(state)
        if seat == TERMINAL:
            return
        chance = seat == CHANCE
        action = draw(game, state, rng) if chance else rng.choice(game.legal_actions(state))
        state = game.apply(state, action)
        if not chance:
            yield state, action


EDGES = st.tuples(*[st.integers(-20, 130)] * 4)


@given(gaps=st.lists(EDGES, max_size=5), x=st.integers(0, 99), y=st.integers(0, 79))
def test_a_veil_covers_each_point_once_or_leaves_it_open(gaps, x, y):
    gaps = [(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in gaps]
    in_a_gap = any(left <= x < right and top <= y < bottom for left, top, right, bottom in gaps)
    assert covers(veil(100, 80, gaps), x, y) == (0 if in_a_gap else 1)


def test_a_lit_space_is_left_open_and_its_neighbour_is_not():
    game = parse_game("hong board=###/### stones=0")
    looks = picture_of(game)
    picture = shown(looks, game.from_text(".../... emperor"), View(glow=("b1",), spot=True))
    for place, covered in (("a1", 1), ("b1", 0), ("c1", 1), ("b2", 1)):
        x, y, side = looks.frame(place)
        assert covers(picture.shapes[-1], round(x + side / 2), round(y + side / 2)) == covered


def test_where_nothing_is_spoken_of_nothing_is_dimmed():
    game = parse_game("hong board=### stones=0")
    looks, state = picture_of(game), game.from_text("... emperor")
    assert shown(looks, state, View(spot=True)) == shown(looks, state, View())
    assert shown(looks, state, View(glow=("a1",))) == looks.picture(state, View(glow=("a1",)))


@pytest.mark.parametrize("header", GAMES)
def test_the_last_ply_stands_in_the_light_on_every_board(header):
    game = parse_game(header)
    looks = picture_of(game)
    lit = 0
    for state, action in reached(game, 3):
        view = View(last=game.places(action), spot=True)
        gaps = spots(looks, state, view)
        picture = shown(looks, state, view)
        check(picture, picture.sprites)
        if gaps:
            lit += 1
            covered = sum((c - a) * (d - b) for a, b, c, d in rectangles(picture.shapes[-1]))
            assert picture.width * picture.height * 0.2 < covered < picture.width * picture.height
    assert lit > 10


@pytest.mark.parametrize("light", ["glow", "refused", "last", "selection", "cursor"])
def test_every_light_but_the_ring_makes_a_gap(light):
    game = parse_game("hong board=### stones=0")
    looks, state = picture_of(game), game.from_text("... emperor")
    places = "b1" if light == "cursor" else ("b1",)
    assert len(spots(looks, state, View(**{light: places}))) == 1
    assert spots(looks, state, View(legal=("b1",))) == []
