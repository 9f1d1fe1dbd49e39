"""Chat messages, mutes and reports in the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, bindparam, delete, insert, literal_column, select, union_all

from livestone.server.db.quotas import forget_messages
from livestone.server.db.schema.games import messages, mutes
from livestone.server.db.schema.people import blocks, reports
from livestone.server.db.statements import Statement
from livestone.server.db.store import Store

EVERY = "*"  # game, or person
MOST_SHOWN = 200
AT_ONCE = 500  # people whom one query is about

# Asked by every page of a table.
_LAST = Statement(
    select(messages)
    .where((messages.c.game_id == bindparam("game")) & (messages.c.room == bindparam("room")))
    .order_by(messages.c.id.desc())
    .limit(literal_column(str(MOST_SHOWN)))
    .offset(literal_column("0"))  # else SQLite is given one by a value without a name
)
_person = bindparam("person", type_=mutes.c.person.type)


def _unread(of: Callable[[Any], Any]) -> Any:
    """Rows of a person, one whom they do not read, and in which game; ``of`` restricts a column."""
    game, nowhere = mutes.c.game_id, literal_column("''", String)
    here = (game == bindparam("game")) | (game == literal_column(f"'{EVERY}'"))
    return union_all(
        select(mutes.c.person, mutes.c.muted, game).where(of(mutes.c.person) & here),
        select(blocks.c.person, blocks.c.blocked, nowhere).where(of(blocks.c.person)),
        select(blocks.c.blocked, blocks.c.person, nowhere).where(of(blocks.c.blocked)),
    )


_UNREAD = Statement(_unread(lambda column: column == _person))
_UNREAD_BY_MANY = _unread(lambda column: column.in_(bindparam("people", expanding=True)))


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
    person: str
    name: str
    text: str
    at: float


class ChatStore:
    """Reads and writes chat. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, game: str, room: str, person: str, name: str, text: str) -> None:
        """Keep a message. Raises TooMany where its author has no room for it."""
        row = {"game_id": game, "room": room, "person": person, "name": name, "text": text}
        async with self._store.writing() as connection:
            await self._store.quotas.say(connection, person, text)
            await connection.execute(insert(messages), {**row, "at": time.time()})

    async def last(self, game: str, room: str) -> list[Said]:
        found = await self._store.ask_all(_LAST, game=game, room=room)
        return [Said(*row) for row in found[::-1]]

    async def message(self, game: str, id: int) -> Said | None:
        query = select(messages).where((messages.c.game_id == game) & (messages.c.id == id))
        row = await self._store.first(query)
        return None if row is None else Said(*row)

    async def unread(self, people: Collection[str], game: str) -> dict[str, Unread]:
        """Return whom each of these people does not read: muted, or blocked either way."""
        found: dict[str, Unread] = {}
        for person, muted, where in await self._unread(list(people), game):
            kept = found.setdefault(person, Unread(set(), set()))
            if muted == EVERY:
                kept.off.add(where)
            else:
                kept.people.add(muted)
        return found

    async def _unread(self, people: list[str], game: str) -> list[Any]:
        if len(people) == 1:
            return await self._store.ask_all(_UNREAD, person=people[0], game=game)
        found: list[Any] = []
        async with self._store.reading() as connection:
            for at in range(0, len(people), AT_ONCE):
                values = {"people": people[at : at + AT_ONCE], "game": game}
                found += (await connection.execute(_UNREAD_BY_MANY, values)).all()
        return found

    async def mute(self, person: str, game: str, muted: str) -> None:
        row = {"person": person, "game_id": game, "muted": muted, "at": time.time()}
        before = delete(mutes).where(_mute(person, game, muted))
        await self._store.execute(before, insert(mutes).values(row))

    async def unmute(self, person: str, game: str, muted: str | None = None) -> None:
        await self._store.execute(delete(mutes).where(_mute(person, game, muted)))

    async def report(self, **values: Any) -> None:
        await self._store.execute(insert(reports).values(at=time.time(), note="", **values))

    async def forget(self, before: float) -> int:
        async with self._store.writing() as connection:
            return await forget_messages(connection, messages.c.at < before)


def _mute(person: str, game: str, muted: str | None) -> Any:
    which = (mutes.c.person == person) & (mutes.c.game_id == game)
    return which if muted is None else which & (mutes.c.muted == muted)
