"""Who has looked at which game: noted while he is answered, written down by and by."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from livestone.errors import StorageError
from livestone.server.db.owners import MARK
from livestone.server.mail.store import Look, MailStore
from livestone.server.tables.table import Table
from livestone.server.tables.time_control import TimeControl

EVERY = 1.0  # seconds
MOST_KNOWN = 10_000
SLOW_SECONDS = 3600.0  # of main time, from which on a game is one to be called back to

log = logging.getLogger("livestone")


class Looks:
    """What one process knows of it."""

    def __init__(self, store: MailStore) -> None:
        self._store = store
        self._known: OrderedDict[Look, int] = OrderedDict()
        self._new: dict[Look, int] = {}

    def note(self, live: Table, visitor: str) -> None:
        """Note that somebody looks at his game; nothing is written yet."""
        if not live.running or not visitor.startswith(MARK) or not slow(live.clock.control):
            return
        look, ply = (visitor, live.id), live.row.ply
        if live.seated(visitor) and self._known.get(look) != ply:
            self._new[look] = ply

    async def keep_up(self) -> None:
        """Write it down until cancelled, and once more then."""
        try:
            while True:
                await asyncio.sleep(EVERY)
                await self.write()
        finally:
            await self.write()

    async def write(self) -> None:
        """Write down what is new; what the database refuses is tried again."""
        if not self._new:
            return
        new, self._new = self._new, {}
        try:
            await self._store.looked(new.items())
        except StorageError as error:
            log.error("who has looked at his game is not written down: %s", error)
            self._new = new | self._new
            return
        self._known.update(new)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def slow(control: TimeControl) -> bool:
    """Whether a game takes so long that its players go away meanwhile.

    >>> [slow(Control.read(text)) for text in ("none", "3d", "90+30", "5+3")]
    [True, True, True, False]
    """
    return not control.live or control.base >= SLOW_SECONDS
