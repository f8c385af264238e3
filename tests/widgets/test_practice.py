"""Boards of practice: what is asked and answered, what comes back, and that no page can tell the answer beforehand."""

import json
import random
import re

import pytest

from rulebook.drill import GAPS
from rulebook.practice import LEGAL, LEGAL_SHARE, PracticeError, forbidding, recipe_of, task
from rulebook.registry import GAMES
from rulebook_widgets import practice, referee
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.practice import SALTS, PracticeSession

SAY = {"do": "judge", "answer": LEGAL}
SAYS_FIT = re.compile("fits zone|does not fit")


def sent(session):
    """Return all that a page gets of a session: what stands beside the board, and the picture with its words."""
    report = session.report()
    picture = svg(session.picture.picture(session.state, session.view()), report["describe"])
    return json.dumps([session.setup(), report, session.link()]) + picture


def wrong(session):
    """Return an answer that is not right."""
    return next(answer for answer in session.posed.answers if answer != session.posed.answer)


def judged(session, right=True):
    """Answer what is asked, and return the verdict that the page gets."""
    session.handle({"do": "judge", "answer": session.posed.answer if right else wrong(session)})
    assert session.refusal is None
    return session.report()["practice"]["verdict"]


@pytest.mark.parametrize("key", GAMES)
def test_a_right_answer_is_told_by_rule_and_words(key):
    session = PracticeSession(key, (), 3)
    seen = set()
    for _task in range(12):
        posed, state = session.posed, session.state
        verdict = judged(session)
        seen.add(posed.answer == LEGAL)
        assert verdict["right"]
        if posed.objection:
            assert verdict["rule"] == posed.answer
            assert posed.objection.words in verdict["words"]
            assert set(session.view().refused) == set(posed.objection.places)
            assert session.state == state
        else:
            assert session.state == posed.game.apply(state, posed.action)
        session.handle({"do": "next"})
        assert session.report()["practice"]["verdict"] is None
    assert seen == {True, False}


def test_a_wrong_answer_is_told_what_is_so():
    session = PracticeSession("hong", ("HO3.4",))
    for _task in range(8):
        posed = session.posed
        verdict = judged(session, right=False)
        assert not verdict["right"]
        assert verdict["words"].startswith("It is legal" if posed.answer == LEGAL else "It is illegal.")
        assert "comes back" in verdict["advice"]
        session.handle({"do": "next"})


def test_no_board_says_beforehand_whether_a_schema_fits():
    session = PracticeSession("wuxia")
    zones = 0
    for _task in range(150):
        move = session.report()["practice"]["move"]
        if move.startswith("choose zone"):
            zones += 1
            assert not SAYS_FIT.search(sent(session))
            session.point(move.removeprefix("choose "))
            assert session.looked
            assert not SAYS_FIT.search(sent(session))
        judged(session)
        session.handle({"do": "next"})
    assert zones > 5


@pytest.mark.parametrize("key", GAMES)
def test_the_rule_of_what_is_to_do_is_named_once_the_move_is_judged(key):
    session = PracticeSession(key)
    for _task in range(20):
        rule = session.game.task(session.state).rule
        assert rule
        assert session.report()["task"]["rule"] == ""
        if session.posed.objection:
            judged(session)
            assert session.report()["task"]["rule"] == rule
        else:
            judged(session)
        session.handle({"do": "next"})


@pytest.mark.parametrize("key", GAMES)
def test_nothing_that_is_sent_tells_the_answer(key):
    """Two sessions that differ in the right answer alone send the same."""
    session = PracticeSession(key)
    for number in range(40):
        posed = session.posed
        before = sent(session)
        report = session.report()
        assert report["legal"] is None
        assert report["refusal"] is None
        assert report["told"] == []
        assert report["outcomes"] is None
        assert report["modes"] == ()
        assert report["log"] == []
        assert session.setup()["examples"] == []
        assert session.view().legal == ()
        assert session.view().refused == ()
        # Were another answer right, all that is sent would be the same.
        own = {name: getattr(posed, name) for name in ("objection", "rule")}
        for objection, rule in ((None, posed.rule), (own["objection"], posed.choices[0]), (None, posed.choices[-1])):
            object.__setattr__(posed, "objection", objection)
            object.__setattr__(posed, "rule", rule)
            assert sent(session) == before
        for name, value in own.items():
            object.__setattr__(posed, name, value)
        if posed.objection and not report["over"]:
            assert posed.objection.words not in before
        session.handle({"do": "judge", "answer": wrong(session)})
        session.handle({"do": "next"})
        assert session.number == number + 1


def test_a_guess_by_the_number_or_the_order_of_answers_is_no_better_than_luck():
    """The answers are always five, in the order of the rulebook; the rule in question is no more often at one place."""
    found = [task("HO3.4", random.Random(seed)) for seed in range(150)]
    illegal = [posed for posed in found if posed.answer != LEGAL]
    places = [posed.choices.index(posed.rule) for posed in found]
    for place in range(4):
        right = sum(posed.choices[place] == posed.answer for posed in illegal)
        assert right < 0.75 * len(illegal)
    assert len(set(places)) > 1
    assert abs(len(illegal) / len(found) - (1 - LEGAL_SHARE)) < 0.15


