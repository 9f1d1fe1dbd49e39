"""Limits on guessing passwords and recovery codes, by account, by address and by name."""

from __future__ import annotations

from livestone.errors import TooMany
from livestone.languages.words import mark
from livestone.server.accounts.settings import Limits
from livestone.server.web.principals import Person
from livestone.server.web.rate_limit import RateLimit, count_all

QUARTER = 15 * 60.0
SLOW = mark(
    "many wrong passwords were tried for this name, so only one a minute is looked at: try again "
    "in a minute, use a browser in which you have logged in before, or set a new password"
)
Attempt = list[tuple[RateLimit, str]]


class GuessLimits:
    """Counts attempts; every method but ``succeed`` may raise TooMany."""

    def __init__(self, limits: Limits) -> None:
        self.accounts = RateLimit(limits.account, QUARTER)
        self.addresses = RateLimit(limits.address, QUARTER)
        self.names = RateLimit(limits.name, 3600.0)
        self.slow_names = RateLimit(1, 60.0)

    def begin_login(self, name_key: str, address: str, device_of: Person | None) -> Attempt:
        """Count a password; a browser in which ``device_of`` has logged in has its own limit."""
        if device_of is not None:
            return self._begin([(self.accounts, f"device {device_of.id}")])
        attempt = [(self.accounts, f"{name_key} {address}"), (self.addresses, address)]
        for limit, key in attempt:
            limit.check(key)
        # After many wrong passwords, from however many addresses, one a minute is looked at.
        if self.names.full(name_key):
            if self.slow_names.full(name_key):
                raise TooMany(SLOW)
            self.slow_names.count(name_key)
        self.names.count(name_key)
        return [*self._begin(attempt), (self.names, name_key)]

    def begin_recovery(self, name_key: str, address: str) -> Attempt:
        return self._begin([(self.accounts, f"{name_key} {address}"), (self.addresses, address)])

    def begin_confirmation(self, person: Person) -> Attempt:
        return self._begin([(self.accounts, f"sure {person.id}")])

    def succeed(self, attempt: Attempt) -> None:
        """Forget the attempts at this account, and take this one back elsewhere."""
        (account, key), *others = attempt
        account.forget(key)
        for limit, other in others:
            limit.take_back(other)

    def _begin(self, attempt: Attempt) -> Attempt:
        count_all(*attempt)
        return attempt
