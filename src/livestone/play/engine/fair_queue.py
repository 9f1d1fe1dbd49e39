"""The one queue before the engine: bots' moves, hints, analyses and reviews of all visitors.

Each kind of work has processes that no slower kind takes, so that a hint, an analysis or a review
keeps no bot's move waiting, and a bot that thinks for long no quick one. What has to be compiled
first is compiled in a process of its own, whose queue is as fair; its question waits meanwhile
without a process. Of those who wait, the one who used the least of the processes' time lately comes
first: of all addresses, then of an address's visitors, then of a visitor's tables.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from livestone.errors import Busy, LivestoneError
from livestone.languages.words import mark
from livestone.play.engine.processes import Engine, NotCompiled, Question, Reported, Tell
from livestone.play.levels import LEVELS

Work = Literal["move", "hint", "analysis", "review", "compile"]
# How many questions wait or are answered at one time: of all visitors, and from one address.
BOUNDS: dict[Work, tuple[int, int]] = {
    "move": (1000, 300),
    "hint": (100, 30),
    "analysis": (100, 8),
    "review": (100, 8),
    "compile": (1000, 300),
}
# As many visitors as an address counts for where others wait too: a class is more than one, and
# a client that invents a hundred visitors is not a hundred.
SHARES = 8
QUICK_SECONDS = 0.5  # a bot's move that takes no longer may be found beside those that do
USUAL_SECONDS = 1.0  # of a question that does not say how long it takes
HALF_LIFE = 10.0  # seconds after which half of what somebody has used is forgotten
MAX_REMEMBERED = 20_000  # addresses, visitors and tables that were served
IDLE_SECONDS = 180.0  # after which processes that nobody asks end, except the bots'


class Replaced(Exception):
    """Another question of the same visitor has taken this one's place."""


