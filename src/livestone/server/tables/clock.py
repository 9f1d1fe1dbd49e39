"""The clocks of one game as a value, and what happens by itself when they have run down.

A :class:`Clock` knows how it stood when the present turn began and since when that turn runs; who
has how much left at any moment follows, so nothing ticks and nothing is written while a player
thinks.
Times are seconds since 1970 as :class:`livestone.server.tables.heartbeat.ServerTime` counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self, TypeVar

from livestone.api.tables import SeatClock
from livestone.play.time_control import DAY, UNTIMED, TimeControl
from livestone.server.tables.store import GameRow, SeatRow

# What a player's slow connection may save: in a turn at most so much more than is saved up,
# and never more than the most. A player who pretends to be slow gains no more than this.
QUOTA_GAIN = 0.25
QUOTA_MOST = 1.0

# A game is called off when one of several people has not begun: with a clock to sit at, and with
# none (correspondence gives them the days of a turn).
FIRST_SECONDS = 60.0
IDLE_SECONDS = 7.0 * DAY
WAITING_SECONDS = 30.0 * DAY  # an invitation that nobody takes up
PAUSE_SECONDS = 1.0 * DAY  # the longest that clocks stand still by agreement

_read = lru_cache(256)(TimeControl.read)  # many games have the same, and are asked all the time

Value = TypeVar("Value")


@dataclass(frozen=True)
class Clock:
    """The clocks of a game whose ``control`` is known, for any number of seats.

    ``left`` is main time at the beginning of the present turn, ``periods`` those of byo-yomi that
    are left. Nobody is charged for their first turn: ``begun`` says who has made it. ``quota`` is
    what may be forgiven of lag. Of the present turn ``spent`` seconds were used before ``since``,
    which is None while the clock stands still.
    """

    control: TimeControl = UNTIMED
    left: tuple[float, ...] = ()
    periods: tuple[int, ...] = ()
    begun: tuple[bool, ...] = ()
    quota: tuple[float, ...] = ()
    spent: float = 0.0
    since: float | None = None

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> Self:
        return cls(
            control,
            left=(control.first,) * seats,
            periods=(control.periods,) * seats,
            begun=(False,) * seats,
            quota=(QUOTA_MOST,) * seats,
        )

    @property
    def stands(self) -> bool:
        return self.since is None

    def used(self, now: float) -> float:
        """The seconds used in the present turn; a time before its beginning counts as none."""
        return self.spent + (0.0 if self.since is None else max(0.0, now - self.since))

    def charges(self, mover: int) -> bool:
        """Whether the present turn costs its mover time."""
        return self.control.timed and self.begun[mover]

    def flag_at(self, mover: int) -> float | None:
        """When the mover's time is up; None where it does not run."""
        if self.since is None or not self.charges(mover):
            return None
        whole = self.left[mover] + self.periods[mover] * self.control.bonus
        return self.since + whole - self.spent

    def flagged(self, mover: int, now: float) -> bool:
        at = self.flag_at(mover)
        return at is not None and now >= at

    def shown(self, seat: int, mover: int | None, now: float) -> SeatClock:
        """What a seat's clock shows, in whole milliseconds."""
        used = self.used(now) if seat == mover and self.charges(seat) else 0.0
        left, periods = self._after(seat, used)
        if left > 0 or not self.control.periods:
            return SeatClock(round(left, 3), periods)
        over = max(0.0, used - self.left[seat])
        gone = self.periods[seat] - periods
        seconds = (gone + 1) * self.control.bonus - over if periods else 0.0
        return SeatClock(round(seconds, 3), periods, in_period=True)

    def _after(self, seat: int, used: float) -> tuple[float, int]:
        """Main time and periods of a seat that has used so much of its turn."""
        left, periods = self.left[seat] - used, self.periods[seat]
        if left < 0 and periods:
            periods = max(0, periods - int(-left // self.control.bonus))
        return max(0.0, left), periods

    def run(self, now: float) -> Self:
        """Return the clock going on; one that goes already is the same."""
        return self if self.since is not None else replace(self, since=now)

    def stop(self, now: float) -> Self:
        return replace(self, spent=self.used(now), since=None)

    def forgive(self, mover: int, lag: float, now: float) -> Self:
        """Return the clock without the ``lag`` seconds that a ply was on its way, within limits."""
        if self.since is None or not self.control.live or not self.charges(mover):
            return self
        given = min(max(0.0, lag), self.quota[mover], max(0.0, now - self.since))
        quota = _with(self.quota, mover, self.quota[mover] - given)
        return replace(self, since=self.since + given, quota=quota)

    def turned(self, mover: int, now: float) -> Self:
        """Return the clock after the mover's turn has ended at ``now``, going for the next."""
        clock = self._charged(mover, now, finished=True)
        return replace(clock, begun=_with(clock.begun, mover, True))

    def handed(self, mover: int, now: float) -> Self:
        """Return the clock for the next mover, without a bonus: the turn was broken off."""
        return self._charged(mover, now, finished=False)

    def _charged(self, mover: int, now: float, finished: bool) -> Self:
        clock = replace(self, spent=0.0, since=now)
        if not self.charges(mover):
            return clock
        control, used = self.control, self.used(now)
        left, periods = self._after(mover, used)
        if control.kind == "days":
            left = control.first
        elif finished and control.kind == "fischer":
            left += control.bonus
        elif finished and control.kind == "delay":
            left += min(used, control.bonus)
        quota = min(QUOTA_MOST, self.quota[mover] + QUOTA_GAIN * finished)
        return replace(
            clock,
            left=_with(self.left, mover, round(left, 3)),
            periods=_with(self.periods, mover, periods),
            quota=_with(self.quota, mover, quota),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "left": self.left,
            "periods": self.periods,
            "begun": self.begun,
            "quota": self.quota,
            "spent": self.spent,
        }

    @classmethod
    def from_json(cls, control: TimeControl, kept: dict[str, Any], since: float | None) -> Self:
        parts = tuple(kept["left"]), tuple(kept["periods"]), tuple(kept["begun"])
        return cls(control, *parts, tuple(kept["quota"]), kept["spent"], since)


def _with(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])


def clock_of(row: GameRow, seats: int) -> Clock:
    control = _read(row.control)
    if row.clock is None:
        return replace(Clock.fresh(control, seats), since=row.since)
    return Clock.from_json(control, row.clock, row.since)


def with_clocks(
    row: GameRow, clock: Clock, seats: Sequence[SeatRow], now: float
) -> tuple[GameRow, Clock]:
    """Return the row with these clocks, and what :func:`clock_of` would make of it.

    They go only while the game does.
    """
    if row.status != "running":
        clock = clock.stop(now)
    due = due_at(row, clock, seats, now)
    if not clock.control.timed:
        return replace(row, due=due), Clock.fresh(clock.control, len(seats))
    return replace(row, clock=clock.as_json(), since=clock.since, due=due), clock


def due_at(row: GameRow, clock: Clock, seats: Sequence[SeatRow], now: float) -> float | None:
    """When something happens at a table though nobody does anything; None where nothing will.

    Bots never run out of time, and a player alone may take as long as they like to begin.
    """
    if row.status == "waiting":
        return now + WAITING_SECONDS
    if row.status != "running" or row.mover is None or seats[row.mover].kind == "bot":
        return None
    mover, control = row.mover, clock.control
    if control.timed and clock.stands:
        return now + PAUSE_SECONDS
    flag = clock.flag_at(mover)
    if flag is not None:
        # A move that was on its way in time may still come.
        return flag + (clock.quota[mover] if control.live else 0.0)
    people = {seat.owner_id for seat in seats if seat.kind == "person"}
    if len(people) < 2 or not (control.timed or row.ply == 0):
        return None
    first = FIRST_SECONDS if control.live else control.first if control.timed else IDLE_SECONDS
    return now - clock.used(now) + first


def warning(control: TimeControl) -> float:
    """The seconds under which time is short: a tenth of it, between ten and sixty.

    >>> [warning(TimeControl.read(text)) for text in ("1", "5+3", "30", "2d")]
    [10.0, 30.0, 60.0, 21600.0]
    """
    if not control.live:
        return 6 * 3600.0
    return min(60.0, max(10.0, control.budget / 10))
