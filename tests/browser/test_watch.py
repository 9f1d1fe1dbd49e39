"""The live board of a command, in a real browser: it follows by itself, and lets one look back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Visitors
from tests.browser.steps import SAID, check, move, seat, site

from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.server.tables.watched import Watched
from livestone.server.watch.games import Show, handlers
from livestone.server.watch.server import LocalServer

pytestmark = pytest.mark.browser
GAME = freeplay(size=4)


class Table:
    """Games that go on while a browser looks."""

    def __init__(self) -> None:
        self.games: list[Watched] = []
        show = Show(lambda: tuple(self.games), lambda: f"{len(self.games)} games", GAME)
        self.server = LocalServer(handlers, {"show": show})

    def begin(self, *names: str) -> None:
        self.games.append(Watched(GAME, names))
        self.server.changed()

    def play(self, *moves: str) -> None:
        game = self.games[-1]
        played = (*game.moves, *moves)
        self.games[-1] = replace(game, moves=played)
        self.server.changed()

    def note(self, *notes: str) -> None:
        self.games[-1] = replace(self.games[-1], notes=notes)
        self.server.changed()

    def end(self, result: str, winner: int) -> None:
        marks = State(GAME).marks
        self.games[-1] = replace(
            self.games[-1], result=result, winners=(winner,), scores=(4, 0), marks=(*marks, 0, 1)
        )
        self.server.changed()


@pytest.fixture
def live() -> Iterator[Table]:
    made = Table()
    with made.server:
        yield made


@pytest.fixture
def page(browser: Browser, live: Table) -> Iterator[Page]:
    with Visitors(browser, live.server.url) as visitors:
        yield visitors(reduced_motion="reduce")


def test_the_page_follows_the_games(live: Table, page: Page) -> None:
    said = page.locator(SAID)
    expect(said).to_contain_text("Waiting for the first game.")
    check(page, "before the first game")
    live.begin("ada", "Grace Hopper")
    expect(said).to_contain_text("ada (White) to move.")
    live.play("a1", "b1")
    stone = site(page, "b1")
    expect(stone).to_have_attribute("aria-label", "(1, 0), black stone, move 2, last move")
    expect(stone.locator("text")).to_have_text("2")
    expect(seat(page, 0)).to_have_class("mover")
    check(page, "a running game")
    live.end("ada won 4 to 0", 0)
    expect(said).to_contain_text("ada won 4 to 0.")
    expect(seat(page, 0).locator(".score")).to_contain_text("4")
    expect(seat(page, 0).locator(".role")).to_have_text("White, winner")
    expect(site(page, "a1").locator(".mark")).to_have_count(1)
    check(page, "a finished game")
    live.begin("Grace Hopper", "ada")
    expect(said).to_contain_text("Grace Hopper (White) to move.")
    expect(page.locator(".played li")).to_have_count(2)
    expect(page.locator("#game-1")).to_contain_text("ada won 4 to 0")


def test_who_looks_back_by_mouse_or_keys_is_left_in_peace(live: Table, page: Page) -> None:
    live.begin("ada", "bob")
    live.play("a1", "b1", "c1")
    said = page.locator(SAID)
    expect(move(page, 3)).to_have_attribute("aria-current", "true")
    site(page, "b1").focus()
    page.keyboard.press("ArrowLeft")
    expect(site(page, "a1")).to_be_focused()
    page.keyboard.press("Enter")  # nothing can be played here
    page.locator(".scroll").focus()
    page.keyboard.press("Home")
    expect(said).to_contain_text("The opening position.")
    page.keyboard.press("End")
    expect(move(page, 3)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Back one move").click()
    expect(said).to_contain_text("Move 2 of 3: (1, 0).")
    live.play("d1")
    expect(said).to_contain_text("Move 2 of 4: (1, 0).")
    live.end("ada won 4 to 0", 0)
    live.begin("bob", "ada")
    live.play("d4")
    expect(page.locator("#game-2")).to_be_visible()
    expect(said).to_contain_text("Move 2 of 4: (1, 0).")
    page.get_by_role("button", name="Last position").click()
    expect(said).to_contain_text("ada won 4 to 0.")
    page.locator("#game-2 a").click()
    expect(site(page, "d4").locator("text")).to_have_text("1")


def test_cells_are_named_as_programs_name_them_or_as_people_do(live: Table, page: Page) -> None:
    live.begin("ada", "bob")
    live.play("a1", "b2")
    labels = page.locator("svg.board .coordinates text")
    expect(labels).to_have_text(["0", "1", "2", "3"] * (labels.count() // 4))
    expect(move(page, 2)).to_have_text("(1, 1)")
    page.get_by_role("button", name="Name cells by letters").click()
    expect(move(page, 2)).to_have_text("b2")
    expect(site(page, "b2")).to_have_attribute("aria-label", re.compile("^b2, black stone"))
    expect(labels.first).to_have_text("a")
    page.reload()
    expect(move(page, 2)).to_have_text("b2")
    page.get_by_role("button", name="Name cells by x and y").click()
    page.get_by_role("button", name="Back one move").click()
    expect(page.locator(SAID)).to_contain_text("Move 1 of 2: (0, 0).")


def test_what_a_program_said_is_seen_at_its_move(live: Table, page: Page) -> None:
    note = "looked at <b>9</b> cells\n[%mark c3 maybe]\n[%arrow a1 b2]\n[%values c4=0.5 d4=-2 z9=1]"
    live.begin("ada", "bob")
    live.play("a1", "b2")
    live.note("", note)
    said = page.locator(".said-by-program")
    expect(said.locator("pre")).to_have_text("looked at <b>9</b> cells")
    marks = "On the board: “maybe” on (2, 2), an arrow from (0, 0) to (1, 1)."
    expect(said).to_contain_text(marks)
    expect(page.locator(".note rect")).to_have_count(2)
    expect(page.locator(".note text")).to_have_text(["0.5", "−2", "maybe"])
    expect(site(page, "d4")).to_have_attribute("aria-label", re.compile("−2$"))
    check(page, "what a program said")
    page.get_by_role("button", name="Back one move").click()
    expect(said).to_be_hidden()
    expect(page.locator(".note")).to_have_count(0)


def test_the_newest_move_is_in_sight(live: Table, page: Page) -> None:
    """Also when a game of as many moves as the one before takes its place."""
    state = State(GAME)
    while not state.over:
        state.play(state.legal_texts[0])
    page.set_viewport_size({"width": 900, "height": 420})
    for number in (1, 2):
        live.games.append(Watched(GAME, ("ada", "bob"), tuple(state.move_texts)))
        live.server.changed()
        expect(page.locator(f"#game-{number}")).to_be_attached()
        expect(move(page, state.ply)).to_have_attribute("aria-current", "true")
        page.wait_for_function(
            "list => list.scrollHeight - list.clientHeight - list.scrollTop < 1",
            arg=page.locator(".scroll").element_handle(),
        )
