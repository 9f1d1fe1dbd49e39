"""A player who is logged in: what they send goes to their game, or is answered here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import Message, quoted
from livestone.server.freeplay.connection import Connection

if TYPE_CHECKING:
    from livestone.server.freeplay.game import LineGame

# Messages that nobody asked for, since the last move that was asked for.
MAX_UNASKED = 5


class Player:
    """A client by name.

    ``asked`` says that they were sent a ``move:`` and owe an answer, perhaps to a game that ended
    meanwhile. They are not free until it comes: it would be taken for a move of the next game.
    """

    def __init__(self, name: str, connection: Connection) -> None:
        self.name = name
        self.connection = connection
        self.game: LineGame | None = None
        self.asked = False
        self.told_fault = False
        self._unasked = 0

    @property
    def free(self) -> bool:
        return self.game is None and not self.asked

    def send(self, command: str, arguments: str) -> None:
        self.connection.send(command, arguments)

    def ask(self, last: str) -> None:
        self.asked = True
        self.send("move", last)

    def receive(self, message: Message) -> None:
        """Take a message. Raises Fault for one too many that nobody asked for."""
        if self.asked and message.command == "move":
            self.asked = False
            self._unasked = 0
            if self.game is not None:
                self.game.receive(self, message.arguments)
            return
        self._unasked += 1
        if self._unasked > MAX_UNASKED:
            raise Fault("failed", f"it sent {self._unasked} messages that nobody asked for")
        if message.command == "move":
            fault = Fault("illegal", "it moved out of turn")
        else:
            fault = Fault("failed", f"it sent {quoted(message.command)} where moves are expected")
        if self.game is None:
            self.send("message", f"Ignored, for it is not your turn: {quoted(message.command)}")
        else:
            self.game.receive(self, fault)


class Changes:
    """Counts changes, and wakes all who wait for the next one."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = asyncio.Event()

    def notify(self) -> None:
        self.count += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, seen: int) -> int:
        """Wait until the count differs from ``seen``, and return it."""
        while self.count == seen:
            await self._changed.wait()
        return self.count
