"""A lease on a bot's account: the server lets one host at a time play for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable

from livestone.bot_host.retry import TRANSIENT
from livestone.client import Client
from livestone.threads import run_in_thread

LEASE_SECONDS = 30.0  # after which another host takes over, unless the lease was renewed
RENEW_SECONDS = 10.0


class Lease:
    """Whether this host plays for a bot (``held``); ``on_change`` is called when that changes."""

    def __init__(self, client: Client, on_change: Callable[[bool], None]) -> None:
        self.held = asyncio.Event()
        self._client = client
        self._on_change = on_change
        self._holder = secrets.token_hex(8)
        self._renewed = 0.0

    async def keep(self) -> None:
        """Ask for the lease, or renew it, until cancelled. Raises what the server refuses."""
        while True:
            asked = time.monotonic()
            try:
                held = await run_in_thread(self._client.take_lease, self._holder, LEASE_SECONDS)
                self._renewed = asked
            except TRANSIENT:
                # Another host may hold it by now.
                held = self.held.is_set() and asked - self._renewed < LEASE_SECONDS - RENEW_SECONDS
            if held != self.held.is_set():
                (self.held.set if held else self.held.clear)()
                self._on_change(held)
            await asyncio.sleep(RENEW_SECONDS)

    def release(self) -> None:
        """Let another host take over at once; blocks."""
        if self.held.is_set():
            self._client.take_lease(self._holder, 0)
