"""The listener: crowds, silence, floods, and what is told to whom."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator

import pytest
from tests.server.freeplay.clients import Keys, LineServer, OldClient, game

from livestone.freeplay.board import freeplay
from livestone.server.freeplay import listener
from livestone.server.freeplay.limits import Clock, Limits
from livestone.server.freeplay.listener import CROWDED, FULL

LONG = Clock(600.0, 6000.0)


async def test_silence_is_ended() -> None:
    async with LineServer(Limits(login=0.05)) as server:
        silent, half = await server.raw(), await server.raw()
        await half.nonce("ada")
        for client in (silent, half):
            told = await client.rest()
            assert told == [b"not-authorized: nobody has logged in within 0.05 seconds\n"]


async def test_who_is_in_may_be_silent() -> None:
    async with LineServer(Limits(login=0.05)) as server:
        await server.logged_in("ada")
        silent = await server.raw()
        assert await silent.rest()
        assert server.players.present == {"ada"}


@pytest.mark.parametrize("limits", [Limits(address=5, login=600.0), Limits(all=5, login=600.0)])
async def test_who_has_waited_longest_makes_room(limits: Limits) -> None:
    async with LineServer(limits) as server:
        inside = [await server.logged_in(name) for name in ("ada", "bo")]
        silent = [await server.raw() for _ in range(6)]
        for client in silent[:3]:  # five are let in: two inside, the last three of the silent
            assert await client.rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        await server.logged_in("cy")
        assert await silent[3].rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        assert server.players.present == {"ada", "bo", "cy"}
        inside[0].close()
        await server.until(lambda players: "ada" not in players.present)


async def test_full_of_players() -> None:
    async with LineServer(Limits(address=2)) as server:
        for name in ("ada", "bo"):
            await server.logged_in(name)
        client = await server.raw()
        assert await client.rest() == [b"not-authorized: %s\n" % FULL.encode()]


async def test_logins_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async with LineServer(Limits(logins=3)) as server:
        for _ in range(3):
            client = await server.raw()
            await client.nonce("ada")
            client.close()
        client = await server.raw()
        await client.send(b"authenticate: ada\n")
        (line,) = await client.rest()
        assert line.startswith(b"not-authorized: there were over 3 logins")
        monkeypatch.setattr(listener, "MINUTE", 0.0)
        await server.logged_in("ada")


@contextlib.asynccontextmanager
async def crowd(server: LineServer, count: int) -> AsyncIterator[None]:
    """So many connections that say nothing."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    for _ in range(min(count, files // 2 - 100)):
        await server.raw()
    yield


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
async def test_silent_connections_harm_nobody(count: int) -> None:
    """While a game goes on, and others come in and play."""
    limits = Limits(address=count // 2, login=600.0)
    async with LineServer(limits) as server, game(server, clock=LONG) as (ada, bo, _):
        await bo.lines(2)
        async with crowd(server, count):
            await ada.lines(3)
            await ada.send(b"move: 0,0\n")
            assert await bo.lines(2) == [b"score: 0,0\n", b"move: 0,0\n"]
            others = [OldClient(name, lambda board: board.legal[0]) for name in ("cy", "di")]
            running = [asyncio.create_task(other.run(server.port)) for other in others]
            await server.until(lambda players: {"cy", "di"} <= players.free)
            played = await server.players.play(("cy", "di"), freeplay(size=4), LONG)
            assert played.fault is None
            await asyncio.gather(*running)
            await bo.send(b"move: 1,1\n")
            assert await ada.lines(3) == [b"score: 0,0\n", b"score: 0,0\n", b"move: 1,1\n"]


async def test_a_mistake_of_ours_costs_one_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with LineServer() as server:
        with monkeypatch.context() as patched:
            patched.setattr(listener, "login", None)
            client = await server.raw()
            assert await client.rest() == []
        assert "could not be served: TypeError" in caplog.text
        await server.logged_in("ada")


async def test_the_end() -> None:
    """Everybody hears it; who has not logged in is disconnected."""
    server = LineServer()
    async with server:
        ada, silent = await server.logged_in("ada"), await server.raw()
        await silent.nonce("bo")
        ending = asyncio.create_task(server.players.close("bye"))
        assert await ada.rest() == [b"quit: bye\n"]
        ada.close()
        await ending
    assert await silent.rest() == []


async def test_no_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (listener.OTHER_FILES + 2, 500))
    async with LineServer() as server:
        await server.logged_in("ada")
        await server.logged_in("bo")
        (line,) = await (await server.raw()).rest()
        assert line == b"not-authorized: %s\n" % FULL.encode()


async def test_turned_out_in_the_middle_of_logging_in(caplog: pytest.LogCaptureFixture) -> None:
    """He is not let in afterwards, and nobody takes it for a mistake of ours."""
    asked, free = asyncio.Event(), asyncio.Event()

    class Slow(Keys):
        async def hashes(self, name: str) -> list[str]:
            asked.set()
            await free.wait()
            return await super().hashes(name)

    async with LineServer(Limits(address=1), Slow()) as server:
        first = await server.raw()
        await first.log_in("ada")
        await asked.wait()
        second = await server.raw()
        assert await first.rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        free.set()
        await second.log_in("bo")
        assert (await second.line()).startswith(b"message: Welcome, bo!")
        await server.until(lambda players: players.present == {"bo"})
    assert "could not be served" not in caplog.text
