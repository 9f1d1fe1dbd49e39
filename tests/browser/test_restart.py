"""Pages whose server ends and starts again under them: untouched, they show all as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import HASTY, PICTURE, Server, Visitors, serving
from tests.browser.steps import MINE, REFUSED, begun, invite, site, start
from tests.browser.steps import shows as shows_plies

from livestone.records.record import Record

pytestmark = pytest.mark.browser
# Whether all clocks of a page show what the server says at the same moment, to a second or so.
RIGHT_CLOCKS = """async () => {
    const answer = await fetch(`/api/games/${location.pathname.split("/").pop()}`);
    const { clock } = await answer.json();
    return clock.seats.every(({ seconds }, seat) => {
        const shown = document.querySelector(`[data-clock="${seat}"] .left`).textContent;
        const [minutes, rest] = shown.split(":").map(Number);
        return Math.abs(60 * minutes + rest - seconds) < 1.5;
    });
}"""

# Back in a tab with clocks, the page reads how the game stands.
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
# Moves are typed at the table every few seconds, and sent for other games; those that the server
# has acknowledged are noted.
PLAYER = """
window.acknowledged = {};
const asked = window.fetch;
window.fetch = async (address, request) => {
    const answer = await asked(address, request);
    const [, id] = /games\\/(\\w+)\\/plies/.exec(address) ?? [];
    if (answer.ok && id) {
        const { move, ply } = JSON.parse(request.body);
        (window.acknowledged[id] ??= [])[ply] = move;
    }
    return answer;
};
window.playing = (others) => setInterval(() => {
    const table = document.querySelector("livestone-table");
    if (table.shown.my_turn) {
        const form = table.querySelector("form.type");
        form.elements.move.value = table.shown.legal[0];
        form.requestSubmit();
    }
    for (const id of others) send(id).catch(() => {});
}, 3000);
async function send(id) {
    const { legal, last_ply: ply } = await (await fetch(`/api/games/${id}`)).json();
    const body = JSON.stringify({ move: legal[0], ply });
    const headers = { "Content-Type": "application/json" };
    await fetch(`/api/games/${id}/plies`, { method: "POST", body, headers });
}
"""
PAGES, GAMES = 10, 3  # of each page
JUMP = "(hours) => { const now = Date.now; Date.now = () => now() + 3_600_000 * hours; }"


def mark(page: Page) -> None:
    """Mark a page, so that one that was loaded anew is noticed."""
    page.evaluate("window.marked = true")


def shows(page: Page, ply: int) -> None:
    """Wait until a marked page shows so many plies, no trouble, and the right clocks."""
    shows_plies(page, ply)
    expect(page.locator(REFUSED)).to_be_hidden()
    page.wait_for_function(RIGHT_CLOCKS)
    assert page.evaluate("window.marked") is True


@pytest.mark.parametrize("end", [pytest.param(Server.stop, marks=pytest.mark.slow), Server.kill])
def test_the_server_ends_and_starts_again(
    browser: Browser, tmp_path: Path, end: Callable[[Server], None]
) -> None:
    """The next move, and the one after it, are on a player's page and an onlooker's by itself.

    A bot answers as before.
    """
    with serving(tmp_path) as first:
        visitors = Visitors(browser, first.url, PICTURE)
        white, third, alone = visitors(), visitors(), visitors()
        black = browser.new_context(base_url=first.url)
        (link,) = invite(white, "freedom", size="4", seat1="friend", control="30+1", public="yes")
        assert black.request.post(link.replace("/invitations/", "/api/invitations/")).ok
        plies = white.url.replace("/game/", "/api/games/") + "/plies"
        white.locator(MINE).wait_for()
        site(white, "a1").click()
        shows_plies(white, 1)
        assert black.request.post(plies, data={"move": "b1", "ply": 1}).ok
        third.goto(white.url)
        start(alone)
        alone.locator("livestone-board .target").first.click()
        shows_plies(alone, 2)
        moves = alone.locator(".moves button").all_inner_texts()
        pages = (white, third)
        for page in pages:
            mark(page)
            shows(page, 2)
        end(first)
        for page in (*pages, alone):
            expect(page.locator(REFUSED)).to_contain_text("connection is lost")
        with serving(tmp_path, first.port):
            for page in pages:
                shows(page, 2)
            white.locator(MINE).wait_for()
            site(white, "c1").click()
            for page in pages:
                shows(page, 3)
            assert black.request.post(plies, data={"move": "d1", "ply": 3}).ok
            for page in pages:
                shows(page, 4)
            expect(alone.locator(REFUSED)).to_be_hidden()
            assert alone.locator(".moves button").all_inner_texts() == moves
            alone.locator("livestone-board .target").first.click()
            shows_plies(alone, 4)
        for context in (*visitors.contexts, black):
            context.close()


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing_of_many_games(
    browser: Browser, tmp_path: Path
) -> None:
    """Every acknowledged ply is there afterwards, and every page goes on by itself."""
    form = {"size": "10", "seat1": "person"}

    def played(page: Page, more: int) -> dict[str, list[str]]:
        """The acknowledged moves by game, when the page has ``more`` of each."""
        enough = """([games, n]) => Object.keys(acknowledged).length === games
            && Object.values(acknowledged).every(({ length }) => length >= n)"""
        page.wait_for_function(enough, arg=[GAMES, more])
        found: dict[str, list[str]] = page.evaluate("() => acknowledged")
        return found

    with serving(tmp_path) as first:
        visitors = Visitors(browser, first.url, PICTURE)
        home = visitors()
        home.context.add_init_script(PLAYER)
        pages = [home.context.new_page() for _ in range(PAGES)]
        for page in pages:
            address, *others = (begun(home, "freedom", form) for _ in range(GAMES))
            page.goto(address)
            shows_plies(page, 0)
            ids = [other.rpartition("/")[2] for other in others]
            page.evaluate("ids => { window.marked = true; playing(ids); }", ids)
        for page in pages:
            played(page, 2)
        first.kill()
        known = [page.evaluate("() => acknowledged") for page in pages]
        with serving(tmp_path, first.port):
            for page, games in zip(pages, known, strict=True):
                played(page, max(map(len, games.values())) + 1)
                expect(page.locator(REFUSED)).to_be_hidden()
                assert page.evaluate("() => window.marked") is True
                for id, moves in games.items():
                    record = Record.read(page.request.get(f"/api/games/{id}/record.txt").text())
                    assert [ply.move for ply in record.plies][: len(moves)] == moves
        home.context.close()


def test_a_clock_that_jumps_changes_no_clock_of_a_game(visit: Visitors) -> None:
    page = visit()
    start(page, seat1="person", control="30+1")
    mark(page)
    for hours in (-7, 30):
        page.evaluate(JUMP, hours)
        shows(page, 0)
    site(page, "a1").click()
    shows(page, 1)


def test_a_proxy_answers_for_a_server_that_is_away(visit: Visitors) -> None:
    """Its page is no game's: the game stays, says what is wrong, and comes back by itself."""
    page = visit()
    page.add_init_script(HASTY)
    start(page, seat1="person", control="30+1")
    page.locator(MINE).wait_for()
    mark(page)
    page.route(
        "**/api/games/*", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>")
    )
    page.evaluate(LOOK_AGAIN)
    expect(page.locator(REFUSED)).to_contain_text("cannot be reached")
    page.unroute("**/api/games/*")
    shows(page, 0)
    site(page, "a1").click()
    shows(page, 1)
    visit.expected.append("Bad Gateway")
