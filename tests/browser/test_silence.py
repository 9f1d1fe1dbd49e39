"""A network that goes silent without a word: pages notice, say so, and catch up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import Server, Visitors
from tests.browser.relay import Relay
from tests.browser.steps import MINE, REFUSED, act, invite, ready, shows, sit, site

pytestmark = pytest.mark.browser
SILENT = 16_000  # milliseconds, by the page's clock


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    with Relay(server.port) as running:
        yield running


def test_a_silent_network_is_noticed(browser: Browser, server: Server, relay: Relay) -> None:
    with Visitors(browser, relay.url, "/login") as visitors:
        white = visitors()
        white.clock.install()
        (link,) = invite(white, "freedom", size="4", seat1="friend")
        with Visitors(browser, server.url, "/login") as others:
            black = others()
            sit(black, link.replace(relay.url, server.url))
            white.locator(MINE).wait_for()
            site(white, "a1").click()
            shows(black, 1)
            relay.silence()
            address = black.url
            act(black, address, "plies", move="b1", ply=1)
            white.clock.run_for(SILENT)
            expect(white.locator(REFUSED)).to_contain_text("The connection is lost")
            relay.flow()
            white.clock.run_for(SILENT)
            shows(white, 2)
            expect(white.locator(REFUSED)).to_be_hidden()


def test_a_move_into_silence_is_sent_again(browser: Browser, server: Server, relay: Relay) -> None:
    with Visitors(browser, relay.url, "/login") as visitors:
        white = visitors()
        (link,) = invite(white, "freedom", size="4", seat1="friend")
        with Visitors(browser, server.url, "/login") as others:
            black = others()
            sit(black, link.replace(relay.url, server.url))
            ready(white)
            white.locator(MINE).wait_for()
            # The move arrives, its answer is lost.
            lost = []

            def lose(route):  # type: ignore[no-untyped-def]
                lost.append(route.fetch())
                route.abort()

            white.route("**/plies*", lose, times=1)
            site(white, "a1").click()
            shows(white, 1)
            shows(black, 1)
            assert len(lost) == 1
            expect(white.locator(REFUSED)).to_be_hidden()
        visitors.complaints[:] = [one for one in visitors.complaints if "ERR_FAILED" not in one]
