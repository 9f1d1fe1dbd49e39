"""Chat: what the API says of what was said at a table."""

from __future__ import annotations

from msgspec import Struct


class Message(Struct, frozen=True):
    """Something that was said at a table."""

    id: int
    name: str
    text: str
    at: float
    mine: bool


class Talk(Struct, frozen=True):
    """What one reads at a table: ``why_not`` says why one may not speak, ``off`` who is unread."""

    room: str
    messages: tuple[Message, ...]
    off: str = ""
    why_not: str = ""
