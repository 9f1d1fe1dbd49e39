"""The engine's analysis of studies: who may ask for which position, and the answers as events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

from litestar.di import NamedDependency

from livestone.core import text
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import Conflict, GameOver, LivestoneError, NotAllowed, NotFound
from livestone.languages.words import mark, t
from livestone.play.engine.fair_queue import Replaced
from livestone.play.engine.processes import Engine, Question, Reported
from livestone.server.db.owners import group_of
from livestone.server.quotas.quotas import hashed_address
from livestone.server.studies.service import Studies, Study, position_of
from livestone.server.web.aside import aside
from livestone.server.web.errors import sentence
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.rate_limit import RateLimit, count_all

MAX_SECONDS, MAX_LINES = 10.0, 5
MAX_ASKED, ASKED_SECONDS = 400, 300.0


class Analyses:
    """Analyses positions of studies, at a lower priority than the bots of games."""

    def __init__(self, studies: Studies, engine: Engine) -> None:
        self.queue = studies.tables.queue
        self.queue.serve("analysis", engine)
        self._studies = studies
        self._limit = RateLimit(MAX_ASKED, ASKED_SECONDS)

    async def check(self, study: Study, node: int, caller: Caller) -> None:
        """Raises Conflict or GameOver where the caller may not ask about a node.

        A player of the same game with others gets no help: with a clock of minutes or none no
        analysis at all, by correspondence none of a position that their game may reach.
        """
        state = await self._studies.at(study, node)
        if state.over:
            raise GameOver("there is nothing to analyse: the game is over here")
        for id in await self._studies.store.playing(caller.owner_id, study.game.id):
            game = await self._game(id, caller)
            if game is None:
                continue
            played, viewer, control = game
            if not control.endswith("d"):
                raise Playing(
                    t(
                        "you play a game of {game} now: the engine is available when it is over",
                        game=study.game.title,
                    )
                )
            if _passes(state, played, viewer):
                raise Playing("a game that you play could reach this position: ask when it is over")

    async def position(self, study: Study, node: int, caller: Caller) -> dict[str, Any]:
        """Return the position at a node, and why the caller may not ask about it (or nothing)."""
        state, refusal = await self._studies.at(study, node), ""
        try:
            await self.check(study, node, caller)
        except Playing as error:
            refusal = sentence(error)
        except GameOver:
            pass
        return {**await aside(position_of, state), "engine_refusal": refusal}

    async def _game(self, id: str, caller: Caller) -> tuple[State, int | None, str] | None:
        """Return a running game with others, the caller's seat, and its time control, or None."""
        with suppress(NotFound, NotAllowed):
            async with self._studies.tables.looking_at(id, caller.owner_id) as table:
                seen = table.seen_by(caller.owner_id)
                if table.running and seen.others:
                    return table.state, seen.viewer, table.row.control
        return None

    async def follow(
        self, study: Study, node: int, caller: Caller, seconds: float = MAX_SECONDS, lines: int = 3
    ) -> AsyncGenerator[Event, None]:
        """Yield ``queued``, ``analysis``, then an end. Raises Conflict, GameOver or TooMany."""
        await self.check(study, node, caller)
        count_all((self._limit, caller.owner_id))
        moves = study.tree.moves(node)
        request = Question(
            study.game, study.row.opening, moves, seconds=seconds, task="analyse", lines=lines
        )
        return self._events(request, caller, node)

    async def _events(
        self, request: Question, caller: Caller, node: int
    ) -> AsyncGenerator[Event, None]:
        news: asyncio.Queue[Event] = asyncio.Queue()

        def tell(name: str, data: Reported) -> None:
            news.put_nowait(Event(name, node, data))

        async def work() -> None:
            try:
                await self.queue.ask(
                    "analysis",
                    request,
                    lambda report: tell("analysis", report),
                    owner_id=caller.owner_id,
                    group=group_of(caller.owner_id, hashed_address(caller.address)),
                    queued=lambda ahead: tell("queued", {"ahead": ahead}),
                )
                tell("done", {})
            except Replaced:
                tell("replaced", {})
            except asyncio.CancelledError:
                tell("trouble", {"message": mark("the server is stopping")})
                raise
            except LivestoneError as error:
                tell("trouble", {"message": str(error)})

        working = asyncio.create_task(work())
        try:
            while True:
                event = await news.get()
                yield event
                if event.name not in ("queued", "analysis"):
                    return
        finally:
            working.cancel()

    def leave(self) -> None:
        self.queue.leave("analysis")

    async def close(self) -> None:
        await self.queue.close("analysis")


class Playing(Conflict):
    """The caller plays this game with others and must think for themselves."""

    code = "playing"


def _passes(state: State, game: State, viewer: int | None) -> bool:
    """Whether a game's position, as far as ``viewer`` sees it, lies on the way to a state."""
    way, wanted = state.copy(), _seen(game, viewer)
    while _seen(way, viewer) != wanted:
        if not way.ply:
            return False
        way.undo()
    return True


def _seen(state: State, viewer: int | None) -> str:
    position = state.position
    if viewer is not None:
        position = runtime(state.game).observed(position, viewer)
    return text.write(state.game, position)


AnalysesDep = NamedDependency[Analyses]
