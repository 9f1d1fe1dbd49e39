"""The event loop of a server, and what would stop it now and then."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


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
