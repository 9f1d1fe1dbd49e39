"""Settings of chat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatSettings:
    """Whether there is chat, the ``letters`` of a message, and how many messages in ten minutes."""

    on: bool = True
    letters: int = 300
    often: int = 40
