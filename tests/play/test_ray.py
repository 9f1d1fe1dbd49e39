"""A real Ray of two workers on this machine: the same games, and a worker that is killed."""

from __future__ import annotations

import json
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
    words = "-m livestone playtest freedom --option size=4 --games 4 --playouts 8 --json"
    command = words.split()
    here, far = python(*command, "--jobs", "1"), python(*command, "--ray", "local")
    assert json.loads(here) == json.loads(far)
