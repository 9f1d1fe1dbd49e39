"""Who thinks at the tables: the bots whose turn it is, and hints for people."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from livestone.core.game import Game
from livestone.errors import LivestoneError, NotAllowed, StorageError
from livestone.play.bot import LEVELS
from livestone.server.engine.fair_queue import FairQueue, Replaced
from livestone.server.engine.processes import Question, Reported
from livestone.server.tables.deadlines import affordable
from livestone.server.tables.presenter import hides
from livestone.server.tables.shapes import Hint, Thinking
from livestone.server.tables.table import Table
from livestone.server.web.events import Event

HINT_SECONDS = 1.0
RETRY_SECONDS = 5.0  # before a bot in trouble is asked again

log = logging.getLogger("livestone")

# Plays a bot's move at a table: the move, the seconds it took, and what is kept of its thoughts.
Play = Callable[[Table, str, float, dict[str, Any]], Awaitable[None]]


class Bots:
    """The thinking at all tables; ``play`` plays what a bot has found.

    ``address_of`` tells from which address (its hash) a person has come last.
    """

    def __init__(
        self, queue: FairQueue, play: Play, address_of: Callable[[str], Awaitable[str]]
    ) -> None:
        self._queue = queue
        self._play = play
        self._address_of = address_of
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def warm(self, game: Game) -> None:
        """Have compiled what bots, or hints, of a new table will need."""
        self._queue.engine.warm(game)

    def over(self, live: Table) -> None:
        """Let go of what bots have learned about a game that is over."""
        self._queue.engine.over(live.id)

    def leave(self) -> None:
        """Begin nothing any more."""
        self._closed = True

    async def close(self) -> None:
        """Leave, and wait until nothing is at work."""
        self.leave()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wake(self, live: Table) -> None:
        """Have the bot think whose turn it is, unless it does."""
        mover = live.mover
        idle = mover is None or mover.kind != "bot" or live.bot is not None
        if idle or not live.running or live.paused or self._closed:
            return
        if live.trouble and time.monotonic() - live.troubled < RETRY_SECONDS:
            return
        assert mover is not None
        assert mover.level is not None
        if live.thinking is None:
            live.thinking = Thinking(mover.seat, 0.0, LEVELS[mover.level - 1].seconds)
        live.bot = self._spawn(self._answer(live, mover.seat, mover.level))

    def hint(self, live: Table, visitor: str) -> asyncio.Task[Hint]:
        """Think for a visitor, unless somebody does."""
        if live.hint is None:
            live.hint = self._spawn(self._think_hint(live, visitor))
        return live.hint

    async def _answer(self, live: Table, seat: int, level: int) -> None:
        """Think for a bot and play its move."""
        version, started = live.version, time.monotonic()
        question = _question(live, seat, level, _limit(live, seat, level))
        question = replace(question, table=live.id)
        visitor = next((one.person for one in live.seats if one.person), "")
        try:
            report = await self._queue.ask(
                "move",
                question,
                partial(self._tell, live),
                visitor=visitor,
                address=await self._address(visitor),
            )
            async with live.lock:
                if live.version == version:
                    seconds = round(time.monotonic() - started, 3)
                    await self._play(live, report["lines"][0]["move"], seconds, _kept(report))
        except LivestoneError as error:
            log.warning("game %s: %s", live.id, error)
            if live.version == version:
                self._report_trouble(live, error)
        finally:
            if live.bot is asyncio.current_task():
                live.bot = live.thinking = None

    async def _address(self, visitor: str) -> str:
        """Where a visitor has come from; without the store, who it is has to do."""
        try:
            return await self._address_of(visitor)
        except StorageError:
            return ""

    def _report_trouble(self, live: Table, error: LivestoneError) -> None:
        reason = "" if hides(live.game) else f": {error}"  # it may quote a secret
        live.trouble = f"The bot does not answer{reason}. Open the game again to retry."
        live.troubled = time.monotonic()
        live.spread(Event("trouble", live.version, {"message": live.trouble}))

    def _tell(self, live: Table, report: Reported) -> None:
        if live.thinking is not None:
            live.thinking = _thinking(live, live.thinking, report)
            live.spread(Event("thinking", live.version, live.thinking.as_json()))

    async def _think_hint(self, live: Table, visitor: str) -> Hint:
        seat = live.row.mover
        assert seat is not None
        live.hinting = visitor, Thinking(seat, 0.0, HINT_SECONDS, hint=True)
        state = live.state

        def tell(report: Reported) -> None:
            if live.hinting is not None:
                thinking = _thinking(live, live.hinting[1], report)
                live.hinting = visitor, thinking
                live.spread(Event("thinking", live.version, thinking.as_json()), visitor)

        question = _question(live, seat, len(LEVELS), HINT_SECONDS)
        try:
            address = await self._address(visitor)
            asking = self._queue.ask("hint", question, tell, visitor=visitor, address=address)
            report = await asking
        except Replaced:
            raise NotAllowed("you have asked for a hint somewhere else since: ask again") from None
        finally:
            if live.hint is asyncio.current_task():
                live.hint = live.hinting = None
        move = report["lines"][0]["move"]
        path = live.game.path(state.position, state.parse(move))
        thought = _thinking(live, Thinking(seat, 0.0, HINT_SECONDS), report)
        found = Hint(state.ply, move, path, thought.value, thought.pv)
        live.spread(Event("hint", live.version, found.as_json()), visitor)
        return found

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a bot's task failed: %s", error)


def _question(live: Table, seat: int, level: int, seconds: float | None) -> Question:
    # The same seed for the whole game, so that its bot can be kept and a question that is asked
    # again has the same answer; bots of two seats differ.
    digest = hashlib.sha256(f"{live.id} {seat}".encode()).digest()
    seed = int.from_bytes(digest[:4], "big")
    plies = tuple(ply.move for ply in live.plies)
    return Question(live.game, live.row.opening, plies, level, seed, seconds)


def _limit(live: Table, seat: int, level: int) -> float | None:
    """The seconds that a bot may think by its clock; None where its level says less."""
    limit = affordable(live.clock, seat, live.now())
    return None if limit is None or limit > LEVELS[level - 1].seconds else limit


def _thinking(live: Table, before: Thinking, report: Reported) -> Thinking:
    if hides(live.game):
        return replace(before, seconds=report["seconds"])
    line = report["lines"][0]
    value, pv = tuple(line["value"]), tuple(line["pv"])
    return replace(before, seconds=report["seconds"], value=value, pv=pv)


def _kept(report: Reported) -> dict[str, Any]:
    """What is kept of a bot's report: its first line and the work."""
    line = report["lines"][0]
    kept = {name: line[name] for name in ("value", "pv", "proved", "points")}
    return {**kept, **{name: report[name] for name in ("nodes", "seconds", "depth")}}
