"""Puzzles on the site of a server, which rates the first answers of people with accounts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.app.conftest import Visitors
from tests.server.site import Site

from livestone.games import find
from livestone.puzzles.puzzle import shipped

pytestmark = pytest.mark.browser
RATED = "Your rating on this server"


def show_the_answer(page: Page) -> None:
    """Give a puzzle up."""
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".puzzle .about")).to_contain_text("The puzzle's rating")


def test_the_first_answers_of_people_with_accounts_are_rated(
    browser: Browser, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_APP", str(folder))
    solved = shipped(find("freedom"))[2]
    with Site(tmp_path) as site, Visitors(browser, f"{site.url}/site/index.html") as visitors:
        page = visitors("#puzzle?game=freedom&n=1")
        show_the_answer(page)
        expect(page.locator(".puzzle .about")).not_to_contain_text(RATED)
        account = {"name": "Solver", "password": "four words will do"}
        assert page.request.post(f"{site.url}/api/register", data=account).ok
        visitors.go(page, "#puzzle?game=freedom&n=2")
        show_the_answer(page)
        expect(page.locator(".puzzle .about")).to_contain_text(RATED)
        visitors.go(page, "#puzzle?game=freedom&n=3")
        page.locator(f'[data-site="{solved.best[0]}"][data-legal]').click()
        expect(page.locator(".puzzle .about")).to_contain_text(RATED)
        told = page.request.get(f"{site.url}/api/puzzles/solver").json()
        assert (told["tried"], told["solved"], told["streak"]) == (2, 1, 1)
