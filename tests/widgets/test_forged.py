"""Forged messages: whatever a page says to its widgets, no board falls, the rules hold, and what is hidden stays so.

A page of the book says little, but a visitor can say anything. Here every kind of board of the book hears thousands of
forged messages at its own doors, without the gate before the server: names that it knows with fields that are huge,
deep, of another type, too many or missing; points that are none; traits set from the page.
"""

import gc
import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ipywidgets.widgets.widget import _instances

import rulebook_widgets
from rulebook.book import Book
from rulebook.game import CHANCE
from rulebook.playthrough import History
from rulebook_widgets import badge, board, laboratory, paint_canvas
from rulebook_widgets.messages import HANDLERS, hears_of
from rulebook_widgets.thoughts import BotsPly

BOOK = Book.read(Path(__file__).parents[2] / "book")
CALL = re.compile(r"^(play|try_out|exercise|replay|calculator|set_up|class_tally|practice|referee)\(\s*\"(\w+)", re.M)
MESSAGES = 100
"""How many forged messages each kind of board hears."""
EACH = 25
"""After how many messages the rules are asked."""
GROWTH = 96 * 2**20
"""How many bytes the process may grow by while all boards hear."""
TALLY = Counter()


def kinds_of_boards():
    """Return one call for each kind of board and game of the book: `play("hong …")`, `exercise("gong/…")`, …."""
    found = {}
    for chapter in BOOK.chapters:
        for kind, source in chapter.cells:
            if kind == "code" and (match := CALL.search(source)):
                found.setdefault(match.groups(), source[match.start() :])
    return found


CALLS = kinds_of_boards()
every_board = pytest.mark.parametrize("call", CALLS.values(), ids=["-".join(names) for names in CALLS])


def shown_words(forger, session):
    """Return the words that the page has of a session, and what can be done in it."""
    actions = session.game.legal_actions(session.history.state) if session.seat >= 0 else ()
    return sorted(forger.words_in([session.report(), session.setup(), session.link(), [str(one) for one in actions]]))


def follows_the_rules(line):
    """Tell whether each ply of a line is one that the rules allow, and leads where it is said to."""
    game = line.game
    for before, action, after in zip(line.states, line.actions, line.states[1:], strict=False):
        if game.current_player(before) == CHANCE:
            assert action in [outcome for outcome, _share in game.chance_outcomes(before)]
        else:
            assert game.objection(before, action) is None, (str(action), game.to_text(before))
        assert game.apply(before, action) == after
    return True


def sent(session):
    """Return all that a page is sent of a session: words, controls and picture."""
    picture = session.picture.picture(session.state, session.view())
    return json.dumps([session.setup(), session.report()], default=str) + repr(picture)


def keeps_its_secrets(session, rng):
    """Tell whether the page stays the same in a world in which what its reader does not see is otherwise."""
    session.peeked = None
    # Hands that were laid open hide nothing; here they are hidden again.
    session.laid_open = False
    if hears_of(type(session), "dismiss"):
        # A question to the coach is about one world; it waits in no other.
        session.handle({"do": "dismiss"})
    history = session.history
    if not session.guarded or session.viewer is None or session.viewer < 0 or history.ply < len(history.line):
        return True
    TALLY["worlds"] += 1
    before = sent(session)
    other = session.game.resample(history.state, session.viewer, rng)
    line = replace(history.line, states=(*history.line.states[:-1], other))
    session.history = History(line, history.ply, history.left)
    after = sent(session)
    session.history = history
    return before == after


@pytest.fixture
def faults(monkeypatch):
    """Collect what is reported as a fault of ours; no forged message may lead to one."""
    found = []
    for module in (board, badge, laboratory):
        monkeypatch.setattr(module, "report_failure", found.append)
    return found


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Work thoughts out at once and at random: how well bots and coach think is not asked here."""
    rng = random.Random(8)

    def ask(thought, wanted, tell):
        if not wanted():
            return
        if isinstance(thought, BotsPly):
            tell(thought, rng.choice(thought.game.legal_actions(thought.state)), None)

    monkeypatch.setattr(board.THINKER, "ask", ask)


@pytest.fixture
def made(monkeypatch):
    """Return `made(call)`: the board that a call of a chapter gives; all are closed afterwards."""
    monkeypatch.chdir(BOOK.folder)
    boards = []

    def make(call):
        boards.append(eval(call, dict(vars(rulebook_widgets))))
        return boards[-1]

    yield make
    for each in boards:
        each.close()


def own_widgets():
    """Return how many widgets there are besides the sprites, which all boards share."""
    sprites = {canvas.model_id for canvas in paint_canvas._SPRITES.values()}
    return len(set(_instances) - sprites)


def hear(table, message):
    """Let a board hear a message as the page's line would bring it."""
    TALLY["messages"] += 1
    table.panel._handle_custom_msg(message, [])


def tap(table, message):
    TALLY["taps"] += 1
    table.panel._handle_custom_msg(message, [])


def at_canvas(table, message):
    TALLY["events"] += 1
    table.easel.canvas._handle_custom_msg(message, [])


