"""The tables in memory, in step with the store, and who listens to them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import wraps
from itertools import islice
from typing import Any, NamedTuple, ParamSpec, TypeVar

from livestone.core.state import State
from livestone.errors import (
    Conflict,
    GameOver,
    LivestoneError,
    NotFound,
    NotLoggedIn,
    StorageError,
)
from livestone.server.db.database import LOCKED, deadline, locked, one_deadline
from livestone.server.db.owners import MARK
from livestone.server.db.store import Outdated
from livestone.server.db.uninterrupted import uninterrupted
from livestone.server.engine.fair_queue import FairQueue
from livestone.server.engine.processes import Engine
from livestone.server.tables.bots import Bots
from livestone.server.tables.clock import Clock
from livestone.server.tables.feed import Feed
from livestone.server.tables.heartbeat import Heartbeat
from livestone.server.tables.presenter import news
from livestone.server.tables.server_time import ServerTime
from livestone.server.tables.store import Decided, GameRow, GameStore, PlyRow, Stored, gone_on
from livestone.server.tables.table import MOST_EVENTS, Table
from livestone.server.tables.vacations import Away, Vacations
from livestone.server.web.events import Event

P = ParamSpec("P")
Answer = TypeVar("Answer")
# Tells other processes of an event at a table, for all or for one visitor.
Tell = Callable[[Table, Event, str | None], None]

ATTEMPTS = 4  # at a table that other processes change too
MOST_TABLES = 500  # kept in memory, besides those where something happens; the store has them all
LOOKED_AT = 20  # tables, whenever another one is to be kept


class Stale(Conflict):
    """Another process has changed the game since it was read; nothing was done."""


def retry_on_conflict(
    action: Callable[P, Awaitable[Answer]],
) -> Callable[P, Coroutine[Any, Any, Answer]]:
    """Have an action tried again on the table as it is now, where another process was quicker."""

    @wraps(action)
    async def persistent(*args: P.args, **options: P.kwargs) -> Answer:
        with one_deadline():
            for _ in range(ATTEMPTS - 1):
                try:
                    return await action(*args, **options)
                except Stale:
                    continue
            return await action(*args, **options)

    return persistent


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
    """What every action at a table needs: the table, locked and fresh, and a way to change it."""

    def __init__(
        self, store: GameStore, engine: Engine, now: Callable[[], float] | None = None
    ) -> None:
        self._store = store
        self.now = ServerTime() if now is None else now
        self.feed = Feed(store)
        self.queue = FairQueue(engine)
        self._bots = Bots(self.queue, self._append, store.address_of)
        self.vacations = Vacations(store, self.now)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._closed = False
        self.moves = 0  # since the start
        self.hurry: Callable[[float], None] = lambda due: None  # told when something is due
        self._tell: Tell = lambda live, event, visitor: None
        self._pulse: Heartbeat | None = None
        self._rereading: set[asyncio.Task[None]] = set()
        self.guests = True  # whether people may play without an account
        # Told who looks at which table.
        self.looked: Callable[[Table, str], None] = lambda live, visitor: None

    def keep_time_by(self, pulse: Heartbeat) -> None:
        """Count no time in which nobody could play."""
        self._pulse, pulse.moved = pulse, self._look_again

    def witness(self, began: float) -> None:
        """Note that a change of a game which began at this time has succeeded, in any process."""
        if self._pulse is not None:
            self._pulse.witness(began)

    def check_guest(self, owner: str) -> None:
        """Raises NotLoggedIn for a guest where only people with accounts play."""
        if not self.guests and not owner.startswith(MARK):
            raise NotLoggedIn("guests only watch here: log in to play")

    async def check_room(self, owner: str) -> None:
        """Raises TooMany where somebody keeps too much here to begin another game."""
        await self._store.check_room(owner)

    def join(self, tell: Tell) -> None:
        """Be one process of several: ``tell`` the others of what passes by."""
        self._tell = tell

    def known(self, id: str) -> Table | None:
        """Return a table that has been read already."""
        live = self._tables.get(id)
        return live if live is not None and live.version >= 0 else None

    def every(self) -> list[Table]:
        """Return every table that has been read."""
        return [live for live in self._tables.values() if live.version >= 0]

    async def freshen(self, id: str, heard: int = -1, said: str = "") -> None:
        """Read a table again, and tell who listens. Raises NotFound.

        ``heard`` is a version of the game that another process has announced, and ``said`` what
        the database has told of it.
        """
        async with self._locked(id, Heard(heard, said)):
            pass

    async def wake_bot(self, id: str) -> None:
        """Have the bot think whose turn it is at a table, unless it does. Raises NotFound."""
        async with self._locked(id) as live:
            self._bots.wake(live)

    def census(self) -> Census:
        """Count the tables."""
        tables = list(self._tables.values())
        live = sum(table.version >= 0 and table.running for table in tables)
        return Census(len(tables), live, sum(len(table.listeners) for table in tables))

    def leave(self) -> None:
        """Stop every bot and hint, and tell every subscriber that no more will come."""
        self._closed = True
        self.feed.leave()
        self._bots.leave()
        for live in self._tables.values():
            live.stop()
            for queue in live.listeners:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def close(self) -> None:
        """Leave, and wait until nothing is at work; the store stays open."""
        self.leave()
        rereading = tuple(self._rereading)
        for task in rereading:
            task.cancel()
        await asyncio.gather(*rereading, return_exceptions=True)
        await self._bots.close()

    async def subscribe(self, id: str, visitor: str) -> AsyncIterator[Event]:
        """Yield what happens at a table from now on, beginning with ``changed``."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MOST_EVENTS)
        async with self._watch(id, visitor) as live:
            live.listeners[queue] = visitor
            queue.put_nowait(live.change())
            self._bots.wake(live)
        known: object = None
        try:
            while not self._closed and (event := await _heard(queue, live, visitor)) is not None:
                told = told_to(live, visitor, event)
                if told is None:
                    continue
                if told.name == "changed" and live.behind(visitor):
                    # What he may not see yet has not happened for him.
                    before, known = known, (live.shown_to(visitor), live.row.status)
                    if before == known:
                        continue
                yield told
        finally:
            live.listeners.pop(queue, None)

    @asynccontextmanager
    async def _watch(self, id: str, visitor: str) -> AsyncIterator[Table]:
        """Lock a table for a visitor who has a seat there, or for anybody where it is public."""
        async with self._locked(id) as live:
            live.check_seen_by(visitor)
            yield live

    def looking_at(self, id: str, visitor: str) -> AbstractAsyncContextManager[Table]:
        """Lock a table for who may look at it."""
        return self._watch(id, visitor)

    @asynccontextmanager
    async def _open(self, id: str, visitor: str, heard: Heard | None = ASK) -> AsyncIterator[Table]:
        """Lock a table for a visitor who has a seat there."""
        await self._steady()
        async with self._locked(id, heard) as live:
            live.seats_of(visitor)
            yield live

    @asynccontextmanager
    async def _locked(self, id: str, heard: Heard | None = ASK) -> AsyncIterator[Table]:
        """Lock a table, as fresh as the store has it, for whoever.

        With None as it is known here: good enough for who changes it, since only what nobody has
        changed meanwhile can be changed.
        """
        live = self._tables.get(id)
        if live is None:
            self._forget()
            live = self._tables[id] = Table(id, self.now, self._spread)
        self._tables.move_to_end(id)
        live.wanted += 1
        try:
            async with self._held(live):
                if heard is not None or live.version < 0:
                    await self._refresh(live, heard or ASK)
                live.away = await self._away(live)
                await self._settle(live)
                yield live
        finally:
            live.wanted -= 1
            if not live.wanted and (live.gone or live.version < 0):
                self._tables.pop(id, None)

    @asynccontextmanager
    async def _held(self, live: Table) -> AsyncIterator[None]:
        """Lock a table. Raises StorageError where somebody else waits too long there."""
        until, entered = deadline(), False
        try:
            async with locked(live.lock, until):
                entered = True
                yield
        except TimeoutError:
            if entered:
                raise
            raise StorageError(f"the game could not be saved: {LOCKED}") from None

    async def _away(self, live: Table) -> Away:
        """Return how long the mover of a correspondence game is on vacation in his turn."""
        mover = live.mover
        days = live.running and live.row.since is not None and live.row.control.endswith("d")
        if not days or mover is None or not (mover.person or "").startswith(MARK):
            return Away()
        assert mover.person is not None
        assert live.row.since is not None
        return await self.vacations.away(mover.person, live.row.since)

    async def settle(self, id: str) -> None:
        """Do what is due at a table: a flag falls, a game that nobody begins is called off."""
        async with self._locked(id):
            pass

    async def _settle(self, live: Table) -> None:
        """Do what is due at a locked table."""
        if live.is_due and await self._steady():
            await self._refresh(live)
        if not live.is_due:
            return
        if live.paused:
            await self._change(live, clock=live.clock.run(live.now()))
        elif (flag := live.flag) is not None:
            if flag > live.now():  # later than it seemed: the mover is or was on vacation
                await self._store.postpone(live.id, flag)
                live.row = replace(live.row, due=flag)
                self.hurry(flag)
            else:
                await self._fall(live)
        else:
            await self._end(live, "aborted", [])

    async def _steady(self) -> bool:
        """Have no time count in which nobody could play; whether clocks were moved on."""
        return self._pulse is not None and await self._pulse.steady()

    def _look_again(self) -> None:
        """The clocks have been moved on in the store: read the tables again where they run."""
        for live in self.every():
            if live.running and live.row.since is not None:
                task = asyncio.create_task(self._reread(live.id))
                self._rereading.add(task)
                task.add_done_callback(self._rereading.discard)

    async def _reread(self, id: str) -> None:
        with suppress(LivestoneError):  # whoever looks next reads it anyhow
            await self.freshen(id)

    async def _fall(self, live: Table) -> None:
        """The mover has run out of time: he loses, and the others win."""
        loser = live.row.mover
        winners = [player for player in range(live.game.players) if player != loser]
        await self._end(live, "timeout", winners, loser)

    async def _end(
        self, live: Table, reason: str, winners: list[int], by: int | None = None
    ) -> None:
        """End a game otherwise than by its rules."""
        await self._change(
            live,
            status="finished",
            scores=list(live.state.scores),
            mover=None,
            reason=reason,
            winners=winners,
            ended_by=by,
        )

    @uninterrupted
    async def _change(self, live: Table, **changes: Any) -> None:
        """Change a game's row and nothing else."""
        row = live.changed(**changes)
        await self._save(live, self._store.change(row))
        self._take(live, row, live.state, live.plies)

    async def _refresh(self, live: Table, heard: Heard = ASK) -> None:
        # What was announced need not be asked for.
        new = heard.version > live.version
        version = heard.version if new else await self._store.version(live.id)
        said = heard.said if new else ""
        if version == live.version:
            return
        known, over = live.version >= 0, live.version >= 0 and live.over
        if not (known and version == live.version + 1 and await self._catch_up(live, said)):
            stored = None if version is None else await self._store.read(live.id)
            if stored is None:
                live.stop()
                live.gone = True
                raise NotFound(f"there is no game {short(live.id)}")
            live.stop()
            live.load(stored)
        if known:
            self._announce(live, ends=live.over and not over)
        else:
            self.feed.game(live.row, live.seats)

    async def _catch_up(self, live: Table, said: str) -> bool:
        """Take over plies that another process has played, if that is all that has happened."""
        if said:
            step: Stored | None = gone_on(live.row, live.version + 1, said)
        else:
            step = await self._store.step(live.id, live.row.ply)
        if step is None or step.game.version != live.version + 1 or not step.plies:
            return False
        if step.game.ply != live.row.ply + len(step.plies):
            return False
        live.stop()
        live.follow(step.game, step.plies)
        return True

    def _spread(self, live: Table, event: Event, visitor: str | None = None) -> None:
        """Tell the subscribers in every process, or only one visitor's."""
        live.publish(event, visitor)
        self._tell(live, event, visitor)

    def _forget(self) -> None:
        """Make room for a table, where too many are in memory that nothing happens at.

        Those that were not asked for longest go; where something happens is looked at again later.
        """
        for id in list(islice(self._tables, LOOKED_AT)):
            if len(self._tables) < MOST_TABLES:
                return
            if self._tables[id].idle:
                del self._tables[id]
            else:
                self._tables.move_to_end(id)

    @uninterrupted
    async def _append(
        self,
        live: Table,
        move: str,
        seconds: float | None,
        thoughts: dict[str, Any] | None = None,
        lag: float = 0.0,
    ) -> None:
        """Play a ply and commit it; its time is that of the commit, less what ``lag`` is forgiven.

        Whatever fails, the table is as before. Raises GameOver when the mover's time was up.
        """
        state = live.state.copy()
        played = state.parse(move)
        mover = live.row.mover
        assert mover is not None
        state.play(played)
        now = live.now()
        clock = live.clock.forgive(mover, lag, now)
        late = clock.flagged(mover, now - live.away.gone)
        if live.seats[mover].kind != "bot" and late:
            await self._fall(live)
            raise GameOver(f"{short(move)} came too late: the time was up")
        if state.mover != mover:
            clock = clock.turned(mover, now)
        changes: dict[str, Any] = {"ply": state.ply, "mover": state.mover}
        changes["offers"] = _standing(live.row.offers, mover)
        if state.over:
            changes |= {
                "status": "finished",
                "winners": list(state.winners or ()),
                "scores": list(state.scores),
                "reason": "finished",
            }
        row = live.changed(clock, **changes)
        text = live.game.move_text(played)
        ply = PlyRow(state.ply, text, mover, seconds, thoughts, _left(clock, mover, now), now)
        decided = await self._save(live, self._store.append(row, ply))
        self.moves += 1
        self._take(live, row, state, (*live.plies, ply))
        if decided is not None:
            await self._go_on(live, decided)

    async def _go_on(self, live: Table, decided: Decided) -> None:
        """Play what the one to move has decided ahead."""

    async def _save(self, live: Table, writing: Awaitable[Answer]) -> Answer:
        try:
            return await writing
        except Outdated:
            await self._refresh(live)
            raise Stale("the game has gone on meanwhile: look at it again") from None

    def _take(self, live: Table, row: GameRow, state: State, plies: tuple[PlyRow, ...]) -> None:
        """Stand where the store stands already, and tell everybody."""
        live.stop()  # also the bot that has played: its move is kept before it hears of that
        ends = not live.over and row.status == "finished"
        live.take(row, state, plies)
        self._announce(live, ends)
        if row.due is not None:
            self.hurry(row.due)
        self._bots.wake(live)

    def _announce(self, live: Table, ends: bool) -> None:
        """Tell this process's subscribers that a table has changed; others hear it themselves."""
        live.publish(news(live))
        self.feed.game(live.row, live.seats)
        if ends:
            self._bots.over(live)
            result = {"winners": live.row.winners, "reason": live.row.reason}
            live.publish(Event("finished", live.version, result))


