"""Settings of the tournaments and of the port where their players log in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from livestone.server import parsers
from livestone.server.freeplay.limits import Limits
from livestone.server.setting import Setting, Several, count, port

if TYPE_CHECKING:
    import socket
    import ssl

    from livestone.server.tournaments.request import TournamentRules


_HOST = "Where players log in, if elsewhere than where the pages are: 0.0.0.0 behind a proxy."
_KEYS = "Accept students' public keys too, from this folder of NAME.pub files."
_LOGINS = "The most logins of players from one address in a minute."


@dataclass(frozen=True)
class LinesSettings:
    """Where players log in, how many, and by what."""

    port: Annotated[int, port("The port where players log in; any for 0.", name="lines")] = 5678
    host: Annotated[str | None, Setting(parsers.address, _HOST)] = None
    tls: Annotated[
        int | None, port("A port where players log in by TLS, with the certificate.")
    ] = None
    classroom: Annotated[Path | None, Setting(parsers.keys_folder, _KEYS, "classroom")] = None
    limits: Annotated[
        Limits,
        Several(
            Limits,
            count(
                "The most connections of players from one address.",
                name="per_address",
                default=Limits.address,
            ),
            count(
                "The most connections of players in all.", name="connections", default=Limits.all
            ),
            count(_LOGINS, name="logins", default=Limits.logins),
        ),
    ] = field(default_factory=Limits)


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
