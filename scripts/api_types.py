"""Write the types of the server's API for the app, from its OpenAPI document.

``make api-types`` runs it; ``js/app/net/schema.d.ts`` is what it writes. The document is that of
``/schema/openapi.json`` without what types do not say: refusals, descriptions and examples.
"""

from __future__ import annotations

import fcntl
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_cache_path

from livestone.server.app import create_app
from livestone.server.settings import Settings
from livestone.server.web.openapi import described

ROOT = Path(__file__).parents[1]
PINNED = ROOT / "requirements" / "typescript"
TYPES = ROOT / "js" / "app" / "net" / "schema.d.ts"
HEAD = "/** The types of the server's API: `make api-types` writes this file. */\n\n"
UNTYPED = (
    "deprecated",
    "description",
    "examples",
    "headers",
    "operationId",
    "parameters",
    "summary",
    "tags",
    "title",
)
# What openapi-typescript says of everything that is not there.
ABSENT = re.compile(
    r" *\w+\?: never;\n|"
    r" *parameters: \{\s*(?:\w+\?: never;\s*)*\};\n|"
    r" *headers: \{\s*\[name: string\]: unknown;\s*\};\n"
)
OPTIONS = ("--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix")


def node_modules() -> Path:
    """The folder with the pinned TypeScript and openapi-typescript, installed on first use.

    Raises OSError and subprocess.CalledProcessError.
    """
    digest = hashlib.sha256((PINNED / "package-lock.json").read_bytes()).hexdigest()[:12]
    folder = user_cache_path("livestone") / "typescript" / digest
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be installing it
        if not (folder / "whole").is_file():
            for name in ("package.json", "package-lock.json"):
                shutil.copy(PINNED / name, folder)
            quiet = ("--no-audit", "--no-fund", "--loglevel=error")
            _run("npm", "ci", f"--prefix={folder}", *quiet)
            (folder / "whole").touch()
    return folder / "node_modules"


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, encoding="utf-8")


def typed(schema: Any) -> Any:
    """Return of a schema what its types say."""
    if isinstance(schema, list):
        return [typed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, value in schema.items():
        if key in ("properties", "schemas", "paths"):
            found[key] = {name: typed(one) for name, one in value.items()}
        elif key == "responses":
            found[key] = {one: typed(value[one]) for one in value if one.startswith("2")}
        elif key not in UNTYPED:
            found[key] = typed(value)
    for response in found.get("responses", {}).values():
        response["description"] = ""  # must be there
    return found


def types() -> str:
    """The text of the file with the types."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app(Settings(data=folder))
        schema = typed(msgspec.to_builtins(described(app.openapi_schema.to_schema())))
        (folder / "openapi.json").write_bytes(msgspec.json.encode(schema, order="sorted"))
        program = node_modules() / "openapi-typescript" / "bin" / "cli.js"
        given, made = folder / "openapi.json", folder / "schema.d.ts"
        _run("node", str(program), str(given), "-o", str(made), *OPTIONS)
        text = made.read_text(encoding="utf-8")
    return HEAD + ABSENT.sub("", text.partition("*/\n\n")[2])


if __name__ == "__main__":
    try:
        TYPES.write_text(types(), encoding="utf-8")
    except subprocess.CalledProcessError as error:
        sys.exit(error.stderr)
