"""Sheets of tasks: what stands on them, and what does not."""

import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from rulebook.exercise import Exercise
from rulebook.practice import Task, forbidding
from rulebook.registry import GAMES
from rulebook_widgets import sheets
from rulebook_widgets.server import UsageError
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
        assert len(re.findall("<p>", item)) == len(problem.words)


def test_answers_stand_apart_and_are_those_of_the_engine(sheet):
    answers = listed(page(sheet), "rb-sheet-page rb-answers")
    assert len(answers) == len(sheet.problems)
    for answer, problem in zip(answers, sheet.problems, strict=True):
        words, rule = problem.answer()
        assert rule in answer
        if isinstance(problem, Tried):
            refused = problem.task.game.objection(problem.task.state, problem.task.action)
            assert words == (refused.words if refused else "Allowed.")
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
