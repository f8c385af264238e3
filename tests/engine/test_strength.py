"""How strong bots are: ratings against hand-made and simulated cases, the command, and what the book's store holds."""

import json
import math
import random
from statistics import fmean

import pytest

from rulebook import results, strength_command
from rulebook.bots import LEVELS, OVERLOOKS, POLICIES
from rulebook.cli import main
from rulebook.game import NotationError
from rulebook.lab import Estimate, mean, run
from rulebook.results import Result, ResultError, budgets
from rulebook.search import counted
from rulebook.strength import PAIRS, STORE, Meeting, Strength, ends, find, known, pairing, planned, points, ratings

BOARD = "hong board=###/###/### stones=2"
NINETEEN_OF_TWENTY = 1.959964


def elo(odds):
    return 400 * math.log10(odds)


def test_a_single_pair_is_what_a_hand_works_out():
    """Three of four, and half of the drawn game: odds of 3.5 to 1.5; five games of chance 0.7 hold 5 · 0.7 · 0.3."""
    found = ratings([Meeting("hard", "easy", 2, 4, 3)])
    reach = NINETEEN_OF_TWENTY / math.sqrt(5 * 0.7 * 0.3) * 400 / math.log(10)
    assert found["easy"] == Estimate(0, -math.inf, math.inf)
    assert found["hard"].value == pytest.approx(elo(7 / 3))
    assert (found["hard"].low, found["hard"].high) == pytest.approx((elo(7 / 3) - reach, elo(7 / 3) + reach))
    assert list(found) == ["hard", "easy"]


def test_one_seat_among_four_that_wins_every_second_game_is_three_times_as_strong():
    found = ratings([Meeting("hard", "easy", 4, 7, 3.75)])
    assert found["hard"].value == pytest.approx(elo(3))
    even = ratings([Meeting("hard", "easy", 4, 80, 20)])
    assert even["hard"].value == pytest.approx(0, abs=1e-6)


def test_along_a_chain_differences_and_variances_add_up():
    """Nine of 9, and the drawn game: odds of 19. Everything hangs on middle, which stands at 0."""
    found = ratings(
        [Meeting("middle", "easy", 2, 9, 9), Meeting("hard", "middle", 2, 9, 4.5), Meeting("greedy", "easy", 2, 4, 2)]
    )
    alone = ratings([Meeting("middle", "easy", 2, 9, 9)])
    assert found["middle"].value == 0
    assert found["easy"].value == pytest.approx(-elo(19))
    assert found["greedy"].value == pytest.approx(-elo(19))
    assert found["hard"].value == pytest.approx(0, abs=1e-6)

    def variance(estimate):
        return ((estimate.high - estimate.value) / NINETEEN_OF_TWENTY * math.log(10) / 400) ** 2

    assert variance(found["easy"]) == pytest.approx(1 / (10 * 0.95 * 0.05))
    assert variance(found["greedy"]) == pytest.approx(1 / (10 * 0.95 * 0.05) + 1 / (5 * 0.25))
    assert alone["middle"].high - alone["middle"].low == pytest.approx(found["easy"].high - found["easy"].low)


def test_where_each_beats_the_next_in_a_ring_all_are_equal():
    ring = [("easy", "middle"), ("middle", "hard"), ("hard", "easy")]
    found = ratings([Meeting(challenger, base, 2, 40, 30) for challenger, base in ring])
    assert [rating.value for rating in found.values()] == pytest.approx([0, 0, 0], abs=1e-6)


def test_at_the_likeliest_ratings_each_has_won_as_much_as_was_to_be_expected():
    meetings = [
        Meeting("middle", "easy", 2, 50, 31.5),
        Meeting("hard", "middle", 3, 60, 24),
        Meeting("hard", "easy", 4, 40, 22),
        Meeting("greedy", "easy", 2, 20, 20),
    ]
    found = ratings(meetings)
    excess = dict.fromkeys(found, 0.0)
    for one in meetings:
        odds = 10 ** ((found[one.challenger].value - found[one.base].value) / 400) / (one.seats - 1)
        surplus = one.score + 1 / one.seats - (one.games + 1) * odds / (1 + odds)
        excess[one.challenger] += surplus
        excess[one.base] -= surplus
    assert list(excess.values()) == pytest.approx([0] * 4, abs=1e-6)


def tournament(truth, games, rng):
    """Return what comes of each pair of bots whose true ratings are known."""
    names = list(truth)
    pairs = [(one, other) for at, one in enumerate(names) for other in names[:at]]
    found = []
    for one, other in pairs:
        chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
        found.append(Meeting(one, other, 2, games, sum(rng.random() < chance for _game in range(games))))
    return found


def test_known_ratings_are_found_again():
    truth = {"random": -350, "greedy": -80, "easy": 0, "middle": 90, "hard": 240}
    found = ratings(tournament(truth, 4000, random.Random(1)))
    zero = next(name for name, rating in found.items() if rating.value == 0)
    assert list(found) == ["hard", "middle", "easy", "greedy", "random"]
    for name, rating in found.items():
        assert rating.value == pytest.approx(truth[name] - truth[zero], abs=15)


