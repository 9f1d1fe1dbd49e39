"""Whole games on the site in Chromium and Firefox, from a folder and from a file, by any means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.app.built import built_site
from tests.browser.app.browsers import BROWSERS, Visit, in_chromium, in_firefox, keep_everything
from tests.browser.app.conftest import served
from tests.browser.app.steps import LATE

from livestone.games import catalogue, load
from livestone.records.record import Record

pytestmark = pytest.mark.browser
FREEDOM = "#play?game=freedom&size=6&level=1&seat=white"
FAMILIES = sorted({kind.__module__.split(".")[2]: id for id, kind in catalogue().items()}.values())
PRESSING = Path(__file__).with_name("pressing.js").read_text()


@contextmanager
def from_folder(folder: Path, page: Visit) -> Iterator[str]:
    """The folder's page, kept by the browser from a server that is gone."""
    with served(folder) as address:
        keep_everything(page, address)
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


SLOW = pytest.mark.slow
PLACES = pytest.mark.parametrize("place", [from_folder, from_file], ids=["folder", "file"])


@pytest.mark.parametrize(
    ("in_browser", "place", "game"),
    [
        pytest.param(in_chromium, from_folder, FREEDOM, id="folder-chromium", marks=SLOW),
        pytest.param(in_firefox, from_folder, LATE, id="folder-firefox"),
        pytest.param(in_chromium, from_file, FREEDOM, id="file-chromium", marks=SLOW),
        pytest.param(in_firefox, from_file, FREEDOM, id="file-firefox", marks=SLOW),
    ],
)
def test_a_game_without_a_network(
    browser: Browser, folder: Path, in_browser: Any, place: Any, game: str
) -> None:
    """By mouse from the folder, by touch on a phone from the file."""
    phone = place is from_file
    with in_browser(browser, phone) as page, place(folder, page) as address:
        page.open(address + game)
        play_whole(page, "touch" if phone else "mouse")
        check_record(page)


@pytest.fixture(scope="session")
def whole() -> Path:
    """A site with a game of every family."""
    return built_site([load(id) for id in FAMILIES])


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
