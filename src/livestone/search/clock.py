"""When a search that works in slices stops, reports, and looks up."""

from __future__ import annotations

import time
from collections.abc import Callable

from livestone.search.report import Limits

# How often a search reports, and how long it runs without looking up, in seconds.
REPORT_SECONDS = 0.1
SLICE_SECONDS = 0.01
FIRST_SLICE = 2000


class Clock:
    """When to stop, to report, and to look up."""

    def __init__(self, limits: Limits, stop: Callable[[], bool]) -> None:
        self._limits, self._stop = limits, stop
        self._began = self._looked = self._reported = time.perf_counter()
        self._slice = FIRST_SLICE

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._began

    def is_over(self, nodes: int) -> bool:
        """Whether the limits or the stop signal end the search."""
        limits = self._limits
        return (
            (limits.nodes is not None and nodes >= limits.nodes)
            or (limits.seconds is not None and self.seconds >= limits.seconds)
            or self._stop()
        )

    def slice(self, nodes: int) -> int:
        """The node to look up at: about ``SLICE_SECONDS`` away, and never past the limit."""
        now = time.perf_counter()
        spent, self._looked = now - self._looked, now
        if spent > 2 * SLICE_SECONDS:
            self._slice = max(self._slice // 2, 16)
        elif spent < SLICE_SECONDS:
            self._slice = min(self._slice * 2, 1 << 16)
        until = nodes + self._slice
        return until if self._limits.nodes is None else min(until, self._limits.nodes)

    def report_due(self) -> bool:
        """Whether it is time for the next report."""
        now = time.perf_counter()
        due = now - self._reported >= REPORT_SECONDS
        if due:
            self._reported = now
        return due
