"""Hints, analysis and review by the visitor's own device; the server's engine where that cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.app.built import built_site
from tests.browser.conftest import PICTURE, Server, Visitors, serving
from tests.browser.steps import REFUSED, TOLD, act, answered, invite, ply, ready, sit, start, study

from livestone.games import load

pytestmark = pytest.mark.browser
NO_WEBASSEMBLY = "delete window.WebAssembly"
# Every worker dies at its first question.
DYING = """
const Real = window.Worker;
window.Worker = class extends Real {
  postMessage(message, ...rest) {
    if (!message.request) return super.postMessage(message, ...rest);
    this.onerror(Object.assign(new Event("error"), { message: "killed" }));
    this.terminate();
  }
};
"""
FOUND = ".engine .found li"


class Visits(Visitors):
    """Pages of a server with a built site; ``asked`` is what its engine was asked for."""

    def __init__(self, browser: Browser, url: str) -> None:
        super().__init__(browser, url, PICTURE)
        self.asked: list[str] = []

    def open(self, script: str = "") -> Page:
        """The page of a visitor; ``script`` runs before each page's own."""
        page = self()
        if script:
            page.add_init_script(script)
        page.on("request", lambda request: self._note(request.url))
        return page

    def _note(self, address: str) -> None:
        if found := re.search("/(hint|engine|review/events)$", address.partition("?")[0]):
            self.asked.append(found[1])


@pytest.fixture
def visits(browser: Browser, site_server: Server) -> Iterator[Visits]:
    with Visits(browser, site_server.url) as visits:
        yield visits


def studied(page: Page) -> None:
    """Open a study in which a stone stands."""
    study(page, game="freedom", options={"size": 6})
    page.locator('livestone-board [data-site="c3"]').click()
    expect(page.locator(".tree [aria-current]")).to_have_text("c3")


def ended(page: Page) -> str:
    """Play a short game and give it up; return its address."""
    address = start(page, size="6", seat1="person")
    for at, move in enumerate(("a1", "b1", "c1", "d1", "e1", "e2")):
        act(page, address, "plies", move=move, ply=at)
    act(page, address, "resign")
    return address


def hint(page: Page, size: str) -> None:
    """Ask for a hint in a new game."""
    start(page, size=size)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(TOLD)).to_contain_text("Hint: ")
    expect(page.locator("livestone-board .hint")).to_have_count(1)


def test_the_device_gives_hints_and_analyses_studies(visits: Visits) -> None:
    page, reader = visits.open(), visits.open()
    hint(page, "6")
    studied(page)
    reader.goto(page.url)
    for one in (page, reader):
        one.get_by_role("button", name="Start the engine").click()
        expect(one.locator(FOUND)).to_have_count(3)
    # Who reads a study adds nothing to it.
    expect(reader.locator(f"{FOUND} button")).to_have_count(0)
    reader.get_by_role("button", name="Stop the engine").click()
    expect(page.locator("livestone-board .hint")).to_have_count(1)
    # Reports come while the button is held down.
    page.locator(f"{FOUND} button").first.click(delay=500)
    expect(page.locator(".tree .move")).not_to_have_count(2)
    page.get_by_role("button", name="Forward one move").click()
    expect(page.locator(FOUND)).to_have_count(3)
    page.get_by_role("button", name="Stop the engine").click()
    expect(page.locator(FOUND)).to_have_count(0)
    assert visits.asked == []
    hint(page, "4")  # a game that was not built
    assert visits.asked == ["hint"]
    # Nobody is helped in a game against people.
    (link,) = invite(page, "freedom", size="6", seat1="friend")
    sit(reader, link)
    studied(page)
    expect(page.get_by_text("available when it is over")).to_be_visible()
    expect(page.get_by_role("button", name="Start the engine")).to_be_hidden()


