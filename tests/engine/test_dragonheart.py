"""Dragonheart: scenarios of every rule, the worked facts, both ends, and what is hidden."""

import itertools
import random
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook.bots import greedy_policy, random_policy
from rulebook.coverage import rules_of
from rulebook.game import CHANCE, TERMINAL, NotationError, draw, play, playout
from rulebook.games.dragonheart import Dragonheart
from rulebook.games.dragonheart.actions import SEATS, Collect, Play, Rob
from rulebook.games.dragonheart.cards import CARDS, DECK, FRAMES, KIND, NAMES, Kind, worth
from rulebook.games.dragonheart.engine import plays
from rulebook.games.dragonheart.state import NOBODY, Stage
from rulebook.registry import parse_game

GAME = Dragonheart()
SCENARIOS = tomllib.loads((Path(__file__).parents[1] / "scenarios/dragonheart.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(name):
    entry = SCENARIOS[name]
    game = parse_game(entry.get("game", "dragonheart"))
    state = game.from_text(entry["position"])
    told = []
    for notation in entry["actions"]:
        state = play(game, state, game.parse(notation), told)
    figures = game.figures(state)
    assert {key: figures[key] for key in entry["figures"]} == entry["figures"]
    if "winner" in entry:
        assert state.stage is Stage.OVER
        won = game.winner(state)
        assert (SEATS[won] if won != NOBODY else "nobody") == entry["winner"]
    if "next" in entry:
        assert state.stage is Stage.PLAY
        assert SEATS[state.turn] == entry["next"]


def test_every_rule_that_happens_in_a_turn_has_a_scenario():
    named = {name.split()[0] for name in SCENARIOS}
    assert {rule for rule in rules_of("dragonheart").happens if rule.startswith(("DH5", "DH6", "DH7"))} - named <= set()


def games(count, policy=random_policy, option="no"):
    """Yield (states, actions) of whole games."""
    game = parse_game(f"dragonheart ships_turn={option}")
    for seed in range(count):
        rng = random.Random(seed)
        states, actions = [game.initial_state()], []
        while game.current_player(states[-1]) != TERMINAL:
            actions.append(policy(game, states[-1], rng))
            states.append(game.apply(states[-1], actions[-1]))
        yield states, actions


def test_the_deck_is_that_of_the_rules():
    assert len(DECK) == 50
    assert worth(DECK) == 81
    assert len(CARDS) == 21
    counts = Counter(NAMES[KIND[card]] for card in DECK)
    assert counts == {
        "dwarf": 11, "treasure": 7, "ship": 6, "huntress": 5, "knight": 5, "petrified dragon": 5, "fire dragon": 4,
        "sorceress": 4, "troll": 3,
    }  # fmt: skip
    assert {NAMES[kind]: FRAMES[kind] for kind in Kind if FRAMES[kind]} == {
        "dwarf": 4, "ship": 3, "huntress": 3, "knight": 2,
    }  # fmt: skip


def whole(state):
    """Return every card with where it is; ships that have left are counted by their sets."""
    cards = [card for pile in state.board for card in pile] + [*state.hold, *state.won[0], *state.won[1]]
    return cards + [card for part in (*state.hands, *state.decks) for card in part]


@pytest.mark.parametrize("option", ["no", "yes"])
def test_a_hundred_cards_are_kept_and_hands_are_full_at_every_turn(option):
    for states, _actions in games(15, option=option):
        for before, state in zip([None, *states], states, strict=False):
            cards = Counter(whole(state))
            cards[GAME.parse("ship").cards[0]] += 3 * state.sailed
            assert cards == Counter(DECK) + Counter(DECK)
            fresh = state.stage is Stage.PLAY and before is not None and before.turn != state.turn
            if fresh and not state.final:
                assert len(state.hands[state.turn]) == GAME.limit(state, state.turn)
            if state.stage is Stage.PLAY:
                assert GAME.legal_actions(state)


def test_first_plays_on_the_empty_board():
    bare = ((),) * len(Kind)
    assert len(plays(GAME.parse("treasure 1 1 2 2 3 4").cards, bare)) == 35
    assert len(plays(GAME.parse("treasure 1 1 2 3 4").cards, bare)) == 23
    rng = random.Random(1)
    sizes = {len(plays(tuple(sorted(rng.sample(DECK, 5))), bare)) for _ in range(4000)}
    assert min(sizes) >= 3
    assert max(sizes) <= 23


def test_equal_values_are_one_choice():
    state = GAME.from_text("play; turn North; North dwarf 1 1 2; South dwarf 1")
    assert [str(action) for action in GAME.legal_actions(state)] == [
        "dwarf 1", "dwarf 2", "dwarf 1 1", "dwarf 1 2", "dwarf 1 1 2",
    ]  # fmt: skip


def test_collections_stay_within_the_numbers_of_the_rules():
    for states, actions in games(40):
        turns = sum(isinstance(action, Play) for action in actions)
        assert turns <= 90
        assert states[-1].sailed <= 3
        dwarves = sum(
            len(before.board[Kind.DWARF]) > len(after.board[Kind.DWARF]) for before, after in itertools.pairwise(states)
        )
        assert dwarves <= 5


def test_both_ends_occur_and_the_last_turn_has_no_refill():
    ends = Counter()
    for states, _actions in games(60):
        ends["ships" if states[-1].sailed == 3 else "deck"] += 1
        for before, after in itertools.pairwise(states):
            if before.final:
                assert after.stage is not Stage.DRAW
    assert set(ends) == {"ships", "deck"}


def test_thoughtful_players_end_nearly_always_by_the_ships():
    ended = sum(states[-1].sailed == 3 for states, _actions in games(12, greedy_policy))
    assert ended >= 10


def test_a_robbed_card_is_any_of_the_hand_by_its_number():
    state = GAME.from_text(
        "choose; turn South; laid sorceress; North dwarf 1 1 1 + troll 3; South dwarf 1 1 1 1; "
        "board petrified dragon 2 + sorceress 1; Great Dragon North"
    )
    state = GAME.apply(state, Collect((Kind.PETRIFIED,)))
    assert GAME.current_player(state) == CHANCE
    shares = {str(action): share for action, share in GAME.chance_outcomes(state)}
    assert shares == {"rob dwarf 1": Fraction(3, 4), "rob troll 3": Fraction(1, 4)}
    after = GAME.apply(state, Rob(GAME.parse("rob troll 3").card))
    assert GAME.parse("troll 3").cards[0] in after.hands[1]
    assert after.known[1] == GAME.parse("troll 3").cards


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_seen_can_be_permuted(seed):
    """The other hand and both decks: another deal of them is no other observation, and no other choice."""
    rng = random.Random(seed)
    varied = 0
    state = GAME.initial_state()
    while GAME.current_player(state) != TERMINAL:
        for seat in (0, 1):
            other = GAME.resample(state, seat, rng)
            assert GAME.observation(other, seat) == GAME.observation(state, seat)
            assert other.hands[seat] == state.hands[seat]
            assert Counter(whole(other)) == Counter(whole(state))
            assert not Counter(state.known[1 - seat]) - Counter(other.hands[1 - seat])
            varied += other.hands != state.hands
            if GAME.current_player(state) == seat:
                assert GAME.legal_actions(other) == GAME.legal_actions(state)
        state = GAME.apply(state, draw(GAME, state, rng) if state.player == CHANCE else random_policy(GAME, state, rng))
    assert varied > 20


def test_robbed_cards_are_known_until_they_are_played():
    seen = 0
    for states, actions in games(60):
        for before, action, after in zip(states, actions, states[1:], strict=False):
            for seat in (0, 1):
                assert not Counter(after.known[seat]) - Counter(after.hands[seat])
            if isinstance(action, Rob):
                assert action.card in after.known[before.turn]
                seen += 1
    assert seen > 5


def test_greedy_beats_random_clearly():
    wins = 0
    for seed in range(30):
        seat = seed % 2
        policies = [random_policy, random_policy]
        policies[seat] = greedy_policy
        _actions, state = playout(GAME, GAME.initial_state(), random.Random(seed), policies)
        wins += GAME.returns(state)[seat] > 0
    assert wins >= 24


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ("sleep; turn North", "no stage"),
        ("play; turn West", "players are North and South"),
        ("play; North dwarf 9", "value 1, 2, 3"),
        ("play; North dwarf 1; board dwarf 1 1 1 1", "empties itself"),
        ("play; North dwarf 1; board knight 1 1 1", "2 frames"),
        ("play; North dwarf 1; hold troll 1", "only knights and huntresses"),
        ("play; North dwarf 1; moon full", "no part of a position"),
        ("choose; North dwarf 1", "laid"),
        ("play; South dwarf 1", "holds cards"),
        ("play; North troll 1 1 1", "two decks"),
    ],
)
def test_damaged_positions_are_refused_in_words(position, complaint):
    with pytest.raises(NotationError, match=complaint):
        GAME.from_text(position)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Troll", "'Troll': write the values too, such as troll 1; to choose the pile, write collect troll."),
        ("knight", "'knight': write the values too, such as knight 1."),
        ("fire dragon", "'fire dragon': write the values too, such as fire dragon 2."),
        ("ships", "'ships': write how many ships, such as ship x2."),
        ("collect", "'collect': write the pile too, such as collect treasure."),
        (
            "draw",
            "'draw': cards come by themselves, at the end of a turn; to choose what is drawn, write draw dwarf 1.",
        ),
        ("lot West", "'lot West': the players are North and South."),
        ("Dwarf 9", "'Dwarf 9': a dwarf has the value 1, 2, 3."),
    ],
)
def test_what_cannot_be_read_is_answered_for_its_kind(text, complaint):
    with pytest.raises(NotationError) as failure:
        GAME.parse(text)
    assert str(failure.value) == complaint


