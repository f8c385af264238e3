"""The lab: the same games on one core, on several and on a cluster; figures checked by other means; the stores."""

import csv
import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from statistics import fmean

import psutil
import pytest

from rulebook import results, spread
from rulebook.bots import POLICIES
from rulebook.cli import main
from rulebook.game import NotationError, playout
from rulebook.lab import Estimate, Harvest, HarvestError, Plan, mean, play_all, run, student, summary, wilson
from rulebook.lab_command import planned
from rulebook.registry import GAMES, parse_game
from rulebook.results import Result, ResultError

SMALL = Plan("hong board=inner", ("greedy", "random"), 24, 7)


@pytest.fixture(scope="module")
def serial():
    return play_all(SMALL)


@pytest.mark.parametrize("key", GAMES)
def test_a_record_tells_what_a_playout_of_the_same_luck_does(key):
    game = parse_game(key)
    trial = Plan(key, ("random",), 9, 5).trial(8)
    record = run(trial)
    actions, end = playout(game, game.initial_state(), random.Random("5/8"), [POLICIES["random"]] * game.num_players)
    assert record.plies == len(actions)
    assert record.returns == game.returns(end)
    assert record.ending == game.verdict(end).rule
    assert record == run(trial)
    state, told, deciders, turns = game.initial_state(), [], [], []
    for action in actions:
        if (seat := game.current_player(state)) >= 0:
            deciders.append(seat)
            turns.append(game.turn(state))
        state = game.apply(state, action, told)
    assert (record.first, record.decisions) == (deciders[0], len(deciders))
    assert record.turns == 1 + sum(one != other for one, other in pairwise(turns))
    assert dict(record.rules) == {rule: [e.rule for e in told].count(rule) for rule in {e.rule for e in told}}
    assert all(record.returns[seat] == max(record.returns) > 0 for seat in record.winners)


