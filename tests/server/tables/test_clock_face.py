"""The clocks beside the players."""

from __future__ import annotations

import re

import httpx
import pytest
from tests.server.site import said
from tests.server.tables.test_pages import start


@pytest.mark.parametrize("control", ["5+3", "10/3x30", "2d"])
def test_a_page_with_clocks(me: httpx.Client, control: str) -> None:
    at = start(me, size="4", seat1="person", control=control)
    page = me.get(at)
    assert len(re.findall(r'role="timer"', page.text)) == 2
    assert "/static/clocks.js" in page.text
    shown = {"5+3": "5:00", "10/3x30": "10:00", "2d": "2 d 0 h"}[control]
    assert f"Time left: {shown}" in said(page)
    assert ("then 3 × 30 s" in said(page)) == (control == "10/3x30")
    assert "data-running" not in page.text
    for ply, move in enumerate(("a1", "b1")):
        me.post(f"{at}/moves", data={"move": move, "ply": str(ply), "lag": "0.12"})
    assert me.get(at).text.count("data-running") == 1
    assert f"control={control.replace('+', '%2B').replace('/', '%2F')}" in me.get(at).text


def test_a_page_without(me: httpx.Client) -> None:
    page = me.get(start(me, size="4"))
    assert "timer" not in page.text
    assert "clocks.js" not in page.text


@pytest.mark.parametrize("lag", ["-1", "61", "1e3", "x" * 99, "nan"])
def test_a_lag_that_makes_no_sense(me: httpx.Client, lag: str) -> None:
    at = start(me, size="4", seat1="person", control="5")
    page = me.post(f"{at}/moves", data={"move": "a1", "ply": "0", "lag": lag})
    assert page.status_code == 400
    assert "give 0 to 60 seconds" in said(page)
