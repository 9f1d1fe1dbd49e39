"""The designer's report in a browser: one file, whose games are played through on the board."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.conftest import Visitors
from tests.browser.steps import check
from tests.portable.javascript import missing

from livestone.games import load
from livestone.play.playtest import playtest
from livestone.play.playtest_study import study
from livestone.report.page import page as report


def test_a_report_plays_its_games_through(browser: Browser, tmp_path: Path) -> None:
    played = playtest(load("freedom", size=6), 6, 8, study=True)
    text, file = report([(played, study(played))], 1, lambda words: None), tmp_path / "report.html"
    if "cannot be played through" in text:
        missing("there is nothing to bundle scripts or to link games with")
    file.write_text(text, "utf-8")
    with Visitors(browser, tmp_path.as_uri()) as visit:
        page = visit(file.as_uri(), offline=True, reduced_motion="reduce")
        page.get_by_role("button", name="Play it through").first.click()
        table = page.locator("livestone-table")
        expect(table).to_have_attribute("data-ply", "0")
        page.get_by_role("button", name="One step").click()
        expect(table).to_have_attribute("data-ply", "1")
        expect(table).to_have_attribute("data-last", str(len(played.games[0].moves)))
        check(page, "the report")
