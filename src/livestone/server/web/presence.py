"""Presence: visitors with an open event stream, or with a request a moment ago."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from livestone.server.db.owners import OwnerId

HERE_SECONDS = 60.0  # so long a visitor is present after a request
MAX_KNOWN = 20_000
LOBBY = ""  # the place of visitors at no table


@dataclass(frozen=True)
class VisitorIdentity:
    """Who it is: the ``owner`` of their seats, and their name (empty for a guest)."""

    owner_id: OwnerId
    name: str = ""
    program: bool = False


@dataclass(frozen=True)
class Seen:
    """A visitor at a place (a table's id, or :data:`LOBBY`), and when last (seconds since 1970)."""

    who: VisitorIdentity
    place: str
    at: float


class Presence:
    """What one process knows of who is here; other processes' ``others`` are told to it."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._touched: OrderedDict[OwnerId, tuple[float, VisitorIdentity]] = OrderedDict()
        self._staying: dict[str, Counter[VisitorIdentity]] = {}  # by place, how often
        self.others: tuple[Seen, ...] = ()
        self.told = False  # whether other processes have been told of anybody

    def touch(self, who: VisitorIdentity) -> None:
        self._touched[who.owner_id] = self._clock(), who
        self._touched.move_to_end(who.owner_id)
        while len(self._touched) > MAX_KNOWN:
            self._touched.popitem(last=False)

    @contextmanager
    def staying(self, who: VisitorIdentity, place: str = LOBBY) -> Iterator[None]:
        """Have a person be here until the end of the block."""
        self.touch(who)
        there = self._staying.setdefault(place, Counter())
        there[who] += 1
        try:
            yield
        finally:
            there[who] -= 1
            if not there[who]:
                del there[who]
            if not there and self._staying.get(place) is there:
                del self._staying[place]
            self.touch(who)

    def own(self) -> list[Seen]:
        now = self._clock()
        while self._touched:
            owner_id, (at, _) = next(iter(self._touched.items()))
            if now - at <= HERE_SECONDS:
                break
            del self._touched[owner_id]
        staying = [Seen(who, at, now) for at, there in self._staying.items() for who in there]
        placed = {seen.who.owner_id for seen in staying if seen.place == LOBBY}
        touched = [
            Seen(who, LOBBY, at) for at, who in self._touched.values() if who.owner_id not in placed
        ]
        return [*staying, *touched]

    def all(self) -> list[Seen]:
        now = self._clock()
        elsewhere = [seen for seen in self.others if now - seen.at <= HERE_SECONDS]
        return [*self.own(), *elsewhere]

    def here(self) -> dict[OwnerId, VisitorIdentity]:
        return {seen.who.owner_id: seen.who for seen in self.all()}

    def seen(self) -> dict[OwnerId, float]:
        """Return when each owner was here last."""
        found: dict[OwnerId, float] = {}
        for one in self.all():
            found[one.who.owner_id] = max(one.at, found.get(one.who.owner_id, 0.0))
        return found

    def at(self, place: str) -> set[OwnerId]:
        """Return the owners that are at a table: asked by every page of one."""
        now = self._clock()
        return {who.owner_id for who in self._staying.get(place, ())} | {
            seen.who.owner_id
            for seen in self.others
            if seen.place == place and now - seen.at <= HERE_SECONDS
        }
