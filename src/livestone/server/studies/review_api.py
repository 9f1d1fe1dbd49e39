"""The JSON API of reviews."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.response import ServerSentEvent

from livestone.api.studies import Review
from livestone.server.accounts.service import PeopleDep
from livestone.server.studies.reviews import ReviewsDep
from livestone.server.tables.acts import At
from livestone.server.web import identity
from livestone.server.web.events import answer


class ReviewApi(Controller):
    """``/api/games/{id}/review``."""

    path = "/"
    tags = ("studies",)
    before_request = staticmethod(identity.recognise)

    @get("/api/games/{id:str}/review")
    async def state(self, at: At, reviews: ReviewsDep) -> Review:
        """How far the engine's review of a game is: ``none``, ``running`` or ``done``.

        At the end ``review`` has what each move cost, what was better, the score along the game,
        and each seat's accuracy.
        """
        return await reviews.state(at.id, at.owner_id)

    @post("/api/games/{id:str}/review", status_code=200)
    async def begin(self, at: At, reviews: ReviewsDep) -> Review:
        """Have a finished game reviewed, once for everybody; asking twice is harmless."""
        return await reviews.begin(at.id, at.owner_id, at.caller.address)

    @get("/api/games/{id:str}/review/events")
    async def events(self, at: At, reviews: ReviewsDep, people: PeopleDep) -> ServerSentEvent:
        """How a review gets on: ``thinking`` (``seconds`` of ``limit`` are steps), ``changed``."""
        await reviews.state(at.id, at.owner_id)  # refuse before the stream begins
        return answer(at.caller, people.sessions, reviews.follow(at.id))
