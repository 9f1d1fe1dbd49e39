"""The one stream of a browser: all its pages hear by it, also after a network was silent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import HASTY, PICTURE, Server, Visitors
from tests.browser.relay import Relay
from tests.browser.steps import MINE, OVER, REFUSED, act, invite, shows, sit, site

Visit = Callable[..., Page]
pytestmark = pytest.mark.browser
NO_WORKER = "delete globalThis.SharedWorker"
SILENCE = 15_000  # milliseconds until a stream is lost


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    with Relay(server.port) as running:
        yield running


@pytest.mark.parametrize("worker", [True, False])
def test_all_pages_of_a_browser_share_a_stream(
    browser: Browser, server: Server, worker: bool
) -> None:
    """More pages than a browser opens connections to one server by HTTP/1, which are six."""
    with Visitors(browser, server.url, PICTURE) as visitors:
        white, black = visitors(), visitors()
        if not worker:  # as some browsers of phones are, and private windows
            white.context.add_init_script(NO_WORKER)
        (link,) = invite(white, "freedom", size="4", seat1="friend", public="yes")
        sit(black, link)
        *tables, lobby, games, front = [white.context.new_page() for _ in range(6)]
        for page in tables:
            page.goto(white.url)
        for page, address in ((lobby, "/lobby"), (games, "/games"), (front, "/")):
            page.goto(address)
        for page in (white, *tables):
            shows(page, 0)
        board = lobby.locator(f'#boards li:has(a[href$="{white.url.rsplit("/", 1)[1]}"])')
        expect(board).to_have_count(1)
        expect(games.get_by_text("Your turn")).to_be_visible()
        act(white, white.url, "plies", move="a1", ply=0)
        for page in (white, *tables):
            shows(page, 1)
        act(black, black.url, "resign")
        expect(board).to_have_count(0)
        expect(games.get_by_text("Black resigned")).to_be_visible()
        # It goes on when the page is closed that was there first.
        first, second, _ = tables
        (link,) = invite(first, "freedom", size="4", seat1="friend")
        sit(black, link)
        second.goto(first.url)
        shows(second, 0)
        white.close()
        act(first, first.url, "plies", move="a1", ply=0)
        for page in (first, second):
            shows(page, 1)
        continued = front.locator("section", has_text="Continue")
        expect(continued.get_by_text("Waiting for")).to_be_visible()
        second.close()  # the one that was opened last
        act(black, first.url, "resign")
        first.locator(OVER).wait_for()


def at_a_table(white: Page, black: Page, relay: Relay, server: Server) -> None:
    """Two who play with each other; only the first one's network goes through the relay."""
    (link,) = invite(white, "freedom", size="4", seat1="friend")
    sit(black, link.replace(relay.url, server.url))
    white.locator(MINE).wait_for()


@pytest.mark.parametrize("worker", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_silent_network_is_noticed(
    browser: Browser, server: Server, relay: Relay, worker: bool
) -> None:
    """By a shared worker, whose silence lasts, and by a page, whose clock goes on at once."""
    with Visitors(browser, relay.url, PICTURE) as near, Visitors(browser, server.url) as far:
        white, black = near(), far(PICTURE)
        if not worker:
            white.add_init_script(NO_WORKER)
            white.clock.install()
        at_a_table(white, black, relay, server)
        site(white, "a1").click()
        shows(black, 1)
        shows(white, 1)
        relay.silence()
        act(black, black.url, "plies", move="b1", ply=1)
        if not worker:
            white.clock.fast_forward(SILENCE)
        expect(white.locator(REFUSED)).to_contain_text("The connection is lost")
        relay.flow()
        shows(white, 2)
        expect(white.locator(REFUSED)).to_be_hidden()


def test_a_move_into_silence_is_sent_again(browser: Browser, server: Server, relay: Relay) -> None:
    with Visitors(browser, relay.url, PICTURE) as near, Visitors(browser, server.url) as far:
        white, black = near(), far(PICTURE)
        at_a_table(white, black, relay, server)
        # The move arrives, its answer is lost.
        lost = []

        def lose(route: Route) -> None:
            lost.append(route.fetch())
            route.abort()

        white.route("**/plies*", lose, times=1)
        site(white, "a1").click()
        shows(white, 1)
        shows(black, 1)
        assert len(lost) == 1
        expect(white.locator(REFUSED)).to_be_hidden()
        near.expected.append("ERR_FAILED")


def test_a_page_that_is_left_while_it_loads_changes_no_address(visit: Visit) -> None:
    host, guest = visit(), visit()
    (link,) = invite(host, "freedom", size="4", seat1="friend")
    sit(guest, link)
    held: list[Route] = []
    guest.route("**/api/invitations/*", lambda route: held.append(route))
    with guest.expect_request("**/api/invitations/*"):
        guest.goto(link)
    guest.get_by_role("navigation", name="Main menu").get_by_role("link", name="Lobby").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Lobby")
    with guest.expect_response("**/api/games/*"):  # the page that was left goes to its game
        held[0].continue_()
    expect(guest).to_have_url(re.compile("/lobby$"))


def test_a_page_stays_where_it_is_not_known_whose_it_is(visit: Visit) -> None:
    page = visit()
    page.add_init_script(HASTY)
    refusal = {"error": "too-many", "message": "too many requests at a time"}
    page.route("**/api/account", lambda route: route.fulfill(status=429, json=refusal))
    page.goto("/help")
    notice = page.locator(".notices")
    expect(notice).to_contain_text("Too many requests at a time")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.unroute("**/api/account")
    expect(notice).not_to_contain_text("Too many requests")
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
