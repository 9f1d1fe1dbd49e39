"""Child processes of Livestone that talk in lines over their pipes."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO


def command(module: str) -> list[str]:
    """Return the command that runs ``main()`` of a module with the import path we have.

    The current folder is left out: what lies there is not ours.
    """
    path = [place for place in sys.path if place]
    code = f"import sys; sys.path[:] = {path!r}; import {module} as program; program.main()"
    return [sys.executable, "-c", code]


def stand_back(steps: int) -> None:
    """Let the process that started this one come first, and leave Ctrl-C to it.

    This is a process group and no session of its own: Linux may divide the processors between
    sessions first, and niceness would then count inside of each only (autogroups, ``man 7 sched``).
    """
    with contextlib.suppress(OSError, AttributeError):
        os.setpgid(0, 0)
        os.nice(steps)


def private_stdout() -> TextIO:
    """Keep stdout for the talk between the processes; whatever else prints goes to stderr."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out
