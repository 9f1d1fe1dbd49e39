"""Answers of a server that help nobody: a sentence says so, and the game goes on after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import HASTY, Visitors
from tests.browser.steps import REFUSED, answered, my_turn, ply, shows, start, targets
from tests.browser.steps import site as board_site

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
NO_COOKIES = "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });"
PLIES = "**/api/games/*/plies*"


def play_any(page: Page) -> None:
    """Press a site that may be played."""
    assert my_turn(page)
    board_site(page, targets(page)[0]).click()


def test_a_session_that_ends_in_the_middle_of_a_game(visit: Visit) -> None:
    page = visit()
    start(page)
    play_any(page)
    shows(page, 2)
    before, cookies = ply(page), page.context.cookies()
    page.context.clear_cookies()
    play_any(page)
    expect(page.locator(REFUSED)).to_contain_text("no longer knows you as a player of this game")
    expect(page.locator("main").get_by_role("link", name="Log in")).to_be_visible()
    assert ply(page) == before
    page.context.clear_cookies()
    page.context.add_cookies(cookies)  # as if one had logged in in another tab
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(REFUSED)).to_be_hidden()
    play_any(page)
    answered(page, before)


def test_cookies_that_are_switched_off(visit: Visit) -> None:
    page = visit()
    address = start(page)
    page.context.clear_cookies()
    page.context.add_init_script(NO_COOKIES)
    page.goto(address)
    expect(page.locator("main")).to_contain_text("This browser takes no cookies from this address")


def test_an_answer_that_cannot_be_read(visit: Visit) -> None:
    page = visit()
    page.add_init_script(HASTY)
    start(page)
    before = ply(page)
    assert my_turn(page)
    everything = "**/api/games/**"
    page.route(everything, lambda route: route.fulfill(body="<p>Please log in to the network</p>"))
    play_any(page)
    expect(page.locator(REFUSED)).to_contain_text("answer cannot be read")
    page.unroute(everything)
    expect(page.locator(REFUSED)).to_be_hidden()
    play_any(page)
    answered(page, before)
    page.route("**/api/lobby", lambda route: route.fulfill(body="<p>No</p>"))
    page.goto("/lobby")
    expect(page.locator("main")).to_contain_text("answer cannot be read")


def test_a_server_that_takes_long_to_start(visit: Visitors) -> None:
    visit.expected.append("503")
    page = visit()
    page.clock.install()
    api, starting = "**/api/**", {"X-Livestone": "starting"}
    page.route(api, lambda route: route.fulfill(status=503, headers=starting, body="Starting"))
    page.goto("/lobby")
    notice = page.locator(".notices").get_by_text("One moment, please")
    expect(notice).to_be_visible()
    page.clock.fast_forward(30_000)
    with page.expect_request(api):
        pass
    expect(notice).to_be_visible()
    page.unroute(api)
    expect(page.get_by_role("heading", name="Lobby", level=1)).to_be_visible()
    expect(page.locator(".notices")).to_have_text("")


def test_a_server_of_another_edition(visit: Visit) -> None:
    def renewed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"description": "/another"})

    page = visit()
    start(page)
    before = ply(page)
    page.route(PLIES, renewed)
    play_any(page)
    expect(page.get_by_text("A new edition of Livestone is here")).to_be_visible()
    answered(page, before)
    page.unroute(PLIES)
    with page.expect_navigation():
        page.get_by_role("button", name="Load it now").click()
    assert my_turn(page)
    assert ply(page) > before
