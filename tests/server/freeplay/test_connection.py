"""A connection: keepalive, order, last messages."""

from __future__ import annotations

import asyncio
import socket

import pytest
from tests.server.freeplay.clients import LineServer

from livestone.freeplay.limits import Fault
from livestone.server.freeplay.connection import KEEPALIVE, Connection
from livestone.server.web.proxies import origin


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
