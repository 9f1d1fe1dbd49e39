"""While somebody floods a server, a game between two others goes on."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import socket
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.duel import Duel
from tests.server.servers import Servers, ask
from tests.server.site import NO_TLS

# How many connections, small and big; the big ones are more than the server lets in.
SMALL, BIG = 12, 10_000
BUSY = {"requests": 20, "logins": 20, "oversize": 20, "slow_heads": 2000, "slow_bodies": 2000}
BUSY |= {"unread_answers": 300}
SECONDS = 12.0  # that a big flood is watched
PAUSE = 0.02  # between two things that one connection does
AGAIN = 0.2  # before somebody connects again who was sent away


@dataclass
class Target:
    """A server: its pages, the port for players, a game that may be watched; and what came back."""

    host: str
    port: int
    lines: int
    game: str
    opened: int = 0
    refused: int = 0

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
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


async def _drip(target: Target, number: int, start: bytes, drop: bytes) -> None:
    """Send the start of requests, then a byte at a time, and never the end."""

    async def one(index: int) -> None:
        async with target.connected() as (_, writer):
            writer.write(start)
            while True:
                await asyncio.sleep(50 * PAUSE)
                writer.write(drop)
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


def _login(index: int) -> bytes:
    body = f'{{"name": "nobody{index}", "password": "not this one either"}}'
    return request("POST", "/api/login", body=body.encode())


HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = request("POST", "/api/games", body=b" " * 60_000)[:-59_000]
FLOODS: dict[str, Flood] = {
    # Connections that say nothing, to the pages and to the port for players.
    "idle": lambda to, number: _held(to, number, to.port, b""),
    "idle_players": lambda to, number: _held(to, number, to.lines, b""),
    # Readers of event streams who never read.
    "unread_events": lambda to, number: _held(
        to, number, to.port, request("GET", f"/games/{to.game}/events")
    ),
    "unread_answers": unread_answers,
    # Requests whose headers or bodies never end.
    "slow_heads": lambda to, number: _drip(to, number, HEAD, b"x"),
    "slow_bodies": lambda to, number: _drip(to, number, BODY, b" "),
    # Questions from one address, and wrong passwords for names that may not exist.
    "requests": lambda to, number: _asked(to, number, lambda _: request("GET", "/api/catalogue")),
    "logins": lambda to, number: _asked(to, number, _login),
    "oversize": oversize,
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("floods")
    with Servers(folder, None, 1, REQUESTS=50) as running:
        yield running
    assert running.codes == [0]
    assert "failed" not in running.logged()


@pytest.fixture
async def target(servers: Servers) -> Target:
    host, port = re.fullmatch(r"http://(.+):(\d+)", servers.url).groups()  # type: ignore[union-attr]
    lines = re.search(r"on port (\d+)", "".join(servers.all[0].said))
    async with servers.newcomer() as client:
        async with asyncio.timeout(PATIENCE):  # another test's flood came from here too
            while (await client.get("/api/games")).status_code == 429:
                await asyncio.sleep(2)
        spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
        game = await ask(client, "/api/games", {**spec, "public": True})
    return Target(host, int(port), int(lines[1]), game["id"])


@contextlib.asynccontextmanager
async def players(servers: Servers) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Two clients who keep their connections, as pages and programs do, elsewhere."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=servers.url,
                    timeout=PATIENCE,
                    verify=NO_TLS,
                    transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"),
                )
            )
            for _ in range(2)
        ]


async def play_on(servers: Servers, seconds: float, pause: float) -> list[float]:
    """Play until the time is over, and return how long each move took."""
    taken: list[float] = []
    began = time.monotonic()
    async with players(servers) as clients:
        while not taken or time.monotonic() - began < seconds:
            duel = Duel(clients, random.randrange(10**6))
            await duel.play(pause)
            taken += [told.acknowledged - told.sent for told in duel.told]
    return taken


@contextlib.asynccontextmanager
async def flooded(name: str, target: Target, number: int) -> AsyncIterator[None]:
    """Have a flood go on until the end of the block."""
    task: asyncio.Task[Any] = asyncio.ensure_future(FLOODS[name](target, number))
    try:
        yield
        assert not task.done(), task.exception()
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.mark.parametrize("name", FLOODS)
async def test_a_game_goes_on(servers: Servers, target: Target, name: str) -> None:
    async with flooded(name, target, SMALL):
        await play_on(servers, 0, 0.0)
    assert target.opened >= SMALL


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
async def test_a_game_goes_on_beside_thousands(servers: Servers, target: Target, name: str) -> None:
    number = BUSY.get(name, BIG)
    quiet = await play_on(servers, 3, 0.1)
    async with flooded(name, target, number):
        while target.opened < number and name not in BUSY:
            await asyncio.sleep(0.1)
        taken = await play_on(servers, SECONDS, 0.1)
    shown = [f"{1000 * value:.0f}" for value in (statistics.median(taken), max(taken))]
    before = f"{1000 * statistics.median(quiet):.0f}"
    print(
        f"\n{name}, {number}: a move took {shown[0]} ms (median; {before} before), "
        f"{shown[1]} at most; {target.opened} opened, {target.refused} refused"
    )
