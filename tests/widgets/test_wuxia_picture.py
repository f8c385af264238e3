"""The stage of Wu-xia: pieces that can be told apart, places, taps, the keyboard, and that nothing hidden is shown."""

import random
from functools import cache
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.wuxia.actions import (
    SEATS,
    Add,
    Choose,
    Cost,
    Die,
    Lose,
    Move,
    Place,
    Pool,
    Push,
    Result,
    Roll,
    Topple,
    Word,
    Zone,
)
from rulebook.games.wuxia.cards import SCENARIOS, STAGE, Verb
from rulebook.games.wuxia.cards import deck as deck_called
from rulebook.games.wuxia.matching import layout
from rulebook.games.wuxia.state import Stage
from rulebook.games.wuxia.zones import LAYOUTS, digits, images
from rulebook.grids import parse_square
from rulebook.registry import parse_game
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures import wuxia_pieces as pieces
from rulebook_widgets.pictures.lettering import room
from rulebook_widgets.pictures.wuxia import WuxiaPicture
from rulebook_widgets.pictures.wuxia_cards import HOW, matched
from rulebook_widgets.pictures.wuxia_seats import LABELS
from rulebook_widgets.pictures.wuxia_stage import HIT, WIDTH, corner
from rulebook_widgets.scene import Circle, Path, Stamp, Text, View

TABLES = [
    f"wuxia players={players} scenario={scenario}"
    for players, scenario in ((2, "stones"), (2, "ponds"), (3, "ponds"), (4, "open"), (4, "stones"))
]


@cache
def line(header, seed, plies=400):
    """Return the states of a random battle in which a player decides, or the battle is over."""
    game, rng = parse_game(header), random.Random(seed)
    state, found = game.initial_state(), []
    while len(found) < plies:
        if state.player == CHANCE:
            state = game.apply(state, draw(game, state, rng))
            continue
        found.append(state)
        if state.player == TERMINAL:
            break
        actions = game.legal_actions(state)
        patterns = [one for one in actions if isinstance(one, Zone) and game.cards.fitting[seen(state, one)]]
        state = game.apply(state, rng.choice(patterns if patterns and rng.random() < 0.7 else actions))
    return tuple(found)


def seen(state, zone):
    return layout(state.cells, state.turn, zone.number - 1)


