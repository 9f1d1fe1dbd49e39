"""Who thinks at the tables: the bots whose turn it is, and hints for people."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace as replaced

from livestone.api.tables import Hint, Thinking
from livestone.core.game import Game
from livestone.errors import LivestoneError, NotAllowed, StorageError
from livestone.languages.words import mark, t
from livestone.play.engine.fair_queue import FairQueue, Replaced, Work
from livestone.play.engine.processes import Question, Reported, Tell
from livestone.play.levels import LEVELS
from livestone.play.time_control import think_budget
from livestone.server.db.owners import NOBODY, OwnerId, group_of
from livestone.server.tables.changes import Change
from livestone.server.tables.moves import appended
from livestone.server.tables.store import SeatRow
from livestone.server.tables.table import Table, hides
from livestone.server.web.events import Event
from livestone.tasks import Tasks

HINT_SECONDS = 1.0
RETRY_SECONDS = 5.0  # before a bot in trouble is asked again

NO_ANSWER = mark("The bot does not answer. Open the game again to retry.")
NO_ANSWER_WHY = mark("The bot does not answer: {reason}. Open the game again to retry.")

log = logging.getLogger("livestone")

Commit = Callable[[Table, Change], Awaitable[None]]


class Bots:
    """Thinking at all tables: ``commit`` writes moves, ``address_of`` gives a person's address."""

    def __init__(
        self, queue: FairQueue, commit: Commit, address_of: Callable[[OwnerId], Awaitable[str]]
    ) -> None:
        self._queue = queue
        self._commit = commit
        self._address_of = address_of
        self._tasks = Tasks()
        self._closed = False

    def warm(self, game: Game, seats: Sequence[SeatRow], owner_id: OwnerId) -> None:
        """Load or compile what the bots of a new table need, and hints beside them."""
        levels = {seat.level for seat in seats if seat.kind == "bot" and seat.level is not None}
        if levels and not self._closed:
            self._tasks.spawn(self._warm(game, sorted({*levels, len(LEVELS)}), owner_id))

    async def _warm(self, game: Game, levels: Sequence[int], owner_id: OwnerId) -> None:
        group = await self._group(owner_id)
        for level in levels:
            await self._queue.warm(Question(game, None, (), level), owner_id, group)

    def over(self, table: Table) -> None:
        self._queue.engine.over(table.id)

    def leave(self) -> None:
        self._closed = True

    async def close(self) -> None:
        self.leave()
        await self._tasks.close()

    def wake(self, table: Table) -> None:
        """Have the bot think whose turn it is, unless it does."""
        mover = table.mover
        idle = mover is None or mover.kind != "bot" or table.bot is not None
        if idle or not table.running or table.paused or self._closed:
            return
        if table.trouble and time.monotonic() - table.troubled < RETRY_SECONDS:
            return
        assert mover is not None
        assert mover.level is not None
        if table.thinking is None:
            table.thinking = Thinking(mover.seat, 0.0, LEVELS[mover.level - 1].seconds)
        table.bot = self._tasks.spawn(self._answer(table, mover.seat, mover.level))

    def hint(self, table: Table, owner_id: OwnerId) -> asyncio.Task[Hint]:
        """Begin a hint for a visitor, unless one is being made."""
        if table.hint is None:
            table.hint = self._tasks.spawn(self._think_hint(table, owner_id))
        return table.hint

    async def _answer(self, table: Table, seat: int, level: int) -> None:
        version, started = table.version, time.monotonic()
        question = _question(table, seat, level, _limit(table, seat, level), keep=True)
        owner_id = next((one.owner_id for one in table.seats if one.owner_id), NOBODY)
        try:
            report = await self._ask("move", question, partial(self._tell, table), owner_id)
            async with table.lock:
                if table.version == version:
                    seconds = round(time.monotonic() - started, 3)
                    move = report["lines"][0]["move"]
                    await self._commit(table, appended(table, move, seconds, _kept(report)))
        except LivestoneError as error:
            log.warning("game %s: %s", table.id, error)
            if table.version == version:
                # The error may quote a secret.
                table.trouble = NO_ANSWER if hides(table.game) else t(NO_ANSWER_WHY, reason=error)
                table.troubled = time.monotonic()
                table.spread(Event("trouble", table.version, {"message": table.trouble}))
        finally:
            if table.bot is asyncio.current_task():
                table.bot = table.thinking = None

    async def _ask(self, work: Work, question: Question, tell: Tell, owner_id: OwnerId) -> Reported:
        group = await self._group(owner_id)
        return await self._queue.ask(work, question, tell, owner_id=owner_id, group=group)

    async def _group(self, owner_id: OwnerId) -> str:
        with suppress(StorageError):  # without the store, who it is has to do
            return group_of(owner_id, await self._address_of(owner_id))
        return ""

    def _tell(self, table: Table, report: Reported) -> None:
        if table.thinking is not None:
            table.thinking = _thinking(table, table.thinking, report)
            table.spread(Event("thinking", table.version, to_builtins(table.thinking)))

    async def _think_hint(self, table: Table, owner_id: OwnerId) -> Hint:
        seat = table.row.mover
        assert seat is not None
        table.hinting = owner_id, Thinking(seat, 0.0, HINT_SECONDS, hint=True)
        state = table.state

        def tell(report: Reported) -> None:
            if table.hinting is not None:
                thinking = _thinking(table, table.hinting[1], report)
                table.hinting = owner_id, thinking
                table.spread(Event("thinking", table.version, to_builtins(thinking)), owner_id)

        question = _question(table, seat, len(LEVELS), HINT_SECONDS)
        try:
            report = await self._ask("hint", question, tell, owner_id)
        except Replaced:
            raise NotAllowed("you have asked for a hint somewhere else since: ask again") from None
        finally:
            if table.hint is asyncio.current_task():
                table.hint = table.hinting = None
        move = report["lines"][0]["move"]
        path = table.game.wording.path(state.position, state.parse(move))
        thought = _thinking(table, Thinking(seat, 0.0, HINT_SECONDS), report)
        found = Hint(state.ply, move, path, thought.value, thought.pv)
        table.spread(Event("hint", table.version, to_builtins(found)), owner_id)
        return found


def _question(
    table: Table, seat: int, level: int, seconds: float | None, keep: bool = False
) -> Question:
    # The same seed for the whole game, so that its bot can be kept and a question that is asked
    # again has the same answer; bots of two seats differ.
    digest = hashlib.sha256(f"{table.id} {seat}".encode()).digest()
    seed = int.from_bytes(digest[:4], "big")
    plies = tuple(ply.move for ply in table.plies)
    kept = table.id if keep else ""
    return Question(table.game, table.row.opening, plies, level, seed, seconds, table=kept)


def _limit(table: Table, seat: int, level: int) -> float | None:
    """The seconds that a bot may think by its clock; None where its level says less."""
    clock = table.clock
    limit = think_budget(clock.control, clock.shown(seat, None, table.now()))
    return None if limit is None or limit > LEVELS[level - 1].seconds else limit


def _thinking(table: Table, before: Thinking, report: Reported) -> Thinking:
    seconds = round(report["seconds"], 3)
    if hides(table.game):
        return replaced(before, seconds=seconds)
    line = report["lines"][0]
    value, pv = tuple(line["value"]), tuple(line["pv"])
    return replaced(before, seconds=seconds, value=value, pv=pv)


def _kept(report: Reported) -> dict[str, Any]:
    line = report["lines"][0]
    kept = {name: line[name] for name in ("value", "pv", "proved", "points")}
    return {**kept, **{name: report[name] for name in ("nodes", "seconds", "depth")}}
