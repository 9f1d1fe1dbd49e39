"""Lines that a person types: edited and remembered on a terminal, as they come from a pipe."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from livestone.cli.streams import make_blocking


class LineInput:
    """Reads lines from standard input; on a terminal after a prompt.

    Bytes that are no UTF-8 are read as U+FFFD, and an input that does not block is waited for.
    """

    def __init__(self, prompt: str) -> None:
        self._asks = sys.stdin.isatty()
        self._prompt = prompt if self._asks else ""
        self._editor = _editor() if self._asks and sys.stdout.isatty() else None
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def read(self) -> str | None:
        """Return the next line, None at the end of the input."""
        make_blocking(sys.stdin)
        with self._prompted_again():
            if self._editor is None:
                print(self._prompt, end="", flush=True)
                return sys.stdin.readline() or None
            try:
                return input(self._prompt)
            except EOFError:
                print(flush=True)  # Ctrl-D leaves the cursor after the prompt
                return None

    @contextmanager
    def _prompted_again(self) -> Iterator[None]:
        """Stop at Ctrl-Z with the terminal as it was, and show the prompt when it goes on."""
        if not self._asks or sys.platform == "win32":
            yield
            return
        import termios

        terminal = sys.stdin.fileno()
        usual = termios.tcgetattr(terminal)

        def stop(*_: Any) -> None:
            editing = termios.tcgetattr(terminal)
            termios.tcsetattr(terminal, termios.TCSADRAIN, usual)
            os.kill(os.getpid(), signal.SIGSTOP)
            termios.tcsetattr(terminal, termios.TCSADRAIN, editing)

        def show(*_: Any) -> None:
            typed = "" if self._editor is None else self._editor.get_line_buffer()
            print(f"{self._prompt}{typed}", end="", flush=True)

        handlers = {signal.SIGTSTP: stop, signal.SIGCONT: show}
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _editor() -> ModuleType | None:
    """The module that ``input`` edits lines with, where Python has it."""
    with suppress(ImportError):
        import readline

        # Nothing that a screen reader could stumble over: these would write escape codes.
        for setting in ("enable-bracketed-paste", "enable-meta-key"):
            readline.parse_and_bind(f"set {setting} off")
        return readline
    return None
