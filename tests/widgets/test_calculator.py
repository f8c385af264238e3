"""The battle calculator: set by hand, told exactly, and deaf to nonsense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.games.dictator import Dictator
from rulebook_widgets.calculator import CalculatorSession


def calculator(attacker="Cerberus Komtur Sturmknechts", defender="Rider Hoplon Snail"):
    return CalculatorSession(Dictator(), (tuple(attacker.split()), tuple(defender.split())))


def say(session, **message):
    session.handle(message)
    return session.report()


def fractions(report):
    return [[part["fraction"] for part in line["shares"]] for line in report["calculator"]["odds"]]


def test_it_opens_with_two_battalions_their_sums_and_their_odds():
    report = calculator().report()
    assert report["total"] == "Sums: T-1 5, C-1 4"
    assert fractions(report) == [["15 of 36", "6 of 36", "15 of 36"], ["21 of 36", "5 of 36", "10 of 36"]]
    assert sum(part["percent"] for part in report["calculator"]["odds"][0]["shares"]) == pytest.approx(100, abs=0.2)
    assert [line["words"] for line in report["tally"]][:2] == ["T-1: Cerberus 2", "T-1: Komtur 1"]


def test_another_card_changes_the_odds_and_no_defender_is_a_guild():
    session = calculator()
    report = say(session, do="card", side=0, at=0, card="Minotaur")
    assert report["calculator"]["battalions"][0] == ["Minotaur", "Komtur", "Sturmknechts"]
    assert fractions(report)[1] == ["26 of 36", "4 of 36", "6 of 36"]
    for _card in range(3):
        report = say(session, do="card", side=1, at=0, card="")
    assert report["calculator"]["battalions"][1] == ["", "", ""]
    assert report["total"] == "Sums: T-1 6, Guild 8 3"


def test_actions_played_on_the_board_change_what_the_dice_give():
    session = calculator()
    for _side in range(2):
        report = say(session, do="type", text="pass")
    assert report["task"]["words"].startswith("Strength phase")
    report = say(session, do="type", text="Sturmknechts: Assault")
    assert report["total"].startswith("Sums: T-1 6")
    assert fractions(report)[1] == ["26 of 36", "4 of 36", "6 of 36"]


def test_a_decided_battle_has_no_odds():
    session = calculator("Minotaur Minotaur-2 Hydra", "Med-Tech")
    while session.report()["calculator"]["odds"]:
        say(session, do="type", text="pass")
    assert session.state.battle is None or session.state.battle.loser == 1


@pytest.mark.parametrize(
    "message",
    [
        {"do": "card", "side": 0, "at": 0, "card": "Rider"},
        {"do": "card", "side": 0, "at": 0, "card": "Zeppelin"},
        {"do": "card", "side": 2, "at": 0, "card": "Orion"},
        {"do": "card", "side": 0, "at": 7, "card": "Orion"},
        {"do": "card", "side": 0, "at": 0, "card": 5},
        {"do": "energy", "side": 0, "energy": 99},
        {"do": "new", "options": {}, "seed": 1},
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(message):
    session = calculator()
    before = session.report()["calculator"]
    report = say(session, **message)
    assert report["refusal"]["words"].endswith(".")
    assert report["calculator"] == before


MESSAGES = st.builds(
    lambda do, side, at, card, energy: {"do": do, "side": side, "at": at, "card": card, "energy": energy},
    st.sampled_from(["card", "energy"]),
    st.integers(-1, 3),
    st.integers(-1, 4),
    st.sampled_from(["", "Orion", "Knechts", "Med-Tech", "Hoplon", "nobody"]) | st.integers(),
    st.integers(-2, 14) | st.text(max_size=3),
)


@given(messages=st.lists(MESSAGES, max_size=4))
@settings(max_examples=40, deadline=None)
def test_forged_messages_leave_two_sound_battalions(messages):
    session = calculator("Knechts", "Hoplon")
    for message in messages:
        report = say(session, **message)
        cards = [card for side in report["calculator"]["battalions"] for card in side if card]
        assert len(set(cards)) == len(cards) > 0
        assert report["task"]["words"]
