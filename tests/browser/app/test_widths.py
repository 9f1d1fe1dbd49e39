"""The site of one game, and of three: no page sticks out of a window of any width."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.app.conftest import Visitors, served
from tests.browser.app.steps import LATE, site
from tests.browser.widths import check_widths

from livestone.app.build import of_game
from livestone.app.catalogue import catalogue
from livestone.app.files import CATALOGUE, compact
from livestone.app.sources import taught
from livestone.games import find

pytestmark = pytest.mark.browser
PAGES = [
    "#",
    "#lessons",
    "#lessons?game=freedom",
    "#puzzles",
    "#games",
    "#analysis",
    "#analysis?game=freedom&size=6&moves=a1+a2+(+b1+)+a3",
    "#setup?game=freedom",
    "#rules?game=freedom",
    "#sample?game=freedom",
    "#settings",
    "#help",
    "#about",
    "#nowhere",
    LATE,
]


@contextmanager
def site_of(games: Sequence[str], folder: Path, place: Path) -> Iterator[str]:
    """The address of the small site with these games in its catalogue."""
    copy = Path(shutil.copytree(folder, place / "copy"))
    told = json.loads((copy / CATALOGUE).read_bytes())
    known = {game["id"]: game for game in told["games"]}
    for kind in map(find, games):
        for name, make in of_game(kind, taught).items():
            if not name.startswith("sheets/") and not (copy / name).exists():
                (copy / name).write_bytes(make())
        known.setdefault(kind.id, catalogue({kind: ()})["games"][0])
    shown = [known[id] for id in games]
    (copy / CATALOGUE).write_bytes(compact({**told, "games": shown}))
    with served(copy) as address:
        yield address


@pytest.mark.parametrize("games", [["freedom"], ["freedom", "haalmaa_1", "koerier"]])
def test_every_page_fits_its_window(
    browser: Browser, folder: Path, tmp_path: Path, games: list[str]
) -> None:
    with site_of(games, folder, tmp_path) as address, Visitors(browser, address) as visitors:
        check_widths(visitors("#missing"), PAGES)


def test_a_site_of_one_game_opens_that_game(browser: Browser, folder: Path, tmp_path: Path) -> None:
    with (
        site_of(["freedom"], folder, tmp_path) as address,
        Visitors(browser, address) as visitors,
    ):
        page = visitors(viewport={"width": 390, "height": 844})
        expect(page.get_by_role("heading")).to_have_text(["Freedom"])
        site(page, "c3").click()
        page.wait_for_url("**#game*")
        expect(site(page, "c3")).to_have_attribute("data-piece", "white")
