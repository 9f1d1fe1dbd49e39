"""Bots in processes of their own, so that the server answers at once whatever they think.

:class:`Engine` keeps a few processes of :mod:`livestone.play.engine.worker`, started when first
needed.
A process that dies is replaced and the question asked again; one that does not stop when told is
killed. A question of a running game goes to the process that keeps the game's bot, where that one
is idle; else to another one, which is quicker than to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from livestone.core.game import Game
from livestone.errors import EngineError, LivestoneError
from livestone.games import catalogue, load
from livestone.languages.words import mark, t
from livestone.play.engine.kept_bots import MAX_KEPT, MEGABYTES
from livestone.play.levels import LEVELS
from livestone.play.pipes import command
from livestone.processors import available_processors
from livestone.tasks import Tasks

ATTEMPTS = 3  # as ENDED says
ENDED = mark("the bot's process ended 3 times on this position")
STOP_SECONDS = 2.0
MAX_WORKERS = 4
LINE_BYTES = 2**20
MAX_GAMES = 50  # of a process; each takes 6 to 10 MB when it is loaded, 30 when it is compiled

log = logging.getLogger("livestone")

Reported = Mapping[str, Any]  # a Report as JSON, moves as texts
Tell = Callable[[Reported], None]


@dataclass(frozen=True)
class Question:
    """A position and how well to think about it.

    ``seconds`` replaces the level's own time; ``prepare`` only compiles what the bot needs. Where
    a ``viewer`` is given, ``opening`` is the position as they see it. The bot that thinks for a
    ``table`` (the id of a game that goes on) is kept for its next move there; its ``seed`` has to
    stay the same. A study asks for a ``task``: to ``analyse`` the position after ``plies``, so many
    ``lines``, or to ``review`` their game. With ``kernels`` "load" it is
    refused (:class:`NotCompiled`) where something is not compiled yet; with "compile" that is done
    and nothing answered.
    """

    game: Game
    opening: str | None
    plies: tuple[str, ...]
    level: int = 0
    seed: int = 0
    seconds: float | None = None
    prepare: bool = False
    viewer: int | None = None
    table: str = ""
    task: Literal["", "analyse", "review"] = ""
    lines: int = 3
    kernels: Literal["any", "load", "compile"] = "any"

    def as_json(self, number: int) -> dict[str, Any]:
        module, options = type(self.game).__module__, dict(self.game.option)
        game = {"id": number, "module": module, "game": self.game.id, "options": options}
        return {**vars(self), **game}


class NotCompiled(Exception):
    """A question needs what has to be compiled first."""


class _Died(Exception):
    """A worker process ended."""


class _Worker:
    """One process and the question it works on."""

    _numbers = itertools.count(1)

    def __init__(self, process: Process) -> None:
        self.process = process
        self.asked: int | None = None
        # Games whose bots it keeps, as far as is known: it may have let go of some.
        self.tables: OrderedDict[str, None] = OrderedDict()
        self.games: set[Game] = set()  # whose compiled rules take memory in it

    async def ask(self, question: Question) -> None:
        self.asked = next(self._numbers)
        self.games.add(question.game)
        if question.table:
            self.tables[question.table] = None
            self.tables.move_to_end(question.table)
            if len(self.tables) > MAX_KEPT:
                self.tables.popitem(last=False)
        await self._send(question.as_json(self.asked))

    def over(self, table: str) -> None:
        if table in self.tables:
            del self.tables[table]
            assert self.process.stdin is not None
            with contextlib.suppress(ConnectionError, RuntimeError):  # it has ended: so have they
                self.process.stdin.write(json.dumps({"over": table}).encode() + b"\n")

    async def listen(self, tell: Tell) -> Reported | None:
        last: Reported | None = None
        while True:
            message = await self._receive()
            if "report" in message:
                last = message["report"]
                tell(message["report"])
            elif "missing" in message:
                raise NotCompiled
            elif "error" in message:
                log.debug("%s", message.get("trace"))
                raise EngineError(t("the bot failed: {error}", error=message["error"]))
            else:
                return last

    async def settle(self) -> None:
        if self.asked is not None:
            await self._send({"stop": self.asked})
            async with asyncio.timeout(STOP_SECONDS):
                while self.asked is not None:
                    await self._receive()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # Not left to the garbage collector, which may come after the event loop's end.
        self.process._transport.close()  # type: ignore[attr-defined]

    async def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise _Died from error

    async def _receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        try:
            line = await self.process.stdout.readline()
        except (ConnectionError, ValueError) as error:
            raise _Died from error
        if not line.endswith(b"\n"):
            raise _Died
        message: dict[str, Any] = json.loads(line)
        if message["id"] == self.asked and "report" not in message:
            self.asked = None
        return message


class _WarmUp:
    """What is being compiled for a game: first what weaker bots need, then the strongest."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.begun = asyncio.Event()
        self.done = {level: asyncio.Event() for level in (1, len(LEVELS))}

    async def ready(self, level: int) -> None:
        """Wait until the bots of a level have all they need."""
        await self.done[len(LEVELS) if level == len(LEVELS) else 1].wait()

    def end(self) -> None:
        """Let everybody go who waits, however it went."""
        for event in (self.begun, *self.done.values()):
            event.set()


