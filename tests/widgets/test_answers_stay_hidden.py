"""The answers to exercises stand in nothing that a page is sent before the reader has answered.

What a board sends is taken whole: setup, report, link, picture, words, and the answers to all messages that a curious
page can send. It must not change with the answer, and nobody may even ask the engine for the answer.
"""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.book import Book
from rulebook.exercise import Exercise, exercise, exercises
from rulebook.registry import GAMES
from rulebook_widgets import exercise as board_of
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.spotlight import shown
from rulebook_widgets.tasks import ExerciseSession

ALL = [entry for key in GAMES for entry in exercises(key).values()]
MOVES = [entry for entry in ALL if entry.kind == "move"]
COUNTS = [entry for entry in ALL if entry.kind == "count"]
MISTAKES = [entry for entry in ALL if entry.kind == "mistake"]
CLOSED = [entry for entry in ALL if entry.closed]
BOOK = Book.read(Path(__file__).parents[2] / "book")
CALL = re.compile(r"^exercise\(\"([a-z]+/[a-z-]+)\"\)$", re.MULTILINE)
ORACLES = ("solutions", "_solutions", "solved", "answer", "luck", "broken", "hint", "hints", "missed", "judge_number",
           "judge_rule", "_why", "_way", "_addends", "_concerned")  # fmt: skip
"""What of an exercise knows its answer, or comes near it."""
PROPERTIES = ("_addends", "_concerned", "_way")


def by_key(entries):
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry.key)


def curious(entry):
    """Return the messages by which a page can look around in an exercise without answering it."""
    game = entry.game
    rules = {game.turn_rule, *entry.choices, *entry.rules}
    yield from ({"do": "rule", "rule": rule} for rule in sorted(rules) if entry.kind != "move")
    yield from ({"do": "key", "key": key} for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "r", "Escape", "u"))
    yield from ({"do": "count", "lines": lines} for lines in (1, 99))
    yield from ({"do": "peek", "ply": ply} for ply in (0, None))
    yield {"do": "legal", "open": True}
    yield {"do": "memo", "open": True}
    yield {"do": "alone", "on": False}
    yield {"do": "spot", "on": True}
    yield {"do": "type", "text": "?"}
    yield {"do": "share", "page": "https://book.example/voila/render/a.ipynb"}
    if entry.kind != "move":
        yield {
            "do": "type",
            "text": str(game.legal_actions(entry.state)[0]) if game.legal_actions(entry.state) else "-",
        }
        yield {"do": "key", "key": "Enter"}


def sent(session, drawn=True):
    """Return all that a board sends of its session, as one text; the picture if it is to be `drawn`."""
    report = session.report()
    picture = svg(shown(session.picture, session.state, session.view()), report["describe"]) if drawn else ""
    return json.dumps([session.setup(), report, session.link(), picture], ensure_ascii=False)


def all_sent(entry, messages):
    """Return what a board sends at first, after each of the messages, and the picture at first and at last."""
    session = ExerciseSession(entry)
    texts = [sent(session)]
    for message in messages:
        session.handle(message)
        texts.append(sent(session, drawn=False))
    return [*texts, sent(session)]


@by_key(ALL)
def test_nobody_asks_for_the_answer_before_the_reader_does(entry, monkeypatch):
    def caught(*_args):
        raise AssertionError("the answer was asked for")

    messages = list(curious(entry))
    for oracle in ORACLES:
        monkeypatch.setattr(Exercise, oracle, property(caught) if oracle in PROPERTIES else caught)
    all_sent(entry, messages)


def twin(entry):
    """Return the same position and task with another answer: what decides it is exchanged."""
    match entry.kind:
        case "mistake":
            other = next(rule for rule in entry.choices if rule != entry.rules[0])
            return replace(entry, rules=(other,), claim=(entry.claim[0], entry.claim[1] + 1))
        case "count":
            questions = {other.question for other in COUNTS if other.game.key == entry.game.key}
            return replace(entry, question=min(questions - {entry.question}), most=entry.most + 1)
    goals = [other.goal for other in MOVES if other.game.key == entry.game.key and other.goal != entry.goal]
    return replace(entry, goal=goals[0])


@by_key(ALL)
def test_what_is_sent_is_the_same_whatever_the_answer_is(entry):
    messages = list(curious(entry))
    assert all_sent(twin(entry), messages) == all_sent(entry, messages)


def unlinked(text, session):
    """Return what is sent without the link: it names an exercise, and a digest of its position."""
    return text.replace(session.link(), "")


@by_key(CLOSED)
def test_what_is_sent_is_the_same_whatever_lies_hidden(entry):
    seat = entry.game.current_player(entry.state)
    others = [entry.game.resample(entry.state, seat, random.Random(seed)) for seed in range(3)]
    assert any(other != entry.state for other in others)
    session = ExerciseSession(entry)
    for state in others:
        again = ExerciseSession(replace(entry, position=entry.game.to_text(state)))
        assert unlinked(sent(again), again) == unlinked(sent(session), session)


