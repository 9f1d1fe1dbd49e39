"""``livestone`` commands in processes that are forked after its imports, which take two seconds."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any, TextIO

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["livestone.cli.serve", "livestone.server.app"])


def _run(arguments: Sequence[str], environment: Mapping[str, str], outputs: Sequence[Any]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    for number, output in enumerate(outputs, 1):
        os.dup2(output.detach(), number)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from livestone.cli.main import run

    sys.exit(run(arguments))


class Command:
    """A command's process; ``said`` is what it writes to its output."""

    def __init__(
        self, arguments: Sequence[str], log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        reading, writing = os.pipe()
        with log.open("a") as errors:
            outputs = [DupFd(writing), DupFd(errors.fileno())]
            given = (list(arguments), {**os.environ, **(environment or {})}, outputs)
            self.process: BaseProcess = FORKING.Process(target=_run, args=given)
            self.process.start()
        os.close(writing)
        self.said: TextIO = os.fdopen(reading)
        atexit.register(self.process.kill)

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self.process.pid is not None
        return self.process.pid

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal, unless it has ended."""
        if self.process.is_alive():
            os.kill(self.pid, how)

    def wait(self, seconds: float = 60.0) -> int:
        """Wait for its end, or kill it; return its exit code."""
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        self.said.close()
        assert self.process.exitcode is not None
        return self.process.exitcode
