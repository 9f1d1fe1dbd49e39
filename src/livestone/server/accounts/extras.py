"""What other features add to the pages and routes of an account."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol, runtime_checkable

from litestar.di import NamedDependency

from livestone.server.web.identity import Caller
from livestone.server.web.principals import Person


class Mailbox(Protocol):
    """A proved e-mail address, and whether its owner is written to when it is their turn."""

    @property
    def turns(self) -> bool:
        """Whether they are written to."""


@runtime_checkable
class Mailboxes(Protocol):
    """E-mail, as far as an account's own routes offer it."""

    async def mailbox(self, person: Person) -> Mailbox | None:
        """Return somebody's proved address, or None."""

    async def want_turns(self, person: Person, wanted: bool) -> None:
        """Choose whether somebody is written to when it is their turn."""

    async def ask_proof(self, person: Person, password: str) -> None:
        """Send a link that proves an address."""


@runtime_checkable
class StudyShelf(Protocol):
    """Studies, as far as profiles and exports show them."""

    def files(self, caller: Caller) -> AsyncIterator[tuple[str, str]]:
        """Yield the id and the file of each of one's own studies."""

    async def listed(self, person: str) -> Sequence[Any]:
        """Return the studies that somebody shows on their profile."""


GivenMailboxes = NamedDependency[Mailboxes]
GivenStudyShelf = NamedDependency[StudyShelf]
