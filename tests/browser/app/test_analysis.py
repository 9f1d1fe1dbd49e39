"""The analysis board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import site

pytestmark = pytest.mark.browser
BOARD = "#analysis?game=freedom&size=6"


def test_variations_are_made_kept_by_the_address_and_taken_away(visit: Visitors) -> None:
    page = visit(BOARD)
    tree, current = page.locator(".tree"), page.locator(".tree [aria-current]")
    for name in ("c3", "c4", "c5"):
        site(page, name).click()
        expect(current).to_have_text(name)
    page.get_by_role("button", name="Back one move").click()
    site(page, "d4").click()
    expect(page.locator(".tree .move")).to_have_text(["Start", "c3", "c4", "c5", "d4"])
    page.reload()
    expect(current).to_have_text("d4")
    tree.focus()
    for key, text in (
        ("Home", "Start"),
        ("ArrowRight", "c3"),
        ("ArrowRight", "c4"),
        ("End", "c5"),
        ("ArrowDown", "d4"),
    ):
        page.keyboard.press(key)
        expect(current).to_have_text(text)
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".tree .move")).to_have_text(["Start", "c3", "c4", "d4", "c5"])
    page.get_by_role("button", name="Delete this move").click()
    expect(page.locator(".tree .move")).to_have_text(["Start", "c3", "c4", "c5"])


def test_comments_the_engine_and_positions(visit: Visitors) -> None:
    page = visit(f"{BOARD}&moves=c3&at=1")
    page.get_by_text("Comment", exact=True).click()
    page.get_by_label("Comment on c3").fill("A quiet start")
    page.get_by_role("button", name="Save", exact=True).click()
    page.reload()
    expect(page.locator(".tree .said")).to_have_text("A quiet start")
    page.get_by_role("button", name="Start the engine").click()
    lines = page.locator(".found button")
    expect(lines).to_have_count(3)
    lines.first.click()
    expect(page.locator(".tree .move")).not_to_have_count(2)
    page.get_by_role("button", name="Stop the engine").click()
    expect(lines).to_have_count(0)
    page.get_by_text("Position as text").click()
    position = page.get_by_label("The position shown")
    text = position.input_value()
    position.fill("nothing")
    page.get_by_role("button", name="Begin from it").click()
    expect(page.locator(".tool", has=position).get_by_role("alert")).not_to_be_empty()
    position.fill(text)
    page.get_by_role("button", name="Begin from it").click()
    expect(page.locator(".tree .move")).to_have_text(["Start"])
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
