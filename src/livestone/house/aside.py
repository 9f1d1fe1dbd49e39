"""Waiting for what blocks without stopping everything else, or the end of the program."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from livestone.errors import Busy, LivestoneError, StorageError, TooMany, Unreachable

Answer = TypeVar("Answer")
PASSING = (Unreachable, Busy, StorageError, TooMany)  # errors that time may mend
PATIENCE = 20.0
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)


async def aside(call: Callable[..., Answer], *given: Any) -> Answer:
    """Return what a call returns that blocks; it runs in a thread that nobody waits for at the end.

    Cancelling this does not stop the call.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Answer] = loop.create_future()

    def settle(set_it: Callable[[Any], None], value: Any) -> None:
        if not future.done():
            set_it(value)

    def work() -> None:
        try:
            told: tuple[Callable[[Any], None], Any] = (future.set_result, call(*given))
        except Exception as error:
            told = (future.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, *told)

    threading.Thread(target=work, daemon=True).start()
    return await future


async def patiently(call: Callable[..., Answer], *given: Any) -> Answer:
    """The same, asked again for ever while there is no server, or it has too much to do."""
    tries = 0
    while True:
        try:
            return await aside(call, *given)
        except PASSING:
            pause = PAUSES[min(tries, len(PAUSES) - 1)]
            tries += 1
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))


def listen(
    follow: Callable[[float], Iterator[Answer]], tell: Callable[[Answer | Exception], None]
) -> None:
    """Tell the loop of each event of a stream, and last of the error that has ended it for good.

    ``follow`` opens the stream and has patience for so many seconds; it is opened again for ever,
    until the client is closed or the loop ends.
    """
    loop = asyncio.get_running_loop()

    def work() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            while not loop.is_closed():
                try:
                    for event in follow(PATIENCE):
                        loop.call_soon_threadsafe(tell, event)
                    return  # the client was closed
                except PASSING:
                    continue
                except LivestoneError as error:
                    loop.call_soon_threadsafe(tell, error)
                    return

    threading.Thread(target=work, daemon=True).start()
