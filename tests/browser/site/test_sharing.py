"""Sharing: links that carry a game, pictures that stand alone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.site.conftest import Visitors
from tests.browser.site.steps import TABLE

pytestmark = pytest.mark.browser


def shared(visit: Visitors) -> tuple[Page, str]:
    """A page with the dialog that shares a sample game, and the link in it."""
    page = visit("#sample?game=freedom")
    page.get_by_role("button", name="Last position").click()
    page.get_by_role("button", name="Share or save").click()
    link = page.get_by_label("A link that carries the whole game").input_value()
    return page, link[link.index("#") :]


def test_a_link_carries_a_game(visit: Visitors) -> None:
    page, link = shared(visit)
    result = page.locator(f"{TABLE} .said").inner_text()
    other = visit(link)
    assert other.locator(f"{TABLE} .said").inner_text() == result
    other.get_by_role("button", name="Keep in My games").click()
    other.get_by_text("The game is kept under My games.").wait_for()
    visit.go(other, "#games")
    expect(other.locator("main .list > li")).to_have_count(1)


def test_a_link_without_a_result_opens_the_analysis_board(visit: Visitors) -> None:
    page = visit("#analysis")
    record = "Livestone record 1\nGame: freedom\nOptions: size=6\nWhite: A\nBlack: B\n\n"
    page.get_by_label("The record").fill(f"{record}1. a1\n\nResult: running\nEnd\n")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".tree .move")).to_have_text(["Start", "a1"])


def test_pictures_stand_alone(visit: Visitors) -> None:
    page, _ = shared(visit)
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
