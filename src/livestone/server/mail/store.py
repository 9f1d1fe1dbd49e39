"""E-mail in the database: proved addresses, links, the outbox, and who has looked at what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.server.accounts.store import Ended, set_password_anew
from livestone.server.db.schema import games, looks, mail_links, mailboxes, outbox, people, seats
from livestone.server.db.store import Store
from livestone.server.web.principals import Person

Look = tuple[str, str]  # a person, a game


@dataclass(frozen=True)
class Mailbox:
    """A row of ``mailboxes``."""

    person: str
    address: str
    proved: float
    turns: bool


@dataclass(frozen=True)
class Link:
    """A row of ``mail_links``."""

    secret: str
    person: str
    purpose: str
    address: str
    expires: float


@dataclass(frozen=True)
class Item:
    """A row of ``outbox``."""

    id: int
    kind: str
    person: str | None
    game_id: str | None
    name: str
    created: float
    due: float
    tries: int


@dataclass(frozen=True)
class Waiting:
    """A game that waits for somebody who wants to know it: his id, the time control, the ply."""

    person: str
    game_id: str
    control: str
    ply: int


class MailStore:
    """Reads and writes what concerns e-mail. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def mailbox(self, person: str) -> Mailbox | None:
        """Return somebody's proved address; None where his present one is not."""
        query = (
            select(mailboxes)
            .join(people, people.c.id == mailboxes.c.person)
            .where((mailboxes.c.person == person) & (mailboxes.c.address == people.c.email))
        )
        async with self._store.reading() as connection:
            found = (await connection.execute(query)).first()
            return None if found is None else Mailbox(**found._mapping)

    async def want_turns(self, person: str, wanted: bool) -> None:
        """Have somebody be written to when it is his turn, or not."""
        async with self._store.writing() as connection:
            mine = mailboxes.c.person == person
            await connection.execute(update(mailboxes).where(mine).values(turns=wanted))

    # Links.

    async def add_link(self, link: Link, now: float) -> None:
        """Add a link that is sent; those whose time is up are forgotten."""
        async with self._store.writing() as connection:
            await connection.execute(delete(mail_links).where(mail_links.c.expires <= now))
            await connection.execute(insert(mail_links), vars(link))

    async def link(self, secret: str, purpose: str, now: float) -> Link | None:
        """Return what a link (its secret's hash) is for; None once its time is up, or used."""
        async with self._store.reading() as connection:
            return await _link(connection, secret, purpose, now)

    async def prove(self, secret: str, now: float) -> Link | None:
        """Use up a link: its address is proved; None where it is no good, or not the present."""
        async with self._store.writing() as connection:
            link = await _link(connection, secret, "prove", now)
            if link is None:
                return None
            await connection.execute(delete(mail_links).where(mail_links.c.secret == secret))
            known = select(mailboxes.c.turns).where(mailboxes.c.person == link.person)
            turns = bool(await connection.scalar(known))
            await connection.execute(delete(mailboxes).where(mailboxes.c.person == link.person))
            row = {"person": link.person, "address": link.address, "proved": now, "turns": turns}
            await connection.execute(insert(mailboxes), row)
            return link

    async def reset(self, secret: str, person: Person, password: str, now: float) -> Ended | None:
        """Use up somebody's link: set the password (a hash), end every login and every link."""
        async with self._store.writing() as connection:
            link = await _link(connection, secret, "reset", now)
            if link is None or link.person != person.id:
                return None
            mine = mail_links.c.person == person.id
            await connection.execute(delete(mail_links).where(mine))
            return await set_password_anew(connection, person, password)

    # What is to be sent.

    async def put(self, kind: str, now: float, person: str | None = None, name: str = "") -> None:
        """Have a letter be sent, unless somebody has a letter of this kind waiting already."""
        row = {"kind": kind, "person": person, "game_id": None, "name": name[:40]}
        async with self._store.writing() as connection:
            same = (outbox.c.kind == kind) & (outbox.c.name == name[:40])
            same &= outbox.c.person.is_(None) if person is None else outbox.c.person == person
            if await connection.scalar(select(func.count()).where(same)) == 0:
                times = {"created": now, "due": now, "tries": 0}
                await connection.execute(insert(outbox), row | times)

    async def due(self, now: float, limit: int) -> list[Item]:
        """Return what is to be tried now, longest due first."""
        query = select(outbox).where(outbox.c.due <= now).order_by(outbox.c.due).limit(limit)
        async with self._store.reading() as connection:
            return [Item(**row._mapping) for row in await connection.execute(query)]

    async def claim(self, item: Item, until: float) -> bool:
        """Have nobody else try it until then; False where somebody else does, or has."""
        mine = (outbox.c.id == item.id) & (outbox.c.due == item.due)
        async with self._store.writing() as connection:
            values = {"due": until, "tries": item.tries + 1}
            changed = await connection.execute(update(outbox).where(mine).values(**values))
            return changed.rowcount == 1

    async def postpone(self, item: Item, due: float, tries: int) -> None:
        """Try it later."""
        async with self._store.writing() as connection:
            which = update(outbox).where(outbox.c.id == item.id)
            await connection.execute(which.values(due=due, tries=tries))

    async def drop(self, item: Item, sent: bool) -> None:
        """Forget a letter; about a game of which nothing was ``sent``, another may be."""
        async with self._store.writing() as connection:
            await connection.execute(delete(outbox).where(outbox.c.id == item.id))
            if not sent and item.game_id is not None and item.person is not None:
                which = update(looks).where(_look(item.person, item.game_id))
                await connection.execute(which.values(mailed=False))

    async def count(self) -> int:
        """Return how many letters wait."""
        async with self._store.reading() as connection:
            return int(await connection.scalar(select(func.count()).select_from(outbox)) or 0)

    # Whose turn it is, and who has looked.

    async def waiting(self, since: float, until: float) -> list[Waiting]:
        """Return games that wait for people who want to know it and have not looked.

        ``since`` and ``until`` bound when the game has changed last.
        """
        found: list[Waiting] = []
        async with self._store.reading() as connection:
            for public in (False, True):  # so that the index does
                rows = await connection.execute(_waiting(public, since, until))
                found += [Waiting(*row) for row in rows]
        return found

    async def notice(self, waiting: Waiting, now: float) -> bool:
        """Have somebody be told that it is his turn; False where he was told, or has looked."""
        async with self._store.writing() as connection:
            which = _look(waiting.person, waiting.game_id)
            look = (await connection.execute(select(looks).where(which))).first()
            if look is None:
                row = {"person": waiting.person, "game_id": waiting.game_id}
                await connection.execute(insert(looks), row | {"ply": -1, "mailed": True})
            elif look.mailed or look.ply == waiting.ply:
                return False
            else:
                await connection.execute(update(looks).where(which).values(mailed=True))
            row = {"kind": "turn", "person": waiting.person, "game_id": waiting.game_id, "name": ""}
            times = {"created": now, "due": now, "tries": 0}
            await connection.execute(insert(outbox), row | times)
        return True

    async def told(self, person: str, game: str) -> bool:
        """Whether somebody was written to about a game, or is to be, and has not looked since."""
        query = select(looks.c.mailed).where(_look(person, game))
        async with self._store.reading() as connection:
            return bool(await connection.scalar(query))

    async def looked(self, seen: Iterable[tuple[Look, int]]) -> None:
        """Note how far people have seen their games, of those who want to be written to."""
        by_look = dict(seen)
        persons = {person for person, _ in by_look}
        wanting = select(mailboxes.c.person).where(mailboxes.c.person.in_(persons))
        async with self._store.reading() as connection:
            wanted = set(await connection.scalars(wanting.where(mailboxes.c.turns)))
        if not wanted:
            return
        async with self._store.writing() as connection:
            for (person, game), ply in by_look.items():
                if person in wanted:
                    await connection.execute(delete(looks).where(_look(person, game)))
                    row = {"person": person, "game_id": game, "ply": ply, "mailed": False}
                    await connection.execute(insert(looks), row)


