"""How much processor time a visitor and an address may use: not requests count, but their work.

The time is measured where it is spent: in each step of a request's coroutine and of the tasks that
it starts, and in each piece of work that is done :mod:`.aside`. Whoever has used their share waits
a little with the next request, and is refused where that would take long.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, TypeVar

from livestone.errors import TooMuchWork
from livestone.languages.words import tn
from livestone.server.db.owners import OwnerId

SAVED_SECONDS = 2.0  # in which a share is saved up while nothing is asked
MAX_WAIT = 5.0  # seconds that a request waits for its turn; longer, and it is refused
FIRST_COST = 0.005  # seconds of work that a request is taken to need, before any was measured
LEARNED = 0.1  # how much each request counts in what the next one is taken to need
REQUEST_SECONDS, BYTE_SECONDS = 0.001, 1e-8  # what reading a request and sending a byte cost
BUSY_SHARE = 0.2  # of a processor, for all together who have used more than a little
BURST_SECONDS = 0.1  # in which that is saved up
LITTLE = -0.75 * SAVED_SECONDS  # who has more of their share saved up has used little
MAX_KEYS = 20_000  # accounts kept; then those unused for longest are forgotten

Answer = TypeVar("Answer")


class Account:
    """What a visitor, an address, or several together have used of a ``share`` of a processor."""

    def __init__(
        self, share: float, clock: Callable[[], float], saved: float = SAVED_SECONDS
    ) -> None:
        self._share, self._clock, self._saved = share, clock, saved
        self._paid = 0.0  # the time up to which the share is used
        self.cost = FIRST_COST  # of a usual request
        self.turn = asyncio.Lock()  # held while work of this account is done aside

    @property
    def wait(self) -> float:
        """Seconds until something may be done; negative where some of the share is saved up."""
        return max(self._paid - self._clock(), -self._saved)

    def spend(self, seconds: float) -> None:
        """Charge for work; what is given back is negative."""
        self._paid = self._clock() + self.wait + seconds / self._share


class Meter:
    """Charges the work of one request to its accounts, a usual request's in advance.

    Those who have used more than a little have an account together, ``others``: they wait for each
    other's work, but not for that of the many who have used little.
    """

    def __init__(self, accounts: tuple[Account, ...], others: Account) -> None:
        self._accounts, self._others = accounts, others
        self._advance = [account.cost for account in accounts]
        self._spent = 0.0
        self._open, self._working = True, False
        self.turn = accounts[0].turn
        for account, cost in zip(accounts, self._advance, strict=True):
            account.spend(cost)

    @property
    def wait(self) -> float:
        return max(account.wait for account in self._accounts)

    def begin(self) -> None:
        """Begin slow work. Raises TooMuchWork where others have used up the share meanwhile."""
        if not self._working and self.wait > MAX_WAIT:
            raise too_much(self.wait)
        self._working = True

    async def pace(self) -> None:
        """Wait for a piece of an answer that has begun, such as a large file, and is not urgent."""
        if not self._open:
            await asyncio.sleep(max(0.0, self.wait))

    def spend(self, seconds: float) -> None:
        self._spent += seconds
        for index, account in enumerate(self._accounts):
            due = max(0.0, seconds - self._advance[index])
            self._advance[index] -= seconds - due
            account.spend(due)
        if self.wait >= LITTLE and self._others.wait < MAX_WAIT:
            self._others.spend(seconds)

    def spend_on_wire(self, requests: int = 0, count: int = 0) -> None:
        """Charge for what is done for requests read and bytes sent, which nobody measures."""
        self.spend(requests * REQUEST_SECONDS + count * BYTE_SECONDS)

    def settle(self) -> None:
        """Give back what the answer did not need; what follows, as in a stream, is charged too."""
        if not self._open:
            return
        self._open = False
        for index, account in enumerate(self._accounts):
            account.spend(-self._advance[index])
            self._advance[index] = 0.0
            account.cost += LEARNED * (self._spent - account.cost)


# Who pays for what is being done; None for the server itself.
paying: ContextVar[Meter | None] = ContextVar("paying", default=None)


class Gate:
    """Lets those who have used little begin at once, whatever others do.

    The others begin in the order of what they have used, at a pace that leaves time for what has
    begun: together they use a part of a processor.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.others = Account(BUSY_SHARE, clock, BURST_SECONDS)
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    async def enter(self, used: float) -> None:
        """Wait for one's turn. Raises TooMuchWork where that takes too long."""
        if used < LITTLE or (not self._waiting and self.others.wait <= 0):
            return
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        heapq.heappush(self._waiting, (used, next(self._numbers), turn))
        if len(self._waiting) == 1:
            loop.call_later(max(0.0, self.others.wait), self._next)
        try:
            async with asyncio.timeout(MAX_WAIT):
                await turn
        except TimeoutError:
            raise too_much(MAX_WAIT) from None

    def _next(self) -> None:
        """Let the next one begin, and look again when there is time for another one."""
        if self.others.wait <= 0:
            while self._waiting:
                turn = heapq.heappop(self._waiting)[2]
                if not turn.done():
                    turn.set_result(None)
                    break
        if self._waiting:
            pause = max(FIRST_COST, self.others.wait)
            asyncio.get_running_loop().call_later(pause, self._next)


