"""The clocks beside the players, in words."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.api.tables import Clock
from livestone.server.tables.deadlines import warning
from livestone.server.tables.shapes import TableView
from livestone.server.tables.time_control import DAY

TENTHS = 10.0  # seconds under which tenths are shown


@dataclass(frozen=True)
class Face:
    """One clock: what it says, what besides, and whether time is short."""

    text: str
    note: str
    low: bool


def faces(shown: TableView) -> list[Face | None]:
    table, control, clock = shown.table, shown.control, shown.table.clock
    if clock is None:
        return [None] * len(table.seats)
    warn = warning(control)
    found: list[Face | None] = []
    for seat, left in zip(table.seats, clock.seats, strict=True):
        abort = clock.abort if seat.index == table.mover else None
        low = left.seconds < warn and not (left.periods and not left.in_period)
        low = low and table.status == "running"
        found.append(
            Face(
                text=duration(left.seconds),
                note=_standing(clock, clock.running == seat.index)
                or note(left.periods, control.bonus, left.in_period, abort),
                low=low,
            )
        )
    return found


def duration(seconds: float) -> str:
    """Seconds as a clock shows them.

    >>> [duration(seconds) for seconds in (0, 9.99, 10, 61.5, 3600, 90000)]
    ['0.0', '9.9', '0:10', '1:01', '1:00:00', '1 d 1 h']
    """
    if seconds < TENTHS:
        tenths = int(seconds * 10)
        return f"{tenths // 10}.{tenths % 10}"
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    if seconds >= DAY:
        return f"{hours // 24} d {hours % 24} h"
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _standing(clock: Clock, running: bool) -> str:
    if clock.paused:
        return "paused"
    return "on vacation" if clock.away and running else ""


def note(periods: int, period: int, in_period: bool, abort: float | None) -> str:
    """What a clock says besides.

    >>> note(3, 30, False, None), note(1, 30, True, None), note(0, 0, False, 59.2)
    ('then 3 × 30 s', 'last period', '1:00 to begin')
    """
    if abort is not None:
        return f"{duration(max(TENTHS, int(abort + 0.999)))} to begin"
    if in_period:
        return {0: "", 1: "last period"}.get(periods, f"{periods} periods left")
    return f"then {periods} × {period} s" if periods else ""
