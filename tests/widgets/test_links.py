"""Links at boards: what is shown comes back elsewhere, what cannot be opened changes nothing, a QR code holds it."""

import random
import re

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.exercise import exercise, exercises
from rulebook.game import TERMINAL
from rulebook.link import KINDS, LinkError, read, write
from rulebook.link import PLAYERS as CARRIED
from rulebook.playthrough import Playthrough
from rulebook.registry import GAMES, every_variant, parse_game
from rulebook.script import find as find_script
from rulebook.setting import tasks
from rulebook_widgets import exercise as exercise_board
from rulebook_widgets import play as play_board
from rulebook_widgets.calculator import CalculatorSession
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.replays import ReplaySession
from rulebook_widgets.session import OF_KIND, PLAYERS, Session
from rulebook_widgets.setting import MadeSession, SettingSession
from rulebook_widgets.sharing import MARGIN, code
from rulebook_widgets.tasks import ExerciseSession, TrySession

TRAINING = "dictator/training-battle"
PAGE = "http://127.0.0.1:8866/voila/render/1-2-hong-castle-and-garden.ipynb"


def table(header="hong board=inner", players=(), seed=5):
    return CoachedSession(Playthrough.begin(parse_game(header), seed=seed), players)


def replay(stop=0):
    return ReplaySession(find_script(TRAINING), stop=stop, key=TRAINING)


def say(session, **message):
    session.handle(message)
    return session.report()


def play_some(session, plies, seed):
    """Make so many decisions of the reader, chosen at random."""
    rng = random.Random(seed)
    for _ply in range(plies):
        if session.seat == TERMINAL:
            return
        session.attempt(rng.choice(session.game.legal_actions(session.history.state)))


def opened(session, link):
    """Return the session after it has opened a link."""
    session.handle({"do": "open", "link": link})
    assert session.refusal is None
    return session


def shown(session):
    """Return what matters of what is shown."""
    report = session.report()
    keys = ("task", "seat", "over", "ply", "log", "undo", "redo", "players", "tempers", "dice", "tally", "describe")
    return {key: report[key] for key in keys} | {"title": session.setup()["title"]}


@pytest.mark.parametrize("game", list(every_variant()), ids=lambda game: game.header())
def test_a_second_device_comes_to_the_same_position(game):
    players = ("reader", *["greedy"] * (game.num_players - 1))
    here = CoachedSession(Playthrough.begin(game, seed=3), players)
    play_some(here, 6, 1)
    there = opened(table(), here.link())
    assert shown(there) == shown(here)
    assert there.history.line.actions == here.history.line.actions
    play_some(here, 3, 2)
    play_some(there, 3, 2)
    assert shown(there) == shown(here), "the two go on alike"


def test_a_step_back_and_what_comes_after_it_are_carried():
    here = table(players=("reader", "greedy"))
    play_some(here, 4, 1)
    say(here, do="undo")
    there = opened(table(), here.link())
    assert shown(there) == shown(here)
    assert shown(there)["redo"]
    assert say(there, do="redo")["ply"] == say(here, do="redo")["ply"]


def test_who_plays_how_bots_are_set_and_who_rolls_are_carried():
    here = table("wuxia", ("reader", "greedy"))
    say(here, do="chance", how="chosen")
    there = opened(table(), here.link())
    assert (there.players, there.dice) == (("reader", "greedy"), "chosen")
    game = table("gong", ("reader", "greedy"))
    temper = game.game.tempers[0]
    say(game, do="temper", name=temper.name, value=temper.choices[-1][0])
    assert opened(table(), game.link()).settings == {temper.name: temper.choices[-1][0]}


def test_a_bot_that_thought_when_the_link_was_made_thinks_on():
    here = table(players=("reader", "easy"))
    play_some(here, 1, 1)
    assert here.thinker == "easy"
    there = opened(table(), here.link())
    assert there.thinking == here.thinking


def test_the_line_that_was_there_before_can_be_returned_to():
    here, there = table(), table(seed=8)
    play_some(here, 3, 1)
    play_some(there, 3, 2)
    before = there.history.line
    assert opened(there, here.link()).report()["left"] == 1
    say(there, do="back")
    assert there.history.line == before


