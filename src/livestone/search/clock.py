"""The clock of a search that works in slices: when it stops, and when it reports."""

from __future__ import annotations

import time
from collections.abc import Callable

from livestone.search.report import Limits

# How often a search reports, and how long a slice runs, in seconds.
REPORT_SECONDS = 0.1
SLICE_SECONDS = 0.01
# How many nodes that may be, and how many it is at first.
LEAST, MOST, FIRST_SLICE = 16, 1 << 16, 2000


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
        aim = SLICE_SECONDS
        if self._limits.seconds is not None:
            aim = min(aim, self._began + self._limits.seconds - now)
        ratio = min(aim / max(spent, 1e-6), 2.0)
        self._slice = min(max(int(self._slice * ratio), LEAST), MOST)
        until = nodes + self._slice
        return until if self._limits.nodes is None else min(until, self._limits.nodes)

    def report_due(self) -> bool:
        """Whether it is time for the next report."""
        now = time.perf_counter()
        due = now - self._reported >= REPORT_SECONDS
        if due:
            self._reported = now
        return due
