"""Slow work beside the event loop: in few threads, and once where it is the same for everybody."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Generic, ParamSpec, TypeVar

from livestone.server.web.work import paying

THREADS = 2  # more would keep the event loop waiting for the interpreter's lock

P = ParamSpec("P")
Made = TypeVar("Made")

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
