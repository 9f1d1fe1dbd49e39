"""Games that are kept: searched, saved as files, read again, deleted; and what may go wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import play_out

from livestone.records.record import Record

pytestmark = pytest.mark.browser
RUNNING = """Livestone record 1
Game: freedom
Options: size=6
White: Ana
Black: Bo

1. a1
2. {move}

Result: running
End
"""


def saved(page: Page, button: str) -> str:
    """The file that a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def read(page: Page, text: str) -> None:
    """Read a pasted record."""
    page.get_by_label("Or paste records").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()


def test_what_is_saved_replays_in_python_and_is_read_again(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&level=1")
    play_out(page)
    visit.go(page, "#games")
    text = saved(page, "Save all as text")
    assert Record.read(text).replay().over
    line = saved(page, "Save all as JSON")
    assert Record.read(line).as_text() == text
    read(page, text)
    expect(page.get_by_text("1 game was read and is kept:")).to_be_visible()
    page.reload()
    expect(page.locator("main .list > li")).to_have_count(2)
    assert [line for line in saved(page, "Save all as text").split("\n") if "Result" in line]


def test_a_bad_record_says_where_and_why_and_is_not_kept(visit: Visitors) -> None:
    page = visit("#games")
    read(page, RUNNING.format(move="f6"))
    refusal = page.locator(".notice.refused")
    expect(refusal).to_contain_text("Line 8: ply 2: f6 is not next to a1, the last stone")
    read(page, RUNNING.format(move="a2") + "\n" + RUNNING.format(move="f6"))
    expect(refusal).to_contain_text("Line 20:")
    expect(page.get_by_text("1 game was read and is kept:")).to_be_visible()
    read(page, "anything")
    expect(refusal).to_contain_text("Line 1:")
    page.reload()
    expect(page.locator("main .list > li")).to_have_count(1)


def test_games_are_searched_and_deleted(visit: Visitors) -> None:
    page = visit("#games")
    read(page, RUNNING.format(move="a2") + RUNNING.format(move="b1").replace("Bo", "Cleo"))
    expect(page.get_by_text("2 games were read")).to_be_visible()
    page.reload()
    page.get_by_label("Search").fill("cleo unfinished")
    expect(page.locator("main .list > li")).to_have_count(1)
    expect(page).to_have_url(re.compile("search=cleo"))
    page.get_by_text("Delete").first.click()
    page.get_by_role("button", name="Yes, delete it").click()
    page.get_by_label("Search").fill("")
    expect(page.locator("main .list > li")).to_have_count(1)
    expect(page.locator("main .list")).to_contain_text("Bo")
