"""Dictator-Control's own facts: every card action by scenario, the worked facts of the rules, and what readers miss."""

import itertools
import random
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook.bots import greedy_policy, random_policy
from rulebook.coverage import rules_of
from rulebook.game import CHANCE, TERMINAL, IllegalAction, draw, play, playout
from rulebook.games.dictator import Dictator
from rulebook.games.dictator.actions import Attack, EndTurn, Exchange, Move, Use
from rulebook.games.dictator.cards import CARDS, KINDS, POWERS, Phase, Type, find, name
from rulebook.games.dictator.city import CITY, GUILDS, NEAR, ZONES
from rulebook.games.dictator.state import ATTACKER, DEFENDER, Stage
from rulebook.registry import parse_game

SCENARIOS = tomllib.loads((Path(__file__).parents[1] / "scenarios" / "dictator.toml").read_text("utf-8"))
MISSIONS = ["standard", "regrouping", "chaos", "triumvirate", "dissension", "double", "training"]
CHAOS = Dictator(mission="chaos")
"""All cards are in it, so most positions are written for it: seat 0 is A, seat 1 is B."""


def play_all(game, position, *actions, events=None):
    state = game.from_text(position) if isinstance(position, str) else position
    for text in actions:
        state = play(game, state, game.parse(text), events)
    return state


def with_energy(position, energy):
    return " ".join([*(word for word in position.split() if not word.startswith("energy=")), f"energy={energy}"])


def placed(game, state):
    """Return each battalion's sector by its token."""
    return {game.token(battalion): battalion.place for battalion in state.battalions}


def cards_of(battalion):
    return [name(card) for card in battalion.cards]


# The scenarios


def refusals(*kinds):
    return [
        pytest.param(scenario, refused, id=f"{key}-{refused['why']}-{at}")
        for key, scenario in SCENARIOS.items()
        for at, refused in enumerate(scenario.get("refused", ()))
        if not kinds or refused["why"] in kinds
    ]


def situation(scenario, refused, energy=None):
    """Return the game and the state in which something is tried."""
    game = parse_game(refused.get("game", scenario["game"]))
    own = "position" in refused
    position = (refused if own else scenario)["position"]
    actions = refused.get("actions", ()) if own else scenario["actions"][: refused["after"]]
    return game, play_all(game, with_energy(position, energy) if energy else position, *actions)


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_plays_and_shows_its_figures(key):
    scenario = SCENARIOS[key]
    game = parse_game(scenario["game"])
    state, events = game.from_text(scenario["position"]), []
    states = [state]
    for text in scenario["actions"]:
        state = play_all(game, state, text, events=events)
        states.append(state)
    assert any(f": {scenario['power']}" in text for text in scenario["actions"])
    for shown in scenario["shows"]:
        figures = game.figures(states[shown["after"]])
        expected = {figure: value for figure, value in shown.items() if figure != "after"}
        assert expected
        assert {figure: figures.get(figure) for figure in expected} == expected, f"after {shown['after']}"
    for state in states:
        if tally := game.tally(state):
            figures = game.figures(state)
            assert sum(line.value for line in tally) == figures["attacker"] + figures["defender"]
    told = " ".join(event.words for event in events)
    for words in scenario.get("says", ()):
        assert words in told


@pytest.mark.parametrize(("scenario", "refused"), refusals())
def test_a_refusal_names_its_rule(scenario, refused):
    game, state = situation(scenario, refused, refused.get("energy"))
    with pytest.raises(IllegalAction) as failure:
        play(game, state, game.parse(refused["action"]))
    assert failure.value.objection.rule == refused["rule"]
    assert game.parse(refused["action"]) not in game.legal_actions(state)


@pytest.mark.parametrize(("scenario", "refused"), refusals("unpaid"))
def test_what_is_unpaid_would_be_allowed_with_the_energy_for_it(scenario, refused):
    game, state = situation(scenario, refused)
    assert game.objection(state, game.parse(refused["action"])) is None


@pytest.mark.parametrize(("scenario", "refused"), refusals("twice"))
def test_what_is_refused_the_second_time_has_been_used(scenario, refused):
    game, state = situation(scenario, refused)
    action = game.parse(refused["action"])
    assert isinstance(action, Use)
    used = [game.parse(text) for text in scenario["actions"][: refused["after"]]]
    assert any(isinstance(one, Use) and (one.card, one.power) == (action.card, action.power) for one in used)
    assert (action.card, action.power) in (state.battle.used if state.battle else state.spent)


@pytest.mark.parametrize(("scenario", "refused"), refusals("phase"))
def test_what_is_refused_for_its_phase_is_a_card_of_the_side_that_decides(scenario, refused):
    game, state = situation(scenario, refused)
    action = game.parse(refused["action"])
    assert state.holder(action.card).seat == state.player
    stage = "MANEUVERS" if state.stage is Stage.TURN else state.stage.name
    assert POWERS[action.power].phase.upper() != stage


NEEDS_NOTHING = {"Acceleration", "Second Salvo", "Blessing", "Feint", "Feeding", "Bio-bugs"}
"""The actions of DC13 that name nothing which could be missing."""


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.name)
def test_every_action_of_a_card_has_its_scenario_and_its_refusals(power):
    own = [scenario for scenario in SCENARIOS.values() if scenario["power"] == power.name]
    assert own
    kinds = {refused["why"] for scenario in own for refused in scenario.get("refused", ())}
    wanted = {"phase", "twice"}
    wanted |= {"unpaid"} if power.cost else set()
    wanted |= set() if power.name in NEEDS_NOTHING else {"need"}
    assert wanted <= kinds
    assert ("unpaid" in kinds) == bool(power.cost)


def test_the_scenarios_name_actions_and_rules_that_there_are():
    assert {scenario["power"] for scenario in SCENARIOS.values()} == {power.name for power in POWERS}
    rules = rules_of("dictator")
    for scenario in SCENARIOS.values():
        assert scenario["rule"] in rules.marks
        for refused in scenario.get("refused", ()):
            assert refused["rule"] in rules.forbids
            assert refused["why"] in {"unpaid", "phase", "twice", "need", "effect"}


# The City


def number(*names):
    return [CITY.find(sector) for sector in names]


def distance(start, to, shut=()):
    return CITY.reached(CITY.find(start), 50, shut)[CITY.find(to)]


def test_the_city_by_counting():
    assert len(CITY.names) == 50
    assert len(GUILDS) == len(set(GUILDS)) == 12
    assert sum(map(len, NEAR)) == 2 * 121
    assert Counter(map(len, NEAR)) == {2: 4, 3: 6, 4: 8, 5: 8, 6: 24}
    assert all(start in NEAR[near] for start in range(50) for near in NEAR[start])


def test_neighbours_and_distances_by_eye():
    assert set(NEAR[CITY.find("E3")]) == set(number("D2", "D3", "E2", "E4", "F2", "F3"))
    assert set(NEAR[CITY.find("H5")]) == set(number("G5", "G6", "H4", "I5", "I6"))
    assert distance("D1", "D5") == 4
    assert distance("A1", "I6") == 9
    assert distance("D1", "D5", GUILDS) == 5


def test_sectors_without_guild_tokens_hang_together():
    assert len(CITY.reached(CITY.find("D1"), 50, GUILDS)) == 50 - 12


