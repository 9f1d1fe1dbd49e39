"""How often something may be tried within a time, by whom."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from livestone.errors import TooMany

MOST_KEYS = 20_000  # remembered; then the oldest are forgotten


@dataclass
class Attempts:
    """At most so ``many`` in so many ``seconds``, for each key."""

    many: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _times: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def check(self, key: str) -> None:
        """Raises TooMany, saying how long to wait."""
        times = self._recent(key)
        if len(times) >= self.many:
            minutes = max(1, round((self.seconds - (self.clock() - times[0])) / 60))
            unit = "minute" if minutes == 1 else "minutes"
            raise TooMany(f"this was tried too often: wait {minutes} {unit}, then try again")

    def count(self, key: str) -> None:
        """Count an attempt."""
        self._recent(key).append(self.clock())

    def take_back(self, key: str) -> None:
        """Forget the last attempt: it was a good one."""
        times = self._recent(key)
        if times:
            times.pop()

    def forget(self, key: str) -> None:
        """Let somebody begin anew."""
        self._times.pop(key, None)

    def _recent(self, key: str) -> deque[float]:
        times = self._times.setdefault(key, deque(maxlen=self.many))
        self._times.move_to_end(key)
        while times and self.clock() - times[0] >= self.seconds:
            times.popleft()
        while len(self._times) > MOST_KEYS:
            self._times.popitem(last=False)
        return times
