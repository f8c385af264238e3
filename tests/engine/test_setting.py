"""Setting up by hand: what cannot lie together, what is not finished, texts, and the exercises made of a position."""

import random

import pytest

from rulebook.coverage import rules_of
from rulebook.exercise import LUCK, ExerciseError
from rulebook.game import TERMINAL, NotationError, draw, play, playout
from rulebook.registry import GAMES, every_variant, parse_game
from rulebook.setting import Clear, Open, Put, Setting, made, read_exercise, tasks, write_exercise

VARIANTS = list(every_variant())
variants = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.header())
WEIGHTS = {"Put": 20, "Take": 6, "Turn": 2, "Set": 3, "Clear": 0.1}


def tinker(setting, seed, steps):
    """Yield the states of so many random steps of setting up."""
    rng = random.Random(seed)
    state = setting.initial_state()
    for _step in range(steps):
        yield state
        kinds = {}
        for action in setting.legal_actions(state):
            kinds.setdefault(type(action).__name__, []).append(action)
        kind = rng.choices(list(kinds), [WEIGHTS[kind] for kind in kinds])[0]
        state = play(setting, state, rng.choice(kinds[kind]))
    yield state


def positions(game, seed, games=2):
    """Yield the states of random play that can be set up by hand."""
    setting, rng = Setting(game), random.Random(seed)
    for _game in range(games):
        state = game.initial_state()
        while game.current_player(state) != TERMINAL:
            seat = game.current_player(state)
            action = draw(game, state, rng) if seat < 0 else rng.choice(game.legal_actions(state))
            state = game.apply(state, action)
            if setting.settable(state):
                yield state


@variants
def test_generator_and_referee_agree_over_all_attempts(game):
    setting, rng = Setting(game), random.Random(7)
    for at, state in enumerate(tinker(setting, 1, 60)):
        legal = setting.legal_actions(state)
        assert len(set(legal)) == len(legal)
        if at % 12:
            continue
        attempts = setting.attempts(state)
        assert set(legal) <= set(attempts)
        for action in rng.sample(attempts, min(len(attempts), 250)) + rng.sample(legal, min(len(legal), 40)):
            assert (setting.objection(state, action) is None) == (action in set(legal)), f"{action}"
            assert setting.parse(str(action)) == action
            assert setting.parse(f" {str(action).upper()} ") == action


@variants
def test_every_refusal_names_a_rule_and_a_place(game):
    setting, rng, marks = Setting(game), random.Random(3), rules_of(game.key).marks
    seen = set()
    for state in [*tinker(setting, 2, 60)][::10]:
        attempts = setting.attempts(state)
        for action in rng.sample(attempts, min(len(attempts), 300)):
            for objection in setting.objections(state, action):
                seen.add(objection.rule)
                assert objection.rule in marks
                assert objection.places
                assert objection.words.endswith(".")
                assert objection.advice
                assert "{" not in objection.words + objection.advice
    assert len(seen) >= 4


@variants
def test_events_and_tasks_are_told_in_words(game):
    setting, rng, marks = Setting(game), random.Random(4), rules_of(game.key).marks
    for state in tinker(setting, 3, 30):
        task = setting.task(state)
        assert task.rule in marks
        assert "{" not in task.words
        action = rng.choice(setting.legal_actions(state))
        events = []
        assert setting.apply(state, action, events) == setting.apply(state, action)
        assert all(event.rule in marks and event.places and "{" not in event.words for event in events)
        assert events
        assert setting.say(state, action)


@variants
def test_an_arrangement_is_read_back_from_its_text(game):
    setting = Setting(game)
    for state in tinker(setting, 5, 40):
        assert setting.from_text(setting.to_text(state)) == state
        assert setting.apply(state, Open(setting.to_text(state))) == state


@variants
def test_every_position_of_play_can_be_set_up(game):
    setting = Setting(game)
    found = list(positions(game, 6))[::7]
    assert found
    for state in found:
        up = setting.table.make(setting.table.read(state))
        assert setting.flaw(up) is None, game.to_text(state)
        assert setting.from_text(game.to_text(up)) == up
        assert game.from_text(game.to_text(up)) == up
        # Decks whose order nobody knows and what players remember may differ, nothing that can be done.
        assert game.legal_actions(up) == game.legal_actions(state)
        assert game.current_player(up) == game.current_player(state)


