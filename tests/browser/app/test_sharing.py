"""Sharing: links that carry a game, pictures that stand alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.app.conftest import Visitors
from tests.browser.app.steps import TABLE

from livestone.app.links import packed

pytestmark = pytest.mark.browser


def test_a_sample_is_played_stopped_and_shared(visit: Visitors) -> None:
    page = visit("#sample?game=freedom", reduced_motion="no-preference")
    said = page.locator(f"{TABLE} .said")
    expect(said).to_contain_text(re.compile(r"Move \d+ of"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Last position").click()
    expect(said).to_contain_text("won")
    result = said.inner_text()
    page.get_by_role("button", name="Share or save").click()
    link = page.get_by_label("A link that carries the whole game").input_value()

    # What is shared is the position on the board.
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Back one move").click()
    page.get_by_role("button", name="Share or save").click()
    earlier = page.get_by_label("A link that carries the whole game").input_value()
    earlier_page = visit(earlier[earlier.index("#") :])
    last = int(page.locator(TABLE).get_attribute("data-last") or "")
    expect(earlier_page.locator(TABLE)).to_have_attribute("data-ply", str(last - 1))
    earlier_page.context.close()

    # Pictures stand alone.
    files = {}
    for name in ("Save picture (PNG)", "Save picture (SVG)", "Save moving picture (SVG)"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        files[name] = Path(download.value.path()).read_bytes()
    assert files["Save picture (PNG)"].startswith(b"\x89PNG")
    still, moving = (ElementTree.fromstring(files[name]) for name in list(files)[1:])
    text = ElementTree.tostring(still, encoding="unicode")
    assert "var(" not in text
    assert "class=" not in text
    assert len(moving.findall(".//{*}animate")) >= 100  # a stone a ply

    other = visit(link[link.index("#") :])
    expect(other.locator(f"{TABLE} .said")).to_have_text(result)
    other.get_by_role("button", name="Keep in My games").click()
    other.get_by_text("The game is kept under My games.").wait_for()
    visit.go(other, "#games")
    expect(other.locator("main .list > li")).to_have_count(1)

    # A game without a result opens the analysis board.
    visit.go(other, "#analysis")
    record = "Livestone record 1\nGame: freedom\nOptions: size=6\nWhite: A\nBlack: B\n\n"
    other.get_by_label("The record").fill(f"{record}1. a1\n\nResult: running\nEnd\n")
    other.get_by_role("button", name="Analyse").click()
    expect(other.locator(".tree .move")).to_have_text(["Start", "a1"])


def test_a_program_s_game_is_replayed_as_the_program_knows_it(visit: Visitors) -> None:
    record = (
        "Livestone record 1\nGame: freedom\nOptions: size=6\nWhite: mine (bot)\n"
        "Black: Livestone (bot level 1)\n\n"
        "1. a1 {engine: 36 cells\\n[%mark b2 next]\\n[%values a1=2]}\n2. b1\n\n"
        "Result: White wins\nScores: 0 0\nReason: resigned by Black\nEnd\n"
    )
    page = visit(f"#shared={packed(record)}?ply=1")
    expect(page.locator(".ply")).to_have_text(["(0, 0)", "(1, 0)"])
    expect(page.locator(".said-by-program pre")).to_have_text("36 cells")
    expect(page.locator(".said-by-program")).to_contain_text("“next” on (1, 1)")
    expect(page.locator(".note text")).to_have_text(["2", "next"])
    page.get_by_role("button", name="Last position").click()
    page.locator(TABLE).get_by_role("link", name="Analyse").click()
    expect(page.locator(".tree .move")).to_have_text(["Start", "(0, 0)", "(1, 0)"])
    visit.go(page, "#analysis?game=freedom&size=6&moves=a1")
    expect(page.locator(".tree .move")).to_have_text(["Start", "a1"])
