"""Quotas: how much each visitor keeps here, counted in the transaction that changes it.

``visitors`` has a row for everybody who has an account, keeps something or has a seat, with what is
theirs, one (``person`` "") for all guests together, and one ("*") for everybody; ``holdings`` says
who answers for each game and study. What a bot keeps is charged to the person it belongs to. A game
is charged in steps of :data:`PLIES` plies, so that most moves change no counter.

At a table on a person's own machine (``livestone play``) everything is counted, nothing refused,
and visitors who have played there are ``local``: nothing of theirs expires, on whatever server.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.errors import StorageError, TooMany
from livestone.languages.words import mark, t, tn
from livestone.server.db.owners import MARK, OwnerId
from livestone.server.db.schema.games import games, holdings, seats, visitors
from livestone.server.db.schema.people import people
from livestone.server.quotas.charges import (
    EVERY_GUEST,
    EVERYBODY,
    GAME,
    GONE,
    LETTER_BYTES,
    MESSAGE_BYTES,
    STUDY,
    TOTALS,
    add,
    add_to,
    forget,
    new_row,
    payer_of,
    room_of,
    rows_of,
    shares,
    sum_of,
)
from livestone.server.quotas.settings import MEGABYTE, QuotaSettings, Room
from livestone.tasks import repeat

if TYPE_CHECKING:
    from livestone.server.db.store import Store

DAY = 86400.0
TELL_SECONDS = 15.0  # between two times that visits are written down
VISIT_SECONDS = 3600.0  # between two visits of one guest that are
MAX_REMEMBERED = 20_000  # visitors in memory
BOT_GAME_SECONDS = 7 * DAY  # after which a game where nobody moves occupies no bot

# Who keeps too much.
ALL_GUESTS = mark("all guests together keep")
ADDRESS = mark("guests and new accounts at one address keep")
ADDRESS_ALL = mark("everybody at one address keeps")
GUEST = mark("a guest keeps")
NEW_ACCOUNT = mark("a new account keeps")
ACCOUNT = mark("an account keeps")
STORE = mark("everybody together keeps")
# What they can do.
ASK = mark("ask the operator of this server for more")
REGISTER = mark("log in, or register, to keep more")
WAIT = mark("wait some days, after which the account may keep more")
LOG_IN = mark("log in, or register, to go on; or come back when old games have expired")
DISK = mark(
    "the disk of this server is almost full, so nothing new is kept; games that were begun go on"
)
OWN_BOT_GAMES = mark(
    "you have {most} games with bots that go on, as many as you may: finish or resign one first"
)
ADDRESS_BOT_GAMES = mark(
    "{most} games with bots go on that were begun from your address, as many as there may be: "
    "finish or resign one first"
)


log = logging.getLogger("livestone")


@lru_cache(1000)  # of who has come lately
def hashed_address(address: str) -> str:
    return hashlib.blake2s(address.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Payer:
    """Who is charged: the ``row`` of a guest or an account, which may be ``new``."""

    row: Row[Any]
    new: bool

    @property
    def shares(self) -> bool:
        """Whether it counts with the guests of its address."""
        return self.new or shares(self.row)


class Quotas:
    """The quotas of one server; without ``settings`` those of a table on one's own machine.

    ``free`` says how many bytes the disk has free, None where that cannot be known.
    """

    def __init__(
        self,
        settings: QuotaSettings | None = None,
        free: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._local = settings is None
        self._free = free
        self.settings = settings or QuotaSettings()
        # Who was here lately: from where, and when that was last to be written down.
        self._here: OrderedDict[OwnerId, tuple[str, float]] = OrderedDict()
        self._unwritten: set[OwnerId] = set()

    # Who is here.

    def visit(self, owner_id: OwnerId, address: str | None = None) -> None:
        """Remember that a visitor is here, which is written down soon."""
        shown, written = self._here.pop(owner_id, ("", -VISIT_SECONDS))
        now = time.monotonic()
        if address is not None:
            shown = hashed_address(address)
        if now - written >= VISIT_SECONDS:
            self._unwritten.add(owner_id)
            written = now
        self._here[owner_id] = shown, written
        if len(self._here) > MAX_REMEMBERED:
            self._here.popitem(last=False)

    async def note_visits(self, store: Store) -> None:
        """Write down who has been here since the last time. Raises StorageError."""
        owners, self._unwritten = list(self._unwritten), set()
        now = time.time()
        try:
            for at in range(0, len(owners), 500):
                some = visitors.c.owner_id.in_(owners[at : at + 500])
                async with store.writing(alone=False) as connection:
                    # A clock that was set back makes nobody a stranger.
                    later = some & (visitors.c.seen < now) & (visitors.c.seen > GONE)
                    await connection.execute(update(visitors).where(later).values(seen=now))
        except StorageError:
            self._unwritten.update(owners)
            raise

    async def keep_up(self, store: Store) -> None:
        await repeat(lambda: self.note_visits(store), TELL_SECONDS, "visits were not noted")

    # What is charged. All but grow() need a transaction that is ``alone``.

    async def know(
        self, connection: AsyncConnection, owners: Iterable[OwnerId]
    ) -> dict[OwnerId, Any]:
        """Note that these visitors, guests or not, are here and have something here.

        Returns their rows, as they are now, and the totals.
        """
        wanted = {*TOTALS, *owners}
        found, now = await rows_of(connection, wanted), time.time()
        for owner_id in found.keys() - set(TOTALS):
            found[owner_id] = await self._here_again(connection, found[owner_id], now)
        new = [
            new_row(owner_id, self._address(owner_id), self._local and owner_id not in TOTALS, now)
            for owner_id in wanted - found.keys()
        ]
        if new:
            made = await connection.execute(insert(visitors).returning(visitors), new)
            found |= {row.owner_id: row for row in made}
        return found

    def _address(self, owner_id: OwnerId) -> str:
        """The hash of the address that a visitor came from lately, or ""."""
        return self._here.get(owner_id, ("", 0.0))[0]

    async def hold(
        self,
        connection: AsyncConnection,
        owner_id: OwnerId,
        kind: str,
        id: str,
        size: int,
        others: Iterable[OwnerId] = (),
    ) -> None:
        """Charge a visitor for a new game or study, in which ``others`` sit. Raises TooMany."""
        more = Room(int(kind == GAME), int(kind == STUDY), size)
        payer = await self._charge(connection, owner_id, more, others)
        row = {"id": id, "owner_id": payer, "kind": kind, "bytes": size}
        await connection.execute(insert(holdings), row)

    async def charge(self, connection: AsyncConnection, owner_id: OwnerId, size: int) -> None:
        """Charge a visitor for what is neither a game nor a study. Raises TooMany."""
        await self._charge(connection, owner_id, Room(bytes=size))

    async def neighbours(self, connection: AsyncConnection, owner_id: OwnerId) -> Any:
        """The query of who came lately from a visitor's address; None where that bounds nothing."""
        row = (await self.know(connection, [owner_id]))[owner_id]
        if self._local or row.local or not row.address:
            return None
        return _neighbours(row)

    async def check_bot_games(self, connection: AsyncConnection, owner_id: OwnerId) -> None:
        """Raises TooMany for too many running games with bots; the new game is inserted already."""
        row = (await rows_of(connection, [owner_id])).get(owner_id)
        if row is None or self._local or row.local:
            return
        most, most_here = self.settings.bot_games, self.settings.address_bot_games
        payer, _ = await payer_of(connection, owner_id)
        theirs = select(people.c.id).where((people.c.id == payer) | (people.c.owner == payer))
        mine = (seats.c.owner_id == owner_id) | seats.c.owner_id.in_(theirs)
        own = await _count_bot_games(connection, mine, games.c.id)
        if most and own > most:
            raise TooMany(t(OWN_BOT_GAMES, most=most))
        # An address that is full still has room for who has less than an equal share of it.
        if most_here and row.address and own > 1:
            at = seats.c.owner_id.in_(_neighbours(row))
            number = await _count_bot_games(connection, at, games.c.id)
            players = await _count_bot_games(connection, at, seats.c.owner_id)
            if number > most_here and own > most_here // players:
                raise TooMany(t(ADDRESS_BOT_GAMES, most=most_here))

    async def resize(self, connection: AsyncConnection, id: str, size: int) -> None:
        """Charge for a study that has another size now. Raises TooMany where it has grown."""
        held = (await connection.execute(select(holdings).where(holdings.c.id == id))).first()
        if held is None or held.bytes == size:
            return
        await self._charge(connection, held.owner_id, Room(bytes=size - held.bytes))
        await connection.execute(update(holdings).where(holdings.c.id == id).values(bytes=size))

    async def say(self, connection: AsyncConnection, owner_id: OwnerId, text: str) -> None:
        """Charge a visitor for what they say at a table. Raises TooMany."""
        await self.charge(connection, owner_id, MESSAGE_BYTES + LETTER_BYTES * len(text))

    async def check(self, connection: AsyncConnection, owner_id: OwnerId, more: Room) -> None:
        """Raises TooMany where a visitor could not keep that much more now."""
        payer, new = await self._paying(connection, owner_id)
        found = await rows_of(connection, [payer, *TOTALS])
        if payer in found:
            await self._refuse(connection, Payer(found[payer], new), found, more)

    async def adopt(self, connection: AsyncConnection, guest: OwnerId, owner_id: OwnerId) -> None:
        """Charge a person for what a guest keeps, who is no more then. Raises TooMany."""
        row = (await rows_of(connection, [guest])).get(guest)
        if row is None:
            return
        await forget(connection, guest, row)
        found = await rows_of(connection, [owner_id, *TOTALS])
        if owner_id not in found:
            new = new_row(owner_id, row.origin, row.local, time.time())
            made = await connection.execute(insert(visitors).returning(visitors), [new])
            found[owner_id] = made.one()
        if not row.local:
            # Not as a new account: who registers takes along what a guest may keep.
            await self._refuse(connection, Payer(found[owner_id], False), found, room_of(row))
        await add(connection, found[owner_id], room_of(row))
        this = holdings.c.owner_id == guest
        await connection.execute(update(holdings).where(this).values(owner_id=owner_id))

    async def _charge(
        self,
        connection: AsyncConnection,
        owner_id: OwnerId,
        more: Room,
        others: Iterable[OwnerId] = (),
    ) -> OwnerId:
        """Charge a visitor, or whose bot it is; return who that is. Raises TooMany."""
        payer, new = await self._paying(connection, owner_id)
        found = await self.know(connection, [payer, owner_id, *others])
        if more.bytes > 0:
            await self._refuse(connection, Payer(found[payer], new), found, more)
        await add(connection, found[payer], more)
        return payer

    async def _paying(self, connection: AsyncConnection, owner_id: OwnerId) -> tuple[OwnerId, bool]:
        """Return who is charged for what a visitor keeps, and whether that account is new."""
        payer, created = await payer_of(connection, owner_id)
        return payer, created > time.time() - self.settings.new_account_days * DAY

    async def _refuse(
        self,
        connection: AsyncConnection,
        payer: Payer,
        totals: Mapping[OwnerId, Row[Any]],
        more: Room,
    ) -> None:
        """Raises TooMany where there is no room for more; ``totals`` has the rows of TOTALS."""
        row, settings = payer.row, self.settings
        if self._local or row.local:
            return
        if shares(row):
            _check(more, room_of(row), settings.guest, GUEST, REGISTER)
            if (every := totals.get(EVERY_GUEST)) is not None:
                _check(more, room_of(every), settings.guests, ALL_GUESTS, LOG_IN)
        else:
            _check(more, room_of(row), settings.account, ACCOUNT, ASK)
            if payer.new:
                _check(more, room_of(row), settings.new_account, NEW_ACCOUNT, WAIT)
        if row.origin:
            await self._refuse_address(connection, payer, more)
        if (everybody := totals.get(EVERYBODY)) is not None:
            _check(more, room_of(everybody), settings.store, STORE, ASK)
        free = self._free() if settings.free_bytes else None
        if more.bytes and free is not None and free - more.bytes < settings.free_bytes:
            log.warning("nothing new is kept: the disk has %d MB free", free // MEGABYTE)
            raise TooMany(t(DISK))

    async def _refuse_address(self, connection: AsyncConnection, payer: Payer, more: Room) -> None:
        here = (visitors.c.origin == payer.row.origin) & visitors.c.local.is_(False)
        settings = self.settings
        if payer.shares:
            since = time.time() - settings.new_account_days * DAY
            new = exists().where(people.c.id == visitors.c.owner_id, people.c.created > since)
            guest = func.substr(visitors.c.owner_id, 1, 1) != MARK
            kept = await sum_of(connection, here & (guest | new))
            remedy = LOG_IN if shares(payer.row) else WAIT
            _check(more, kept, settings.address, ADDRESS, remedy)
        kept = await sum_of(connection, here)
        _check(more, kept, settings.address_all, ADDRESS_ALL, ASK)

    async def _here_again(self, connection: AsyncConnection, row: Row[Any], now: float) -> Row[Any]:
        """Return a visitor's row as it has to be now, written down if that is another."""
        address, local = self._address(row.owner_id) or row.address, row.local or self._local
        if local and shares(row):
            await add_to(connection, [EVERY_GUEST], -room_of(row))
        # What is kept counts where it began, wherever its owner goes: else nothing bounds an
        # address.
        settled = row.origin and (row.games or row.studies)
        origin = row.origin if settled else address
        same = (address, origin, local) == (row.address, row.origin, row.local)
        if same and now - row.seen < VISIT_SECONDS:
            return row
        changes = {"address": address, "origin": origin, "local": local}
        changes["seen"] = max(now, row.seen)
        change = update(visitors).where(visitors.c.owner_id == row.owner_id).values(**changes)
        changed: Row[Any] = (await connection.execute(change.returning(visitors))).one()
        return changed


def _check(more: Room, kept: Room, most: Room, who: str, remedy: str) -> None:
    """Raises TooMany where there is no room for more than what is kept already."""
    for name, number in vars(most).items():
        wanted = getattr(more, name)
        if number and wanted and getattr(kept, name) + wanted > number:
            raise TooMany(full(name, number, who, remedy))


def full(name: str, number: int, who: str, remedy: str) -> str:
    """Say that there are ``number`` games, studies or bytes, by ``name``, and no room for more."""
    who, remedy = t(who), t(remedy)
    if name == "games":
        return tn(
            "{who} at most {n} games here, and that is full: {remedy}",
            "{who} at most {n} games here, and that is full: {remedy}",
            number,
            who=who,
            remedy=remedy,
        )
    remedy = t("delete studies that you do not need; or {remedy}", remedy=remedy)
    if name == "studies":
        return tn(
            "{who} at most {n} studies here, and that is full: {remedy}",
            "{who} at most {n} studies here, and that is full: {remedy}",
            number,
            who=who,
            remedy=remedy,
        )
    return t(
        "{who} at most {size} MB of games, studies and talk here, and that is full: {remedy}",
        who=who,
        size=f"{number / MEGABYTE:g}",
        remedy=remedy,
    )


def _neighbours(row: Row[Any]) -> Any:
    """Whoever came from a visitor's address lately: guests, or people with accounts."""
    here = (visitors.c.address == row.address) & visitors.c.local.is_(False)
    account = func.substr(visitors.c.owner_id, 1, 1) == MARK
    alike = account if row.owner_id.startswith(MARK) else ~account
    lately = visitors.c.seen > time.time() - BOT_GAME_SECONDS
    return select(visitors.c.owner_id).where(here, alike, lately)


async def _count_bot_games(connection: AsyncConnection, sits: Any, what: Any) -> int:
    """Count ``what`` there is in games with bots that go on, where a person of those sits."""
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
