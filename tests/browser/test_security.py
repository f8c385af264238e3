"""What a visitor can do to the served book: read its pages and play at its boards, and nothing else.

Here visitors speak to the real server as no page does: by plain requests, and over the line to a kernel.
"""

import http.client
import json
import random
import re
import time
import uuid
from collections import Counter
from datetime import datetime
from statistics import median
from urllib.parse import urlsplit

import nbformat
import pytest
import websocket
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1

from rulebook_widgets.gate import AT_ONCE, CONTROL

pytestmark = pytest.mark.browser

PROTOCOL = "v1.kernel.websocket.jupyter.org"
CHAPTER = "1-1-hong-two-headed-dragon.ipynb"
SECONDS = 60
"""For how long an answer is waited for."""
INNARDS = ("Traceback", "site-packages", "rulebook_widgets/", 'File "', "/work/", "/home/", "/tmp/")
"""What no answer may hold."""


def ask(server, path, method="GET", headers=(), body=None):
    """Return status, headers and body of the answer to a request whose path is sent as it is."""
    at = urlsplit(server.url)
    line = http.client.HTTPConnection(at.hostname, at.port, timeout=SECONDS)
    try:
        line.putrequest(method, path, skip_host=False, skip_accept_encoding=True)
        for name, value in headers:
            line.putheader(name, value)
        if body is not None:
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode("utf-8", "replace")
    finally:
        line.close()


class Visitor:
    """Somebody with the chapter's page and a line of their own to its kernel."""

    def __init__(self, server, chapter=CHAPTER):
        self.server = server
        self.session = uuid.uuid4().hex
        _status, headers, _page = ask(server, f"/voila/render/{chapter}")
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        _status, _headers, told = ask(server, f"/voila/live/{chapter}", headers=[("Cookie", self.cookie)])
        lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
        assert lines[-1] == {"done": True}, lines[-1]
        self.kernel = lines[0]["kernel"]["kernelId"]
        self.heard = []
        self.states = {}
        self.open()
        self.states = self.ask_states()

    def open(self, older=False):
        """Open the line anew, by the protocol of the book's own pages or the older one."""
        address = self.server.url.replace("http", "ws", 1)
        self.line = websocket.create_connection(
            f"{address}/api/kernels/{self.kernel}/channels?session_id={self.session}",
            timeout=SECONDS,
            subprotocols=None if older else [PROTOCOL],
            cookie=self.cookie,
        )

    def send(self, frame):
        """Send what it may be; return whether the line is still open."""
        try:
            if isinstance(frame, str):
                self.line.send(frame)
            else:
                self.line.send_binary(frame)
        except (OSError, websocket.WebSocketException):
            self.open()
            return False
        return True

    def say(self, kind, content, channel="shell"):
        return self.send(packed(kind, content, channel))

    def hear(self):
        """Return the next message as header and content; `None` where the line has been closed."""
        frame = self.line.recv()
        if not frame:
            return None
        _channel, parts = deserialize_msg_from_ws_v1(frame)
        header, content = json.loads(parts[0]), json.loads(parts[3])
        self.heard.append((header["msg_type"], parts[3].decode()))
        return header, content

    def until(self, holds, say):
        """Say something, again each second, until a message that holds is heard; return its content."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            say()
            self.line.settimeout(1)
            try:
                while message := self.hear():
                    if holds(*message):
                        return message[1]
                self.open()
            except websocket.WebSocketTimeoutException:
                continue
            except (OSError, websocket.WebSocketException):
                self.open()
        raise AssertionError(f"no such answer in {SECONDS} s")

    def ask_states(self):
        """Return the states of all widgets of the page, as its kernel tells them."""
        control = uuid.uuid4().hex

        def say():
            self.say("comm_open", {"comm_id": control, "target_name": CONTROL, "data": {}})
            self.say("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})

        told = self.until(lambda _header, content: content.get("data", {}).get("method") == "update_states", say)
        self.say("comm_close", {"comm_id": control, "data": {}})
        return {model: state["state"] for model, state in told["data"]["states"].items()}

    @property
    def panel(self):
        """The panel of the page's first board."""
        return next(model for model, state in self.states.items() if isinstance(state.get("setup"), dict))

    def ping(self):
        """Return how many seconds a board takes to give a sign of life."""
        began = time.monotonic()
        self.until(
            lambda _header, content: content.get("data", {}).get("content") == {"pong": True},
            lambda: self.say("comm_msg", custom(self.panel, {"do": "ping"})),
        )
        return time.monotonic() - began

    def leave(self):
        self.line.close()
        name, _equals, value = self.cookie.partition("=")
        body = f"{name}={value}".replace("|", "%7C").encode()
        headers = [("Cookie", self.cookie), ("Content-Type", "application/x-www-form-urlencoded")]
        return ask(self.server, f"/voila/api/shutdown/{self.kernel}", "POST", headers, body)[0]


