"""Where the work of a long command is done, and where its results are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter

from livestone.cli.common import job_count

if TYPE_CHECKING:
    from livestone.play.executors import Executor
    from livestone.play.results import Results

Result = TypeVar("Result")

Keep = Annotated[
    Path | None,
    Parameter(
        metavar="DIR", help="Keep every result here as it comes; the same command then goes on."
    ),
]
Ray = Annotated[
    str | None,
    Parameter(
        metavar="ADDRESS",
        help="Work on the Ray cluster there, not here (needs livestone[ray]): HOST:PORT, auto for "
        "the one on this machine, local to start one.",
    ),
]


@contextmanager
def executing(jobs: int | None, ray: str | None, *, apart: bool = False) -> Iterator[Executor]:
    """Work in so many processes, or on a cluster, whose own words go to standard error."""
    from livestone.play.executors import here, on_ray

    count = job_count(jobs)
    if ray is None:
        yield here(count, apart=apart)
        return
    with redirect_stdout(sys.stderr):  # Ray prints what goes wrong
        yield on_ray(ray)


def keeping(
    folder: Path | None, name: str, job: Mapping[str, Any], kind: type[Result], words: str
) -> AbstractContextManager[Results[Result] | None]:
    """The file of a job's results, if they are kept; that it goes on is said: "5 ``words``"."""
    if folder is None:
        return nullcontext()
    from livestone import __version__
    from livestone.play.results import Results

    folder.mkdir(parents=True, exist_ok=True)
    kept = Results(folder / f"{name}.jsonl", {**job, "livestone": __version__}, kind)
    if kept.found:
        print(f"Going on in {folder} after {len(kept.found)} {words}.", file=sys.stderr)
    return kept
