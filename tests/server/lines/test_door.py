"""The door: crowds, silence, floods, and what is told to whom."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator

import pytest
from tests.server.lines.clients import Keys, OldClient, Place, game

from livestone.freeplay.board import freeplay
from livestone.server.freeplay import listener as door
from livestone.server.freeplay.limits import Clock, Limits
from livestone.server.freeplay.listener import CROWDED, FULL

pytestmark = pytest.mark.anyio
LONG = Clock(600.0, 6000.0)


async def test_silence_is_ended() -> None:
    async with Place(Limits(login=0.05)) as place:
        silent, half = await place.raw(), await place.raw()
        await half.nonce("ada")
        for client in (silent, half):
            told = await client.rest()
            assert told == [b"not-authorized: nobody has logged in within 0.05 seconds\n"]


async def test_who_is_in_may_be_silent() -> None:
    async with Place(Limits(login=0.05)) as place:
        await place.logged_in("ada")
        silent = await place.raw()
        assert await silent.rest()
        assert place.hall.present == {"ada"}


@pytest.mark.parametrize("limits", [Limits(address=5, login=600.0), Limits(all=5, login=600.0)])
async def test_who_has_waited_longest_makes_room(limits: Limits) -> None:
    async with Place(limits) as place:
        inside = [await place.logged_in(name) for name in ("ada", "bo")]
        silent = [await place.raw() for _ in range(6)]
        for client in silent[:3]:  # five are let in: two inside, the last three of the silent
            assert await client.rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        await place.logged_in("cy")
        assert await silent[3].rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        assert place.hall.present == {"ada", "bo", "cy"}
        inside[0].close()
        await place.until(lambda hall: "ada" not in hall.present)


async def test_full_of_players() -> None:
    async with Place(Limits(address=2)) as place:
        for name in ("ada", "bo"):
            await place.logged_in(name)
        client = await place.raw()
        assert await client.rest() == [b"not-authorized: %s\n" % FULL.encode()]


async def test_logins_within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Place(Limits(logins=3)) as place:
        for _ in range(3):
            client = await place.raw()
            await client.nonce("ada")
            client.close()
        client = await place.raw()
        await client.send(b"authenticate: ada\n")
        (line,) = await client.rest()
        assert line.startswith(b"not-authorized: there were over 3 logins")
        monkeypatch.setattr(door, "MINUTE", 0.0)
        await place.logged_in("ada")


@contextlib.asynccontextmanager
async def crowd(place: Place, count: int) -> AsyncIterator[None]:
    """So many connections that say nothing."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    for _ in range(min(count, files // 2 - 100)):
        await place.raw()
    yield


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
async def test_silent_connections_harm_nobody(count: int) -> None:
    """While a game goes on, and others come in and play."""
    limits = Limits(address=count // 2, login=600.0)
    async with Place(limits) as place, game(place, clock=LONG) as (ada, bo, _):
        await bo.lines(2)
        async with crowd(place, count):
            await ada.lines(3)
            await ada.send(b"move: 0,0\n")
            assert await bo.lines(2) == [b"score: 0,0\n", b"move: 0,0\n"]
            others = [OldClient(name, lambda board: board.legal[0]) for name in ("cy", "di")]
            running = [asyncio.create_task(other.run(place.port)) for other in others]
            await place.until(lambda hall: {"cy", "di"} <= hall.free)
            played = await place.hall.play(("cy", "di"), freeplay(size=4), LONG)
            assert played.fault is None
            await asyncio.gather(*running)
            await bo.send(b"move: 1,1\n")
            assert await ada.lines(3) == [b"score: 0,0\n", b"score: 0,0\n", b"move: 1,1\n"]


async def test_a_mistake_of_ours_costs_one_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with Place() as place:
        with monkeypatch.context() as patched:
            patched.setattr(door, "login", None)
            client = await place.raw()
            assert await client.rest() == []
        assert "could not be served: TypeError" in caplog.text
        await place.logged_in("ada")


async def test_the_end() -> None:
    """Everybody hears it; who is still at the door is let go."""
    place = Place()
    async with place:
        ada, silent = await place.logged_in("ada"), await place.raw()
        await silent.nonce("bo")
        ending = asyncio.create_task(place.hall.close("bye"))
        assert await ada.rest() == [b"quit: bye\n"]
        ada.close()
        await ending
    assert await silent.rest() == []


def test_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many connections as this process may have files open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert door._files(soft) == soft
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 500))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    assert [door._files(wanted) for wanted in (50, 300, 900)] == [50, 300, 500]
    assert limits == [(300, 500), (500, 500)]


async def test_turned_out_in_the_middle_of_logging_in(caplog: pytest.LogCaptureFixture) -> None:
    """He is not let in afterwards, and nobody takes it for a mistake of ours."""
    asked, free = asyncio.Event(), asyncio.Event()

    class Slow(Keys):
        async def hashes(self, name: str) -> list[str]:
            asked.set()
            await free.wait()
            return await super().hashes(name)

    async with Place(Limits(address=1), Slow()) as place:
        first = await place.raw()
        await first.log_in("ada")
        await asked.wait()
        second = await place.raw()
        assert await first.rest() in ([b"not-authorized: %s\n" % CROWDED.encode()], [])
        free.set()
        await second.log_in("bo")
        assert (await second.line()).startswith(b"message: Welcome, bo!")
        await place.until(lambda hall: hall.present == {"bo"})
    assert "could not be served" not in caplog.text
