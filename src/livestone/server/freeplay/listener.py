"""The door: listens for clients, lets in who proves his name, and is never crowded out."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import time
from collections import Counter
from typing import Self

from livestone.errors import StorageError
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import MOST_BYTES, one_line
from livestone.server.freeplay.connection import Connection
from livestone.server.freeplay.limits import Limits
from livestone.server.freeplay.login import Keys, Refused, login
from livestone.server.freeplay.registry import PlayerRegistry

CROWDED = "too many others wait here to log in: try again"
FULL = "too many are connected: try again later"
MINUTE = 60.0
# Little is enough, and a client who reads nothing has only so much to fill.
SEND_BYTES = 32 * 1024
OTHER_FILES = 256  # of the web server, the store and the bots

log = logging.getLogger("livestone")


class Listener:
    """Lets clients into a hall; ``listener`` is a bound socket, ``keys`` knows who may come in.

    ``safe`` is another socket, where the same is spoken by TLS, and what that needs.
    """

    def __init__(
        self,
        hall: PlayerRegistry,
        keys: Keys,
        listener: socket.socket,
        limits: Limits | None = None,
        safe: tuple[socket.socket, ssl.SSLContext] | None = None,
    ) -> None:
        self.hall = hall
        self.limits = limits or Limits()
        self._keys = keys
        self._listeners: list[tuple[socket.socket, ssl.SSLContext | None]] = [(listener, None)]
        if safe is not None:
            self._listeners.append(safe)
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._inside: Counter[str] = Counter()  # by origin
        self._waiting: dict[Connection, None] = {}  # not logged in, the longest first
        self._logins: Counter[str] = Counter()
        self._minute = time.monotonic()
        self._most = self.limits.all

    async def __aenter__(self) -> Self:
        self._most = max(1, _files(self.limits.all + OTHER_FILES) - OTHER_FILES)
        for listener, context in self._listeners:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
            seconds = None if context is None else self.limits.login
            server = await asyncio.start_server(
                self._knocked,
                sock=listener,
                limit=MOST_BYTES,
                ssl=context,
                ssl_handshake_timeout=seconds,
            )
            self._servers.append(server)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let nobody in any more, and send away who is inside."""
        for server in self._servers:
            server.close()
        await self.hall.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _knocked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._meet(Connection(reader, writer)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _meet(self, connection: Connection) -> None:
        """Everything about one client, from the door to his leaving."""
        self._inside[connection.origin] += 1
        self._waiting[connection] = None
        try:
            await self._receive(connection)
            await connection.close()
        except Exception as error:
            log.error("a client of the line server could not be served: %r", error)
            log.debug("the traceback:", exc_info=error)
        finally:
            self._waiting.pop(connection, None)
            self._inside[connection.origin] -= 1
            if not self._inside[connection.origin]:
                del self._inside[connection.origin]
            connection.cut(Fault("abandoned", "it left"))

    async def _receive(self, connection: Connection) -> None:
        """Let a client log in and stay, or tell him why not."""
        try:
            self._make_room(connection)
            async with asyncio.timeout(self.limits.login):
                name = await login(connection, self._keys, self._count)
                await self.hall.make_room(name)
            self._waiting.pop(connection, None)
            log.info("%s logged in from %s", name, connection.origin)
            await self.hall.stay(name, connection)
        except Fault:
            return  # he has gone
        except TimeoutError:
            seconds = f"{self.limits.login:g} seconds"
            connection.hang_up("not-authorized", f"nobody has logged in within {seconds}")
        except Refused as error:
            # Whoever likes may be refused as often as he likes: no reason to fill a log.
            log.debug("a client from %s was refused: %s", connection.origin, error)
            connection.hang_up("not-authorized", one_line(str(error)))
        except StorageError as error:
            log.error("nobody can log in: %s", error)
            connection.hang_up("not-authorized", "names cannot be looked up now: try again later")

    def _count(self, connection: Connection) -> None:
        """Count a login. Raises Refused where there have been too many within a minute."""
        now = time.monotonic()
        if now - self._minute >= MINUTE:
            self._minute = now
            self._logins.clear()
        self._logins[connection.origin] += 1
        most = self.limits.logins
        if self._logins[connection.origin] > most:
            raise Refused(f"there were over {most} logins from your address: wait for a minute")

    def _make_room(self, newcomer: Connection) -> None:
        """Where it is full, turn out who has waited longest without logging in.

        So connections that say nothing never keep out who logs in at once; where many addresses
        wait, the one with most of them makes room. Raises Refused where everybody has logged in.
        """
        crowd = None
        if self._inside[newcomer.origin] > self.limits.address:
            crowd = newcomer.origin
        elif len(self._tasks) > self._most:
            crowd = Counter(waiting.origin for waiting in self._waiting).most_common(1)[0][0]
        if crowd is None:
            return
        longest = next(waiting for waiting in self._waiting if waiting.origin == crowd)
        if longest is newcomer:
            raise Refused(FULL)
        del self._waiting[longest]
        longest.hang_up("not-authorized", CROWDED)
        longest.cut(Fault("abandoned", CROWDED))


def _files(wanted: int) -> int:
    """Have this process open so many files if it may; return how many it may."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
