"""Results of long jobs are kept as they come, and what is kept is not done again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from livestone.errors import BadRequest, StorageError
from livestone.play.executors import here
from livestone.play.results import Results, run
from livestone.play.workers import Stopped
from livestone.search.report import never

JOB: dict[str, Any] = {"square": 1}
TASKS = {f"task {at}": at for at in range(5)}


def square(task: int, stop: Callable[[], bool]) -> int:
    return task * task


def all_of(file: Path) -> tuple[dict[str, int], list[int]]:
    """The results of the job in a file, and the tasks that had to be done."""
    done: list[int] = []

    def work(task: int, stop: Callable[[], bool]) -> int:
        done.append(task)
        return square(task, stop)

    with Results(file, JOB, int) as kept:
        return dict(run(work, TASKS, here(1), never, kept)), done


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    with Results(file, JOB, int) as kept:
        started = run(square, TASKS, here(1), never, kept)
        assert [next(started), next(started)] == [("task 0", 0), ("task 1", 1)]
        started.close()
    found, done = all_of(file)
    assert found == {name: at * at for name, at in TASKS.items()}
    assert done == [2, 3, 4]
    assert all_of(file) == (found, [])


def test_a_line_cut_off_by_a_kill_is_done_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    all_of(file)
    file.write_bytes(file.read_bytes()[:-3])
    assert all_of(file)[1] == [4]


def test_other_jobs_and_damage_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    all_of(file)
    with pytest.raises(BadRequest, match="another job"):
        Results(file, {"square": 2}, int)
    with Results(file, JOB, int), pytest.raises(BadRequest, match="another command is working"):
        Results(file, JOB, int)
    file.write_bytes(file.read_bytes().replace(b'"task 1":1', b'"task 1":"one"'))
    with pytest.raises(StorageError, match="line 3 is damaged"):
        Results(file, JOB, int)


def test_it_stops_when_told() -> None:
    with pytest.raises(Stopped):
        dict(run(stopping, TASKS, here(1), lambda: True))


def stopping(task: int, stop: Callable[[], bool]) -> int:
    if stop():
        raise Stopped
    return task
