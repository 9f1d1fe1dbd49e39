"""Standard streams: something in their place where the caller has closed them."""

from __future__ import annotations

import os
import sys

CLOSED = "standard output is closed, so nothing can be printed: send it to a file, or to /dev/null"


def open_closed_streams() -> None:
    """Put an empty input, an output that refuses what is written, or a silent stderr in place.

    Files and sockets that are opened later would else take the numbers of these streams, which the
    processes that we start would read from and write to.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is not None:
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


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
