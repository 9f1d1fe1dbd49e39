"""Accounts in the database: people, sessions, tokens, recovery codes and blocks."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from sqlalchemy import Table, bindparam, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.accounts import Recovered
from livestone.errors import BadField, BadRequest
from livestone.languages.words import mark, t
from livestone.names import skeleton, trimmed
from livestone.server.accounts import names
from livestone.server.db.owners import GUESTS, OwnerId
from livestone.server.db.schema.games import (
    challenges,
    device_games,
    endings,
    games,
    messages,
    mutes,
    seats,
    studies,
    takers,
    visitors,
)
from livestone.server.db.schema.people import (
    accounts,
    blocks,
    mail_links,
    outbox,
    people,
    ratings,
    recovery_codes,
    retired_names,
    roles,
    sessions,
    tokens,
)
from livestone.server.db.schema.tournaments import operators, player_faults
from livestone.server.db.statements import Statement
from livestone.server.db.store import Store, put, run
from livestone.server.quotas import charges
from livestone.server.web.principals import Person, Session, Token

GONE = "Deleted player"
AT_ONCE = 500  # cookies in one query
MAX_SESSIONS, MAX_TOKENS, MAX_BOTS, MAX_BLOCKS = 100, 50, 20, 1000
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
Login = TypeVar("Login", bound="Session | Token")


_TABLES: dict[type, Table] = {Session: sessions, Token: tokens}
# A session or a token by its hash, and whose it is.
_WHOSE = {
    kind: Statement(
        select(table, people)
        .join_from(table, people, people.c.id == table.c.owner_id)
        .where(table.c.token == bindparam("token"))
    )
    for kind, table in _TABLES.items()
}


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


class PeopleStore:
    """Reads and writes people. Every method may raise StorageError."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: Person, codes: Sequence[str] = ()) -> None:
        """Add a person.

        Raises BadField for a taken name, BadRequest for a bot too many, TooMany without room.
        """
        async with self.store.writing() as connection:
            await check_free(connection, person.name)
            if person.owner is not None:
                words = t("nobody can have more than {most} bots", most=MAX_BOTS)
                await _check_room(connection, people.c.owner == person.owner, MAX_BOTS, words)
            await connection.execute(insert(people), vars(person))
            if not person.is_bot:
                await self.store.quotas.charge(connection, person.id, charges.ACCOUNT_BYTES)
            if codes:
                await connection.execute(insert(recovery_codes), _code_rows(person.id, codes))

    async def check_free(self, name: str) -> None:
        """Raises BadField for a name that a person has, or has had."""
        async with self.store.reading() as connection:
            await check_free(connection, name)

    async def by_name(self, name: str) -> Person | None:
        """Return the person with a name, in upper or lower case and without blanks around it."""
        name = trimmed(name)
        found = await self._people(people.c.key == names.key(name))
        return next((one for one in found if one.name.casefold() == name.casefold()), None)

    async def by_id(self, id: str) -> Person | None:
        return next(iter(await self._people(people.c.id == id)), None)

    async def house_bots(self) -> list[Person]:
        return await self._people(people.c.level.is_not(None))

    async def bots_of(self, owner_id: OwnerId) -> list[Person]:
        return await self._people(people.c.owner == owner_id)

    async def change(self, id: str, **values: Any) -> None:
        await self.store.execute(update(people).where(people.c.id == id).values(**values))

    async def _people(self, where: Any) -> list[Person]:
        query = select(people).where(where).order_by(people.c.created)
        return [Person(*row) for row in await self.store.fetch(query)]

    # Sessions and tokens.

    async def login(self, kind: type[Login], token: str) -> tuple[Login, Person] | None:
        """Return a session or a token by its hash, and whose it is."""
        row, many = await self.store.ask(_WHOSE[kind], token=token), len(_TABLES[kind].c)
        return None if row is None else (kind(*row[:many]), Person(*row[many:]))

    async def sessions_by(self, tokens: Collection[str]) -> dict[str, tuple[Session, Person]]:
        """Return sessions by their tokens' hashes, and whose they are."""
        some, many, found = list(tokens), len(sessions.c), list[Any]()
        whose = people.c.id == sessions.c.owner_id
        mine = select(sessions, people).join_from(sessions, people, whose)
        async with self.store.reading() as connection:
            for at in range(0, len(some), AT_ONCE):
                these = mine.where(sessions.c.token.in_(some[at : at + AT_ONCE]))
                found += await connection.execute(these)
        return {row.token: (Session(*row[:many]), Person(*row[many:])) for row in found}

    async def open(self, session: Session) -> None:
        """Add a session; of too many, those that were used longest ago end."""
        theirs = sessions.c.owner_id == session.owner_id
        newest = select(sessions.c.token).where(theirs).order_by(sessions.c.seen.desc())
        old = delete(sessions).where(sessions.c.token.in_(newest.offset(MAX_SESSIONS)))
        await self.store.execute(insert(sessions).values(vars(session)), old)

    async def add_token(self, token: Token) -> None:
        """Add a token. Raises BadRequest where a person has too many."""
        words = t("there are {most} tokens already: revoke one first", most=MAX_TOKENS)
        async with self.store.writing() as connection:
            await _check_room(connection, tokens.c.owner_id == token.owner_id, MAX_TOKENS, words)
            await connection.execute(insert(tokens), vars(token))

    async def mark_used(self, login: Session | Token, now: float) -> None:
        table = _TABLES[type(login)]
        await self.store.execute(update(table).where(table.c.token == login.token).values(seen=now))

    async def sessions_of(self, owner_id: OwnerId) -> list[Session]:
        query = select(sessions).where(sessions.c.owner_id == owner_id)
        newest = query.order_by(sessions.c.seen.desc())
        return [Session(*row) for row in await self.store.fetch(newest)]

    async def tokens_of(self, owner_id: OwnerId) -> list[Token]:
        query = select(tokens).where(tokens.c.owner_id == owner_id)
        newest = query.order_by(tokens.c.created.desc())
        return [Token(*row) for row in await self.store.fetch(newest)]

    async def end_old_sessions(self, before: float) -> int:
        """Delete the sessions that were begun before a time; return how many."""
        return await self.store.execute(delete(sessions).where(sessions.c.created < before))

    async def end_session(self, owner_id: OwnerId, id: str) -> int:
        """End a session; return 0 where it has ended already."""
        which = (sessions.c.owner_id == owner_id) & (sessions.c.id == id)
        return await self.store.execute(delete(sessions).where(which))

    async def end_others(self, owner_id: OwnerId, keep: str) -> None:
        """End a person's sessions but the one with the token ``keep``."""
        await self.store.execute(_others_ended(owner_id, keep))

    async def end_all(self, person: Person) -> None:
        """End a person's sessions; revoke their line token, and those of their bots."""
        theirs = delete(sessions).where(sessions.c.owner_id == person.id)
        await self.store.execute(theirs, _revoked_lines(person))

    async def revoke_token(self, owner_id: OwnerId, id: str) -> str | None:
        """Delete a token; return its label, None where there is none."""
        which = (tokens.c.owner_id == owner_id) & (tokens.c.id == id)
        async with self.store.writing() as connection:
            label: str | None = await connection.scalar(select(tokens.c.label).where(which))
            await connection.execute(delete(tokens).where(which))
            return label

    async def set_password(self, person: Person, password: str, keep: str) -> None:
        """Set the password (a hash), and end every session but ``keep``."""
        ended = _others_ended(person.id, keep)
        await self.store.execute(*_new_password(person, password), ended)

    # Recovery codes.

    async def set_codes(self, owner_id: OwnerId, codes: Sequence[str]) -> None:
        old = delete(recovery_codes).where(recovery_codes.c.owner_id == owner_id)
        await self.store.execute(old, insert(recovery_codes).values(_code_rows(owner_id, codes)))

    async def count_codes(self, owner_id: OwnerId) -> int:
        query = select(func.count()).where(recovery_codes.c.owner_id == owner_id)
        return int(await self.store.scalar(query) or 0)

    async def recover(self, person: Person, code: str, password: str) -> Recovered | None:
        """Use up a code (its hash), set the password and end every login; None for a wrong code."""
        which = (recovery_codes.c.owner_id == person.id) & (recovery_codes.c.code == code)
        async with self.store.writing() as connection:
            if (await connection.execute(delete(recovery_codes).where(which))).rowcount != 1:
                return None
            return await set_password_anew(connection, person, password)

    # Blocks.

    async def block(self, owner_id: OwnerId, other: str) -> None:
        """Block a person; asking twice is harmless. Raises BadRequest."""
        words = t("nobody can block more than {most} people", most=MAX_BLOCKS)
        row = {"owner_id": owner_id, "blocked": other, "created": time.time()}
        async with self.store.writing() as connection:
            others = (blocks.c.owner_id == owner_id) & (blocks.c.blocked != other)
            await _check_room(connection, others, MAX_BLOCKS, words)
            await run(connection, *put(blocks, row))

    async def unblock(self, owner_id: OwnerId, other: str) -> None:
        """Stop blocking a person; asking twice is harmless."""
        pair = (blocks.c.owner_id == owner_id) & (blocks.c.blocked == other)
        await self.store.execute(delete(blocks).where(pair))

    async def blocked_by(self, owner_id: OwnerId) -> list[str]:
        query = select(people.c.name).join(blocks, blocks.c.blocked == people.c.id)
        return sorted(await self.store.scalars(query.where(blocks.c.owner_id == owner_id)))

    # What a guest has, and what a person leaves behind.

    async def adopt(self, guest: OwnerId, person: Person) -> None:
        """Give a guest's seats, studies and operator right to a person; the games stay unrated.

        Raises TooMany where the account has no room for them.
        """
        async with self.store.writing() as connection:
            await _adopt_games(connection, guest, person)
            mine = operators.c.owner_id == guest
            known = select(operators.c.owner_id).where(operators.c.owner_id == person.id)
            now = {"owner_id": person.id, "name": person.shown, "keeper": person.owner or person.id}
            same = select(device_games.c.id).where(device_games.c.owner_id == person.id)
            await run(
                connection,
                update(operators)
                .where(mine, ~known.correlate(None).exists())
                .values(owner_id=person.id),
                delete(operators).where(mine),
                update(messages).where(messages.c.owner_id == guest).values(owner_id=person.id),
                delete(mutes).where(mutes.c.owner_id == guest),
                update(studies).where(studies.c.owner_id == guest).values(owner_id=person.id),
                update(takers).where(takers.c.owner_id == guest).values(**now),
                update(device_games)
                .where(device_games.c.owner_id == guest, device_games.c.id.not_in(same))
                .values(owner_id=person.id),
            )
            await self.store.quotas.adopt(connection, guest, person.id)

    async def has_games(self, owner_id: OwnerId) -> bool:
        return await self.store.scalar(_games_of(owner_id).limit(1)) is not None

    async def games_of(self, owner_id: OwnerId) -> list[str]:
        query = select(games.c.id).where(games.c.id.in_(_games_of(owner_id)))
        return await self.store.scalars(query.order_by(games.c.created.desc()))

    async def unfinished_games(self, owner_id: OwnerId) -> list[str]:
        query = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.owner_id == owner_id, games.c.status != "finished")
        )
        return await self.store.scalars(query.distinct())

    async def seen_since(self, owner_id: OwnerId, since: float) -> bool:
        """Whether a person or a bot of theirs has been here since a time."""
        return bool(await self.store.scalar(_seen(owner_id, since)))

    async def delete(self, person: Person, unseen: float | None = None) -> bool:
        """Delete everything personal, and their bots'; games with others stay, without the name.

        Games in which nobody else sits expire. Where the person, or a bot of theirs, has been here
        since the time ``unseen``, nothing is deleted; returns whether it was.
        """
        query = select(people).where(people.c.owner == person.id)
        async with self.store.writing() as connection:
            if unseen is not None and await connection.scalar(_seen(person.id, unseen)):
                return False
            bots = [Person(*row) for row in await connection.execute(query)]
            for one in (*bots, person):
                await _delete(connection, one)
        return True