def test_a_line_that_goes_on_from_the_one_there_leaves_nothing_behind():
    here = table()
    play_some(here, 3, 1)
    assert opened(table(), here.link()).report()["left"] == 0


def test_a_whole_address_can_be_pasted():
    here = table()
    play_some(here, 3, 1)
    say(here, do="share", page=PAGE)
    assert shown(opened(table(), f" {here.offer['address']}\n")) == shown(here)


@pytest.mark.parametrize("behind", [".", ")", ",", ").", "”", "…", "*", "> ", "\n"])
def test_what_a_text_has_behind_a_link_is_no_part_of_it(behind):
    here = table()
    play_some(here, 3, 1)
    for link in (here.link(), f"{PAGE}#play=1.{here.link()}"):
        assert shown(opened(table(), link + behind)) == shown(here)


# What is hidden


def test_where_something_is_hidden_a_link_ends_at_a_decision_of_a_reader():
    here = table("dragonheart", ("reader", "greedy"))
    play_some(here, 4, 1)
    link = read(here.link())
    for ply in range(len(link.line)):
        at = type(link)("play", link.line, ply, players=link.players)
        there = opened(table(), write(at))
        assert there.seat in (0, TERMINAL)
        assert there.history.ply >= ply


def test_a_shared_board_waits_covered_after_a_link():
    here = table("dragonheart", ("reader", "reader"))
    say(here, do="show")
    play_some(here, 2, 1)
    there = opened(table("dragonheart"), here.link())
    assert there.veiled
    assert there.eyes is None


def test_a_report_says_no_more_for_its_link():
    session = table("dragonheart", ("reader", "greedy"))
    assert session.link() not in str(session.report())
    assert session.link() not in str(session.setup())
    assert session.setup()["hides"]
    assert not table().setup()["hides"]


# Refusals


def state_of(session):
    kept = ("history", "players", "start", "dice", "settings", "eyes", "shy", "cursor", "mode")
    return {name: getattr(session, name) for name in kept}


INNER = "hong board=inner"
SET_UP = "_________/_S.S...S_/_......._/_......._/_..|.|.._/_......._/_......._/_......._/_________ emperor"


def made_of(session):
    """Return the exercise that a board to set up on becomes when one Hong of size 1 is asked for."""
    say(session, do="goal", goal="completes")
    choices = tasks(session.setting.game)["completes"].blanks[0].choices(session.setting.game, session.state)
    say(session, do="make", choices={"sizes": [value for value, _words in choices].index([1])}, plies=1)
    assert isinstance(session.next, MadeSession)
    return session.next


BOARDS = {
    "play": table,
    "try": lambda: TrySession(Playthrough.begin(parse_game("hong board=###/### stones=0"), ".../... emperor")),
    "exercise": lambda: ExerciseSession(exercise("hong/close-one")),
    "replay": lambda: replay(2),
    "calculator": lambda: CalculatorSession(parse_game("dictator"), (("Knechts",), ("Hoplon",))),
    "setting": lambda: SettingSession(parse_game(INNER), SET_UP),
    "made": lambda: made_of(SettingSession(parse_game(INNER), SET_UP)),
}


def test_every_kind_of_link_has_its_board_and_its_words():
    assert set(BOARDS) == set(KINDS) == set(OF_KIND)
    assert set(CARRIED) == set(PLAYERS)


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("own", BOARDS)
def test_a_link_opens_on_its_own_kind_of_board_or_is_refused_in_words(own, kind):
    session, link = BOARDS[own](), BOARDS[kind]().link()
    before = state_of(session)
    report = say(session, do="open", link=link)
    if kind in session.opens:
        assert report["refusal"] is None
    else:
        assert report["strayed"]
        assert (
            "it is of another" in report["refusal"]["words"]
            or f"it is of {OF_KIND[kind]}" in report["refusal"]["words"]
        )
        assert state_of(session) == before


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=80), st.from_regex(r"1[A-Za-z0-9_-]{1,80}", fullmatch=True)))
def test_what_is_no_link_changes_nothing_and_is_never_repeated(text):
    for board in BOARDS.values():
        session = board()
        before = state_of(session)
        report = say(session, do="open", link=text)
        assert report["strayed"]
        assert report["refusal"]["advice"]
        assert state_of(session) == before
        assert len(text) < 12 or text not in str(report)


