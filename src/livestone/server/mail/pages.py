"""The pages behind links in e-mail. Opening one changes nothing: mail programs open links too."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath

from livestone.errors import LivestoneError
from livestone.languages.words import mark, t
from livestone.server.accounts.visit import VisitDep
from livestone.server.mail.service import MailDep
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import REFUSALS, fields_of, page, see

ASKED = mark(
    "If there is an account with this name and a proved e-mail address, a link to set a new "
    "password is on its way there. It is valid for an hour."
)


@get("/mail/prove/{key:str}")
async def show_proof(request: AnyRequest, key: FromPath[str], mail: MailDep) -> Any:
    person = await mail.find_link(key, "prove")
    text = t(
        "Is {address} your address? It can then be used to set a new password.",
        address=person.email,
    )
    return _ask(request, t("Your e-mail address"), text, f"/mail/prove/{key}", t("Yes, it is mine"))


@post("/mail/prove/{key:str}", status_code=200)
async def prove(request: AnyRequest, key: FromPath[str], mail: MailDep) -> Any:
    person = await mail.prove(key)
    text = t(
        "The e-mail address of {name} is proved. Mails about turns can be turned on now.",
        name=person.name,
    )
    return page(request, "message.html", title=t("Thank you"), text=text)


@get("/mail/stop/{key:str}")
async def show_stop(request: AnyRequest, key: FromPath[str], mail: MailDep) -> Any:
    person = await mail.owner_of_stop_link(key)
    words = t("Stop mails to {name} about turns?", name=person.name)
    return _ask(request, t("No more mails"), words, f"/mail/stop/{key}", t("Stop mails"))


@post("/mail/stop/{key:str}", status_code=200)
async def stop(request: AnyRequest, key: FromPath[str], mail: MailDep) -> Any:
    name = await mail.stop(key)
    words = t(
        "{name} gets no more mails about turns. The account's page turns them on again.", name=name
    )
    return page(request, "message.html", title=t("No more mails"), text=words)


@get("/mail/reset")
async def show_reset(request: AnyRequest, mail: MailDep) -> Any:
    mail.check_on()
    return _reset(request, "")


@post("/mail/reset", status_code=200)
async def ask_reset(request: AnyRequest, mail: MailDep) -> Any:
    form = await fields_of(request)
    try:
        await mail.ask_reset(form.get("name", ""), identity.origin_of(request))
    except REFUSALS as error:
        return _reset(request, form.get("name", ""), error)
    return page(request, "message.html", title=t("Check your e-mail"), text=t(ASKED))


@get("/mail/password/{key:str}")
async def show_password(request: AnyRequest, key: FromPath[str], mail: MailDep) -> Any:
    await mail.find_link(key, "reset")
    return _password(request, key)


@post("/mail/password/{key:str}", status_code=200)
async def password(visit: VisitDep, key: FromPath[str], mail: MailDep) -> Any:
    form = await fields_of(visit.request)
    try:
        person, _ = await mail.reset(key, form.get("password", ""), visit.origin)
    except REFUSALS as error:
        return _password(visit.request, key, error)
    await visit.begin_session(person, adopt=False)
    return see("/account?done=recovered")


def _ask(request: AnyRequest, title: str, text: str, action: str, button: str) -> Any:
    return page(request, "ask.html", title=title, text=text, action=action, button=button)


def _reset(request: AnyRequest, name: str, refusal: LivestoneError | None = None) -> Any:
    title = t("A new password by e-mail")
    return page(request, "mail_reset.html", refusal=refusal, title=title, name=name)


def _password(request: AnyRequest, key: str, refusal: LivestoneError | None = None) -> Any:
    title = t("Set a new password")
    return page(request, "mail_password.html", refusal=refusal, title=title, key=key)


handlers = [show_proof, prove, show_stop, stop, show_reset, ask_reset, show_password, password]