class WorkLimit:
    """Accounts of every address, with a share of a processor each, and of every visitor."""

    def __init__(
        self, address: float, owner_id: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._shares = {"address": address, "visitor": owner_id}
        self._clock = clock
        self._gate = Gate(clock)
        self._accounts: OrderedDict[tuple[str, str], Account] = OrderedDict()

    async def admit(self, address: str, owner_id: OwnerId) -> Meter:
        """Wait until a request of theirs may begin. Raises TooMuchWork."""
        keys = {"address": address, "visitor": owner_id}
        accounts = tuple(self._account(kind, key) for kind, key in keys.items() if key)
        wait = max(account.wait for account in accounts)
        if wait > MAX_WAIT:
            raise too_much(wait)
        meter = Meter(accounts, self._gate.others)
        try:
            if wait > 0:
                await asyncio.sleep(wait)
            await self._gate.enter(wait)
        except BaseException:
            meter.settle()
            raise
        return meter

    def _account(self, kind: str, key: str) -> Account:
        place = kind, key
        if place not in self._accounts:
            self._accounts[place] = Account(self._shares[kind], self._clock)
        self._accounts.move_to_end(place)
        if len(self._accounts) > MAX_KEYS:
            self._accounts.popitem(last=False)
        return self._accounts[place]


def too_much(wait: float) -> TooMuchWork:
    seconds = math.ceil(wait)
    return TooMuchWork(
        tn(
            "this took too much of the server's time: wait {n} second, then try again",
            "this took too much of the server's time: wait {n} seconds, then try again",
            seconds,
        ),
        seconds,
    )


class Metered:
    """Awaits a coroutine and charges for each of its steps."""

    def __init__(self, work: Coroutine[Any, Any, Answer], meter: Meter) -> None:
        self._work, self._meter = work, meter

    def __await__(self) -> Generator[Any, Any, Any]:
        work, meter = self._work, self._meter
        value: Any = None
        error: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waits = work.send(value) if error is None else work.throw(error)
            except StopIteration as end:
                return end.value
            finally:
                meter.spend(time.thread_time() - began)
            value = error = None
            try:
                value = yield waits
            except GeneratorExit:
                work.close()
                raise
            except BaseException as thrown:
                error = thrown


async def _metered(work: Coroutine[Any, Any, Answer], meter: Meter) -> Answer:
    done: Answer = await Metered(work, meter)
    return done


def metered_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Future[Any]:
    """Make the tasks of a loop: those that a request starts are charged to who has sent it."""
    meter = paying.get()
    return asyncio.Task(work if meter is None else _metered(work, meter), loop=loop, **options)
