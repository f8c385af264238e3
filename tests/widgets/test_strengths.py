"""Pictures of strength: marks lie where the figures say, fans show what a search tried, words stay inside."""

import math
import random
from dataclasses import replace

import pytest

from rulebook.bots import LEVELS, OVERLOOKS, POLICIES
from rulebook.game import NotationError
from rulebook.lab import wilson
from rulebook.registry import parse_game
from rulebook.results import Result, ResultError, budgets
from rulebook.search import Line, consider
from rulebook.strength import PAIRS, Strength, ends, find, points, share_of
from rulebook_widgets import search_fans, strength
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures.fans import fans
from rulebook_widgets.pictures.lettering import room
from rulebook_widgets.pictures.strengths import SCALE, WIDTH, strengths
from rulebook_widgets.scene import Circle, Path, Text

BOARD, POSITION = "hong board=####/####/#### stones=0", "|-../.S-|/-|.. emperor"
GAME = "gong players=4"


def pair(name, won, games):
    base, challenger = name.split("-")
    policies = (challenger, base, base, base)
    figures = {f"bot {challenger}": wilson(won, games)}
    return Result(GAME, policies, (), True, games, 1, "2026-08-01", figures, budgets(policies))


FOUND = Strength(GAME, tuple(pair(name, won, 60) for name, won in zip(PAIRS, (60, 30, 14.25, 3), strict=True)))


def words(picture):
    return [shape.words for shape in picture.shapes if isinstance(shape, Text)]


def span(path):
    """Return the least and the greatest x of a path."""
    xs = [part[0] for step in path.steps for part in step[1:]]
    return min(xs), max(xs)


def test_marks_of_pairs_lie_where_their_shares_are():
    picture = strengths(FOUND)
    dots = [shape.x for shape in picture.shapes if isinstance(shape, Circle)]
    bars = [span(shape) for shape in picture.shapes if isinstance(shape, Path) and shape.stroke == "indigo"]
    start, wide = SCALE
    for at, one in enumerate(FOUND.pairs):
        share = share_of(one)
        assert dots[at] == pytest.approx(start + wide * share.value)
        assert bars[at] == pytest.approx((start + wide * share.low, start + wide * share.high))
    evens = [span(shape) for shape in picture.shapes if isinstance(shape, Path) and shape.stroke == "ink"]
    assert evens == [(start + wide / 4, start + wide / 4)]
    verdicts = [said for said in words(picture) if said in ("stronger", "undecided", "weaker")]
    assert verdicts == ["stronger", "stronger", "undecided", "weaker"]


def test_marks_of_ratings_keep_their_distances_and_the_scale():
    picture = strengths(FOUND)
    dots = [shape.x for shape in picture.shapes if isinstance(shape, Circle)][len(FOUND.pairs) :]
    values = [rating.value for rating in FOUND.ratings.values()]
    unit = (dots[0] - dots[-1]) / (values[0] - values[-1])
    for dot, value in zip(dots, values, strict=True):
        assert dot - dots[0] == pytest.approx(unit * (value - values[0]))
    bars = [span(shape) for shape in picture.shapes if isinstance(shape, Path) and shape.stroke == "indigo"]
    for low, high in bars:
        assert SCALE[0] - 1e-9 <= low < high <= SCALE[0] + SCALE[1] + 1e-9
    said = words(picture)
    for rating in FOUND.ratings.values():
        assert points(rating) in said
        assert not math.isfinite(rating.low) or ends(rating) in said


def test_without_a_chain_that_joins_them_only_pairs_are_shown():
    apart = replace(FOUND, pairs=(FOUND.pairs[0], FOUND.pairs[2]))
    assert "Elo" not in words(strengths(apart))
    assert "Elo" in words(strengths(FOUND))


def test_words_stay_inside_the_picture():
    for picture in (strengths(FOUND), fans_of(BOARD, POSITION)):
        for shape in picture.shapes:
            if isinstance(shape, Text):
                half = room(shape.words, shape.size, shape.weight) / 2
                assert shape.x - half >= 0
                assert shape.x + half <= WIDTH + 1
        assert svg(picture, "words").startswith("<svg")


def fans_of(game, position):
    rules = parse_game(game)
    state = rules.from_text(position)
    found = {
        level: consider(rules, state, budget, OVERLOOKS[level], random.Random(1)) for level, budget in LEVELS.items()
    }
    return fans(found, [str(action) for action in rules.legal_actions(state)])


def test_a_fan_shows_each_playout_and_what_the_level_does():
    picture = fans_of(BOARD, POSITION)
    rules = parse_game(BOARD)
    state = rules.from_text(POSITION)
    names = [str(action) for action in rules.legal_actions(state)]
    leaves = [shape for shape in picture.shapes if isinstance(shape, Circle) and shape.fill == "paper"]
    counts = {
        (shape.x, shape.y): int(shape.words)
        for shape in picture.shapes
        if isinstance(shape, Text)
        if shape.words.isdigit()
    }
    labels = {
        round(shape.x, 3): shape.words for shape in picture.shapes if isinstance(shape, Text) if shape.words in names
    }
    for at, (level, budget) in enumerate(LEVELS.items()):
        fan = leaves[at * len(names) : (at + 1) * len(names)]
        assert sum(counts.get((leaf.x, leaf.y), 0) for leaf in fan) == budget
        done = [labels[round(leaf.x, 3)] for leaf in fan if leaf.stroke == "vermilion"]
        assert done == [str(POLICIES[level](rules, state, random.Random(1)))]


def test_what_was_overlooked_has_a_circle_without_a_number_or_a_branch():
    picture = fans({"easy": (Line("c", 1, 0.5, 0.0), Line("a", 0, -1.0, 0.0))}, ["a", "b", "c"])
    circles = [shape for shape in picture.shapes if isinstance(shape, Circle) and shape.fill == "paper"]
    assert [circle.stroke for circle in circles] == ["rule", "rule", "vermilion"]
    numbers = {shape.x: shape.words for shape in picture.shapes if isinstance(shape, Text) if shape.words.isdigit()}
    assert numbers == {circles[0].x: "0", circles[2].x: "1"}
    branches = [span(shape) for shape in picture.shapes if isinstance(shape, Path)]
    root = (circles[0].x + circles[2].x) / 2
    assert sorted(branches) == [pytest.approx((circles[0].x, root)), pytest.approx((root, circles[2].x))]
    assert "easy: 1 playout" in words(picture)


def test_a_fan_is_refused_where_there_is_no_room_or_no_decision():
    with pytest.raises(NotationError, match="among 10 actions at most"):
        search_fans("hong board=####/####/#### stones=0", "..../..../.... emperor")
    with pytest.raises(NotationError, match="a seat must decide"):
        search_fans("hong board=### stones=0", "|-| end")


def test_a_chapter_shows_what_the_store_holds():
    assert repr(strength("gong")) == find("gong").table()
    assert repr(strength("gong variant=link")).startswith("Gong: Link: seed 1, ")
    with pytest.raises(ResultError, match="no pair of gong players=6 has been played"):
        strength("gong players=6")
