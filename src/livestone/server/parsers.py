"""Parsers of settings' texts; a ValueError says what would be right."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
_BASE = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,200}")
_SWITCHES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", text.strip()) or not least <= int(text) <= most:
            raise ValueError(f"choose a whole number from {least} to {most}")
        return int(text)

    return parse


def seconds(least: float, most: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:
            raise ValueError(f"choose a number of seconds from {least:g} to {most:g}")
        return found

    return parse


def choice(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"choose {', '.join(words[:-1])} or {words[-1]}")
        return text

    return parse


def switch(text: str) -> bool:
    if (found := _SWITCHES.get(text.strip().lower())) is None:
        raise ValueError("choose true or false")
    return found


def address(text: str) -> str:
    """Parse an address, or a host name; whether this machine has it is asked when it is used."""
    found = text.strip().lower()
    try:
        if not _HOST.fullmatch(found) or len(found) > 253:
            ipaddress.ip_address(found)
    except ValueError:
        right = "choose an address of this machine, such as 127.0.0.1 or 0.0.0.0"
        raise ValueError(right) from None
    return found


def file(text: str) -> Path:
    path = _path(text)
    try:
        path.open("rb").close()
    except OSError as error:
        raise ValueError(f"name a file that can be read ({error.strerror})") from None
    return path


def folder(text: str) -> Path:
    path = _path(text)
    if path.exists() and not path.is_dir():
        raise ValueError("name a folder (this is a file)")
    return path


def keys_folder(text: str) -> Path:
    """Parse the path of a folder of public keys, which has to be there."""
    path = _path(text)
    if not path.is_dir():
        raise ValueError("name a folder of NAME.pub files")
    return path


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError("name a path")
    return Path(text).expanduser().absolute()


def database(text: str) -> str:
    right = "choose an address such as postgresql://user:password@localhost/livestone"
    parts = _split(text.strip(), right)
    if (
        parts.scheme not in ("postgresql", "postgres")
        or not parts.path.strip("/")
        or " " in parts.netloc
    ):
        raise ValueError(right)
    return text.strip()


def base_path(text: str) -> str:
    """Parse a path that stands before every other one; without its last slash."""
    found = text.rstrip("/")
    if (found and not _BASE.fullmatch(found)) or "/." in found:
        raise ValueError("choose a path such as /livestone, of letters, digits and . _ ~ -")
    return found


def host_names(text: str) -> tuple[str, ...]:
    found = tuple(name.lower().rstrip(".") for name in _several(text))
    for name in found:
        if not _HOST.fullmatch(name):
            raise ValueError(f"{name[:60]!r} is no host name: choose names such as play.example")
    return found


def networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(each) for each in _several(text))
    except ValueError as error:
        right = "choose addresses or networks such as 192.0.2.7 or 10.0.0.0/8"
        raise ValueError(f"{error}; {right}") from None


def secret_word(text: str) -> str:
    """Parse a secret that is sent in a header; empty is none."""
    if text and not _TOKEN.fullmatch(text):
        raise ValueError("choose 16 to 200 letters, digits and . _ ~ + / = -")
    return text


def one_line(most: int) -> Callable[[str], str]:
    """Return a parser of one line of so many letters at most, blanks included."""

    def parse(text: str) -> str:
        if len(text) > most or not (text + "x").isprintable():
            raise ValueError(f"choose one line of at most {most} letters")
        return text

    return parse


def mail_host(text: str) -> str:
    """Parse the name or address of a mail server; empty is none."""
    found = text.strip().lower()
    try:
        if found and not _HOST.fullmatch(found):
            ipaddress.ip_address(found)
    except ValueError:
        raise ValueError("choose a name such as mail.example; its port is mail_port") from None
    return found


def mail_address(text: str) -> str:
    if text and not _MAIL.fullmatch(text.strip()):
        raise ValueError("choose an address such as table@play.example")
    return text.strip()


def base_address(text: str) -> str:
    """Parse the address under which pages are reached, without its last slash; empty is none."""
    right = "choose an address such as https://play.example"
    found = text.strip().rstrip("/")
    parts = _split(found, right)
    known = parts.scheme in ("http", "https") and _HOST.fullmatch((parts.hostname or "").lower())
    if found and (not known or parts.query or parts.fragment or parts.username is not None):
        raise ValueError(right)
    if parts.path and not _BASE.fullmatch(parts.path):
        raise ValueError(right)
    return found


def _split(address: str, right: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"{error}; {right}") from None
    return parts


def _several(text: str) -> list[str]:
    return [each for each in re.split(r"[,\s]+", text) if each]
