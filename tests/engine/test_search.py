"""The search: what it finds where the answer is known, and that it looks at nothing its seat cannot see."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, fields
from fractions import Fraction
from math import comb, log, sqrt
from typing import ClassVar

import pytest

from rulebook.bots import LEVELS, POLICIES, random_policy
from rulebook.game import CHANCE, TERMINAL, Game, Remark, play
from rulebook.games.dragonheart.actions import Draw
from rulebook.games.hong import Hong
from rulebook.games.hong.solve import best_actions, forced, winner
from rulebook.games.hong.state import EMPEROR, MASTER, State
from rulebook.registry import every_variant, parse_game
from rulebook.search import UNHEARD, _descend, _Node, _play_on, consider, counted, race, search, searcher

VARIANTS = list(every_variant())
variants = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.header())


def decisions(game, seed):
    """Return the states of a random game in which there is something to decide."""
    rng = random.Random(seed)
    state, found = game.initial_state(), []
    while game.current_player(state) != TERMINAL:
        if game.current_player(state) >= 0 and len(game.legal_actions(state)) > 1:
            found.append(state)
        state = game.apply(state, random_policy(game, state, rng))
    return found


@dataclass(frozen=True)
class Coin(Game[tuple[str, ...], str]):
    """Seat 0 stops for a sure 0.4, or goes on: a coin is laid in secret, and seat 0 bets on how it lies.

    All can be worked out by hand: a bet on heads is worth 2 * `heads` - 1 if the coin is tossed.
    """

    code: ClassVar[str] = "CO"
    key: ClassVar[str] = "coin"
    name: ClassVar[str] = "Coin"
    seats: ClassVar[tuple[str, ...]] = ("better", "banker")
    hides: ClassVar[bool] = True

    laid_by: int = CHANCE
    """Who lays the coin: `CHANCE`, or the banker's seat."""
    open: bool = False
    """Whether seat 0 sees the coin after all."""
    heads: Fraction = Fraction(1, 2)

    def initial_state(self):
        return ()

    def current_player(self, state):
        if state[:1] == ("stop",) or len(state) == 3:
            return TERMINAL
        return self.laid_by if len(state) == 1 else 0

    def legal_actions(self, state):
        if self.current_player(state) == TERMINAL:
            return ()
        return ("stop", "go") if not state else ("heads", "tails")

    def chance_outcomes(self, state):
        return (("heads", self.heads), ("tails", 1 - self.heads))

    def apply(self, state, action, events=None):
        return (*state, action)

    def returns(self, state):
        if self.current_player(state) != TERMINAL:
            return (0.0, 0.0)
        won = 0.4 if state == ("stop",) else 1.0 if state[1] == state[2] else -1.0
        return (won, -won)

    def hears(self, state, action, seat):
        return self.open or seat == 1 or len(state) != 1

    def observation(self, state, seat):
        return state if self.open or seat == 1 else (*state[:1], *state[2:])

    def resample(self, state, seat, rng):
        if self.open or seat == 1 or len(state) < 2:
            return state
        coin = "heads" if rng.random() < self.heads else "tails"
        return (state[0], coin, *state[2:])

    def attempts(self, state):
        return ("stop", "go", "heads", "tails")

    def objections(self, state, action):
        raise NotImplementedError

    def parse(self, text):
        return text

    def to_text(self, state):
        return " ".join(state)

    def from_text(self, text):
        return tuple(text.split())

    def task(self, state):
        return Remark("CO1", "Stop, or bet.")

    def say(self, state, action):
        return action


# What is found


@variants
def test_the_quickest_level_does_something_legal_in_every_variant(game):
    states = decisions(game, 21)
    rng = random.Random(21)
    for state in rng.sample(states, min(2, len(states))):
        assert POLICIES["easy"](game, state, rng) in game.legal_actions(state)


