"""``livestone play`` where a site was built: the page itself plays, without a server's bot."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE, my_turn
from tests.browser.test_start import playing

pytestmark = pytest.mark.browser
ASKED = ("--game", "freedom", "--option", "size=6", "--level", "1", "--side", "black")


def test_the_game_that_was_asked_for_is_played_in_the_page(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    asked = (*ASKED, "--no-browser")
    with (
        playing(tmp_path, *asked, LIVESTONE_SITE=str(folder)) as link,
        Visitors(browser, "") as visitors,
    ):
        visitors.address, _, hash = link.partition("#")
        assert visitors.address.endswith("/site/index.html")
        page = visitors(f"#{hash}")
        assert my_turn(page)
        expect(page.locator(f"{TABLE} .ply")).to_have_count(1)
        page.locator("[data-legal]").first.click()
        assert my_turn(page)
        expect(page.locator(f"{TABLE} .ply")).to_have_count(3)


def test_an_edition_without_the_options_leaves_them_to_the_server(
    folder: Path, tmp_path: Path
) -> None:
    asked = ("--game", "freedom", "--option", "size=7", "--no-browser")
    with playing(tmp_path, *asked, LIVESTONE_SITE=str(folder)) as link:
        assert "/start/" in link
