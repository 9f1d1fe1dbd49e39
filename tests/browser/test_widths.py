"""A server with all games: pages of no game stick out of a window of any width."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from tests.browser.steps import begun, start
from tests.browser.widths import check_widths

from livestone.games import catalogue

pytestmark = pytest.mark.browser


def test_pages_of_every_game_fit_their_windows(visit: Callable[..., Page]) -> None:
    page = visit()
    tables = [start(page), begun(page, "koerier", {"seat1": "friend", "control": "5+3"})]
    paths = [urlsplit(address).path for address in tables]
    games = [f"/{name}/{id}" for name in ("setup", "rules") for id in catalogue()]
    check_widths(page, ["/nowhere", *paths, *games])
