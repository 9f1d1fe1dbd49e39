"""Whose turn it is to write: moves come before everything else."""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """A lock. Who is ``urgent`` waits for one other holder at most, others in their order."""

    def __init__(self) -> None:
        self._held = self._was_urgent = False
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}

    def locked(self) -> bool:
        return self._held

    async def acquire(self, urgent: bool = False) -> None:
        if not self._held:
            self._held, self._was_urgent = True, urgent
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting[urgent].append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Let the next one have it: after somebody urgent one who is not, if there is any."""
        for urgent in (not self._was_urgent, self._was_urgent):
            while self._waiting[urgent]:
                turn = self._waiting[urgent].popleft()
                if not turn.done():
                    self._was_urgent = urgent
                    turn.set_result(None)
                    return
        self._held = False
