"""Ctrl-C: ends the process at once and silently, or raises KeyboardInterrupt as usual."""

from __future__ import annotations

import os
import signal
from types import FrameType

CODE = 130  # as a shell tells it of a program that Ctrl-C has ended


def leave(number: int, frame: FrameType | None) -> None:
    """Handle a signal: end the process, without a word and without cleaning up."""
    os._exit(CODE)


def end_at_once() -> None:
    """Have Ctrl-C end the process while there is nothing to clean up, as during imports.

    KeyboardInterrupt would be raised in the middle of any module that is just being imported. A
    process that ignores Ctrl-C goes on doing so.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def end_as_usual() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
