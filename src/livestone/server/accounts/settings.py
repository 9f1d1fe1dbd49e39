"""Settings of accounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from livestone.server.setting import Several, count, switch, whole


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


def _limits(new_accounts: int, wrong_passwords: int) -> Limits:
    return Limits(wrong_passwords, registrations=new_accounts)


_NEW = "The most accounts made from one address in an hour."
_WRONG = "The most wrong passwords for a name in a quarter of an hour."


@dataclass(frozen=True)
class PeopleSettings:
    """Whether guests play and people register; days that a session lasts."""

    cost: Cost = field(default_factory=Cost)
    limits: Annotated[
        Limits,
        Several(
            _limits,
            count(_NEW, name="new_accounts", default=Limits.registrations),
            whole(1, 1000, _WRONG, name="wrong_passwords", default=Limits.account),
        ),
    ] = field(default_factory=Limits)
    guests: Annotated[bool, switch("Whether people may play without an account.")] = True
    registration: Annotated[bool, switch("Whether people may make accounts.")] = True
    session_days: Annotated[int, whole(1, 400, "How many days a login lasts.")] = 400
