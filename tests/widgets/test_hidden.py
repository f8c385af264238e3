"""What is hidden stays hidden: nothing the page is sent holds a card that its reader may not see."""

import json
import random

import pytest

from rulebook.coverage import rules_of
from rulebook.exercise import exercise as find_exercise
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.session import UNHEARD, Session
from rulebook_widgets.tasks import ExerciseSession

HIDING = [
    "dragonheart",
    "dictator fog=yes",
    "dictator mission=regrouping fog=yes",
    "gong players=3",
    "gong variant=family players=3",
    "gong variant=fight players=4",
    "wuxia players=3",
]


def table(header, players, seed=1):
    return Session(Playthrough.begin(parse_game(header), seed=seed), players)


def sent(session):
    """Return all that a page is sent of a session: words, controls and picture."""
    picture = session.picture.picture(session.state, session.view())
    return json.dumps([session.setup(), session.report()], default=str) + repr(picture)


def shuffled(session, seat, rng):
    """Return the same session in a world in which what the seat does not see is otherwise."""
    game, history = session.game, session.history
    other = game.resample(history.state, seat, rng)
    twin = Session(Playthrough(game, (other,), seed=1), session.players)
    for one in (twin, session):
        one.eyes = session.eyes
        one.legal_open = True
    return twin


@pytest.mark.parametrize("header", HIDING)
@pytest.mark.parametrize("seed", range(3))
def test_another_hidden_world_sends_the_same_page(header, seed):
    """One reader against bots: at each of their decisions the page is the same whatever the others hold."""
    session = table(header, ("reader", "random"), seed)
    rng = random.Random(seed)
    compared = varied = 0
    for _decision in range(12):
        if session.seat != 0:
            break
        plain = Session(Playthrough(session.game, (session.state,), seed=1), session.players)
        plain.legal_open = True
        for _world in range(3):
            twin = shuffled(plain, 0, rng)
            assert sent(twin) == sent(plain)
            varied += twin.history.state != plain.history.state
            compared += 1
        session.attempt(rng.choice(session.game.legal_actions(session.history.state)))
    assert compared > 6
    assert varied > 6


def test_drawn_cards_of_the_other_stand_in_the_log_as_dots():
    session = table("dragonheart", ("reader", "greedy"))
    log = [entry for entry, _seat in session.report()["log"]]
    assert log.count(UNHEARD) >= 5
    assert sum(entry.startswith("draw ") for entry in log) >= 5
    assert not [entry for entry in log if entry == UNHEARD and entry.startswith("draw")]


def test_two_readers_hand_the_device_over():
    session = table("dragonheart", ("reader", "reader"))
    report = session.report()
    seat = session.seat
    assert report["veiled"] == session.game.seats[seat]
    assert report["legal"] is None
    assert session.setup()["examples"] == []
    assert [entry for entry, _seat in report["log"]] == ["lot South", *[UNHEARD] * 10]
    before = sent(session)
    hand = session.state.hands[seat]
    session.handle({"do": "type", "text": str(session.game.legal_actions(session.state)[0])})
    assert "has not sat down" in session.report()["refusal"]["words"]
    session.handle({"do": "show"})
    assert session.report()["veiled"] == ""
    assert session.picture.viewer == seat
    assert sent(session) != before
    session.attempt(session.game.legal_actions(session.state)[0])
    assert session.seat == 1 - seat
    assert session.report()["veiled"] == session.game.seats[1 - seat]
    assert hand
    session.handle({"do": "show"})
    assert session.viewer == 1 - seat
    session.handle({"do": "show"})
    assert session.report()["refusal"]["words"] == "Nothing is covered."


def test_chosen_dice_show_nothing_that_is_hidden():
    session = table("dragonheart", ("reader", "random"))
    session.handle({"do": "chance", "how": "chosen"})
    for _decision in range(4):
        session.attempt(session.game.legal_actions(session.history.state)[0])
        assert session.report()["outcomes"] is None


