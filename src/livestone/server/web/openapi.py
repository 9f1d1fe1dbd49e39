"""What ``/schema`` says besides what follows from the routes: refusals, examples, streams."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

from litestar import Litestar, Response, Router
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin, YamlRenderPlugin

from livestone.server.web.aside import MadeOnce
from livestone.server.web.constant import Constant, constant_answer
from livestone.server.web.identity import AnyRequest

Schema = dict[str, Any]
REF = "#/components/{}/{}"

# How an answer is refused: status, name, what it means, and an example's code and message.
REFUSALS = (
    (400, "BadRequest", "What was asked for makes no sense.", "illegal-move", "d4 is taken"),
    (401, "NotLoggedIn", "This needs an account, or a token that is good.", "not-logged-in", ""),
    (403, "NotAllowed", "This is for another person, or not for tokens.", "not-allowed", ""),
    (404, "NotFound", "There is no such thing, or none that you may know of.", "not-found", ""),
    (405, "BadMethod", "This route has another method.", "bad-request", "Method Not Allowed"),
    (409, "Conflict", "This is not possible at this moment.", "not-allowed", "it is White's turn"),
    (413, "TooLarge", "The body has more than 64 KiB.", "too-large", ""),
    (429, "TooMany", "This was done too often: wait.", "too-many", "wait 20 seconds"),
    (503, "Busy", "The server or its database has too much to do: ask again.", "busy", ""),
)
ERROR: Schema = {
    "type": "object",
    "description": "A refusal: a stable code, one line of words, and for a form the field.",
    "required": ["error", "message"],
    "properties": {
        "error": {"type": "string", "examples": ["illegal-move", "not-found"]},
        "message": {"type": "string"},
        "field": {"type": "string"},
    },
}
# Answers that are no JSON, or a whole document, by the ends of routes.
OTHERS: dict[tuple[str, ...], tuple[str, Schema]] = {
    ("/events",): ("text/event-stream", {"type": "string", "description": "Server-sent events."}),
    (".txt", "/file"): ("text/plain; charset=utf-8", {"type": "string"}),
    (".zip",): ("application/zip", {"type": "string", "format": "binary"}),
    (".svg",): ("image/svg+xml", {"type": "string"}),
    ("/record", "/record.json", "/descriptions/{game}"): (
        *("application/json", {"type": "object", "additionalProperties": True}),
    ),
}
# Answers that leave out what is usual, or what there is not.
SPARSE = {"Challenge", "Error", "StudyNode", "StudyView"}
PASSWORD = "four words will do"
# A body for each shape that a request has.
EXAMPLES: dict[str, Schema] = {
    "Attempt": {
        "game": "freedom",
        "options": {"size": 6, "scoring": "stones", "last_cell": "choice"},
        "text": "6/wbwb2/bwwbwb/bbwbwb/wwwb1w/bwbw2 b last=f2 turn=25",
        "moves": ["e2"],
    },
    "Act": {"name": "Bob", "reason": "cheating", "days": "7"},
    "Confirmation": {"password": PASSWORD},
    "Joining": {"code": "ab3defgh"},
    "LeaseRequest": {"holder": "laptop 4711", "seconds": 30},
    "LineToken": {"bot": "Adabot"},
    "LostPassword": {"name": "Ada"},
    "ProofLink": {"secret": "A" * 32},
    "ResetLink": {"secret": "A" * 32, "password": PASSWORD},
    "Login": {"name": "Ada", "password": PASSWORD},
    "Mark": {"colour": "green", "at": "e5", "to": "e6"},
    "Muted": {"message": 17},
    "ClassRules": {"plays": "straat", "engine": False, "house": ["random", "level 1"]},
    "NewChallenge": {"game": "freedom", "options": {"size": 8}, "control": "5+3", "rated": True},
    "NewGame": {"game": "freedom", "options": {"size": 8}, "seats": ["me", "bot:3"]},
    "NewClassTournament": {"name": "Monday", "plays": "straat", "engine": False},
    "NewMember": {"name": "Ana"},
    "NewMessage": {"text": "Have a good game!"},
    "NewMoves": {"node": 0, "moves": ["e5", "d4"]},
    "NewOffer": {"kind": "draw", "ply": 12},
    "NewPairings": {"round": 2, "swap": ["Ana", "Ben"]},
    "NewPassword": {"password": PASSWORD, "new": "five words will do better"},
    "NewPlan": {"ply": 12, "lines": [["*", "b2"]]},
    "NewPly": {"move": "e5", "ply": 0, "lag": 0.05},
    "NewSettings": {"accepts_bots": False},
    "NewStatus": {"status": "paused"},
    "NewStudy": {"game": "freedom", "options": {"size": 8}},
    "NewRules": {"move": 5.0, "game": 120.0},
    "NewToken": {"label": "my laptop", "scopes": ["read", "bot"], "bot": "Adabot"},
    "NewTournament": {"name": "Monday", "kind": "swiss", "rounds": 5},
    "NewVersion": {"text": "from livestone import Player\n"},
    "NewVacation": {"days": 7},
    "PersonName": {"name": "Bob"},
    "Noting": {"node": 3, "version": 7, "comment": "Too slow.", "glyph": "?"},
    "OfferAnswer": {"kind": "draw", "seat": 1, "allow": True, "ply": 12},
    "OldToken": {"id": "k2jx5"},
    "Place": {"node": 3, "version": 7},
    "Promotion": {"node": 3, "version": 7, "wholly": True},
    "Recovery": {"name": "Ada", "code": "ab3d-efgh-jkmn", "password": PASSWORD},
    "Registration": {"name": "Ada", "password": PASSWORD},
    "Refusal": {"note": "busy; try again soon"},
    "Seek": {"game": "freedom", "control": "5+3", "rated": False},
    "Secret": {"secret": "AAAAAAAAAAAAAAAAAAAAAA"},
    "SessionToEnd": {"id": "k2jx5"},
    "SavedGame": {
        "version": 0,
        "record": {"format": "livestone-record", "version": 1},
        "created": 0,
        "updated": 0,
    },
    "Seen": {"ply": 12},
    "StudySettings": {"version": 7, "title": "A lesson", "visibility": "link"},
    "Switch": {"on": False},
    "TakebackAnswer": {"ply": 12, "seat": 1, "allow": True},
    "PlayerName": {"name": "ada"},
    "staff_api_Complaint": {"reason": "insults"},
    "chat_api_Complaint": {"message": 17, "reason": "insults"},
}


# Litestar would render the schema anew for each request; these only say where it is.
PLUGINS = (JsonRenderPlugin(path=["/", "/openapi.json"]), YamlRenderPlugin())


async def _answer(request: AnyRequest) -> Response[bytes] | None:
    """Answer for a file of the schema before its plugin does; None for any other path."""
    path = request.scope.get("path_template", "").removeprefix("/schema") or "/"
    plugin = next((one for one in PLUGINS if path in one.paths), None)
    if plugin is None:
        return None
    rendered = await _rendered.get(request.app, plugin, request.route_handler)
    return await constant_answer(request, rendered)


def router() -> Router:
    """Return what answers for ``/schema``."""
    return Router("/schema", route_handlers=[], include_in_schema=False, before_request=_answer)


def _render(app: Litestar, plugin: OpenAPIRenderPlugin, handler: object) -> Constant:
    request: Any = SimpleNamespace(route_handler=handler)  # all that plugins read of one
    content = plugin.render(request, described(app.openapi_schema.to_schema()))
    return Constant(content, str(plugin.media_type))


_rendered = MadeOnce(_render, 8)


def described(plain: Schema) -> Schema:
    """Return a schema with everything that is known besides."""
    found = copy.deepcopy(plain)
    components = found.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Error"] = ERROR
    for name, example in EXAMPLES.items():
        if name in schemas:
            schemas[name]["examples"] = [example]
    components["responses"] = {name: _refusal(*rest) for _, name, *rest in REFUSALS}
    for path, item in found.get("paths", {}).items():
        for operation in item.values():
            if isinstance(operation, dict) and "responses" in operation:
                _describe(operation, path)
    _require(found, schemas)
    return found


def _require(found: Schema, schemas: Schema) -> None:
    """Say that answers have all their properties, the usual values too."""
    operations = [
        operation for item in found.get("paths", {}).values() for operation in item.values()
    ]
    asked = _named([operation.get("requestBody") for operation in operations], schemas)
    answered = _named([operation["responses"] for operation in operations], schemas)
    for name in answered - asked - SPARSE:
        if properties := schemas[name].get("properties"):
            schemas[name]["required"] = sorted(properties)


def _named(part: object, schemas: Schema) -> set[str]:
    """The names of the schemas that a part of the document has in it."""
    found: set[str] = set()
    parts = [part]
    while parts:
        part = parts.pop()
        if isinstance(part, list):
            parts += part
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name in schemas and name not in found:
                found.add(name)
                parts.append(schemas[name])
            parts += part.values()
    return found


def _refusal(means: str, code: str, message: str) -> Schema:
    schema = {"$ref": REF.format("schemas", "Error")}
    example = {"error": code, "message": message or means[:1].lower() + means[1:].rstrip(".")}
    return {
        "description": means,
        "content": {"application/json": {"schema": schema, "example": example}},
    }


def _describe(operation: Schema, path: str) -> None:
    responses = operation["responses"]
    other = next((OTHERS[ends] for ends in OTHERS if path.endswith(ends)), None)
    for status, answer in responses.items():
        if status.startswith("2") and other is not None:
            answer["content"] = {other[0]: {"schema": other[1]}}
    for number, name, *_ in REFUSALS:
        responses[str(number)] = {"$ref": REF.format("responses", name)}