@pytest.mark.parametrize("turned", ["half turn", "left and right", "top and bottom"])
def test_the_map_and_its_guilds_are_unchanged_by_a_half_turn_and_by_both_mirrors(turned):
    rows = "ABCDEFGHI"
    lengths = {row: 6 if row in "ACEGI" else 5 for row in rows}

    def image(sector):
        row, place = CITY.names[sector]
        other = rows[8 - rows.index(row)] if turned != "left and right" else row
        return CITY.find(f"{other}{lengths[row] + 1 - int(place) if turned != 'top and bottom' else place}")

    assert sorted(map(image, range(50))) == list(range(50))
    for sector in range(50):
        assert {image(near) for near in NEAR[sector]} == set(NEAR[image(sector)])
    assert {image(guild) for guild in GUILDS} == set(GUILDS)


def test_guilds_and_starting_zones():
    assert [CITY.names[guild] for guild in GUILDS] == [
        "I6", "I1", "A1", "A6", "G5", "G2", "E3", "E4", "D3", "F3", "C2", "C5",
    ]  # fmt: skip
    assert {colour: [CITY.names[at] for at in zone] for colour, zone in ZONES.items()} == {
        "green": ["E1", "D1", "F1"],
        "red": ["A3", "A4", "B3"],
        "yellow": ["E6", "F5", "D5"],
        "blue": ["I4", "I3", "H3"],
    }
    assert list(ZONES) == ["green", "red", "yellow", "blue"], "the order of turns (DC11.8)"


# The cards


def test_the_cards_by_counting():
    faces = CARDS[:KINDS]
    armies = {army: [face for face in faces if face.army == army] for army in "TCH"}
    assert Counter(face.type for face in armies["T"]) == {Type.INFANTRY: 7, Type.PAR: 3, Type.MECH: 4}
    assert Counter(face.type for face in armies["C"]) == {Type.INFANTRY: 7, Type.BIO: 5}
    assert sum(face.strength for face in armies["T"]) == 19
    assert sum(face.strength for face in armies["C"]) == 16
    assert len(armies["H"]) == 3
    assert Counter(power.phase for power in POWERS) == {
        Phase.MANEUVERS: 6,
        Phase.CONDITION: 6,
        Phase.STRENGTH: 6,
        Phase.COLLISION: 5,
        Phase.DAMAGE: 5,
    }
    assert Counter(power.cost for power in POWERS) == {0: 13, 1: 14, 2: 1}
    assert [face.name for face in faces if not face.powers] == ["Knechts", "Minotaur"]
    assert [face.name for face in faces if len(face.powers) == 2] == ["Snail"]
    assert sum(len(face.powers) for face in faces) == len(POWERS) == 28


DC13 = """
T1 WASP Mech 1 Maneuvers Turbo dash 0; T2 Knight PAR-Infantry 2 Strength Acceleration 1;
T3 Orion Infantry 1 Damage Aimed Shot 2; T4 Tolos PAR-Infantry 2 Collision Second Salvo 1;
T5 Cerberus Mech 2 Condition Heavy Armour 0; T6 Komtur Infantry 1 Strength Command 1;
T7 Sturmknechts Infantry 2 Strength Assault 0; T8 Perseus PAR-Infantry 2 Maneuvers Leap 1; T9 Knechts Infantry 2;
T10 Chaplain Infantry 0 Collision Blessing 1; T11 Runner Infantry 1 Maneuvers Run 0;
T12 Hephaestus Mech 1 Maneuvers Repair 1; T13 Med-Tech Infantry 0 Maneuvers Heal 1;
T14 Hydra Mech 2 Condition Barrage 1;
C1 Argus Bio-Mech 2 Condition Big Brother 0; C2 Rider Infantry 1 Strength Control 0;
C3 Hoplon Infantry 1 Strength Phalanx 0; C4 Shamir Bio-Mech 1 Maneuvers Burrow 0;
C5 Manta Bio-Mech 2 Collision Feeding 0; C6 Agitator Infantry 1 Condition Agitation 0;
C7 Infiltrator Infantry 1 Collision Bio-bugs 0; C8 Snail Bio-Mech 2 Condition Acid Spray 1 Condition Corrosion 1;
C9 Genomorph Infantry 1 Damage Absorption 0; C10 Phagocyte Bio-Mech 2 Damage Devour 1;
C11 Genoclone Infantry 1 Strength Mimicry 1; C12 Leech Infantry 1 Damage Drain 0;
H1 Phantom Infantry 2 Collision Feint 1; H2 Minotaur Mech 3; H3 Reaper Mech 2 Damage Harvest 1
"""


def test_the_cards_are_those_of_the_table():
    printed = [
        " ".join(
            [face.code, face.name, face.type, str(face.strength)]
            + [f"{power.phase} {power.name} {power.cost}" for power in face.powers]
        )
        for face in CARDS[:KINDS]
    ]
    assert printed == [" ".join(line.split()) for line in DC13.split(";")]


@pytest.mark.parametrize(
    ("mission", "cards", "deck"),
    [
        ("standard", 24, 6),
        ("regrouping", 24, 6),
        ("chaos", 32, 6),
        ("triumvirate", 32, 6),
        ("dissension", 32, 6),
        ("double", 48, 12),
        ("training", 24, 6),
    ],
)
def test_the_deck_holds_each_hireling_twice_and_two_sets_four_times(mission, cards, deck):
    game = Dictator(mission=mission)
    state = game.initial_state()
    assert len(game.universe) == cards
    assert Counter(card % KINDS for card in state.deck) == dict.fromkeys(number_of("H1", "H2", "H3"), deck // 3)
    assert state.energy == (6,) * game.num_players
    assert game.figures(state)["guilds"] == 12


def number_of(*codes):
    return [find(code) for code in codes]


# Setting up


def after_rolls(game, *pips):
    return play_all(game, game.initial_state(), *(f"die {one}" for one in pips))


def test_standard_and_training_stand_as_the_rules_say():
    state = after_rolls(Dictator(), 6, 4)
    assert [cards_of(battalion) for battalion in state.battalions] == [
        ["WASP", "Perseus", "Knechts"],
        ["Knight", "Chaplain", "Runner"],
        ["Hephaestus", "Med-Tech", "Hydra"],
        ["Phagocyte", "Agitator", "Genomorph"],
        ["Snail", "Genoclone", "Hoplon"],
        ["Rider", "Infiltrator", "Leech"],
    ]
    sectors = {"T-1": "E1", "T-2": "D1", "T-3": "F1", "C-1": "E6", "C-2": "F5", "C-3": "D5"}
    assert placed(Dictator(), state) == sectors
    training = Dictator(mission="training")
    state = after_rolls(training, 6, 4)
    assert [cards_of(battalion) for battalion in state.battalions] == [
        ["Tolos", "Komtur", "Sturmknechts"],
        ["WASP", "Orion", "Knight"],
        ["Cerberus", "Med-Tech", "Hydra"],
        ["Argus", "Rider", "Hoplon"],
        ["Shamir", "Manta", "Agitator"],
        ["Infiltrator", "Snail", "Genomorph"],
    ]
    assert placed(training, state) == sectors


def test_the_first_activation_by_counting():
    state = after_rolls(Dictator(), 6, 4)
    actions = Dictator().legal_actions(state)
    marches = Counter(POWERS[action.power].name for action in actions if isinstance(action, Use))
    assert Counter(map(type, actions)) == {Move: 7, Use: 23, Exchange: 38, Attack: 2, EndTurn: 1}
    assert marches == {"Turbo dash": 11, "Leap": 5, "Run": 7}
    assert len(actions) == 71
    assert len(Dictator().legal_actions(after_rolls(Dictator(), 4, 6))) == 48
    training = Dictator(mission="training")
    assert len(training.legal_actions(after_rolls(training, 6, 4))) == 62


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        ("T1.T2.T3", "T5.T7.T9", 19),
        ("T1.T2.T3", "T5.T7", 19),
        ("T1.T2", "T5.T7", 13),
        ("T1.T2.T3", "T5", 13),
        ("T1.T2", "T5", 5),
        ("T1", "T5", 1),
    ],
)
def test_exchanges_by_sizes(first, second, count):
    for one, other in ((first, second), (second, first)):
        state = CHAOS.from_text(f"turn by=0 0.1@E1:{one} 0.2@D1:{other} 1.1@E6:C8")
        assert sum(isinstance(action, Exchange) for action in CHAOS.legal_actions(state)) == count


