"""How to play, beside the board: open in a first game, one touch or key away, never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import my_turn
from tests.browser.site.test_access import PHONE

pytestmark = pytest.mark.browser
GAME = "#play?game=freedom&size=6"


def text(page: Page) -> str:
    return page.locator(".how .text").inner_text()


def test_it_is_open_in_a_first_game_and_not_in_the_next(visit: Visitors) -> None:
    page = visit(GAME)
    assert my_turn(page)
    how = page.locator(".how")
    expect(how.locator("figure")).to_have_count(3)
    assert "more live stones" in text(page)
    page.reload()
    expect(how).to_have_attribute("open", "")  # it is the first game still
    page.keyboard.press("Escape")
    expect(how).not_to_have_attribute("open", "")
    page.reload()
    assert my_turn(page)
    expect(how).not_to_have_attribute("open", "")
    visit.go(page, GAME)
    assert my_turn(page)
    expect(how).not_to_have_attribute("open", "")


def test_it_opens_by_keyboard_and_gives_the_focus_back(visit: Visitors) -> None:
    page = visit(GAME)
    assert my_turn(page)
    page.keyboard.press("Escape")
    summary = page.locator(".how summary")
    summary.press("Enter")
    expect(page.locator(".how")).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="All rules, in a new tab")).to_be_focused()
    page.keyboard.press("Escape")
    expect(summary).to_be_focused()


def test_one_plays_on_while_it_is_open_on_a_phone(visit: Visitors) -> None:
    page = visit(GAME, **PHONE)
    assert my_turn(page)
    expect(page.locator(".how figure")).to_have_count(3)
    page.locator("livestone-board [data-legal]").first.tap()
    expect(page.locator("livestone-table .ply").first).to_be_attached()
    expect(page.locator(".how")).to_have_attribute("open", "")
    page.locator(".how summary").tap()
    expect(page.locator(".how .text")).to_be_hidden()


def test_all_rules_open_in_a_page_of_their_own(visit: Visitors) -> None:
    page = visit(GAME)
    assert my_turn(page)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="All rules, in a new tab").click()
    expect(opened.value.get_by_role("heading", level=1, name="Freedom")).to_be_visible()
    expect(opened.value.locator(".rules figure")).to_have_count(6)
    folded = opened.value.locator("details.sources p").first
    expect(folded).to_be_hidden()
    opened.value.locator("details.sources summary").click()
    expect(folded).to_be_visible()
    assert my_turn(page)
