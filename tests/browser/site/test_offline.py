"""The site without a network: after a visit, in one file; and a new edition of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.site.conftest import Visitors, served
from tests.browser.site.steps import my_turn, play_out, site

pytestmark = pytest.mark.browser
SMALL = "#play?game=freedom&size=6&level=1&seat=white"
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


@pytest.fixture
def visit_copy(browser: Browser, copy: Path) -> Iterator[Visitors]:
    with served(copy) as address, Visitors(browser, address) as visitors:
        yield visitors


def keep(page: Page) -> None:
    """Wait until the browser keeps all of the site."""
    page.wait_for_function(KEPT)


def test_after_a_visit_everything_works_without_a_network(browser: Browser, copy: Path) -> None:
    with served(copy) as address:
        visitors = Visitors(browser, address)
        page = visitors()
        keep(page)
    with visitors:
        page.context.set_offline(True)  # and the server has gone
        visitors.go(page, "#play?game=haalmaa_1&level=1&seat=red")
        assert my_turn(page)
        visitors.go(page, "#rules?game=freedom")
        expect(page.get_by_role("heading", name="Sources and rulings")).to_be_visible()
        visitors.go(page, SMALL)
        play_out(page)


def test_a_single_file_plays_from_a_folder_without_a_network(
    browser: Browser, folder: Path
) -> None:
    visitors = Visitors(browser, (folder.parent / "livestone.html").as_uri())
    asked: list[str] = []
    page = visitors(SMALL)
    page.on("request", lambda request: asked.append(request.url))
    play_out(page)
    visitors.go(page, "#")
    page.get_by_role("heading", name="All games").wait_for()
    expect(page.locator(".gallery img").first).to_have_js_property("complete", True)
    visitors.go(page, "#analysis?game=haalmaa_1")
    page.locator("livestone-board [data-site]").first.wait_for()
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:", "about:"))] == []
    page.context.close()
    assert visitors.complaints == []


def test_two_lines_put_a_table_into_another_page(visit_copy: Visitors, copy: Path) -> None:
    (copy / "other.html").write_text(
        '<!doctype html><script type="module" src="table.js"></script>'
        '<livestone-table game="freedom" level="1" option-size="6"></livestone-table>'
    )
    page = visit_copy()
    page.goto(visit_copy.address.replace("index.html", "other.html"))
    assert my_turn(page)
    site(page, "c3").click()
    assert my_turn(page)
    expect(page.locator("[data-piece=white]")).to_have_count(1)
    expect(page.locator("[data-piece=black]")).to_have_count(1)
    color = page.locator("livestone-board .frame, livestone-board .cells").first
    assert color.evaluate("(part) => getComputedStyle(part).fill") != "rgb(0, 0, 0)"