def custom(model, content):
    return {"comm_id": model, "data": {"method": "custom", "content": content}}


def whole(kind, content):
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "session": "s",
        "username": "",
        "version": "5.3",
        "date": "",
    }
    return {"header": header, "parent_header": {}, "metadata": {"version": "1.0.0"}, "content": content}


def packed(kind, content, channel="shell"):
    """Return a message as the book's own pages send it."""
    return serialize_msg_to_ws_v1(whole(kind, content), channel, pack=lambda part: json.dumps(part).encode())


@pytest.fixture
def visitor(served):
    """Return `visitor()`: somebody new at the book; all leave at the end."""
    come = []

    def begin():
        come.append(Visitor(served))
        return come[-1]

    yield begin
    for each in come:
        assert each.leave() == 204


# Over the line


def code_messages(mark):
    """Return what runs code, looks into it or ends it where the protocol of kernels is spoken freely."""
    code = f"open({str(mark)!r}, 'w').close()"
    runs = {"code": code, "silent": False, "store_history": True, "user_expressions": {"x": code}, "allow_stdin": True}
    return {
        "execute_request": runs,
        "complete_request": {"code": code, "cursor_pos": 3},
        "inspect_request": {"code": code, "cursor_pos": 3, "detail_level": 1},
        "is_complete_request": {"code": code},
        "history_request": {"hist_access_type": "tail", "n": 100},
        "input_reply": {"value": code},
        "debug_request": {"command": "evaluate", "arguments": {"expression": code}},
        "create_subshell_request": {},
        "interrupt_request": {},
        "shutdown_request": {"restart": False},
        "comm_close": {"comm_id": "x"},
    }


def frames(rng, states, mark):
    """Return frames of many kinds that no page sends."""
    models = list(states)
    packs = {"code": [], "channels": [], "comms": [], "traits": [], "shapes": []}
    for kind, content in code_messages(mark).items():
        packs["code"] += [packed(kind, content, channel) for channel in ("shell", "control", "stdin")]
    packs["channels"] = [
        packed("kernel_info_request", {}, name) for name in ("control", "stdin", "iopub", "", "shell\0")
    ]
    for target in ("jupyter.widget", "jupyter.widget.version", "", "../x", CONTROL * 50):
        state = {"_model_module": "@jupyter-widgets/controls", "_model_name": "HTMLModel", "value": "<b>x</b>"}
        packs["comms"].append(packed("comm_open", {"comm_id": "new", "target_name": target, "data": {"state": state}}))
    packs["comms"] += [packed("comm_close", {"comm_id": model}) for model in models]
    for model in models:
        for name in rng.sample(sorted(states[model]), min(3, len(states[model]))):
            state = {name: rng.choice([None, [], {}, "x" * 9000, -1, 10**300, "IPY_MODEL_x"])}
            packs["traits"].append(packed("comm_msg", {"comm_id": model, "data": {"method": "update", "state": state}}))
    for method in ("echo_update", "backbuffer", "", None, [], {"a": 1}, 7):
        packs["shapes"].append(packed("comm_msg", {"comm_id": models[0], "data": {"method": method}}))
    for content in (
        {},
        {"comm_id": None},
        {"data": []},
        {"comm_id": models[0], "data": "x"},
        {"comm_id": [], "data": {}},
    ):
        packs["shapes"].append(packed("comm_msg", content))
    proper = packed("comm_msg", custom(models[0], {"do": "undo"}))
    packs["rubbish"] = [rng.randbytes(rng.randrange(600)) for _frame in range(60)]
    packs["rubbish"] += [proper[:at] + rng.randbytes(1) + proper[at + 1 :] for at in range(0, len(proper), 9)]
    packs["offsets"] = [
        count.to_bytes(8, "little") + rng.randbytes(rng.choice([0, 8, 64]))
        for count in (2**60, 2**63, 2**64 - 1, 0, 1, 5, 9, 1000)
    ]
    deep = "[" * 20_000 + "]" * 20_000
    packs["deep"] = [
        packed("comm_msg", custom(models[0], "DEEP")).replace(b'"DEEP"', deep[:8000].encode() + deep[-8000:].encode())
    ]
    packs["text"] = ["", "x", deep, json.dumps(whole("execute_request", {"code": "1"}) | {"channel": "shell"})]
    packs["huge"] = [b"\0" * 2**20, packed("comm_msg", custom(models[0], {"do": "type", "text": "x" * 2**20}))]
    packs["flood"] = [packed("comm_msg", custom(models[0], {"do": "undo"}))] * (4 * AT_ONCE)
    return packs


