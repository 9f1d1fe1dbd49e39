"""A player's process that talks in lines: started, fed, heard within a time, and ended."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from livestone.copying import Uncopied
from livestone.freeplay.limits import Fault, Killed

MAX_BYTES = 65_536  # of a line
NONSENSE = "its process answered nonsense"
OVER_CPU = "it used more CPU time than a game may"
# Signals of others: SIGHUP, SIGINT, SIGTERM of a person, SIGKILL of a system out of memory too.
OUTSIDE = (1, 2, 9, 15)


class Child(Uncopied):
    """A process in a session of its own; what it writes to stderr goes to ``log``.

    One that is ``boxed`` was started by bubblewrap, which ends as it does, and with it.

    Raises OSError where it cannot be started.
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
        self._waiting = select.poll() if hasattr(select, "poll") else None
        if self._waiting:
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
            found = self._read(until - time.monotonic())
            self._rest += found
            if not found:
                raise self._ending()
            if len(self._rest.partition(b"\n")[0]) > MAX_BYTES:
                raise Fault("failed", NONSENSE)
        line, self._rest = self._rest.split(b"\n", 1)
        return line

    def _read(self, seconds: float) -> bytes:
        """What it says next. Raises TimeoutError, and without ``poll`` it has been ended then."""
        if seconds <= 0:
            raise TimeoutError
        if self._waiting:
            if not self._waiting.poll(math.ceil(1000 * seconds)):
                raise TimeoutError
            return os.read(self._output.fileno(), MAX_BYTES)
        late = time.monotonic() + seconds
        timer = threading.Timer(seconds, self._process.kill)
        timer.start()
        found = os.read(self._output.fileno(), MAX_BYTES)
        timer.cancel()
        if not found and time.monotonic() >= late:
            raise TimeoutError
        return found

    def close(self) -> None:
        """End the process and whatever it has started."""
        # Before wait(): until then no other process can get its number.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
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
        if -code == getattr(signal, "SIGXCPU", None):
            return Fault("failed", OVER_CPU)
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return Fault("failed", f"its process ended {how}")
