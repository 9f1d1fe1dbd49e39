"""Chat beside a table."""

from __future__ import annotations

from msgspec import Struct


class Message(Struct, frozen=True):
    """A chat message as its reader sees it; ``at`` is seconds since 1970."""

    id: int
    name: str
    text: str
    at: float
    mine: bool


class Conversation(Struct, frozen=True):
    """What you read beside a table, in the room of its players, or of its onlookers.

    ``off`` says why you read nothing: you turned it off at this ``table`` or at ``every`` one, or
    this ``server`` has no chat. ``why_not`` says why you may not write; empty where you may.
    """

    room: str
    messages: tuple[Message, ...]
    off: str
    why_not: str


class Reported(Struct, frozen=True):
    """The message that was ``reported`` to the staff."""

    reported: int


class Reading(Struct, frozen=True):
    """Whether you read chat at any table."""

    on: bool
