"""The book served by the real JupyterHub, its own proxy and its local spawner, with `deploy/jupyterhub_config.py`."""

import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.deploy]

PLAY = "1-2-hong-castle-and-garden.ipynb"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def log_in(page, hub, name):
    """Log in, and wait until the reader's own server shows the book."""
    page.goto(f"{hub.url}/hub/login")
    page.fill("#username_input", name)
    page.fill("#password_input", hub.password)
    page.press("#password_input", "Enter")
    page.wait_for_url(f"{hub.url}/user/{name}/voila/render/index.ipynb")


def play(page, hub, name, move):
    """Open a chapter of the reader's own server and play a move; return the address of the board's line."""
    lines = []
    page.on("websocket", lambda line: lines.append(line.url))
    page.goto(f"{hub.url}/user/{name}/voila/render/{PLAY}")
    table = page.locator(".rb-table").first
    field = table.locator(".rb-type input[type=text]")
    field.fill(move)
    field.press("Enter")
    expect(table.locator(".rb-told").first).to_contain_text("The emperor lays a tile on")
    return lines[-1].replace("ws://", "http://").partition("?")[0]


def answer(url, cookies=(), **headers):
    """Return the status and the address that a plain request ends at."""
    cookie = {"Cookie": "; ".join(f"{each['name']}={each['value']}" for each in cookies)} if cookies else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={**headers, **cookie}), timeout=30) as found:
            return found.status, found.url
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.url


def last_used(hub, page, name):
    """Return when the hub believes that the server of the logged-in user was last used."""
    said = page.evaluate(
        "async (url) => { const own = document.cookie.match(/_xsrf=([^;]*)/)[1];"
        " return (await fetch(url, { headers: { 'X-XSRFToken': own } })).json(); }",
        f"{hub.url}/hub/api/users/{name}",
    )
    return said["servers"][""]["last_activity"]


def test_a_hub_serves_the_book_to_its_users_and_to_nobody_else(hub, window):
    pages = {name: window(hub) for name in ("ada", "zhu")}
    for name, page in pages.items():
        log_in(page, hub, name)
    assert len(hub.servers()) == 2
    lines = {name: play(page, hub, name, "b2 |") for name, page in pages.items()}
    for name, line in lines.items():
        assert line.startswith(f"{hub.url}/user/{name}/api/kernels/")
    # The pages that were left have said farewell to their kernels.
    assert hub.kernels_within(10, 2) == 2

    # No kernel has the token of its server.
    for kernel in hub.kernels():
        assert [name for name in kernel.environ() if name.endswith("API_TOKEN")] == []

    # Cookies end with the browser, that of the login page within the hour.
    for cookie in pages["ada"].context.cookies():
        assert cookie["expires"] == -1 or (cookie["name"] == "_xsrf" and cookie["expires"] < time.time() + 3601), cookie

    # Who has not logged in gets the login page, and no line to a kernel.
    own = f"{hub.url}/user/ada"
    for path in (f"/voila/render/{PLAY}", f"/voila/live/{PLAY}", "/voila/render/nowhere.ipynb", "/voila/book.js"):
        status, url = answer(f"{own}{path}")
        assert (status, url.partition("?")[0]) == (200, f"{hub.url}/hub/login"), path
    assert answer(lines["ada"], **UPGRADE)[0] == 403

    # Neither does one user come to the book, or to a board, of another.
    cookies = pages["zhu"].context.cookies()
    for path in (f"/voila/render/{PLAY}", f"/voila/live/{PLAY}"):
        assert pages["zhu"].goto(f"{own}{path}").status == 403, path
    assert answer(lines["ada"], cookies, **UPGRADE)[0] == 403

    # The hub hears of what is played.
    home = pages["ada"].context.new_page()
    home.goto(f"{hub.url}/hub/home")
    before = last_used(hub, home, "ada")
    pages["ada"].locator(".rb-table").first.get_by_role("button", name="Undo").click()
    end = time.monotonic() + 30
    while last_used(hub, home, "ada") <= before:
        assert time.monotonic() < end, "the hub hears nothing"
        time.sleep(0.5)

    # A server that is stopped ends with its kernels; the other one goes on.
    home.click("#stop")
    assert hub.servers_within(30, 1) == 1
    assert pages["zhu"].goto(f"{hub.url}/user/zhu/voila/render/{PLAY}").status == 200

    written = hub.log.read_text("utf-8")
    assert "(127.0.0.1)" not in written
    assert "Traceback" not in written


@pytest.mark.parametrize("hub", [6], indirect=True)
def test_a_server_that_nobody_uses_is_ended(hub, window):
    page = window(hub)
    log_in(page, hub, "ada")
    assert len(hub.servers()) == 1
    page.goto("about:blank")
    assert hub.servers_within(60, 0) == 0
