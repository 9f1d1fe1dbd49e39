"""The event loop of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do what :func:`asyncio.run` does: with uvloop, which costs less, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    found: Answer = uvloop.run(work)
    return found