@pytest.mark.parametrize(
    "header",
    [
        "hong board=inner lair=yes",
        "dictator fog=yes",
        "dragonheart",
        "gong variant=family players=3",
        "wuxia players=3",
    ],
)
def test_every_action_has_one_line_and_every_playout_is_counted(header):
    game = parse_game(header)
    for state in random.Random(2).sample(decisions(game, 22), 3):
        lines = search(game, state, 20, random.Random(1))
        assert Counter(line.action for line in lines) == Counter(game.legal_actions(state))
        assert sum(line.visits for line in lines) == 20
        assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
        assert all(-1 <= line.worth <= 1 and 0 <= line.spread <= 1 for line in lines)


WON_AT_ONCE = {
    "hong master": ("hong board=### stones=0", "|-. master", [], "c1 |"),
    "hong emperor": ("hong board=### stones=0", "|-. emperor", [], "c1 -"),
    "dragonheart": (
        "dragonheart",
        "play; turn North; North fire dragon 2 + troll 1 + dwarf 1; board treasure 3; final; won South treasure 2",
        [],
        "fire dragon 2",
    ),
    "gong of three": (
        "gong variant=family players=3",
        "turn; turn Ada; Ada Omega 1 2 3 4 5; Bo Omega 6; Cy joker; deck joker; families Zeta Ada, Proxima Ada, "
        "Nebula Ada, Andromede Bo, Serpens Bo, Sparrow Bo, Virgo Cy, Nemesis Cy; lore Bo lacks - some - open Omega 6; "
        "seen Ada Bo Omega 6; seen Cy Bo Omega 6",
        [],
        "Bo: Omega 6",
    ),
    "wuxia": (
        "wuxia scenario=open",
        "zone; turn Jade; Jade c3; Vermilion d3; lost 0 5; pool Facing Tigers / -; dice 5 6",
        ["zone 25", "card Facing Tigers"],
        "cost 5",
    ),
}


@pytest.mark.parametrize("name", WON_AT_ONCE)
def test_a_win_within_reach_is_taken(name):
    header, text, before, best = WON_AT_ONCE[name]
    game = parse_game(header)
    state = game.from_text(text)
    for notation in before:
        state = play(game, state, game.parse(notation))
    assert len(game.legal_actions(state)) > 1
    for seed in range(5):
        first, *others = search(game, state, 40, random.Random(seed))
        assert str(first.action) == best
        assert first.worth > max((line.worth for line in others if line.visits), default=-1.0)


LOST_AT_ONCE = {
    # Whatever the emperor does not spoil now, the master completes.
    "hong": ("hong board=### stones=0", "|.. emperor", {"b1 |", "c1 -"}),
    # South's last turn: a known fire dragon collects what lies in the treasure.
    "dragonheart": (
        "dragonheart",
        "play; turn North; North treasure 4 + dwarf 1; South fire dragon 3; known South fire dragon 3; "
        "won North dwarf 3; deck North dwarf 2; deck South dwarf 1",
        {"dwarf 1"},
    ),
    # Bo's only card is known to be Zeta 2, and wins on any 2.
    "gong": (
        "gong",
        "turn; turn Ada; Ada Proxima 2 3 + Omega 5; Bo Zeta 2; duty none done; row Proxima 1; seen Ada Bo Zeta 2",
        {"Proxima 3"},
    ),
}


@pytest.mark.parametrize("name", LOST_AT_ONCE)
def test_a_loss_at_the_next_ply_is_avoided(name):
    header, text, safe = LOST_AT_ONCE[name]
    game = parse_game(header)
    state = game.from_text(text)
    assert safe < {str(action) for action in game.legal_actions(state)}
    for seed in range(5):
        assert str(search(game, state, 60, random.Random(seed))[0].action) in safe


