"""The server's log: one line a record, as text for people or as JSON for programs.

Of warnings and errors that say the same of other names or numbers only some are written each
minute, so that no flood and no outage fills the disk.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from livestone.server.web.requests import request_id

OURS, OTHERS = "livestone", ("uvicorn", "litestar", "asyncio", "py.warnings", "alembic")
MAX_ALIKE, MINUTE = 20, 60.0  # records that say the same are written, in so many seconds
MAX_KINDS = 1000


def set_up(form: str = "text", level: str = "info", stream: TextIO | None = None) -> None:
    """Have our log, and warnings of the libraries beneath, written to ``stream`` (stderr)."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(LogThrottle())
    handler.name = OURS
    for name in (OURS, *OTHERS):
        log = logging.getLogger(name)
        log.handlers = [*(old for old in log.handlers if old.name != OURS), handler]
        log.setLevel(level.upper() if name == OURS else logging.WARNING)


class LogThrottle(logging.Filter):
    """Passes few warnings of a kind in a minute; the next one says how many were ``left_out``."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        # By what they say: when the minute began, and how many there were in it.
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind, now = (record.name, str(record.msg)), self._clock()
        began, many = self._kinds.get(kind, (now, 0))
        if now - began >= MINUTE:
            if many > MAX_ALIKE:
                record.fields = {**getattr(record, "fields", {}), "left_out": many - MAX_ALIKE}
            began, many = now, 0
        if len(self._kinds) > MAX_KINDS:
            self._kinds.clear()
        self._kinds[kind] = (began, many + 1)
        return many < MAX_ALIKE


class JsonLines(logging.Formatter):
    """``time`` (UTC), ``level``, ``logger``, ``message``, then the record's fields."""

    def format(self, record: logging.LogRecord) -> str:
        found = {
            "time": _stamp(record.created, time.gmtime, "%Y-%m-%dT%H:%M:%S") + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """The local time, the level where it matters, the message, ``name=value`` for each field."""

    def format(self, record: logging.LogRecord) -> str:
        level = f"{record.levelname} " if record.levelno >= logging.WARNING else ""
        parts = [f"{name}={value}" for name, value in _fields(record).items()]
        if record.exc_info:
            parts.append(self.formatException(record.exc_info))
        words = " ".join([f"{level}{record.getMessage()}", *parts])
        # Nothing that a client sends may begin a line of its own, or steer a terminal.
        line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in words)
        return f"{_stamp(record.created, time.localtime, '%Y-%m-%d %H:%M:%S')} {line}"


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    found: dict[str, Any] = dict(getattr(record, "fields", {}))
    if request_id.get():
        found.setdefault("request", request_id.get())
    return found


def _stamp(seconds: float, zone: Any, form: str) -> str:
    return f"{time.strftime(form, zone(seconds))}.{int(seconds % 1 * 1000):03}"
