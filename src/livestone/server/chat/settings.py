"""Settings of chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from livestone.server.setting import switch, whole


@dataclass(frozen=True)
class ChatSettings:
    """Whether there is chat, the ``letters`` of a message, and how many messages in ten minutes."""

    on: Annotated[bool, switch("Whether people may chat at tables.", name="talk")] = True
    letters: Annotated[int, whole(10, 500, "The most letters of one message.")] = 300
    often: Annotated[int, whole(1, 10_000, "The most messages of one person in ten minutes.")] = 40
