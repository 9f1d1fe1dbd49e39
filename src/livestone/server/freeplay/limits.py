"""What clients of the line server may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """The seconds a player has for one ``move`` and for all his moves of a ``game`` together."""

    move: float = 5.0
    game: float = 120.0


@dataclass(frozen=True)
class Limits:
    """The most that the door lets in.

    Connections at the same time, from one ``address`` and in ``all``; ``logins`` a minute from one
    address; seconds from connecting to being logged in (``login``).
    """

    address: int = 256
    all: int = 768
    logins: int = 240
    login: float = 10.0
