"""What a hand does at the table: dragging, keys, and presses that come too soon."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.steps import (
    MINE,
    act,
    asked,
    clock,
    invite,
    play,
    ready,
    seat,
    shows,
    sit,
    site,
    start,
)

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def middle(place: Locator) -> tuple[float, float]:
    """The middle of something, in pixels of the window."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged(visit: Visit) -> None:
    page = visit()
    start(page, "kasteel_1", seat1="me")
    grip = page.locator("livestone-board .site.grip").first
    name = grip.get_attribute("data-site")
    x, y = middle(grip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    expect(page.locator(".moving .piece")).to_be_visible()
    goal = page.locator("livestone-board .site.next").first
    to = goal.get_attribute("data-site")
    page.mouse.move(*middle(goal))
    page.mouse.up()
    shows(page, 1)
    expect(page.locator('.moves [data-ply="1"]')).to_contain_text(f"{to}")
    expect(site(page, str(name))).to_have_attribute("data-piece", "")
    # Let go where it may not go, it is still chosen.
    grip = page.locator("livestone-board .site.grip").first
    page.mouse.move(*middle(grip))
    page.mouse.down()
    page.mouse.move(1, 1, steps=3)
    page.mouse.up()
    expect(page.locator(".moving .piece")).to_have_count(0)
    expect(grip).to_have_class("site target grip chosen")
    shows(page, 1)


def test_arrows_step_through_the_game_from_anywhere_and_escape_closes_the_keys(
    visit: Visit,
) -> None:
    page = visit()
    start(page, seat1="me")
    play(page, "b2", "b3", "c3")
    table = page.locator("livestone-table")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(table).to_have_attribute("data-ply", "2")
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-ply", "3")
    site(page, "b2").focus()
    page.keyboard.press("ArrowRight")
    expect(site(page, "c2")).to_be_focused()
    expect(table).to_have_attribute("data-ply", "3")
    page.get_by_role("button", name="Keys").click()
    expect(page.locator("dialog.keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.keys")).to_have_count(0)


def test_arrows_and_marks_are_drawn_on_every_board(visit: Visit) -> None:
    """With the right button, or with any pointer while the board is drawn on."""
    page = visit()
    start(page, seat1="me")
    arrow, mark = (page.locator(f"livestone-board .green {one}") for one in (".shaft.ink", ".ink"))
    for end in ("c3", "b2"):
        page.mouse.move(*middle(site(page, "b2")))
        page.mouse.down(button="right")
        page.mouse.move(*middle(site(page, end)), steps=3)
        page.mouse.up(button="right")
    expect(arrow).to_have_count(1)
    expect(mark).to_have_count(3)  # the arrow's two lines, and the mark
    shows(page, 0)
    page.get_by_role("button", name="Remove all marks").click()
    expect(mark).to_have_count(0)
    page.get_by_role("button", name="Draw on the board").click()
    page.mouse.move(*middle(site(page, "a1")))
    page.mouse.down()
    page.mouse.move(*middle(site(page, "d4")), steps=3)
    expect(arrow).to_have_count(1)  # as long as the button is down, too
    page.mouse.up()
    expect(arrow).to_have_count(1)
    shows(page, 0)
    page.get_by_role("button", name="Draw on the board").click()
    play(page, "b2")
    expect(mark).to_have_count(0)


def test_a_chosen_piece_stays_chosen(visit: Visit) -> None:
    """Whatever happens meanwhile that leaves the moves as they are."""
    white, black = visit(), visit()
    (link,) = invite(white, "kasteel_1", seat1="friend")
    sit(black, link)
    ready(white)
    grip = white.locator("livestone-board .site.grip").first
    grip.click()
    expect(white.locator("livestone-board .chosen")).to_have_count(1)
    act(black, black.url, "offer", kind="draw", ply=0)
    expect(white.locator(".offers")).to_contain_text("draw")
    expect(white.locator("livestone-board .chosen")).to_have_count(1)
    expect(white.locator(".notice.told")).to_contain_text("is chosen")


def test_who_played_and_what_follows_a_rated_game(visit: Visit) -> None:
    """Names lead to profiles, with the rating and its change; ways on stand in one order."""
    white, black = visit(), visit()
    for page, name in ((white, "Anna"), (black, "Boris")):
        asked(page, "/api/register", {"name": name, "password": "four words will do"})
    white.goto("/lobby")
    (link,) = invite(white, "freedom", size="4", seat1="friend", control="10+5")
    sit(black, link)
    for at, page in enumerate((white, black)):
        page.locator(f'{MINE}[data-last="{at}"]').wait_for()
        page.locator("livestone-board [data-legal]").first.click()
    shows(white, 2)
    expect(seat(white, 1).get_by_role("link", name="Boris")).to_have_attribute(
        "href", re.compile("/people/Boris$")
    )
    white.locator(".sure[data-what=resign] summary").click()
    white.get_by_role("button", name="Yes, resign").click()
    expect(seat(white, 1).locator(".rating")).to_have_text(re.compile(r"\+\d+$"))
    expect(seat(black, 0).locator(".rating")).to_have_text(re.compile("−\\d+$"))
    black.reload()  # and whenever the game is looked at again
    expect(seat(black, 0).locator(".rating")).to_have_text(re.compile("−\\d+$"))
    ways = ["Ask for a rematch", "Why?", "Review", "New game"]
    expect(white.locator(".actions > *")).to_have_text(ways)
    expect(white.locator(".actions .main")).to_have_text("Ask for a rematch")
    # The board turned, the seats are too.
    white.get_by_role("button", name="Turn the board round").click()
    expect(white.locator(".seats li").first).to_have_attribute("data-seat", "1")

    def flagged(route: Route) -> None:
        answer = route.fetch()
        late = answer.json() | {"reason": "timeout", "ended_by": 0}
        for one in late["clock"]["seats"]:
            one["seconds"] = 0.7
        route.fulfill(response=answer, json=late)

    white.route(re.compile(r"/api/games/[^/]+$"), flagged)
    white.reload()
    expect(clock(white, 0).locator(".left")).to_have_text("0.0")
    expect(clock(white, 1).locator(".left")).to_have_text("0.7")


def test_a_press_that_was_meant_for_something_else(visit: Visit) -> None:
    """A button that has just appeared takes no press of a pointer for a moment."""
    white, black = visit(), visit()
    white.clock.install()
    (link,) = invite(white, "freedom", size="4", seat1="friend")
    sit(black, link)
    expect(white.locator("livestone-table")).to_have_attribute("data-state", "your-turn")
    white.clock.pause_at("2040-01-01")
    act(black, black.url, "offer", kind="draw", ply=0)
    agree = white.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    white.mouse.click(*middle(agree))
    expect(agree).to_be_visible()
    expect(agree).to_be_enabled()
    white.clock.run_for(1000)
    agree.click()
    expect(black.locator("livestone-table")).to_have_attribute("data-state", "over")
