"""Log throttle: at most one line per key and minute, with the number of suppressed ones."""

from __future__ import annotations

import time
from collections.abc import Callable

TELL_SECONDS = 60.0
MOST_KEYS = 1000


class Tally:
    """Has ``tell`` say of a key how often it was counted, and at most once a minute."""

    def __init__(
        self, tell: Callable[[str, int], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tell, self._clock = tell, clock
        # When it was last told of each key, and how often that was counted since.
        self._kept: dict[str, tuple[float, int]] = {}

    def count(self, key: str) -> None:
        """Count one more; it is told of at once if it was not within the last minute."""
        now = self._clock()
        told, times = self._kept.get(key, (now - TELL_SECONDS, 0))
        if now - told >= TELL_SECONDS:
            if len(self._kept) > MOST_KEYS:
                self._kept.clear()
            self._kept[key] = (now, 0)
            self._tell(key, times + 1)
        else:
            self._kept[key] = (told, times + 1)
