"""E-mail in the database: proved addresses, links, the outbox, and read receipts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.accounts import Recovered
from livestone.server.accounts.store import set_password_anew
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.db.schema.people import mail_links, mailboxes, outbox, people, read_receipts
from livestone.server.db.store import Store, put, run
from livestone.server.web.principals import Person

Receipt = tuple[str, str]  # the ids of a person and a game


@dataclass(frozen=True)
class Mailbox:
    address: str
    turns: bool


@dataclass(frozen=True)
class Item:
    id: int
    kind: str
    owner_id: OwnerId | None
    game_id: str | None
    name: str
    created: float
    due: float
    tries: int


@dataclass(frozen=True)
class WaitingGame:
    """A game that waits for a person who wants mails about turns."""

    owner_id: OwnerId
    game_id: str
    control: str
    ply: int


class MailStore:
    """Reads and writes what concerns e-mail. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def mailbox(self, owner_id: OwnerId) -> Mailbox | None:
        query = select(mailboxes.c.address, mailboxes.c.turns).join(
            people, (people.c.id == mailboxes.c.owner_id) & (people.c.email == mailboxes.c.address)
        )
        row = await self._store.first(query.where(mailboxes.c.owner_id == owner_id))
        return None if row is None else Mailbox(*row)

    async def want_turns(self, owner_id: OwnerId, wanted: bool) -> None:
        mine = mailboxes.c.owner_id == owner_id
        await self._store.execute(update(mailboxes).where(mine).values(turns=wanted))

    # Links.

    async def add_link(
        self, secret: str, person: Person, purpose: str, expires: float, now: float
    ) -> None:
        """Keep a link that is sent to a person's address, by its secret's hash."""
        old = delete(mail_links).where(
            mail_links.c.expires <= now, literal(not self._store.guard.doubtful)
        )
        row = {"secret": secret, "owner_id": person.id, "purpose": purpose, "expires": expires}
        new = insert(mail_links).values(row | {"address": person.email})
        await self._store.execute(old, new)

    async def link(self, secret: str, purpose: str, now: float) -> Person | None:
        """Return whose link this is, by its secret's hash; None if it has expired or was used."""
        async with self._store.reading() as connection:
            return await _link(connection, secret, purpose, now)

    async def prove(self, secret: str, now: float) -> Person | None:
        """Use up a link, and mark its address as proved; None if it is not valid."""
        async with self._store.writing() as connection:
            person = await _link(connection, secret, "prove", now)
            if person is None:
                return None
            await connection.execute(delete(mail_links).where(mail_links.c.secret == secret))
            known = select(mailboxes.c.turns).where(mailboxes.c.owner_id == person.id)
            turns = bool(await connection.scalar(known))
            row = {"owner_id": person.id, "address": person.email, "proved": now, "turns": turns}
            await run(connection, *put(mailboxes, row))
            return person

    async def reset(self, secret: str, password: str, now: float) -> Recovered | None:
        """Use up a link, set the password (a hash) and end every login; None if it is invalid."""
        async with self._store.writing() as connection:
            person = await _link(connection, secret, "reset", now)
            if person is None:
                return None
            mine = mail_links.c.owner_id == person.id
            await connection.execute(delete(mail_links).where(mine))
            return await set_password_anew(connection, person, password)

    # The outbox.

    async def put(
        self, kind: str, now: float, owner_id: OwnerId | None = None, name: str = ""
    ) -> None:
        """Queue a message, unless the same person or name has one of this kind waiting."""
        same = (outbox.c.kind == kind) & (outbox.c.name == name[:40])
        same &= outbox.c.owner_id.is_not_distinct_from(owner_id)
        async with self._store.writing() as connection:
            if await connection.scalar(select(func.count()).where(same)) == 0:
                await connection.execute(_queue(kind, now, owner_id=owner_id, name=name[:40]))

    async def due(self, now: float, limit: int) -> list[Item]:
        query = select(outbox).where(outbox.c.due <= now).order_by(outbox.c.due).limit(limit)
        return [Item(*row) for row in await self._store.fetch(query)]

    async def claim(self, item: Item, until: float) -> bool:
        """Reserve a message for this process until then; False where another has it."""
        mine = (outbox.c.id == item.id) & (outbox.c.due == item.due)
        claim = update(outbox).where(mine).values(due=until, tries=item.tries + 1)
        return await self._store.execute(claim) == 1

    async def postpone(self, item: Item, due: float, tries: int) -> None:
        which = update(outbox).where(outbox.c.id == item.id)
        await self._store.execute(which.values(due=due, tries=tries))

    async def drop(self, item: Item, sent: bool) -> None:
        """Delete a message; unless it was ``sent``, there may be another about its game."""
        async with self._store.writing() as connection:
            await connection.execute(delete(outbox).where(outbox.c.id == item.id))
            if not sent and item.game_id is not None and item.owner_id is not None:
                which = update(read_receipts).where(_receipt(item.owner_id, item.game_id))
                await connection.execute(which.values(mailed=False))

    # Mails about turns, and read receipts.

    async def waiting(self, since: float, until: float) -> list[WaitingGame]:
        """Return unseen games that wait for people who want mails, changed in between."""
        return [
            WaitingGame(*row)
            for public in (False, True)  # so that the index is used
            for row in await self._store.fetch(_waiting(public, since, until))
        ]

    async def queue_turn(self, game: WaitingGame, now: float) -> None:
        """Queue a message about a turn, unless one was sent or the player has looked."""
        async with self._store.writing() as connection:
            which = _receipt(game.owner_id, game.game_id)
            receipt = (await connection.execute(select(read_receipts).where(which))).first()
            if receipt is not None and (receipt.mailed or receipt.ply == game.ply):
                return
            ply = -1 if receipt is None else receipt.ply
            seen = {"owner_id": game.owner_id, "game_id": game.game_id, "ply": ply, "mailed": True}
            item = _queue("turn", now, owner_id=game.owner_id, game_id=game.game_id)
            await run(connection, *put(read_receipts, seen), item)

    async def turn_mailed(self, owner_id: OwnerId, game: str) -> bool:
        """Whether a person got, or is to get, a mail about a game and has not looked since."""
        query = select(read_receipts.c.mailed).where(_receipt(owner_id, game))
        return bool(await self._store.scalar(query))

    async def save_receipts(self, seen: Mapping[Receipt, int]) -> None:
        """Save up to which ply people have seen their games, for those who want mails."""
        persons = {person for person, _ in seen}
        wanting = select(mailboxes.c.owner_id).where(mailboxes.c.owner_id.in_(persons))
        wanted = {row.owner_id for row in await self._store.fetch(wanting.where(mailboxes.c.turns))}
        if not wanted:
            return
        async with self._store.writing() as connection:
            for (person, game), ply in seen.items():
                if person in wanted:
                    row = {"owner_id": person, "game_id": game, "ply": ply, "mailed": False}
                    await run(connection, *put(read_receipts, row))


