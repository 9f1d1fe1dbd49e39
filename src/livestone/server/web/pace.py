"""How fast one address may ask: so often a second over time, and more for a moment."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from livestone.server.web.log_throttle import Tally

BURST_SECONDS = 10.0  # what is saved up while nobody asks
PENALTY_SECONDS = 1.0  # who asks too often waits so long for the refusal
MOST_KEYS = 20_000
FULL = "too many requests come from your address: wait a few seconds, then try again"

log = logging.getLogger("livestone")


class Pace:
    """At most ``rate`` requests a second from each address, over time; 0 is no limit.

    The log says once a minute of whom something was refused, and how often.
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        # Until when an address has used what it may: a moment that each request moves on.
        self._used: OrderedDict[str, float] = OrderedDict()
        self._refused = Tally(_tell, clock)

    def allows(self, address: str) -> bool:
        """Count a request, and whether it is one too many."""
        if not self.rate or not address:
            return True
        now = self._clock()
        used = max(self._used.get(address, 0.0), now - BURST_SECONDS) + 1.0 / self.rate
        if used > now:
            self._refused.count(address)
            return False
        self._used[address] = used
        self._used.move_to_end(address)
        if len(self._used) > MOST_KEYS:
            self._used.popitem(last=False)
        return True


def _tell(address: str, times: int) -> None:
    log.warning("%s asks more often than an address may (requests): %d refused", address, times)


async def refuse(scope: Any, send: Callable[[Any], Any]) -> None:
    """Answer one request too many: late, so that asking faster brings nothing."""
    await asyncio.sleep(PENALTY_SECONDS)
    body, kind = f"{FULL}\n".encode(), b"text/plain; charset=utf-8"
    if "/api/" in scope["path"]:
        said = {"error": "too-many", "message": FULL}
        body, kind = json.dumps(said).encode(), b"application/json"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
    headers += [(b"retry-after", b"5"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
