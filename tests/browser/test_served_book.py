"""The served book as its readers meet it: pages, refusals, kernels that come and go."""

import os
import signal
import socket
import sys
import time
import urllib.request
import warnings
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError

from browser.conftest import a_chapter_a_part, write_book
from rulebook.book import Book

pytestmark = pytest.mark.browser

BOOK = Book.read(Path(__file__).parents[2] / "book")
CHAPTERS = {chapter.name: chapter for chapter in BOOK.chapters}
FIRST = BOOK.chapters[1].name
VISITS = int(os.environ.get("RULEBOOK_VISITS", "5"))
"""How many visits are made while kernels are counted; `make soak` makes many."""
every_chapter = pytest.mark.parametrize("name", CHAPTERS)


SIGNS = {"6-1-the-laboratory.ipynb": ".rb-lab-form", "6-2-how-strong-are-the-bots.ipynb": ".rb-still svg"} | {
    name: ".rb-reference" for name in CHAPTERS if name.endswith("-quick-reference.ipynb")
}
"""What shows that a chapter without a board to play on has come."""


def read(page, served, name):
    """Open a chapter and wait until its boards are in place; one that hangs is asked for again, as a reader would."""
    try:
        answer = page.goto(served.chapter(name), timeout=45_000)
    except TimeoutError as error:
        warnings.warn(f"{name} hung, and was asked for again: {error}", stacklevel=2)
        answer = page.goto(served.chapter(name))
    assert answer.status == 200
    page.wait_for_selector(SIGNS.get(name, ".rb-panel .rb-task, .rb-panel .rb-ask"))
    page.wait_for_selector("#rb-wait", state="detached")
    return page


def read_words(page, served, name):
    """Open a chapter to look at its words alone: no kernel is asked for."""
    page.route("**/voila/live/**", lambda route: route.abort())
    assert page.goto(served.chapter(name)).status == 200
    return page


def box(page, selector):
    return page.locator(selector).first.bounding_box()


# Pages


def has_title_language_and_landmarks(page, name):
    chapter = CHAPTERS[name]
    assert page.title() == (chapter.title if name == "index.ipynb" else f"{chapter.title} · Rulebook")
    assert page.get_attribute("html", "lang") == "en"
    assert page.locator("h1").all_inner_texts() == [chapter.title]
    for role in ("banner", "main", "contentinfo", "search"):
        assert page.get_by_role(role).count() == 1, role
    navigation = page.get_by_role("navigation")
    assert sorted(filter(None, (each.get_attribute("aria-label") for each in navigation.all()))) == [
        "Chapters",
        "Contents",
        "Previous and next chapter",
    ]


def contents_and_steps_lead_through_the_book(page, name):
    page.get_by_text("Contents", exact=True).click()
    links = page.locator(".rb-sheet a")
    assert [link.get_attribute("href") for link in links.all()] == list(CHAPTERS)
    current = page.locator('.rb-sheet a[aria-current="page"]')
    assert [link.get_attribute("href") for link in current.all()] == [name]
    before, after = BOOK.neighbours(name)
    for region in (".rb-steps", ".rb-footer"):
        for rel, chapter in (("prev", before), ("next", after)):
            found = [link.get_attribute("href") for link in page.locator(f'{region} a[rel="{rel}"]').all()]
            assert found == ([chapter.name] if chapter else []), (region, rel)