def test_a_class_lays_all_hands_open_and_chooses_what_is_drawn():
    session = table("dragonheart", ("reader", "reader"))
    assert session.report()["hands"] == "hidden"
    session.handle({"do": "chance", "how": "chosen"})
    refusal = session.report()["refusal"]
    assert "While hands are hidden" in refusal["words"]
    assert "Under Players" in refusal["advice"]
    session.handle({"do": "hands", "how": "open"})
    assert session.report()["hands"] == "open"
    assert not session.veiled
    assert session.viewer is None
    drawn = 0
    for _ply in range(12):
        outcomes = session.report()["outcomes"]
        if outcomes:
            drawn += 1
            notation, _words = outcomes[-1]
            session.handle({"do": "type", "text": notation})
            assert str(session.history.line.actions[-1]) == notation
        else:
            session.attempt(session.game.legal_actions(session.history.state)[0])
        assert session.report()["refusal"] is None
    assert drawn >= 3

    # A new game is dealt by chance.
    session.handle({"do": "new", "options": {}, "seed": 9})
    assert session.seat >= 0
    assert session.report()["outcomes"] is None
    session.handle({"do": "hands", "how": "hidden"})
    assert session.veiled
    assert session.report()["outcomes"] is None


@pytest.mark.parametrize(("header", "how"), [("hong", "open"), ("dragonheart", "shut"), ("dragonheart", "")])
def test_hands_that_cannot_be_laid_open_are_refused_in_words(header, how):
    session = table(header, ("reader", "random"))
    before = session.viewer
    session.handle({"do": "hands", "how": how})
    assert session.report()["refusal"]["words"]
    assert session.viewer == before


def test_who_watches_two_bots_sees_the_hand_that_plays():
    session = table("dragonheart", ("random", "random"))
    assert session.viewer is None
    assert not session.veiled


def bots_plies(session):
    """Return the plies at which a bot or chance was to play."""
    states = session.history.line.states
    return [ply for ply, state in enumerate(states) if session.game.current_player(state) not in (0, -4)]


def played(players=("reader", "random"), moves=6, seed=2):
    session = table("dragonheart", players, seed)
    rng = random.Random(seed)
    for _move in range(moves):
        if session.veiled:
            session.handle({"do": "show"})
        session.attempt(rng.choice(session.game.legal_actions(session.history.state)))
    return session


def test_peeking_at_the_others_turn_lists_nothing_that_could_be_done():
    session = played()
    session.handle({"do": "legal", "open": True})
    assert session.report()["legal"]
    for ply in bots_plies(session):
        session.handle({"do": "peek", "ply": ply})
        assert session.report()["legal"] == []


def test_a_refusal_does_not_say_since_when_the_other_held_a_card():
    session = played()
    for action in session.game.attempts(session.history.state):
        if session.game.objection(session.history.state, action):
            session.attempt(action)
            assert session.report()["refusal"]["since"] is None


def test_steps_back_end_at_the_readers_own_decisions():
    session = played()
    for ply in range(len(session.history.line) + 1):
        session.handle({"do": "goto", "ply": ply})
        assert session.seat == 0
        assert session.report()["outcomes"] is None


def test_with_two_readers_every_step_brings_the_curtain_back():
    session = played(("reader", "reader"))
    for message in ({"do": "undo"}, {"do": "redo"}, {"do": "goto", "ply": 3}, {"do": "new", "options": {}, "seed": 4}):
        if session.veiled:
            session.handle({"do": "show"})
        session.handle(message)
        report = session.report()
        assert report["veiled"] == session.game.seats[session.seat], message
        assert session.picture.curtain
        assert not [entry for entry, _seat in report["log"] if entry.startswith("draw")]


def test_a_reader_who_stays_alone_sits_down_first():
    session = played(("reader", "reader"))
    if session.veiled:
        session.handle({"do": "show"})
    session.handle({"do": "player", "seat": session.seat, "player": "random"})
    assert session.veiled
    session.handle({"do": "show"})
    assert session.viewer == session.readers[0]


