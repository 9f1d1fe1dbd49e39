"""A class in a real browser: a student joins and hands in, the teacher sees it and starts a cup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Visitors
from tests.browser.steps import check
from tests.server.classes.conftest import ClassSite, fall, look

from livestone.freeplay import box
from livestone.server.classes.hosts import Hosts

pytestmark = pytest.mark.browser
TEXT = "from livestone import Player\n\n\nclass Mine(Player):\n    ...\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClassSite]:
    monkeypatch.setattr(Hosts, "play", fall)
    monkeypatch.setattr(Hosts, "check", look)
    monkeypatch.setattr(box, "missing", lambda: None)
    with ClassSite(tmp_path) as made:
        yield made


def join(page: Page, code: str | None, name: str = "") -> None:
    """Join by a code, as the link in a QR code has it, or with a name."""
    page.goto(f"/join#{code}")
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.locator("#said").wait_for()


def hand_in(page: Page, text: str) -> None:
    page.get_by_label("The player’s Python code").fill(text)
    page.get_by_role("button", name="Hand in").click()


def test_from_a_code_to_a_cup_on_the_projector(browser: Browser, site: ClassSite) -> None:
    with Visitors(browser, site.url) as visitors:
        teacher, student, ana = (visitors("/join") for _ in range(3))
        join(teacher, site.slips.teacher)
        join(student, site.slips.join, "Čeda")
        expect(student.locator("#said")).to_have_text("You are Čeda.")
        join(ana, site.slips.students[0].code)
        hand_in(ana, TEXT)
        hand_in(student, TEXT)
        expect(student.locator(".handin")).to_contain_text("Version 1 is handed in")
        expect(student.locator(".fault pre")).to_contain_text("Čeda lost: move raised NameError")
        hand_in(student, TEXT.replace("...", "pass"))
        expect(teacher.locator("#said")).to_have_text("2 of 3 students have handed in.")
        row = teacher.get_by_role("row").filter(has_text="Čeda")
        expect(row.first).to_contain_text("version 2")
        check(teacher, "the teacher's page")
        check(student, "a student's page")
        row.get_by_role("link", name="version 2").click()
        expect(teacher.locator(".diff .added")).to_have_text("+    pass\n")
        check(teacher, "a player's versions")
        teacher.go_back()
        teacher.get_by_role("link", name="Start a tournament").click()
        teacher.get_by_role("heading", name="Start a tournament").wait_for()
        teacher.get_by_label("Name", exact=True).fill("Cup")
        teacher.get_by_label("Knock-out: who loses a meeting is out").check()
        teacher.get_by_label("greedy").check()
        teacher.get_by_label("Pause before each round").check()
        teacher.get_by_role("button", name="Start").click()
        teacher.get_by_role("link", name="Cup").click()
        expect(teacher.locator("#standings-title")).to_contain_text("Cup")
        names = teacher.locator(".pairs button")
        expect(names).to_have_count(2)
        one, other = names.all_inner_texts()
        names.first.click()
        names.last.click()
        expect(teacher.locator(".pairs")).to_have_text(f"{other} – {one}")
        check(teacher, "a round that is about to begin")
        teacher.get_by_label("Pause before each round").uncheck()
        expect(teacher.get_by_label("Pause before each round")).not_to_be_checked()
        teacher.get_by_role("button", name="Go on").click()
        teacher.get_by_role("link", name="Projector").click()
        # The last round is the final one when it has one meeting.
        leads = teacher.locator(".bracket .rounds > li:last-child .leads")
        expect(leads).to_have_text([re.compile("Ana")])
        check(teacher, "the projector's page")
