"""What a server is told about accounts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cost:
    """What one argon2id hash costs, how many are made ``at_once`` and how many may ``wait``.

    The memory, in KiB, and the rounds are what OWASP recommends at least (2025).
    """

    memory: int = 19 * 1024
    rounds: int = 2
    at_once: int = 2
    wait: int = 40


@dataclass(frozen=True)
class Limits:
    """How often passwords may be guessed, and accounts made (an hour).

    In a quarter of an hour an ``account`` from an address, and any from an ``address``. Of a
    ``name``, over all addresses, so many in an hour, and then one a minute.
    """

    account: int = 10
    address: int = 60
    name: int = 20
    registrations: int = 30


@dataclass(frozen=True)
class PeopleSettings:
    """What a server is told about accounts.

    ``guests`` says whether one may play without an account, ``registration`` whether one may make
    one; somebody is logged in for ``session_days`` at most.
    """

    cost: Cost = field(default_factory=Cost)
    limits: Limits = field(default_factory=Limits)
    guests: bool = True
    registration: bool = True
    session_days: int = 400