def test_seven_exchanges_are_left_with_a_damaged_card_in_each_and_six_refused():
    whole = CHAOS.from_text("turn by=0 0.1@E1:T1.T2 0.2@D1:T5.T7 1.1@E6:C8")
    hurt = CHAOS.from_text("turn by=0 0.1@E1:T1*.T2 0.2@D1:T5*.T7 1.1@E6:C8")
    tried = [action for action in CHAOS.legal_actions(whole) if isinstance(action, Exchange)]
    objections = [CHAOS.objection(hurt, action) for action in tried]
    assert Counter(objection and objection.rule for objection in objections) == {None: 7, "DC6.6": 6}
    assert {action for action in CHAOS.legal_actions(hurt) if isinstance(action, Exchange)} == {
        action for action, objection in zip(tried, objections, strict=True) if objection is None
    }


def test_only_the_equal_highest_roll_again():
    game = Dictator(mission="double")
    events = []
    state = play_all(game, game.initial_state(), *(f"die {pips}" for pips in (4, 6, 6, 6)), events=events)
    assert game.current_player(state) == CHANCE
    state = play_all(game, state, *(f"die {pips}" for pips in (2, 5, 5)), events=events)
    state = play_all(game, state, "die 1", "die 3", events=events)
    rolled = [dict(event.facts)["player"] for event in events if "pips" in dict(event.facts)]
    one, two, three, four = game.seats
    assert rolled == [one, two, three, four, two, three, four, three, four]
    assert state.stage is Stage.TURN
    assert state.player == state.turn == 3


def test_turns_go_round_from_the_one_who_begins():
    game = Dictator(mission="double")
    state = after_rolls(game, 1, 2, 6, 3)
    order = []
    for _turn in range(5):
        order.append(state.player)
        state = play_all(game, state, "end turn")
    assert order == [2, 3, 0, 1, 2]


def test_in_chaos_the_first_in_order_drafts_first_and_takes_green():
    rng = random.Random(4)
    state = after_rolls(CHAOS, 2, 5)
    drafters, formers = [], []
    while state.stage in (Stage.DRAFT, Stage.FORM):
        (drafters if state.stage is Stage.DRAFT else formers).append(state.player)
        state = play(CHAOS, state, rng.choice(CHAOS.legal_actions(state)))
    assert drafters == [1, 0] * 9
    assert formers == sorted(formers, reverse=True), "formed in turn order"
    assert state.player == state.turn == 1
    stands = {"B-1": "E1", "B-2": "D1", "B-3": "F1", "A-1": "E6", "A-2": "F5", "A-3": "D5"}
    assert placed(CHAOS, state) == stands
    assert all(len(battalion.cards) == 3 for battalion in state.battalions)
    held = {card for battalion in state.battalions for card in battalion.cards}
    assert len(held) == 18
    assert {CARDS[card].army for card in held} == {"T", "C"}


@pytest.mark.parametrize(
    ("mission", "seats", "battalions", "size", "dumped", "guild"),
    [("triumvirate", 3, 2, 3, 0, 3), ("dissension", 4, 2, 2, 10, 2)],
)
def test_dealt_missions(mission, seats, battalions, size, dumped, guild):
    game = Dictator(mission=mission)
    rng = random.Random(5)
    state = game.initial_state()
    while state.stage is not Stage.TURN:
        state = play(game, state, random_policy(game, state, rng))
    assert game.num_players == seats
    assert [len(battalion.cards) for battalion in state.battalions] == [size] * battalions * seats
    assert len(state.dump) == dumped
    assert all(CARDS[card].army in "TC" for card in state.dump)
    zones = ["green", "red", "yellow", "blue"][:seats]
    assert [[battalion.sector for battalion in state.of(seat)] for seat in range(seats)] == [
        list(ZONES[zone][:battalions]) for zone in zones
    ]
    beside = game.from_text("turn by=0 0.1@E2:T9 1.1@A3:T8 " + " ".join(f"{n}.1@I{n}:C{n}" for n in range(2, seats)))
    assert game.figures(play_all(game, beside, "E2 x E3"))["defender_strength"] == guild


def test_double_strike_has_copy_numbers_and_four_full_armies():
    game = Dictator(mission="double")
    state = after_rolls(game, 6, 1, 1, 1)
    templars = [["WASP", "Perseus", "Knechts"], ["Knight", "Chaplain", "Runner"], ["Hephaestus", "Med-Tech", "Hydra"]]
    synclith = [
        ["Phagocyte", "Agitator", "Genomorph"], ["Snail", "Genoclone", "Hoplon"], ["Rider", "Infiltrator", "Leech"],
    ]  # fmt: skip
    for seat, (army, copy) in enumerate([(templars, ""), (synclith, ""), (templars, "-2"), (synclith, "-2")]):
        assert [cards_of(battalion) for battalion in state.of(seat)] == [
            [f"{card}{copy}" for card in group] for group in army
        ]
    stands = [[battalion.place for battalion in state.of(seat)] for seat in range(4)]
    assert stands == [["E1", "D1", "F1"], ["A3", "A4", "B3"], ["E6", "F5", "D5"], ["I4", "I3", "H3"]]
    assert len(state.deck) == 12
    assert {name(card) for card in state.deck} == {
        f"{hireling}{copy}" for hireling in ("Phantom", "Minotaur", "Reaper") for copy in ("", "-2", "-3", "-4")
    }
    one, other = (CARDS[find(code)] for code in ("WASP", "WASP-2"))
    assert (one.strength, one.type, one.powers) == (other.strength, other.type, other.powers)
    assert one.card != other.card


def test_zones_and_sectors_can_be_chosen_in_turn_order():
    game = Dictator(placing=True)
    state = after_rolls(game, 2, 5)
    assert state.player == 1
    state = play_all(game, state, "zone blue")
    assert state.player == 0
    assert game.objection(state, game.parse("zone blue")).rule == "DC4.2"
    state = play_all(game, state, "zone red")
    assert state.player == 1
    state = play_all(game, state, "place 1 H3")
    assert game.objection(state, game.parse("place 2 H3")).rule == "DC1.2"
    assert game.objection(state, game.parse("place 2 A3")).rule == "DC4.2"
    state = play_all(game, state, "place 2 I4", "place 3 I3", "place 1 A3", "place 2 B3", "place 3 A4")
    assert placed(game, state) == {"C-1": "H3", "C-2": "I4", "C-3": "I3", "T-1": "A3", "T-2": "B3", "T-3": "A4"}
    assert state.player == 1
    # Red goes before blue (DC11.8), and then they alternate.
    assert play_all(game, state, "end turn").player == 0


# Dice


def chances(game, state, value):
    """Return `value` of what comes of a state, averaged over dice; who decides takes what is best for their side.

    A value is (attacker wins, draw, defender wins); it is looked up once the battle is decided.
    """
    decided = value(state)
    if decided:
        return decided
    if game.current_player(state) == CHANCE:
        parts = [
            [share * part for part in chances(game, game.apply(state, action), value)]
            for action, share in game.chance_outcomes(state)
        ]
        return tuple(map(sum, zip(*parts, strict=True)))
    sign = 1 if state.battle.side == ATTACKER else -1
    futures = [chances(game, game.apply(state, action), value) for action in game.legal_actions(state)]
    return max(futures, key=lambda future: sign * (future[0] - future[2]))


