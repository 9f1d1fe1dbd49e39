"""The registry of players who are logged in, and of the games between them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from livestone.api.tournaments import PlayerFault
from livestone.core.game import Game
from livestone.errors import LivestoneError, StorageError
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import BadLine, Message, one_line, read_fault
from livestone.freeplay.table import Played
from livestone.server.freeplay.connection import CLOSE_SECONDS, Connection
from livestone.server.freeplay.game import LineGame, Save
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.login import Refused
from livestone.server.freeplay.player import Changes, Player

IN_USE = "{name} is logged in already: end that program first"
ENDING = "the server ends: thank you for playing"

log = logging.getLogger("livestone")


class Unavailable(LivestoneError):
    """A player is not here, or not free."""

    code = "absent"


class PlayerRegistry:
    """Everybody logged in, and running games; ``changes`` counts all but moves.

    ``keep_fault`` is given what a player's program says of a fault of its own.
    """

    enter_late = True

    def __init__(self, keep_fault: Callable[[PlayerFault], Awaitable[None]]) -> None:
        self.games: dict[str, LineGame] = {}
        self.changes = Changes()
        self._keep_fault = keep_fault
        self._players: dict[str, Player] = {}
        self._moved = 0  # in games that are over

    @property
    def moves(self) -> int:
        return self._moved + sum(len(game.seconds) for game in self.games.values())

    @property
    def present(self) -> frozenset[str]:
        return frozenset(self._players)

    @property
    def free(self) -> frozenset[str]:
        return frozenset(name for name, player in self._players.items() if player.free)

    async def play(
        self,
        names: tuple[str, ...],
        game: Game,
        clock: Clock,
        *,
        words: str = "",
        save: Save | None = None,
    ) -> Played:
        """Play a game of Freedom between two who are free, White named first.

        The finished game is given to ``save`` before the players hear the result. When this is
        cancelled, they hear that the game is broken off and does not count. Raises Unavailable.
        """
        players = self._free(names[0]), self._free(names[1])
        running = LineGame(players, game, clock)
        self.games[running.id] = running
        for player in players:
            player.game = running
        self.changes.notify()
        try:
            return await running.run(words, save)
        finally:
            del self.games[running.id]
            self._moved += len(running.seconds)
            for player in players:
                player.game = None
                if player.asked:
                    asyncio.get_running_loop().call_later(clock.move, self._stop_waiting, player)
            self.changes.notify()

    async def message(self, name: str, text: str) -> None:
        """Send a player a message. Raises Unavailable."""
        self._player(name).send("message", one_line(text))

    def rest(self, name: str) -> float:
        """How many times as long as usual a player rests between games of the ladder."""
        return 1.0

    def disconnect(self, name: str, words: str) -> None:
        """Disconnect a player, who loses the game that they play. Raises Unavailable."""
        connection = self._player(name).connection
        connection.hang_up("quit", one_line(words))
        connection.cut(Fault("abandoned", "it was sent away"))

    async def make_room(self, name: str) -> None:
        """Make sure that nobody of this name is here but a dead connection. Raises Refused."""
        player = self._players.get(name)
        if player is not None and not await player.connection.is_dead():
            raise Refused(IN_USE.format(name=name))

    async def serve(self, name: str, connection: Connection) -> None:
        """Serve a player until they leave or are disconnected. Raises Refused for a name in use."""
        if name in self._players:
            raise Refused(IN_USE.format(name=name))
        player = self._players[name] = Player(name, connection)
        player.send("message", one_line(f"Welcome, {name}! Your next game begins by itself."))
        self.changes.notify()
        fault = Fault("abandoned", "it left")
        try:
            while True:
                message = await connection.read()
                if await self._told_fault(player, message):
                    continue
                free = player.free
                player.receive(message)
                if player.free != free:
                    self.changes.notify()
        except Fault as error:
            fault = error
        finally:
            del self._players[name]
            connection.ended.set()
            if player.game is not None:
                player.game.receive(player, fault)
            self.changes.notify()
            log.info("%s has gone: %s", name, fault)
        if fault.reason == "abandoned":
            return
        while player.game is not None:  # the player hears how it ended
            await self.changes.after(self.changes.count)
        connection.hang_up("quit", one_line(f"You are sent away: {fault}."))

    async def _told_fault(self, player: Player, message: Message) -> bool:
        """Whether a message tells of a fault of the player's program, once a connection."""
        if message.command != "fault" or player.told_fault:
            return False
        try:
            text = read_fault(message.arguments)
        except BadLine:
            return False
        player.told_fault = True
        game = None if player.game is None else player.game.id
        try:
            await self._keep_fault(PlayerFault(player.name, time.time(), text, game))
        except StorageError as error:
            log.error("a fault of %s was not kept: %s", player.name, error)
        self.changes.notify()
        return True

    async def close(self, words: str = ENDING) -> None:
        """Tell all players to leave, and give them a moment for it."""
        connections = [player.connection for player in self._players.values()]
        for connection in connections:
            connection.hang_up("quit", one_line(words))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                for connection in connections:
                    await connection.ended.wait()

    def _player(self, name: str) -> Player:
        if name not in self._players:
            raise Unavailable(f"{name} is not here")
        return self._players[name]

    def _free(self, name: str) -> Player:
        player = self._player(name)
        if not player.free:
            why = "is not free" if player.game is None else "is playing already"
            raise Unavailable(f"{name} {why}")
        return player

    def _stop_waiting(self, player: Player) -> None:
        """Wait no longer for an answer to a game that is over."""
        if player.game is None and player.asked:
            player.asked = False
            self.changes.notify()