def test_kinds_are_read_in_the_plural_too():
    assert str(GAME.parse("collect treasures")) == "collect treasure"
    assert str(GAME.parse("knights 1 1")) == "knight 1 1"
    assert str(GAME.parse("ships x2")) == "ship x2"


def test_the_hold_is_collected_by_ships_alone():
    state = GAME.from_text("play; turn North; North knight 1 1; South troll 2")
    collect = GAME.parse("Collect hold")
    assert GAME.parse(str(collect)) == collect
    objection = GAME.objection(state, collect)
    assert (objection.rule, objection.places) == ("DH5.9", ("hold", "ship"))
    assert objection.words == "The hold is collected by whoever lays the third ship, and by nothing else."
    assert GAME.say(state, collect) == "collect the hold"
    choosing = GAME.from_text("choose; turn North; North dwarf 1; board troll 1 + knight 1 1; laid knight")
    assert GAME.objection(choosing, collect).rule == "DH5.6"


@pytest.mark.parametrize(
    ("lying", "cards", "words"),
    [
        ("knight 1", "knight 1 1 1", "Frames free for knights: 1 of 2; 3 cards do not fit."),
        ("dwarf 1 1 2", "dwarf 1 1", "Frames free for dwarves: 1 of 4; 2 cards do not fit."),
        ("ship x2", "ship x2", "Frames free for ships: 1 of 3; 2 cards do not fit."),
    ],
)
def test_cards_too_many_do_not_fit(lying, cards, words):
    state = GAME.from_text(f"play; turn North; North {cards}; South troll 2; board {lying}")
    assert GAME.objection(state, GAME.parse(cards)).words == words


def test_knights_go_to_the_hold_in_words():
    state = GAME.from_text("play; turn North; North knight 2; South dwarf 1; board knight 1")
    events = []
    GAME.apply(state, GAME.parse("knight 2"), events)
    assert "Knights 1 and 2 go to the hold." in [event.words for event in events]


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ("won North treasure 3; won South treasure 2", "North 3, South 2: North wins."),
        ("won South treasure 3; Great Dragon North", "North 3, South 3: North holds the Great Dragon and wins."),
        ("won North treasure 3; won South treasure 3",
         "North 3, South 3, and nobody holds the Great Dragon: a draw."),
    ],
)  # fmt: skip
def test_the_end_says_whose_points_are_whose(won, words):
    assert GAME.verdict(GAME.from_text(f"over; turn North; {won}")).words == words
