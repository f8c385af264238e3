"""The gate before the kernels: what a page of the book says passes, all else does not, and nothing raises."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1

from rulebook_widgets.gate import A_SECOND, AT_ONCE, CONTROL, CONTROLS, COUNTS, LONGEST, LONGEST_NAME, Gate, read


def table(kind, content):
    return {"header": {"msg_type": kind, "msg_id": "1"}, "parent_header": {}, "metadata": {}, "content": content}


def packed(kind, content, channel="shell"):
    """Return a message as the pages' own app packs it."""
    return serialize_msg_to_ws_v1(table(kind, content), channel, pack=lambda part: json.dumps(part).encode())


def older(kind, content, channel="shell"):
    return json.dumps(table(kind, content) | {"channel": channel})


def says(**data):
    return {"comm_id": "c", "data": data}


def both(kind, content, channel="shell"):
    """Tell whether a message passes; each protocol must give the same answer."""
    answers = {Gate().lets(packed(kind, content, channel)), Gate().lets(older(kind, content, channel), older=True)}
    (answer,) = answers
    return answer


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("kernel_info_request", {}),
        ("comm_info_request", {"target_name": CONTROL}),
        ("comm_open", {"comm_id": "c", "target_name": CONTROL, "data": {}}),
        ("comm_msg", says(method="request_states")),
        ("comm_msg", says(method="request_state")),
        ("comm_msg", says(method="custom", content={"do": "ping"})),
    ],
)
def test_what_the_pages_say_passes(kind, content):
    assert both(kind, content)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("execute_request", {"code": "1"}),
        ("complete_request", {"code": "1", "cursor_pos": 1}),
        ("inspect_request", {"code": "1", "cursor_pos": 1}),
        ("history_request", {}),
        ("shutdown_request", {"restart": True}),
        ("interrupt_request", {}),
        ("debug_request", {}),
        ("input_reply", {"value": "1"}),
        ("comm_open", {"comm_id": "c", "target_name": "jupyter.widget", "data": {"state": {}}}),
        ("comm_open", {"comm_id": ["c"], "target_name": CONTROL}),
        ("comm_close", {"comm_id": "c"}),
        ("comm_msg", says(method="update", state={"children": []})),
        ("comm_msg", says(method="backbuffer")),
        ("comm_msg", {"comm_id": "c", "data": [1]}),
        ("comm_msg", {"comm_id": "c"}),
        ("", {}),
    ],
)
def test_all_else_is_kept_out(kind, content):
    assert not both(kind, content)


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "", "shell "])
def test_a_page_speaks_on_the_shell_alone(channel):
    assert not both("kernel_info_request", {}, channel)


def test_a_page_may_close_what_it_has_opened():
    gate = Gate()
    assert not gate.lets(packed("comm_close", {"comm_id": "c"}))
    assert gate.lets(packed("comm_open", {"comm_id": "c", "target_name": CONTROL}))
    assert gate.lets(packed("comm_close", {"comm_id": "c"}))
    assert gate.dropped == 1


HOSTILE = [
    b"",
    b"\xff" * 8,
    b"\xff" * 800,
    (2**40).to_bytes(8, "little") + b"x" * 100,
    b"\x06" + b"\x00" * 7 + b"\x00" * 48,
    "text",
    "[" * 50_000,
    packed("kernel_info_request", {"x": "y" * LONGEST}),
]


@pytest.mark.parametrize("message", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("protocol", [True, False], ids=["older", "today's"])
def test_damaged_and_huge_messages_are_kept_out(message, protocol):
    assert not Gate().lets(message, older=protocol)


def test_deep_messages_are_kept_out():
    deep = json.dumps(table("comm_msg", {})).replace(
        '"content": {}', '"content": {"data": ' + "[" * 20_000 + "]" * 20_000 + "}"
    )
    assert not Gate().lets(deep, older=True)


@given(st.binary(max_size=400))
def test_no_bytes_raise(message):
    assert not Gate().lets(message)
    assert not Gate().lets(message, older=True)


@given(st.text(max_size=400))
def test_no_text_raises(message):
    assert not Gate().lets(message)
    assert not Gate().lets(message, older=True)


def test_a_message_with_one_byte_changed_is_read_whole_or_kept_out():
    rng = random.Random(1)
    whole = packed("comm_msg", says(method="update", state={}))
    for at in range(len(whole)):
        changed = whole[:at] + bytes([whole[at] ^ rng.randrange(1, 256)]) + whole[at + 1 :]
        assert not Gate().lets(changed)


def test_what_is_read_is_what_was_sent():
    content = says(method="custom", content={"do": "type", "text": "d4 -"})
    assert read(packed("comm_msg", content)) == ("shell", "comm_msg", content)


def test_a_flood_is_kept_out_and_a_pause_helps():
    now = [0.0]
    gate = Gate(clock=lambda: now[0])
    ping = packed("comm_msg", says(method="custom"))
    assert sum(gate.lets(ping) for _ in range(3 * AT_ONCE)) == AT_ONCE
    now[0] = 1.0
    assert sum(gate.lets(ping) for _ in range(AT_ONCE)) == 40


def test_a_long_message_counts_as_many():
    now = [0.0]
    gate = Gate(clock=lambda: now[0])
    long = packed("comm_msg", says(method="custom", content="x" * 50_000))
    count = 1 + len(long) // COUNTS
    assert sum(gate.lets(long) for _ in range(100)) == AT_ONCE // count
    now[0] = count / A_SECOND
    assert gate.lets(long)
    assert not gate.lets(long)


def test_a_page_has_few_control_comms_at_once_and_closes_each_once():
    gate = Gate()
    opened = [
        gate.lets(packed("comm_open", {"comm_id": str(at), "target_name": CONTROL})) for at in range(3 * CONTROLS)
    ]
    assert opened == [True] * CONTROLS + [False] * 2 * CONTROLS
    assert gate.lets(packed("comm_close", {"comm_id": "0"}))
    assert not gate.lets(packed("comm_close", {"comm_id": "0"}))
    assert gate.lets(packed("comm_open", {"comm_id": "new", "target_name": CONTROL}))


def test_the_name_of_a_comm_is_short():
    name = "c" * (LONGEST_NAME + 1)
    assert not both("comm_open", {"comm_id": name, "target_name": CONTROL})
    assert not both("comm_msg", {"comm_id": name, "data": {"method": "custom"}})