def outcome(state):
    if state.battle is None:
        return (Fraction(0), Fraction(1), Fraction(0))
    if state.battle.loser < 0:
        return None
    won = state.battle.loser == DEFENDER
    return (Fraction(int(won)), Fraction(0), Fraction(int(not won)))


@pytest.mark.parametrize(
    ("attackers", "lead", "expected"),
    [
        ("T1", 0, (15, 6, 15)),
        ("T9", 1, (21, 5, 10)),
        ("H2", 2, (26, 4, 6)),
        ("T9.T8", 3, (30, 3, 3)),
        ("H2.T9", 4, (33, 2, 1)),
        ("H2.H2b", 5, (35, 1, 0)),
        ("H2.H2b.T1", 6, (36, 0, 0)),
    ],
)
def test_dice_by_the_attackers_lead(attackers, lead, expected):
    state = CHAOS.from_text(f"turn by=0 0.1@E1:{attackers} 1.1@E2:T11 deck=H1.H1b.H3.H3b")
    state = play_all(CHAOS, state, "E1 x E2")
    figures = CHAOS.figures(state)
    assert figures["attacker_strength"] - figures["defender_strength"] == lead
    assert chances(CHAOS, state, outcome) == tuple(Fraction(part, 36) for part in expected)


def test_bio_bugs_used_by_the_defender_when_it_pays():
    state = play_all(CHAOS, "turn by=0 0.1@E1:T9 1.1@E2:C7.C4 energy=6.6", "E1 x E2")
    figures = CHAOS.figures(state)
    assert figures["attacker_strength"] == figures["defender_strength"]
    assert chances(CHAOS, state, outcome) == (Fraction(29, 108), Fraction(1, 6), Fraction(61, 108))


# The worked battles


def figures_of(state, *names, game=CHAOS):
    figures = game.figures(state)
    return tuple(figures[one] for one in names)


SIDES = ("attacker", "defender")


def test_command_and_assault_against_control_and_phalanx():
    game = Dictator(mission="training")
    events = []
    state = play_all(game, "turn by=0 0.1@E1:T5.T6.T7 1.1@E2:C2.C3.C8 energy=6.6", "E1 x E2", "pass", "pass")
    assert figures_of(state, *SIDES, game=game) == (5, 4)
    state = play_all(game, state, "Komtur: Command", "Sturmknechts: Assault")
    assert figures_of(state, *SIDES, game=game) == (7, 4)
    state = play_all(game, state, "Rider: Control Snail", "Hoplon: Phalanx")
    assert figures_of(state, *SIDES, game=game) == (7, 7)
    state = play_all(game, state, "die 3")
    assert figures_of(state, "attacker", game=game) == (10,)
    state = play_all(game, state, "die 3", events=events)
    drawn = next(event for event in events if event.rule == "DC7.8")
    assert drawn.words.count("10") == 2
    assert not state.damaged
    assert state.dump == ()
    assert len(state.battalions) == 2
    assert state.battle is None
    assert state.turn == 1, "the attack is used"


def test_barrage_against_bio_mechs():
    state = play_all(CHAOS, "turn by=0 0.1@E1:T14.T9 1.1@E2:C1.C5.C2 energy=6.6", "E1 x E2", "Hydra: Barrage")
    assert figures_of(state, *SIDES) == (4, 1)
    state = play_all(CHAOS, state, "Rider: Control Argus")
    assert figures_of(state, *SIDES) == (4, 3)
    state = play_all(CHAOS, state, "die 1", "die 6")
    assert figures_of(state, *SIDES) == (5, 9)
    state = play_all(CHAOS, state, "Manta: Feeding")
    assert figures_of(state, "energy_A", "energy_B") == (5, 7)
    assert state.player == 0, "the attacker has lost and damages a card"
    assert set(map(str, CHAOS.legal_actions(state))) == {"damage Hydra", "damage Knechts"}
    state = play_all(CHAOS, state, "damage Knechts")
    assert figures_of(state, "damaged", "A-1") == ("Knechts", "Hydra, Knechts")


def test_acid_spray_against_a_guild_that_stays():
    state = play_all(CHAOS, "turn by=0 0.1@E2:C8.C6.C12 1.1@E6:T9 energy=6.6", "E2 x E3")
    assert set(map(str, CHAOS.legal_actions(state))) == {"Snail: Acid Spray", "pass"}, "Agitation has no object"
    state = play_all(CHAOS, state, "Snail: Acid Spray")
    assert figures_of(state, *SIDES) == (4, 1)
    events = []
    state = play_all(CHAOS, state, "die 1", "die 4", events=events)
    assert any(event.rule == "DC7.8" and event.words.count("5") == 2 for event in events)
    assert figures_of(state, "guilds", "damaged", "energy_A", "deck") == (12, "none", 5, 6)


def test_corrosion_silences_strength_and_not_actions():
    state = play_all(CHAOS, "turn by=0 0.1@E1:T2.T8.T4 1.1@E2:C8.C12 energy=6.6", "E1 x E2", "Snail: Corrosion")
    assert figures_of(state, *SIDES) == (0, 3)
    state = play_all(CHAOS, state, "Knight: Acceleration")
    assert figures_of(state, *SIDES) == (2, 3)
    state = play_all(CHAOS, state, "die 2", "die 1")
    assert figures_of(state, *SIDES) == (4, 4)
    state = play_all(CHAOS, state, "Tolos: Second Salvo", "die 1")
    assert figures_of(state, *SIDES) == (3, 4)
    state = play_all(CHAOS, state, "damage Tolos", "Leech: Drain")
    # Acceleration and Second Salvo, then Drain: 6 - 1 - 1 - 1; Corrosion and Drain: 6 - 1 + 1.
    assert figures_of(state, "damaged", "energy_A", "energy_B") == ("Tolos", 3, 6)


def test_the_running_sums_stand_card_by_card():
    state = play_all(CHAOS, "turn by=0 0.1@E1:C8.T4 1.1@E2:T2.T9 energy=6.6", "E1 x E2", "Snail: Corrosion")
    state = play_all(CHAOS, state, "Knight: Acceleration", "die 5")
    lines = [(line.places[0], line.value) for line in CHAOS.tally(state)]
    assert lines[:2] == [("Snail", 2), ("Tolos", 2)]
    assert lines[3:] == [("Knight", 0), ("Knechts", 2), ("Knight", 2)]
    assert lines[2][1] == 5, "the attacker's die"


def test_face_down_cards_against_a_guild_count_one():
    game = Dictator(fog=True)
    state = play_all(game, "turn by=0 0.1@E2:T10.T13.T9 1.1@E6:C8 energy=6.6", "E2 x E3")
    assert figures_of(state, *SIDES, game=game) == (3, 3)
    state = play_all(game, state, "turn up Knechts")
    assert figures_of(state, *SIDES, game=game) == (4, 3)
    state = play_all(game, state, "pass", "pass", "die 2", "die 6")
    assert figures_of(state, *SIDES, game=game) == (6, 9)
    state = play_all(game, state, "Chaplain: Blessing", "die 3")
    # Only Blessing was left in the window, so it is closed: the attacker has lost and damages a card.
    assert figures_of(state, "attacker_strength", "attacker", game=game) == (4, 7)
    assert state.up >> find("Chaplain") & 1
    state = play_all(game, state, "damage Med-Tech")
    assert state.up == 0, "afterwards all are turned down again"


