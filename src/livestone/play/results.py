"""A long job's results in a file, line by line, so that the same command goes on after a stop.

Its first line says what the job is; each result adds a line, which is on the disk before the next
one is waited for. A line that a kill has cut off is dropped, and its task is done again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import msgspec

from livestone.copying import Uncopied
from livestone.errors import BadRequest, StorageError
from livestone.kept_lines import KeptLines
from livestone.play.executors import Executor
from livestone.play.workers import Stop, Work

Result = TypeVar("Result")


class Results(Uncopied, Generic[Result]):
    """A context around the file of one job's results, by the names of its tasks.

    ``job`` is what must not change, as a JSON object. Raises BadRequest where the file is of
    another job or in use, and StorageError for a file that is damaged.
    """

    def __init__(self, file: Path, job: Mapping[str, Any], kind: type[Result]) -> None:
        self._decoder = msgspec.json.Decoder(dict[str, kind])  # type: ignore[valid-type]
        self.place = file
        self.found: dict[str, Result] = {}
        self._kept = KeptLines(file)
        try:
            self._read(msgspec.json.encode({"job": job}))
        except BaseException:
            self._kept.close()
            raise

    def add(self, name: str, result: Result) -> None:
        """Keep a task's result."""
        self.found[name] = result
        self._kept.add(msgspec.json.encode({name: result}))

    def _read(self, head: bytes) -> None:
        first, *lines = self._kept.lines or [b""]
        if not first:
            self._kept.add(head)
        elif first != head:
            raise BadRequest(
                f"{str(self.place)!r} holds the results of another job ({first.decode()[:200]}): "
                "choose another folder, or ask for the same again"
            )
        for number, line in enumerate(lines, 2):
            try:
                self.found |= self._decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise StorageError(f"{self.place}: line {number} is damaged: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.close()


def run(
    work: Work[Any, Result],
    tasks: Mapping[str, Any],
    executor: Executor,
    stop: Stop,
    kept: Results[Result] | None = None,
    prepare: Callable[[], None] = lambda: None,
) -> Generator[tuple[str, Result]]:
    """Yield ``(name, result)`` of every task, in no order: first what is kept, then as it is done.

    ``prepare`` is called before any work begins. Raises Stopped once ``stop`` says so.
    """
    found = kept.found if kept else {}
    yield from ((name, found[name]) for name in tasks if name in found)
    todo = [name for name in tasks if name not in found]
    if not todo:
        return
    prepare()
    with contextlib.closing(executor(work, [tasks[name] for name in todo], stop)) as results:
        for index, result in results:
            if kept:
                kept.add(todo[index], result)
            yield todo[index], result