@pytest.mark.parametrize(("board", "empty"), [("###/###/###", 5), ("####/####", 5), ("##.#/####/.###", 4)])
def test_small_boards_come_to_what_the_solver_proves(board, empty):
    game = Hong(board=board, stones=0)
    rng = random.Random(board)
    won = Counter()
    while won.total() < 12:
        cells = [rng.choice((1, 2, 2, 3, 3)) for _square in game.mask.squares]
        for at in rng.sample(range(len(cells)), empty):
            cells[at] = 0
        for at, square in enumerate(game.mask.squares):
            cells[at] = cells[at] if square in game.mask.spaces else 4
        state = State(tuple(cells), rng.choice((EMPEROR, MASTER)))
        if len(best_actions(game, state)) == len(game.legal_actions(state)):
            continue  # Nothing can go wrong here.
        proved = winner(game, state)
        first = search(game, state, 1500, random.Random(1))[0]
        assert (first.worth > 0) == (proved == state.player), game.to_text(state)
        assert winner(game, game.apply(state, first.action)) == proved
        won[proved == state.player] += 1
    assert len(won) == 2, "positions won and lost for the player to move must both be met"


@pytest.mark.parametrize(("heads", "best"), [(Fraction(3, 4), "heads"), (Fraction(1, 4), "tails")])
def test_a_bet_is_worth_what_can_be_expected_of_it(heads, best):
    """Within four standard errors: a search that is right fails with one seed in ten thousand."""
    game = Coin(heads=heads)
    for seed in range(8):
        lines = search(game, ("go", "heads"), 400, random.Random(seed))
        assert lines[0].action == best, "the first world met may lie the other way"
        assert abs(lines[0].worth - 0.5) < 4 * sqrt(0.75 / lines[0].visits)
    playouts = race(game, ("go", "tails"), best, 1200, 3)
    assert abs(sum(playout.worth for playout in playouts) / 1200 - 0.5) < 4 * sqrt(0.75 / 1200)


# What the seat cannot see


@pytest.mark.parametrize(("seen", "best", "worth"), [(False, "stop", 0.4), (True, "go", 1.0)])
def test_what_is_not_heard_is_not_planned_with(seen, best, worth):
    """A bet on a coin that stays hidden is worth 0, less than the 0.4 of stopping; on an open one it is worth 1."""
    for seed in range(5):
        first = search(Coin(open=seen), (), 400, random.Random(seed))[0]
        assert first.action == best
        assert first.worth == pytest.approx(worth, abs=0.1)


@pytest.mark.parametrize("laid_by", [CHANCE, 1])
@pytest.mark.parametrize("seen", [False, True])
def test_the_tree_parts_only_where_the_seat_hears_something_else(laid_by, seen):
    game, root, rng = Coin(laid_by, seen), _Node(), random.Random(5)
    for _playout in range(200):
        _descend(game, root, (), 0, rng, game.legal_actions(()))
    node = root if laid_by == CHANCE else root.children["go",]
    coins = {key[-1] for key in node.children}
    assert coins == ({"heads", "tails"} if seen else {UNHEARD})
    assert all(set(child.edges) == {"heads", "tails"} for child in node.children.values())


def test_only_cards_that_the_seat_may_know_stand_in_the_tree():
    """In Dragonheart a seat hears its own draws and no other's; its rival does not hear them."""
    game = parse_game("dragonheart")
    state = decisions(game, 1)[6]
    seat, rng, root = game.current_player(state), random.Random(6), _Node()
    for _playout in range(300):
        _descend(game, root, game.resample(state, seat, rng), seat, rng, game.legal_actions(state))
    assert not any(isinstance(step, Draw) for key in root.children for step in key), "the rival is to decide"
    replies = [key for child in root.children.values() for key in child.children if isinstance(key[0], Draw)]
    assert len(replies) > 10, "the seat decides again, and knows what it drew"
    others = [[step for step in key if not isinstance(step, Draw)] for key in replies]
    assert sum(steps.count(UNHEARD) for steps in others) > 10
    assert all(set(steps[1:]) <= {UNHEARD} and steps[0] is not UNHEARD for steps in others), "a play, then draws"


