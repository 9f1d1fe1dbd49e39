"""Plays the games of a tournament side by side, in several processes.

Each process keeps the seats it has used, so a player's file is loaded once there for many games. A
process ends, with its players, when the process that started it does.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import re
import signal
import sys
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import IO, Any, Self

from livestone.core.runtime import compile_rules
from livestone.errors import BadRequest, LivestoneError
from livestone.freeplay.adjudication import Adjudication
from livestone.freeplay.contestants import Contestant
from livestone.freeplay.limits import Clocks, Killed, Limits
from livestone.freeplay.table import Played, Seat, play_game
from livestone.play.tournament import Fixture, Key, Plan, Result
from livestone.play.workers import deaf
from livestone.ranges import check_whole

# A process keeps so many seats; with more players than that it lets the longest unused go.
MAX_SEATS = 12
# What the name of a file may not have, here or elsewhere.
NO_FILE_NAME = re.compile(r'[/\\:*?"<>|%]|^\.')
# How often a game tells its moves: a page shows no more.
TELL_SECONDS = 0.2
# How long a process may take to end its players when it is told to stop.
PATIENCE = 5.0


@dataclass(frozen=True)
class Setup:
    """What all games have in common; logs go to the folder ``logs``, a file a player.

    ``clock`` is seconds for a game and more after each move, and ``rules`` may end games early.
    """

    plan: Plan
    contestants: tuple[Contestant, ...]
    limits: Limits
    logs: Path
    clock: tuple[float, float] | None = None
    rules: Adjudication | None = None


@dataclass(frozen=True)
class Finished:
    """A game that is over: its result, its record as text, and what there is to say of a fault."""

    result: Result
    record: str
    report: str = ""

    def kept(self, place: str) -> Finished:
        """Return the same with the place where its record is."""
        return replace(self, result=replace(self.result, record=place))


class Crew:
    """A context with ``jobs`` processes that play; see :meth:`play` and :meth:`wait`.

    ``live`` are the moves so far of the games under way.
    """

    def __init__(self, setup: Setup, jobs: int) -> None:
        check_whole("jobs", jobs, 1)
        self.setup = setup
        self.live: dict[Key, tuple[str, ...]] = {}
        self._todo: deque[Fixture] = deque()
        self._workers: list[_Worker] = []
        self._most = jobs
        self._fallen: set[Key] = set()

    @property
    def idle(self) -> int:
        """How many more games could begin at once."""
        busy = sum(worker.fixture is not None for worker in self._workers)
        return max(0, self._most - busy - len(self._todo))

    def play(self, fixture: Fixture) -> None:
        """Have a game played, now or when a process is free."""
        self._todo.append(fixture)
        self._begin()

    def wait(self, seconds: float | None = None) -> list[Finished]:
        """Return the games that have ended since, after at most so many seconds.

        Raises LivestoneError where a process ends by itself, twice in one game.
        """
        pipes: dict[Any, _Worker] = {worker.pipe: worker for worker in self._workers}
        found = []
        for pipe in wait(list(pipes), seconds):
            worker = pipes[pipe]
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            done = self._hear(worker, message)
            if done is not None:
                found.append(done)
        self._begin()
        return found

    def stop(self) -> None:
        """End all games under way and all processes."""
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.end()
        self._workers.clear()
        self._todo.clear()
        self.live.clear()

    def _hear(self, worker: _Worker, message: Any) -> Finished | None:
        assert worker.fixture is not None
        key = worker.fixture.key
        if isinstance(message, Finished):
            worker.fixture = None
            self.live.pop(key, None)
            return message
        if isinstance(message, LivestoneError):
            raise message
        if isinstance(message, _Mistake):
            raise RuntimeError(message.text)
        self.live[key] = message
        return None

    def _begin(self) -> None:
        while self._todo:
            free = next((worker for worker in self._workers if worker.fixture is None), None)
            if free is None and len(self._workers) < self._most:
                free = _Worker(self.setup)
                self._workers.append(free)
            if free is None:
                return
            fixture = self._todo.popleft()
            self.live[fixture.key] = fixture.opening(self.setup.plan)
            free.begin(fixture)

    def _replace(self, worker: _Worker) -> None:
        """Play a game again whose process has ended, killed for its memory perhaps."""
        self._workers.remove(worker)
        code = worker.end()
        if worker.fixture is None:
            return
        if worker.fixture.key in self._fallen:
            raise LivestoneError(
                f"the process that played {' against '.join(worker.fixture.players)} ended twice "
                f"by itself ({code}): is there enough memory?"
            )
        self._fallen.add(worker.fixture.key)
        self._todo.appendleft(worker.fixture)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Worker:
    """A process and what it plays."""

    def __init__(self, setup: Setup) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.fixture: Fixture | None = None
        self._process = context.Process(target=work, args=(theirs, setup), daemon=True)
        with deaf():
            self._process.start()
        theirs.close()

    def begin(self, fixture: Fixture) -> None:
        """Have a game played; a process that has ended is noticed when its pipe is read."""
        self.fixture = fixture
        with contextlib.suppress(OSError):
            self.pipe.send(fixture)

    def stop(self) -> None:
        """Tell it to end its players and itself."""
        self._process.terminate()

    def end(self) -> int | None:
        """Wait until it has ended, and return its exit code."""
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return self._process.exitcode


@dataclass(frozen=True)
class _Mistake:
    """An error in a process that is no player's fault."""

    text: str


