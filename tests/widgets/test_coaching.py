"""Bots that think and the coach: what a table waits for, what comes too late, and what is said to whom."""

import asyncio
import json
import random
import threading
from dataclasses import replace

import pytest

from rulebook.bots import LEVELS, POLICIES
from rulebook.coach import advise, holds, review, worlds
from rulebook.counsel import of_advice, of_review
from rulebook.exercise import exercise
from rulebook.game import TERMINAL
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook.script import find
from rulebook.search import searcher
from rulebook_widgets.board import Board
from rulebook_widgets.coaching import COACH_THINKS, CoachedSession
from rulebook_widgets.replays import ReplaySession
from rulebook_widgets.session import HANDLERS, THINKS
from rulebook_widgets.tasks import ExerciseSession, TrySession
from rulebook_widgets.thinker import Thinker
from rulebook_widgets.thoughts import BotsPly, Question
from widgets.conftest import apart

HIDING = [
    "dragonheart",
    "dictator fog=yes",
    "gong players=3",
    "gong variant=family players=3",
    "gong variant=fight players=4",
    "wuxia players=3",
]


def table(header="hong board=inner", players=("reader", "easy"), seed=5):
    return CoachedSession(Playthrough.begin(parse_game(header), seed=seed), players)


def say(session, **message):
    session.handle(message)
    return session.report()


def first(session):
    return str(session.game.legal_actions(session.history.state)[0])


def work_out(session):
    """Work out all that a session waits for, one thought after another, as a board does."""
    for _thought in range(200):
        if not session.thinking:
            return session.report()
        thought = session.thinking[0]
        session.thought(thought, thought.answer())
    raise AssertionError("it thinks for ever")


def sent(session):
    """Return all that a page is sent of a session: words, controls and picture."""
    picture = session.picture.picture(session.state, session.view())
    return json.dumps([session.setup(), session.report()], default=str) + repr(picture)


# Bots


def test_the_readers_ply_is_shown_at_once_and_the_bots_when_it_has_thought():
    session = table(players=("reader", "hard"))
    report = say(session, do="type", text=first(session))
    assert len(report["log"]) == 4
    assert report["task"]["words"] == "The hard bot thinks…"
    assert report["announce"].endswith("The hard bot thinks…")
    assert not report["yours"]
    (thought,) = session.thinking
    assert thought == BotsPly(session.game, session.history.state, "hard", (), "5/4")
    report = work_out(session)
    assert len(report["log"]) == 5
    assert report["yours"]
    assert [event["words"][:12] for event in report["told"]] == ["The emperor ", "The dragon m"]


@pytest.mark.parametrize("player", THINKS)
def test_the_same_seed_gives_the_same_ply_as_the_policy(player):
    session = table("dragonheart", (player, "reader"), 3)
    while not session.thinking:
        say(session, do="type", text=first(session))
    before, ply = session.history.state, session.history.ply
    work_out(session)
    assert session.history.line.actions[ply] == POLICIES[player](session.game, before, random.Random(f"3/{ply}"))


def test_undo_while_a_bot_thinks_ends_it_and_its_answer_changes_nothing():
    session = table()
    before = session.history.state
    say(session, do="type", text=first(session))
    (late,) = session.thinking
    report = say(session, do="undo")
    assert session.thinking == ()
    assert report["task"]["words"] != "The easy bot thinks…"
    answer = late.answer()
    session.thought(late, answer)
    assert session.history.state == before
    assert len(session.history.line) == 4
    say(session, do="redo")
    assert session.thinking == (late,), "the same moment is thought about again"
    session.thought(late, answer)
    assert session.history.line.actions[-1] == answer


@pytest.mark.parametrize(
    "message",
    [
        {"do": "new", "options": {}, "seed": 8},
        {"do": "player", "seat": 1, "player": "middle"},
        {"do": "player", "seat": 1, "player": "reader"},
        {"do": "goto", "ply": 3},
    ],
    ids=lambda message: f"{message['do']} {message.get('player', '')}",
)
def test_what_the_reader_does_meanwhile_discards_the_thought(message):
    session = table()
    say(session, do="type", text=first(session))
    (late,) = session.thinking
    answer = late.answer()
    say(session, **message)
    line = session.history.line
    assert late not in session.thinking
    session.thought(late, answer)
    assert session.history.line == line


