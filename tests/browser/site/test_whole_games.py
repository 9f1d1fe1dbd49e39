"""Whole games on the site in Chromium and Firefox, from a folder and from a file, by any means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.firefox import firefox
from tests.browser.site.conftest import served
from tests.browser.site.test_access import PHONE
from tests.portable.javascript import program
from tests.site.built import built_site

from livestone.games import catalogue, load
from livestone.records.record import Record

pytestmark = pytest.mark.browser
FREEDOM = "#play?game=freedom&size=6&level=1&seat=white"
FAMILIES = sorted({kind.__module__.split(".")[2]: id for id, kind in catalogue().items()}.values())
PRESSING = Path(__file__).with_name("pressing.js").read_text()
KEPT = "navigator.serviceWorker.controller !== null && document.querySelector('html[data-ready]')"


class Visit(Protocol):
    """A page in some browser."""

    def open(self, address: str) -> None: ...
    def until(self, condition: str) -> Any: ...
    def press(self, selector: str, pointer: str = "mouse") -> None: ...


class Chromium:
    """A page of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        """Go to an address and wait for the page."""
        self._page.goto("about:blank")
        self._page.goto(address)

    def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true, and return what it is then."""
        return self._page.wait_for_function(condition).json_value()

    def press(self, selector: str, pointer: str = "mouse") -> None:
        """Press the first element that a selector finds, with a mouse or a finger."""
        found = self._page.locator(selector).first
        if pointer == "touch":
            found.tap()
        else:
            found.click()


@contextmanager
def in_chromium(browser: Browser, phone: bool) -> Iterator[Visit]:
    settings: dict[str, Any] = PHONE if phone else {}
    context = browser.new_context(reduced_motion="reduce", **settings)
    context.set_default_timeout(60_000)
    yield Chromium(context.new_page())
    context.close()


@contextmanager
def in_firefox(_browser: Browser, phone: bool) -> Iterator[Visit]:
    with firefox(program("firefox-esr")) as tab:
        if phone:
            tab.resize(360, 740)
        yield tab


@contextmanager
def from_folder(folder: Path, page: Visit) -> Iterator[str]:
    """The folder's page, kept by the browser from a server that is gone."""
    with served(folder) as address:
        page.open(address)
        page.until(KEPT)
    yield address


@contextmanager
def from_file(folder: Path, _page: Visit) -> Iterator[str]:
    """The single file beside the folder."""
    yield (folder.parent / "livestone.html").as_uri()


def play_whole(page: Visit, pointer: str = "mouse") -> None:
    """Play until the game is over, now this move, now that."""
    page.until(PRESSING)
    while page.until("pressing.next()") != "over":
        page.press("[data-pressed]", pointer)
        page.until("pressing.isDone()")


def check_record(page: Visit) -> None:
    """The record that the page saves is read, played and written again exactly."""
    page.until("(pressing.catchSaved(), true)")
    for text in ("Share or save", "Save as text"):
        page.until(f"pressing.button('{text}')")
        page.press("[data-pressed]")
    text = page.until("pressing.saved")
    record = Record.read(text)
    assert record.replay().over
    assert record.as_text() == text


BROWSERS = pytest.mark.parametrize(
    "in_browser", [in_chromium, in_firefox], ids=["chromium", "firefox"]
)
PLACES = pytest.mark.parametrize("place", [from_folder, from_file], ids=["folder", "file"])


@BROWSERS
@PLACES
def test_a_whole_game_without_a_network(
    browser: Browser, folder: Path, in_browser: Any, place: Any
) -> None:
    """By mouse from the folder, by touch on a phone from the file."""
    phone = place is from_file
    with in_browser(browser, phone) as page, place(folder, page) as address:
        page.open(address + FREEDOM)
        play_whole(page, "touch" if phone else "mouse")
        check_record(page)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with a game of every family."""
    return built_site(tmp_path_factory, "families", [load(id) for id in FAMILIES])


@pytest.mark.slow
@BROWSERS
@PLACES
@pytest.mark.parametrize("game", FAMILIES)
def test_a_whole_game_of_every_family(
    browser: Browser, whole: Path, in_browser: Any, place: Any, game: str
) -> None:
    with in_browser(browser, phone=False) as page, place(whole, page) as address:
        page.open(f"{address}#play?game={game}&level=1")
        play_whole(page)
        check_record(page)