def test_a_card_used_in_fog_and_the_bio_mech_of_control_count_their_strength():
    game = Dictator(mission="chaos", fog=True)
    # WASP is turned up by its dash; Rider and Manta by Control; Chaplain lies face down.
    state = play_all(game, "turn by=0 0.1@D1:T14.T1.T10 1.1@E6:C8", "WASP: Turbo dash E2", "E2 x E3")
    assert figures_of(state, "attacker", game=game) == (1 + 1 + 1,)
    state = play_all(game, "turn by=0 0.1@E2:C2.C5.T10 1.1@E6:C8", "E2 x E3", "pass")
    assert figures_of(state, "attacker", game=game) == (3,)
    state = play_all(game, state, "Rider: Control Manta")
    assert figures_of(state, "attacker", game=game) == (1 + 2 + 1 + 2,)


def test_in_fog_both_battalions_are_turned_up_for_a_battle_and_down_after_it():
    game = Dictator(fog=True)
    state = play_all(game, "turn by=0 0.1@E1:T9.T2 0.2@I3:T8 1.1@E2:C8.C12 1.2@I4:C9", "E1 x E2")
    up = {name(card) for card in range(len(CARDS)) if state.up >> card & 1}
    assert up == {"Knechts", "Knight", "Snail", "Leech"}
    assert figures_of(state, *SIDES, game=game) == (4, 3)
    state = play_all(game, state, "pass", "pass", "die 1", "die 2")
    assert state.battle is None
    assert state.up == 0


# What a reader gets wrong


@pytest.mark.parametrize(
    ("position", "actions", "attempt", "rule"),
    [
        # Moving onto a Guild token or a battalion, an own or an enemy's.
        ("turn by=0 0.1@E2:T1 1.1@E6:C8", "", "E2-E3", "DC6.1"),
        ("turn by=0 0.1@E2:T1 0.2@E1:T2 1.1@E6:C8", "", "E2-E1", "DC6.1"),
        ("turn by=0 0.1@E2:T1 1.1@E1:C8", "", "E2-E1", "DC6.1"),
        # Ending a dash there, or dashing through an enemy.
        ("turn by=0 0.1@E2:T1 1.1@E6:C8", "", "WASP: Turbo dash E4", "DC6.5"),
        ("turn by=0 0.1@E1:T1 0.2@D2:T2 1.1@E6:C8", "", "WASP: Turbo dash D2", "DC6.5"),
        ("turn by=0 0.1@D1:T1 1.1@D2:C8", "", "WASP: Turbo dash D4", "DC6.4"),
        # Exchanging after acting: moved, used a special action, attacked, exchanged.
        ("turn by=0 0.1@E1:T1 0.2@D1:T2 1.1@E6:C8", "E1-E2", "E2 <> D1: WASP / Knight", "DC6.7"),
        ("turn by=0 0.1@E1:T1 0.2@D1:T2 1.1@E6:C8", "WASP: Turbo dash E2", "D1 <> E2: Knight / WASP", "DC6.7"),
        ("turn by=0 0.1@E2:T1.T9 0.2@D1:T2 1.1@E6:C8", "E2 x E3, die 3, die 3", "D1 <> E2: Knight / WASP", "DC6.7"),
        (
            "turn by=0 0.1@E1:T1.T9 0.2@D1:T2 0.3@D2:T11 1.1@E6:C8",
            "E1 <> D1: WASP / Knight",
            "D1 <> D2: WASP / Runner",
            "DC6.7",
        ),
        # Acting after exchanging.
        ("turn by=0 0.1@E1:T1 0.2@D1:T2 0.3@I3:T8 1.1@E6:C8", "E1 <> D1: WASP / Knight", "E1-E2", "DC6.8"),
        ("turn by=0 0.1@E1:T1 0.2@D1:T2 0.3@I3:T8 1.1@E6:C8", "E1 <> D1: WASP / Knight", "D1 x C2", "DC6.8"),
        (
            "turn by=0 0.1@E1:T1 0.2@D1:T2 0.3@I3:T8 1.1@E6:C8",
            "E1 <> D1: WASP / Knight",
            "WASP: Turbo dash D4",
            "DC6.8",
        ),
        # Using an action unpaid, or twice.
        ("turn by=0 0.1@E1:T8 1.1@E6:C8 energy=0.6", "", "Perseus: Leap D2", "DC3.2"),
        ("turn by=0 0.1@E1:T2.T7 1.1@E2:C4 energy=0.6", "E1 x E2", "Knight: Acceleration", "DC3.2"),
        ("turn by=0 0.1@E1:T2.T7 1.1@E2:C4", "E1 x E2, Knight: Acceleration", "Knight: Acceleration", "DC7.4"),
        # Acting in another card's phase.
        ("turn by=0 0.1@E1:T2.T7 1.1@E2:C4", "", "Knight: Acceleration", "DC7.3"),
        ("turn by=0 0.1@E1:T3.T7 1.1@E2:C4", "E1 x E2", "Orion: Aimed Shot Shamir", "DC7.3"),
        # Damaging a card again.
        ("turn by=0 0.1@E1:T3*.T13 1.1@E2:C4.C1", "E1 x E2, die 1, die 6", "damage Orion", "DC2.5"),
        # Leaving four cards in a battalion.
        (
            "turn by=0 0.1@E2:T9.T1.T11 1.1@E6:C8 top=H2 deck=H1.H1b.H2b.H3.H3b",
            "E2 x E3, die 6, die 1, take a Hireling, draw Minotaur",
            "end turn",
            "DC9.4",
        ),
        # Going on with a battalion after another has begun.
        ("turn by=0 0.1@E1:T1 0.2@I3:T2 1.1@E6:C8", "E1-D1, I3-H3", "WASP: Turbo dash D2", "DC5.1"),
        # Attacking twice.
        ("turn by=0 0.1@E2:T9 0.2@I3:T8 1.1@D2:C8 energy=6.0", "E2 x E3, die 2, die 1", "E2 x D2", "DC5.3"),
    ],
)
def test_what_a_reader_gets_wrong_is_refused_with_rule_places_and_advice(position, actions, attempt, rule):
    state = play_all(CHAOS, position, *filter(None, actions.split(", ")))
    with pytest.raises(IllegalAction) as failure:
        play(CHAOS, state, CHAOS.parse(attempt))
    objection = failure.value.objection
    assert objection.rule == rule
    assert objection.places
    assert all(objection.places)
    assert objection.words
    assert objection.advice


def test_a_second_battalion_token_in_a_sector_is_refused():
    game = Dictator(placing=True)
    state = play_all(game, after_rolls(game, 5, 2), "zone green", "zone yellow", "place 1 E1")
    objection = game.objection(state, game.parse("place 2 E1"))
    assert objection.rule == "DC1.2"
    assert objection.places == ("E1",)
    assert "D1" in objection.advice
    assert "F1" in objection.advice


def test_a_damaged_card_is_not_lost():
    # It keeps its Strength, 2 + 2, and its action.
    state = play_all(CHAOS, "turn by=0 0.1@E1:T2*.T9 1.1@E2:C4 energy=6.6", "E1 x E2")
    assert figures_of(state, *SIDES) == (4, 1)
    assert figures_of(play_all(CHAOS, state, "Knight: Acceleration"), "attacker") == (6,)
    # It goes to the Dump only when all cards of its battalion are damaged: 2 + 2 + 0 + 1 to 1 + 2 + 6.
    position = "turn by=0 0.1@E1:T2*.T9.T10 0.2@I3:T1 1.1@E2:C4.C1 energy=0.0"
    state = play_all(CHAOS, position, "E1 x E2", "die 1", "die 6")
    assert figures_of(state, *SIDES) == (5, 9)
    state = play_all(CHAOS, state, "damage Knechts")
    assert figures_of(state, "A-1", "damaged", "dump") == ("Knight, Knechts, Chaplain", "Knight, Knechts", "empty")


