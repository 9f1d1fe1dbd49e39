"""What somebody can do to a server to keep it from everybody else; each until it is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

PAUSE = 0.02  # between two things that one connection does
AGAIN = 0.2  # before somebody connects again who was sent away


@dataclass
class Target:
    """A server: its pages, the port for players, a game that may be watched; and what came back."""

    host: str
    port: int
    lines: int
    game: str = ""
    opened: int = 0
    refused: int = 0

    @contextlib.asynccontextmanager
    async def connected(
        self, port: int = 0
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection."""
        reader, writer = await asyncio.open_connection(self.host, port or self.port)
        self.opened += 1
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


Flood = Callable[[Target, int], Awaitable[None]]


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    """A request, as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _many(number: int, one: Callable[[int], Awaitable[None]]) -> None:
    """Do something many times beside each other, again and again."""

    async def ever(index: int) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await one(index)
            await asyncio.sleep(AGAIN)

    async with asyncio.TaskGroup() as group:
        for index in range(number):
            group.create_task(ever(index))


async def _held(target: Target, number: int, port: int, greeting: bytes) -> None:
    """Hold connections open and say no more than this."""
    held = []
    try:
        for index in range(number):
            line = socket.socket()
            line.setblocking(False)
            await asyncio.get_running_loop().sock_connect(line, (target.host, port))
            held.append(line)
            target.opened += 1
            if greeting:
                await asyncio.get_running_loop().sock_sendall(line, greeting)
            if index % 50 == 49:
                await asyncio.sleep(0)
        await asyncio.Event().wait()
    finally:
        for line in held:
            line.close()


async def idle(target: Target, number: int) -> None:
    """Connections that say nothing."""
    await _held(target, number, target.port, b"")


async def idle_players(target: Target, number: int) -> None:
    """Connections to the port for players that say nothing."""
    await _held(target, number, target.lines, b"")


async def unread_events(target: Target, number: int) -> None:
    """Readers of event streams who never read."""
    await _held(target, number, target.port, request("GET", f"/games/{target.game}/events"))


async def idle_sockets(target: Target, number: int) -> None:
    """WebSockets on which nothing is said."""
    headers = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    await _held(target, number, target.port, request("GET", "/api/socket", *headers, key))


async def slow_heads(target: Target, number: int) -> None:
    """Requests whose headers come a byte at a time and never end."""

    async def one(index: int) -> None:
        async with target.connected() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            while True:
                await asyncio.sleep(50 * PAUSE)
                writer.write(b"x")
                await writer.drain()

    await _many(number, one)


async def slow_bodies(target: Target, number: int) -> None:
    """Requests whose bodies come a byte at a time and never end."""

    async def one(index: int) -> None:
        async with target.connected() as (_, writer):
            writer.write(request("POST", "/api/games", body=b" " * 60_000)[:-59_000])
            while True:
                await asyncio.sleep(50 * PAUSE)
                writer.write(b" ")
                await writer.drain()

    await _many(number, one)


async def unread_answers(target: Target, number: int) -> None:
    """Whoever asks for page after page and reads none."""

    async def one(index: int) -> None:
        async with target.connected() as (_, writer):
            while True:
                writer.write(request("GET", "/"))
                await writer.drain()
                await asyncio.sleep(25 * PAUSE)

    await _many(number, one)


async def _asked(target: Target, number: int, asked: Callable[[int], bytes]) -> None:
    """Ask as fast as there are answers."""

    async def one(index: int) -> None:
        async with target.connected() as (reader, writer):
            while True:
                writer.write(asked(index))
                head = await reader.readuntil(b"\r\n\r\n")
                target.refused += head.split(b" ")[1] in (b"429", b"503")
                for line in head.lower().split(b"\r\n"):
                    if line.startswith(b"content-length:"):
                        await reader.readexactly(int(line.partition(b":")[2]))

    await _many(number, one)


async def requests(target: Target, number: int) -> None:
    """Questions from one address, as fast as they are answered."""
    await _asked(target, number, lambda index: request("GET", "/api/catalogue"))


async def logins(target: Target, number: int) -> None:
    """Wrong passwords for names that may not exist."""

    def asked(index: int) -> bytes:
        body = f'{{"name": "nobody{index}", "password": "not this one either"}}'
        return request("POST", "/api/login", body=body.encode())

    await _asked(target, number, asked)


async def oversize(target: Target, number: int) -> None:
    """Bodies and headers that are larger than any may be."""

    async def one(index: int) -> None:
        async with target.connected() as (reader, writer):
            if index % 2:
                writer.write(request("POST", "/api/games", body=b" " * 1_000_000))
            else:
                writer.write(request("GET", "/", f"X-Long: {'x' * 1_000_000}"))
            await reader.read(1000)
            target.refused += 1

    await _many(number, one)


FLOODS: dict[str, Flood] = {
    flood.__name__: flood
    for flood in (
        idle,
        idle_players,
        idle_sockets,
        unread_events,
        unread_answers,
        slow_heads,
        slow_bodies,
        requests,
        logins,
        oversize,
    )
}
