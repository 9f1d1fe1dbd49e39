"""The table service: games that people and bots play, kept in the store after every ply.

:class:`Tables` knows nothing of HTTP. A *visitor* is the opaque text that
:mod:`livestone.server.identity` makes of a cookie; a seat belongs to the visitor who took it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from livestone.core.state import State
from livestone.errors import BadRequest, GameOver, LivestoneError, NotAllowed, NotFound
from livestone.games import load
from livestone.play.bot import LEVELS
from livestone.server.engine import Engine, Question, Reported
from livestone.server.live import MOST_EVENTS, Live
from livestone.server.seating import seat_rows
from livestone.server.show import (
    curtain_of,
    decision_before,
    hides,
    record_of,
    table_line,
    table_view,
    undo_target,
)
from livestone.server.store import GameRow, Outdated, PlyRow, Store
from livestone.server.views import (
    Event,
    Hint,
    Ply,
    SeatView,
    TableLine,
    TablePage,
    TableSpec,
    TableView,
    Thinking,
    Turn,
)

__all__ = [
    "Event",
    "Hint",
    "NotNow",
    "Ply",
    "SeatView",
    "TableLine",
    "TablePage",
    "TableSpec",
    "TableView",
    "Tables",
    "Thinking",
    "Turn",
]

HINT_SECONDS = 1.0
RETRY_SECONDS = 5.0  # before a bot in trouble is asked again
PAGE = 20
MOST_TABLES = 500  # kept in memory; the store has them all
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike

log = logging.getLogger("livestone")


class NotNow(NotAllowed):
    """Something that is possible in itself, but not at this moment."""


class Tables:
    """Every table of one server.

    Each method raises NotFound for an unknown id and NotAllowed for a visitor without a seat
    there; whatever is refused changes nothing.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def leave(self) -> None:
        """Stop every bot and hint, and tell every subscriber that no more will come."""
        self._closed = True
        for live in self._tables.values():
            live.stop()
            for queue in live.listeners:
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(None)

    async def close(self) -> None:
        """Leave, and wait until nothing is at work; the store stays open."""
        self.leave()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def create(self, spec: TableSpec, visitor: str) -> TableView:
        """Set up a table and start its game.

        Raises UnknownGame, BadOption, BadPosition or BadRequest (seats that make no sense).
        """
        game = load(spec.game, **spec.options)
        seats = seat_rows(game, spec.seats, visitor)
        state = State(game) if spec.opening is None else State.read(game, spec.opening)
        if state.over:
            raise BadRequest(f"there is nothing to play: the game is over at {spec.opening!r}")
        now = time.time()
        row = GameRow(
            id="".join(secrets.choice(_ID_LETTERS) for _ in range(24)),
            game=game.id,
            options=dict(game.option),
            opening=spec.opening,
            status="running",
            winners=None,
            scores=None,
            reason="",
            ended_by=None,
            mover=state.mover,
            ply=0,
            version=1,
            created=now,
            updated=now,
        )
        await self._store.create(row, seats)
        self._engine.warm(game)  # for the bots, or for a hint
        return await self.view(row.id, visitor)

    async def view(self, id: str, visitor: str, ply: int | None = None) -> TableView:
        """Return the table as it is, or as it was after ``ply`` plies. Raises BadRequest."""
        async with self._open(id, visitor) as live:
            self._wake(live)
            return table_view(live, visitor, ply)

    async def play(self, id: str, visitor: str, move: str, ply: int) -> TableView:
        """Play a move (its text, or its path with spaces) after ``ply`` plies.

        Asking twice is harmless: a move that was played there already is answered with the
        present view. Raises MoveSyntaxError, IllegalMove, GameOver, or NotNow when the game has
        gone on or it is somebody else's turn.
        """
        async with self._open(id, visitor) as live:
            mine = live.seats_of(visitor)
            if ply != live.row.ply:
                if not _was_played(live, mine, move, ply):
                    raise NotNow(
                        f"{_short(move)} is for ply {ply}, but the game is at ply {live.row.ply}"
                    )
            else:
                if not live.running:
                    raise GameOver(f"{_short(move)} cannot be played: the game is over")
                mover = live.row.mover
                if mover not in mine:
                    name = live.game.seats[mover or 0].name
                    raise NotNow(f"{_short(move)} cannot be played now: it is {name}'s turn")
                self._check_curtain(live, visitor)
                await self._append(live, move, live.seconds)
            return table_view(live, visitor)

    async def look(self, id: str, visitor: str, ply: int) -> TableView:
        """Lift the curtain for the one to move after ``ply`` plies, who has been handed the screen.

        Where there is no curtain nothing happens. Raises NotNow when the game has gone on.
        """
        async with self._open(id, visitor) as live:
            if ply != live.row.ply:
                raise NotNow(f"the game is no longer at ply {ply} but at ply {live.row.ply}")
            seat = curtain_of(live, visitor)
            if seat is not None:
                live.looking[visitor] = seat
            return table_view(live, visitor)

    async def undo(self, id: str, visitor: str, ply: int) -> TableView:
        """Take back to the visitor's previous decision, a bot's reply included.

        ``ply`` is the number of plies the visitor saw; what bots have played since is taken back
        too. Raises NotNow.
        """
        async with self._open(id, visitor) as live:
            mine = live.seats_of(visitor)
            self._check_running(live)
            since = live.plies[max(ply, 0) :]
            if not 0 <= ply <= live.row.ply or any(_is_person(live, row.mover) for row in since):
                raise NotNow(f"the game is no longer at ply {ply} but at ply {live.row.ply}")
            target = undo_target(live, mine, ply)
            if target is None:
                if decision_before(live, mine, ply) is None:
                    raise NotNow("there is no move of yours to take back")
                raise NotNow("something hidden was chosen or shown since: it cannot be taken back")
            state = live.state.copy()
            while state.ply > target:
                state.undo()
            row = live.changed(ply=target, mover=state.mover)
            await self._save(live, self._store.truncate(row))
            self._take(live, row, state, live.plies[:target])
            return table_view(live, visitor)

    async def resign(self, id: str, visitor: str) -> TableView:
        """Give the game up; who has several seats gives up for the one to move. Raises NotNow."""
        async with self._open(id, visitor) as live:
            mine = live.seats_of(visitor)
            self._check_running(live)
            loser = live.row.mover if live.row.mover in mine else mine[0]
            row = live.changed(
                status="finished",
                winners=[player for player in range(live.game.players) if player != loser],
                scores=list(live.state.scores),
                reason="resigned",
                ended_by=loser,
                mover=None,
            )
            await self._save(live, self._store.change(row))
            self._take(live, row, live.state, live.plies)
            return table_view(live, visitor)

    async def hint(self, id: str, visitor: str) -> Hint:
        """Think for the visitor for a second or so, telling subscribers on the way.

        Raises NotNow when it is not the visitor's turn or the game goes on meanwhile.
        """
        async with self._open(id, visitor) as live:
            self._check_running(live)
            if live.row.mover not in live.seats_of(visitor):
                raise NotNow("a hint is for your own turn, and it is somebody else's")
            self._check_curtain(live, visitor)
            if live.hint is None:
                live.hint = self._spawn(self._think_hint(live, visitor))
            task = live.hint
        await asyncio.wait({task})
        if task.cancelled():
            raise NotNow("the game has gone on before the hint was ready")
        found: Hint = task.result()
        return found

    async def record(self, id: str, visitor: str, form: Literal["txt", "json"] = "txt") -> str:
        """Return the game's record as text or JSON, as far as the visitor may know it."""
        async with self._open(id, visitor) as live:
            found = record_of(live, visitor)
        if form == "json":
            return json.dumps(found.as_json(), ensure_ascii=False, indent=2) + "\n"
        return found.as_text()

    async def mine(self, visitor: str, page: int = 1) -> TablePage:
        """Return a page of the visitor's games, newest first. Raises BadRequest."""
        if not 1 <= page <= 1_000_000:
            raise BadRequest(f"there is no page {page}: pages count from 1")
        rows, total = await self._store.of(visitor, PAGE, (page - 1) * PAGE)
        lines = []
        for row, seats in rows:
            try:
                lines.append(table_line(row, seats, visitor))
            except LivestoneError as error:  # a game or an option that is no more
                log.warning("game %s cannot be listed: %s", row.id, error)
        return TablePage(tuple(lines), page, max(1, math.ceil(total / PAGE)), total)

    async def subscribe(self, id: str, visitor: str) -> AsyncIterator[Event]:
        """Yield what happens at a table from now on, beginning with ``changed``."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(MOST_EVENTS)
        async with self._open(id, visitor) as live:
            live.seats_of(visitor)
            live.listeners[queue] = visitor
            queue.put_nowait(live.change())
            self._wake(live)
        try:
            while not self._closed and (event := await queue.get()) is not None:
                yield event
        finally:
            live.listeners.pop(queue, None)

    @asynccontextmanager
    async def _open(self, id: str, visitor: str) -> AsyncIterator[Live]:
        """Lock a table, as fresh as the store has it, for a visitor who has a seat there."""
        live = self._tables.get(id)
        if live is None:
            live = self._tables[id] = Live(id)
            self._forget()
        self._tables.move_to_end(id)
        async with live.lock:
            await self._refresh(live)
            live.seats_of(visitor)
            yield live

    async def _refresh(self, live: Live) -> None:
        version = await self._store.version(live.id)
        if version == live.version:
            return
        stored = None if version is None else await self._store.read(live.id)
        if stored is None:
            self._tables.pop(live.id, None)
            raise NotFound(f"there is no game {_short(live.id)}")
        live.stop()
        live.load(stored)

    def _forget(self) -> None:
        """Drop the tables that were not asked for longest and that nothing happens at."""
        if len(self._tables) > MOST_TABLES:
            idle = [id for id, live in self._tables.items() if live.idle]
            for id in idle[: len(self._tables) - MOST_TABLES]:
                del self._tables[id]

    def _check_running(self, live: Live) -> None:
        if not live.running:
            raise NotNow("the game is over")

    def _check_curtain(self, live: Live, visitor: str) -> None:
        seat = curtain_of(live, visitor)
        if seat is not None:
            name = live.game.seats[seat].name
            raise NotNow(f"the board is covered: hand the screen to {name}, who presses Show first")

    async def _append(
        self,
        live: Live,
        move: str,
        seconds: float | None,
        thoughts: dict[str, Any] | None = None,
    ) -> None:
        """Play a ply and commit it. Whatever fails, the table is as before."""
        state = live.state.copy()
        played = state.parse(move)
        mover = live.row.mover
        assert mover is not None
        state.play(played)
        row = live.changed(ply=state.ply, mover=state.mover)
        if state.over:
            row = replace(
                row,
                status="finished",
                winners=list(state.winners or ()),
                scores=list(state.scores),
                reason="finished",
            )
        text = live.game.move_text(played)
        ply = PlyRow(state.ply, text, mover, seconds, thoughts)
        await self._save(live, self._store.append(row, ply))
        self._take(live, row, state, (*live.plies, ply))

    async def _save(self, live: Live, writing: Any) -> None:
        try:
            await writing
        except Outdated:
            await self._refresh(live)
            raise NotNow("the game has gone on meanwhile: look at it again") from None

    def _take(self, live: Live, row: GameRow, state: State, plies: tuple[PlyRow, ...]) -> None:
        """Stand where the store stands already, and tell everybody."""
        if live.bot is not asyncio.current_task():
            live.stop()
        else:
            live.bot = live.thinking = None
        live.take(row, state, plies)
        live.publish(live.change())
        if not live.running:
            result = {"winners": row.winners, "reason": row.reason}
            live.publish(Event("finished", live.version, result))
        self._wake(live)

    def _wake(self, live: Live) -> None:
        """Have the bot think whose turn it is, unless it does."""
        mover = live.mover
        if mover is None or mover.kind != "bot" or live.bot is not None or self._closed:
            return
        if live.trouble and time.monotonic() - live.troubled < RETRY_SECONDS:
            return
        assert mover.level is not None
        live.thinking = Thinking(mover.seat, 0.0, LEVELS[mover.level - 1].seconds)
        live.bot = self._spawn(self._answer(live, mover.seat, mover.level))

    async def _answer(self, live: Live, seat: int, level: int) -> None:
        """Think for a bot and play its move."""
        version, started = live.version, time.monotonic()
        question = _question(live, level)
        try:
            report = await self._engine.think(question, partial(self._tell, live, seat))
            async with live.lock:
                if live.version == version:
                    seconds = round(time.monotonic() - started, 3)
                    await self._append(live, report["lines"][0]["move"], seconds, _kept(report))
        except LivestoneError as error:
            log.warning("game %s: %s", live.id, error)
            if live.version == version:
                self._report_trouble(live, error)
        finally:
            if live.bot is asyncio.current_task():
                live.bot = live.thinking = None

    def _report_trouble(self, live: Live, error: LivestoneError) -> None:
        reason = "" if hides(live.game) else f": {error}"  # it may quote a secret
        live.trouble = f"The bot does not answer{reason}. Open the game again to retry."
        live.troubled = time.monotonic()
        live.publish(Event("trouble", live.version, {"message": live.trouble}))

    def _tell(self, live: Live, seat: int, report: Reported) -> None:
        if live.thinking is not None:
            live.thinking = _thinking(live, live.thinking, report)
            live.publish(Event("thinking", live.version, live.thinking.as_json()))

    async def _think_hint(self, live: Live, visitor: str) -> Hint:
        seat = live.row.mover
        assert seat is not None
        live.hinting = visitor, Thinking(seat, 0.0, HINT_SECONDS, hint=True)
        state = live.state

        def tell(report: Reported) -> None:
            if live.hinting is not None:
                thinking = _thinking(live, live.hinting[1], report)
                live.hinting = visitor, thinking
                live.publish(Event("thinking", live.version, thinking.as_json()), visitor)

        question = _question(live, len(LEVELS), HINT_SECONDS)
        try:
            report = await self._engine.think(question, tell)
        finally:
            if live.hint is asyncio.current_task():
                live.hint = live.hinting = None
        move = report["lines"][0]["move"]
        path = live.game.path(state.position, state.parse(move))
        thought = _thinking(live, Thinking(seat, 0.0, HINT_SECONDS), report)
        found = Hint(state.ply, move, path, thought.value, thought.pv)
        live.publish(Event("hint", live.version, found.as_json()), visitor)
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


def _question(live: Live, level: int, seconds: float | None = None) -> Question:
    # The seed depends on the game and the ply, so that a question asked again has the same answer.
    digest = hashlib.sha256(f"{live.id} {live.row.ply}".encode()).digest()
    seed = int.from_bytes(digest[:4], "big")
    plies = tuple(ply.move for ply in live.plies)
    return Question(live.game, live.row.opening, plies, level, seed, seconds)


def _thinking(live: Live, before: Thinking, report: Reported) -> Thinking:
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


def _was_played(live: Live, mine: tuple[int, ...], move: str, ply: int) -> bool:
    if not 0 <= ply < live.row.ply or live.plies[ply].mover not in mine:
        return False
    path = live.state.view().steps[ply]
    return move.strip() == live.plies[ply].move or tuple(move.split()) == path


def _is_person(live: Live, seat: int) -> bool:
    return live.seats[seat].kind == "person"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
