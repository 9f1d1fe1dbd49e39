"""The engine at a socket, a thread for each program that is connected."""

from __future__ import annotations

import re
import socket
import socketserver
import struct
import sys
import threading
from collections.abc import Iterator
from typing import BinaryIO, cast

from livestone.copying import Uncopied
from livestone.engine.lines import Writer, read_lines
from livestone.engine.serving import Engine
from livestone.errors import BadRequest

LOCAL = "127.0.0.1"
MAX_CONNECTIONS = 64
# Who has not taken an answer for so long is gone: threads that search must not wait for them.
SEND_SECONDS = 30
# Who has said all there is to say may have hung up: nobody can tell.
PATIENCE = 60.0
# A browser can be made to send to any port: what begins like this is no program of ours.
_HTTP = re.compile(rb"[A-Z]+ \S+ HTTP/1")


def read_address(text: str) -> tuple[str, int]:
    """Return host and port; a port alone is one of this machine. Raises BadRequest.

    >>> read_address("4000"), read_address("[::1]:4000"), read_address("engine.lan:4000")
    (('127.0.0.1', 4000), ('::1', 4000), ('engine.lan', 4000))
    """
    found = re.fullmatch(r"(?:(\[[0-9a-fA-F:.]+\]|[^:\s]*):)?([0-9]{1,5})", text)
    if found is None or int(found[2]) > 65_535:
        raise BadRequest(f"{text[:60]!r} is not an address: say HOST:PORT, such as {LOCAL}:4000")
    return (found[1] or LOCAL).strip("[]"), int(found[2])


class EngineServer(Uncopied):
    """A context in which an engine listens; ``address`` is where. Raises OSError."""

    def __init__(self, engine: Engine, host: str, port: int) -> None:
        self._server = _Server(engine, host, port)
        self.places = self._server.places
        name, self.port = self._server.socket.getsockname()[:2]
        self.address = f"[{name}]:{self.port}" if ":" in name else f"{name}:{self.port}"

    def serve(self) -> None:
        """Serve until Ctrl-C."""
        self._server.serve_forever()

    def stop(self) -> None:
        """End ``serve`` in another thread."""
        self._server.shutdown()

    def __enter__(self) -> EngineServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = sys.platform != "win32"
    request_queue_size = MAX_CONNECTIONS

    def __init__(self, engine: Engine, host: str, port: int) -> None:
        self.engine = engine
        self.places = threading.BoundedSemaphore(MAX_CONNECTIONS)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a connection that broke."""


class _Handler(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self) -> None:
        server = cast(_Server, self.server)
        write = Writer(cast(BinaryIO, self.wfile))
        if not server.places.acquire(blocking=False):
            write(f"info string error: {MAX_CONNECTIONS} programs are connected already")
            return
        try:
            if sys.platform != "win32":
                patience = struct.pack("ll", SEND_SECONDS, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
            server.engine.converse(self._lines(), write, PATIENCE)
        finally:
            server.places.release()

    def _lines(self) -> Iterator[bytes | None]:
        """The lines, none of a browser."""
        for number, line in enumerate(read_lines(cast(BinaryIO, self.rfile))):
            if number == 0 and line is not None and _HTTP.match(line):
                return
            yield line
