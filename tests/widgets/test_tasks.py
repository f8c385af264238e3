"""Exercises at a board: wrong moves are refuted, hints come step by step, fresh positions are alike for everybody."""

import random
import time

import pytest

from rulebook.exercise import exercise, exercises
from rulebook.game import CHANCE, TERMINAL
from rulebook.registry import GAMES
from rulebook.search import search
from rulebook_widgets.tasks import PLAYOUTS, ExerciseSession

ALL = [entry for key in GAMES for entry in exercises(key).values()]
MOVES = [entry for entry in ALL if entry.kind == "move"]
SECONDS = 0.3
"""How long a reply may take to find, in seconds of computing."""


def by_key(entries):
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry.key)


def say(session, **message):
    session.handle(message)
    return session.report()


def blunder(session, seed=0):
    """Make random moves until a line is judged wrong, from the beginning each time; return the report."""
    rng = random.Random(seed)
    for _try in range(60):
        while session.verdict is None:
            session.attempt(rng.choice(session.game.legal_actions(session.history.state)))
        if not session.verdict.right:
            return session.report()
        say(session, do="again")
    raise AssertionError("no wrong line was found")


@by_key(MOVES)
def test_a_wrong_line_is_told_why_and_taken_back(entry):
    session = ExerciseSession(entry)
    report = blunder(session)
    states = list(session.history.line.states)
    assert not report["exercise"]["verdict"]["right"]
    assert entry.missed(states) in report["exercise"]["verdict"]["words"]
    report = say(session, do="again")
    assert session.state == entry.state
    assert (report["ply"], report["exercise"]["verdict"]) == (0, None)


@by_key(MOVES)
def test_a_reply_is_found_fast_and_is_the_best_of_a_search(entry):
    """A wrong line that leaves somebody else to decide is answered; one that leaves the reader to decide is not."""
    session = ExerciseSession(entry)
    begun = time.process_time()
    report = blunder(session)
    taken = time.process_time() - begun
    line, mover = session.history.line, entry.game.current_player(entry.state)
    seats = [entry.game.current_player(state) for state in line.states]
    own = session._made()
    after = next((at for at in range(own, len(seats)) if seats[at] != CHANCE), own)
    decides = seats[after]
    if decides in (mover, TERMINAL, CHANCE):
        assert len(line) == after
        assert "The reply is" not in report["exercise"]["verdict"]["words"]
        return
    assert len(line) == after + 1
    best = search(entry.game, line.states[after], PLAYOUTS, random.Random(0))[0].action
    assert line.actions[after] == best
    begun = time.process_time()
    search(entry.game, line.states[after], PLAYOUTS, random.Random(0))
    assert min(taken, time.process_time() - begun) < SECONDS


def test_a_reply_is_told_by_its_events():
    session = ExerciseSession(exercise("hong/close-one"))
    report = say(session, do="type", text="a1 -")
    assert "The reply is d1, body north–south." in report["exercise"]["verdict"]["words"]
    assert any("A Hong of size 1 is complete" in line["words"] for line in report["told"])
    assert report["announce"].endswith(report["exercise"]["verdict"]["words"])


def test_the_same_wrong_move_has_the_same_reply():
    sessions = [ExerciseSession(exercise("hong/deny")) for _time in range(2)]
    said = [say(session, do="type", text="c4 -")["exercise"]["verdict"]["words"] for session in sessions]
    assert said[0] == said[1]
    assert "The reply is" in said[0]


def test_what_is_hidden_is_not_told_with_a_reply():
    """The words of a reply that the reader may not know are left out."""
    session = ExerciseSession(exercise("gong/riddle-in-the-dark"))
    blunder(session)
    for state, action in zip(session.history.line.states, session.history.line.actions, strict=False):
        if not session.game.hears(state, action, session.viewer):
            assert session.game.say(state, action) not in session.report()["exercise"]["verdict"]["words"]


@by_key(ALL)
def test_four_hints_go_with_every_exercise(entry):
    session = ExerciseSession(entry)
    seen = []
    for left in (3, 2, 1, 0):
        report = say(session, do="hint")
        assert report["exercise"]["hints"] == left
        assert report["announce"] == report["exercise"]["hint"]
        seen.append(report["exercise"]["hint"])
    assert len(set(seen)) == 4
    assert say(session, do="hint")["exercise"]["hint"] == seen[3]


@by_key([entry for entry in ALL if entry.fresh[0]])
def test_fresh_positions_are_numbered_alike_for_everybody(entry):
    session = ExerciseSession(entry)
    for number in (1, 2):
        say(session, do="fresh")
        assert number <= session.number <= number + 2
        assert session.exercise == entry.numbered(session.number) != entry


def test_an_exercise_without_fresh_positions_says_so():
    report = say(ExerciseSession(exercise("hong/close-three")), do="fresh")
    assert "one position" in report["refusal"]["words"]


@pytest.mark.parametrize("key", [entry.key for entry in MOVES if entry.plain])
def test_where_a_card_fits_is_not_marked_when_it_is_to_be_found(key):
    session = ExerciseSession(exercise(key))
    rings = session.view().legal
    assert rings
    assert session.view().plain
    card = next(place for place in rings if not place.startswith("zone"))
    session.point(card)
    assert session.view().legal == rings
    session.attempt(next(session.exercise.solutions())[0])
    assert not session.view().plain
