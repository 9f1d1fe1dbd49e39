"""Quotas: how much each visitor keeps here, counted in the transaction that changes it.

``visitors`` has a row for everybody who keeps something or has a seat, with what is theirs, and
one (``person`` "") for all guests together; ``holdings`` says who answers for each game and study.
A game is charged in steps of :data:`PLIES` plies, so that most moves change no counter.

At a table on a person's own machine (``livestone play``) everything is counted, nothing refused,
and visitors who have played there are ``local``: nothing of theirs expires, on whatever server.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import StorageError, TooMany
from livestone.languages.words import t
from livestone.server.db import quota_words as words
from livestone.server.db.owners import MARK
from livestone.server.db.schema.games import (
    games,
    holdings,
    messages,
    mutes,
    seats,
    studies,
    visitors,
)
from livestone.server.db.schema.tournaments import results
from livestone.server.db.tasks import repeat

if TYPE_CHECKING:
    from livestone.server.db.store import Store

EVERY_GUEST = ""  # the row of all guests together
GAME, STUDY = "game", "study"
# What is charged, in bytes with the indexes: see "Quotas" in docs/operations.md.
PLIES = 100
GAME_BYTES, PLIES_BYTES = 2_000, 20_000
STUDY_BYTES, MESSAGE_BYTES, LETTER_BYTES = 1_000, 300, 4

DAY = 86400.0
TELL_SECONDS = 15.0  # between two times that visits are written down
VISIT_SECONDS = 3600.0  # between two visits of one guest that are
MOST_REMEMBERED = 20_000  # visitors in memory
BOT_GAME_SECONDS = 7 * DAY  # after which a game where nobody moves occupies no bot
SWEEP_SECONDS, PAUSE_SECONDS = 60.0, 0.2  # between two looks, where nothing and something was gone
DOUBT_SECONDS = 5.0  # until it is looked again whether the clock is believed
MOST_GAMES, MOST_VISITORS = 20, 20  # in one transaction that deletes


@dataclass(frozen=True)
class Room:
    """The most ``games``, ``studies`` and ``bytes`` that may be kept; 0 is no limit."""

    games: int = 0
    studies: int = 0
    bytes: int = 0

    def __neg__(self) -> Room:
        return Room(-self.games, -self.studies, -self.bytes)


@dataclass(frozen=True)
class QuotaSettings:
    """How much a guest, the guests of one address, all guests and an account may keep.

    What guests keep expires when they have not been here for so many ``days``; 0 is never. Of games
    with bots a visitor, guest or not, may have ``bot_games`` that go on, and all visitors of one
    address ``address_bot_games``; 0 is no limit.
    """

    days: int = 0
    guest: Room = field(default_factory=Room)
    address: Room = field(default_factory=Room)
    guests: Room = field(default_factory=Room)
    account: Room = field(default_factory=Room)
    bot_games: int = 0
    address_bot_games: int = 0


def game_bytes(ply: int) -> int:
    """What a game of so many plies is charged.

    >>> game_bytes(0), game_bytes(99), game_bytes(100)
    (22000, 22000, 42000)
    """
    return GAME_BYTES + PLIES_BYTES * (1 + ply // PLIES)


def hashed_address(address: str) -> str:
    return hashlib.blake2s(address.encode(), digest_size=12).hexdigest()


class Quotas:
    """The quotas of one server; without ``settings`` those of a table on one's own machine."""

    def __init__(self, settings: QuotaSettings | None = None) -> None:
        self._local = settings is None
        self.settings = settings or QuotaSettings()
        # Who was here lately: from where, and when that was last to be written down.
        self._here: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._unwritten: set[str] = set()

    # Who is here.

    def visit(self, owner: str, address: str | None = None) -> None:
        """Remember that a person is here; that a guest is, is written down soon."""
        shown, written = self._here.pop(owner, ("", -VISIT_SECONDS))
        now = time.monotonic()
        if address is not None:
            shown = hashed_address(address)
        if not owner.startswith(MARK) and now - written >= VISIT_SECONDS:
            self._unwritten.add(owner)
            written = now
        self._here[owner] = shown, written
        if len(self._here) > MOST_REMEMBERED:
            self._here.popitem(last=False)

    async def note_visits(self, store: Store) -> None:
        """Write down who has been here since the last time. Raises StorageError."""
        owners, self._unwritten = list(self._unwritten), set()
        now = time.time()
        try:
            for at in range(0, len(owners), 500):
                some = visitors.c.person.in_(owners[at : at + 500])
                async with store.writing(alone=False) as connection:
                    await connection.execute(update(visitors).where(some).values(seen=now))
        except StorageError:
            self._unwritten.update(owners)
            raise

    async def keep_up(self, store: Store) -> None:
        await repeat(lambda: self.note_visits(store), TELL_SECONDS, "visits were not noted")

    # What is charged. All but grow() need a transaction that is ``alone``.

    async def know(self, connection: AsyncConnection, owners: Iterable[str]) -> dict[str, Any]:
        """Note that these visitors, guests or not, are here and have something here.

        Returns their rows, as they are now, and that of all guests.
        """
        wanted = {EVERY_GUEST, *owners}
        found, now = await _rows(connection, wanted), time.time()
        for owner in found.keys() - {EVERY_GUEST}:
            found[owner] = await self._here_again(connection, found[owner], now)
        new = [
            {
                "person": owner,
                "address": self._address(owner),
                "local": self._local and owner != EVERY_GUEST,
                "seen": now,
            }
            for owner in wanted - found.keys()
        ]
        if new:
            made = await connection.execute(insert(visitors).returning(visitors), new)
            found |= {row.person: row for row in made}
        return found

    def _address(self, owner: str) -> str:
        """The hash of the address that a visitor came from lately, or ""."""
        return self._here.get(owner, ("", 0.0))[0]

    async def hold(
        self,
        connection: AsyncConnection,
        owner: str,
        kind: str,
        id: str,
        size: int,
        others: Iterable[str] = (),
    ) -> None:
        """Charge a visitor for a new game or study, in which ``others`` sit. Raises TooMany."""
        more = Room(int(kind == GAME), int(kind == STUDY), size)
        await self._charge(connection, owner, more, others)
        row = {"id": id, "person": owner, "kind": kind, "bytes": size}
        await connection.execute(insert(holdings), row)

    async def check_bot_games(self, connection: AsyncConnection, owner: str) -> None:
        """Raises TooMany for too many running games with bots; the new game is inserted already."""
        row = (await _rows(connection, [owner])).get(owner)
        if row is None or self._local or row.local:
            return
        most, most_here = self.settings.bot_games, self.settings.address_bot_games
        own = await _bot_games(connection, seats.c.person == owner)
        if most and own > most:
            raise TooMany(t(words.OWN_BOT_GAMES, most=most))
        # An address that is full still has room for who has less than an equal share of it.
        if most_here and row.address and own > 1:
            at = seats.c.person.in_(_neighbours(row))
            number, people = await _bot_games(connection, at), await _bot_players(connection, at)
            if number > most_here and own > most_here // people:
                raise TooMany(t(words.ADDRESS_BOT_GAMES, most=most_here))

    async def resize(self, connection: AsyncConnection, id: str, size: int) -> None:
        """Charge for a study that has another size now. Raises TooMany where it has grown."""
        held = (await connection.execute(select(holdings).where(holdings.c.id == id))).first()
        if held is None or held.bytes == size:
            return
        await self._charge(connection, held.person, Room(bytes=size - held.bytes))
        await connection.execute(update(holdings).where(holdings.c.id == id).values(bytes=size))

    async def say(self, connection: AsyncConnection, owner: str, text: str) -> None:
        """Charge a visitor for what they say at a table. Raises TooMany."""
        size = MESSAGE_BYTES + LETTER_BYTES * len(text)
        await self._charge(connection, owner, Room(bytes=size))

    async def check(self, connection: AsyncConnection, owner: str, more: Room) -> None:
        """Raises TooMany where a visitor could not keep that much more now."""
        found = await _rows(connection, [owner])
        if owner in found and not self._local and not found[owner].local:
            self._check_own(found[owner], more)

    async def _charge(
        self, connection: AsyncConnection, owner: str, more: Room, others: Iterable[str] = ()
    ) -> None:
        found = await self.know(connection, [owner, *others])
        row = found[owner]
        if not self._local and not row.local and more.bytes > 0:
            self._check_own(row, more)
            if _shares(row):
                every = _room(found[EVERY_GUEST])
                _check(more, every, self.settings.guests, words.ALL_GUESTS, words.LOG_IN)
            if _shares(row) and row.address:
                here = (visitors.c.address == row.address) & visitors.c.local.is_(False)
                kept = await _sum(connection, here)
                _check(more, kept, self.settings.address, words.ADDRESS, words.LOG_IN)
        await _add(connection, row, more)

    def _check_own(self, row: Row[Any], more: Room) -> None:
        """Raises TooMany where a visitor has no room for more."""
        if _shares(row):
            _check(more, _room(row), self.settings.guest, words.GUEST, words.REGISTER)
        else:
            _check(more, _room(row), self.settings.account, words.ACCOUNT, words.ASK)

    async def _here_again(self, connection: AsyncConnection, row: Row[Any], now: float) -> Row[Any]:
        """Return a visitor's row as it has to be now, written down if that is another."""
        address, local = self._address(row.person), row.local or self._local
        if local and _shares(row):
            await _add_to(connection, [EVERY_GUEST], -_room(row))
        moved = address not in ("", row.address)
        if not moved and local == row.local and now - row.seen < VISIT_SECONDS:
            return row
        changes = {"address": address or row.address, "local": local, "seen": now}
        change = update(visitors).where(visitors.c.person == row.person).values(**changes)
        changed: Row[Any] = (await connection.execute(change.returning(visitors))).one()
        return changed


