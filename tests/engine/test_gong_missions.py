"""The missions of Fight as data: what a file may say, how each mistake is told, and a file of one's own."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulebook.bots import random_policy
from rulebook.game import TERMINAL, NotationError
from rulebook.games.gong.actions import Draft
from rulebook.games.gong.cards import cards_noted, pack
from rulebook.games.gong.missions import (
    CHOSEN,
    STEPS,
    WHO,
    MissionError,
    Task,
    Verb,
    load,
    mission,
    missions,
    read,
    read_step,
)
from rulebook.registry import parse_game

GOOD = """\
# A file of one's own.
[blue.lay-two]
words = "Lay down two cards."
steps = ["you lay 2"]

[blue.lay]
words = "Lay down a card."
steps = ["you lay 1"]

[red.draw]
words = "Draw a card."
steps = ["you draw 1"]

[yellow.swap]
words = "Offered: a card from a player, and one for them."
steps = [
    "you choose a player",
    "you take 1 from chosen",
    "you give 1 to chosen",
]
"""

OWN = """\
[blue.feast]
words = "All draw a card, then you lay down three."
steps = ["all draw 1", "you lay 3"]

[blue.number]
words = "All lay down their cards of a number."
steps = ["all lay a number"]

[blue.exchange]
words = "Choose a player: you give two cards, and they give you one."
steps = ["you choose a player", "you give 2 to chosen", "chosen give 1 to you"]

[red.robbed]
words = "Your right neighbour takes two cards of yours."
steps = ["right take 2 from you"]

[red.presents]
words = "All others give you a card."
steps = ["others give 1 to you"]

[red.rag]
words = "Take the two top discards."
steps = ["you salvage 2"]

[red.neighbours]
words = "The neighbours lay down a card and give each other none."
steps = ["neighbours lay 1", "left draw 1"]

[yellow.tournament]
words = "Duel left, a draw-off with the right, a melee."
steps = ["you duel left", "you draw-off right", "all melee"]

[yellow.sphinx]
words = "A riddle for a player; then a riddle for another."
steps = ["you choose a player", "you riddle chosen", "you choose a player", "you riddle chosen"]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A notebook's folder of its own; what was read before is forgotten."""
    monkeypatch.chdir(tmp_path)
    missions.cache_clear()
    mission.cache_clear()
    yield tmp_path
    missions.cache_clear()
    mission.cache_clear()


def refusal(text, name="mine.toml"):
    with pytest.raises(MissionError) as failure:
        read(text, name)
    return str(failure.value)


def test_the_file_that_the_mistakes_are_made_in_is_good():
    found = read(GOOD, "mine.toml")
    assert {colour: [each.key for each in group] for colour, group in found.items()} == {
        "blue": ["lay-two", "lay"], "red": ["draw"], "yellow": ["swap"],
    }  # fmt: skip
    assert [str(step) for step in found["yellow"][0].steps] == [
        "you choose a player", "you take 1 from chosen", "you give 1 to chosen",
    ]  # fmt: skip


