"""A visitor chooses a language, and every page is in it: with scripts, and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import REFUSED, SAID, answered, my_turn, site

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

BEHIND = "the game is no longer at ply 1 but at ply 2"


def test_pages_are_in_the_language_that_was_chosen(visit: Visit) -> None:
    page = visit("/login", **PHONE)
    page.get_by_role("button", name="Srpski", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "sr-Latn")
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text("Predvorje")
    expect(page.get_by_role("heading", name="Igrajte odmah")).to_be_visible()
    page.goto("/setup/freedom")
    page.get_by_label("Veličina table").select_option("4")
    page.get_by_label("Crni").select_option("bot:1")
    page.locator("form.setup button.main.big").click()
    expect(page.locator(SAID)).to_contain_text("Vi ste na potezu.")
    expect(page.locator(".seats")).to_contain_text("Bot, nivo 1")
    assert my_turn(page)
    site(page, "a1").click()
    answered(page, 0)
    assert my_turn(page)
    # The API speaks English with programs: a page translates it, with the values in it.
    behind = {"status": 409, "json": {"error": "conflict", "message": BEHIND}}
    page.route("**/plies*", lambda route: route.fulfill(**behind))
    page.locator("livestone-board .target").first.tap()
    expect(page.locator(REFUSED)).to_have_text("Partija više nije kod poteza 1, nego kod poteza 2.")
    expect(page.locator(SAID)).to_contain_text("Vi ste na potezu.")
    page.goto("/register")
    expect(page.get_by_role("heading", level=1)).to_have_text("Otvorite nalog")


def test_a_browser_in_serbian_needs_no_choice(visit: Visit) -> None:
    page = visit("/lobby", locale="sr-RS")
    expect(page.locator("html")).to_have_attribute("lang", "sr-Cyrl")
    expect(page.get_by_role("heading", level=1)).to_have_text("Предворје")
    page.goto("/login")
    page.get_by_role("button", name="English").click()
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