@by_key([*COUNTS, *MISTAKES])
def test_a_question_is_asked_without_sums_rings_and_lists(entry):
    session = ExerciseSession(entry)
    for message in curious(entry):
        session.handle(message)
        report = session.report()
        assert not report["tally"]
        assert not report["total"]
        assert not report["legal"]
        assert not report["modes"]
        assert not session.view().legal
        assert not session.view().counted
        assert not session.view().glow
        assert report["task"]["words"] == entry.task
        assert report["memo"] is None or report["memo"]["table"] is None


TELLING = {
    "hong": r"Hongs: \d",
    "dictator": r"with Strength \d|sum \d",
    "dragonheart": r"worth \d|collect \d",
    "gong": r"Laid down \d",
    "wuxia": r" is [.ox]{2} / [.ox]{2}",
}
"""What the words of a position would tell of the sums and steps that exercises ask for."""


@by_key(COUNTS)
def test_the_words_of_a_position_tell_no_sum(entry):
    session = ExerciseSession(entry)
    assert not re.search(TELLING[entry.game.key], json.dumps(session.report(), ensure_ascii=False))


@by_key(COUNTS)
def test_the_sums_come_back_with_the_right_answer(entry):
    session = ExerciseSession(entry)
    session.handle({"do": "number", "number": entry.answer()})
    assert session.report()["tally"] == [
        {"words": line.words, "rule": line.rule} for line in entry.game.tally(entry.state)
    ]
    assert session.report()["describe"] == session.picture.describe(entry.state)


@by_key(MISTAKES)
def test_the_broken_rule_is_named_only_among_the_choices(entry):
    session = ExerciseSession(entry)
    session.point(next(iter(session.picture.targets(entry.state, ())), ""))
    report, broken = session.report(), entry.rules[0]
    report["exercise"].pop("choices")
    assert broken not in json.dumps(report)
    assert broken not in svg(shown(session.picture, session.state, session.view()), report["describe"])


@by_key(MOVES)
def test_a_solving_move_is_named_only_in_the_list_of_all_and_in_the_last_hint(entry):
    solving = {line[0] for line in entry.solutions()}
    words = {entry.game.say(entry.state, action) for action in solving}
    session = ExerciseSession(entry)
    for step in range(4):
        report = session.report()
        assert not words & set(report["exercise"].values())
        own = {key: report[key] for key in ("refusal", "told", "log", "outcomes", "exercise", "announce", "task")}
        said = json.dumps(own | {"setup": session.setup()}, ensure_ascii=False)
        assert not [one for one in words if one in said and one not in entry.task], f"after {step} hints"
        session.handle({"do": "hint"})
    assert any(one in session.report()["exercise"]["hint"] for one in words)


@by_key(ALL)
def test_hints_are_sent_one_by_one(entry):
    session = ExerciseSession(entry)
    hints = [hint.words for hint in entry.hints()]
    for asked in range(4):
        text = json.dumps(session.report(), ensure_ascii=False)
        assert [hint for hint in hints[asked:] if json.dumps(hint, ensure_ascii=False)[1:-1] in text] == []
        session.handle({"do": "hint"})
        assert session.report()["exercise"]["hint"] == hints[asked]
    session.handle({"do": "hint"})
    assert session.report()["exercise"]["hint"] == hints[3]


@pytest.mark.parametrize("key", ["hong/close-one", "dictator/attacker-sum", "gong/remembered", "wuxia/wrong-one-guard"])
def test_a_board_sends_what_its_session_tells(key):
    board = board_of(key)
    session = board.session
    assert board.panel.view == session.report()
    assert board.panel.setup == session.setup()
    bundle = board._repr_mimebundle_()
    assert session.exercise.task in bundle["text/plain"] or session.exercise.kind == "move"
    assert bundle["image/svg+xml"] == svg(
        shown(session.picture, session.state, session.view()), session.report()["describe"]
    )
    board.close()


def shown_in(chapter):
    """Yield the key of each exercise of a chapter with what its notebook shows of it."""
    notebook = json.loads(Path(BOOK.folder, chapter.name).read_text("utf-8"))
    for cell in notebook["cells"]:
        found = CALL.search("".join(cell["source"])) if cell["cell_type"] == "code" else None
        if found:
            (output,) = cell["outputs"]
            yield found[1], {kind: "".join(lines) for kind, lines in output["data"].items()}


@pytest.mark.parametrize("chapter", BOOK.chapters, ids=lambda chapter: chapter.name)
def test_a_notebook_shows_no_more_than_the_unanswered_board(chapter):
    for key, data in shown_in(chapter):
        session = ExerciseSession(exercise(key))
        report = session.report()
        assert set(data) == {"image/svg+xml", "text/plain"}
        assert data["image/svg+xml"] == svg(shown(session.picture, session.state, session.view()), report["describe"])
        assert data["text/plain"] == "\n".join((session.setup()["title"], report["describe"], report["task"]["words"]))
