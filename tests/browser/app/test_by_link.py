"""Games by links: two people play without a server, and what does not fit is asked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import TABLE, moves, site

pytestmark = pytest.mark.browser


def link_of(page: Page) -> str:
    """What the dialog gives to be sent, after ``#``."""
    page.get_by_role("button", name=re.compile("Send the game|The link again")).click()
    field = page.get_by_role("textbox", name="The link: send it")
    expect(field).to_have_value(re.compile("#link="))
    value = field.input_value()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    return value[value.index("#") :]


def said(page: Page, text: str) -> None:
    expect(page.locator(f"{TABLE} .said")).to_contain_text(text)


def put(page: Page, cell: str) -> None:
    before = moves(page)
    site(page, cell).click()
    expect(page.locator(f"{TABLE} .ply")).to_have_count(before + 1)


def test_two_people_play_by_links(visit: Visitors) -> None:
    white = visit("#setup?game=freedom&size=6")
    white.get_by_label("Black").select_option("A friend, by link")
    white.get_by_role("button", name="Start").click()
    put(white, "c3")
    said(white, "Now send the game to Black.")
    first = link_of(white)
    said(white, "Waiting for a link from Black")
    expect(white.get_by_role("button", name="Undo")).to_be_disabled()

    black = visit(first)
    expect(black.locator(".other-tab")).to_contain_text("A friend sends you this game.")
    black.get_by_role("button", name="Play Black").click()
    said(black, "Your turn.")
    put(black, "c4")
    second = link_of(black)

    # The answer opens the game that White has, in this tab or another; an old link changes nothing.
    visit.go(white, second)
    said(white, "Your turn.")
    put(white, "d4")
    visit.go(white, second)
    expect(white.get_by_text("This link is older")).to_be_visible()
    expect(white.locator(f"{TABLE} .ply")).to_have_count(3)

    # Black's device forks: both games are kept.
    third = link_of(white)
    other = visit(first)
    other.get_by_role("button", name="Play Black").click()
    put(other, "b3")
    fork = link_of(other)
    visit.go(white, fork)
    expect(white.locator(".other-tab")).to_contain_text(
        "move 2 is c4 in the game that is kept here, and b3 in the link"
    )
    white.get_by_role("button", name="Keep both").click()
    said(white, "Your turn.")
    visit.go(white, "#games")
    expect(white.locator("main .list > li")).to_have_count(2)
    expect(white.get_by_text("waiting for a link")).to_be_visible()

    # Black resigns by link, which is pasted as text.
    visit.go(black, third)
    black.locator("summary").filter(has_text="Resign").click()
    black.get_by_role("button", name="Yes, resign").click()
    said(black, "You resigned.")
    black.get_by_role("button", name="Send the game").click()
    black.get_by_text("As text", exact=True).click()
    text = black.get_by_label("The game as text").input_value()
    visit.go(white, "#games")
    white.get_by_label("Or paste records").fill(f"> hello\n{text}")
    white.get_by_role("button", name="Read", exact=True).click()
    said(white, "Black resigned.")
    expect(white.get_by_role("link", name="Why?")).to_be_visible()
