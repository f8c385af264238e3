"""Scripts: what they tell, what the engine must confirm, and how damage is refused."""

from pathlib import Path

import pytest

from rulebook.playthrough import Playthrough
from rulebook.registry import GAMES, parse_game
from rulebook.script import ScriptError, find, names, plain, read

FILE = Path(__file__).parents[1] / "scripts/hong/first-hongs.toml"
TEXT = FILE.read_text("utf-8")


def test_a_script_is_read_with_its_steps_and_the_plies_they_reach():
    script = read(TEXT)
    assert script.line.game == parse_game("hong board=inner")
    assert script.line.seed == 3
    assert [step.ply for step in script.stops] == [0, 3, 4, 6, 7, 8, 9, 10, 11, 12]
    assert len(script.line) == script.steps[-1].ply
    assert script.steps[0].title == "Three stones fall"
    assert script.steps[0].mark == "phase"
    assert script.steps[0].rules == ("HO2.2",)
    assert script.steps[0].places == ("d4", "f6", "g3")
    assert script.steps[6].errata[0].startswith("The sheet this follows prints g7")


def test_words_are_filled_with_what_the_engine_computes():
    script = read(TEXT)
    assert script.opening.words == "The inner castle lies bare: 49 empty spaces, and 11 Hongs to reach."
    assert script.steps[7].words == "Hongs: 1 of 11."
    assert script.steps[7].figures == (("hongs", 1), ("empty", 38))


def test_a_stop_is_found_by_its_ply():
    script = read(TEXT)
    assert [script.stop_of(ply) for ply in (0, 1, 3, 4, 5, 6, 12)] == [0, 1, 1, 2, 3, 3, 9]


def test_a_question_on_an_action_is_answered_by_the_rules():
    ask = read(TEXT).steps[1].ask
    assert ask.choices[1] == "e4, body north–south"
    occupied, right, legal, outside = ask.answers
    assert (right.right, right.rule) == (True, "")
    assert (occupied.right, occupied.rule) == (False, "HO3.4")
    assert occupied.words == "d4 is occupied: a stone lies there. Choose an empty space."
    assert outside.rule == "HO3.3"
    assert legal.words == "Legal, but the emperor did otherwise."


def test_a_question_on_a_figure_is_answered_by_what_is_computed():
    ask = read(TEXT).steps[7].ask
    assert ask.choices == ("0", "1", "2")
    assert [answer.right for answer in ask.answers] == [False, True, False]


def test_a_question_on_a_later_action_of_its_step_is_judged_there():
    text = TEXT.replace(
        '[[step]]\ntitle = "The first head',
        '[step.ask]\nwords = "And the emperor?"\nchoices = ["c5 -", "e6 -"]\n\n[[step]]\ntitle = "The first head',
    )
    occupied, right = read(text).steps[2].ask.answers
    assert right.right
    assert occupied.rule == "HO3.4", "the tile before it has been laid"


def test_a_question_on_chance_knows_no_legal_other():
    text = TEXT.replace("figures = { empty = 46 }", 'ask = { words = "?", choices = ["stone d4", "stone d5"] }')
    assert read(text).steps[0].ask.answers[1].words == "It could have been, but chance decided otherwise."


