"""The clocks of a game as a pure function of the time."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.tables.test_time_control import controls

from livestone.api.tables import SeatClock
from livestone.server.tables.clock import QUOTA_GAIN, QUOTA_MOST, Clock
from livestone.server.tables.time_control import TimeControl

NOW = 1_000_000.0


def going(text: str, seats: int = 2) -> Clock:
    """A clock that runs, after every player's first turn."""
    clock = Clock.fresh(TimeControl.read(text), seats).run(NOW)
    for seat in range(seats):
        clock = clock.turned(seat, NOW)
    return clock


def take(clock: Clock, *seconds: float) -> Clock:
    """The clock after turns of so many seconds, seat after seat."""
    for index, one in enumerate(seconds):
        assert clock.since is not None
        clock = clock.turned(index % len(clock.left), clock.since + one)
    return clock


def test_first_turns_cost_nothing() -> None:
    clock = Clock.fresh(TimeControl.read("1+5"), 3).run(NOW)
    for seat in range(3):
        assert clock.flag_at(seat) is None
        clock = clock.turned(seat, NOW + 100 * (seat + 1))
    assert clock.left == (60.0, 60.0, 60.0)
    assert clock.flag_at(0) == NOW + 300 + 60


@pytest.mark.parametrize(
    ("text", "turns", "left"),
    [
        ("1", (10, 20, 5), (45.0, 40.0)),
        ("1+5", (10, 20, 5), (55.0, 45.0)),
        ("1d5", (10, 20, 3), (55.0, 45.0)),
        ("1/3x30", (10, 20, 5), (45.0, 40.0)),
        ("2d", (7200, 86400, 5), (172800.0, 172800.0)),
        ("none", (10, 20, 5), (0.0, 0.0)),
    ],
)
def test_what_a_turn_costs(text: str, turns: tuple[float, ...], left: tuple[float, ...]) -> None:
    assert take(going(text), *turns).left == left


def test_periods() -> None:
    clock = going("1/3x30", 1)
    clock = take(clock, 60 + 29)
    assert (clock.left, clock.periods) == ((0.0,), (3,))
    clock = take(clock, 30)
    assert clock.periods == (2,)
    assert clock.shown(0, None, NOW) == SeatClock(30.0, 2, in_period=True)
    assert clock.since is not None
    assert clock.shown(0, 0, clock.since + 31) == SeatClock(29.0, 1, in_period=True)
    assert clock.shown(0, 0, clock.since + 99) == SeatClock(0.0, 0, in_period=True)
    assert not clock.flagged(0, clock.since + 59.9)
    assert clock.flagged(0, clock.since + 60)


def test_pause() -> None:
    clock = take(going("1"), 10, 10).stop(NOW + 25)
    assert clock.stands
    assert clock.flag_at(0) is None
    assert clock.shown(0, 0, NOW + 999).seconds == 45.0
    clock = clock.stop(NOW + 1000).run(NOW + 2000)
    assert clock.flag_at(0) == NOW + 2045
    assert clock.run(NOW + 2010) == clock


def test_a_broken_off_turn_costs_but_earns_nothing() -> None:
    clock = going("1+5").handed(0, NOW + 20)
    assert clock.left == (40.0, 60.0)
    assert clock.flag_at(1) == NOW + 80


@settings(max_examples=40)
@given(st.lists(st.floats(-1, 1e6), max_size=30))
def test_lag_is_forgiven_within_the_quota(lags: list[float]) -> None:
    clock = going("100", 1)
    for lag in lags:
        assert clock.since is not None
        clock = clock.forgive(0, lag, clock.since + 5).turned(0, clock.since + 5)
    saved = clock.left[0] - (6000 - 5 * len(lags))
    assert -0.01 <= saved <= QUOTA_MOST + QUOTA_GAIN * len(lags) + 0.01
    assert 0 <= clock.quota[0] <= QUOTA_MOST


def test_lag_never_exceeds_the_time_used() -> None:
    clock = going("1").forgive(0, 0.8, NOW + 0.1).turned(0, NOW + 0.1)
    assert clock.left[0] == 60.0
    assert clock.quota[0] == pytest.approx(min(QUOTA_MOST, QUOTA_MOST - 0.1 + QUOTA_GAIN))


moments = st.floats(0, 1e6)


@settings(max_examples=60)
@given(controls, st.integers(2, 3), st.lists(st.tuples(st.floats(0, 500), st.booleans())))
def test_whatever_happens(
    control: TimeControl, seats: int, steps: list[tuple[float, bool]]
) -> None:
    """No clock gains by thinking, none is negative, and the others' stand still."""
    clock, now, mover = Clock.fresh(control, seats).run(NOW), NOW, 0
    for seconds, turns in steps:
        at = clock.flag_at(mover)
        before = [clock.shown(seat, mover, now) for seat in range(seats)]
        now += seconds
        after = [clock.shown(seat, mover, now) for seat in range(seats)]
        assert all(one.seconds >= 0 for one in after)
        assert all(
            was == one
            for seat, (was, one) in enumerate(zip(before, after, strict=True))
            if seat != mover
        )
        assert after[mover].periods <= before[mover].periods
        if at is not None:
            assert clock.flagged(mover, now) == (now >= at)
            if clock.flagged(mover, now):
                assert after[mover].seconds == pytest.approx(0, abs=1e-3)
                return
        clock = clock.turned(mover, now) if turns else clock.handed(mover, now)
        mover = (mover + 1) % seats
        kept = json.loads(json.dumps(clock.as_json()))
        assert Clock.from_json(control, kept, clock.since) == clock


@settings(max_examples=40)
@given(controls, moments, moments)
def test_time_runs_evenly(control: TimeControl, first: float, second: float) -> None:
    """Looking at a clock, stopping and starting it changes nothing."""
    clock = going(str(control))
    stopped = clock.stop(NOW + first).run(NOW + first)
    assert stopped.used(NOW + first + second) == pytest.approx(
        clock.used(NOW + first + second), abs=1e-3
    )


def test_a_time_before_the_beginning_counts_as_none() -> None:
    assert going("1").used(NOW - 3600) == 0.0
