"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from livestone.play.engine.kept_bots import MEGABYTES
from livestone.private_files import data_folder
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.settings import ChatSettings
from livestone.server.mail.settings import MailSettings
from livestone.server.tables.table import MAX_PLIES
from livestone.server.tournaments.settings import LineSettings
from livestone.server.web.settings import WebSettings

if TYPE_CHECKING:
    from livestone.server.quotas.quotas import QuotaSettings


@dataclass(frozen=True)
class Settings:
    """What a server needs to know; the defaults suit a table on one's own machine.

    Besides ``hosts`` and ``localhost`` a server answers to its IP addresses. ``bots`` None means
    one process for each core but one; each keeps the bots of running games in ``bot_megabytes``.
    ``outside`` is the address by which other machines reach the server (``http://192.0.2.7:8000``),
    empty where none does.
    With an address of a PostgreSQL ``database`` the folder ``data`` is not used. Without ``lines``
    there is no line server, without ``mail`` no e-mail, without ``quotas`` no limit on what is
    kept. A game is a draw after ``max_plies``.
    """

    data: Path = field(default_factory=data_folder)
    hosts: tuple[str, ...] = ()
    bots: int | None = None
    outside: str = ""
    lines: LineSettings | None = None
    web: WebSettings = field(default_factory=WebSettings)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    database: str | None = None
    mail: MailSettings | None = None
    talk: ChatSettings = field(default_factory=ChatSettings)
    quotas: QuotaSettings | None = None
    bot_megabytes: int = MEGABYTES
    max_plies: int = MAX_PLIES
