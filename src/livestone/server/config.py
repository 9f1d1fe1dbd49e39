"""Settings of ``livestone serve``: one declaration, read by cyclopts.

A setting is a field of :class:`Config`. It may be given in a TOML file, by the environment and on
the command line, under the same name: ``per_address = 20``, ``LIVESTONE_PER_ADDRESS=20``,
``--per-address 20``. What comes later in that list wins.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, ArgumentCollection, Parameter, Token
from cyclopts.config import Dict
from cyclopts.exceptions import CoercionError, UnknownOptionError

from livestone.errors import LivestoneError
from livestone.play.engine.kept_bots import MEGABYTES
from livestone.server import parsers
from livestone.server.web.proxies import Network
from livestone.suggest import nearest

PREFIX = "LIVESTONE_"
# Variables with our prefix that are no settings of the server.
OTHER_VARIABLES = (
    *("APP", "CACHE", "CHROMIUM", "CONFIG", "DEBUG", "ESBUILD", "GAMES", "HOUSE_TOKENS"),
    *("LEFT_OUT", "TEST_MARK", "TEST_POSTGRES", "TOKEN", "WARM_UP"),
)
SECRETS = ("database", "metrics_token", "mail_password")  # never shown
DEFAULT, OPTION, VARIABLE = "default", "--set", "environment"
LOCAL = "127.0.0.0/8, ::1"


class Refused(LivestoneError):
    """A setting that cannot be: the message names it, where it was given, and what would do."""

    code = "bad-setting"


def setting(read: Callable[[str], Any], **more: Any) -> Parameter:
    """Return how cyclopts reads a setting; ``read``'s ValueError says what would be right."""

    def convert(kind: Any, tokens: Sequence[Token]) -> Any:
        given = ",".join(token.value for token in tokens)
        name, source = _name(tokens[0]), _source(tokens[0])
        in_file = tokens[0].source not in ("cli", "env", OPTION, VARIABLE)
        try:
            if kind is Path and given and in_file:  # relative to the file's folder
                return read(str(Path(source).parent / Path(given).expanduser()))
            return read(given)
        except ValueError as error:
            raise _refused(name, given, source, error) from None

    return Parameter(converter=convert, n_tokens=1, **more)


def _refused(name: str, given: object, source: str, right: object) -> Refused:
    shown = "what was given" if name in SECRETS else repr(given)[:80]
    if source.startswith("--") and source != OPTION:
        return Refused(f"{source} cannot be {shown}: {right}")
    return Refused(f"{name} cannot be {shown} ({source}): {right}")


def _name(token: Token) -> str:
    """A setting's name, from ``--per-address``, ``LIVESTONE_PER_ADDRESS`` or ``[per_address]``."""
    word = (token.keyword or "").removeprefix(PREFIX).lower()
    return word.strip("-[]").replace("-", "_")


def _source(token: Token) -> str:
    """Where a setting was given: an option, a variable, or a file's path."""
    if token.source == VARIABLE:
        return f"{PREFIX}{_name(token).upper()}"
    return (token.keyword or "") if token.source in ("cli", "env") else token.source


Switch = Annotated[bool, setting(parsers.switch)]
Port = Annotated[int, setting(parsers.whole(0, 65535))]
Count = Annotated[int, setting(parsers.whole(1, 1_000_000))]
Limit = Annotated[int, setting(parsers.whole(0, 100_000_000))]
File = Annotated[Path, setting(parsers.file)]
Folder = Annotated[Path, setting(parsers.folder)]
Networks = Annotated[
    tuple[Network, ...],
    setting(
        parsers.networks,
        metavar="NETWORK...",
        show_default=lambda each: ", ".join(map(str, each)) or None,
    ),
]
# Options of commands that work on what a server keeps.
Data = Annotated[
    Path | None,
    setting(
        parsers.folder, env_var=f"{PREFIX}DATA", help="The server's folder; yours, if left out."
    ),
]
Database = Annotated[
    str | None,
    setting(
        parsers.database,
        env_var=f"{PREFIX}DATABASE",
        help="The server's PostgreSQL database, where it has one.",
    ),
]