@pytest.mark.parametrize("laid_by", [CHANCE, 1])
def test_a_rival_does_not_know_what_the_seat_does_in_secret(laid_by):
    """The banker lays the coin and the other bets: whoever searches for the banker cannot be bet against for sure."""
    game, root, rng = Coin(laid_by), _Node(), random.Random(4)
    for _playout in range(300):
        _descend(game, root, (), 1, rng, game.legal_actions(()))
    assert len(root.children if laid_by == CHANCE else root.children["go",].children) == 1
    if laid_by == 1:
        lines = search(game, ("go",), 600, rng)
        assert all(line.worth > -0.75 for line in lines), "against one who knows, it would be -1"


TWINS = {
    # North's last turn but for South's: a fire dragon collects the treasure, a troll the sorceress.
    "dragonheart": (
        "play; turn North; North treasure 3 + sorceress 2; South {}; won North troll 1; deck North dwarf 1; "
        "deck South {}",
        ("fire dragon 2", "troll 1"),
        ("troll 1", "fire dragon 2"),
    ),
    # Bo's last card wins on a card of its number.
    "gong": (
        "turn; turn Ada; Ada Proxima 2 3 + Omega 5; Bo {}; duty none done; row Proxima 1",
        ("Zeta 2",),
        ("Zeta 3",),
    ),
    # One of two cards that Ada lacks is Bo's.
    "gong variant=family": (
        "turn; turn Ada; Ada Proxima 1 2 3 4 5 + Nebula 1 2 3 4 5; Bo {}; deck {} + joker x2; families Zeta Bo, "
        "Andromede Ada, Serpens Bo, Sparrow Ada, Virgo Bo, Omega Ada, Nemesis Bo",
        ("Proxima 6", "Nebula 6"),
        ("Nebula 6", "Proxima 6"),
    ),
    # A duel: Bo answers a card that Ada has chosen in secret.
    "gong variant=fight": (
        "errand; turn Ada; player Bo; Ada Proxima 5 + Nebula 2; Bo Zeta 3 6; row Serpens 5; card Zeta 2; "
        "mission duel-left; todo duel: Ada Bo; secret {}, -",
        ("Proxima 5",),
        ("Nebula 2",),
    ),
    # Of two battalions that lie face down one is twice as strong.
    "dictator mission=chaos fog=yes": (
        "turn by=0 >0.1@E1:T7.T4.T8 1.1@E2:{} 1.2@D1:{} energy=0.0 moved=yes",
        ("C1.C5.C8", "C2.C3.C4"),
        ("C2.C3.C4", "C1.C5.C8"),
    ),
    # Which of two fighters is given up: one stands beside the enemy, one across.
    "wuxia scenario=open": (
        "lose; turn Jade; exhausted; chi 0 10; dan 0 3; lost 4 5; Jade d4 e4; Vermilion d3; hands - / {}; pool - / -",
        ("Facing Tigers",),
        ("Hidden Mantis",),
    ),
}
"""By game: a position, and two ways to fill in what its seat does not see."""
SEEDS = 40
ERROR = 1e-4
"""How likely a fair search fails `apart` at most, over all choices of seeds."""


def peeping(game):
    """Return the same game without resampling: who searches it looks at the true state."""
    kind = type("Peeping", (type(game),), {"resample": lambda self, state, seat, rng: state})
    return kind(**{field.name: getattr(game, field.name) for field in fields(game) if field.init})


def apart(game, one, other, playouts=12):
    """Tell whether choices in two states differ more than chance allows.

    By Hoeffding, the shares of an action in two samples of n differ by more than t in 2 exp(-n t²) of all cases at
    most; so t is chosen that for all actions together this is `ERROR`.
    """
    first = Counter(search(game, one, playouts, random.Random(f"one {seed}"))[0].action for seed in range(SEEDS))
    second = Counter(search(game, other, playouts, random.Random(f"other {seed}"))[0].action for seed in range(SEEDS))
    actions = game.legal_actions(one)
    bound = sqrt(log(2 * len(actions) / ERROR) / SEEDS)
    return any(abs(first[action] - second[action]) / SEEDS > bound for action in actions)


