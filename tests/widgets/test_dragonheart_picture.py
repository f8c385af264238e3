"""The board of Dragonheart: places, taps, the keyboard, and that nothing hidden is shown."""

import random
from xml.etree import ElementTree

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.dragonheart.actions import Collect, Grab, Pass, Play, noted
from rulebook.games.dragonheart.cards import NUMBERS, Card, Kind
from rulebook.games.dragonheart.engine import Dragonheart
from rulebook.games.dragonheart.state import ON_BOARD, Stage, State
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.dragonheart import DragonheartPicture
from rulebook_widgets.pictures.dragonheart_words import taps
from rulebook_widgets.scene import Stamp, Text, View

LAND = {kind.label for kind in Kind}
OPEN = {*LAND, "hold", "Great Dragon", "North", "South", "deck North", "deck South"}


def cards(kind, *values):
    return tuple(NUMBERS[Card(kind, value)] for value in values)


def states(seed, plies=10**6):
    game, rng = Dragonheart(), random.Random(seed)
    state = game.initial_state()
    while plies and game.current_player(state) != TERMINAL:
        yield state
        chance = game.current_player(state) == CHANCE
        state = game.apply(state, draw(game, state, rng) if chance else rng.choice(game.legal_actions(state)))
        plies -= 1
    yield state


def position(stage=Stage.PLAY, hand=(), board=None, **more):
    rows = tuple(tuple((board or {}).get(kind, ())) for kind in Kind)
    player = 0 if stage in (Stage.PLAY, Stage.CHOOSE) else CHANCE
    return State(stage, player, 0, (hand, cards(Kind.TROLL, 1, 2)), ((), ()), rows, **more)


HAND = (*cards(Kind.DWARF, 1, 3), *cards(Kind.SHIP, 0), *cards(Kind.KNIGHT, 1), *cards(Kind.FIRE, 4))


@pytest.fixture
def looks():
    return DragonheartPicture(Dragonheart())


def test_the_game_has_its_picture():
    assert isinstance(picture_of(Dragonheart()), DragonheartPicture)


def test_pictures_are_sound_of_one_size_and_use_the_sprites_they_name(looks):
    sheet = looks.sheet()
    for number, state in enumerate(states(3)):
        looks.curtain = number % 5 == 4
        view = View(
            cursor="hold",
            selection=("hand 1", "hand 2") if number % 2 else ("hand 3",),
            legal=("dwarf", "North"),
            glow=("hold", "deck South", "no such place"),
            refused=("ship", "hand 2"),
            last=("treasure", "Great Dragon"),
            plain=number % 3 == 0,
        )
        picture = looks.picture(state, view)
        assert (picture.width, picture.height) == (sheet.width, sheet.height)
        assert {sprite.name for sprite in picture.sprites} == {s.name for s in picture.shapes if isinstance(s, Stamp)}
        assert {sprite.name for sprite in picture.sprites} <= {sprite.name for sprite in sheet.sprites}
        check(picture, picture.sprites if number == 0 else ())
        if number % 20 == 0:
            ElementTree.fromstring(svg(picture, looks.describe(state)))


@pytest.mark.parametrize("curtain", [False, True])
@pytest.mark.parametrize("dragon", [ON_BOARD, 0, 1])
def test_pick_and_keyboard_reach_every_place(looks, curtain, dragon):
    state = position(hand=HAND, dragon=dragon)
    looks.curtain = curtain
    looks.picture(state, View())
    frames = looks.frames(state)
    mine = {"show"} if curtain else {"play", *(f"hand {number}" for number in range(1, 6))}
    assert set(frames) == OPEN | mine
    for place, (x, y, w, h) in frames.items():
        spot = (x + 20, y + h / 2) if place in ("North", "South") else (x + w / 2, y + h / 2)
        assert looks.pick(*spot) == place
    reached, fresh = set(), {looks.home(state)}
    while fresh:
        reached |= fresh
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        fresh = {looks.step(state, place, *by) for place in fresh for by in steps} - reached
    assert reached == set(frames)
    assert all(looks.say_place(state, place) for place in reached)
    assert looks.pick(-5, 5) is None
    assert looks.step(state, "nowhere", 1, 0) == looks.home(state)


