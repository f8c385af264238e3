"""Sheets of tasks: what stands on them, and what does not."""

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape

import pytest

from rulebook import practice
from rulebook.book import Book
from rulebook.exercise import Exercise
from rulebook.practice import Task, forbidding
from rulebook.registry import GAMES, parse_game
from rulebook_widgets import sheets
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.dictator_table import card_of
from rulebook_widgets.scene import View
from rulebook_widgets.server import UsageError, find_book
from rulebook_widgets.sheets import Asked, Tried, make, page

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module", params=GAMES)
def sheet(request):
    """A sheet of many tasks of each game."""
    return make(request.param, seed=7, count=12)


def listed(html, kind):
    """Return the items of one of a page's two lists."""
    found = re.search(rf'<main class="{kind}">.*?</main>', html, re.DOTALL)
    return re.findall(r"<li[^>]*>(.*?)</li>", found[0], re.DOTALL) if found else []


def test_a_sheet_has_as_many_different_tasks_as_were_asked_for(sheet):
    assert len({problem.position for problem in sheet.problems}) == 12
    assert {type(problem) for problem in sheet.problems} == {Asked, Tried}


def test_each_task_stands_on_the_sheet_with_its_picture_and_a_line_for_the_answer(sheet):
    items = listed(page(sheet), "rb-sheet-page")
    assert len(items) == len(sheet.problems)
    for item, problem in zip(items, sheet.problems, strict=True):
        assert item.count('<svg xmlns="http://www.w3.org/2000/svg"') == 1
        assert 'class="rb-answer-line"' in item
        assert len(re.findall('<p>|<p class="rb-question">', item)) == len(problem.words)
        assert item.count('<p class="rb-beside">') == len(problem.notes)


def test_a_move_to_be_judged_stands_with_who_is_to_decide_what_and_the_plies_before(sheet):
    tried = [
        (unescape(item), problem.task)
        for item, problem in zip(listed(page(sheet), "rb-sheet-page"), sheet.problems, strict=True)
        if isinstance(problem, Tried)
    ]
    assert tried
    for item, task in tried:
        assert f"<p>{task.game.task(task.state).words}</p>" in item
        assert not task.before or f'<p class="rb-beside">Before: {" – ".join(task.before)}</p>' in item
        assert f"The move: {task.words}." in item
        assert re.findall("<dt>(.*?)</dt>", item) == list(task.choices)


def test_an_exercise_that_asks_for_a_move_says_who_is_to_decide_and_a_question_does_not(sheet):
    for problem in sheet.problems:
        if isinstance(problem, Asked):
            who = problem.exercise.game.task(problem.exercise.state).words
            assert (problem.words[0] == who) == (problem.exercise.kind == "move")


@every_game
def test_every_rule_that_is_offered_is_printed_with_its_words(game):
    book = Book.read(find_book(None)).rules
    html = page(make(game, 2, 20))
    printed = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", html))
    assert len(printed) > 5
    for rule, words in printed.items():
        whole = sheets.plain(book[rule].text)
        said = unescape(words)
        assert len(said) >= min(20, len(whole))
        assert said == whole or (said.endswith(" …") and whole.startswith(said.removesuffix(" …")))
        assert not re.search(r"\[(ruling|source|house)\]|[*`]", said)


def test_the_rules_are_those_of_the_book_that_is_named(tmp_path, capsys):
    notebook = {"cells": [{"cell_type": "markdown", "source": "# Hong\n\n**HO3.4** Keep it *empty*."}]}
    (tmp_path / "index.ipynb").write_text(json.dumps(notebook), "utf-8")
    argv = ["hong", "--rules", "HO3.4", "--count", "1", "--html", "--out", str(tmp_path / "a.html")]
    assert sheets.main([*argv, "--book", str(tmp_path)]) == 0
    assert "<dt>HO3.4</dt><dd>Keep it empty.</dd>" in (tmp_path / "a.html").read_text("utf-8")
    assert sheets.main([*argv, "--book", str(tmp_path / "none")]) == 2
    assert "no book in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("hong board=garden lair=yes", "Board: garden; Lair of the Seven Great Dragons: with"),
        ("hong", "Board: castle"),
        ("dictator mission=regrouping", "Mission: Re-grouping"),
        ("gong players=5", "Game: Link; Players: 5 players"),
        ("dragonheart ships_turn=yes", "The third set of ships: leaves one more turn"),
    ],
)
def test_the_options_of_a_game_stand_with_its_task(header, said):
    assert noted(header)[0] == said


def test_options_as_usual_that_are_yes_or_no_are_not_told():
    assert noted("dragonheart") == ()