def skip_link_comes_first_and_leads_to_the_chapter(page, name):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "rb-skip"
    assert box(page, ".rb-skip")["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "rb-main"


def every_board_arrives_and_no_code_is_shown(page, name, painted):
    painted(page, name)
    wanted = page.locator("canvas.rb-board").count()
    assert bool(wanted) != (name in SIGNS)
    assert page.locator(".rb-panel:not(.rb-lab)").count() == wanted
    assert page.locator(".rb-fault").count() == 0
    text = page.locator("main").inner_text()
    assert "rulebook_widgets" not in text
    assert "Traceback" not in text


def rules_stand_where_their_links_lead(page, name):
    chapter = CHAPTERS[name]
    rules = [rule.number for rule in chapter.rules()]
    shown = page.eval_on_selector_all(".rb-rule", "all => all.map((each) => [each.id, each.firstElementChild.hash])")
    assert shown == [[number, f"#{number}"] for number in rules]
    links = page.eval_on_selector_all("main a.rb-ref", "all => all.map((each) => each.getAttribute('href'))")
    assert links or name not in ("index.ipynb", "1-3-hong-lair.ipynb")
    assert set(links) <= {rule.href for rule in BOOK.rules.values()}
    index = page.evaluate("window.rulebookRules")
    assert {number: rule["href"] for number, rule in index.items()} == {
        number: rule.href for number, rule in BOOK.rules.items()
    }


def nothing_leaves_a_narrow_window(page):
    assert page.evaluate("innerWidth") == 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    wide = """[...document.querySelectorAll('main canvas, main svg, main p, main li, main table, .rb-panel')]
        .filter((each) => each.offsetParent !== null || each.tagName === 'svg')
        .filter((each) => !each.closest('.rb-hidden, .jupyter-widgets-disconnected'))
        .map((each) => [each.tagName, each.className.toString(), each.getBoundingClientRect()])
        .filter(([, , at]) => at.width > 1 && (at.left < -0.5 || at.right > 360.5))
        .map(([tag, name, at]) => `${tag} ${name} ${at.left} ${at.right}`)"""
    assert page.evaluate(wide) == []


@every_chapter
def test_a_chapter(desk, served, painted, name):
    """One visit, and all that holds of every page: on a desk, then in a window as narrow as a phone."""
    page = read(desk, served, name)
    skip_link_comes_first_and_leads_to_the_chapter(page, name)
    has_title_language_and_landmarks(page, name)
    every_board_arrives_and_no_code_is_shown(page, name, painted)
    rules_stand_where_their_links_lead(page, name)
    contents_and_steps_lead_through_the_book(page, name)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_timeout(300)
    nothing_leaves_a_narrow_window(page)


@pytest.mark.parametrize("name", a_chapter_a_part(CHAPTERS))
def test_nothing_scrolls_sideways_on_a_phone(phone, served, painted, name):
    page = read(phone, served, name)
    painted(page, name)
    nothing_leaves_a_narrow_window(page)
    page.get_by_text("Contents", exact=True).tap()
    assert page.locator(".rb-sheet a").last.is_visible()
    assert page.locator("#rb-query").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_slow_machine_gets_every_board_of_a_chapter(desk, served, boards, painted):
    most = max(boards, key=boards.get)
    desk.context.new_cdp_session(desk).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    desk.set_default_timeout(180_000)
    painted(read(desk, served, most), most)


def test_a_script_that_is_slow_to_begin_comes_alive_all_the_same(desk, served, painted):
    # The page stands still for longer than a model gives its script to begin.
    desk.add_init_script(
        """const made = URL.createObjectURL.bind(URL);
        let still = 3000;
        URL.createObjectURL = (blob) => {
          for (const end = performance.now() + still; performance.now() < end;);
          still = 0;
          return made(blob);
        };"""
    )
    painted(read(desk, served, FIRST), FIRST)


def test_rule_numbers_hang_in_the_margin_on_a_desk_and_stand_in_the_line_on_a_phone(desk, phone, served):
    read_words(desk, served, FIRST)
    assert box(desk, ".rb-number")["x"] + box(desk, ".rb-number")["width"] <= box(desk, ".rb-rule")["x"]
    read_words(phone, served, FIRST)
    assert box(phone, ".rb-number")["x"] >= box(phone, ".rb-rule")["x"]


@pytest.mark.parametrize("width", [360, 800])
def test_a_rule_named_in_a_rule_can_be_touched_where_numbers_stand_in_the_line(window, served, width):
    page = read_words(window(served, width, 640, has_touch=True, is_mobile=True), served, "1-3-hong-lair.ipynb")
    touched = page.eval_on_selector_all(
        ".rb-rule a.rb-ref",
        """links => links.map((link) => {
          link.scrollIntoView({ block: 'center' });
          const at = link.getBoundingClientRect();
          return document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) === link;
        })""",
    )
    assert touched
    assert all(touched)


def test_the_text_keeps_to_a_book_column(desk, served):
    page = read_words(desk, served, FIRST)
    style = page.eval_on_selector(
        ".rb-rule", "each => { const s = getComputedStyle(each); return [s.fontSize, s.lineHeight, s.fontFamily]; }"
    )
    assert style[0] == "18px"
    assert float(style[1].removesuffix("px")) == pytest.approx(18 * 1.55, abs=0.2)
    assert style[2].startswith('"Rulebook Text"')
    assert box(page, ".rb-text")["width"] <= 70 * 18 * 0.55


def test_the_face_has_latin_and_cyrillic_from_this_server(desk, served):
    page = read_words(desk, served, FIRST)
    faces = """async (words) => (await document.fonts.load("18px 'Rulebook Text'", words)).map((face) => face.status)"""
    assert page.evaluate(faces, "Rule Žižka Правило") == ["loaded"] * 3


def test_the_dark_scheme_turns_the_page_dark(window, served):
    def grounds(scheme):
        page = read_words(window(served, color_scheme=scheme), served, FIRST)
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert (grounds("light"), grounds("dark")) == ("rgb(251, 247, 239)", "rgb(23, 27, 34)")


def test_print_keeps_the_boards_and_leaves_out_what_is_pressed(desk, served, painted):
    page = read(desk, served, FIRST)
    painted(page, FIRST)
    assert page.locator(".rb-header").is_visible()
    page.emulate_media(media="print")
    for gone in (".rb-header", ".rb-footer", ".rb-panel"):
        assert not page.locator(gone).first.is_visible(), gone
    assert not page.locator("canvas.rb-board").first.is_visible()
    assert page.locator("figure.rb-awaited svg").first.is_visible()
    assert page.locator(".rb-rule").first.is_visible()


def test_a_page_without_scripts_says_so_and_keeps_the_rules(window, serve):
    brief = serve(BOOK.folder, "--idle", "10")
    page = window(brief, java_script_enabled=False)
    page.goto(brief.chapter(FIRST))
    assert "The boards need JavaScript" in page.locator("noscript").inner_text()
    assert page.locator(".rb-rule").count() == len(list(CHAPTERS[FIRST].rules()))


# The front page, and what is no page


def test_the_front_page_is_the_index(desk, served):
    desk.goto(f"{served.url}/")
    assert desk.url == served.chapter("index.ipynb")
    assert desk.title() == CHAPTERS["index.ipynb"].title


@pytest.mark.parametrize(
    "path",
    [
        "/voila/tree",
        "/voila/tree/",
        "/voila",
        "/voila/render/",
        "/tree",
        "/lab",
        "/api/contents",
        "/voila/api/contents",
        "/api/kernels",
        "/api/sessions",
        "/api/terminals",
        "/files/index.ipynb",
        "/voila/render/nowhere.ipynb",
        "/voila/render/nowhere",
        "/voila/render/..%2fREADME.ipynb",
        "/nowhere",
    ],
)
def test_what_is_no_page_of_the_book_is_refused_in_words(desk, served, path):
    answer = desk.goto(f"{served.url}{path}")
    assert answer.status == 404
    assert desk.title() == "No such page · Rulebook"
    assert desk.locator("h1").inner_text() == "No such page"
    assert "ipynb_checkpoints" not in desk.content()
    assert FIRST not in desk.content()
    assert desk.get_by_role("link", name="front page").get_attribute("href") == "/voila/render/index.ipynb"


def test_the_way_back_leads_to_the_front_page(desk, served):
    desk.goto(f"{served.url}/nowhere")
    desk.get_by_role("link", name="front page").click()
    desk.wait_for_selector(".rb-panel")
    assert desk.url == served.chapter("index.ipynb")


def test_notebooks_are_not_given_away_as_files(served):
    assert served.fetch("/voila/files/index.ipynb")[0] == 403


@pytest.mark.parametrize("query", ["template=lab", "voila-template=lab", "theme=dark", "voila-theme=dark"])
def test_template_and_theme_cannot_be_overridden(desk, served, query):
    desk.goto(f"{served.chapter('index.ipynb')}?{query}")
    assert desk.get_attribute("html", "data-rulebook") == "voila"
    assert desk.get_attribute("body", "data-jp-theme-light") == "true"
    assert desk.locator(".rb-header").is_visible()
    assert desk.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(251, 247, 239)"


# Connection and faults


def test_a_lost_connection_is_said_and_unsaid(desk, served):
    page = read(desk, served, "index.ipynb")
    tell = "ok => window.dispatchEvent(new CustomEvent('rulebook:connection', { detail: { ok } }))"
    banner = page.locator("#rb-banner")
    assert banner.get_attribute("role") == "alert"
    assert not banner.is_visible()
    page.evaluate(tell, False)
    assert "connection to the boards is lost" in banner.inner_text()
    page.evaluate(tell, True)
    assert not banner.is_visible()


def test_the_banner_comes_by_itself_when_the_kernel_falls_silent_and_reloading_helps(window, serve):
    alone = serve(BOOK.folder, "--spares", "0")
    page = read(window(alone), alone, "index.ipynb")
    (kernel,) = alone.kernels()
    banner = page.locator("#rb-banner")
    kernel.send_signal(signal.SIGSTOP)
    started = time.monotonic()
    banner.wait_for(state="visible", timeout=12_000)
    assert time.monotonic() - started < 11
    kernel.send_signal(signal.SIGCONT)
    banner.wait_for(state="hidden", timeout=8_000)
    kernel.kill()
    banner.wait_for(state="visible", timeout=12_000)
    banner.get_by_role("button").click()
    banner.wait_for(state="hidden")
    page.wait_for_selector(".rb-panel .rb-task")
    page.wait_for_timeout(4000)
    assert not banner.is_visible()


def test_a_failing_cell_is_told_in_words_and_the_text_goes_on(window, serve, tmp_path):
    folder = write_book(
        tmp_path / "book",
        ("markdown", "# Fault"),
        ("code", "raise RuntimeError('not for readers')"),
        ("markdown", "**HO3.4** The space must be empty."),
    )
    server = serve(folder)
    page = window(server)
    page.goto(server.chapter("index.ipynb"))
    page.wait_for_selector("#rb-wait", state="detached")
    assert "could not be set up" in page.locator(".rb-fault").inner_text()
    assert page.locator(".rb-fault").get_attribute("role") == "alert"
    assert page.locator("[id='HO3.4']").is_visible()
    assert "not for readers" not in page.content()
    assert "Traceback" not in page.content()
    page.wait_for_load_state("networkidle")
    (folder / "index.ipynb").write_text("{", "utf-8")
    assert "The space must be empty" in server.fetch("/voila/render/index.ipynb")[1]
    assert server.told("index.ipynb cannot be made; its page stays as it was.")


# Kernels


def test_a_visitor_cannot_run_code(desk, served, tmp_path):
    page = read(desk, served, "index.ipynb")
    mark = tmp_path / "mark"
    answers = page.evaluate(
        """async (code) => {
          const { kernelId } = JSON.parse(document.getElementById('jupyter-config-data').textContent);
          const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernelId}/channels?session_id=visitor`);
          await new Promise((done, fail) => { socket.onopen = done; socket.onerror = fail; });
          const heard = [];
          socket.onmessage = (event) => { heard.push(JSON.parse(event.data).msg_type); };
          const say = (kind, content) => socket.send(JSON.stringify({ channel: 'shell', parent_header: {},
            metadata: {}, buffers: [], content,
            header: { msg_id: crypto.randomUUID(), session: 'visitor', username: '', version: '5.3',
            date: new Date().toISOString(), msg_type: kind } }));
          const ask = async () => {
            const before = heard.filter((kind) => kind === 'kernel_info_reply').length;
            say('kernel_info_request', {});
            for (let tries = 0; tries < 400; tries += 1) {
              if (heard.filter((kind) => kind === 'kernel_info_reply').length > before) return true;
              await new Promise((done) => setTimeout(done, 50));
            }
            return false;
          };
          const open = await ask();
          say('execute_request', { code, silent: false, store_history: false, user_expressions: {}, allow_stdin: false,
            stop_on_error: false });
          const stillOpen = await ask();
          socket.close();
          return { open, stillOpen, heard };
        }""",
        f"open({str(mark)!r}, 'w').close()",
    )
    assert answers["open"], answers
    assert answers["stillOpen"], answers
    assert not {"execute_reply", "execute_input"} & set(answers["heard"])
    assert not mark.exists()


def test_a_visitor_with_the_older_protocol_cannot_stop_the_server(window, serve):
    alone = serve()
    page = read(window(alone), alone, "index.ipynb")
    page.evaluate(
        """async () => {
          const { kernelId } = JSON.parse(document.getElementById('jupyter-config-data').textContent);
          const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernelId}/channels?session_id=visitor`);
          socket.onmessage = (event) => { window.heardBinary ||= event.data instanceof Blob; };
          await new Promise((done, fail) => { socket.onopen = done; socket.onerror = fail; });
        }"""
    )
    page.locator("canvas.rb-board").first.click()
    page.wait_for_function("() => window.heardBinary")
    assert alone.fetch("/nowhere")[0] == 404


@pytest.fixture(scope="module")
def bare(serve_all):
    """The book served without spares, so that every kernel is a reader's."""
    return serve_all(BOOK.folder, "--spares", "0")


def test_kernels_end_when_their_readers_leave(window, bare):
    """Visits, five at a time; between the rounds no kernel may be left."""
    assert bare.kernels_within(20) == 0
    first = window(bare)
    pages = [first, *(first.context.new_page() for _ in range(4))]
    started = len(bare.told("Kernel started:"))
    seen = 0
    for turn in range(VISITS // 5):
        for at, page in enumerate(pages):
            page.goto(bare.chapter((FIRST, "index.ipynb")[at % 2]), wait_until="commit", timeout=90_000)
        for page in pages:
            page.wait_for_selector(".rb-panel", state="attached", timeout=90_000)
        seen += len(bare.kernels())
        if sys.platform == "linux":
            assert all("multiprocessing.forkserver" in " ".join(kernel.cmdline()) for kernel in bare.kernels())
        for page in pages:
            page.goto("about:blank")
        assert bare.kernels_within(10) == 0, turn
    assert seen == VISITS
    kernels = bare.told("Kernel started:")[started:]
    ended = bare.told("Kernel shutdown:")
    assert len(kernels) == VISITS
    assert [kernel for kernel in kernels if ended.count(kernel) != 1] == []


def opened(served, name):
    """Return a connection at which a chapter's boards have been asked for, and nothing has been heard."""
    host, port = served.url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)))
    line.sendall(f"GET /voila/live/{name} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    return line


def test_a_reader_who_turns_the_page_at_once_leaves_no_kernel(window, bare):
    desk = window(bare)
    assert bare.kernels_within(20) == 0
    for _ in range(3):
        desk.goto(bare.chapter("index.ipynb"), wait_until="commit")
        desk.wait_for_selector("#jupyter-config-data", state="attached")
        assert len(bare.kernels()) == 1
        desk.goto("about:blank")
        assert bare.kernels_within(10) == 0


@pytest.mark.parametrize("heard", [0, 1, 2], ids=["nothing", "its kernel", "a cell"])
def test_a_reader_who_leaves_while_the_boards_are_set_up_leaves_no_kernel(bare, heard):
    """The line is cut when so many lines were heard; no page is there to say farewell."""
    assert bare.kernels_within(20) == 0
    started = len(bare.told("Kernel started:"))
    faults = len(bare.told("Traceback"))
    with urllib.request.urlopen(f"{bare.url}/voila/live/{FIRST}") if heard else opened(bare, FIRST) as line:
        for _ in range(heard):
            assert line.readline().strip()
    end = time.monotonic() + 20
    while not (kernels := bare.told("Kernel started:")[started:]):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert bare.kernels_within(10) == 0
    assert bare.told("Kernel shutdown:")[-1:] == kernels
    assert len(bare.told("Traceback")) == faults


def test_a_kernel_whose_reader_is_cut_off_is_culled(window, serve):
    brief = serve(BOOK.folder, "--away", "15", "--spares", "0")
    kept = read(window(brief), brief, "index.ipynb")
    lost = read(window(brief), brief, FIRST)
    assert len(brief.kernels()) == 2
    lost.context.close()
    assert brief.kernels_within(40, 1) == 1
    assert not kept.locator("#rb-banner").is_visible()
