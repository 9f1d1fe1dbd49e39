"""What an operator sets: one table of settings, and where each of them may be given.

A setting is one field of :class:`Config`. It may be given in a TOML file, by the environment and on
the command line, under the same name: ``per_address = 20``, ``LIVESTONE_PER_ADDRESS=20``,
``--per-address 20``. What comes later in that list wins.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from livestone.errors import BadRequest
from livestone.server.engine.kept_bots import MEGABYTES
from livestone.server.parsers import (
    address,
    base_address,
    base_path,
    choice,
    database,
    file,
    folder,
    host_names,
    mail_address,
    mail_host,
    networks,
    password,
    seconds,
    secret_word,
    switch,
    text,
    whole,
)
from livestone.server.web.proxies import Network

PREFIX = "LIVESTONE_"
# Variables with our prefix that are no settings of the server.
OTHER_VARIABLES = (
    "CACHE",
    "CHROMIUM",
    "CONFIG",
    "DEBUG",
    "TEST_MARK",
    "TEST_POSTGRES",
    "WARM_UP",
)
DEFAULT = "default"
LOCAL = "127.0.0.0/8, ::1"

Read = Callable[[object], Any]


class Refused(BadRequest):
    """A setting that cannot be: the message names it, where it was given, and what would do."""

    code = "bad-setting"


def setting(default: Any, read: Read, words: str, *, secret: bool = False) -> Any:
    """A setting: its default, what reads it (ValueError says what would be right), its meaning."""
    return field(default=default, metadata={"read": read, "words": words, "secret": secret})


def _quota(default: int, what: str) -> Any:
    words = f"The most {what} that are kept; 0 is no limit."
    return setting(default, whole(0, 100_000_000), words)


@dataclass(frozen=True)
class Config:
    """Every setting of ``livestone serve``; None is nothing."""

    data: Path | None = setting(
        None, folder, "Where accounts, games and tournaments are kept; the user's data folder."
    )
    database: str | None = setting(
        None,
        database,
        "The address of a PostgreSQL database that keeps them instead of the data folder.",
        secret=True,
    )
    host: str = setting("127.0.0.1", address, "Where the server listens; 0.0.0.0 is everywhere.")
    port: int = setting(8000, whole(0, 65535), "The pages' port; 0 is any.")
    lines: int = setting(5678, whole(0, 65535), "The port where players log in; 0 is any.")
    lines_tls: int | None = setting(
        None, whole(0, 65535), "A port where they log in by TLS, with the certificate below."
    )
    certificate: Path | None = setting(
        None, file, "The TLS certificate (PEM, with its chain); the pages are then https."
    )
    key: Path | None = setting(None, file, "The certificate's private key (PEM, no password).")
    hosts: tuple[str, ...] = setting(
        (), host_names, "The names that the server answers to, besides localhost and addresses."
    )
    base_path: str = setting("", base_path, "The path under which the server is shown: /table.")
    trusted_proxies: tuple[Network, ...] = setting(
        (), networks, "Addresses whose X-Forwarded-For, -Proto and -Host are believed."
    )
    requests: int = setting(
        100,
        whole(0, 1_000_000),
        "The most requests a second from one address, over ten seconds; 0 is no limit.",
    )
    bots: int | None = setting(
        None, whole(1, 256), "Processes in which bots think; one for each core but one."
    )
    bot_megabytes: int = setting(
        MEGABYTES,
        whole(0, 1_000_000),
        "Megabytes in which each of them keeps what bots have learned in games that go on.",
    )
    bot_games: int = setting(
        20,
        whole(0, 100_000_000),
        "The most games with bots that one visitor has at a time; 0 is no limit.",
    )
    address_bot_games: int = setting(
        200,
        whole(0, 100_000_000),
        "The most of them that all visitors from one address have; 0 is no limit.",
    )
    classroom: Path | None = setting(
        None, folder, "A folder of NAME.pub files: students' public keys that are accepted."
    )
    per_address: int = setting(
        256, whole(1, 1_000_000), "The most connections of players from one address."
    )
    connections: int = setting(768, whole(1, 1_000_000), "The most connections of players in all.")
    logins: int = setting(
        240, whole(1, 1_000_000), "The most logins of players from one address in a minute."
    )
    log_format: str = setting("text", choice("text", "json"), "How a line of the log is written.")
    log_level: str = setting(
        "info", choice("debug", "info", "warning", "error"), "The least that is logged."
    )
    log_requests: bool = setting(False, switch, "Whether each request is logged.")
    metrics_from: tuple[Network, ...] = setting(
        networks(LOCAL), networks, "Addresses that may read /metrics."
    )
    metrics_token: str = setting(
        "", secret_word, "Who sends this as a bearer token may read /metrics too.", secret=True
    )
    guests: bool = setting(True, switch, "Whether people may play without an account.")
    registration: bool = setting(True, switch, "Whether people may make accounts.")
    new_accounts: int = setting(
        30, whole(1, 1_000_000), "The most accounts made from one address in an hour."
    )
    wrong_passwords: int = setting(
        10, whole(1, 1000), "The most wrong passwords for a name in a quarter of an hour."
    )
    session_days: int = setting(400, whole(1, 400), "How long somebody stays logged in.")
    talk: bool = setting(True, switch, "Whether people may talk at tables.")
    talk_letters: int = setting(300, whole(10, 500), "The most letters of one message.")
    talk_often: int = setting(
        40, whole(1, 10_000), "The most messages of one person in ten minutes."
    )
    guest_days: int = setting(
        90,
        whole(0, 3650),
        "Days without a visit after which what a guest keeps is deleted; 0 is never.",
    )
    guest_games: int = _quota(500, "games of a guest")
    guest_studies: int = _quota(30, "studies of a guest")
    guest_megabytes: int = _quota(20, "megabytes of a guest's games, studies and talk")
    address_games: int = _quota(10_000, "games of all guests at one address")
    address_megabytes: int = _quota(400, "megabytes of all guests at one address")
    all_guests_games: int = _quota(200_000, "games of all guests together")
    all_guests_megabytes: int = _quota(5_000, "megabytes of all guests together")
    account_games: int = _quota(20_000, "games of an account")
    account_studies: int = _quota(500, "studies of an account")
    account_megabytes: int = _quota(500, "megabytes of an account's games, studies and talk")
    mail_host: str = setting(
        "", mail_host, "The mail server that takes e-mail; without one none is sent."
    )
    mail_port: int | None = setting(
        None, whole(1, 65535), "Its port; 587 for starttls, 465 for tls, 25 for none."
    )
    mail_security: str = setting(
        "starttls", choice("starttls", "tls", "none"), "How the way to it is kept secret."
    )
    mail_user: str = setting("", text(200), "The name to log in there with; empty: no login.")
    mail_password: str = setting("", password, "The password for it.", secret=True)
    mail_password_file: Path | None = setting(
        None, file, "A file whose first line is that password."
    )
    mail_from: str = setting("", mail_address, "The address that e-mail comes from.")
    mail_after: float = setting(
        180.0, seconds(0, 86400), "How long a game waits before its player is written to."
    )
    site: str = setting(
        "", base_address, "The address of the pages, as people reach it: links in e-mail."
    )
    drain_seconds: float = setting(
        0.0, seconds(0, 300), "How long the server still answers after it is told to end."
    )
    stop_seconds: float = setting(
        5.0, seconds(1, 300), "How long requests may take to finish once it no longer listens."
    )


Given = tuple[object, str]  # a value, and where it was given


@dataclass(frozen=True)
class Settled:
    """The settings in force, and where each of them was given."""

    config: Config
    sources: Mapping[str, str]

    def lines(self) -> list[str]:
        """Each setting on one line as a TOML file would have it; secrets are not shown."""
        shown = []
        for entry in fields(Config):
            value = getattr(self.config, entry.name)
            hidden = entry.metadata["secret"] and value
            text = '"..."' if hidden else written(value)
            setting = f"{entry.name} = {text}" if text else f"# {entry.name} is not set"
            shown.append(f"{setting}  # {self.sources[entry.name]}")
        return shown


def settle(
    config_file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Mapping[str, Given] | None = None,
) -> Settled:
    """Return the settings, from the file, the environment and the command's options.

    ``options`` are by name, each with the words for where it was given. Raises Refused.
    """
    environment = environment or {}
    named = environment.get(f"{PREFIX}CONFIG", "")
    found: dict[str, Given] = {}
    if config_file is not None or named:
        found |= _from_file(Path(named) if config_file is None else config_file)
    found |= _from_environment(environment)
    found |= options or {}
    known = {entry.name: entry for entry in fields(Config)}
    values = {name: _read(known, name, *given) for name, given in found.items()}
    settled = Settled(Config(**values), {n: found.get(n, (None, DEFAULT))[1] for n in known})
    _check_together(settled)
    return settled


def _from_file(path: Path) -> dict[str, Given]:
    """What a TOML file sets; its relative paths are read from where it lies."""
    path = path.expanduser().absolute()
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refused(f"the settings {str(path)!r} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"the settings {str(path)!r} are no TOML: {error}") from None
    for name in ("data", "certificate", "key", "classroom", "mail_password_file"):
        if isinstance(data.get(name), str) and data[name]:
            data[name] = str(path.parent / Path(data[name]).expanduser())
    return {name: (value, str(path)) for name, value in data.items()}


def _from_environment(environment: Mapping[str, str]) -> dict[str, Given]:
    """What variables set; an empty one sets nothing."""
    return {
        name.removeprefix(PREFIX).lower(): (text, name)
        for name, text in environment.items()
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in OTHER_VARIABLES and text
    }


def _read(known: Mapping[str, Field[Any]], name: str, value: object, source: str) -> Any:
    if name not in known:
        near = difflib.get_close_matches(name, known, 1, 0.5)
        hint = f"did you mean {near[0]!r}?" if near else "'livestone serve --check' lists them"
        raise Refused(f"there is no setting {name[:40]!r} ({source}): {hint}")
    entry = known[name]
    try:
        return entry.metadata["read"](value)
    except ValueError as error:
        given = "what was given" if entry.metadata["secret"] else repr(value)[:80]
        raise Refused(f"{name} cannot be {given} ({source}): {error}") from None


def _check_together(settled: Settled) -> None:
    """Refuse settings that contradict each other."""
    config, sources = settled.config, settled.sources
    for name, other in (("certificate", "key"), ("key", "certificate")):
        if getattr(config, name) is not None and getattr(config, other) is None:
            raise Refused(f"{name} ({sources[name]}) is nothing without {other}: set both")
    if config.lines_tls is not None and config.certificate is None:
        raise Refused(
            f"lines_tls ({sources['lines_tls']}) needs a certificate: set certificate and key"
        )
    _check_mail(config, sources)
    ports = [port for port in (config.port, config.lines, config.lines_tls) if port]
    if len(set(ports)) < len(ports):
        raise Refused(f"port, lines and lines_tls cannot be the same: {', '.join(map(str, ports))}")


def _check_mail(config: Config, sources: Mapping[str, str]) -> None:
    if not config.mail_host:
        return
    for name in ("mail_from", "site"):
        if not getattr(config, name):
            raise Refused(f"mail_host ({sources['mail_host']}) is nothing without {name}: set both")
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


def written(value: object) -> str:
    """A value as TOML, empty for None.

    >>> written((1, "a")), written(True), written(None)
    ('[1, "a"]', 'true', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(written(one) for one in value)}]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def option_givens(pairs: Iterable[str]) -> dict[str, Given]:
    """What ``--set name=value`` sets. Raises Refused."""
    found: dict[str, Given] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Refused(f"--set {pair[:40]!r} is not name=value")
        found[name.strip().replace("-", "_")] = (value, "--set")
    return found
