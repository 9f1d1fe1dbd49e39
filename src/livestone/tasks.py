"""Work beside requests: repeated until the server ends, with its owner, or done as a whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from livestone.errors import LivestoneError
from livestone.languages.words import ENGLISH, speaking

log = logging.getLogger("livestone")

P = ParamSpec("P")
Answer = TypeVar("Answer")


class Tasks:
    """Tasks that end with their owner."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def spawn(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        # What it says is for everybody, not only for whom it was begun.
        with speaking(ENGLISH):
            task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            expected = isinstance(error, LivestoneError | OSError)  # the caller that waits is told
            log.log(logging.DEBUG if expected else logging.ERROR, "a task has failed: %r", error)

    async def close(self) -> None:
        """Cancel them all, and wait until they have ended."""
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def repeat(
    work: Callable[[], Awaitable[object]], pause: float | Callable[[], float], failing: str
) -> NoReturn:
    """Do work again and again with pauses (seconds); an error is logged, and never ends it."""
    while True:
        try:
            await work()
        except Exception as error:  # whatever it is, people play on
            log.error("%s: %s", failing, error)
            log.debug("the traceback:", exc_info=error)
        await asyncio.sleep(pause if isinstance(pause, float) else pause())


def uninterrupted(
    action: Callable[P, Coroutine[Any, Any, Answer]],
) -> Callable[P, Coroutine[Any, Any, Answer]]:
    """Have an action run to its end although its caller is cancelled.

    The caller waits for it all the same, so that locks are held until then, and is cancelled after
    it. What is written to the database and then announced must be neither half done nor unheard of.
    """

    @wraps(action)
    async def whole(*args: P.args, **options: P.kwargs) -> Answer:
        task = asyncio.create_task(action(*args, **options))
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            if not task.cancelled():
                task.exception()  # nobody is left to be told
            raise cancelled
        return task.result()

    return whole
