"""Runs tasks in processes of this machine, which end soon after nobody wants their results."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeVar

from livestone.errors import LivestoneError
from livestone.search.report import never

Task = TypeVar("Task")
Result = TypeVar("Result")
Stop = Callable[[], bool]
Work = Callable[[Task, Stop], Result]
Heard = Callable[[int, Any], None]

# How often it is looked whether to stop while no task is done, in seconds.
LOOK = 0.1
# How long a process may take to end when it is told to.
PATIENCE = 5.0
# Where this process tells of its task, if it is one of those below.
_pipe: Any = None


class Stopped(Exception):
    """Raised by work that was told to stop."""


def ignore(index: int, message: Any) -> None:
    """Hear nothing."""


def tell(message: Any) -> None:
    """Tell whoever gave the task how it goes, where somebody can hear that."""
    if _pipe is not None:
        _pipe.send(("told", message))


def side_by_side(
    work: Work[Task, Result],
    tasks: Iterable[Task | None],
    jobs: int,
    stop: Stop = never,
    *,
    heard: Heard = ignore,
    apart: bool = False,
) -> Iterator[tuple[int, Result]]:
    """Yield ``(index, result)`` of every task as soon as it is done, in no order.

    ``work(task, stop)`` can be pickled, like a module's function; where it has ``close()``, a
    process calls that at its end. Tasks are taken when there is room for one; None is taken for
    "nothing before the next result". With one of ``jobs`` work runs here, unless it has to be
    ``apart``: it asks ``stop()`` now and then and raises Stopped. ``heard(index, message)`` is
    called for what it tells (:func:`tell`).

    A task whose process ends by itself is done again, once: the second time LivestoneError is
    raised. Closing the generator, or Ctrl-C, ends the processes. Raises Stopped once ``stop`` says
    so.
    """
    if not apart and (jobs <= 1 or (isinstance(tasks, Sized) and len(tasks) <= 1)):
        for index, task in enumerate(tasks):
            if task is None:  # as no result is to come
                return
            yield index, work(task, stop)
        return
    pool = _Pool(work, tasks, jobs)
    try:
        while pool.begin():
            if stop():
                raise Stopped
            yield from pool.wait(None if stop is never else LOOK, heard)
    finally:
        pool.end()


class _Pool:
    """Processes and the tasks that they are at."""

    def __init__(self, work: Work[Any, Any], tasks: Iterable[Any], jobs: int) -> None:
        self._work, self._tasks, self._jobs = work, iter(tasks), jobs
        self._taken = 0
        self._again: list[tuple[int, Any]] = []
        self._fallen: set[int] = set()
        self._processes: list[_Process] = []

    def begin(self) -> bool:
        """Give tasks to processes that have none; return whether any has one."""
        while sum(process.task is not None for process in self._processes) < self._jobs:
            given = self._next()
            if given is None:
                break
            free = next((process for process in self._processes if process.task is None), None)
            if free is None:
                free = _Process(self._work)
                self._processes.append(free)
            free.begin(given)
        return any(process.task is not None for process in self._processes)

    def wait(self, seconds: float | None, heard: Heard) -> list[tuple[int, Any]]:
        """Return what has been done since, after at most so many seconds."""
        pipes: dict[Any, _Process] = {process.pipe: process for process in self._processes}
        found = []
        for pipe in connection.wait(list(pipes), seconds):
            process = pipes[pipe]
            try:
                kind, content = process.pipe.recv()
            except (EOFError, OSError):
                self._replace(process)
                continue
            assert process.task is not None
            index = process.task[0]
            if kind == "told":
                heard(index, content)
            elif kind == "failed":
                raise content
            else:
                process.task = None
                found.append((index, content))
        self.begin()
        return found

    def end(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.stop()
        for process in self._processes:
            process.end()

    def _next(self) -> tuple[int, Any] | None:
        if self._again:
            return self._again.pop()
        task = next(self._tasks, None)
        if task is None:
            return None
        self._taken += 1
        return self._taken - 1, task

    def _replace(self, process: _Process) -> None:
        """Have a task done again whose process has ended, killed for its memory perhaps."""
        self._processes.remove(process)
        code = process.end()
        if process.task is None:
            return
        index, task = process.task
        if index in self._fallen:
            raise LivestoneError(
                f"a process ended twice by itself (exit code {code}), at {str(task)[:200]}: "
                "is there enough memory?"
            )
        self._fallen.add(index)
        self._again.append(process.task)


class _Process:
    """A process, and the task that it is at, with its number."""

    def __init__(self, work: Work[Any, Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.task: tuple[int, Any] | None = None
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with deaf():
            self._process.start()
        theirs.close()

    def begin(self, task: tuple[int, Any]) -> None:
        """Give it a task; a process that has ended is noticed when its pipe is read."""
        self.task = task
        with suppress(OSError):
            self.pipe.send(task[1])

    def stop(self) -> None:
        """Tell it to end, with whatever it has started."""
        self._process.terminate()

    def end(self) -> int | None:
        """Wait until it has ended, and return its exit code."""
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode


def _serve(pipe: Any, work: Work[Any, Any]) -> None:
    """Do the tasks that come through the pipe until it is closed: what a process does."""
    global _pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _pipe = pipe
    with ExitStack() as stack, suppress(EOFError, OSError):
        if hasattr(work, "close"):
            stack.callback(work.close)
        while True:
            task = pipe.recv()
            try:
                answer = ForkingPickler.dumps(("done", work(task, never)))
            except Exception as error:
                answer = ForkingPickler.dumps(("failed", _portable(error)))
            pipe.send_bytes(answer)


def _portable(error: Exception) -> Exception:
    """The same error, if it can be pickled, with the traceback of this process."""
    text = traceback.format_exc()
    error.add_note(text)
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(text)
    return error


def _end_with_parent() -> None:
    """End this process when its parent has gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)


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