def twins(header):
    """Return a game and two states that look the same to the seat to move."""
    game = parse_game(header)
    text, one, other = TWINS[header]
    states = game.from_text(text.format(*one)), game.from_text(text.format(*other))
    seat = game.current_player(states[0])
    assert states[0] != states[1]
    assert game.observation(states[0], seat) == game.observation(states[1], seat)
    return game, *states


@pytest.mark.parametrize("header", TWINS)
def test_hidden_cards_do_not_change_the_choice(header):
    assert not apart(*twins(header))


@pytest.mark.parametrize("header", [header for header in TWINS if not header.startswith("wuxia")])
def test_a_search_that_peeps_is_caught(header):
    """In Wu-xia a hand tells too little for a few playouts to gain by peeping."""
    game, one, other = twins(header)
    assert apart(peeping(game), one, other)


def worldly(game):
    """Tell whether what is dealt anew follows from the observation: in Family a walk begins at the true hands."""
    return game.hides and getattr(game, "variant", "") != "family"


@pytest.mark.parametrize("game", [game for game in VARIANTS if worldly(game)], ids=lambda game: game.header())
def test_the_worlds_met_depend_on_what_the_seat_sees_and_the_seed_alone(game):
    rng, hidden = random.Random(3), 0
    for state in rng.sample(found := decisions(game, 31), min(20, len(found))):
        seat = game.current_player(state)
        twin = game.resample(state, seat, rng)
        hidden += twin != state
        for seed in (1, 2):
            assert game.resample(state, seat, random.Random(seed)) == game.resample(twin, seat, random.Random(seed))
    assert hidden


# What is overlooked, and where a playout ends


def test_only_those_named_are_searched():
    game = parse_game("hong board=inner")
    state = decisions(game, 5)[10]
    some = game.legal_actions(state)[3:7]
    lines = search(game, state, 30, random.Random(1), some)
    assert {line.action for line in lines} == set(some)
    assert sum(line.visits for line in lines) == 30


def test_each_action_is_overlooked_as_often_as_it_says_but_never_all():
    """Within four standard errors: a win at hand is taken by who notices it, or notices nothing and happens on it."""
    header, text, _before, best = WON_AT_ONCE["hong master"]
    game = parse_game(header)
    state = game.from_text(text)
    actions = len(game.legal_actions(state))
    many = 800
    for overlooks in (0.25, 1.0):
        lines = [consider(game, state, 1, overlooks, random.Random(seed)) for seed in range(many)]
        found = sum(str(first.action) == best for first, *_others in lines)
        chance = 1 - overlooks + overlooks**actions / actions
        assert abs(found / many - chance) < 4 * sqrt(chance * (1 - chance) / many)
        assert all(lines)
    assert {len(consider(game, state, 1, 0.0, random.Random(seed))) for seed in range(20)} == {actions}


@pytest.mark.parametrize("header", ["hong board=inner", "dictator", "dragonheart", "gong", "wuxia"])
def test_a_hasty_search_does_the_same_with_fewer_playouts(header):
    game, spared = parse_game(header), 0
    for seed, state in enumerate(random.Random(6).sample(decisions(game, 26), 8)):
        whole = search(game, state, 40, random.Random(seed))
        hasty = search(game, state, 40, random.Random(seed), hasty=True)
        assert hasty[0].action == whole[0].action
        spared += 40 - sum(line.visits for line in hasty)
    assert spared > 0


def test_in_battle_a_playout_goes_on_until_it_is_decided():
    """An attack is worth what comes of it, not what it looks like before the dice are thrown."""
    game = parse_game("dictator mission=chaos")
    state = game.from_text("turn by=0 0.1@E1:T7.T4.T8 1.1@E2:C1.C5.C8 1.2@D1:C2.C3.C4 energy=6.6")
    fought = play(game, state, game.parse("E1 x E2"))
    assert fought.battle is not None
    ends = [_play_on(game, fought, random.Random(seed)) for seed in range(20)]
    assert all(end.battle is None for end in ends)
    assert len({game.worths(end) for end in ends}) > 1, "the dice decide"
    assert _play_on(game, state, random.Random(1)) == state, "no battle is on"