def test_a_card_that_changes_battalion_stays_damaged():
    state = play_all(CHAOS, "turn by=0 0.1@E1:T2*.T9 0.2@D1:T8 1.1@E6:C4", "E1 <> D1: Knight / -")
    assert figures_of(state, "A-1", "A-2", "damaged") == ("Knechts", "Perseus, Knight", "Knight")


def test_the_last_undamaged_card_takes_the_battalion_along():
    events = []
    position = "turn by=0 0.1@E1:T13*.T11 0.2@I3:T1 1.1@E2:C4.C1 energy=6.6"
    state = play_all(CHAOS, position, "E1 x E2", "die 1", "die 6", "damage Runner", events=events)
    assert any(event.rule == "DC7.10" for event in events)
    assert set(state.dump) == set(number_of("Med-Tech", "Runner"))
    assert state.damaged == 0
    assert [CHAOS.token(battalion) for battalion in state.battalions] == ["A-2", "B-1"]
    assert state.player == 0, "the turn goes on with the battalion that is left"


def test_a_defenders_card_acts_again_in_the_next_battle_of_the_turn():
    position = "turn by=0 0.1@E1:T9 0.2@D2:T8 1.1@E2:C8.C7 energy=6.6"
    # Corrosion: 2 to 3 and 0 to 3; both battles a draw by the dice.
    state = play_all(CHAOS, position, "E1 x E2", "Snail: Corrosion", "die 2", "die 1", "pass")
    state = play_all(CHAOS, state, "D2 x E2", "Snail: Corrosion")
    assert figures_of(state, *SIDES, "energy_B") == (0, 3, 4)


def test_a_guild_that_wins_damages_a_card_and_stays():
    position = "turn by=0 0.1@E2:T9.T11 0.2@I3:T1 1.1@E6:C4"
    state = play_all(CHAOS, position, "E2 x E3", "die 1", "die 6", "damage Runner")
    assert figures_of(state, "guilds", "damaged", "A-1 at") == (12, "Runner", "E2")


def test_an_empty_deck_gives_one_energy():
    position = "turn by=0 0.1@E2:T9.T11 0.2@I3:T1 1.1@E6:C4 deck=- energy=6.6"
    state = play_all(CHAOS, position, "E2 x E3", "die 6", "die 1")
    assert figures_of(state, "guilds", "energy_A", "A-1 at") == (11, 7, "E2"), "the winner does not advance"
    assert state.player == 0


def test_big_brother_chooses_among_all_three_and_the_others_keep_their_order():
    position = "turn by=0 0.1@E2:C1.T9 1.1@E6:T8 top=H1.H2.H1b deck=H2b.H3.H3b"
    state = play_all(CHAOS, position, "E2 x E3", "Argus: Big Brother", "die 6", "die 1")
    # Two Phantoms are alike, yet which of them comes makes the order of those that go back.
    assert figures_of(play_all(CHAOS, state, "choose Phantom"), "seen") == ("Minotaur, Phantom-2",)
    assert figures_of(play_all(CHAOS, state, "choose Minotaur"), "seen") == ("Phantom, Phantom-2",)
    assert figures_of(play_all(CHAOS, state, "choose Phantom-2"), "seen") == ("Phantom, Minotaur",)


def test_a_hireling_seen_and_put_back_is_the_next_to_be_drawn():
    position = "turn by=0 0.1@E2:T9 1.1@E6:T8 top=H2.H1 deck=H1b.H2b.H3.H3b"
    state = play_all(CHAOS, position, "E2 x E3", "die 6", "die 1", "take a Hireling")
    assert CHAOS.chance_outcomes(state) == ((CHAOS.parse("draw Minotaur"), Fraction(1)),)
    state = play_all(CHAOS, "turn by=0 0.1@E2:T9 1.1@E6:T8", "E2 x E3", "die 6", "die 1", "take a Hireling")
    assert [share for _action, share in CHAOS.chance_outcomes(state)] == [Fraction(1, 3)] * 3


def test_the_next_living_player_rolls_for_a_guild():
    game = Dictator(mission="triumvirate")
    for red, opponent in (("1.1@A3:T8 ", "Red commander"), ("", "Yellow commander")):
        events = []
        position = f"turn by=0 0.1@E2:T9 {red}2.1@I3:C4 energy=6.6.6"
        play_all(game, position, "E2 x E3", "die 3", "die 4", events=events)
        rolls = [dict(event.facts)["player"] for event in events if "pips" in dict(event.facts)]
        assert rolls == ["Green commander", opponent]


@pytest.mark.parametrize("thrown", ["Knechts", "WASP", "Runner", "Minotaur"])
def test_one_of_four_cards_goes_to_the_dump_the_new_one_too_if_wanted(thrown):
    position = "turn by=0 0.1@E2:T9*.T1.T11 1.1@E6:C8 top=H2 deck=H1.H1b.H2b.H3.H3b"
    won = ("E2 x E3", "die 6", "die 1", "take a Hireling", "draw Minotaur")
    state = play_all(CHAOS, position, *won, f"dump {thrown}")
    assert figures_of(state, "dump") == (thrown,)
    assert set(cards_of(state.battalions[0])) == {"Knechts", "WASP", "Runner", "Minotaur"} - {thrown}
    assert figures_of(state, "damaged") == ("none" if thrown == "Knechts" else "Knechts",)


# The end


def test_a_player_without_battalions_is_out_and_the_turn_passes_on():
    game = Dictator(mission="triumvirate")
    position = "turn by=0 0.1@E1:T9 1.1@E2:T11 2.1@I3:C4 energy=6.6.6"
    events = []
    state = play_all(game, position, "E1 x E2", "die 6", "die 1", "damage Runner", events=events)
    assert any(event.rule == "DC10.1" and "Red" in event.words for event in events)
    assert state.player == 2, "red is out, so yellow follows green"
    assert game.verdict(state) is None
    assert play_all(game, state, "end turn").player == 0
    # The one whose turn it is falls out by its own attack.
    state = play_all(game, position, "E1 x E2", "die 1", "die 6", "damage Knechts")
    assert state.player == state.turn == 1
    assert play_all(game, state, "end turn", "end turn").player == 1


def test_the_turn_goes_round_by_zones():
    game = Dictator(mission="triumvirate", placing=True)
    position = "turn by=0 0.1@E6:T9 1.1@E1:T11 2.1@A3:C4 energy=6.6.6 zones=yellow.green.red"
    order, state = [], game.from_text(position)
    for _turn in range(4):
        order.append(state.player)
        state = play_all(game, state, "end turn")
    assert order == [0, 1, 2, 0], "yellow, green, red"
    other = game.from_text(position.replace("yellow.green.red", "yellow.red.green"))
    assert play_all(game, other, "end turn").player == 2, "green after yellow"


def test_an_attacker_who_is_out_does_not_go_on_and_the_last_one_wins():
    events = []
    state = play_all(
        CHAOS, "turn by=0 0.1@E1:T9 1.1@E2:T11", "E1 x E2", "die 1", "die 6", "damage Knechts", events=events
    )
    assert game_over(CHAOS, state) == "DC10.1"
    assert events[-1].rule == "DC10.1"
    assert CHAOS.returns(state) == (-1, 1)
    assert CHAOS.objection(state, EndTurn()).rule == "DC10.1"