def test_looking_at_the_log_lets_the_bot_go_on_thinking():
    session = table()
    say(session, do="type", text=first(session))
    waited = session.thinking
    report = say(session, do="peek", ply=1)
    assert session.thinking == waited
    assert report["task"]["words"] != "The easy bot thinks…", "the moment looked at is another"
    work_out(session)
    assert session.peeked == 1
    assert len(session.history.line) == 5


def test_a_move_for_a_bot_that_thinks_is_refused():
    session = table()
    say(session, do="type", text=first(session))
    line = session.history.line
    report = say(session, do="type", text=first(session))
    assert "a bot plays that seat" in report["refusal"]["words"]
    assert report["refusal"]["advice"].startswith("Wait")
    assert session.history.line == line
    assert session.thinking


def test_bots_think_one_after_another_and_quick_ones_play_between():
    session = table("gong players=4", ("reader", "easy", "random", "middle"), 2)
    work_out(session)
    words = []
    say(session, do="type", text=first(session))
    while session.thinking:
        words.append(session.report()["task"]["words"])
        plies = len(session.history.line)
        session.thought(session.thinking[0], session.thinking[0].answer())
        assert len(session.history.line) > plies
    assert {"The easy bot thinks…", "The middle bot thinks…"} <= set(words)
    assert session.seat in (0, TERMINAL)


def test_those_who_watch_wait_for_one_ply_at_a_time():
    session = table(players=("easy", "middle"))
    assert session.thinking == ()
    assert say(session, do="step")["task"]["words"] == "The easy bot thinks…"
    report = work_out(session)
    assert len(report["log"]) == 4
    assert report["auto"]
    say(session, do="step")
    say(session, do="goto", ply=3)
    assert session.thinking == ()


def test_bots_are_set_for_the_ply_they_think_about():
    session = table("gong players=2", ("reader", "easy"), 2)
    say(session, do="temper", name="attention", value="0")
    while not session.thinking:
        say(session, do="type", text=first(session))
    assert session.thinking[0].settings == (("attention", "0"),)


def test_a_bots_hand_is_not_uncovered_between_two_readers():
    session = table("dragonheart", ("reader", "reader"), 3)
    say(session, do="show")
    looks = session.eyes
    session.handle({"do": "player", "seat": 1 - looks, "player": "easy"})
    assert session.veiled, "who stays sits down first"
    say(session, do="show")
    while not session.thinking:
        say(session, do="type", text=first(session))
    assert session.shared
    assert not session.report()["veiled"]
    assert session.viewer == looks
    assert say(session, do="show")["refusal"]["words"] == "Nothing is covered."
    assert session.eyes == looks
    session.handle({"do": "peek", "ply": None})
    session.eyes = None
    assert session.viewer == -1, "nobody has sat down: no hand is shown"


@pytest.mark.parametrize("header", HIDING)
def test_a_bot_that_thinks_about_another_hidden_world_sends_the_same_page(header):
    session = table(header, ("reader", "easy"), 1)
    rng = random.Random(1)
    compared = varied = 0
    for _ply in range(40):
        if session.seat == TERMINAL:
            break
        if session.thinking:
            pages = []
            for world in (session.state, session.game.resample(session.state, 0, rng)):
                twin = CoachedSession(Playthrough(session.game, (world,), seed=1), session.players)
                twin.legal_open = True
                pages.append(sent(twin))
                varied += world != session.state
            assert pages[0] == pages[1]
            compared += 1
            session.thought(session.thinking[0], rng.choice(session.game.legal_actions(session.history.state)))
        else:
            session.attempt(rng.choice(session.game.legal_actions(session.history.state)))
    assert compared > 6
    assert varied > 4


def test_a_bot_that_thinks_shows_no_control_that_tells_of_its_cards():
    game = parse_game("dictator fog=yes")
    text = (
        "condition by=1 0.1@E1:T8.T9.T11 0.2@D1:T2.T10.T1 0.3@F2:T12.T13.T14 1.1@E6!exchanged:{} 1.2@D4!attacked:{} "
        "1.3@D5!exchanged:C6.C7.C10 energy=6.6 quiet=2 fight=1.2xguild@D3"
    )
    pages, controls = [], []
    for hands in (("C2.C9.C12", "C8.C11.C3"), ("C8.C11.C3", "C2.C9.C12")):
        state = game.from_text(text.format(*hands))
        session = CoachedSession(Playthrough(game, (state,), seed=1), ("reader", "easy"))
        assert session.thinking
        pages.append(sent(session))
        controls.append(session.picture.modes(state))
    assert controls[0] != controls[1], "the cards have different actions"
    assert pages[0] == pages[1]


