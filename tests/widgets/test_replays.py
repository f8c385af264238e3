"""Replays: stepping, jumping, hiding, asking, playing on, and the way back to the script."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.exercise import exercise
from rulebook.game import CHANCE
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook.script import find, plain, read
from rulebook_widgets.replays import ReplaySession
from rulebook_widgets.session import HANDLERS, Session
from rulebook_widgets.tasks import ExerciseSession

SCRIPT = read((Path(__file__).parents[1] / "scripts/hong/first-hongs.toml").read_text("utf-8"))


def replay(stop=0):
    return ReplaySession(SCRIPT, stop=stop)


def say(session, **message):
    session.handle(message)
    return session.report()


def told(report):
    """Return everything that a report says in a script's words."""
    shown = report["replay"]
    question = (shown["ask"] or {}).get("words", "")
    titles = [title for _stop, _mark, title in shown["marks"]]
    return [shown["title"], shown["words"], *shown["errata"], question, report["caption"], *titles]


# Stepping


def test_a_replay_opens_at_its_opening():
    report = replay().report()
    assert (report["replay"]["at"], report["replay"]["last"], report["ply"]) == (0, 9, 0)
    assert report["replay"]["words"].startswith("The inner castle lies bare: 49 empty spaces")
    assert report["announce"].startswith("Step 0. The inner castle lies bare")


def test_a_step_tells_its_words_figures_rules_places_and_all_its_events():
    session = replay()
    report = say(session, do="stop", stop=1)
    assert report["ply"] == 3
    assert report["replay"]["title"] == "Three stones fall"
    assert report["replay"]["figures"] == [("empty", 46)]
    assert [event["words"] for event in report["told"]] == [f"A stone falls on {at}." for at in ("d4", "f6", "g3")]
    assert report["lit"] == ["HO2.2"]
    assert session.view().glow == ("d4", "f6", "g3")
    assert report["announce"] == "Step 1. Three stones fall. Three stones fall, and 46 spaces are left."


def test_errata_are_told_where_they_occur():
    assert replay(6).report()["replay"]["errata"] == ()
    report = replay(7).report()
    assert "prints g7" in report["replay"]["errata"][0]
    assert "prints g7" in report["announce"]


def test_the_slider_knows_where_turns_and_phases_begin():
    marks = replay().report()["replay"]["marks"]
    assert marks[0] == (1, "phase", "Three stones fall")
    assert [stop for stop, _mark, _title in marks] == [1, 2, 3, 4, 6, 8, 9]


def test_keys_step_until_a_cursor_is_on_the_board():
    session = replay()
    session.asks = False
    for key, stop in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 9), ("Home", 0)):
        assert say(session, do="key", key=key)["replay"]["at"] == stop
    assert "Home" in session.setup()["keys"]
    assert not say(session, do="key", key="Enter")["replay"]["steers"]
    cursor = session.cursor
    assert say(session, do="key", key="ArrowRight")["replay"]["at"] == 0
    assert session.cursor != cursor
    assert "Home" not in session.setup()["keys"]
    assert say(session, do="key", key="Escape")["replay"]["steers"]
    assert say(session, do="key", key="ArrowRight")["replay"]["at"] == 1


def test_undo_and_redo_step_back_and_forward_on_script():
    session = replay(2)
    assert say(session, do="redo")["replay"]["at"] == 3
    assert say(session, do="undo")["replay"]["at"] == 2
    assert say(session, do="key", key="u")["replay"]["at"] == 1


def test_an_entry_of_the_log_leads_to_its_step():
    session = replay()
    assert say(session, do="goto", ply=5)["replay"]["at"] == 3
    assert "no ply 77" in say(session, do="goto", ply=77)["refusal"]["words"]


def test_peeking_tells_the_step_that_is_seen():
    session = replay(1)
    report = say(session, do="peek", ply=11)
    assert (report["replay"]["title"], report["replay"]["at"]) == ("A Hong", 1)
    assert say(session, do="peek", ply=5)["replay"]["title"] == "", "amid a step nothing is told"
    assert say(session, do="peek", ply=None)["replay"]["title"] == "Three stones fall"
    assert say(session, do="peek", ply=40)["refusal"]


