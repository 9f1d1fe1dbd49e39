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
EVERYWHERE = "*"  # the place of programs that hear of all their tables
BLIP_SECONDS = 5.0  # of absence, as when a page is loaded again
SHARED_SECONDS = 30.0  # so long somebody is at a place where another process has seen them


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
        self._at: Counter[tuple[str, OwnerId]] = Counter()  # by place and owner
        self._elsewhere: dict[tuple[str, OwnerId], float] = {}  # and when they were seen
        self._left: OrderedDict[tuple[str, OwnerId], float] = OrderedDict()  # and when
        self._began = clock()  # nobody is known to have left before
        self._others: tuple[Seen, ...] = ()
        self.told = False  # whether other processes have been told of anybody
        # Told a place to which somebody has come, or from which somebody has gone.
        self.moved: Callable[[str, bool], None] = lambda place, here: None

    @property
    def others(self) -> tuple[Seen, ...]:
        """Those whom other processes have seen."""
        return self._others

    @others.setter
    def others(self, others: tuple[Seen, ...]) -> None:
        before = self._elsewhere
        self._others = others
        self._elsewhere = {(seen.place, seen.who.owner_id): seen.at for seen in others}
        for gone in before.keys() - self._elsewhere.keys():
            self._leave(gone)
        for place, _ in self._elsewhere.keys() - before.keys():
            self.moved(place, True)

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
        key = place, who.owner_id
        self._at[key] += 1
        if self._at[key] == 1:
            self.moved(place, True)
        try:
            yield
        finally:
            self._at[key] -= 1
            if not self._at[key]:
                self._leave(key)
            there[who] -= 1
            if not there[who]:
                del there[who]
            if not there and self._staying.get(place) is there:
                del self._staying[place]
            self.touch(who)

    def _leave(self, key: tuple[str, OwnerId]) -> None:
        if not self._at[key]:
            del self._at[key]
        self._left[key] = self._clock()
        self._left.move_to_end(key)
        while len(self._left) > MAX_KNOWN:
            self._left.popitem(last=False)
        self.moved(key[0], False)

    def gone(self, owner_id: OwnerId, place: str) -> float | None:
        """For how many seconds somebody has not been at a place; None while they are there."""
        now, last = self._clock(), self._began
        for key in ((place, owner_id), (EVERYWHERE, owner_id)):
            seen = self._elsewhere.get(key, 0.0)
            if self._at[key] or now - seen <= SHARED_SECONDS:
                return None
            last = max(last, self._left.get(key, 0.0), seen)
        return None if now - last <= BLIP_SECONDS else now - last

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
