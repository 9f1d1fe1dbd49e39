"""Runs tasks in worker processes, which stop soon after their results are no longer wanted."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from livestone.search.report import never

Task = TypeVar("Task")
Result = TypeVar("Result")
Stop = Callable[[], bool]
Work = Callable[[Task, Stop], Result]


class Stopped(Exception):
    """Raised by work that was told to stop."""


_stop: Stop = never
# How often it is looked whether to stop while no task is done, in seconds.
LOOK = 0.1


def side_by_side(
    work: Work[Task, Result],
    tasks: Sequence[Task],
    jobs: int,
    stop: Stop = never,
) -> Iterator[tuple[int, Result]]:
    """Yield ``(index, result)`` of every task as soon as it is done, in no order.

    ``work(task, stop)`` is a module's function; it asks ``stop()`` now and then and raises
    Stopped. With one of ``jobs`` it runs here. Closing the generator, or Ctrl-C, ends the processes
    as soon as they ask. Raises Stopped once ``stop`` says so.
    """
    if jobs <= 1 or len(tasks) <= 1:
        yield from ((index, work(task, stop)) for index, task in enumerate(tasks))
        return
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), context, _begin, (halt,))
    try:
        with deaf():
            todo = {pool.submit(_do, work, task): index for index, task in enumerate(tasks)}
        left = {*todo}
        while left:
            done, left = wait(left, None if stop is never else LOOK, FIRST_COMPLETED)
            yield from ((todo[future], future.result()) for future in done)
            if left and stop():
                raise Stopped
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


def _begin(halt: Any) -> None:
    """What a process does first: leave Ctrl-C to its parent, and end when that is gone."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = halt.is_set
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(work: Work[Task, Result], task: Task) -> Result:
    return work(task, _stop)


@contextmanager
def deaf() -> Iterator[None]:
    """Start processes that ignore Ctrl-C from their very first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
