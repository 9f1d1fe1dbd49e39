"""Settings of e-mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Security = Literal["starttls", "tls", "none"]
PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}
AFTER_SECONDS = 180.0


@dataclass(frozen=True)
class MailSettings:
    """The mail server, and what messages are made of.

    ``sender`` is the address they come from, ``site`` that of the pages, for links. A player gets
    one when the game has waited for them ``after`` seconds and they have not looked.
    """

    host: str
    sender: str
    site: str
    port: int = 0
    security: Security = "starttls"
    user: str = ""
    password: str = ""
    after: float = AFTER_SECONDS

    @property
    def used_port(self) -> int:
        return self.port or PORTS[self.security]