def test_policies_fill_the_seats_and_rotate():
    plan = Plan("gong players=3", ("greedy", "random"), 6, 1, rotates=True)
    seated = [trial.policies for trial in plan]
    assert seated[:3] == [
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    ]
    assert seated[3:] == seated[:3]


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        (("chess", ("greedy",), 1), "'chess' is no game"),
        (("hong", ("zeb",), 1), "'zeb' is no bot; there are random, greedy"),
        (("hong", ("greedy",) * 3, 1), "3 bots: Hong takes 1 to 2"),
        (("hong", ("greedy",), 0), "0 games: play 1 to"),
        (("hong", ("greedy",), 1, -1), "seed -1"),
        (("gong", ("greedy",), 1, 0, False, (("attention", "7"),)), "attention=100/75/50/25/0"),
        (("hong", ("greedy",), 1, 0, False, (("attention", "50"),)), "can be set: nothing"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_words(plan, complaint):
    with pytest.raises(NotationError, match=complaint):
        Plan(*plan)


def test_every_record_is_counted_once(serial):
    harvest = Harvest(SMALL)
    for record in serial[:-1]:
        harvest.add(record)
    with pytest.raises(HarvestError, match="game 3: this game has been counted already"):
        harvest.add(serial[3])
    with pytest.raises(HarvestError, match="belongs to another plan"):
        harvest.add(run(Plan("hong board=inner", ("greedy", "random"), 24, 8).trial(23)))
    with pytest.raises(HarvestError, match=r"1 of 24 games are missing, the first is .* game 23"):
        harvest.complete()
    harvest.add(serial[-1])
    assert harvest.complete() == serial


def kill_one(wanted):
    """Kill the youngest process below this one whose command line has `wanted`, as an empty memory would."""
    below = [child for child in psutil.Process().children(recursive=True) if wanted in " ".join(child.cmdline())]
    youngest = max(below, key=lambda child: child.pid)
    os.kill(youngest.pid, signal.SIGKILL)
    return youngest.pid


@pytest.mark.parametrize(
    ("where", "wanted"),
    [({"jobs": 2}, "popen_loky_posix"), ({"cluster": "local:2"}, "multiprocessing.spawn")],
    ids=["cores", "cluster"],
)
def test_a_worker_that_is_killed_costs_nothing(serial, where, wanted):
    harvest = Harvest(SMALL)
    killed = []

    def progress(seen):
        if len(seen) == 5:
            killed.append(kill_one(wanted))

    spread.fill(harvest, progress=progress, **where)
    assert harvest.complete() == serial
    assert len(killed) == 1
    assert not any(psutil.pid_exists(pid) for pid in killed)
    left = [child.cmdline() for child in psutil.Process().children(recursive=True)]
    assert not [line for line in left if wanted in " ".join(line)]


def test_what_stops_the_work_leaves_what_is_done_and_no_worker():
    harvest = Harvest(SMALL)

    def progress(seen):
        if len(seen) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spread.fill(harvest, 2, progress=progress)
    assert len(harvest) == 4
    assert not [child for child in psutil.Process().children() if "popen_loky" in " ".join(child.cmdline())]
    spread.fill(harvest)
    assert harvest.complete() == play_all(SMALL)


def test_a_trial_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(spread, "run", lambda trial: 1 // (trial.index - 2) and run(trial))
    harvest = Harvest(SMALL)
    with pytest.raises(spread.SpreadError, match=r"seed 7, game 2: ZeroDivisionError"):
        spread.fill(harvest)
    assert len(harvest) == 2


@pytest.mark.parametrize("cluster", ["local:0", "local:many", "here", "local"])
def test_a_cluster_that_cannot_be_is_refused_in_words(cluster):
    with pytest.raises(spread.SpreadError, match=r"local:"):
        spread.fill(Harvest(SMALL), cluster=cluster)


def test_student_is_what_tables_say():
    table = {1: 12.706, 2: 4.303, 6: 2.447, 7: 2.365, 8: 2.306, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, quantile in table.items():
        assert student(freedom) == pytest.approx(quantile, abs=6e-4)


def test_intervals_are_what_textbooks_say():
    assert mean([4, 6, 8, 10]) == Estimate(
        7, pytest.approx(7 - 3.1824 * math.sqrt(20 / 3) / 2, abs=1e-3), pytest.approx(11.108, abs=1e-3)
    )
    assert mean([3]) == Estimate(3, -math.inf, math.inf)
    low, high = wilson(0, 10).low, wilson(0, 10).high
    assert (low, high) == (0, pytest.approx(0.2775, abs=1e-4))
    assert wilson(81, 263).low == pytest.approx(0.2553, abs=1e-4)
    assert wilson(81, 263).high == pytest.approx(0.3662, abs=1e-4)


def test_an_interval_holds_the_truth_nineteen_times_in_twenty():
    rng = random.Random(1)
    held = {"share": 0, "mean": 0}
    for _sample in range(2000):
        share = wilson(sum(rng.random() < 0.3 for _game in range(40)), 40)
        middle = mean([rng.gauss(20, 6) for _game in range(12)])
        held["share"] += share.low <= 0.3 <= share.high
        held["mean"] += middle.low <= 20 <= middle.high
    for count in held.values():
        assert 0.935 <= count / 2000 <= 0.965


def test_a_summary_adds_up(serial):
    told = summary(SMALL, serial)
    assert sum(share.value for share in told.seats) + told.draws.value == pytest.approx(1)
    assert sum(share.value for share in told.policies.values()) == pytest.approx(1)
    assert sum(share.value for share in told.endings.values()) == pytest.approx(1)
    assert told.decisions.value == fmean(record.decisions for record in serial)
    assert told.first == told.seats[0]
    assert told.rules["HO5.3"].games.value == 1
    with pytest.raises(HarvestError, match="no game is in"):
        summary(SMALL, ())


def test_the_command_prints_and_writes(serial, tmp_path, capsys):
    figures, games = tmp_path / "figures.json", tmp_path / "games.csv"
    words = ["lab", "hong", "board=inner", "--games", "24", "--seed", "7", "--bots", "greedy,random"]
    assert main([*words, "--json", str(figures), "--csv", str(games)]) == 0
    printed = capsys.readouterr()
    assert "Hong: inner castle: 24 games, greedy against random, seed 7" in printed.out
    assert "24 of 24 games" in printed.err
    told = summary(SMALL, serial)
    assert json.loads(figures.read_text("utf-8"))["figures"]["first"] == [
        round(end, 4) for end in (told.first.value, told.first.low, told.first.high)
    ]
    rows = list(csv.DictReader(games.open(encoding="utf-8")))
    assert [int(row["plies"]) for row in rows] == [record.plies for record in serial]


@pytest.mark.parametrize(
    "words", [[], ["chess"], ["chess", "--all"], ["hong", "--bots", "zeb"], ["gong", "--set", "attention"]]
)
def test_the_command_refuses_what_cannot_be(words, capsys):
    assert main(["lab", *words]) == 1
    assert capsys.readouterr().err.startswith("rulebook lab: ")


def test_an_interrupt_prints_what_is_in(tmp_path):
    words = ["lab", "hong", "board=inner", "--games", "1000000", "--bots", "random"]
    # A shell that puts this test in the background has its children ignore the interrupt.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"from rulebook.cli import main; sys.exit(main({words}))"
    )
    with tmp_path.joinpath("err").open("wb") as said:
        running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=said, text=True)
    try:
        while b"games" not in tmp_path.joinpath("err").read_bytes():
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, _err = running.communicate(timeout=20)
    finally:
        running.kill()
    assert running.returncode == 1
    assert "stopped: " in tmp_path.joinpath("err").read_text("utf-8")
    assert "turns a game" in out


def test_a_store_gives_back_what_was_saved(serial, tmp_path):
    result = Result.of(summary(SMALL, serial), "2026-08-01")
    results.save("mine", [result], tmp_path)
    found = results.find("hong board=inner", ("greedy", "random"), "mine", tmp_path)
    assert found.text("turns") == result.text("turns")
    assert (found.games, found.seed, found.made) == (24, 7, "2026-08-01")
    with pytest.raises(NotationError, match="in the store already"):
        results.save("mine", [result, result], tmp_path)
    with pytest.raises(
        ResultError, match=r"no result for hong, greedy, greedy; the store 'mine' holds: hong board=inner"
    ):
        results.find("hong", ("greedy",), "mine", tmp_path)
    with pytest.raises(ResultError, match="there is no store 'yours'; there are: mine"):
        results.find("hong", store="yours", folder=tmp_path)
    with pytest.raises(ResultError, match="has no figure 'luck'; it has turns"):
        found.text("luck")


def test_the_store_of_the_book_holds_what_its_plans_say():
    stored = [(each.game, each.policies, each.rotates, each.games, each.seed) for each in results.load(results.PLAY)]
    assert stored == [(plan.game, plan.policies, plan.rotates, plan.games, plan.seed) for plan in planned()]


@pytest.mark.parametrize(
    "plan", [plan for plan in planned() if plan.policies[0] == "random"], ids=lambda plan: plan.game
)
def test_a_stored_figure_comes_out_again(plan):
    """Played anew in part: the interval of a sample of the same games holds the stored mean."""
    stored = results.find(plan.game, plan.policies)
    anew = mean([run(plan.trial(index)).decisions for index in range(0, plan.games, 8)])
    assert anew.low - 1e-9 <= stored.figures["decisions"].value <= anew.high + 1e-9
