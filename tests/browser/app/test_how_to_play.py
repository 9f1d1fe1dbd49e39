"""How to play, beside the board: open in a first game, one touch or key away, never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import my_turn
from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser
GAME = "#play?game=freedom&size=6"


def test_it_is_open_in_a_first_game_and_not_in_the_next(visit: Visitors) -> None:
    page = visit(GAME)
    assert my_turn(page)
    how, summary = page.locator(".how"), page.locator(".how summary")
    expect(how.locator("figure")).to_have_count(3)
    expect(how.locator(".text")).to_contain_text("more live stones")
    page.reload()
    expect(how).to_have_attribute("open", "")  # it is the first game still
    all_rules = page.get_by_role("link", name="All rules, in a new tab")
    with page.expect_popup() as opened:
        all_rules.click()
    rules = opened.value
    expect(rules.get_by_role("heading", level=1, name="Freedom")).to_be_visible()
    expect(rules.locator(".rules figure")).to_have_count(6)
    folded = rules.locator("details.sources p").first
    expect(folded).to_be_hidden()
    rules.locator("details.sources summary").click()
    expect(folded).to_be_visible()
    # By keyboard it opens and closes, and gives the focus back.
    page.keyboard.press("Escape")
    expect(how).not_to_have_attribute("open", "")
    summary.press("Enter")
    expect(how).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(all_rules).to_be_focused()
    page.keyboard.press("Escape")
    expect(summary).to_be_focused()
    for again in (page.reload, lambda: visit.go(page, GAME)):
        again()
        assert my_turn(page)
        expect(how).not_to_have_attribute("open", "")


def test_one_plays_on_while_it_is_open_on_a_phone(visit: Visitors) -> None:
    page = visit(GAME, **PHONE)
    assert my_turn(page)
    expect(page.locator(".how figure")).to_have_count(3)
    page.locator("livestone-board [data-legal]").first.tap()
    expect(page.locator("livestone-table .ply").first).to_be_attached()
    expect(page.locator(".how")).to_have_attribute("open", "")
    page.locator(".how summary").tap()
    expect(page.locator(".how .text")).to_be_hidden()
