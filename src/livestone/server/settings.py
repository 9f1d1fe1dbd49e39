"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.settings import ChatSettings
from livestone.server.engine.kept_bots import MEGABYTES
from livestone.server.mail.settings import MailSettings
from livestone.server.tables.settings import Start
from livestone.server.tournaments.settings import LineSettings
from livestone.server.web.settings import WebSettings

if TYPE_CHECKING:
    from livestone.records.record import Record
    from livestone.server.db.quotas import QuotaSettings


def default_data() -> Path:
    """Return the user's data folder for Livestone."""
    from platformdirs import user_data_path

    return user_data_path("livestone", appauthor=False)


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
    talk: ChatSettings = field(default_factory=ChatSettings)
    quotas: QuotaSettings | None = None
    start: Start | None = None
    bot_megabytes: int = MEGABYTES
