"""One game of a bot: it thinks on its turn, and answers takebacks, draws and pauses."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable

from livestone.api.tables import Table
from livestone.bot_host.retry import TRANSIENT, retry_in_thread
from livestone.client import Client, Game
from livestone.core.game import Game as Rules
from livestone.errors import EngineError, IllegalMove, LivestoneError, MoveSyntaxError, NotAllowed
from livestone.games import load
from livestone.play.engine.processes import Engine, Question, Reported
from livestone.play.levels import LEVELS
from livestone.play.time_control import TimeControl, think_budget
from livestone.threads import run_in_thread

NETWORK_SECONDS = 0.3  # kept back for the request and its answer
ERROR_SECONDS = 5.0
ACTIVE_SECONDS = 600.0  # since the last move; a game without one does not make a host full
REFRESH_SECONDS = 120.0  # between two looks at a game without events
REFUSED = (NotAllowed, IllegalMove, MoveSyntaxError)

log = logging.getLogger("livestone")


class GamePlayer:
    """Plays one game of a bot to its end."""

    def __init__(
        self,
        client: Client,
        engine: Engine,
        level: int,
        id: str,
        say: Callable[[str], None],
        greet: bool = False,
    ) -> None:
        self.id = id
        self.changed = asyncio.Event()
        self._client = client
        self._engine = engine
        self._level = level
        self._say = say
        self._greet = greet
        self._value = 1.0  # our expected result at the last move
        self._moved = time.monotonic()
        self._opening: str | None = None

    @property
    def active(self) -> bool:
        """Whether there was a move in the last ten minutes."""
        return time.monotonic() - self._moved < ACTIVE_SECONDS

    async def play(self) -> None:
        """Play until the game is over. Raises what the server refuses for good."""
        game = await retry_in_thread(self._client.game, self.id)
        try:
            rules = load(game.table.game, **game.table.options)
        except LivestoneError as error:
            log.error("game %s cannot be played here: %s", self.id, error)
            return
        self._opening = (await retry_in_thread(game.at, 0)).text
        opponents = ", ".join(seat.name for seat in game.seats if not seat.is_me)
        if not game.over:
            self._say(f"plays {rules.title} with {opponents}: {self._client.url}/games/{self.id}")
        if self._greet and game.ply < 2:
            await self._say_in_chat(game, "Hello, and a good game!")
        while not game.over:
            await self._answer_requests(game)
            if game.my_turn and game.table.status == "running":
                await self._move(game, rules)
            else:
                await self._wait(game)
        self._engine.over(self.id)
        self._say(f"has played {rules.title} with {opponents}: {game.result}")
        if self._greet:
            await self._say_in_chat(game, "Thank you for the game.")

    async def _wait(self, game: Game) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REFRESH_SECONDS):
                await self.changed.wait()
        self.changed.clear()  # first: a change that comes meanwhile is looked at too
        await self._refresh(game)

    async def _refresh(self, game: Game) -> None:
        ply = game.ply
        await retry_in_thread(game.refresh)
        if game.ply != ply:
            self._moved = time.monotonic()

    async def _move(self, game: Game, rules: Rules) -> None:
        """Think, and play the move found, unless the game has changed meanwhile."""
        before = game.ply
        thought = asyncio.create_task(self._engine.think(self._question(game.table, rules)))
        try:
            while not thought.done():
                event = asyncio.create_task(self.changed.wait())
                await asyncio.wait({thought, event}, return_when=asyncio.FIRST_COMPLETED)
                event.cancel()
                if not thought.done():
                    self.changed.clear()
                    await self._refresh(game)
                    if game.ply != before or not game.my_turn:
                        return
                    await self._answer_requests(game)
        finally:
            thought.cancel()  # unless it is done
        try:
            move = self._chosen(thought.result(), game)
            await self._play(game, move)
        except EngineError as error:
            log.error("game %s: %s", self.id, error)
            await asyncio.sleep(ERROR_SECONDS)

    async def _play(self, game: Game, move: str) -> None:
        try:
            # A move that is sent again after an error is not played twice.
            await retry_in_thread(game.play, move)
            self._moved = time.monotonic()
        except REFUSED as error:
            log.info("game %s has changed meanwhile: %s", self.id, error)
            await self._refresh(game)

    def _chosen(self, report: Reported, game: Game) -> str:
        """The best move found that is legal: hidden information may forbid others."""
        lines = report["lines"]
        self._value = lines[0]["value"][game.table.mover or 0]
        moves = [str(line["move"]) for line in lines if line["move"] in game.legal]
        return moves[0] if moves else game.legal[0]

    def _question(self, table: Table, rules: Rules) -> Question:
        # The same seed for the whole game, so that its bot can be kept.
        digest = hashlib.sha256(f"{table.id} {table.mover}".encode()).digest()
        seed, seconds = int.from_bytes(digest[:4], "big"), self._seconds(table)
        if rules.plain.observe is not None:
            seen = table.text
            return Question(rules, seen, (), self._level, seed, seconds, viewer=table.mover)
        plies = tuple(ply.text for turn in table.turns for ply in turn.plies)
        return Question(rules, self._opening, plies, self._level, seed, seconds, table=table.id)

    def _seconds(self, table: Table) -> float | None:
        """The most seconds to think, where the clock allows less than the level takes."""
        if table.clock is None or table.mover is None:
            return None
        control = TimeControl.read(table.control.text)
        limit = think_budget(control, table.clock.seats[table.mover])
        if limit is None or limit - NETWORK_SECONDS > LEVELS[self._level - 1].seconds:
            return None
        return max(0.05, limit - NETWORK_SECONDS)

    async def _answer_requests(self, game: Game) -> None:
        """Allow takebacks in casual games, draws unless we expect to win, and every pause."""
        table = game.table
        asked = table.takeback
        if asked is not None and not asked.mine and not asked.answered:
            await self._answer(game, "takeback", not table.rated)
        for offer in table.offers:
            if not (offer.mine or offer.answered or offer.refused):
                agrees = offer.kind == "pause" or self._value <= 1 / len(table.seats)
                await self._answer(game, offer.kind, agrees)

    async def _answer(self, game: Game, kind: str, allow: bool) -> None:
        with contextlib.suppress(*REFUSED):  # it was withdrawn meanwhile
            if kind == "takeback":
                await retry_in_thread(game.answer_takeback, allow)
            else:
                await retry_in_thread(game.answer, kind, allow)
            return
        await self._refresh(game)

    async def _say_in_chat(self, game: Game, text: str) -> None:
        with contextlib.suppress(LivestoneError, *TRANSIENT):  # chat may be off
            await run_in_thread(game.say, text)
