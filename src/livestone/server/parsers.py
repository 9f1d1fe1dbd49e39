"""How settings are read, from TOML's values and from texts; ValueError says what would be right."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from livestone.server.web.proxies import Network

_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_BASE = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,200}")


def whole(least: int, most: int) -> Callable[[object], int]:
    """Return what reads a whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip()):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"choose a whole number from {least} to {most}")
        return value

    return read


def seconds(least: float, most: float) -> Callable[[object], float]:
    """Return what reads a number of seconds within bounds."""

    def read(value: object) -> float:
        try:
            found = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            found = math.nan
        if not least <= found <= most:
            raise ValueError(f"choose a number of seconds from {least:g} to {most:g}")
        return found

    return read


def choice(*words: str) -> Callable[[object], str]:
    """Return what reads one of some words."""

    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"choose {', '.join(words[:-1])} or {words[-1]}")
        return str(value)

    return read


def switch(value: object) -> bool:
    """Read yes or no."""
    known = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in known:
        return known[value.strip().lower()]
    raise ValueError("choose true or false")


def address(value: object) -> str:
    """Read a name or an address to listen at."""
    if not isinstance(value, str) or not value.strip() or len(value) > 255:
        raise ValueError("choose an address of this machine, such as 127.0.0.1 or 0.0.0.0")
    return value.strip()


def file(value: object) -> Path:
    """Read the path of a file that can be read."""
    path = _path(value)
    try:
        path.open("rb").close()
    except OSError as error:
        raise ValueError(f"name a file that can be read ({error.strerror})") from None
    return path


def folder(value: object) -> Path:
    """Read the path of a folder, which may have to be made."""
    path = _path(value)
    if path.exists() and not path.is_dir():
        raise ValueError("name a folder (this is a file)")
    return path


def _path(value: object) -> Path:
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value):
        raise ValueError("name a path")
    return Path(value).expanduser().absolute()


def database(value: object) -> str:
    """Read the address of a PostgreSQL database."""
    right = "choose an address such as postgresql://user:password@localhost/livestone"
    if not isinstance(value, str):
        raise ValueError(right)
    try:
        parts = urlsplit(value.strip())
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"{error}; {right}") from None
    if parts.scheme not in ("postgresql", "postgres") or not parts.path.strip("/"):
        raise ValueError(right)
    return value.strip()


def base_path(value: object) -> str:
    """Read a path that stands before every other one; without its last slash."""
    text = value.rstrip("/") if isinstance(value, str) else None
    if text is None or (text and not _BASE.fullmatch(text)) or "/." in text:
        raise ValueError("choose a path such as /livestone, of letters, digits and . _ ~ -")
    return text


def host_names(value: object) -> tuple[str, ...]:
    """Read names under which the server is reached."""
    found = tuple(name.lower().rstrip(".") for name in _several(value))
    for name in found:
        if not _HOST.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is no host name: choose names such as play.example")
    return found


def networks(value: object) -> tuple[Network, ...]:
    """Read addresses and networks."""
    try:
        return tuple(ipaddress.ip_network(text) for text in _several(value))
    except ValueError as error:
        right = "choose addresses or networks such as 192.0.2.7 or 10.0.0.0/8"
        raise ValueError(f"{error}; {right}") from None


def secret_word(value: object) -> str:
    """Read a secret that travels in a header; empty is none."""
    if value == "" or (isinstance(value, str) and _TOKEN.fullmatch(value)):
        return str(value)
    raise ValueError("choose 16 to 200 letters, digits and . _ ~ + / = -")


def text(most: int) -> Callable[[object], str]:
    """Return what reads one line of text, of so many letters at most."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most or not (value + "x").isprintable():
            raise ValueError(f"choose one line of at most {most} letters")
        return value.strip()

    return read


def password(value: object) -> str:
    """Read a password, which may have blanks; empty is none."""
    if not isinstance(value, str) or len(value) > 1000 or not (value + "x").isprintable():
        raise ValueError("choose one line of at most 1000 letters")
    return value


def mail_host(value: object) -> str:
    """Read the name or address of a mail server; empty is none."""
    found = value.strip().lower() if isinstance(value, str) else "?"
    try:
        if found and not _HOST.fullmatch(found):
            ipaddress.ip_address(found)
    except ValueError:
        raise ValueError("choose a name such as mail.example; its port is mail_port") from None
    return found


def mail_address(value: object) -> str:
    """Read an e-mail address of our own; empty is none."""
    if value == "" or (isinstance(value, str) and _MAIL.fullmatch(value.strip())):
        return str(value).strip()
    raise ValueError("choose an address such as table@play.example")


def base_address(value: object) -> str:
    """Read the address under which pages are reached, without its last slash; empty is none."""
    right = "choose an address such as https://play.example"
    if not isinstance(value, str):
        raise ValueError(right)
    found = value.strip().rstrip("/")
    try:
        parts = urlsplit(found)
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"{error}; {right}") from None
    known = parts.scheme in ("http", "https") and _HOST.fullmatch((parts.hostname or "").lower())
    if found and (not known or parts.query or parts.fragment or parts.username is not None):
        raise ValueError(right)
    if found and parts.path and not _BASE.fullmatch(parts.path):
        raise ValueError(right)
    return found


def _several(value: object) -> list[str]:
    """Read a list, or texts with commas or blanks between them."""
    if isinstance(value, str):
        return [text for text in re.split(r"[,\s]+", value) if text]
    if isinstance(value, list | tuple) and all(isinstance(text, str) for text in value):
        return list(value)
    raise ValueError("give a list of texts")
