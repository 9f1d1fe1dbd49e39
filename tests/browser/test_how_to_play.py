"""How to play, beside the board of a server's page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.steps import my_turn, start
from tests.browser.test_access import check

pytestmark = pytest.mark.browser


def test_it_is_open_in_a_first_game_and_keeps_quiet_afterwards(visit: Callable[..., Page]) -> None:
    page = visit()
    start(page)
    assert my_turn(page)
    how = page.locator(".how")
    expect(how.locator("figure")).to_have_count(3)
    check(page, "how to play")
    page.keyboard.press("Escape")
    expect(how).not_to_have_attribute("open", "")
    start(page)
    assert my_turn(page)
    expect(how).not_to_have_attribute("open", "")
    how.locator("summary").click()
    expect(how.locator("figure")).to_have_count(3)
    assert page.url.split("/")[-2] == "games"  # the game was never left
