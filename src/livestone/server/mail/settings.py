"""Settings of e-mail."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from livestone.server import parsers
from livestone.server.setting import Setting, file, whole

Security = Literal["starttls", "tls", "none"]
PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}
_HOST = "The mail server that takes e-mail; without one no e-mail is sent."
_SITE = "The address of the pages as people reach it, for links in e-mail."
_AFTER = "Seconds that a game waits before its player is written to."
_SECURITY = parsers.choice(*PORTS)


@dataclass(frozen=True)
class MailSettings:
    """The mail server, and what messages are made of.

    ``sender`` is the address they come from, ``site`` that of the pages, for links. A player gets
    one when the game has waited for them ``after`` seconds and they have not looked.
    """

    host: Annotated[str, Setting(parsers.mail_host, _HOST)] = ""
    sender: Annotated[
        str, Setting(parsers.mail_address, "The address that e-mail comes from.", "mail_from")
    ] = ""
    site: Annotated[str, Setting(parsers.base_address, _SITE, "site")] = ""
    port: Annotated[
        int | None, whole(1, 65535, "Its port; 587 for starttls, 465 for tls, else 25.")
    ] = None
    security: Annotated[Security, Setting(_SECURITY, "How the connection to it is encrypted.")] = (
        "starttls"
    )
    user: Annotated[
        str, Setting(parsers.one_line(200), "The name to log in there with; empty: no login.")
    ] = ""
    password: Annotated[str, Setting(parsers.one_line(1000), "The password.")] = ""
    password_file: Annotated[Path | None, file("A file whose first line is the password.")] = None
    after: Annotated[float, Setting(parsers.seconds(0, 86400), _AFTER)] = 180.0

    @property
    def used_port(self) -> int:
        return self.port or PORTS[self.security]
