"""Lines of play as text, and the way about in them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.game import IllegalAction
from rulebook.playthrough import History, Playthrough, PlaythroughError, read
from rulebook.registry import parse_game

TEXT = """\
# A comment before the header.
game: hong board=inner
seed: 7
---
# Three stones.
stone d4
stone e5
STONE F6
c3-           # The emperor keeps off the middle.
d3 |          # First of two words.
# Second of two words.
"""


def test_a_file_is_read_with_its_captions():
    line = read(TEXT)
    assert line.game == parse_game("hong board=inner")
    assert line.seed == 7
    assert list(map(str, line.actions)) == ["stone d4", "stone e5", "stone f6", "c3 -", "d3 |"]
    assert line.caption(0) == "Three stones."
    assert line.caption(4) == "The emperor keeps off the middle."
    assert line.caption(5) == "First of two words. Second of two words."
    assert len(line.states) == 6


@pytest.mark.parametrize(
    ("old", "new", "number", "complaint"),
    [
        ("---", "", 6, "header line"),
        ("game: hong board=inner", "game: chess", 2, "no game of this book"),
        ("game: hong board=inner", "game: hong board=moon", 2, "castle, garden, inner"),
        ("game: hong board=inner", "game: hong bored=inner", 2, "no option of Hong"),
        ("game: hong board=inner", "game: hong lair=maybe", 2, "yes or no"),
        ("game: hong board=inner", "", 4, "names no game"),
        ("seed: 7", "seed: seven", 3, "whole number"),
        ("seed: 7", "seeds: 7", 3, "header line"),
        ("seed: 7", "position: nonsense", 3, "rows"),
        ("c3- ", "c3? ", 9, "no action"),
        ("c3- ", "e5 - ", 9, "HO3.4"),
        ("d3 | ", "a5 | ", 10, "HO3.3"),
    ],
)
def test_damage_is_refused_with_the_line(old, new, number, complaint):
    with pytest.raises(PlaythroughError, match=complaint) as failure:
        read(TEXT.replace(old, new, 1))
    assert failure.value.line == number


def line_refused(text):
    """Return the line at which a text is refused, 1 if it is read whole."""
    try:
        read(text)
    except PlaythroughError as error:
        return error.line
    return 1


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused_in_words(text):
    for candidate in (text, f"game: hong\n---\n{text}", f"game: {text}\n---\n"):
        assert 1 <= line_refused(candidate) <= max(1, len(candidate.splitlines()))


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
@settings(max_examples=200, deadline=None)
def test_one_damaged_character_is_read_or_refused_in_words(at, character):
    assert 1 <= line_refused(TEXT[:at] + character + TEXT[at + 1 :]) <= 13


def test_a_position_begins_a_line():
    line = Playthrough.begin(parse_game("hong board=### stones=0"), "|.| emperor").then(
        parse_game("hong").parse("b1 -")
    )
    assert read(line.write()) == line
    assert "position: |.| emperor" in line.write()
    assert line.over


def test_since_names_the_ply_that_made_an_action_illegal():
    line = read(TEXT)
    action = line.game.parse("c3 |")
    assert line.since(action) == 4
    assert line.since(line.game.parse("d3 -"), 5) == 5
    assert line.since(line.game.parse("e5 -"), 4) is None, (
        "the second stone lies there, but nothing could be laid before"
    )
    assert line.since(line.game.parse("a5 -"), 5) is None, "there never was such a space"
    assert line.since(line.game.parse("b2 -")) is None


def test_history_undoes_redoes_branches_and_returns():
    line = read(TEXT)
    history = History(line, 5)
    back = history.undo()
    assert back.state == line.states[4]
    assert back.redo() == history
    assert back.act(line.actions[4]) == history, "the same action is no branch"
    other = back.act(line.game.parse("b2 -"))
    assert other.ply == 5
    assert other.left == (line,)
    returned = other.back_to(0)
    assert returned.line == line
    assert returned.left == (other.line,)
    with pytest.raises(IndexError, match="plies 0 to 5"):
        history.redo()
    with pytest.raises(IndexError, match="there is no ply -1"):
        History(line, 0).undo()
    with pytest.raises(IndexError, match="no line 3"):
        other.back_to(3)
    with pytest.raises(IllegalAction):
        back.act(line.game.parse("c3 -"))
