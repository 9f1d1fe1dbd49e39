"""Listens for players, has them log in, and bounds the number of connections."""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import ssl
from collections import Counter
from typing import Self

from livestone.errors import StorageError
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import MAX_BYTES, one_line
from livestone.server.freeplay.connection import Connection
from livestone.server.freeplay.limits import Limits
from livestone.server.freeplay.login import Hashes, Refused, login
from livestone.server.freeplay.registry import PlayerRegistry
from livestone.server.web.rate_limit import RateLimit
from livestone.tasks import Tasks

CROWDED = "too many others wait here to log in: try again"
FULL = "too many are connected: try again later"
MINUTE = 60.0
# Bounds what is buffered for a client who does not read.
SEND_BYTES = 32 * 1024
OTHER_FILES = 256  # of the web server, the store and the bots

log = logging.getLogger("livestone")


class Listener:
    """Registers clients of the socket ``listener`` and, by TLS, of ``safe``, once logged in."""

    def __init__(
        self,
        players: PlayerRegistry,
        hashes: Hashes,
        listener: socket.socket,
        limits: Limits | None = None,
        safe: tuple[socket.socket, ssl.SSLContext] | None = None,
    ) -> None:
        self.players = players
        self.limits = limits or Limits()
        self._hashes = hashes
        self._listeners: list[tuple[socket.socket, ssl.SSLContext | None]] = [(listener, None)]
        if safe is not None:
            self._listeners.append(safe)
        self._servers: list[asyncio.Server] = []
        self._tasks = Tasks()
        self._connected: Counter[str] = Counter()  # by origin
        self._waiting: dict[Connection, None] = {}  # not logged in, the longest first
        self._logins = RateLimit(self.limits.logins, MINUTE)
        self._most = max(1, min(self.limits.all, _file_limit() - OTHER_FILES))

    async def __aenter__(self) -> Self:
        for listener, context in self._listeners:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
            seconds = None if context is None else self.limits.login
            server = await asyncio.start_server(
                self._accept,
                sock=listener,
                limit=MAX_BYTES,
                ssl=context,
                ssl_handshake_timeout=seconds,
            )
            self._servers.append(server)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Accept no more connections, and disconnect everybody."""
        for server in self._servers:
            server.close()
        await self.players.close()
        await self._tasks.close()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.spawn(self._serve(Connection(reader, writer)))

    async def _serve(self, connection: Connection) -> None:
        self._connected[connection.origin] += 1
        self._waiting[connection] = None
        try:
            await self._log_in(connection)
            await connection.close()
        except Exception as error:
            log.error("a client of the line server could not be served: %r", error)
            log.debug("the traceback:", exc_info=error)
        finally:
            self._waiting.pop(connection, None)
            self._connected[connection.origin] -= 1
            if not self._connected[connection.origin]:
                del self._connected[connection.origin]
            connection.cut(Fault("abandoned", "it left"))

    async def _log_in(self, connection: Connection) -> None:
        try:
            self._make_room(connection)
            async with asyncio.timeout(self.limits.login):
                name = await login(connection, self._hashes, self._count_login)
                await self.players.make_room(name)
            self._waiting.pop(connection, None)
            log.info("%s logged in from %s", name, connection.origin)
            await self.players.serve(name, connection)
        except Fault:
            return  # the client has gone
        except TimeoutError:
            seconds = f"{self.limits.login:g} seconds"
            connection.hang_up("not-authorized", f"nobody has logged in within {seconds}")
        except Refused as error:
            # Anybody may be refused any number of times: that must not fill the log.
            log.debug("a client from %s was refused: %s", connection.origin, error)
            connection.hang_up("not-authorized", one_line(str(error)))
        except StorageError as error:
            log.error("nobody can log in: %s", error)
            connection.hang_up("not-authorized", "names cannot be looked up now: try again later")

    def _count_login(self, connection: Connection) -> None:
        """Count a login. Raises Refused for too many from one address within a minute."""
        if self._logins.full(connection.origin):
            most = self.limits.logins
            raise Refused(f"there were over {most} logins from your address: wait for a minute")
        self._logins.count(connection.origin)

    def _make_room(self, newcomer: Connection) -> None:
        """Where there are too many connections, cut the one that has waited longest to log in.

        Of many addresses, the one with most waiting connections loses one. So connections that
        send nothing keep out nobody who logs in at once. Raises Refused if all have logged in.
        """
        origin = None
        if self._connected[newcomer.origin] > self.limits.address:
            origin = newcomer.origin
        elif len(self._tasks) > self._most:
            origin = Counter(waiting.origin for waiting in self._waiting).most_common(1)[0][0]
        if origin is None:
            return
        longest = next(waiting for waiting in self._waiting if waiting.origin == origin)
        if longest is newcomer:
            raise Refused(FULL)
        del self._waiting[longest]
        longest.hang_up("not-authorized", CROWDED)
        longest.cut(Fault("abandoned", CROWDED))


def _file_limit() -> float:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return math.inf
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft
