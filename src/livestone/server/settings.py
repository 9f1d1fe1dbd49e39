"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from livestone.play.engine.kept_bots import MEGABYTES
from livestone.private_files import data_folder
from livestone.server import parsers
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.settings import ChatSettings
from livestone.server.classes.setup import ClassSetup
from livestone.server.mail.settings import MailSettings
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.setting import Setting, Several, count, whole
from livestone.server.tournaments.settings import LineSettings
from livestone.server.web.settings import WebSettings

_DATA = "Where accounts, games and tournaments are kept; the user's data folder."
_MEGABYTES = "Megabytes in which each of them keeps what bots learned in running games."


@dataclass(frozen=True)
class Kept:
    """Where things are kept, what bots may use, and when a game ends."""

    data: Annotated[
        Path, Several(data_folder, Setting(parsers.folder, _DATA, "data", None, kind=Path))
    ] = field(default_factory=data_folder)
    database: Annotated[
        str | None,
        Setting(
            parsers.database, "A PostgreSQL database, postgresql://..., that keeps them instead."
        ),
    ] = None
    bots: Annotated[
        int | None, whole(1, 256, "Processes in which bots think; one for each core but one.")
    ] = None
    bot_megabytes: Annotated[int, whole(0, 1_000_000, _MEGABYTES)] = MEGABYTES
    max_plies: Annotated[
        int, count("The most plies of a game, which is a draw then.", default=5000)
    ] = 5000


@dataclass(frozen=True)
class Settings(Kept):
    """What a server needs to know; the defaults suit a table on one's own machine.

    Besides ``hosts`` and ``localhost`` a server answers to its IP addresses. ``bots`` None means
    one process for each core but one; each keeps the bots of running games in ``bot_megabytes``.
    ``outside`` is the address by which other machines reach the server (``http://192.0.2.7:8000``),
    empty where none does.
    With an address of a PostgreSQL ``database`` the folder ``data`` is not used. Without ``lines``
    there is no line server, without ``mail`` no e-mail, without ``quotas`` no limit on what is
    kept. ``classes`` are to be made at the start. A game is a draw after ``max_plies``.
    """

    hosts: tuple[str, ...] = ()
    outside: str = ""
    lines: LineSettings | None = None
    web: WebSettings = field(default_factory=WebSettings)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    mail: MailSettings | None = None
    talk: ChatSettings = field(default_factory=ChatSettings)
    quotas: QuotaSettings | None = None
    classes: ClassSetup | None = None