def test_a_damaged_link_offers_the_start():
    here = table()
    play_some(here, 3, 1)
    session = table()
    play_some(session, 2, 4)
    report = say(session, do="open", link=here.link()[:-3])
    assert report["refusal"]["words"].startswith("This link cannot be opened: ")
    report = say(session, do="start")
    assert (report["strayed"], report["refusal"], report["ply"]) == (False, None, session.first)
    assert report["redo"], "the line is kept"


@pytest.mark.parametrize("link", [None, 7, ["1A"], {"1": "A"}, True])
def test_a_link_that_is_no_text_is_refused(link):
    assert "cannot be" in say(table(), do="open", link=link)["refusal"]["words"]


# Exercises, replays, the calculator


def test_every_exercise_opens_by_its_link():
    for key in GAMES:
        for entry in exercises(key).values():
            here = ExerciseSession(entry)
            if entry.fresh[0]:
                say(here, do="fresh")
            there = opened(ExerciseSession(entry), here.link())
            assert there.exercise == here.exercise
            assert there.link() == here.link()


@pytest.mark.parametrize("right", [True, False])
def test_the_moves_of_an_exercise_are_judged_anew(right):
    posed = exercise("hong/close-one")
    here = ExerciseSession(posed)
    solving = next(posed.solutions())
    action = solving[0] if right else next(one for one in posed.game.legal_actions(posed.state) if (one,) != solving)
    here.attempt(action)
    there = opened(ExerciseSession(posed), here.link())
    assert there.verdict == here.verdict
    assert there.verdict.right is right
    assert there.history.line == here.history.line


def test_what_is_shared_of_an_exercise_holds_no_move():
    posed = exercise("hong/close-one")
    here = ExerciseSession(posed)
    before = here.given()
    here.attempt(next(posed.solutions())[0])
    assert here.given() == before
    say(here, do="share", page=PAGE)
    assert here.offer["address"].endswith(f".{before}")
    assert read(before).line.actions == ()


def test_a_link_of_an_exercise_without_moves_holds_no_answer():
    for key in GAMES:
        for entry in exercises(key).values():
            session = ExerciseSession(entry)
            link = read(session.link())
            if entry.kind == "count":
                say(session, do="number", number=entry.answer())
            elif entry.kind == "mistake":
                say(session, do="name", rule=entry.broken())
            assert read(session.link()) == link


@pytest.mark.parametrize("stop", [0, 3, 9])
def test_a_replay_comes_back_to_its_step(stop):
    here = replay(stop)
    assert opened(replay(), here.link()).report()["replay"]["at"] == stop


def test_a_replay_comes_back_amid_a_step_and_off_script():
    here = replay(2)
    ply = here.history.ply + 1
    say(here, do="type", text=str(here.script.line.actions[here.history.ply]))
    there = opened(replay(), here.link())
    assert there.history.ply == ply
    assert there.on_script
    say(here, do="leave")
    play_some(here, 3, 1)
    there = opened(replay(5), here.link())
    assert (there.left_at, there.left_ply, there.history) == (here.left_at, here.left_ply, here.history)
    assert shown(there) == shown(here)
    own = there.history
    opened(there, replay(4).link())
    assert there.on_script
    say(there, do="mine")
    assert there.history == own, "the own line is kept"


def test_a_replay_without_a_key_has_no_link():
    session = ReplaySession(find_script(TRAINING))
    assert session.link() == ""
    assert not session.setup()["shares"]
    assert "no link" in say(session, do="share", page=PAGE)["refusal"]["words"]


def test_a_battle_comes_back_with_its_battalions():
    here = CalculatorSession(parse_game("dictator"), (("Knechts", "Hoplon"), ()), (3, 4))
    play_some(here, 2, 1)
    there = opened(BOARDS["calculator"](), here.link())
    assert there.report()["calculator"] == here.report()["calculator"]
    assert there.history.line == here.history.line


def test_a_battle_that_cannot_be_set_is_refused():
    session = BOARDS["calculator"]()
    before = session.report()["calculator"]
    link = read(session.link())
    line = Playthrough.begin(link.line.game)
    report = say(session, do="open", link=write(type(link)("calculator", line, 0)))
    assert "none of two battalions" in report["refusal"]["words"]
    assert report["calculator"] == before


