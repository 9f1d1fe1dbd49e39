"""Files are read in a process of its own: replaying games by Python would hold up everything else.

It starts when first needed, works on one file after the other, and is replaced when it dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from livestone.errors import Busy, LivestoneError, TooMany
from livestone.play.pipes import stand_back
from livestone.server.db.owners import OwnerId

Answer = TypeVar("Answer")

MAX_WAITING = 20  # files, of everybody


class Reader:
    """The process that reads files for one server."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._owners: set[OwnerId] = set()  # whose files are being read

    async def do(self, owner_id: OwnerId, work: Callable[..., Answer], *given: object) -> Answer:
        """Run a module's function there. Raises what it does, TooMany (one each) or Busy."""
        if owner_id in self._owners:
            raise TooMany("what you have sent is still being read: wait for that first")
        if len(self._owners) >= MAX_WAITING:
            raise Busy("too many files are being read at this moment: try again in a minute")
        self._owners.add(owner_id)
        try:
            pool = self._pool = self._pool or _pool()
            try:
                with _no_interrupt():
                    doing = pool.submit(_done, work, given)
                answer = await asyncio.wrap_future(doing)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                raise Busy("the file could not be read: try again") from None
        finally:
            self._owners.discard(owner_id)
        if isinstance(answer, LivestoneError):
            raise answer
        return answer

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Have a process that starts in the block hear no Ctrl-C, from its first moment."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Let the server come first, and end with it, however it ends."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    stand_back(15)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def _done(work: Callable[..., Answer], given: tuple[object, ...]) -> Answer | LivestoneError:
    """Do it. An error is an answer: not every one survives being raised across processes."""
    try:
        return work(*given)
    except LivestoneError as error:
        error.__traceback__ = error.__context__ = error.__cause__ = None
        return error
