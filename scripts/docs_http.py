"""Make the pages of the HTTP API for the documentation, from the server's OpenAPI document."""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from livestone.server.app import create_app
from livestone.server.settings import Settings
from livestone.server.web.openapi import described

Schema = Mapping[str, Any]


def openapi() -> dict[str, Any]:
    """The document that a server answers at /schema/openapi.json."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)))
        document = described(app.openapi_schema.to_schema())
    found: dict[str, Any] = json.loads(msgspec.json.encode(document, order="sorted"))
    return found


def http_pages(document: Schema) -> Iterator[tuple[str, str]]:
    """The name and the Markdown of each page."""
    groups: dict[str, list[str]] = defaultdict(list)
    for path, item in sorted(document["paths"].items()):
        for method, operation in item.items():
            if method in ("get", "post", "put", "patch", "delete"):
                area = path.split("/")[2] if path.startswith("/api/") else "pages"
                groups[area].append(_operation(method, path, operation))
    for area, operations in groups.items():
        yield (
            f"http/{area}.md",
            "\n".join([f"# /api/{area}" if area != "pages" else "# Pages", "", *operations]),
        )
    shapes = document["components"]["schemas"]
    yield "http/shapes.md", "\n".join(["# Shapes", "", *shape_sections(shapes)])
    refusals = [
        f"| {code} | {answer['description']} |"
        for code, answer in sorted(_refusals(document).items())
    ]
    yield "http/index.md", "\n".join([
        "# HTTP API", "",
        "Made from the document that each server gives at `/schema/openapi.json`"
        " ([download](openapi.json)). How to use it: [the API](../api.md).", "",
        "Any route may refuse. Such an answer is an [Error](shapes.md#error):", "",
        "| status | means |", "| --- | --- |", *refusals, "",
        "```{toctree}", *groups, "shapes", "```", "",
    ])  # fmt: skip


def shape_sections(shapes: Schema) -> Iterator[str]:
    """A section for each JSON schema, with a table of its fields."""
    for name, shape in sorted(shapes.items()):
        yield f"## {name}\n"
        if text := _text(shape):
            yield text + "\n"
        if fields := shape.get("properties"):
            required = shape.get("required", ())
            yield _table(
                ("field", "type", "means"),
                [
                    (f"`{field}`", type_of(kind), _meaning(kind, field in required))
                    for field, kind in fields.items()
                ],
            )
        elif "enum" in shape or "type" in shape:
            yield type_of(shape) + "\n"
        for example in shape.get("examples", ())[:1]:
            yield f"```json\n{json.dumps(example, ensure_ascii=False, indent=2)}\n```\n"


def type_of(shape: Schema, page: str = "") -> str:
    """A JSON schema in words, for the cell of a table."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f"[{name}]({page}#{name.lower()})"
    for choice in ("anyOf", "oneOf"):
        if choice in shape:
            return " or ".join(type_of(one, page) for one in shape[choice])
    if "enum" in shape:
        return ", ".join(f"`{value}`" for value in shape["enum"])
    if "const" in shape:
        return f"`{shape['const']}`"
    kind = shape.get("type", "any value")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        inner = shape.get("items") or {}
        many = shape.get("prefixItems")
        of = ", ".join(type_of(one, page) for one in many) if many else type_of(inner, page)
        return f"array of {of}"
    if kind == "object" and isinstance(more := shape.get("additionalProperties"), dict) and more:
        return f"object of {type_of(more, page)}"
    return str(kind)


def _operation(method: str, path: str, operation: Schema) -> str:
    lines = [
        f"## {method.upper()} {path}",
        "",
        _text(operation) or operation.get("summary", ""),
        "",
    ]
    given = [
        (f"`{one['name']}`", one["in"], type_of(one.get("schema", {})), _text(one))
        for one in operation.get("parameters", ())
    ]
    if given:
        lines += [_table(("parameter", "in", "type", "means"), given)]
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        lines += [f"Body: {type_of(body.get('schema', {}), 'shapes.md')} (`{kind}`).", ""]
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            content = [
                f"{type_of(body.get('schema', {}), 'shapes.md')} (`{kind}`)"
                for kind, body in answer.get("content", {}).items()
            ]
            lines += [f"Answer {status}: {' or '.join(content) or 'empty'}.", ""]
    return "\n".join(lines)


def _refusals(document: Schema) -> dict[str, Schema]:
    """The refusals that the document describes, by status."""
    named = document["components"]["responses"]
    found = {}
    for item in document["paths"].values():
        for operation in item.values():
            for status, answer in operation.get("responses", {}).items():
                name = answer.get("$ref", "").rpartition("/")[2]
                if name in named:
                    found[status] = named[name]
    return found


def _text(part: Schema) -> str:
    """What a part of the document says of itself, in Markdown."""
    text = " ".join(str(part.get("description") or "").split())
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; its last column is left out where nothing stands in it."""
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _meaning(shape: Schema, required: bool) -> str:
    """What a field is, between which bounds, and what it is where it is left out."""
    bounded = next((one for one in (shape, *shape.get("anyOf", ())) if "maximum" in one), {})
    bounds = f"{bounded.get('minimum', '')} to {bounded['maximum']}" if bounded else ""
    usual = f"`{json.dumps(shape['default'])}` if left out" if "default" in shape else "optional"
    return "; ".join(filter(None, [_text(shape), bounds, "" if required else usual]))
