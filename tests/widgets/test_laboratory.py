"""The bench of the lab: what a page may ask of it, what it tells, and the process that plays for it."""

import subprocess
import sys
import time
from xml.etree import ElementTree

import psutil
import pytest

from rulebook.apart import Apart
from rulebook.lab import Harvest, Plan, play_all, summary
from rulebook.results import Result, ResultError
from rulebook_widgets import experiment, quoted
from rulebook_widgets.experiment import Experiment
from rulebook_widgets.pictures.sheet import sheet
from rulebook_widgets.plots import plots

SMALL = Plan("hong board=inner", ("random",), 12, 3)
RUN = {"do": "run", "bots": ["random", "greedy"], "rotates": False, "games": 5, "seed": 2}


@pytest.fixture
def bench():
    session = Experiment(SMALL)
    for record in play_all(SMALL):
        session.add(record)
    return session


def test_a_run_counts_what_comes_and_ends_with_the_last_game(bench):
    bench.handle({"do": "choose", "game": "gong", "options": {"variant": "link", "players": "3"}})
    assert bench.report()["seats"] == ("Ada", "Bo", "Cy")
    bench.handle(RUN)
    assert bench.refusal is None
    assert bench.plan == Plan("gong players=3", ("random", "greedy", "greedy"), 5, 2)
    for number, record in enumerate(play_all(bench.plan), 1):
        assert bench.running
        bench.add(record)
        assert bench.report()["done"] == number
    assert not bench.running
    assert bench.report()["words"] == "Gong: Link; 3 players: 5 of 5 games, seed 2."
    figures = dict(bench.report()["figures"])
    assert figures["turns a game"] == str(summary(bench.plan, bench.harvest.records).turns)


def test_a_stop_keeps_what_has_been_played(bench):
    bench.handle(RUN)
    bench.add(next(iter(play_all(bench.plan))))
    bench.handle({"do": "stop"})
    assert not bench.running
    assert bench.report()["words"].startswith("Stopped. Hong: inner castle: 1 of 5 games")
    assert bench.result.games == 1


def test_a_run_that_lasts_too_long_is_ended(bench, monkeypatch):
    bench.handle(RUN)
    bench.check_time()
    assert bench.running
    monkeypatch.setattr(experiment, "LONGEST", -1.0)
    bench.check_time()
    assert not bench.running
    assert "The run was ended after" in bench.report()["words"]


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        (None, "does not know: None"),
        ("run", "does not know"),
        ({"do": "explode"}, "does not know"),
        ({"do": "run"}, "does not know"),
        ({**RUN, "games": "5"}, "does not know"),
        ({**RUN, "rotates": 1}, "does not know"),
        ({**RUN, "games": True}, "bots have names"),
        ({**RUN, "bots": ["random", 7]}, "Bots have names"),
        ({**RUN, "bots": []}, "0 bots"),
        ({**RUN, "bots": ["random"] * 9}, "9 bots"),
        ({**RUN, "bots": ["__import__('os')"]}, "is no bot"),
        ({**RUN, "games": 0}, "0 games"),
        ({**RUN, "games": -3}, "-3 games"),
        ({**RUN, "games": 1001}, "1001 games: here a run has 1 to 1000"),
        ({**RUN, "games": 10**30}, "games: play 1 to"),
        ({**RUN, "seed": -1}, "seed -1"),
        ({**RUN, "seed": 10**9}, "nine digits"),
        ({"do": "stop"}, "No run is under way"),
        ({"do": "choose", "game": "chess", "options": {}}, "'chess' is no game"),
        ({"do": "choose", "game": "hong", "options": {"board": "####/####"}}, "not offered here"),
        ({"do": "choose", "game": "wuxia", "options": {"deck": "/etc/passwd"}}, "not offered here"),
        ({"do": "choose", "game": "hong", "options": {"board": ["inner"]}}, "not offered here"),
        ({"do": "choose", "game": "hong", "options": [1]}, "does not know"),
    ],
)
def test_a_forged_message_is_refused_in_words_and_changes_nothing(bench, message, complaint):
    before = bench.report() | {"refusal": None}
    bench.handle(message)
    words, advice = bench.refusal
    assert complaint.casefold() in words.casefold()
    assert advice == "Nothing has changed."
    assert bench.report() | {"refusal": None} == before


def test_one_run_at_a_time(bench):
    bench.handle(RUN, busy=True)
    assert "a run is under way on this page" in bench.refusal[0].casefold()
    bench.handle(RUN)
    assert bench.running
    bench.handle({**RUN, "seed": 9})
    assert bench.refusal is not None
    assert bench.plan.seed == 2


def wait(until, seconds=30.0):
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_process_apart_plays_what_would_be_played_here():
    harvest, apart = Harvest(SMALL), Apart(SMALL)

    def gathered():
        for record in apart.arrived():
            harvest.add(record)
        return apart.over

    wait(gathered)
    assert harvest.complete() == play_all(SMALL)


def test_a_process_apart_ends_at_once_when_told():
    apart = Apart(Plan("dictator", ("greedy",), 1000, 1))
    child = psutil.Process(apart._process.pid)
    apart.end()
    assert apart.arrived() == []
    assert not child.is_running()


def test_a_process_apart_ends_when_its_parent_is_killed():
    program = (
        "import time\nfrom rulebook.apart import Apart\nfrom rulebook.lab import Plan\n"
        "apart = Apart(Plan('dictator', ('greedy',), 1000, 1))\n"
        "print(apart._process.pid, flush=True)\ntime.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = psutil.Process(int(parent.stdout.readline()))
    assert child.is_running()
    parent.kill()
    parent.communicate()
    wait(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def test_plots_are_text_and_reach_for_nothing(bench):
    drawn = plots(bench.result, bench.harvest.records)
    assert [plot.title for plot in drawn] == ["How long", "Who wins", "Which rules"]
    for plot in drawn:
        root = ElementTree.fromstring(plot.svg)
        words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "<style" not in plot.svg
        assert "<!DOCTYPE" not in plot.svg
        assert plot.svg.count("http") == 2, "the names of SVG and XLink"
        assert "var(--rb-ink, #1D2430)" in plot.svg
        assert words
        assert plot.words.endswith(".")
        links = {value.removeprefix("#") for element in root.iter() for key, value in element.items() if "href" in key}
        assert links <= {element.get("id") for element in root.iter()}
    assert "won by emperor" in ElementTree.fromstring(drawn[1].svg).itertext()
    ids = [
        element.get("id") for plot in drawn for element in ElementTree.fromstring(plot.svg).iter() if element.get("id")
    ]
    assert len(ids) == len(set(ids))


def test_a_single_game_can_be_shown():
    plan = Plan("hong board=inner", ("random",), 1, 3)
    result = Result.of(summary(plan, play_all(plan)), "")
    assert result.text("turns") == f"{result.figures['turns'].value:.2f}"
    assert len(plots(result, play_all(plan))) == 3
    assert sheet(result, result.usual).shapes


def test_a_quoted_figure_is_what_the_store_says():
    shown = repr(quoted("hong", "turns", bots=("random",)))
    assert shown.startswith("Hong: castle: 400 games, random, seed 1, ")
    assert "turns a game: 58.00 (58.00 to 58.00)" in shown
    with pytest.raises(ResultError, match="has no figure 'luck'"):
        quoted("hong", "luck")