def some(header, seeds, each):
    """Return some states of random battles, spread over each of them, every stage among them."""
    found = []
    for seed in seeds:
        states = line(header, seed)
        found += states[:: max(1, len(states) // each)]
        found += {state.stage: state for state in states}.values()
    return found


def looking(header, viewer=None, curtain=False):
    looks = picture_of(parse_game(header))
    looks.viewer, looks.curtain = viewer, curtain
    return looks


def told(header, position):
    game = parse_game(header)
    return game, looking(header), game.from_text(position)


def middle(frame):
    return (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2)


FIGHT = (
    "Jade b2 c2; Vermilion d2; dice 3 5; hands Lone Crane, Two Brothers / Four Winds; pool Facing Tigers / -; chi 7 9"
)


# Pieces


def lines_of(shapes):
    """Return what is drawn, without its colours."""
    return tuple(
        one.steps if isinstance(one, Path) else (round(one.x), round(one.y), round(one.r))
        for one in shapes
        if isinstance(one, Path | Circle)
    )


def test_fighters_flags_tokens_and_signs_differ_by_form_not_only_by_colour():
    seats = range(len(SEATS))
    groups = (
        [pieces.fighter(seat) for seat in seats],
        pieces.ANIMALS,
        [(pieces.base(seat).path() if seat else Circle(50, 50, 46),) for seat in seats],
        [pieces.mark(seat, "line") for seat in seats],
        [pieces.flag(seat) for seat in seats],
        [pieces.stone(), pieces.stone(turned=True), pieces.pond(), pieces.fighter(0)],
        [pieces.VERBS[verb] for verb in Verb],
    )
    for group in groups:
        for one, other in combinations(map(lines_of, group), 2):
            assert set(one) != set(other)
    assert len(pieces.COLOURS) == len(SEATS) == len(set(pieces.COLOURS))


def test_what_stands_on_the_stage_is_drawn_there():
    _game, looks, state = told(
        "wuxia players=4",
        "zone; turn Gold; Jade b2; Vermilion e3; Gold a1 b1 a3; Indigo f6; round c3; turned d4; square d3; "
        "flags Gold a2; dice 1 2; hands - / - / - / -",
    )
    stamps = [shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Stamp)]
    for name, cell in (("fighter-0", "b2"), ("fighter-1", "e3"), ("fighter-3", "f6"), ("stone", "c3"), ("turned", "d4"),
                       ("pond", "d3"), ("flag-2", "a2"), ("fighter-2", "a3")):  # fmt: skip
        x, y, w, h = looks.frames(state)[cell]
        within = [s for s in stamps if s.name == name and x <= s.x and s.x + s.width <= x + w and y <= s.y <= y + h]
        assert within, name


# Schemas


def test_a_schema_laid_on_a_layout_it_fits_always_equals_it():
    for card in deck_called("book").cards:
        for seen_as in range(LAYOUTS):
            match = matched(card.schema, seen_as)
            assert match.fits == (seen_as in images(card.schema))
            assert match.layout == digits(seen_as)
            assert match.unlike == tuple(at for at in range(4) if match.shown[at] != match.layout[at])
            assert (match.shown == match.layout) == match.fits
    assert matched(deck_called("book").cards[2].schema, deck_called("book").cards[2].schema).symmetry == 0
    assert len(set(HOW)) == 8


def test_a_schema_is_shown_over_the_zone_it_is_laid_on():
    game, looks, state = told("wuxia scenario=ponds", f"cost; turn Jade; zone 11; card Facing Tigers; {FIGHT}")
    said = {shape.words for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)}
    assert "Facing Tigers: take a die for the cost" in said
    before = game.from_text(f"zone; turn Jade; {FIGHT}")
    refused = looks.picture(before, View(refused=("zone 17",)))
    assert "Facing Tigers does not fit zone 17" in {one.words for one in refused.shapes if isinstance(one, Text)}
    crosses = [one for one in refused.shapes if isinstance(one, Path) and one.stroke == "vermilion"]
    assert len(crosses) == 5, "a cell differs: framed and struck in schema and zone; the sign between is struck"
    chosen = looks.picture(before, View(selection=("Facing Tigers",)))
    assert "Facing Tigers, mirrored top to bottom, fits zone 11" in {
        one.words for one in chosen.shapes if isinstance(one, Text)
    }


# Pictures


@pytest.mark.parametrize("header", TABLES)
def test_pictures_are_sound_of_one_size_and_use_the_sprites_they_name(header):
    looks = looking(header)
    sheet = looks.sheet()
    assert (sheet.width, sheet.height <= 700) == (WIDTH, True)
    for number, state in enumerate([looks.game.initial_state(), *some(header, (1, 2), 12)]):
        looks.viewer = (None, 0, -1)[number % 3]
        looks.curtain = number % 5 == 4
        view = View(
            cursor=("c3", "zone 17", "Summon", "die 4", "Jade")[number % 5],
            selection=("Summon",) if number % 2 else ("b2",),
            legal=looks.targets(state, ()),
            glow=("a1", "zone 1", "dice", "no such place"),
            refused=("zone 49", "f6", "Lone Crane", "reserve"),
            last=("chi", "Vermilion"),
            plain=number % 2 == 0,
        )
        picture = looks.picture(state, view)
        assert (picture.width, picture.height) == (sheet.width, sheet.height)
        assert {one.name for one in picture.sprites} == {s.name for s in picture.shapes if isinstance(s, Stamp)}
        assert {one.name for one in picture.sprites} <= {one.name for one in sheet.sprites}
        check(picture, picture.sprites if number == 0 else ())
        if number % 6 == 0:
            ElementTree.fromstring(svg(picture, looks.describe(state)))


@pytest.mark.parametrize("header", TABLES)
def test_words_lie_on_the_picture_large_enough_and_apart_from_its_edges(header):
    looks = looking(header)
    for number, state in enumerate(some(header, (3, 4), 25)):
        look_at = View(selection=("Summon",)) if number % 2 else View(refused=("zone 20",))
        for text in (shape for shape in looks.picture(state, look_at).shapes if isinstance(shape, Text)):
            half = room(text.words, text.size, text.weight) / 2
            assert text.size >= 11.5, text
            assert half - 1 <= text.x <= WIDTH - half + 1, text
            assert text.size / 2 - 2 <= text.y <= looks.height - text.size / 2 + 2, text


