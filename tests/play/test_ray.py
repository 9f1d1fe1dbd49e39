"""A real Ray of two workers on this machine: the same games, and a worker that is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORK = """
import os, sys, pathlib
import ray
from livestone.play.executors import on_ray

def once(task, stop):
    mark = pathlib.Path(sys.argv[1], str(task))
    if task == 2 and not mark.exists():
        mark.touch()
        os._exit(1)
    return task * task

ray.init(address="local", num_cpus=2, log_to_driver=False)
print(sorted(dict(on_ray("local")(once, range(5))).items()))
"""

pytestmark = pytest.mark.slow


def python(*arguments: str) -> str:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'livestone[ray]'")
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_task_whose_worker_dies_is_done_again(tmp_path: Path) -> None:
    file = tmp_path / "work.py"
    file.write_text(WORK.replace("sys.argv[1]", repr(str(tmp_path))), "utf-8")
    *_, last = python(str(file)).splitlines()  # Ray says on stdout that a worker has died
    assert last == str([(at, at * at) for at in range(5)])
    assert (tmp_path / "2").exists()


def test_a_playtest_on_ray_plays_the_same_games() -> None:
    words = "-m livestone playtest freedom --option size=4 --games 4 --playouts 8 --json"
    command = words.split()
    here, far = python(*command, "--jobs", "1"), python(*command, "--ray", "local")
    assert json.loads(here) == json.loads(far)


def test_a_tournament_on_ray_has_the_same_results() -> None:
    words = "-m livestone tournament level:1 random --option size=4 --games 4 --json"
    here, far = python(*words.split(), "--jobs", "1"), python(*words.split(), "--ray", "local")
    assert json.loads(here) == json.loads(far)


def test_proofs_on_ray_are_the_same() -> None:
    words = "-m livestone puzzles coy_lips --check"
    here, far = python(*words.split(), "--jobs", "1"), python(*words.split(), "--ray", "local")
    assert here == far