def test_the_last_battalions_can_fall_together():
    # 1 + 1 + 6 to 1 + 1: Genomorph takes Orion, so the winner holds damaged cards only, and the loser none.
    position = "turn by=0 0.1@E1:C9.C4* 1.1@E2:T3 energy=0.0"
    state = play_all(CHAOS, position, "E1 x E2", "die 6", "die 1", "damage Orion", "Genomorph: Absorption Orion")
    assert game_over(CHAOS, state) == "DC10.1"
    assert state.battalions == ()
    assert CHAOS.returns(state) == (0, 0)


def game_over(game, state):
    assert game.current_player(state) == TERMINAL
    return game.verdict(state).rule


@pytest.mark.parametrize(
    ("own", "other", "energy", "returns"),
    [
        ("T1.T2", "C1.C4*.C5*", "0.12", (1, -1)),  # most undamaged cards
        ("T1.T2", "C1.C4.C5", "12.0", (-1, 1)),
        ("T1.T2*", "C1", "0.12", (1, -1)),  # then most cards
        ("T1.T2*", "C1.C4*", "5.6", (-1, 1)),  # then most Energy
        ("T1.T2*", "C1.C4*", "6.6", (0, 0)),  # else a draw
    ],
)
def test_after_ten_quiet_rounds_undamaged_cards_then_cards_then_energy(own, other, energy, returns):
    position = f"turn by=1 0.1@E1:{own} 1.1@E6:{other} energy={energy}"
    state = play_all(CHAOS, f"{position} quiet=18", "end turn")
    assert state.stage is Stage.TURN
    assert game_over(CHAOS, over := play_all(CHAOS, state, "end turn")) == "DC10.2"
    assert CHAOS.returns(over) == returns
    endless = Dictator(mission="chaos", quiet_end=False)
    assert play_all(endless, f"{position} quiet=19", "end turn").stage is Stage.TURN


def test_a_guild_that_falls_begins_the_ten_rounds_anew():
    state = play_all(CHAOS, "turn by=0 0.1@E2:T9 1.1@E6:C8 quiet=19", "E2 x E3", "die 6", "die 1", "take Energy")
    for turn in range(20):
        assert state.stage is Stage.TURN, f"{turn} quiet turns"
        state = play_all(CHAOS, state, "end turn")
    assert game_over(CHAOS, state) == "DC10.2"


# Whole games


def variants(*options):
    """Return every mission with and without each of some options."""
    games = [
        Dictator(mission=mission, **dict(zip(options, values, strict=True)))
        for mission, *values in itertools.product(MISSIONS, *([False, True] for _option in options))
    ]
    return [pytest.param(game, id=game.header()) for game in games]


def lying(state):
    """Return where cards lie, each as often as it does."""
    groups = [battalion.cards for battalion in state.battalions]
    return Counter(itertools.chain(*groups, *state.pools, state.dump, state.deck, state.top))


def settle(game, energy, events):
    """Return the Energy after what the events say of it, each checked against the one before."""
    seats = {name: seat for seat, name in enumerate(game.seats)}
    for event in events:
        facts = dict(event.facts)
        if not event.rule.startswith("DC3."):
            assert "energy" not in facts
            continue
        seat = seats[facts["player"]]
        match event.rule:
            case "DC3.1":
                assert energy[seat] == facts["most"] == 12
                continue
            case "DC3.2":
                assert 0 < facts["cost"] <= energy[seat]
                energy[seat] -= facts["cost"]
            case "DC3.3":
                assert energy[seat] > 0, "an action needs enemy Energy"
                energy[seat] = max(0, energy[seat] - facts["by"])
            case "DC3.4":
                energy[seat] = min(12, energy[seat] + facts["by"])
        assert energy[seat] == facts["energy"]
    return energy


@pytest.mark.parametrize("game", variants("fog", "placing"))
def test_cards_and_energy_are_conserved_and_tokens_keep_apart(game):
    universe = set(game.universe)
    for seed in range(2):
        rng = random.Random(seed)
        state = game.initial_state()
        aside = universe - set(lying(state))
        while game.current_player(state) != TERMINAL:
            events, before = [], state
            state = game.apply(state, random_policy(game, state, rng), events)
            places = lying(state)
            assert set(places.values()) == {1}
            assert set(places) <= universe
            left = universe - set(places)
            assert all(CARDS[card].army != "H" for card in left)
            assert left == aside or before.stage in (Stage.DEAL, Stage.DRAFT)
            assert left <= aside
            aside = left
            held = set(itertools.chain(*(battalion.cards for battalion in state.battalions)))
            assert all(not state.damaged >> card & 1 for card in universe - held), "only cards on the map are damaged"
            most = 4 if state.stage is Stage.FOURTH else 3
            assert all(len(battalion.cards) <= most for battalion in state.battalions)
            tokens = [battalion.sector for battalion in state.battalions if battalion.sector >= 0]
            assert len(set(tokens)) == len(tokens)
            assert not any(state.guild_at(sector) for sector in tokens)
            assert state.guilds & ~before.guilds == 0, "no Guild comes back"
            assert settle(game, list(before.energy), events) == list(state.energy)
            assert all(0 <= energy <= 12 for energy in state.energy)
            if state.stage is Stage.TURN:
                assert all(
                    any(not state.damaged >> card & 1 for card in battalion.cards) for battalion in state.battalions
                )
        assert len(aside) == {"chaos": 8, "triumvirate": 8}.get(game.mission, 0)


def ended(game, policy, seed):
    """Return the rule that ended a game, with the reasons checked against what was seen on the way."""
    rng = random.Random(seed)
    state = game.initial_state()
    quiet, loud = 0, False
    while game.current_player(state) != TERMINAL:
        events, before = [], state
        state = game.apply(state, policy(game, state, rng), events)
        if before.stage < Stage.TURN:
            continue
        loud = loud or len(state.dump) > len(before.dump) or state.guilds != before.guilds
        if any(event.rule in ("DC5.1", "DC10.2") for event in events):
            assert quiet < 10 * len({battalion.seat for battalion in before.battalions}) or loud
            quiet, loud = (0 if loud else quiet + 1), False
    alive = {battalion.seat for battalion in state.battalions}
    returns = game.returns(state)
    assert abs(sum(returns)) < 1e-9
    rule = game_over(game, state)
    if rule == "DC10.1":
        assert len(alive) <= 1
        assert all(returns[seat] == 1 for seat in alive)
    else:
        assert len(alive) >= 2
        assert quiet == 10 * len(alive)
    assert all(returns[seat] < 0 for seat in range(game.num_players) if seat not in alive) or not alive
    return rule


@pytest.mark.parametrize("policy", [random_policy, greedy_policy], ids=["random", "greedy"])
def test_every_mission_is_played_to_its_end_and_both_endings_occur(policy, monkeypatch):
    monkeypatch.setattr(Dictator, "look_ahead", 1)  # Greedy play that looks further takes ten times as long.
    rules = Counter()
    for mission, fog in itertools.product(MISSIONS, (False, True)):
        for seed in range(3):
            rules[ended(Dictator(mission=mission, fog=fog), policy, seed)] += 1
    assert set(rules) == {"DC10.1", "DC10.2"}


def test_greedy_play_that_looks_ahead_comes_to_an_end():
    assert ended(Dictator(mission="dissension"), greedy_policy, 1) in ("DC10.1", "DC10.2")


def test_greedy_beats_random_clearly(monkeypatch):
    """Of 100 games between equals more than 62 would be won once in a hundred times."""
    monkeypatch.setattr(Dictator, "look_ahead", 1)
    won = 0
    for seed in range(100):
        policies = [random_policy, random_policy]
        policies[seed % 2] = greedy_policy
        _actions, state = playout(Dictator(), Dictator().initial_state(), random.Random(seed), policies)
        won += Dictator().returns(state)[seed % 2] > 0
    assert won > 62


