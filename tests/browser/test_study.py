"""An analysis board in the browser: variations by mouse and by keyboard, and marks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.steps import ready, site

pytestmark = pytest.mark.browser


def shown(page: Page, move: str) -> None:
    """Wait until the list shows where the board is."""
    expect(page.locator("#scroll [aria-current]")).to_have_text(move)


def test_marks_and_variations_by_mouse_and_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit()
    answer = page.request.post("/studies", form={"game": "freedom", "size": "4"})
    page.goto(answer.url)
    ready(page)
    boxes = [site(page, name).bounding_box() for name in ("a1", "c3")]
    (start, end) = [(box["x"] + 20, box["y"] + 20) for box in boxes if box]
    page.mouse.move(*start)
    page.mouse.down(button="right")
    page.mouse.move(*end)
    page.mouse.up(button="right")
    expect(page.locator("#remark")).to_contain_text("green arrow from a1 to c3")
    page.locator("#draw-tool summary").click()
    page.locator("#draw").click()
    site(page, "b2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#remark")).to_contain_text("green circle on b2")
    expect(page.locator("#scroll")).to_contain_text("No moves yet")
    page.locator("#draw").click()

    for move in ("a1", "b1", "c1"):
        site(page, move).click()
        shown(page, move)
    page.locator("#node-1").click()
    shown(page, "a1")
    site(page, "b2").click()
    shown(page, "b2")
    expect(page.locator("#scroll .level-1")).to_have_text(re.compile("b2"))
    expect(page).to_have_url(re.compile(r"node=4$"))
    # Back to the first move by the keyboard, then to another reply of the second.
    page.locator("#scroll").focus()
    page.keyboard.press("ArrowUp")
    shown(page, "b1")
    page.keyboard.press("ArrowRight")
    shown(page, "c1")
    page.keyboard.press("Home")
    shown(page, "Start")
    page.keyboard.press("End")
    shown(page, "c1")
    page.keyboard.press("ArrowLeft")
    shown(page, "b1")
    site(page, "b1").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    shown(page, "b2")
    expect(page.locator("#scroll .level-1")).to_have_count(2)
    page.reload()
    shown(page, "b2")
