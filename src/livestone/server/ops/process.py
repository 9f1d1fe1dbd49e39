"""The process of a server: its event loop, its garbage, and how many files it may have open."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

FEW_FILES = 4096  # that may be open; each connection is one

Answer = TypeVar("Answer")

log = logging.getLogger("livestone")


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do what :func:`asyncio.run` does: with uvloop, which costs less, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def settle() -> None:
    """Collect garbage before a server begins, and never again look at what was imported.

    What has lived long is looked at only seldom: with a thousand games that takes most of a
    second, and finds next to nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 1_000)


def allow_files() -> None:
    """Raise the limit of open files to the most allowed; little is logged."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):  # macOS has a lower limit than it says
        hard = soft
    if hard != resource.RLIM_INFINITY and hard < FEW_FILES:
        log.warning(
            "only %d files may be open at once, and each connection is one: allow more with "
            "'ulimit -Hn' or LimitNOFILE=",
            hard,
        )