async def _link(connection: AsyncConnection, secret: str, purpose: str, now: float) -> Link | None:
    """A link that is good still: nobody has another address by now."""
    good = (mail_links.c.secret == secret) & (mail_links.c.purpose == purpose)
    query = (
        select(mail_links)
        .join(people, people.c.id == mail_links.c.person)
        .where(good, mail_links.c.expires > now, mail_links.c.address == people.c.email)
    )
    found = (await connection.execute(query)).first()
    return None if found is None else Link(**found._mapping)


def _look(person: str, game: str) -> Any:
    return (looks.c.person == person) & (looks.c.game_id == game)


def _waiting(public: bool, since: float, until: float) -> Any:
    other = seats.alias()
    together = exists().where(
        other.c.game_id == games.c.id, other.c.kind == "person", other.c.person != seats.c.person
    )
    looked = and_(looks.c.person == seats.c.person, looks.c.game_id == games.c.id)
    return (
        select(seats.c.person, games.c.id, games.c.control, games.c.ply)
        .join(seats, and_(seats.c.game_id == games.c.id, seats.c.seat == games.c.mover))
        .join(mailboxes, mailboxes.c.person == seats.c.person)
        .join(people, people.c.id == seats.c.person)
        .outerjoin(looks, looked)
        .where(
            games.c.public == public,
            games.c.status == "running",
            games.c.updated > since,
            games.c.updated <= until,
            mailboxes.c.turns,
            mailboxes.c.address == people.c.email,
            together,
            or_(looks.c.ply.is_(None), and_(looks.c.ply != games.c.ply, ~looks.c.mailed)),
        )
    )