def _check(more: Room, kept: Room, most: Room, who: str, remedy: str) -> None:
    """Raises TooMany where there is no room for more than what is kept already."""
    for name, number in vars(most).items():
        wanted = getattr(more, name)
        if number and wanted and getattr(kept, name) + wanted > number:
            raise TooMany(words.full(name, number, who, remedy))


def _room(row: Row[Any]) -> Room:
    return Room(row.games, row.studies, row.bytes)


def _shares(row: Row[Any]) -> bool:
    """Whether a visitor is one of all guests; :func:`_sharing` says it in SQL."""
    return not row.local and not row.person.startswith(MARK)


def _sharing() -> Any:
    """Of a row, whether it counts towards what all guests keep."""
    guest = (visitors.c.person != EVERY_GUEST) & (func.substr(visitors.c.person, 1, 1) != MARK)
    return guest & visitors.c.local.is_(False)


def _neighbours(row: Row[Any]) -> Any:
    """Whoever came from a visitor's address lately: guests, or people with accounts."""
    here = (visitors.c.address == row.address) & visitors.c.local.is_(False)
    account = func.substr(visitors.c.person, 1, 1) == MARK
    alike = account if row.person.startswith(MARK) else ~account
    lately = visitors.c.seen > time.time() - BOT_GAME_SECONDS
    return select(visitors.c.person).where(here, alike, lately)


