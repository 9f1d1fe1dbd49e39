"""Games that a device plays and the server keeps, as the API answers them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class DeviceGameLine(Struct, frozen=True):
    """One line of a list of games played on devices; ``ply`` counts the plies.

    ``players`` and ``result`` (None while it runs) are those of the record.
    """

    id: str
    version: int
    game: str
    options: dict[str, Any]
    players: list[dict[str, Any]]
    ply: int
    result: dict[str, Any] | None
    created: float
    updated: float


class DeviceGamePage(Struct, frozen=True):
    """A page of your games played on devices, last played first; there are so many ``pages``.

    ``deleted`` are the ids of those that you have deleted in the last months.
    """

    games: tuple[DeviceGameLine, ...]
    deleted: tuple[str, ...]
    page: int
    pages: int


class DeviceGame(Struct, frozen=True):
    """A game played on a device: its ``record`` as JSON, and whether it has a ``coach``."""

    id: str
    version: int
    record: dict[str, Any]
    coach: bool | None
    created: float
    updated: float


class SavedDeviceGame(Struct, frozen=True):
    """A game that is kept now, and its ``version``."""

    id: str
    version: int


class DeletedDeviceGame(Struct, frozen=True):
    """The id of the game that was ``deleted``."""

    deleted: str
