"""What a server is told when it starts."""

from __future__ import annotations

import asyncio
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
class LineSettings:
    """What the line server is told: its bound ``listener``, and the ``limits`` on its clients.

    ``terms`` are for the ladder from now on; None leaves them as they were. In a classroom ``keys``
    is the folder of public keys that are accepted. ``operator`` is the hash of the secret in the
    operator's link. At ``safe`` the same is spoken by TLS.
    """

    listener: socket.socket
    limits: Limits | None = None
    terms: Terms | None = None
    keys: Path | None = None
    operator: str = ""
    safe: tuple[socket.socket, ssl.SSLContext] | None = None


@dataclass(frozen=True)
class WebSettings:
    """How the pages are reached: names, base path, believed proxies, TLS, figures, the end.

    See :class:`livestone.server.config.Config`. ``figures`` says whether any are counted; of
    ``connections``, those ``per_address`` and its ``requests`` a second, 0 is no limit.
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
    connections: int = 0
    per_address: int = 0
    requests: float = 0.0


@dataclass(frozen=True)
class Part:
    """Which of several processes this is: the ``owner`` has what there can be only one of.

    ``place`` is the owner's Unix socket; empty where there is one process only, of so many
    ``workers``. ``first`` says that it starts with the server, and does not replace one that has
    died. ``secret`` is known to these processes only: whoever sends it is one of them.
    """

    number: int = 0
    owner: bool = True
    place: str = ""
    first: bool = True
    workers: int = 1
    secret: str = field(default="", repr=False)

    def place_of(self, number: int) -> str:
        """The Unix socket of any of the processes, for what each tells of itself."""
        return f"{self.place}-{number}"

    @property
    def others(self) -> dict[int, str]:
        """The sockets of the other processes."""
        return {n: self.place_of(n) for n in range(self.workers) if n != self.number}


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
    ``part`` says which of several processes is told this; ``mail`` who takes e-mail, if anybody;
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
    part: Part = field(default_factory=Part)
    mail: MailSettings | None = None
    talk: TalkSettings = field(default_factory=TalkSettings)
    quotas: QuotaSettings | None = None
    start: Start | None = None
    bot_megabytes: int = MEGABYTES
