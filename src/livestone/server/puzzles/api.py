"""The JSON API of puzzles."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from livestone.api.puzzles import Attempted, Solver
from livestone.server.puzzles.service import Attempt, PuzzlesDep
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep


class PuzzlesApi(Controller):
    """``/api/puzzles``: solving with an account."""

    path = "/api/puzzles"
    tags = ("puzzles",)
    before_request = staticmethod(identity.recognise)

    @get("/solver")
    async def solver(self, puzzles: PuzzlesDep, caller: CallerDep) -> Solver:
        """Your rating, streaks and themes."""
        return await puzzles.solver(caller.known().id)

    @post("/attempts", status_code=200)
    async def attempt(
        self, data: JSONBody[Attempt], puzzles: PuzzlesDep, caller: CallerDep
    ) -> Attempted:
        """Try a turn. The first try at a puzzle counts for its rating and yours.

        ``moves`` of null show the answer. ``counted`` says whether the try was the first.
        """
        return await puzzles.attempt(caller.known().id, data)
