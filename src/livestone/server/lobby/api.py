"""The JSON API of the lobby: challenges, quick pairing, who is here, and games to watch."""

from __future__ import annotations

from collections.abc import AsyncIterator

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent
from msgspec import Struct

from livestone.api import lobby as answers
from livestone.api.lobby import Challenge
from livestone.server.lobby.challenges import NewChallenge, Text
from livestone.server.lobby.presenter import challenges_for, lobby_of
from livestone.server.lobby.service import Lobby, LobbyDep
from livestone.server.web import identity
from livestone.server.web.events import Event, answer
from livestone.server.web.identity import AnyRequest, Caller, CallerDep

Id = FromPath[str]


class Seek(Struct, forbid_unknown_fields=True):
    """A game with its default options, or ``any``, to be paired at; a guest's is casual."""

    game: Text
    control: Text
    rated: bool = True


class Refusal(Struct, forbid_unknown_fields=True):
    """Why a player declines, in a few words that the maker reads; may be left out."""

    note: Text = ""


class LobbyApi(Controller):
    """``/api/lobby`` and ``/api/challenges``."""

    path = "/api"
    tags = ("lobby",)
    before_request = staticmethod(identity.recognise)

    @get("/lobby")
    async def show_lobby(
        self, lobby: LobbyDep, caller: CallerDep, game: FromQuery[str | None] = None
    ) -> answers.Lobby:
        """Open challenges, those for you, who waits to be paired, games to watch, and who is here.

        Of one game if asked. ``why_not`` says what forbids taking a challenge; ``waiting`` and
        ``declined`` are your own.
        """
        return await lobby_of(lobby, caller, game or "")

    @get("/lobby/events")
    async def events(self, request: AnyRequest, caller: CallerDep) -> ServerSentEvent:
        """News of the lobby as server-sent events; you are here while you listen.

        ``changed`` comes now and at each change, ``paired`` with the ``table`` where another player
        has taken your challenge, or you were paired.
        """
        return answer(caller, request.app.state.logins, await of_lobby(request, caller))

    @post("/lobby/quick")
    async def seek(self, data: JSONBody[Seek], lobby: LobbyDep, caller: CallerDep) -> Challenge:
        """Be paired: at once (the answer names the ``table``), or when a suitable player comes.

        Asking again goes on waiting. The seek ends when you leave the lobby's events, and when
        its id is cancelled.
        """
        made = await lobby.seek(data.game, data.control, caller, data.rated)
        return made.shown(caller.owner_id)

    @get("/challenges")
    async def for_you(self, lobby: LobbyDep, caller: CallerDep) -> list[Challenge]:
        """The challenges that are for you alone."""
        return await challenges_for(lobby, caller.owner_id)

    @post("/challenges")
    async def make(
        self, data: JSONBody[NewChallenge], lobby: LobbyDep, caller: CallerDep
    ) -> Challenge:
        """Make a challenge."""
        return (await lobby.challenge(data, caller)).shown(caller.owner_id)

    @get("/challenges/{id:str}")
    async def show(self, id: Id, lobby: LobbyDep, caller: CallerDep) -> Challenge:
        """A challenge; ``why_not`` says why you may not take it, ``table`` once it is taken."""
        found = await lobby.find(id, caller.owner_id)
        return await lobby.shown(found, caller.owner_id, await lobby.why_not(found, caller))

    @post("/challenges/{id:str}/take", status_code=200)
    async def take(self, id: Id, lobby: LobbyDep, caller: CallerDep) -> Challenge:
        """Take a challenge; with the last place the game begins. Asking twice is harmless.

        A seek of another player is taken like a challenge. Where more than two play, the answer is
        a seek of your own for the same.
        """
        return (await lobby.take(id, caller)).shown(caller.owner_id)

    @post("/challenges/{id:str}/cancel", status_code=200)
    async def cancel(self, id: Id, lobby: LobbyDep, caller: CallerDep) -> Challenge:
        """Withdraw your challenge or seek, or from one that still waits for others."""
        return (await lobby.cancel(id, caller.owner_id)).shown(caller.owner_id)

    @post("/challenges/{id:str}/decline", status_code=200)
    async def decline(
        self, id: Id, lobby: LobbyDep, caller: CallerDep, data: JSONBody[Refusal | None] = None
    ) -> Challenge:
        """Decline a challenge that is for you; a ``note`` tells its maker why."""
        note = "" if data is None else data.note
        return (await lobby.decline(id, caller.owner_id, note)).shown(caller.owner_id)


async def of_lobby(request: AnyRequest, caller: Caller, _: str = "") -> AsyncIterator[Event]:
    """Return the news of the lobby, in which the caller is as long as they listen."""
    lobby: Lobby = request.app.state.lobby
    return lobby.follow(caller.identity)
