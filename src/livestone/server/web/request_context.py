"""The id of the request that is being answered."""

from __future__ import annotations

from contextvars import ContextVar

# The request that is being answered; empty outside of one.
request_id: ContextVar[str] = ContextVar("request_id", default="")