def test_an_interval_holds_the_true_rating_nineteen_times_in_twenty():
    truth = {"greedy": -120, "easy": 0, "middle": 200}
    rng = random.Random(2)
    held = []
    for _sample in range(700):
        found = ratings(tournament(truth, 60, rng))
        zero = next(name for name, rating in found.items() if not math.isfinite(rating.low))
        for name, rating in found.items():
            if name != zero:
                held.append(rating.low <= truth[name] - truth[zero] <= rating.high)
    assert 0.935 <= fmean(held) <= 0.965


def test_who_wins_every_game_is_not_infinitely_strong():
    found = ratings([Meeting("hard", "easy", 2, 200, 200)])
    assert found["hard"].value == pytest.approx(elo(401))
    assert found["hard"].high - found["hard"].low > 900


def test_bots_that_no_chain_joins_have_no_ratings():
    with pytest.raises(ValueError, match="no chain of pairs joins random, greedy with the others"):
        ratings([Meeting("hard", "middle", 2, 10, 5), Meeting("greedy", "random", 2, 9, 5)])


def test_the_usual_pairs_join_all_bots_from_the_first_on():
    for last in range(1, len(PAIRS) + 1):
        found = ratings([Meeting(*pair.split("-"), 2, 10, 5) for pair in PAIRS[:last]])
    assert set(found) == set(POLICIES)


def test_each_bot_of_a_pair_sits_everywhere_equally_often():
    plan = pairing("gong players=4", "easy-hard", 10, 3)
    assert (len(plan), plan.policies) == (12, ("hard", "easy", "easy", "easy"))
    seats = [trial.policies.index("hard") for trial in plan]
    assert [seats.count(seat) for seat in range(4)] == [3] * 4


@pytest.mark.parametrize("pair", ["easy", "easy-easy", "easy-zeb", "easy-middle-hard", ""])
def test_a_pair_that_is_none_is_refused_in_words(pair, capsys):
    assert main(["strength", "hong", "--pairs", pair]) == 1
    assert f"'{pair}' is no pair; write two of random, greedy" in capsys.readouterr().err


def told(game, policies, games, share, low, high):
    """Return a result with the share that the first policy has."""
    shares = {f"bot {policies[0]}": Estimate(share, low, high)}
    return Result(game, policies, (), True, games, 1, "2026-08-01", shares, budgets(policies))


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.2501, 0.4, "stronger"), (0.1, 0.2499, "weaker"), (0.24, 0.26, "undecided")]
)
def test_the_verdict_is_that_of_the_interval_and_the_even_share(low, high, verdict):
    pair = told("gong players=4", ("hard", "easy", "easy", "easy"), 40, 0.25, low, high)
    found = Strength("gong players=4", (pair,))
    assert found.verdict(pair) == verdict
    assert verdict in found.table()


def test_points_are_written_with_their_sign():
    one, zero = Estimate(12.4, -3.3, 28), Estimate(0, -math.inf, math.inf)
    assert (points(one), ends(one)) == ("+12", "(-3 to +28)")
    assert (points(zero), ends(zero)) == ("0", "")
    assert points(Estimate(-0.3, -3, 3)) == "0"


def test_the_command_prints_what_its_games_tell(capsys):
    words = ["strength", *BOARD.split(), "--games", "8", "--seed", "2", "--pairs", "random-greedy,random-easy"]
    assert main(words) == 0
    printed = capsys.readouterr()
    scores = []
    for challenger in ("greedy", "easy"):
        plan = pairing(BOARD, f"random-{challenger}", 8, 2)
        scores.append(sum(run(trial).score(challenger) for trial in plan))
        assert f"{challenger} against random" in printed.out
        assert f"{scores[-1]:g} of 8" in printed.out
    found = ratings(
        [Meeting(name, "random", 2, 8, score) for name, score in zip(("greedy", "easy"), scores, strict=True)]
    )
    for name, rating in found.items():
        assert any(
            line.startswith(name) and line.endswith(f"{points(rating)} {ends(rating)}".rstrip())
            for line in printed.out.splitlines()
        )
    assert counted(LEVELS["easy"]) in printed.out


