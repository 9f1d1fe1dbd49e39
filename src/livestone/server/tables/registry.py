"""The tables in memory, in step with the store, and who listens to them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from livestone.api.tables import Plan
from livestone.errors import Conflict, LivestoneError, NotFound, StorageError
from livestone.languages.words import t
from livestone.server.db.database import deadline
from livestone.server.db.owners import MARK, NOBODY, OwnerId
from livestone.server.db.store import Outdated
from livestone.server.db.write_batcher import acquire
from livestone.server.tables import premoves
from livestone.server.tables.changes import Change, changed, ended, lost, short
from livestone.server.tables.feed import Feed
from livestone.server.tables.heartbeat import ServerTime
from livestone.server.tables.presenter import news
from livestone.server.tables.store import GameStore, Stored, gone_on
from livestone.server.tables.table import MAX_EVENTS, MAX_PLIES, Table, state_of
from livestone.server.tables.vacations import Away, Vacations
from livestone.server.web.aside import aside_at_once
from livestone.server.web.events import Event
from livestone.server.web.presence import BLIP_SECONDS, Presence
from livestone.tasks import Tasks, uninterrupted

if TYPE_CHECKING:
    from livestone.server.tables.bots import Bots
    from livestone.server.tables.heartbeat import Heartbeat

# Tells other processes of an event at a table, for all or for one visitor.
Tell = Callable[[Table, Event, OwnerId | None], None]

MAX_TABLES = 500  # kept in memory, besides those where something happens; the store has them all
MAX_KEPT_PLIES = 200_000  # of all of them; each takes a kilobyte or two
LOOKED_AT = 20  # tables, whenever another one is to be kept

log = logging.getLogger("livestone")


class Stale(Conflict):
    """Another process has changed the game since it was read; nothing was done."""


class Heard(NamedTuple):
    """What another process has announced of a game: its version, and what has happened, if said."""

    version: int
    said: str


ASK = Heard(-1, "")


@dataclass(frozen=True)
class Census:
    """How many tables are in memory, at how many a game goes on, and how many listen to them."""

    tables: int
    live: int
    listeners: int


class TableRegistry:
    """Tables, locked and as fresh as the store has them; ``commit`` changes one."""

    bots: Bots  # told whose turn it is

    def __init__(self, store: GameStore, now: Callable[[], float] | None = None) -> None:
        self.store = store
        self.now = ServerTime() if now is None else now
        self.feed = Feed(store)
        self.vacations = Vacations(store, self.now)
        self.moves = 0  # since the start
        self.max_plies = MAX_PLIES
        self.hurry: Callable[[float], None] = lambda due: None  # told when something is due
        # Has no time count in which nobody could play, and says whether clocks were moved on.
        self.steady: Callable[[], Awaitable[bool]] = _steady
        # Told when a change that has succeeded, in any process, was begun.
        self.witness: Callable[[float], None] = lambda began: None
        self.tell: Tell = lambda table, event, owner_id: None
        self.presence = Presence()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._closed = False
        self._rereading = Tasks()

    def known(self, id: str) -> Table | None:
        """Return a table that has been read already."""
        table = self._tables.get(id)
        return table if table is not None and table.version >= 0 else None

    def every(self) -> list[Table]:
        """Return every table that has been read."""
        return [table for table in self._tables.values() if table.version >= 0]

    def census(self) -> Census:
        tables = list(self._tables.values())
        live = sum(table.version >= 0 and table.running for table in tables)
        return Census(len(tables), live, sum(len(table.listeners) for table in tables))

    def leave(self) -> None:
        """Stop every bot and hint, and tell every subscriber that no more will come."""
        self._closed = True
        self.feed.leave()
        self.bots.leave()
        for table in self._tables.values():
            table.stop()
            for queue in table.listeners:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def close(self) -> None:
        """Leave, and wait until nothing is at work; the store stays open."""
        self.leave()
        await self._rereading.close()
        await self.bots.close()

    # Locking a table.

    @asynccontextmanager
    async def locked(
        self,
        id: str,
        *,
        player: OwnerId | None = None,
        viewer: OwnerId | None = None,
        heard: Heard | None = ASK,
    ) -> AsyncIterator[Table]:
        """Lock a table, as fresh as the store has it, for who has a seat there or may look at it.

        With ``heard`` None as it is known here: good enough for a change, since only what nobody
        has changed meanwhile can be changed. Raises NotFound or NotAllowed, and StorageError after
        too long a wait.
        """
        if player is not None:
            await self.steady()
        table = self._kept(id)
        table.wanted += 1
        try:
            await self._acquire(table.lock)
            try:
                if heard is not None or table.version < 0:
                    await self._refresh(table, heard or ASK)
                if table.by_days:
                    table.away = await self._away(table)
                if table.is_due:
                    await self._settle(table)
                if player is not None:
                    table.seats_of(player)
                if viewer is not None:
                    table.seen_by(viewer)
                yield table
            finally:
                table.lock.release()
        finally:
            table.wanted -= 1
            if not table.wanted and (table.gone or table.version < 0):
                self._tables.pop(id, None)

    def _kept(self, id: str) -> Table:
        """Return the table in memory, used last from now on; a new one is not read yet."""
        table = self._tables.get(id)
        if table is None:
            self._evict()
            told = self.now, self._spread, self.max_plies, self.presence
            table = self._tables[id] = Table(id, *told)
        self._tables.move_to_end(id)
        return table

    async def _acquire(self, lock: asyncio.Lock) -> None:
        try:
            await acquire(lock.acquire, deadline())
        except TimeoutError:
            raise StorageError(
                t("the game could not be saved: changes before this one take too long: try again")
            ) from None

    def _evict(self) -> None:
        """Evict idle tables, longest unused first, where too many are in memory."""
        plies = sum(len(table.plies) for table in self.every())
        for id in list(islice(self._tables, LOOKED_AT)):
            if len(self._tables) < MAX_TABLES and plies < MAX_KEPT_PLIES:
                return
            table = self._tables[id]
            if table.idle:
                del self._tables[id]
                plies -= len(table.plies) if table.version >= 0 else 0
            else:
                self._tables.move_to_end(id)

    # In step with the store.

    async def freshen(self, id: str, heard: int = -1, said: str = "") -> None:
        """Read a table again, do what is due there, and tell who listens. Raises NotFound.

        ``heard`` is a version of the game that another process has announced, and ``said`` what
        the database has told of it.
        """
        async with self.locked(id, heard=Heard(heard, said)):
            pass

    async def wake_bot(self, id: str) -> None:
        """Have the bot think whose turn it is at a table, unless it does. Raises NotFound."""
        async with self.locked(id) as table:
            self.bots.wake(table)

    async def _refresh(self, table: Table, heard: Heard = ASK) -> None:
        # What was announced need not be asked for.
        new = heard.version > table.version
        version = heard.version if new else await self.store.version(table.id)
        said = heard.said if new else ""
        if version == table.version:
            return
        known = table.version >= 0
        over = known and table.over
        if not (known and version == table.version + 1 and await self._catch_up(table, said)):
            stored = None if version is None else await self.store.read(table.id)
            table.stop()
            if stored is None:
                table.gone = True
                raise NotFound(t("there is no game {id}", id=short(table.id)))
            table.load(stored, await aside_at_once(state_of, stored))
        if known:
            self._announce(table, ends=table.over and not over)
        else:
            self.feed.game(vars(table.row), table.owners)

    async def _catch_up(self, table: Table, said: str) -> bool:
        """Take over plies that another process has played, if that is all that has happened."""
        if said:
            step: Stored | None = gone_on(table.row, table.version + 1, said)
        else:
            step = await self.store.step(table.id, table.row.ply)
        if step is None or step.game.version != table.version + 1 or not step.plies:
            return False
        if step.game.ply != table.row.ply + len(step.plies):
            return False
        table.stop()
        table.follow(step.game, step.plies)
        return True

    @uninterrupted
    async def commit(self, table: Table, change: Change) -> None:
        """Write a change of a locked table, and tell everybody; premoves that are due follow.

        Raises Stale where another process was quicker, StorageError, or the change's own error.
        """
        try:
            decided = await change.write(self.store)
        except Outdated:
            await self._refresh(table)
            raise Stale("the game has gone on meanwhile: look at it again") from None
        table.stop()  # also the bot that has played: its move is kept before it hears of that
        ends = not table.over and change.row.status == "finished"
        self.moves += len(change.plies) > len(table.plies)
        table.take(change.row, change.state, change.plies, change.seats, change.clock)
        self._announce(table, ends)
        if change.row.due is not None:
            self.hurry(change.row.due)
        if table.mover is not None and table.mover.kind == "bot":
            self.bots.wake(table)
        if decided is not None and premoves.due(table):
            await self._play_ahead(table, decided)
        if change.error is not None:
            raise change.error

    async def _play_ahead(self, table: Table, decided: Plan) -> None:
        """Play what was decided ahead and is due now; what does not fit is forgotten."""
        try:
            change = premoves.played_ahead(table, decided)
            if change is not None:
                await self.commit(table, change)
            else:
                assert table.mover is not None
                await self.store.write_plan(table.id, table.mover.seat, None)
        except LivestoneError as error:  # the player who has just moved is not to blame
            log.warning("game %s: what was decided ahead is not played: %s", table.id, error)

    def _announce(self, table: Table, ends: bool) -> None:
        """Tell this process's subscribers that a table has changed; others hear it themselves."""
        if table.listeners:
            table.publish(news(table))
        self.feed.game(vars(table.row), table.owners)
        if ends:
            self.bots.over(table)
            result = {"winners": table.row.winners, "reason": table.row.reason}
            table.publish(Event("finished", table.version, result))

    def attend(self, presence: Presence) -> None:
        """Tell players who is at their table."""
        self.presence, presence.moved = presence, self._moved

    def _moved(self, place: str, here: bool) -> None:
        table = self.known(place)
        if table is None or not table.running or not table.listeners:
            return
        event = Event("presence", table.version, {})
        if here:
            table.publish(event)
        else:
            asyncio.get_running_loop().call_later(BLIP_SECONDS + 0.1, table.publish, event)

    def _spread(self, table: Table, event: Event, owner_id: OwnerId | None = None) -> None:
        table.publish(event, owner_id)
        self.tell(table, event, owner_id)

    async def subscribe(self, id: str, owner_id: OwnerId) -> AsyncIterator[Event]:
        """Yield what happens at a table from now on, beginning with ``changed``."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MAX_EVENTS)
        async with self.locked(id, viewer=owner_id) as table:
            table.listeners[queue] = owner_id
            queue.put_nowait(table.change())
            self.bots.wake(table)
        known: object = None
        try:
            while not self._closed and (event := await queue.get()) is not None:
                told = told_to(table, owner_id, event)
                if told is None:
                    continue
                if told.name == "changed" and (seen := table.seen_by(owner_id)).behind:
                    # What an onlooker may not see yet has not happened for them.
                    before, known = known, (seen.last, table.row.status)
                    if before == known:
                        continue
                yield told
        finally:
            table.listeners.pop(queue, None)

    # What happens at a table by itself.

    async def _settle(self, table: Table) -> None:
        """Do what is due at a locked table: a flag falls, a pause ends, a game is called off."""
        if await self.steady():
            await self._refresh(table)
        if not table.is_due:
            return
        if table.paused:
            await self.commit(table, changed(table, table.clock.run(table.now())))
        elif (flag := table.flag) is None:
            await self.commit(table, ended(table, "aborted"))
        elif flag <= table.now():
            await self.commit(table, lost(table, "timeout", table.row.mover))
        else:  # later than it seemed: the mover is or was on vacation
            await self.store.postpone(table.id, flag)
            table.postpone(flag)
            self.hurry(flag)

    async def _away(self, table: Table) -> Away:
        """Return how long the mover of a correspondence game is on vacation in their turn."""
        owner_id = (table.mover and table.mover.owner_id) or NOBODY
        since = table.row.since
        if not table.running or since is None or not owner_id.startswith(MARK):
            return Away()
        return await self.vacations.away(owner_id, since)

    def keep_time_by(self, heartbeat: Heartbeat) -> None:
        """Credit clocks for the time in which the database was unavailable."""
        self.steady, self.witness = heartbeat.steady, heartbeat.witness
        heartbeat.moved = self._look_again

    def _look_again(self) -> None:
        """The clocks have been moved on in the store: read the tables again where they run."""
        for table in self.every():
            if table.running and table.row.since is not None:
                self._rereading.spawn(self._reread(table.id))

    async def _reread(self, id: str) -> None:
        with suppress(LivestoneError):  # the next reader reads it anyhow
            await self.freshen(id)


async def _steady() -> bool:
    """Nobody keeps time here."""
    return False


def told_to(table: Table, owner_id: OwnerId, event: Event) -> Event | None:
    """Return what a visitor is told of an event: an onlooker not what bots think."""
    seated = owner_id in table.owners
    if event.name == "talk":
        return event if (event.data["room"] == "players") == seated else None
    if seated or event.name == "finished":
        return event
    if event.name != "changed" or not table.row.public:
        return None
    seen = table.seen_by(owner_id)
    if not seen.behind:
        return event
    return Event("changed", seen.version, {"ply": seen.last, "version": seen.version})
