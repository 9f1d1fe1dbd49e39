"""Lessons on the board: right and wrong turns, hints, progress, and the first game they lead to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.site.conftest import Visitors, served
from tests.browser.site.steps import TABLE, my_turn, refused, site
from tests.browser.site.test_access import PHONE
from tests.browser.site.test_games import walk_to
from tests.browser.test_access import check
from tests.site.built import built_site

from livestone.games import find, load
from livestone.lessons.export import lessons

pytestmark = pytest.mark.browser
FREEDOM: list[dict[str, Any]] = lessons(find("freedom"))["lessons"]
KOERIER: list[dict[str, Any]] = lessons(find("koerier"))["lessons"]
SECOND = "#lessons?game=freedom&step=2"
Press = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def courier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with moves of several tokens, and with a player at the top."""
    games = [load("koerier"), load("fort_chitral")]
    with served(built_site(tmp_path_factory, games)) as address:
        yield address


@pytest.fixture
def visit_courier(browser: Browser, courier: str) -> Iterator[Visitors]:
    with Visitors(browser, courier) as visitors:
        yield visitors


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


@pytest.mark.parametrize(
    ("press", "settings"),
    [(by_mouse, {}), (by_keyboard, {}), (by_touch, PHONE)],
    ids=["mouse", "keyboard", "touch"],
)
def test_a_whole_lesson(visit: Visitors, press: Press, settings: dict[str, Any]) -> None:
    page = visit("#lessons?game=freedom", **settings)
    for number, step in enumerate(FREEDOM, 1):
        asked(page, step)
        expect(page.locator("h1")).to_contain_text(f"Step {number} of 8")
        for move in right_turn(page, step):
            press(page, move)
        expect(page.locator(".answer.right")).to_have_text(step["done"])
        if number < len(FREEDOM):
            following = page.get_by_role("button", name="Next")
            if press is by_keyboard:
                expect(following).to_be_focused()
                page.keyboard.press("Enter")
            else:
                (following.tap if press is by_touch else following.click)()
    expect(page.get_by_text("You have done all steps.")).to_be_visible()
    page.get_by_role("link", name="Play a first game").click()
    assert my_turn(page)
    expect(page.locator(".guide")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("level 1")
    expect(page.get_by_role("checkbox", name="Coach")).to_be_checked()


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


def test_a_wrong_move_is_shown_with_a_reason_and_taken_back(visit: Visitors) -> None:
    page = visit(SECOND)
    step = FREEDOM[1]
    hint, show = page.locator(".lesson .hint"), page.get_by_role("button", name="Show me")
    for tries in (1, 2, 3):
        assert my_turn(page)
        expect(hint).to_be_visible(visible=tries > 2)
        expect(show).to_have_count(0)
        site(page, "d6").click()
        expect(page.locator(".answer.wrong")).to_have_text(step["wrong"][""])
        expect(site(page, "d6")).to_have_attribute("data-piece", "white")
        expect(site(page, "d6")).to_have_attribute("data-piece", "")
    expect(hint).to_contain_text(step["hint"])
    show.click()
    expect(page.locator(".answer.right")).to_have_text(step["done"])
    expect(site(page, "e4")).to_have_attribute("data-piece", "white")


def test_a_move_that_fails_for_its_own_reason(visit: Visitors) -> None:
    page = visit("#lessons?game=freedom&step=3")
    asked(page, FREEDOM[2])
    site(page, "d4").click()
    expect(page.locator(".answer.wrong")).to_have_text(FREEDOM[2]["wrong"]["d4"])


def test_an_impossible_move_is_no_try(visit: Visitors) -> None:
    page = visit(SECOND)
    asked(page, FREEDOM[1])
    site(page, "a1").click()
    expect(page.locator(f"{TABLE} .notice.refused")).to_contain_text("a1 is not next to e5")
    expect(page.locator(".answer")).to_be_hidden()
    assert my_turn(page)


def test_what_was_done_is_kept_and_shown(visit: Visitors) -> None:
    page = visit("#rules?game=freedom")
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
    visit.go(page, "#rules?game=freedom")
    expect(page.locator("main > .buttons > *").first).to_contain_text("1 of 8 done")


def test_steps_that_are_left_out_are_named_at_the_end(visit: Visitors) -> None:
    page = visit("#lessons?game=freedom&step=8")
    asked(page, FREEDOM[7])
    by_mouse(page, FREEDOM[7]["right"][0][0])
    expect(page.get_by_text("7 steps are still to be done.")).to_be_visible()
    page.get_by_role("button", name="Go to step 1").click()
    asked(page, FREEDOM[0])


@pytest.mark.parametrize(
    ("hash", "words"),
    [
        ("#lessons?game=freedom&step=9", "step='9' is no step: choose 1 to 8"),
        ("#lessons?game=freedom&step=x", "step='x' is no step: choose 1 to 8"),
        ("#lessons?game=frredom", "freedom"),
    ],
)
def test_a_wrong_address_says_what_is_right(visit: Visitors, hash: str, words: str) -> None:
    assert words in refused(visit(hash))


@pytest.mark.parametrize(
    "settings",
    [pytest.param({}, id="wide", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")],
)
def test_everybody_can_read_it(visit: Visitors, settings: dict[str, Any]) -> None:
    page = visit(SECOND, **settings)
    asked(page, FREEDOM[1])
    check(page, "asked")
    for _ in range(3):
        assert my_turn(page)
        site(page, "d6").click()
        expect(page.locator(".answer.wrong")).to_be_visible()
        expect(site(page, "d6")).to_have_attribute("data-piece", "")
    check(page, "wrong three times")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    check(page, "shown")


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


def test_the_games_that_have_lessons_are_listed(visit: Visitors) -> None:
    page = visit()
    page.get_by_role("link", name="Lessons", exact=True).click()
    expect(page.get_by_role("heading", name="Lessons", exact=True)).to_be_visible()
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("link", name="Freedom").click()
    expect(page.locator(".lesson h2")).to_be_visible()
