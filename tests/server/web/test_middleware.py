"""What stands before the application keeps floods out of the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from livestone.server.web import middleware
from livestone.server.web.middleware import Middleware


async def test_what_is_one_too_many_is_not_logged_by_itself(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(path: str) -> None:
        scope: Any = {"type": "http", "method": "GET", "path": path, "headers": []}
        await front({**scope, "client": ("192.0.2.7", 5), "scheme": "http"}, None, send)  # type: ignore[arg-type]

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    monkeypatch.setattr(middleware, "PENALTY_SECONDS", 0.0)
    answers: list[int] = []
    told: list[int] = []
    front = Middleware(
        app,
        answered=lambda method, route, status, seconds: told.append(status),
        log_requests=True,
        requests=0.2,
    )
    with caplog.at_level(logging.INFO):
        for _ in range(50):
            await ask("/")
    assert answers == told == [200] * 2 + [429] * 48  # the figures have them all
    said = [record.getMessage() for record in caplog.records]
    assert said[:2] == ["answered"] * 2
    assert said[2:] == ["192.0.2.7 asks more often than an address may (requests)"]
