"""A queue before an engine: nobody has two places, and who was served last waits longest."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from livestone.errors import Busy
from livestone.server.engine import Engine, Question, Reported, Tell

MOST_WAITING = 100
MOST_FROM_ADDRESS = 8  # that wait or are answered at one time
MOST_REMEMBERED = 10_000  # visitors who were served
IDLE_SECONDS = 180.0  # after which processes that nobody asks end


class Replaced(Exception):
    """Another question of the same visitor has taken this one's place."""


@dataclass(eq=False)
class _Asked:
    """A question that waits or is answered: whose it is, and when its turn comes."""

    visitor: str
    address: str
    turn: asyncio.Future[None]
    number: int
    task: asyncio.Task[Reported] | None = field(default=None)
    replaced: bool = False


class Fair:
    """Gives the questions of many visitors to an engine, a visitor at a time.

    A new question of a visitor replaces his old one. Of those who wait, he comes first who was
    served longest ago.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._numbers = itertools.count(1)
        self._asked: dict[str, _Asked] = {}
        self._free = engine.size
        self._served: OrderedDict[str, int] = OrderedDict()
        self._idle: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return sum(not asked.turn.done() for asked in self._asked.values())

    async def ask(
        self,
        visitor: str,
        question: Question,
        tell: Tell = lambda report: None,
        *,
        address: str = "",
        queued: Callable[[int], None] = lambda ahead: None,
    ) -> Reported:
        """Return the last report, telling every report on the way.

        ``queued`` hears how many wait before it does. Cancelling the call withdraws the question.
        Raises Replaced, Busy or EngineTrouble.
        """
        self._check(visitor, address)
        self._replace(visitor)
        turn = asyncio.get_running_loop().create_future()
        asked = _Asked(visitor, address, turn, next(self._numbers))
        queued(self.waiting)
        self._asked[visitor] = asked
        asked.task = asyncio.create_task(self._answer(asked, question, tell))
        # A task that is cancelled before it has begun runs no line of its own.
        asked.task.add_done_callback(lambda _: self._leave(asked))
        self._next()
        try:
            return await asked.task
        except asyncio.CancelledError:
            if asked.replaced:
                raise Replaced from None
            raise

    async def close(self) -> None:
        """Withdraw every question and end the processes."""
        if self._idle is not None:
            self._idle.cancel()
        await asyncio.gather(*self.leave(), return_exceptions=True)
        await self.engine.close()

    def leave(self) -> list[asyncio.Task[Reported]]:
        """Withdraw every question; return what ends so."""
        tasks = [asked.task for asked in self._asked.values() if asked.task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    def _check(self, visitor: str, address: str) -> None:
        others = [asked for asked in self._asked.values() if asked.visitor != visitor]
        alike = sum(asked.address == address != "" for asked in others)
        if len(others) >= MOST_WAITING or alike >= MOST_FROM_ADDRESS:
            raise Busy("the engine has as many questions as it can take: ask again in a minute")

    def _replace(self, visitor: str) -> None:
        before = self._asked.pop(visitor, None)
        if before is not None:
            before.replaced = True
            if before.task is not None:
                before.task.cancel()

    async def _answer(self, asked: _Asked, question: Question, tell: Tell) -> Reported:
        await asked.turn
        return await self.engine.think(question, tell)

    def _leave(self, asked: _Asked) -> None:
        if self._asked.get(asked.visitor) is asked:
            del self._asked[asked.visitor]
        if asked.turn.done() and not asked.turn.cancelled():
            self._free += 1
        else:
            asked.turn.cancel()
        self._next()

    def _next(self) -> None:
        """Give free places to those who were served longest ago."""
        while self._free:
            waiting = [asked for asked in self._asked.values() if not asked.turn.done()]
            if not waiting:
                break
            first = min(waiting, key=lambda one: (self._served.get(one.visitor, 0), one.number))
            self._free -= 1
            self._served[first.visitor] = next(self._numbers)
            self._served.move_to_end(first.visitor)
            while len(self._served) > MOST_REMEMBERED:
                self._served.popitem(last=False)
            first.turn.set_result(None)
        self._rest()

    def _rest(self) -> None:
        """End the processes when nobody has asked for a while: they take memory."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._free == self.engine.size and self.engine.running:
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        if self._free == self.engine.size:
            self._closing = asyncio.create_task(self.engine.close())
