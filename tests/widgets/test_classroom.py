"""The teacher's board: what is posed, what is entered, and what is told of it; the pupils' codes beside it."""

import pytest

from rulebook.classroom import read
from rulebook.exercise import exercise, exercises
from rulebook.link import MOST_FRESH
from rulebook.link import read as read_link
from rulebook.registry import GAMES
from rulebook_widgets import class_tally, set_up
from rulebook_widgets.classroom import ClassSession, chapter_of
from rulebook_widgets.tasks import ExerciseSession
from widgets.conftest import GAP

KEY = "hong/close-one"
PAGE = "https://book.example/voila/render/7-3-a-class.ipynb"


def teacher(key=KEY):
    return ClassSession(exercise(key), lambda key: f"{key.replace('/', '-')}.ipynb")


def pupil(key=KEY, number=0, page=None):
    session = ExerciseSession(exercise(key).numbered(number))
    if page is not None:
        session.page = page
    return session


def say(session, **message):
    session.handle(message)
    return session.report()


def solve(session):
    line = next(session.exercise.solutions())
    for action in line:
        report = say(session, do="type", text=str(action))
    return report["exercise"]


def blunder(session):
    entry = session.exercise
    right = {line[0] for line in entry.solutions()}
    wrong = next(action for action in entry.game.legal_actions(entry.state) if action not in right)
    return say(session, do="type", text=str(wrong))["exercise"]


# A pupil's code


def test_no_code_is_shown_before_an_answer():
    session = pupil()
    assert session.report()["exercise"]["code"] == ""
    assert say(session, do="hint")["exercise"]["code"] == ""
    assert say(session, do="type", text="b1 -")["exercise"]["code"] == "", "a refused move is no answer"


def test_the_code_tells_tries_and_hints():
    session = pupil(page=77)
    answer = read(session.exercise, blunder(session)["code"])
    assert (answer.page, answer.right, answer.tries, answer.hints) == (77, False, 1, 0)
    say(session, do="again")
    say(session, do="hint")
    answer = read(session.exercise, solve(session)["code"])
    assert (answer.page, answer.right, answer.tries, answer.hints) == (77, True, 2, 1)


def test_a_right_answer_stays_whatever_is_tried_after_it():
    session = pupil()
    code = solve(session)["code"]
    say(session, do="again")
    assert blunder(session)["code"] == code


def test_questions_and_rules_have_codes_too():
    session = pupil("hong/count-square")
    answer = session.exercise.answer()
    assert not read(session.exercise, say(session, do="number", number=answer + 1)["exercise"]["code"]).right
    assert read(session.exercise, say(session, do="number", number=answer)["exercise"]["code"]).tries == 2
    session = pupil("hong/wrong-on-a-stone")
    assert read(session.exercise, say(session, do="name", rule="HO3.4")["exercise"]["code"]).right


def test_a_fresh_position_has_a_code_of_its_own():
    session = pupil()
    solve(session)
    assert say(session, do="fresh")["exercise"]["code"] == ""
    assert read(exercise(KEY).numbered(1), solve(session)["code"]).tries == 1


def test_two_pages_draw_their_own_numbers():
    assert len({pupil().page for _page in range(20)}) > 15


# Posing


def test_every_exercise_of_the_book_can_be_posed():
    session = teacher()
    for game in session.setup()["classroom"]["games"]:
        assert [key for key, _words, _fresh in game["exercises"]] == [
            entry.key for entry in exercises(game["key"]).values()
        ]
    for key in GAMES:
        first = next(iter(exercises(key).values()))
        report = say(session, do="pose", key=first.key, number=0)
        assert report["exercise"]["task"] == first.task
        assert session.state == first.state


