"""Calls the routes of the API with as little around them as may be.

The router finds such a route like every other; the guard stands before it, and what it raises is
answered in the same way. Only the framework's injection of dependencies, which takes as long as a
move, is done once for each route instead of once for each request. What cannot be decoded goes on
to the framework, which says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, isawaitable, signature
from typing import Annotated, Any, get_origin, get_type_hints
from urllib.parse import parse_qsl

import msgspec
from litestar.params import QueryParameter
from litestar.serialization import default_serializer
from litestar.types import ASGIApp, Receive, Scope, Send

from livestone.server.web.identity import AnyRequest
from livestone.server.web.requests import CheckedRequest, check_numbers

encode = msgspec.json.Encoder(enc_hook=default_serializer).encode


@dataclass(frozen=True)
class Source:
    """Where an argument comes from: the ``path``, ``query``, ``body``, ``request``, or a ``call``.

    ``kind`` is its type; a call has ``sources`` of its own.
    """

    name: str
    where: str
    kind: Any = None
    default: Any = Parameter.empty
    call: Callable[..., Any] | None = None
    sources: tuple[Source, ...] = ()


def direct(app: ASGIApp) -> ASGIApp:
    """Answer a route of JSON by calling its handler; any other one as the framework does."""
    sources: dict[object, tuple[Source, ...] | None] = {}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        handler = asked["route_handler"]
        if handler not in sources:
            sources[handler] = _sources_of(handler, asked["path_params"])
        wanted = sources[handler]
        if wanted is None:
            await app(scope, receive, send)
            return
        request = CheckedRequest(asked, receive, send)
        before = handler.resolve_before_request()
        if before is not None:
            await before(request)
        try:
            given = await _arguments(request, wanted)
        except (msgspec.MsgspecError, UnicodeError):
            await app(scope, receive, send)
            return
        found = handler.fn(**given)
        body = encode(await found if isawaitable(found) else found)
        headers = [(b"content-type", b"application/json")]
        headers.append((b"content-length", str(len(body)).encode()))
        await send(
            {"type": "http.response.start", "status": handler.status_code, "headers": headers}
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return answer


def _sources_of(handler: Any, path: dict[str, Any]) -> tuple[Source, ...] | None:
    """Where a handler's arguments come from; None where the framework has to make the answer."""
    kind = get_type_hints(handler.fn).get("return")
    plain = get_origin(kind) in (list, dict) or (
        isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    )
    return _of(handler.fn, handler.resolve_dependencies(), path) if plain else None


def _of(call: Callable[..., Any], provided: Any, path: dict[str, Any]) -> tuple[Source, ...]:
    hints, found = get_type_hints(call, include_extras=True), []
    for name, parameter in signature(call).parameters.items():
        kind, default = hints[name], parameter.default
        if name in provided:
            inner = provided[name].dependency
            found.append(Source(name, "call", call=inner, sources=_of(inner, provided, path)))
        else:
            plain = "path" if name in path else {"data": "body", "request": name}.get(name, "query")
            found.append(Source(name, plain, _bounded(kind), default))
    return tuple(found)


def _bounded(kind: Any) -> Any:
    """A type within the bounds that the parameter of a query has: for a number, None aside.

    What else the framework notes beside a type is left out: msgspec would hash it each time.
    """
    if get_origin(kind) is not Annotated:
        return kind
    plain, limits = kind.__origin__, []
    for more in kind.__metadata__:
        bounds = {name: getattr(more, name, None) for name in ("gt", "ge", "lt", "le")}
        if isinstance(more, msgspec.Meta):
            limits.append(more)
        elif isinstance(more, QueryParameter) and any(one is not None for one in bounds.values()):
            number = float if plain is float else int
            bounded: Any = Annotated[number, msgspec.Meta(**bounds)]
            return bounded if plain is number else bounded | None
    return Annotated[plain, *limits] if limits else plain


async def _arguments(request: CheckedRequest, sources: tuple[Source, ...]) -> dict[str, Any]:
    """Return the arguments. Raises MsgspecError, UnicodeError or what a call raises."""
    given: dict[str, Any] = {}
    text = request.scope["query_string"]
    asked = dict(parse_qsl(text.decode(), keep_blank_values=True)) if text else {}
    for source in sources:
        name = source.name
        if source.where == "request":
            given[name] = request
        elif source.where == "path":
            given[name] = request.scope["path_params"][name]
        elif source.where == "body":
            sent = msgspec.json.decode(await request.body())
            check_numbers(sent)
            given[name] = msgspec.convert(sent, source.kind)
        elif source.where == "query":
            if name in asked:
                given[name] = msgspec.convert(asked[name], source.kind, strict=False)
            elif source.default is Parameter.empty:
                raise msgspec.ValidationError(name)  # told by the framework
        else:
            assert source.call is not None
            inner = source.call(**await _arguments(request, source.sources))
            given[name] = await inner if isawaitable(inner) else inner
    return given


def service_of(name: str) -> Callable[[AnyRequest], Any]:
    """A dependency that is a service of the application."""

    def found(request: AnyRequest) -> Any:
        return request.app.state[name]

    return found
