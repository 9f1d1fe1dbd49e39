"""The JSON API of e-mail: proving an address, and a new password by a link."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody
from msgspec import Struct

from livestone.api.accounts import AccountName, Recovered
from livestone.api.mail import ProofSent, ResetAsked
from livestone.server.accounts.api import Confirmation, Long, Text
from livestone.server.accounts.visit import VisitDep
from livestone.server.mail.service import MailDep
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest


class LostPassword(Struct, forbid_unknown_fields=True):
    """The account whose password is lost."""

    name: Text


class ProofLink(Struct, forbid_unknown_fields=True):
    """The secret at the end of the link that was sent."""

    secret: Text


class ResetLink(ProofLink, forbid_unknown_fields=True):
    """The secret at the end of the link that was sent, and the new password."""

    password: Long


class MailApi(Controller):
    """``/api/mail``."""

    path = "/api/mail"
    tags = ("people",)
    before_request = staticmethod(identity.recognise)

    @post("/proof", status_code=200)
    async def proof(self, data: JSONBody[Confirmation], visit: VisitDep) -> ProofSent:
        """Send a link to your address that proves it."""
        await visit.mail.ask_proof(visit.person, data.password)
        return ProofSent(visit.person.email)

    @post("/prove", status_code=200)
    async def prove(self, data: JSONBody[ProofLink], mail: MailDep) -> AccountName:
        """Prove an address by the link that was sent there."""
        return AccountName((await mail.prove(data.secret)).name)

    @post("/reset", status_code=200)
    async def reset(
        self, request: AnyRequest, data: JSONBody[LostPassword], mail: MailDep
    ) -> ResetAsked:
        """Send a link for a new password to the account with this name, if it has an address."""
        await mail.ask_reset(data.name, identity.origin_of(request))
        return ResetAsked()

    @post("/password", status_code=200)
    async def password(self, visit: VisitDep, data: JSONBody[ResetLink]) -> Recovered:
        """Set a new password by that link, end all sessions, revoke all tokens, and log in."""
        person, recovered = await visit.mail.reset(data.secret, data.password, visit.origin)
        await visit.begin_session(person, adopt=False)
        return recovered