def test_a_fresh_position_is_the_one_that_pupils_see_by_its_number():
    session = teacher()
    assert say(session, do="pose", key=KEY, number=3)["classroom"]["number"] == 3
    assert session.state == exercise(KEY).numbered(3).state


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"key": "hong/none", "number": 0}, "'hong/none' is no exercise"),
        ({"key": "hong/close-three", "number": 1}, "positions 0 to 0"),
        ({"key": KEY, "number": -1}, f"positions 0 to {MOST_FRESH}"),
        ({"key": KEY, "number": MOST_FRESH + 1}, f"positions 0 to {MOST_FRESH}"),
        ({"key": KEY, "number": True}, "number that cannot be"),
        ({"key": 7, "number": 0}, "key that cannot be"),
        ({"number": 0}, "key that cannot be"),
    ],
)
def test_what_cannot_be_posed_is_refused_and_changes_nothing(message, complaint):
    session = teacher()
    before = session.state
    report = say(session, do="pose", **message)
    assert complaint in report["refusal"]["words"]
    assert (session.key, session.number, session.state) == (KEY, 0, before)


def test_the_shared_address_leads_to_the_chapter_of_the_exercise():
    session = teacher()
    say(session, do="pose", key=KEY, number=2)
    address = say(session, do="share", page=PAGE)["offer"]["address"]
    page, _sign, play = address.partition("#play=")
    assert page == "https://book.example/voila/render/hong-close-one.ipynb"
    board, _dot, link = play.rpartition(".")
    assert board == KEY
    opened = pupil()
    assert say(opened, do="open", link=address)["refusal"] is None
    assert opened.state == read_link(link).line.states[0] == session.exercise.state


def test_without_an_address_the_link_alone_is_shared():
    assert "#" not in say(teacher(), do="share", page="")["offer"]["address"]


def test_the_chapter_of_an_exercise_is_found_in_the_book(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath / "book")
    chapter_of.cache_clear()
    assert chapter_of(KEY) == "1-1-hong-two-headed-dragon.ipynb"
    assert chapter_of("hong/none") == ""
    chapter_of.cache_clear()