async def _link(
    connection: AsyncConnection, secret: str, purpose: str, now: float
) -> Person | None:
    """Return whose valid link this is; it was sent to the address that they still have."""
    good = (mail_links.c.secret == secret) & (mail_links.c.purpose == purpose)
    query = (
        select(people)
        .join(mail_links, mail_links.c.owner_id == people.c.id)
        .where(good, mail_links.c.expires > now, mail_links.c.address == people.c.email)
    )
    row = (await connection.execute(query)).first()
    return None if row is None else Person(*row)


def _queue(kind: str, now: float, **more: str | None) -> Any:
    """The statement that queues a message, which is due at once."""
    row = {"kind": kind, "name": "", "created": now, "due": now, "tries": 0}
    return insert(outbox).values(row | more)


def _receipt(owner_id: OwnerId, game: str) -> Any:
    return (read_receipts.c.owner_id == owner_id) & (read_receipts.c.game_id == game)


def _waiting(public: bool, since: float, until: float) -> Any:
    other = seats.alias()
    together = exists().where(
        other.c.game_id == games.c.id,
        other.c.kind == "person",
        other.c.owner_id != seats.c.owner_id,
    )
    looked = and_(
        read_receipts.c.owner_id == seats.c.owner_id, read_receipts.c.game_id == games.c.id
    )
    return (
        select(seats.c.owner_id, games.c.id, games.c.control, games.c.ply)
        .join(seats, and_(seats.c.game_id == games.c.id, seats.c.seat == games.c.mover))
        .join(mailboxes, mailboxes.c.owner_id == seats.c.owner_id)
        .join(people, people.c.id == seats.c.owner_id)
        .outerjoin(read_receipts, looked)
        .where(
            games.c.public == public,
            games.c.status == "running",
            games.c.updated > since,
            games.c.updated <= until,
            mailboxes.c.turns,
            mailboxes.c.address == people.c.email,
            together,
            or_(
                read_receipts.c.ply.is_(None),
                and_(read_receipts.c.ply != games.c.ply, ~read_receipts.c.mailed),
            ),
        )
    )
