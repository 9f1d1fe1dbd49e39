from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from livestone.errors import LivestoneError
from livestone.play.workers import Stopped, side_by_side, tell

Stop = Callable[[], bool]


def square(task: int, stop: Stop) -> tuple[int, int]:
    return task * task, os.getpid()


def wait(task: int, stop: Stop) -> bool:
    """Done at once for task 0; the others go on until they are stopped."""
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    while task and not stop():
        time.sleep(0.01)
    if task:
        raise Stopped
    return True


def fail(task: int, stop: Stop) -> int:
    raise ValueError(f"no luck with {task}")


def test_alone_it_runs_here_and_in_order() -> None:
    found = list(side_by_side(square, [3, 4], 1))
    assert found == [(0, (9, os.getpid())), (1, (16, os.getpid()))]
    assert list(side_by_side(square, [], 8)) == []


def test_side_by_side_it_runs_elsewhere() -> None:
    found = dict(side_by_side(square, range(5), 2))
    assert {index: result for index, (result, _) in found.items()} == {
        index: index**2 for index in range(5)
    }
    assert os.getpid() not in {process for _, process in found.values()}


def test_closing_stops_what_still_runs() -> None:
    before = signal.getsignal(signal.SIGINT)
    working = side_by_side(wait, [0, 1, 2, 3, 4], 2)
    assert next(working) == (0, True)
    working.close()
    assert signal.getsignal(signal.SIGINT) is before


ORPHANS = """
import os, signal
from tests.play.test_workers import square
from livestone.play.workers import side_by_side
working = side_by_side(square, range(3), 2)
print(next(working)[1][1], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_processes_end_with_their_parent() -> None:
    root = Path(__file__).parents[2]
    asked = [sys.executable, "-c", ORPHANS]
    found = subprocess.run(asked, capture_output=True, text=True, cwd=root)
    worker = int(found.stdout)
    while alive(worker):
        time.sleep(0.01)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
    except OSError:
        return False


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_arrive(jobs: int) -> None:
    with pytest.raises(ValueError, match="no luck with"):
        list(side_by_side(fail, [1, 2, 3], jobs))


class Fall:
    """Work whose process ends by itself at task 1: the first time only, or ``always``."""

    def __init__(self, folder: Path, always: bool) -> None:
        self.folder, self.always = folder, always

    def __call__(self, task: int, stop: Stop) -> int:
        mark = self.folder / "fallen"
        if task == 1 and (self.always or not mark.exists()):
            mark.touch()
            os._exit(9)
        return task

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


def test_a_task_whose_process_ends_is_done_again(tmp_path: Path) -> None:
    found = sorted(side_by_side(Fall(tmp_path, always=False), range(4), 2))
    assert found == [(at, at) for at in range(4)]
    assert [*tmp_path.glob("closed-*")]


def test_a_task_whose_processes_always_end_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LivestoneError, match=r"ended twice by itself \(exit code 9\), at 1: "):
        list(side_by_side(Fall(tmp_path, always=True), [1], 1, apart=True))


def telling(task: int, stop: Stop) -> int:
    tell(f"at {task}")
    return task


@pytest.mark.parametrize(("jobs", "apart"), [(1, False), (1, True), (2, True)])
def test_tasks_follow_from_results(jobs: int, apart: bool) -> None:
    """They are taken when there is room; None waits for a result."""
    done, heard = [], []

    def tasks() -> Iterator[int | None]:
        for task in range(3):
            while len(done) < task:
                yield None
            yield task

    working = side_by_side(
        telling, tasks(), jobs, heard=lambda *each: heard.append(each), apart=apart
    )
    for index, result in working:
        done.append((index, result))
    assert done == [(0, 0), (1, 1), (2, 2)]
    assert heard == ([(at, f"at {at}") for at in range(3)] if apart else [])