# Setting up


def test_a_board_to_set_up_on_becomes_what_a_link_of_it_was():
    table_on_it = BOARDS["setting"]()
    say(table_on_it, do="from-here")
    play_some(table_on_it.next, 1, 1)
    for here in (table_on_it.next, BOARDS["made"]()):
        there = SettingSession(parse_game("dictator"))
        assert opened(there, here.link()).next is not None
        assert type(there.next) is type(here)
        assert there.next.history.line == here.history.line
        assert there.next.link() == here.link()


def test_a_position_being_set_up_comes_back_and_can_be_taken_back():
    here = BOARDS["setting"]()
    there = opened(SettingSession(parse_game("dictator")), here.link())
    assert there.setting == here.setting
    assert there.state == here.state
    assert there.report()["undo"]
    empty = SettingSession(parse_game("wuxia"))
    assert opened(there, empty.link()).state == empty.state


def test_a_made_exercise_is_shared_without_moves_and_comes_back_with_them():
    here = BOARDS["made"]()
    posed = here.given()
    here.attempt(next(here.exercise.solutions())[0])
    assert here.verdict.right
    assert here.given() == posed
    there = opened(BOARDS["made"](), here.link())
    assert there.verdict == here.verdict


# Sharing


def test_the_code_that_is_drawn_is_the_qr_code_of_the_address():
    here = table()
    play_some(here, 9, 1)
    offer = say(here, do="share", page=PAGE)["offer"]
    assert offer["address"] == f"{PAGE}#play={here.board}.{here.link()}"
    drawn = {
        (int(x) + at, int(y))
        for x, y, count in re.findall(r"M(\d+) (\d+)\.5h(\d+)", offer["code"]["path"])
        for at in range(int(count))
    }
    modules = segno.make_qr(offer["address"], error="l").matrix
    wanted = {(x + MARGIN, y + MARGIN) for y, row in enumerate(modules) for x, module in enumerate(row) if module}
    assert drawn == wanted
    assert offer["code"]["side"] == len(modules) + 2 * MARGIN


def test_an_offer_is_for_once_and_a_page_may_be_unnamed():
    here = table()
    report = say(here, do="share", page="")
    assert report["offer"] == {"address": here.link(), "code": None}
    assert say(here, do="legal", open=True)["offer"] is None


def test_an_address_too_long_for_a_code_is_given_without():
    assert code("http://a/" + "x" * 2900) is not None
    assert code("http://a/" + "x" * 3000) is None


@pytest.mark.parametrize(
    "page",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://host/x",
        "http://",
        "http://host/<b>",
        'http://host/"',
        "http://host/ x",
        "http://host/\n",
        "http://host/x#y",
        "http://user@host/",
        "http://host/" + "x" * 500,
        "//host/x",
    ],
)
def test_an_odd_address_of_a_page_is_refused(page):
    session = table()
    before = state_of(session)
    report = say(session, do="share", page=page)
    assert "its address cannot be shared" in report["refusal"]["words"]
    assert report["offer"] is None
    assert state_of(session) == before


def test_a_game_from_a_file_has_no_link():
    session = table("wuxia", ("reader", "greedy"))
    object.__setattr__(session.game, "deck", "own.toml")
    assert session.link() == ""
    with pytest.raises(LinkError):
        session.given()


def test_a_kind_of_board_that_has_no_links_says_so():
    class Bench(Session):
        kind = "bench"

    session = Bench(Playthrough.begin(parse_game("hong"), seed=1))
    assert session.link() == ""
    assert "there is no link to it" in say(session, do="share", page=PAGE)["refusal"]["words"]


def test_boards_of_a_page_have_names_of_their_own():
    first, second, table_board = exercise_board("hong/close-one"), exercise_board("hong/close-one"), play_board("hong")
    names = [board.panel.setup["board"] for board in (first, second, table_board)]
    assert names[0].startswith("hong/close-one")
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"[a-z0-9/-]+", name) for name in names)
    assert table_board.panel.link == table_board.session.link()
    play_some(table_board.session, 1, 1)
    table_board.hear(lambda: None)
    assert table_board.panel.link == table_board.session.link()
    for board in (first, second, table_board):
        board.close()
