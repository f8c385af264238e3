"""What a presenter asks of a session: spotlight, places in words, dice, "what if" and back."""

import random
from pathlib import Path

import pytest

from rulebook.exercise import exercise
from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook.script import read
from rulebook_widgets import try_out
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.paint_canvas import DENSITIES, DENSITY, Easel
from rulebook_widgets.replays import ReplaySession
from rulebook_widgets.scene import Picture
from rulebook_widgets.tasks import ExerciseSession, TrySession

SCRIPT = read((Path(__file__).parents[1] / "scripts/hong/first-hongs.toml").read_text("utf-8"))
OPEN = ["hong", "hong board=inner lair=yes", "dictator mission=training", "wuxia"]
HIDING = ["dragonheart", "gong variant=link players=3", "gong variant=family players=3", "gong variant=fight players=3"]


def table(header="hong board=### stones=0", position="... emperor", players=()):
    return CoachedSession(Playthrough.begin(parse_game(header), position, seed=4), players)


def say(session, **message):
    session.handle(message)
    return session.report()


def test_the_spotlight_is_turned_on_and_off():
    session = table()
    assert not session.view().spot
    assert say(session, do="spot", on=True)["present"]["spot"]
    assert session.view().spot
    assert not say(session, do="spot", on=False)["present"]["spot"]
    assert "cannot be" in say(session, do="spot", on="yes")["refusal"]["words"]


def test_what_the_spotlight_falls_on_is_said_in_words():
    session = table()
    assert session.report()["present"]["said"] == []
    say(session, do="type", text="b1 -")
    assert session.report()["present"]["said"] == []
    assert say(session, do="spot", on=True)["present"]["said"] == ["b1: dragon tile, body east–west"]
    assert say(session, do="key", key="ArrowRight")["present"]["said"] == [session.where(session.cursor)]


def test_the_place_under_the_cursor_is_said_without_the_spotlight():
    session = table()
    assert say(session, do="key", key="Enter")["present"]["said"] == ["b1: empty"]


def test_who_looks_closely_is_told_where_what_is_spoken_of_lies():
    session = table()
    say(session, do="type", text="b1 -")
    assert session.report()["present"]["focus"] is None
    sheet = session.picture.sheet()

    def place(report):
        across, down = report["present"]["focus"]
        return session.picture.pick(across * sheet.width, down * sheet.height)

    assert place(say(session, do="closer", on=True)) == "b1"
    assert place(say(session, do="key", key="ArrowRight")) == "b1"
    assert place(say(session, do="key", key="ArrowLeft")) == "a1", "a cursor is followed alone"
    assert say(session, do="closer", on=False)["present"]["focus"] is None


@pytest.mark.parametrize("header", OPEN + HIDING)
def test_places_are_said_all_through_a_game(header):
    session = TrySession(Playthrough.begin(parse_game(header), seed=6))
    session.spot = True
    rng, said = random.Random(6), 0
    for _ply in range(150):
        if session.seat == TERMINAL:
            break
        legal = session.game.legal_actions(session.state)
        session.attempt(rng.choice(legal))
        said += len(session.report()["present"]["said"])
        assert session.refusal is None
    assert said >= 10


@pytest.mark.parametrize("header", HIDING)
def test_of_a_hiding_board_only_what_the_cursor_comes_upon_is_said(header):
    session = table(header, "", ("reader", "random"))
    say(session, do="spot", on=True)
    rng, acted = random.Random(2), 0
    for _decision in range(12):
        if session.seat < 0:
            break
        session.attempt(rng.choice(session.game.legal_actions(session.state)))
        acted += 1
        assert session.report()["present"]["said"] == []
    assert acted > 3
    assert len(say(session, do="key", key="Enter")["present"]["said"]) == 1


@pytest.mark.parametrize("header", OPEN + HIDING)
def test_a_game_says_whether_chance_decides_after_the_set_up(header):
    game = parse_game(header)
    drawn = 0
    for seed in range(3):
        rng, state, begun = random.Random(seed), game.initial_state(), False
        while (seat := game.current_player(state)) != TERMINAL:
            drawn += begun and seat == CHANCE
            begun = begun or seat != CHANCE
            state = game.apply(
                state, draw(game, state, rng) if seat == CHANCE else rng.choice(game.legal_actions(state))
            )
    assert bool(drawn) == game.rolls