@dataclass(frozen=True)
class Config:
    data: Folder | None = None
    """Where accounts, games and tournaments are kept; the user's data folder."""
    database: Annotated[str, setting(parsers.database)] | None = None
    """A PostgreSQL database, postgresql://..., that keeps them instead."""
    host: Annotated[str, setting(parsers.address)] = "127.0.0.1"
    """Where the server listens: 0.0.0.0 lets others on your network in."""
    port: Port = 8000
    """The pages' port; the next free one if left out, any for 0."""
    lines: Port = 5678
    """The port where players log in; any for 0."""
    lines_host: Annotated[str, setting(parsers.address)] | None = None
    """Where players log in, if elsewhere than where the pages are: 0.0.0.0 behind a proxy."""
    lines_tls: Port | None = None
    """A port where players log in by TLS, with the certificate."""
    certificate: File | None = None
    """The TLS certificate (PEM, with its chain); the pages are then https."""
    key: File | None = None
    """The certificate's private key (PEM, no password)."""
    hosts: Annotated[tuple[str, ...], setting(parsers.host_names)] = ()
    """Names that the server answers to, besides localhost and addresses."""
    base_path: Annotated[str, setting(parsers.base_path)] = ""
    """The path under which the server is shown: /table."""
    trusted_proxies: Networks = ()
    """Addresses whose X-Forwarded-For, -Proto and -Host are believed."""
    requests: Annotated[int, setting(parsers.whole(0, 1_000_000))] = 100
    """The most requests a second from one address, over ten seconds; 0 is no limit."""
    max_plies: Count = 5000
    """The most plies of a game, which is a draw then."""
    address_work: Annotated[int, setting(parsers.whole(0, 6400))] = 50
    """The most processor time for one address, in per cent of a core; 0 is no limit."""
    visitor_work: Annotated[int, setting(parsers.whole(1, 6400))] = 25
    """The most of it for one visitor."""
    bots: Annotated[int, setting(parsers.whole(1, 256))] | None = None
    """Processes in which bots think; one for each core but one."""
    bot_megabytes: Annotated[int, setting(parsers.whole(0, 1_000_000))] = MEGABYTES
    """Megabytes in which each of them keeps what bots learned in running games."""
    bot_games: Limit = 20
    """The most games with bots that one visitor has at a time; 0 is no limit."""
    address_bot_games: Limit = 200
    """The most of them from one address; 0 is no limit."""
    classroom: Annotated[Path, setting(parsers.keys_folder)] | None = None
    """Accept students' public keys too, from this folder of NAME.pub files."""
    per_address: Count = 256
    """The most connections of players from one address."""
    connections: Count = 768
    """The most connections of players in all."""
    logins: Count = 240
    """The most logins of players from one address in a minute."""
    log_format: Annotated[str, setting(parsers.choice("text", "json"))] = "text"
    """How a line of the log is written."""
    log_level: Annotated[str, setting(parsers.choice("debug", "info", "warning", "error"))] = "info"
    """The least important messages that are logged."""
    log_requests: Switch = False
    """Whether each request is logged."""
    metrics_from: Networks = parsers.networks(LOCAL)
    """Addresses that may read /metrics."""
    metrics_token: Annotated[str, setting(parsers.secret_word)] = ""
    """A bearer token whose sender may read /metrics too."""
    guests: Switch = True
    """Whether people may play without an account."""
    registration: Switch = True
    """Whether people may make accounts."""
    new_accounts: Count = 30
    """The most accounts made from one address in an hour."""
    wrong_passwords: Annotated[int, setting(parsers.whole(1, 1000))] = 10
    """The most wrong passwords for a name in a quarter of an hour."""
    session_days: Annotated[int, setting(parsers.whole(1, 400))] = 400
    """How many days a login lasts."""
    talk: Switch = True
    """Whether people may chat at tables."""
    talk_letters: Annotated[int, setting(parsers.whole(10, 500))] = 300
    """The most letters of one message."""
    talk_often: Annotated[int, setting(parsers.whole(1, 10_000))] = 40
    """The most messages of one person in ten minutes."""
    guest_days: Annotated[int, setting(parsers.whole(0, 3650))] = 90
    """Days without a visit after which a guest's games are deleted; 0 is never."""
    guest_games: Limit = 500
    """The most games of a guest; 0 is no limit."""
    guest_studies: Limit = 30
    """The most studies of a guest; 0 is no limit."""
    guest_megabytes: Limit = 20
    """The most megabytes of a guest's games, studies and talk; 0 is no limit."""
    new_account_days: Annotated[int, setting(parsers.whole(0, 3650))] = 7
    """Days for which an account is new and may keep less; 0 is never."""
    new_account_games: Limit = 500
    """The most games of a new account; 0 is no limit."""
    new_account_studies: Limit = 30
    """The most studies of a new account; 0 is no limit."""
    new_account_megabytes: Limit = 20
    """The most megabytes of a new account's games, studies and talk; 0 is no limit."""
    address_games: Limit = 10_000
    """The most games of all guests and new accounts of one address; 0 is no limit."""
    address_megabytes: Limit = 400
    """The most megabytes of all guests and new accounts of one address; 0 is no limit."""
    address_all_games: Limit = 200_000
    """The most games of everybody who began at one address; 0 is no limit."""
    address_all_megabytes: Limit = 5000
    """The most megabytes of everybody who began at one address; 0 is no limit."""
    all_guests_games: Limit = 200_000
    """The most games of all guests together; 0 is no limit."""
    all_guests_megabytes: Limit = 5000
    """The most megabytes of all guests together; 0 is no limit."""
    account_days: Annotated[int, setting(parsers.whole(0, 3650))] = 365
    """Days without a visit after which an account without proved e-mail is deleted; 0 is never."""
    account_games: Limit = 20_000
    """The most games of an account; 0 is no limit."""
    account_studies: Limit = 500
    """The most studies of an account; 0 is no limit."""
    account_megabytes: Limit = 500
    """The most megabytes of an account's games, studies and talk; 0 is no limit."""
    store_megabytes: Limit = 20_000
    """The most megabytes that all visitors keep; 0 is no limit."""
    free_megabytes: Limit = 500
    """Megabytes that the store's disk keeps free, below which nothing new is kept."""
    mail_host: Annotated[str, setting(parsers.mail_host)] = ""
    """The mail server that takes e-mail; without one no e-mail is sent."""
    mail_port: Annotated[int, setting(parsers.whole(1, 65535))] | None = None
    """Its port; 587 for starttls, 465 for tls, else 25."""
    mail_security: Annotated[str, setting(parsers.choice("starttls", "tls", "none"))] = "starttls"
    """How the connection to it is encrypted."""
    mail_user: Annotated[str, setting(parsers.one_line(200))] = ""
    """The name to log in there with; empty: no login."""
    mail_password: Annotated[str, setting(parsers.one_line(1000))] = ""
    """The password."""
    mail_password_file: File | None = None
    """A file whose first line is the password."""
    mail_from: Annotated[str, setting(parsers.mail_address)] = ""
    """The address that e-mail comes from."""
    mail_after: Annotated[float, setting(parsers.seconds(0, 86400))] = 180.0
    """Seconds that a game waits before its player is written to."""
    site: Annotated[str, setting(parsers.base_address)] = ""
    """The address of the pages as people reach it, for links in e-mail."""
    drain_seconds: Annotated[float, setting(parsers.seconds(0, 300))] = 0.0
    """Seconds that the server still answers after it is told to end."""
    stop_seconds: Annotated[float, setting(parsers.seconds(1, 300))] = 5.0
    """Seconds in which requests may finish once it no longer listens."""


