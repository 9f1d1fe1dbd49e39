"""Games on the site: found in the gallery, set up, played, and gone on with."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import LATE, TABLE, my_turn, play_out, refused, site

pytestmark = pytest.mark.browser


def test_a_game_to_its_end_and_what_is_offered_after_it(visit: Visitors) -> None:
    page = visit(LATE)
    expect(page).to_have_url(re.compile("#game\\?id="))
    said = play_out(page)
    assert re.search("You (won|lost)|Draw", said)
    expect(page.locator(".actions .main")).to_have_count(1)
    ways = page.locator(".actions > *").all_inner_texts()
    assert ways[-4:] == ["Why?", "Review", "Rematch", "New game"] or ways[:1] == ["Rematch"], ways
    page.get_by_role("link", name="Rematch").click()
    expect(page.locator(f"{TABLE} .seats li").nth(1)).to_contain_text("You")
    my_turn(page)


def test_the_first_press_on_the_front_page_plays(visit: Visitors) -> None:
    page = visit()
    page.locator('.front-board [data-site="c3"]').click()
    expect(page).to_have_url(re.compile("#game\\?id="))
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    my_turn(page)  # the bot has answered
    visit.go(page, "#")
    expect(page.get_by_role("heading", name="Go on with Freedom")).to_be_visible()
    expect(page.locator('.front-board [data-site="c3"]')).to_have_attribute("data-piece", "white")
    page.locator(".front-board .target").first.click()
    my_turn(page)
    expect(page.locator(f"{TABLE} [data-piece=white]")).to_have_count(2)


def test_a_game_by_keyboard(visit: Visitors) -> None:
    assert play_out(visit(LATE), keys=True)


def test_bots_play_while_one_watches(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&level=1&seat=none")
    expect(page.locator(f"{TABLE} .ply").nth(1)).to_be_visible()


def test_a_wrong_address_says_what_would_be_right(visit: Visitors) -> None:
    page = visit()
    for hash, words in (
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
        ("#lessons?game=freedom&step=9", "step='9' is no step: choose 1 to 8"),
        ("#lessons?game=freedom&step=x", "step='x' is no step: choose 1 to 8"),
    ):
        page.evaluate("hash => (location.hash = hash)", hash)
        expect(refused(page)).to_contain_text(words)


def test_a_game_goes_on_where_it_was_left(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&seat=all")
    site(page, "c3").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    id = page.url.partition("id=")[2]
    visit.go(page, f"#review?id={id}")
    expect(refused(page)).to_contain_text("not over yet")
    visit.go(page, "")
    page.get_by_role("link", name="Go on").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")


def test_the_opponent_is_one_that_a_newcomer_can_beat_then_as_strong_as_the_last(
    visit: Visitors,
) -> None:
    page = visit()
    cards = page.get_by_role("region", name="All games")
    card = cards.get_by_role("listitem").filter(has_text="Freedom").first
    play = card.get_by_role("link", name="Play Freedom")
    expect(play).to_have_attribute("href", re.compile("level=1"))
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
    expect(play).to_have_attribute("href", re.compile("level=3"))
    page.goto(over)
    page.get_by_role("link", name="Play a weaker opponent (level 2)").click()
    expect(page.locator(f"{TABLE} .seats")).to_contain_text("Bot, level 2")


def resign(page: Page) -> None:
    """Give the game up."""
    my_turn(page)
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(TABLE)).to_have_attribute("data-state", "over")


def test_the_gallery_is_filtered_and_set_up_offers_what_is_here(visit: Visitors) -> None:
    page = visit()
    games = page.get_by_role("region", name="All games")
    page.get_by_label("Players").select_option("3")
    expect(page).to_have_url(re.compile(r"#\?players=3"))
    expect(games.get_by_role("heading", name="Freedom")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Players")).to_have_value("3")
    visit.go(page, "#setup?game=freedom")
    page.get_by_label("White").select_option("bot:1")
    page.get_by_label("Black").select_option("me")
    page.get_by_label("Board size").select_option("6")
    assert "7" not in page.get_by_label("Board size").inner_text().split()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(f"{TABLE} .seats li").nth(1)).to_contain_text("You")
    my_turn(page)
    expect(page.locator("[data-site]")).to_have_count(36)


def test_settings_hold_at_once_and_are_kept(visit: Visitors) -> None:
    page = visit("#settings")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="High contrast").check()
    page.get_by_role("group", name=re.compile("^Coach")).get_by_label("Always").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-board", "contrast")
    visit.go(page, LATE)
    assert my_turn(page)
    expect(page.get_by_role("checkbox", name="Coach")).to_be_checked()