def test_outside_a_book_there_is_no_chapter(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    chapter_of.cache_clear()
    assert chapter_of(KEY) == ""
    chapter_of.cache_clear()


# The tally


def round_of(session):
    """Enter four answers of four pages: two right at once, one at the second try with a hint, one wrong."""
    codes = []
    for page in (1, 2):
        codes.append(solve(pupil(page=page))["code"])
    late = pupil(page=3)
    blunder(late)
    say(late, do="again")
    say(late, do="hint")
    codes += [solve(late)["code"], blunder(pupil(page=4))["code"]]
    return say(session, do="codes", text="\n".join(codes)), codes


def test_codes_add_up_to_a_tally():
    report, codes = round_of(teacher())
    tally = report["classroom"]
    assert tally["words"] == "Answers: 4. Right: 3."
    assert [code for code, _words in tally["codes"]] == codes[::-1]
    assert tally["codes"][1][1] == "right, tries: 2, hints: 1"
    assert [bar["parts"] for bar in tally["bars"]] == [
        [(0, "right", 3, 75), (1, "not right", 1, 25)],
        [(0, "at try 1", 2, 67), (1, "at try 2", 1, 33)],
        [(0, "hints: 0", 3, 75), (1, "hints: 1", 1, 25)],
    ]
    assert report["announce"] == "Entered: 4. Answers: 4. Right: 3."


def test_the_board_shows_no_code_of_its_own():
    session = teacher()
    assert solve(session)["code"] == ""


def test_an_empty_tally_says_so():
    tally = teacher().report()["classroom"]
    assert (tally["words"], tally["bars"], tally["codes"]) == ("No answers yet.", [], [])


def test_what_cannot_be_entered_is_said_and_the_rest_is_taken():
    session = teacher()
    good, foreign = solve(pupil())["code"], solve(pupil("hong/close-three"))["code"]
    report = say(session, do="codes", text=f"{good}, {foreign}, {good}, xyz")
    assert len(report["classroom"]["codes"]) == 1
    assert report["classroom"]["news"][0] == "Entered: 1."
    assert [line.split(" ", 1)[0] for line in report["classroom"]["news"][1:]] == [foreign, good, "xyz:"]


def test_an_answer_can_be_taken_out():
    session = teacher()
    _report, codes = round_of(session)
    report = say(session, do="drop", code=codes[0])
    assert len(report["classroom"]["codes"]) == 3
    assert "has not been entered" in say(session, do="drop", code=codes[0])["refusal"]["words"]
    assert len(say(session, do="drop", code="x")["classroom"]["codes"]) == 3


def test_each_exercise_and_position_keeps_its_own_round():
    session = teacher()
    _report, codes = round_of(session)
    assert say(session, do="pose", key=KEY, number=1)["classroom"]["codes"] == []
    fresh = solve(pupil(number=1))["code"]
    assert len(say(session, do="codes", text=fresh)["classroom"]["codes"]) == 1
    assert len(say(session, do="pose", key=KEY, number=0)["classroom"]["codes"]) == len(codes)
    assert say(session, do="round")["classroom"]["codes"] == []
    assert len(say(session, do="fresh")["classroom"]["codes"]) == 1


def by_hand(goal="completes", choice="1"):
    """Return the board on which an exercise was made by hand, and became it."""
    board = set_up("hong board=inner", GAP)
    say(board.session, do="goal", goal=goal)
    ((name, _label, words),) = board.session.report()["setting"]["blanks"]
    board.hear(lambda: board.session.handle({"do": "make", "choices": {name: words.index(choice)}, "plies": 1}))
    return board


@pytest.mark.parametrize("shared", [lambda made: made.given(), lambda made: made.link()], ids=["shared", "of the page"])
def test_an_exercise_made_by_hand_is_posed_by_its_link(shared):
    made = by_hand()
    session = teacher()
    report = say(session, do="open", link=f"{PAGE}#play=hong/set-up.{shared(made.session)}")
    assert report["exercise"]["task"] == made.session.exercise.task
    assert (report["classroom"]["own"], report["classroom"]["codes"]) == (True, [])

    # The pupils open it where exercises can be made; the codes they get are of this exercise and no other.
    address = say(session, do="share", page=PAGE)["offer"]["address"]
    assert address.startswith("https://book.example/voila/render/hong-set-up.ipynb#play=hong/set-up.")
    found = set_up("wuxia")
    found.hear(lambda: found.session.handle({"do": "open", "link": address}))
    code = say(found.session, do="type", text="f5 |")["exercise"]["code"]
    assert read(made.session.exercise, code).right
    assert len(say(session, do="codes", text=code)["classroom"]["codes"]) == 1
    assert "another exercise" in say(teacher(), do="codes", text=code)["classroom"]["news"][0]

    # Another exercise made by hand has a round of its own; a reload comes back to what was posed.
    link, other = session.link(), by_hand("holds")
    assert say(session, do="open", link=other.session.given())["classroom"]["codes"] == []
    assert len(say(session, do="open", link=link)["classroom"]["codes"]) == 1
    assert say(session, do="pose", key=KEY, number=0)["classroom"]["own"] is False


@pytest.mark.parametrize("link", ["nonsense", "", "1AAAA", PAGE], ids=["nonsense", "nothing", "damaged", "a page"])
def test_what_is_no_link_to_an_exercise_made_by_hand_is_refused(link):
    session = teacher()
    before = session.report()["exercise"]
    report = say(session, do="open", link=link)
    assert "cannot be opened" in report["refusal"]["words"]
    assert report["exercise"] == before


def test_solving_at_the_board_leaves_the_tally_alone():
    session = teacher()
    _report, codes = round_of(session)
    solve(session)
    assert len(say(session, do="again")["classroom"]["codes"]) == len(codes)


def test_a_round_and_its_text_are_bounded():
    session = teacher()
    report = say(session, do="codes", text="A" * 10**6)
    assert len(str(report["classroom"]["news"])) < 1000
    assert "text that cannot be" in say(session, do="codes", text=7)["refusal"]["words"]


def test_nothing_is_kept_outside_the_session():
    round_of(teacher())
    assert teacher().report()["classroom"]["codes"] == []


def test_the_board_is_displayed_with_its_picture_and_words():
    board = class_tally(KEY)
    bundle = board._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"].startswith("Hong")
    board.hear(lambda: board.session.handle({"do": "pose", "key": "wuxia/around-a-corner", "number": 0}))
    assert board.panel.view["classroom"]["key"] == "wuxia/around-a-corner"
    assert board.easel.size == (board.session.picture.sheet().width, board.session.picture.sheet().height)
    board.close()