def answers(table):
    """Tell whether the next proper message is answered: the board turns dark, and shows what can be done."""
    for dark in (True, False):
        hear(table, {"do": "scheme", "dark": dark})
        assert table.session.dark is dark
        assert table.panel.view == table.session.report()
        assert table.session.refusal is None or not table.session.refusal.words.startswith("Something went wrong")
    return True


@every_board
def test_no_forged_message_breaks_a_board_or_a_rule(made, faults, forger, call):
    table, rng = made(call), random.Random(call)
    known, widgets = shown_words(forger, table.session), own_widgets()
    memory = psutil.Process().memory_info().rss
    for turn in range(MESSAGES):
        if rng.random() < 0.2:
            event = rng.choice(["mouse_down", "client_ready", "mouse_up", *forger.hostile])
            at_canvas(table, rng.choice([{"event": event, "x": 90, "y": rng.choice(forger.hostile)}, event]))
            x, y = (rng.choice((*forger.hostile, *[rng.random()] * 40)) for _axis in "xy")
            tap(table, rng.choice([{"do": "tap", "x": x, "y": y}] * 20 + [{"do": "tap", "x": x}]))
        hear(table, forger.forged(rng, known))
        assert faults == [], turn
        if turn % EACH == EACH - 1:
            known = shown_words(forger, table.session)
            assert follows_the_rules(table.session.history.line)
            assert keeps_its_secrets(table.session, rng)
    assert answers(table)
    assert faults == []
    assert own_widgets() == widgets
    gc.collect()
    assert psutil.Process().memory_info().rss - memory < GROWTH
    TALLY["boards"] += 1


@every_board
def test_no_trait_is_a_pages_to_set(made, faults, forger, call):
    table, rng = made(call), random.Random(call)
    before = dict(vars(table.session))
    for widget in (table, table.panel, table.easel.canvas, *paint_canvas._SPRITES.values()):
        state = widget.get_state()
        for name in [*state, "no_trait", "session", "_esm", "__class__"]:
            TALLY["traits"] += 1
            widget.set_state({name: rng.choice(forger.hostile)})
        assert widget.get_state() == state
    assert vars(table.session) == before
    assert answers(table)
    assert faults == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda parts: st.lists(parts, max_size=5) | st.dictionaries(st.text(max_size=8) | st.just("do"), parts, max_size=5),
    max_leaves=20,
)
DOORS = {
    "play": 'play("dragonheart", players=("reader", "greedy"))',
    "exercise": 'exercise("hong/close-one")',
    "practice": 'referee("hong")',
    "class": 'class_tally("hong/close-one")',
    "lab": 'lab("hong board=inner", games=2)',
    "claim": 'claim("hong/no-draw")',
}


@pytest.fixture(scope="module")
def doors():
    """The doors at which messages are heard: what hears, and what tells that it still does."""
    made = {name: eval(call, dict(vars(rulebook_widgets))) for name, call in DOORS.items()}
    yield {name: getattr(each, "panel", each) for name, each in made.items()}
    for each in made.values():
        each.close()


@pytest.mark.parametrize("name", DOORS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=ANYTHING | st.builds(lambda do, rest: rest | {"do": do}, ANYTHING, st.dictionaries(st.text(), ANYTHING)))
def test_whatever_is_said_at_a_door_nothing_comes_through_it(doors, faults, name, content):
    TALLY["hypothesis"] += 1
    doors[name]._handle_custom_msg(content, [])
    assert faults == []
    json.dumps(doors[name].get_state(), default=str).encode()


DEEP = json.loads("[" * 400 + "]" * 400)
LAB = [
    {"do": "run", "bots": ["random"], "rotates": True, "games": games, "seed": seed}
    for games in (0, -1, 10**6, 10**300, True)
    for seed in (0, -1, 10**300)
] + [
    {"do": "choose", "game": "hong", "options": {"board": DEEP}},
    {"do": "choose", "game": "\ud800", "options": {}},
    {"do": "choose", "game": "hong", "options": {"board": "\ud800"}},
    {"do": "run", "bots": DEEP, "rotates": True, "games": 1, "seed": 1},
    {"do": "run", "bots": ["nobody"] * 1000, "rotates": True, "games": 1, "seed": 1},
    {"do": DEEP},
]


@pytest.mark.parametrize("message", LAB, ids=range(len(LAB)))
def test_the_lab_refuses_what_cannot_be_run(doors, faults, message):
    bench = doors["lab"]
    plan = bench.session.plan
    bench._handle_custom_msg(message, [])
    assert bench.view["refusal"]
    assert bench.session.plan == plan
    assert not bench.session.running
    assert faults == []
    json.dumps(bench.get_state(), default=str).encode()


def test_forged_messages_in_figures(capsys):
    """Say how much was forged; the tests before this one have judged it."""
    fields = sum(len(kinds) for _method, kinds in HANDLERS.values())
    with capsys.disabled():
        print(
            f"\nforged: {TALLY['messages']} messages with {len(HANDLERS)} names and {fields} fields,"
            f" {TALLY['taps']} taps, {TALLY['events']} events of canvases, {TALLY['traits']} traits"
            f" at {TALLY['boards']} kinds of boards, {TALLY['hypothesis']} found by search;"
            f" {TALLY['worlds']} hidden worlds compared"
        )