def test_dice_can_be_chosen_where_nothing_is_hidden():
    assert table("dictator mission=training", "").report()["present"]["chooses"]
    assert table("wuxia", "", ("greedy", "greedy")).report()["present"]["chooses"]
    assert not table("hong", "").report()["present"]["chooses"], "nothing is rolled in Hong"
    assert not table("dragonheart", "").report()["present"]["chooses"], "a draw would show what is hidden"
    assert not ReplaySession(SCRIPT).report()["present"]["chooses"]


def test_what_if_returns_to_the_line_and_the_place_it_began_at():
    session = table("hong board=#####/##### stones=0", "...../..... emperor")
    for text in ("a1 -", "b1 -", "c1 -", "d1 -"):
        say(session, do="type", text=text)
    say(session, do="undo")
    line, ply = session.history.line, session.history.ply
    assert say(session, do="suppose")["present"]["supposing"]
    for text in ("a2 |", "b2 |"):
        say(session, do="type", text=text)
    say(session, do="undo")
    say(session, do="type", text="c2 |")
    assert session.history.line != line
    report = say(session, do="resume")
    assert (session.history.line, session.history.ply) == (line, ply)
    assert not report["present"]["supposing"]
    assert report["redo"], "the rest of the line is there"


def test_what_if_is_refused_in_words_where_it_cannot_be():
    session = table()
    assert "Nothing is being tried" in say(session, do="resume")["refusal"]["words"]
    say(session, do="suppose")
    assert "already" in say(session, do="suppose")["refusal"]["words"]
    assert session.supposing


def test_a_new_game_ends_what_if():
    session = table("hong", "")
    say(session, do="suppose")
    assert not say(session, do="new", options={}, seed=9)["present"]["supposing"]


def test_what_if_in_a_replay_leaves_the_script_and_comes_back_to_it():
    session = ReplaySession(SCRIPT, stop=4)
    assert not session.report()["present"]["supposing"]
    report = say(session, do="suppose")
    assert report["present"]["supposing"]
    assert report["replay"]["left"] == 4
    assert session.report()["replay"]["left"] == 4
    report = say(session, do="resume")
    assert (report["replay"]["left"], report["replay"]["at"]) == (None, 4)
    assert "Nothing is being tried" in say(session, do="resume")["refusal"]["words"]


def test_an_exercise_has_a_spotlight_and_no_what_if():
    session = ExerciseSession(exercise("hong/close-one"))
    assert session.report()["present"]["supposing"] is None
    assert "does not know" in say(session, do="suppose")["refusal"]["words"]
    assert say(session, do="spot", on=True)["present"]["spot"]


@pytest.mark.parametrize(("pixels", "density"), [(300, 2), (1080, 2), (1081, 3), (1620, 3), (1621, 4), (9000, 4)])
def test_a_canvas_has_as_many_pixels_as_it_is_shown_at(pixels, density):
    easel = Easel(Picture(540, 540, (), ()), lambda: None)
    assert easel.sharpen(pixels) == (density != DENSITY)
    assert (easel.canvas.width, easel.canvas.height) == (540 * density, 540 * density)
    assert not easel.sharpen(pixels), "nothing is drawn anew for nothing"
    easel.sharpen(300)
    assert easel.canvas.width == 540 * DENSITY


@pytest.mark.parametrize("pixels", [float("nan"), float("inf"), -5, 0, True])
def test_no_width_that_a_page_tells_makes_a_strange_canvas(pixels):
    easel = Easel(Picture(540, 540, (), ()), lambda: None)
    easel.sharpen(pixels)
    assert easel.canvas.density in DENSITIES
    assert easel.canvas.width == 540 * easel.canvas.density


@pytest.mark.parametrize("pixels", [300, 2000])
def test_a_tap_means_the_same_place_however_sharp_the_canvas(pixels):
    board = try_out("hong board=###/### stones=0", ".../... emperor")
    board.panel._handle_custom_msg({"do": "shown", "width": pixels}, [])
    board.panel._handle_custom_msg({"do": "tap", "x": 0.5, "y": 0.4}, [])
    assert "lays a tile on b1" in board.session.report()["told"][0]["words"]