async def _delete(connection: AsyncConnection, person: Person) -> None:
    maker = (takers.c.owner_id == person.id) & (takers.c.place == 0)
    made = select(takers.c.challenge_id).where(maker)
    mine = select(studies.c.id).where(studies.c.owner_id == person.id)
    await charges.let_go(connection, list(await connection.scalars(mine)))
    await charges.forget_messages(connection, messages.c.owner_id == person.id)
    # A name that nobody has met may be had by others.
    met = await connection.scalar(_games_of(person.id).limit(1)) is not None
    await run(
        connection,
        _changed_games(person.id),
        update(seats).where(seats.c.owner_id == person.id).values(owner_id=None, name=GONE),
        delete(operators).where(operators.c.owner_id == person.id),
        delete(accounts).where(accounts.c.name == person.name),
        delete(player_faults).where(player_faults.c.player == person.name),
        delete(challenges).where(challenges.c.id.in_(made)),
        delete(takers).where(takers.c.owner_id == person.id),
        delete(mutes).where(mutes.c.owner_id == person.id),
        delete(studies).where(studies.c.owner_id == person.id),
        delete(device_games).where(device_games.c.owner_id == person.id),
        delete(people).where(people.c.id == person.id),
    )
    await charges.leave(connection, person.id)
    if met:
        await run(connection, *put(retired_names, {"key": names.retired(person.key)}))