def test_forged_frames_run_no_code_and_disturb_no_other_reader(served, visitor, tmp_path, capsys):
    mark, rng, tally = tmp_path / "mark", random.Random(1), Counter()
    forger, reader = visitor(), visitor()
    kernels = {kernel.pid for kernel in served.kernels()}
    before = {model: state for model, state in forger.states.items() if "view" not in state}
    usual = median(reader.ping() for _turn in range(7))
    during = []
    for kind, pack in frames(rng, forger.states, mark).items():
        for frame in pack:
            forger.send(frame)
            tally[kind] += 1
        during.append(reader.ping())
        # Within the pace of a reader's hand the gate opens again, and the forger's own board answers.
        time.sleep(1 if kind in ("flood", "huge") else 0)
        forger.line.close()
        forger.open()
        forger.ping()
    after = {model: state for model, state in forger.ask_states().items() if "view" not in state}
    assert after == before
    assert not mark.exists()
    # None has ended; the next spare may have come.
    now = {kernel.pid for kernel in served.kernels()}
    assert kernels <= now
    assert len(now - kernels) <= 1
    usual_kinds = {"comm_msg", "status", "kernel_info_reply", "comm_info_reply", "comm_close", "comm_open"}
    # Of what it does not know a kernel says as much.
    strange = [(kind, text[-300:]) for kind, text in forger.heard if kind not in usual_kinds]
    assert [(kind, text) for kind, text in strange if kind != "stream" or "No such comm" not in text] == []
    assert [text for _kind, text in forger.heard for inner in INNARDS if inner in text] == []
    assert median(during) < max(0.3, 5 * usual)
    assert served.fetch("/nowhere")[0] == 404
    with capsys.disabled():
        print(
            f"\nforged over the line: {sum(tally.values())} frames of {len(tally)} kinds ({dict(tally)}); another"
            f" reader's board answered in {1000 * median(during):.0f} ms, else in {1000 * usual:.0f} ms"
        )


def test_forged_words_to_boards_are_answered_in_words(served, visitor, forger):
    somebody = visitor()
    panels = [model for model, state in somebody.states.items() if isinstance(state.get("setup"), dict)]
    rng = random.Random(2)
    known = sorted({word for model in panels for word in forger.words_in(somebody.states[model])})
    said = 0
    for turn in range(240):
        message = json.loads(json.dumps(forger.forged(rng, known), default=str))
        said += somebody.say("comm_msg", custom(rng.choice(panels), message))
        if turn % 40 == 39:
            somebody.ping()
    assert said == 240
    states = somebody.ask_states()
    assert set(states) >= set(panels)
    for model in panels:
        assert json.dumps(states[model]["view"])
    assert [text for _kind, text in somebody.heard for inner in INNARDS if inner in text] == []


def test_the_older_protocol_opens_no_other_door(visitor, tmp_path):
    mark = tmp_path / "mark"
    somebody = visitor()
    somebody.line.close()
    somebody.open(older=True)
    for channel in ("shell", "control"):
        for kind, content in code_messages(mark).items():
            somebody.send(json.dumps(whole(kind, content) | {"channel": channel, "buffers": []}))
    for frame in (b"\xff" * 64, (2**60).to_bytes(8, "little") + bytes(64)):
        somebody.send(frame)
    somebody.line.close()
    somebody.open()
    assert somebody.ping() < SECONDS
    assert not mark.exists()


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null"])
def test_pages_of_other_sites_open_no_line(served, visitor, origin):
    somebody = visitor()
    address = f"{served.url.replace('http', 'ws', 1)}/api/kernels/{somebody.kernel}/channels?session_id=x"
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        websocket.create_connection(address, timeout=SECONDS, origin=origin, cookie=somebody.cookie)
    assert refused.value.status_code == 403


# By plain requests


