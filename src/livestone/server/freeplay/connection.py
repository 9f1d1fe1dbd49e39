"""A client's connection: whole messages in and out, with bounded buffers."""

from __future__ import annotations

import asyncio
import contextlib
import socket

from livestone.freeplay import lines
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import BadLine, Message
from livestone.server.web.proxies import origin

# The most bytes that a client has not read; the longest game has a twentieth of it.
MAX_UNREAD = 64 * 1024
# TCP keepalive: seconds of silence, seconds between probes, number of probes.
KEEPALIVE = (20, 5, 3)
PROBE = (1, 1, 2)
PROBE_SECONDS = 4.0
# A client that is being disconnected is still read for so long, and for so many bytes.
CLOSE_SECONDS = 1.0
MAX_IGNORED = 2 * 1024 * 1024


class Connection:
    """One client: reads line by line, and cuts off a client who does not read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._unsent = bytearray()
        self._cut: Fault | None = None
        peer = writer.get_extra_info("peername") or ("",)
        self.origin = origin(peer[0])
        self.ended = asyncio.Event()
        self._keep_alive(KEEPALIVE)

    async def read(self) -> Message:
        """Return the client's next message. Raises Fault for anything else."""
        try:
            line = await self._reader.readuntil(b"\n")
            return lines.read(line)
        except BadLine as error:
            raise Fault("failed", f"it sent what cannot be read: {error}") from None
        except asyncio.LimitOverrunError:
            raise Fault("failed", f"it sent a line of over {lines.MAX_BYTES} bytes") from None
        except asyncio.IncompleteReadError as error:
            half = f" in the middle of a line, {lines.quoted(error.partial)}"
            raise self._cut or Fault("abandoned", f"it left{half * bool(error.partial)}") from None
        except OSError:
            raise self._cut or Fault("abandoned", "its connection broke") from None

    def send(self, command: str, arguments: str) -> None:
        """Send a message, without waiting; a client who does not read is cut off."""
        if self._cut is not None or self._writer.is_closing():
            return
        if not self._unsent:
            # All that is sent in one turn of the event loop goes in one packet.
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent += lines.write(command, arguments)

    def _flush(self) -> None:
        data = bytes(self._unsent)
        self._unsent.clear()
        if not data or self._writer.is_closing():
            return
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > MAX_UNREAD:
            self.cut(Fault("failed", "it does not read what it is sent"))

    def cut(self, fault: Fault) -> None:
        """End the connection at once; :meth:`read` then raises the fault."""
        self._cut = self._cut or fault
        self._writer.transport.abort()

    def hang_up(self, command: str, arguments: str) -> None:
        """Send a last message; the client may still send."""
        self.send(command, arguments)
        self._flush()
        if not self._writer.is_closing() and self._writer.can_write_eof():
            with contextlib.suppress(OSError):
                self._writer.write_eof()

    async def close(self) -> None:
        """End the connection after a moment in which the client can read what it was sent."""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                for _ in range(MAX_IGNORED // lines.MAX_BYTES):
                    if not await self._reader.read(lines.MAX_BYTES):
                        break
        self._writer.transport.abort()

    async def is_dead(self) -> bool:
        """Whether the client's machine does not answer TCP any more."""
        self._keep_alive(PROBE)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PROBE_SECONDS):
                await self.ended.wait()
        self._keep_alive(KEEPALIVE)
        return self.ended.is_set()

    def _keep_alive(self, how: tuple[int, int, int]) -> None:
        """Set TCP keepalive: idle seconds, seconds between probes, number of probes."""
        line = self._writer.get_extra_info("socket")
        if line is None or self._writer.is_closing():
            return
        idle, between, times = how
        options = {
            "TCP_KEEPIDLE": idle,
            "TCP_KEEPALIVE": idle,  # macOS
            "TCP_KEEPINTVL": between,
            "TCP_KEEPCNT": times,
            "TCP_USER_TIMEOUT": (idle + between * times) * 1000,
        }
        with contextlib.suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for name, value in options.items():
                if hasattr(socket, name):
                    line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
