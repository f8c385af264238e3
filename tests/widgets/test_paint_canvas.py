"""The live painter without a browser: what would be sent is recorded and looked at."""

import json

import ipycanvas.canvas as engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulebook_widgets.paint_canvas as painter
from rulebook_widgets import play, try_out
from rulebook_widgets.scene import Circle, Path, Picture, Sprite, Stamp, Text

SWITCH, DRAW_IMAGE, CLEAR = (engine.COMMANDS[name] for name in ("switchCanvas", "drawImage", "clear"))


@pytest.fixture
def sent(monkeypatch):
    messages = []
    monkeypatch.setattr(engine._CANVAS_MANAGER, "_send_custom", lambda commands, buffers=[]: messages.append(commands))
    return messages


def ready(board):
    board.easel.canvas._handle_frontend_event(None, {"event": "client_ready"}, [])


def switches(message):
    return [command[1][0] for command in message if command[0] == SWITCH]


def test_nothing_is_drawn_until_a_page_is_ready(sent):
    board = try_out("hong board=### stones=0", "|.| emperor")
    assert sent == []
    ready(board)
    assert len(sent) == 1


def test_one_message_a_state_that_begins_by_naming_its_canvas(sent):
    board = try_out("hong board=### stones=0", "|.| emperor")
    for _page in range(2):
        ready(board)
        assert sent[-1][0][0] == SWITCH
        assert switches(sent[-1])[-1] == f"IPY_MODEL_{board.easel.canvas.model_id}"
    assert sent[0] == sent[1], "a page that comes later gets all that the first got"
    board.session.handle({"do": "type", "text": "b1 -"})
    board.redraw()
    assert len(sent) == 3
    assert sum(command[0] == DRAW_IMAGE for command in sent[2]) == 8, "ground, three tiles, body, two heads, last"


def test_a_move_is_small(sent):
    board = play("hong", seed=1)
    ready(board)
    rng_free = [f"{col}{row} -" for row in (4, 5, 6) for col in "abcdefghi"]
    for text in rng_free:
        board._heard(None, {"do": "type", "text": text}, [])
    before = len(sent)
    board._heard(None, {"do": "type", "text": "d1 -"}, [])
    assert len(sent) == before + 1
    assert len(json.dumps(sent[-1])) + len(json.dumps(board.panel.view)) < 12_000


