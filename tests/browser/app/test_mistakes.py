"""Learning from one's mistakes: the board asks for something better, and the engine judges it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import LOST, TABLE, read, site
from tests.browser.conftest import PHONE
from tests.browser.steps import check

pytestmark = pytest.mark.browser
# Analyses never answer.
HELD = """
const Real = window.Worker;
window.Worker = class extends Real {
  postMessage(message, ...rest) {
    if (!message.request?.limits) super.postMessage(message, ...rest);
  }
};
"""


def reviewed(visit: Visitors, **settings: Any) -> Page:
    """A page that reviews a lost game."""
    page = visit("#games", **settings)
    read(page, LOST)
    page.locator("main .list a").first.click()
    page.get_by_role("link", name="Why?").click()
    return page


def mistake(page: Page, number: int) -> Locator:
    """The heading of a mistake that is asked about."""
    return page.get_by_role("heading", name=f"Mistake {number} of 2")


def said(page: Page) -> Locator:
    """What is said of the mistake."""
    return page.locator(".judged .say")


def test_something_better_is_found(solve: Visitors) -> None:
    page = reviewed(solve)
    expect(mistake(page, 1)).to_be_visible()
    expect(said(page)).to_have_text("White to move. Find something better than a6.")
    page.get_by_role("button", name="Hint").click()
    expect(said(page)).to_contain_text("Look at what comes after a6: ")
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")
    site(page, "a6").click()
    expect(said(page)).to_have_text("a6 is what was played. Find something better.")
    check(page, "wrong")
    page.get_by_role("button", name="Show what was better").click()
    expect(said(page)).to_contain_text(re.compile("^b4 .*was better than a6"))
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    site(page, "b5").click()
    expect(said(page)).to_contain_text("b5 is no better than a6: ")
    page.get_by_role("button", name="Try again").click()
    site(page, "b4").click()
    expect(said(page)).to_contain_text("b4 is what the engine would play: ")
    page.get_by_role("button", name="Next mistake").click()
    expect(mistake(page, 2)).to_be_visible()
    # All turns stay one touch away, and asking goes on.
    page.get_by_role("button", name="Show all turns").click()
    check(page, "all turns")
    worst = page.locator(".mistakes button").first
    starts = page.locator(".mistakes button span").evaluate_all(
        "all => all.map(one => one.offsetLeft)"
    )
    assert len(set(starts)) == 1  # the rows line up
    expect(worst).to_contain_text("cost")
    worst.click()
    expect(page.locator(f"{TABLE} .said")).to_contain_text("Move")
    expect(page.locator(".judged")).to_contain_text("was better.")
    page.get_by_role("button", name="Find better moves yourself").click()
    expect(mistake(page, 2)).to_be_visible()
    site(page, "b4").click()
    expect(said(page)).to_contain_text("b4 is what the engine would play: ")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="What to practise")).to_be_visible()
    expect(said(page)).to_have_text("You found something better for 1 of 2 mistakes.")
    page.get_by_role("link", name="Puzzles of this game").click()
    expect(page.locator(".puzzle h2")).to_be_visible()


def test_mistakes_are_found_by_keys_alone(solve: Visitors) -> None:
    page = reviewed(solve)
    expect(mistake(page, 1)).to_be_visible()
    page.get_by_label("Move", exact=True).fill("a6")
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("is what was played")
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(page.locator("livestone-board [data-site]:focus")).to_have_count(1)
    page.get_by_role("button", name="Show what was better").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("was better than")
    page.get_by_role("button", name="Next mistake").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".judged h3:focus")).to_have_count(1)


def test_mistakes_by_touch_on_a_phone(solve: Visitors) -> None:
    page = reviewed(solve, **PHONE)
    expect(mistake(page, 1)).to_be_visible()
    site(page, "a6").tap()
    expect(said(page)).to_contain_text("is what was played")
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")
    page.get_by_role("button", name="Analyse from here").tap()
    expect(page).to_have_url(re.compile("#analysis\\?game=freedom"))


def test_a_review_that_is_stopped_asks_what_is_known(visit: Visitors) -> None:
    page = reviewed(visit, script=HELD)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("heading", name="What to practise")).to_be_visible()
    expect(said(page)).to_have_text("Stopped: no costly move is known so far.")
    expect(page.get_by_role("progressbar", name="How far the review is")).to_be_hidden()
