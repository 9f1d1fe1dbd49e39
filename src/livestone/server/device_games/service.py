"""Games played on devices: who keeps which, and what may follow what.

They belong to one owner, are seen by nobody else and count for nothing: no table of the server has
them. What is sent is read as any record is, and played by the rules.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar.di import NamedDependency
from msgspec import Meta, Struct, json

from livestone.api import device_games as shapes
from livestone.core.state import State
from livestone.errors import BadRecord, BadRequest, Conflict, NotAllowed, NotFound
from livestone.languages.words import mark
from livestone.records.record import Record
from livestone.server.db.owners import OwnerId
from livestone.server.db.store import Store
from livestone.server.device_games.store import DeviceGameRow, DeviceGameStore
from livestone.server.web.aside import aside
from livestone.server.web.identity import Caller
from livestone.server.web.principals import hashed
from livestone.server.web.requests import MAX_NUMBER

MAX_PLIES = 1000  # of one game
MAX_KNOWN = 100  # games whose last states are in memory
FEW = 4  # plies that are played at once

_ID = re.compile("[A-Za-z0-9_-]{1,32}")
Time = Annotated[float, Meta(ge=0, le=1e11)]
Known = tuple[Record, State | None]


class SavedGame(Struct, forbid_unknown_fields=True):
    """A game as the device has it now: the JSON of its ``record``, and when it was played.

    ``version`` is the one of the server that the device has seen last, 0 for none.
    """

    version: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    record: dict[str, Any]
    created: Time
    updated: Time
    coach: bool | None = None


class DeviceGames:
    """Keeps games of devices, for people with accounts and, where told, for ``guests``.

    Every method raises NotLoggedIn for other guests, NotAllowed for bots, and StorageError.
    """

    def __init__(self, store: Store, guests: bool) -> None:
        self._store = DeviceGameStore(store)
        self._guests = guests
        self._known: OrderedDict[tuple[OwnerId, str], Known] = OrderedDict()

    def name_for(self, caller: Caller) -> str:
        """A name for whose games these are, which tells nothing else; empty: they are not kept."""
        kept = self._guests if caller.person is None else not caller.person.is_bot
        return hashed(f"device games of {caller.owner_id}")[:16] if kept else ""

    async def page(self, caller: Caller, page: int) -> shapes.DeviceGamePage:
        return await self._store.page(self._owner_of(caller), page)

    async def read(self, caller: Caller, id: str) -> shapes.DeviceGame:
        """Return a game. Raises NotFound."""
        row = await self._store.read(self._owner_of(caller), id)
        if row is None or row.head is None:
            raise NotFound("no such game is kept here: perhaps it was deleted")
        record = row.head | {"plies": row.plies}
        return shapes.DeviceGame(id, row.version, record, row.coach, row.created, row.updated)

    async def save(self, caller: Caller, id: str, sent: SavedGame) -> shapes.SavedDeviceGame:
        """Keep a game as it is now; sending the same twice is harmless.

        Raises BadRecord, TooMany without room, or Conflict where the game is over or deleted, or
        another device has played on.
        """
        owner_id = self._owner_of(caller)
        if not _ID.fullmatch(id):
            raise BadRequest(mark("the id of a game has 1 to 32 letters, digits, - and _"))
        record = await self._checked(owner_id, id, sent.record)
        head = record.as_json()
        plies = head.pop("plies")
        assert isinstance(plies, list)
        now = time.time()
        row = DeviceGameRow(
            owner_id=owner_id,
            id=id,
            version=1,
            head=head,
            plies=plies,
            ply=len(plies),
            coach=sent.coach,
            created=min(sent.created, now),
            updated=min(sent.updated, now),
        )
        version = await self._store.save(row, lambda old: follows(old, row, sent.version))
        return shapes.SavedDeviceGame(id, version)

    async def delete(self, caller: Caller, id: str) -> shapes.DeletedDeviceGame:
        """Delete a game on all devices; asking twice is harmless."""
        owner_id = self._owner_of(caller)
        self._known.pop((owner_id, id), None)
        await self._store.delete(owner_id, id)
        return shapes.DeletedDeviceGame(id)

    async def files(self, caller: Caller) -> AsyncIterator[tuple[str, str]]:
        """Yield the names and texts of files with the caller's games, as text and as JSON."""
        page = 1 if self.name_for(caller) else 0
        while page and (lines := (await self.page(caller, page)).games):
            for line in lines:
                row = await self._store.read(caller.owner_id, line.id)
                if row is not None and row.head is not None:
                    for form, text in (
                        await aside(_texts, row.head | {"plies": row.plies})
                    ).items():
                        yield f"device/{line.id}.{form}", text
            page += 1

    def _owner_of(self, caller: Caller) -> OwnerId:
        if not self.name_for(caller):
            caller.known()
            raise NotAllowed(mark("the games of a bot are played at tables"))
        return caller.owner_id

    async def _checked(self, owner_id: OwnerId, id: str, data: dict[str, Any]) -> Record:
        """The record in what was sent; only what is new is played. Raises BadRecord."""
        known = self._known.get((owner_id, id))
        plies = data.get("plies")
        more = len(plies) if isinstance(plies, list) else 0
        if known is not None and abs(more - len(known[0].plies)) <= FEW:
            found = Record.read_on(data, MAX_PLIES, known)
        else:
            found = await aside(Record.read_on, data, MAX_PLIES, known)
        record, state = found
        if state is None:
            raise BadRecord(mark("this record leaves secrets out: a device has the whole game"))
        self._known[owner_id, id] = found
        self._known.move_to_end((owner_id, id))
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return record


def follows(old: DeviceGameRow, new: DeviceGameRow, version: int) -> bool:
    """Whether there is something to write: a device that knew ``version`` has another game now.

    It may change what it knew, even take plies back. Who knew something older may only go on
    from what is kept, so that nothing is lost. Raises Conflict.
    """
    if old.head is None or new.head is None:
        raise Conflict(mark("this game was deleted on another device"))
    if (old.head, old.plies) == (new.head, new.plies):
        return False
    if old.head["result"] is not None:
        raise Conflict(mark("this game is over and does not change any more"))
    same = all(old.head[name] == new.head[name] for name in ("game", "options", "opening"))
    goes_on = old.moves == new.moves[: old.ply]
    if not same or not (version == old.version or goes_on):
        raise Conflict(mark("another device has played on in this game"))
    return True


def _texts(data: dict[str, Any]) -> dict[str, str]:
    # Checked when it came; the rules may have changed since.
    return {
        "json": json.format(json.encode(data), indent=2).decode() + "\n",
        "txt": Record.read_unchecked(data).as_text(),
    }


DeviceGamesDep = NamedDependency[DeviceGames]
