"""The JSON API of e-mail: proving an address, and a new password by a link."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from livestone.server.accounts import sign_in as entrance
from livestone.server.accounts.api import recovered_json
from livestone.server.accounts.service import GivenPeople
from livestone.server.mail.service import GivenMail
from livestone.server.web import identity
from livestone.server.web.identity import GivenCaller

Text = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=1000)]


class Certain(Struct, forbid_unknown_fields=True):
    """The password, once more."""

    password: Long


class Forgetful(Struct, forbid_unknown_fields=True):
    """Who has lost his password."""

    name: Text


class ProofLink(Struct, forbid_unknown_fields=True):
    """The end of the link that was sent."""

    secret: Text


class ResetLink(ProofLink, forbid_unknown_fields=True):
    """The end of the link that was sent, and the new password."""

    password: Long


class MailApi(Controller):
    """``/api/mail``."""

    path = "/api/mail"
    tags = ("people",)
    before_request = staticmethod(identity.recognise)

    @post("/proof", status_code=200)
    async def proof(
        self, data: JSONBody[Certain], caller: GivenCaller, mail: GivenMail
    ) -> dict[str, Any]:
        """Have a link sent to your address that proves it."""
        person, _ = caller.logged_in()
        await mail.ask_proof(person, data.password)
        return {"sent": person.email}

    @post("/prove", status_code=200)
    async def prove(self, data: JSONBody[ProofLink], mail: GivenMail) -> dict[str, Any]:
        """Prove an address by the link that was sent there."""
        return {"name": (await mail.prove(data.secret)).name}

    @post("/reset", status_code=200)
    async def reset(
        self, request: Request[Any, Any, Any], data: JSONBody[Forgetful], mail: GivenMail
    ) -> dict[str, Any]:
        """Have a link for a new password sent to who has this name, if he has proved an address."""
        await mail.ask_reset(data.name, identity.origin_of(request))
        return {"asked": True}

    @post("/password", status_code=200)
    async def password(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ResetLink],
        people: GivenPeople,
        mail: GivenMail,
    ) -> dict[str, Any]:
        """Set a new password by that link, end all sessions, revoke all tokens, and log in."""
        origin = identity.origin_of(request)
        person, ended = await mail.reset(data.secret, data.password, origin)
        await entrance.enter(request, people, person, adopt=False)
        return recovered_json(person, ended)
