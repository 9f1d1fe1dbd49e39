"""Waiting for a server that is restarted."""

from __future__ import annotations

import random
import threading
import time

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)  # seconds, after so many failures in a row


class Patience:
    """Pauses between attempts, until they have failed for so many ``seconds`` (None: never).

    A pause ends at once when the client is closed, which sets ``ended``.
    """

    def __init__(self, seconds: float | None, ended: threading.Event) -> None:
        self._seconds, self._ended = seconds, ended
        self.renew()

    def renew(self) -> None:
        """Begin anew: an attempt has succeeded."""
        self._failures, self._since = 0, 0.0

    def wait(self, error: Exception | None = None) -> None:
        """Pause, longer after each ``error``. Raises it once the seconds are over."""
        if error is not None:
            if not self._failures:
                self._since = time.monotonic()
            if self._seconds is not None and time.monotonic() - self._since >= self._seconds:
                raise error
            self._failures += 1
        # A server that has just started again is not to be asked by all at the same moment.
        pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._ended.wait(pause * random.uniform(0.5, 1.0))