def test_hand_cards_are_wide_enough_on_a_narrow_screen(looks):
    frames = looks.frames(position(hand=(*HAND, 0)))
    assert min(frames[f"hand {number}"][2] for number in range(1, 7)) * 340 / looks.width >= 44


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_can_be_made_by_taps(looks, seed):
    game, rng = looks.game, random.Random(seed)
    for state in states(seed):
        if state.stage in (Stage.DEAL, Stage.DRAW, Stage.ROB):
            assert looks.gesture(state, ("hand 1",), "", "dwarf") == ("hand 1",)
            continue
        actions = game.legal_actions(state)
        for action in rng.sample(actions, min(6, len(actions))):
            mode, places = taps(state, action)
            meant = ()
            for place in places:
                ringed = looks.targets(state, meant)
                looks.picture(state, View(selection=meant, legal=ringed))
                assert place in looks.frames(state)
                assert place in ringed or place.startswith("hand ")
                meant = looks.gesture(state, meant, mode, place)
            assert meant == action


def test_taps_that_the_referee_answers(looks):
    state = position(hand=HAND)
    assert looks.gesture(state, (), "", "play") == Pass()
    assert looks.gesture(state, (), "", "Great Dragon") == Grab()
    assert looks.gesture(state, ("hand 1",), "", "treasure") == Collect((Kind.TREASURE,))
    assert looks.gesture(state, (), "", "treasure") == Collect((Kind.TREASURE,))
    mixed = looks.gesture(state, ("hand 1", "hand 3"), "", "play")
    assert mixed == Play((*cards(Kind.DWARF, 1), *cards(Kind.SHIP, 0)))
    assert looks.game.objection(state, mixed).rule == "DH4.1"


def test_taps_select_let_go_and_look(looks):
    state = position(hand=HAND)
    assert looks.gesture(state, (), "", "hand 2") == ("hand 2",)
    assert looks.gesture(state, ("hand 2", "hand 1"), "", "hand 2") == ("hand 1",)
    assert looks.gesture(state, (), "", "knight") == ("hand 4",)
    assert looks.gesture(state, (), "", "hold") == ("hold",)
    assert looks.gesture(state, ("hold",), "", "hold") == ()
    assert looks.gesture(state, ("hand 1",), "", "hold") == ("hand 1",)
    assert looks.gesture(state, ("hold",), "", "hand 1") == ("hand 1",)
    assert looks.say_selection(state, ("hold",)) == "Hold: nothing."


@pytest.mark.parametrize(
    ("chosen", "board", "said"),
    [
        (("hand 5",), {Kind.TREASURE: cards(Kind.TREASURE, 1, 2, 4)}, "They would collect 3 treasures, 7."),
        (("hand 4",), {}, "To collect they need one more knight."),
        (("hand 4",), {Kind.KNIGHT: cards(Kind.KNIGHT, 2)}, "They would collect 0 trolls or 1 sorceress, 2."),
        (("hand 1", "hand 2"), {Kind.DWARF: cards(Kind.DWARF, 1, 2)}, "They would collect 4 dwarves, 7."),
        (("hand 1", "hand 2"), {Kind.DWARF: cards(Kind.DWARF, 1, 1, 2)}, "Room is for 1."),
        (("hand 3",), {Kind.SHIP: cards(Kind.SHIP, 0, 0)}, "They would collect 2 cards, 3."),
        (("hand 1", "hand 3"), {}, "Those are several kinds."),
    ],
)
def test_words_tell_what_a_selection_would_collect(looks, chosen, board, said):
    board = {Kind.SORCERESS: cards(Kind.SORCERESS, 2)} | board
    state = position(hand=HAND, board=board, hold=cards(Kind.HUNTRESS, 1, 2))
    assert looks.say_selection(state, chosen).endswith(said)
    assert svg(looks.picture(state, View(selection=chosen)))