DAMAGE = [
    ("seed = 3", "sead = 3", 0, "sead", "the fields are game, position, seed, opening, step"),
    ("seed = 3", "seed = -3", 0, "seed", "a whole number"),
    ("seed = 3", "seed = true", 0, "seed", "a whole number"),
    ("seed = 3", "seed =", 0, "", "Invalid value"),
    ("seed = 3", 'position = "nowhere"', 0, "position", "rows"),
    ('game = "hong board=inner"', "", 0, "game", "missing"),
    ("hong board=inner", "chess", 0, "game", "no game of this book"),
    ("{target} Hongs", "{goal} Hongs", 0, "opening", "the figures are hongs, target, empty"),
    ("{target} Hongs", "{target", 0, "opening", "expected '}'"),
    ("{target} Hongs", "{target:>9}", 0, "opening", "as it is"),
    ('title = "Three stones fall"', 'titel = "Three"', 1, "titel", "no such field"),
    ('title = "Three stones fall"', "", 1, "title", "missing"),
    ('title = "Three stones fall"', "title = 7", 1, "title", "is not text"),
    ('mark = "phase"', 'mark = "round"', 1, "mark", "turn or phase"),
    ('"stone d4", "stone f6"', '"stone d4", "stone d4"', 1, "actions", "HO2.2"),
    ('"stone d4", "stone f6"', '"stone d4", "stones"', 1, "actions", "no action"),
    ('["stone d4", "stone f6", "stone g3"]', "[]", 1, "actions", "at least one"),
    ('"stone d4", "stone f6"', '"stone d4", 7', 1, "actions", "a list of texts"),
    ('actions = ["stone d4", "stone f6", "stone g3"]', "", 1, "actions", "missing"),
    ('"HO2.2"', '"HO9.9"', 1, "rules", "HO9.9 is no rule of Hong"),
    ("and {empty} spaces", "and {full} spaces", 1, "words", "'full' is no figure"),
    ("empty = 46", "empty = 45", 1, "figures empty", "45 expected, 46 computed"),
    ("empty = 46", 'empty = "46"', 1, "figures empty", "'46' expected, 46 computed"),
    ("empty = 46", "full = 46", 1, "figures full", "no figure"),
    ("{ empty = 46 }", "46", 1, "figures", "a table"),
    ('actions = ["e4 |"]', 'actions = ["d4 |"]', 2, "actions", "d4 is occupied"),
    ('choices = ["d4 -", "e4 |", "b2 -", "a1 |"]', "", 2, "ask choices", "missing"),
    ('"e4 |", "b2 -"', '"b3 |", "b2 -"', 2, "ask choices", "none of the choices is an action of the step"),
    ('"e4 |", "b2 -"', '"e4 |", "d4 -"', 2, "ask choices", "each once"),
    ('"e4 |", "b2 -"', '"e4 |", "b2"', 2, "ask choices", "no action"),
    ("Where does the emperor", "Where {does} the emperor", 2, "ask words", "no figure"),
    ("[0, 1, 2]", "[0, 2]", 8, "ask choices", "1 computed, which is none of the choices"),
    ("[0, 1, 2]", "[0, 1, 2.5]", 8, "ask choices", "a list"),
    ('figure = "hongs"', 'figure = "winner"', 8, "ask figure", "no figure"),
    ('figure = "hongs"', 'value = "hongs"', 8, "ask value", "the fields are words, choices, figure"),
]


@pytest.mark.parametrize(("old", "new", "step", "field", "why"), DAMAGE, ids=[f"{d[3]}: {d[4]}"[:40] for d in DAMAGE])
def test_damage_is_refused_with_its_step_and_field(old, new, step, field, why):
    assert old in TEXT
    with pytest.raises(ScriptError) as failure:
        read(TEXT.replace(old, new, 1))
    assert (failure.value.step, failure.value.field) == (step, field)
    assert why in str(failure.value)
    if step:
        assert f"step {step} '{failure.value.title}'" in str(failure.value)


def test_a_figure_that_differs_is_named_with_both_values():
    with pytest.raises(ScriptError) as failure:
        read(TEXT.replace("hongs = 1", "hongs = 2"))
    assert (failure.value.expected, failure.value.computed) == (2, 1)
    assert str(failure.value) == "step 8 'A Hong', figures hongs: 2 expected, 1 computed"


def test_a_forbidden_action_is_named_with_its_rule():
    with pytest.raises(ScriptError, match=r"\(HO3\.4\)$") as failure:
        read(TEXT.replace('["e4 |"]', '["d4 |"]'))
    assert failure.value.rule == "HO3.4"


def test_a_script_without_steps_is_refused():
    with pytest.raises(ScriptError, match="step: it is missing"):
        read('game = "hong"')


@pytest.mark.parametrize("key", [key for game in GAMES for key in names(game)])
def test_every_script_of_the_book_is_true(key):
    script = find(key)
    assert script.steps
    assert script.stops[-1].ply == len(script.line)


@pytest.mark.parametrize("key", ["hong/none", "chess/lair-game", "hong/../secrets", "hong", ""])
def test_what_is_no_script_is_refused_with_those_there_are(key):
    with pytest.raises(ScriptError, match="hong/castle-game"):
        find(key)


def test_a_playthrough_is_a_script_of_one_step_a_ply():
    line = find("hong/castle-game").line
    script = plain(line)
    assert [step.ply for step in script.stops] == list(range(len(line) + 1))
    assert script.opening.words == line.caption(0)
    assert [step.ply for step in script.steps if step.mark] == [ply for ply, _words in line.captions if ply]
    assert plain(Playthrough.begin(parse_game("hong"))).steps == ()
