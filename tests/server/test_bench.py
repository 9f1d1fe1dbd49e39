"""The benchmark measures real clicks."""

from __future__ import annotations

import pytest
from tests.server.site import Unprepared

from livestone.server import bench


def test_click_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.server.app.Engine", Unprepared)
    times = bench.click_times("freedom", clicks=5)
    assert times.clicks == 5
    assert 0 < times.median <= times.percentile_99


def test_a_curtain_is_lifted_between_clicks() -> None:
    assert bench.click_times("trangalla", clicks=3).clicks == 3
