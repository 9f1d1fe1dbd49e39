"""What a server is told when it starts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from livestone.server.kept_bots import MEGABYTES
from livestone.server.mail.settings import MailSettings
from livestone.server.people.settings import PeopleSettings
from livestone.server.talk.settings import TalkSettings

if TYPE_CHECKING:
    import socket
    import ssl

    from livestone.core.record import Record
    from livestone.server.kinds import Network
    from livestone.server.lines.limits import Limits
    from livestone.server.quotas import QuotaSettings
    from livestone.server.terms import Terms
    from livestone.server.views import TableSpec


def default_data() -> Path:
    """Return the user's data folder for Livestone."""
    from platformdirs import user_data_path

    return user_data_path("livestone", appauthor=False)


@dataclass(frozen=True)
class LinePorts:
    """Bound sockets of the line server: one in the clear, and one by TLS with what that needs."""

    listener: socket.socket
    safe: tuple[socket.socket, ssl.SSLContext] | None = None


@dataclass(frozen=True)
class LineSettings:
    """What the line server is told: how to bind its ports, and the ``limits`` on its clients.

    ``bind`` raises BadRequest where a port is taken; ``opened`` is told the ports once players can
    log in. ``terms`` are for the ladder from now on; None leaves them as they were. In a classroom
    ``keys`` is the folder of public keys that are accepted. ``operator`` is the hash of the secret
    in the operator's link.
    """

    bind: Callable[[], LinePorts]
    limits: Limits | None = None
    terms: Terms | None = None
    keys: Path | None = None
    operator: str = ""
    opened: Callable[[LinePorts], None] = lambda ports: None


@dataclass(frozen=True)
class WebSettings:
    """How the pages are reached: names, base path, believed proxies, TLS, figures, the end.

    See :class:`livestone.server.config.Config`. ``figures`` says whether any are counted; 0
    ``requests`` a second is no limit.
    """

    hosts: tuple[str, ...] = ()
    base_path: str = ""
    trusted_proxies: tuple[Network, ...] = ()
    tls: ssl.SSLContext | None = None
    log_requests: bool = False
    figures: bool = False
    metrics_from: tuple[Network, ...] = ()
    metrics_token: str = ""
    drain_seconds: float = 0.0
    stop_seconds: float = 1.0
    requests: float = 0.0


@dataclass(frozen=True)
class Start:
    """A game to start once for each visitor who opens the link, which has the ``key``.

    ``tables`` are those that were started, by visitor.
    """

    spec: TableSpec
    key: str
    tables: dict[str, str] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True)
class Settings:
    """Where games are kept, under which names the server answers, how many bot processes it has.

    Besides ``hosts`` and ``localhost`` a server answers to its IP addresses. ``bots`` None means
    one process for each core but one; each keeps the bots of running games in ``bot_megabytes``.
    ``outside`` is the address by which other machines reach the server (``http://192.0.2.7:8000``),
    empty where none does. ``replay`` is a record to show.
    ``start`` is a game to start for whoever opens the link that the server tells.
    ``lines`` is for the line server; None where there is none. ``people`` is for accounts.
    ``database`` is the address of a database that keeps games instead of the folder ``data``.
    ``mail`` who takes e-mail, if anybody;
    ``talk`` is for talk. Without ``quotas`` this is a table on somebody's own machine, where all of
    everybody's games and studies are kept.
    """

    data: Path = field(default_factory=default_data)
    hosts: tuple[str, ...] = ()
    bots: int | None = None
    outside: str = ""
    replay: Record | None = None
    lines: LineSettings | None = None
    web: WebSettings = field(default_factory=WebSettings)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    database: str | None = None
    mail: MailSettings | None = None
    talk: TalkSettings = field(default_factory=TalkSettings)
    quotas: QuotaSettings | None = None
    start: Start | None = None
    bot_megabytes: int = MEGABYTES
