"""The lobby: what the API says of challenges, of who is here, and of games to watch."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class Taker(Struct, frozen=True):
    """Somebody in a challenge: ``name`` and ``rating`` are None for a guest."""

    name: str | None
    bot: bool = False
    rating: int | None = None
    certain: bool = False


class Challenge(Struct, frozen=True):
    """A challenge, or a wish to be paired (``kind`` is ``quick``; its ``game`` may be ``any``).

    ``takers`` are those who are in, its maker first; ``mine`` says that one has made it. ``table``
    is the game's id once it is ``taken``, ``why_not`` why one may not take it, ``note`` what
    somebody said who declined it.
    """

    id: str
    kind: str
    status: Literal["open", "taken", "cancelled", "declined", "expired"]
    mine: bool
    game: str
    options: dict[str, Any]
    control: dict[str, Any]
    rated: bool
    audience: Literal["anyone", "person", "link"]
    public: bool
    places: int
    takers: tuple[Taker, ...]
    created: float
    expires: float
    seats: tuple[str, ...] | None = None
    low: int | None = None
    high: int | None = None
    delay: int = 0
    delay_seconds: int = 0
    note: str = ""
    table: str | None = None
    why_not: str = ""


class Here(Struct, frozen=True):
    """Somebody who is here."""

    name: str
    bot: bool = False


class HouseBot(Struct, frozen=True):
    """A house bot that is here; ``rating`` is None where it has none at the game asked for."""

    name: str
    level: int
    title: str
    rating: int | None = None
    certain: bool = False


class Watched(Struct, frozen=True):
    """A game that anybody may watch."""

    id: str
    game: str
    title: str
    control: str
    rated: bool
    seats: tuple[dict[str, Any], ...]
    ply: int
    watchers: int


class Lobby(Struct, frozen=True):
    """The lobby: what one waits for, what is for one alone, what is open, and who is here.

    ``seeks`` are the wishes of others to be paired, which may be taken like challenges.
    ``guests`` and ``seeking`` are how many guests are here and how many wait to be paired.
    """

    version: int
    waiting: tuple[Challenge, ...]
    for_you: tuple[Challenge, ...]
    challenges: tuple[Challenge, ...]
    watch: tuple[Watched, ...]
    people: tuple[Here, ...]
    guests: int
    seeking: int
    house: tuple[HouseBot, ...] = ()
    seeks: tuple[Challenge, ...] = ()
