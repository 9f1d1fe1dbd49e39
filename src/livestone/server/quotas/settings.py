"""Settings of quotas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from livestone.server.setting import Setting, Several, limit, whole

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Room:
    """The most ``games``, ``studies`` and ``bytes`` that may be kept; 0 is no limit."""

    games: int = 0
    studies: int = 0
    bytes: int = 0

    def __neg__(self) -> Room:
        return Room(-self.games, -self.studies, -self.bytes)


def _room(name: str, who: str, games: int, megabytes: int, studies: int | None = None) -> Several:
    def part(what: str, words: str, default: int) -> Setting:
        return limit(
            f"The most {words} of {who}; 0 is no limit.", name=name + what, default=default
        )

    most = part("_games", "games", games), part("_megabytes", "megabytes", megabytes)
    if studies is None:
        return Several(lambda games, size: Room(games, 0, size * MEGABYTE), *most)
    return Several(
        lambda games, studies, size: Room(games, studies, size * MEGABYTE),
        most[0],
        part("_studies", "studies", studies),
        most[1],
    )


def _store(megabytes: int) -> Room:
    return Room(bytes=_bytes(megabytes))


def _bytes(megabytes: int) -> int:
    return megabytes * MEGABYTE


_EVERYBODY = "everybody who began at one address"
_STORE = "The most megabytes that all visitors keep; 0 is no limit."
_FREE = "Megabytes that the store's disk keeps free, below which nothing new is kept."
_BOT_GAMES = "The most games with bots that one visitor has at a time; 0 is no limit."
_GUEST_DAYS = "Days without a visit after which a guest's games are deleted; 0 is never."
_NEW_DAYS = "Days for which an account is new and may keep less; 0 is never."
_ACCOUNT_DAYS = (
    "Days without a visit after which an account without proved e-mail is deleted; 0 is never."
)


@dataclass(frozen=True)
class QuotaSettings:
    """How much may be kept, and for how long.

    By a ``guest``; by a ``new_account``, which is at most ``new_account_days`` old; by guests and
    new accounts that began at one ``address``, and by everybody who did (``address_all``); by all
    ``guests``; by an ``account``; by everybody (``store``), while the disk has ``free_bytes``.

    What guests keep expires when they have not been here for so many ``days``, an account whose
    e-mail address is not proved after ``account_days``, or after ``days`` if it was only used while
    it was new; 0 is never. Of games with bots a visitor, guest or not, may have ``bot_games`` that
    go on, and all visitors of one address ``address_bot_games``; 0 is no limit.
    """

    bot_games: Annotated[int, limit(_BOT_GAMES, default=20)] = 0
    address_bot_games: Annotated[
        int, limit("The most of them from one address; 0 is no limit.", default=200)
    ] = 0
    days: Annotated[int, whole(0, 3650, _GUEST_DAYS, name="guest_days", default=90)] = 0
    guest: Annotated[Room, _room("guest", "a guest", 500, 20, 30)] = field(default_factory=Room)
    new_account_days: Annotated[int, whole(0, 3650, _NEW_DAYS, default=7)] = 0
    new_account: Annotated[Room, _room("new_account", "a new account", 500, 20, 30)] = field(
        default_factory=Room
    )
    address: Annotated[
        Room, _room("address", "all guests and new accounts of one address", 10_000, 400)
    ] = field(default_factory=Room)
    address_all: Annotated[Room, _room("address_all", _EVERYBODY, 200_000, 5000)] = field(
        default_factory=Room
    )
    guests: Annotated[Room, _room("all_guests", "all guests together", 200_000, 5000)] = field(
        default_factory=Room
    )
    account_days: Annotated[int, whole(0, 3650, _ACCOUNT_DAYS, default=365)] = 0
    account: Annotated[Room, _room("account", "an account", 20_000, 500, 500)] = field(
        default_factory=Room
    )
    store: Annotated[
        Room, Several(_store, limit(_STORE, name="store_megabytes", default=20_000))
    ] = field(default_factory=Room)
    free_bytes: Annotated[
        int, Several(_bytes, limit(_FREE, name="free_megabytes", default=500))
    ] = 0
