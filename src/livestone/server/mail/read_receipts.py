"""Read receipts: which players have looked at which games, saved in batches."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from livestone.errors import StorageError
from livestone.play.time_control import TimeControl
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.mail.store import MailStore, Receipt
from livestone.server.tables.table import Table

SAVE_SECONDS = 1.0
MAX_KEPT = 10_000
SLOW_SECONDS = 3600.0  # of main time, from which on players are called back by mail

log = logging.getLogger("livestone")


class ReadReceipts:
    def __init__(self, store: MailStore) -> None:
        self._store = store
        self._saved: OrderedDict[Receipt, int] = OrderedDict()
        self._new: dict[Receipt, int] = {}

    def note(self, table: Table, owner_id: OwnerId) -> None:
        if not table.running or not owner_id.startswith(MARK) or not slow(table.clock.control):
            return
        receipt, ply = (owner_id, table.id), table.row.ply
        if owner_id in table.owners and self._saved.get(receipt) != ply:
            self._new[receipt] = ply

    async def keep_saving(self) -> None:
        try:
            while True:
                await asyncio.sleep(SAVE_SECONDS)
                await self.save()
        finally:
            await self.save()

    async def save(self) -> None:
        """Save new receipts; they are kept for another try if the database fails."""
        if not self._new:
            return
        new, self._new = self._new, {}
        try:
            await self._store.save_receipts(new)
        except StorageError as error:
            log.error("read receipts are not saved: %s", error)
            self._new = new | self._new
            return
        self._saved.update(new)
        while len(self._saved) > MAX_KEPT:
            self._saved.popitem(last=False)


def slow(control: TimeControl) -> bool:
    """Whether a game takes so long that its players go away meanwhile.

    >>> [slow(TimeControl.read(text)) for text in ("none", "3d", "90+30", "5+3")]
    [True, True, True, False]
    """
    return not control.live or control.base >= SLOW_SECONDS
