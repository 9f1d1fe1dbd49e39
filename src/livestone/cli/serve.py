"""``livestone serve``: the web server and, beside it, the Freeplay line protocol's."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import Options, read_options, whole

if TYPE_CHECKING:
    from livestone.server.accounts.settings import PeopleSettings
    from livestone.server.chat.settings import ChatSettings
    from livestone.server.config import Config, Given, Settled
    from livestone.server.db.quotas import QuotaSettings
    from livestone.server.mail.settings import MailSettings
    from livestone.server.tournaments.rules import TournamentRules
    from livestone.server.tournaments.settings import LineSettings
    from livestone.server.web.settings import WebSettings
    from livestone.server.web.tls import Certificate

ConfigFile = Annotated[Path | None, Parameter("--config", help="A TOML file of settings.")]
Check = Annotated[
    bool, Parameter(negative=(), help="Print the settings in force, check them, and end.")
]
Set = Annotated[
    tuple[str, ...],
    Parameter("--set", negative=(), n_tokens=1, help="Any other setting, as name=value."),
]
Host = Annotated[
    str | None,
    Parameter(help="Where the server listens: 0.0.0.0 lets others on your network in."),
]
Port = Annotated[
    str | None, Parameter(help="The pages' port, 8000 or the next free one if left out.")
]
Lines = Annotated[str | None, Parameter(help="The port where players log in, 5678.")]
Data = Annotated[
    str | None, Parameter(help="Where games are kept; the user's data folder if left out.")
]
Database = Annotated[
    str | None, Parameter(help="A PostgreSQL database, postgresql://...; SQLite if left out.")
]
Size = Annotated[int | None, Parameter(converter=whole, help="The board's size, 10 unless set.")]
Preset = Annotated[str | None, Parameter(help="The rules; 'freeplay' unless set.")]
MoveSeconds = Annotated[float | None, Parameter(help="The most a player may take for a move, 5 s.")]
GameSeconds = Annotated[
    float | None, Parameter(help="The most a player may take for a game's moves, 120 s.")
]
Classroom = Annotated[
    str | None,
    Parameter(help="Accept students' public keys too, from this folder of NAME.pub files."),
]
PerAddress = Annotated[str | None, Parameter(help="The most connections from one address, 256.")]
Connections = Annotated[str | None, Parameter(help="The most connections in all, 768.")]
Logins = Annotated[str | None, Parameter(help="The most logins from one address in a minute, 240.")]


def serve(
    *,
    config: ConfigFile = None,
    check: Check = False,
    setting: Set = (),
    host: Host = None,
    port: Port = None,
    lines: Lines = None,
    data: Data = None,
    database: Database = None,
    size: Size = None,
    preset: Preset = None,
    option: Options = (),
    move_seconds: MoveSeconds = None,
    game_seconds: GameSeconds = None,
    classroom: Classroom = None,
    per_address: PerAddress = None,
    connections: Connections = None,
    logins: Logins = None,
) -> int:
    """Let players log in and play each other, and show their games in the browser.

    Size, rules and clock are those of the ladder, and stay when the server starts again.
    """
    from livestone.server.config import option_givens, settle

    given: dict[str, Given] = {
        name: (value, f"--{name.replace('_', '-')}")
        for name, value in (
            ("host", host),
            ("port", port),
            ("lines", lines),
            ("data", data),
            ("database", database),
            ("classroom", classroom),
            ("per_address", per_address),
            ("connections", connections),
            ("logins", logins),
        )
        if value is not None
    }
    settled = settle(config, os.environ, {**option_givens(setting), **given})
    terms = _terms(option, size, preset, move_seconds, game_seconds)
    certificate = _certificate(settled.config)
    _check_classroom(settled)
    _mail_settings(settled.config)
    if check:
        print("\n".join(settled.lines()))
        return 0
    return _run(settled, terms, certificate)


def _run(settled: Settled, terms: TournamentRules | None, certificate: Certificate | None) -> int:
    """Serve, and return the exit code."""
    from livestone.server.config import DEFAULT
    from livestone.server.main import serve as run
    from livestone.server.ops.logs import set_up

    config = settled.config
    set_up(config.log_format, config.log_level)
    # Where a port is asked for somebody counts on it.
    tried = None if settled.sources["port"] == DEFAULT else 1
    with _line_settings(config, terms, certificate) as told:
        return run(
            config.data,
            config.host,
            config.port,
            open_browser=False,
            bots=config.bots,
            bot_megabytes=config.bot_megabytes,
            lines=told,
            web=_web_settings(config, certificate),
            certificate=certificate,
            tried=tried,
            database=config.database,
            mail=_mail_settings(config),
            people=_people_settings(config),
            talk=_talk_settings(config),
            quotas=_quota_settings(config),
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
    from livestone.server.tournaments.rules import TournamentRules

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


def _check_classroom(settled: Settled) -> None:
    """Raise BadRequest where the folder of keys is none."""
    from livestone.server.config import Refused

    folder, source = settled.config.classroom, settled.sources["classroom"]
    if folder is not None and not folder.is_dir():
        right = "name a folder of NAME.pub files"
        raise Refused(f"classroom cannot be {str(folder)!r} ({source}): {right}")


def _people_settings(config: Config) -> PeopleSettings:
    from livestone.server.accounts.settings import Limits, PeopleSettings

    return PeopleSettings(
        limits=Limits(config.wrong_passwords, registrations=config.new_accounts),
        guests=config.guests,
        registration=config.registration,
        session_days=config.session_days,
    )


def _talk_settings(config: Config) -> ChatSettings:
    from livestone.server.chat.settings import ChatSettings

    return ChatSettings(config.talk, config.talk_letters, config.talk_often)


def _quota_settings(config: Config) -> QuotaSettings:
    from livestone.server.db.quotas import MEGABYTE, QuotaSettings, Room

    return QuotaSettings(
        days=config.guest_days,
        guest=Room(config.guest_games, config.guest_studies, config.guest_megabytes * MEGABYTE),
        address=Room(config.address_games, bytes=config.address_megabytes * MEGABYTE),
        guests=Room(config.all_guests_games, bytes=config.all_guests_megabytes * MEGABYTE),
        bot_games=config.bot_games,
        address_bot_games=config.address_bot_games,
        account=Room(
            config.account_games, config.account_studies, config.account_megabytes * MEGABYTE
        ),
    )


def _mail_settings(config: Config) -> MailSettings | None:
    """Who takes e-mail, where anybody does. Raises BadRequest."""
    from typing import cast

    from livestone.server.config import Refused
    from livestone.server.mail.settings import MailSettings, Security

    if not config.mail_host:
        return None
    password = config.mail_password
    if config.mail_password_file is not None:
        try:
            lines = config.mail_password_file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(f"mail_password_file cannot be read: {error}") from None
        if not lines or not lines[0]:
            raise Refused("mail_password_file is empty: write the password on its first line")
        password = lines[0]
    return MailSettings(
        host=config.mail_host,
        sender=config.mail_from,
        site=config.site,
        port=config.mail_port or 0,
        security=cast(Security, config.mail_security),
        user=config.mail_user,
        password=password,
        after=config.mail_after,
    )


def _web_settings(config: Config, certificate: Certificate | None) -> WebSettings:
    from livestone.server.ops.open_files import allow_files
    from livestone.server.web.settings import WebSettings

    allow_files()
    return WebSettings(
        requests=config.requests,
        hosts=config.hosts,
        base_path=config.base_path,
        trusted_proxies=config.trusted_proxies,
        tls=None if certificate is None else certificate.context,
        log_requests=config.log_requests,
        figures=True,
        metrics_from=config.metrics_from,
        metrics_token=config.metrics_token,
        drain_seconds=config.drain_seconds,
        stop_seconds=config.stop_seconds,
    )


@contextlib.contextmanager
def _line_settings(
    config: Config, terms: TournamentRules | None, certificate: Certificate | None
) -> Iterator[LineSettings]:
    """What the line server is told.

    With SQLite its ports are bound until the end of the block; with PostgreSQL by the one process
    that has the line server, when it begins. Raises BadRequest.
    """
    from livestone.server.freeplay.limits import Limits
    from livestone.server.main import bind
    from livestone.server.tournaments.settings import LinePorts, LineSettings

    limits = Limits(config.per_address, config.connections, config.logins)
    with contextlib.ExitStack() as bound:

        def listen(port: int, name: str) -> Any:
            return bound.enter_context(bind(config.host, port, tried=1, option=name))

        def bind_ports() -> LinePorts:
            listener, safe = listen(config.lines, "--lines"), None
            if config.lines_tls is not None and certificate is not None:
                safe = listen(config.lines_tls, "lines_tls"), certificate.context
            return LinePorts(listener, safe)

        if config.database is None:
            ports = bind_ports()
            yield LineSettings(lambda: ports, limits, terms, config.classroom)
        else:
            yield LineSettings(bind_ports, limits, terms, config.classroom)
