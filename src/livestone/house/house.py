"""All bots of the house on this machine, and the processes in which they think."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from livestone.client import Event
from livestone.errors import BadRequest, LivestoneError
from livestone.house.aside import listen
from livestone.house.keys import Key
from livestone.house.resident import Resident
from livestone.server.engine.processes import Engine


@dataclass(frozen=True)
class Terms:
    """How the house plays: ``games`` at once, thought about in so many ``processes``.

    ``seek`` are the seconds that an open challenge waits before a bot takes it, None where bots
    wait to be asked; ``greet`` says that they say hello.
    """

    games: int
    processes: int | None = None
    seek: float | None = None
    greet: bool = False


class House:
    """The bots of one server that this process plays for."""

    def __init__(
        self,
        url: str,
        keys: Sequence[Key],
        terms: Terms,
        say: Callable[[str], None],
        engine: Engine | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.say = say
        self.greet = terms.greet
        self.engine = Engine(terms.processes) if engine is None else engine
        self._terms = terms
        self._taking = 0
        self._residents = [Resident(self, key) for key in keys]

    @property
    def playing(self) -> int:
        """How many games go on, those that nobody has moved in for long left out."""
        games = [game for one in self._residents for game in one.sittings.values()]
        return sum(game.lively for game in games) + self._taking

    @property
    def full(self) -> bool:
        """Whether no more games are taken."""
        return self.playing >= self._terms.games

    @contextlib.contextmanager
    def taking(self) -> Iterator[None]:
        """Keep a place for a game that is about to begin."""
        self._taking += 1
        try:
            yield
        finally:
            self._taking -= 1

    async def open(self) -> None:
        """Play until no bot is left that may. Raises BadRequest then.

        Cancelling this leaves all games as they are, to be gone on with by the next house.
        """
        living = [asyncio.create_task(self._live(one)) for one in self._residents]
        seeking = asyncio.create_task(self._seek())
        try:
            await asyncio.wait(living)
            raise BadRequest("no bot is left here: their tokens are good no longer")
        finally:
            for task in (seeking, *living):
                task.cancel()
            await asyncio.gather(seeking, *living, return_exceptions=True)
            for one in self._residents:
                one.client.close()
            await self.engine.close()
            left = sum(one.left for one in self._residents)
            if left:
                self.say(f"{left} {'game goes' if left == 1 else 'games go'} on at the next start.")

    async def _live(self, one: Resident) -> None:
        try:
            await one.live()
        except LivestoneError as error:
            self.say(f"{one.name or f'The bot of level {one.level}'} leaves: {error}")

    async def _seek(self) -> None:
        """Look for somebody whom nobody else plays with, after each change of the lobby."""
        changed = asyncio.Event()
        if self._terms.seek is None:
            return

        def hear(event: Event | Exception) -> None:
            changed.set()

        listen(self._residents[0].client.lobby_events, hear)
        while True:
            await changed.wait()
            changed.clear()
            await asyncio.sleep(self._terms.seek)
            for one in random.sample(self._residents, len(self._residents)):
                if not self.full and one.duty.on.is_set():
                    await one.look_around()