@pytest.mark.parametrize("stop", [-1, 10, 999])
def test_a_stop_that_is_none_is_refused_and_nothing_is_lost(stop):
    session = replay(2)
    report = say(session, do="stop", stop=stop)
    assert f"no step {stop}" in report["refusal"]["words"]
    assert report["refusal"]["advice"] == "Steps 0 to 9 are shown."
    assert report["replay"]["at"] == 2


def test_the_ends_are_ends():
    assert not replay().report()["replay"]["back"]
    assert not replay(9).report()["replay"]["more"]
    assert say(replay(), do="key", key="ArrowLeft")["refusal"]
    assert say(replay(9), do="key", key="ArrowRight")["refusal"]


# Jumping


def test_a_jump_can_be_returned_from_a_single_step_not():
    session = replay(2)
    assert say(session, do="stop", stop=3)["replay"]["origin"] is None
    assert say(session, do="stop", stop=7)["replay"]["origin"] == 3
    assert say(session, do="stop", stop=6)["replay"]["origin"] == 3, "kept while stepping"
    report = say(session, do="return")
    assert (report["replay"]["at"], report["replay"]["origin"]) == (3, None)
    assert "no jump" in say(session, do="return")["refusal"]["words"]


# Asking


def test_a_question_stands_before_its_step_and_is_put_once():
    session = replay(1)
    report = say(session, do="stop", stop=2)
    assert report["replay"]["at"] == 1
    assert report["replay"]["ask"]["words"] == "Where does the emperor lay his first tile?"
    assert report["replay"]["title"] == report["replay"]["words"] == ""
    assert report["announce"].startswith("A question. Where does the emperor lay")
    assert say(session, do="stop", stop=2)["replay"]["at"] == 2, "going on skips it"
    say(session, do="undo")
    assert say(session, do="redo")["replay"]["at"] == 2, "it has been put"


def test_an_answer_is_judged_by_the_rules():
    session = replay(1)
    say(session, do="redo")
    answer = say(session, do="answer", choice=0)["replay"]["ask"]["answer"]
    assert answer == {
        "right": False,
        "words": "d4 is occupied: a stone lies there. Choose an empty space.",
        "rule": "HO3.4",
    }
    answer = say(session, do="answer", choice=2)["replay"]["ask"]["answer"]
    assert answer["words"] == "Legal, but the emperor did otherwise."
    report = say(session, do="answer", choice=1)
    assert report["replay"]["ask"]["answer"]["right"]
    assert report["announce"] == "Right."
    assert "no such answer" in say(session, do="answer", choice=4)["refusal"]["words"]
    assert say(session, do="skip")["replay"]["at"] == 2
    assert "Nothing is asked" in say(session, do="skip")["refusal"]["words"]
    assert "Nothing is asked" in say(session, do="answer", choice=0)["refusal"]["words"]


def test_going_back_from_a_question_shows_the_step_again():
    session = replay(1)
    say(session, do="redo")
    report = say(session, do="undo")
    assert (report["replay"]["at"], report["replay"]["ask"]) == (1, None)


def test_a_jump_over_a_question_is_not_held_up():
    assert say(replay(), do="stop", stop=5)["replay"]["at"] == 5


def test_questions_can_be_switched_off():
    session = replay(1)
    say(session, do="redo")
    report = say(session, do="asks", on=False)
    assert report["replay"]["ask"] is None
    assert say(session, do="stop", stop=8)["replay"]["at"] == 8
    say(session, do="stop", stop=7)
    assert say(session, do="redo")["replay"]["at"] == 8


def test_no_answer_is_told_before_it_is_given():
    session = replay(1)
    session.hides = True
    report = say(session, do="redo")
    assert report["replay"]["ask"]["answer"] is None
    assert "answers" not in report["replay"]["ask"]
    assert len(report["log"]) == 3


# Hiding


