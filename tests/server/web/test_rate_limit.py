"""Rate limit: so many within a time, for each key."""

from __future__ import annotations

import pytest

from livestone.errors import TooMany
from livestone.server.web import rate_limit
from livestone.server.web.rate_limit import RateLimit


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
    monkeypatch.setattr(rate_limit, "MOST_KEYS", 3)
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


def test_what_services_count_has_names() -> None:
    class Service:
        def __init__(self) -> None:
            self.few, self.other = RateLimit(1, 60), 7

    service = Service()
    assert rate_limit.kept_by((service, object.__new__(Service))) == {"Service.few": service.few}
