"""The blocking client in threads, asked again while the server is unreachable."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from livestone.errors import Busy, LivestoneError, StorageError, TooMany, Unreachable
from livestone.threads import run_in_thread

Result = TypeVar("Result")
TRANSIENT = (Unreachable, Busy, StorageError, TooMany)  # errors that may be gone at the next try
STREAM_SECONDS = 20.0
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)


async def retry_in_thread(call: Callable[..., Result], *arguments: Any) -> Result:
    """Return the result of a blocking call, repeated for as long as its errors are transient."""
    tries = 0
    while True:
        try:
            return await run_in_thread(call, *arguments)
        except TRANSIENT:
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))


def listen(
    follow: Callable[[float], Iterator[Result]], receive: Callable[[Result | Exception], None]
) -> None:
    """Pass each event of a stream to ``receive``, and last the error that has ended it for good.

    ``follow`` opens the stream, and waits so many seconds for an unreachable server. It is called
    again until the client is closed or the loop ends.
    """
    loop = asyncio.get_running_loop()

    def work() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            while not loop.is_closed():
                try:
                    for event in follow(STREAM_SECONDS):
                        loop.call_soon_threadsafe(receive, event)
                    return  # the client was closed
                except TRANSIENT:
                    continue
                except LivestoneError as error:
                    loop.call_soon_threadsafe(receive, error)
                    return

    threading.Thread(target=work, daemon=True).start()
