"""Standard streams as the rest expects them: open, and waiting for what comes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

CLOSED = "standard output is closed, so nothing can be printed: send it to a file, or to /dev/null"


def open_closed_streams() -> None:
    """Put an empty input, an output that refuses what is written, or a silent stderr in place.

    Those that are open are made to block.

    Files and sockets that are opened later would else take the numbers of these streams, which the
    processes that we start would read from and write to.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is not None:
            make_blocking(getattr(sys, name))
            continue
        # What is open for reading only refuses to be written to, as a closed file does.
        found = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
        if not _is_open(number) or found == number:
            os.dup2(found, number)
            os.set_inheritable(number, True)
            if found != number:
                os.close(found)
            found = number
        setattr(sys, name, os.fdopen(found, mode, encoding="utf-8", closefd=False))


def make_blocking(stream: TextIO) -> None:
    """Have a stream wait for what comes, or for room, where it was opened not to.

    Python would else take an input that has nothing yet for its end, and lose output.
    """
    with suppress(OSError, ValueError, AttributeError):  # no file, or on Windows
        os.set_blocking(stream.fileno(), True)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
