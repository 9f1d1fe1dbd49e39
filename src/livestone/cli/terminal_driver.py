"""How the whole screen reads a Unix terminal: whatever bytes it sends, and until it is gone."""

from __future__ import annotations

import os
import selectors
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

# How often the thread that reads looks whether it is to end, in seconds.
LOOK = 0.1


class TerminalDriver(LinuxDriver):
    """Textual's driver, with bytes that are no UTF-8 read as U+FFFD, for terminals that vanish."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._file = _Vanishing(sys.__stderr__)  # type: ignore[assignment, arg-type]

    def run_input_thread(self) -> None:
        """Read until the screen is left or the terminal is gone."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser(self._debug)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(LOOK):
                    data = self._read()
                    if not data:
                        self._app.call_later(self._app.exit, None, 128 + signal.SIGHUP)
                        return
                    # Nothing but the end of the input is an empty text to the parser.
                    for event in parser.feed(text) if (text := decode(data)) else ():
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        """What the terminal sends; nothing when it is gone."""
        with suppress(OSError):
            os.set_blocking(self.fileno, True)
            return os.read(self.fileno, 4096)
        return b""

    # Both write, and that takes locks which the code that a signal interrupts may hold already.

    def _sigtstp_application(self, *_: Any) -> None:
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: Any) -> None:
        self._soon(self._go_on)

    def _soon(self, work: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the screen is over
            self._loop.call_soon_threadsafe(work)

    def _go_on(self) -> None:
        # After a stop that could not be caught everything is still running: it begins anew.
        if not self._must_signal_resume and self._writer_thread is not None:
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application()


class _Vanishing:
    """A terminal to write to; when it is gone, what is written is lost."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()
