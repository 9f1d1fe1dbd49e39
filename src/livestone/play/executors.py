"""Runs tasks in processes of this machine or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from livestone.errors import LivestoneError
from livestone.extras import needed_for
from livestone.play.workers import LOOK, Heard, Stop, Stopped, Work, ignore, side_by_side
from livestone.search.report import never

Done = Generator[tuple[int, Any], None, None]
# So many tasks a processor wait at the cluster at once.
AHEAD = 2
# `--ray local` starts a cluster on this machine.
LOCAL = "local"


class Executor(Protocol):
    """Does ``work(task, stop)`` for each task and yields ``(index, result)`` as they are done.

    A task of None stands for "nothing before the next result". ``heard`` may be told how tasks go.
    Closing the generator ends what is still going on. Raises Stopped once ``stop`` says so.
    """

    def __call__(
        self,
        work: Work[Any, Any],
        tasks: Iterable[Any],
        stop: Stop = never,
        *,
        heard: Heard = ignore,
    ) -> Done:
        """Begin."""
        ...


def here(jobs: int, *, apart: bool = False) -> Executor:
    """Work in so many processes of this machine, of which one is this, unless work is ``apart``."""

    def do(
        work: Work[Any, Any], tasks: Iterable[Any], stop: Stop = never, *, heard: Heard = ignore
    ) -> Done:
        yield from side_by_side(work, tasks, jobs, stop, heard=heard, apart=apart)

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


def _with_ray(
    ray: Any,
    work: Work[Any, Any],
    tasks: Iterable[Any],
    stop: Stop = never,
    *,
    heard: Heard = ignore,
) -> Done:
    do = ray.remote(_do)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo, taken = iter(tasks), 0
    going: dict[Any, int] = {}
    try:
        while True:
            while len(going) < most and (task := next(todo, None)) is not None:
                going[do.remote(work, task)] = taken
                taken += 1
            if not going:
                return
            if stop():
                raise Stopped
            done, _ = ray.wait(list(going), num_returns=1, timeout=LOOK)
            for place in done:
                yield going.pop(place), ray.get(place)
    finally:
        for place in going:
            ray.cancel(place, force=True)


def _do(work: Work[Any, Any], task: Any) -> Any:
    try:
        return work(task, never)
    finally:
        with suppress(AttributeError):
            work.close()  # type: ignore[attr-defined]