@pytest.mark.parametrize(
    "path",
    [
        "/voila/files/../pyproject.toml",
        "/voila/files/..%2fpyproject.toml",
        "/voila/files/%2e%2e/pyproject.toml",
        "/voila/files/..%2f..%2f..%2fetc/passwd",
        "/voila/files//etc/passwd",
        "/voila/files/%2fetc%2fpasswd",
        "/voila/files/..%5cpyproject.toml",
        "/voila/files/index.ipynb",
        "/voila/files/index.ipynb?x=.png",
        "/voila/files/index.ipynb%00.png",
        "/voila/files/index.ipynb%0a.png",
        "/voila/files/INDEX.IPYNB",
        "/voila/files/../README.md%23.png",
        "/voila/files/.",
        "/voila/files/",
        "/voila/files/.ipynb_checkpoints/index-checkpoint.ipynb",
        "/voila/static/../../etc/passwd",
        "/voila/static/..%2f..%2f..%2f..%2fetc/passwd",
        "/voila/static//etc/passwd",
        "/voila/static/../index.html.j2",
        "/voila/templates/rulebook/index.html.j2",
        "/voila/templates/rulebook/static/../index.html.j2",
        "/voila/templates/rulebook/static/..%2findex.html.j2",
        "/voila/templates/rulebook/static/..%2f..%2f..%2f..%2f..%2f..%2fapp.py",
        "/voila/templates/..%2f..%2frulebook/static/x",
        "/voila/templates/../../etc/static/passwd",
        "/voila/templates/rulebook",
        "/voila/templates/",
        "/voila/templates/%00/static/x",
        "/voila/labextensions/../../../etc/passwd",
        "/voila/labextensions/..%2f..%2fconf.json",
        "/voila/api/themes/..%2f..%2f..%2fetc/passwd",
        "/voila/api/themes/../../x.css",
        "/voila/api/contents/index.ipynb",
        "/voila/render/..%2f..%2fREADME.md",
        "/voila/render/index.ipynb/../../../pyproject.toml",
        "/voila/render/%00.ipynb",
        "/voila/render/index.ipynb%00",
        "/voila/render/" + "x" * 3000 + ".ipynb",
        "/voila/live/nowhere.ipynb",
        "/voila/live/..%2f..%2fREADME.ipynb",
        "/voila/live/",
        "/voila/query/00000000-0000-0000-0000-000000000000",
        "/api/kernels/00000000-0000-0000-0000-000000000000",
        "/api/kernels/00000000-0000-0000-0000-000000000000/channels",
        "/api/kernels/x/channels",
        "/api/contents/index.ipynb",
        "/api/status",
        "/api/me",
        "/login",
        "/logout",
        "/static/favicon.ico/../../x",
        "/files/index.ipynb",
        "/nbconvert/html/index.ipynb",
        "/%ff%fe",
        "/..%2f..%2f..%2fetc/passwd",
        "/\\..\\..\\etc\\passwd",
        "//elsewhere.example/x",
    ],
)
def test_nothing_is_read_that_is_not_published(served, path):
    status, headers, body = ask(served, path)
    assert status in (301, 302, 400, 403, 404, 405), body[:300]
    assert "elsewhere.example" not in str(headers.get("Location"))
    for inner in ("root:", "[project]", "nbformat", '"cells"', "{%", "import ", *INNARDS):
        assert inner not in body, inner


def test_no_page_shows_code_or_answers(served):
    for name in (CHAPTER, "7-3-a-class.ipynb"):
        for path in (f"/voila/render/{name}", f"/voila/live/{name}"):
            status, _headers, body = ask(served, path)
            assert status == 200
            for inner in ("rulebook_widgets import", 'exercise("', "exercise(\\", *INNARDS):
                assert inner not in body, (path, inner)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"])
@pytest.mark.parametrize("path", ["/voila/render/index.ipynb", "/voila/live/index.ipynb", "/voila/files/x.png", "/"])
def test_pages_are_only_read(served, method, path):
    status, _headers, body = ask(served, path, method)
    assert status in (204, 400, 403, 404, 405), body[:300]
    assert not any(inner in body for inner in INNARDS)


def test_huge_requests_are_refused_and_the_next_one_is_answered(served):
    status, _headers, _body = ask(served, "/voila/render/index.ipynb?" + "x" * 20_000)
    assert status in (200, 400, 414)
    try:
        status, _headers, _body = ask(served, "/", headers=[("X-Long", "x" * 2**20)])
    except (OSError, http.client.HTTPException):
        status = 0
    assert status in (0, 400, 413, 431)
    assert served.fetch("/nowhere")[0] == 404


