"""The JSON API of the lobby: challenges, quick pairing, who is here, and games to watch."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from livestone.server.accounts.service import GivenPeople
from livestone.server.lobby.challenges import Audience, ChallengeSpec, challenge_json
from livestone.server.lobby.presenter import lobby_of
from livestone.server.lobby.service import GivenLobby
from livestone.server.web import identity
from livestone.server.web.events import answer
from livestone.server.web.identity import GivenCaller

Text = Annotated[str, Meta(max_length=200)]
Asking = Request[Any, Any, Any]


class NewChallenge(Struct, forbid_unknown_fields=True):
    """A challenge: what is played, with how much time, and who may take it.

    ``control`` is ``none`` or a time control such as ``5+3`` or ``3d``. ``side`` is your seat, by
    lot where left out; ``seats`` may say ``me``, ``anyone`` or ``bot:LEVEL`` for each player.
    ``audience`` is ``anyone`` (it is listed), ``person`` (named in ``to``) or ``link`` (whoever
    knows its id); ``low`` and ``high`` bound their ratings. A ``public`` game may be watched,
    ``delay`` plies and ``delay_seconds`` behind; those for anyone are unless you say otherwise.
    """

    game: Text
    options: dict[Text, str | int | bool] = {}
    control: Text = "none"
    side: Annotated[int, Meta(ge=0, le=20)] | None = None
    seats: Annotated[list[Text], Meta(max_length=20)] = []
    rated: bool = False
    low: Annotated[int, Meta(ge=0, le=4000)] | None = None
    high: Annotated[int, Meta(ge=0, le=4000)] | None = None
    audience: Audience = "anyone"
    to: Text = ""
    public: bool | None = None
    delay: Annotated[int, Meta(ge=0, le=50)] = 0
    delay_seconds: Annotated[int, Meta(ge=0, le=3600)] = 0


class Wish(Struct, forbid_unknown_fields=True):
    """A game to be paired at, as it is usually played, or ``any``; a guest's is casual."""

    game: Text
    control: Text
    rated: bool = True


class Refusal(Struct, forbid_unknown_fields=True):
    """Why somebody declines, in a few words that its maker reads; left out, he is told nothing."""

    note: Text = ""


class LobbyApi(Controller):
    """``/api/lobby`` and ``/api/challenges``."""

    path = "/api"
    tags = ("meeting",)
    before_request = staticmethod(identity.recognise)

    @get("/lobby")
    async def lobby(
        self, meeting: GivenLobby, caller: GivenCaller, game: FromQuery[str | None] = None
    ) -> dict[str, Any]:
        """Open challenges, those for you, who waits to be paired, games to watch, and who is here.

        Of one game if asked.
        """
        return (await lobby_of(meeting, caller.owner, caller.person, game or "")).as_json()

    @get("/lobby/events")
    async def events(
        self, meeting: GivenLobby, caller: GivenCaller, people: GivenPeople
    ) -> ServerSentEvent:
        """News of the lobby as server-sent events; whoever listens is here.

        ``changed`` comes now and whenever it looks another, ``paired`` with the ``table`` where
        somebody has taken your challenge, or you were paired.
        """
        return answer(caller, people, meeting.follow(caller.somebody))

    @post("/lobby/quick")
    async def seek(
        self, request: Asking, data: JSONBody[Wish], meeting: GivenLobby, caller: GivenCaller
    ) -> dict[str, Any]:
        """Be paired: at once (the answer names the ``table``), or when somebody suitable comes.

        Asking again goes on waiting. The wish ends when you leave the lobby's events, and when
        its id is cancelled.
        """
        address = identity.origin_of(request).address
        wish = await meeting.seek(
            data.game, data.control, caller.owner, caller.person, data.rated, address
        )
        return challenge_json(wish, caller.owner)

    @post("/challenges")
    async def make(
        self,
        request: Asking,
        data: JSONBody[NewChallenge],
        meeting: GivenLobby,
        caller: GivenCaller,
    ) -> dict[str, Any]:
        """Make a challenge."""
        spec = ChallengeSpec(
            data.game,
            data.options,
            data.control,
            data.side,
            tuple(data.seats),
            data.rated,
            data.low,
            data.high,
            data.audience,
            data.to,
            data.public,
            data.delay,
            data.delay_seconds,
        )
        address = identity.origin_of(request).address
        made = await meeting.challenge(spec, caller.owner, caller.person, address)
        return challenge_json(made, caller.owner)

    @get("/challenges/{id:str}")
    async def show(
        self, id: FromPath[str], meeting: GivenLobby, caller: GivenCaller
    ) -> dict[str, Any]:
        """A challenge; ``why_not`` says why you may not take it, ``table`` once it is taken."""
        found = await meeting.find(id, caller.owner)
        why = await meeting.why_not(found, caller.owner, caller.person)
        return challenge_json(found, caller.owner) | {"why_not": why}

    @post("/challenges/{id:str}/take", status_code=200)
    async def take(
        self, request: Asking, id: FromPath[str], meeting: GivenLobby, caller: GivenCaller
    ) -> dict[str, Any]:
        """Take a challenge; with the last place the game begins. Asking twice is harmless.

        Who waits to be paired is taken like a challenge. Where more than two play, the answer is a
        wish of your own for the same.
        """
        address = identity.origin_of(request).address
        found = await meeting.take(id, caller.owner, caller.person, address)
        return challenge_json(found, caller.owner)

    @post("/challenges/{id:str}/cancel", status_code=200)
    async def cancel(
        self, id: FromPath[str], meeting: GivenLobby, caller: GivenCaller
    ) -> dict[str, Any]:
        """Withdraw your challenge or wish, or from one that waits for others still."""
        return challenge_json(await meeting.cancel(id, caller.owner), caller.owner)

    @post("/challenges/{id:str}/decline", status_code=200)
    async def decline(
        self,
        id: FromPath[str],
        meeting: GivenLobby,
        caller: GivenCaller,
        data: JSONBody[Refusal | None] = None,
    ) -> dict[str, Any]:
        """Decline a challenge that is for you; who made it may be told why."""
        note = "" if data is None else data.note
        return challenge_json(await meeting.decline(id, caller.owner, note), caller.owner)
