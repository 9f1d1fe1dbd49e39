"""The id of the request that is being answered, and fields of a log record."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

# The request that is being answered; empty outside of one.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def with_fields(**fields: Any) -> dict[str, Any]:
    """What a log call takes as ``extra``, to have fields beside its message."""
    return {"fields": {name: value for name, value in fields.items() if value is not None}}
