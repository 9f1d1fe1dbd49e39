"""Runs tasks in processes of this machine or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from livestone.errors import LivestoneError
from livestone.extras import needed_for
from livestone.play.workers import Stop, side_by_side
from livestone.search.report import never

# Does ``work(task, stop)`` for each task and yields ``(index, result)`` as they are done. Closing
# the generator ends what is still going on.
Done = Generator[tuple[int, Any], None, None]
Executor = Callable[[Callable[[Any, Stop], Any], Sequence[Any]], Done]
# So many tasks a processor wait at the cluster at once.
AHEAD = 2


def here(jobs: int) -> Executor:
    """Work in so many processes of this machine."""

    def do(work: Callable[[Any, Stop], Any], tasks: Sequence[Any]) -> Done:
        yield from side_by_side(work, tasks, jobs)

    return do


def on_ray(address: str | None = None) -> Executor:
    """Work on a Ray cluster: the one at ``address`` or in ``RAY_ADDRESS``, else one started here.

    Raises ExtraMissing when Ray is not installed, LivestoneError when there is no cluster.
    """
    with needed_for("--ray"):
        import ray
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise LivestoneError(f"Ray does not start: {error}") from error
    return partial(_with_ray, ray)


def _with_ray(ray: Any, work: Callable[[Any, Stop], Any], tasks: Sequence[Any]) -> Done:
    do = ray.remote(_do)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    todo = list(enumerate(tasks))[::-1]
    going: dict[Any, int] = {}
    try:
        while todo or going:
            while todo and len(going) < most:
                index, task = todo.pop()
                going[do.remote(work, task)] = index
            done, _ = ray.wait(list(going), num_returns=1)
            for place in done:
                yield going.pop(place), ray.get(place)
    finally:
        for place in going:
            ray.cancel(place, force=True)


def _do(work: Callable[[Any, Stop], Any], task: Any) -> Any:
    return work(task, never)
