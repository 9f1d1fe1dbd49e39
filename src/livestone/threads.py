"""Blocking calls of coroutines, in threads that hold up nobody's end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


async def run_in_thread(call: Callable[..., Result], *arguments: Any) -> Result:
    """Return the result of a blocking call, which cancelling does not stop."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def resolve(set_result: Callable[[Any], None], value: Any) -> None:
        if not future.done():
            set_result(value)

    def work() -> None:
        try:
            outcome: tuple[Callable[[Any], None], Any] = (future.set_result, call(*arguments))
        except Exception as error:
            outcome = (future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(resolve, *outcome)

    threading.Thread(target=work, daemon=True).start()
    return await future
