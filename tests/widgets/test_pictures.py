"""Pictures: golden SVGs, picking, words, gestures. Golden files are written anew by RULEBOOK_GOLDEN=write."""

import os
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.hong import Hong
from rulebook.grids import parse_square
from rulebook.registry import parse_game
from rulebook_widgets import figure
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.hong import HongPicture
from rulebook_widgets.scene import Stamp, View

GOLDEN = Path(__file__).parent / "golden"

SHOWN = {
    "three-in-a-row": ("hong board=### stones=0", "|-| end", View(counted=1)),
    "lights": (
        "hong board=####/#### stones=0",
        "|-.S/..-| emperor",
        View(cursor="c1", selection=("a1",), legal=("a2",), glow=("b1",), refused=("d1",), last=("c2",)),
    ),
    "inner-castle-with-the-lair": (
        "hong board=inner lair=yes",
        "_________/_..-...._/_.S...|._/_..|..-._/_|-|--|._/_..-...|_/_.S..-.._/_....S.._/_________"
        " master lair=.haspwl choice=12 task=turn",
        View(counted=2),
    ),
    "castle": (
        "hong",
        "___...___/_......._/_..S...._/....|..../...-.-..S/....|..../_......._/_.S....._/___...___ emperor",
        View(),
    ),
}


SHOWN |= {
    "city": (
        "dictator mission=training",
        "turn by=0 0.1@E1:T4.T6.T7 0.2@D1:T1.T3.T2 0.3@F1:T5.T13.T14 1.1@E6:C1.C2.C3 1.2@F5:C4.C5.C6 1.3@D5:C7.C8.C9",
        View(),
    ),
    "battle": (
        "dictator mission=training",
        "collision by=0 0.1@E1:T4.T6.T7 0.2@D4:T1~.T3.T2~ 1.1@E6:C1.C2 1.3@D5:C7.C8~.C9* energy=5.5 guilds=I6.E3.D3 "
        "dump=C3 fight=0.2x1.3@D5 side=1 used=C8/2.T2/1 set=1:C8/2 plus=0:T2/1:2 sums=4.4 dice=6.4",
        View(legal=("Infiltrator",), glow=("Snail", "energy 1"), refused=("Orion", "D4"), cursor="D5", last=("D1",)),
    ),
    "fog-against-a-guild": (
        "dictator fog=yes",
        "condition by=0 0.1@E5:T1.T9^.T8 1.3@D5:C2.C7.C12* fight=0.1xguild@E4",
        View(selection=("Knechts",)),
    ),
    "four-armies": (
        "dictator mission=dissension",
        "turn by=1 0.1@E1:T1.T2 0.2@D1:T3.T4 >1.1@A2:C1.C2 1.2@A4!left:T6.T7 2.1@E6:C3*.C4 3.1@I4:C5.C6 3.2@I3:C7.C8 "
        "moved=yes dump=T5 energy=6.0.12.3",
        View(selection=("A2",), legal=("A1", "A3", "B1", "B2")),
    ),
}

SHOWN |= {
    "dragonheart": (
        "dragonheart",
        "play; turn North; North dwarf 3 + sorceress 2 + ship + knight 1 + huntress 1; South dwarf 1 1 1 1 1; "
        "board dwarf 1 1 2 + treasure 1 3 4 + petrified dragon 2 2 + fire dragon 3 + huntress 1 2 + ship + knight 1 "
        "+ troll 3 + sorceress 1; hold huntress 1 1; won North treasure 4; Great Dragon South; sailed 1",
        View(selection=("hand 2",), glow=("fire dragon",), refused=("knight",), cursor="hold", last=("treasure",)),
    ),
    "dragonheart-choice": (
        "dragonheart",
        "choose; turn South; laid sorceress; North dwarf 1; South troll 2 + dwarf 2; board treasure 3 + "
        "petrified dragon 2 + sorceress 1",
        View(legal=("treasure", "petrified dragon")),
    ),
}