def test_the_command_prints_pairs_that_nothing_joins_without_ratings(capsys):
    words = ["strength", *BOARD.split(), "--games", "2", "--pairs", "random-greedy,easy-middle"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "middle against easy" in printed
    assert "Elo" not in printed


@pytest.fixture
def plans(tmp_path):
    """Return a file of two pairs, with its store beside it."""
    path = tmp_path / "strength-plans.toml"
    path.write_text(
        f'[[plan]]\ngame = "{BOARD}"\nseed = 5\ngames = {{ random-greedy = 8, random-easy = 6 }}\n', encoding="utf-8"
    )
    return path


def renew(plans, *words):
    return main(["strength", "--all", "--plans", str(plans), *words])


def test_what_is_known_is_not_played_again(plans, capsys):
    store = plans.with_name("strength.json")
    assert renew(plans) == 0
    assert "2 pairs, 0 of them known" in capsys.readouterr().out
    first = store.read_text("utf-8")
    assert [row.get("budgets", {}) for row in json.loads(first)] == [{}, {"easy": [LEVELS["easy"], OVERLOOKS["easy"]]}]
    assert renew(plans) == 0
    assert "2 pairs, 2 of them known" in capsys.readouterr().out
    assert renew(plans, "--anew") == 0
    assert "2/2" in capsys.readouterr().err
    assert store.read_text("utf-8") == first
    plans.write_text(plans.read_text("utf-8").replace("greedy = 8", "greedy = 4"), "utf-8")
    assert renew(plans) == 0
    assert "2 pairs, 1 of them known" in capsys.readouterr().out
    assert [row["games"] for row in json.loads(store.read_text("utf-8"))] == [4, 6]


@pytest.mark.parametrize("budget", [(LEVELS["easy"] + 1, OVERLOOKS["easy"]), (LEVELS["easy"], 0.0)])
def test_another_seed_and_another_budget_are_not_known(plans, budget):
    assert renew(plans) == 0
    folder = plans.parent
    one, other = planned(plans)
    assert known(one, folder)
    assert known(other, folder)
    assert not known(pairing(BOARD, "random-easy", 6, 6), folder)
    store = plans.with_name("strength.json")
    rows = json.loads(store.read_text("utf-8"))
    rows[1]["budgets"] = {"easy": budget}
    store.write_text(json.dumps(rows), "utf-8")
    results.load.cache_clear()
    assert known(one, folder)
    assert not known(other, folder)


def test_a_run_that_is_cut_off_keeps_the_pairs_that_are_over(plans, monkeypatch, capsys):
    whole = strength_command.played

    def played(harvest, name, options):
        return "easy" not in name and whole(harvest, name, options)

    monkeypatch.setattr(strength_command, "played", played)
    assert renew(plans) == 1
    assert [pair.policies[0] for pair in results.load(STORE, plans.parent)] == ["greedy"]
    monkeypatch.undo()
    capsys.readouterr()
    assert renew(plans) == 0
    assert "2 pairs, 1 of them known" in capsys.readouterr().out
    assert [pair.policies[0] for pair in results.load(STORE, plans.parent)] == ["greedy", "easy"]


def test_the_store_is_read_back_as_it_was_played(plans):
    assert renew(plans) == 0
    found = find(BOARD, plans.parent)
    for pair, plan in zip(found.pairs, planned(plans), strict=True):
        share = mean([run(trial).score(plan.policies[0]) for trial in plan]).value
        assert pair.figures[f"bot {plan.policies[0]}"].value == pytest.approx(share, abs=5e-5)
    assert "seed 5" in found.table()
    with pytest.raises(ResultError, match=r"no pair of gong has been played; the store 'strength' holds: hong board="):
        find("gong", plans.parent)


@pytest.mark.parametrize("text", ["[[plan]", "[[plan]]\nseed = 1", '[[plan]]\ngame = "hong"\nseed = 1\ngames = 3'])
def test_a_damaged_file_of_plans_is_refused_in_words(text, plans, capsys):
    plans.write_text(text, "utf-8")
    assert renew(plans) == 1
    assert "write [[plan]] with game, seed and games" in capsys.readouterr().err


def test_plans_can_only_be_narrowed_to_games(capsys):
    assert main(["strength", "chess", "--all"]) == 1
    assert "--all chess: name games alone" in capsys.readouterr().err
    with pytest.raises(NotationError, match="'chess' is no game"):
        pairing("chess", "easy-hard", 2, 0)


def test_the_store_of_the_book_holds_what_its_plans_say():
    stored = [(each.game, each.policies, each.rotates, each.games, each.seed) for each in results.load(STORE)]
    assert stored == [(plan.game, plan.policies, plan.rotates, plan.games, plan.seed) for plan in planned()]


def test_the_store_of_the_book_is_of_the_budgets_that_the_levels_have():
    assert [pair.budgets for pair in results.load(STORE)] == [budgets(plan.policies) for plan in planned()]


@pytest.mark.parametrize("game", dict.fromkeys(plan.game for plan in planned()))
def test_every_game_of_the_book_rates_every_bot(game):
    assert set(find(game).ratings) == set(POLICIES)


@pytest.mark.parametrize("game", ["hong board=inner", "gong players=4", "dragonheart"])
def test_a_stored_length_comes_out_again(game):
    """Played anew in part: the interval of a sample of the same games holds the stored mean."""
    plan = next(plan for plan in planned() if plan.game == game and plan.policies[0] == "easy")
    anew = mean([run(plan.trial(index)).turns for index in range(0, plan.games, 6)])
    stored = next(pair for pair in find(game).pairs if pair.policies == plan.policies)
    assert anew.low - 1e-9 <= stored.figures["turns"].value <= anew.high + 1e-9
