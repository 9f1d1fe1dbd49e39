"""The engine on a study's page: who may ask it about which position, and its answers as events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from litestar.di import NamedDependency

from livestone.core import text
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import Conflict, GameOver, LivestoneError, NotAllowed, NotFound
from livestone.server.db.quotas import hashed_address
from livestone.server.engine.fair_queue import Replaced
from livestone.server.engine.inquiry import Inquiry
from livestone.server.engine.processes import Engine, Reported
from livestone.server.studies.service import Studies, Study
from livestone.server.tables.presenter import others_of, viewer_of
from livestone.server.web.events import Event
from livestone.server.web.identity import Caller
from livestone.server.web.rate_limit import RateLimit

MOST_SECONDS, MOST_LINES = 10.0, 5
MANY, A_WHILE = 400, 300.0


class Analysts:
    """Answers questions about positions of studies, below the bots of games."""

    def __init__(self, studies: Studies, engine: Engine) -> None:
        self.queue = studies.tables.queue
        self.queue.serve("analysis", engine)
        self._studies = studies
        self._attempts = RateLimit(MANY, A_WHILE)

    async def check(self, study: Study, node: int, caller: Caller) -> State:
        """Return the state at a node that somebody may ask about. Raises Conflict or GameOver.

        Who plays the same game with others gets no help from here: with a clock of minutes or
        none he gets none at all, by correspondence none about what his game may come to.
        """
        state = await self._studies.at(study, node)
        if state.over:
            raise GameOver("there is nothing to analyse: the game is over here")
        for id in await self._studies.store.playing(caller.owner, study.game.id):
            game = await self._game(id, caller)
            if game is not None:
                self._check_game(*game, state)
        return state

    async def _game(self, id: str, caller: Caller) -> tuple[State, int | None, str] | None:
        """Return a game that somebody plays with others, as whom, and its time control, or None."""
        with suppress(NotFound, NotAllowed):
            async with self._studies.tables.looking_at(id, caller.owner) as live:
                if live.running and others_of(live, caller.owner):
                    return live.state, viewer_of(live, caller.owner), live.row.control
        return None

    @staticmethod
    def _check_game(game: State, viewer: int | None, control: str, state: State) -> None:
        title = game.game.title
        if not control.endswith("d"):
            raise Playing(f"you play a game of {title} now: the engine is there when it is over")
        if _passes(state, game, viewer):
            raise Playing("this could come up in a game that you play: ask when it is over")

    async def follow(
        self,
        study: Study,
        node: int,
        caller: Caller,
        address: str = "",
        seconds: float = MOST_SECONDS,
        lines: int = 3,
    ) -> AsyncGenerator[Event, None]:
        """Yield ``queued`` and ``analysis`` events, then one that ends it.

        That is ``done``, ``replaced`` (by another question of the same visitor) or ``trouble``.
        Raises Conflict, GameOver or TooMany before the first.
        """
        await self.check(study, node, caller)
        self._attempts.check(caller.owner)
        self._attempts.count(caller.owner)
        inquiry = Inquiry(
            study.game, study.row.opening, study.tree.moves(node), 0, seconds=seconds, lines=lines
        )
        return self._events(inquiry, caller.owner, address, node)

    async def _events(
        self, inquiry: Inquiry, visitor: str, address: str, node: int
    ) -> AsyncGenerator[Event, None]:
        news: asyncio.Queue[Event] = asyncio.Queue()

        def tell(report: Reported) -> None:
            news.put_nowait(Event("analysis", node, report))

        def queued(ahead: int) -> None:
            news.put_nowait(Event("queued", node, {"ahead": ahead}))

        async def work() -> None:
            try:
                await self.queue.ask(
                    "analysis",
                    inquiry,
                    tell,
                    visitor=visitor,
                    address=hashed_address(address),
                    queued=queued,
                )
                news.put_nowait(Event("done", node, {}))
            except Replaced:
                news.put_nowait(Event("replaced", node, {}))
            except asyncio.CancelledError:
                news.put_nowait(Event("trouble", node, {"message": "the server is stopping"}))
                raise
            except LivestoneError as error:
                news.put_nowait(Event("trouble", node, {"message": str(error)}))

        working = asyncio.create_task(work())
        try:
            while True:
                event = await news.get()
                yield event
                if event.name not in ("queued", "analysis"):
                    return
        finally:
            working.cancel()

    async def answer(
        self, study: Study, node: int, caller: Caller, address: str, seconds: float
    ) -> Reported | None:
        """Return what the engine says after so many seconds; None where it says nothing."""
        last: Reported | None = None
        async for event in await self.follow(study, node, caller, address, seconds):
            if event.name == "analysis":
                last = event.data
        return last

    def leave(self) -> None:
        """End every stream."""
        self.queue.leave("analysis")

    async def close(self) -> None:
        """Withdraw every question and end the processes."""
        await self.queue.close("analysis")


class Playing(Conflict):
    """A question that somebody has to answer himself: he plays this game with others."""

    code = "playing"


def _passes(state: State, game: State, viewer: int | None) -> bool:
    """Whether a position that looks to a ``viewer`` as a game does lies on the way to a state.

    What the viewer may not see does not count: the answer would tell it.
    """
    way, wanted = state.copy(), _seen(game, viewer)
    while _seen(way, viewer) != wanted:
        if not way.ply:
            return False
        way.undo()
    return True


def _seen(state: State, viewer: int | None) -> str:
    """The text of a position as a viewer sees it; a whole one for None."""
    position = state.position
    if viewer is not None:
        position = runtime(state.game).observed(position, viewer)
    return text.write(state.game, position)


GivenAnalysts = NamedDependency[Analysts]
