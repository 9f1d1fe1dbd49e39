"""A server with all games: pages of no game stick out of a window of any width."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from tests.browser.steps import begun, ready, start
from tests.browser.widths import check_widths

from livestone.games import catalogue

pytestmark = pytest.mark.browser
NARROWEST = (320, 768)  # of the layouts for phones and for larger screens
# The heights of a board's coordinates, in pixels, and how far the farthest reaches over its frame.
LABELS = """() => {
    const picture = document.querySelector("livestone-board svg");
    const frame = picture.querySelector(".frame").getBoundingClientRect();
    const labels = picture.querySelector(".coordinates");
    const over = [...labels.children].map(label => label.getBoundingClientRect()).map(label =>
        Math.max(frame.left - label.left, label.right - frame.right, frame.top - label.top - 4));
    const height = labels.getAttribute("font-size") * picture.getScreenCTM().a;
    return {height, over: Math.max(...over)};
}"""


def test_pages_of_every_game_fit_their_windows(visit: Callable[..., Page]) -> None:
    page = visit()
    tables = [start(page), begun(page, "koerier", {"seat1": "friend", "control": "5+3"})]
    paths = [urlsplit(address).path for address in tables]
    games = [f"/{name}/{id}" for name in ("setup", "rules") for id in catalogue()]
    check_widths(page, ["/nowhere", *paths])
    check_widths(page, games, NARROWEST)


def test_coordinates_are_read_on_every_screen(visit: Callable[..., Page]) -> None:
    page = visit()
    for game in ("fort_chitral", "haalmaa_1", "straat"):
        page.goto(f"/play/{game}")
        ready(page)
        for width in (320, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("() => new Promise(requestAnimationFrame)")
            found = page.evaluate(LABELS)
            assert 11.9 <= found["height"] <= 14.1, (game, width)
            assert found["over"] <= 0.5, (game, width)
