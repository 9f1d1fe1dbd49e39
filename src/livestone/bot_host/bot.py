"""One bot's account: its stream of events, the challenges it takes, and the games it plays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from livestone.bot_host.game_player import GamePlayer
from livestone.bot_host.lease import Lease
from livestone.bot_host.retry import listen, retry_in_thread
from livestone.bot_host.tokens import BotToken
from livestone.client import Client, Event
from livestone.errors import LivestoneError
from livestone.games import load
from livestone.play.levels import LEVELS
from livestone.threads import run_in_thread

if TYPE_CHECKING:
    from livestone.bot_host.host import BotHost

BUSY = "busy with other games; try again soon"
FIRST_LEASE_SECONDS = 3.0
RELEASE_SECONDS = 5.0

log = logging.getLogger("livestone")


class HostedBot:
    """A bot that this host plays for, until the server refuses its token."""

    def __init__(self, host: BotHost, token: BotToken) -> None:
        self.level = token.level
        self.name = ""
        self.games: dict[str, GamePlayer] = {}
        self.unfinished = 0  # games that went on when it left
        self._host = host
        # Its calls are repeated here, without a thread that waits.
        self.client = Client(host.url, token=token.token, patience=0.0)
        self.lease = Lease(self.client, self._lease_changed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._playing: set[asyncio.Task[None]] = set()
        self._events: asyncio.Queue[Event | Exception] = asyncio.Queue()
        self._answering: set[str] = set()  # ids of challenges

    async def run(self) -> None:
        """Play until cancelled. Raises what the server refuses for good, such as the token."""
        try:
            account = await retry_in_thread(self.client.account)
            self.name = account.name or "A guest"
            level = LEVELS[self.level - 1]
            self.say(f"is here at level {level.number} ({level.name})")
            self._spawn(self._keep_lease())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FIRST_LEASE_SECONDS):
                    await self.lease.held.wait()
            if not self.lease.held.is_set():
                self.say("is played by another host; this one waits")
            await self.lease.held.wait()
            listen(self.client.events, self._events.put_nowait)
            while True:
                event = await self._events.get()
                if isinstance(event, Exception):
                    raise event
                if self.lease.held.is_set():
                    self._handle(event)
        finally:
            self.unfinished = len(self.games)
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            with contextlib.suppress(LivestoneError, TimeoutError):
                async with asyncio.timeout(RELEASE_SECONDS):
                    await run_in_thread(self.lease.release)
            self.client.close()

    async def _keep_lease(self) -> None:
        try:
            await self.lease.keep()
        except LivestoneError as error:
            self._events.put_nowait(error)
            self.lease.held.set()  # so that run() reads the error

    def _lease_changed(self, held: bool) -> None:
        if held:
            self._spawn(self._resume())
            return
        self.say("is played by another host now")
        for task in self._playing:
            task.cancel()

    async def _resume(self) -> None:
        """Go on with running games: their events may have come while another host had the lease."""
        with contextlib.suppress(LivestoneError):
            for line in (await retry_in_thread(self.client.games)).games:
                if line.status == "running" and self.lease.held.is_set():
                    self._play_game(line.id)

    def say(self, text: str) -> None:
        """Print a line about this bot for the host's operator."""
        self._host.say(f"{self.name} {text}")

    def _handle(self, event: Event) -> None:
        data = event.data
        if event.name == "game":
            id = str(data["id"])
            if id in self.games:
                self.games[id].changed.set()
            elif data["status"] == "running":
                self._play_game(id)
        elif event.name == "challenge" and data["for_you"] and data["status"] == "open":
            self._answer(str(data["id"]), str(data["game"]), dict(data["options"]))

    def _play_game(self, id: str) -> None:
        if id in self.games:
            return
        host = self._host
        game = GamePlayer(self.client, host.engine, self.level, id, self.say, host.greet)
        self.games[id] = game
        task = self._spawn(self._play(game))
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    async def _play(self, game: GamePlayer) -> None:
        try:
            await game.play()
        except LivestoneError as error:
            log.error("%s leaves game %s alone: %s", self.name, game.id, error)
        finally:
            del self.games[game.id]

    def _answer(self, id: str, game: str, options: Mapping[str, object]) -> None:
        if id not in self._answering:
            self._answering.add(id)
            self._spawn(self._take_or_decline(id, game, options))

    async def _take_or_decline(self, id: str, game: str, options: Mapping[str, object]) -> None:
        try:
            note = self._why_not(game, options)
            if note:
                self.say(f"declines a challenge: {note}")
                await retry_in_thread(self.client.decline, id, note)
                return
            with self._host.reserve():
                taken = await retry_in_thread(self.client.take, id)
                if taken.table is not None:
                    self._play_game(taken.table)
        except LivestoneError as error:  # it was withdrawn, or another player has taken it
            log.info("%s has not taken a challenge: %s", self.name, error)
        finally:
            self._answering.discard(id)

    def _why_not(self, game: str, options: Mapping[str, object]) -> str:
        if self._host.full:
            return BUSY
        try:
            rules = load(game, **options)
        except LivestoneError:
            return "this game is not known here"
        self._host.engine.warm(rules)
        return ""

    async def take_open_challenge(self) -> None:
        with contextlib.suppress(LivestoneError):
            for challenge in (await run_in_thread(self.client.lobby)).challenges:
                if not challenge.why_not and not any(taker.bot for taker in challenge.takers):
                    self._answer(challenge.id, challenge.game, challenge.options)
                    return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
