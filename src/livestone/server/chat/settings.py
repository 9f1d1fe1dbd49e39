"""What a server is told about talk."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatSettings:
    """Whether people may talk, how many ``letters`` at a time, and how ``often`` in ten minutes."""

    on: bool = True
    letters: int = 300
    often: int = 40
