"""Sessions: what readers do, and what is answered; no browser, no Jupyter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.exercise import exercise, exercises
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.session import HANDLERS, KEYS, Session
from rulebook_widgets.tasks import ExerciseSession, TrySession


def table(header="hong board=inner", players=(), seed=5):
    return Session(Playthrough.begin(parse_game(header), seed=seed), players)


def say(session, **message):
    session.handle(message)
    return session.report()


def test_chance_is_settled_before_the_reader_decides():
    report = table("hong board=inner lair=yes").report()
    assert len(report["log"]) == 10
    assert report["task"]["words"].startswith("The emperor lays one tile")
    assert not report["undo"]


def test_the_same_seed_sets_up_the_same_game():
    assert table(seed=5).state == table(seed=5).state
    assert table(seed=5).state != table(seed=6).state


def test_an_illegal_move_is_answered_with_rule_reason_place_and_what_to_do():
    session = table()
    stone = session.report()["log"][0][0].split()[1]
    report = say(session, do="type", text=f"{stone} -")
    assert report["refusal"] == {
        "words": f"{stone} is occupied: a stone lies there.",
        "rule": "HO3.4",
        "advice": "Choose an empty space.",
        "since": None,
    }
    assert session.view().refused == (stone,)
    assert report["announce"] == f"{stone} is occupied: a stone lies there. HO3.4 Choose an empty space."

    # Of what a ply has made illegal it is told which one.
    empty = str(session.game.legal_actions(session.state)[0])
    say(session, do="type", text=empty)
    assert say(session, do="type", text=empty)["refusal"]["since"] == 4


def test_a_tap_a_key_and_a_typed_line_are_one_and_the_same_move():
    tapped, keyed, typed = table(), table(), table()
    home = tapped.picture.home(tapped.state)
    x, y, side = tapped.picture.frame(home)
    tapped.tap(x + side / 2, y + side / 2)
    say(keyed, do="key", key="ArrowUp")
    say(keyed, do="key", key="Enter")
    say(typed, do="type", text=f"{home} -")
    assert tapped.state == keyed.state == typed.state
    assert len(tapped.history.line) == 4


def test_the_way_is_turned_by_key_and_by_choice():
    session = table()
    assert session.report()["mode"] == "-"
    assert say(session, do="key", key="r")["mode"] == "|"
    assert say(session, do="mode", mode="-")["mode"] == "-"
    report = say(session, do="mode", mode="half")
    assert "no way" in report["refusal"]["words"]


def test_a_tap_beside_the_board_is_answered():
    session = table()
    session.tap(2, 2)
    assert "no space there" in session.report()["refusal"]["words"]


def test_undo_goes_back_to_the_readers_own_decision():
    session = table(players=("reader", "greedy"))
    before = session.state
    say(session, do="type", text=str(session.game.legal_actions(session.state)[0]))
    assert session.history.ply == 5, "the bot has replied"
    report = say(session, do="undo")
    assert session.state == before
    assert report["redo"]
    assert not report["undo"]
    say(session, do="redo")
    assert session.history.ply == 5
    say(session, do="undo")
    report = say(session, do="undo")
    assert "nothing to take back" in report["refusal"]["words"]


def test_a_branch_keeps_the_line_that_was_left():
    session = table()
    first, second = (str(action) for action in session.game.legal_actions(session.state)[:2])
    say(session, do="type", text=first)
    line = session.history.line
    say(session, do="goto", ply=3)
    report = say(session, do="type", text=second)
    assert report["left"] == 1
    say(session, do="back")
    assert session.history.line == line


def test_peeking_shows_and_changes_nothing():
    session = table()
    say(session, do="type", text=str(session.game.legal_actions(session.state)[0]))
    played = session.history
    report = say(session, do="peek", ply=1)
    assert report["peeked"] == 1
    assert session.state == session.history.line.states[1]
    assert session.history == played
    assert say(session, do="peek", ply=None)["peeked"] is None


def test_a_bots_seat_is_not_the_readers():
    session = table(players=("greedy", "greedy"))
    empty = str(session.game.empty(session.state)[0])
    session.point(empty)
    assert session.report()["refusal"]["rule"] == "HO3.1"
    assert session.report()["auto"]
    plies = len(session.history.line)
    say(session, do="step")
    assert len(session.history.line) == plies + 1


def test_seats_change_hands():
    session = table()
    report = say(session, do="player", seat=0, player="greedy")
    assert report["players"] == ("greedy", "reader")
    assert len(report["log"]) == 4, "the bot has begun"
    assert "reader" in say(session, do="player", seat=5, player="reader")["refusal"]["words"]


def test_a_new_game_with_options_and_seed():
    session = table()
    report = say(session, do="new", options={"board": "garden", "lair": "yes"}, seed=9)
    assert session.game == parse_game("hong board=garden lair=yes")
    assert report["note"].startswith("Lair: 1 ")
    kept = session.state
    report = say(session, do="new", options={"board": "moon"}, seed=9)
    assert "castle, garden, inner" in report["refusal"]["words"]
    assert session.state == kept


def test_the_count_unfolds_line_by_line_with_counters():
    line = Playthrough.begin(parse_game("hong board=###/### stones=0"), "|-|/|-| end")
    session = Session(line)
    report = session.report()
    assert [entry["words"] for entry in report["tally"]] == ["Row 1: b1, size 1", "Row 2: b2, size 1"]
    say(session, do="count", lines=1)
    assert session.view().counted == 1
    assert session.view().glow == ("a1", "b1", "c1")
    assert say(session, do="count", lines=99)["counted"] == 2
    assert say(session, do="count", lines=-4)["counted"] == 0


def test_a_rule_lights_the_places_it_speaks_of():
    session = table()
    say(session, do="rule", rule="HO3.4")
    assert set(session.view().glow) == {str(square) for square in session.game.stones_on(session.state)}
    say(session, do="rule", rule="XX9.9")
    assert session.view().glow == ()


def test_the_list_of_legal_actions_in_words():
    session = table()
    assert session.report()["legal"] is None
    listed = say(session, do="legal", open=True)["legal"]
    assert len(listed) == 92
    assert listed[0][1].endswith("body east–west")


def test_pairs_are_pointed_at_one_after_the_other():
    position = "|-|.S/.-|../-.|-| emperor lair=.tahpsw choice=1 task=slide"
    session = TrySession(Playthrough.begin(parse_game("hong board=#####/#####/##### stones=0 lair=yes"), position))
    assert "c2" in session.view().legal
    session.point("c2")
    assert session.view().selection == ("c2",)
    assert session.view().legal == ("d2",)
    session.point("e3")
    assert session.report()["refusal"]["rule"] == "HO6.15"
    session.point("e1")
    assert session.report()["refusal"]["words"].startswith("A stone lies on e1")
    session.point("c2")
    session.point("c2")
    assert session.view().selection == ()
    session.point("c2")
    session.point("d2")
    assert session.report()["told"][0]["rule"] == "HO6.15"


def test_a_new_game_with_more_or_fewer_seats_keeps_the_players_it_can():
    session = table("dictator", players=("reader", "greedy"), seed=3)
    options = {"mission": "double", "fog": "no", "placing": "no", "quiet_end": "yes"}
    report = say(session, do="new", options=options, seed=4)
    assert report["players"] == ("reader", "greedy", "greedy", "greedy")
    assert report["yours"] or report["over"]
    assert session.setup()["seats"] == session.game.seats
    report = say(session, do="new", options=options | {"mission": "standard"}, seed=4)
    assert report["players"] == ("reader", "greedy")


def test_readers_who_count_for_themselves_are_told_no_sum():
    session = table("dragonheart", players=("reader", "greedy"), seed=2)
    while not session.report()["tally"]:
        session.attempt(session.game.legal_actions(session.history.state)[-1])
    shown = repr(session.picture.picture(session.state, session.view()))
    report = say(session, do="alone", on=True)
    assert (report["tally"], report["total"], report["alone"]) == ([], "", True)
    assert "worth" not in report["describe"]
    assert repr(session.picture.picture(session.state, session.view())) != shown
    report = say(session, do="alone", on=False)
    assert report["tally"]
    assert report["total"].startswith("Points")


def test_bots_are_set_beside_the_players():
    session = table("gong players=3", ("reader", "greedy"))
    (temper,) = session.report()["tempers"]
    assert (temper["label"], temper["value"]) == ("Bots say Gong", "100")
    assert say(session, do="temper", name="attention", value="0")["tempers"][0]["value"] == "0"
    refused = say(session, do="temper", name="attention", value="7")["refusal"]
    assert "attention 100/75/50/25/0" in refused["words"]
    assert session.settings == {"attention": "0"}
    assert table("gong players=3").report()["tempers"] == []
    assert "nothing" in say(table(), do="temper", name="speed", value="1")["refusal"]["words"]


def test_bots_that_never_say_gong_can_be_caught():
    game = parse_game("gong players=2")
    position = game.from_text("turn; turn Ada; Ada Zeta 1 2 3; Bo Virgo 1 + Zeta 5; row Zeta 4")
    for attention, word in (("100", "gong"), ("0", "quiet")):
        session = Session(Playthrough(game, (position,), seed=3), ("reader", "greedy"))
        say(session, do="temper", name="attention", value=attention)
        say(session, do="type", text="Zeta 1")
        log = [entry for entry, _seat in session.report()["log"]]
        assert log[:3] in (["Zeta 1", "Zeta 5", word], ["Zeta 1", "Virgo 1", word])
    say(session, do="type", text="Zeta 2")
    assert "does Ada say" in say(session, do="type", text="catch Bo")["refusal"]["advice"]
    say(session, do="type", text="quiet")
    assert "draws a penalty card" in " ".join(one["words"] for one in say(session, do="type", text="catch Bo")["told"])


def test_a_player_of_no_known_kind_is_refused():
    with pytest.raises(ValueError, match="there are reader, easy, middle, hard, greedy, random"):
        table(players=("reader", "wizard"))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = sorted({field for _method, kinds in HANDLERS.values() for field in kinds})
FORGED = st.builds(
    lambda name, fields: {"do": name, **fields},
    st.sampled_from(sorted(HANDLERS)) | JUNK,
    st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=4),
)


BOARDS = {
    "exercise": lambda: ExerciseSession(exercise("hong/count-square")),
    "Hong": table,
    "Dictator-Control": lambda: table("dictator mission=training", seed=2),
    "two hands": lambda: table("dragonheart", seed=3),
    "a coach": lambda: CoachedSession(Playthrough.begin(parse_game("dragonheart"), seed=3), ("reader", "easy")),
    "a battle": lambda: ExerciseSession(exercise("dictator/feed-first")),
}


@given(messages=st.lists(FORGED | JUNK, max_size=6), board=st.sampled_from(sorted(BOARDS)))
@settings(max_examples=200, deadline=None)
def test_forged_messages_are_answered_and_lose_nothing(messages, board):
    session = BOARDS[board]()
    for message in messages:
        session.handle(message)
        report = session.report()
        assert report["task"]["words"]
        session.view()
    known = [message for message in messages if isinstance(message, dict) and str(message.get("do")) in HANDLERS]
    if messages and not known:
        assert "does not know" in session.report()["refusal"]["words"]


@pytest.mark.parametrize("name", HANDLERS)
def test_every_message_without_its_fields_is_refused(name):
    _method, kinds = HANDLERS[name]
    session = table()
    before = session.history
    if kinds:
        report = say(session, do=name)
        assert report["refusal"]
        assert session.history == before


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_answered(key):
    assert say(table(), do="key", key=key)["task"]


# Exercises


def test_a_right_move_is_said_to_be_right():
    entry = exercise("hong/close-one")
    session = ExerciseSession(entry)
    solution = next(entry.solutions())[0]
    report = say(session, do="type", text=str(solution))
    assert report["exercise"]["verdict"]["right"]
    report = say(session, do="type", text="e1 -")
    assert "over" in report["refusal"]["words"]


def test_a_wrong_move_is_played_answered_and_taken_back():
    entry = exercise("hong/close-one")
    session = ExerciseSession(entry)
    wrong = next(action for action in entry.game.legal_actions(entry.state) if (action,) not in list(entry.solutions()))
    report = say(session, do="type", text=str(wrong))
    assert report["exercise"]["verdict"]["right"] is False
    assert "The reply is" in report["exercise"]["verdict"]["words"]
    assert session.history.ply == 2
    report = say(session, do="again")
    assert session.state == entry.state
    assert report["exercise"]["verdict"] is None


def test_two_decisions_are_asked_for_where_an_exercise_has_two():
    entry = exercise("hong/two-dragons")
    session = ExerciseSession(entry)
    first, second = next(entry.solutions())
    assert say(session, do="type", text=str(first))["exercise"]["verdict"] is None
    assert say(session, do="type", text=str(second))["exercise"]["verdict"]["right"]


def test_no_answer_leaves_the_engine_before_it_is_given():
    for entry in exercises("hong").values():
        session = ExerciseSession(entry)
        report = session.report()
        if entry.kind == "count":
            assert report["tally"] == []
            assert "Hongs" not in report["describe"]
            assert session.view().plain
        if entry.kind == "move":
            assert report["exercise"]["hint"] == ""
        assert "answer" not in report["exercise"]


def test_a_count_is_answered_by_its_number():
    entry = exercise("hong/count-square")
    session = ExerciseSession(entry)
    report = say(session, do="number", number=entry.answer() + 1)
    assert not report["exercise"]["verdict"]["right"]
    report = say(session, do="number", number=entry.answer())
    assert report["exercise"]["verdict"]["right"]
    assert len(report["tally"]) == entry.answer()
    assert "something else" in say(session, do="name", rule="HO4.1")["refusal"]["words"]


def test_a_mistake_is_answered_by_its_rule():
    session = ExerciseSession(exercise("hong/wrong-half-turn"))
    assert session.view().selection == ("d4",)
    assert not say(session, do="name", rule="HO6.14")["exercise"]["verdict"]["right"]
    assert "none of the rules" in say(session, do="name", rule="HO1.1")["refusal"]["words"]
    report = say(session, do="name", rule="HO6.11")
    assert report["exercise"]["verdict"]["right"]
    assert "half turn" in report["exercise"]["verdict"]["words"]
    session.point("d4")
    assert "Nothing is moved" in session.report()["refusal"]["words"]


def test_hints_come_in_four_steps():
    session = ExerciseSession(exercise("hong/close-one"))
    seen = []
    for left in (3, 2, 1, 0):
        report = say(session, do="hint")
        assert report["exercise"]["hints"] == left
        seen.append(report["exercise"]["hint"])
    assert len(set(seen)) == 4
    assert session.view().glow


def test_a_fresh_position_is_another_one():
    session = ExerciseSession(exercise("hong/close-one"))
    before = session.state
    say(session, do="fresh")
    assert session.state != before
    assert session.exercise.solutions()


def test_an_exercise_takes_no_other_game():
    session = ExerciseSession(exercise("hong/close-one"))
    assert "does not know" in say(session, do="new", options={}, seed=1)["refusal"]["words"]