def test_words_tell_the_position(looks):
    board = {Kind.DWARF: cards(Kind.DWARF, 1, 1, 2), Kind.TREASURE: cards(Kind.TREASURE, 4)}
    state = position(hand=HAND, board=board, dragon=1, won=(cards(Kind.TROLL, 3), ()), sailed=2)
    said = looks.describe(state)
    for part in (
        "Dwarf cave: dwarf 1 1 2, worth 4; 3 of 4 frames taken.",
        "Treasure: treasure 4, worth 4.",
        "Hold: nothing.",
        "Sets of ships that have left: 2 of 3.",
        "South has the Great Dragon.",
        "North: 1 card collected, worth 3; 5 cards in hand, 0 in the deck.",
        "North's hand: dwarf 1 3 + ship + knight 1 + fire dragon 4.",
        "North plays.",
    ):
        assert part in said
    assert "worth" not in looks.describe(state, plain=True)
    assert "worth" not in svg(looks.picture(state, View(plain=True)))


def test_nothing_hidden_is_shown_or_said(looks):
    rng = random.Random(8)
    for viewer, curtain in ((0, False), (1, False), (None, False), (None, True)):
        for state in states(rng.random(), 220):
            looks.viewer, looks.curtain = viewer, curtain
            other = _with_other_hidden_cards(state, looks, rng)
            view = View(selection=("hand 1", "hand 2"), cursor="hand 1", last=("dwarf",))
            assert looks.picture(state, view) == looks.picture(other, view)
            assert looks.describe(state) == looks.describe(other)
            assert looks.note(state) == looks.note(other)
            assert looks.modes(state) == looks.modes(other)
            assert looks.targets(state, ("hand 1",)) == looks.targets(other, ("hand 1",))
            assert looks.say_selection(state, ("hand 1",)) == looks.say_selection(other, ("hand 1",))
            for place in (*looks.frames(state), "hand 1"):
                assert looks.say_place(state, place) == looks.say_place(other, place)
    assert looks.sheet() == DragonheartPicture(Dragonheart()).sheet()


def _with_other_hidden_cards(state, looks, rng):
    """Return a state that differs in all that the viewer does not see: decks, the other hand, behind a curtain both."""
    seen = looks.viewer if looks.viewer is not None else state.player if state.player >= 0 else state.turn
    hidden = [seat for seat in (0, 1) if looks.curtain or seat != seen]
    pool = [card for seat in hidden for card in state.hands[seat]] + [card for deck in state.decks for card in deck]
    rng.shuffle(pool)

    def take(count):
        taken = tuple(sorted(pool[:count]))
        del pool[:count]
        return taken

    hands = tuple(take(len(hand)) if seat in hidden else hand for seat, hand in enumerate(state.hands))
    decks = tuple(take(len(deck)) for deck in state.decks)
    return state._replace(hands=hands, decks=decks, known=((), ()))


def test_a_curtain_covers_the_hand_and_hears_no_taps(looks):
    state = position(hand=HAND)
    looks.curtain = True
    drawn = svg(looks.picture(state, View(selection=("hand 1",))))
    assert "Hand the device to North," in drawn
    assert sum(isinstance(s, Stamp) and s.name == "back" for s in looks.picture(state, View()).shapes) == len(HAND)
    assert noted(HAND) not in looks.describe(state)
    assert looks.targets(state, ()) == ("show",)
    for place in ("show", "play", "dwarf", "hand 1", "Great Dragon"):
        assert looks.gesture(state, (), "", place) == ()


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ("won North treasure 3; won South treasure 2", "North wins"),
        ("won South treasure 3", "South wins"),
        ("won South treasure 3; Great Dragon North", "North wins"),
        ("won North treasure 3; won South treasure 3", "A draw"),
    ],
)
def test_the_board_says_who_has_won_and_offers_no_play(won, said):
    game = Dragonheart()
    looks = picture_of(game)
    state = game.from_text(f"over; turn South; North dwarf 1; South knight 1 1; {won}")
    texts = [shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)]
    assert max(texts, key=lambda text: text.size).words == said
    assert "play" not in looks.frames(state)
