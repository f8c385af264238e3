"""The badge of a claim: checked in slices, deaf to nonsense, and with a board where something is wrong."""

import asyncio

import pytest

from rulebook import claims as framework
from rulebook.claims import HOLDS, ClaimError, Look, exhaustive, find, sampled
from rulebook_widgets import badge as badge_module
from rulebook_widgets import claim
from rulebook_widgets import claims as claims_module
from rulebook_widgets.claims import ClaimSession
from widgets.conftest import apart


@pytest.fixture
def false_claim(monkeypatch):
    monkeypatch.setattr(framework, "_CLAIMS", framework.claims("hong"))
    sampled("hong/corner", "HO3.4", "Nobody lays on b2", 500, ("hong board=inner",))(
        lambda course: "a tile lies on b2." if str(course.action).startswith("b2 ") else ""
    )
    return find("hong/corner")


def finished(session, message):
    session.handle(message)
    while session.work(1):
        pass
    return session.report()


def test_at_first_the_badge_says_what_is_claimed_and_how_it_is_backed():
    report = ClaimSession(find("gong/thirteen")).report()
    assert report["says"] == "always 13, for each of the 54"
    assert report["badge"] == "exhaustive over 54 cards"
    assert (report["outcome"], report["words"], report["running"], report["again"]) == ("", "", False, False)


def test_a_check_goes_on_in_slices_and_says_how_far_it_is(monkeypatch):
    session = ClaimSession(find("gong/thirteen"))
    session.handle({"do": "check"})
    shares = [session.report()["share"]]
    while session.work(0):
        shares.append(session.report()["share"])
    assert shares == sorted(shares)
    assert len(shares) > 50
    report = session.report()
    assert (report["outcome"], report["running"]) == ("holds", False)
    assert report["words"] == "It holds for each of the 54 cards."
    assert not report["again"]


def test_another_sample_has_the_next_seed():
    session = ClaimSession(find("dragonheart/frames"))
    assert "seed 1." in finished(session, {"do": "check"})["words"]
    assert "seed 2." in finished(session, {"do": "again"})["words"]
    assert "seed 1." in finished(session, {"do": "check"})["words"]


def test_a_counter_example_is_shown_on_a_board(false_claim):
    report = finished(ClaimSession(false_claim), {"do": "check"})
    assert report["outcome"] == "counter"
    assert report["words"].startswith("A counter-example, number ")
    assert report["counter"]["after"].startswith("After b2 ")
    assert report["counter"]["svg"].startswith("<svg")


def test_a_counter_example_without_a_board_is_told_in_words(false_claim):
    exhaustive("hong/words", "HO1.2", "Words", 1, "words")(lambda: iter([Look("no.")]))
    report = finished(ClaimSession(find("hong/words")), {"do": "check"})
    assert (report["outcome"], report["counter"]) == ("counter", None)


def test_a_stopped_check_says_what_it_had_looked_at():
    session = ClaimSession(find("dragonheart/frames"))
    session.handle({"do": "check"})
    session.work(0)
    session.handle({"do": "stop"})
    assert not session.work(1)
    report = session.report()
    assert report["outcome"] == "open"
    assert report["words"].endswith("2,000 were to be looked at.")


def test_a_check_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(claims_module, "LONGEST", 0.0)
    session = ClaimSession(find("wuxia/summon-kept"))
    session.handle({"do": "check"})
    assert not session.work(0)
    assert session.report()["outcome"] == "open"


@pytest.mark.parametrize(
    "message",
    [None, 5, "check", [], {}, {"do": "hack"}, {"do": ["check"]}, {"do": "stop"}, {"do": "again"}, {"do": None}],
)
def test_forged_messages_are_refused_in_words_and_change_nothing(message):
    session = ClaimSession(find("gong/thirteen"))
    before = session.report()
    session.handle(message)
    report = session.report()
    assert report.pop("refusal")[1] == "Nothing has changed."
    before.pop("refusal")
    assert report == before


def test_a_second_press_does_not_begin_the_check_anew():
    session = ClaimSession(find("gong/asks"))
    session.handle({"do": "check"})
    session.work(0)
    positions = session.finding.positions
    session.handle({"do": "check"})
    assert session.refusal[0] == "A check is under way."
    assert session.finding.positions == positions


def pressed(badge):
    """Press the button of a badge, and return what else could be done while its check went on."""

    async def press():
        badge._heard(badge, {"do": "check"}, [])
        turns = 0
        while badge.session.steps is not None:
            await asyncio.sleep(0)
            turns += 1
        return turns

    # A loop of its own, in a thread of its own: the browser's tests may have left one running in this one.
    return apart(press())


def test_others_have_their_turn_while_a_check_goes_on(monkeypatch):
    monkeypatch.setattr(badge_module, "PAUSE", 0)
    monkeypatch.setattr(badge_module, "SLICE", 0.005)
    badge = claim("gong/asks")
    assert pressed(badge) > 20
    assert badge.view["outcome"] == "holds"
    badge.close()


def test_a_check_that_fails_by_itself_is_told_to_the_reader(false_claim):
    def broken():
        yield HOLDS
        raise RuntimeError("a mistake in the check")

    exhaustive("hong/broken", "HO1.2", "Broken", 2, "things")(broken)
    badge = claim("hong/broken")
    pressed(badge)
    assert badge.view["refusal"][0] == "Something went wrong in this check."
    assert badge.view["outcome"] == ""


def test_the_page_cannot_set_what_is_shown():
    badge = claim("gong/thirteen")
    before = dict(badge.view)
    badge.set_state({"view": {"badge": "proved"}})
    assert badge.view == before


def test_without_a_kernel_the_badge_is_a_picture_and_words():
    bundle = claim("hong/stands")._repr_mimebundle_()
    assert bundle["text/plain"] == "Claim (HO5.4): “a Hong that stands can never fall”\nsampled 1,000 positions, seed 1"
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "sampled 1,000 positions, seed 1</text>" in bundle["image/svg+xml"]


def test_a_claim_that_the_book_does_not_make_is_refused():
    with pytest.raises(ClaimError, match="hong/one-dragon"):
        claim("hong/nothing")
