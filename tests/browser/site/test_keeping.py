"""Games that are kept: searched, saved as files, read again, deleted; and what may go wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE, my_turn, play_out, site

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


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            "Object.defineProperty(window, 'indexedDB', {get() {"
            "throw new DOMException('no', 'SecurityError')}})",
            "does not let games be kept",
        ),
        (
            "IDBObjectStore.prototype.put = () => {"
            "throw new DOMException('full', 'QuotaExceededError')}",
            "no room left",
        ),
    ],
    ids=["forbidden", "full"],
)
def test_a_game_that_cannot_be_kept_goes_on_and_says_so(
    visit: Visitors, script: str, words: str
) -> None:
    page = visit("#play?game=freedom&size=6&seat=all", script=script)
    expect(page.locator(".notices")).to_contain_text(words)
    site(page, "c3").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    page.evaluate("location.hash = '#games'")
    page.locator("main .list a").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")


def test_a_clock_that_is_put_back_makes_no_negative_times(visit: Visitors) -> None:
    page = visit("#play?game=freedom&size=6&seat=all")
    my_turn(page)
    page.evaluate("{ const now = Date.now; Date.now = () => now() - 1e9; }")
    site(page, "c3").click()
    expect(site(page, "c3")).to_have_attribute("data-piece", "white")
    visit.go(page, "#games")
    expect(page.locator("main .list")).to_contain_text("just now")
    (ply,) = json.loads(saved(page, "Save all as JSON"))["plies"]
    assert ply.get("note", {}).get("seconds", 0) >= 0


def test_a_second_tab_follows_and_may_take_the_game_over(visit: Visitors) -> None:
    first = visit("#play?game=freedom&size=6&seat=all")
    my_turn(first)
    second = visit.again(first.context)
    second.goto(first.url)
    notice = second.get_by_text("This game goes on in another tab")
    expect(notice).to_be_visible()
    site(first, "c3").click()
    expect(site(second, "c3")).to_have_attribute("data-piece", "white")
    site(second, "c4").click()
    expect(site(second, "c4")).to_have_attribute("data-piece", "")
    second.get_by_role("button", name="Play it here").click()
    my_turn(second)
    expect(first.get_by_text("This game goes on in another tab")).to_be_visible()
    site(second, "c4").click()
    expect(site(first, "c4")).to_have_attribute("data-piece", "black")
    second.close()
    my_turn(first)
    expect(first.locator(TABLE)).to_have_attribute("data-state", "your-turn")


def test_a_worker_that_dies_is_told_and_replaced(visit: Visitors) -> None:
    dying = """
    const Real = window.Worker;
    let asked = 0;
    window.Worker = class extends Real {
      postMessage(message, ...rest) {
        if (!message.request || asked++) return super.postMessage(message, ...rest);
        this.onerror(Object.assign(new Event("error"), { message: "killed" }));
        this.terminate();
      }
    };
    """
    page = visit("#play?game=freedom&size=6&level=1", script=dying)
    site(page, "c3").click()
    expect(page.locator(f"{TABLE} .refused")).to_contain_text("killed")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(f"{TABLE} .ply")).to_have_count(2)


def test_an_old_browser_is_told_so_before_anything_else(visit: Visitors) -> None:
    context = visit.browser.new_context()
    visit.contexts.append(context)
    context.add_init_script("delete window.WebAssembly")
    page = visit.again(context)
    page.goto(visit.address)
    expect(page.get_by_text("This browser is too old for these pages")).to_be_visible()
    expect(page.get_by_role("heading")).to_have_count(0)
