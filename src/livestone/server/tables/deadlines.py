"""What happens at a table by itself, and when: flags fall, and games that nobody begins end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from livestone.play.time_control import DAY, TimeControl
from livestone.server.tables.clock import Clock
from livestone.server.tables.store import GameRow, SeatRow

# A game is called off when one of several people has not begun: with a clock to sit at, and with
# none (correspondence gives them the days of a turn).
FIRST_SECONDS = 60.0
IDLE_SECONDS = 7.0 * DAY
WAITING_SECONDS = 30.0 * DAY  # an invitation that nobody takes up
PAUSE_SECONDS = 1.0 * DAY  # the longest that clocks stand still by agreement

_read = lru_cache(256)(TimeControl.read)  # many games have the same, and are asked all the time


def clock_of(row: GameRow, seats: int) -> Clock:
    control = _read(row.control)
    if row.clock is None:
        return replace(Clock.fresh(control, seats), since=row.since)
    return Clock.from_json(control, row.clock, row.since)


def with_clocks(row: GameRow, clock: Clock, seats: Sequence[SeatRow], now: float) -> GameRow:
    """Return the row with these clocks, which go only while the game does."""
    if row.status != "running":
        clock = clock.stop(now)
    return replace(
        row,
        clock=clock.as_json() if clock.control.timed else None,
        since=clock.since if clock.control.timed else None,
        due=due_at(row, clock, seats, now),
    )


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
