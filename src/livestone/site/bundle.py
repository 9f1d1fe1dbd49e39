"""Bundles of the scripts and stylesheets, by esbuild of one version."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from livestone.draw import style
from livestone.errors import BundlerMissing

# The checkout that this package lies in; in an installed package there are no sources of scripts.
ROOT = Path(__file__).parents[3]
PINNED = ROOT / "requirements" / "esbuild" / "package.json"
SCRIPTS = {
    "app": "js/site/main.js",
    "worker": "js/src/worker.js",
    "table": "js/table/embed.js",
}
# The styles of a table alone, and of the whole site.
TABLE = ("js/table/themes.css", "js/table/table.css")
SITE = ("js/site/site.css",)
OPTIONS = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8")
# What only Node imports.
NODE = ("--external:node:*", "--log-level=error", "--legal-comments=none")


def has_sources() -> bool:
    """Whether this is a checkout, with the scripts' sources."""
    return all((ROOT / path).is_file() for path in (*SCRIPTS.values(), *TABLE, *SITE))


def bundles() -> dict[str, bytes]:
    """Return the bundled scripts and stylesheets by name. Raises BundlerMissing."""
    command = esbuild()
    with tempfile.TemporaryDirectory() as folder:
        entries = [f"{name}={ROOT / path}" for name, path in SCRIPTS.items()]
        _run([command, *entries, *OPTIONS, *NODE, f"--outdir={folder}"])
        found = {f"{name}.js": (Path(folder) / f"{name}.js").read_bytes() for name in SCRIPTS}
    table = "".join([style.stylesheet(), *map(_text, TABLE)])
    site = "".join([style.page_stylesheet(), table, *map(_text, SITE)])
    return found | {"app.css": _minified(command, site), "table.css": _minified(command, table)}


def page() -> str:
    """Return the site's page as it stands in the sources."""
    return _text("js/site/index.html")


def esbuild() -> str:
    """Return the path of esbuild in its pinned version. Raises BundlerMissing."""
    wanted = version()
    given = os.environ.get("LIVESTONE_ESBUILD")
    for path in (given, str(folder() / "node_modules" / ".bin" / "esbuild"), "esbuild"):
        found = path and shutil.which(path)
        if found and _run([found, "--version"]).decode().strip() == wanted:
            return found
    raise BundlerMissing(
        f"there is no esbuild {wanted}, which bundles the site's scripts: run 'make site', which "
        f"brings it where Node's npm is, or 'npm install esbuild@{wanted}' anywhere and give its "
        "path in LIVESTONE_ESBUILD"
    )


def version() -> str:
    """The version of esbuild that the site is built with."""
    return str(json.loads(PINNED.read_text())["dependencies"]["esbuild"])


def folder() -> Path:
    """Where ``scripts/esbuild.sh`` puts it."""
    given = os.environ.get("LIVESTONE_CACHE")
    cache = Path(given) if given else platformdirs.user_cache_path("livestone", appauthor=False)
    return cache / f"esbuild-{version()}"


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _minified(command: str, text: str) -> bytes:
    return _run([command, "--minify", "--loader=css", "--charset=utf8"], text.encode())


def _run(command: Sequence[str], given: bytes | None = None) -> bytes:
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"esbuild failed: {done.stderr.decode()[:2000]}")
    return done.stdout