# Seeds


SCRIPT = """
import random
from rulebook.registry import parse_game
from rulebook.search import race, search
for header, text in {positions!r}:
    game = parse_game(header)
    state = game.from_text(text)
    print(header, search(game, state, 30, random.Random(7)))
    print(race(game, state, game.legal_actions(state)[0], 10, 7))
"""


def test_the_same_seed_finds_the_same_in_another_process_whatever_the_hash_seed():
    games = [parse_game(header) for header in ("hong board=inner", *TWINS)]
    positions = [(game.header(), game.to_text(random.Random(8).choice(decisions(game, 8)))) for game in games]
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(positions=positions)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    }
    assert len(printed) == 1
    assert all(game.header() in next(iter(printed)) for game in games)


def test_races_over_the_same_seed_meet_the_same_worlds():
    """After either bet the coin lies as it lay: what one wins the other loses, playout by playout."""
    heads, tails = (race(Coin(), ("go", "heads"), bet, 50, 9) for bet in ("heads", "tails"))
    assert [-playout.worth for playout in tails] == [playout.worth for playout in heads]
    assert {playout.worth for playout in heads} == {1.0, -1.0}
    assert all(Coin().worths(playout.end)[0] == playout.worth for playout in heads)


# Levels and errors


def test_the_middle_level_keeps_more_won_games_than_the_easy_one():
    """Where one level keeps a game that the solver proves won and the other loses it, it is mostly the middle level.

    A sign test: levels that are equally strong come to this in fewer than one of ten thousand choices of seeds.
    """
    board, rng = "####/####/####/####", random.Random(1)
    kept = Counter()
    for seed in range(1500):
        cells = [rng.choice((1, 2, 2, 3, 3)) for _square in range(16)]
        for at in rng.sample(range(16), 7):
            cells[at] = 0
        state = State(tuple(cells), rng.choice((EMPEROR, MASTER)))
        # The target is such that the player to move wins by a single Hong.
        target = forced(Hong(board=board, stones=0), state) + (state.player == EMPEROR)
        if target:
            game = Hong(board=board, stones=0, target=target)
            for level in ("easy", "middle"):
                after = game.apply(state, POLICIES[level](game, state, random.Random(seed)))
                kept[seed, level] = winner(game, after) == state.player
    better = sum(kept[seed, "middle"] > kept[seed, "easy"] for seed in range(1500))
    differ = sum(kept[seed, "middle"] != kept[seed, "easy"] for seed in range(1500))
    assert sum(comb(differ, k) for k in range(better, differ + 1)) / 2**differ < 1e-4


def test_levels_are_named_from_few_playouts_to_many():
    assert list(LEVELS) == sorted(LEVELS, key=LEVELS.__getitem__)
    assert all(level in POLICIES for level in LEVELS)


@pytest.mark.parametrize(
    ("state", "playouts", "complaint"),
    [
        (("go",), 10, "no decision to search"),
        (("stop",), 10, "no decision to search"),
        ((), 0, "0 playouts: at least one"),
        ((), -3, "-3 playouts: at least one"),
    ],
)
def test_what_cannot_be_searched_is_said(state, playouts, complaint):
    with pytest.raises(ValueError, match=complaint):
        search(Coin(), state, playouts, random.Random(1))


def test_a_policy_draws_at_a_chance_node_and_does_what_is_left_without_a_search():
    game = Coin(heads=Fraction(1))
    assert searcher(1)(game, ("go",), random.Random(1)) == "heads"
    link = parse_game("gong")
    state = link.from_text("turn; turn Ada; Ada Proxima 2 + Zeta 5; Bo Nebula 3 4; row Proxima 1")
    assert str(searcher(1)(link, state, random.Random(1))) == "Proxima 2"


def test_a_budget_is_told_in_words():
    assert [counted(number) for number in (1, 2, 100)] == ["1 playout", "2 playouts", "100 playouts"]