def _seen(owner_id: OwnerId, since: float) -> Any:
    """The query of whether a person or a bot of theirs has been here since a time."""
    theirs = select(people.c.id).where((people.c.id == owner_id) | (people.c.owner == owner_id))
    return select(exists().where(visitors.c.owner_id.in_(theirs), visitors.c.seen >= since))


async def set_password_anew(
    connection: AsyncConnection, person: Person, password: str
) -> Recovered:
    """Set a password (a hash) without the old one; every session and token ends, bots' too."""
    await run(connection, *_new_password(person, password))
    both = or_(people.c.id == person.id, people.c.owner == person.id)
    ids = select(people.c.id).where(both)
    ended = await run(connection, delete(sessions).where(sessions.c.owner_id.in_(ids)))
    revoked = await run(connection, delete(tokens).where(tokens.c.owner_id.in_(ids)))
    lines = await run(connection, _revoked_lines(person))
    return Recovered(person.name, ended, revoked + lines)


def _revoked_lines(person: Person) -> Any:
    """The statement that revokes a person's tokens of the line protocol, and their bots'."""
    both = or_(people.c.id == person.id, people.c.owner == person.id)
    theirs = accounts.c.name.in_(select(people.c.name).where(both))
    good = update(accounts).where(theirs, accounts.c.revoked.is_(None))
    return good.values(revoked=time.time())