SHOWN |= {
    "gong-link": (
        "gong players=5",
        "catch; turn Bo; player Cy; Ada Zeta 1; Bo Virgo 1 3 + joker; Cy Virgo 2 + Sparrow 1 5 + "
        "Serpens 6 + joker; Dee Proxima 1 2; Eli Nebula 1 2 3; row Proxima 5, Proxima 4, Andromede 4, Andromede 2, "
        "Omega 2, Omega 6; who Ada; then Cy; duty late none none none none",
        View(legal=("gong", "quiet"), glow=("Dee",), refused=("Sparrow 1",), cursor="row", last=("deck",)),
    ),
    "gong-family": (
        "gong variant=family players=4",
        "turn; turn Ada; Ada Proxima 1 2 + Zeta 1 4 6 + joker; Bo Nebula 3 4; Cy Virgo 1 2 5; Dee Omega 6; "
        "families Sparrow Bo, Nemesis Ada",
        View(selection=("Zeta 5",), legal=("Bo", "Cy", "Dee"), refused=("Virgo 1",), cursor="Proxima"),
    ),
    "gong-fight": (
        "gong variant=fight players=3",
        "errand; turn Ada; player Bo; Ada Zeta 1 + Omega 2; Bo Virgo 2 3 + Sparrow 6; Cy Virgo 4; row Nebula 1, joker; "
        "card Nemesis 1; mission duel; todo duel: Ada Bo; chosen Bo; secret Zeta 1, -, -",
        View(selection=("Virgo 3",), legal=("Virgo 2", "Virgo 3", "Sparrow 6"), glow=("mission",)),
    ),
}


SHOWN |= {
    "wuxia-zone": (
        "wuxia scenario=ponds",
        "zone; turn Jade; Jade b2 c2; Vermilion d2; dice 3 5; hands Lone Crane, Two Brothers / Four Winds; "
        "pool Facing Tigers / -; chi 7 9",
        View(legal=("zone 1", "zone 11", "Summon", "Facing Tigers"), refused=("zone 17",), cursor="zone 9"),
    ),
    "wuxia-cost": (
        "wuxia players=3",
        "cost; turn Vermilion; Jade b2 c2; Vermilion d2 e3; Gold a1 f6; zone 11; card Two Against Two; dice 2 2 6; "
        "hands Lone Crane / Leopard's Paw, Three Pines / Crossed Staves; pool - / Two Against Two / Facing Tigers; "
        "chi 7 3 12; dan 3 1 0; lost 0 1 3",
        View(legal=("die 2", "die 6"), glow=("chi",), last=("Two Against Two",)),
    ),
    "wuxia-push": (
        "wuxia players=4",
        "target; turn Gold; Jade d3 c2; Vermilion e4; Gold c4 d5 c6; Indigo f5; turned d4; round c3; flags Gold c5; "
        "dice 2; spent 4; zone 33; card Two Against Two; verb push; left 1; done f5; hands Lone Crane / Leaping Monkey "
        "/ Crossed Staves / Three Pines; pool - / Hidden Mantis / Two Against Two / Facing Tigers; chi 7 9 0 2; "
        "exhausted",
        View(selection=("e4",), legal=("e3", "e5", "f4"), refused=("c5",)),
    ),
}


def drawn(name):
    header, position, view = SHOWN[name]
    game = parse_game(header)
    looks = picture_of(game)
    state = game.from_text(position)
    return svg(looks.picture(state, view), looks.describe(state))


@pytest.mark.parametrize("name", SHOWN)
def test_golden_pictures(name):
    path = GOLDEN / f"{name}.svg"
    if os.environ.get("RULEBOOK_GOLDEN") == "write":
        path.write_text(drawn(name), "utf-8")
    assert drawn(name) == path.read_text("utf-8")


