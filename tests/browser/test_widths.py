"""A server with all games: no page sticks out of a window of any width."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from tests.browser.steps import begun, start
from tests.browser.widths import check_widths

from livestone.games import catalogue

pytestmark = pytest.mark.browser
PAGES = [
    "/",
    "/lobby",
    "/challenges/new",
    "/freeplay",
    "/tournaments",
    "/studies",
    "/studies/new",
    "/games",
    "/account",
    "/people/Ada",
    "/lessons",
    "/puzzles",
    "/settings",
    "/help",
    "/about",
    "/nowhere",
]


def test_every_page_fits_its_window(visit: Callable[..., Page]) -> None:
    page = visit()
    ada = {"name": "Ada", "password": "a long pass word"}
    assert page.request.post("/api/register", data=ada).ok
    tables = [start(page), begun(page, "koerier", {"seat1": "friend", "control": "5+3"})]
    paths = [urlsplit(address).path for address in tables]
    games = [f"/{name}/{id}" for name in ("setup", "rules") for id in catalogue()]
    check_widths(page, [*PAGES, *paths, *games])
