"""What the processes of one server tell each other, through PostgreSQL's LISTEN and NOTIFY.

A change of a game is announced by the database itself when it is committed
(:mod:`livestone.server.db.postgres`); what passes by, such as a bot's thoughts, is told with
:meth:`Bus.tell`. A connection that breaks is made again, and then everything may have changed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable
from typing import Any

from livestone.server.db.postgres import GAMES, Away, dial, hang_up

EVENTS = "livestone_events"
MAX_BYTES = 7000  # of a message; PostgreSQL takes 8000
MAX_WAITING = 1000  # messages; who cannot keep up loses what passes by
RETRY_SECONDS = 0.5

Changed = Callable[[str, int, bool, float, str], None]

log = logging.getLogger("livestone")


class Notifications:
    """One process's ear and mouth.

    ``changed`` is told of each change: the game, its version, whether a bot is to move, since when
    its turn runs (0 where none does), and what the database says of it, if anything. ``told`` is
    told what other processes have said, ``back`` that anything may have happened.
    """

    def __init__(self, url: str) -> None:
        self.changed: Changed = lambda game, version, bot, since, said: None
        self.told: Callable[[str, dict[str, Any]], None] = lambda game, message: None
        self.back: Callable[[], None] = lambda: None
        self._url = url
        self._name = f"{os.getpid()}-{id(self):x}"
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING)
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on; twice is harmless. Raises Away."""
        if self._task is not None:
            return
        try:
            await self._connect()
        except OSError as error:
            raise Away(f"the database does not answer: {error}") from error
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._hang_up()

    def tell(self, game: str, message: dict[str, Any]) -> None:
        """Tell the other processes what passes by at a table; what is too long is not told."""
        text = json.dumps([self._name, game, message], separators=(",", ":"))
        if len(text.encode()) <= MAX_BYTES and not self._waiting.full():
            self._waiting.put_nowait(text)

    async def _connect(self) -> None:
        """Raises OSError."""
        connection = await dial(self._url)
        try:
            connection.add_termination_listener(lambda gone: self._lost(gone))
            await connection.add_listener(GAMES, self._hear_change)
            await connection.add_listener(EVENTS, self._hear_event)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _keep(self) -> None:
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                    log.info("processes hear each other again")
                    self.back()
                while True:
                    text = await self._waiting.get()
                    await self._connection.execute("SELECT pg_notify($1, $2)", EVENTS, text)
            except Exception as error:  # whatever it is, a new connection mends it
                log.warning("processes do not hear each other: %s", error)
            if self._connection is None:
                await asyncio.sleep(RETRY_SECONDS)
            await self._hang_up()

    def _lost(self, connection: Any) -> None:
        """The connection is gone: have the keeper notice, who may have nothing to say."""
        if connection is self._connection:
            self.tell("", {})

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        await hang_up(connection)

    def _hear_change(self, connection: Any, pid: int, channel: str, text: str) -> None:
        game, version, bot, since, *said = text.split(" ", 4)
        self.changed(game, int(version), bot == "1", float(since), *(said or [""]))

    def _hear_event(self, connection: Any, pid: int, channel: str, text: str) -> None:
        name, game, message = json.loads(text)
        if name != self._name:
            self.told(game, message)
