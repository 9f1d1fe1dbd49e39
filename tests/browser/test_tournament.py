"""A class watches a tournament in a real browser: it follows by itself, on any screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Visitors
from tests.browser.steps import check
from tests.play.tournament.simulate import make

from livestone.freeplay.arena import Arena
from livestone.freeplay.journal import Journal
from livestone.play.match import opening
from livestone.play.tournament import Fixture
from livestone.records.record import Participant, Record
from livestone.server.watch.server import LocalServer
from livestone.server.watch.tournament import handlers

pytestmark = pytest.mark.browser
NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil the Great of Nowhere in Particular")


class Table:
    """A tournament that goes on while a browser looks."""

    def __init__(self, folder: Path) -> None:
        self.cup = make("swiss", NAMES)
        self.journal = Journal(folder, {"plan": self.cup.plan.as_json(), "entrants": []})
        self.arena = Arena(self.cup, self.journal)
        self.server = LocalServer(handlers, {"arena": self.arena})

    def begin(self) -> tuple[Fixture, ...]:
        """Begin a round; all its games are some moves on."""
        with self.arena.lock:
            found = self.cup.next_round(self.cup.entrants)
            assert found is not None
            self.cup.begin(found)
            for at, fixture in enumerate(self.cup.open()):
                state = opening(self.cup.plan.make_game(), 12, at)
                self.arena.live[fixture.key] = tuple(state.move_texts)
        self.server.changed()
        return self.cup.open()

    def end(self, fixture: Fixture) -> None:
        """End a game: its first player has won."""
        state = opening(self.cup.plan.make_game(), 100, 3)
        record = Record.of(state, [Participant(name, "bot") for name in fixture.players])
        place = self.journal.keep("-".join(map(str, fixture.key)), record.as_text())
        with self.arena.lock:
            self.arena.live.pop(fixture.key, None)
            self.cup.add(fixture.result([0], state.scores, record=place))
        self.server.changed()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    with made.journal, made.server:
        yield made


@pytest.fixture
def page(browser: Browser, live: Table) -> Iterator[Page]:
    with Visitors(browser, live.server.url) as visitors:
        yield visitors(reduced_motion="reduce")


def test_it_follows_by_itself(live: Table, page: Page) -> None:
    expect(page.locator("#said")).to_have_text("5 players have entered; nobody plays yet.")
    check(page, "before")
    fixtures = live.begin()
    expect(page.locator(".boards li")).to_have_count(4)
    expect(page.locator("#said")).to_have_text("Round 1 of 3: 0 of 4 games played.")
    check(page, "under way")
    live.end(fixtures[0])
    expect(page.locator("#said")).to_have_text("Round 1 of 3: 1 of 4 games played.")
    expect(page.locator(".boards li")).to_have_count(3)
    line = page.locator(".results li")
    expect(line).to_have_count(1)
    winner = page.locator(".standings tbody tr").filter(has_text=fixtures[0].players[0])
    expect(winner.locator(".counts")).to_have_text("1–0–0")
    check(page, "after a game")
    line.get_by_role("link").click()
    expect(page.get_by_role("link", name="Back to the tournament")).to_be_visible()
    page.get_by_role("link", name="Back to the tournament").click()
    expect(page.locator("#said")).to_have_text("Round 1 of 3: 1 of 4 games played.")


def test_a_projector_shows_it_large_and_a_focused_link_stays_focused(
    live: Table, page: Page
) -> None:
    fixtures = live.begin()
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".boards li")).to_have_count(4)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert page.locator(".standings tbody .name").first.evaluate(size) >= 20
    bottom = "element => element.getBoundingClientRect().bottom"
    assert page.locator(".standings table").evaluate(bottom) < 1080
    assert page.locator(".boards").evaluate(bottom) < 1080
    live.end(fixtures[0])
    link = page.locator(".results a").first
    link.focus()
    live.end(fixtures[2])
    expect(page.locator(".results li")).to_have_count(2)
    expect(page.locator(".results a:focus")).to_have_count(1)


def test_what_keeps_the_page_from_news_is_said_until_it_ends(live: Table, page: Page) -> None:
    full = {"error": "too-many", "message": "too many requests come from your address"}
    expect(page.locator("#said")).to_have_text("5 players have entered; nobody plays yet.")
    page.route("**/scoreboard", lambda route: route.fulfill(status=429, json=full))
    live.begin()
    said = page.get_by_text("Too many requests come from your address.")
    expect(said).to_be_visible()
    page.unroute("**/scoreboard")
    expect(page.locator("#said")).to_have_text("Round 1 of 3: 0 of 4 games played.")
    expect(said).to_be_hidden()
