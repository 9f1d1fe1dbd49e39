"""A machine's clock that is set is noticed, one that runs is not."""

from __future__ import annotations

import time

import pytest

from livestone.server.tables.heartbeat import ClockWatch


def test_a_jump(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    watch = ClockWatch()
    assert watch.look() == 0.0
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 3600)
    assert watch.look() == pytest.approx(-3600, abs=1)
    assert watch.look() == 0.0
    assert [record.getMessage()[:40] for record in caplog.records] == [
        "the machine's clock has jumped by -3600."
    ]
