"""However one of several processes ends or fails to start, the log says so; see test_workers.py."""

from __future__ import annotations

import multiprocessing
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from livestone.errors import StorageError
from livestone.server import logs, workers
from livestone.server.settings import Part, Settings
from livestone.server.workers import Crew, Order, Worker

Log = pytest.LogCaptureFixture


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """What a process is told."""
    nobody: Any = None
    return Order(Settings(tmp_path, part=Part()), nobody, None, None, ("text", "info"))


class Process:
    """A process that ends as the test wants."""

    pid, sentinel = 7, None

    def __init__(self, code: int = 0) -> None:
        self.exitcode = code

    def start(self) -> None:
        """It is there."""

    def join(self, timeout: float | None = None) -> None:
        """It has ended."""

    def is_alive(self) -> bool:
        """It is not."""
        return False


class Unstarted(Process):
    """A process for which there is no memory."""

    def start(self) -> None:
        """It is not there."""
        raise OSError(12, "Cannot allocate memory")


def spawning(monkeypatch: pytest.MonkeyPatch, *processes: Process) -> None:
    """Have these processes started, one after the other; their pipes are at their ends."""
    left = iter(processes)
    real = multiprocessing.get_context("spawn")
    context = SimpleNamespace(Pipe=real.Pipe, Process=lambda **_: next(left))
    monkeypatch.setattr(multiprocessing, "get_context", lambda kind: context)


def test_the_first_one_ends_before_it_is_ready(
    order: Order, monkeypatch: pytest.MonkeyPatch, caplog: Log
) -> None:
    spawning(monkeypatch, Process(-9))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert Crew([order, order], lambda: None).run() == 1
    assert caplog.messages == ["the first process has ended (-9): nobody serves"]


def test_one_that_cannot_be_started_is_tried_again(
    order: Order, monkeypatch: pytest.MonkeyPatch, caplog: Log
) -> None:
    spawning(monkeypatch, Process(3), Unstarted(), Unstarted(), Process())
    worker = Worker(order)
    worker.ended()
    assert worker.order.settings.part.first is False
    for _ in range(2):
        assert worker.due > 0
        worker.start_again()
    assert worker.due > time.monotonic() + 0.5  # it keeps failing
    assert caplog.messages == [
        "process 7 has ended (3)",
        *["a process could not be started: Cannot allocate memory"] * 2,
    ]
    worker.start_again()
    assert worker.due == 0


def test_told_to_end(order: Order, monkeypatch: pytest.MonkeyPatch, caplog: Log) -> None:
    caplog.set_level("INFO", "livestone")
    spawning(monkeypatch, Process())
    crew = Crew([order], lambda: None)

    def told(worker: Worker) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(workers, "_heard", told)
    monkeypatch.setattr(Worker, "tell", lambda worker, number: None)
    assert crew.run() == 0
    assert caplog.messages == ["told to end: so are all processes"]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (StorageError("the disk is full"), 2, "the disk is full"),
        (RuntimeError("how odd"), 1, "this process fails"),
        (BrokenPipeError(32, "Broken pipe"), 1, "this process fails"),
    ],
)
def test_a_process_says_why_it_ends(
    order: Order,
    monkeypatch: pytest.MonkeyPatch,
    caplog: Log,
    error: Exception,
    code: int,
    words: str,
) -> None:
    async def fails(order: Order, pipe: Any) -> None:
        raise error

    monkeypatch.setattr(workers, "_work", fails)
    monkeypatch.setattr(logs, "set_up", lambda *_: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        workers.work(order, None)
    assert ended.value.code == code
    (record,) = caplog.records
    assert record.getMessage() == words
    assert (record.exc_info is None) == (code == 2)


def test_a_process_ends_when_nobody_watches_it(caplog: Log) -> None:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = SimpleNamespace(should_exit=False)
    workers._end_with(theirs, server)
    ours.close()
    deadline = time.monotonic() + 60
    while not server.should_exit and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.should_exit
    assert caplog.messages == [workers.ORPHANED]
