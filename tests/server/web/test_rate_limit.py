"""Rate limit: so many within a time, for each key."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.site import said_here

from livestone.errors import TooMany
from livestone.server.web import middleware, rate_limit
from livestone.server.web.middleware import Middleware
from livestone.server.web.rate_limit import RateLimit
from livestone.server.web.settings import WebSettings


def test_so_many_within_a_time() -> None:
    now = 1000.0
    few = RateLimit(2, 900, clock=lambda: now)
    for _ in range(2):
        few.check("ada")
        few.count("ada")
    with pytest.raises(TooMany, match="wait 15 minutes"):
        few.check("ada")
    few.check("bob")
    now += 840
    with pytest.raises(TooMany, match="wait 1 minute,"):
        few.check("ada")
    now += 60
    few.check("ada")


def test_forgiving() -> None:
    few = RateLimit(1, 60, clock=lambda: 0)
    few.count("ada")
    few.take_back("ada")
    few.check("ada")
    few.count("ada")
    few.forget("ada")
    few.check("ada")
    few.take_back("nobody")


def test_only_so_many_keys_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_KEYS", 3)
    few = RateLimit(1, 60, clock=lambda: 0)
    for key in "abcde":
        few.count(key)
    few.check("a")
    with pytest.raises(TooMany):
        few.check("e")


def test_two_processes_count_together() -> None:
    here, there = (RateLimit(2, 60, clock=lambda: 0) for _ in range(2))
    here.tell, told = there.hear, []
    there.tell = lambda what, key: told.append(key)
    here.count("ada")
    there.count("ada")
    here.count("ada")
    with pytest.raises(TooMany):
        there.check("ada")
    here.take_back("ada")
    there.check("bob")
    here.forget("ada")
    there.check("ada")
    assert len(told) == 1
    assert "ada" not in told[0]


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
    figures: Any = SimpleNamespace(answered=lambda _, route, status, *more: told.append(status))
    web = WebSettings(log_requests=True, requests=0.2)
    front = Middleware(app, web, lambda: figures)
    with caplog.at_level(logging.INFO):
        for _ in range(50):
            await ask("/")
    assert answers == told == [200] * 2 + [429] * 48  # the figures have them all
    said = said_here(caplog)
    assert said[:2] == ["answered"] * 2
    assert said[2:] == ["192.0.2.7 asks more often than an address may (requests)"]
