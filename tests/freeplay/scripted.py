"""A server that keeps to a script, byte for byte, and notices a client that does not.

A script is a text: ``< line`` is sent, ``> line`` is expected, a bare ``>`` expects the client to
hang up, ``<<`` sends the rest of the line without an end and with escapes (``\\xff``), and ``#`` is
a comment. After the last line the server hangs up. Every connection gets the next script.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from tests.patience import PATIENCE


@contextmanager
def deaf() -> Iterator[int]:
    """A port where no server listens or can begin to."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


class ScriptedServer:
    """A context in which the server listens at ``port``; it fails at the end for what was wrong."""

    def __init__(self, *scripts: str) -> None:
        self._scripts = scripts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self.port: int = self._listener.getsockname()[1]
        self.wrong: list[str] = []
        self.visits = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        for script in self._scripts:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.visits += 1
            connection.settimeout(PATIENCE)
            with connection, connection.makefile("rwb", buffering=0) as wire:
                try:
                    for line in script.splitlines():
                        self._step(wire, line)
                except OSError as error:
                    self.wrong.append(repr(error))

    def _step(self, wire: socket.SocketIO, line: str) -> None:
        if line.startswith("<<"):
            wire.write(line[2:].encode().decode("unicode_escape").encode("latin-1"))
        elif line.startswith("<"):
            wire.write(line[2:].encode() + b"\n")
        elif line.startswith(">"):
            wanted = line[2:].encode() + b"\n" if line != ">" else b""
            try:
                heard = wire.readline()
            except ConnectionResetError:  # the client left before it had read everything
                heard = b""
            if heard != wanted:
                self.wrong.append(f"heard {heard!r}, not {wanted!r}")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if kind is None:
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive(), "the client has not come for every script"
        self._listener.close()
        assert not self.wrong, self.wrong
