"""Tables' homes: connections go to the process where the table is that they ask about."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import httpx
import pytest
from tests.server.crew import Together, ask
from tests.server.databases import fresh

from livestone.server.homes import MOST_A_MINUTE, MOST_BYTES, Homes
from livestone.server.settings import Part

pytestmark = pytest.mark.anyio
FIRST = Part(number=0, workers=2)
THERE = next(str(n) for n in range(9) if crc32(str(n).encode()) % 2 == 1)
HERE = next(str(n) for n in range(9) if crc32(str(n).encode()) % 2 == 0)


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio."""
    return "asyncio"


@pytest.mark.parametrize(
    ("base", "line", "home"),
    [
        ("", f"GET /games/{THERE} HTTP/1.1", 1),
        ("", f"GET /games/{HERE} HTTP/1.1", None),
        ("", f"GET /games/{THERE}?ply=3 HTTP/1.1", 1),
        ("", f"POST /games/{THERE}/moves HTTP/1.1", 1),
        ("", f"GET /api/games/{THERE}/events HTTP/1.1", 1),
        ("", "GET /games HTTP/1.1", None),
        ("", "POST /api/games HTTP/1.1", None),
        ("", f"GET /studies/{THERE} HTTP/1.1", None),
        ("", f"GET /x/games/{THERE} HTTP/1.1", None),
        ("", f"GET /games/{THERE}", None),
        ("", f"get /games/{THERE} HTTP/1.1", None),
        ("", "GET /games/%61 HTTP/1.1", None),
        ("", f"GET /games/{THERE} HTTP/1.1\r\nX: {'y' * MOST_BYTES}", None),
        ("", "\r\n", None),
        ("/live.stone", f"GET /live.stone/api/games/{THERE}/plies HTTP/1.1", 1),
        ("/live.stone", f"GET /liveXstone/games/{THERE} HTTP/1.1", None),
        ("/live.stone", f"GET /games/{THERE} HTTP/1.1", None),
    ],
)
def test_what_a_request_begins_to_ask_for(base: str, line: str, home: int | None) -> None:
    assert Homes(FIRST, base).elsewhere(line.encode()) == home


def test_a_crowd_is_shared() -> None:
    homes = Homes(FIRST)
    line = f"GET /games/{THERE} HTTP/1.1".encode()
    found = [homes.elsewhere(line) for _ in range(MOST_A_MINUTE + 5)]
    assert found.count(1) in range(MOST_A_MINUTE, 2 * MOST_A_MINUTE + 1)  # a minute may end
    homes._minute -= 1
    assert homes.elsewhere(line) == 1


@contextlib.contextmanager
def connected() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


class Pair:
    """Two processes' homes, and what the second one was given."""

    def __init__(self, folder: Path) -> None:
        part = replace(FIRST, place=str(folder / "owner"))
        self.first, self.second = Homes(part), Homes(replace(part, number=1))
        self.taken: list[tuple[socket.socket, bytes]] = []

    def listen(self) -> None:
        self.second.listen(lambda visitor, began: self.taken.append((visitor, began)))

    def hand(self, theirs: socket.socket, data: bytes = b"GET") -> bool:
        return self.first.hand_over(1, data, theirs.fileno())

    async def until(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.taken) < count:
                await asyncio.sleep(0.001)


