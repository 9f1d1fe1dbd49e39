"""Every route of the server: the JSON API for programs, and the pages for people."""

from __future__ import annotations

from typing import Any

from livestone.server.accounts import sign_in_pages
from livestone.server.accounts.api import PeopleApi
from livestone.server.chat.api import ChatApi
from livestone.server.classes import shell as class_shell
from livestone.server.classes.api import ClassApi
from livestone.server.device_games.api import DeviceGamesApi
from livestone.server.lobby.api import LobbyApi
from livestone.server.mail import pages as mail_pages
from livestone.server.mail.api import MailApi
from livestone.server.ops import health
from livestone.server.puzzles.api import PuzzlesApi
from livestone.server.staff.api import StaffApi
from livestone.server.studies import shell as study_shell
from livestone.server.studies.api import ReviewApi, StudyApi
from livestone.server.tables import api as tables_api
from livestone.server.tables import descriptions
from livestone.server.tables import shell as table_shell
from livestone.server.tournaments import shell as tournament_shell
from livestone.server.tournaments.api import FreeplayApi
from livestone.server.web import rendering, shell

api: list[Any] = [
    *tables_api.handlers,
    FreeplayApi,
    ClassApi,
    *health.handlers,
    MailApi,
    LobbyApi,
    PeopleApi,
    StaffApi,
    ReviewApi,
    StudyApi,
    DeviceGamesApi,
    ChatApi,
    PuzzlesApi,
    *descriptions.handlers,
]
# The pages that work without scripts, and the shell of the app for all others.
pages: list[Any] = [
    handler
    for module in (
        sign_in_pages,
        mail_pages,
        table_shell,
        study_shell,
        tournament_shell,
        class_shell,
        rendering,
        shell,
    )
    for handler in module.handlers
]
