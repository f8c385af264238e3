"""Wu-xia: scenarios of every rule, every line of every card, the worked facts, and what is hidden."""

import itertools
import random
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from rulebook.bots import greedy_policy, random_policy
from rulebook.coverage import rules_of
from rulebook.game import CHANCE, TERMINAL, NotationError, draw, play
from rulebook.games.wuxia.actions import SEATS, Cost, Place, Word, Zone
from rulebook.games.wuxia.cards import NO_CARD, STAGE, deck
from rulebook.games.wuxia.state import NOBODY, Stage
from rulebook.games.wuxia.zones import digits, images
from rulebook.registry import parse_game

SCENARIOS = tomllib.loads((Path(__file__).parents[1] / "scenarios/wuxia.toml").read_text("utf-8"))
OPEN = "wuxia scenario=open"
THINGS = ("free", *SEATS, "round", "turned", "square")

# The deck of WX6, written from the rules: schema, cost, result.
DECK = {
    "Summon": ("....", "-2 -2 -1 -1 -1 -1", "place 1, place 1, place 1, place 2, place 2, place 3"),
    "Lone Crane": ("o...", "-2 -1 -1 -1 0 0", "move 1, move 1, place 1, place 1, place 2, move 2"),
    "Facing Tigers": ("ox..", "-3 -2 -2 -1 -1 0", "push 1, push 1, push 1, remove 1, remove 1, topple 1"),
    "Hidden Mantis": ("o..x", "-3 -2 -2 -1 -1 0", "move 1, push 1, push 1, remove 1, remove 1, topple 1"),
    "Fork of the Snake": ("oxx.", "-4 -3 -2 -2 -1 0", "push 1, push 2, remove 1, remove 1, topple 1, topple 1"),
    "Leaping Monkey": ("ox.x", "-4 -3 -2 -2 -1 0", "move 1, push 1, push 2, remove 1, topple 1, topple 1"),
    "Cornered Wolf": ("oxxx", "-4 -3 -3 -2 -1 0", "push 2, push 2, remove 1, remove 2, topple 1, topple 2"),
    "Two Brothers": ("oo..", "-2 -1 -1 -1 0 0", "place 1, place 1, move 2, place 2, block, block"),
    "Crossed Staves": ("o..o", "-2 -1 -1 -1 0 0", "move 1, move 2, place 1, place 1, place 2, block"),
    "Leopard's Paw": ("oox.", "-3 -2 -2 -1 0 0", "push 1, push 1, remove 1, remove 1, topple 1, topple 1"),
    "Closing Gate": ("ox.o", "-3 -2 -2 -1 0 0", "push 1, remove 1, remove 1, topple 1, topple 1, block"),
    "Two Against Two": ("ooxx", "-4 -3 -2 -2 -1 0", "push 2, push 2, remove 1, remove 2, topple 1, topple 2"),
    "Woven Blades": ("oxxo", "-4 -3 -2 -2 -1 0", "push 2, remove 1, remove 2, topple 1, topple 1, topple 2"),
    "Three Pines": ("ooo.", "-2 -1 -1 0 0 0", "place 1, move 2, place 2, place 2, block, block"),
    "Breaking Wall": ("ooox", "-3 -2 -1 -1 0 1", "push 1, remove 1, topple 1, topple 1, topple 1, topple 1"),
    "Four Winds": ("oooo", "-1 -1 0 0 0 0", "place 1, move 2, push 2, remove 2, topple 1, topple 2"),
}
SCHEMAS = {name: schema for name, (schema, _cost, _result) in DECK.items()}


def played(header, position, *actions):
    """Return a game, and the state after a line of play from a position."""
    game = parse_game(header)
    state = game.from_text(position)
    for notation in actions:
        state = play(game, state, game.parse(notation))
    return game, state


def noted(game, state):
    """Return what can be done, as it is noted."""
    return [*map(str, game.legal_actions(state))]


def names(game, cards):
    """Return the names of some cards."""
    return [game.cards.cards[card].name for card in cards]


def things(state):
    """Return what stands on each cell that is not free."""
    return {cell: THINGS[thing] for cell, thing in zip(STAGE.names, state.cells, strict=True) if thing}


