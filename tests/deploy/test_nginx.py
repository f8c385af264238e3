"""The book behind the real nginx, with the configuration of `deploy/nginx.conf`, under a path of its own."""

import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

BOOK = Path(__file__).parents[2] / "book"
PLAY = "1-2-hong-castle-and-garden.ipynb"
MOVE = "b2 |"

pytestmark = [pytest.mark.browser, pytest.mark.deploy]


@pytest.fixture
def outside(behind_nginx, serve):
    """The book as readers find it."""
    return behind_nginx(serve(BOOK, "--base-url", "/rules/"))


def test_a_chapter_comes_alive_and_a_move_is_played(outside, window):
    # The window takes what lies outside the path for foreign.
    page = window(outside)
    lines = []
    page.on("websocket", lambda line: lines.append(line))
    assert page.goto(outside.chapter(PLAY)).status == 200
    table = page.locator(".rb-table").first
    field = table.locator(".rb-type input[type=text]")
    field.fill(MOVE)
    field.press("Enter")
    expect(table.locator(".rb-told").first).to_contain_text("The emperor lays a tile on b2, body north–south")
    (line,) = lines
    assert line.url.startswith(f"ws{outside.url.removeprefix('http')}/api/kernels/")
    assert not line.is_closed()


def test_links_and_search_stay_under_the_path(outside, window):
    page = window(outside)
    page.goto(outside.chapter("index.ipynb"))
    page.locator("a[rel=next]").first.click()
    page.wait_for_url(f"{outside.url}/voila/render/1-1-*")
    page.fill("#rb-query", "HO3.4")
    page.locator("#rb-found a").first.click()
    page.wait_for_url(f"{outside.url}/voila/render/1-2-*#HO3.4")


def test_the_path_alone_leads_to_the_front_page_and_nothing_lies_beside_it(outside):
    host = outside.url.removesuffix("/rules")
    for path in ("/rules", "/rules/"):
        with urllib.request.urlopen(f"{host}{path}") as answer:
            assert answer.url == outside.chapter("index.ipynb")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{host}/voila/render/index.ipynb")


def test_text_comes_packed(outside):
    for path in ("/voila/render/index.ipynb", "/voila/templates/rulebook/static/live.js"):
        asked = urllib.request.Request(f"{outside.url}{path}", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as answer:
            assert answer.headers["Content-Encoding"] == "gzip", path


def test_nobody_is_written_down(outside, tmp_path):
    outside.fetch("/voila/render/index.ipynb")
    outside.fetch("/nowhere")
    written = [path for path in (tmp_path / "nginx").rglob("*.log") if "127.0.0.1" in path.read_text("utf-8")]
    assert written == []
