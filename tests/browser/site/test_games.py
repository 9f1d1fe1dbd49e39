"""Games on the site: found in the gallery, set up, played, and gone on with."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE, my_turn, play_out, refused, site
from tests.browser.site.test_access import PHONE

pytestmark = pytest.mark.browser
SMALL = "#play?game=freedom&size=6&level=1&seat=white"


def test_a_whole_game_by_mouse_and_what_is_offered_after_it(visit: Visitors) -> None:
    page = visit(SMALL)
    expect(page).to_have_url(re.compile("#game\\?id="))
    said = play_out(page)
    assert re.search("You (won|lost)|Draw", said)
    page.get_by_role("link", name="Again, as Black").click()
    expect(page.locator(f"{TABLE} .seats li").nth(1)).to_contain_text("You")
    my_turn(page)


def test_a_whole_game_by_keyboard(visit: Visitors) -> None:
    page = visit(SMALL)
    while my_turn(page):
        board = page.locator("livestone-board")
        count = page.locator(f"{TABLE} .ply").count()
        choice = page.locator(f"{TABLE} .choices button").first
        if choice.is_visible():
            choice.focus()
        else:
            walk_to(page, board.locator("[data-legal]").first.get_attribute("data-site") or "")
        page.keyboard.press("Enter")
        expect(page.locator(f"{TABLE} .ply")).not_to_have_count(count)


def walk_to(page: Page, name: str) -> None:
    """Walk with the arrow keys to a site of a square board."""
    page.locator('livestone-board [tabindex="0"]').focus()
    for _ in range(20):
        here = page.evaluate("document.activeElement.dataset.site")
        if here == name:
            return
        if here[0] != name[0]:
            page.keyboard.press("ArrowRight" if here[0] < name[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if int(here[1:]) < int(name[1:]) else "ArrowDown")
    raise AssertionError(f"{name} cannot be reached")


def test_a_whole_game_by_touch_on_a_phone(visit: Visitors) -> None:
    assert play_out(visit(SMALL, **PHONE), touch=True)


def test_bots_play_while_one_watches(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&level=1&seat=none")
    expect(page.locator(f"{TABLE} .ply").nth(1)).to_be_visible()


@pytest.mark.parametrize(
    ("hash", "words"),
    [
        ("#play?game=fredom", "did you mean 'freedom'?"),
        ("#play?game=freedom&size=7", "not in this edition"),
        ("#play?game=freedom&size=600", "choose 4 to 16"),
        ("#play?game=freedom&level=11", "choose 1 to 10"),
        ("#play?game=freedom&seat=red", "no seat of Freedom"),
        ("#play?game=freedom&seats=me", "Freedom has 2"),
        ("#play?game=freedom&seats=me,you", "is nobody to play"),
        ("#play?game=freedom&colour=red", "there is no option"),
        ("#game?id=none", "not kept in this browser"),
        ("#rules?game=", "There is no game"),
        ("#analysis?game=freedom&size=6&moves=a1+f6", "not next to a1"),
        ("#analysis?game=freedom&size=6&position=x", "x"),
    ],
)
def test_a_wrong_address_says_what_would_be_right(visit: Visitors, hash: str, words: str) -> None:
    assert words in refused(visit(hash))


def test_a_game_goes_on_where_it_was_left(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&seat=all")
    site(page, "c3").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    visit.go(page, "")
    page.get_by_role("region", name="Continue").get_by_role("link").first.click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")


def test_the_opponent_is_one_that_a_newcomer_can_beat_then_as_strong_as_the_last(
    visit: Visitors,
) -> None:
    page = visit()
    cards = page.get_by_role("region", name="All games")
    card = cards.get_by_role("listitem").filter(has_text="Freedom").first
    expect(card).to_contain_text("Level 2")
    visit.go(page, "#play?game=freedom&size=6&level=1&seat=white")
    site(page, "a1").click()
    resign(page)
    expect(page.get_by_role("link", name="weaker")).to_have_count(0)
    visit.go(page, "#play?game=freedom&size=6&level=3&seat=white")
    site(page, "a1").click()
    resign(page)
    over = page.url
    page.evaluate("location.hash = '#games'")
    expect(page.get_by_text("you lost")).to_have_count(2)  # both ends are kept
    visit.go(page, "")
    expect(card).to_contain_text("Level 3")
    page.goto(over)
    page.get_by_role("link", name="Play a weaker opponent (level 2)").click()
    expect(page.locator(f"{TABLE} .seats")).to_contain_text("Bot, level 2")


def resign(page: Page) -> None:
    """Give the game up."""
    my_turn(page)
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "over")


def test_the_gallery_is_filtered_by_the_address(visit: Visitors) -> None:
    page = visit()
    games = page.get_by_role("region", name="All games")
    page.get_by_label("Players").select_option("3")
    expect(page).to_have_url(re.compile(r"#\?players=3"))
    expect(games.get_by_role("heading", name="Freedom")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Players")).to_have_value("3")
    expect(page.get_by_role("heading", name="Start here")).to_be_hidden()


def test_set_up_offers_what_is_here(visit: Visitors) -> None:
    page = visit("#setup?game=freedom")
    page.get_by_label("White").select_option("bot:1")
    page.get_by_label("Black").select_option("me")
    page.get_by_label("Board size").select_option("6")
    assert "7" not in page.get_by_label("Board size").inner_text().split()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(f"{TABLE} .seats li").nth(1)).to_contain_text("You")
    my_turn(page)
    expect(page.locator("[data-site]")).to_have_count(36)


def test_a_sample_plays_by_itself_and_can_be_stopped(visit: Visitors) -> None:
    page = visit("#sample?game=freedom", reduced_motion="no-preference")
    expect(page.locator(f"{TABLE} .said")).to_contain_text("Move 2 of")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Last position").click()
    expect(page.locator(f"{TABLE} .said")).to_contain_text("won")


def test_settings_hold_at_once_and_are_kept(visit: Visitors) -> None:
    page = visit("#settings")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="High contrast").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-board", "contrast")
