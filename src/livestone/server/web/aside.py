"""Slow work beside the event loop: in few threads, and once where it is the same for everybody."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Generic, ParamSpec, TypeVar

from livestone.server.web.work import paying

PAUSE = 0.01  # seconds between two askings of the same thing
MAX_KNOWN = 1000  # things that were asked a moment ago
THREADS = 2  # more would keep the event loop waiting for the interpreter's lock

P = ParamSpec("P")
Made = TypeVar("Made")
Found = TypeVar("Found")

_threads = ThreadPoolExecutor(THREADS, "livestone-aside")


async def aside(work: Callable[P, Made], *args: P.args, **options: P.kwargs) -> Made:
    """Do work that takes more than a few milliseconds, in the context of the request.

    Work of one address is done one after the other, so that others find a thread free. Raises
    TooMuchWork.
    """
    meter = paying.get()
    if meter is None:
        return await aside_at_once(work, *args, **options)
    await meter.pace()
    async with meter.turn:
        meter.begin()
        return await aside_at_once(work, *args, **options)


async def aside_at_once(work: Callable[P, Made], *args: P.args, **options: P.kwargs) -> Made:
    """The same without waiting for other work of the address: for whoever holds a lock."""
    context, meter = copy_context(), paying.get()
    seconds = 0.0

    def do() -> Made:
        nonlocal seconds
        began = time.thread_time()
        try:
            return context.run(work, *args, **options)
        finally:
            seconds = time.thread_time() - began

    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, do)
    finally:
        if meter is not None:
            meter.spend(seconds)


class MadeOnce(Generic[Made]):
    """Keeps what a slow function makes of its arguments, for the last ``most`` of them."""

    def __init__(self, make: Callable[..., Made], most: int) -> None:
        self._make, self._most = make, most
        self._kept: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = threading.Lock()

    async def get(self, *of: Hashable) -> Made:
        """Return what is made of the arguments. Raises what making it raises."""
        kept = self._kept.get(of)
        return await aside(self.make, *of) if kept is None else kept

    def make(self, *of: Hashable) -> Made:
        """The same for what is done aside already: it waits."""
        with self._lock:  # whoever asks meanwhile waits, too
            if of not in self._kept:
                self._kept[of] = self._make(*of)
            self._kept.move_to_end(of)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return self._kept[of]


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
