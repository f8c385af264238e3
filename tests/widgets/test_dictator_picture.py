"""The board of Dictator-Control: places, taps, the keyboard, what Fog of War hides."""

import random
from xml.etree import ElementTree

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.dictator import Dictator
from rulebook.games.dictator.city import CITY
from rulebook.games.dictator.state import Stage
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures.dictator import CENTRES, DictatorPicture
from rulebook_widgets.pictures.dictator_taps import taps
from rulebook_widgets.scene import Stamp, View

ARMIES = "0.1@E1:T4.T6.T7 0.2@D4:T1.T3*.T2 0.3@F1:T5.T13.T14 1.1@E6:C1.C2.C3 1.2@F5!attacked:C4.C5~.C6 1.3@D5:C7.C8.C9"
FIGHT = ARMIES.replace("0.2@D4", "0.2@D4!attacked") + " fight=0.2x1.3@D5"
SHOWN = {
    "turn": f"turn by=0 {ARMIES}",
    "condition": f"condition by=0 {FIGHT} side=1",
    "strength": f"strength by=0 {FIGHT} set=1:C8/2",
    "roll": f"roll by=0 {FIGHT} sums=4.4 dice=6.0 rolling=1",
    "loss": f"loss by=0 {FIGHT} sums=4.4 dice=2.4 loser=0",
}


def shown(position, view=None, **options):
    game = Dictator(**options)
    looks = DictatorPicture(game)
    state = game.from_text(position)
    return looks, state, looks.picture(state, view or View())


@pytest.mark.parametrize("name", SHOWN)
def test_pictures_are_sound_of_one_size_and_use_the_sprites_they_name(name):
    view = View(
        cursor="D4", selection=("Orion",), legal=("D4",), glow=("Snail", "B9", "Dump"), refused=("E1", "energy 0")
    )
    looks, state, picture = shown(SHOWN[name], view, mission="training")
    sheet = looks.sheet()
    assert (picture.width, picture.height) == (sheet.width, sheet.height)
    assert {sprite.name for sprite in picture.sprites} <= {sprite.name for sprite in sheet.sprites}
    assert {sprite.name for sprite in picture.sprites} == {s.name for s in picture.shapes if isinstance(s, Stamp)}
    check(picture, picture.sprites)
    ElementTree.fromstring(svg(picture, looks.describe(state)))


def test_pick_finds_every_sector_and_everything_on_the_table():
    looks, _state, _picture = shown(SHOWN["strength"], mission="training")
    for (x, y), place in zip(CENTRES, CITY.names, strict=True):
        assert looks.pick(x, y) == place
    assert looks.pick(1, 300) is None
    frames = looks.fixed() | looks._drawn[1].frames
    assert {"Orion", "Snail", "pass", "energy 1", "phase Strength", "Dump"} <= set(frames)
    for place, (x, y, w, h) in frames.items():
        assert looks.pick(x + w / 2, y + h / 2) == place


@pytest.mark.parametrize("name", SHOWN)
def test_the_cursor_reaches_the_city_and_the_table(name):
    looks, state, _picture = shown(SHOWN[name], mission="training")
    reached, fresh = set(), {looks.home(state)}
    while fresh:
        reached |= fresh
        fresh = {
            looks.step(state, place, *by) for place in fresh for by in ((1, 0), (-1, 0), (0, 1), (0, -1))
        } - reached
    wanted = {*CITY.names, *looks._drawn[1].frames, "Dump", "Hirelings", "energy 0", "energy 1"}
    assert reached == wanted
    assert all(looks.say_place(state, place) for place in reached)


@pytest.mark.parametrize("options", [{}, {"fog": True, "mission": "chaos", "placing": True}, {"mission": "double"}])
def test_every_legal_action_can_be_made_by_taps_on_what_is_shown_and_ringed(options):
    game = Dictator(**options)
    looks = DictatorPicture(game)
    unringed = {"pass", "end turn", "exchange", "hireling", "energy"}
    rng = random.Random(2)
    state = game.initial_state()
    for _ply in range(150):
        if game.current_player(state) == TERMINAL:
            break
        chance = game.current_player(state) == CHANCE
        actions = [action for action, _p in game.chance_outcomes(state)] if chance else game.legal_actions(state)
        for action in rng.sample(actions, min(3, len(actions))):
            mode, places = taps(state, action)
            known = [key for key, _label in looks.modes(state)]
            mode = mode if mode in known else (known or [""])[0]
            meant = ()
            for place in places:
                ringed = looks.targets(state, meant)
                looks.picture(state, View(selection=meant, legal=ringed))
                assert place in CITY.names or place in looks._drawn[1].frames
                assert chance or place in ringed or place in unringed or mode == "turn up"
                meant = looks.gesture(state, meant, mode, place)
            assert meant == action
        state = game.apply(state, draw(game, state, rng) if chance else rng.choice(actions))


def test_a_tap_on_a_card_that_cannot_act_is_answered_with_why():
    looks, state, _picture = shown(SHOWN["condition"], mission="training")
    for place, rule in (("Infiltrator", "DC7.3"), ("Orion", "DC7.3")):
        action = looks.gesture(state, (), looks.modes(state)[0][0], place)
        assert looks.game.objection(state, action).rule == rule


def test_the_mode_names_which_of_two_powers_is_meant():
    looks, state, _picture = shown(SHOWN["condition"], mission="training")
    assert [label for _key, label in looks.modes(state)] == ["Acid Spray", "Corrosion"]
    used = [str(looks.gesture(state, (), key, "Snail")) for key, _label in looks.modes(state)]
    assert used == ["Snail: Acid Spray", "Snail: Corrosion"]


def test_an_exchange_is_made_card_by_card():
    looks, state, _picture = shown(SHOWN["turn"], mission="training")
    meant = ()
    for place in ("E1", "F1", "Cerberus", "Komtur", "Tolos", "Komtur", "exchange"):
        meant = looks.gesture(state, meant, "exchange", place)
    assert str(meant) == "E1 <> F1: Tolos / Cerberus"


def test_fog_of_war_hides_cards_in_picture_and_words():
    looks, state, _picture = shown(f"turn by=0 {ARMIES}", mission="training", fog=True)
    looks.viewer = 0
    said = looks.describe(state)
    assert "Orion" in said
    assert "Snail" not in said
    picture = looks.picture(state, View(selection=("D5",), glow=("Snail",)))
    assert sum(isinstance(shape, Stamp) and shape.name == "back-tall" for shape in picture.shapes) == 3
    assert "Snail" not in svg(picture)
    assert "Snail" not in looks._drawn[1].frames
    looks.viewer = 1
    assert "Snail" in looks.describe(state)


def test_words_tell_battalions_energy_and_who_decides():
    looks, state, _picture = shown(SHOWN["loss"], mission="training")
    said = looks.describe(state)
    assert "T-2 D4: WASP 1, Orion 1 (damaged), Knight 2; has attacked." in said
    assert "Battle: T-2 with Strength 4, die 2, sum 6 attacks C-3 with Strength 4, die 4, sum 8." in said
    assert said.endswith("The Templar commander decides.")
    assert looks.note(state) == "Energy: T 6, C 6 · Dump: 0 · Hirelings: 6."
    assert state.stage is Stage.LOSS
