"""How often something may be tried within a time, by whom.

Where several processes serve, each tells the others of what it counts; who tries at several at the
same moment gets little out of the way that takes.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from livestone.errors import TooMany
from livestone.languages.words import tn

MAX_KEYS = 20_000  # remembered; then the oldest are forgotten


@dataclass
class RateLimit:
    """At most so ``many`` in so many ``seconds``, for each key."""

    many: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    tell: Callable[[str, str], None] = lambda what, key: None
    _times: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def check(self, key: str) -> None:
        """Raises TooMany, saying how long to wait."""
        if self.full(key):
            times = self._recent(hidden(key))
            minutes = max(1, round((self.seconds - (self.clock() - times[0])) / 60))
            raise TooMany(
                tn(
                    "this was tried too often: wait {n} minute, then try again",
                    "this was tried too often: wait {n} minutes, then try again",
                    minutes,
                )
            )

    def full(self, key: str) -> bool:
        """Whether one more would be too many."""
        return len(self._recent(hidden(key))) >= self.many

    def count(self, key: str) -> None:
        self._do("count", key)

    def take_back(self, key: str) -> None:
        """Forget the last attempt: it was a good one."""
        self._do("take back", key)

    def forget(self, key: str) -> None:
        """Let a person begin anew."""
        self._do("forget", key)

    def hear(self, what: str, hidden: str) -> None:
        """Do what was done to a key, hidden as :attr:`tell` was told it."""
        if what == "forget":
            self._times.pop(hidden, None)
        elif what == "count":
            self._recent(hidden).append(self.clock())
        elif times := self._recent(hidden):
            times.pop()

    def _do(self, what: str, key: str) -> None:
        name = hidden(key)
        self.hear(what, name)
        self.tell(what, name)

    def _recent(self, key: str) -> deque[float]:
        times = self._times.setdefault(key, deque(maxlen=self.many))
        self._times.move_to_end(key)
        while times and self.clock() - times[0] >= self.seconds:
            times.popleft()
        while len(self._times) > MAX_KEYS:
            self._times.popitem(last=False)
        return times


@dataclass
class TokenBuckets:
    """At most ``rate`` a second over time for each key; a pause saves up to ``burst`` seconds."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    # Up to when a key has used what it may: a moment that each request moves on.
    _used: OrderedDict[str, float] = field(default_factory=OrderedDict)

    def take(self, key: str) -> bool:
        """Count one more, and return whether it is allowed."""
        now = self.clock()
        used = max(self._used.get(key, 0.0), now - self.burst) + 1.0 / self.rate
        if used > now:
            return False
        self._used[key] = used
        self._used.move_to_end(key)
        if len(self._used) > MAX_KEYS:
            self._used.popitem(last=False)
        return True


def count_all(*attempts: tuple[RateLimit, str]) -> None:
    """Count an attempt in all of these, unless one of them is full. Raises TooMany."""
    for limit, key in attempts:
        limit.check(key)
    for limit, key in attempts:  # with no await before it, so that none passes in between
        limit.count(key)


def hidden(key: str) -> str:
    """A key as it is remembered: short, and nobody's name or address."""
    return hashlib.blake2s(key.encode("utf-8", "replace"), digest_size=12).hexdigest()


def kept_by(services: Iterable[object]) -> dict[str, RateLimit]:
    """Return what services count, by names that are the same in every process."""
    return {
        f"{type(service).__name__}.{name}": value
        for service in services
        for name, value in vars(service).items()
        if isinstance(value, RateLimit)
    }