def _standing(offers: dict[str, Any] | None, mover: int) -> dict[str, Any] | None:
    """The offers that stand after a ply: the draw that its player has offered himself."""
    draw = (offers or {}).get("draw")
    stands = draw is not None and draw["seat"] == mover and not draw["refused"]
    return {"draw": draw} if stands else None


def _left(clock: Clock, mover: int, now: float) -> float | None:
    """What a player's clock shows after his ply, in a game to sit at."""
    if not clock.control.live:
        return None
    return round(clock.shown(mover, mover, now).seconds, 3)


def told_to(live: Table, visitor: str, event: Event) -> Event | None:
    """Return what a visitor is told of an event: an onlooker not what bots think."""
    seated = bool(live.seated(visitor))
    if event.name == "talk":
        return event if (event.data["room"] == "players") == seated else None
    if seated or event.name == "finished":
        return event
    if event.name != "changed" or not live.row.public:
        return None
    if not live.behind(visitor):
        return event
    version = live.version_for(visitor)
    return Event("changed", version, {"ply": live.shown_to(visitor), "version": version})


async def _heard(queue: asyncio.Queue[Event | None], live: Table, visitor: str) -> Event | None:
    """Return what a subscriber hears next; a ply that he may see by now is news for him."""
    more = live.more_at(visitor)
    if more is None:
        return await queue.get()
    try:
        async with asyncio.timeout(max(0.0, more - live.now())):
            return await queue.get()
    except TimeoutError:
        return live.change()


def short(text: str) -> str:
    """A text to quote."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