def noted(header):
    """Return what stands beside a picture of the beginning of a game, in words."""
    game = parse_game(header)
    state = game.initial_state()
    return Tried(Task("", game, state, game.legal_actions(state)[0], None, ())).notes


def test_the_great_dragons_of_the_lair_are_named():
    lairs = [one for one in make("hong", 7, 20).problems if isinstance(one, Tried) and one.task.state.lair]
    assert lairs
    assert all(any(line.startswith("Lair: 1 ") for line in one.notes) for one in lairs)


def test_battalions_stand_with_their_cards_and_cards_with_what_is_printed_on_them():
    sheet = make("dictator", 7, 8)
    html = unescape(page(sheet))
    items = [unescape(item) for item in listed(page(sheet), "rb-sheet-page")]
    for number in (1, 6, 7):
        assert re.search(r'<p class="rb-beside">T-\d \w\d: [^<]*WASP 1', items[number - 1])
    assert "<p>T1 WASP, Mech, 1; Turbo dash (Maneuvers, 0): moves up to 3 sectors.</p>" in html
    lines = [line for problem in sheet.problems for line in problem.notes if re.match(r"[ABCT]-\d ", line)]
    named = {name for line in lines for name in re.findall(r"[:,] ([A-Z][\w -]*) \d", line)}
    assert len(named) > 20
    assert [name for name in named if not re.search(rf"<p>\w+ {name}, ", html)] == []


def test_cards_that_lie_face_down_are_not_told():
    fog = [one for one in make("dictator", 4, 6, ("DC11.4",)).problems if one.task.game.fog]
    assert fog
    for problem in fog:
        state = problem.task.state
        looker = state.player if state.player >= 0 else state.turn
        hidden = {
            card for unit in state.battalions for card in unit.cards if unit.seat != looker and not state.up >> card & 1
        }
        named = {card for place in problem.task.places if (card := card_of(place)) is not None}
        assert hidden
        assert hidden & problem.cards <= named
        assert any("face down" in line for line in problem.notes)


def test_no_picture_says_whether_a_schema_fits():
    zones = 0
    for rule in ("WX3.4", "WX3.5", "WX3.6", "WX4.7"):
        for seed in range(40):
            problem = Tried(practice.task(rule, random.Random(seed)))
            if problem.task.words.startswith("choose "):
                zones += problem.task.words.startswith("choose zone")
                shown = "\n".join((problem.picture(), *problem.notes, *problem.words))
                assert not re.search(r"fits zone|does not fit|fits no|fits \d|No card fits|It fits", shown)
    assert zones > 60


@every_game
def test_a_picture_lights_the_places_of_the_move_and_counts_nothing(game):
    for problem in make(game, 3, 6, tuple(forbidding(game))).problems:
        if isinstance(problem, Tried):
            task, looks = problem.task, picture_of(problem.task.game)
            seen = View(glow=task.places, plain=True)
            assert problem.picture() == svg(looks.picture(task.state, seen), looks.describe(task.state, plain=True))


def test_answers_stand_apart_and_are_those_of_the_engine(sheet):
    answers = listed(page(sheet), "rb-sheet-page rb-answers")
    assert len(answers) == len(sheet.problems)
    for answer, problem in zip(answers, sheet.problems, strict=True):
        words, rule = problem.answer()
        assert rule in answer
        if isinstance(problem, Tried):
            refused = problem.task.game.objection(problem.task.state, problem.task.action)
            if refused:
                assert (words, rule) == (f"Not allowed. {refused.words}", refused.rule)
            else:
                assert (words, rule) == (f"Allowed. {problem.task.rule} does not forbid it.", "")
        elif problem.exercise.kind == "count":
            assert words == str(problem.exercise.answer())
        else:
            named = re.split(r" or |, then ", words.removesuffix(" or others"))
            solving = {str(action) for way in problem.exercise.solutions() for action in way}
            assert named
            assert set(named) <= solving


def falsify(monkeypatch):
    """Let the engine give other answers to every task."""
    answer, solutions = Exercise.answer, Exercise.solutions
    monkeypatch.setattr(Exercise, "answer", lambda self: answer(self) + 1)
    monkeypatch.setattr(Exercise, "solutions", lambda self: reversed(list(solutions(self))))
    monkeypatch.setattr(Exercise, "solved", lambda self, line: False)


def turned(problem):
    """Return a problem with another answer."""
    if isinstance(problem, Asked):
        return problem
    task: Task = problem.task
    return Tried(replace(task, objection=None if task.objection else Objecting()))


class Objecting:
    """An objection that no game makes."""

    rule = "HO0.0"
    words = "A wrong answer."
    places = ()


