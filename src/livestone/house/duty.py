"""One of several houses that play for a bot is on duty; the others wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from livestone.client import Client
from livestone.house.aside import PASSING, aside
from livestone.house.name import Name

SECONDS = 30.0  # without a word, after which another house takes over
EVERY = 10.0


class Duty:
    """Whether this house plays for a bot.

    ``on`` is set while it does; ``change`` is told whenever that begins or ends.
    """

    def __init__(self, client: Client, name: Name, change: Callable[[bool], None]) -> None:
        self.on = asyncio.Event()
        self._client = client
        self._change = change
        self._name = name
        self._heard = 0.0

    async def keep(self) -> None:
        """Ask for it for ever; what the server refuses for good is raised."""
        while True:
            asked = time.monotonic()
            name, mine = self._name.take(), False
            try:
                if name:
                    mine = await aside(self._client.duty, name, SECONDS)
                self._heard = asked
            except PASSING:
                # Another house may be on duty by now.
                mine = self.on.is_set() and asked - self._heard < SECONDS - EVERY
            self._say(mine)
            await asyncio.sleep(EVERY)

    def _say(self, mine: bool) -> None:
        if mine == self.on.is_set():
            return
        if mine:
            self.on.set()
        else:
            self.on.clear()
        self._change(mine)

    def leave(self) -> None:
        """Let another house take over at once; blocks."""
        try:
            if self.on.is_set():
                self._client.duty(self._name.take(), 0)
        finally:
            self._name.leave()
