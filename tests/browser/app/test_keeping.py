"""Games that are kept: searched, saved as files, read again, deleted; and what may go wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import LATE, play_out, read, refused

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


def test_what_is_saved_replays_in_python_and_is_read_again(visit: Visitors) -> None:
    page = visit(LATE)
    play_out(page)
    visit.go(page, "#games")
    text = saved(page, "Save all as text")
    assert Record.read(text).replay().over
    line = saved(page, "Save all as JSON")
    assert Record.read(line).as_text() == text
    read(page, text)
    expect(page.get_by_text("1 game was read and is kept:")).to_be_visible()
    # A bad record says where and why, and is not kept.
    read(page, RUNNING.format(move="a2") + "\n" + RUNNING.format(move="f6"))
    expect(refused(page)).to_contain_text("Line 20: ply 2: f6 is not next to a1, the last stone")
    expect(page.get_by_text("1 game was read and is kept:")).to_be_visible()
    for wrong, words in ((RUNNING.format(move="a2")[:-12], "Line 10:"), ("anything", "Line 1:")):
        read(page, wrong)
        expect(refused(page)).to_contain_text(words)
    page.reload()
    expect(page.locator("main .list > li")).to_have_count(3)
    assert saved(page, "Save all as text").count("\nResult") == 3


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
