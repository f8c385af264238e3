"""The board on which a position is set up: taps, tools, texts, and what the board becomes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.game import NotationError
from rulebook.registry import GAMES, every_variant, parse_game
from rulebook.setting import Open, Put, Setting
from rulebook_widgets import set_up
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.setting import TAKE
from rulebook_widgets.scene import View
from rulebook_widgets.session import KEYS
from rulebook_widgets.setting import MadeSession, PlayedSession, SettingSession
from widgets.conftest import GAP

VARIANTS = list(every_variant())


def session(header="hong board=inner", position=""):
    return SettingSession(parse_game(header), position)


def say(at, **message):
    at.handle(message)
    return at.report()


def heard(board, **message):
    """Send a message to a board and return its session then."""
    board._heard(None, message, None)
    return board.session


def test_a_tap_puts_what_the_tool_says_and_takes_it_away():
    board = session()
    say(board, do="mode", mode="stone")
    x, y, side = board.picture.inner.frame("d4")
    board.tap(x + side / 2, y + side / 2)
    assert board.setting.table.read(board.state).lying == (("d4", "stone"),)
    board.tap(x + side / 2, y + side / 2)
    assert (board.refusal.rule, board.refusal.words) == (
        "HO3.4", "On d4 lies a stone already; a space holds one tile.",
    )  # fmt: skip
    say(board, do="mode", mode=TAKE)
    board.tap(x + side / 2, y + side / 2)
    assert board.setting.table.read(board.state).lying == ()
    say(board, do="undo")
    assert board.setting.table.read(board.state).lying == (("d4", "stone"),)


def test_a_tap_a_key_and_a_typed_line_do_the_same():
    tapped, keyed, typed = session(), session(), session()
    home = tapped.picture.home(tapped.state)
    tapped.point(home)
    say(keyed, do="key", key="ArrowUp")
    say(keyed, do="key", key="Enter")
    say(typed, do="type", text=f"put - {home}")
    assert tapped.state == keyed.state == typed.state != Setting(parse_game("hong board=inner")).initial_state()


def test_the_tool_changes_by_key():
    board = session()
    labels = dict(board.report()["modes"])
    assert list(labels) == ["-", "|", "stone", TAKE]
    report = say(board, do="key", key="r")
    assert report["setting"]["tool"] == "|"
    assert report["announce"] == labels["|"]


def test_a_card_goes_under_the_token_that_is_tapped():
    board = session("dictator")
    say(board, do="type", text="put T-1 E1")
    say(board, do="mode", mode="WASP")
    board.point("E1")
    assert board.setting.table.read(board.state).at("T-1") == ("WASP",)
    say(board, do="mode", mode="damage")
    board.point("WASP")
    assert board.setting.table.read(board.state).find("damage") == ("WASP",)
    say(board, do="mode", mode=TAKE)
    board.point("WASP")
    assert board.setting.table.read(board.state).find("damage") == ()
    board.point("WASP")
    assert board.setting.table.read(board.state).at("T-1") == ()
    board.point("E1")
    assert board.setting.table.read(board.state).find("T-1") == ()


def test_cards_go_to_hands_by_a_tap():
    board = session("gong")
    say(board, do="mode", mode="Zeta 3")
    board.point("Bo")
    assert board.setting.table.read(board.state).at("Bo") == ("Zeta 3",)
    board = session("dragonheart")
    say(board, do="mode", mode="dwarf 1")
    board.point("North")
    say(board, do="mode", mode=TAKE)
    board.point("hand 1")
    assert board.setting.table.read(board.state).lying == ()


def test_a_place_that_means_nothing_is_answered_in_words():
    board = session("gong")
    board.point("gong")
    assert board.refusal.words == "Nothing is put there by a tap."
    assert board.history.ply == 0


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.header())
def test_every_arrangement_can_be_drawn_said_and_walked_over(game):
    rng, board = random.Random(4), SettingSession(game)
    for step in range(40):
        board.attempt(rng.choice(board.setting.legal_actions(board.state)))
        assert board.refusal is None
        if step % 8:
            continue
        report = board.report()
        assert report["describe"]
        place = board.picture.home(board.state)
        for dx, dy in ((1, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            assert board.picture.say_place(board.state, place)
            board.picture.picture(board.state, View(cursor=place, refused=(place,), last=board.view().last))
            place = board.picture.step(board.state, place, dx, dy)


@pytest.mark.parametrize("key", GAMES)
def test_the_cursor_reaches_places_that_things_can_be_put_on(key):
    game = parse_game(key)
    board, rng = SettingSession(game), random.Random(1)
    place, put = board.picture.home(board.state), 0
    for _step in range(60):
        dx, dy = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        place = board.picture.step(board.state, place, dx, dy)
        tool = next(iter(dict(board.picture.modes(board.state))))
        put += isinstance(board.picture.gesture(board.state, (), tool, place), Put)
    assert put > 20


def test_an_unfinished_position_is_shown_named_and_not_played():
    board = set_up("hong board=inner")
    report = board.session.report()
    assert report["task"] == {"words": "Stones on the board: 0; there must be 3.", "rule": "HO2.2"}
    assert not report["setting"]["ready"]
    assert isinstance(heard(board, do="from-here"), SettingSession)
    assert board.session.refusal.rule == "HO2.2"


def test_the_board_becomes_a_table_and_comes_back():
    board = set_up("hong board=inner", GAP)
    before = board.session
    played = heard(board, do="from-here")
    assert isinstance(played, PlayedSession)
    assert played.game == parse_game("hong board=inner")
    assert played.game.to_text(played.state) == GAP
    assert heard(board, do="type", text="f5 |").history.ply == 1
    assert heard(board, do="set-up-again") is before
    assert before.setting.to_text(before.state) == GAP
    assert heard(board, do="type", text="put - b2").refusal is None


def test_the_link_of_a_table_on_a_position_opens_at_the_board_it_was_set_up_on():
    board, other = set_up("hong board=inner", GAP), set_up("hong")
    heard(board, do="from-here")
    link = heard(board, do="type", text="f5 |").link()
    opened = heard(other, do="open", link=link)
    assert isinstance(opened, PlayedSession)
    assert opened.state == board.session.state
    assert isinstance(heard(other, do="set-up-again"), SettingSession)
    assert "cannot be opened" in heard(other, do="open", link="nonsense").refusal.words


def test_the_board_becomes_an_exercise_that_is_judged():
    board = set_up("hong board=inner", GAP)
    report = board.session.report()["setting"]
    ((name, _label, words),) = report["blanks"]
    exercise = heard(board, do="make", choices={name: words.index("1")}, plies=1)
    assert isinstance(exercise, MadeSession)
    asked = exercise.report()["exercise"]
    assert asked["task"] == "Dragon master to play. Complete Hongs of just these sizes, and no others: 1."
    wrong = heard(board, do="type", text="b2 -").report()
    assert wrong["exercise"]["verdict"]["right"] is False
    heard(board, do="again")
    right = heard(board, do="type", text="f5 |").report()
    assert right["exercise"]["verdict"] == {"right": True, "words": "Right, that does it.", "rule": "HO4.1"}


def test_no_solution_is_told_before_it_is_found():
    board = set_up("hong board=inner", GAP)
    exercise = heard(board, do="make", choices={"sizes": 0}, plies=1)
    assert "f5 |" not in str(exercise.report()["exercise"]) + str(exercise.report()["setting"])


def test_an_exercise_is_opened_from_its_text_on_another_board():
    board, other = set_up("hong board=inner", GAP), set_up("wuxia")
    text = heard(board, do="make", choices={"sizes": 0}, plies=1).report()["setting"]["exercise"]
    exercise = heard(other, do="read", text=f"  {text}\n")
    assert isinstance(exercise, MadeSession)
    assert exercise.exercise == board.session.exercise


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"do": "make", "choices": {}, "plies": 1}, "choose what fills sizes"),
        ({"do": "make", "choices": {"sizes": 99}, "plies": 1}, "choose what fills sizes"),
        ({"do": "make", "choices": {"sizes": "0"}, "plies": 1}, "choose what fills sizes"),
        ({"do": "make", "choices": {"sizes": True}, "plies": 1}, "choose what fills sizes"),
        ({"do": "make", "choices": {"sizes": 4}, "plies": 1}, "nothing to find"),
        ({"do": "make", "choices": {"sizes": 0}, "plies": 9}, "1 to 4 plies"),
        ({"do": "make", "choices": [0], "plies": 1}, "that cannot be"),
        ({"do": "goal", "goal": "<script>"}, "is no goal"),
        ({"do": "read", "text": "<script>alert(1)</script>"}, "fields are written"),
        ({"do": "arrange", "text": "<b>"}, "rows"),
        ({"do": "arrange", "text": "x" * 9000}, "characters at most"),
        ({"do": "arrange", "text": GAP.replace("master", "emperor")}, "so it is the turn of the dragon master"),
        ({"do": "set-up", "game": "chess", "options": {}}, "no game of this book"),
        ({"do": "set-up", "game": "wuxia", "options": {"deck": "/etc/passwd"}}, "no choice of this game"),
        ({"do": "set-up", "game": "hong", "options": {"board": "####"}}, "no choice of this game"),
        ({"do": "set-up", "game": "hong", "options": {"board": 7}}, "options are words"),
        ({"do": "mode", "mode": "gold"}, "no way to mean a tap"),
        ({"do": "set-up-again"}, "does not know"),
        ({"do": "new", "options": {}, "seed": 1}, "does not know"),
        ({"do": "chance", "how": "chosen"}, "does not know"),
    ],
)
def test_a_message_that_does_not_fit_is_refused_and_changes_nothing(message, why):
    board = set_up("hong board=inner", GAP)
    before = board.session.state
    after = heard(board, **message)
    assert isinstance(after, SettingSession)
    assert after.state == before
    assert why in after.refusal.words


def test_a_damaged_text_names_the_rule_it_breaks():
    report = say(session(), do="arrange", text=GAP.replace("master", "emperor"))
    assert report["refusal"]["rule"] == "HO3.1"
    report = say(session(), do="arrange", text=GAP.replace("_/_.S", "_/_SS"))
    assert report["refusal"]["rule"] == "HO2.2"
    report = say(session(), do="arrange", text="nonsense")
    assert report["refusal"]["rule"] == ""


def test_another_game_is_begun_with_its_options():
    board = set_up("hong board=inner", GAP)
    after = heard(board, do="set-up", game="gong", options={"variant": "family", "players": "4"})
    assert after.setting.game == parse_game("gong variant=family players=4")
    assert after.history.ply == 0
    assert "game-4" not in board.session.report()["setting"]["text"]
    assert heard(board, do="undo").refusal.words == "There is nothing to take back."


@pytest.mark.parametrize("key", GAMES)
def test_a_position_from_random_play_is_ready_and_can_be_undone(key):
    board = session(key)
    report = say(board, do="wander")
    assert report["setting"]["ready"], report["task"]
    first = board.state
    say(board, do="wander")
    assert board.state != first
    say(board, do="undo")
    assert board.state == first
    assert report["log"][0][0] == "open a text"


def test_the_line_of_setting_up_is_written_by_its_actions():
    board = session()
    for text in ("put stone d4", "put stone d5", "take stone d4"):
        say(board, do="type", text=text)
    assert [str(action) for action in board.history.line.actions] == ["put stone d4", "put stone d5", "take stone d4"]


def test_a_position_that_is_none_makes_no_board():
    with pytest.raises(ValueError, match="rows"):
        set_up("hong", "nonsense")
    with pytest.raises(NotationError, match="no game"):
        set_up("chess")


def test_the_picture_of_setting_up_is_that_of_the_game():
    game = parse_game("hong board=inner")
    state = Setting(game).apply(Setting(game).initial_state(), Open(GAP))
    assert picture_of(Setting(game)).picture(state, View()) == picture_of(game).picture(state, View())


MESSAGES = st.one_of(
    st.fixed_dictionaries({"do": st.just("key"), "key": st.sampled_from(KEYS)}),
    st.fixed_dictionaries({"do": st.sampled_from(("undo", "redo", "wander", "from-here", "set-up-again", "again"))}),
    st.fixed_dictionaries({
        "do": st.just("type"),
        "text": st.sampled_from(("put stone d4", "put - e5", "take - e5", "clear", "turn emperor", "b2 -", "nonsense")),
    }),
    st.fixed_dictionaries({"do": st.just("arrange"), "text": st.sampled_from((GAP, "x", ""))}),
    st.fixed_dictionaries({
        "do": st.just("make"), "choices": st.fixed_dictionaries({"sizes": st.integers(-1, 3)}), "plies": st.just(1),
    }),
    st.fixed_dictionaries({"do": st.just("mode"), "mode": st.sampled_from(("-", "|", "stone", "take", "gold"))}),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(MESSAGES, max_size=12))
def test_no_order_of_messages_breaks_the_board(messages):
    board = set_up("hong board=inner")
    for message in messages:
        board._heard(None, message, None)
        refusal = board.session.refusal
        assert refusal is None or "went wrong" not in refusal.words
        assert board.panel.view["task"]["words"]
