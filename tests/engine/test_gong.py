"""Gong: scenarios of every rule, the worked facts, and what is hidden."""

import itertools
import random
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook.bots import greedy_policy, random_policy
from rulebook.coverage import rules_of
from rulebook.game import CHANCE, TERMINAL, NotationError, draw, perft, play
from rulebook.games.gong.actions import SEATS, Ask, Catch, Draw, Take, TurnUp, Word
from rulebook.games.gong.cards import GALAXIES, GALAXY, JOKER, NAMES, NO_CARD, card_noted, cards_noted, pack
from rulebook.games.gong.link import fitting
from rulebook.games.gong.missions import missions
from rulebook.games.gong.state import Stage
from rulebook.registry import parse_game

SCENARIOS = tomllib.loads((Path(__file__).parents[1] / "scenarios/gong.toml").read_text("utf-8"))


def played(header, position, *actions):
    """Return a game, and the state after a line of play from a position."""
    game = parse_game(header)
    state = game.from_text(position)
    for notation in actions:
        state = play(game, state, game.parse(notation))
    return game, state


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(name):
    entry = SCENARIOS[name]
    game, state = played(entry.get("game", "gong"), entry["position"], *entry["actions"])
    figures = game.figures(state)
    assert {key: figures[key] for key in entry["figures"]} == entry["figures"]
    for player, hand in entry.get("hands", {}).items():
        assert state.hands[SEATS.index(player)] == cards_noted(hand)
    if "families" in entry:
        assert [f"{GALAXIES[galaxy]} {SEATS[seat]}" for galaxy, seat in state.families] == entry["families"]
    if "may" in entry:
        assert sorted(map(str, game.legal_actions(state))) == sorted(entry["may"])
    for notation, rule in entry.get("refused", {}).items():
        objection = game.objection(state, game.parse(notation))
        assert objection is not None
        assert objection.rule == rule
    assert {"winner", "next", "may", "refused"} & set(entry)
    if "winner" in entry:
        assert state.stage is Stage.OVER
        assert SEATS[state.winner] == entry["winner"]
        assert game.returns(state)[state.winner] == 1
    else:
        assert game.current_player(state) != TERMINAL
    if "next" in entry:
        assert game.current_player(state) >= 0
        assert SEATS[game.current_player(state)] == entry["next"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_states_of_a_scenario_are_read_back_and_judged_alike(name):
    entry = SCENARIOS[name]
    game, state = played(entry.get("game", "gong"), entry["position"])
    for notation in [*entry["actions"], None]:
        assert game.from_text(game.to_text(state)) == state
        legal = {*game.legal_actions(state)}
        assert legal == {action for action in game.attempts(state) if game.objection(state, action) is None}
        state = game.apply(state, game.parse(notation)) if notation else state


def test_every_rule_of_the_three_games_has_a_scenario():
    named = {name.split()[0] for name in SCENARIOS}
    rules = {rule for rule in rules_of("gong").marks if rule.startswith(("GO3", "GO4", "GO5", "GO6"))}
    assert rules - named == set()
    assert named <= set(rules_of("gong").marks)


def test_every_mission_has_a_scenario():
    carried_out = {action.removeprefix("mission ") for entry in SCENARIOS.values() for action in entry["actions"]}
    keys = {mission.key for group in missions("book").values() for mission in group}
    assert len(keys) == 18
    assert keys <= carried_out


def walk(header, seed, policy=random_policy, most=20_000):
    """Yield (state, action) of one whole game, the last with `None`."""
    game, rng = parse_game(header), random.Random(seed)
    state = game.initial_state()
    for _ply in range(most):
        if game.current_player(state) == TERMINAL:
            yield state, None
            return
        action = policy(game, state, rng)
        yield state, action
        state = game.apply(state, action)
    raise AssertionError(f"{header}: no end")


def tables(variants=("link", "family", "fight"), jokers=("yes", "no")):
    """Yield the headers of all tables."""
    for variant, players, joker in itertools.product(variants, range(2, 7), jokers):
        yield f"gong variant={variant} players={players} jokers={joker}"


# The pack and the deal


def test_the_pack_is_that_of_the_rules():
    assert GALAXIES == ("Proxima", "Nebula", "Zeta", "Andromede", "Serpens", "Sparrow", "Virgo", "Omega", "Nemesis")
    assert len(pack(True)) == 56
    assert len(pack(False)) == 54
    xpheres = ["Gold", "Obsidian", "Silver", "Ruby", "Ice", "Amethyst"]
    for number, xphere in enumerate(xpheres, 1):
        assert card_noted(f"Zeta {xphere}") == card_noted(f"Zeta {number}")
    colours = {}
    for number in range(1, 7):
        game, state = played("gong variant=fight", "reveal; Ada Proxima 1; Bo Proxima 2", f"turn up Zeta {number}")
        outcomes = {action.mission for action in game.legal_actions(state)}
        colours[number] = next(
            colour for colour, group in missions("book").items() if {mission.key for mission in group} == outcomes
        )
    assert colours == {1: "yellow", 2: "yellow", 3: "red", 4: "red", 5: "blue", 6: "blue"}


def test_every_card_fits_thirteen_others():
    for card in range(JOKER):
        found = fitting((card,), tuple(other for other in pack(True) if other != card))
        assert len(found) == 13
        assert sum(GALAXY[other] == GALAXY[card] for other in found) == 5
        assert JOKER not in found


@pytest.mark.parametrize(("jokers", "sizes"), [("yes", [38, 29, 20, 11, 2]), ("no", [36, 27, 18, 9, 0])])
def test_the_deck_after_the_deal(jokers, sizes):
    found = []
    for players in range(2, 7):
        header = f"gong players={players} jokers={jokers}"
        state = next(state for state, _action in walk(header, 1) if state.stage is not Stage.DEAL)
        assert [len(hand) for hand in state.hands] == [9] * players
        found.append(len(state.deck))
    assert found == sizes


@pytest.mark.parametrize("variant", ["link", "family", "fight"])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_later_round_is_begun_by_the_next_player(variant, players):
    for number in range(1, 7):
        header = f"gong variant={variant} players={players} round={number}"
        state = next(state for state, _action in walk(header, number) if state.stage is Stage.TURN)
        assert state.turn == (number - 1) % players


def test_round_three_begins_with_cy():
    for jokers in ("yes", "no"):
        header = f"gong players=6 jokers={jokers} round=3"
        assert SEATS[next(state for state, _action in walk(header, 5) if state.stage is Stage.TURN).turn] == "Cy"


def test_every_option_value_makes_a_game():
    for option in parse_game("gong").options:
        for value, label in option.choices:
            game = parse_game(f"gong {option.name}={value}")
            assert label
            assert parse_game(game.header()) == game
    game = parse_game("gong variant=fight players=6 jokers=no round=4")
    assert (game.variant, game.players, game.jokers, game.round) == ("fight", 6, False, 4)
    assert game.seats == ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ("gong players=7", r"players=7: two to six .*\(GO2\.1\)"),
        ("gong players=1", r"players=1: two to six .*\(GO2\.1\)"),
        ("gong players=two", "players=two: write a whole number"),
        ("gong variant=chess", "variant=chess: the games are link, family, fight"),
        ("gong jokers=maybe", "jokers=maybe: write yes or no"),
        ("gong round=0", "round=0: write 1 to 6"),
        ("gong round=7", "round=7: write 1 to 6"),
        ("gong colour=red", "'colour' is no option of Gong; its options are variant, players, jokers, round"),
        ("gong variant=fight missions=none", "'none': missions are 'book', or a file"),
    ],
)
def test_tables_that_the_rules_do_not_know_are_refused(header, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game(header)


# Whole games


def lying(state, fight):
    """Return every card, wherever it lies; cards chosen in secret are still in the hands."""
    cards = Counter(itertools.chain(state.deck, state.row, *state.hands)) + Counter({JOKER: state.spent})
    for galaxy, _seat in state.families:
        cards += Counter(card for card in range(JOKER) if GALAXY[card] == galaxy)
    if fight and state.card != NO_CARD:
        cards[state.card] += 1
    return cards + Counter(state.errand.faced if state.errand else ())


@pytest.mark.parametrize("header", [*tables()])
def test_no_card_is_lost_or_made(header):
    game = parse_game(header)
    whole = Counter(pack(game.jokers))
    assert whole.total() == (56 if game.jokers else 54)
    jokers = 2 * game.jokers
    for state, _action in walk(header, 3):
        cards = lying(state, game.variant == "fight")
        if game.variant == "family":
            assert cards[JOKER] <= jokers, "a joker that has left the game stays away"
            jokers = cards[JOKER]
            cards[JOKER] = whole[JOKER]
        assert +cards == +whole


@pytest.mark.parametrize("header", [*tables(["family"])])
def test_in_family_nine_galaxies_are_laid_down_at_the_end(header):
    game = parse_game(header)
    for seed in (1, 2):
        *_before, (state, _none) = walk(header, seed)
        counts = Counter(seat for _galaxy, seat in state.families)
        assert sorted(galaxy for galaxy, _seat in state.families) == list(range(9))
        assert counts[state.winner] == max(counts.values())
        assert sum(addend.value for addend in game.tally(state)) == 9
        if game.players == 2:
            assert counts[0] != counts[1]


@pytest.mark.parametrize("header", [*tables(["family"])])
def test_the_asks_open_to_a_player_follow_the_formula(header):
    game = parse_game(header)
    seen = 0
    for state, _action in walk(header, 4):
        if state.stage is not Stage.TURN:
            continue
        hand = [card for card in state.hands[state.turn] if card != JOKER]
        asks = [action for action in game.legal_actions(state) if isinstance(action, Ask)]
        galaxies = {GALAXY[card] for card in hand}
        assert len(asks) == (game.players - 1) * (6 * len(galaxies) - len(hand))
        assert len(asks) <= 45 * (game.players - 1)
        assert (Word.PASS in game.legal_actions(state)) == (not hand)
        seen += 1
    assert seen > 20


def test_sixteen_asks_of_the_worked_example():
    game, state = played(
        "gong variant=family players=3", "turn; turn Ada; Ada Proxima 1 2 3 + Nebula 1; Bo Zeta 1; Cy Zeta 2"
    )
    assert len(game.legal_actions(state)) == 16


def test_forty_five_asks_of_each_other_player_are_the_most():
    hand = " + ".join(f"{galaxy} 1" for galaxy in GALAXIES)
    game, state = played("gong variant=family players=4", f"turn; turn Ada; Ada {hand}; Bo Zeta 2; Cy -; Dee -")
    assert len(game.legal_actions(state)) == 45 * 3


def test_lines_of_play_are_counted_as_by_hand():
    game = parse_game("gong jokers=no")
    state = game.from_text(
        "turn; turn Ada; Ada Proxima 2 + Nebula 1 + Zeta 3; Bo Proxima 3 + Nebula 2 + Zeta 1; row Proxima 1"
    )._replace(deck=())
    assert [perft(game, state, depth) for depth in range(1, 6)] == [2, 4, 4, 8, 8]


def test_a_winner_has_no_cards_and_nobody_else_had_none_before():
    for header in tables(["link", "fight"], ["yes"]):
        for state, action in walk(header, 6):
            if action is None:
                assert not state.hands[state.winner]
            elif state.stage is Stage.TURN:
                assert all(state.hands)


@pytest.mark.parametrize(
    ("variant", "games", "about"),
    [("link", 30, 50), ("family", 3, 36), ("fight", 12, 29)],
)
def test_thoughtful_players_take_about_as_many_turns_as_the_rules_say(variant, games, about):
    turns = 0
    for seed in range(games):
        states = [
            state
            for state, _action in walk(f"gong variant={variant}", seed, greedy_policy)
            if state.stage > Stage.START
        ]
        turns += 1 + sum(before.turn != after.turn for before, after in itertools.pairwise(states))
    assert about / 3 < turns / games < 3 * about, "of this order; single games differ widely"


# Chance


def shares(game, state):
    """Return the outcomes of a chance node with their probabilities."""
    assert game.current_player(state) == CHANCE
    return {str(action): share for action, share in game.chance_outcomes(state)}


def test_a_card_turned_up_is_any_of_the_deck():
    game, state = played("gong variant=fight", "turn; turn Ada; Ada Proxima 1 2; Bo Nebula 1 2", "turn up")
    found = shares(game, state)
    assert found["turn up Zeta 4"] == Fraction(1, 52)
    assert found["turn up joker"] == Fraction(2, 52)
    assert len(found) == 51
    assert "turn up Proxima 1" not in found


def test_a_card_turned_up_of_the_own_row_is_any_of_the_hand():
    game, state = played(
        "gong variant=fight players=6 jokers=no",
        "turn; turn Bo; Ada Zeta 1; Bo Proxima 1 2 4; Cy Zeta 2; Dee Zeta 3; Eli Zeta 4; Fay Zeta 5",
        "turn up",
    )
    third = Fraction(1, 3)
    assert shares(game, state) == {f"turn up Proxima {number}": third for number in (1, 2, 4)}


def test_a_card_taken_unseen_is_any_of_that_hand():
    game, state = played(
        "gong variant=fight players=3",
        "turn; turn Ada; Ada Proxima 1; Bo Nebula 1 2 + joker x2; Cy Zeta 1",
        "turn up",
        "turn up Zeta 3",
        "mission thief",
        "choose Bo",
    )
    quarter = Fraction(1, 4)
    assert shares(game, state) == {"take Nebula 1": quarter, "take Nebula 2": quarter, "take joker": Fraction(1, 2)}


@pytest.mark.parametrize("number", range(1, 7))
def test_each_mission_of_a_colour_is_as_likely(number):
    game, state = played("gong variant=fight", "reveal; Ada Proxima 1; Bo Proxima 2", f"turn up Zeta {number}")
    assert set(shares(game, state).values()) == {Fraction(1, 6)}


@pytest.mark.parametrize(
    ("header", "position", "kind"),
    [
        ("gong", "draw; turn Ada; Ada Nebula 2 3; Bo Zeta 2 3; row Proxima 1; deck Omega 1 2 + joker x2", Draw),
        ("gong variant=fight", "reveal; turn Ada; Ada Nebula 2 3; Bo Zeta 2 3; deck Omega 1 2 3 + joker x2", TurnUp),
        (
            "gong variant=fight",
            "take; turn Ada; Ada Nebula 2; Bo Zeta 2 3 4 + joker x2; card Omega 3; mission thief; todo take: Ada Bo",
            Take,
        ),
        ("gong variant=fight", "mission; turn Ada; Ada Nebula 2 3; Bo Zeta 2 3; card Omega 3", None),
    ],
)
def test_a_quick_draw_is_as_likely_as_its_outcome(header, position, kind):
    game = parse_game(header)
    if "deck" in position:  # All the other cards lie in the row.
        named = position.partition("deck ")[2]
        rest = Counter(pack(True)) - Counter(cards_noted(named)) - Counter(cards_noted("Nebula 2 3 + Zeta 2 3"))
        top = [card_noted("Proxima 1")] if header == "gong" else []
        row = [*(rest - Counter(top)).elements(), *top]
        position = position.replace("row Proxima 1; ", "") + "; row " + ", ".join(NAMES[card] for card in row)
    state = game.from_text(position)
    rng = random.Random(1)
    drawn = Counter(game.draw(state, rng) for _draw in range(4000))
    outcomes = game.chance_outcomes(state)
    assert set(drawn) <= {action for action, _share in outcomes}
    for action, share in outcomes:
        assert kind is None or isinstance(action, kind)
        assert abs(drawn[action] / 4000 - share) < 0.03


# What is hidden, and what is remembered

THREE = "turn; turn Ada; Ada Proxima 1 2 3; Bo Nebula 1 2 3; Cy Omega 1 2 3"
FIGHT = "gong variant=fight players=3"


def deals(game, state, seat, count=30):
    """Yield states that a seat cannot tell from the true one."""
    rng = random.Random(9)
    for _deal in range(count):
        other = game.resample(state, seat, rng)
        assert game.observation(other, seat) == game.observation(state, seat)
        assert other.hands[seat] == state.hands[seat]
        assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
        assert lying(other, game.variant == "fight") == lying(state, game.variant == "fight")
        yield other


def always(game, state, seat, holder, cards):
    """Tell whether a hand holds some cards in every state that a seat thinks possible."""
    wanted = Counter(cards_noted(cards))
    return all(not wanted - Counter(other.hands[SEATS.index(holder)]) for other in deals(game, state, seat))


def test_a_card_given_is_remembered_by_the_two_only():
    game, state = played(
        FIGHT, THREE, "turn up", "turn up Zeta 5", "mission gift", "choose Bo", "give Proxima 1", "turn up"
    )
    assert always(game, state, 0, "Bo", "Proxima 1")
    assert not always(game, state, 0, "Bo", "Nebula 1")
    assert not always(game, state, 2, "Bo", "Proxima 1")
    assert len({other.hands[1] for other in deals(game, state, 0)}) > 10


def test_a_card_taken_is_remembered_by_the_two_only():
    game, state = played(
        FIGHT, THREE, "turn up", "turn up Zeta 3", "mission thief", "choose Cy", "take Omega 2", "turn up"
    )
    assert always(game, state, 2, "Ada", "Omega 2")
    assert not always(game, state, 1, "Ada", "Omega 2")


@pytest.mark.parametrize(
    ("actions", "holder", "card"),
    [
        (("turn up Zeta 3", "mission salvage"), "Ada", "Virgo 6"),
        (("turn up joker",), "Ada", "joker"),
        (("turn up Zeta 1", "mission duel-left", "show Proxima 1", "show Nebula 2", "draw Zeta 6"), "Ada", "Proxima 1"),
        (("turn up Zeta 1", "mission melee", "show Proxima 1", "show Nebula 2", "show Omega 3"), "Ada", "Proxima 1"),
        (("turn up Zeta 1", "mission melee", "show Proxima 1", "show Nebula 2", "show Omega 3"), "Bo", "Nebula 2"),
        (
            ("turn up Zeta 1", "mission riddle", "choose Cy", "hide Proxima 2", "name Proxima", "draw Zeta 2",
             "draw Zeta 3"),
            "Ada",
            "Proxima 2",
        ),
    ],
)  # fmt: skip
def test_a_card_shown_is_remembered_by_all(actions, holder, card):
    game, state = played(FIGHT, f"{THREE}; row Virgo 6", "turn up", *actions, "turn up")
    for seat in range(3):
        if SEATS[seat] != holder:
            assert always(game, state, seat, holder, card)


def test_a_card_shown_and_laid_down_is_forgotten():
    game, state = played(
        FIGHT, THREE, "turn up", "turn up joker", "turn up", "turn up Zeta 3", "mission tax", "lay Omega 1", "lay joker"
    )
    assert not any(state.seen)
    assert not always(game, state, 1, "Ada", "joker")


def test_a_card_asked_for_and_given_is_remembered_by_all():
    game, state = played(
        "gong variant=family players=4",
        "turn; turn Ada; Ada Proxima 1 2; Bo Proxima 3 4 + Zeta 1; Cy Omega 1 2 3; Dee Virgo 1 2 3",
        "Bo: Proxima 3",
    )
    for seat in (1, 2, 3):
        assert always(game, state, seat, "Ada", "Proxima 3")
    for other in deals(game, state, 2):
        assert card_noted("Proxima 3") not in other.hands[1]
    assert not always(game, state, 2, "Ada", "Proxima 1")


def test_what_the_asking_tells_is_remembered_by_all():
    """The asker holds another card of the galaxy, and neither of the two holds the card that was asked for."""
    game, state = played(
        "gong variant=family players=4",
        "turn; turn Ada; Ada Proxima 1 2 + Zeta 4; Bo Proxima 3 4 + Zeta 1; Cy Omega 1 2 3; Dee Virgo 1 2 3",
        "Cy: Proxima 5",
        "draw Nemesis 4",
    )
    wanted = card_noted("Proxima 5")
    for seat in (1, 3):
        for other in deals(game, state, seat):
            assert wanted not in other.hands[0]
            assert wanted not in other.hands[2]
            assert any(GALAXY[card] == GALAXY[wanted] for card in other.hands[0])
            assert not any(
                Counter(GALAXY[card] for card in hand)[galaxy] == 6 for hand in other.hands for galaxy in range(9)
            )


def test_hands_swapped_are_remembered_by_the_two_only():
    game, state = played(
        "gong players=3",
        "turn; turn Ada; Ada Proxima 4 5 6 + Nebula 6 + joker; Bo Zeta 2 3 5; Cy Omega 2 3 4; row Sparrow 1",
        "joker Bo",
        "draw",
        "draw Virgo 6",
    )
    assert always(game, state, 0, "Bo", "Proxima 4 5 6 + Nebula 6")
    assert always(game, state, 1, "Ada", "Zeta 2 3 5")
    assert not always(game, state, 1, "Ada", "Virgo 6")
    assert not always(game, state, 2, "Bo", "Proxima 4")
    assert not always(game, state, 2, "Ada", "Zeta 2")
    drawn = {*itertools.chain(*(other.hands[0] for other in deals(game, state, 1)))}
    assert len(drawn) > 10


def test_what_was_seen_of_a_hand_goes_along_when_it_is_swapped():
    """Cy gave Bo a card; after the swap Ada has it, and Cy knows."""
    game, state = played(
        FIGHT,
        "turn; turn Cy; Ada Proxima 1 2 + joker; Bo Nebula 1 2 3; Cy Omega 1 2 3",
        "turn up",
        "turn up Zeta 5",
        "mission gift",
        "choose Bo",
        "give Omega 1",
        "joker Bo",
    )
    assert always(game, state, 2, "Ada", "Omega 1")
    assert always(game, state, 0, "Bo", "Proxima 1 2")
    assert always(game, state, 1, "Ada", "Nebula 1 2 3 + Omega 1")


DUEL = ("turn up", "turn up Zeta 1", "mission duel-left")
RIDDLE = ("turn up", "turn up Zeta 1", "mission riddle", "choose Bo")
MELEE = ("turn up", "turn up Zeta 1", "mission melee")


@pytest.mark.parametrize(
    ("actions", "one", "other"),
    [
        (DUEL, ["show Proxima 1"], ["show Proxima 3"]),
        (RIDDLE, ["hide Proxima 1"], ["hide Proxima 3"]),
        (MELEE, ["show Proxima 1"], ["show Proxima 3"]),
        (MELEE, ["show Proxima 1", "show Nebula 1"], ["show Proxima 2", "show Nebula 1"]),
    ],
)
def test_a_card_chosen_in_secret_is_hidden_until_all_have_chosen(actions, one, other):
    game, first = played(FIGHT, THREE, *actions, *one)
    _game, second = played(FIGHT, THREE, *actions, *other)
    assert game.observation(first, 0) != game.observation(second, 0)
    assert game.observation(first, 1) == game.observation(second, 1)
    assert game.observation(first, 2) == game.observation(second, 2)
    for seat in (1, 2):
        guesses = set()
        for deal in deals(game, first, seat):
            assert deal.errand.secret[0] in deal.hands[0]
            guesses.add(deal.errand.secret[0])
        assert len(guesses) > 5
    for deal in deals(game, first, 0):
        assert deal.errand.secret[0] == first.errand.secret[0]


def test_a_riddle_is_never_thought_to_be_a_joker():
    game, state = played(FIGHT, THREE.replace("Proxima 1 2 3", "Proxima 1 + joker x2"), *RIDDLE, "hide Proxima 1")
    for seat in (1, 2):
        assert all(deal.errand.secret[0] != JOKER for deal in deals(game, state, seat))


def test_the_card_drawn_in_link_is_seen_by_its_player_only():
    position = "turn; turn Ada; Ada Nebula 2 3; Bo Zeta 2 3; row Proxima 1"
    game, first = played("gong", position, "draw", "draw Proxima 4")
    _game, second = played("gong", position, "draw", "draw Virgo 1")
    assert game.observation(first, 1) == game.observation(second, 1)
    assert game.observation(first, 0) != game.observation(second, 0)
    assert all(deal.card in fitting(deal.row, deal.hands[0]) for deal in deals(game, first, 1))


def test_who_is_asked_to_cancel_holds_a_joker_for_all_to_see():
    game, state = played(
        "gong players=3",
        "turn; turn Ada; Ada Nebula 2 3 + joker; Bo Zeta 2 + joker; Cy Omega 2 3 4; row Proxima 1",
        "joker Bo",
    )
    assert always(game, state, 2, "Bo", "joker")
    assert always(game, state, 0, "Bo", "joker")
    assert not always(game, state, 2, "Bo", "Zeta 2")


def test_other_hands_and_the_deck_are_hidden():
    game = parse_game("gong variant=family players=3")
    one = game.from_text("turn; turn Ada; Ada Proxima 1; Bo Zeta 1 2; Cy Omega 1")
    two = game.from_text("turn; turn Ada; Ada Proxima 1; Bo Virgo 1 + joker; Cy Omega 2")
    assert game.observation(one, 0) == game.observation(two, 0)
    assert game.observation(one, 1) != game.observation(two, 1)
    assert game.hides


def test_a_swap_does_not_tell_what_a_third_player_had_given():
    """Ada gave Cy one of two cards; Bo, who gets both by a swap, is not told which of them it was."""
    line = ("turn up", "turn up Zeta 5", "mission gift", "choose Cy")
    ends = []
    for given, kept in ((1, 2), (2, 1)):
        position = f"turn; turn Ada; Ada Proxima {given} 3 4; Bo Nebula 1 2 + joker; Cy Proxima {kept} + Omega 1"
        ends.append(played(FIGHT, position, *line, f"give Proxima {given}", "joker Cy"))
    (game, one), (_game, other) = ends
    assert one.hands == other.hands
    assert game.observation(one, 1) == game.observation(other, 1)


@pytest.mark.parametrize(
    ("header", "position", "actions", "heard"),
    [
        (FIGHT, THREE, ["turn up", "turn up Zeta 3"], [0, 1, 2]),
        (FIGHT, THREE, ["turn up", "turn up Zeta 3", "mission draw", "draw Zeta 1"], [0]),
        (FIGHT, THREE, ["turn up", "turn up Zeta 5", "mission thirst", "draw Zeta 1"], [1]),
        (FIGHT, THREE, ["turn up", "turn up Zeta 5", "mission lay", "lay Proxima 1"], [0, 1, 2]),
        (FIGHT, THREE, ["turn up", "turn up Zeta 5", "mission gift", "choose Cy", "give Proxima 1"], [0, 2]),
        (FIGHT, THREE, ["turn up", "turn up Zeta 3", "mission thief", "choose Bo", "take Nebula 1"], [0, 1]),
        (FIGHT, THREE, [*DUEL, "show Proxima 1"], [0]),
        (FIGHT, THREE, [*RIDDLE, "hide Proxima 1"], [0]),
        (FIGHT, THREE, [*RIDDLE, "hide Proxima 1", "name Omega"], [0, 1, 2]),
        ("gong variant=family players=3", THREE, ["Bo: Proxima 4", "draw Zeta 1"], [0]),
        ("gong variant=family players=3", THREE, ["Bo: Proxima 4", "draw Proxima 4"], [0, 1, 2]),
        ("gong players=3", f"{THREE}; row Sparrow 4", ["draw", "draw Zeta 1"], [0]),
        (
            "gong players=3",
            "penalty; turn Bo; who Ada; then Cy; duty late none none; Ada Zeta 2; Bo Zeta 3 4; Cy Omega 3 4; "
            "row Sparrow 4",
            ["draw Zeta 1"],
            [0],
        ),
    ],
)
def test_who_may_know_of_an_action(header, position, actions, heard):
    *before, last = actions
    game, state = played(header, position, *before)
    action = game.parse(last)
    assert game.objection(state, action) is None
    assert [seat for seat in range(3) if game.hears(state, action, seat)] == heard


@pytest.mark.parametrize("header", ["gong players=3", "gong variant=family players=3", "gong variant=fight players=4"])
def test_memory_is_true_in_every_state_and_in_every_guess(header):
    game, rng = parse_game(header), random.Random(2)
    varied = 0
    for state, _action in walk(header, 8):
        for observer, holder in itertools.product(range(game.players), repeat=2):
            assert not Counter(state.seen[observer * game.players + holder]) - Counter(state.hands[holder])
        if rng.random() < 0.1:
            seat = rng.randrange(game.players)
            other = game.resample(state, seat, rng)
            assert game.observation(other, seat) == game.observation(state, seat)
            assert +lying(other, game.variant == "fight") == +lying(state, game.variant == "fight")
            for holder in range(game.players):
                assert not Counter(state.seen[seat * game.players + holder]) - Counter(other.hands[holder])
            if game.current_player(state) == seat:
                assert game.legal_actions(other) == game.legal_actions(state)
            varied += other.hands != state.hands
    assert varied >= 3


# Notation

LINK, FAMILY = "gong", "gong variant=family"
ERRAND = "errand; turn Ada; Ada Proxima 1 2; Bo Nebula 1 2; Cy Omega 2 3"


@pytest.mark.parametrize(
    ("header", "position", "complaint"),
    [
        (LINK, "sleep; turn Ada", "'sleep' is no stage; .*deal, start, turn"),
        (LINK, "", "'' is no stage"),
        (LINK, "reveal; Ada Proxima 1; Bo Zeta 1", "'reveal' does not happen in link"),
        (FAMILY, "gong; Ada Proxima 1; Bo Zeta 1", "'gong' does not happen in family"),
        ("gong variant=fight", "fits; Ada Proxima 1; Bo Zeta 1", "'fits' does not happen in fight"),
        ("gong variant=fight", "opening; Ada Proxima 1; Bo Zeta 1", "'opening' does not happen in fight"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; moon full", "'moon full' is no part of a position"),
        (LINK, "turn; Ada Proxima 1; Ada Proxima 2; Bo Zeta 1", "'Ada Proxima 2' is no part .* each once"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2", "'Cy Zeta 2' is no part of a position"),
        (LINK, "turn; turn Cy; Ada Proxima 1; Bo Zeta 1", "'cy' does not sit here; .*Ada, Bo"),
        (LINK, "turn; turn Zoe; Ada Proxima 1; Bo Zeta 1", "'zoe': the players are Ada, Bo, Cy"),
        (LINK, "turn; Ada Proxima 7; Bo Zeta 1", "Ada: 'proxima 7' is no card"),
        (LINK, "turn; Ada Pluto 1; Bo Zeta 1", "Ada: 'pluto': the galaxies are Proxima"),
        (LINK, "turn; Ada Proxima; Bo Zeta 1", "Ada: 'proxima': write the numbers too"),
        (LINK, "turn; Ada Proxima 1 1; Bo Zeta 1", r"Proxima 1 lies in two places.*\(GO1\.3\)"),
        (LINK, "turn; Ada Proxima 1; Bo Proxima 1", r"Proxima 1 lies in two places.*\(GO1\.3\)"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; row Zeta 1", r"Zeta 1 lies in two places.*\(GO1\.3\)"),
        (LINK, "turn; Ada Proxima 1 + joker x2; Bo Zeta 1 + joker", r"joker lies in two places.*\(GO1\.3\)"),
        ("gong jokers=no", "turn; Ada Proxima 1 + joker; Bo Zeta 1", r"joker lies in two places.*\(GO1\.3\)"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; deck Omega 1", r"Proxima 2 lies nowhere \(GO1\.3\)"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; row joker, Zeta 2", r"joker links to nothing.*\(GO3\.5\)"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; spent 3", "spent 3: there are two jokers"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; duty none", "duty none: write one of none, new, late, done"),
        (LINK, "turn; Ada Proxima 1; Bo Zeta 1; duty none shy", "duty none shy: write one of"),
        (LINK, "turn; Ada -; Bo Zeta 1; row Zeta 2", "turn: Ada has no cards, so the game is over"),
        (LINK, "turn; turn Ada; player Bo; Ada Zeta 3; Bo Zeta 1; row Zeta 2", "turn: it is the turn of a player"),
        (LINK, "catch; Ada Proxima 1; Bo Zeta 1 2; row Zeta 3", "catch: write who it is about"),
        (LINK, "catch; player Bo; who Ada; Ada Proxima 1; Bo Zeta 1 2", "catch: write whose turn is next"),
        (LINK, "catch; player Bo; who Ada; then Bo; Ada Proxima 1 2; Bo Zeta 1", r"Ada has not a single card.*GO4\.7"),
        (LINK, "catch; player Ada; who Ada; then Bo; Ada Proxima 1; Bo Zeta 1 2", "another player than Ada is asked"),
        (LINK, "gong; turn Bo; who Ada; then Bo; Ada Proxima 1; Bo Zeta 1 2", "Ada is the one to speak"),
        (LINK, "counter; player Bo; who Bo; Ada Proxima 1; Bo Zeta 1 2", r"Bo decides and holds a joker \(GO3\.2\)"),
        (LINK, "fits; Ada Proxima 2; Bo Zeta 1 2; row Proxima 1", "fits: write the card just drawn"),
        (LINK, "fits; card Proxima 3; Ada Proxima 2; Bo Zeta 1 2; row Proxima 1", "fits: write the card just drawn"),
        (LINK, "over; Ada -; Bo Zeta 1", "over: write the winner"),
        (FAMILY, "turn; Ada Proxima 1 2 3 4 5 6 + Zeta 1; Bo Zeta 2", r"Ada holds all of Proxima.*\(GO5\.6\)"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; families Omega Ada, Omega Bo", r"laid down once \(GO5\.6\)"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; families Proxima Ada", r"Proxima 1 lies in two places.*\(GO1\.3\)"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; families Pluto Ada", "'pluto': the galaxies are"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; families Omega Cy", "'cy' does not sit here"),
        (FAMILY, "draw; Ada Proxima 1; Bo Zeta 2", "draw: write the card asked for"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; lore Bo", "'lore Bo': write it as .*lore Bo lacks Zeta 1 some Omega"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; lore Bo holds Zeta", "write it as lore Bo lacks Zeta 1 some Omega"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; lore Bo lacks Zeta 2 some -", "lore Bo: it holds a card that"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; lore Bo lacks - some Omega", "lore Bo: it holds none of a galaxy"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; seen Ada Bo", "'seen Ada Bo': write it as seen Ada Bo Zeta 1"),
        (FAMILY, "turn; Ada Proxima 1; Bo Zeta 2; seen Ada Bo Zeta 3", "seen Zeta 3: Bo does not hold that"),
        (FIGHT, f"{THREE}; mission dance", "mission dance: missions are .*lay, lay-two"),
        (FIGHT, "mission; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2", "mission: write the card turned up"),
        (FIGHT, "errand; card Omega 5; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2", "errand: write mission and todo"),
        (
            FIGHT,
            "errand; card Omega 5; mission lay; todo hop: Ada; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2",
            "todo hop: ada: write a verb",
        ),
        (
            FIGHT,
            "errand; card Omega 5; mission gift; todo give: Ada; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2",
            "errand: give needs two players",
        ),
        (
            FIGHT,
            "errand; card Omega 5; mission draw; todo draw: Ada; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2",
            "errand: todo begins with choose a player, lay",
        ),
        (
            FIGHT,
            "errand; card Omega 5; mission lay; todo lay: Bo; Ada Proxima 1; Bo Zeta 1; Cy Zeta 2",
            "errand: Bo decides; write player Bo",
        ),
        (
            FIGHT,
            "take; card Omega 3; mission thief; todo take: Ada Bo; Ada Proxima 1; Bo -; Cy Zeta 2",
            "take: Bo has no card to take",
        ),
        (
            FIGHT,
            "errand; card Omega 1; mission duel; todo duel: Ada Bo; secret Zeta 5; Ada Zeta 5; Bo Zeta 1; Cy Zeta 2",
            "secret zeta 5: write a card or - for each player",
        ),
        (
            FIGHT,
            "errand; player Bo; card Omega 1; mission duel; todo duel: Ada Bo; secret Zeta 6, -, -; Ada Zeta 5; "
            "Bo Zeta 1; Cy Zeta 2",
            "secret: Ada does not hold Zeta 6",
        ),
        (
            FIGHT,
            "errand; player Bo; card Omega 1; mission riddle; todo riddle: Ada Bo; Ada Zeta 5; Bo Zeta 1; Cy Zeta 2",
            "errand: write the card that lies face down",
        ),
    ],
)
def test_damaged_positions_are_refused_in_words(header, position, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game(header).from_text(position)


@pytest.mark.parametrize(
    ("header", "position", "complaint"),
    [
        (LINK, "turn; turn Ada; Ada Zeta 1; Bo -; row Zeta 2", "Bo"),
        ("gong variant=fight", "turn; turn Ada; Ada Zeta 1 + joker; Bo -", "Bo"),
        (LINK, "deal; turn Bo; Ada Proxima 1; Bo -", "deal"),
        (FIGHT, f"{ERRAND}; card Omega 1; mission riddle; todo choose a player: Ada, riddle: Ada", "riddle"),
        (FIGHT, f"{ERRAND}; card Omega 1; mission duel; todo duel: Ada Ada", "duel"),
        (FIGHT, f"{ERRAND}; card Omega 1; mission riddle; todo riddle: Bo Cy", "riddle|Bo"),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(header, position, complaint):
    """Play would come to grief from each of them."""
    with pytest.raises(NotationError, match=complaint):
        parse_game(header).from_text(position)


def test_a_card_said_twice_to_be_lacking_is_no_other_card():
    game = parse_game(FAMILY)
    once, twice = (f"turn; Ada Proxima 1; Bo Zeta 1; lore Bo lacks {cards} some -" for cards in ("Zeta 3", "Zeta 3 3"))
    try:
        state = game.from_text(twice)
    except NotationError:
        return
    assert state == game.from_text(once)


@pytest.mark.parametrize("header", [LINK, FAMILY, "gong variant=fight"])
def test_a_damaged_line_is_refused_or_can_be_played(header):
    """Whatever is left out, doubled or changed in a line: it is refused in words, or play goes on from it."""
    game, rng = parse_game(header), random.Random(4)
    refused = 0
    lines = [game.to_text(state) for state, _action in walk(header, 5)]
    for text in rng.sample(lines, min(len(lines), 60)):
        for _damage in range(6):
            parts = text.split("; ")
            at = rng.randrange(len(parts))
            match rng.randrange(4):
                case 0:
                    del parts[at]
                case 1:
                    parts[at] = parts[at].rpartition(" ")[0]
                case 2:
                    parts.append(parts[at])
                case _:
                    parts[at] = parts[at].replace("Ada", "Bo").replace("1", "2")
            try:
                state = game.from_text("; ".join(parts))
            except NotationError:
                refused += 1
                continue
            for _ply in range(30):
                if game.current_player(state) == TERMINAL:
                    break
                state = game.apply(state, draw(game, state, rng) if state.player == CHANCE else rng.choice(
                    game.legal_actions(state)
                ))  # fmt: skip
    assert refused > 50


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("dance", "'dance' is no action; write one such as Proxima 4, draw, joker Bo"),
        ("joker Zoe", r"^'Zoe': the players are Ada, Bo\.$"),
        ("Proxima 7", "'Proxima 7' is no card"),
        ("Bo: Pluto 1", "'Pluto': the galaxies are"),
        ("number 7", "numbers are 1 to 6, and 0 for jokers"),
        ("name Pluto", "'Pluto': the galaxies are"),
        ("lay Proxima", "'Proxima' is no card"),
    ],
)
def test_damaged_actions_are_refused_in_words(text, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game("gong").parse(text)


@pytest.mark.parametrize(
    ("header", "text", "complaint"),
    [
        ("gong", "Dance", "'Dance' is no action; write one such as Proxima 4, draw, joker Bo, gong, catch Bo, quiet."),
        ("gong variant=family", "dance", "'dance' is no action; write one such as Bo: Proxima 4, joker Bo, pass."),
        ("gong variant=fight", "dance", "'dance' is no action; write one such as turn up, choose Bo, lay Proxima 4, "
         "give Proxima 4, show Proxima 4, hide Proxima 4, number 2, name Omega, joker Bo."),
        ("gong players=3", "catch", "'catch': write whom, such as catch Bo."),
        ("gong variant=fight", "Choose", "'Choose': write whom, such as Choose Bo."),
        ("gong variant=family players=3", "Zoe: Omega 1", "'Zoe': the players are Ada, Bo, Cy."),
        ("gong variant=fight", "lay", "'lay': write the card too, such as lay Proxima 4."),
        ("gong variant=fight", "number", "'number': write the number too, such as number 2."),
        ("gong variant=fight", "name", "'name': write the galaxy too, such as name Omega."),
        ("gong variant=fight", "9", "'9': numbers are 1 to 6, and 0 for jokers."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_for_the_game_that_is_played(header, text, complaint):
    with pytest.raises(NotationError) as failure:
        parse_game(header).parse(text)
    assert str(failure.value) == complaint


def test_in_fight_a_number_or_a_galaxy_alone_is_enough():
    game = parse_game("gong variant=fight")
    for said, action in (("2", "number 2"), ("Omega", "name Omega"), ("guess omega", "name Omega")):
        assert str(game.parse(said)) == action
        with pytest.raises(NotationError):
            parse_game("gong").parse(said)


def test_a_card_alone_is_answered_with_the_form_that_is_asked():
    game = parse_game("gong variant=fight")
    state = game.from_text("errand; turn Ada; Ada Zeta 1 2; Bo Omega 1; card Virgo 5; mission lay; todo lay: Ada")
    objection = game.objection(state, game.parse("Zeta 1"))
    assert (objection.rule, objection.advice) == ("GO6.6", "Write lay Zeta 1.")


def test_xpheres_and_numbers_name_the_same_card():
    game = parse_game("gong")
    for said, card in (
        ("Zeta Ruby", "Zeta 4"),
        ("bo: nemesis gold", "Bo: Nemesis 1"),
        ("LAY OMEGA ICE", "lay Omega 5"),
    ):
        assert str(game.parse(said)) == card


def test_a_thoughtful_player_catches_and_is_not_caught():
    game = parse_game("gong players=3")
    hands = "Ada Zeta 1; Bo Omega 1 2; Cy Virgo 1 2; row Zeta 4"
    late = game.from_text(f"catch; turn Cy; player Bo; who Ada; then Ada; duty late none none; {hands}")
    single = game.from_text(f"gong; turn Ada; who Ada; then Bo; duty new none none; {hands}")
    for seed in range(20):
        assert greedy_policy(game, late, random.Random(seed)) == Catch(0)
        assert greedy_policy(game, single, random.Random(seed)) is Word.GONG


def test_a_win_by_a_last_joker_is_told_by_its_rule():
    game = parse_game("gong variant=fight")
    state = game.from_text("turn; turn Ada; Ada joker; Bo Zeta 1; row Zeta 4")
    over = game.apply(state, game.parse("joker"))
    assert game.verdict(over).rule == game.task(over).rule == "GO3.6"
    assert game.from_text(game.to_text(over)) == over
    with pytest.raises(NotationError, match=r"by GO4\.6: this game is won by GO6\.5 or GO3\.6"):
        game.from_text(game.to_text(over).replace("by GO3.6", "by GO4.6"))