async def test_a_connection_goes_on_elsewhere(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    pair.listen()
    for count, data in enumerate((b"GET / HTTP", b"x" * MOST_BYTES), 1):
        with connected() as (ours, theirs):
            assert pair.hand(theirs, data)
            theirs.close()
            await pair.until(count)
            visitor, began = pair.taken[-1]
            with visitor:
                assert began == data
                ours.sendall(b"more")
                assert visitor.recv(10) == b"more"
                visitor.sendall(b"answer")
            assert ours.recv(10) == b"answer"
            assert ours.recv(10) == b""
    pair.first.close()
    pair.second.close()


async def test_who_is_not_there_takes_nothing(tmp_path: Path) -> None:
    """Before it starts, after it has ended, and while it starts again."""
    pair = Pair(tmp_path)
    with connected() as (_, theirs):
        assert not pair.hand(theirs)
        for _ in range(2):
            pair.listen()
            assert pair.hand(theirs)
            pair.second.close()  # takes what has come already
            assert len(pair.taken) == 1
            pair.taken.pop()[0].close()
            assert not pair.hand(theirs)
    assert not os.listdir(tmp_path)


async def test_where_there_can_be_no_socket_everybody_is_answered_where_he_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A Unix socket's path has some hundred characters at most."""
    (far := tmp_path / ("far" * 50)).mkdir()
    pair = Pair(far)
    pair.listen()
    assert "no process hands connections to this one" in caplog.text
    with connected() as (_, theirs):
        assert not pair.hand(theirs)
    pair.first.close()
    pair.second.close()


async def test_who_replaces_one_that_was_killed_is_found(tmp_path: Path) -> None:
    """Whose socket is still in the folder, and whom the others still know."""
    pair, next_ = Pair(tmp_path), Pair(tmp_path)
    pair.listen()
    with connected() as (_, theirs):
        assert pair.hand(theirs)
        await pair.until(1)
        for line in (pair.second._listener, *pair.second._heard):
            assert line is not None
            asyncio.get_running_loop().remove_reader(line)
            line.close()
        assert os.listdir(tmp_path)
        next_.listen()
        assert not pair.hand(theirs)  # the line to who is no more
        assert pair.hand(theirs)
        await next_.until(1)
    for visitor, _ in (*pair.taken, *next_.taken):
        visitor.close()
    pair.first.close()
    next_.second.close()


async def test_who_is_busy_takes_no_more_than_fits(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    pair.listen()
    with connected() as (_, theirs):
        handed = 0
        while pair.hand(theirs, b"x" * MOST_BYTES):
            handed += 1
        assert handed > 5
        await pair.until(handed)
        assert pair.hand(theirs)  # it is there again
        await pair.until(handed + 1)
    for visitor, _ in pair.taken:
        visitor.close()
    pair.first.close()
    pair.second.close()


async def at_home(client: httpx.AsyncClient, id: str) -> dict[str, float]:
    """How many questions about one table each process has answered."""
    text = (await client.get("/metrics")).text
    found = re.findall(
        r'^livestone_requests_total{[^}]*route="/api/games/{id}",[^}]*worker="(\d)"} (\S+)$',
        text,
        re.M,
    )
    return {worker: float(count) for worker, count in found}


async def test_all_who_ask_about_a_table_meet_in_one_process(tmp_path: Path) -> None:
    """And a connection goes from one to the other as often as it has to."""
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    with Together(tmp_path, fresh("homes"), WEB_PER_ADDRESS=0) as server:
        asked = {"0": 0, "1": 0}
        for turn in range(6):
            async with server.newcomer() as client, server.newcomer() as watcher:
                await ask(client, "/api/games")
                await ask(watcher, "/api/games")
                table = await ask(client, "/api/games", {**spec, "public": True})
                path = f"/api/games/{table['id']}"
                async with contextlib.AsyncExitStack() as stack:
                    streams = [
                        await stack.enter_async_context(watcher.stream("GET", f"{path}/events"))
                        for _ in range(3)
                    ]
                    move = {"move": table["legal"][0], "ply": 0}
                    assert (await ask(client, f"{path}/plies", move))["ply"] == 1
                    for stream in streams:
                        async with asyncio.timeout(60):
                            async for line in stream.aiter_lines():
                                if line.startswith("data:") and '"ply":1' in line:
                                    break
                    for one in (client, watcher, client, watcher):
                        assert (await ask(one, path))["ply"] == 1
                asked[str(crc32(table["id"].encode()) % 2)] += 4
                assert await at_home(client, table["id"]) == {
                    worker: count for worker, count in asked.items() if count
                }, turn
    assert server.code == 0
    assert "WARNING" not in server.log.read_text()
