"""One account of the house: what it hears, the challenges it takes, and the games it plays."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from livestone.client import Client, Event
from livestone.errors import LivestoneError
from livestone.games import load
from livestone.house.aside import aside, listen, patiently
from livestone.house.duty import Duty
from livestone.house.keys import Key
from livestone.house.name import Name
from livestone.house.sitting import Sitting
from livestone.play.bot import LEVELS

if TYPE_CHECKING:
    from livestone.house.house import House

BUSY = "busy with other games; try again soon"
SOON_SECONDS = 3.0
LEAVE_SECONDS = 5.0

log = logging.getLogger("livestone")


class Resident:
    """A bot that is here until its token is good no longer."""

    def __init__(self, house: House, key: Key) -> None:
        self.level = key.level
        self.name = ""
        self.sittings: dict[str, Sitting] = {}
        self.left = 0  # games that went on when it left
        self._house = house
        self.client = Client(house.url, token=key.token)
        self._tasks: set[asyncio.Task[None]] = set()
        self._playing: set[asyncio.Task[None]] = set()
        self._heard: asyncio.Queue[Event | Exception] = asyncio.Queue()
        self._asked: set[str] = set()  # challenges that are being answered
        self.duty = Duty(self.client, Name(key.token), self._changed)

    async def live(self) -> None:
        """Play whatever comes. Raises what the server refuses for good, such as the token."""
        try:
            account = await patiently(self.client.account)
            self.name = account.name or "somebody"
            level = LEVELS[self.level - 1]
            self.say(f"is here at level {level.number} ({level.name})")
            self._spawn(self._keep_duty())
            if not await self._on_duty_soon():
                self.say("is looked after by another house; this one waits")
            await self.duty.on.wait()
            heard = self._heard
            listen(self.client.events, heard.put_nowait)
            while True:
                event = await heard.get()
                if isinstance(event, Exception):
                    raise event
                if self.duty.on.is_set():
                    self._hear(event)
        finally:
            self.left = len(self.sittings)
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            with contextlib.suppress(LivestoneError, TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await aside(self.duty.leave)
            self.client.close()

    async def _keep_duty(self) -> None:
        try:
            await self.duty.keep()
        except LivestoneError as error:
            self._heard.put_nowait(error)
            self.duty.on.set()  # whoever waits hears of it

    async def _on_duty_soon(self) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SOON_SECONDS):
                await self.duty.on.wait()
        return self.duty.on.is_set()

    def _changed(self, mine: bool) -> None:
        """Begin, or leave all games to another house."""
        if mine:
            self._spawn(self._resume())
            return
        self.say("is looked after by another house by now")
        for task in self._playing:
            task.cancel()

    async def _resume(self) -> None:
        """Go on with the games that go on: they may have been heard of in between."""
        with contextlib.suppress(LivestoneError):
            for line in (await patiently(self.client.games)).games:
                if line.status == "running" and self.duty.on.is_set():
                    self._sit(line.id)

    def say(self, text: str) -> None:
        """Tell whoever runs the house."""
        self._house.say(f"{self.name} {text}")

    def _hear(self, event: Event) -> None:
        data = event.data
        if event.name == "game":
            self._stir(str(data["id"]), str(data["status"]))
        elif event.name == "challenge" and data["for_you"] and data["status"] == "open":
            self.answer(str(data["id"]), str(data["game"]), dict(data["options"]))

    def _stir(self, id: str, status: str) -> None:
        """Have a game looked at."""
        sitting = self.sittings.get(id)
        if sitting is not None:
            sitting.news.set()
        elif status == "running":
            self._sit(id)

    def _sit(self, id: str) -> None:
        if id in self.sittings:
            return
        house = self._house
        sitting = Sitting(self.client, house.engine, self.level, id, self.say, house.greet)
        self.sittings[id] = sitting
        task = self._spawn(self._play(sitting))
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    async def _play(self, sitting: Sitting) -> None:
        try:
            await sitting.play()
        except LivestoneError as error:
            log.error("%s leaves game %s alone: %s", self.name, sitting.id, error)
        finally:
            del self.sittings[sitting.id]

    def answer(self, id: str, game: str, options: dict[str, object]) -> None:
        """Take a challenge, or decline it, saying why."""
        if id not in self._asked:
            self._asked.add(id)
            self._spawn(self._answer(id, game, options))

    async def _answer(self, id: str, game: str, options: dict[str, object]) -> None:
        try:
            note = self._why_not(game, options)
            if note:
                self.say(f"declines a challenge: {note}")
                await patiently(self.client.decline, id, note)
                return
            with self._house.taking():
                taken = await patiently(self.client.take, id)
                if taken.table is not None:
                    self._sit(taken.table)
        except LivestoneError as error:  # it was withdrawn, or somebody was quicker
            log.info("%s has not taken a challenge: %s", self.name, error)
        finally:
            self._asked.discard(id)

    def _why_not(self, game: str, options: dict[str, object]) -> str:
        if self._house.full:
            return BUSY
        try:
            rules = load(game, **options)
        except LivestoneError:
            return "this game is not known here"
        self._house.engine.warm(rules)
        return ""

    async def look_around(self) -> None:
        """Take an open challenge of a person's that suits this bot, if there is one."""
        with contextlib.suppress(LivestoneError):
            for one in (await aside(self.client.lobby)).challenges:
                if not one.why_not and not any(taker.bot for taker in one.takers):
                    self.answer(one.id, one.game, one.options)
                    return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
