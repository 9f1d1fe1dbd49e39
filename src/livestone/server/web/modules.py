"""The table in the browser: its modules and stylesheets, from the folder ``js``.

Modules name each other by relative paths, so all are below one address that changes with the
content of any of them, and browsers keep them.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

PACKAGE = Path(__file__).parents[2]
STYLES = ("themes.css", "table.css", "analysis.css")
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";""", re.MULTILINE)


def folder() -> Path:
    """The folder of the JavaScript host: in the package where it is installed, else beside it."""
    inside = PACKAGE / "js"
    return inside if inside.is_dir() else PACKAGE.parents[1] / "js"


@cache
def modules(entry: str) -> tuple[str, ...]:
    """Return the paths of a module and of all that it imports, itself last."""
    found: dict[str, None] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = None
        text = (folder() / path).read_text(encoding="utf-8")
        waiting += [normpath(join(dirname(path), name)) for name in _IMPORT.findall(text)]
    return tuple(reversed(found))


@cache
def _files() -> dict[str, bytes]:
    found = sorted(path for part in ("src", "table") for path in (folder() / part).rglob("*.js"))
    return {path.relative_to(folder()).as_posix(): path.read_bytes() for path in found}


@cache
def version() -> str:
    """Return what changes with the content of any module."""
    return sha256(b"\0".join(_files().values())).hexdigest()[:10]


def contents() -> dict[str, bytes]:
    """Return the content of all modules, by the paths in their address."""
    return {f"js/{version()}/{path}": content for path, content in _files().items()}


@cache
def addresses(entry: str) -> tuple[str, ...]:
    """Return the addresses of a page's module and of all that it imports, itself last."""
    return tuple(f"/static/js/{version()}/{path}" for path in modules(entry))


def stylesheet() -> str:
    """Return the styles of tables, which come after those of pages and boards."""
    return "".join((folder() / "table" / name).read_text(encoding="utf-8") for name in STYLES)
