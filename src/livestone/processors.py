"""How many processors this process may use, which may be fewer than the machine has."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath


def available_processors() -> int:
    """Return how many processors this process may use, at least 1.

    It counts those that ``taskset`` and batch systems leave, and the share that a container may
    use: a limit of two and a half counts as three.
    """
    count = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1  # noqa: TID251
    return max(1, min([count, *map(math.ceil, quotas())]))


def quotas(root: Path = Path("/")) -> Iterator[float]:
    """Yield the limits of all control groups that this process is in, in processors.

    ``root`` is where the system's own files are. Sources: cgroups(7), and the Linux kernel's
    admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst.
    """
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, place = line.split(":", 2)
            if controllers == "":
                folder, read = root / "sys/fs/cgroup", _second_version
            elif "cpu" in controllers.split(","):
                folder, read = root / "sys/fs/cgroup/cpu", _first_version
            else:
                continue
            # A group is held to the limits of those around it. In a container the own one may be
            # mounted as the outermost.
            path = PurePosixPath(place).relative_to("/")
            for group in (path, *path.parents):
                with suppress(OSError, ValueError, ZeroDivisionError):
                    quota, period = read(folder / group)
                    if quota > 0:
                        yield quota / period


def _second_version(group: Path) -> tuple[int, int]:
    """The microseconds that a group may use, and of how many; ValueError where all of them."""
    quota, period = (group / "cpu.max").read_text().split()
    return int(quota), int(period)


def _first_version(group: Path) -> tuple[int, int]:
    """The same; a negative number means all of them."""
    quota, period = ((group / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
    return int(quota), int(period)