# The coach


def test_a_move_is_shown_with_its_reason_and_its_places_and_can_be_played():
    session = table(seed=7)
    report = say(session, do="advise")
    assert report["coach"]["thinks"] == COACH_THINKS
    assert report["announce"] == COACH_THINKS
    (question,) = session.thinking
    found = question.answer()
    assert found == advise(session.game, session.history.state, 7)
    session.thought(question, found)
    report = session.report()
    said = report["coach"]["said"]
    assert session.game.say(session.state, found.best.action) in said["words"]
    assert said["reason"] == {"words": found.reason.remark.words, "rule": found.reason.remark.rule}
    assert said["play"] == str(found.best.action)
    assert said["instead"] == ""
    assert bool(said["also"]) == bool(found.ties)
    assert report["announce"].startswith(said["words"])
    assert set(session.game.places(found.best.action)) <= set(session.view().glow)
    say(session, do="type", text=said["play"])
    assert session.history.line.actions[-1] == found.best.action
    assert session.report()["coach"]["said"] is None, "it was advice for the moment before"


def test_asked_twice_the_coach_answers_alike_and_does_not_blame_what_it_advised():
    session = table(players=("reader",), seed=7)
    say(session, do="advise")
    once = work_out(session)["coach"]["said"]
    say(session, do="dismiss")
    assert session.report()["coach"]["said"] is None
    assert session.view().glow == ()
    say(session, do="advise")
    assert work_out(session)["coach"]["said"] == once
    say(session, do="type", text=once["play"])
    say(session, do="review")
    said = work_out(session)["coach"]["said"]
    assert said["instead"] == said["cost"] == ""


def worse(session):
    """Return an action that the coach finds fault with, playing on until there is one."""
    game, seed = session.game, session.start.seed
    for _decision in range(20):
        state = session.history.state
        for action in game.legal_actions(state):
            if review(game, state, action, seed).better:
                return action
        session.attempt(game.legal_actions(state)[0])
        work_out(session)
    raise AssertionError("every action is as good as any")


def test_a_worse_ply_is_told_its_better_and_taken_back_for_it():
    session = table("dragonheart", ("reader", "easy"), 1)
    work_out(session)
    action = worse(session)
    state, ply = session.history.state, session.history.ply
    session.attempt(action)
    work_out(session)
    assert len(session.history.line) > ply + 1, "the bot has replied"
    say(session, do="review")
    said = work_out(session)["coach"]["said"]
    found = review(session.game, state, action, 1)
    assert said["instead"] == str(found.better.action)
    assert f"about {found.cost(session.game)} in 100" in said["cost"]
    assert "better than" in said["words"]
    say(session, do="instead")
    assert session.history.line.actions[ply] == found.better.action
    assert session.history.line.states[ply] == state
    assert session.report()["left"] == 1, "the other line is kept"


def test_how_was_that_looks_at_the_moment_peeked_at():
    session = table(players=("reader",), seed=5)
    for _ply in range(3):
        say(session, do="type", text=first(session))
    say(session, do="peek", ply=4)
    say(session, do="key", key="c")
    (question,) = session.thinking
    assert (question.ply, question.action) == (3, session.history.line.actions[3])
    say(session, do="peek", ply=None)
    assert session.thinking == (question,)
    say(session, do="review")
    assert session.thinking[0].ply == 5


def test_an_answer_of_the_coach_that_comes_too_late_is_not_said():
    session = table(players=("reader",), seed=5)
    say(session, do="advise")
    (late,) = session.thinking
    answer = late.answer()
    say(session, do="type", text=first(session))
    session.thought(late, answer)
    assert session.report()["coach"]["said"] is None
    assert session.said is None


def test_what_the_coach_said_stays_while_a_place_is_pointed_at():
    session = table(players=("reader",), seed=5)
    say(session, do="advise")
    said = work_out(session)["coach"]["said"]
    say(session, do="type", text="a1 -")
    assert session.report()["refusal"]
    assert session.report()["coach"]["said"] == said
    say(session, do="key", key="Escape")
    assert session.report()["coach"]["said"] is None


