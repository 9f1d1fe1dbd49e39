"""Coalesces concurrent calls with the same key into one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

PAUSE = 0.01  # seconds between two askings of the same thing
MAX_KNOWN = 1000  # things that were asked a moment ago

Found = TypeVar("Found")


class Coalescer(Generic[Found]):
    """Has ``ask`` answer everybody who waits for the same thing, told who they are.

    An answer is never older than the question: what is asked begins after the last of those whom
    it answers has come. Who comes first waits for nothing; after that it is asked again once in a
    ``PAUSE``, for however many.
    """

    def __init__(self, ask: Callable[[str, frozenset[str]], Awaitable[Found]]) -> None:
        self._ask = ask
        self._next: dict[str, tuple[set[str], asyncio.Task[Found]]] = {}
        self._from: dict[str, float] = {}  # when it may be asked again

    async def get(self, what: str, who: str) -> Found:
        if what not in self._next:
            self._next[what] = set(), asyncio.create_task(self._answer(what))
        waiting, answer = self._next[what]
        waiting.add(who)
        return await asyncio.shield(answer)  # who goes away takes it from nobody

    async def _answer(self, what: str) -> Found:
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(max(0.0, self._from.get(what, 0.0) - clock()))
        waiting, _ = self._next.pop(what)
        if len(self._from) >= MAX_KNOWN:
            self._from.clear()
        self._from[what] = clock() + PAUSE
        return await self._ask(what, frozenset(waiting))