def work(pipe: Connection, setup: Setup) -> None:
    """Play the games that come through the pipe until it is closed: what a process does."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with ExitStack() as stack, contextlib.suppress(EOFError, OSError):
        table = stack.enter_context(_Table(setup))
        while True:
            fixture = pipe.recv()
            try:
                finished: object = table.play(fixture, _teller(pipe))
            except (BadRequest, Killed) as error:
                finished = error
            except Exception:
                finished = _Mistake(traceback.format_exc())
            pipe.send(finished)


def _teller(pipe: Connection) -> Callable[[Sequence[str]], None]:
    """Send the moves of a game, but not each of a quick one."""
    told = time.monotonic()

    def tell(moves: Sequence[str]) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= TELL_SECONDS:
            told = now
            pipe.send(tuple(moves))

    return tell


class _Table:
    """The seats of a process, and a game at a time."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.plan.make_game()
        self._who = {contestant.name: contestant for contestant in setup.contestants}
        self._seats: OrderedDict[str, tuple[Seat, IO[str] | None]] = OrderedDict()

    def play(self, fixture: Fixture, tell: Callable[[Sequence[str]], None]) -> Finished:
        """Play a game and return its result. Raises Killed."""
        if any(self._who[name].thinks for name in fixture.players):
            compile_rules(self.game)
        count = len(fixture.players)
        played = play_game(
            self.game,
            [self._seat(name) for name in fixture.players],
            seed=fixture.dice(self.setup.plan),
            words=f"round {fixture.round}, meeting {fixture.meeting}, game {fixture.game}",
            opening=fixture.opening(self.setup.plan),
            tell=tell,
            clocks=None if self.setup.clock is None else Clocks(count, *self.setup.clock),
            rules=self.setup.rules,
        )
        while len(self._seats) > max(MAX_SEATS, len(fixture.players)):
            self._leave(next(iter(self._seats)))
        players = [self._who[name].participant for name in fixture.players]
        record = played.record(players).as_text()
        return Finished(result(fixture, played), record, played.report)

    def _seat(self, name: str) -> Seat:
        if name not in self._seats:
            who, log = self._who[name], None
            if who.external:
                log = (self.setup.logs / log_name(name)).open("a", encoding="utf-8")
            self._seats[name] = who.seat(self.setup.limits, log), log
        self._seats.move_to_end(name)
        return self._seats[name][0]

    def _leave(self, name: str) -> None:
        seat, log = self._seats.pop(name)
        seat.close()
        if log is not None:
            log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self._seats):
            self._leave(name)


def log_name(name: str) -> str:
    """Return the name of an entrant's log, which no other entrant's log has.

    >>> log_name("Жана 2"), log_name("a/b"), log_name(".b")
    ('Жана 2.log', 'a%2Fb.log', '%2Eb.log')
    """
    return f"{NO_FILE_NAME.sub(lambda found: f'%{ord(found[0]):02X}', name)}.log"


def result(fixture: Fixture, played: Played) -> Result:
    """Return the result of a game that was played."""
    fault, verdict = played.fault, played.verdict
    reason = "finished" if verdict is None else verdict.reason
    return fixture.result(
        played.winners,
        played.scores,
        reason=reason if fault is None else fault.reason,
        loser=played.loser,
        words="" if fault is None else " ".join(str(fault).split()),
    )
