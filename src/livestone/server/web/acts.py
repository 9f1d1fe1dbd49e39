"""Acts: what visitors can do at one place, said once for the JSON API and the forms of pages.

An act is a route's handler. Its name is the last part of its address, ``at`` says where and who,
and ``data`` is what was sent, if anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import msgspec
from litestar import Router, post
from litestar.di import Provide

from livestone.errors import BadRequest
from livestone.languages.words import t
from livestone.server.web import identity

Acts = Mapping[str, Callable[..., Any]]


def by_name(*acts: Callable[..., Any]) -> Acts:
    return {act.__name__: act for act in acts}


def api_routes(path: str, acts: Acts, tag: str, **dependencies: Provide) -> Router:
    """The routes of acts below a path."""
    return Router(
        path,
        dependencies=dependencies,
        route_handlers=[post(f"/{name}", status_code=200)(act) for name, act in acts.items()],
        before_request=identity.recognise,
        tags=[tag],
    )


async def act_by_form(act: Callable[..., Any], at: object, form: Mapping[str, str]) -> Any:
    """Do what a form asks for, with the fields that the act knows. Raises BadRequest."""
    body = get_type_hints(act).get("data")
    if body is None:
        return await act(at=at)
    sent: dict[str, object] = {}
    for field in msgspec.structs.fields(body):
        if field.type is bool:
            sent[field.name] = form.get(field.name) == "yes"
        elif field.name in form:
            sent[field.name] = form[field.name].strip()
    try:
        data = msgspec.convert(sent, body, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(t("the form cannot be read: {error}", error=error)) from None
    return await act(at=at, data=data)
