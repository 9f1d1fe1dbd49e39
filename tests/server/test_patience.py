"""A server that starts while its database is away waits, and says so; see test_workers.py too."""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from livestone.errors import StorageError
from livestone.server.patience import PAGE, WORDS, until_there
from livestone.server.run import bind
from livestone.server.settings import Settings, WebSettings

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def refusing(state: str) -> AsyncIterator[str]:
    """The address of what answers as PostgreSQL does with an error of this state."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while length := int.from_bytes(await reader.read(4)):
            if length > 8:
                said = f"SFATAL\0C{state}\0Mnot now\0\0".encode()
                writer.write(b"E" + (len(said) + 4).to_bytes(4) + said)
                break
            writer.write(b"N")  # no TLS
            await reader.readexactly(length - 4)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"postgresql://ada@127.0.0.1:{server.sockets[0].getsockname()[1]}/games"


def waiting(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of waiting."""
    return [one for one in caplog.messages if "the database" in one]


@pytest.mark.parametrize("state", ["28P01", "28000", "3D000"])
async def test_what_no_waiting_mends(tmp_path: Path, state: str) -> None:
    async with refusing(state) as url:
        with bind("127.0.0.1", 0) as listener, pytest.raises(StorageError, match="not now"):
            await until_there(Settings(tmp_path, database=url), listener)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ada@nowhere.invalid/games", "nowhere.invalid/games cannot be used"),
        ("postgresql://ada@127.0.0.1:9/games?sslmode=odd", "sslmode"),
    ],
)
async def test_an_address_that_cannot_be(tmp_path: Path, url: str, words: str) -> None:
    with bind("127.0.0.1", 0) as listener, pytest.raises(StorageError, match=words):
        await until_there(Settings(tmp_path, database=url), listener)


async def test_who_asks_meanwhile(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A database that starts is waited for; under a base path, too, everybody is told so."""
    caplog.set_level(logging.INFO, "livestone")
    wanted = True
    with bind("127.0.0.1", 0) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with refusing("57P03") as url, httpx.AsyncClient(base_url=base) as client:
            settings = Settings(tmp_path, database=url, web=WebSettings(base_path="/table"))
            wait = asyncio.create_task(until_there(settings, listener, lambda: wanted))
            assert (await client.get("/healthz")).json() == {"status": "alive"}
            ready = await client.get("/table/readyz")
            assert (ready.status_code, ready.json()["reason"]) == (503, WORDS)
            told = await client.post("/table/api/games", json={})
            assert (told.status_code, told.json()["error"]) == (503, "storage")
            page = await client.get("/table/games/x")
            assert (page.status_code, page.text) == (503, PAGE)
            assert "default-src" in page.headers["content-security-policy"]
            wanted = False
            assert not await wait
        assert listener.fileno() >= 0
    (line,) = waiting(caplog)
    assert "ada@127.0.0.1" in line
    assert "does not answer (not now): waiting for it" in line


async def test_games_in_a_file_wait_for_nothing(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as listener:
        assert await until_there(Settings(tmp_path), listener)


def test_told_to_end_while_it_waits(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "livestone", "serve", "--port", "0", "--lines", "0"]
    command += ["--data", str(tmp_path), "--database", "postgresql://ada@127.0.0.1:9/games"]
    server = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    assert "waiting for it" in server.stderr.readline()
    server.send_signal(signal.SIGTERM)
    said, complained = server.communicate(timeout=60)
    assert (server.returncode, said) == (0, "")
    assert complained.endswith(" ended, as told\n")
    assert complained.count("\n") == 1
