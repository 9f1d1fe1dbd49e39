"""Settings of ``livestone serve``, read by cyclopts.

Each is declared once, where it is used (:mod:`livestone.server.setting`); :data:`PARTS` lists the
parts. It may be given in a TOML file, by the environment and on the command line, under the same
name: ``mail_host = "a"``, ``LIVESTONE_MAIL_HOST=a``, ``--mail-host a``; in a file also in its
section: ``[mail]``, ``host = "a"``. What comes later in that list wins.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import make_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import App, ArgumentCollection, Parameter, Token
from cyclopts.config import Dict
from cyclopts.exceptions import CoercionError, UnknownOptionError

from livestone.errors import LivestoneError
from livestone.server import parsers
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat.settings import ChatSettings
from livestone.server.mail.settings import MailSettings
from livestone.server.ops.settings import LogSettings
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.setting import Declared, Section, Setting, declared, taken
from livestone.server.settings import Kept
from livestone.server.tournaments.settings import LinesSettings
from livestone.server.web.settings import Listening, WebSettings
from livestone.suggest import nearest

PREFIX = "LIVESTONE_"
# Variables with our prefix that are no settings of the server.
OTHER_VARIABLES = (
    *("APP", "CACHE", "CHROMIUM", "CONFIG", "DEBUG", "ESBUILD", "GAMES", "HOUSE_TOKENS"),
    *("LEFT_OUT", "TEST_MARK", "TEST_POSTGRES", "TOKEN", "WARM_UP"),
)
SECRETS = ("database", "metrics_token", "mail_password")  # never shown
DEFAULT, OPTION, VARIABLE = "default", "--set", "environment"


class Refused(LivestoneError):
    """A setting that cannot be: the message names it, where it was given, and what would do."""

    code = "bad-setting"


def parameter(setting: Setting, **more: Any) -> Parameter:
    """Return how cyclopts reads a setting."""

    def convert(kind: Any, tokens: Sequence[Token]) -> Any:
        given = ",".join(token.value for token in tokens)
        name, source = _name(tokens[0]), _source(tokens[0])
        in_file = tokens[0].source not in ("cli", "env", OPTION, VARIABLE)
        try:
            if kind is Path and given and in_file:  # relative to the file's folder
                return setting.read(str(Path(source).parent / Path(given).expanduser()))
            return setting.read(given)
        except ValueError as error:
            raise _refused(name, given, source, error) from None

    shown = {"metavar": setting.metavar, "show_default": setting.show_default}
    more |= {name: value for name, value in shown.items() if value is not None}
    return Parameter(converter=convert, n_tokens=1, help=setting.help, **more)


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


# Options of commands that work on what a server keeps.
Data = Annotated[
    Path | None,
    parameter(
        Setting(parsers.folder, "The server's folder; yours, if left out."),
        env_var=f"{PREFIX}DATA",
    ),
]
Database = Annotated[
    str | None,
    parameter(
        Setting(parsers.database, "The server's PostgreSQL database, where it has one."),
        env_var=f"{PREFIX}DATABASE",
    ),
]


class Part(NamedTuple):
    """A part of the settings: a file's section, how its names begin, and where it is used."""

    section: str
    prefix: str
    kind: type


PARTS = (
    Part("", "", Kept),
    Part("web", "", Listening),
    Part("web", "", WebSettings),
    Part("lines", "lines", LinesSettings),
    Part("log", "log", LogSettings),
    Part("people", "", PeopleSettings),
    Part("talk", "talk", ChatSettings),
    Part("quotas", "", QuotaSettings),
    Part("mail", "mail", MailSettings),
)
_ALL: list[Declared] = []
SECTIONS: dict[str, dict[str, str]] = {}  # of a file, each with its settings' names in it
for _part in PARTS:
    for _field, _found, _ in declared(_part.prefix, _part.kind):
        for _one in _found:
            _all_of = _one.name == _part.section  # as in ``[lines]``, ``port = 5678``
            _short = _field if _all_of else _one.name.removeprefix(f"{_part.section}_")
            SECTIONS.setdefault(_part.section, {})[_short] = _one.name
            _ALL.append(_one)


def _hint(one: Declared) -> Any:
    kind: Any = Annotated[one.kind, parameter(one.setting)]
    return kind | None if one.default is None else kind


if TYPE_CHECKING:

    class Config:
        """All settings, by their names."""

        def __getattr__(self, name: str) -> Any: ...

else:
    fields = [(one.name, _hint(one), one.default) for one in _ALL]
    Config = make_dataclass("Config", fields, frozen=True)
    Config.__module__ = __name__  # cyclopts looks into no class of Python's own


def section(config: Config, kind: type[Section], **more: Any) -> Section:
    """Return a part of the settings as its feature takes it, with what the program sets."""
    (prefix,) = (part.prefix for part in PARTS if part.kind is kind)
    return taken(prefix, kind, config, **more)


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
        _add(app, settings, _flat(_from_file(path), str(path)), str(path))
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


def _flat(found: dict[str, Any], source: str) -> dict[str, Any]:
    """The settings of a file by their names, also those that stand in sections. Raises Refused."""
    flat: dict[str, Any] = {}
    for name, value in found.items():
        known = SECTIONS.get(name) if isinstance(value, dict) else None
        if known is None:
            flat[name] = value
            continue
        for short, one in value.items():
            if short not in known:
                near = nearest(short, [*known])
                hint = f"did you mean {near!r}?" if near else f"it may have {', '.join(known)}"
                raise Refused(f"there is no setting {short[:40]!r} in [{name}] ({source}): {hint}")
            if not isinstance(found.get(known[short], {}), dict):
                raise Refused(f"{known[short]} is given twice ({source}): keep that in [{name}]")
            flat[known[short]] = one
    return flat


def shown(config: Config, sources: Mapping[str, str]) -> list[str]:
    """Return each setting on one line as a TOML file would have it; secrets are not shown."""
    lines = []
    for name in (one.name for one in _ALL):
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