@variants
def test_whatever_has_no_flaw_is_a_position_and_plays_to_its_end(game):
    setting, rng = Setting(game), random.Random(8)
    state, whole = setting.wander(rng), 0
    for step in range(60):
        state = play(setting, state, rng.choice(setting.legal_actions(state)[:-1]))
        if setting.flaw(state) is None:
            whole += 1
            assert game.from_text(game.to_text(state)) == state
            if step % 15 == 0:
                playout(game, state, random.Random(step))
    assert setting.flaw(setting.wander(rng)) is None
    assert whole or game.key in ("dragonheart", "dictator"), "random changes leave hands and battalions unfinished"


@pytest.mark.parametrize("key", GAMES)
def test_what_is_put_can_be_taken_again(key):
    setting = Setting(parse_game(key))
    rng = random.Random(9)
    for state in tinker(setting, 10, 30):
        puts = [action for action in setting.legal_actions(state) if isinstance(action, Put)]
        if puts:
            put = rng.choice(puts)
            after = play(setting, state, put)
            back = play(setting, after, setting.parse(str(put).replace("put", "take", 1)))
            assert sorted(setting.table.read(back).lying) == sorted(setting.table.read(state).lying)
    assert play(setting, after, Clear()) == setting.initial_state()


REFUSED = {
    "hong": {
        "HO3.4": (["put stone d4"], "put - d4"),
        "HO3.3": ([], "put stone a1"),
        "HO2.2": (["put stone d4", "put stone d5", "put stone d6"], "put stone e4"),
        "HO3.1": (["put stone d4", "put stone d5", "put stone d6", "put - e4"], "turn emperor"),
    },
    "hong board=inner": {"HO3.3": ([], "put - a4")},
    "hong tiles=4": {"HO1.2": (["put - d4", "put - d5", "put - d6", "put | e4"], "put | e5")},
    "hong lair=yes": {
        "HO6.2": ([], "put dragon turn lair 1"),
        "HO2.2": (
            ["take dragon stone lair 6", *(f"put stone d{row}" for row in range(3, 7))], "put dragon stone lair 6"
        ),
    },
    "dictator": {
        "DC1.2": (["put T-1 E1"], "put T-2 E1"),
        "DC1.3": ([], "put Guild E1"),
        "DC6.1": ([], "put T-1 E3"),
        "DC2.3": (["put WASP T-1", "put Knight T-1", "put Chaplain T-1"], "put Runner T-1"),
        "DC2.4": ([], "put WASP Dump"),
        "DC2.5": (["put WASP T-1", "put damage WASP"], "put damage WASP"),
        "DC3.1": ([], "set energy Templar commander 13"),
        "DC10.2": ([], "set quiet turns 20"),
        "DC5.1": ([], "turn Templar commander"),
    },
    "dragonheart": {
        "DH1.2": (["put troll 3 troll"] * 2, "put troll 3 South"),
        "DH1.4": (["put Great Dragon North"], "put Great Dragon South"),
        "DH2.1": ([], "put dwarf 1 hold"),
        "DH4.1": ([], "put dwarf 1 treasure"),
        "DH4.5": (["put dwarf 1 North"] * 5, "put dwarf 2 North"),
        "DH5.1": (["put dwarf 1 dwarf"] * 3, "put dwarf 2 dwarf"),
        "DH5.2": (["put huntress 1 huntress"] * 2, "put huntress 2 huntress"),
        "DH5.6": (["put knight 1 knight"], "put knight 2 knight"),
        "DH5.9": (["put ship ship"] * 2, "put ship ship"),
    },
    "gong": {
        "GO1.3": (["put Zeta 1 Ada"], "put Zeta 1 Bo"),
        "GO3.5": ([], "put joker row"),
        "GO3.4": ([], "put Zeta 1 spent"),
        "GO4.2": (["put Zeta 1 row"], "put Omega 2 row"),
        "GO4.2 below": (["put Zeta 1 row", "put Zeta 3 row", "put Virgo 3 row"], "take Zeta 3 row"),
    },
    "gong variant=family": {
        "GO5.6": ([f"put Zeta {number} Ada" for number in range(1, 6)], "put Zeta 6 Ada"),
    },
    "wuxia": {
        "WX1.6": (["put Jade b2"], "put Vermilion b2"),
        "WX1.3": ([*(f"put Jade {cell}" for cell in ("a1", "b1", "d1")), "set lost Jade 3"], "put Jade f1"),
        "WX1.4": ([], "set chi Jade 16"),
        "WX1.5": (["put round c3", "put turned d4"], "put round e5"),
        "WX2.1": ([f"put {card} Jade" for card in ("Lone Crane", "Four Winds", "Three Pines", "Woven Blades",
                                                     "Two Brothers")], "put Breaking Wall pool Jade"),
        "WX3.1": (["put Lone Crane pool Jade"], "put Four Winds pool Jade"),
        "WX3.2": (["put die 3 dice"] * 5, "put die 3 dice"),
        "WX4.6": (["put Jade b2"], "put flag Jade c2"),
        "WX4.7": (["put Jade b1", "put Jade b3", "put flag Jade b2"], "put flag Jade b2"),
        "WX1.7": (["put Lone Crane Jade"], "put Lone Crane Vermilion"),
    },
    "wuxia scenario=ponds": {"WX1.6": ([], "put Jade d3")},
}  # fmt: skip


