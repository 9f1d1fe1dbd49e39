"""Lessons on the board: right and wrong turns, hints, progress, and the first game they lead to."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import TABLE, my_turn, site, walk_to
from tests.browser.conftest import PHONE
from tests.browser.steps import check

from livestone.games import find
from livestone.lessons.export import lessons

pytestmark = pytest.mark.browser
FREEDOM: list[dict[str, Any]] = lessons(find("freedom"))["lessons"]
KOERIER: list[dict[str, Any]] = lessons(find("koerier"))["lessons"]
# Has `stood` be the piece that comes to a site next.
STOOD = """(name) => {
  window.stood = new Promise((found) => {
    const look = () => {
      const { piece } = document.querySelector(`[data-site=${name}]`).dataset;
      if (piece) found(piece); else requestAnimationFrame(look);
    };
    look();
  });
}"""


def by_mouse(page: Page, token: str) -> None:
    target = site(page, token)
    (target if target.count() else page.locator(".choices button").last).click()


def by_touch(page: Page, token: str) -> None:
    target = site(page, token)
    (target if target.count() else page.locator(".choices button").last).tap()


def by_keyboard(page: Page, token: str) -> None:
    if site(page, token).count():
        walk_to(page, token)
    else:
        page.locator(".choices button").last.focus()
    page.keyboard.press("Enter")


def typed(page: Page, text: str) -> None:
    page.get_by_label("Move", exact=True).fill(text)
    page.keyboard.press("Enter")


def right_turn(page: Page, step: dict[str, Any]) -> list[str]:
    """The plies that solve a step; any where every turn does."""
    if step["right"]:
        return list(step["right"][0])
    return [page.locator("[data-legal]").first.get_attribute("data-site") or ""]


def asked(page: Page, step: dict[str, Any]) -> None:
    """Wait until a step waits for a move, and see that it is said what is to be done."""
    expect(page.locator(".lesson .say")).to_have_text(step["say"])
    assert my_turn(page)


def test_a_whole_lesson_by_keyboard(visit: Visitors) -> None:
    page = visit("#lessons?game=freedom")
    for number, step in enumerate(FREEDOM, 1):
        asked(page, step)
        expect(page.locator("h1")).to_contain_text(f"Step {number} of 8")
        for move in right_turn(page, step):
            by_keyboard(page, move)
        expect(page.locator(".answer.right")).to_have_text(step["done"])
        if number < len(FREEDOM):
            expect(page.get_by_role("button", name="Next")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.get_by_text("You have done all steps.")).to_be_visible()
    page.get_by_role("link", name="Play a first game").click()
    assert my_turn(page)
    expect(page.locator(".guide")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("level 1")
    expect(page.get_by_role("checkbox", name="Coach")).to_be_checked()


def test_wrong_moves_on_a_phone_are_shown_with_a_reason_and_taken_back(visit: Visitors) -> None:
    page = visit("#lessons?game=freedom&step=2", **PHONE)
    first, second = FREEDOM[1:3]
    asked(page, first)
    by_touch(page, "a1")  # an impossible move is no try
    expect(page.locator(f"{TABLE} .notice.refused")).to_contain_text("a1 is not next to e5")
    expect(page.locator(".answer")).to_be_hidden()
    hint, show = page.locator(".lesson .hint"), page.get_by_role("button", name="Show me")
    for tries in (1, 2, 3):
        assert my_turn(page)
        expect(hint).to_be_visible(visible=tries > 2)
        expect(show).to_have_count(0)
        page.evaluate(STOOD, "d6")  # a stone stands there for a moment
        by_touch(page, "d6")
        expect(page.locator(".answer.wrong")).to_have_text(first["wrong"][""])
        assert page.evaluate("stood") == "white"
        expect(site(page, "d6")).to_have_attribute("data-piece", "")
    expect(hint).to_contain_text(first["hint"])
    check(page, "wrong three times")
    show.tap()
    expect(page.locator(".answer.right")).to_have_text(first["done"])
    expect(site(page, "e4")).to_have_attribute("data-piece", "white")
    page.get_by_role("button", name="Next").tap()
    asked(page, second)
    by_touch(page, "d4")
    expect(page.locator(".answer.wrong")).to_have_text(second["wrong"]["d4"])
    assert my_turn(page)
    for move in right_turn(page, second):
        by_touch(page, move)
    expect(page.locator(".answer.right")).to_have_text(second["done"])


def test_moves_of_several_tokens_by_mouse_and_typed(visit_courier: Visitors) -> None:
    page = visit_courier("#lessons?game=koerier")
    for number, step in enumerate(KOERIER):
        asked(page, step)
        (move,) = right_turn(page, step)
        if number % 2:
            typed(page, move)
        else:
            for token in page.evaluate(
                "move => document.querySelector('livestone-board').shown.paths[move]", move
            ):
                by_mouse(page, token)
        expect(page.locator(".answer.right")).to_have_text(step["done"])
        if number + 1 < len(KOERIER):
            page.get_by_role("button", name="Next").click()


def test_what_was_done_is_kept_and_shown(visit: Visitors) -> None:
    page = visit()
    page.get_by_role("link", name="Lessons", exact=True).click()
    expect(page.get_by_role("heading", name="Lessons", exact=True)).to_be_visible()
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("link", name="Freedom").click()
    asked(page, FREEDOM[0])
    visit.go(page, "#rules?game=freedom")
    first = page.locator("main > .buttons > *").first
    expect(first).to_have_text("Learn in 8 steps")
    first.click()
    asked(page, FREEDOM[0])
    page.locator("[data-legal]").first.click()
    expect(page.locator(".answer.right")).to_be_visible()
    visit.go(page, "")
    page.get_by_role("link", name="Learned 1 of 8 Freedom").first.click()
    asked(page, FREEDOM[1])  # the first that is not done
    expect(page.get_by_role("button", name=re.compile("^Step 1, .*, done$"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Step 8, ")).click()
    asked(page, FREEDOM[7])
    expect(page).to_have_url(re.compile("step=8"))
    # Steps that are left out are named at the end.
    by_mouse(page, FREEDOM[7]["right"][0][0])
    expect(page.get_by_text("6 steps are still to be done.")).to_be_visible()
    page.get_by_role("button", name="Go to step 2").click()
    asked(page, FREEDOM[1])
    visit.go(page, "#rules?game=freedom")
    expect(first).to_contain_text("2 of 8 done")


def test_the_board_of_a_lesson_lies_as_its_words_and_the_rules_say(visit_courier: Visitors) -> None:
    """White begins at the top: their first game has it at the bottom, their lessons do not."""
    page = visit_courier("#lessons?game=fort_chitral")
    expect(page.get_by_text("You are White, at the top.")).to_be_visible()
    assert higher(page, "a10", "a1")
    visit_courier.go(page, "#play?game=fort_chitral&level=1&seat=white")
    my_turn(page)
    assert higher(page, "a1", "a10")


def higher(page: Page, one: str, other: str) -> bool:
    """Whether a site is drawn higher than another."""
    boxes = [site(page, name).bounding_box() for name in (one, other)]
    heights = [box["y"] for box in boxes if box]
    return heights[0] < heights[1]