class _Usage:
    """How many seconds of processes somebody has used lately."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, name: str, now: float) -> float:
        seconds, at = self._used.get(name, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / HALF_LIFE))

    def add(self, name: str, seconds: float, now: float) -> None:
        self._used[name] = max(0.0, self.of(name, now) + seconds), now
        self._used.move_to_end(name)
        if len(self._used) > MAX_REMEMBERED:
            self._used.popitem(last=False)


@dataclass(eq=False)
class _Asked:
    """A question that waits or is answered: whose it is, and when its turn comes."""

    work: Work
    question: Question
    owner_id: str
    shared: str
    turn: asyncio.Future[None]
    task: asyncio.Task[Reported] | None = None
    room: _Room | None = None  # while a process works on it
    begun: float = 0.0
    withdrawn: Exception | None = None

    @property
    def waits(self) -> bool:
        return not self.turn.done()

    @property
    def expected(self) -> float:
        """How many seconds it is charged for when it begins; what it took is known later."""
        question = self.question
        if question.seconds is not None:
            return question.seconds
        known = 0 < question.level <= len(LEVELS)
        return LEVELS[question.level - 1].seconds if known else USUAL_SECONDS

    @property
    def kinds(self) -> set[str]:
        quick = self.work == "move" and self.expected <= QUICK_SECONDS
        return {self.work, "quick"} if quick else {self.work}

    @property
    def group(self) -> str:
        """Those who are served as a few together."""
        return self.shared or f"visitor {self.owner_id}"

    @property
    def names(self) -> list[str]:
        table = self.question.table
        return [self.group, self.owner_id, *([f"table {table}"] if table else [])]


class _Room:
    """Processes of an engine, for so many questions of some kinds at one time."""

    def __init__(self, engine: Engine, size: int, kinds: set[str], rests: bool = False) -> None:
        self.engine, self.kinds = engine, kinds
        self._size, self._rests = size, rests
        self._busy = 0
        self._idle: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def free(self) -> bool:
        return self._busy < self._size

    def enter(self) -> None:
        self._busy += 1
        self.wake()

    def leave(self) -> None:
        """Make room; the processes end when nobody has asked for a while, as they take memory."""
        self._busy -= 1
        self.wake()
        if self._rests and not self._busy:
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def wake(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _end(self) -> None:
        if not self._busy:
            self._closing = asyncio.create_task(self.engine.close())


class FairQueue:
    """Gives the questions of many visitors to engines.

    Moves and hints go to the ``engine`` of bots, the latter and quick moves to its processes
    ``beside``; others to engines of their own, see :meth:`serve`. A visitor may ask for many moves
    at a time; of all else a new question of a visitor replaces the old one.
    """

    def __init__(self, engine: Engine, now: Callable[[], float] = time.monotonic) -> None:
        self.engine = engine
        self._now = now
        self._asked: list[_Asked] = []
        beside = _Room(engine, max(1, engine.beside), {"hint", "quick"})
        self._rooms = [beside, _Room(engine, engine.size, {"move"})]
        self._usage = _Usage()
        # Told how many seconds each answer of the bots' engine took, with those of waiting.
        self.thought: Callable[[float], None] = lambda seconds: None

    def serve(self, work: Work, engine: Engine) -> None:
        """Have an engine do work of this kind; its processes end when nobody asks for a while.

        Where none does "compile", each process compiles what it needs itself.
        """
        self._rooms.append(_Room(engine, engine.size, {work}, rests=True))

    def waiting(self, *works: Work) -> int:
        return sum(asked.waits and asked.work in works for asked in self._asked)

    async def warm(self, question: Question, owner_id: str, group: str = "") -> None:
        """Load or compile what a question needs, unless others wait for what is compiled."""
        compiling = any(asked.work == "compile" for asked in self._asked)
        if self.engine.eager and not compiling and self._serves("compile"):
            with suppress(LivestoneError):  # whoever needs it is told
                only = replace(question, prepare=True)
                await self.ask("move", only, owner_id=owner_id, group=group)

    async def ask(
        self,
        work: Work,
        question: Question,
        tell: Tell = lambda report: None,
        *,
        owner_id: str,
        group: str = "",
        queued: Callable[[int], None] = lambda ahead: None,
    ) -> Reported:
        """Return the last report, telling every report on the way.

        ``group`` names those with whom they share: at the same address, say. ``queued`` hears how
        many wait before it does. Cancelling the call withdraws the question;
        what is being compiled is finished. Raises Replaced, Busy or EngineError.
        """
        began = time.perf_counter()
        if work in ("move", "hint"):
            await self.engine.ready(question)
        turn = asyncio.get_running_loop().create_future()
        asked = _Asked(work, question, owner_id, group, turn)
        self._make_room(asked)
        queued(self.waiting(work))
        self._asked.append(asked)
        asked.task = asyncio.create_task(self._answer(asked, tell))
        # A task that is cancelled before it has begun runs no line of its own.
        asked.task.add_done_callback(lambda _: self._leave(asked))
        self._next()
        try:
            report = await (asyncio.shield(asked.task) if work == "compile" else asked.task)
        except asyncio.CancelledError:
            if asked.withdrawn is not None:
                raise asked.withdrawn from None
            if asked.waits:
                asked.task.cancel()
            raise
        if work in ("move", "hint"):
            self.thought(time.perf_counter() - began)
        return report

    async def close(self, *works: Work) -> None:
        """Withdraw every question of these kinds, and end the processes for them."""
        for work in works:
            await asyncio.gather(*self.leave(work), return_exceptions=True)
            for room in self._rooms:
                if work in room.kinds:
                    room.wake()
                    await room.engine.close()

    def leave(self, work: Work) -> list[asyncio.Task[Reported]]:
        """Withdraw every question of a kind; return what ends so."""
        tasks = [one.task for one in self._asked if one.work == work and one.task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    def _serves(self, work: Work) -> bool:
        return any(work in room.kinds for room in self._rooms)

    def _make_room(self, asked: _Asked) -> None:
        """Withdraw what a question replaces. Raises Busy where there are too many others."""
        alike = [one for one in self._asked if one.work == asked.work]
        if asked.work not in ("move", "compile"):
            for old in [one for one in alike if one.owner_id == asked.owner_id]:
                alike.remove(old)
                self._withdraw(old, Replaced())
        most, most_here = BOUNDS[asked.work]
        here = [one for one in alike if one.group == asked.group] if asked.shared else []
        if len(here) >= most_here:
            self._withdraw(_greediest(here, asked), _busy())
        elif len(alike) >= most:
            raise _busy()

    def _withdraw(self, asked: _Asked, reason: Exception) -> None:
        self._asked.remove(asked)
        asked.withdrawn = reason
        if asked.task is not None:
            asked.task.cancel()

    async def _answer(self, asked: _Asked, tell: Tell) -> Reported:
        question = asked.question
        if asked.work == "compile" or not self._serves("compile"):
            return await self._think(asked, question, tell)
        loaded = replace(question, kernels="load")
        with suppress(NotCompiled):
            return await self._think(asked, loaded, tell)
        self._release(asked)
        wanted = replace(question, kernels="compile", table="")
        await self.ask("compile", wanted, owner_id=asked.owner_id, group=asked.shared)
        self._wait_again(asked)
        with suppress(NotCompiled):
            return await self._think(asked, loaded, tell)
        self._release(asked)
        self._wait_again(asked)
        # Kernels cannot be kept here, or what is missing is only needed in this position.
        return await self._think(asked, question, tell)

    def _wait_again(self, asked: _Asked) -> None:
        asked.turn = asyncio.get_running_loop().create_future()
        self._next()

    async def _think(self, asked: _Asked, question: Question, tell: Tell) -> Reported:
        await asked.turn
        assert asked.room is not None
        return await asked.room.engine.think(question, tell)

    def _leave(self, asked: _Asked) -> None:
        if asked in self._asked:
            self._asked.remove(asked)
        asked.turn.cancel()
        self._release(asked)

    def _release(self, asked: _Asked) -> None:
        """Let others have the process that has worked on a question, if one has."""
        if asked.room is not None:
            now = self._now()
            for name in asked.names:
                self._usage.add(name, now - asked.begun - asked.expected, now)
            asked.room.leave()
            asked.room = None
        self._next()

    def _next(self) -> None:
        for room in self._rooms:
            while room.free and (waiting := list(self._waiting_for(room))):
                self._begin(min(waiting, key=self._order()), room)

    def _waiting_for(self, room: _Room) -> Iterator[_Asked]:
        return (one for one in self._asked if one.waits and not room.kinds.isdisjoint(one.kinds))

    def _begin(self, asked: _Asked, room: _Room) -> None:
        room.enter()
        asked.room, asked.begun = room, self._now()
        for name in asked.names:
            self._usage.add(name, asked.expected, asked.begun)
        asked.turn.set_result(None)

    def _order(self) -> Callable[[_Asked], list[float]]:
        """Return what tells who comes first; of equals it is the one that has waited longest."""
        people = Counter(group for group, _ in {(one.group, one.owner_id) for one in self._asked})
        now = self._now()

        def order(asked: _Asked) -> list[float]:
            used = [self._usage.of(name, now) for name in asked.names]
            used[0] /= min(SHARES, people[asked.group])
            return used

        return order


def _greediest(here: list[_Asked], asked: _Asked) -> _Asked:
    """The last question of who asks most at an address. Raises Busy where ``asked`` is as many."""
    numbers = Counter(one.owner_id for one in here)
    owner_id, number = numbers.most_common(1)[0]
    if number <= numbers[asked.owner_id] + 1:
        raise _busy()
    return next(one for one in reversed(here) if one.owner_id == owner_id)


def _busy() -> Busy:
    return Busy(mark("the engine has as many questions as it can take: ask again in a minute"))
