"""What a person does on the static site, step by step; every wait is for something to appear."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

TABLE = "livestone-table"
WAITS = re.compile("your-turn|over")


def site(page: Page, name: str) -> Locator:
    """A site of the board."""
    return page.locator(f'livestone-board [data-site="{name}"]')


def my_turn(page: Page) -> bool:
    """Wait until it is a person's turn or the game is over; whether it is a turn."""
    table = page.locator(TABLE)
    expect(table).to_have_attribute("data-state", WAITS)
    return table.get_attribute("data-state") == "your-turn"


def moves(page: Page) -> int:
    """How many moves the list shows."""
    return page.locator(f"{TABLE} .ply").count()


def play_out(page: Page, *, touch: bool = False) -> str:
    """Play whatever is offered first until the end; returns the result."""
    while my_turn(page):
        before = moves(page)
        choice = page.locator(f"{TABLE} .choices button").first
        target = choice if choice.is_visible() else page.locator("[data-legal]").first
        if touch:
            target.tap()
        else:
            target.click()
        sure = page.get_by_role("button", name="Play anyway")  # where a coach asks
        expect(page.locator(f"{TABLE} .ply").nth(before).or_(sure).first).to_be_attached()
        if sure.is_visible():
            sure.click()
        expect(page.locator(f"{TABLE} .ply")).not_to_have_count(before)
    return page.locator(f"{TABLE} .said").inner_text()


def refused(page: Page) -> str:
    """The sentence that a page shows instead of what was asked for."""
    return page.locator("main .notice.refused").inner_text()
