"""How many processors may be used, where that is fewer than there are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from livestone import processors
from livestone.cli.common import job_count

MACHINE = 64
GROUP = "sys/fs/cgroup"


def system(root: Path, cgroup: str, **files: str) -> Path:
    """Files of a system, by their paths with ``__`` for a slash."""
    for name, text in {"proc/self/cgroup": cgroup, **files}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


@pytest.mark.parametrize(
    ("cgroup", "files", "found"),
    [
        ("0::/\n", {f"{GROUP}/cpu.max": "max 100000\n"}, []),
        ("0::/\n", {f"{GROUP}/cpu.max": "250000 100000\n"}, [2.5]),
        ("0::/a/b\n", {f"{GROUP}/a/cpu.max": "50000 100000\n"}, [0.5]),
        (
            "0::/a/b\n",
            {f"{GROUP}/a/b/cpu.max": "400000 100000\n", f"{GROUP}/cpu.max": "200000 100000\n"},
            [4, 2],
        ),
        (
            "5:cpuacct,cpu:/docker/1\n4:memory:/\n0::/\n",
            {
                f"{GROUP}/cpu/cpu.cfs_quota_us": "150000\n",
                f"{GROUP}/cpu/cpu.cfs_period_us": "100000\n",
            },
            [1.5],
        ),
        (
            "2:cpu:/\n",
            {f"{GROUP}/cpu/cpu.cfs_quota_us": "-1\n", f"{GROUP}/cpu/cpu.cfs_period_us": "100000\n"},
            [],
        ),
        ("0::/\n", {f"{GROUP}/cpu.max": "what\n"}, []),
    ],
)
def test_limits_of_control_groups(
    cgroup: str, files: dict[str, str], found: list[float], tmp_path: Path
) -> None:
    assert list(processors.quotas(system(tmp_path, cgroup, **files))) == found


def test_a_system_without_control_groups(tmp_path: Path) -> None:
    assert list(processors.quotas(tmp_path)) == []


@pytest.mark.parametrize(
    ("affinity", "quotas", "count"),
    [(MACHINE, [], MACHINE), (3, [], 3), (MACHINE, [2.5], 3), (2, [4.0], 2), (MACHINE, [0.1], 1)],
)
def test_the_lowest_limit_counts(
    affinity: int, quotas: list[float], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "cpu_count", lambda: MACHINE)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(affinity)), raising=False)
    monkeypatch.setattr(processors, "quotas", lambda: iter(quotas))
    assert processors.available_processors() == count
    assert job_count(None) == count


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes are not bound here")
def test_a_process_that_is_bound_to_one_processor() -> None:
    code = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from livestone.processors import available_processors
print(available_processors())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
