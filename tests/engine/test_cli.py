"""The command `rulebook`, called as a reader calls it."""

from pathlib import Path

import pytest

from rulebook.cli import main

ROOT = Path(__file__).parents[2]
GAME = ROOT / "src/rulebook/games/hong/playthroughs/lair-game.txt"


def test_check_finds_no_fault_in_the_book(capsys):
    assert main(["check", "--book", str(ROOT / "book")]) == 0
    assert "0 faults" in capsys.readouterr().out


def test_check_says_what_is_missing(tmp_path, capsys):
    tmp_path.joinpath("index.ipynb").write_text('{"cells": [{"cell_type": "markdown", "source": "# A"}]}', "utf-8")
    assert main(["check", "--book", str(tmp_path)]) == 1
    assert "HO3.4 of Hong stands in no chapter" in capsys.readouterr().err


def test_coverage_prints_a_line_a_rule(capsys):
    assert main(["coverage", "--book", str(ROOT / "book")]) == 0
    printed = capsys.readouterr().out
    assert "HO6.15  ruling  happens forbids" in printed
    assert "_must_be_beside" in printed
    assert "no chapter" not in printed


def test_replay_tells_what_happens(capsys):
    assert main(["replay", str(GAME)]) == 0
    printed = capsys.readouterr().out
    assert "summons the Great Dragon of size 1: Turn. (HO6.3)" in printed
    assert "The emperor wins. (HO5.3)" in printed


def test_replay_refuses_a_damaged_file_with_line_action_and_rule(tmp_path, capsys):
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(GAME.read_text("utf-8").replace("d2 -", "h5 |"), "utf-8")
    assert main(["replay", str(damaged)]) == 1
    assert "line 16, 'h5 |': h5 is occupied: a dragon tile lies there. (HO3.4)" in capsys.readouterr().err


def test_replay_of_no_file_says_so(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err


@pytest.fixture
def typed(monkeypatch):
    def say(*lines):
        waiting = iter(lines)

        def answer(_prompt=""):
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return say


def test_play_in_a_terminal(typed, capsys, tmp_path):
    kept = tmp_path / "kept.txt"
    typed("", "b2 -", "b2 |", "zz", "moves", "undo", "undo", "undo", "undo", "redo", f"save {kept}", "quit")
    assert main(["play", "hong", "board=inner", "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    assert "The emperor lays a tile on b2, body east–west. (HO3.2)" in printed
    assert "No. b2 is occupied: a dragon tile lies there. (HO3.4) Choose an empty space." in printed
    assert "'zz' is no action of Hong" in printed
    assert "there is no ply -1" in printed
    assert "saved" in printed
    assert kept.read_text("utf-8").startswith("game: hong board=inner\nseed: 3\n---\nstone ")


def test_play_against_a_bot(typed, capsys):
    typed("b2 -", "undo", "quit")
    assert main(["play", "hong", "board=inner", "--bot", "1=greedy"]) == 0
    assert "The dragon master lays a tile" in capsys.readouterr().out


def test_a_hint_and_the_coach_in_a_terminal(typed, capsys):
    typed("coach", "hint", "b2 -", "coach", "quit")
    assert main(["play", "hong", "board=inner", "--seed", "3", "--bot", "1=easy"]) == 0
    printed = capsys.readouterr().out
    assert "You have made no ply yet" in printed
    advised, looked_at = printed.split("The coach would choose: ")[1], printed.split("lays a tile on b2")[1]
    assert "body" in advised.splitlines()[0]
    assert "(HO" in advised.splitlines()[1]
    assert "The dragon master lays a tile" in looked_at
    assert "b2, body east–west" in looked_at.split("> ", 1)[-1]


def test_no_hint_where_nobody_decides(typed, capsys):
    typed("b1 -", "b2 -", "c1 -", "a1 -", "a2 -", "c2 -", "hint", "quit")
    assert main(["play", "hong", "board=###/###", "stones=0"]) == 0
    assert "nothing to advise" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["play", "chess"], ["play", "hong", "board=moon"], ["play", "hong", "--bot", "7=greedy"]]
)
def test_play_refuses_what_it_does_not_know(words, capsys):
    assert main(words) == 1
    assert capsys.readouterr().err.startswith("rulebook play: ")


@pytest.mark.parametrize(
    ("command", "last"),
    [("missions", "18 missions: no fault"), ("deck", "16 cards: no fault; enough for 2, 3, 4 players")],
)
def test_files_of_teachers_are_checked(command, last, tmp_path, capsys):
    assert main([command]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last
    wrong = tmp_path / "mine.toml"
    wrong.write_text("[violet.dance]\n", "utf-8")
    assert main([command, str(wrong)]) == 1
    assert capsys.readouterr().err.startswith(f"rulebook {command}: mine.toml")
    assert main([command, str(tmp_path / "none.toml")]) == 1
    assert "none.toml" in capsys.readouterr().err
