"""What a server is told about e-mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Security = Literal["starttls", "tls", "none"]
PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}
AFTER_SECONDS = 180.0


@dataclass(frozen=True)
class MailSettings:
    """The mail server that takes our letters, and what is in them.

    ``sender`` is the address they come from, ``site`` that of our pages, for the links in them.
    Whoever has not looked at his game ``after`` so many seconds is written to.
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
    def door(self) -> int:
        """The port: the usual one where none is set."""
        return self.port or PORTS[self.security]
