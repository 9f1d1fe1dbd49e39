"""E-mail messages, as plain text, with a link to stop them."""

from __future__ import annotations

from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from livestone.errors import BadField
from livestone.languages.words import t
from livestone.play.time_control import time_left

PROOF_HOURS, RESET_MINUTES = 24, 60
LINK_SECONDS = {"prove": PROOF_HOURS * 3600.0, "reset": RESET_MINUTES * 60.0}


@dataclass(frozen=True)
class Turn:
    """A game in which it is a person's turn, with the seconds ``left`` for it."""

    title: str
    opponents: tuple[str, ...]
    left: float | None
    id: str


@dataclass(frozen=True)
class MessageWriter:
    """Writes messages from ``sender`` with links to the pages at ``site``."""

    sender: str
    site: str

    def turn(self, address: str, name: str, turn: Turn, stop: str) -> EmailMessage:
        """Say that it is a person's turn; ``stop`` is the end of the link that stops such mails."""
        against = " and ".join(turn.opponents)
        left = "" if turn.left is None else f"You have {time_left(turn.left)} for it.\n\n"
        stop = f"{self.site}/mail/stop/{stop}"
        message = self._message(
            address,
            f"Your turn in {turn.title} against {against}",
            f"Hello {name},\n\nit is your turn in {turn.title} against {against}.\n\n{left}"
            f"{self.site}/games/{turn.id}\n\n"
            "You get no other mail about this game until you have looked at it.\n\n"
            f"-- \nNo more mails about turns: {stop}\n",
        )
        # One click on the mail program's own button is enough: RFC 8058.
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return message

    def proof(self, address: str, name: str, secret: str) -> EmailMessage:
        return self._message(
            address,
            "Is this your address?",
            f"Hello {name},\n\nopen this link to confirm your address at Livestone:\n\n"
            f"{self.site}/mail/prove/{secret}\n\nIt is valid for {PROOF_HOURS} hours, once. "
            "If you did not ask for it, do nothing: your address is not used then.\n",
        )

    def reset(self, address: str, name: str, secret: str) -> EmailMessage:
        return self._message(
            address,
            "A new password",
            f"Hello {name},\n\nopen this link to set a new password at Livestone:\n\n"
            f"{self.site}/mail/password/{secret}\n\nIt is valid for {RESET_MINUTES} minutes, once. "
            "If you did not ask for it, do nothing: your password stays as it is.\n",
        )

    def _message(self, address: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = Address("Livestone", addr_spec=self.sender)
        message["To"] = Address(addr_spec=address)
        message["Subject"] = subject
        message["Date"] = formatdate(usegmt=True)
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message


def check_address(address: str) -> None:
    """Raises BadField unless a message to this text goes to one address."""
    try:
        found = Address(addr_spec=address)
    except (MessageError, ValueError, IndexError):
        found = None
    if found is None or found.addr_spec != address:
        raise BadField(
            "email", t("no mail can be sent to {address}: correct it", address=repr(address[:60]))
        )
