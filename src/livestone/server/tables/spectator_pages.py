"""The page of a table as onlookers see it: made once for all who read it at about the same time.

Players never come here: their pages are their own.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

from litestar import Response

from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import SpectatorKey
from livestone.server.web.coalesce import Coalescer
from livestone.server.web.guard import HEADERS
from livestone.server.web.identity import Caller

FRESH_SECONDS = 0.2  # so old the clocks may be that onlookers are shown
MOST_KEPT = 64  # pages, of some kilobytes each
HTML = "text/html; charset=utf-8"


@dataclass
class Kept:
    """A page with its ``headers``, all that were ``sent``, and when it was made (monotonic).

    One at a time makes it. Those who would ask the framework for it wait before that, at the
    ``gate``: of a thousand who are told of a move in the same moment one has to.
    """

    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    sent: tuple[tuple[bytes, bytes], ...] = ()
    made: float = -math.inf
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    gate: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pages:
    """The pages that onlookers were shown a moment ago, by everything that is on them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def at(self, key: Hashable) -> Kept:
        kept = self._kept.setdefault(key, Kept())
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def fresh(self, kept: Kept) -> bool:
        return self._clock() - kept.made < FRESH_SECONDS

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Response[bytes]]]) -> Kept:
        """Return the page for a key, made now unless it was a moment ago."""
        kept = self.at(key)
        async with kept.lock:
            if not self.fresh(kept):
                began = self._clock()
                answer = await make()
                kept.body, kept.headers, kept.made = answer.content, answer.headers, began
                told = {**answer.headers, "content-type": HTML, "content-length": len(kept.body)}
                pairs = (
                    (name.lower().encode(), f"{value}".encode()) for name, value in told.items()
                )
                kept.sent = (*pairs, *HEADERS)
        return kept


class SpectatorChat(Protocol):
    """Chat, as far as onlookers' pages show it."""

    async def overheard(self, game: str, owners: Collection[str]) -> Any:
        """Return what is said among onlookers, for these to read it with :meth:`overhear`."""

    def overhear(self, heard: Any, caller: Caller) -> Any:
        """Return what an onlooker reads of what was said; None where nobody talks."""


@dataclass(frozen=True)
class Look:
    """What a table shows to onlookers, who is none (``seated``), and what they have said."""

    seen: SpectatorKey | None
    seated: frozenset[str]
    heard: Hashable


class SpectatorKeys:
    """What decides what onlookers are shown: asked of the store for all who want to know it."""

    def __init__(self, tables: Tables, talk: SpectatorChat) -> None:
        self._tables, self._talk = tables, talk
        self._together = Coalescer(self._look)

    async def key(self, id: str, caller: Caller, around: tuple[Hashable, ...]) -> Hashable | None:
        """Return all that is on an onlooker's page, but for a clock's seconds and who else watches.

        ``around`` is what does not come from the table. None for who plays there, and for a table
        without onlookers. Raises NotFound.
        """
        known = self._tables.registry.known(id)
        if known is not None and known.seated(caller.owner):
            return None
        look = await self._together.get(id, caller.owner)
        if look.seen is None or caller.owner in look.seated:
            return None
        return (look.seen, self._talk.overhear(look.heard, caller), *around)

    async def _look(self, id: str, owners: frozenset[str]) -> Look:
        seen, seated = await self._tables.spectator_key(id)
        return Look(seen, seated, await self._talk.overheard(id, owners - seated))
