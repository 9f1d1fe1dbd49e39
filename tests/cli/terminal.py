"""A pseudo-terminal with a program in it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import termios
import time

from tests.patience import PATIENCE


class Terminal:
    """A terminal with a program that has it to itself."""

    def __init__(self, command: list[str], **environment: str) -> None:
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (24, 80))
            for number in (signal.SIGHUP, signal.SIGINT):  # which nohup and & have ignored
                signal.signal(number, signal.SIG_DFL)
            os.environ.update({"TERM": "xterm", **environment})
            os.execv(command[0], command)
        self.output, self.ended = "", False

    def type(self, keys: str | bytes) -> None:
        """Send what a person types."""
        os.write(self._end, keys.encode() if isinstance(keys, str) else keys)

    def until(self, sign: str | re.Pattern[str]) -> str:
        """Read until this is there, and return what came with it."""
        read = ""
        while not (sign in read if isinstance(sign, str) else sign.search(read)):
            data = self._read()
            assert data, f"it ended before {sign!r}: {read}"
            read += data
        return read

    def rest(self) -> tuple[str, int]:
        """What is written until the program ends, and its exit code."""
        read = ""
        while data := self._read():
            read += data
        return read, self.code()

    def code(self) -> int:
        """The exit code of the program, which ends by itself."""
        self.ended = True
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def stopped(self) -> None:
        """Wait until the program has stopped."""
        assert os.WIFSTOPPED(os.waitpid(self.pid, os.WUNTRACED)[1])

    def stop(self, key: str) -> None:
        """Press a key until the program has stopped: just before it waits it sees no signal."""
        while True:
            self.type(key)
            for _ in range(500):
                if os.waitpid(self.pid, os.WUNTRACED | os.WNOHANG)[0]:
                    return
                time.sleep(0.01)

    @property
    def edits(self) -> bool:
        """Whether the terminal itself edits lines, and shows what is typed."""
        flags = termios.tcgetattr(self._end)[3]
        return bool(flags & termios.ICANON and flags & termios.ECHO)

    def close(self) -> None:
        """Close the window."""
        os.close(self._end)

    def silent(self, seconds: float) -> bool:
        """Whether nothing comes for so long."""
        return not select.select([self._end], [], [], seconds)[0]

    def _read(self) -> str:
        ready, _, _ = select.select([self._end], [], [], PATIENCE)
        assert ready, "nothing more comes"
        try:
            data = os.read(self._end, 65536).decode(errors="replace")
        except OSError:  # how Linux tells that the other side is closed
            data = ""
        self.output += data
        return data
