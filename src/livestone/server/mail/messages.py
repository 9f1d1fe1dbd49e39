"""The letters, as plain text: what each says, and how somebody is no longer sent any."""

from __future__ import annotations

from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from livestone.errors import BadField
from livestone.server.tables.time_control import time_left

PROOF_HOURS, RESET_MINUTES = 24, 60


@dataclass(frozen=True)
class Turn:
    """A game in which it is somebody's turn: its title, against whom, the seconds left."""

    title: str
    opponents: tuple[str, ...]
    left: float | None
    id: str


@dataclass(frozen=True)
class Writer:
    """Writes letters from ``sender`` that lead to the pages at ``site``."""

    sender: str
    site: str

    def turn(self, address: str, name: str, turn: Turn, stop: str) -> EmailMessage:
        """Tell somebody that it is his turn; ``stop`` ends at an address for one click."""
        against = " and ".join(turn.opponents)
        left = "" if turn.left is None else f"You have {time_left(turn.left)} for it.\n\n"
        stop = f"{self.site}/mail/stop/{stop}"
        letter = self._letter(
            address,
            f"Your turn in {turn.title} against {against}",
            f"Hello {name},\n\nit is your turn in {turn.title} against {against}.\n\n{left}"
            f"{self.site}/games/{turn.id}\n\n"
            "You hear no more of this game until you have looked at it.\n\n"
            f"-- \nNo more mails about turns: {stop}\n",
        )
        # One click on the mail program's own button is enough: RFC 8058.
        letter["List-Unsubscribe"] = f"<{stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return letter

    def proof(self, address: str, name: str, secret: str) -> EmailMessage:
        """Have somebody prove that this is his address."""
        return self._letter(
            address,
            "Is this your address?",
            f"Hello {name},\n\nopen this link to say that this is your address at Livestone:\n\n"
            f"{self.site}/mail/prove/{secret}\n\nIt is good for {PROOF_HOURS} hours, once. "
            "If you know nothing of this, do nothing: then nobody uses your address here.\n",
        )

    def reset(self, address: str, name: str, secret: str) -> EmailMessage:
        """Let somebody set a new password."""
        return self._letter(
            address,
            "A new password",
            f"Hello {name},\n\nopen this link to set a new password at Livestone:\n\n"
            f"{self.site}/mail/password/{secret}\n\nIt is good for {RESET_MINUTES} minutes, once. "
            "If you did not ask for it, do nothing: your password stays as it is.\n",
        )

    def _letter(self, address: str, subject: str, text: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = Address("Livestone", addr_spec=self.sender)
        letter["To"] = Address(addr_spec=address)
        letter["Subject"] = subject
        letter["Date"] = formatdate(usegmt=True)
        letter["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        return letter


def check_address(address: str) -> None:
    """Make sure that a letter can be addressed so, and to nobody else. Raises BadField."""
    try:
        found = Address(addr_spec=address)
    except (MessageError, ValueError, IndexError):
        found = None
    if found is None or found.addr_spec != address:
        raise BadField("email", f"no mail can be sent to {address[:60]!r}: mend it")