def test_names_of_all_cards_fit_the_widths_that_cards_have():
    from rulebook_widgets.pictures.wuxia_cards import card_face

    for card in deck_called("book").cards:
        for wide in (61.0, 72.0, 84.0):
            texts = [one for one in card_face(card, (10, 10, wide, 91), True) if isinstance(one, Text)]
            assert " ".join(text.words for text in texts) == card.name
            for text in texts:
                assert text.size >= (11.5 if wide < 70 else 13)
                assert room(text.words.replace("'", "i"), text.size, text.weight) <= wide - 2
                assert text.y - text.size * 0.45 >= 10 + 44
                assert text.y + text.size * 0.4 <= 10 + 90
            assert all(below.y - above.y >= 12 for above, below in pairwise(texts))


# Places


@pytest.mark.parametrize("header", TABLES)
def test_every_place_of_what_is_legal_refused_or_told_is_found_and_targets_can_be_picked(header):
    game, looks, rng = parse_game(header), looking(header), random.Random(5)
    for state in some(header, (5, 6), 14):
        frames = looks.frames(state)
        for x, y, w, h in frames.values():
            assert x >= 0
            assert y >= 0
            assert x + w <= looks.width
            assert y + h <= looks.height
        for place in looks.targets(state, ()):
            assert looks.pick(*middle(frames[place])) == place
        assert looks.pick(-5, 5) is None
        if state.player == TERMINAL:
            continue
        shown = {game.cards.cards[card].name for card in (*game.available(state), *state.hands[state.turn])}
        named = set()
        for action in game.legal_actions(state):
            named |= set(game.places(action)) | set(game.around(state, action))
            events = []
            game.apply(state, action, events)
            named |= {place for event in events for place in event.places}
        for action in rng.sample(game.attempts(state), 60):
            objection = game.objection(state, action)
            named |= set(objection.places) if objection else set()
        for place in named:
            if place in shown or place.lower() not in game.cards.numbers:
                assert looks.alias(state, place, frames) in frames, place


@pytest.mark.parametrize("header", TABLES)
def test_rules_light_places_of_the_table(header):
    game, looks = parse_game(header), looking(header)
    for state in some(header, (7,), 5):
        frames = looks.frames(state)
        for rule in ("WX1.2", "WX1.4", "WX1.5", "WX3.2", "WX3.5", "WX3.10", "WX4.1", "WX4.7", "WX5.1"):
            for place in game.concerns(state, rule):
                assert looks.alias(state, place, frames) in frames, place


def test_corners_and_buttons_are_large_enough_for_a_thumb():
    assert HIT >= 33
    for header in TABLES:
        looks = looking(header)
        for state in some(header, (9,), 20):
            frames = looks.frames(state)
            for place, (_x, _y, w, h) in frames.items():
                if (place in LABELS and place in looks.targets(state, ())) or place.startswith(("roll ", "die ")):
                    assert min(w, h) >= 66, place
                if place in STAGE.names or place in looks.game.seats:
                    assert min(w, h) >= 66, place
            if state.stage is Stage.ZONE:
                for zone in range(len(STAGE.zones)):
                    x, y = corner(zone)
                    for dx, dy in ((0, 0), (32, 0), (-32, 0), (0, 32), (0, -32), (22, 22), (-22, -22), (22, -22)):
                        assert looks.pick(x + dx, y + dy) == f"zone {zone + 1}"
            elif state.stage is Stage.TARGET:
                for name in STAGE.names:
                    x, y, w, h = frames[name]
                    assert looks.pick(x + 2, y + 2) == looks.pick(x + w - 2, y + h - 2) == name


def test_cards_can_be_touched_whoever_is_on_turn():
    for header in TABLES:
        looks = looking(header)
        for state in some(header, (10,), 30):
            for place, (_x, _y, w, h) in looks.frames(state).items():
                if place.lower() in looks.game.cards.numbers:
                    assert w >= 60
                    assert h >= 66