def test_another_readers_kernel_cannot_be_found_or_ended(served, visitor):
    reader = visitor()
    path = f"/api/kernels/{reader.kernel}"
    assert ask(served, "/api/kernels")[0] == 404
    assert ask(served, "/api/sessions")[0] == 404
    for method, at in (("DELETE", path), ("POST", f"/voila/api/shutdown/{reader.kernel}")):
        assert ask(served, at, method, body=b"")[0] == 403
        forged = [("Cookie", "_xsrf=2|0|0|0"), ("X-XSRFToken", "2|1|1|1")]
        assert ask(served, at, method, forged, b"")[0] == 403
    for action in ("restart", "interrupt"):
        assert ask(served, f"{path}/{action}", "POST", body=b"")[0] in (403, 404, 405)
    assert reader.ping() < SECONDS


# What comes with every answer


def answers_of_every_kind(server):
    """Return the headers of an answer of each kind: pages, refusals, scripts, styles, pictures, what makes live."""
    _status, _headers, page = ask(server, "/voila/render/index.ipynb")
    assets = sorted({word for word in page.replace("'", '"').split('"') if word.startswith("/voila/")})
    paths = ["/", "/voila/render/index.ipynb", "/voila/live/index.ipynb", "/nowhere", "/voila/files/index.ipynb"]
    paths += ["/api/kernels/00000000-0000-0000-0000-000000000000", "/voila/render/nowhere.ipynb"]
    return {path: ask(server, path)[:2] for path in (*paths, *assets)}


def test_headers_keep_foreign_hosts_and_foreign_frames_out(served):
    answers = answers_of_every_kind(served)
    assert len(answers) > 9
    for path, (_status, headers) in answers.items():
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] == "no-referrer", path
        assert headers["Server"] == "Rulebook", path
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] in ("'self'", "'none'"), path
        assert policy["frame-ancestors"] == "'self'", path
        assert policy["object-src"] == "'none'", path
        assert set(policy["script-src"].split()) == {"'self'", "blob:"}, path
        assert "//" not in headers["Content-Security-Policy"], path


def test_the_only_cookie_is_the_one_against_forged_requests_and_ends_with_the_window(served):
    cookies = [
        cookie
        for _status, headers in answers_of_every_kind(served).values()
        for cookie in headers.get_all("Set-Cookie") or ()
    ]
    assert cookies
    for cookie in cookies:
        name, _equals, rest = cookie.partition("=")
        assert name == "_xsrf"
        assert not {"expires", "max-age", "domain"} & {
            part.strip().partition("=")[0].lower() for part in rest.split(";")
        }


FAILS = """import rulebook_widgets.session as _s
def _fail(self, message): raise RuntimeError("a fault of a board")
_s.Session.handle = _fail"""
BOARD = """from rulebook_widgets import try_out
try_out("hong board=#####/#####/##### stones=0", "...../-.S.|/..... emperor")"""


@pytest.fixture(scope="module")
def faulty_folder(tmp_path_factory):
    """The folder of a book with faults: a cell that fails, and a board that does."""
    folder = tmp_path_factory.mktemp("faulty")
    pages = {"index": [BOARD], "cell": ["raise RuntimeError('a fault of a cell')"], "board": [FAILS, BOARD]}
    for name, cells in pages.items():
        made = [nbformat.v4.new_markdown_cell(f"# {name}"), *map(nbformat.v4.new_code_cell, cells)]
        notebook = nbformat.v4.new_notebook(cells=made)
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, folder / f"{name}.ipynb")
    return folder


@pytest.fixture(scope="module")
def faulty(serve_all, faulty_folder):
    """The book with faults, served for a school's site."""
    return serve_all(faulty_folder, "--framed-by", "https://school.example")


def test_a_school_that_is_named_may_show_the_book_in_a_frame(faulty):
    policy = ask(faulty, "/voila/render/index.ipynb")[1]["Content-Security-Policy"]
    assert "frame-ancestors 'self' https://school.example" in policy.split("; ")
    assert policy.count("school.example") == 1


# What is written down


def entries(server, words):
    """Return the entries of the log, with all lines that belong to each, that have some words."""
    text = server.log.read_text("utf-8", "replace")
    return [entry for entry in re.split(r"(?m)^(?=\d{4}-\d\d-\d\d[ T])", text) if words in entry]


