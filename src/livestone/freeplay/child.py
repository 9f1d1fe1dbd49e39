"""A player's process that talks in lines: started, fed, heard within a time, and ended."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from livestone.copying import Uncopied
from livestone.errors import BadRequest
from livestone.freeplay.limits import Fault, Killed

MAX_BYTES = 65_536  # of a line
NONSENSE = "its process answered nonsense"
OVER_CPU = "it used more CPU time than a game may"
# How processes are ended by others: a person, the system out of memory.
OUTSIDE = (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)


class Child(Uncopied):
    """A process in a session of its own; what it writes to stderr goes to ``log``.

    One that is ``boxed`` was started by bubblewrap, which ends as it does, and with it.

    Raises BadRequest on Windows, and OSError where it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        log: IO[str] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        pass_fds: Sequence[int] = (),
        boxed: bool = False,
    ) -> None:
        if sys.platform == "win32":
            raise BadRequest("players cannot be kept within limits on Windows: use WSL")
        self._rest = b""
        self._boxed = boxed
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if log is None else log,
            bufsize=0,
            env=env,
            cwd=cwd,
            start_new_session=True,
            pass_fds=pass_fds,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._waiting = select.poll()
        self._waiting.register(self._output.fileno(), select.POLLIN)

    @property
    def pid(self) -> int:
        """The id of the process. Raises OSError or IndexError if it is not in its box yet."""
        found = self._process.pid
        # Bubblewrap's process outside has one inside, which has the player's.
        for _ in range(2 if self._boxed else 0):
            found = int(Path(f"/proc/{found}/task/{found}/children").read_text().split()[0])
        return found

    @property
    def rest(self) -> bytes:
        """What it has said after the last line."""
        return self._rest

    def send(self, line: bytes) -> None:
        """Say a line. Raises Fault or Killed when it has ended."""
        try:
            self._input.write(line + b"\n")
        except OSError:
            raise self._ending() from None

    def line(self, until: float) -> bytes:
        """Return the next line. Raises TimeoutError, Fault, or Killed.

        It is a Fault when it ends by itself, and when the line is too long.
        """
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not self._waiting.poll(math.ceil(1000 * left)):
                raise TimeoutError
            found = os.read(self._output.fileno(), MAX_BYTES)
            self._rest += found
            if not found:
                raise self._ending()
            if len(self._rest.partition(b"\n")[0]) > MAX_BYTES:
                raise Fault("failed", NONSENSE)
        line, self._rest = self._rest.split(b"\n", 1)
        return line

    def close(self) -> None:
        """End the process and whatever it has started."""
        # Before wait(): until then no other process can get its number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with contextlib.suppress(OSError):
            self._input.close()
        self._output.close()

    def _ending(self) -> Fault | Killed:
        """How the process ended."""
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return Fault("failed", "its process stopped answering")
        if self._boxed and code > 128:  # as bubblewrap tells of a signal
            code = 128 - code
        if -code in OUTSIDE:
            return Killed(f"a player's process was ended from outside, by signal {-code}")
        if code == -signal.SIGXCPU:
            return Fault("failed", OVER_CPU)
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return Fault("failed", f"its process ended {how}")
