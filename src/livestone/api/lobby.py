"""The lobby as the API answers it: challenges, seeks, people who are here, games to watch."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from livestone.api.tables import GameControl, Options

Audience = Literal["anyone", "person", "link"]
Status = Literal["open", "taken", "cancelled", "declined", "expired"]


class Player(Struct, frozen=True):
    """A player of a challenge: ``name`` and ``rating`` are None for a guest."""

    name: str | None
    bot: bool
    rating: int | None
    certain: bool


class Challenge(Struct, frozen=True, omit_defaults=True):
    """A challenge, or a seek to be paired (``kind`` is ``quick``; its ``game`` may be ``any``).

    ``takers`` are its players so far, its maker first; ``mine`` says that you have made it, and
    ``joined`` that you are among its players.
    ``to`` is the name of the person whom you have challenged.
    ``seats`` is None where chance decides. ``table`` is the game's id once it is ``taken``,
    ``note`` the words of the person who declined it. ``why_not`` says why you may not take it:
    empty where you may, None where the answer does not tell.
    """

    id: str
    kind: Literal["open", "quick"]
    status: Status
    mine: bool
    joined: bool
    game: str
    options: Options
    control: GameControl
    seats: tuple[str, ...] | None
    rated: bool
    low: int | None
    high: int | None
    audience: Audience
    public: bool
    delay: int
    note: str
    places: int
    takers: tuple[Player, ...]
    created: float
    expires: float
    table: str | None
    why_not: str | None = None
    to: str | None = None


class Visitor(Struct, frozen=True):
    """An account that is here."""

    name: str
    bot: bool


class HouseBot(Struct, frozen=True):
    """A house bot that is here; ``rating`` is None where it has none at the game asked for."""

    name: str
    level: int
    title: str
    rating: int | None
    certain: bool


class BotLevel(Struct, frozen=True):
    """A level at which bots play."""

    level: int
    name: str


class WatchedSeat(Struct, frozen=True):
    """A seat of a game to watch; ``account`` is None for guests and bots without one."""

    name: str
    account: str | None
    bot: bool
    player: str
    rating: int | None


class Watched(Struct, frozen=True):
    """A game that anybody may watch; ``options`` are those that differ from the defaults."""

    id: str
    game: str
    title: str
    options: str
    control: str
    rated: bool
    seats: tuple[WatchedSeat, ...]
    ply: int
    watchers: int


class Declined(Struct, frozen=True):
    """A challenge of yours that was just declined: by whom, and why if they said so."""

    id: str
    name: str
    game: str
    note: str


class Lobby(Struct, frozen=True):
    """The lobby; ``version`` rises with every change.

    ``waiting`` are your own challenges and seeks, ``for_you`` those for you alone, ``challenges``
    the others that are open. ``seeks`` are others' seeks, which may be taken like challenges.
    ``guests`` counts the guests who are here, ``seeking`` the players who wait to be paired.
    """

    version: int
    waiting: tuple[Challenge, ...]
    for_you: tuple[Challenge, ...]
    challenges: tuple[Challenge, ...]
    seeks: tuple[Challenge, ...]
    watch: tuple[Watched, ...]
    people: tuple[Visitor, ...]
    guests: int
    seeking: int
    declined: tuple[Declined, ...]
    house: tuple[HouseBot, ...]
    bots: tuple[BotLevel, ...]
