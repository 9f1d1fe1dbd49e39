"""The log: one line a record, whatever is in it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from livestone.server.ops import logs
from livestone.server.ops.logs import MAX_ALIKE, OTHERS, OURS, set_up
from livestone.server.web.requests import request_id


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Leave the loggers as they were."""
    logs = [logging.getLogger(name) for name in (OURS, *OTHERS)]
    before = [(log, log.level, list(log.handlers)) for log in logs]
    yield
    for log, level, handlers in before:
        log.setLevel(level)
        log.handlers[:] = handlers


def test_json() -> None:
    out = io.StringIO()
    set_up("json", "info", out)
    set_up("json", "info", out)  # once more changes nothing
    token = request_id.set("abc")
    logging.getLogger("livestone.x").info("a %s", "b\nc", extra={"fields": {"status": 200}})
    request_id.reset(token)
    logging.getLogger("livestone").debug("not told")
    try:
        raise ValueError("why")
    except ValueError as error:
        logging.getLogger("uvicorn.error").error("failed", exc_info=error)
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first.pop("time").endswith("Z")
    assert first == {
        "level": "info",
        "logger": "livestone.x",
        "message": "a b\nc",
        "status": 200,
        "request": "abc",
    }
    assert "ValueError: why" in second["trace"]


def test_text() -> None:
    out = io.StringIO()
    set_up("text", "warning", out)
    logging.getLogger("livestone").info("not told")
    logging.getLogger("livestone").warning("a\nb \x1b[2J", extra={"fields": {"route": "/x"}})
    (line,) = out.getvalue().splitlines()
    assert line.endswith(r" WARNING a\nb \x1b[2J route=/x")


def test_a_flood_fills_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(logs.LogThrottle.__init__, "__defaults__", (lambda: now[0],))
    out = io.StringIO()
    set_up("text", "info", out)
    log = logging.getLogger("livestone")
    for number in range(1000):
        log.warning("somebody asks too often: %d", number)
        log.info("somebody has come: %d", number)
    log.warning("something else")
    lines = out.getvalue().splitlines()
    assert sum("too often" in line for line in lines) == MAX_ALIKE
    assert sum("has come" in line for line in lines) == 1000
    assert lines[-1].endswith("something else")
    now[0] += logs.MINUTE
    for number in range(2):
        log.warning("somebody asks too often: %d", number)
    *_, first, second = out.getvalue().splitlines()
    assert first.endswith(f"too often: 0 left_out={1000 - MAX_ALIKE}")
    assert second.endswith("too often: 1")