@pytest.mark.parametrize("header", TABLES)
@pytest.mark.parametrize("curtain", [False, True])
def test_the_keyboard_reaches_every_place(header, curtain):
    looks = looking(header, curtain=curtain)
    for state in some(header, (8,), 6):
        live = looks.live(state)
        reached, fresh = set(), {looks.home(state)}
        while fresh:
            reached |= fresh
            steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
            fresh = {looks.step(state, place, *by) for place in fresh for by in steps} - reached
        assert reached == set(live), set(live) - reached
        assert all(looks.say_place(state, place) for place in reached)
        assert looks.step(state, "nowhere", 1, 0) == looks.home(state)


# Taps


@pytest.mark.parametrize("header", TABLES)
def test_every_legal_action_can_be_made_by_two_taps_at_most(header, reached_by_taps):
    game, looks = parse_game(header), looking(header)
    for state in some(header, (10, 11), 30):
        if state.player == TERMINAL:
            continue
        assert set(game.legal_actions(state)) <= reached_by_taps(looks, state)
        ringed = looks.targets(state, ())
        assert ringed
        assert set(ringed) <= set(looks.frames(state))


@pytest.mark.parametrize("header", TABLES)
def test_every_tap_is_an_attempt_or_selects_something(header):
    """What is touched is tried, so that the referee answers, or is chosen, so that words follow."""
    game, looks = parse_game(header), looking(header)
    for state in some(header, (12,), 10):
        if state.player == TERMINAL:
            continue
        for place in looks.frames(state):
            meant = looks.gesture(state, (), "", place)
            if isinstance(meant, tuple):
                assert meant == (place,)
                assert looks.say_selection(state, meant)
            else:
                game.objection(state, meant)
                assert str(game.parse(str(meant))) == str(meant)


def test_taps_before_the_roll():
    game, looks, state = told("wuxia", f"pool; turn Jade; {FIGHT}".replace("dice 3 5; ", ""))
    tap = looks.gesture
    assert tap(state, (), "", "Lone Crane") == Pool("Lone Crane")
    assert tap(state, (), "", "skip") is Word.SKIP
    assert set(looks.targets(state, ())) == {"skip", "Lone Crane", "Two Brothers"}
    assert game.objection(state, tap(state, (), "", "Summon")).rule == "WX1.8"
    assert tap(state, (), "", "zone 9") == Zone(9) == tap(state, (), "", "b2")
    assert tap(state, (), "", "dice") == Roll(2)
    assert tap(state, (), "", "die 3") == Cost(3)
    assert tap(state, (), "", "Jade") == ("Jade",)
    assert tap(state, ("Jade",), "", "Jade") == ()
    roll = state._replace(stage=Stage.ROLL, dan=(1, 3))
    assert looks.targets(roll, ()) == ("roll 2", "roll 3")
    assert tap(roll, (), "", "roll 3") == Roll(3)
    assert tap(roll, (), "", "Lone Crane") == Pool("Lone Crane")
    add = game.from_text(f"add; turn Jade; {FIGHT}")
    assert tap(add, (), "", "Two Brothers") == Add("Two Brothers")
    assert tap(add, (), "", "done") is Word.DONE


def test_taps_that_choose_zone_card_and_dice():
    game, looks, state = told("wuxia scenario=ponds", f"zone; turn Jade; {FIGHT}")
    tap = looks.gesture
    assert tap(state, (), "", "zone 11") == Zone(11)
    assert tap(state, (), "", "Facing Tigers") == ("Facing Tigers",)
    assert tap(state, ("Facing Tigers",), "", "Facing Tigers") == ()
    assert looks.targets(state, ("Facing Tigers",)) == ("zone 11",)
    assert looks.say_selection(state, ("Facing Tigers",)).endswith(
        "Facing Tigers, mirrored top to bottom, fits zone 11."
    )
    assert tap(state, ("Facing Tigers",), "", "zone 11") == Zone(11)
    assert tap(state, ("Facing Tigers",), "", "c2") == Zone(11)
    assert tap(state, (), "", "Lone Crane") == Add("Lone Crane")
    assert set(looks.targets(state, ())) >= {"zone 11", "zone 1", "Summon", "Facing Tigers"}
    assert "zone 17" not in looks.targets(state, ())
    wolf = state._replace(pool=(state.pool[0], game.cards.card("Cornered Wolf")))
    assert set(looks.targets(wolf, ("Cornered Wolf",))) == {"Summon", "Facing Tigers"}
    assert "It fits no zone now." in looks.say_selection(wolf, ("Cornered Wolf",))
    chosen = game.from_text(f"card; turn Jade; zone 11; {FIGHT}")
    assert tap(chosen, (), "", "Facing Tigers") == Choose("Facing Tigers")
    assert game.objection(chosen, tap(chosen, (), "", "Summon")).rule == "WX3.6"
    cost = game.from_text(f"cost; turn Jade; zone 11; card Facing Tigers; {FIGHT}")
    assert tap(cost, (), "", "die 3") == Cost(3)
    assert looks.targets(cost, ()) == ("die 3", "die 5")
    result = game.from_text(f"result; turn Jade; zone 11; card Facing Tigers; spent 3; {FIGHT.replace('3 5', '5')}")
    assert tap(result, (), "", "die 5") == Result(5)
    assert game.objection(result, tap(result, (), "", "die 3")).rule == "WX3.8"


