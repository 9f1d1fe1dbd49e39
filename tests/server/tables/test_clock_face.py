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
    shown = {"5+3": "5:00", "10/3x30": "10:00", "2d": "2 d 0 h"}[control]
    assert f"Time left: {shown}" in said(page)
    assert ("then 3 × 30 s" in said(page)) == (control == "10/3x30")
    assert me.get(f"/api{at}").json()["clock"]["running"] is None
    for ply, move in enumerate(("a1", "b1")):
        me.post(f"{at}/moves", data={"move": move, "ply": str(ply)})
    assert me.get(f"/api{at}").json()["clock"]["running"] == 0
    assert f"control={control.replace('+', '%2B').replace('/', '%2F')}" in me.get(at).text


def test_a_page_without(me: httpx.Client) -> None:
    page = me.get(start(me, size="4"))
    assert "timer" not in page.text
