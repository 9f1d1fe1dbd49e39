"""What pages of the site come to when they are used: axe finds nothing, and nothing sticks out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import LATE, play_out
from tests.browser.conftest import PHONE
from tests.browser.steps import check

pytestmark = pytest.mark.browser


def test_pages_of_a_game_that_is_over(visit: Visitors) -> None:
    page = visit(LATE)
    play_out(page)
    check(page, "over")
    page.get_by_role("button", name="Share or save").click()
    page.locator("dialog[open]").wait_for()
    check(page, "share")
    visit.go(page, "#games")
    page.get_by_text("Delete", exact=False).first.click()
    check(page, "deleting")


def test_the_menu_of_a_phone_has_every_page(visit: Visitors) -> None:
    page = visit(**PHONE)
    menu = page.get_by_role("button", name="Menu")
    links = page.get_by_role("navigation", name="Main menu")
    for name in ("My games", "Settings"):
        menu.tap()
        for other in ("Puzzles", "My games", "Analysis", "Help", "About", "Games", "Settings"):
            expect(links.get_by_role("link", name=other, exact=True)).to_be_visible()
        links.get_by_role("link", name=name, exact=True).tap()
        expect(menu).to_have_attribute("aria-expanded", "false")
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_focused()
    assert page.title() == "Settings - Livestone"
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
