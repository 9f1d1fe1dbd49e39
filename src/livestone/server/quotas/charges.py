"""What visitors are charged for what they keep: rows of counts, changed where it is written.

Nothing is refused here: see :mod:`livestone.server.quotas.quotas`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.server.db.owners import MARK, NOBODY, OwnerId
from livestone.server.db.schema.games import holdings, messages, visitors
from livestone.server.db.schema.people import people
from livestone.server.db.statements import stored_json
from livestone.server.quotas.settings import Room

EVERY_GUEST, EVERYBODY = (
    NOBODY,
    OwnerId("*"),
)  # the rows of all guests, and of all visitors, together
TOTALS = (EVERY_GUEST, EVERYBODY)
GAME, STUDY = "game", "study"
# What is charged, in bytes with the indexes: see "Quotas" in docs/operations.md.
PLIES = 100
GAME_BYTES, PLIES_BYTES = 2_000, 20_000
STUDY_BYTES, MESSAGE_BYTES, LETTER_BYTES = 1_000, 300, 4
ACCOUNT_BYTES, ATTEMPT_BYTES = 4_000, 200

GONE = 0.0  # when an account was seen that is deleted


def game_bytes(ply: int) -> int:
    """What a game of so many plies is charged.

    >>> game_bytes(0), game_bytes(99), game_bytes(100)
    (22000, 22000, 42000)
    """
    return GAME_BYTES + PLIES_BYTES * (1 + ply // PLIES)


def stored_bytes(*values: Any) -> int:
    """How many bytes values of JSON columns take in the database."""
    return sum(len(stored_json(value).encode()) for value in values)


def room_of(row: Row[Any]) -> Room:
    return Room(row.games, row.studies, row.bytes)


def shares(row: Row[Any]) -> bool:
    """Whether a visitor is one of all guests; :func:`_sharing` says it in SQL."""
    return not row.local and not row.owner_id.startswith(MARK)


def sharing() -> Any:
    """Of a row, whether it counts towards what all guests keep."""
    guest = visitors.c.owner_id.not_in(TOTALS) & (func.substr(visitors.c.owner_id, 1, 1) != MARK)
    return guest & visitors.c.local.is_(False)


def new_row(owner_id: OwnerId, address: str, local: bool, now: float) -> dict[str, Any]:
    where = {"address": address, "origin": address, "local": local}
    return {"owner_id": owner_id, **where, "seen": now}


async def payer_of(connection: AsyncConnection, owner_id: OwnerId) -> tuple[OwnerId, float]:
    """Return who is charged for what a visitor keeps, and when their account was made."""
    if not owner_id.startswith(MARK):
        return owner_id, 0.0
    keeper = people.alias()
    keeps = keeper.c.id == func.coalesce(people.c.owner, people.c.id)
    query = select(keeper.c.id, keeper.c.created).join(people, keeps).where(people.c.id == owner_id)
    found = (await connection.execute(query)).first()
    return (owner_id, 0.0) if found is None else (found.id, found.created)


async def rows_of(
    connection: AsyncConnection, owners: Collection[OwnerId]
) -> dict[OwnerId, Row[Any]]:
    found = await connection.execute(select(visitors).where(visitors.c.owner_id.in_(owners)))
    return {row.owner_id: row for row in found}


async def sum_of(connection: AsyncConnection, which: Any) -> Room:
    columns = (visitors.c.games, visitors.c.studies, visitors.c.bytes)
    found = await connection.execute(select(*map(func.sum, columns)).where(which))
    return Room(*(int(value or 0) for value in found.one()))


async def add(connection: AsyncConnection, row: Row[Any], more: Room) -> None:
    guests = [EVERY_GUEST] if shares(row) else []
    await add_to(connection, [row.owner_id, *guests, EVERYBODY], more)


async def add_to(connection: AsyncConnection, people: Sequence[str], more: Room) -> None:
    values = {name: visitors.c[name] + number for name, number in vars(more).items()}
    some = visitors.c.owner_id.in_(people)
    await connection.execute(update(visitors).where(some).values(**values))


async def grow(connection: AsyncConnection, game: str, ply: int) -> None:
    """Charge for a game that has so many plies now; a move is never refused for that."""
    held = (await connection.execute(select(holdings).where(holdings.c.id == game))).first()
    more = 0 if held is None else game_bytes(ply) - held.bytes
    if more > 0:
        await charge_for(connection, game, more)


async def charge_for(connection: AsyncConnection, game: str, more: int) -> None:
    """Charge for what is kept beside a game, whoever asked for it; it is never refused."""
    this = holdings.c.id == game
    changed = update(holdings).where(this).values(bytes=holdings.c.bytes + more)
    owner_id = await connection.scalar(changed.returning(holdings.c.owner_id))
    row = None if owner_id is None else (await rows_of(connection, [owner_id])).get(owner_id)
    if row is not None:
        await add(connection, row, Room(bytes=more))


async def let_go(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Charge nobody for these games and studies any more."""
    if not ids:
        return
    found = (await connection.execute(select(holdings).where(holdings.c.id.in_(ids)))).all()
    await connection.execute(delete(holdings).where(holdings.c.id.in_(ids)))
    rows = await rows_of(connection, {held.owner_id for held in found})
    for held in found:
        if held.owner_id in rows:
            kept = Room(held.kind == GAME, held.kind == STUDY, held.bytes)
            await add(connection, rows[held.owner_id], -kept)


async def forget_messages(connection: AsyncConnection, which: Any) -> int:
    """Delete what was said, and charge nobody for it any more; return how many messages."""
    size = func.count() * MESSAGE_BYTES + func.sum(func.length(messages.c.text)) * LETTER_BYTES
    payer = func.coalesce(people.c.owner, messages.c.owner_id)
    said = select(payer.label("person"), size.label("size")).group_by(payer)
    theirs = said.outerjoin(people, people.c.id == messages.c.owner_id).where(which)
    sizes = {owner_id: int(size) for owner_id, size in await connection.execute(theirs)}
    for owner_id, row in (await rows_of(connection, sizes)).items():
        await add(connection, row, Room(bytes=-sizes[owner_id]))
    return (await connection.execute(delete(messages).where(which))).rowcount


async def forget(
    connection: AsyncConnection, owner_id: OwnerId, row: Row[Any] | None = None
) -> None:
    """Know nothing more of a visitor, and charge them for nothing."""
    row = row or (await rows_of(connection, [owner_id])).get(owner_id)
    if row is not None:
        await add(connection, row, -room_of(row))
        await connection.execute(delete(visitors).where(visitors.c.owner_id == owner_id))


async def leave(connection: AsyncConnection, owner_id: OwnerId) -> None:
    """Keep nothing of a deleted account but what its games take, until they are gone as well."""
    row = (await rows_of(connection, [owner_id])).get(owner_id)
    if row is None:
        return
    mine = holdings.c.owner_id == owner_id
    query = select(func.count(), func.coalesce(func.sum(holdings.c.bytes), 0)).where(mine)
    count, size = (await connection.execute(query)).one()
    if not count:
        await forget(connection, owner_id, row)
        return
    await add(connection, row, Room(0, -row.studies, size - row.bytes))
    this = visitors.c.owner_id == owner_id
    await connection.execute(update(visitors).where(this).values(seen=GONE, checked=0.0))
