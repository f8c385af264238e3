"""The table of Gong: cards that can be told apart, places, taps, the keyboard, and that nothing hidden is shown."""

import random
from functools import cache
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.gong.actions import SEATS, Ask, Catch, Joker, Lay, Name, Play, Word
from rulebook.games.gong.cards import GALAXIES, JOKER, NAMES, XPHERES, noted
from rulebook.games.gong.missions import missions
from rulebook.games.gong.state import Stage
from rulebook.registry import parse_game
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.gong import GongPicture
from rulebook_widgets.pictures.gong_cards import COLUMN, card_drawn
from rulebook_widgets.pictures.gong_emblems import EMBLEMS, FLAGS, GROUNDS, flag, orb
from rulebook_widgets.pictures.gong_missions import steps_said
from rulebook_widgets.pictures.gong_table import BUTTONS, WIDTH
from rulebook_widgets.pictures.gong_taps import TAKEN, alias
from rulebook_widgets.pictures.gong_words import window
from rulebook_widgets.pictures.lettering import room
from rulebook_widgets.scene import Circle, Path, Stamp, Text, View

VARIANTS = ("link", "family", "fight")
TABLES = [f"gong variant={variant} players={players}" for variant in VARIANTS for players in (2, 4, 6)]


@cache
def line(header, seed, plies=10**6):
    """Return the states of a random game in which a player decides, or the game is over."""
    game, rng = parse_game(header), random.Random(seed)
    state, found = game.initial_state(), []
    while len(found) < plies:
        if state.player == CHANCE:
            state = game.apply(state, draw(game, state, rng))
            continue
        found.append(state)
        if state.player == TERMINAL:
            break
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    return tuple(found)