def has_time_chapter_and_traceback(entry, chapter):
    datetime.strptime(entry[:19].replace("T", " "), "%Y-%m-%d %H:%M:%S")
    return chapter in entry and "Traceback (most recent call last)" in entry


def test_a_board_that_fails_is_written_down_with_time_chapter_and_traceback(faulty):
    reader = Visitor(faulty, "board.ipynb")
    reader.say("comm_msg", custom(reader.panel, {"do": "undo"}))
    reader.ping()
    assert "Something went wrong here" in json.dumps(reader.ask_states()[reader.panel]["view"])
    reader.leave()
    (entry,) = entries(faulty, "a fault of a board")
    assert has_time_chapter_and_traceback(entry, "board.ipynb")
    assert [text for _kind, text in reader.heard if "a fault of a board" in text] == []


def test_a_cell_that_fails_is_written_down_with_time_chapter_and_traceback(faulty):
    _status, _headers, told = ask(faulty, "/voila/live/cell.ipynb")
    assert "a fault of a cell" not in told
    (entry,) = entries(faulty, "a fault of a cell")
    assert has_time_chapter_and_traceback(entry, "cell.ipynb")


def test_a_page_that_cannot_be_made_is_written_down_with_time_chapter_and_traceback(faulty, faulty_folder):
    page = faulty_folder / "page.ipynb"
    page.write_text("{", "utf-8")
    try:
        status, headers, body = ask(faulty, "/voila/render/page.ipynb")
    finally:
        page.unlink()
    assert status == 500
    assert "This page could not be made" in body
    assert "Content-Security-Policy" in headers
    assert not [inner for inner in INNARDS if inner in body]
    found = [entry for entry in entries(faulty, "page.ipynb") if "Traceback" in entry]
    assert found
    assert has_time_chapter_and_traceback(found[0], "page.ipynb")


def test_no_address_of_a_reader_is_written_down(faulty):
    for path in ("/nowhere", "/voila/render/index.ipynb", "/voila/files/../x"):
        ask(faulty, path, headers=[("X-Forwarded-For", "198.51.100.7"), ("User-Agent", "Reader/7")])
    Visitor(faulty, "index.ipynb").leave()
    text = faulty.log.read_text("utf-8", "replace")
    assert "/nowhere" in text
    elsewhere = text.replace(urlsplit(faulty.url).netloc, "the book")
    assert [told for told in ("198.51.100.7", "Reader/7", "127.0.0.1", "::1") if told in elsewhere] == []


# All that pages ask for


def kind_of(url, server):
    """Return what kind of thing of this server an address is; what is of another host has no kind."""
    scheme, _, rest = url.partition(":")
    if scheme in ("data", "blob"):
        return scheme if scheme == "data" or rest.startswith(server.url) else None
    at = urlsplit(url)
    if at.netloc != urlsplit(server.url).netloc:
        return None
    kinds = {
        "page": r"/voila/render/[\w-]+\.ipynb",
        "what makes it live": r"/voila/live/[\w-]+\.ipynb",
        "the book's scripts, styles and faces": r"/voila/templates/rulebook/static/.*",
        "what is looked up": r"/voila/[\w-]+\.js",
        "the app's scripts and styles": r"/voila/(?:static|labextensions|api/themes|templates)/.*",
        "line to the kernel": r"/api/kernels/[\w-]+(?:/channels)?",
        "farewell": r"/voila/api/shutdown/[\w-]+",
    }
    return next((kind for kind, path in kinds.items() if re.fullmatch(path, at.path)), None)


def test_pages_ask_this_server_alone_for_things_of_known_kinds(desk, served, capsys):
    asked = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.on("websocket", lambda line: asked.append(line.url))
    chapters = ("index.ipynb", CHAPTER, "6-1-the-laboratory.ipynb", "7-1-set-up-a-position.ipynb")
    for name in chapters:
        desk.goto(served.chapter(name))
        desk.wait_for_selector("#rb-wait", state="detached")
    kinds = Counter(kind_of(url, served) for url in asked)
    assert [url for url in asked if kind_of(url, served) is None] == []
    assert kinds["page"] == kinds["what makes it live"] == len(chapters)
    with capsys.disabled():
        print(f"\nrequests of {len(chapters)} pages: {len(asked)}, none to another host: {dict(kinds)}")
