"""The JSON API of puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from livestone.api.puzzles import Attempted, Solver
from livestone.core.options import Value
from livestone.server.puzzles.service import PuzzlesDep
from livestone.server.web import identity
from livestone.server.web.identity import CallerDep


class Attempt(Struct, forbid_unknown_fields=True):
    """A turn in a puzzle, which is named by its game, all options and the position's text.

    ``moves`` are those of the turn, as far as it went; null where the solver asks for the answer.
    """

    game: Annotated[str, Meta(max_length=80)]
    options: Annotated[dict[str, Value], Meta(max_length=20)]
    text: Annotated[str, Meta(max_length=2000)]
    moves: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=20)] | None


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
        """Try a turn. The first try at a puzzle counts for its rating and yours."""
        person = caller.known().id
        return await puzzles.attempt(person, data.game, data.options, data.text, data.moves)