def complete(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Add the settings of ``--set``, the environment and the file to those of the command line.

    cyclopts calls this once the command line is read; what is given already stays. The argument
    ``sources`` tells the command where each setting was given. Raises Refused.
    """
    settings = ArgumentCollection(each for each in arguments if each.keys)  # type: ignore[no-untyped-call]
    own = {each.field_info.name: each for each in arguments if not each.keys}
    for token in own["sources"].tokens:  # that is no option for people
        raise UnknownOptionError(token=token, argument_collection=arguments)
    _add(app, settings, _from_options([token.value for token in own["setting"].tokens]), OPTION)
    _add(app, settings, _from_environment(), VARIABLE)
    named = [token.value for token in own["config"].tokens]
    if file := named[0] if named else os.environ.get(f"{PREFIX}CONFIG"):
        path = Path(file).expanduser().absolute()
        _add(app, settings, _from_file(path), str(path))
    sources = {each.keys[0]: _source(each.tokens[0]) for each in settings if each.tokens}
    own["sources"].append(Token(implicit_value=sources))


def _add(app: App, settings: ArgumentCollection, found: dict[str, Any], source: str) -> None:
    known = [each.keys[0] for each in settings]
    for name, value in found.items():
        if name not in known or isinstance(value, dict):
            near = nearest(name, known)
            hint = f"did you mean {near!r}?" if near else "'livestone serve --check' lists them"
            where = _source(Token(keyword=name, source=source))
            raise Refused(f"there is no setting {name[:40]!r} ({where}): {hint}")
    try:
        Dict(found, source=source)(app, (), settings)
    except CoercionError as error:
        if (token := error.token) is None:
            raise
        right = "give one value, not a list"
        raise _refused(_name(token), token.value, _source(token), right) from None


def _from_options(pairs: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Refused(f"--set {pair[:40]!r} is not name=value")
        found[name.strip().replace("-", "_")] = value
    return found


def _from_environment() -> dict[str, Any]:
    """What variables set; an empty one sets nothing."""
    return {
        name.removeprefix(PREFIX).lower(): text
        for name, text in os.environ.items()
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in OTHER_VARIABLES and text
    }


def _from_file(path: Path) -> dict[str, Any]:
    # Not cyclopts' Toml: that fails with a TypeError of its own on a folder or a secret file.
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"the settings {str(path)!r} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"the settings {str(path)!r} are no TOML: {error}") from None


def shown(config: Config, sources: Mapping[str, str]) -> list[str]:
    """Return each setting on one line as a TOML file would have it; secrets are not shown."""
    lines = []
    for name in (entry.name for entry in fields(Config)):
        value = getattr(config, name)
        text = '"..."' if name in SECRETS and value else written(value)
        line = f"{name} = {text}" if text else f"# {name} is not set"
        lines.append(f"{line}  # {sources.get(name, DEFAULT)}")
    return lines


def written(value: object) -> str:
    """Return a value as TOML, empty for None.

    >>> written((1, "a")), written(True), written(None)
    ('[1, "a"]', 'true', '')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return json.dumps(value, default=str, ensure_ascii=False)


def check_together(config: Config, sources: Mapping[str, str]) -> None:
    """Raise Refused for settings that contradict each other."""
    for name, others in (
        ("certificate", ["key"]),
        ("key", ["certificate"]),
        ("lines_tls", ["certificate"]),
        ("mail_host", ["mail_from", "site"]),
    ):
        for other in others:
            if getattr(config, name) not in (None, "") and not getattr(config, other):
                raise Refused(f"{name} ({sources[name]}) is nothing without {other}: set both")
    ports = [port for port in (config.port, config.lines, config.lines_tls) if port]
    if len(set(ports)) < len(ports):
        raise Refused(f"port, lines and lines_tls cannot be the same: {', '.join(map(str, ports))}")
    if config.mail_host:
        _check_login(config, sources)


def _check_login(config: Config, sources: Mapping[str, str]) -> None:
    if config.mail_password and config.mail_password_file is not None:
        raise Refused(
            f"mail_password ({sources['mail_password']}) and mail_password_file "
            f"({sources['mail_password_file']}) contradict each other: set one of them"
        )
    secret = config.mail_password or config.mail_password_file
    if bool(config.mail_user) != bool(secret):
        raise Refused("mail_user and a password (mail_password or its file) need each other")
    if config.mail_user and config.mail_security == "none":
        raise Refused(
            f"mail_security ({sources['mail_security']}) cannot be none where a password is sent: "
            "choose starttls or tls"
        )
