"""Clocks, offers, premoves and asking before a move, as two people meet them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE
from tests.browser.steps import SAID, clock, invite, seat, shows, sit, site

pytestmark = pytest.mark.browser


def middle_of(place: Locator) -> float:
    """How far down the middle of something is."""
    box = place.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


def test_a_game_with_clocks(visit: Callable[..., Page]) -> None:
    white, black = visit(), visit(**PHONE)
    (link,) = invite(white, "freedom", size="4", seat1="friend", control="30+20")
    sit(black, link)
    expect(clock(white, 0).locator(".note")).to_have_text(re.compile("to begin"))
    # Black plans a move, then another, and cancels it with a key: the opponent sees none of it.
    for name in ("c3", "b2"):
        site(black, name).click()
        expect(black.locator(".offers")).to_contain_text(f"You will play {name} at once")
    black.keyboard.press("Escape")
    expect(black.locator(".offers")).to_be_hidden()
    site(black, "b2").click()
    expect(black.locator(SAID)).to_contain_text("You will play b2.")
    expect(site(black, "b2")).to_have_class(re.compile(r"\bchosen\b"))
    assert "b2 at once" not in white.content()
    site(white, "a1").click()
    for page in (white, black):
        shows(page, 2)
    for page in (white, black):
        expect(clock(page, 0).locator(".left")).to_have_text(re.compile(r"^2\d:"))
    expect(clock(white, 1).locator(".left")).to_have_text("30:00")
    for page in (white, black):
        for number in (0, 1):
            digits = clock(page, number).locator(".left")
            assert abs(middle_of(seat(page, number)) - middle_of(digits)) <= 2
    for _ in range(2):  # nothing of the plan is left
        expect(black.locator(SAID)).to_contain_text("Waiting for Player 1 (White).")
        expect(black.locator(".offers")).to_be_hidden()
        expect(black.locator(SAID)).not_to_contain_text("You will play")
        expect(site(black, "b2")).not_to_have_class(re.compile(r"\bchosen\b"))
        black.reload()
        shows(black, 2)
    site(white, "a2").click()
    # On a phone a move is asked for before it is played.
    shows(black, 3)
    site(black, "a3").tap()
    expect(black.locator(".path")).to_contain_text("Play a3")
    black.get_by_role("button", name="Choose again").tap()
    expect(black.locator(".path")).to_be_hidden()
    site(black, "b3").tap()
    black.get_by_role("button", name="Play b3").tap()
    shows(white, 4)
    white.get_by_role("button", name="Ask for a pause").click()
    black.get_by_role("button", name="Agree").click()
    expect(white.locator(SAID)).to_contain_text("Paused.")
    expect(clock(white, 0)).to_contain_text("paused")
    white.get_by_role("button", name="Go on").click()
    expect(black.locator(SAID)).to_contain_text("Waiting for")
    black.locator(".sure[data-what=draw] summary").click()
    black.get_by_role("button", name="Yes, offer it").click()
    white.get_by_role("button", name="Agree").click()
    expect(black.locator(SAID)).to_contain_text("Draw by agreement.")