@pytest.mark.parametrize(
    ("header", "rule"), [(header, rule) for header, rules in REFUSED.items() for rule in rules], ids=str
)
def test_an_arrangement_that_breaks_a_rule_is_refused_by_it(header, rule):
    done, tried = REFUSED[header][rule]
    setting = Setting(parse_game(header))
    state = setting.initial_state()
    for text in done:
        state = play(setting, state, setting.parse(text))
    objection = setting.objection(state, setting.parse(tried))
    assert objection is not None
    assert objection.rule == rule.split()[0], objection.words


FLAWED = {
    "HO2.2": ("hong board=inner", ["put stone d4"]),
    "HO5.1": ("hong board=##/## stones=1", ["put stone a1", "put - a2", "put - b1", "put - b2"]),
    "HO6.3": ("hong lair=yes", ["put stone d4", "put stone d5", "put stone d6", "take dragon swap lair 7"]),
    "DC2.3": ("dictator", ["put T-1 E1"]),
    "DC4.2": ("dictator", ["put WASP T-1"]),
    "DC7.10": ("dictator", ["put T-1 E1", "put WASP T-1", "put damage WASP"]),
    "DC10.1": ("dictator", ["put T-1 E1", "put WASP T-1"]),
    "DH4.5": ("dragonheart", ["put dwarf 1 North"]),
    "DH5.1": ("dragonheart", ["put dwarf 1 won North"]),
    "DH5.2": ("dragonheart", ["put huntress 1 hold"]),
    "DH5.6": ("dragonheart", ["put knight 1 won South"]),
    "DH5.9": ("dragonheart", ["put knight 1 won South", "put knight 1 won South"]),
    "DH6.1": ("dragonheart", ["put Great Dragon North"]),
    "GO4.1": ("gong", ["put Zeta 1 Ada", "put Zeta 2 Bo"]),
    "GO4.6": ("gong", ["put Zeta 1 Ada"]),
    "GO5.7": ("gong variant=family", [f"put galaxy {name} Ada" for name in (
        "Proxima", "Nebula", "Zeta", "Andromede", "Serpens", "Sparrow", "Virgo", "Omega", "Nemesis")]),
    "GO5.9": ("gong variant=family", ["put Zeta 1 Bo"]),
    "GO3.4": ("gong variant=family", ["put joker spent"]),
    "GO6.5": ("gong variant=fight", ["put Zeta 1 Ada"]),
    "WX3.2": ("wuxia", ["put die 3 dice"]),
    "WX3.12": ("wuxia", ["set chi Jade 0"]),
    "WX5.1": ("wuxia", ["set lost Vermilion 6"]),
    "WX5.2": ("wuxia players=3", ["set lost Jade 6"]),
}  # fmt: skip


@pytest.mark.parametrize("rule", FLAWED)
def test_an_unfinished_arrangement_says_what_it_lacks_and_goes_on(rule):
    header, done = FLAWED[rule]
    setting = Setting(parse_game(header))
    state = setting.initial_state()
    for text in done:
        state = play(setting, state, setting.parse(text))
    flaw = setting.flaw(state)
    assert flaw is not None
    assert flaw.rule == rule, flaw.words
    assert flaw.places
    assert flaw.advice
    assert rule in rules_of(setting.game.key).marks
    assert setting.task(state).rule == rule
    assert setting.legal_actions(state)