def some(header, seeds, each):
    """Return some states of random games, spread over each of them."""
    found = []
    for seed in seeds:
        states = line(header, seed)
        found += states[:: max(1, len(states) // each)]
    return found


def looking(header, viewer=None, curtain=False):
    looks = picture_of(parse_game(header))
    looks.viewer, looks.curtain = viewer, curtain
    return looks


def middle(frame):
    return (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2)


# Cards


def lines_of(shapes):
    """Return what is drawn, without its colours."""
    return tuple(
        one.steps if isinstance(one, Path) else (round(one.x), round(one.y), round(one.r))
        for one in shapes
        if isinstance(one, Path | Circle)
    )


def test_nine_galaxies_six_xpheres_and_three_missions_differ_by_form_not_only_by_colour():
    assert len(EMBLEMS) == len(GALAXIES) == len(set(GROUNDS))
    for drawn in (EMBLEMS, [orb(number, figure=False) for number in range(1, len(XPHERES) + 1)], map(flag, FLAGS)):
        for one, other in combinations(map(lines_of, drawn), 2):
            assert set(one) != set(other)


def test_a_card_tells_galaxy_number_and_mission_in_the_column_a_fan_leaves_free():
    for card in range(JOKER):
        drawn = card_drawn(card)
        assert [one.words for one in drawn if isinstance(one, Text)].count(NAMES[card][-1]) == 2
        assert any(isinstance(one, Text) and one.x < COLUMN and one.size >= 24 for one in drawn)
    assert len({repr(card_drawn(card)) for card in range(JOKER + 1)}) == JOKER + 1
    assert not [one for one in card_drawn(JOKER) if isinstance(one, Text)]


# Pictures


@pytest.mark.parametrize("header", TABLES)
def test_pictures_are_sound_of_one_size_and_use_the_sprites_they_name(header):
    looks = looking(header)
    sheet = looks.sheet()
    assert (sheet.width, sheet.height <= 640) == (WIDTH, True)
    for number, state in enumerate(some(header, (1, 2), 12)):
        looks.viewer = (None, 0, -1)[number % 3]
        looks.curtain = number % 5 == 4
        own = NAMES[state.hands[state.turn][0]] if state.hands[state.turn] else "Ada"
        view = View(
            cursor="deck",
            selection=(own, "Bo"),
            legal=looks.targets(state, ()),
            glow=("row", "gong", "no such place"),
            refused=("discards", "mission", own),
            last=("deck", "Ada"),
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
    for state in some(header, (3, 4), 25):
        for text in (shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)):
            half = room(text.words, text.size, text.weight) / 2
            assert text.size >= 15, text
            assert half - 1 <= text.x <= WIDTH - half + 1, text
            assert text.size / 2 - 2 <= text.y <= looks.height - text.size / 2 + 2, text


@pytest.mark.parametrize("header", ["gong players=2", "gong variant=fight players=4", "gong variant=fight players=6"])
@pytest.mark.parametrize("place", ["deck", "discards"])
def test_a_light_on_a_pile_goes_round_the_number_of_its_cards(header, place):
    looks = looking(header)
    state = next(one for one in line(header, 3) if one.card < 0)
    x, y, w, h = looks.frames(state).get(place, (0, 0, 0, 0))
    said = [
        shape
        for shape in looks.picture(state, View()).shapes
        if isinstance(shape, Text) and shape.words.isdigit() and x < shape.x < x + w and y < shape.y < y + h
    ]
    assert len(said) == (1 if w else 0)
    for kind in ("glow", "selected", "refused") if w else ():
        light = looks._light(kind, place, (x, y, w, h), in_hand=False)
        lowest = [
            max(point[1] for step in path.steps for point in step[1:]) for path in light if isinstance(path, Path)
        ]
        assert min(lowest) > said[0].y + said[0].size / 2


@pytest.mark.parametrize("mission", [one for group in missions("book").values() for one in group], ids=lambda m: m.key)
@pytest.mark.parametrize("players", [2, 6])
def test_the_words_of_every_mission_fit_its_card(mission, players):
    header = f"gong variant=fight players={players}"
    game, looks = parse_game(header), looking(header)
    state = next(state for state in line(header, 1) if state.stage is Stage.ERRAND)
    errand = state.errand._replace(mission=mission.key, todo=mission.tasks(state.turn, players), chosen=-1)
    state = state._replace(errand=errand, card={"yellow": 0, "red": 2, "blue": 4}[mission.colour])
    x, y, w, h = looks.frames(state)["mission"]
    inside = [
        shape
        for shape in looks.picture(state, View()).shapes
        if isinstance(shape, Text) and x <= shape.x <= x + w and y <= shape.y <= y + h
    ]
    for text in inside:
        half = room(text.words, text.size, text.weight) / 2
        assert text.size >= 15
        assert x + 8 <= text.x - half
        assert text.x + half <= x + w - 4
    said = " ".join(text.words for text in inside)
    assert mission.words in said
    assert all(step.words in said for step in steps_said(game, state))
    ys = sorted({text.y for text in inside})
    assert all(below - above >= 14 for above, below in pairwise(ys))


# Places


@pytest.mark.parametrize("header", TABLES)
def test_every_place_of_what_is_legal_or_refused_is_found_and_can_be_picked(header):
    game, looks, rng = parse_game(header), looking(header), random.Random(5)
    for state in some(header, (5, 6), 14):
        frames = looks.frames(state)
        for place, frame in frames.items():
            assert looks.pick(*middle(frame)) == place
            x, y, w, h = frame
            assert x >= 0
            assert y >= 0
            assert x + w <= looks.width
            assert y + h <= looks.height
        if state.player == TERMINAL:
            continue
        named = {place for action in game.legal_actions(state) for place in game.places(action)}
        for action in rng.sample(game.attempts(state), 60):
            objection = game.objection(state, action)
            named |= set(objection.places) if objection else set()
        mine = {NAMES[card] for card in state.hands[state.player]}
        table = {"deck", *game.seats} | ({"row", "gong"} if game.variant == "link" else set())
        table |= {"discards", "mission", "row"} if game.variant == "fight" else set()
        known = named & (mine | table | (set(NAMES[:-1]) if game.variant == "family" else set()))
        for place in known:
            assert alias(frames, state, place) in frames, place
    assert looks.pick(-5, 5) is None


@pytest.mark.parametrize("header", TABLES)
def test_rules_light_places_of_the_table(header):
    game, looks = parse_game(header), looking(header)
    for state in some(header, (7,), 5):
        frames = looks.frames(state)
        for rule in ("GO2.4", "GO3.1", "GO4.2", "GO4.7", "GO5.2", "GO6.1", "GO6.3"):
            for place in game.concerns(state, rule):
                if place != "discards" or game.variant == "fight":
                    here = alias(frames, state, place)
                    assert here in frames or place in ("row", "gong", "discards"), place


@pytest.mark.parametrize("header", TABLES)
@pytest.mark.parametrize("curtain", [False, True])
def test_the_keyboard_reaches_every_place(header, curtain):
    looks = looking(header, curtain=curtain)
    for state in some(header, (8,), 6):
        frames = looks.frames(state)
        reached, fresh = set(), {looks.home(state)}
        while fresh:
            reached |= fresh
            steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
            fresh = {looks.step(state, place, *by) for place in fresh for by in steps} - reached
        assert reached == set(frames)
        assert all(looks.say_place(state, place) for place in reached)
        assert looks.step(state, "nowhere", 1, 0) == looks.home(state)


@pytest.mark.parametrize("count", range(1, 31))
def test_a_hand_of_any_size_stays_on_the_canvas_and_can_be_touched(count):
    header = "gong variant=link players=2"
    cards = tuple(range(0, JOKER, 2))[:count] + tuple(range(1, JOKER, 2))[: max(0, count - 27)]
    game, looks = parse_game(header), looking(header)
    hand, other = noted((*sorted(cards[:-1]), JOKER)), NAMES[53]
    state = game.from_text(f"turn; turn Ada; Ada {hand}; Bo {other}; row {NAMES[51]}")
    frames = looks.frames(state)
    for place in hand_of(state):
        x, y, w, h = frames[place]
        assert w >= (66 if count <= 7 else 64 if count <= 16 else 33)
        assert h >= 60
        assert x >= 0
        assert x + w <= WIDTH
        assert y + h <= looks.height
    stamps = [s for s in looks.picture(state, View()).shapes if isinstance(s, Stamp) and s.name.startswith("card-")]
    assert all(s.x >= 0 and s.x + s.width <= WIDTH and s.y + s.height <= looks.height for s in stamps)


def hand_of(state):
    return list(dict.fromkeys(NAMES[card] for card in state.hands[state.turn]))


def test_what_is_pointed_at_is_large_enough_for_a_thumb():
    for header in TABLES:
        looks = looking(header)
        for state in some(header, (9,), 30):
            for place, (_x, _y, w, h) in looks.frames(state).items():
                if place in BUTTONS or place in SEATS or place in ("gong", "deck"):
                    assert min(w, h) >= 66, place
                if looks.game.variant == "family" and place in NAMES[:-1]:
                    assert (w, h) >= (56, 40)


# Taps


@pytest.mark.parametrize("header", TABLES)
def test_every_legal_action_can_be_made_by_taps(header, reached_by_taps):
    game, looks, rng = parse_game(header), looking(header), random.Random(3)
    for state in some(header, (10, 11), 30):
        if state.player == TERMINAL:
            continue
        actions = game.legal_actions(state)
        for action in rng.sample(actions, min(4, len(actions))):
            assert action in reached_by_taps(looks, state), action
        ringed = looks.targets(state, ())
        assert ringed
        assert set(ringed) <= set(looks.frames(state))


def told(header, position):
    game = parse_game(header)
    return game, looking(header), game.from_text(position)


def test_taps_in_link():
    game, looks, state = told(
        "gong players=3", "turn; turn Ada; Ada Zeta 1 + Omega 2 + joker; Bo Virgo 1 2; Cy Virgo 3; row Zeta 4"
    )
    tap = looks.gesture
    assert tap(state, (), "", "Zeta 1") == Play(12)
    assert tap(state, (), "", "Omega 2") == Play(43)
    assert tap(state, (), "", "deck") == Word.DRAW
    assert tap(state, (), "", "gong") == Catch(2)
    assert tap(state, (), "", "joker") == ("joker",)
    assert tap(state, ("joker",), "", "joker") == ()
    assert tap(state, ("joker",), "", "Cy") == Joker(2) == tap(state, ("Cy",), "", "joker")
    assert looks.targets(state, ("joker",)) == ("Bo", "Cy")
    assert "Choose a player" in looks.say_selection(state, ("joker",))
    assert tap(state, (), "", "row") == ("row",)
    last = game.from_text("turn; turn Ada; Ada joker; Bo Virgo 1 2; Cy Virgo 3 4; row Zeta 4")
    assert tap(last, (), "", "joker") == Joker()
    assert tap(last, (), "", "gong") == Word.GONG


def test_taps_between_turns():
    game = parse_game("gong players=3")
    looks = looking("gong players=3")
    rest = "Ada Zeta 1; Bo Virgo 1 2; Cy Virgo 3 4; row Zeta 4; who Ada"
    late = game.from_text(f"catch; turn Bo; player Bo; {rest}; then Cy; duty late none none")
    assert looks.gesture(late, (), "", "gong") == Catch(0) == looks.gesture(late, (), "", "Ada")
    assert looks.gesture(late, (), "", "quiet") == Word.QUIET
    assert window(game, late) == (0, (1, 2), 1)
    fresh = game.from_text(f"gong; turn Ada; player Ada; {rest}; then Bo; duty new none none")
    assert looks.gesture(fresh, (), "", "gong") == Word.GONG
    assert window(game, fresh) == (0, (1, 2), 0)
    assert "Turns left before Ada's own: Bo, Cy." in looks.say_place(fresh, "gong")
    on = game.from_text("turn; turn Cy; Ada Zeta 1; Bo Virgo 1 2; Cy Virgo 3 4; row Zeta 4; duty late none none")
    assert window(game, on) == (0, (1, 2), 1)
    assert "Has not said Gong. 1 turn of others is left." in looks.say_place(on, "Ada")


def test_taps_in_family():
    _game, looks, state = told(
        "gong variant=family players=3", "turn; turn Ada; Ada Zeta 1 2 + joker; Bo Virgo 1 2; Cy Virgo 3; deck Omega 1 "
        "+ " + " + ".join(noted(tuple(c for c in range(JOKER + 1) for _ in range(1 + (c == JOKER)) if NAMES[c] not in
        ("Zeta 1", "Zeta 2", "Virgo 1", "Virgo 2", "Virgo 3", "Omega 1"))[:-1]).split(" + "))
    )  # fmt: skip
    tap = looks.gesture
    assert tap(state, (), "", "Zeta 4") == ("Zeta 4",)
    assert tap(state, ("Zeta 4",), "", "Zeta 4") == ()
    assert tap(state, ("Zeta 4",), "", "Zeta 5") == ("Zeta 5",)
    assert tap(state, ("Zeta 4",), "", "Bo") == Ask(1, 15) == tap(state, ("Bo",), "", "Zeta 4")
    assert looks.game.objection(state, tap(state, ("Zeta 1",), "", "Cy")).rule == "GO5.3"
    assert looks.game.objection(state, tap(state, (), "", "Zeta 1")).rule == "GO5.3"
    assert looks.game.objection(state, tap(state, ("Ada",), "", "Omega 2")).rule == "GO5.2"
    assert tap(state, ("Ada",), "", "Zeta 4") == ("Zeta 4",)
    assert tap(state, ("Cy",), "", "joker") == Joker(2) == tap(state, ("joker",), "", "Cy")
    assert tap(state, (), "", "deck") == Word.DRAW
    assert set(looks.targets(state, ("Zeta 4",))) == {"Bo", "Cy"}
    assert set(looks.targets(state, ("Bo",))) == {"Zeta 3", "Zeta 4", "Zeta 5", "Zeta 6", "joker"}
    two = looking("gong variant=family players=2")
    begun = line("gong variant=family players=2", 1)[0]
    assert two.gesture(begun, (), "", "Zeta 4") == Ask(1 - begun.player, 15)


def test_taps_in_fight():
    _game, looks, state = told(
        "gong variant=fight players=3",
        "errand; turn Ada; player Bo; Ada Zeta 1 + Omega 2; Bo Virgo 1 2; Cy Virgo 3; card Nemesis 1; mission riddle; "
        "todo riddle: Ada Bo; chosen Bo; secret Zeta 1, -, -",
    )
    assert looks.gesture(state, (), "", "Sparrow") == Name(5)
    assert looks.gesture(state, (), "", "Virgo 2") == Name(6)
    assert looks.gesture(state, (), "", "deck") == Word.TURN_UP
    assert set(looks.targets(state, ())) == set(GALAXIES)
    turn = state._replace(stage=Stage.TURN, player=0, errand=None, card=-1)
    assert looks.gesture(turn, (), "", "deck") == Word.TURN_UP
    assert looks.gesture(turn, (), "", "Zeta 1") == Lay(12)


def test_steps_of_a_mission_are_lit_as_they_are_carried_out():
    game = parse_game("gong variant=fight players=4")
    rest = "Ada Zeta 1 + Omega 2; Bo Virgo 1 2; Cy Virgo 3; Dee Virgo 4 5"

    def steps(player, tasks, key, more=""):
        text = f"errand; turn Ada; player {player}; {rest}; card Nemesis 4; mission {key}; todo {tasks}{more}"
        return [(one.words, one.through, one.present) for one in steps_said(game, game.from_text(text))]

    assert steps("Ada", "choose a player: Ada, give: Ada chosen", "gift") == [
        ("choose a player", 0, True),
        ("give them 1 card", 0, False),
    ]
    assert steps("Ada", "give: Ada Cy", "gift", "; chosen Cy") == [
        ("choose a player", 1, False),
        ("give Cy 1 card", 0, True),
    ]
    assert steps("Cy", "lay: Cy, lay: Dee", "tax") == [("all others lay down 1 card", 1, True)]
    # The cards that a lost duel or a solved riddle brings belong to that step.
    over = game.from_text(f"supply; turn Ada; {rest}; card Nemesis 4; mission duel-left; todo draw: Bo")
    assert [(one.words, one.through, one.present) for one in steps_said(game, over)] == [("duel Bo", 0, True)]


# Hidden


@pytest.mark.parametrize("header", TABLES)
@pytest.mark.parametrize(("viewer", "curtain"), [(0, False), (1, False), (-1, False), (0, True)])
def test_nothing_hidden_is_shown_or_said(header, viewer, curtain):
    game, rng = parse_game(header), random.Random(1)
    looks = looking(header, viewer, curtain)
    varied = 0
    for state in some(header, (12,), 14):
        if state.player == TERMINAL and not curtain:
            continue
        other = game.resample(state, max(viewer, 0), rng)
        varied += other != state
        view = View(selection=("joker", "Zeta 1"), cursor="deck", legal=looks.targets(state, ()))
        twin = View(selection=("joker", "Zeta 1"), cursor="deck", legal=looks.targets(other, ()))
        assert looks.picture(state, view) == looks.picture(other, twin)
        assert looks.describe(state) == looks.describe(other)
        assert looks.note(state) == looks.note(other)
        for place in {*looks.frames(state), "joker", "Zeta 1", "Nemesis 6"}:
            assert looks.say_place(state, place) == looks.say_place(other, place)
            assert looks.say_selection(state, (place,)) == looks.say_selection(other, (place,))
            assert looks.targets(state, (place,)) == looks.targets(other, (place,))
    assert varied


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_whole_table_sees_no_hand_and_a_covered_one_none_either(variant):
    header = f"gong variant={variant} players=4"
    game, rng = parse_game(header), random.Random(2)
    for viewer, curtain in ((-1, False), (None, True)):
        looks = looking(header, viewer, curtain)
        for state in some(header, (13,), 12):
            if state.player == TERMINAL or state.stage in (Stage.COUNTER, Stage.FITS):
                continue
            other = dealt_anew(state, rng)
            assert looks.picture(state, View()) == looks.picture(other, View())
            assert looks.describe(state) == looks.describe(other)
            assert looks.targets(state, ()) == looks.targets(other, ())
            stamps = {shape.name for shape in looks.picture(state, View()).shapes if isinstance(shape, Stamp)}
            assert "card-54" not in stamps or state.row[-1:] == (JOKER,)
            assert "Hand the device" not in looks.describe(state)
    covered = looking(header, None, True)
    assert covered.targets(state, ()) == ("show",)
    assert covered.gesture(state, (), "", "deck") == () == covered.gesture(state, (), "", "show")
    assert game.seats


def dealt_anew(state, rng):
    """Return the state with all hands and the deck shuffled together, as many cards to each."""
    pool = [card for hand in state.hands for card in hand] + list(state.deck)
    rng.shuffle(pool)
    hands = []
    for hand in state.hands:
        hands.append(tuple(sorted(pool[: len(hand)])))
        del pool[: len(hand)]
    return state._replace(hands=tuple(hands), deck=tuple(sorted(pool)))


def test_a_card_just_drawn_is_marked_for_its_holder_only():
    header = "gong players=2"
    state = next(state for seed in range(9) for state in line(header, seed) if state.stage is Stage.FITS)
    drawn = NAMES[state.card]
    mine, other = looking(header, state.turn), looking(header, 1 - state.turn)
    assert "just drawn" in mine.say_place(state, drawn)
    assert "just drawn" not in other.say_place(state, drawn)
    assert set(mine.targets(state, ())) == {drawn, "keep"}
    assert other.targets(state, ()) == ("keep",)


def test_a_secret_card_is_its_owners():
    header = "gong variant=fight players=2"
    state = next(
        state for seed in range(9) for state in line(header, seed) if state.errand is not None and state.errand.secret
        and max(state.errand.secret) >= 0
    )  # fmt: skip
    seat = next(seat for seat, card in enumerate(state.errand.secret) if card >= 0)
    said = f"{SEATS[seat]}'s is {NAMES[state.errand.secret[seat]]}."
    assert said in looking(header, seat).describe(state)
    assert said not in looking(header, 1 - seat).describe(state)


# Words


def test_words_tell_the_position():
    game, looks, state = told(
        "gong players=3", "turn; turn Ada; Ada Zeta 1 + Omega 2 + joker; Bo Virgo 1; Cy Virgo 3 4; row Zeta 3, Zeta 4; "
        "duty none done none"
    )  # fmt: skip
    assert looks.describe(state) == (
        "Gong, Link. Ada: 3 cards in hand. Bo: 1 card in hand. Nothing more is to be said for the single card. "
        "Cy: 2 cards in hand. Row: 2 cards; on top Zeta 4 (Ruby). Below it: Zeta 3. Deck: 48 cards. "
        "Ada's hand: Zeta 1 + Omega 2 + joker. Bo's hand: Virgo 1. Cy's hand: Virgo 3 4. It is Ada's turn."
    )
    assert looks.say_place(state, "Zeta 1") == "Zeta 1 (Gold), yellow (fight): in Ada's hand."
    assert looks.note(state) == "Deck: 48 · Row: 2"
    assert looks.modes(state) == ()
    assert isinstance(picture_of(game), GongPicture)
    family = looking("gong variant=family players=4")
    late = next(state for state in line("gong variant=family players=4", 1) if len(state.families) >= 3)
    galaxy, seat = late.families[0]
    assert f"{GALAXIES[galaxy]}: laid down by {SEATS[seat]}." == family.say_place(late, f"family {GALAXIES[galaxy]}")
    assert f"family {GALAXIES[galaxy]}" in family.frames(late)
    assert TAKEN not in family.frames(late) or JOKER in late.hands[late.player]


@pytest.mark.parametrize("header", TABLES)
def test_the_winner_is_named_large(header):
    looks = looking(header)
    state = line(header, 14)[-1]
    texts = [shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)]
    assert max(texts, key=lambda text: text.size).words == f"{SEATS[state.winner]} wins"
    assert f"{SEATS[state.winner]} has won." in looks.describe(state)


def test_a_fight_that_is_over_waits_for_no_mission():
    game = parse_game("gong variant=fight")
    state = game.from_text("turn; turn Ada; Ada joker; Bo Zeta 1; row Zeta 4")
    over = game.apply(state, game.parse("joker"))
    for moment, words in ((state, "no mission yet"), (over, "the game is over")):
        texts = [one.words for one in picture_of(game).picture(moment, View()).shapes if isinstance(one, Text)]
        assert words in texts
        assert ("no mission yet" in texts) == (words == "no mission yet")