def _new_password(person: Person, password: str) -> tuple[Any, ...]:
    """Statements that set a password (a hash), after which no link for another one is good."""
    sent = (mail_links.c.owner_id == person.id) & (mail_links.c.purpose == "reset")
    asked = (outbox.c.kind == "reset") & (outbox.c.name == person.name.casefold()[:40])
    return (
        update(people).where(people.c.id == person.id).values(password=password),
        delete(mail_links).where(sent),
        delete(outbox).where(asked),
    )


def _others_ended(owner_id: OwnerId, keep: str) -> Any:
    return delete(sessions).where(sessions.c.owner_id == owner_id, sessions.c.token != keep)


def _code_rows(owner_id: OwnerId, codes: Sequence[str]) -> list[dict[str, str]]:
    return [{"owner_id": owner_id, "code": code} for code in codes]


async def _check_room(connection: AsyncConnection, which: Any, most: int, words: str) -> None:
    """Raises BadRequest where there are so many rows that none may be added."""
    if (await connection.scalar(select(func.count()).where(which)) or 0) >= most:
        raise BadRequest(words)


async def check_free(connection: AsyncConnection, name: str, but: str = "") -> None:
    """Raises BadField: people, deleted people and the line protocol share their names.

    ``but`` is the id of the person whose new name it is.
    """
    taken = await connection.scalar(having(name, but)) is not None
    registered = select(people.c.name)
    others = await connection.scalars(
        select(accounts.c.name).where(accounts.c.name.not_in(registered))
    )
    key, look = names.key(name), skeleton(name)
    if taken or any(names.key(one) == key or skeleton(one) == look for one in others):
        text = mark("the name {name}, or one that looks like it, is taken: choose another")
        raise BadField("name", t(text, name=repr(name)))


def having(name: str, but: str = "") -> Any:
    """The query of whether a person other than ``but`` has, or has had, a name like this one.

    Nobody may look like the staff, like a bot, or like a person who has a rating.
    """
    key = names.key(name)
    now = select(people.c.key).where(people.c.key == key, people.c.id != but)
    gone = select(retired_names.c.key).where(retired_names.c.key == names.retired(key))
    known = (
        (people.c.kind == "bot")
        | exists().where(roles.c.owner_id == people.c.id)
        | exists().where(ratings.c.owner_id == people.c.id)
    )
    alike = (people.c.skeleton == skeleton(name)) & (people.c.id != but)
    return now.union_all(gone, select(people.c.key).where(alike, known))


async def _adopt_games(connection: AsyncConnection, guest: OwnerId, person: Person) -> None:
    now, theirs, mine = time.time(), _games_of(guest), seats.c.owner_id == guest
    new = (
        select(seats.c.game_id, literal(now), literal(now))
        .where(mine, seats.c.game_id.not_in(select(endings.c.game_id)))
        .distinct()
    )
    adopted = endings.c.game_id.in_(theirs) & endings.c.rated.is_(None)
    # Two people at one screen stay Player 1 and Player 2.
    once = theirs.group_by(seats.c.game_id).having(func.count() == 1)
    named = mine & seats.c.name.in_(GUESTS) & seats.c.game_id.in_(once)
    await run(
        connection,
        insert(endings).from_select(["game_id", "at", "rated"], new),
        update(endings).where(adopted).values(rated=now),
        _changed_games(guest),
        update(seats).where(named).values(name=person.shown),
        update(seats).where(mine).values(owner_id=person.id),
    )


def _changed_games(owner_id: OwnerId) -> Any:
    """Has other processes read a person's games again."""
    mine = update(games).where(games.c.id.in_(_games_of(owner_id)))
    return mine.values(version=games.c.version + 1)


def _games_of(owner_id: OwnerId) -> Any:
    return select(seats.c.game_id).where(seats.c.owner_id == owner_id)
