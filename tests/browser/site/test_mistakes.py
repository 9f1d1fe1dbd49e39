"""Learning from one's mistakes: the board asks for something better, and the engine judges it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE, my_turn, site
from tests.browser.test_access import check

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
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def play_badly(page: Page) -> None:
    """Play the first legal site each time until the end, and go to the review."""
    while my_turn(page):
        choice = page.locator(f"{TABLE} .choices button").first
        before = page.locator(f"{TABLE} .ply").count()
        (choice if choice.is_visible() else page.locator("[data-legal]").first).click()
        expect(page.locator(f"{TABLE} .ply")).not_to_have_count(before)
    page.get_by_role("link", name="Why?").click()


def asked(visit: Visitors, **settings: Any) -> Page:
    """A page that asks about the first mistake of a game."""
    page = visit("#play?game=freedom&size=6&level=1", **settings)
    play_badly(page)
    expect(page.get_by_role("heading", name=re.compile("Mistake 1 of"))).to_be_visible()
    return page


def said(page: Page) -> Locator:
    """What is said of the mistake."""
    return page.locator(".judged .say")


def played(page: Page) -> str:
    """The move that was a mistake."""
    found = re.search(r"better than (\S+)\.", said(page).inner_text())
    assert found
    return found[1]


def better(page: Page) -> str:
    """The move that was better, after having it shown."""
    page.get_by_role("button", name="Show what was better").click()
    expect(said(page)).to_contain_text("was better than")
    move = said(page).inner_text().split()[0]
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    return move


def test_something_better_is_found(solve: Visitors) -> None:
    page = asked(solve)
    expect(said(page)).to_contain_text("White to move. Find something better than")
    mistake = played(page)
    site(page, mistake).click()
    expect(said(page)).to_have_text(f"{mistake} is what was played. Find something better.")
    best = better(page)
    page.get_by_role("button", name="Try again").click()
    site(page, best).click()
    expect(said(page)).to_contain_text(f"{best} is what the engine would play: ")
    page.get_by_role("button", name=re.compile("Next mistake|Finish")).click()
    expect(page.get_by_role("heading", name="Mistake 1 of")).to_have_count(0)


def test_a_hint_tells_what_came_after_the_mistake(solve: Visitors) -> None:
    page = asked(solve)
    mistake = played(page)
    page.get_by_role("button", name="Hint").click()
    expect(said(page)).to_contain_text(f"Look at what comes after {mistake}: ")
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")


def test_other_moves_are_judged_by_the_engine(solve: Visitors) -> None:
    page = asked(solve)
    verdicts = re.compile(
        "as good as the best|is what the engine would play|is no better than|is better than"
    )
    while True:
        mistake = played(page)
        names = page.locator("[data-legal]").evaluate_all("all => all.map(one => one.dataset.site)")
        others = [name for name in names if name != mistake]
        site(page, others[-1]).click()
        expect(said(page)).to_have_text(verdicts)
        go_on = page.locator(".judged [data-focus=next]")
        last = go_on.inner_text() == "Finish"
        go_on.click()
        if last:
            break
        expect(said(page)).to_contain_text("Find something better than")
    expect(page.get_by_role("heading", name="What to practise")).to_be_visible()
    expect(said(page)).to_contain_text("You found something better for")
    page.get_by_role("link", name="Puzzles of this game").click()
    expect(page.locator(".puzzle h2")).to_be_visible()


def test_all_turns_stay_one_touch_away_and_asking_goes_on(solve: Visitors) -> None:
    page = asked(solve)
    page.locator(".judged [data-focus=next]").click()
    page.get_by_role("button", name="Show all turns").click()
    expect(page.locator(".mistakes button").first).to_contain_text("cost")
    page.get_by_role("button", name="Find better moves yourself").click()
    expect(
        page.get_by_role("heading", name=re.compile("Mistake 2 of|What to practise"))
    ).to_be_visible()


def test_a_review_that_is_stopped_asks_what_is_known(solve: Visitors) -> None:
    page = solve("#play?game=freedom&size=6&level=1", script=HELD)
    play_badly(page)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("heading", name="What to practise")).to_be_visible()
    expect(said(page)).to_have_text("Stopped: no costly move is known so far.")
    expect(page.get_by_role("progressbar", name="How far the review is")).to_be_hidden()


def test_mistakes_are_found_by_keys_alone(solve: Visitors) -> None:
    page = asked(solve)
    mistake = played(page)
    page.get_by_label("Move", exact=True).fill(mistake)
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("is what was played")
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(page.locator("livestone-board [data-site]:focus")).to_have_count(1)
    page.get_by_role("button", name="Show what was better").focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("was better than")
    go_on = page.get_by_role("button", name=re.compile("Next mistake|Finish"))
    go_on.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".judged h3:focus")).to_have_count(1)


def test_mistakes_by_touch_on_a_phone(solve: Visitors) -> None:
    page = asked(solve, **PHONE)
    site(page, played(page)).tap()
    expect(said(page)).to_contain_text("is what was played")
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "your-turn")


def test_nothing_is_wrong_with_any_state_of_the_page(solve: Visitors) -> None:
    page = asked(solve)
    check(page, "asked")
    site(page, played(page)).click()
    expect(said(page)).to_contain_text("is what was played")
    check(page, "wrong")
    better(page)
    check(page, "shown")
    page.get_by_role("button", name="Show all turns").click()
    check(page, "all turns")