def test_hiding_hides_the_steps_to_come_and_how_many_they_are():
    session = replay(2)
    report = say(session, do="hide", on=True)
    assert report["replay"]["last"] == 2
    assert len(report["log"]) == 4
    assert report["replay"]["plies"] == (0, 3, 4)
    assert [stop for stop, _mark, _title in report["replay"]["marks"]] == [1, 2]
    assert report["replay"]["more"]
    assert say(session, do="redo")["replay"]["last"] == 3
    assert say(session, do="stop", stop=0)["replay"]["last"] == 3, "what was seen stays"
    assert say(session, do="key", key="End")["replay"]["at"] == 3
    for message in (
        {"do": "stop", "stop": 7},
        {"do": "stop", "stop": 70},
        {"do": "goto", "ply": 11},
        {"do": "goto", "ply": 70},
        {"do": "peek", "ply": 11},
        {"do": "peek", "ply": 70},
    ):
        report = say(session, **message)
        assert report["replay"]["at"] == 3, message
        assert report["refusal"]["advice"] == "Steps 0 to 3 are shown.", message
    assert say(session, do="hide", on=False)["replay"]["last"] == 9


# Playing on


def test_a_move_of_ones_own_leaves_the_script_and_the_script_is_kept():
    session = replay(2)
    report = say(session, do="type", text="b2 -")
    assert report["replay"]["left"] == 2
    assert [event["words"] for event in report["told"]] == ["The dragon master lays a tile on b2, body east–west."]
    assert not any(told(report))
    assert not say(session, do="undo")["undo"], "undo ends where the script was left"
    assert session.report()["replay"]["left"] == 2
    report = say(session, do="back")
    assert (report["replay"]["left"], report["replay"]["at"]) == (None, 2)
    assert session.history.line == SCRIPT.line
    assert "not been left" in say(session, do="back")["refusal"]["words"]


def test_the_scripts_own_move_stays_on_script():
    session = replay(2)
    report = say(session, do="type", text="c5 |")
    assert (report["replay"]["left"], report["replay"]["amid"], report["replay"]["title"]) == (None, True, "")
    assert say(session, do="type", text="e6 -")["replay"]["title"] == "Two lines are begun"
    assert say(session, do="type", text="e6 -")["refusal"]["rule"] == "HO3.4"
    assert session.report()["replay"]["at"] == 3


def test_playing_on_seats_a_bot_and_rolls_the_dice():
    session = replay()
    say(session, do="player", seat=0, player="greedy")
    report = say(session, do="leave")
    assert report["replay"]["left"] == 0
    assert len(report["log"]) == 4, "three stones have fallen and the bot has laid"
    assert not any(told(report))
    assert say(session, do="stop", stop=3)["replay"]["left"] is None


def test_dice_can_be_chosen():
    session = replay()
    assert say(session, do="chance", how="chosen")["outcomes"] is None, "on script the script decides"
    report = say(session, do="leave")
    assert report["outcomes"][0] == ("stone b2", "a stone on b2")
    assert len(report["outcomes"]) == 49
    assert say(session, do="type", text="stone b2")["told"][0]["words"] == "A stone falls on b2."
    assert say(session, do="type", text="stone b2")["refusal"]["rule"] == "HO2.2"
    report = say(session, do="roll")
    assert len(report["log"]) == 2
    assert say(session, do="undo")["ply"] == 1, "what was chosen is taken back"
    report = say(session, do="chance", how="rolled")
    assert say(session, do="type", text="stone e5")["outcomes"] is None
    assert "nothing to roll" in say(session, do="roll")["refusal"]["words"]


def test_a_bot_is_not_stepped_on_script():
    session = replay(2)
    for seat in (0, 1):
        say(session, do="player", seat=seat, player="random")
    assert "Play on" in say(session, do="step")["refusal"]["advice"]
    assert say(session, do="leave")["auto"]
    assert len(say(session, do="step")["log"]) == 5


def test_a_plain_playthrough_is_stepped_ply_by_ply():
    line = Playthrough.begin(parse_game("hong board=#### stones=0"), "|... emperor")
    for text in ("b1 -", "c1 -", "d1 |"):
        line = line.then(line.game.parse(text))
    session = ReplaySession(plain(line))
    assert session.report()["task"]["words"].startswith("The emperor")
    say(session, do="goto", ply=2)
    report = say(session, do="type", text="d1 -")
    assert report["over"]
    say(session, do="back")
    assert session.history.line == line
    castle = ReplaySession(find("hong/castle-game"))
    assert castle.report()["replay"]["words"].startswith("Two greedy bots")
    assert not castle.report()["replay"]["poses"]