@pytest.mark.parametrize("name", ["advise", "review", "instead"])
def test_the_coach_is_asked_in_vain_before_the_readers_turn(name):
    session = table(players=("easy", "reader"))
    line = session.history.line
    report = say(session, do=name, seat=0)
    assert report["refusal"]["words"]
    assert session.history.line == line
    assert not [thought for thought in session.thinking if isinstance(thought, Question)]
    assert not report["coach"]["advises"]
    assert not report["coach"]["reviews"]


def test_no_advice_at_the_end_where_chance_decides_or_under_the_curtain():
    over = CoachedSession(Playthrough.begin(parse_game("hong board=###/### stones=0"), "|-|/|-| end"))
    assert "over" in say(over, do="advise")["refusal"]["words"]
    chance = table("hong board=inner lair=yes", ("reader",))
    say(chance, do="chance", how="chosen")
    say(chance, do="new", options={}, seed=2)
    assert "Chance" in say(chance, do="advise")["refusal"]["words"]
    covered = table("dragonheart", ("reader", "reader"), 3)
    report = say(covered, do="advise")
    assert "has not sat down" in report["refusal"]["words"]
    assert not report["coach"]["advises"]
    assert covered.thinking == over.thinking == chance.thinking == ()


def test_on_a_shared_board_the_coach_speaks_to_the_one_who_looks():
    session = table("dragonheart", ("reader", "reader"), 3)
    say(session, do="show")
    mine = session.eyes
    while session.seat == mine:
        say(session, do="advise")
        assert work_out(session)["coach"]["said"]
        say(session, do="type", text=first(session))
    assert session.veiled
    report = say(session, do="review")
    assert "no ply of yours" in report["refusal"]["words"]
    assert report["coach"]["said"] is None
    say(session, do="show")
    assert session.eyes == 1 - mine
    assert session.report()["coach"]["reviews"] is False, "the other's plies are not theirs to ask about"


def test_all_who_look_at_an_open_question_get_no_advice():
    game = parse_game("gong players=3")
    text = "turn; turn Ada; Ada Zeta 1 2; Bo Omega 1 2 3; Cy Virgo 1 2; row Zeta 4"
    session = CoachedSession(Playthrough(game, (game.from_text(text),), seed=2), ("reader", "reader", "random"))
    say(session, do="show")
    session.attempt(game.parse("Zeta 1"))
    assert session.viewer == -1
    report = say(session, do="advise")
    assert "one reader alone" in report["refusal"]["words"]
    assert not report["coach"]["advises"]


@pytest.mark.parametrize("header", HIDING)
def test_what_the_coach_says_holds_in_every_world_and_is_worded_alike(header):
    """Its reasons are facts of all worlds it looked at, and its words the same whatever the others hold."""
    session = table(header, ("reader", "random"), 2)
    rng = random.Random(2)
    asked = 0
    for _decision in range(3):
        if session.seat != 0:
            break
        game, state = session.game, session.history.state
        found = advise(game, state, 2)
        done = rng.choice(game.legal_actions(state))
        looked = review(game, state, done, 2)
        for reason in (found.reason, looked.reason):
            assert all(holds(game, world, reason) for world in worlds(game, state, 2))
        other = game.resample(state, 0, rng)
        assert of_advice(game, other, found) == of_advice(game, state, found)
        assert of_review(game, other, looked) == of_review(game, state, looked)
        session.attempt(done)
        asked += 1
    assert asked > 1


def test_costs_are_said_in_a_word_and_a_number():
    game = parse_game("hong board=inner")
    state = table(seed=7).history.state
    found = advise(game, state, 7)
    other = next(action for action in game.legal_actions(state) if action not in found.actions)
    done = replace(found.best, action=other, results=(-0.5,))
    better = replace(found.best, results=(0.1,))
    said = of_review(game, state, replace(review(game, state, done.action, 7), done=done, better=better))
    assert said.cost == "By the coach's estimate that gave away much of the chance to win: about 30 in 100."


def test_exercises_and_small_boards_have_no_coach():
    boards = (
        ExerciseSession(exercise("hong/close-one")),
        TrySession(Playthrough.begin(parse_game("hong board=inner"))),
    )
    for session in boards:
        for name in ("advise", "review", "instead", "dismiss"):
            assert name in HANDLERS
            session.handle({"do": name})
            assert "does not know" in session.report()["refusal"]["words"]
        assert "coach" not in session.report()
        assert "h" not in session.setup()["keys"]


