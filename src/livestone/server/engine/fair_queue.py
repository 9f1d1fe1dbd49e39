"""The one queue before the engine: bots' moves, hints, analyses and reviews of all visitors.

Each kind of work has processes that no other kind may take, so that a hint, an analysis or a review
keeps no bot's move waiting. Of those who wait for the same kind, the one served longest ago
comes first, whatever they were served with; visitors at one address share a few places.
"""

from __future__ import annotations

import asyncio
import itertools
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from livestone.errors import Busy
from livestone.languages.words import mark
from livestone.server.engine.processes import Engine, Question, Reported, Tell

Work = Literal["move", "hint", "analysis", "review"]
# How many questions wait or are answered at one time: of all visitors, and from one address.
BOUNDS: dict[Work, tuple[int, int]] = {
    "move": (1000, 300),
    "hint": (100, 30),
    "analysis": (100, 8),
    "review": (100, 8),
}
# As many visitors as an address counts for where others wait too: a class is more than one, and
# a client that invents a hundred visitors is not a hundred.
SHARES = 8
MOST_REMEMBERED = 20_000  # visitors and shares that were served
IDLE_SECONDS = 180.0  # after which processes for studies that nobody asks end


class Replaced(Exception):
    """Another question of the same visitor has taken this one's place."""


@dataclass(eq=False)
class _Asked:
    """A question that waits or is answered: whose it is, and when its turn comes."""

    visitor: str
    address: str
    turn: asyncio.Future[None]
    task: asyncio.Task[Reported] | None = None
    replaced: bool = False

    @property
    def waits(self) -> bool:
        return not self.turn.done()

    @property
    def share(self) -> str:
        """Whose turn it is as much as this visitor's: some of those at the same address."""
        if not self.address:
            return self.visitor
        return f"{self.address} {zlib.crc32(self.visitor.encode()) % SHARES}"


class _Lane:
    """The questions of one kind, and the processes for them: so many at one time."""

    def __init__(self, engine: Engine, most: int, rests: bool = False) -> None:
        self.engine = engine
        self.asked: list[_Asked] = []
        self.busy = 0
        self._most, self._rests = most, rests
        self._idle: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def free(self) -> bool:
        return self.busy < self._most

    def rest(self) -> None:
        """End the processes when nobody has asked for a while: they take memory."""
        self.wake()
        if self._rests and not self.busy and self.engine.running:
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def wake(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _end(self) -> None:
        if not self.busy:
            self._closing = asyncio.create_task(self.engine.close())


class FairQueue:
    """Gives the questions of many visitors to engines, a visitor at a time.

    Moves and hints go to the ``engine`` of bots, the latter to its processes ``beside``; others to
    engines of their own, see :meth:`serve`. A visitor may ask for many moves at a time; of all else
    a new question of a visitor replaces the old one.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._numbers = itertools.count(1)
        self._lanes: dict[Work, _Lane] = {
            "move": _Lane(engine, engine.size),
            "hint": _Lane(engine, max(1, engine.beside)),
        }
        self._served: OrderedDict[str, int] = OrderedDict()
        # Told how many seconds each answer of the bots' engine took, with those of waiting.
        self.thought: Callable[[float], None] = lambda seconds: None

    def serve(self, work: Work, engine: Engine) -> None:
        """Have an engine do work of this kind; its processes end when nobody asks for a while."""
        self._lanes[work] = _Lane(engine, engine.size, rests=True)

    def waiting(self, *works: Work) -> int:
        return sum(asked.waits for work in works for asked in self._lanes[work].asked)

    async def ask(
        self,
        work: Work,
        question: Question,
        tell: Tell = lambda report: None,
        *,
        visitor: str,
        address: str = "",
        queued: Callable[[int], None] = lambda ahead: None,
    ) -> Reported:
        """Return the last report, telling every report on the way.

        ``queued`` hears how many wait before it does. Cancelling the call withdraws the question.
        Raises Replaced, Busy or EngineError.
        """
        lane = self._lanes[work]
        old = [asked for asked in lane.asked if work != "move" and asked.visitor == visitor]
        self._check(work, address, len(old))
        for before in old:
            lane.asked.remove(before)
            before.replaced = True
            if before.task is not None:
                before.task.cancel()
        began = time.perf_counter()
        asked = _Asked(visitor, address, asyncio.get_running_loop().create_future())
        queued(self.waiting(work))
        lane.asked.append(asked)
        asked.task = asyncio.create_task(self._answer(lane, asked, question, tell))
        # A task that is cancelled before it has begun runs no line of its own.
        asked.task.add_done_callback(lambda _: self._leave(lane, asked))
        self._next(lane)
        try:
            report = await asked.task
        except asyncio.CancelledError:
            if asked.replaced:
                raise Replaced from None
            raise
        if lane.engine is self.engine:
            self.thought(time.perf_counter() - began)
        return report

    async def close(self, *works: Work) -> None:
        """Withdraw every question of these kinds, and end the processes for them."""
        for work in works:
            lane = self._lanes[work]
            lane.wake()
            await asyncio.gather(*self.leave(work), return_exceptions=True)
            await lane.engine.close()

    def leave(self, work: Work) -> list[asyncio.Task[Reported]]:
        """Withdraw every question of a kind; return what ends so."""
        tasks = [asked.task for asked in self._lanes[work].asked if asked.task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    def _check(self, work: Work, address: str, replaced: int) -> None:
        asked, (most, most_here) = self._lanes[work].asked, BOUNDS[work]
        alike = sum(one.address == address != "" for one in asked)
        if len(asked) - replaced >= most or alike - replaced >= most_here:
            raise Busy(
                mark("the engine has as many questions as it can take: ask again in a minute")
            )

    async def _answer(self, lane: _Lane, asked: _Asked, question: Question, tell: Tell) -> Reported:
        await asked.turn
        return await lane.engine.think(question, tell)

    def _leave(self, lane: _Lane, asked: _Asked) -> None:
        if asked in lane.asked:
            lane.asked.remove(asked)
        if asked.waits or asked.turn.cancelled():
            asked.turn.cancel()
        else:
            lane.busy -= 1
        self._next(lane)

    def _next(self, lane: _Lane) -> None:
        while lane.free and (waiting := [asked for asked in lane.asked if asked.waits]):
            first = min(waiting, key=self._order)  # of equals the one that came first
            lane.busy += 1
            for served in {first.share, first.visitor}:
                self._served[served] = next(self._numbers)
                self._served.move_to_end(served)
            while len(self._served) > MOST_REMEMBERED:
                self._served.popitem(last=False)
            first.turn.set_result(None)
        lane.rest()

    def _order(self, asked: _Asked) -> tuple[int, int]:
        return self._served.get(asked.share, 0), self._served.get(asked.visitor, 0)
