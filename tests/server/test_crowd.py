"""Who has to go when a port is full: whoever only holds a connection, and longest."""

from __future__ import annotations

import math
import time

import pytest

from livestone.server.crowd import Crowd
from livestone.server.kinds import networks
from livestone.server.pace import BURST_SECONDS, Pace


class Guest:
    """A connection that notes that it was sent away."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.due = math.inf
        self.gone = False

    def send_away(self) -> None:
        self.gone = True


def enter(crowd: Crowd, *addresses: str) -> list[Guest]:
    """Connect from addresses, one after the other."""
    guests = [Guest(address) for address in addresses]
    for guest in guests:
        assert crowd.enter(guest)
    return guests


def test_who_waits_longest_makes_room() -> None:
    crowd = Crowd(most=3)
    first, second, third = enter(crowd, "a", "a", "b")
    crowd.works(first)
    fourth = Guest("c")
    assert crowd.enter(fourth)
    assert [guest.gone for guest in (first, second, third, fourth)] == [False, True, False, False]
    crowd.waits(first)
    crowd.leave(third)
    enter(crowd, "c")
    assert not first.gone
    (last,) = enter(crowd, "d")
    assert fourth.gone  # from where most of them wait
    assert len(crowd) == 3
    assert not last.gone


def test_who_is_answered_stays() -> None:
    crowd = Crowd(most=2)
    for guest in enter(crowd, "a", "b"):
        crowd.works(guest)
    refused = Guest("c")
    assert not crowd.enter(refused)
    assert len(crowd) == 2
    crowd.leave(refused)
    assert len(crowd) == 2


def test_of_each_address_only_so_many(caplog: pytest.LogCaptureFixture) -> None:
    crowd = Crowd(from_address=2, proxies=networks("192.0.2.1"))
    first, second, other = enter(crowd, "a", "a", "b")
    enter(crowd, "a")
    assert [first.gone, second.gone, other.gone] == [True, False, False]
    enter(crowd, *["192.0.2.1"] * 10)
    assert len(crowd) == 13
    enter(crowd, "a")
    assert caplog.text.count("belongs into trusted_proxies") == 1


def test_what_takes_too_long_ends() -> None:
    crowd = Crowd()
    first, second = enter(crowd, "a", "a")
    first.due = time.monotonic() - 1
    second.due = time.monotonic() + 60
    assert crowd.look() == 1
    assert [first.gone, second.gone] == [True, False]


def test_the_log_says_who_asks_too_often(caplog: pytest.LogCaptureFixture) -> None:
    now = [1000.0]
    pace = Pace(4, lambda: now[0])
    most = int(4 * BURST_SECONDS)
    for _ in range(most + 100):
        pace.allows("192.0.2.7")
    assert [record.getMessage() for record in caplog.records] == [
        "192.0.2.7 asks more often than an address may (requests): 1 refused"
    ]
    now[0] += 60
    for _ in range(most + 100):
        pace.allows("192.0.2.7")
    assert len(caplog.records) == 2
    assert caplog.records[1].getMessage().endswith(": 100 refused")


def test_pace() -> None:
    now = [1000.0]
    pace = Pace(4, lambda: now[0])
    most = int(4 * BURST_SECONDS)
    assert [pace.allows("a") for _ in range(most + 2)] == [True] * most + [False] * 2
    assert pace.allows("b")
    now[0] += 1
    assert sum(pace.allows("a") for _ in range(20)) == 4
    now[0] += 1000
    assert sum(pace.allows("a") for _ in range(100)) == most
    assert all(Pace(0).allows("a") for _ in range(1000))
