"""Rules on wide and narrow screens, and the sheet to print, from the folder and from the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.test_access import PHONE

pytestmark = pytest.mark.browser
RULES = "#rules?game=freedom"
LINK = "Print these rules and the board"
FETCHED = """async (address) => {
  const answer = await fetch(address);
  return [answer.headers.get("content-type"), (await answer.text()).slice(0, 5)];
}"""


def sheet(page: Page) -> tuple[str, list[str]]:
    """The address of the sheet, and what is there: its type and how it begins."""
    address = page.get_by_role("link", name=LINK).get_attribute("href") or ""
    return address, page.evaluate(FETCHED, address)


def test_the_sheet_opens_beside_the_rules(visit: Visitors) -> None:
    page = visit(RULES)
    expect(page.get_by_role("link", name=LINK)).to_have_attribute("target", "_blank")
    address, found = sheet(page)
    assert address.endswith("/sheets/freedom.pdf")
    assert found == ["application/pdf", "%PDF-"]


def test_a_single_file_prints_the_rules_as_they_are_shown(browser: Browser, folder: Path) -> None:
    with Visitors(browser, (folder.parent / "livestone.html").as_uri()) as visitors:
        page = visitors(RULES, script="window.print = () => { window.printed = true; }")
        page.get_by_role("button", name="Print these rules").click()
        assert page.evaluate("window.printed")


def test_diagrams_stand_beside_the_text_where_there_is_room(visit: Visitors) -> None:
    wide, narrow = visit(RULES, viewport={"width": 1280, "height": 800}), visit(RULES, **PHONE)
    for page, beside in ((wide, True), (narrow, False)):
        words = page.locator(".rules section p").nth(1).bounding_box()
        drawn = page.locator(".rules section .diagrams").nth(1).bounding_box()
        assert words is not None
        assert drawn is not None
        assert (drawn["x"] >= words["x"] + words["width"]) == beside
        assert (drawn["y"] >= words["y"] + words["height"]) == (not beside)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
