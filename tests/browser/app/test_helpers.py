"""The guide in a first game, and the coach: what they say, when, and when they are not there."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import TABLE, moves, my_turn, site
from tests.browser.steps import check

pytestmark = pytest.mark.browser
# White can make a four at e4, and may play beside e5 only.
FOUR = "#play?game=freedom&size=6&level=1&seat=white&position=" + quote(
    "6/4b1/1www2/6/1b1b2/6 w last=e5 turn=6"
)
# Red's courier needs one more step; the guard on H3 can stop it.
RACE = "#play?game=koerier&level=1&seat=yellow&coach=yes&position=" + quote(
    "10/10/10/10/1H3H4/10/3C6/7G2/10/8c1 y turn=40"
)
WON = "#play?game=freedom&size=6&level=1&seat=white&coach=yes&position=" + quote(
    "bwb1b1/wb1w2/bbw3/wwbww1/bwbbbw/1wbwwb w last=e6 turn=26"
)


def coached(page: Page) -> bool:
    return page.get_by_role("checkbox", name="Coach").is_checked()


def test_the_guide_says_each_thing_once_and_the_coach_what_a_move_scores(visit: Visitors) -> None:
    page = visit(FOUR + "&guide=yes&coach=yes")
    assert my_turn(page)
    guide, effect = page.locator(".guide"), page.locator(".coach .effect")
    expect(guide).to_contain_text("marks on the board show where you may play")
    site(page, "e4").hover()
    expect(effect).to_have_text("e4: White +4")
    site(page, "d6").focus()
    expect(effect).to_have_text("d6: no points change")
    check(page, "coach")
    site(page, "a1").click()
    expect(guide).to_contain_text("Your stone must lie beside the last one")
    site(page, "e4").click()
    assert my_turn(page)
    expect(guide).to_contain_text("A row of four: its stones are live and count.")
    page.reload()
    assert my_turn(page)
    site(page, "e4").click()  # where a stone lies
    expect(page.locator(f"{TABLE} .notice.refused")).to_be_visible()
    expect(guide).to_be_hidden()


def test_the_guide_tells_what_is_urgent_and_the_coach_marks_a_threat(
    visit_courier: Visitors,
) -> None:
    page = visit_courier(RACE + "&guide=yes")
    assert my_turn(page)
    expect(page.locator(".guide")).to_contain_text("The other Courier needs one more step.")
    expect(page.locator(".threat")).to_have_text("Marked: Red could win on the next turn (A10).")
    expect(site(page, "A10")).to_have_attribute("aria-label", re.compile("marked"))
    # Everything loses there, so no move is worse than others.
    before = moves(page)
    for token in ("D4", "E4"):
        site(page, token).click()
    expect(page.locator(f"{TABLE} .ply").nth(before)).to_be_attached()


def test_the_coach_asks_before_a_move_that_costs_much(visit: Visitors) -> None:
    page = visit(WON)
    assert my_turn(page)
    before = moves(page)
    site(page, "f6").click()
    asked = page.get_by_role("alertdialog", name="Really?")
    expect(asked).to_contain_text(re.compile("f6 seems to cost you .* points?"))
    expect(asked).to_be_in_viewport()
    page.get_by_role("button", name="Take back").click()
    expect(asked).to_have_count(0)
    expect(site(page, "f6")).to_have_attribute("data-piece", "")
    site(page, "f6").click()
    expect(asked).to_be_visible()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert my_turn(page)
    assert moves(page) == before
    site(page, "f6").click()
    expect(asked).to_be_visible()
    site(page, "d6").click()  # a good move instead is not asked about
    expect(page.locator(f"{TABLE} .ply").nth(before)).to_have_text("d6")
    page.get_by_role("button", name="Undo").click()
    assert my_turn(page)
    site(page, "f6").click()
    check(page, "a doubt")
    page.get_by_role("button", name="Play anyway").press("Enter")
    expect(page.locator(f"{TABLE} .ply").nth(before)).to_have_text("f6")


def test_the_coach_is_switched_at_the_table(visit: Visitors) -> None:
    page = visit(FOUR)
    assert my_turn(page)
    assert not coached(page)  # an address that says nothing begins a game without
    expect(page.locator(".guide")).to_have_count(0)
    page.get_by_role("checkbox", name="Coach").check()
    site(page, "e4").hover()
    expect(page.locator(".coach .effect")).to_have_text("e4: White +4")
    page.reload()
    assert my_turn(page)
    assert coached(page)
    page.get_by_role("checkbox", name="Coach").uncheck()
    expect(page.locator(".coach .effect")).to_have_text("")
    visit.go(page, "#play?game=freedom&size=6&seat=all&coach=yes")
    assert my_turn(page)
    expect(page.locator(".coach")).to_have_count(0)  # against people there is none


def test_the_coach_is_there_in_ones_first_two_games(visit: Visitors) -> None:
    page = visit()
    for there in (True, True, False):
        visit.go(page, "")
        page.get_by_role("link", name="Play Freedom").first.click()
        assert my_turn(page)
        assert coached(page) == there
        page.locator("[data-legal]").first.click()
        expect(page.locator(f"{TABLE} .ply").first).to_be_attached()