def test_ones_own_line_is_kept_when_the_script_is_gone_back_to():
    session = replay(3)
    say(session, do="leave")
    legal = session.game.legal_actions(session.history.state)
    say(session, do="type", text=str(legal[-1]))
    own = session.history
    report = say(session, do="back")
    assert report["replay"]["mine"]
    assert report["replay"]["words"]
    report = say(session, do="mine")
    assert session.history == own
    assert report["replay"]["left"] == 3
    assert not report["replay"]["words"]
    assert say(session, do="mine")["refusal"]["words"].startswith("No line of your own")


WORDS = {part for step in SCRIPT.stops for part in (step.words, *step.errata)}


@given(stop=st.integers(0, 9), seed=st.integers(0, 10**6), chosen=st.booleans())
@settings(max_examples=60, deadline=None)
def test_no_deviation_ever_shows_the_scripts_words(stop, seed, chosen):
    rng = random.Random(seed)
    session = replay(stop)
    say(session, do="chance", how="chosen" if chosen else "rolled")
    say(session, do="leave")
    for _turn in range(12):
        ply = session.history.ply
        act = rng.choice(["type", "type", "undo", "redo", "goto", "peek", "key", "hide", "asks", "return", "skip"])
        legal = session.game.legal_actions(session.history.state)
        message = {
            "do": act,
            "text": str(rng.choice(legal)) if legal else "",
            "ply": rng.randint(0, ply + 1),
            "key": rng.choice(["ArrowRight", "Enter", "Escape", "u", "r"]),
            "on": rng.random() < 0.5,
        }
        report = say(session, **message)
        assert report["replay"]["left"] == stop
        assert not any(told(report)), message
        assert not [words for words in WORDS if words in report["announce"]], message
        assert session.view().glow == ()
    report = say(session, do="back")
    assert (report["replay"]["at"], report["ply"]) == (stop, SCRIPT.stops[stop].ply)
    assert report["replay"]["words"] == SCRIPT.stops[stop].words


JUNK = st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=8) | st.lists(st.integers(), max_size=2)
FIELDS = sorted({field for _method, kinds in HANDLERS.values() for field in kinds})
FORGED = st.builds(
    lambda name, fields: {"do": name, **fields},
    st.sampled_from(sorted(HANDLERS)),
    st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=6),
)


@given(messages=st.lists(FORGED, max_size=8))
@settings(max_examples=200, deadline=None)
def test_forged_messages_are_answered_and_the_script_is_kept(messages):
    session = replay(3)
    for message in messages:
        session.handle(message)
        assert session.report()["task"]["words"]
        session.view()
        assert session.setup()["keys"]
        assert session.script is SCRIPT
    assert say(session, do="stop", stop=0)["replay"]["at"] == 0


@pytest.mark.parametrize("name", sorted(HANDLERS))
def test_every_message_without_its_fields_changes_nothing(name):
    _method, kinds = HANDLERS[name]
    session = replay(2)
    before = session.history
    if kinds:
        assert say(session, do=name)["refusal"]
        assert session.history == before


# Chance at an ordinary table


def test_a_table_takes_chosen_stones_in_a_new_game():
    session = Session(Playthrough.begin(parse_game("hong board=inner"), seed=5))
    assert session.report()["outcomes"] is None
    assert "one of the ways" in say(session, do="chance", how="loaded")["refusal"]["words"]
    assert session.dice == "rolled"
    assert say(session, do="chance", how="chosen")["announce"] == "Dice and draws: chosen by you."
    report = say(session, do="new", options={}, seed=6)
    assert (len(report["log"]), len(report["outcomes"])) == (0, 61)
    for stone in ("e5", "d4"):
        assert say(session, do="type", text=f"stone {stone}")["refusal"] is None
    session.point("f6")
    assert session.history.ply == 3, "a tap on the board chooses too"
    assert session.seat != CHANCE
    assert say(session, do="chance", how="rolled")["dice"] == "rolled"


def test_an_exercise_rolls_nothing():
    session = ExerciseSession(exercise("hong/close-one"))
    assert "does not know" in say(session, do="chance", how="chosen")["refusal"]["words"]
    assert "does not know" in say(session, do="roll")["refusal"]["words"]
