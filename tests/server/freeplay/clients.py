"""Clients of the line server: bytes by hand, and the old Ruby client as its page describes it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any, Self

from tests.patience import PATIENCE

from livestone.api.tournaments import PlayerFault
from livestone.errors import StorageError
from livestone.freeplay.board import Board, freeplay
from livestone.server.freeplay.limits import Clock, Limits
from livestone.server.freeplay.listener import Listener
from livestone.server.freeplay.registry import PlayerRegistry
from livestone.server.main import bind

LONG = Clock(600.0, 6000.0)
PAIR = ("ada", "bo")


class Keys:
    """Names that may log in, each with the key that is its own name."""

    def __init__(self, names: Sequence[str] | None = None) -> None:
        self.names = names
        self.broken = False

    async def hashes(self, name: str) -> list[str]:
        if self.broken:
            raise StorageError("the disk is gone")
        if self.names is not None and name not in self.names:
            return []
        return [hashed(key_of(name))]


def key_of(name: str) -> bytes:
    return b"the key of " + name.encode()


def hashed(data: bytes) -> str:
    return sha256(data).hexdigest()


def proof(nonce: str, key: bytes) -> bytes:
    """The line by which a client shows that it has a key."""
    return f"nonce-reply: {hashed((nonce + hashed(key)).encode())}\n".encode()


class LineServer:
    """A registry of players, and a listener for clients on this machine."""

    def __init__(self, limits: Limits | None = None, keys: Keys | None = None) -> None:
        self.faults: list[PlayerFault] = []
        self.players = PlayerRegistry(self._keep_fault)
        self.keys = keys or Keys()
        self._listener = bind("127.0.0.1", 0)
        self.port = self._listener.getsockname()[1]
        self.listener = Listener(self.players, self.keys.hashes, self._listener, limits)
        self._clients: list[Raw] = []

    async def __aenter__(self) -> Self:
        await self.listener.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        for client in self._clients:
            client.close()
        await self.listener.__aexit__(*error)
        await asyncio.sleep(0)  # aborted transports are closed in the loop's next round
        assert not self.players.present
        assert not self.players.games

    async def _keep_fault(self, fault: PlayerFault) -> None:
        self.faults.append(fault)

    async def raw(self) -> Raw:
        client = Raw(*await asyncio.open_connection("127.0.0.1", self.port, limit=2**20))
        self._clients.append(client)
        return client

    async def logged_in(self, name: str) -> Raw:
        """A client who has been welcomed."""
        client = await self.raw()
        await client.log_in(name)
        assert (await client.line()).startswith(f"message: Welcome, {name}!".encode())
        return client

    async def until(self, condition: Callable[[PlayerRegistry], bool]) -> None:
        """Wait for a condition on the registry."""
        async with asyncio.timeout(PATIENCE):
            while not condition(self.players):
                await self.players.changes.after(self.players.changes.count)


class Raw:
    """A connection on which a test says and hears every byte itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    async def line(self) -> bytes:
        """The next line; empty when the server has hung up."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.readline()
            except ConnectionError:
                return b""

    async def lines(self, count: int) -> list[bytes]:
        return [await self.line() for _ in range(count)]

    async def rest(self) -> list[bytes]:
        """All lines until the server hangs up."""
        found = []
        while line := await self.line():
            found.append(line)
        return found

    async def nonce(self, name: str) -> str:
        await self.send(b"authenticate: " + name.encode() + b"\n")
        line = (await self.line()).decode()
        assert line.startswith("nonce: "), line
        return line.removeprefix("nonce: ").removesuffix("\n")

    async def log_in(self, name: str, key: bytes | None = None) -> None:
        nonce = await self.nonce(name)
        await self.send(proof(nonce, key_of(name) if key is None else key))

    def close(self) -> None:
        self.writer.transport.abort()


@asynccontextmanager
async def game(
    server: LineServer, **wanted: Any
) -> AsyncIterator[tuple[Raw, Raw, asyncio.Task[Any]]]:
    """A game that begins between two clients, up to White's first turn."""
    clients = [await server.logged_in(name) for name in PAIR]
    wanted = {"rules": freeplay(size=4), "clock": LONG} | wanted
    rules = wanted.pop("rules")
    task = asyncio.create_task(server.players.play(PAIR, rules, **wanted))
    try:
        yield clients[0], clients[1], task
    finally:
        for client in clients:
            client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class OldClient:
    """The Ruby client: one thing after the other, and an error on anything unexpected."""

    LINE = re.compile(r"^([^:]+):\s+(.+)$")

    def __init__(self, name: str, move: Callable[[Board], tuple[int, int]], games: int = 1) -> None:
        self.name = name
        self.move = move
        self.games = games
        self.heard: list[tuple[str, str]] = []
        self.board: Board | None = None

    async def run(self, port: int) -> str:
        """Play until told to quit, or for so many games; return the last words."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        self.say = lambda text: writer.write(f"{text}\n".encode())
        self.say(f"authenticate: {self.name}")
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    line = (await reader.readline()).decode().removesuffix("\n")
                    found = self.LINE.match(line)
                    if found is None:
                        raise ValueError(f"unable to parse {line!r}")
                    self.heard.append((found[1], found[2]))
                    words = self.commands[found[1]](self, found[2])
                    if words is not None:
                        return words
        finally:
            writer.transport.abort()

    def nonce(self, nonce: str) -> None:
        self.say(proof(nonce, key_of(self.name)).decode().strip())

    def leave(self, words: str) -> str:
        return words

    def opponent(self, names: str) -> None:
        self.names = names.split(", ")
        assert len(self.names) == 2

    def begin(self, board: str) -> None:
        colour, size = board.split(" ")
        assert self.names[["white", "black"].index(colour)] == self.name
        self.board = Board(int(size), colour)

    def score(self, score: str) -> None:
        self.scores = [int(points) for points in score.split(",")]

    def turn(self, last: str) -> None:
        if last != "none,none":
            self.board.play(*map(int, last.split(",")))
        x, y = self.move(self.board)
        self.board.play(x, y)
        self.say(f"move: {x},{y}")

    def message(self, text: str) -> None:
        self.text = text

    def end(self, result: str) -> str | None:
        self.winner, white, black = result.split(",")
        self.live = [
            [tuple(map(int, s.split())) for s in p.split(";") if s.strip()] for p in (white, black)
        ]
        self.games -= 1
        return None if self.games else self.winner

    commands: Mapping[str, Callable[[Any, str], str | None]] = {
        "nonce": nonce,
        "not-authorized": leave,
        "opponent": opponent,
        "board": begin,
        "score": score,
        "move": turn,
        "message": message,
        "game": end,
        "quit": leave,
    }