def test_what_the_pupils_get_is_the_same_whatever_the_answers_are(sheet, monkeypatch):
    asked, answered = page(sheet, answers=False), page(sheet, asks=False)
    falsify(monkeypatch)
    other = replace(sheet, problems=tuple(map(turned, sheet.problems)))
    assert page(other, answers=False) == asked
    assert page(other, asks=False) != answered


def test_the_pupils_pages_hold_no_reason_of_the_referee(sheet):
    html = page(sheet, answers=False)
    assert "answers" not in html.partition("<body")[2]
    reasons = [one.task.objection.words for one in sheet.problems if isinstance(one, Tried) and one.task.objection]
    assert reasons
    assert [reason for reason in reasons if reason in html] == []


def test_a_page_of_answers_asks_nothing(sheet):
    html = page(sheet, asks=False)
    assert "<svg" not in html
    assert listed(html, "rb-sheet-page") == []
    assert f"(seed {sheet.seed})" in html


def test_the_seed_stands_on_every_page_of_the_sheet(sheet):
    for html in (page(sheet), page(sheet, answers=False), page(sheet, asks=False)):
        assert f'@bottom-left{{content:"Rulebook · {sheet.name} · 12 tasks, seed 7"}}' in html


PROGRAM = "import sys; from rulebook_widgets.sheets import *; sys.stdout.write(page(make({game!r}, 3, 8, {rules!r})))"


@pytest.mark.parametrize(("game", "rules"), [("hong", ()), ("gong", ("GO5",))])
def test_the_same_seed_gives_the_same_sheet_in_another_process(game, rules):
    def printed(hashes):
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        command = [sys.executable, "-c", PROGRAM.format(game=game, rules=rules)]
        return subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout

    assert printed("1") == printed("2") == page(make(game, 3, 8, rules))
    assert page(make(game, 4, 8, rules)) != printed("1")


@every_game
def test_a_sheet_keeps_to_the_rules_asked_for(game):
    rule = forbidding(game)[0]
    section = rule.partition(".")[0]
    for problem in make(game, 1, 6, (section,)).problems:
        about = problem.exercise.rules if isinstance(problem, Asked) else (problem.task.rule,)
        assert any(one.partition(".")[0] == section for one in about)
    assert {problem.task.rule for problem in make(game, 1, 3, (rule,)).problems if isinstance(problem, Tried)} == {rule}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chess"], "'chess' is no game; games are hong, "),
        (["hong", "--count", "0"], "--count 0: from 1 to 60 tasks"),
        (["hong", "--count", "61"], "--count 61: from 1 to 60 tasks"),
        (["hong", "--rules", "HO9"], "--rules HO9: tasks of Hong are about HO2.2, "),
        (["hong", "--rules", "HO"], "--rules HO: tasks of Hong are about"),
        (["hong", "--rules", "DC5.3"], "--rules DC5.3: tasks of Hong are about"),
        (["hong", "--out", "a.txt"], "--out a.txt: the name of this file ends with .pdf"),
        (["hong", "--html", "--out", "a.pdf"], "--out a.pdf: the name of this file ends with .html"),
        (["hong", "--answers", "a.html"], "--answers a.html: the name of this file ends with .pdf"),
        (["hong", "--out", "a.pdf", "--answers", "./a.pdf"], "the sheet itself goes to that file"),
    ],
)
def test_a_call_that_is_off_is_refused_in_words(argv, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sheets.main(argv) == 2
    told = capsys.readouterr()
    assert told.err.startswith("rulebook sheet: ")
    assert said in told.err
    assert list(tmp_path.iterdir()) == []


def test_fewer_positions_than_asked_for_are_said(monkeypatch):
    monkeypatch.setattr(sheets.practice, "forbidding", lambda key: ())
    found = Exercise.another
    kept = {}
    monkeypatch.setattr(Exercise, "another", lambda self, rng: kept.setdefault(self.key, found(self, rng)))
    with pytest.raises(UsageError, match=r"--count 9: only \d different positions were found"):
        make("hong", 1, 9, ("HO5",))


def test_pages_for_any_browser_are_written_with_the_answers_apart(tmp_path, capsys):
    asked, answered = tmp_path / "class" / "sheet.html", tmp_path / "class" / "answers.html"
    argv = ["hong", "--seed", "5", "--count", "4", "--html", "--out", str(asked), "--answers", str(answered)]
    assert sheets.main(argv) == 0
    assert capsys.readouterr().out.splitlines() == [str(asked), str(answered)]
    sheet = make("hong", 5, 4)
    assert asked.read_text("utf-8") == page(sheet, answers=False)
    assert answered.read_text("utf-8") == page(sheet, asks=False)
