"""The hall: who is connected, who plays, and games between them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import NoReturn

from livestone.core.game import Game
from livestone.errors import BadRequest, LivestoneError
from livestone.freeplay.board import FREEDOM
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import one_line
from livestone.freeplay.table import Played
from livestone.server.freeplay.connection import CLOSE_SECONDS, Connection
from livestone.server.freeplay.game import Keep, LineGame
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.login import Refused
from livestone.server.freeplay.news import News
from livestone.server.freeplay.player import Player

IN_USE = "{name} is logged in already: end that program first"
log = logging.getLogger("livestone")

ENDING = "the server ends: thank you for playing"


class Absent(LivestoneError):
    """Somebody who should play is not here or not free; ``name`` says who."""

    code = "absent"

    def __init__(self, name: str, words: str) -> None:
        super().__init__(f"{name} {words}")
        self.name = name


class PlayerRegistry:
    """Everybody who is logged in, and the games that run.

    ``news`` counts who came, left, began to play or became free; each game has news of its moves.
    """

    def __init__(self) -> None:
        self.games: dict[str, LineGame] = {}
        self.news = News()
        self._players: dict[str, Player] = {}
        self._moved = 0  # in games that are over

    @property
    def moves(self) -> int:
        """How many moves have been made since the start."""
        return self._moved + sum(len(game.seconds) for game in self.games.values())

    @property
    def present(self) -> frozenset[str]:
        """The names of who is here, playing or not."""
        return frozenset(self._players)

    @property
    def free(self) -> frozenset[str]:
        """The names of those with whom a game may begin now."""
        return frozenset(name for name, player in self._players.items() if player.free)

    async def play(
        self,
        names: tuple[str, str],
        game: Game,
        clock: Clock | None = None,
        *,
        opening: Sequence[str] = (),
        words: str = "",
        keep: Keep | None = None,
    ) -> Played:
        """Play a game between two who are free, White named first, and return how it went.

        Raises Absent when one of them is not free, and BadRequest for what the protocol cannot
        tell its clients: another game than Freedom, or moves that they have not made themselves.
        ``keep`` is given the finished game before the players are told. Cancelled, it tells both
        that the game does not count.
        """
        if game.id != FREEDOM:
            raise BadRequest(f"the line protocol plays Freedom only, not {game.title}")
        if opening:
            raise BadRequest("the line protocol has no words for an opening: choose none")
        clock = clock or Clock()
        players = self._free(names[0]), self._free(names[1])
        if players[0] is players[1]:
            raise Absent(names[0], "cannot play against himself")
        running = LineGame(players, game, clock)
        self.games[running.id] = running
        for player in players:
            player.game = running
        self.news.tell()
        try:
            return await running.run(words, keep)
        finally:
            del self.games[running.id]
            self._moved += len(running.seconds)
            for player in players:
                player.game = None
                if player.asked:
                    asyncio.get_running_loop().call_later(clock.move, self._forgive, player)
            self.news.tell()

    async def message(self, name: str, text: str) -> None:
        """Tell somebody something. Raises Absent."""
        if name not in self._players:
            raise Absent(name, "is not here")
        self._players[name].send("message", one_line(text))

    def dismiss(self, name: str, words: str) -> None:
        """Send somebody home; he loses what he plays. Raises Absent."""
        if name not in self._players:
            raise Absent(name, "is not here")
        connection = self._players[name].connection
        connection.hang_up("quit", one_line(words))
        connection.cut(Fault("abandoned", "it was sent away"))

    async def make_room(self, name: str) -> None:
        """Make sure that nobody of this name is here but a dead connection. Raises Refused."""
        here = self._players.get(name)
        if here is not None and not await here.connection.is_dead():
            raise Refused(IN_USE.format(name=name))

    async def stay(self, name: str, connection: Connection) -> None:
        """Have somebody here until he leaves or is sent away. Raises Refused for a name in use."""
        if name in self._players:
            raise Refused(IN_USE.format(name=name))
        player = self._players[name] = Player(name, connection)
        player.send("message", one_line(f"Welcome, {name}! Your next game begins by itself."))
        self.news.tell()
        fault = Fault("abandoned", "it left")
        try:
            await self._listen(player)
        except Fault as error:
            fault = error
        finally:
            del self._players[name]
            connection.ended.set()
            player.fail(fault)
            self.news.tell()
            log.info("%s has gone: %s", name, fault)
        if fault.reason == "abandoned":
            return
        while player.game is not None:  # he hears how it ended
            await self.news.after(self.news.count)
        connection.hang_up("quit", one_line(f"You are sent away: {fault}."))

    async def close(self, words: str = ENDING) -> None:
        """Send everybody home, giving them a moment to go."""
        connections = [player.connection for player in self._players.values()]
        for connection in connections:
            connection.hang_up("quit", one_line(words))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                for connection in connections:
                    await connection.ended.wait()

    async def _listen(self, player: Player) -> NoReturn:
        """Hear all that somebody sends. Raises Fault when that is over."""
        while True:
            message = await player.connection.read()
            free = player.free
            player.hear(message)
            if player.free != free:
                self.news.tell()

    def _free(self, name: str) -> Player:
        player = self._players.get(name)
        if player is None:
            raise Absent(name, "is not here")
        if not player.free:
            raise Absent(name, "is not free" if player.game is None else "is playing already")
        return player

    def _forgive(self, player: Player) -> None:
        """Wait no longer for the answer to a game that is over."""
        if player.game is None and player.asked:
            player.asked = False
            self.news.tell()
