"""What concerns an owner at all their tables, for programs and pages that listen.

A program needs one stream to play any number of games: it is told of each game that runs or waits
when it begins to listen, and of every change from then on. Other parts add what else stands
(:attr:`Feed.sources`), such as challenges.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from typing import Any

from sqlalchemy import bindparam, or_, select

from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.games import games, seats
from livestone.server.db.statements import Statement
from livestone.server.tables.store import GameStore
from livestone.server.web.events import Event

MAX_EVENTS = 100
MAX_STREAMS = 20  # of one owner; then the oldest ends
MAX_REMEMBERED = 1000
MAX_KNOWN = 10_000  # games of which it is known who sits there
LOOK_SECONDS = 20.0  # so long a change by another process may stay unheard
LOOK = Event("look", 0, {})  # has a listener look at the store again
CHANGED = Event("changed", 0, {})
OPEN = ("waiting", "running", "open")  # what stands so is not over

# Returns how what concerns an owner stands: what is not over, and what they were told before.
Source = Callable[[OwnerId, Collection[str]], Awaitable[list[Event]]]
Owners = Mapping[OwnerId, Sequence[int]]  # the seats of each person

_STATE = ("id", "game", "status", "ply", "version", "mover")
_STANDING = Statement(
    select(*(games.c[name] for name in _STATE), seats.c.seat, seats.c.owner_id)
    .join(seats, seats.c.game_id == games.c.id)
    .where(games.c.id == bindparam("id"))
    .order_by(seats.c.seat)
)


class Feed:
    """Who listens to everything that concerns them; other parts ``publish`` what they have to say.

    What is published may be lost, to a full queue or in another process, and is found in the
    store: a listener looks there when it begins, whenever it may have missed something, and now
    and then.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._listeners: dict[OwnerId, list[asyncio.Queue[Event | None]]] = {}
        self._closed = False
        self._owners: OrderedDict[str, tuple[str, Owners]] = OrderedDict()  # and which game
        self.sources: list[Source] = [self._games]
        # Tells other processes what owners are to hear.
        self.tell: Callable[[Sequence[OwnerId], Event], None] = lambda owners, event: None

    @property
    def followed(self) -> bool:
        return bool(self._listeners)

    def look(self) -> None:
        """Have everybody look at the store again."""
        for owner_id in tuple(self._listeners):
            self.publish(owner_id, LOOK)

    def spread(self, owners: Iterable[OwnerId], event: Event = LOOK) -> None:
        """Tell the listeners of these owners, in every process of the server."""
        told = list(dict.fromkeys(owners))
        for owner_id in told:
            self.publish(owner_id, event)
        self.tell(told, event)

    def publish(self, owner_id: OwnerId, event: Event) -> None:
        """Tell the listeners of an owner."""
        for queue in self._listeners.get(owner_id, ()):
            if queue.full():
                _drain(queue)
                queue.put_nowait(LOOK)
            queue.put_nowait(event)

    def game(self, row: Mapping[str, Any], owners: Owners) -> None:
        """Tell everybody who has a seat how a game stands: its row by column."""
        for owner_id, mine in owners.items():
            if owner_id in self._listeners:
                self.publish(owner_id, game_event(row, mine))

    def knows(self, id: str, version: int, said: str) -> bool:
        """Tell of a ply that another process ``said``; False where :meth:`ask` must."""
        known = self._owners.get(id) if said else None
        if known is None:
            return False
        game, owners = known
        if self._listeners.keys() & owners:
            named = {"id": id, "game": game, "status": "running", "version": version}
            self.game({**json.loads(said), **named}, owners)
        return True

    async def ask(self, id: str) -> None:
        """Look how a game stands, and tell everybody who has a seat. Raises StorageError."""
        rows = await self._store.ask_all(_STANDING, id=id)
        if not rows:
            return
        row = dict(zip(_STATE, rows[0], strict=False))
        owners: dict[OwnerId, list[int]] = {}
        for *_, seat, owner_id in rows:
            if owner_id:
                owners.setdefault(owner_id, []).append(seat)
        self.game(row, owners)
        self._owners.pop(id, None)
        if row["status"] == "running":
            self._owners[id] = row["game"], owners
            if len(self._owners) > MAX_KNOWN:
                self._owners.popitem(last=False)

    def leave(self) -> None:
        self._closed = True
        for queues in self._listeners.values():
            for queue in queues:
                _end(queue)

    async def subscribe(self, owner_id: OwnerId) -> AsyncIterator[Event]:
        """Yield an event for each game (and challenge) that is not over, then whatever happens."""
        with self._listening(owner_id) as queue:
            async with contextlib.aclosing(self._follow(owner_id, queue)) as events:
                async for event in events:
                    yield event

    async def news(self, owner_id: OwnerId) -> AsyncIterator[Event]:
        """Yield ``changed`` now and whenever an owner is to look again, and whatever happens.

        Unlike :meth:`subscribe` it never looks at the store itself.
        """
        with self._listening(owner_id) as queue:
            queue.put_nowait(LOOK)
            while not self._closed and (heard := await queue.get()) is not None:
                yield CHANGED if heard.name == "look" else heard

    @contextlib.contextmanager
    def _listening(self, owner_id: OwnerId) -> Iterator[asyncio.Queue[Event | None]]:
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MAX_EVENTS)
        mine = self._listeners.setdefault(owner_id, [])
        mine.append(queue)
        if len(mine) > MAX_STREAMS:
            _end(mine.pop(0))
        try:
            yield queue
        finally:
            if queue in mine:
                mine.remove(queue)
            if not mine:
                self._listeners.pop(owner_id, None)

    async def _follow(
        self, owner_id: OwnerId, queue: asyncio.Queue[Event | None]
    ) -> AsyncGenerator[Event, None]:
        told = _Told()
        look = 0.0
        while not self._closed:
            if time.monotonic() >= look:
                for source in self.sources:
                    for event in await source(owner_id, told.open):
                        if told.is_new(event):
                            yield event
                look = time.monotonic() + LOOK_SECONDS
            try:
                async with asyncio.timeout(max(0.0, look - time.monotonic())):
                    heard = await queue.get()
            except TimeoutError:
                continue
            if heard is None:
                return
            if heard.name == "look":
                look = 0.0
            elif "status" not in heard.data or told.is_new(heard):
                yield heard

    async def _games(self, owner_id: OwnerId, open: Collection[str]) -> list[Event]:
        """How the owner's games stand: those that are not over, and those they were told of."""
        columns = (games.c.id, games.c.game, games.c.status, games.c.ply, games.c.version)
        query = (
            select(*columns, games.c.mover, seats.c.seat)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.owner_id == owner_id)
            .where(or_(games.c.status != "finished", games.c.id.in_(list(open))))
            .order_by(games.c.created, games.c.id, seats.c.seat)
        )
        found: dict[str, tuple[Mapping[str, Any], list[int]]] = {}
        for row in await self._store.fetch(query):
            found.setdefault(row.id, (row._mapping, []))[1].append(row.seat)
        return [game_event(values, mine) for values, mine in found.values()]


def game_event(row: Mapping[str, Any], mine: Sequence[int]) -> Event:
    running = row["status"] == "running"
    data = {name: row[name] for name in ("id", "game", "status", "ply", "version")}
    return Event("game", row["version"], {**data, "my_turn": running and row["mover"] in mine})


class _Told:
    """Which version of each game (or challenge) a listener knows, and which were ``open`` then."""

    def __init__(self) -> None:
        self.open: set[str] = set()
        self._versions: OrderedDict[str, int] = OrderedDict()

    def is_new(self, event: Event) -> bool:
        """Whether the listener has not been told so much yet; from now on they have."""
        id = event.data["id"]
        if self._versions.get(id, -1) >= event.id:
            return False
        self._versions[id] = event.id
        self._versions.move_to_end(id)
        if event.data["status"] in OPEN:
            self.open.add(id)
        else:
            self.open.discard(id)
        while len(self._versions) > max(MAX_REMEMBERED, 2 * len(self.open)):
            self._versions.popitem(last=False)
        return True


def _end(queue: asyncio.Queue[Event | None]) -> None:
    _drain(queue)
    queue.put_nowait(None)


def _drain(queue: asyncio.Queue[Any]) -> None:
    while not queue.empty():
        queue.get_nowait()