def test_an_error_while_drawing_sends_nothing_and_leaves_other_canvases_alive(sent, monkeypatch):
    board = try_out("hong board=### stones=0", "|.| emperor")
    monkeypatch.setattr(painter, "_stamp", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        board.redraw()
    assert sent == []
    assert engine._CANVAS_MANAGER._caching is False
    assert engine._CANVAS_MANAGER._commands_cache == []
    monkeypatch.undo()
    messages = []
    monkeypatch.setattr(engine._CANVAS_MANAGER, "_send_custom", lambda commands, buffers=[]: messages.append(commands))
    board.redraw()
    assert len(messages) == 1


ANY = st.floats(allow_nan=True, allow_infinity=True)
SHAPES = st.one_of(
    st.builds(Circle, ANY, ANY, ANY, st.just("ink"), st.just("ink"), ANY, ANY),
    st.builds(Text, ANY, ANY, st.text(max_size=5), ANY),
    st.builds(Stamp, st.sampled_from(["dot", "none"]), ANY, ANY, ANY, ANY),
    st.builds(
        lambda points, width: Path((("M", points[0]), *(("L", point) for point in points[1:])), "ink", "ink", width),
        st.lists(st.tuples(ANY, ANY), min_size=1, max_size=4),
        ANY,
    ),
)


@given(shape=SHAPES)
@settings(max_examples=300, deadline=None)
def test_a_shape_is_drawn_with_finite_numbers_or_refused_whole(shape):
    dot = Sprite("dot", 10, 10, (Circle(5, 5, 4, "ink"),))
    picture = Picture(100, 100, (dot,), (shape,))
    messages = []
    manager = engine._CANVAS_MANAGER
    original, manager._send_custom = manager._send_custom, lambda commands, buffers=[]: messages.append(commands)
    try:
        EASEL.draw(picture)
    except painter.PaintError:
        assert messages == []
    else:
        assert "NaN" not in json.dumps(messages)
        assert "Infinity" not in json.dumps(messages)
    finally:
        manager._send_custom = original


EASEL = painter.Easel(Picture(100, 100, (), ()), lambda: None)


@pytest.mark.parametrize(
    "content",
    [
        {"do": "tap", "x": float("nan"), "y": 0.5},
        {"do": "tap", "x": float("inf"), "y": 0.5},
        {"do": "tap", "x": "0.5", "y": 0.5},
        {"do": "tap", "x": True, "y": 0.5},
        {"do": "tap", "x": 10**400, "y": 0.5},
        {"do": "tap", "x": 0.5, "y": -0.01},
        {"do": "tap"},
    ],
)
def test_a_tap_beside_the_board_is_answered_in_words(sent, content):
    board = try_out("hong board=### stones=0", "|.| emperor")
    state = board.session.state
    board.panel._handle_custom_msg(content, [])
    refusal = board.panel.view["refusal"]
    assert "outside the board" in refusal["words"] or "that cannot be" in refusal["words"]
    assert board.session.state == state
    board.panel._handle_custom_msg({"do": "tap", "x": 0.5, "y": 0.5}, [])
    assert board.panel.view["refusal"] is None
    assert board.session.state != state


@pytest.mark.parametrize(
    "content", [None, [], "mouse_down", {}, {"event": 7}, {"event": "mouse_down", "x": 150, "y": 60}]
)
def test_other_messages_of_a_canvas_are_let_pass(sent, content):
    board = try_out("hong board=### stones=0", "|.| emperor")
    before = board.session.report()
    board.easel.canvas._handle_frontend_event(None, content, [])
    assert board.session.report() == before


def test_a_page_cannot_set_what_is_this_sides_to_set(sent):
    board = try_out("hong board=### stones=0", "|.| emperor")
    width, view = board.easel.canvas.width, dict(board.panel.view)
    board.easel.canvas.set_state({"width": 0, "height": -5})
    board.panel.set_state({"view": {"task": {"words": "forged"}}, "mark": "x"})
    assert board.easel.canvas.width == width
    assert board.panel.view == view


def test_the_number_of_widgets_stays_the_same_over_500_moves(sent):
    from ipywidgets import Widget

    board = play("hong", seed=2)
    ready(board)
    board._heard(None, {"do": "legal", "open": True}, [])
    held = Widget._instances if hasattr(Widget, "_instances") else None
    import ipywidgets.widgets.widget as module

    held = module._instances
    before = len(held)
    for move in range(500):
        if board.panel.view["over"]:
            board._heard(None, {"do": "new", "options": {"board": "castle"}, "seed": move}, [])
        action = board.session.game.legal_actions(board.session.state)[move % 2]
        board._heard(None, {"do": "type", "text": str(action)}, [])
    assert len(held) == before
    board.close()
    assert len(held) < before


def test_a_failure_restores_the_last_good_state_and_says_so(sent, monkeypatch):
    board = try_out("hong board=####/#### stones=0", "|..|/.... emperor")
    board._heard(None, {"do": "type", "text": "b1 -"}, [])
    good = board.session.state
    with monkeypatch.context() as broken:
        broken.setattr(type(board.session.game), "apply", lambda *_: 1 / 0)
        board._heard(None, {"do": "type", "text": "c1 -"}, [])
    assert board.session.state == good
    assert "as it was" in board.panel.view["refusal"]["words"]
    board._heard(None, {"do": "type", "text": "c1 -"}, [])
    assert board.panel.view["refusal"] is None
    assert len(board.session.game.hongs(board.session.state)) == 1


def test_a_board_has_a_still_form_that_is_the_same_every_time(sent):
    first, second = (try_out("hong board=### stones=0", "|.| emperor")._repr_mimebundle_() for _ in range(2))
    assert first["image/svg+xml"] == second["image/svg+xml"]
    assert first["text/plain"] == second["text/plain"]
    assert "The emperor lays one tile" in first["text/plain"]


def test_the_private_names_we_rest_on_are_there():
    manager = engine._CANVAS_MANAGER
    assert {"_caching", "_current_canvas", "_commands_cache", "_buffers_cache"} <= set(vars(manager))
    assert callable(manager.flush)
    assert callable(manager._send_custom)


def test_a_new_game_of_another_size_changes_the_canvas(sent):
    board = play("hong", seed=1)
    size = (board.easel.canvas.width, board.easel.canvas.height)
    board._heard(None, {"do": "new", "options": {"board": "castle", "lair": "yes"}, "seed": 4}, [])
    assert (board.easel.canvas.width, board.easel.canvas.height) != size
    assert board.panel.setup["seed"] == 4
    assert "Lair" in board.panel.view["note"]
