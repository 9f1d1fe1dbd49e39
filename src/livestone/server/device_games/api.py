"""The JSON API of games played on devices."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from livestone.api import device_games as shapes
from livestone.server.device_games.service import DeviceGamesDep, SavedGame
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep
from livestone.server.web.requests import PageNumber

MAX_BODY = 512 * 1024  # bytes
Id = FromPath[str]


class DeviceGamesApi(Controller):
    """``/api/device-games``."""

    path = "/api/device-games"
    tags = ("device games",)
    before_request = staticmethod(identity.recognise)

    @get("/")
    async def mine(
        self, device_games: DeviceGamesDep, caller: CallerDep, page: PageNumber = 1
    ) -> shapes.DeviceGamePage:
        """Your games that were played on devices, last played first, a page at a time."""
        return await device_games.page(caller, page)

    @get("/{id:str}")
    async def view(
        self, id: Id, device_games: DeviceGamesDep, caller: CallerDep
    ) -> shapes.DeviceGame:
        """A game of yours, with its record."""
        return await device_games.read(caller, id)

    @post("/{id:str}", status_code=200, request_max_body_size=MAX_BODY)
    async def save(
        self, id: Id, data: JSONBody[SavedGame], device_games: DeviceGamesDep, caller: CallerDep
    ) -> shapes.SavedDeviceGame:
        """Keep a game as it is on your device now; sending the same twice is harmless.

        Where another device has played on since the ``version`` that yours knew, or the game is
        over or deleted, nothing changes and the answer is 409. ``version`` is the one that you have
        seen last (0: none), ``created`` and ``updated`` are seconds since 1970. The answer has the
        new version.
        """
        return await device_games.save(caller, id, data)

    @post("/{id:str}/delete", status_code=200)
    async def delete(
        self, id: Id, device_games: DeviceGamesDep, caller: CallerDep
    ) -> shapes.DeletedDeviceGame:
        """Delete a game of yours, on every device; asking twice is harmless."""
        return await device_games.delete(caller, id)