# Fog of War


def hidden_from(state, seat):
    """Return others' cards that lie face down, by battalions: what DC11.4 keeps from a seat."""
    return [
        tuple(card for card in battalion.cards if not state.up >> card & 1)
        for battalion in state.battalions
        if battalion.seat != seat
    ]


def own_of(state, seat):
    own = state.of(seat)
    mine = [card for battalion in own for card in battalion.cards]
    return own, [state.damaged >> card & 1 for card in mine], [state.acted >> card & 1 for card in mine]


def open_to_all(state):
    """Return what everybody sees in Fog of War, the sizes and the damage of battalions among it."""
    secret = state.stage in (Stage.FORM, Stage.PLACE)
    tokens = [
        (b.key, b.sector, b.done, len(b.cards), sum(state.damaged >> card & 1 for card in b.cards))
        for b in state.battalions
    ]
    faces = {
        card: next(b.key for b in state.battalions if card in b.cards)
        for card in range(len(CARDS))
        if state.up >> card & 1
    }
    deck = len(state.deck) + len(state.top)
    return state.stage, state.player, secret or tokens, state.energy, state.guilds, state.dump, deck, faces


def fog_states(game, seed):
    """Yield every tenth state of a random game, and every state of setting up."""
    rng = random.Random(seed)
    state = game.initial_state()
    for ply in itertools.count():
        if game.current_player(state) == TERMINAL:
            return
        if ply % 10 == 0 or state.stage < Stage.TURN:
            yield state
        state = game.apply(state, random_policy(game, state, rng))


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_resampled_state_looks_the_same_and_hides_something_else(mission):
    game = Dictator(mission=mission, fog=True)
    varied = 0
    for state in itertools.chain(fog_states(game, 1), fog_states(game, 2)):
        for seat in range(game.num_players):
            others = [game.resample(state, seat, random.Random(seed)) for seed in range(6)]
            for other in others:
                assert game.observation(other, seat) == game.observation(state, seat)
                assert open_to_all(other) == open_to_all(state)
                assert own_of(other, seat) == own_of(state, seat)
                assert [pool for at, pool in enumerate(other.pools) if at == seat] == [
                    pool for at, pool in enumerate(state.pools) if at == seat
                ]
                assert set(lying(other).values()) == {1}
                assert set(lying(other)) <= set(game.universe)
                assert sum(lying(other).values()) == sum(lying(state).values())
                if state.player == seat:
                    assert game.legal_actions(other) == game.legal_actions(state)
            hidden = [cards for cards in hidden_from(state, seat) if cards]
            if state.stage >= Stage.TURN and len(hidden) >= 2 and sum(map(len, hidden)) >= 4:
                varied += 1
                assert len({tuple(map(frozenset, hidden_from(other, seat))) for other in others}) > 1
    assert varied > 20


def test_the_order_of_the_deck_is_hidden_from_all():
    game = Dictator(fog=True)
    position = "turn by=0 0.1@E2:T1.T8.T9 1.1@E6:C8.C3 top=H2.H1"
    state = game.from_text(position + " deck=H1b.H2b.H3.H3b")
    for seat in (0, 1):
        tops = {game.resample(state, seat, random.Random(seed)).top for seed in range(30)}
        assert len({tuple(card % KINDS for card in top) for top in tops}) > 2


@pytest.mark.parametrize("mission", ["triumvirate", "dissension"])
def test_cards_dealt_to_others_stay_unknown_while_battalions_are_formed(mission):
    game = Dictator(mission=mission, fog=True)
    rng = random.Random(6)
    state = game.initial_state()
    while state.stage is not Stage.FORM:
        state = game.apply(state, draw(game, state, rng))
    seat, other = state.player, (state.player + 1) % game.num_players
    dealt = set()
    for seed in range(20):
        sampled = game.resample(state, seat, random.Random(seed))
        assert sampled.pools[seat] == state.pools[seat]
        dealt.add(frozenset(sampled.pools[other]))
    assert len(dealt) > 1


def test_cards_set_aside_may_be_in_others_hands():
    game = Dictator(mission="triumvirate", fog=True)
    rng = random.Random(6)
    state = game.initial_state()
    while state.stage is not Stage.TURN:
        state = game.apply(state, random_policy(game, state, rng))
    own = {card for battalion in state.of(0) for card in battalion.cards}
    seen = set()
    for seed in range(40):
        seen |= set(itertools.chain(*hidden_from(game.resample(state, 0, random.Random(seed)), 0)))
    assert seen == {card for card in game.universe if CARDS[card].army != "H"} - own


def test_forming_is_secret():
    game = Dictator(mission="regrouping", fog=True)
    state = after_rolls(game, 6, 4)
    one, other = (play_all(game, state, f"form {card}") for card in ("WASP", "Hydra"))
    assert game.observation(one, 1) == game.observation(other, 1)
    assert game.observation(one, 0) != game.observation(other, 0)


def test_placing_is_secret_until_all_battalions_stand():
    game = Dictator(placing=True, fog=True)
    state = play_all(game, after_rolls(game, 6, 4), "zone green", "zone yellow")
    one = play_all(game, state, "place 1 E1", "place 2 D1", "place 3 F1")
    other = play_all(game, state, "place 1 F1", "place 2 D1", "place 3 E1")
    assert game.observation(one, 1) == game.observation(other, 1)
    assert game.observation(one, 0) != game.observation(other, 0)
    rest = ("place 1 E6", "place 2 F5", "place 3 D5")
    assert game.observation(play_all(game, one, *rest), 1) != game.observation(play_all(game, other, *rest), 1)


def test_of_an_exchange_in_fog_only_the_new_sizes_are_seen():
    game = Dictator(fog=True)
    before = "turn by=0 0.1@E1:T1.T8 0.2@D1:T2.T10 1.1@E6:C8 1.2@F5:C9"
    one, other = (
        play_all(game, before, exchange) for exchange in ("E1 <> D1: WASP / Knight", "E1 <> D1: Perseus / Chaplain")
    )
    assert game.observation(one, 1) == game.observation(other, 1)
    assert game.observation(one, 0) != game.observation(other, 0)
    assert game.observation(one, 1) != game.observation(play_all(game, before, "E1 <> D1: WASP / -"), 1)


def test_a_drawn_hireling_is_seen_by_the_drawer_only():
    game = Dictator(fog=True)
    position = "turn by=0 0.1@E2:T1.T8 0.2@I3:T2 1.1@E6:C8 1.2@F5:C9"
    won = ("E2 x E3", "turn up Perseus", "pass", "pass", "die 6", "die 1", "take a Hireling")
    one, other = (play_all(game, position, *won, f"draw {hireling}") for hireling in ("Phantom", "Minotaur"))
    assert game.observation(one, 1) == game.observation(other, 1)
    assert game.observation(one, 0) != game.observation(other, 0)


def test_without_fog_everything_is_seen():
    state = after_rolls(Dictator(), 6, 4)
    assert Dictator().observation(state, 1) == state
    assert Dictator().resample(state, 1, random.Random(0)) == state


@pytest.mark.parametrize("text", ["E1 <> F1: Tolos / -", "E1 <> F1: Tolos /", "E1 <> F1: Tolos"])
def test_a_gift_is_written_with_or_without_what_it_brings(text):
    game = parse_game("dictator mission=training")
    assert game.parse(text) == game.parse("E1 <> F1: Tolos / -")
    assert game.parse("E1 <> F1: Tolos, Orion / Hydra") == game.parse("E1 <> F1: Tolos Orion / Hydra")
