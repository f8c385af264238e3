"""A lesson: the teacher's page poses an exercise by its link, two pupils answer, and their codes add up to a tally."""

import json

import pytest
from playwright.sync_api import expect

from rulebook.exercise import exercise, exercises
from rulebook.registry import parse_game
from rulebook.setting import made, tasks, write_exercise
from rulebook_widgets.tasks import ExerciseSession
from widgets.conftest import GAP

pytestmark = pytest.mark.browser

CHAPTER = "7-3-a-class.ipynb"
TILES = "1-1-hong-two-headed-dragon.ipynb"
SETTING = "7-1-set-up-a-position.ipynb"
KEY = "hong/close-one"
POSED = exercise(KEY).numbered(1)
GAME = parse_game("hong board=inner")
STATE = GAME.from_text(GAP)
GOAL, TASK = next(iter(tasks(GAME).items()))
MADE = made(GAME, STATE, GOAL, {"sizes": TASK.blanks[0].choices(GAME, STATE)[0][0]})
SMALL = """() => [...document.querySelectorAll(".rb-class :is(button, select, input, textarea)")]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""


def solution():
    return str(next(POSED.solutions())[0])


def blunder():
    right = {line[0] for line in POSED.solutions()}
    return str(next(action for action in POSED.game.legal_actions(POSED.state) if action not in right))


def board(page, key=KEY):
    """Return the first table of a page that asks an exercise, once it is there."""
    task = exercise(key).task
    table = page.locator(".rb-table.rb-exercise").filter(has_text=task).first
    expect(table.locator(".rb-ask")).to_be_visible(timeout=90_000)
    return table


def answer(table, text):
    """Type a move and return the code that the page shows."""
    table.get_by_label("Type an action").fill(text)
    table.get_by_label("Type an action").press("Enter")
    expect(table.locator(".rb-verdict")).to_be_visible()
    if not table.locator(".rb-fold-code").evaluate("(fold) => fold.open"):
        table.get_by_text("For a class", exact=True).click()
    return table.locator(".rb-answer-code").inner_text()


def enter(part, text):
    part.get_by_label("Answer codes").fill(text)
    part.get_by_label("Answer codes").press("Enter")


def test_a_lesson(served, window):
    desk = window(served)
    desk.goto(served.chapter(CHAPTER))
    part = board(desk).locator(".rb-class")
    part.get_by_label("Position").fill("1")
    part.get_by_label("Position").press("Enter")
    told = desk.locator(".rb-panel").first.locator("p[id$='-words']")
    expect(told).to_have_text(ExerciseSession(POSED).report()["describe"])
    board(desk).get_by_role("button", name="Share").click()
    address = desk.locator("dialog[open] input").input_value()
    expect(desk.locator("dialog[open] svg.rb-code")).to_be_visible()
    desk.keyboard.press("Escape")
    assert TILES in address

    pupils = [window(served), window(served, 360, 640, has_touch=True, is_mobile=True)]
    tables = []
    for pupil in pupils:
        pupil.goto(address)
        tables.append(board(pupil))
        words = tables[-1].locator("p[id$='-words']")
        expect(words).to_have_text(ExerciseSession(POSED).report()["describe"], timeout=90_000)
        expect(tables[-1].locator(".rb-answer-code")).to_have_count(0)
    right, wrong = answer(tables[0], solution()), answer(tables[1], blunder())
    expect(tables[1].locator(".rb-verdict")).to_contain_text("does not do what was asked")

    enter(part, f"{right}\n{wrong}")
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 2")
    part.get_by_text("Tally", exact=True).click()
    expect(part.locator(".rb-odds").first).to_contain_text("right: 1 (50 %)")
    enter(part, right.lower())
    expect(part.locator(".rb-class-news")).to_contain_text("has been entered already")

    tables[1].get_by_role("button", name="Try again").click()
    expect(tables[1].locator(".rb-verdict")).to_have_count(0)
    enter(part, answer(tables[1], solution()))
    expect(part.locator(".rb-class-news")).to_contain_text("put in the place of the earlier ones: 1")
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 2")
    expect(part.locator(".rb-odds").first).to_contain_text("right: 2 (100 %)")

    part.get_by_label("Position").fill("2")
    part.get_by_label("Position").press("Enter")
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 0")
    enter(part, right)
    expect(part.locator(".rb-class-news")).to_contain_text("another exercise, or of another position")


def test_a_lesson_with_an_exercise_made_by_hand(served, window):
    teacher = window(served)
    teacher.goto(served.chapter(SETTING))
    table = teacher.locator(".rb-table.rb-setting").first
    table.get_by_text("Make it an exercise").click(timeout=90_000)
    table.get_by_label("The text of an exercise").fill(write_exercise(MADE))
    table.get_by_role("button", name="Open the exercise").click()
    asked = teacher.locator(".rb-table.rb-exercise").first
    expect(asked.locator(".rb-ask")).to_contain_text(MADE.task)
    asked.get_by_role("button", name="Share").click()
    link = teacher.locator("dialog[open] input").input_value()

    teacher.goto(served.chapter(CHAPTER))
    part = board(teacher).locator(".rb-class")
    part.get_by_text("An exercise of your own").click()
    part.get_by_label("Its link").fill(link)
    part.get_by_role("button", name="Pose").click()
    table = teacher.locator(".rb-table.rb-exercise").first
    part = table.locator(".rb-class")
    expect(table.locator(".rb-ask")).to_contain_text(MADE.task)
    expect(part.locator("[data-focus=class-exercise]")).to_have_value(write_exercise(MADE))
    table.get_by_role("button", name="Share").click()
    address = teacher.locator("dialog[open] input").input_value()
    teacher.keyboard.press("Escape")

    pupil = window(served, 360, 640, has_touch=True, is_mobile=True)
    pupil.goto(address)
    table = pupil.locator(".rb-table.rb-exercise").filter(has_text=MADE.task).first
    expect(table.locator(".rb-ask")).to_be_visible(timeout=90_000)
    enter(part, answer(table, str(next(MADE.solutions())[0])))
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 1")
    part.get_by_text("Tally", exact=True).click()
    expect(part.locator(".rb-odds").first).to_contain_text("right: 1 (100 %)")


def test_a_reload_takes_up_the_round(desk, served):
    desk.goto(served.chapter(CHAPTER))
    part, pupil = board(desk).locator(".rb-class"), desk.locator(".rb-table").nth(1)
    enter(part, answer(pupil, "d1 |"))
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 1")
    desk.reload()
    part = board(desk).locator(".rb-class")
    part.get_by_role("button", name="Take up the last round: 1").click()
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 1")
    part.get_by_role("button", name="New round").click()
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 0")
    expect(part.get_by_role("button", name="Take up")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_lesson_on_a_phone(served, window, scheme):
    page = window(served, 360, 640, has_touch=True, is_mobile=True, color_scheme=scheme)
    page.goto(served.chapter(CHAPTER))
    part = board(page).locator(".rb-class")
    enter(part, answer(page.locator(".rb-table").nth(1), "a1 -"))
    expect(part.locator(".rb-class-count")).to_have_text("Answers: 1")
    for fold in ("Tally", "Codes"):
        part.get_by_text(fold, exact=True).click()
    expect(part.get_by_role("button", name="Take out")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(SMALL) == []


def test_no_answer_reaches_the_page_before_it_is_given(served, window):
    """Everything that comes over the line, the page's source and what it shows are searched for answers and hints."""
    page = window(served)
    frames = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto(served.chapter(TILES))
    board(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2000)
    text = "\n".join([*frames, page.content(), served.fetch(f"/voila/render/{TILES}")[1]])
    assert "Lay one tile that completes a Hong of size 1." in text, "the exercises are there"
    for entry in exercises("hong").values():
        spoken = [hint.words for hint in entry.hints() if len(hint.words) > 40]
        assert [words for words in spoken if words in text or json.dumps(words)[1:-1] in text] == []
    assert "The answer is" not in text
    assert "Hongs: 7;" not in text
    count = exercise("hong/count-square")
    assert count.game.task(count.state).words not in text
