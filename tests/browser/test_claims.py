"""Claims in a real browser: the button, the progress, the outcome in words, the board that refutes."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FALSE = """from rulebook.claims import sampled
from rulebook_widgets import claim

sampled("hong/corner", "HO3.4", "Nobody lays on b2", 500, ("hong board=inner",))(
    lambda course: "a tile lies on b2." if str(course.action).startswith("b2 ") else ""
)
claim("hong/corner")"""


def badge(page, words):
    return page.locator(".rb-claim").filter(has_text=words)


def test_a_claim_is_checked_at_a_press(desk, served):
    desk.goto(served.chapter("4-2-gong-link.ipynb"))
    desk.wait_for_selector("#rb-wait", state="detached")
    found = badge(desk, "always 13, for each of the 54")
    expect(found).to_contain_text("exhaustive over 54 cards")
    found.get_by_role("button", name="Check it now").click()
    expect(found.get_by_role("status")).to_have_text("✓ It holds for each of the 54 cards.")
    sample = badge(desk, "with exactly one card")
    sample.get_by_role("button", name="Check it now").focus()
    desk.keyboard.press("Enter")
    expect(sample.get_by_role("status")).to_have_text(re.compile("✓ No counter-example among 1,000 positions, seed 1"))
    expect(sample.locator(":focus")).to_have_count(1)
    sample.get_by_role("button", name="Another sample").click()
    expect(sample.get_by_role("status")).to_have_text(re.compile("seed 2"))


def test_badges_have_room_on_a_phone(phone, served):
    phone.goto(served.chapter("1-2-hong-castle-and-garden.ipynb"))
    phone.wait_for_selector("#rb-wait", state="detached")
    found = badge(phone, "a Hong that stands can never fall")
    found.get_by_role("button", name="Check it now").tap()
    expect(found.get_by_role("status")).to_have_text(re.compile("✓ No counter-example"))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_false_claim_shows_its_counter_example(window, serve, tmp_path):
    folder = tmp_path / "book"
    folder.mkdir()
    cells = [nbformat.v4.new_markdown_cell("# Index"), nbformat.v4.new_code_cell(FALSE)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "index.ipynb")
    server = serve(folder)
    page = window(server)
    page.goto(server.chapter("index.ipynb"))
    page.wait_for_selector("#rb-wait", state="detached")
    found = badge(page, "Nobody lays on b2")
    found.get_by_role("button", name="Check it now").click()
    expect(found.get_by_role("status")).to_have_text(re.compile("✗ A counter-example, number .* a tile lies on b2"))
    expect(found.locator("figcaption")).to_have_text(re.compile("^After b2 "))
    expect(found.locator("figure svg")).to_be_visible()
    assert found.locator("figure svg").bounding_box()["width"] > 200
