"""Who may have sent a request: people, and the sessions and tokens they come by."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from livestone.server.db.owners import BOT_MARK, OwnerId


@dataclass(frozen=True)
class Person:
    """A row of ``people``: see :mod:`livestone.server.db.schema`."""

    id: OwnerId
    name: str
    key: str
    kind: str
    owner: OwnerId | None
    password: str | None
    email: str | None
    accepts_bots: bool
    secret: str
    created: float
    level: int | None = None
    skeleton: str = ""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def shown(self) -> str:
        """The name as others see it: a bot's says what it is."""
        return self.name + BOT_MARK * self.is_bot


@dataclass(frozen=True)
class Session:
    """A row of ``sessions``."""

    token: str
    id: str
    owner_id: OwnerId
    device: str
    created: float
    seen: float


@dataclass(frozen=True)
class Token:
    """A row of ``tokens``."""

    token: str
    id: str
    owner_id: OwnerId
    label: str
    scopes: list[str]
    created: float
    seen: float | None


@dataclass(frozen=True)
class From:
    """A request's network address, user agent, and the known-device cookie's value."""

    address: str = ""
    agent: str = ""
    device: str = ""


def hashed(token: str) -> str:
    """What is kept of a token that nobody can guess."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_key(person: Person) -> str:
    """What a browser keeps in which a person has logged in; another password makes another one."""
    text = f"known device {person.id} {person.password}"
    return hmac.new(person.secret.encode(), text.encode(), hashlib.sha256).hexdigest()
