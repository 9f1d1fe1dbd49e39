"""Games played on the device are kept by the server: on every device, and never lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Server, Visitors
from tests.browser.relay import Relay
from tests.browser.steps import MINE, asked, ply, ready, site
from tests.server.site import PASSWORD, until

pytestmark = pytest.mark.browser
GAMES = "main .list > li"


@pytest.fixture
def relay(site_server: Server) -> Iterator[Relay]:
    with Relay(site_server.port) as running:
        yield running


@pytest.fixture
def devices(browser: Browser, relay: Relay) -> Iterator[Callable[[str], Page]]:
    """Makes browsers of their own in which one person, made at first, is logged in."""
    known: set[str] = set()
    with Visitors(browser, relay.url, "/login") as visitors:

        def device(name: str) -> Page:
            page = visitors()
            path = "/api/login" if name in known else "/api/register"
            asked(page, path, {"name": name, "password": PASSWORD})
            known.add(name)
            return page

        yield device
        # A request that gets no answer is mentioned in the console.
        visitors.expected.append("ERR_FAILED")


def begin(page: Page) -> str:
    """Begin a game on the device, and play a move; return the game's id."""
    page.goto("/play/freedom?size=6&level=1&seat=white")
    play_on(page)
    return page.url.rpartition("/")[2]


def play_on(page: Page) -> int:
    """Play a move, let the bot answer, and return how many plies there are then."""
    ready(page)
    page.locator(MINE).wait_for()
    before = ply(page)
    page.locator("livestone-board .target, livestone-board [data-legal]").first.click()
    page.locator(f'{MINE}[data-last="{before + 2}"]').wait_for()
    return before + 2


def kept(page: Page, id: str) -> int:
    """How many plies the server has of a game, -1 where it has no such game."""
    answer: Any = page.request.get(f"/api/device-games/{id}")
    return len(answer.json()["record"]["plies"]) if answer.ok else -1


def listed(page: Page, number: int) -> None:
    """Open My games, and wait until there are so many."""
    page.goto("/games")
    expect(page.locator(GAMES)).to_have_count(number)


def delete(page: Page) -> None:
    """Delete the first game of the list."""
    page.get_by_text("Delete", exact=False).first.click()
    page.get_by_role("button", name="Yes, delete it").click()


def test_a_game_goes_on_at_another_device(devices: Callable[[str], Page]) -> None:
    here = devices("Wanderer")
    id = begin(here)
    until(lambda: kept(here, id) == 2)
    there = devices("Wanderer")
    listed(there, 1)
    expect(there.locator(GAMES)).to_contain_text("Bot, level 1")
    there.locator(GAMES).get_by_role("link").click()
    assert play_on(there) == 4
    until(lambda: kept(here, id) == 4)
    # The first device follows when it is opened again, and goes on.
    here.reload()
    here.locator(f'{MINE}[data-last="4"]').wait_for()
    assert play_on(here) == 6
    until(lambda: kept(here, id) == 6)
    listed(here, 1)
    delete(here)
    until(lambda: kept(here, id) == -1)
    there.goto("/games")
    there.get_by_text("You have not played yet").wait_for()


def test_a_game_that_is_deleted_on_its_way_stays_deleted(devices: Callable[[str], Page]) -> None:
    page = devices("Hasty")
    id = begin(page)
    until(lambda: kept(page, id) == 2)
    with page.expect_request(f"**/api/device-games/{id}"):
        page.route(f"**/api/device-games/{id}", lambda _: None)
        play_on(page)
    page.get_by_role("link", name="My games").first.click()
    delete(page)
    page.get_by_text("The game is deleted").wait_for()
    page.unroute(f"**/api/device-games/{id}")  # what was held goes on
    until(lambda: kept(page, id) == -1)
    page.goto("/games")
    page.get_by_text("You have not played yet").wait_for()


def test_two_devices_that_play_on_are_both_kept(devices: Callable[[str], Page]) -> None:
    here = devices("Twofold")
    id = begin(here)
    until(lambda: kept(here, id) == 2)
    there = devices("Twofold")
    there.goto(f"/game/{id}")
    play_on(there)
    until(lambda: kept(here, id) == 4)
    # This page has not heard of it.
    site(here, "f6").or_(here.locator("livestone-board .target").last).last.click()
    here.get_by_text("Both are kept under My games").wait_for()
    expect(here).not_to_have_url(re.compile(id))
    play_on(here)
    copy = here.url.rpartition("/")[2]
    until(lambda: kept(here, copy) >= 4)
    assert kept(here, id) == 4
    for page in (here, there):
        listed(page, 2)


def test_nothing_is_lost_while_the_server_is_silent(
    devices: Callable[[str], Page], relay: Relay
) -> None:
    page = devices("Patient")
    id = begin(page)
    until(lambda: kept(page, id) == 2)
    relay.silence()
    assert play_on(page) == 4
    relay.flow()
    until(lambda: kept(page, id) == 4)
    # An answer that is lost is asked for again, and nothing is done twice.
    page.route("**/api/device-games/*", lambda route: (route.fetch(), route.abort()), times=1)
    assert play_on(page) == 6
    until(lambda: kept(page, id) == 6)
    expect(page.get_by_text("will be sent to the server later")).to_be_hidden()
    listed(page, 1)
    # Nor where nothing could be sent before the page was left.
    page.route("**/api/device-games/*", lambda route: route.abort())
    page.goto(f"/game/{id}")
    assert play_on(page) == 8
    page.get_by_text("will be sent to the server later").wait_for()
    assert kept(page, id) == 6
    page.unroute("**/api/device-games/*")
    page.goto("/help")
    until(lambda: kept(page, id) == 8)
