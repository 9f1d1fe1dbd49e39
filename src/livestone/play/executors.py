"""Runs tasks in processes of this machine or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any, Protocol

from livestone.errors import LivestoneError
from livestone.extras import needed_for
from livestone.play.workers import LOOK, Stop, Stopped, Work, side_by_side
from livestone.search.report import never

Done = Generator[tuple[int, Any], None, None]
# So many tasks a processor wait at the cluster at once.
AHEAD = 2
# `--ray local` starts a cluster on this machine.
LOCAL = "local"


class Executor(Protocol):
    """Does ``work(task, stop)`` for each task and yields ``(index, result)`` as they are done.

    Closing the generator ends what is still going on. Raises Stopped once ``stop`` says so.
    """

    def __call__(self, work: Work[Any, Any], tasks: Sequence[Any], stop: Stop = never) -> Done:
        """Begin."""
        ...


def here(jobs: int) -> Executor:
    """Work in so many processes of this machine."""

    def do(work: Work[Any, Any], tasks: Sequence[Any], stop: Stop = never) -> Done:
        yield from side_by_side(work, tasks, jobs, stop)

    return do


def on_ray(address: str) -> Executor:
    """Work on the Ray cluster at an address; ``auto`` finds this machine's, ``local`` starts one.

    A task whose process dies is done again. Raises ExtraMissing when Ray is not installed,
    LivestoneError when there is no such cluster.
    """
    with needed_for("--ray"):
        import ray
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise LivestoneError(f"there is no Ray cluster at {address!r}: {error}") from error
    return partial(_with_ray, ray)


def _with_ray(ray: Any, work: Work[Any, Any], tasks: Sequence[Any], stop: Stop = never) -> Done:
    do = ray.remote(_do)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo = list(enumerate(tasks))[::-1]
    going: dict[Any, int] = {}
    try:
        while todo or going:
            if stop():
                raise Stopped
            while todo and len(going) < most:
                index, task = todo.pop()
                going[do.remote(work, task)] = index
            done, _ = ray.wait(list(going), num_returns=1, timeout=LOOK)
            for place in done:
                yield going.pop(place), ray.get(place)
    finally:
        for place in going:
            ray.cancel(place, force=True)


def _do(work: Work[Any, Any], task: Any) -> Any:
    return work(task, never)