def flags(state):
    """Return the flags, as they are noted."""
    return [f"{SEATS[seat]} {cell}" for cell, seat in zip(STAGE.names, state.flags, strict=True) if seat != NOBODY]


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios(name):
    entry = SCENARIOS[name]
    game, state = played(entry.get("game", OPEN), entry["position"], *entry["actions"])
    figures = game.figures(state)
    assert {key: figures[key] for key in entry["figures"]} == entry["figures"]
    found = things(state)
    assert {cell: found.get(cell, "free") for cell in entry.get("cells", {})} == entry.get("cells", {})
    if "flags" in entry:
        assert sorted(flags(state)) == sorted(entry["flags"])
    for player, hand in entry.get("hands", {}).items():
        assert sorted(names(game, state.hands[SEATS.index(player)])) == sorted(hand)
    if "pool" in entry:
        assert ["-" if card == NO_CARD else names(game, [card])[0] for card in state.pool] == entry["pool"]
    for key in ("discards", "aside"):
        if key in entry:
            assert sorted(names(game, getattr(state, key))) == sorted(entry[key])
    if "may" in entry:
        assert sorted(noted(game, state)) == sorted(entry["may"])
    assert {*entry.get("allowed", ())} <= {*noted(game, state)}
    for notation, rule in entry.get("refused", {}).items():
        objection = game.objection(state, game.parse(notation))
        assert objection is not None, notation
        assert objection.rule == rule, notation
    assert {"winner", "next", "may", "refused"} & set(entry)
    if "winner" in entry:
        assert state.stage is Stage.OVER
        assert SEATS[state.winner] == entry["winner"]
        assert game.returns(state)[state.winner] == 1
        assert sum(game.returns(state)) == pytest.approx(0)
    else:
        assert game.current_player(state) != TERMINAL
        assert set(game.returns(state)) == {0}
    if "next" in entry:
        assert game.current_player(state) >= 0
        assert SEATS[game.current_player(state)] == entry["next"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_states_of_a_scenario_are_read_back_and_judged_alike(name):
    entry = SCENARIOS[name]
    game, state = played(entry.get("game", OPEN), entry["position"])
    for notation in [*entry["actions"], None]:
        assert game.from_text(game.to_text(state)) == state
        if notation in (None, *entry["actions"][-2:]):
            legal = {*game.legal_actions(state)}
            assert legal == {action for action in game.attempts(state) if game.objection(state, action) is None}
        state = game.apply(state, game.parse(notation)) if notation else state


def test_every_rule_of_play_has_a_scenario():
    named = {name.split()[0] for name in SCENARIOS}
    rules = {rule for rule in rules_of("wuxia").marks if rule.startswith(("WX2", "WX3", "WX4", "WX5"))}
    assert rules - named == set()
    assert named <= set(rules_of("wuxia").marks)


# Every line of every card

MIDDLE = ("c3", "d3", "c4", "d4")


def pattern(schema, own="Jade", other="Vermilion", also=("b3",), others=("e3", "c5")):
    """Return the parts of a position in which zone 25 shows a schema, with pieces in its reach besides."""
    mine = [cell for cell, sign in zip(MIDDLE, schema, strict=True) if sign == "o"]
    theirs = [cell for cell, sign in zip(MIDDLE, schema, strict=True) if sign == "x"]
    return f"{own} {' '.join([*mine, *also])}; {other} {' '.join([*theirs, *others])}"


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("name", DECK)
def test_every_line_of_a_card(name, face):
    """Both dice show the face: its cost changes Chi, and its result asks for so many pieces, one after another."""
    schema, costs, results = DECK[name]
    pool = "" if name == "Summon" else f"; pool - / {name}"
    position = f"zone; turn Jade; {pattern(schema)}{pool}; chi 10 10; dice {face} {face}"
    game, state = played(OPEN, position, "zone 25")
    assert noted(game, state) == [f"card {name}"]
    before, state = state, play(game, state, game.parse(f"card {name}"))
    state = play(game, state, game.parse(f"cost {face}"))
    assert state.chi[0] == 10 + int(costs.split()[face - 1])
    assert not state.exhausted
    verb, _space, number = results.split(", ")[face - 1].partition(" ")
    state = play(game, state, game.parse(f"result {face}"))
    kind, done = "flag" if verb == "block" else verb, 0
    while state.stage is Stage.TARGET:
        assert state.turn == 0
        assert {action.split()[0] for action in noted(game, state)} == {kind}
        state = game.apply(state, game.legal_actions(state)[0])
        done += 1
    assert done == int(number or 1)
    assert state.turn == 1
    gained = Counter(after - was for after, was in zip(state.cells, before.cells, strict=True) if after != was)
    assert len(things(state)) - len(things(before)) == {"place": done, "remove": -done, "topple": -done}.get(verb, 0)
    assert sum(gained.values()) == (2 * done if verb in ("move", "push") else 0 if verb == "block" else done)
    changes = {"place": (-done, 0, 0), "remove": (0, done, 0), "topple": (0, 0, done)}.get(verb, (0, 0, 0))
    assert state.reserve[0] - before.reserve[0] == changes[0]
    assert state.reserve[1] - before.reserve[1] == changes[1]
    assert state.lost == (0, changes[2])
    assert state.flags.count(0) == (verb == "block")
    assert state.pool == before.pool


# The eight symmetries, by hand: the four cells a b / c d of a zone are read in these orders.
ORDERS = ("abcd", "cadb", "dcba", "bdac", "badc", "dbca", "cdab", "acbd")


@cache
def alike(schema):
    """Return all that a schema can be turned and mirrored into."""
    return {"".join(schema["abcd".index(letter)] for letter in order) for order in ORDERS}


def test_the_eight_symmetries_are_a_group_of_different_orders():
    assert len(set(ORDERS)) == 8
    assert {len(alike(other)) for other in alike("ox.o")} == {4}
    assert alike("oox.") == {"oox.", "xo.o", ".xoo", "o.ox", "oo.x", ".oxo", "x.oo", "oxo."}


@pytest.mark.parametrize("name", DECK)
def test_a_schema_fits_turned_and_mirrored_and_no_other_card_does(name):
    others = " / ".join((name if name != "Summon" else "-", "-"))
    for layout in alike(DECK[name][0]):
        position = f"zone; turn Jade; {pattern(layout)}; pool {others}; dice 1 2"
        game, state = played(OPEN, position, "zone 25")
        assert noted(game, state) == [f"card {name}"]
        for other in DECK:
            objection = game.objection(state, game.parse(f"card {other}"))
            assert (objection is None) == (other == name)
            assert other == name or objection.rule == "WX3.6"


def test_the_images_of_a_schema_are_as_many_as_the_rules_say():
    counts = {name: len(alike(schema)) for name, schema in SCHEMAS.items()}
    eight = ["Facing Tigers", "Leaping Monkey", "Leopard's Paw"]
    fewer = {"Crossed Staves": 2, "Woven Blades": 2, "Four Winds": 1, "Summon": 1}
    assert counts == dict.fromkeys(DECK, 4) | dict.fromkeys(eight, 8) | fewer
    for card in deck("book").cards:
        assert len(images(card.schema)) == counts[card.name]
        assert {"".join(".ox"[digit] for digit in digits(image)) for image in images(card.schema)} == alike(
            SCHEMAS[card.name]
        )


def test_there_are_twenty_one_layouts_up_to_symmetry():
    layouts = ["".join(cells) for cells in itertools.product(".ox", repeat=4)]
    assert len(layouts) == 81
    classes = {frozenset(alike(layout)) for layout in layouts}
    assert len(classes) == 21
    kinds = Counter(
        "own" if "o" in "".join(some) else "enemies" if "x" in "".join(some) else "empty" for some in classes
    )
    assert kinds == {"empty": 1, "own": 15, "enemies": 5}
    fitted = {frozenset(alike(schema)) for schema in SCHEMAS.values()}
    assert len(fitted) == 16
    assert fitted == {some for some in classes if "o" in "".join(some) or "x" not in "".join(some)}


def test_the_deck_has_fifteen_cards_and_no_warning():
    assert [card.name for card in deck("book").cards] == [*DECK]
    assert deck("book").warnings == ()


# Worked facts


def zone_cells(number):
    """Return the names of the cells of a zone row by row, '' outside: WX1.2 and WX1.5 read anew."""
    row, col = divmod(number - 1, 7)
    return [
        f"{'abcdef'[x]}{y + 1}" if 0 <= x < 6 and 0 <= y < 6 else "" for y in (row - 1, row) for x in (col - 1, col)
    ]


def near(cell):
    """Return the cells that share an edge with a cell."""
    x, y = "abcdef".index(cell[0]), int(cell[1])
    found = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
    return [f"{'abcdef'[col]}{row}" for col, row in found if 0 <= col < 6 and 1 <= row <= 6]


def reach(number):
    """Return the reach of a zone."""
    inside = {*filter(None, zone_cells(number))}
    return inside | {other for cell in inside for other in near(cell)}


def test_zones_and_their_reach():
    assert [zone_cells(number) for number in (1, 2, 8, 17, 25, 49)] == [
        ["", "", "", "a1"],
        ["", "", "a1", "b1"],
        ["", "a1", "", "a2"],
        ["b2", "c2", "b3", "c3"],
        ["c3", "d3", "c4", "d4"],
        ["f6", "", "", ""],
    ]
    assert len(STAGE.zones) == 49
    assert Counter(len(reach(number)) for number in range(1, 50)) == {3: 4, 5: 8, 6: 12, 8: 4, 10: 12, 12: 9}
    for number in range(1, 50):
        assert {STAGE.names[cell] for cell in STAGE.reach[number - 1]} == reach(number)
        assert ["" if cell < 0 else STAGE.names[cell] for cell in STAGE.zones[number - 1]] == zone_cells(number)


@pytest.mark.parametrize("number", range(1, 50))
def test_summon_places_in_the_whole_reach_of_every_zone(number):
    game, state = played(OPEN, "zone; turn Jade; dice 3 3", f"zone {number}", "card Summon", "cost 3", "result 3")
    assert {str(action.at) for action in game.legal_actions(state)} == reach(number)
    for cell in {*STAGE.names} - reach(number):
        assert game.objection(state, game.parse(f"place {cell}")).rule == "WX3.10"


def test_at_the_start_summon_fits_forty_two_zones():
    game, state = played("wuxia", "zone; turn Jade; dice 1 2")
    fitting = {action.number for action in game.legal_actions(state)}
    assert len(fitting) == 42
    assert {*range(1, 50)} - fitting == {17, 18, 24, 25, 26, 32, 33}


def test_the_worked_example_of_b2_and_c2():
    position = "zone; turn Jade; Jade b2; Vermilion c2; pool Facing Tigers / Lone Crane; dice 1 2"
    game, state = played(OPEN, position)
    found = {}
    for action in game.legal_actions(state):
        (card,) = game.legal_actions(game.apply(state, action))
        found.setdefault(card.card, set()).add(action.number)
    assert found["Facing Tigers"] == {10, 17}
    assert found["Lone Crane"] == {9, 16}
    assert len(found["Summon"]) == 43
    assert {*range(1, 50)} - {*itertools.chain(*found.values())} == {11, 18}
    game, state = played(OPEN, position, "zone 10", "card Facing Tigers", "cost 2", "result 1")
    assert noted(game, state) == ["push c2 c1", "push c2 d2", "push c2 c3"]


def test_the_start():
    game = parse_game("wuxia")
    state = game.initial_state()
    assert things(state) == {"c3": "round", "d4": "round"}
    assert (state.reserve, state.lost, state.dan) == ((6, 6), (0, 0), (3, 3))
    assert things(parse_game(OPEN).initial_state()) == {}
    ponds = {"c3": "round", "d4": "round", "d3": "square", "c4": "square"}
    assert things(parse_game("wuxia scenario=ponds").initial_state()) == ponds


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 3)])
def test_the_deal(players, hand):
    """From the first, each in order is dealt a hand and has one Chi more."""
    for seed in range(6):
        dealt = [state for state, _action in walk(f"wuxia players={players}", seed) if state.stage is Stage.POOL]
        state = dealt[0]
        assert [len(cards) for cards in state.hands] == [hand] * players
        assert len(state.deck) == 15 - players * hand
        assert [state.chi[(state.turn + later) % players] for later in range(players)] == [10, 11, 12, 13][:players]
        assert state.pool == (NO_CARD,) * players


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ("wuxia players=1", r"players=1: two to four .*\(WX2\.1\)"),
        ("wuxia players=5", r"players=5: two to four .*\(WX2\.1\)"),
        ("wuxia players=two", "players=two: write a whole number"),
        ("wuxia scenario=moon", "scenario=moon: there are stones, open, ponds"),
        ("wuxia colour=red", "'colour' is no option of Wu-xia; its options are players, scenario, deck"),
        ("wuxia deck=none", "'none': decks are 'book', or a file of this folder such as mine.toml"),
    ],
)
def test_battles_that_the_rules_do_not_know_are_refused(header, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game(header)


# Whole battles

TABLES = [
    f"wuxia players={players} scenario={scenario}"
    for players, scenario in itertools.product((2, 3, 4), ("stones", "open", "ponds"))
]


def fighting_policy(game, state, rng):
    """Return any legal action, but mostly lay cards in the pool, choose zones where somebody stands, and pay little."""
    if game.current_player(state) == CHANCE:
        return draw(game, state, rng)
    actions = game.legal_actions(state)
    if actions[0] is Word.SKIP and rng.random() < 0.9:
        actions = actions[1:] or actions
    if isinstance(actions[0], Zone) and rng.random() < 0.9:
        actions = [zone for zone in actions if not bare(state, zone.number)] or actions
    if isinstance(actions[0], Cost) and rng.random() < 0.8:
        return actions[-1]
    return rng.choice(actions)


def bare(state, number):
    """Tell whether Summon fits a zone."""
    return not any(things(state).get(cell, "square") != "square" for cell in zone_cells(number) if cell)


def walk(header, seed, policy=random_policy, most=20_000):
    """Yield (state, action) of one whole battle, the last with `None`."""
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


def guards(state, cell, owner):
    """Return how many fighters of a player stand beside a cell."""
    found = things(state)
    return [found.get(other) for other in near(cell)].count(owner)


@pytest.mark.parametrize("header", TABLES)
def test_nothing_is_lost_or_made(header):
    """Fighters, cards and tokens are conserved, levels stay within bounds, and a flag has its guards."""
    game = parse_game(header)
    start = game.initial_state()
    squares = [cell for cell, thing in things(start).items() if thing == "square"]
    tokens = [*things(start).values()].count("round")
    for seed in (1, 2):
        before = start
        for state, _action in walk(header, seed, fighting_policy):
            found = Counter(things(state).values())
            for seat in range(game.players):
                assert found[SEATS[seat]] + state.reserve[seat] + state.lost[seat] == 6
                assert min(state.reserve[seat], state.lost[seat]) >= 0
                assert state.lost[seat] >= before.lost[seat]
                assert 0 <= state.chi[seat] <= 15
                assert 0 <= state.dan[seat] <= before.dan[seat]
                assert state.pool[seat] != NO_CARD or before.pool[seat] == NO_CARD
            assert found["round"] + found["turned"] + sum(state.taken) == tokens
            assert [cell for cell, thing in things(state).items() if thing == "square"] == squares
            lying = [*state.deck, *state.discards, *state.aside, *state.added, *itertools.chain(*state.hands)]
            lying += [card for card in state.pool if card != NO_CARD]
            assert sorted(lying) == [*range(1, 16)]
            for flag in flags(state):
                owner, cell = flag.split()
                assert guards(state, cell, owner) >= 2
            assert game.from_text(game.to_text(state)) == state
            before = state
        assert state.winner == [lost < 6 for lost in state.lost].index(True)
        assert [lost < 6 for lost in state.lost].count(True) == 1


def seen(state, seat, number):
    """Return what a zone looks like to a seat: WX3.7 read anew."""
    found = things(state)
    signs = {SEATS[seat]: "o", "square": "."} | dict.fromkeys((*SEATS, "round", "turned"), "x") | {SEATS[seat]: "o"}
    return "".join(signs.get(found.get(cell, ""), ".") for cell in zone_cells(number))


def matching(game, state):
    """Return the zones that can be chosen, each with its card, by trying all cards on all zones (WX3.4 to WX3.7)."""
    seat, found = state.turn, things(state)
    usable = ["Summon", *names(game, [card for card in state.pool if card != NO_CARD]), *names(game, state.added)]
    blocked = {flag.split()[1] for flag in flags(state) if flag.split()[0] != SEATS[seat]}
    for number in range(1, 50):
        inside = [*filter(None, zone_cells(number))]
        fighters = {found.get(cell) for cell in inside} & {*SEATS}
        if blocked & {*inside} or (fighters and SEATS[seat] not in fighters):
            continue
        for card in usable:
            if seen(state, seat, number) in alike(SCHEMAS[card]):
                yield f"zone {number}", f"card {card}"


def following(state):
    """Return the steps that a result allows next, by trying all cells (WX3.10, WX3.11, WX4)."""
    found, mine = things(state), SEATS[state.turn]
    blocked = {flag.split()[1] for flag in flags(state) if flag.split()[0] != mine}
    own = {flag.split()[1] for flag in flags(state)} - blocked
    done = {STAGE.names[cell] for cell in state.done}
    enemies = {*SEATS, "round", "turned"} - {mine}
    verb = state.verb.label
    for cell in reach(state.zone + 1) - blocked:
        free = [to for to in near(cell) if to not in found and to not in blocked]
        piece, fresh = found.get(cell), cell not in done
        if verb == "place" and piece is None and state.reserve[state.turn]:
            yield f"place {cell}"
        if (verb == "move" and piece == mine and fresh) or (verb == "push" and piece in enemies and fresh):
            yield from (f"{verb} {cell} {to}" for to in free)
        if (verb == "remove" and piece in enemies) or (verb == "topple" and piece in enemies and fresh):
            yield f"{verb} {cell}"
        if verb == "block" and cell not in own and guards(state, cell, mine) >= 2:
            yield f"flag {cell}"


def check_zones(game, state):
    """Hold the zones and cards that can be chosen against those found by trying all; return the pairs."""
    pairs = [*matching(game, state)]
    zones = [zone for zone, _card in pairs]
    assert len({*zones}) == len(zones), "a zone fits at most one card"
    assert noted(game, state) == (zones or ["pass"])
    for zone, card in pairs:
        assert noted(game, game.apply(state, game.parse(zone))) == [card]
    return pairs


@pytest.mark.parametrize("header", TABLES)
def test_zones_cards_and_steps_of_battles_are_those_found_by_trying_all(header):
    game = parse_game(header)
    counts = Counter()
    for seed in (3, 4):
        for state, _action in walk(header, seed, fighting_policy):
            if state.stage is Stage.ZONE:
                check_zones(game, state)
            if state.stage is Stage.TARGET:
                assert sorted(noted(game, state)) == sorted(following(state))
            counts[state.stage] += 1
    assert counts[Stage.ZONE] > 30
    assert counts[Stage.TARGET] > 30


def crowd(game, rng, drawn):
    """Return a position with a schema in a zone, any pieces and flags elsewhere, and all cards at hand."""
    seat, other = rng.sample(game.seats, 2)
    zone = rng.choice([cells for cells in map(zone_cells, range(1, 50)) if all(cells)])
    schema = dict(zip(zone, drawn, strict=True))
    parts = ["zone", f"turn {seat}", "dice 1 2 3 4 5 6"]
    pieces = {player: [] for player in game.seats}
    pieces[seat] += [cell for cell in zone if schema[cell] == "o"]
    pieces[other] += [cell for cell in zone if schema[cell] == "x"]
    cells = [cell for cell in rng.sample(STAGE.names, len(STAGE.names)) if cell not in zone]
    for found in pieces.values():
        found += [cells.pop() for _piece in range(rng.randrange(7 - len(found)))]
    tokens = {kind: [cells.pop() for _piece in range(rng.randrange(3))] for kind in ("round", "turned", "square")}
    parts += [f"{name} {' '.join(found) or '-'}" for name, found in (pieces | tokens).items()]
    wanted = [
        f"{seat} {cell}"
        for cell in STAGE.names
        for seat in rng.sample(game.seats, game.players)
        if sum(beside in pieces[seat] for beside in near(cell)) >= 2 and rng.random() < 0.5
    ]
    blocked = {flag.split()[1]: flag for flag in wanted}
    return "; ".join([*parts, f"flags {', '.join(blocked.values())}", f"added {', '.join([*DECK][1:])}"])


@pytest.mark.parametrize("header", [f"{OPEN} players={players}" for players in (2, 3, 4)])
def test_zones_cards_and_steps_in_a_crowd_are_those_found_by_trying_all(header):
    game, rng = parse_game(header), random.Random(6)
    counts = Counter()
    for drawn in [*SCHEMAS.values()] * 3:
        state = game.from_text(crowd(game, rng, drawn))
        pairs = check_zones(game, state)
        counts.update(card.removeprefix("card ") for _zone, card in pairs)
        counts["flags"] += len(flags(state))
        for zone, card in rng.sample(pairs, min(len(pairs), 8)):
            strike = state
            for notation in (zone, card, f"cost {rng.randrange(1, 7)}"):
                strike = game.apply(strike, game.parse(notation))
            strike = game.apply(strike, rng.choice(game.legal_actions(strike)))
            while strike.stage is Stage.TARGET:
                assert sorted(noted(game, strike)) == sorted(following(strike))
                counts[strike.verb.label] += 1
                strike = game.apply(strike, rng.choice(game.legal_actions(strike)))
                for flag in flags(strike):
                    owner, cell = flag.split()
                    assert guards(strike, cell, owner) >= 2
    assert {*DECK, "place", "move", "push", "remove", "topple", "block"} <= {*counts}
    assert counts["flags"] > 50


@pytest.mark.parametrize("header", TABLES)
def test_battles_end(header):
    for seed in range(4):
        *_before, (state, _none) = walk(header, seed)
        assert state.stage is Stage.OVER


def turns(states):
    """Return how many turns a battle took."""
    return sum(
        before.stage is not Stage.POOL and after.stage is Stage.POOL for before, after in itertools.pairwise(states)
    )


@pytest.mark.parametrize(("players", "about"), [(2, 23), (3, 39), (4, 62)])
def test_thoughtful_players_take_about_as_many_turns_as_the_rules_say(players, about):
    found, passes = [], 0
    for seed in range(6):
        states, actions = zip(*walk(f"wuxia players={players}", seed, greedy_policy), strict=True)
        found.append(turns(states))
        passes += actions.count(Word.PASS)
    assert about / 2 < sum(found) / len(found) < 2 * about
    assert passes < 0.02 * sum(found)


def test_thoughtful_players_beat_careless_ones():
    """Twenty battles, each side first in half of them; by chance alone 16 wins would come once in 170 times."""
    game, wins = parse_game("wuxia"), 0
    for seed in range(20):
        rng, careful = random.Random(seed), seed % 2
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            policy = greedy_policy if game.current_player(state) == careful else random_policy
            state = game.apply(state, policy(game, state, rng))
        wins += state.winner == careful
    assert wins >= 16


def told(position, *actions, header=OPEN):
    """Return the rules of what the last of some actions made happen, in order."""
    *before, last = actions
    game, state = played(header, position, *before)
    events = []
    game.apply(state, game.parse(last), events)
    return [event.rule for event in events]


def test_the_order_at_the_end_of_a_turn():
    """Result, winner, exhaustion, who is out, discards, next player (WX3.12); a last fighter's loss is told at once."""
    position = (
        "target; turn Jade; Jade c3; Vermilion d3; lost 4 5 0; zone 25; verb topple; left 1; exhausted; chi 0 10 10; "
        "added Four Winds"
    )
    three = "wuxia scenario=open players=3"
    assert told(position, "topple d3", header=three) == ["WX4.5", "WX5.2"]
    assert told(position, "topple d3", "lose c3", header=three) == ["WX3.12", "WX3.12", "WX3.3", "WX5.2"]
    assert told(position.replace("lost 4 5 0", "lost 5 5 6"), "topple d3", header=three) == ["WX4.5", "WX5.2", "WX5.1"]
    assert told("lose; turn Jade; exhausted; chi 0 10; lost 5 0; Jade c3", "lose c3") == [
        "WX3.12", "WX5.2", "WX5.1",
    ]  # fmt: skip


def test_a_flag_comes_off_at_once_with_the_step_that_takes_its_guard():
    position = "target; turn Jade; Jade c3; Vermilion d3 e2; flags Vermilion e3; zone 25; verb push; left 1"
    assert told(position, "push d3 d2") == ["WX4.3", "WX4.7"]
    position = "lose; turn Vermilion; exhausted; chi 10 0; Vermilion d3 e2; flags Vermilion e3"
    assert told(position, "lose d3") == ["WX3.12", "WX4.7", "WX3.12"]


# Chance and what is hidden


def test_chance_is_as_likely_as_the_rules_say():
    game = parse_game("wuxia players=3")
    lot = game.initial_state()
    assert {str(action): share for action, share in game.chance_outcomes(lot)} == {
        f"lot {seat}": Fraction(1, 3) for seat in ("Jade", "Vermilion", "Gold")
    }
    deal = play(game, lot, game.parse("lot Gold"))
    assert {share for _action, share in game.chance_outcomes(deal)} == {Fraction(1, 15)}
    deal = play(game, deal, game.parse("deal Four Winds"))
    assert {share for _action, share in game.chance_outcomes(deal)} == {Fraction(1, 14)}
    assert game.parse("deal Four Winds") not in game.legal_actions(deal)
    _game, die = played("wuxia", "roll; turn Jade", "roll 2")
    assert {str(action): share for action, share in game.chance_outcomes(die)} == {
        f"die {face}": Fraction(1, 6) for face in range(1, 7)
    }


@pytest.mark.parametrize(
    "position", ["lot", "deal; turn Gold; first Gold; hands - / - / Four Winds", "die; turn Jade; rolls 2; dice 4"]
)
def test_a_quick_draw_is_as_likely_as_its_outcome(position):
    game, state = played("wuxia players=3", position)
    rng = random.Random(1)
    drawn = Counter(draw(game, state, rng) for _draw in range(4000))
    outcomes = game.chance_outcomes(state)
    assert set(drawn) <= {action for action, _share in outcomes}
    for action, share in outcomes:
        assert abs(drawn[action] / 4000 - share) < 0.03


def deals(game, state, seat, count=30):
    """Yield states that a seat cannot tell from the true one."""
    rng = random.Random(9)
    for _deal in range(count):
        other = game.resample(state, seat, rng)
        assert game.observation(other, seat) == game.observation(state, seat)
        assert other.hands[seat] == state.hands[seat]
        assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
        lying = [*other.deck, *other.discards, *other.aside, *other.added, *itertools.chain(*other.hands)]
        assert sorted([*lying, *(card for card in other.pool if card != NO_CARD)]) == [*range(1, 16)]
        assert other._replace(hands=(), deck=(), aside=()) == state._replace(hands=(), deck=(), aside=())
        yield other


def held(game, states, holder):
    """Return the cards that a player holds in all of some states, and those in any of them."""
    hands = [{*names(game, state.hands[SEATS.index(holder)])} for state in states]
    return set.intersection(*hands), set.union(*hands)


def test_other_hands_and_the_deck_are_hidden():
    game = parse_game("wuxia players=3")
    one = game.from_text("pool; turn Jade; hands Lone Crane / Two Brothers, Three Pines / Four Winds")
    two = game.from_text("pool; turn Jade; hands Lone Crane / Woven Blades, Closing Gate / Breaking Wall")
    assert game.hides
    assert game.observation(one, 0) == game.observation(two, 0)
    assert game.observation(one, 1) != game.observation(two, 1)
    assert game.observation(one, 2) != game.observation(two, 2)
    surely, perhaps = held(game, deals(game, one, 0), "Vermilion")
    assert not surely
    assert len(perhaps) > 10
    assert "Lone Crane" not in perhaps


def test_the_card_that_came_back_from_the_pool_is_known_to_all():
    game, state = played(
        "wuxia players=3",
        "pool; turn Jade; hands Lone Crane, Two Brothers / Three Pines / Four Winds; pool Facing Tigers / - / -",
        "pool Lone Crane",
        "roll 2",
    )
    for seat in (1, 2):
        surely, perhaps = held(game, deals(game, state, seat), "Jade")
        assert surely == {"Facing Tigers"}
        assert "Lone Crane" not in perhaps
        assert len(perhaps) > 8
    other = game.from_text(game.to_text(state).replace("Two Brothers", "Woven Blades"))
    assert game.observation(state, 1) == game.observation(other, 1)
    assert game.observation(state, 0) != game.observation(other, 0)


@pytest.mark.parametrize(
    "last", [("pool Facing Tigers", "roll 2"), ("skip", "roll 2", "die 1", "die 2", "add Facing Tigers")]
)
def test_a_known_card_that_leaves_the_hand_is_not_known_there(last):
    position = "pool; turn Jade; hands Lone Crane, Facing Tigers / -; known Facing Tigers / -; pool Two Brothers / -"
    game, state = played("wuxia", position, *last)
    assert "Facing Tigers" not in held(game, deals(game, state, 1), "Jade")[1]
    known = {"Two Brothers"} if last[0] != "skip" else set()
    assert {*names(game, state.known[0])} == known


@pytest.mark.parametrize("header", TABLES[::3])
def test_every_guess_looks_like_the_truth(header):
    game, rng = parse_game(header), random.Random(2)
    varied = 0
    for state, _action in walk(header, 8):
        for holder in range(game.players):
            assert {*state.known[holder]} <= {*state.hands[holder]}
        if rng.random() < 0.1:
            seat = rng.randrange(game.players)
            (other,) = deals(game, state, seat, 1)
            if game.current_player(state) == seat:
                assert game.legal_actions(other) == game.legal_actions(state)
            varied += other.hands != state.hands
    assert varied >= 3


def test_only_its_owner_hears_which_card_is_dealt():
    game, state = played("wuxia players=3", "deal; turn Vermilion; first Vermilion")
    action = game.parse("deal Four Winds")
    assert [seat for seat in range(3) if game.hears(state, action, seat)] == [1]
    events = []
    game.apply(state, action, events)
    assert not any("Four Winds" in event.words for event in events)
    game, state = played("wuxia players=3", "pool; turn Vermilion; hands - / Four Winds / -")
    assert all(game.hears(state, game.parse("pool Four Winds"), seat) for seat in range(3))


# Notation

THREE = "wuxia players=3"
REST = ", ".join([*DECK][2:])
"""All cards of the deck but Lone Crane."""


@pytest.mark.parametrize(
    ("header", "position", "complaint"),
    [
        (OPEN, "sleep; turn Jade", "'sleep' is no stage; .*lot, deal, pool"),
        (OPEN, "", "'' is no stage"),
        (OPEN, "pool; moon full", "'moon full' is no part of a position"),
        (OPEN, "pool; Jade a1; Jade a2", "'Jade a2' is no part .* each once"),
        (OPEN, "pool; Gold a1", "'Gold a1' is no part of a position"),
        (OPEN, "pool; turn Gold", "'gold' does not fight here; .*Jade, Vermilion"),
        (OPEN, "pool; turn Zoe", "'zoe': the players are Jade, Vermilion"),
        (OPEN, "pool; Jade g1", r"'g1' lies outside the stage.*a1 to f6 \(WX1\.1\)"),
        (OPEN, "pool; Jade a7", r"'a7' lies outside the stage"),
        (OPEN, "pool; Jade 11", "'11' names no cell"),
        (OPEN, "pool; Jade a1 a1", r"jade a1: something stands there already \(WX1\.6\)"),
        (OPEN, "pool; Jade a1; Vermilion a1", r"vermilion a1: something stands there already \(WX1\.6\)"),
        (OPEN, "pool; Jade a1; square a1", r"a1: something stands there already \(WX1\.6\)"),
        (OPEN, "pool; round a1; turned a1", r"a1: something stands there already \(WX1\.6\)"),
        ("wuxia", "pool; Jade c3", r"jade c3: something stands there already \(WX1\.6\)"),
        (OPEN, "pool; Jade a1 a2 a3 a4 a5 a6 b1", r"Jade has 6 fighters in all \(WX1\.3\)"),
        (OPEN, "pool; Jade a1 a2 a3; lost 4 0", r"Jade has 6 fighters in all \(WX1\.3\)"),
        (OPEN, "pool; lost 7 0", "lost 7: write a number from 0 to 6"),
        (OPEN, "pool; lost 1", "lost 1: write a number for each player"),
        (THREE, "pool; chi 1 2", "chi 1 2: write a number for each player"),
        (OPEN, "pool; chi 16 10", "chi 16: write a number from 0 to 15"),
        (OPEN, "pool; chi -1 10", "chi -1: write a number from 0 to 15"),
        (OPEN, "pool; chi ² 10", "chi ²: write a number from 0 to 15"),
        (OPEN, "pool; dan 4 3", "dan 4: write a number from 0 to 3"),
        (OPEN, "pool; flags Jade a1", r"flags jade a1: two of its fighters must stand beside it \(WX4\.6\)"),
        (OPEN, "pool; Jade a2; flags Jade a1", r"two of its fighters must stand beside it \(WX4\.6\)"),
        (OPEN, "pool; Jade a2 b1; flags Vermilion a1", r"two of its fighters must stand beside it \(WX4\.6\)"),
        (OPEN, "pool; Jade a2 b1; flags Jade a1, Jade a1", r"one flag a cell \(WX4\.7\)"),
        (OPEN, "pool; Jade a2 b1; flags a1", "'a1': the players are"),
        (OPEN, "pool; Jade a2 b1; flags Gold a1", "'gold' does not fight here"),
        (OPEN, "pool; hands Pluto / -", "'pluto' is no card; the cards are Summon, Lone Crane"),
        (OPEN, "pool; hands Lone Crane", "hands lone crane: write the cards of each player"),
        (OPEN, "pool; hands Lone Crane / - / -", "write the cards of each player, parted by /"),
        (OPEN, "pool; hands Lone Crane / Lone Crane", r"Lone Crane lies in two places.*\(WX6\)"),
        (OPEN, "pool; hands Lone Crane / -; pool - / Lone Crane", r"Lone Crane lies in two places.*\(WX6\)"),
        (OPEN, "pool; hands Lone Crane / -; discards Lone Crane", r"Lone Crane lies in two places.*\(WX6\)"),
        (OPEN, "pool; hands Summon / -", r"Summon lies in two places, or is dealt to nobody \(WX6\)"),
        (OPEN, "pool; pool Summon / -", r"Summon lies in two places, or is dealt to nobody \(WX6\)"),
        (OPEN, "pool; deck Lone Crane", r"a card of the deck lies nowhere \(WX6\)"),
        (OPEN, "pool; pool Lone Crane, Four Winds / -", r"one card in the pool at most \(WX3\.1\)"),
        (OPEN, "pool; hands Lone Crane / -; known - / Lone Crane", "known: Vermilion does not hold that"),
        (OPEN, "zone; dice 3", r"zone: write the dice, such as dice 3 5 \(WX3\.2\)"),
        (OPEN, "zone; dice 0 7", "dice 0 7: write faces from 1 to 6"),
        (OPEN, "add", "add: write the dice"),
        (OPEN, "die", "die: write how many dice are to be rolled"),
        (OPEN, "die; rolls 6", "rolls 6: write a number from 0 to 5"),
        (OPEN, "card; dice 1 2", "card: write the zone, such as zone 17"),
        (OPEN, "card; dice 1 2; zone 50", "zone 50: write a number from 0 to 49"),
        (OPEN, "card; dice 1 2; zone 25; Jade c3", r"card: no card available fits zone 25 \(WX3\.5\)"),
        (OPEN, "card; dice 1 2; zone 25; Vermilion c3; pool Lone Crane / -", "card: no card available fits zone 25"),
        (OPEN, "cost; dice 1 2; zone 25", "cost: write the card, such as card Lone Crane"),
        (OPEN, "result; zone 25; card Summon", "result: write the dice"),
        (OPEN, "target; zone 25", "target: write what is done and how often, such as verb push; left 1"),
        (OPEN, "target; zone 25; verb dance; left 1", "verb dance: write one of place, move, push"),
        (OPEN, "target; verb place; left 1", "target: write the zone"),
        (
            OPEN,
            "target; zone 25; verb push; left 1",
            r"target: there is nothing that it could be done with \(WX3\.11\)",
        ),
        (OPEN, "target; zone 25; verb place; left 10", "left 10: write a number from 0 to 9"),
        (OPEN, "lose; exhausted; lost 6 0", r"two players at least have fighters left.*\(WX5\.1\)"),
        (THREE, "lose; exhausted; lost 6 0 0", "it is the turn of one of them"),
        (THREE, "pool; turn Gold; lost 0 0 6", r"it is the turn of one of them \(WX5\.1\)"),
        (OPEN, "over", r"over: one player alone has fighters left; write winner \(WX5\.1\)"),
        (OPEN, "over; lost 0 6", "write winner"),
        (OPEN, "over; winner Jade", "one player alone has fighters left"),
        (OPEN, "deal", "deal: write first, and leave cards in the deck"),
        (OPEN, f"deal; first Jade; discards Lone Crane, {REST}", "deal: .*cards in the deck"),
    ],
)
def test_damaged_positions_are_refused_in_words(header, position, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game(header).from_text(position)


@pytest.mark.parametrize(
    ("header", "position"),
    [
        (OPEN, "over; lost 6 0; winner Jade"),  # who is out has won
        (OPEN, "pool; winner Jade"),  # somebody has won, and play goes on
        (OPEN, f"deal; first Jade; discards {REST}"),  # the deck is used up before the hands are full
        (OPEN, f"lot; discards {REST}"),
        (OPEN, "pool; hands Lone Crane, Two Brothers / -; known Lone Crane, Lone Crane / -"),
        (OPEN, "pool; dice 3 4"),  # `roll 2` would make four dice of them
        (OPEN, "die; turn Jade; rolls 1"),  # there would be one die, for the cost, and none for the result
    ],
)
def test_positions_that_no_battle_can_reach_are_refused(header, position):
    """Play would come to grief from each of them."""
    with pytest.raises(NotationError):
        parse_game(header).from_text(position)


@pytest.mark.parametrize("header", ["wuxia", THREE, "wuxia players=4 scenario=ponds"])
def test_a_damaged_line_is_refused_or_can_be_played(header):
    """Whatever is left out, doubled or changed in a line: it is refused in words, or play goes on from it."""
    game, rng = parse_game(header), random.Random(4)
    refused = 0
    lines = [game.to_text(state) for state, _action in walk(header, 5, fighting_policy) if state.stage > Stage.DEAL]
    for text in rng.sample(lines, min(len(lines), 100)):
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
                    parts[at] = parts[at].replace("Jade", "Vermilion").replace("1", "2").replace("c", "d")
            try:
                state = game.from_text("; ".join(parts))
            except NotationError:
                refused += 1
                continue
            assert game.from_text(game.to_text(state)) == state
            for _ply in range(60):
                if game.current_player(state) == TERMINAL:
                    break
                state = game.apply(state, random_policy(game, state, rng))
    assert refused > 100


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Dance", "'Dance' is no action; write one such as zone 17, card Summon"),
        ("", "'' is no action"),
        ("Card Pluto", "'Pluto' is no card; the cards are Summon, Lone Crane"),
        ("card", "'card' is no action"),
        ("zone 50", "'zone 50': write a number from 1 to 49"),
        ("zone 0", "'zone 0': write a number from 1 to 49"),
        ("zone c3", "'zone c3': write a number from 1 to 49"),
        ("die 7", "'die 7': write a number from 1 to 6"),
        ("cost 0", "'cost 0': write a number from 1 to 6"),
        ("result ²", "write a number from 1 to 6"),
        ("roll 13", "'roll 13': write a number from 0 to 12"),
        ("place", "'place' is no action"),
        ("move c3", "'move c3' is no action"),
        ("push c3 c4 c5", "'push c3 c4 c5' is no action"),
        ("flag 3c", "'3c' names no cell; a cell is a letter and a number, like c3."),
        ("lose", "'lose' is no action"),
        ("lot Zoe", r"^'Zoe': the players are Jade, Vermilion\.$"),
    ],
)
def test_damaged_actions_are_refused_in_words(text, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_game("wuxia").parse(text)


@pytest.mark.parametrize(
    ("text", "rule", "cell"),
    [
        ("place g1", "WX4.8", "g1"),
        ("move c3 c7", "WX4.8", "c7"),
        ("move b1 b0", "WX4.8", "b0"),
        ("push z9 z8", "WX4.8", "z9"),
        ("remove z9", "WX3.10", "z9"),
        ("flag b0", "WX3.10", "b0"),
        ("lose g1", "WX3.12", "g1"),
    ],
)
def test_what_lies_outside_the_stage_is_refused_by_one_rule_at_any_time(text, rule, cell):
    game = parse_game("wuxia")
    action = game.parse(text)
    assert game.parse(str(action)) == action
    assert game.say(game.from_text(OPENING), action)
    for position in (OPENING, BEFORE_COST, PLACING, "lose; turn Jade; Jade a1; exhausted"):
        objection = game.objection(game.from_text(position), action)
        assert (objection.rule, objection.words) == (
            rule, f"{cell} lies outside the stage, whose cells go from a1 to f6.")  # fmt: skip


OPENING = "pool; turn Jade; hands Lone Crane / Two Brothers"
BEFORE_COST = "cost; turn Jade; Jade a1; zone 10; card Summon; dice 2 5"
BEFORE_RESULT = "result; turn Jade; Jade a1; zone 10; card Summon; spent 2; dice 3 5"
PLACING = "target; turn Jade; Jade a1; zone 1; card Summon; spent 1; verb place; left 1; dice 2"


@pytest.mark.parametrize(
    ("position", "text", "rule", "words"),
    [
        (BEFORE_RESULT, "cost 3", "WX3.9", "The cost of Summon has been paid already."),
        (PLACING, "cost 3", "WX3.9", "The cost of Summon has been paid already."),
        (BEFORE_COST, "zone 12", "WX3.4", "The zone has been chosen already: it is zone 10."),
        (PLACING, "zone 10", "WX3.4", "The zone has been chosen already: it is zone 1."),
        (BEFORE_COST, "card Four Winds", "WX3.5", "The card has been chosen already: it is Summon."),
        (PLACING, "done", "WX3.11", "An action cannot be left out: it is done as far as number and position permit."),
        (PLACING, "skip", "WX3.11", "An action cannot be left out: it is done as far as number and position permit."),
        (PLACING, "result 2", "WX3.8", "The die for the result has been taken already."),
        (BEFORE_COST, "result 5", "WX3.9", "The cost comes first, then the result."),
        (OPENING, "result 5", "WX3.1", "First a card is laid in the pool, or none."),
        (OPENING, "lose reserve", "WX3.12", "Jade is not exhausted, and gives up no fighter."),
    ],
)
def test_what_has_been_decided_and_what_comes_first_is_named(position, text, rule, words):
    game = parse_game("wuxia")
    objection = game.objection(game.from_text(position), game.parse(text))
    assert (objection.rule, objection.words) == (rule, words)


def test_who_is_out_is_not_told_of_chi():
    game = parse_game("wuxia")
    state = game.from_text("lose; turn Jade; Jade a1; Vermilion b2; lost 5 0; chi 0 5; exhausted; first Jade")
    events = []
    game.apply(state, game.parse("lose a1"), events)
    said = [event.words for event in events]
    assert "Jade has no fighters left, and is out." in said
    assert not any("Chi rises" in words for words in said)


def test_a_cost_of_nothing_and_the_last_die_are_told_so():
    game = parse_game("wuxia")
    state = game.from_text("cost; turn Jade; Jade b2; zone 9; card Lone Crane; dice 2 6")
    events = []
    after = game.apply(state, game.parse("cost 6"), events)
    assert events[0].words == "Jade takes the 6 for the cost: Chi stays as it is."
    assert game.task(after).words == "Jade takes the die left, 2, for the result of Lone Crane."


def test_actions_are_read_in_any_letters():
    game = parse_game("wuxia")
    for said, action in (
        ("CARD  lone crane", "card Lone Crane"),
        ("Place C3", "place c3"),
        ("pool leopard's paw", "pool Leopard's Paw"),
        ("Lose Reserve", "lose reserve"),
        ("lot gold", "lot Gold"),
    ):
        assert str(game.parse(said)) == action
    assert game.parse("place c3") == Place(STAGE.squares[STAGE.names.index("c3")])
