"""Where tables are at home: in the process to which everybody comes who asks about them.

Any process may serve any table. But what two players at one process share, two processes do twice,
so a process that reads the beginning of a request about a table hands the connection over to the
process where that table is at home, with what it has read (an open file in a message: SCM_RIGHTS).
Whoever cannot be handed over is answered where he is: over TLS, whose secrets stay where they are;
while the other process is started again; and where so many come to one table that it would have
more to do than the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import socket
import time
from collections import Counter
from collections.abc import Callable
from zlib import crc32

from livestone.server.settings import Part

MOST_BYTES = 16 * 1024  # read before a connection is handed over
MOST_A_MINUTE = 20  # connections handed over for one table: several browsers have no more
BACKLOG = 16

Take = Callable[[socket.socket, bytes], None]

log = logging.getLogger("livestone")


class Homes:
    """What one process knows of where tables are at home; there it listens at a Unix socket."""

    def __init__(self, part: Part, base: str = "") -> None:
        self._part = part
        self._about = re.compile(
            rb"[A-Z]{3,7} " + re.escape(base.encode()) + rb"(?:/api)?/games/([a-z0-9]{1,64})[/? ]"
        )
        self._lines: dict[int, socket.socket] = {}  # to the others
        self._heard: set[socket.socket] = set()  # from the others
        self._listener: socket.socket | None = None
        self._handed: Counter[bytes] = Counter()
        self._minute = 0

    def listen(self, take: Take) -> None:
        """Have ``take`` called with each connection that comes here, and what was read of it."""
        place = self._place(self._part.number)
        with contextlib.suppress(OSError):
            os.unlink(place)  # of one that was killed
        try:
            listener = _listening(place)
        except OSError as error:  # no such sockets here, or the path is too long for one
            log.warning("no process hands connections to this one: %s", error)
            return
        self._listener, self._take = listener, take
        self._read(listener, self._accept)

    def close(self) -> None:
        """Take what has come already, and nothing more."""
        if self._listener is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._place(self._part.number))
            self._accept()
            self._hang_up(self._listener)
            self._listener = None
        for line in tuple(self._heard):
            while self._hear(line):
                pass
            if line in self._heard:
                self._hang_up(line)
        for line in self._lines.values():
            line.close()
        self._lines.clear()

    def elsewhere(self, data: bytes) -> int | None:
        """Which other process has the table that a request begins to ask about, if it may have it.

        >>> homes = Homes(Part(number=0, workers=2))
        >>> [homes.elsewhere(b"GET /games/%s HTTP/1.1" % name) for name in (b"a", b"d")]
        [1, None]
        >>> homes.elsewhere(b"GET /games HTTP/1.1")
        """
        found = self._about.match(data) if len(data) <= MOST_BYTES else None
        if found is None:
            return None
        home = crc32(found[1]) % self._part.workers
        return None if home == self._part.number or self._crowded(found[1]) else home

    def hand_over(self, home: int, data: bytes, file: int) -> bool:
        """Hand a connection to a process; False where it does not take it."""
        try:
            line = self._lines.get(home)
            if line is None:
                line = self._lines[home] = _dial(self._place(home))
            socket.send_fds(line, [data], [file])
        except BlockingIOError:
            return False
        except OSError:  # it ends, or starts
            if line := self._lines.pop(home, None):
                line.close()
            return False
        return True

    def _crowded(self, table: bytes) -> bool:
        """Whether more come to a table than are to be in one process; if not, count one."""
        minute = int(time.monotonic() / 60)
        if minute != self._minute:
            self._minute = minute
            self._handed.clear()
        self._handed[table] += 1
        return self._handed[table] > MOST_A_MINUTE

    def _place(self, number: int) -> str:
        return f"{self._part.place_of(number)}-home"

    def _accept(self) -> None:
        assert self._listener is not None
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                line.setblocking(False)
                self._heard.add(line)
                self._read(line, self._hear, line)

    def _hear(self, line: socket.socket) -> bool:
        """Take a connection from another process; False where there is none."""
        try:
            data, files, _, _ = socket.recv_fds(line, MOST_BYTES, 1)
        except BlockingIOError:
            return False
        except OSError:
            data, files = b"", []
        if not data:
            self._hang_up(line)
            return False
        for file in files:  # none where no more files may be open
            self._take(socket.socket(fileno=file), data)
        return True

    def _read(self, line: socket.socket, reader: Callable[..., object], *given: object) -> None:
        asyncio.get_running_loop().add_reader(line, reader, *given)

    def _hang_up(self, line: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(line)
        self._heard.discard(line)
        line.close()


def _listening(place: str) -> socket.socket:
    """A socket at which the other processes can find this one. Raises OSError."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        listener.bind(place)
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def _dial(place: str) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.setblocking(False)
    try:
        line.connect(place)
    except BaseException:
        line.close()
        raise
    return line