async def _bot_games(connection: AsyncConnection, sits: Any) -> int:
    """Count the games with bots that go on, or wait, where a person of those sits."""
    return await _count_bot_games(connection, sits, games.c.id)


async def _bot_players(connection: AsyncConnection, sits: Any) -> int:
    return await _count_bot_games(connection, sits, seats.c.person)


async def _count_bot_games(connection: AsyncConnection, sits: Any, what: Any) -> int:
    bots = seats.alias()
    bot = exists().where((bots.c.game_id == games.c.id) & (bots.c.kind == "bot"))
    lately = games.c.updated > time.time() - BOT_GAME_SECONDS
    query = (
        select(func.count(what.distinct()))
        .select_from(games)
        .join(seats, seats.c.game_id == games.c.id)
        .where(sits, games.c.status != "finished", lately, bot)
    )
    return int(await connection.scalar(query) or 0)


async def _rows(connection: AsyncConnection, owners: Collection[str]) -> dict[str, Row[Any]]:
    found = await connection.execute(select(visitors).where(visitors.c.person.in_(owners)))
    return {row.person: row for row in found}


async def _sum(connection: AsyncConnection, which: Any) -> Room:
    columns = (visitors.c.games, visitors.c.studies, visitors.c.bytes)
    found = await connection.execute(select(*map(func.sum, columns)).where(which))
    return Room(*(int(value or 0) for value in found.one()))


async def _add(connection: AsyncConnection, row: Row[Any], more: Room) -> None:
    await _add_to(connection, [row.person, EVERY_GUEST] if _shares(row) else [row.person], more)


async def _add_to(connection: AsyncConnection, people: Sequence[str], more: Room) -> None:
    values = {name: visitors.c[name] + number for name, number in vars(more).items()}
    some = visitors.c.person.in_(people)
    await connection.execute(update(visitors).where(some).values(**values))


async def grow(connection: AsyncConnection, game: str, ply: int) -> None:
    """Charge for a game that has so many plies now; a move is never refused for that."""
    held = (await connection.execute(select(holdings).where(holdings.c.id == game))).first()
    more = 0 if held is None else game_bytes(ply) - held.bytes
    if held is None or more <= 0:
        return
    this = holdings.c.id == game
    await connection.execute(update(holdings).where(this).values(bytes=game_bytes(ply)))
    row = (await _rows(connection, [held.person])).get(held.person)
    if row is not None:
        await _add(connection, row, Room(bytes=more))


