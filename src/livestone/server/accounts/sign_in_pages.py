"""The pages of registration, login, logout, and recovery by a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import get, post
from litestar.response import Redirect

from livestone.errors import LivestoneError
from livestone.languages.words import t
from livestone.server.accounts.service import PeopleDep
from livestone.server.accounts.visit import Visit, VisitDep
from livestone.server.web.errors import capital
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import REFUSALS, fields_of, own_path, page, see


@get("/register")
async def show_register(request: AnyRequest, caller: CallerDep, people: PeopleDep) -> Any:
    people.check_registration()
    return see("/account") if caller.person else _register(request, {})


@post("/register", status_code=200)
async def register(visit: VisitDep) -> Any:
    request = visit.request
    form = await fields_of(request)
    name, password, email = (form.get(field, "") for field in ("name", "password", "email"))
    problems = visit.people.problems(name, password, email)
    if problems:
        said = {field: capital(text) for field, text in problems.items()}
        return _register(request, form, status=400, problems=said)
    try:
        person, codes = await visit.register(name, password, email)
    except REFUSALS as error:
        return _register(request, form, refusal=error)
    title = t("Welcome, {name}", name=person.name)
    return page(request, "codes.html", title=title, codes=codes, name=person.name)


def _register(request: AnyRequest, form: Mapping[str, str], **more: Any) -> Any:
    given = {name: form.get(name, "") for name in ("name", "email")}
    return page(request, "register.html", title=t("Make an account"), form=given, **more)


@get("/login")
async def show_login(visit: VisitDep) -> Any:
    if visit.caller.person:
        return see("/account")
    form = {"next": visit.request.query_params.get("next", "/"), "adopt": "yes"}
    return await _login(visit, form)


@post("/login", status_code=200)
async def login(visit: VisitDep) -> Any:
    form = await fields_of(visit.request)
    adopt = form.get("adopt") == "yes"
    try:
        await visit.login(form.get("name", ""), form.get("password", ""), adopt)
    except REFUSALS as error:
        return await _login(visit, form, error)
    return see(own_path(form.get("next", "/")))


async def _login(
    visit: Visit, form: Mapping[str, str], refusal: LivestoneError | None = None
) -> Any:
    caller, people = visit.caller, visit.people
    return page(
        visit.request,
        "login.html",
        title=t("Log in"),
        name=form.get("name", ""),
        next=own_path(form.get("next", "/")),
        games=caller.person is None and await people.store.has_games(caller.owner_id),
        adopt=form.get("adopt") == "yes",
        refusal=refusal,
        registration=people.registration,
        guests=visit.tables.guests,
    )


@post("/logout")
async def logout(visit: VisitDep) -> Redirect:
    await visit.logout()
    return see("/")


@get("/recover")
async def show_recover(request: AnyRequest) -> Any:
    return _recover(request, {})


@post("/recover", status_code=200)
async def recover(visit: VisitDep) -> Any:
    form = await fields_of(visit.request)
    try:
        await visit.recover(*(form.get(field, "") for field in ("name", "code", "password")))
    except REFUSALS as error:
        return _recover(visit.request, form, error)
    return see("/account?done=recovered")


def _recover(
    request: AnyRequest, form: Mapping[str, str], refusal: LivestoneError | None = None
) -> Any:
    given = {name: form.get(name, "") for name in ("name", "code")}
    title, mail = t("Set a new password"), request.app.state.mail.on
    return page(request, "recover.html", refusal=refusal, title=title, form=given, mail=mail)


handlers = [show_register, register, show_login, login, logout, show_recover, recover]