DAMAGED = {
    "a row too short": ("hong board=###/###/### stones=0", "../.../... emperor", "row 1"),
    "a sign that is none": ("hong board=###/###/### stones=0", ".x./.../... emperor", "'x'"),
    "the wrong turn": ("hong board=###/###/### stones=0", ".-./.../... emperor", "HO3.1"),
    "too many stones": ("hong board=###/###/### stones=1", "S.S/.../... emperor", "HO2.2"),
    "the midst of an action": (
        "hong board=##### lair=yes stones=0",
        "|--|. emperor lair=.ahplsw choice=1 task=turn",
        "HO6.3",
    ),
    "a full board": ("hong board=##/## stones=0", "--/-- end", "HO3.1"),
    "a battalion of four": ("dictator", "turn by=0 0.1@E1:T1.T2.T8.T9 1.1@E6:C2 energy=6.6", "DC2.3"),
    "two on a sector": ("dictator", "turn by=0 0.1@E1:T1 1.1@E1:C2 energy=6.6", "DC1.2"),
    "a card of another set": ("dictator", "turn by=0 0.1@E1:T7 1.1@E6:C2 energy=6.6", "DC11"),
    "a battle": ("dictator", "condition by=0 0.1@E1:T1 1.1@D1:C2 energy=6.6 fight=0.1x1.1@D1", "DC5.1"),
    "no stage": ("dictator", "now by=0", "'now'"),
    "two Great Dragons": ("dragonheart", "play; turn North; North dwarf 1; Great Dragon East", "East"),
    "six in a hand": ("dragonheart", "play; turn North; North dwarf 1 1 1 2 2 2", "DH4.5"),
    "no link in the row": ("gong", "turn; turn Ada; Ada Zeta 1; Bo Zeta 2; row Omega 1, Virgo 2", "GO4.2"),
    "a card twice": ("gong", "turn; turn Ada; Ada Zeta 1; Bo Zeta 1; row Omega 1", "GO1.3"),
    "a flag alone": ("wuxia", "pool; turn Jade; Jade b2; flags Jade c2", "WX4.6"),
    "two on a cell": ("wuxia", "pool; turn Jade; Jade b2; Vermilion b2", "WX1.6"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_text_is_refused_with_the_part_at_fault(name):
    header, text, part = DAMAGED[name]
    setting = Setting(parse_game(header))
    with pytest.raises(NotationError) as refused:
        setting.from_text(text)
    assert part.lower() in str(refused.value).lower()
    objection = setting.objection(setting.initial_state(), Open(text))
    assert objection is not None
    assert "{" not in objection.words


@pytest.mark.parametrize("text", ["", "put", "put stone", "put stone z99", "put gold d4", "turn queen", "set", "open"])
def test_notation_that_is_none_says_what_is(text):
    with pytest.raises(NotationError) as refused:
        Setting(parse_game("hong")).parse(text)
    assert "put" in str(refused.value) or "places are" in str(refused.value) or "things are" in str(refused.value)


# Exercises

GAP = "_________/_......._/_......._/_...|..._/_..|-.S._/_.S....S_/_......._/_......._/_________ master"


def gap():
    game = parse_game("hong board=inner")
    return game, Setting(game).from_text(GAP)


def test_an_exercise_is_made_of_a_position_and_a_goal():
    game, state = gap()
    exercise = made(game, state, "completes", {"sizes": [1]})
    assert exercise.task == "Dragon master to play. Complete Hongs of just these sizes, and no others: 1."
    solutions = [[str(action) for action in line] for line in exercise.solutions()]
    assert ["f5 |"] in solutions
    assert 0 < exercise.luck() <= LUCK
    assert exercise.hints()[0].words == "Read HO4.1 again."


@pytest.mark.parametrize(
    ("goal", "values", "plies", "why"),
    [
        ("completes", {"sizes": [4]}, 1, "nothing to find"),
        ("holds", {"hongs": 0}, 1, "a guess would be right"),
        ("conquers", {}, 1, "no goal"),
        ("completes", {}, 1, "leaves open"),
        ("completes", {"sizes": [99]}, 1, "none of the choices"),
        ("completes", {"sizes": [True]}, 1, "none of the choices"),
        ("completes", {"sizes": "<b>"}, 1, "none of the choices"),
        ("completes", {"sizes": [1]}, 0, "1 to 4"),
    ],
)
def test_what_makes_no_exercise_is_refused_in_words(goal, values, plies, why):
    with pytest.raises(ExerciseError, match=why):
        made(*gap(), goal, values, plies)


def test_an_unfinished_position_makes_no_exercise():
    game = parse_game("hong board=inner")
    with pytest.raises(ExerciseError, match=r"HO2\.2"):
        made(game, Setting(game).initial_state(), "completes", {"sizes": [1]})


def test_too_many_lines_are_not_tried(monkeypatch):
    monkeypatch.setattr("rulebook.setting.making.MOST_LINES", 50)
    with pytest.raises(ExerciseError, match="more than 50 lines to try"):
        made(*gap(), "completes", {"sizes": [1]})


@pytest.mark.parametrize("header", ["hong board=inner", "hong lair=yes", "dictator", "dragonheart", "gong",
                                    "gong variant=family", "gong variant=fight", "wuxia"])  # fmt: skip
def test_every_goal_speaks_in_words_and_has_choices(header):
    game = parse_game(header)
    state = Setting(game).wander(random.Random(2))
    marks = rules_of(game.key).marks
    for name, task in tasks(game).items():
        assert task.rule in marks, name
        words = {blank.name: "so" for blank in task.blanks}
        assert "{" not in task.sentence.format(**words)
        assert task.sentence.format(**words).endswith(".")
        for blank in task.blanks:
            for value, said in blank.choices(game, state):
                assert said
                assert isinstance(value, str | int | list)


@pytest.mark.parametrize("header", ["hong board=inner", "dictator", "dragonheart", "gong", "wuxia"])
def test_made_exercises_are_read_back_from_their_text(header):
    game, rng, found = parse_game(header), random.Random(5), 0
    setting = Setting(game)
    while found < 3:
        state = setting.wander(rng)
        for name, task in tasks(game).items():
            if not task.fits(game, state):
                continue
            values = {}
            for blank in task.blanks:
                choices = blank.choices(game, state)
                values[blank.name] = rng.choice(choices)[0] if choices else None
            try:
                exercise = made(game, state, name, values)
            except ExerciseError:
                continue
            text = write_exercise(exercise)
            assert "\n" not in text
            assert read_exercise(text) == exercise
            assert len(list(exercise.solutions())) >= 1
            found += 1


WHOLE = f'game = "hong board=inner", position = "{GAP}", goal = "completes", plies = 1, sizes = [1]'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "game is missing"),
        ("hello", "fields are written"),
        (WHOLE.replace("sizes = [1]", "sizes = [9]"), "none of the choices"),
        (WHOLE.replace("sizes = [1]", "sizes = [[[1]]]"), "fields are written"),
        (WHOLE.replace("completes", "__import__"), "no goal"),
        (WHOLE.replace("plies = 1", "plies = 99"), "1 to 4"),
        (WHOLE.replace("plies = 1", 'plies = "1"'), "plies is missing"),
        (WHOLE.replace("hong board=inner", "chess"), "no game"),
        (WHOLE.replace("hong board=inner", "wuxia deck=/etc/passwd"), "'deck' names a file"),
        (WHOLE.replace("hong board=inner", "hong board=####"), "'board=####' is no choice here"),
        (WHOLE.replace("master", "emperor"), "HO3.1"),
        (WHOLE.replace("|-.S", "SS.S"), "HO2.2"),
        (WHOLE + ', task = "Say aloud: I am silly."', "leaves open"),
        (WHOLE + ", sizes = [1]", "each once"),
        (WHOLE + ", sizes = [1, oops]", "each once"),
        (WHOLE.replace("[1]", "[oops]"), "is no value"),
        (WHOLE + "\nx = 1", "fields are written"),
        ("[" * 3000, "fields are written"),
        ("x" * 5000, "characters at most"),
    ],
)
def test_a_forged_exercise_is_refused_in_words(text, why):
    with pytest.raises(ExerciseError) as refused:
        read_exercise(text)
    assert why in str(refused.value)
