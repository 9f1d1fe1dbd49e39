"""Chat messages, mutes and reports in the database."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, bindparam, delete, func, insert, literal_column, select, union_all

from livestone.errors import TooMany
from livestone.languages.words import t
from livestone.server.accounts.moderation import add_report
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.schema.games import messages, mutes
from livestone.server.db.schema.people import blocks
from livestone.server.db.statements import Statement
from livestone.server.db.store import Store, put, run
from livestone.server.quotas.charges import forget_messages

EVERY = "*"  # game, or person
MAX_SHOWN = 200
MAX_MUTES = 500  # of one person

# Asked by every page of a table.
_LAST = Statement(
    select(messages)
    .where((messages.c.game_id == bindparam("game")) & (messages.c.room == bindparam("room")))
    .order_by(messages.c.id.desc())
    .limit(literal_column(str(MAX_SHOWN)))
    .offset(literal_column("0"))  # else SQLite is given one by a value without a name
)
_person = bindparam("owner_id", type_=mutes.c.owner_id.type)
_game, _nowhere = mutes.c.game_id, literal_column("''", String)
_here = (_game == bindparam("game")) | (_game == literal_column(f"'{EVERY}'"))
# Whom a person does not read, and in which game.
_UNREAD = Statement(
    union_all(
        select(mutes.c.muted, _game).where((mutes.c.owner_id == _person) & _here),
        select(blocks.c.blocked, _nowhere).where(blocks.c.owner_id == _person),
        select(blocks.c.owner_id, _nowhere).where(blocks.c.blocked == _person),
    )
)


@dataclass(frozen=True)
class Unread:
    """Whom a person does not read, and in which games they read nobody at all."""

    people: set[str]
    off: set[str]


@dataclass(frozen=True)
class Said:
    """A row of ``messages``: see :mod:`livestone.server.db.schema`."""

    id: int
    game_id: str
    room: str
    owner_id: OwnerId
    name: str
    text: str
    at: float


class ChatStore:
    """Reads and writes chat. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, game: str, room: str, owner_id: OwnerId, name: str, text: str) -> None:
        """Keep a message. Raises TooMany where its author has no room for it."""
        row = {"game_id": game, "room": room, "owner_id": owner_id, "name": name, "text": text}
        async with self._store.writing() as connection:
            await self._store.quotas.say(connection, owner_id, text)
            await connection.execute(insert(messages), {**row, "at": time.time()})

    async def last(self, game: str, room: str) -> list[Said]:
        found = await self._store.ask_all(_LAST, game=game, room=room)
        return [Said(*row) for row in found[::-1]]

    async def message(self, game: str, id: int) -> Said | None:
        query = select(messages).where((messages.c.game_id == game) & (messages.c.id == id))
        row = await self._store.first(query)
        return None if row is None else Said(*row)

    async def unread(self, owner_id: OwnerId, game: str) -> Unread:
        """Return whom a person does not read: muted, or blocked either way."""
        found = await self._store.ask_all(_UNREAD, owner_id=owner_id, game=game)
        return Unread(
            people={muted for muted, _ in found if muted != EVERY},
            off={where for muted, where in found if muted == EVERY},
        )

    async def mute(self, owner_id: OwnerId, game: str, muted: str) -> None:
        """Have a person read no more of another. Raises TooMany without room for it."""
        row = {"owner_id": owner_id, "game_id": game, "muted": muted, "at": time.time()}
        async with self._store.writing() as connection:
            await run(connection, *put(mutes, row))
            mine = select(func.count()).where(mutes.c.owner_id == owner_id)
            if (await connection.scalar(mine) or 0) > MAX_MUTES:
                raise TooMany(
                    t("nobody can mute more than {most} people: read some again", most=MAX_MUTES)
                )

    async def unmute(self, owner_id: OwnerId, game: str) -> None:
        which = (mutes.c.owner_id == owner_id) & (mutes.c.game_id == game)
        await self._store.execute(delete(mutes).where(which))

    async def report(self, **values: Any) -> None:
        async with self._store.writing() as connection:
            await add_report(connection, note="", **values)

    async def forget(self, before: float) -> int:
        """Delete old messages, and whom guests muted so long ago; return how many messages."""
        async with self._store.writing() as connection:
            old = (mutes.c.at < before) & ~mutes.c.owner_id.startswith(MARK)
            await connection.execute(delete(mutes).where(old))
            return await forget_messages(connection, messages.c.at < before)
