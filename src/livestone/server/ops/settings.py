"""Settings of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from livestone.server import parsers
from livestone.server.setting import Setting

_FORMAT, _LEVEL = (
    parsers.choice("text", "json"),
    parsers.choice("debug", "info", "warning", "error"),
)


@dataclass(frozen=True)
class LogSettings:
    format: Annotated[str, Setting(_FORMAT, "How a line of the log is written.")] = "text"
    level: Annotated[str, Setting(_LEVEL, "The least important messages that are logged.")] = "info"
