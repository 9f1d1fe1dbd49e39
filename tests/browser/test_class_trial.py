"""A class of twelve pages: codes, players, a power cut, and everybody's result on the projector."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.app.built import built_site
from tests.browser.conftest import PICTURE, Visitors
from tests.browser.test_class import hand_in, join
from tests.server.classes.test_killed import TEXT, codes, start

from livestone.freeplay import box
from livestone.games import load

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(box.missing() is not None, reason=f"no sandbox: {box.missing()}"),
]
NAMES = (
    *("Ana Petrović", "Жана", "Čeda Ž.", "Đorđe", "Emma", "Filip", "Gordana"),
    *("Hana Okafor-Lindqvist", "Iva", "Jovan"),
)
LATE = ("Katarina", "Лука")  # who join by the code of the class
SCREEN = {"width": 1920, "height": 1080}
LARGE = 28  # pixels of type that are read from the last row
WRONG = TEXT.replace("[-1]", "[9999]")


def write(page: Page) -> None:
    """Hand in the player that one begins with, where players are written."""
    page.goto("/write")
    page.get_by_role("button", name="Hand in to 5a").click()
    page.get_by_text("Version 1 is handed in").wait_for()
    page.get_by_role("link", name="How it plays").click()
    page.locator("#said").wait_for()


def everybody(visitors: Visitors, slips: list[str], code: str) -> list[Page]:
    """Twelve who join; some write, others have a file, and that of one is wrong."""
    pages = [visitors() for _ in (*NAMES, *LATE)]
    for page, slip in zip(pages, slips, strict=False):
        join(page, slip)
    for page, name in zip(pages[len(NAMES) :], LATE, strict=True):
        join(page, code, name)
    for at, page in enumerate(pages):
        if at % 4 == 0:
            write(page)
        else:
            hand_in(page, WRONG if at == 1 else TEXT.replace("-1", str(-at)))
            expect(page.locator(".handin")).to_contain_text("Version 1 is handed in")
    return pages


def start_cup(teacher: Page) -> Page:
    """Start a tournament, and show it on the projector."""
    teacher.get_by_role("link", name="Start a tournament").click()
    teacher.get_by_label("Name", exact=True).fill("Cup")
    teacher.get_by_label("Rounds of a Swiss").fill("4")
    teacher.get_by_label("Board size").select_option("6")
    teacher.get_by_role("button", name="Start", exact=True).click()
    expect(teacher.locator("#standings-title")).to_contain_text("Cup")
    address = teacher.get_by_role("link", name="Projector").get_attribute("href")
    screen = teacher.context.new_page()
    screen.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    screen.goto(str(address))
    return screen


def check_screen(screen: Page) -> None:
    """Everybody stands in the table with all of their games, and it can be read from afar."""
    rows = screen.locator(".standings tbody tr")
    expect(rows).to_have_count(len(NAMES + LATE))
    for name in NAMES + LATE:
        counts = rows.filter(has_text=name).locator(".counts").inner_text()
        assert sum(map(int, re.findall(r"\d+", counts))) == 8, (name, counts)
    size = "row => [parseFloat(getComputedStyle(row).fontSize), row.getBoundingClientRect().bottom]"
    for row in rows.all():
        pixels, bottom = row.evaluate(size)
        assert pixels >= LARGE
        assert bottom <= SCREEN["height"]


def test_twelve_pages_through_a_power_cut(browser: Browser, tmp_path: Path) -> None:
    site = str(built_site([load("freedom", preset="freeplay")]))
    ran, said = start(tmp_path, NAMES, "--open", LIVESTONE_APP=site)
    (url,) = re.findall(r"Students open  (\S+)/join", said)
    (code,) = re.findall(r"joined by the code  (\w+)", said)
    (link,) = re.findall(r"/join#(\S+)", said)
    try:
        with Visitors(browser, url, PICTURE) as visitors:
            visitors.expected.append("net::ERR_")
            teacher = visitors()
            join(teacher, link)
            pages = everybody(visitors, codes(tmp_path), code)
            expect(teacher.locator("#said")).to_contain_text("12 of 12 students have handed in.")
            screen = start_cup(teacher)
            expect(screen.locator(".results li")).not_to_have_count(0)
            ran.end(signal.SIGKILL)
            ran.wait()
            lost = "The connection is lost. Trying again."
            expect(teacher.get_by_text(lost)).to_be_visible()
            port = int(url.rpartition(":")[2])
            ran, said = start(tmp_path, NAMES, "--open", port=port, LIVESTONE_APP=site)
            assert url in said
            expect(screen.locator("#said")).to_contain_text("It is over:")
            screen.screenshot(path=tmp_path / "projector.png")
            check_screen(screen)
            expect(pages[1].locator(".fault pre")).to_contain_text("line 6")
            for page in pages[2:]:
                expect(page.get_by_role("link", name="Cup")).to_be_visible()
    finally:
        ran.end(signal.SIGTERM)
        ran.wait()