@pytest.mark.parametrize("name", SHOWN)
def test_pictures_are_sound_xml_without_strange_numbers(name):
    text = drawn(name)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert root.get("aria-label").startswith(parse_game(SHOWN[name][0]).name)
    assert not re.search(r"\b(nan|inf)\b", text)
    used = {element.get("href") for element in root.iter() if element.tag.endswith("use")}
    held = {f"#{element.get('id')}" for element in root.iter() if element.tag.endswith("symbol")}
    assert used == held, "every sprite is used, and every use has its sprite"


@pytest.mark.parametrize("header", ["hong", "hong board=garden", "hong board=inner lair=yes"])
def test_pick_finds_every_place_by_the_middle_of_its_frame(header):
    looks = HongPicture(parse_game(header))
    places = [str(square) for square in looks.game.mask.squares]
    places += [f"lair {size}" for size in range(1, 8)] if looks.game.lair else []
    for place in places:
        x, y, side = looks.frame(place)
        assert looks.pick(x + side / 2, y + side / 2) == place
    assert looks.pick(1, 1) is None
    assert looks.pick(-50, 10**6) is None


def test_the_cursor_reaches_every_place_and_stays_on_the_board():
    game = Hong(board="inner", lair=True)
    looks = HongPicture(game)
    state = game.initial_state()
    reached, fresh = set(), {looks.home(state)}
    while fresh:
        reached |= fresh
        steps = {looks.step(state, place, dx, dy) for place in fresh for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        fresh = steps - reached
    assert reached == {str(square) for square in game.mask.squares} | {f"lair {size}" for size in range(1, 8)}


def test_a_complete_hong_lights_as_one_creature():
    game = Hong(board="####", stones=0)
    looks = HongPicture(game)
    stamps = [
        shape.name for shape in looks.picture(game.from_text("|--| end"), View()).shapes if isinstance(shape, Stamp)
    ]
    assert stamps.count("lit-ew") == 2
    assert stamps.count("woken-e") == stamps.count("woken-w") == 1
    plain = looks.picture(game.from_text("|--| end"), View(plain=True)).shapes
    assert not [shape for shape in plain if isinstance(shape, Stamp) and shape.name.startswith(("lit", "woken"))]
    open_run = looks.picture(game.from_text("--|S end"), View()).shapes
    assert not [shape for shape in open_run if isinstance(shape, Stamp) and shape.name.startswith(("lit", "woken"))]


def test_words_tell_the_whole_position():
    game = Hong(board="###/### ".strip(), stones=0)
    looks = HongPicture(game)
    said = looks.describe(game.from_text("|-|/S.. emperor"))
    assert said == (
        "Hong, board. Row 1: a1 north–south, b1 east–west, c1 north–south. Row 2: a2 stone. "
        "Hongs: 1. Row 1: b1, size 1."
    )
    assert "Hongs" not in looks.describe(game.from_text("|-|/S.. emperor"), plain=True)


def test_every_legal_action_can_be_made_by_gestures():
    game = Hong(board="inner", lair=True)
    looks = HongPicture(game)
    rng = random.Random(1)
    tasks = set()
    for seed in range(40):
        rng = random.Random(seed)
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            if game.current_player(state) == CHANCE:
                state = game.apply(state, draw(game, state, rng))
                continue
            actions = game.legal_actions(state)
            for action in rng.sample(actions, min(5, len(actions))):
                made = set()
                for mode in [mode for mode, _ in looks.modes(state)] or [""]:
                    selection = ()
                    for place in game.places(action):
                        selection = looks.gesture(state, selection, mode, place)
                    made.add(selection)
                assert action in made, f"{action} of {made}"
                tasks.add(state.task)
            state = game.apply(state, rng.choice(actions))
    assert len(tasks) >= 7


def test_squares_beyond_the_alphabet_are_refused():
    from rulebook.game import NotationError

    with pytest.raises(NotationError):
        parse_square("a99")


def test_a_figure_is_a_picture_with_words():
    shown = figure("hong board=### stones=0", "|-| end", count=True)._repr_mimebundle_()
    assert shown["text/plain"].startswith("Hong, board.")
    assert shown["image/svg+xml"].startswith("<svg")
    assert ">1</text>" in shown["image/svg+xml"]
