"""Settings of the tournaments and of the port where their players log in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    import ssl

    from livestone.server.freeplay.limits import Limits
    from livestone.server.tournaments.request import TournamentRules


@dataclass(frozen=True)
class LinePorts:
    """Bound sockets of the line server: one in the clear, and one by TLS with its context."""

    listener: socket.socket
    safe: tuple[socket.socket, ssl.SSLContext] | None = None


@dataclass(frozen=True)
class LineSettings:
    """How the line server binds its ports, and the ``limits`` on its clients.

    ``bind`` raises BadRequest where a port is taken; ``opened`` is told the ports once players can
    log in. ``rules`` are for the ladder from now on; None leaves them as they were. In a classroom
    ``keys`` is the folder of public keys that are accepted. ``operator`` is the hash of the secret
    in the operator's link.
    """

    bind: Callable[[], LinePorts]
    limits: Limits | None = None
    rules: TournamentRules | None = None
    keys: Path | None = None
    operator: str = ""
    opened: Callable[[LinePorts], None] = lambda ports: None