def test_taps_on_targets():
    base = FIGHT.replace("dice 3 5", "dice 5")
    game, looks, state = told("wuxia scenario=ponds", f"target; turn Jade; zone 11; verb push; left 1; {base}")
    tap, at = looks.gesture, parse_square
    assert tap(state, (), "", "d2") == ("d2",)
    assert set(looks.targets(state, ("d2",))) == {"d1", "e2"}
    assert tap(state, ("d2",), "", "d2") == ()
    assert tap(state, ("d2",), "", "e2") == Push(at("d2"), at("e2"))
    assert tap(state, ("d2",), "", "c3") == Push(at("d2"), at("c3")) or tap(state, ("d2",), "", "c3") == ("c3",)
    assert game.objection(state, tap(state, (), "", "b2")).rule in ("WX4.3", "WX3.10")
    assert tap(state, (), "", "zone 30") == Zone(30)
    assert "now the cell beside it" in looks.say_selection(state, ("d2",))
    move = game.from_text(f"target; turn Jade; zone 11; verb move; left 1; {base}")
    assert tap(move, ("c2",), "", "b2") == ("b2",)
    assert tap(move, ("c2",), "", "c1") == Move(at("c2"), at("c1"))
    place = game.from_text(f"target; turn Jade; zone 1; verb place; left 2; {base}")
    assert tap(place, (), "", "a1") == Place(at("a1"))
    topple = game.from_text(f"target; turn Jade; zone 11; verb topple; left 1; {base}")
    assert tap(topple, (), "", "d2") == Topple(at("d2"))
    lose = game.from_text(f"lose; turn Jade; exhausted; {base.replace('dice 5; ', '').replace('chi 7', 'chi 0')}")
    assert tap(lose, (), "", "b2") == Lose(at("b2"))
    assert tap(lose, (), "", "reserve") == Lose(None)
    assert set(looks.targets(lose, ())) == {"b2", "c2", "reserve"}


def test_dice_and_lot_can_be_chosen_where_chance_is_the_readers():
    game, looks = parse_game("wuxia"), looking("wuxia")
    lot = game.initial_state()
    assert looks.targets(lot, ()) == game.seats
    dealt = game.apply(lot, looks.gesture(lot, (), "", "Vermilion"))
    assert dealt.first == 1
    assert looks.targets(dealt, ()) == ()
    die = game.from_text(f"die; turn Jade; rolls 1; {FIGHT.replace('dice 3 5', 'dice 3')}")
    assert looks.gesture(die, (), "", "die 6") == Die(6)
    assert len(looks.targets(die, ())) == 6
    assert set(looks.targets(die, ())) <= set(looks.frames(die))


# Hidden


@pytest.mark.parametrize("header", TABLES)
@pytest.mark.parametrize(("viewer", "curtain"), [(0, False), (1, False), (-1, False), (0, True)])
def test_nothing_hidden_is_shown_or_said(header, viewer, curtain):
    game, rng = parse_game(header), random.Random(1)
    looks = looking(header, viewer, curtain)
    varied = 0
    for state in some(header, (12,), 14):
        other = game.resample(state, max(viewer, 0), rng)
        if viewer == -1 or curtain:
            other = game.resample(other, 1 - max(viewer, 0), rng)
        varied += other != state
        view = View(selection=("Lone Crane",), cursor="zone 9", legal=looks.targets(state, ()))
        twin = View(selection=("Lone Crane",), cursor="zone 9", legal=looks.targets(other, ()))
        assert looks.frames(state) == looks.frames(other)
        assert looks.picture(state, view) == looks.picture(other, twin)
        assert looks.describe(state) == looks.describe(other)
        assert looks.note(state) == looks.note(other)
        for place in {*looks.frames(state), "Four Winds", "Lone Crane"}:
            assert looks.say_place(state, place) == looks.say_place(other, place)
            assert looks.say_selection(state, (place,)) == looks.say_selection(other, (place,))
            assert looks.targets(state, (place,)) == looks.targets(other, (place,))
    assert varied


