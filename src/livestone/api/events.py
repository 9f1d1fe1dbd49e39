"""Events, as programs read them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True):
    """Something that happened: its name, its number if it has one, and what the server says."""

    name: str
    id: str
    data: dict[str, Any]
