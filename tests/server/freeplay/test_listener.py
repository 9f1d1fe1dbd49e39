"""The listener and its connections: crowds, silence, floods, order, and what is told to whom."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket

import pytest
from tests.server.freeplay.clients import LONG, Keys, LineServer, OldClient, game

from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault
from livestone.server.freeplay import listener
from livestone.server.freeplay.connection import KEEPALIVE, Connection
from livestone.server.freeplay.limits import Limits
from livestone.server.freeplay.listener import CROWDED, FULL
from livestone.server.web.proxies import origin


async def test_silence_is_ended_until_one_is_in() -> None:
    async with LineServer(Limits(login=0.2)) as server:
        while "ada" not in server.players.present:  # however slow this machine is
            with contextlib.suppress(AssertionError):
                await server.logged_in("ada")
        silent, half = await server.raw(), await server.raw()
        await half.send(b"authenticate: bo\n")
        for client in (silent, half):
            *_, last = await client.rest()
            assert last == b"not-authorized: nobody has logged in within 0.2 seconds\n"
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
        monkeypatch.setattr(server.listener._logins, "seconds", 0.0)
        await server.logged_in("ada")


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
async def test_silent_connections_harm_nobody(count: int) -> None:
    """While a game goes on, and others come in and play."""
    limits = Limits(address=count // 2, login=600.0)
    async with LineServer(limits) as server, game(server) as (ada, bo, _):
        await bo.lines(2)
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        for _ in range(min(count, files // 2 - 100)):
            await server.raw()
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


@pytest.mark.parametrize(
    ("address", "stands_for"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_origin(address: str, stands_for: str) -> None:
    assert origin(address) == stands_for


async def test_a_dead_machine_is_found_by_tcp() -> None:
    """The system asks; the client's program hears nothing of it."""
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    Connection(reader, writer).cut(Fault("abandoned", ""))
    theirs.close()
    listener = socket.create_server(("127.0.0.1", 0))
    client = socket.create_connection(listener.getsockname())
    ours, _ = listener.accept()
    reader, writer = await asyncio.open_connection(sock=ours)
    connection = Connection(reader, writer)
    line = writer.get_extra_info("socket")
    assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    if hasattr(socket, "TCP_KEEPIDLE"):
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == KEEPALIVE[0]
    connection.cut(Fault("abandoned", "enough"))
    with pytest.raises(Fault, match="enough"):
        await connection.read()
    connection.send("message", "to nobody")
    client.close()
    listener.close()


async def test_what_is_sent_at_once_comes_in_order() -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        for number in range(100):
            await server.players.message("ada", str(number))
        assert await ada.lines(100) == [b"message: %d\n" % number for number in range(100)]


async def test_a_last_message_reaches_who_has_sent_much() -> None:
    """Input that nobody reads must not destroy the last message."""
    async with LineServer() as server:
        client = await server.raw()
        await client.send(b"x" * 1_500_000)
        (line,) = await client.rest()
        assert line.startswith(b"not-authorized: log in first")
