"""``livestone serve``: the web server and, beside it, the Freeplay line protocol's."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from livestone.cli.common import Options, flag, read_options, whole_number
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.settings import ChatSettings
from livestone.server.config import Config, Refused, check_together, section, shown
from livestone.server.mail.settings import MailSettings
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.settings import Kept
from livestone.server.tournaments.settings import LinesSettings
from livestone.server.web.settings import WebSettings

if TYPE_CHECKING:
    from livestone.server.settings import Settings
    from livestone.server.tournaments.request import TournamentRules
    from livestone.server.tournaments.settings import LineSettings
    from livestone.server.web.tls import Certificate

SETTINGS = Group("Settings, also as TOML or variables: docs/operations.md", sort_key=1)
ConfigFile = Annotated[Path | None, Parameter(help="A TOML file of settings.")]
Check = Annotated[bool, flag("Print the settings in force, check them, and end.")]
Set = Annotated[
    tuple[str, ...],
    Parameter("--set", negative=(), n_tokens=1, help="A setting, as name=value."),
]
Size = Annotated[int | None, whole_number("The board's size, 10 unless set.")]
Preset = Annotated[str | None, Parameter(help="The rules; 'freeplay' unless set.")]
MoveSeconds = Annotated[float | None, Parameter(help="The most a player may take for a move, 5 s.")]
GameSeconds = Annotated[
    float | None, Parameter(help="The most a player may take for a game's moves, 120 s.")
]
Sources = Annotated[Mapping[str, str], Parameter(show=False, accepts_keys=False)]
DEFAULTS, NOWHERE = Config(), MappingProxyType[str, str]({})


def serve(
    *,
    config: ConfigFile = None,
    check: Check = False,
    setting: Set = (),
    size: Size = None,
    preset: Preset = None,
    option: Options = (),
    move_seconds: MoveSeconds = None,
    game_seconds: GameSeconds = None,
    settings: Annotated[Config, Parameter("*", group=SETTINGS)] = DEFAULTS,
    sources: Sources = NOWHERE,
) -> int:
    """Let players log in and play each other, and show their games in the browser.

    Size, rules and clock are those of the ladder, and stay when the server starts again.
    """
    check_together(settings, sources)
    terms = _terms(option, size, preset, move_seconds, game_seconds)
    certificate = _certificate(settings)
    mail = _mail_settings(settings)
    if check:
        for host in {settings.host, settings.lines_host or settings.host}:
            _check_host(host)
        print("\n".join(shown(settings, sources)))
        print(f"The store {_store(settings)}", file=sys.stderr)
        return 0
    return _run(settings, terms, certificate, mail, None if "port" not in sources else 1)


def _check_host(host: str) -> None:
    """Raises BadRequest where this machine cannot listen there."""
    from livestone.server.main import bind

    bind(host, 0).close()


def _store(config: Config) -> str:
    """What a start would find where games are kept. Raises StorageError."""
    import asyncio

    from livestone.private_files import data_folder
    from livestone.server.db.database import look

    return asyncio.run(look(data_folder(config.data), config.database))


def _run(
    config: Config,
    terms: TournamentRules | None,
    certificate: Certificate | None,
    mail: MailSettings | None,
    tried: int | None,
) -> int:
    """Serve, and return the exit code."""
    from livestone.server.main import serve as run
    from livestone.server.ops.logs import set_up
    from livestone.server.ops.process import allow_files

    set_up(config.log_format, config.log_level)
    allow_files()
    with line_settings(config, terms, certificate) as lines:
        settings = server_settings(config, certificate, lines, mail)
        return run(
            config.data,
            config.host,
            config.port,
            open_browser=False,
            settings=settings,
            certificate=certificate,
            tried=tried,
        )


def _terms(
    option: tuple[str, ...],
    size: int | None,
    preset: str | None,
    move: float | None,
    game: float | None,
) -> TournamentRules | None:
    """The ladder's rules and clock, None to leave them. Raises BadOption or BadRequest."""
    from livestone.server.freeplay.limits import Clock
    from livestone.server.tournaments.request import TournamentRules

    options = read_options(option)
    options |= {k: v for k, v in (("size", size), ("preset", preset)) if v is not None}
    if not options and move is None and game is None:
        return None
    clock = Clock(Clock.move if move is None else move, Clock.game if game is None else game)
    return TournamentRules(options, clock)


def _certificate(config: Config) -> Certificate | None:
    """The certificate, where there is one. Raises BadRequest."""
    from livestone.server.web.tls import Certificate

    if config.certificate is None or config.key is None:
        return None
    return Certificate(config.certificate, config.key)


def server_settings(
    config: Config,
    certificate: Certificate | None,
    lines: LineSettings,
    mail: MailSettings | None,
) -> Settings:
    """What a server is told by its settings."""
    from livestone.server.settings import Settings

    tls = None if certificate is None else certificate.context
    return Settings(
        **vars(section(config, Kept)),
        lines=lines,
        mail=mail,
        web=section(config, WebSettings, tls=tls, figures=True),
        quotas=section(config, QuotaSettings),
        talk=section(config, ChatSettings),
        people=section(config, PeopleSettings),
    )


def _mail_settings(config: Config) -> MailSettings | None:
    """The server that sends our e-mail, None where there is none. Raises BadRequest."""
    mail = section(config, MailSettings)
    if not mail.host:
        return None
    if mail.password_file is None:
        return mail
    try:
        lines = mail.password_file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"mail_password_file cannot be read: {error}") from None
    if not lines or not lines[0]:
        raise Refused("mail_password_file is empty: write the password on its first line")
    return replace(mail, password=lines[0])


@contextlib.contextmanager
def line_settings(
    config: Config, terms: TournamentRules | None, certificate: Certificate | None
) -> Iterator[LineSettings]:
    """What the line server is told.

    With SQLite its ports are bound until the end of the block; with PostgreSQL by the one process
    that has the line server, when it begins. Raises BadRequest.
    """
    from livestone.server.main import bind
    from livestone.server.tournaments.settings import LinePorts, LineSettings

    set_up = section(config, LinesSettings)
    limits, keys = set_up.limits, set_up.classroom
    with contextlib.ExitStack() as bound:

        def listen(port: int, name: str) -> Any:
            host = set_up.host or config.host
            return bound.enter_context(bind(host, port, tried=1, option=name))

        def bind_ports() -> LinePorts:
            listener, safe = listen(set_up.port, "--lines"), None
            if set_up.tls is not None and certificate is not None:
                safe = listen(set_up.tls, "lines_tls"), certificate.context
            return LinePorts(listener, safe)

        if config.database is None:
            ports = bind_ports()
            yield LineSettings(lambda: ports, limits, terms, keys)
        else:
            yield LineSettings(bind_ports, limits, terms, keys)
