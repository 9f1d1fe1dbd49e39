"""Who is logged in: what he sends goes to his game, or is answered here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import Message, quoted
from livestone.server.freeplay.connection import Connection

if TYPE_CHECKING:
    from livestone.server.freeplay.game import LineGame

# Messages that nobody asked for, since the last move that was.
MOST_UNASKED = 5


class Player:
    """A client by his name.

    ``asked`` says that he was sent a ``move:`` and owes an answer, perhaps to a game that ended
    while he was thinking: then he is not free until he has given it, since it would be taken for a
    move of the next.
    """

    def __init__(self, name: str, connection: Connection) -> None:
        self.name = name
        self.connection = connection
        self.game: LineGame | None = None
        self.asked = False
        self._unasked = 0

    @property
    def free(self) -> bool:
        """Whether a game may begin with him."""
        return self.game is None and not self.asked

    def send(self, command: str, arguments: str) -> None:
        """Send a message, without waiting."""
        self.connection.send(command, arguments)

    def ask(self, last: str) -> None:
        """Tell his opponent's last move: it is his turn."""
        self.asked = True
        self.send("move", last)

    def hear(self, message: Message) -> None:
        """Take a message of his. Raises Fault for one too many that nobody asked for."""
        if self.asked and message.command == "move":
            self.asked = False
            self._unasked = 0
            if self.game is not None:
                self.game.hear(self, message.arguments)
            return
        self._unasked += 1
        if self._unasked > MOST_UNASKED:
            raise Fault("failed", f"it sent {self._unasked} messages that nobody asked for")
        if message.command == "move":
            fault = Fault("illegal", "it moved out of turn")
        else:
            fault = Fault("failed", f"it sent {quoted(message.command)} where moves are expected")
        if self.game is None:
            self.send("message", f"Ignored, for it is not your turn: {quoted(message.command)}")
        else:
            self.game.fail(self, fault)

    def fail(self, fault: Fault) -> None:
        """He loses his game, if he plays one."""
        if self.game is not None:
            self.game.fail(self, fault)
