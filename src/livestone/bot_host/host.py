"""The bots that one process plays for, and the processes in which they think."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from livestone.bot_host.bot import HostedBot
from livestone.bot_host.retry import listen
from livestone.bot_host.tokens import BotToken
from livestone.client import Event
from livestone.errors import BadRequest, LivestoneError
from livestone.play.engine.processes import Engine


@dataclass(frozen=True)
class HostSettings:
    """How the bots play: at most ``games`` at once, thinking in so many processes, ``jobs``.

    ``seek`` are the seconds that an open challenge waits before a bot takes it; with None, bots
    only answer challenges to them. With ``greet`` they say hello.
    """

    games: int
    jobs: int | None = None
    seek: float | None = None
    greet: bool = False


class BotHost:
    """The bots of one server that this process plays for."""

    def __init__(
        self,
        url: str,
        tokens: Sequence[BotToken],
        settings: HostSettings,
        say: Callable[[str], None],
        engine: Engine | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.say = say
        self.greet = settings.greet
        self.engine = Engine(settings.jobs) if engine is None else engine
        self._settings = settings
        self._reserved = 0
        self._bots = [HostedBot(self, token) for token in tokens]

    @property
    def full(self) -> bool:
        """Whether no more games are taken; games in which nobody moves do not count."""
        games = [game for bot in self._bots for game in bot.games.values()]
        return sum(game.active for game in games) + self._reserved >= self._settings.games

    @contextlib.contextmanager
    def reserve(self) -> Iterator[None]:
        self._reserved += 1
        try:
            yield
        finally:
            self._reserved -= 1

    async def run(self) -> None:
        """Play until cancelled. Raises BadRequest once the server has refused every bot's token."""
        running = [asyncio.create_task(self._run_bot(bot)) for bot in self._bots]
        seeking = asyncio.create_task(self._seek())
        try:
            await asyncio.wait(running)
            raise BadRequest("no bot is left: the server accepts none of their tokens any more")
        finally:
            for task in (seeking, *running):
                task.cancel()
            await asyncio.gather(seeking, *running, return_exceptions=True)
            for bot in self._bots:
                bot.client.close()
            await self.engine.close()
            left = sum(bot.unfinished for bot in self._bots)
            if left:
                self.say(f"{left} {'game goes' if left == 1 else 'games go'} on at the next start.")

    async def _run_bot(self, bot: HostedBot) -> None:
        try:
            await bot.run()
        except LivestoneError as error:
            self.say(f"{bot.name or f'The bot of level {bot.level}'} leaves: {error}")

    async def _seek(self) -> None:
        """Look for an open challenge that nobody has taken, after each change of the lobby."""
        if self._settings.seek is None:
            return
        changed = asyncio.Event()

        def receive(event: Event | Exception) -> None:
            changed.set()

        listen(self._bots[0].client.lobby_events, receive)
        while True:
            await changed.wait()
            changed.clear()
            await asyncio.sleep(self._settings.seek)
            for bot in random.sample(self._bots, len(self._bots)):
                if not self.full and bot.lease.held.is_set():
                    await bot.take_open_challenge()
