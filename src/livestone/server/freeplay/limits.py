"""Limits of the line server: time for moves, and connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """A player's seconds for one ``move``, and for all their moves of a ``game`` together."""

    move: float = 5.0
    game: float = 120.0


@dataclass(frozen=True)
class Limits:
    """The most connections (one ``address``, ``all``), ``logins`` a minute, seconds to log in."""

    address: int = 256
    all: int = 768
    logins: int = 240
    login: float = 10.0