@pytest.mark.parametrize("script", [NO_WEBASSEMBLY, DYING], ids=["too old", "dying workers"])
def test_the_server_gives_and_analyses_them_where_the_device_cannot(
    visits: Visits, script: str
) -> None:
    page = visits.open(script)
    hint(page, "6")
    studied(page)
    page.get_by_role("button", name="Start the engine").click()
    expect(page.locator(FOUND)).to_have_count(3)
    expect(page.locator("livestone-board .hint")).to_have_count(1)
    assert visits.asked == ["hint", "engine"]


def test_an_analysis_is_kept_as_a_study(visits: Visits) -> None:
    page = visits.open()
    page.goto("/analysis/freedom?size=6&moves=c3+{Quiet}+(+d4+)+c4&at=2")
    page.get_by_role("button", name="Keep as a study").click()
    page.wait_for_url("**/studies/*")
    expect(page.locator(".tree .move")).to_have_text(["Start", "c3", "d4", "c4"])
    expect(page.locator(".tree .said")).to_have_text("Quiet")


def test_a_new_edition_of_the_server_takes_no_hint_away(visits: Visits) -> None:
    """The files of the page's own edition are gone then."""
    page = visits.open()
    start(page, size="6")
    page.route("**/app/games/**", lambda route: route.fulfill(status=404, body="gone"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(TOLD)).to_contain_text("Hint: ")
    assert visits.asked == ["hint"]
    visits.expected.append("404")


def test_a_game_is_reviewed_by_the_device(visits: Visits) -> None:
    page = visits.open()
    address = ended(page)
    page.goto(address)
    page.get_by_role("link", name="Why?").click()
    page.get_by_role("heading", name=re.compile("Mistake 1 of|What to practise")).wait_for()
    page.get_by_role("button", name="Show all turns").click()
    expect(page.locator(".telling svg .curve")).to_have_count(1)
    page.locator(".course").click()
    expect(page).to_have_url(re.compile(r"ply=3$"))
    expect(page.locator(".telling")).to_contain_text("played c1")
    kept = page.request.get(f"{address.replace('/game/', '/api/games/')}/review").json()
    assert kept["status"] == "none"
    assert visits.asked == []


def test_a_game_is_reviewed_by_the_server_for_everybody(visits: Visits) -> None:
    page = visits.open(NO_WEBASSEMBLY)
    address = ended(page)
    page.goto(address.replace("/game/", "/review/"))
    page.get_by_role("button", name="Review with the engine").click()
    expect(page.locator(".judged")).to_contain_text("accuracy")
    expect(page.locator(".telling svg .curve")).to_have_count(1)
    expect(page.locator(REFUSED)).to_be_hidden()
    other = visits.open()
    other.goto(page.url)
    expect(other.locator("main")).to_contain_text("belongs to")


@pytest.mark.slow
def test_a_piece_is_chosen_by_a_picture_of_how_it_will_lie(
    browser: Browser, tmp_path: Path
) -> None:
    """Straat's blocks have streets: a picture shows them as the board lies, turned round or not."""
    site = built_site([load("straat")])
    with serving(tmp_path, app=site) as running, Visits(browser, running.url) as visits:
        for address in ("", "/play/straat?seat=all"):
            page = visits.open()
            if not address:
                start(page, "straat", seat1="person")
            else:
                page.goto(address)
                ready(page)
            for number in range(4):
                place = page.locator("[data-legal]").nth(number)
                name = place.get_attribute("data-site")
                place.click()
                choice = page.locator(".picture").nth(4)
                expect(choice).to_contain_text(f"at the {'left' if number % 2 else 'right'}")
                # The face that is up; the other one is small beside it.
                pictured = choice.locator(".piece").first.evaluate("piece => piece.outerHTML")
                before = ply(page)
                choice.click()
                answered(page, before)
                stands = page.locator(f'[data-site="{name}"] .piece')
                assert stands.evaluate("piece => piece.outerHTML") == pictured
                page.get_by_role("button", name="Turn the board round").click()