def test_what_does_not_fit_is_refused_and_changes_nothing():
    session = PracticeSession("hong")
    before = sent(session)
    for message in (
        {"do": "judge", "answer": "HO99.9"},
        {"do": "judge", "answer": ""},
        {"do": "judge"},
        {"do": "judge", "answer": 4},
        {"do": "next"},
        {"do": "focus", "rule": "HO1.1"},
        {"do": "drill", "table": {"HO3.4": [1, 2, 3, 4]}, "salt": 1},
        {"do": "drill", "table": {"HO3.4": "forged"}, "salt": 1},
        {"do": "drill", "table": {}, "salt": SALTS},
        {"do": "drill", "table": {}, "salt": -1},
        {"do": "drill", "table": [], "salt": 1},
        {"do": "type", "text": "a1 -"},
        {"do": "legal", "open": True},
        {"do": "new", "options": {}, "seed": 1},
        {"do": "undo"},
        {"do": "goto", "ply": 0},
        {"do": "open", "link": "x"},
        {"do": "player", "seat": 0, "player": "random"},
        {"do": "chance", "how": "chosen"},
    ):
        session.handle(message)
        assert session.refusal is not None, message
        session._clear()
        assert sent(session) == before, message


def test_an_answer_is_taken_once():
    session = PracticeSession("hong")
    judged(session)
    progress = dict(session.progress)
    session.handle(SAY)
    assert "has been judged" in session.refusal.words
    assert session.progress == progress
    assert len(session.lucks) == 1


def test_what_was_missed_comes_back_after_two_others():
    session = PracticeSession("gong")
    asked = []
    for number in range(5):
        asked.append(session.posed.rule)
        judged(session, right=number != 0)
        session.handle({"do": "next"})
    assert asked[3] == asked[0]
    assert asked[0] not in asked[1:3]
    assert GAPS[0] == 2


def test_progress_comes_from_the_page_and_goes_back_to_it():
    session = PracticeSession("hong")
    table = {rule: [1, 1, 1, at] for at, rule in enumerate(forbidding("hong")[:-1], 1)}
    session.handle({"do": "drill", "table": table, "salt": 5})
    assert session.refusal is None
    due = [rule for rule in table if table[rule][3] + GAPS[1] <= len(table)]
    assert session.posed.rule == due[0]
    judged(session, right=False)
    asked = session.report()["practice"]
    assert asked["changed"] == due[0]
    assert tuple(asked["progress"][due[0]]) == (2, 1, 0, len(table) + 1)
    session.handle({"do": "drill", "table": {}, "salt": 6})
    assert session.report()["practice"]["progress"] == {}


def test_another_salt_gives_other_tasks_and_the_same_the_same():
    def first(salt):
        session = PracticeSession("wuxia")
        session.handle({"do": "drill", "table": {}, "salt": salt})
        return session.posed.game.to_text(session.posed.state), str(session.posed.action)

    assert first(1) == first(1)
    assert len({first(salt) for salt in range(6)}) == 6


def test_a_single_rule_can_be_practised_and_all_again():
    session = PracticeSession("dragonheart")
    session.handle({"do": "focus", "rule": "DH4.3"})
    for _task in range(4):
        assert session.posed.rule == "DH4.3"
        assert session.posed.answers == (LEGAL, "DH4.3")
        judged(session)
        session.handle({"do": "next"})
    session.handle({"do": "focus", "rule": ""})
    assert len(session.posed.answers) == 5


def test_the_score_says_how_likely_luck_does_as_well():
    session = PracticeSession("hong")
    assert session.report()["practice"]["score"] == ""
    for _task in range(4):
        judged(session)
        session.handle({"do": "next"})
    assert "4 of 4 right" in session.report()["practice"]["score"]
    assert "chance of 6 %" in session.report()["practice"]["score"]


def test_pointing_looks_and_never_moves():
    session = PracticeSession("hong", ("HO3.4",))
    state = session.state
    for place in ("d4", "e5", "lair 1"):
        session.point(place)
        assert session.report()["practice"]["looked"]
        assert session.state == state
    session.handle({"do": "key", "key": "Enter"})
    assert session.state == state


@pytest.mark.parametrize("key", GAMES)
def test_every_place_can_be_looked_at(key):
    session = PracticeSession(key, (), 2)
    for _task in range(4):
        state = session.state
        for place in session.picture.targets(state, ())[:12]:
            session.point(place)
            assert session.state == state
        judged(session)
        session.handle({"do": "next"})


def test_a_chapter_names_games_and_rules_that_there_are():
    board = practice("hong", "HO3.4", seed=2)
    assert board.session.posed.answers == (LEGAL, "HO3.4")
    assert "Or does HO3.4 forbid it?" in repr(board)
    assert repr(referee("hong")) == repr(referee("hong"))
    assert practice("hong", "HO3.5", "HO3.4").session.rules == ("HO3.4", "HO3.5")
    with pytest.raises(PracticeError, match="'chess' is no game of this book"):
        referee("chess")
    with pytest.raises(PracticeError, match=r"'HO1\.1' is no rule of hong"):
        practice("hong", "HO1.1")


def test_rules_beside_are_never_offered():
    for rule in ("HO5.1", "WX3.4", "DH4.5"):
        beside = set(recipe_of(rule).beside)
        assert beside
        assert not any(beside & set(task(rule, random.Random(seed)).choices) for seed in range(12))