def test_a_replay_has_a_coach_once_its_script_is_left():
    session = ReplaySession(find("hong/lair-game"), ("reader", "easy"), 2)
    assert session.report()["coach"] is None
    assert "script" in say(session, do="advise")["refusal"]["words"]
    assert say(session, do="review")["refusal"]
    assert session.thinking == ()
    say(session, do="leave")
    work_out(session)
    report = session.report()
    assert report["coach"]["advises"]
    assert not report["coach"]["reviews"], "the script's plies are not the reader's"
    assert "h" in session.setup()["keys"]


# The thread


def board(players=("reader", "easy")):
    return Board(table(players=players))


def test_a_board_without_a_loop_works_out_its_thoughts_at_once():
    with_bot = board()
    session = with_bot.session
    with_bot.hear(lambda: session.handle({"do": "type", "text": first(session)}))
    assert len(session.history.line) == 5
    assert with_bot.panel.view["yours"]


def gathered(act, until, ticks=2000):
    """Run `act` on a loop, then the loop until `until` says so; return how often the loop came round."""

    async def run():
        act()
        for tick in range(ticks):
            if until():
                return tick
            await asyncio.sleep(0.005)
        raise AssertionError("nothing came of it")

    return apart(run())


def test_the_loop_goes_round_while_a_bot_thinks_and_then_its_ply_is_shown(monkeypatch):
    monkeypatch.setitem(POLICIES, "hard", searcher(20 * LEVELS["hard"]))
    with_bot = board(("reader", "hard"))
    session = with_bot.session

    def act():
        with_bot.hear(lambda: session.handle({"do": "type", "text": first(session)}))
        assert with_bot.panel.view["task"]["words"] == "The hard bot thinks…"

    rounds = gathered(act, lambda: len(session.history.line) == 5)
    assert rounds > 3
    assert with_bot.panel.view["yours"]
    threads = [thread for thread in threading.enumerate() if thread.name == "rulebook-thinker"]
    assert len(threads) == 1
    assert threads[0].daemon, "a kernel whose reader has left must be able to end"


@pytest.mark.parametrize("end", ["undo", "close"])
def test_a_board_taken_back_or_closed_while_its_bot_thinks_shows_no_late_ply(end, monkeypatch, caplog):
    begun, may_end = threading.Event(), threading.Event()

    def slow(game, state, _rng):
        begun.set()
        assert may_end.wait(20)
        return game.legal_actions(state)[0]

    monkeypatch.setitem(POLICIES, "easy", slow)
    ended, last = board(), board()

    def act():
        for each in (ended, last):
            session = each.session
            each.hear(lambda session=session: session.handle({"do": "type", "text": first(session)}))
        assert begun.wait(20)
        if end == "undo":
            ended.hear(lambda: ended.session.handle({"do": "undo"}))
        else:
            ended.close()
        may_end.set()

    gathered(act, lambda: len(last.session.history.line) == 5)
    assert len(ended.session.history.line) == 4
    assert caplog.records == [], "nothing is drawn on what is closed"


def test_a_thought_that_fails_is_told_and_not_begun_again(monkeypatch, caplog):
    calls = []

    def fail(_game, _state, _rng):
        calls.append(1)
        raise ZeroDivisionError("no idea")

    monkeypatch.setitem(POLICIES, "easy", fail)
    with_bot = board()
    session = with_bot.session
    gathered(
        lambda: with_bot.hear(lambda: session.handle({"do": "type", "text": first(session)})),
        lambda: session.refusal is not None,
    )
    assert "nothing was found" in with_bot.panel.view["refusal"]["words"]
    assert "no idea" in caplog.text
    with_bot.hear(lambda: session.handle({"do": "peek", "ply": 1}))
    assert len(calls) == 1
    with_bot.hear(lambda: session.handle({"do": "undo"}))
    assert session.report()["yours"]


def test_thoughts_are_worked_out_in_turn_and_those_not_wanted_left_out():
    thinker, told, wanted = Thinker(), [], {"b": False}

    class Named:
        def __init__(self, name):
            self.name = name

        def answer(self):
            return self.name

    def act():
        for name in "abc":
            thinker.ask(
                Named(name), lambda name=name: wanted.get(name, True), lambda _t, answer, _f: told.append(answer)
            )

    gathered(act, lambda: len(told) == 2)
    assert told == ["a", "c"]
