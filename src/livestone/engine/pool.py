"""A pool of threads that search: compiled code releases Python's lock, so they run side by side.

Jobs of a higher priority come first, and of equals the one that has waited longest.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from livestone.copying import Uncopied
from livestone.errors import Busy

MAX_WAITING = 10_000
MAX_WORKERS = 256

Tools = TypeVar("Tools")


class Job(Generic[Tools]):
    """Work that waits or runs; calling it asks whether it has been told to stop."""

    def __init__(self, work: Callable[[Tools, Job[Tools]], None], drop: Callable[[], None]) -> None:
        self.work, self.drop = work, drop
        self.stopped = False

    def __call__(self) -> bool:
        """Whether to stop."""
        return self.stopped


class Pool(Uncopied, Generic[Tools]):
    """So many threads, each with ``tools`` of its own that only it uses."""

    def __init__(self, workers: int, tools: Callable[[], Tools]) -> None:
        self._make = tools
        self._most = workers
        self._threads: list[threading.Thread] = []
        self._waiting: list[tuple[int, int, Job[Tools]]] = []
        self._running: set[Job[Tools]] = set()
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._closed = False

    def submit(
        self,
        work: Callable[[Tools, Job[Tools]], None],
        *,
        priority: int = 0,
        drop: Callable[[], None] = lambda: None,
    ) -> Job[Tools]:
        """Have ``work(tools, job)`` called by a thread, or ``drop()`` if it is stopped before.

        ``work`` deals with its own errors. Raises Busy when too many wait.
        """
        job = Job(work, drop)
        with self._changed:
            if len(self._waiting) >= MAX_WAITING:
                raise Busy(f"{MAX_WAITING} queries wait already: ask again when some are answered")
            heapq.heappush(self._waiting, (-priority, next(self._numbers), job))
            if len(self._threads) < min(self._most, len(self._running) + len(self._waiting)):
                self._threads.append(threading.Thread(target=self._serve, daemon=True))
                self._threads[-1].start()
            self._changed.notify()
        return job

    def stop(self, job: Job[Tools]) -> None:
        """Stop a job: one that waits is dropped, one that runs is told to end."""
        with self._changed:
            job.stopped = True
            left = [entry for entry in self._waiting if entry[2] is not job]
            dropped = len(left) < len(self._waiting)
            if dropped:
                self._waiting[:] = left
                heapq.heapify(self._waiting)
        if dropped:
            job.drop()

    def stop_all(self) -> None:
        """Stop every job."""
        with self._changed:
            jobs = [*self._running, *(job for _, _, job in self._waiting)]
        for job in jobs:
            self.stop(job)

    def close(self) -> None:
        """Wait until all jobs are done, and end the threads."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        tools = self._make()
        while (job := self._next()) is not None:
            try:
                job.work(tools, job)
            finally:
                with self._changed:
                    self._running.discard(job)

    def _next(self) -> Job[Tools] | None:
        with self._changed:
            while not self._waiting and not self._closed:
                self._changed.wait()
            if not self._waiting:
                return None
            job = heapq.heappop(self._waiting)[2]
            self._running.add(job)
            return job
