"""Steps that are done as a whole, even where the request that asked for them is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
Answer = TypeVar("Answer")


def uninterrupted(
    action: Callable[P, Awaitable[Answer]],
) -> Callable[P, Coroutine[Any, Any, Answer]]:
    """Have an action run to its end although its caller is cancelled.

    The caller waits for it all the same, so that locks are held until then, and is cancelled after
    it. What is written to the database and then announced must be neither half done nor unheard of.
    """

    async def run(*args: P.args, **options: P.kwargs) -> Answer:
        return await action(*args, **options)

    @wraps(action)
    async def whole(*args: P.args, **options: P.kwargs) -> Answer:
        task = asyncio.create_task(run(*args, **options))
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
