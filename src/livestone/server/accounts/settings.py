"""Settings of accounts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cost:
    """An argon2id hash: KiB and rounds (OWASP's least of 2025); how many run and how many wait."""

    memory: int = 19 * 1024
    rounds: int = 2
    at_once: int = 2
    wait: int = 40


@dataclass(frozen=True)
class Limits:
    """How many passwords may be guessed, and accounts made.

    ``account`` limits guesses for one account from one address, ``address`` all guesses from one
    address, in a quarter of an hour. ``name`` limits guesses for one name from all addresses in an
    hour, after which one a minute is allowed. ``registrations`` are by address and hour.
    """

    account: int = 10
    address: int = 60
    name: int = 20
    registrations: int = 30


@dataclass(frozen=True)
class PeopleSettings:
    """Settings of accounts: whether guests play and people register; days that a session lasts."""

    cost: Cost = field(default_factory=Cost)
    limits: Limits = field(default_factory=Limits)
    guests: bool = True
    registration: bool = True
    session_days: int = 400