def test_dice_to_be_chosen_open_no_hand_before_anybody_looks():
    session = table("dragonheart", ("reader", "reader"))
    session.handle({"do": "chance", "how": "chosen"})
    session.handle({"do": "new", "options": {}, "seed": 9})
    assert session.report()["outcomes"] is None
    assert session.veiled


def test_the_curtain_names_the_one_who_is_to_sit_down():
    session = played(("reader", "reader"), moves=3)
    session.view()
    assert session.veiled
    assert session.picture.viewer == session.seat
    assert session.game.seats[session.seat] in session.where("show")


def single(players=("reader", "reader", "random")):
    """Return a table of Link at which Ada has just come down to a single card."""
    game = parse_game("gong players=3")
    text = "turn; turn Ada; Ada Zeta 1 2; Bo Omega 1 2 3; Cy Virgo 1 2; row Zeta 4"
    session = Session(Playthrough(game, (game.from_text(text),), seed=2), players)
    session.handle({"do": "show"})
    session.attempt(game.parse("Zeta 1"))
    return session


def test_a_question_to_the_table_needs_no_handing_over_and_shows_no_hand():
    session = single()
    report = session.report()
    assert "Gong" in report["task"]["words"]
    assert report["veiled"] == ""
    assert (session.viewer, session.picture.viewer, session.picture.curtain) == (-1, -1, False)
    assert not [name for name in ("Zeta 2", "Omega 1") if name in report["describe"]]
    session.handle({"do": "type", "text": "gong"})
    assert session.report()["veiled"] == "Bo"


def test_who_is_alone_at_the_table_keeps_seeing_the_own_hand_when_asked():
    session = single(("reader", "random", "random"))
    assert session.viewer == 0
    assert "Zeta 2" in session.report()["describe"]


def test_the_memory_sheet_is_shown_on_demand_to_who_looks():
    session = table("gong variant=family players=3", ("reader", "greedy"))
    assert session.report()["memo"] == {"open": False, "table": None}
    session.handle({"do": "memo", "open": True})
    sheet = session.report()["memo"]["table"]
    assert sheet["rows"][0][0] == "Proxima"
    own = {(name, at + 1) for name, cells in sheet["rows"] for at, cell in enumerate(cells) if cell == "own"}
    names = session.game.sketch(session.state)
    assert all(name in names for name, _number in own)
    assert table("gong", ("reader", "greedy")).report()["memo"] is None
    shared = table("gong variant=family players=3", ("reader", "reader", "greedy"))
    shared.handle({"do": "memo", "open": True})
    assert shared.report()["memo"]["table"] is None
    shared.handle({"do": "show"})
    assert shared.report()["memo"]["table"]["title"] == "Memory sheet of Ada"


def test_a_closed_exercise_shows_one_hand():
    session = ExerciseSession(find_exercise("gong/remembered"))
    assert session.viewer == 0
    session.view()
    assert "Serpens" not in session.picture.describe(session.state).replace("Serpens 6", "")


def at_play(header, players, moves=6, seed=3):
    session = table(header, players, seed)
    rng = random.Random(seed)
    for _move in range(moves):
        if session.veiled:
            session.handle({"do": "show"})
        if session.seat >= 0 and session.players[session.seat] == "reader":
            session.attempt(rng.choice(session.game.legal_actions(session.history.state)))
    return session


@pytest.mark.parametrize("header", HIDING)
def test_a_rule_lights_no_card_of_a_hand_before_its_reader_looks(header):
    """Whatever the hands, the same places are lit behind the curtain, and so many are told."""
    session = at_play(header, ("reader", "reader"))
    rng = random.Random(1)
    for rule in rules_of(session.game.key).marks:
        session.eyes = None
        session.handle({"do": "rule", "rule": rule})
        lit, said = session.glow, session.said
        for _world in range(2):
            seen = session.history.state
            other = session.game.resample(seen, (session.seat + 1) % session.game.num_players, rng)
            twin = Session(Playthrough(session.game, (other,), seed=1), session.players)
            twin.handle({"do": "rule", "rule": rule})
            assert (twin.glow, twin.said) == (lit, said), rule


