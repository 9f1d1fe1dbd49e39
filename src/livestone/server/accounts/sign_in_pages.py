"""The pages of registration, login, logout, and recovery by a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import get, post
from litestar.response import Redirect

from livestone.server.accounts import sign_in
from livestone.server.accounts.service import PeopleDep
from livestone.server.web import identity
from livestone.server.web.errors import status_of
from livestone.server.web.forms import REFUSALS, fields_of, refusal_of
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import own_path, page, see


@get("/register")
async def show_register(request: AnyRequest, caller: CallerDep, people: PeopleDep) -> Any:
    people.check_registration()
    return see("/account") if caller.person else _register(request, {}, {})


@post("/register", status_code=200)
async def register(request: AnyRequest, people: PeopleDep) -> Any:
    form = await fields_of(request)
    name, password, email = (form.get(field, "") for field in ("name", "password", "email"))
    problems = people.problems(name, password, email)
    if problems:
        said = {field: text[:1].upper() + text[1:] + "." for field, text in problems.items()}
        return _register(request, form, said, 400)
    try:
        person, codes = await sign_in.register(request, people, name, password, email)
    except REFUSALS as error:
        return _register(request, form, refusal_of(error), status_of(error))
    return codes_page(request, person.name, codes, welcome=True)


def _register(
    request: AnyRequest, form: Mapping[str, str], problems: Mapping[str, str], status: int = 200
) -> Any:
    given = {name: form.get(name, "") for name in ("name", "email")}
    title = "Make an account"
    return page(request, "register.html", status, title=title, form=given, problems=problems)


def codes_page(request: AnyRequest, name: str, codes: list[str], welcome: bool = False) -> Any:
    title = f"Welcome, {name}" if welcome else "New recovery codes"
    return page(request, "codes.html", title=title, codes=codes, welcome=welcome, name=name)


@get("/login")
async def show_login(request: AnyRequest, caller: CallerDep, people: PeopleDep) -> Any:
    if caller.person:
        return see("/account")
    form = {"next": request.query_params.get("next", "/"), "adopt": "yes"}
    return await _login(request, caller, people, form, {})


@post("/login", status_code=200)
async def login(request: AnyRequest, caller: CallerDep, people: PeopleDep) -> Any:
    form = await fields_of(request)
    name, password = form.get("name", ""), form.get("password", "")
    adopt = form.get("adopt") == "yes"
    try:
        await sign_in.login(request, people, name, password, adopt)
    except REFUSALS as error:
        return await _login(request, caller, people, form, refusal_of(error), status_of(error))
    return see(own_path(form.get("next", "/")))


async def _login(
    request: AnyRequest,
    caller: identity.Caller,
    people: PeopleDep,
    form: Mapping[str, str],
    problems: Mapping[str, str],
    status: int = 200,
) -> Any:
    return page(
        request,
        "login.html",
        status,
        title="Log in",
        name=form.get("name", ""),
        next=own_path(form.get("next", "/")),
        games=caller.person is None and await people.store.has_games(caller.owner),
        adopt=form.get("adopt") == "yes",
        problems=problems,
        registration=people.registration,
        guests=request.app.state.tables.guests,
    )


@post("/logout")
async def logout(request: AnyRequest, people: PeopleDep) -> Redirect:
    await sign_in.logout(request, people)
    return see("/")


@get("/recover")
async def show_recover(request: AnyRequest) -> Any:
    return _recover(request, {}, {})


@post("/recover", status_code=200)
async def recover(request: AnyRequest, people: PeopleDep) -> Any:
    form = await fields_of(request)
    name, code, password = (form.get(field, "") for field in ("name", "code", "password"))
    try:
        person, _ = await people.recover(name, code, password, identity.origin_of(request))
    except REFUSALS as error:
        return _recover(request, form, refusal_of(error), status_of(error))
    await sign_in.start_session(request, people, person, adopt=False)
    return see("/account?done=recovered")


def _recover(
    request: AnyRequest, form: Mapping[str, str], problems: Mapping[str, str], status: int = 200
) -> Any:
    given = {name: form.get(name, "") for name in ("name", "code")}
    title, mail = "Set a new password", request.app.state.mail.on
    return page(
        request, "recover.html", status, title=title, form=given, problems=problems, mail=mail
    )


handlers = [show_register, register, show_login, login, logout, show_recover, recover]