def test_a_covered_board_asks_for_its_reader():
    covered = looking("wuxia players=3", 0, True)
    state = line("wuxia players=3", 13)[0]
    assert covered.targets(state, ()) == ("show",)
    assert covered.gesture(state, (), "", "skip") == () == covered.gesture(state, (), "", "show")
    assert covered.home(state) == "show"
    assert "Hand the device to Jade" in covered.say_place(state, "show")
    assert "All hands are covered" in covered.describe(state)
    assert covered.pick(*middle(covered.frames(state)["show"])) == "show"


def test_a_hand_is_its_holders_and_others_do_not_decide_for_them():
    header = "wuxia players=2"
    state = next(state for state in line(header, 1) if state.stage is Stage.POOL and state.hands[state.turn])
    mine, other = looking(header, state.turn), looking(header, 1 - state.turn)
    names = {mine.game.cards.cards[card].name for card in state.hands[state.turn]}
    assert names <= set(mine.frames(state))
    assert not names & set(other.frames(state))
    assert other.targets(state, ()) == ()
    everybody = looking(header, -1)
    assert everybody.targets(state, ()) == ("skip",)


def test_a_card_that_came_back_is_known_to_everybody():
    header = "wuxia players=2"
    game = parse_game(header)
    state = game.from_text("roll; turn Jade; hands Lone Crane, Two Brothers / -; known Lone Crane / -")
    other = looking(header, 1)
    assert "Everybody knows that Jade holds Lone Crane." in other.describe(state)
    assert "Two Brothers" not in other.describe(state)
    assert other.alias(state, "Lone Crane", other.frames(state)) == "Jade"


# Words


def test_words_tell_the_position():
    _game, looks, state = told("wuxia scenario=ponds", f"cost; turn Jade; zone 11; card Facing Tigers; {FIGHT}")
    assert looks.describe(state) == (
        "Wu-xia, Stones and ponds. Row 2: b2 Jade's fighter; c2 Jade's fighter; d2 Vermilion's fighter. "
        "Row 3: c3 a round token; d3 a square token. Row 4: c4 a square token; d4 a round token. "
        "Jade: 2 on the stage, 4 in reserve, 0 lost; Chi 7, Dan 3; 2 cards in hand; Facing Tigers in the pool. "
        "Vermilion: 1 on the stage, 5 in reserve, 0 lost; Chi 9, Dan 3; 1 card in hand; nothing in the pool. "
        "Jade's hand: Lone Crane, Two Brothers. Dice: 3, 5. Zone 11 (c1, d1, c2, d2) is .. / ox for Jade. "
        "Facing Tigers is played; for the cost 3: −2 Chi, 5: −1 Chi. "
        "Jade takes one of the dice 3 5 for the cost of Facing Tigers."
    )
    assert looks.say_place(state, "zone 11", plain=True) == "Zone 11: c1, d1, c2, d2."
    assert "Facing Tigers, mirrored top to bottom, fits zone 11." in looks.say_place(state, "zone 11")
    assert looks.say_place(state, "die 3") == "3: 1 die. Facing Tigers: cost −2, result push 1."
    assert looks.say_place(state, "d2") == "d2 Vermilion's fighter."
    assert looks.note(state) == "Not dealt: 11 · zone 11 · Facing Tigers · tokens: 4"
    assert looks.modes(state) == ()
    assert isinstance(looks, WuxiaPicture)
    assert set(SCENARIOS) == {"stones", "open", "ponds"}


@pytest.mark.parametrize("header", TABLES[:3])
def test_the_winner_is_named_large(header):
    looks = looking(header)
    state = line(header, 14, 10**5)[-1]
    texts = [shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)]
    assert max(texts, key=lambda text: text.size).words == f"{SEATS[state.winner]} keeps the field"
    assert f"{SEATS[state.winner]} has won." in looks.describe(state)
