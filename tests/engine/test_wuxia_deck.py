"""Decks of Wu-xia as data: what a file may say, how each fault is told, and a deck of one's own."""

import random
from importlib.resources import files

import pytest

from rulebook.bots import random_policy
from rulebook.game import TERMINAL, NotationError, play
from rulebook.games.wuxia.cards import DeckError, deck, read_deck
from rulebook.registry import parse_game

SUMMON = """\
["Summon"]
schema = ".. / .."
cost = [-2, -2, -1, -1, -1, -1]
result = ["place 1", "place 1", "place 1", "place 2", "place 2", "place 3"]
"""
CRANE = """\
["Grey Crane"]
schema = "o. / .."
cost = [-2, -1, -1, -1, 0, 1]
result = ["move 1", "push 2", "remove 3", "topple 9", "block", "place 1"]
"""
GOOD = SUMMON + CRANE
BOOK = files("rulebook.games.wuxia").joinpath("deck.toml").read_text("utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of one's own; a deck once read is kept by name, so that the memory is emptied before and after."""
    monkeypatch.chdir(tmp_path)
    deck.cache_clear()
    yield tmp_path
    deck.cache_clear()


def test_the_deck_that_the_faults_are_made_in_is_good():
    found = read_deck(GOOD, "mine.toml")
    assert found.warnings == ()
    assert [card.name for card in found.cards] == ["Summon", "Grey Crane"]
    assert found.cards[1].cost == (-2, -1, -1, -1, 0, 1)
    assert [*map(str, found.cards[1].result)] == ["move 1", "push 2", "remove 3", "topple 9", "block", "place 1"]


HEAD = r"mine\.toml: Grey Crane: "
FAULTS = {
    "a wrong sign": ("o. / ..", "o. / .y", HEAD + r"schema = 'o\. / \.y': write four signs of o, x and \."),
    "five cells": ("o. / ..", "o. / ...", HEAD + "schema = .*write four signs"),
    "three cells": ("o. / ..", "o. / .", HEAD + "schema = .*write four signs"),
    "capital signs": ("o. / ..", "O. / ..", HEAD + "schema = .*write four signs"),
    "no text for a schema": ('"o. / .."', "5", HEAD + "schema = 5: write four signs"),
    "five costs": ("-1, 0, 1]", "-1, 0]", HEAD + "cost: write six whole numbers from -9 to 9"),
    "seven costs": ("-1, 0, 1]", "-1, 0, 1, 1]", HEAD + "cost: write six whole numbers"),
    "a cost that is no number": ("-1, 0, 1]", '-1, 0, "1"]', HEAD + "cost: write six whole numbers"),
    "a broken cost": ("-1, 0, 1]", "-1, 0, 0.5]", HEAD + "cost: write six whole numbers"),
    "a cost of yes": ("-1, 0, 1]", "-1, 0, true]", HEAD + "cost: write six whole numbers"),
    "too high a cost": ("[-2, -1, -1, -1, 0, 1]", "[-10, -1, -1, -1, 0, 1]", HEAD + "cost: .*from -9 to 9"),
    "one number for all": ("[-2, -1, -1, -1, 0, 1]", "-2", HEAD + "cost: write six whole numbers"),
    "face 1 costs nothing": (
        "[-2, -1, -1, -1, 0, 1]", "[0, -1, -1, -1, 0, 1]",
        r"mine\.toml: Grey Crane costs nothing for face 1, so that a battle could go on for ever \(WX6\)",
    ),
    "face 1 gives Chi": (
        "[-2, -1, -1, -1, 0, 1]", "[1, -1, -1, -1, 0, 1]", r"mine\.toml: Grey Crane .*face 1.*\(WX6\)",
    ),
    "five results": ('"block", ', "", HEAD + "result: write six actions, one for each face"),
    "one result for all": (
        '["move 1", "push 2", "remove 3", "topple 9", "block", "place 1"]', '"move 1"',
        HEAD + "result: write six actions",
    ),
    "an unknown action": ("push 2", "pull 2", HEAD + "'pull 2' is no action; write place, move, push, remove"),
    "the number 0": ("push 2", "push 0", HEAD + "'push 0' is no action; .*a number from 1 to 9"),
    "the number 10": ("push 2", "push 10", HEAD + "'push 10' is no action"),
    "no number": ("push 2", "push", HEAD + "'push' is no action"),
    "a block with a number": ('"block"', '"block 1"', HEAD + "'block 1' is no action"),
    "an action that is no text": ('"block"', "7", HEAD + "'7' is no action"),
    "capital letters": ("push 2", "Push 2", HEAD + "'Push 2' is no action"),
    "an unknown field": ('schema = "o. / .."', 'schema = "o. / .."\ncolour = "grey"', HEAD + "a card has schema, cost"),
    "a field that is missing": ('schema = "o. / .."\n', "", HEAD + "a card has .*nothing else"),
    "a card that is no table": ('["Grey Crane"]', "[\"Grey Crane\".deep]", HEAD + "a card has schema, cost and result"),
    "a name of one letter": ('"Grey Crane"', '"G"', r"mine\.toml: G: a name has 2 to 24 signs: letters"),
    "a small first letter": ('"Grey Crane"', '"grey Crane"', r"mine\.toml: grey Crane: a name has 2 to 24 signs"),
    "too long a name": ('"Grey Crane"', f'"{"G" * 25}"', "a name has 2 to 24 signs"),
    "a name with a slash": ('"Grey Crane"', '"Grey / Crane"', "a name has 2 to 24 signs"),
    "a name with a comma": ('"Grey Crane"', '"Grey, Crane"', "a name has 2 to 24 signs"),
    "a name with a semicolon": ('"Grey Crane"', '"Grey; Crane"', "a name has 2 to 24 signs"),
    "no name": ('"Grey Crane"', '""', "a name has 2 to 24 signs"),
    "bad TOML": ("cost = [-2, -1,", "cost = [-2 -1,", r"mine\.toml: .*line 7"),
    "a card twice": ('["Grey Crane"]', '["Summon"]', r"mine\.toml: .*[Ss]ummon"),
    "no Summon": ('["Summon"]', '["Summons"]', r"mine\.toml: the first card is Summon, with the schema \.\. / \.\."),
    "Summon does not place": ('"place 3"', '"move 3"', r"mine\.toml: Summon only places fighters \(WX1\.8\)"),
    "Summon blocks": ('"place 3"', '"block"', r"mine\.toml: Summon only places fighters \(WX1\.8\)"),
    "Summon with a schema of its own": ('".. / .."', '"xx / .."', r"mine\.toml: the first card is Summon, with the"),
    "Summon costs nothing": ("[-2, -2, -1,", "[0, -2, -1,", r"mine\.toml: Summon costs nothing for face 1"),
    "alike to Summon": ("o. / ..", ".. / ..", r"mine\.toml: Grey Crane and Summon have schemas that are alike"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_the_card_and_what_is_allowed(name):
    old, new, complaint = FAULTS[name]
    assert GOOD.count(old) == 1
    with pytest.raises(DeckError, match=complaint):
        read_deck(GOOD.replace(old, new), "mine.toml")


def test_a_deck_without_cards_and_one_in_another_order():
    for text in ("", CRANE + SUMMON):
        with pytest.raises(DeckError, match=r"mine\.toml: the first card is Summon"):
            read_deck(text, "mine.toml")
    with pytest.raises(DeckError, match=r"mine\.toml: size: a name|mine\.toml: Size: a card has schema"):
        read_deck(f"Size = 6\n{GOOD}", "mine.toml")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("o. / ..", ".. / .o"),
        ("ox / ..", ".. / ox"),
        ("ox / ..", "x. / o."),
        ("oo / x.", "x. / oo"),
        ("oo / x.", ".o / xo"),
        ("ox / xo", "xo / ox"),
        ("oo / xx", "ox / ox"),
        ("oo / ox", "xo / oo"),
        ("xx / ..", "x. / x."),
        ("ox/..", " x o/ . . "),
    ],
)
def test_two_schemas_alike_up_to_symmetry(one, other):
    text = SUMMON + CRANE.replace("o. / ..", one) + CRANE.replace("o. / ..", other).replace("Grey", "White")
    with pytest.raises(DeckError, match=r"White Crane and Grey Crane have schemas that are alike .*\(WX6\)"):
        read_deck(text, "mine.toml")


@pytest.mark.parametrize(("one", "other"), [("ox / .o", "oo / x."), ("oo / ..", "o. / .o"), ("ox / xo", "oo / xx")])
def test_two_schemas_of_the_same_pieces_that_are_not_alike(one, other):
    text = SUMMON + CRANE.replace("o. / ..", one) + CRANE.replace("o. / ..", other).replace("Grey", "White")
    assert len(read_deck(text, "mine.toml").cards) == 3


@pytest.mark.parametrize("names", [("Grey Crane", "GREY CRANE"), ("Grey Crane", "Grey crane")])
def test_names_alike_but_for_capitals_are_refused(names):
    """Actions are read in small letters, so that one of the two could not be named."""
    cards = [CRANE, CRANE.replace("o. / ..", "oo / ..")]
    text = SUMMON + "".join(card.replace("Grey Crane", name) for card, name in zip(cards, names, strict=True))
    with pytest.raises(DeckError, match=r"Grey [Cc]rane|GREY CRANE"):
        read_deck(text, "mine.toml")


@pytest.mark.parametrize("name", ["Grey  Crane", "Grey Crane ", "Grey   Old Crane"])
def test_a_name_with_spaces_that_no_action_can_note_is_refused(name):
    with pytest.raises(DeckError, match="a name has"):
        read_deck(GOOD.replace("Grey Crane", name), "mine.toml")


@pytest.mark.parametrize(
    ("cost", "warned"),
    [
        ("[-2, -1, -1, -1, 0, 1]", False),
        ("[-3, -1, 0, 0, 1, 2]", False),
        ("[-1, 0, 0, 0, 0, 0]", False),
        ("[-1, 0, 0, 0, 0, 1]", True),
        ("[-1, 1, 1, 1, 1, 1]", True),
        ("[-9, 0, 0, 0, 0, 9]", True),
    ],
)
def test_a_card_that_gives_chi_back_is_warned_of(cost, warned):
    found = read_deck(GOOD.replace("[-2, -1, -1, -1, 0, 1]", cost), "mine.toml")
    assert len(found.warnings) == warned
    assert all("Grey Crane gives back" in words and "WX6" in words for words in found.warnings)


# Decks of a folder


def own(count=15):
    """Return a deck of one's own: the cards of the book by other names, with other lines, as many as are wanted."""
    cards = BOOK[BOOK.index('["Summon"]') :].split("\n\n")[: count + 1]
    text = "\n\n".join(cards).replace("Lone Crane", "Old Heron").replace("topple 1", "topple 2")
    return text.replace("cost = [-2, -1, -1, -1, 0, 0]", "cost = [-3, -1, -1, 0, 0, 0]")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deck_of_ones_own_plays_whole_battles(folder, players):
    folder.joinpath("mine.toml").write_text(own(), "utf-8")
    game = parse_game(f"wuxia players={players} deck=mine.toml")
    assert game.cards.warnings == ()
    assert parse_game(game.header()) == game
    dealt = set()
    for seed in range(3):
        rng, state = random.Random(seed), game.initial_state()
        while game.current_player(state) != TERMINAL:
            action = random_policy(game, state, rng)
            assert game.parse(str(action)) == action
            assert game.objection(state, action) is None
            dealt.add(str(action))
            state = game.apply(state, action)
            assert game.from_text(game.to_text(state)) == state
        assert state.winner >= 0
    assert {"deal Old Heron", "pool Old Heron"} <= dealt
    assert "deal Lone Crane" not in dealt


def test_its_lines_are_played(folder):
    folder.joinpath("mine.toml").write_text(own(), "utf-8")
    game = parse_game("wuxia deck=mine.toml scenario=open")
    state = game.from_text("zone; turn Jade; Jade c3; pool Old Heron / -; dice 1 5")
    for notation in ("zone 25", "card old heron", "cost 1", "result 5", "place d3", "place d4"):
        state = play(game, state, game.parse(notation))
    assert state.chi == (7, 10)
    with pytest.raises(NotationError, match="'Lone Crane' is no card; the cards are Summon, Old Heron"):
        game.parse("card Lone Crane")


def test_a_card_of_enemies_only_fits_zones_with_tokens_alone(folder):
    """Such a zone may be chosen (WX3.4); one with others' fighters only, or with a token beside them, may not."""
    folder.joinpath("mine.toml").write_text(own().replace('"o. / .."', '"x. / .x"'), "utf-8")
    game = parse_game("wuxia deck=mine.toml scenario=open")
    state = game.from_text(
        "zone; turn Jade; round c3 d4 a1 b4; turned b2; Vermilion e6 f5 a5; square b6; pool - / Old Heron; dice 1 5"
    )
    heron = [
        str(zone)
        for zone in game.legal_actions(state)
        if [*map(str, game.legal_actions(game.apply(state, zone)))] == ["card Old Heron"]
    ]
    assert heron == ["zone 9", "zone 17", "zone 24", "zone 25"]
    for zone in ("zone 30", "zone 41"):
        assert game.objection(state, game.parse(zone)).rule == "WX3.4"


def test_the_books_deck_stays_as_it_is(folder):
    folder.joinpath("book.toml").write_text(own(), "utf-8")
    assert parse_game("wuxia").cards.cards[1].name == "Lone Crane"
    assert parse_game("wuxia deck=book").cards.cards[1].name == "Lone Crane"
    assert parse_game("wuxia deck=book.toml").cards.cards[1].name == "Old Heron"


@pytest.mark.parametrize(("players", "needed"), [(2, 10), (3, 15), (4, 12)])
def test_a_deck_needs_cards_for_all_hands(folder, players, needed):
    folder.joinpath("enough.toml").write_text(own(needed), "utf-8")
    folder.joinpath("few.toml").write_text(own(needed - 1), "utf-8")
    assert len(parse_game(f"wuxia players={players} deck=enough.toml").cards.cards) == needed + 1
    with pytest.raises(NotationError, match=rf"few\.toml: {needed} cards are dealt to {players} players \(WX6\)"):
        parse_game(f"wuxia players={players} deck=few.toml")


def test_a_fault_in_ones_own_deck_is_told_where_the_game_is_named(folder):
    folder.joinpath("mine.toml").write_text(GOOD.replace("push 2", "push 0"), "utf-8")
    with pytest.raises(NotationError, match=r"mine\.toml: Grey Crane: 'push 0' is no action"):
        parse_game("wuxia deck=mine.toml")


@pytest.mark.parametrize(
    "name",
    ["../x.toml", "sub/x.toml", "/etc/x.toml", "x", "x.txt", "x.toml.toml", ".toml", "..", "", "~/x.toml",
     "sub\\x.toml", "x.toml\n", "https://x.toml", f"{'x' * 41}.toml", "Book", "./x.toml", "x.toml\0"],
)  # fmt: skip
def test_files_elsewhere_are_refused(folder, name):
    """Only files of the notebook's own folder can be named, whatever lies elsewhere."""
    folder.joinpath("sub").mkdir()
    folder.parent.joinpath("x.toml").write_text(own(), "utf-8")
    folder.joinpath("x.toml").write_text(own(), "utf-8")
    folder.joinpath("sub", "x.toml").write_text(own(), "utf-8")
    with pytest.raises(DeckError, match=r"decks are 'book', or a file of this folder such as mine\.toml"):
        deck(name)


def test_an_absolute_path_is_refused(folder):
    path = folder / "x.toml"
    path.write_text(own(), "utf-8")
    assert deck("x.toml")
    for said in (path, f"../{folder.name}/x.toml"):
        with pytest.raises(NotationError, match="a file of this folder"):
            parse_game(f"wuxia deck={said}")


def test_a_file_that_is_not_there_or_no_text_is_told(folder):
    folder.joinpath("image.toml").write_bytes(b"\xff\xfe\x00\x80")
    folder.joinpath("dir.toml").mkdir()
    for name in ("none.toml", "image.toml", "dir.toml"):
        with pytest.raises(DeckError, match=rf"{name}: there is no such file of text"):
            deck(name)