async def let_go(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Charge nobody for these games and studies any more."""
    if not ids:
        return
    found = (await connection.execute(select(holdings).where(holdings.c.id.in_(ids)))).all()
    await connection.execute(delete(holdings).where(holdings.c.id.in_(ids)))
    rows = await _rows(connection, {held.person for held in found})
    for held in found:
        if held.person in rows:
            kept = Room(held.kind == GAME, held.kind == STUDY, held.bytes)
            await _add(connection, rows[held.person], -kept)


async def forget_messages(connection: AsyncConnection, which: Any) -> int:
    """Delete what was said, and charge nobody for it any more; return how many messages."""
    size = func.count() * MESSAGE_BYTES + func.sum(func.length(messages.c.text)) * LETTER_BYTES
    said = select(messages.c.person, size.label("size")).where(which).group_by(messages.c.person)
    sizes = {person: int(size) for person, size in await connection.execute(said)}
    for person, row in (await _rows(connection, sizes)).items():
        await _add(connection, row, Room(bytes=-sizes[person]))
    return (await connection.execute(delete(messages).where(which))).rowcount


async def move(connection: AsyncConnection, guest: str, person: str) -> None:
    found = await _rows(connection, [guest, person])
    row = found.get(guest)
    if row is None:
        return
    if person not in found:
        new = {"person": person, "address": "", "local": row.local, "seen": time.time()}
        await connection.execute(insert(visitors), new)
    await _add_to(connection, [person], _room(row))
    await forget(connection, guest, row)
    this = holdings.c.person == guest
    await connection.execute(update(holdings).where(this).values(person=person))


async def forget(connection: AsyncConnection, person: str, row: Row[Any] | None = None) -> None:
    """Know nothing more of a visitor, and charge them for nothing."""
    row = row or (await _rows(connection, [person])).get(person)
    if row is not None and _shares(row):
        await _add_to(connection, [EVERY_GUEST], -_room(row))
    await connection.execute(delete(visitors).where(visitors.c.person == person))


class Expiry:
    """Deletes what guests keep who have not been here for so many ``days``.

    A game stays while a seat belongs to an account or to a guest who is not gone, and for as long
    after its last change as its guests may be away.
    """

    def __init__(self, store: Store, days: int) -> None:
        self._store = store
        self._away = days * DAY
        self._pause = SWEEP_SECONDS

    async def keep_up(self) -> None:
        await repeat(
            lambda: self.sweep(time.time()),
            lambda: self._pause,
            "old games of guests were not deleted",
        )

    async def sweep(self, now: float) -> int:
        """Look after a few guests who are gone; return how many. Raises StorageError."""
        self._pause = SWEEP_SECONDS
        if not await self._store.guard.may_delete():
            self._pause = DOUBT_SECONDS
            return 0
        since = now - self._away
        gone = _sharing() & (visitors.c.seen < since) & (visitors.c.checked < now - DAY)
        query = select(visitors.c.person).where(gone).order_by(visitors.c.seen).limit(MOST_VISITORS)
        found = await self._store.scalars(query)
        for person in found:
            async with self._store.writing() as connection:
                await _expire(connection, person, since, now)
            self._pause = PAUSE_SECONDS
        return len(found)


async def _expire(connection: AsyncConnection, person: str, since: float, now: float) -> None:
    """Delete some of what a guest keeps who is gone, and the guest, if that was the last of it."""
    row = (await _rows(connection, [person])).get(person)
    if row is None or row.seen >= since:
        return
    taken = exists().where(seats.c.game_id == games.c.id, func.substr(seats.c.person, 1, 1) == MARK)
    counted = exists().where(results.c.game_id == games.c.id)
    here = exists().where(
        seats.c.game_id == games.c.id,
        visitors.c.person == seats.c.person,
        or_(visitors.c.seen >= since, visitors.c.local),
    )
    held = (holdings.c.person == person) & (holdings.c.kind == GAME)
    theirs = select(games.c.id).join(holdings, holdings.c.id == games.c.id).where(held)
    # What stays because an account has a seat counts for nobody.
    kept = (await connection.scalars(theirs.where(taken | counted).limit(MOST_GAMES))).all()
    old = (games.c.updated < since) & ~taken & ~counted & ~here
    found = (await connection.scalars(theirs.where(old).limit(MOST_GAMES))).all()
    written = (studies.c.owner == person) & (studies.c.updated < since)
    pages = (await connection.scalars(select(studies.c.id).where(written).limit(MOST_GAMES))).all()
    await let_go(connection, [*kept, *found, *pages])
    if found:  # what else hangs on a game goes with it
        await forget_messages(connection, messages.c.game_id.in_(found))
        await connection.execute(delete(mutes).where(mutes.c.game_id.in_(found)))
        await connection.execute(delete(games).where(games.c.id.in_(found)))
    if pages:
        await connection.execute(delete(studies).where(studies.c.id.in_(pages)))
    if MOST_GAMES in (len(kept), len(found), len(pages)):
        return  # there may be more: in the next transaction
    mine = select(holdings.c.id).where(holdings.c.person == person)
    sits = select(seats.c.game_id).where(seats.c.person == person)
    if await connection.scalar(select(or_(mine.exists(), sits.exists()))):
        this = visitors.c.person == person
        await connection.execute(update(visitors).where(this).values(checked=now))
        return
    await connection.execute(delete(mutes).where(mutes.c.person == person))
    await forget(connection, person)
