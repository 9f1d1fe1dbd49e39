"""Settings of the tables."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from livestone.server.tables.shapes import TableSpec


@dataclass(frozen=True)
class Start:
    """A game started once a visitor (``tables``) by the link with the ``key``."""

    spec: TableSpec
    key: str
    tables: dict[str, str] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
