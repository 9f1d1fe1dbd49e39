"""The clocks of one game as a value: who has how much left, as a pure function of the time.

A :class:`Clock` knows how it stood when the present turn began and since when that turn runs; what
shows on it at any moment follows, so nothing ticks and nothing is written while a player thinks.
Times are seconds since 1970 as :class:`livestone.server.tables.heartbeat.ServerTime` counts them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from livestone.api.tables import SeatClock
from livestone.play.time_control import UNTIMED, TimeControl

# What a player's slow connection may save: in a turn at most so much more than is saved up,
# and never more than the most. A player who pretends to be slow gains no more than this.
QUOTA_GAIN = 0.25
QUOTA_MOST = 1.0

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
        used = self.used(now) if seat == mover and self.charges(seat) else 0.0
        left, periods = self._after(seat, used)
        if left > 0 or not self.control.periods:
            return SeatClock(left, periods)
        over = max(0.0, used - self.left[seat])
        gone = self.periods[seat] - periods
        seconds = (gone + 1) * self.control.bonus - over if periods else 0.0
        return SeatClock(seconds, periods, in_period=True)

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
        names = ("left", "periods", "begun", "quota", "spent")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_json(
        cls, control: TimeControl, kept: dict[str, Any] | None, since: float | None
    ) -> Self:
        parts: dict[str, Any] = {
            name: value if name == "spent" else tuple(value) for name, value in (kept or {}).items()
        }
        return cls(control, since=since, **parts)


def _with(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])
