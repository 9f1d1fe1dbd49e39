"""The connections to the pages' port: how many from where, and who has to go when it is full.

Whoever is being answered, or listens to events, stays. Of those who only hold a connection open,
who has done so longest makes room: so idle connections never keep anybody out. A look now and then
ends what takes too long: a request that is never whole, an answer that nobody reads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Protocol

from livestone.server.kinds import Network
from livestone.server.lines.connection import origin
from livestone.server.proxies import within
from livestone.server.tally import Tally

LOOK_SECONDS = 2.0

log = logging.getLogger("livestone")


class Guest(Protocol):
    """A connection; ``due`` is when it has taken too long (monotonic), infinite where it waits."""

    address: str
    due: float

    def send_away(self) -> None:
        """End the connection at once."""


class Crowd:
    """The connections of one process: ``most`` in all and ``from_address``, 0 is no limit.

    Believed ``proxies`` stand for many people and may have as many as there can be.
    """

    def __init__(
        self, most: int = 0, from_address: int = 0, proxies: tuple[Network, ...] = ()
    ) -> None:
        self._most, self._from_address, self._proxies = most, from_address, proxies
        self._inside: Counter[str] = Counter()
        self._waiting: dict[str, dict[Guest, None]] = {}  # by address, the longest first
        self._all: set[Guest] = set()
        self._crowded = Tally(_tell)

    def __len__(self) -> int:
        return len(self._all)

    def enter(self, guest: Guest) -> bool:
        """Count a newcomer; False where there is no room for him."""
        address = guest.address
        self._all.add(guest)
        self._inside[address] += 1
        crowded = self._from_address and self._inside[address] > self._from_address
        if crowded and not within(address, self._proxies):
            self._crowded.count(address)
            room = self._turn_out(address)
        elif self._most and len(self._all) > self._most:
            room = self._turn_out(self._fullest())
        else:
            room = True
        if room:
            self.waits(guest)
        else:
            self.leave(guest)
        return room

    def leave(self, guest: Guest) -> None:
        """Forget who has gone; asking twice is harmless."""
        if guest not in self._all:
            return
        self._all.discard(guest)
        self.works(guest)
        self._inside[guest.address] -= 1
        if not self._inside[guest.address]:
            del self._inside[guest.address]

    def waits(self, guest: Guest) -> None:
        """Note that a connection is only held open."""
        if guest in self._all:
            self._waiting.setdefault(guest.address, {})[guest] = None

    def works(self, guest: Guest) -> None:
        """Note that it is being answered."""
        waiting = self._waiting.get(guest.address)
        if waiting is not None:
            waiting.pop(guest, None)
            if not waiting:
                del self._waiting[guest.address]

    def look(self) -> int:
        """Send away who has taken too long, and return how many."""
        now = time.monotonic()
        late = [guest for guest in self._all if guest.due <= now]
        for guest in late:
            guest.send_away()
        return len(late)

    async def keep_up(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def _fullest(self) -> str:
        return max(self._waiting, key=lambda at: len(self._waiting[at]), default="")

    def _turn_out(self, address: str) -> bool:
        """Have who waits longest there make room, if anybody waits."""
        longest = next(iter(self._waiting.get(address, ())), None)
        if longest is None:
            return False
        self.leave(longest)
        longest.send_away()
        return True


def _tell(address: str, times: int) -> None:
    log.warning(
        "%s has as many connections as one address may (web_per_address), tried %d times; a proxy "
        "belongs into trusted_proxies",
        address,
        times,
    )


def address_of(client: tuple[str, int] | None) -> str:
    """Whom a connection counts for; empty for another process of ours."""
    return "" if client is None else origin(client[0])