def test_coming_back_to_a_line_left_brings_the_curtain():
    session = at_play("gong players=2", ("reader", "reader"), 8, 1)
    for _step in range(2):
        session.handle({"do": "undo"})
    session.handle({"do": "show"})
    actions = session.game.legal_actions(session.history.state)
    line = session.history.line
    session.attempt(next(action for action in actions if action != line.actions[session.history.ply]))
    if session.report()["left"]:
        session.handle({"do": "back"})
        assert session.veiled
    assert session.report()["left"]


def test_the_log_stays_shut_until_the_reader_who_stays_sits_down():
    session = table("gong players=2", ("reader", "reader"), 3)
    session.handle({"do": "player", "seat": 1, "player": "random"})
    assert session.veiled
    assert not [entry for entry, _seat in session.report()["log"] if entry.startswith("draw ")]


def test_readers_who_all_leave_do_not_open_the_hands():
    session = table("gong players=2", ("reader", "reader"), 3)
    for seat in (0, 1):
        session.handle({"do": "player", "seat": seat, "player": "random"})
    assert session.viewer == -1
    own = session.game.sketch(session.state).splitlines()[-1]
    assert own.partition("holds: ")[2].split(" + ")[0] not in session.report()["describe"]


def test_a_secret_choice_leaves_no_light_and_no_cursor():
    game = parse_game("gong variant=fight")
    text = (
        "errand; turn Ada; card Nemesis 1; mission duel-left; todo duel: Ada Bo; Ada Zeta 4 + joker; Bo Virgo 2 + joker"
    )
    for card in ("show joker", "show Virgo 2"):
        session = Session(Playthrough(game, (game.from_text(text),), seed=1), ("reader", "reader"))
        session.handle({"do": "show"})
        session.attempt(game.parse("show Zeta 4"))
        session.handle({"do": "show"})
        session.handle({"do": "key", "key": "ArrowRight"})
        before = Session(Playthrough(game, session.history.line.states[-1:], seed=1), ("reader", "random"))
        assert "joker" not in before.view().last
        session.handle({"do": "type", "text": card})
        assert session.cursor == "" or not session.veiled
    session = Session(Playthrough(game, (game.from_text(text),), seed=1), ("reader", "reader"))
    session.handle({"do": "show"})
    session.cursor = "Zeta 4"
    session.attempt(game.parse("show Zeta 4"))
    assert session.view().last == ()
    session.handle({"do": "show"})
    assert session.cursor == ""


def test_who_takes_back_and_plays_the_same_again_is_not_left_at_a_bots_turn():
    session = at_play("gong", ("reader", "greedy"), 3, 2)
    session.handle({"do": "undo"})
    ply = session.history.ply
    session.attempt(session.history.line.actions[ply])
    assert session.seat in (0, -4)
    assert session.history.ply > ply + 1 or session.history.ply == len(session.history.line)


def test_a_new_game_keeps_what_the_page_cannot_choose(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = "".join(
        f'[{colour}.a-{colour}]\nwords = "Draw."\nsteps = ["you draw 1"]\n' for colour in ("blue", "red", "yellow")
    )
    tmp_path.joinpath("mine.toml").write_text(own, "utf-8")
    session = table("gong variant=fight missions=mine.toml", ("reader", "greedy"))
    session.handle({"do": "new", "options": {"variant": "fight", "players": "3"}, "seed": 5})
    assert (session.game.missions, session.game.players) == ("mine.toml", 3)
    session.handle({"do": "new", "options": {"missions": "pyproject.toml"}, "seed": 5})
    assert "none of the options" in session.report()["refusal"]["words"]
    assert session.game.missions == "mine.toml"
