"""What accounts need of features above them: e-mail and studies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol, runtime_checkable

from litestar.di import NamedDependency

from livestone.api.studies import StudyLine
from livestone.server.web.identity import Caller
from livestone.server.web.principals import Person


class Mailbox(Protocol):
    """A proved e-mail address, and whether its owner gets mails about turns."""

    @property
    def turns(self) -> bool:
        """Whether they get mails about turns."""


@runtime_checkable
class Mailboxes(Protocol):
    """E-mail, as far as an account's own routes offer it."""

    async def mailbox(self, person: Person) -> Mailbox | None:
        """Return a person's proved address, or None."""

    async def want_turns(self, person: Person, wanted: bool) -> None:
        """Choose whether a person gets mails about turns."""

    async def ask_proof(self, person: Person, password: str) -> None:
        """Send a link that proves an address."""


@runtime_checkable
class StudyShelf(Protocol):
    """Studies, as far as profiles and exports show them."""

    def files(self, caller: Caller) -> AsyncIterator[tuple[str, str]]:
        """Yield the id and the file of each of one's own studies."""

    async def listed(self, person: str) -> Sequence[StudyLine]:
        """Return the studies that a person shows on their profile."""


MailboxesDep = NamedDependency[Mailboxes]
StudyShelfDep = NamedDependency[StudyShelf]
