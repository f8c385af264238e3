"""What is hidden stays hidden: nothing the page is sent holds a card that its reader may not see."""

import json
import random

import pytest

from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook_widgets.session import UNHEARD, Session

HIDING = ["dragonheart", "dictator fog=yes", "dictator mission=regrouping fog=yes"]


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


def test_who_watches_two_bots_sees_the_hand_that_plays():
    session = table("dragonheart", ("random", "random"))
    assert session.viewer is None
    assert not session.veiled
