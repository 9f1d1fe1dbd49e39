"""Reviews of finished games by the engine: made once for everybody, kept beside the game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Any

from litestar.di import NamedDependency
from sqlalchemy import delete, insert, select, update

from livestone.api.studies import Review
from livestone.errors import BadRequest, Conflict, LivestoneError
from livestone.languages.words import mark
from livestone.play.engine.fair_queue import Replaced
from livestone.play.engine.processes import Engine, Question, Reported
from livestone.server.db.owners import OwnerId, group_of
from livestone.server.db.schema.games import reviews
from livestone.server.db.store import Store, run
from livestone.server.quotas.charges import charge_for, stored_bytes
from livestone.server.quotas.quotas import hashed_address
from livestone.server.tables.commands import Tables
from livestone.server.web.events import Event
from livestone.tasks import Tasks

SAVE_SECONDS = 5.0  # between two writes of a review's progress
DEAD_SECONDS = 30.0  # without progress, after which another process may begin it again
EVENT_SECONDS = 1.0  # between two events of progress


class Reviews:
    """Reviews of one server; each process works on those that it was asked for."""

    def __init__(self, store: Store, tables: Tables, engine: Engine) -> None:
        self.queue = tables.queue
        self.queue.serve("review", engine)
        self._store = store
        self._tables = tables
        self._progress: dict[str, tuple[int, int]] = {}  # game -> done, total
        self._trouble: dict[str, str] = {}
        self._visitors: set[str] = set()  # who wait for a review
        self._tasks = Tasks()
        self._left = False

    async def state(self, game: str, owner_id: OwnerId) -> Review:
        """Return how far a review is. Raises NotFound, or NotAllowed for a private game."""
        async with self._tables.looking_at(game, owner_id):
            pass
        return await self._state(game)

    async def _state(self, game: str) -> Review:
        if game in self._progress:
            return Review("running", *self._progress[game], None, "")
        row = await self._store.first(select(reviews).where(reviews.c.game_id == game))
        if row is None or (row.status == "running" and row.updated < time.time() - DEAD_SECONDS):
            return Review("none", 0, 0, None, self._trouble.get(game, ""))
        return Review(row.status, row.done, row.total, row.found, "")

    async def begin(self, game: str, owner_id: OwnerId, address: str = "") -> Review:
        """Have a finished game reviewed, unless it is or was; asking twice is harmless.

        Raises what state does, Conflict while the game runs or another one is reviewed for the
        visitor, BadRequest where nothing was played, or Busy.
        """
        async with self._tables.looking_at(game, owner_id) as table:
            if not table.over:
                raise Conflict("the game is still running: it can be reviewed when it is over")
            if not table.plies:
                raise BadRequest("there is nothing to review: no move was played")
            plies = tuple(ply.move for ply in table.plies)
            request = Question(table.game, table.row.opening, plies, task="review")
        state = await self._state(game)
        if state.status != "none":
            return state
        if owner_id in self._visitors:
            raise Conflict("another game is being reviewed for you: wait until it is done")
        self._visitors.add(owner_id)
        begun = False
        try:
            begun = await self.note_begun(game, len(plies))
        finally:
            if not begun:
                self._visitors.discard(owner_id)
        if begun:
            self._trouble.pop(game, None)
            self._progress[game] = 0, len(plies)
            self._tasks.spawn(self._work(game, request, owner_id, address))
        return await self._state(game)

    async def note_begun(self, game: str, total: int) -> bool:
        """Note that a review begins; False where there is one, running or done."""
        now = time.time()
        mine = reviews.c.game_id == game
        dead = (reviews.c.status == "running") & (reviews.c.updated < now - DEAD_SECONDS)
        row = {"status": "running", "done": 0, "total": total, "created": now, "updated": now}
        async with self._store.writing() as connection:
            await connection.execute(delete(reviews).where(mine & dead))
            if await connection.scalar(select(reviews.c.status).where(mine)) is not None:
                return False
            await connection.execute(insert(reviews), {"game_id": game, **row})
        return True

    async def _change(self, game: str, **changes: Any) -> None:
        changed = update(reviews).where(reviews.c.game_id == game)
        await self._store.execute(changed.values(updated=time.time(), **changes))

    async def _keep(self, game: str, found: Any) -> None:
        """Keep a review that is done; the game's owner is charged for it."""
        done = update(reviews).where(reviews.c.game_id == game)
        async with self._store.writing() as connection:
            values = {"status": "done", "found": found, "updated": time.time()}
            if await run(connection, done.values(**values)):
                await charge_for(connection, game, stored_bytes(found))

    async def _work(self, game: str, request: Question, owner_id: OwnerId, address: str) -> None:
        def tell(report: Reported) -> None:
            if "done" in report:
                self._progress[game] = report["done"], report["total"]

        group = group_of(owner_id, hashed_address(address))
        asking = asyncio.create_task(
            self.queue.ask("review", request, tell, owner_id=owner_id, group=group)
        )
        kept = False
        try:
            while not (await asyncio.wait({asking}, timeout=SAVE_SECONDS))[0]:
                done, total = self._progress[game]
                await self._change(game, done=done, total=total)
            await self._keep(game, asking.result()["review"])
            kept = True
        except (LivestoneError, Replaced) as error:
            self._trouble[game] = str(error) or mark("the review was stopped")
        finally:
            asking.cancel()
            self._progress.pop(game, None)
            self._visitors.discard(owner_id)
            if not kept:
                await self._store.execute(delete(reviews).where(reviews.c.game_id == game))

    async def follow(self, game: str) -> AsyncGenerator[Event, None]:
        """Yield ``thinking`` as a review goes on, ``changed`` at its end."""
        last = None
        while not self._left:
            if last is None or last.status == "running":
                state = await self._state(game)
                if state.status != "running":
                    yield Event("changed", 2, {"version": 2})
                elif last is None or state.done != last.done:
                    yield Event("thinking", 1, {"seconds": state.done, "limit": state.total})
                last = state
            await asyncio.sleep(EVENT_SECONDS)

    def leave(self) -> None:
        self._left = True

    async def close(self) -> None:
        self.leave()
        await self._tasks.close()
        await self.queue.close("review")


ReviewsDep = NamedDependency[Reviews]
