"""Time controls as texts, and the clocks of a game as a pure function of the time."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.api.tables import GameControl, SeatClock
from livestone.errors import BadRequest
from livestone.play.time_control import TimeControl
from livestone.server.tables.clock import QUOTA_GAIN, QUOTA_MOST, Clock

seconds = st.integers(1, 180)
controls = st.one_of(
    st.just(TimeControl()),
    st.builds(TimeControl, st.just("sudden"), st.integers(10, 10800)),
    st.builds(TimeControl, st.sampled_from(("fischer", "delay")), st.integers(10, 10800), seconds),
    st.builds(TimeControl, st.just("byoyomi"), st.integers(10, 10800), seconds, st.integers(1, 20)),
    st.builds(TimeControl, st.just("days"), days=st.integers(1, 30)),
)


@settings(max_examples=60)
@given(controls)
def test_text(control: TimeControl) -> None:
    text = str(control)
    read = TimeControl.read(text)
    # Two decimals of a minute are as fine as the text gets.
    assert abs(read.base - control.base) <= 1
    assert str(read) == text
    assert (read.kind, read.bonus, read.periods, read.days) == (
        *(control.kind, control.bonus, control.periods, control.days),
    )
    assert read.words()
    assert len(text) <= 32


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("", TimeControl()),
        (" NONE ", TimeControl()),
        ("5", TimeControl("sudden", 300)),
        ("0.5", TimeControl("sudden", 30)),
        ("0+10", TimeControl("fischer", 0, 10)),
        ("5d3", TimeControl("delay", 300, 3)),
        ("0/1x10", TimeControl("byoyomi", 0, 10, 1)),
        ("3D", TimeControl("days", days=3)),
    ],
)
def test_read(text: str, control: TimeControl) -> None:
    assert TimeControl.read(text) == control


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("soon", "'soon' is no time control: say none, 5"),
        ("-5", "'-5'"),
        ("٥", "no time control"),
        ("x" * 99, "'xxxxxxxxxxxxxxxxx...'"),
        ("181", "'181' makes no sense: 181 minutes, where 0 to 180 are possible"),
        ("5+0", "0 seconds, where 1 to 180"),
        ("5d200", "200 seconds"),
        ("5/21x30", "21 periods, where 1 to 20"),
        ("0d", "0 days, where 1 to 30"),
        ("0.1", "'0.1' gives 6 seconds in all: nobody plays in under 10"),
        ("0+9", "9 seconds in all"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(why)):
        TimeControl.read(text)


def test_as_answers_have_it() -> None:
    words = "10 minutes, then 3 periods of 30 seconds"
    asked = GameControl("10/3x30", words, "byoyomi", base=600, bonus=30, periods=3, warn=10)
    assert TimeControl.read("10/3x30").shown(10) == asked


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
