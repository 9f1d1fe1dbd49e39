"""Every page of the site, in both themes: axe finds nothing, and nothing sticks out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import play_out
from tests.browser.test_access import check

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    "hash",
    [
        "",
        "#setup?game=freedom",
        "#rules?game=freedom",
        "#sample?game=freedom",
        "#games",
        "#settings",
        "#help",
        "#about",
        "#analysis",
        "#analysis?game=freedom&size=6&moves=a1+a2+(+b1+)+a3",
        "#play?game=freedom&size=6",
        "#nowhere",
    ],
)
def test_pages(visit: Visitors, hash: str) -> None:
    check(visit(hash), hash)


def test_pages_of_a_game_that_is_over(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&level=1")
    play_out(page)
    check(page, "over")
    page.get_by_role("button", name="Share or save").click()
    page.locator("dialog[open]").wait_for()
    check(page, "share")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Why?").click()
    page.get_by_role("heading", name="Mistake 1 of").wait_for()
    page.get_by_role("button", name="Show all turns").click()
    page.locator(".mistakes").first.wait_for()
    check(page, "review")
    visit.go(page, "#games")
    page.get_by_text("Delete", exact=False).first.click()
    check(page, "deleting")
    visit.go(page, "")
    check(page, "gallery")


def test_the_heading_has_the_focus_on_every_new_page(visit: Visitors) -> None:
    page = visit()
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_focused()
    assert page.title() == "Settings - Livestone"


def test_the_menu_of_a_phone_has_every_page(visit: Visitors) -> None:
    page = visit(**PHONE)
    menu = page.get_by_role("button", name="Menu")
    for name in ("Puzzles", "My games", "Analysis", "Settings", "Help", "About", "Games"):
        menu.tap()
        page.get_by_role("navigation", name="Main menu").get_by_role(
            "link", name=name, exact=True
        ).tap()
        expect(menu).to_have_attribute("aria-expanded", "false")
        expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_a_question_mark_shows_the_keys(visit: Visitors) -> None:
    page = visit("#help")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