class Engine:
    """A pool of bot processes; ``size`` defaults to the cores less one, at least one.

    There are as many more as are ``beside`` them, for questions that keep no bot's move waiting.
    Each keeps the bots of running games in so many ``megabytes``, and ends after so many ``games``
    (with other options it is another one), since what is compiled stays. One that is not ``eager``
    compiles nothing before a bot has to think; where nothing is said, ``LIVESTONE_WARM_UP=false``
    makes it so.
    """

    def __init__(
        self,
        size: int | None = None,
        *,
        eager: bool | None = None,
        beside: int = 0,
        megabytes: int = MEGABYTES,
        games: int = MAX_GAMES,
    ) -> None:
        self.size = size or max(1, min(available_processors() - 1, MAX_WORKERS))
        self.beside = beside
        self._most, self._megabytes, self._max_games = self.size + beside, megabytes, games
        self.eager = os.environ.get("LIVESTONE_WARM_UP") != "false" if eager is None else eager
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._free = asyncio.Semaphore(self._most)
        self._tasks = Tasks()
        self._warming: _WarmUp | None = None
        self._warm_games: set[Game] = set()
        self.trouble = ""  # why no process could be started, the last time

    async def ready(self, question: Question) -> None:
        """Wait while a question's game is warmed up: to compile it again would take longer."""
        if self._warming is not None and self._warming.game == question.game:
            await self._warming.ready(question.level)

    async def think(self, question: Question, tell: Tell = lambda report: None) -> Reported:
        """Return the last report, telling all. Cancelling stops the bot.

        Raises EngineError or NotCompiled.
        """
        await self.ready(question)
        for _ in range(ATTEMPTS):
            try:
                return await self._ask(question, tell)
            except _Died:
                log.warning("a bot process ended unexpectedly; starting another")
        raise EngineError(ENDED)

    def over(self, table: str) -> None:
        for worker in self._workers:
            worker.over(table)

    def warm(self, game: Game) -> None:
        """Compile what bots need in the background, unless another game is being compiled."""
        if self.eager and self._warming is None and game not in self._warm_games:
            self._warming = _WarmUp(game)
            self._tasks.spawn(self._warm(self._warming))

    async def warm_up(self, last: tuple[str, Mapping[str, Any]] | None = None) -> None:
        """Begin to compile for a game (or the catalogue's first); returns when a process works."""
        game, options = last or (next(iter(catalogue())), {})
        with contextlib.suppress(LivestoneError):
            self.warm(load(game, **options))
        if self._warming is not None:
            await self._warming.begun.wait()

    async def close(self) -> None:
        await self._tasks.close()
        self._idle.clear()
        await asyncio.gather(*(self._end(worker) for worker in tuple(self._workers)))

    @property
    def processes(self) -> list[int]:
        return [worker.process.pid for worker in self._workers]

    @property
    def running(self) -> int:
        return len(self._workers)

    async def _ask(self, question: Question, tell: Tell) -> Reported:
        await self._free.acquire()
        worker: _Worker | None = None
        try:
            worker = self._take(question.table) if self._idle else await self._start()
            await worker.ask(question)
            report = await worker.listen(tell)
            if question.prepare or question.kernels == "compile":
                return {}
            if report is None:
                raise EngineError(mark("the bot has found no move"))
            return report
        except OSError as error:
            raise EngineError(
                t("no bot process could be started: {reason}", reason=error.strerror)
            ) from error
        finally:
            if worker is None:
                self._free.release()
            elif worker.asked is None and len(worker.games) <= self._max_games:
                self._release(worker)  # it is idle at once, for the next question
            else:
                self._tasks.spawn(self._give_back(worker))

    def _take(self, table: str) -> _Worker:
        """Take out the idle process that keeps a game's bot, else the one that keeps least."""
        worker = min(self._idle, key=lambda one: (table not in one.tables, len(one.tables)))
        self._idle.remove(worker)
        return worker

    async def _give_back(self, worker: _Worker) -> None:
        """Make a worker idle again, or make room for another if it is dead or deaf."""
        try:
            await worker.settle()
        except (_Died, TimeoutError):
            await self._end(worker)
            self._free.release()
        else:
            if len(worker.games) > self._max_games:
                await self._end(worker)
                self._free.release()
                return
            self._release(worker)

    def _release(self, worker: _Worker) -> None:
        self._idle.append(worker)
        self._free.release()

    async def _end(self, worker: _Worker) -> None:
        await worker.kill()
        self._workers.discard(worker)

    async def _warm(self, warming: _WarmUp) -> None:
        try:
            for level, done in warming.done.items():
                await self._prepare(warming, level)
                done.set()
            self._warm_games.add(warming.game)
        except OSError as error:
            log.warning("no bot process could be started: %s", error.strerror)
        except EngineError as error:
            log.warning("%s is not ready for bots: %s", warming.game.title, error)
        except _Died:
            log.warning("a bot process ended unexpectedly")
        finally:
            warming.end()
            self._warming = None

    async def _prepare(self, warming: _WarmUp, level: int) -> None:
        """Prepare a level in a process of its own, which then joins the others if there is room."""
        worker = await self._start()
        try:
            await worker.ask(Question(warming.game, None, (), level, prepare=True))
            warming.begun.set()
            await worker.listen(lambda _: None)
        except (EngineError, _Died):
            await self._end(worker)
            raise
        if self.running > self._most and self._idle:
            await self._end(self._idle.pop(0))
        if self.running > self._most:
            await self._end(worker)
        else:
            self._idle.append(worker)

    async def _start(self) -> _Worker:
        try:
            process = await asyncio.create_subprocess_exec(
                *command("livestone.play.engine.worker"),
                str(self._megabytes),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LINE_BYTES,
            )
        except OSError as error:
            self.trouble = f"no bot process could be started: {error.strerror}"
            raise
        self.trouble, worker = "", _Worker(process)
        self._workers.add(worker)
        return worker