# Each mistake: what stands in the file, what is written for it, the line of the mistake, and what is said.
MISTAKES = {
    "a verb that there is not": ('"you draw 1"', '"you steal 1"', 12, "'you steal 1' is no step; steps are WHO lay N"),
    "a word too much": ('"you draw 1"', '"you draw 1 card"', 12, "'you draw 1 card' is no step"),
    "no number": ('"you draw 1"', '"you draw"', 12, "'you draw' is no step"),
    "a number in words": ('"you draw 1"', '"you draw one"', 12, "'you draw one' is no step"),
    "number 0": ('"you draw 1"', '"you draw 0"', 12, "'you draw 0': write a number from 1 to 9"),
    "number 10": ('"you draw 1"', '"you draw 10"', 12, "'you draw 10': write a number from 1 to 9"),
    "an unknown player": ('"you draw 1"', '"everybody draw 1"', 12, "'everybody' is no player; write one of you"),
    "an unknown second player": (
        '"you draw 1"', '"you give 1 to them"', 12, "'them' is no player; write one of you, chosen",
    ),
    "with oneself": ('"you draw 1"', '"you give 1 to you"', 12, "'you give 1 to you': nobody does this with"),
    "several faced": ('"you draw 1"', '"you duel others"', 12, "a single player is faced, one of chosen, left, right"),
    "oneself faced": ('"you draw 1"', '"you riddle you"', 12, "a single player is faced, one of chosen, left, right"),
    "another who faces": ('"you draw 1"', '"left duel right"', 12, "'left duel right' is no step"),
    "another who chooses": ('"you draw 1"', '"left choose a player"', 12, "'left choose a player' is no step"),
    "a melee of few": ('"you draw 1"', '"you melee"', 12, "'you melee' is no step"),
    "the second of two steps": ('"you draw 1"', '"you draw 1", "you draw 0"', 12, "'you draw 0': write a number"),
    "a step of several lines": ('"you give 1 to chosen"', '"you give 1 to them"', 19, "'them' is no player"),
    "chosen before choose": (
        '    "you choose a player",\n', "", 17, "'you take 1 from chosen' speaks of the chosen player",
    ),
    "chosen before choose, later": (
        '    "you choose a player",\n    "you take 1 from chosen",\n    "you give 1 to chosen",\n',
        '    "you draw 1",\n    "you give 1 to chosen",\n    "you choose a player",\n',
        18,
        "write first: you choose a player",
    ),
    "no words": ('words = "Draw a card."\n', "", 10, "a mission has words and steps, and nothing else; here are steps"),
    "no steps": ('steps = ["you draw 1"]\n', "", 10, "a mission has words and steps, and nothing else; here are words"),
    "neither": ('words = "Draw a card."\nsteps = ["you draw 1"]\n', "", 10, "here are none"),
    "an unknown field": (
        'steps = ["you draw 1"]', 'steps = ["you draw 1"]\npoints = 3', 10, "here are points, steps, words",
    ),
    "empty words": ('"Draw a card."', '""', 11, "words are a sentence of at most 80 characters"),
    "words too long": ('"Draw a card."', f'"{"Draw " * 17}"', 11, "words are a sentence of at most 80 characters"),
    "words of the wrong type": ('"Draw a card."', "7", 11, "words are a sentence of at most 80 characters"),
    "steps that are words": ('["you draw 1"]', '"you draw 1"', 12, "steps are a list of one to six lines"),
    "steps that are a number": ('["you draw 1"]', "1", 12, "steps are a list of one to six lines"),
    "a step that is a number": ('["you draw 1"]', "[1]", 12, "steps are a list of one to six lines"),
    "empty steps": ('["you draw 1"]', "[]", 12, "steps are a list of one to six lines"),
    "seven steps": ('["you draw 1"]', str(["you draw 1"] * 7), 12, "steps are a list of one to six"),
    "an unknown colour": ("[red.draw]", "[green.draw]", 10, "'green' is no colour of missions; write [blue.NAME]"),
    "no colour": ("[red.draw]", "[draw]", 10, "'draw' is no colour of missions; write [blue.NAME]"),
    "something before the first mission": ("# A file of one's own.", "title = 3", 1, "'title' is no colour"),
    "an empty colour": (
        '[red.draw]\nwords = "Draw a card."\nsteps = ["you draw 1"]\n', "[red]\n", 10,
        "there are 0 missions of the colour red; write 1 to 20",
    ),
    "a name with capitals": ("[red.draw]", "[red.Draw]", 10, "'Draw' is no name of a mission; write small letters"),
    "a name with a digit": ("[red.draw]", "[red.draw2]", 10, "'draw2' is no name of a mission"),
    "a name too long": ("[red.draw]", f"[red.{'d' * 21}]", 10, "is no name of a mission; write small letters"),
    "a mission that is a number": ("[red.draw]", "[red]\nextra = 3\n[red.draw]", 11, "here are int"),
    "one name in two colours": ("[red.draw]", "[red.lay]", 10, "two missions are called 'lay'"),
    # The names of others begin like the mission's, or its words and steps stand elsewhere too.
    "a wrong step of a mission named like another": ('"you lay 1"', '"you jump 1"', 8, "'you jump 1' is no step"),
    "empty words of a mission named like another": ('"Lay down a card."', '""', 7, "words are a sentence of at most"),
    "steps of the wrong type, named like another": ('["you lay 1"]', "3", 8, "steps are a list of one to six lines"),
    "an unknown field, named like another": (
        'steps = ["you lay 1"]', 'steps = ["you lay 1"]\npoints = 3', 6, "here are points, steps, words",
    ),
    "a good step that says the same in another mission": (
        'steps = ["you lay 1"]',
        'steps = ["you choose a player", "you give 1 to chosen"]\n'
        '[blue.late]\nwords = "Late."\nsteps = ["you give 1 to chosen"]',
        11,
        "speaks of the chosen player",
    ),
    "words that stand in a comment": (
        '["you draw 1"]', '[ # not "you draw 0"\n  "you draw 1",\n  "you draw 0"]', 14, "'you draw 0': write a number",
    ),
    "words that speak of words": ('"Draw a card."', '""  # these words', 11, "words are a sentence of at most 80"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_file_line_and_what_is_allowed(name):
    old, new, line, said = MISTAKES[name]
    assert GOOD.count(old) == 1
    message = refusal(GOOD.replace(old, new))
    assert said in message
    assert message.startswith(f"mine.toml, line {line}: "), message


def test_a_colour_without_any_table_is_told():
    """There is no line to name; none that has nothing to do with it is named."""
    message = refusal(GOOD.replace('[red.draw]\nwords = "Draw a card."\nsteps = ["you draw 1"]\n', ""))
    assert message.startswith("mine.toml")
    assert "there are 0 missions of the colour red; write 1 to 20" in message
    assert "line 10" not in message
    assert "line 11" not in message


def test_more_missions_than_there_is_room_for():
    more = "".join(f'[red.{"a" * at}]\nwords = "Draw."\nsteps = ["you draw 1"]\n' for at in range(1, 20))
    assert len(read(GOOD + more, "mine.toml")["red"]) == 20
    assert "there are 21 missions of the colour red; write 1 to 20" in refusal(
        f'{GOOD}{more}[red.b]\nwords = "Draw."\nsteps = ["you draw 1"]\n'
    )


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('steps = ["you draw 1"]', 'steps = ["you draw 1"', 14),
        ('words = "Draw a card."', 'words = "Draw a card.', 11),
        ('words = "Draw a card."', "words = Draw a card.", 11),
        ('words = "Draw a card."', 'words "Draw a card."', 11),
        ("[red.draw]", "[red.draw", 10),
        ('words = "Draw a card."', 'words = "Draw."\nwords = "Draw a card."', 12),
        ("[red.draw]", "[blue.lay]", 10),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(old, new, line):
    message = refusal(GOOD.replace(old, new))
    assert message.startswith("mine.toml: ")
    assert f"line {line}, column " in message


def test_every_form_of_a_step_is_read_and_written():
    lines = [
        "you choose a player", "all melee", "you duel left", "you duel right", "you duel chosen", "you draw-off left",
        "you draw-off right", "you draw-off chosen", "you riddle left", "you riddle right", "you riddle chosen",
    ]  # fmt: skip
    for who in WHO:
        lines += [f"{who} lay a number"]
        lines += [f"{who} {verb} {number}" for verb in ("lay", "draw", "salvage") for number in (1, 2, 9)]
        for whom in WHO:
            if whom != who:
                lines += [f"{who} give 3 to {whom}", f"{who} take 1 from {whom}"]
    verbs = Counter()
    for line in lines:
        step = read_step(line)
        assert str(step) == line
        assert read_step(str(step)) == step
        assert read_step(f"  {line.upper().replace(' ', '   ')} ") == step
        verbs[step.verb] += 1
    assert set(verbs) == set(Verb)
    assert len(STEPS) == len(Verb)


def test_the_books_missions_are_eighteen_and_are_read_back():
    found = missions("book")
    assert {colour: len(group) for colour, group in found.items()} == {"blue": 6, "red": 6, "yellow": 6}
    for group in found.values():
        for each in group:
            assert mission("book", each.key) == each
            assert each.words.endswith(".")
            assert len(each.words) <= 60
            for step in each.steps:
                assert read_step(str(step)) == step
    words = {each.key: each.words for group in found.values() for each in group}
    assert words["lay-two"] == "Lay down two cards."
    assert words["tribute"] == "The player on your left picks a card and gives it to you."
    assert words["salvage"] == "Take the top discard; without discards, draw a card."


CHAPTER = Path(__file__).parents[2] / "book" / "4-4-gong-fight.ipynb"


def rows_under(heading):
    """Return the cells of the table under a heading in the chapter of Fight, a tuple a row."""
    cells = json.loads(CHAPTER.read_text("utf-8"))["cells"]
    lines = [line for cell in cells if cell["cell_type"] == "markdown" for line in "".join(cell["source"]).splitlines()]
    rows = []
    for line in lines[lines.index(heading) + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(tuple(part.strip() for part in line.strip("|").split("|")))
    return rows


def test_the_chapter_lists_the_books_missions():
    listed = [(colour, key) for colour, key, _what in rows_under("| colour | name | what it asks |")]
    assert listed == [(colour, each.key) for colour, group in missions("book").items() for each in group]


def test_the_chapter_lists_every_step_that_a_mission_can_be_made_of():
    listed = [
        step for steps, _what in rows_under("| step | what is done |") for step in re.findall(r"`([^`]+)`", steps)
    ]
    assert listed == list(STEPS)


def tasks(line, seat, players):
    """Return what one step asks for at a table, as (verb, who, whom)."""
    found = read(GOOD.replace("you draw 1", line), "mine.toml")["red"][0]
    return [(task.verb.value, task.seat, task.other) for task in found.tasks(seat, players)]


@pytest.mark.parametrize(
    ("line", "seat", "players", "expected"),
    [
        ("you draw 2", 1, 3, [("draw", 1, -1)] * 2),
        ("others draw 1", 1, 4, [("draw", 2, -1), ("draw", 3, -1), ("draw", 0, -1)]),
        ("all draw 1", 1, 3, [("draw", 1, -1), ("draw", 2, -1), ("draw", 0, -1)]),
        ("neighbours lay 1", 0, 4, [("lay", 1, -1), ("lay", 3, -1)]),
        ("neighbours lay 1", 0, 2, [("lay", 1, -1)]),
        ("left draw 1", 3, 4, [("draw", 0, -1)]),
        ("right draw 1", 0, 4, [("draw", 3, -1)]),
        ("left draw 1", 0, 2, [("draw", 1, -1)]),
        ("you give 1 to neighbours", 2, 3, [("give", 2, 0), ("give", 2, 1)]),
        ("you give 1 to all", 0, 3, [("give", 0, 1), ("give", 0, 2)]),
        ("others give 1 to you", 1, 3, [("give", 2, 1), ("give", 0, 1)]),
        ("left give 1 to right", 0, 2, []),
        ("left give 1 to right", 0, 3, [("give", 1, 2)]),
        ("you duel left", 2, 3, [("duel", 2, 0)]),
        ("all melee", 1, 3, [("melee", 1, -1)]),
    ],
)
def test_who_does_what_and_in_which_order(line, seat, players, expected):
    assert tasks(line, seat, players) == expected


def test_the_chosen_player_is_left_open_until_one_is_chosen():
    found = read(GOOD, "mine.toml")["yellow"][0].tasks(1, 3)
    assert found == (Task(Verb.CHOOSE, 1), Task(Verb.TAKE, 1, CHOSEN), Task(Verb.GIVE, 1, CHOSEN))


# A file of one's own


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_with_missions_of_ones_own_use_every_verb(folder, players):
    folder.joinpath("mine.toml").write_text(OWN, "utf-8")
    game = parse_game(f"gong variant=fight players={players} missions=mine.toml")
    assert game.header().endswith("missions=mine.toml")
    assert parse_game(game.header()) == game
    drafted, verbs = Counter(), set()
    for seed in range(8):
        rng = random.Random(seed)
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            action = random_policy(game, state, rng)
            assert game.objection(state, action) is None
            if isinstance(action, Draft):
                drafted[action.mission] += 1
                verbs |= {step.verb for step in mission("mine.toml", action.mission).steps}
            state = game.apply(state, action)
        assert not state.hands[state.winner]
    assert set(drafted) == {
        "feast", "number", "exchange", "robbed", "presents", "rag", "neighbours", "tournament", "sphinx",
    }  # fmt: skip
    assert verbs == set(Verb)


def test_states_with_missions_of_ones_own_are_read_back(folder):
    folder.joinpath("mine.toml").write_text(OWN, "utf-8")
    game = parse_game("gong variant=fight players=2 missions=mine.toml")
    for seed in range(8):
        rng = random.Random(seed)
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            assert game.from_text(game.to_text(state)) == state
            state = game.apply(state, random_policy(game, state, rng))


POSITION = "mission; turn Ada; Ada Proxima 1 2 3; Bo Nebula 1 2 3; Cy Omega 1 2 3; card "


@pytest.mark.parametrize(
    ("card", "actions", "sizes"),
    [
        (
            "Zeta 5",
            ["feast", "draw Zeta 1", "draw Zeta 2", "draw Zeta 3", "lay Proxima 1", "lay Zeta 1", "lay Proxima 2"],
            [1, 4, 4],
        ),
        ("Zeta 5", ["number", "number 1", "number 2", "number 3"], [2, 2, 2]),
        ("Zeta 5", ["exchange", "choose Cy", "give Proxima 1", "give Proxima 2", "give Proxima 1"], [2, 3, 4]),
        ("Zeta 3", ["robbed", "take Proxima 1", "take Proxima 3"], [1, 3, 5]),
        ("Zeta 3", ["presents", "give Nebula 1", "give Omega 1"], [5, 2, 2]),
        ("Zeta 3", ["neighbours", "lay Nebula 1", "lay Omega 1", "draw Zeta 1"], [3, 3, 2]),
        ("Zeta 3", ["rag", "draw Zeta 1", "draw Zeta 2"], [5, 3, 3]),
        (
            "Zeta 1",
            ["tournament", "show Proxima 1", "show Nebula 1", "turn up Virgo 1", "turn up Virgo 6", "give Omega 1",
             "show Proxima 2", "show Nebula 3", "show Omega 2"],
            [3, 1, 2],
        ),
        (
            "Zeta 1",
            ["sphinx", "choose Bo", "hide Proxima 1", "name Omega", "choose Cy", "hide Proxima 2", "name Proxima",
             "draw Zeta 2", "draw joker"],
            [4, 3, 3],
        ),
    ],
)  # fmt: skip
def test_what_missions_of_ones_own_do(folder, card, actions, sizes):
    folder.joinpath("mine.toml").write_text(OWN, "utf-8")
    game = parse_game("gong variant=fight players=3 missions=mine.toml")
    state = game.from_text(POSITION + card)
    for notation in [f"mission {actions[0]}", *actions[1:]]:
        action = game.parse(notation)
        assert game.objection(state, action) is None, notation
        state = game.apply(state, action)
    assert [len(hand) for hand in state.hands] == sizes
    assert state.turn == 1
    assert state.errand is None
    lying = Counter([*state.deck, *state.row, *state.hands[0], *state.hands[1], *state.hands[2]])
    assert lying == Counter(pack(True))


def test_two_discards_are_salvaged_or_one_and_a_card_of_the_deck(folder):
    folder.joinpath("mine.toml").write_text(OWN, "utf-8")
    game = parse_game("gong variant=fight players=3 missions=mine.toml")
    for row, drawn in (("Virgo 1, Virgo 2, Virgo 3", []), ("Virgo 3", ["draw Virgo 2"])):
        state = game.from_text(f"{POSITION}Zeta 3; row {row}")
        for notation in ["mission rag", *drawn]:
            state = game.apply(state, game.parse(notation))
        assert state.hands[0] == cards_noted("Proxima 1 2 3 + Virgo 2 3")


def test_a_mistake_in_ones_own_file_is_told_where_the_game_is_named(folder):
    folder.joinpath("mine.toml").write_text(GOOD.replace("you draw 1", "you draw 0"), "utf-8")
    with pytest.raises(NotationError, match=r"mine\.toml, line 12: 'you draw 0': write a number from 1 to 9"):
        parse_game("gong variant=fight missions=mine.toml")
    with pytest.raises(MissionError, match=r"mine\.toml, line 12: "):
        load(folder / "mine.toml")


def test_other_games_do_not_ask_for_the_file(folder):
    assert parse_game("gong variant=link missions=none.toml").variant == "link"


@pytest.mark.parametrize(
    "name",
    ["../x.toml", "sub/x.toml", "/etc/x.toml", "x", "x.txt", "x.toml.toml", ".toml", "..", "", "~/x.toml",
     "sub\\x.toml", "x.toml\n", "https://x.toml", f"{'x' * 41}.toml", "Book"],
)  # fmt: skip
def test_files_elsewhere_are_refused(folder, name):
    """Only files of the notebook's own folder can be named, whatever lies elsewhere."""
    folder.joinpath("sub").mkdir()
    folder.parent.joinpath("x.toml").write_text(OWN, "utf-8")
    folder.joinpath("sub", "x.toml").write_text(OWN, "utf-8")
    with pytest.raises(MissionError, match=r"missions are 'book', or a file of this folder such as mine\.toml"):
        missions(name)


def test_an_absolute_path_is_refused(folder):
    path = folder / "x.toml"
    path.write_text(OWN, "utf-8")
    assert missions("x.toml")
    with pytest.raises(NotationError, match="a file of this folder"):
        parse_game(f"gong variant=fight missions={path}")
    with pytest.raises(NotationError, match="a file of this folder"):
        parse_game(f"gong variant=fight missions=../{folder.name}/x.toml")


def test_a_file_that_is_not_there_or_no_text_is_told(folder):
    with pytest.raises(MissionError, match=r"none\.toml: there is no such file of text"):
        missions("none.toml")
    folder.joinpath("image.toml").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(MissionError, match=r"image\.toml: there is no such file of text"):
        missions("image.toml")
    folder.joinpath("dir.toml").mkdir()
    with pytest.raises(MissionError, match=r"dir\.toml: there is no such file of text"):
        missions("dir.toml")
