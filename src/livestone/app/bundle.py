"""Bundles of the scripts and stylesheets, by esbuild of one version."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from livestone.draw import style
from livestone.errors import BundlerMissing
from livestone.private_files import user_cache

PACKAGE = Path(__file__).parents[1]
# Where the scripts lie: in the package where it is installed, else beside it in the checkout.
ROOT = PACKAGE if (PACKAGE / "js").is_dir() else PACKAGE.parents[1]
PINNED = "requirements/esbuild/package.json"  # in a checkout
LOCKED = "requirements/esbuild/package-lock.json"
APP, TABLE_PAGE = "js/app/main.js", "js/app/game_page.js"
# Bundles of one file each: the site's scripts for the single file, and others.
SCRIPTS = {
    "single": APP,
    "worker": "js/src/worker.js",
    "stream": "js/app/net/hub.js",
    "table": "js/table/embed.js",
    "report": "js/app/report.js",
}
# The styles of tables, and of the app's own pages.
THEMES, TABLE = "js/table/themes.css", "js/table/table.css"
PAGES = ("js/app/app.css", "js/app/freeplay.css", "js/app/classes.css")
ANALYSIS = "js/table/analysis.css"  # of what stands beside some tables
PRELOAD = '<link rel="modulepreload" href='
OPTIONS = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8")
# Styles within others are written out: some browsers do not know them yet.
FLAT = "--supported:nesting=false"
_FRAMES = re.compile(r"^@keyframes .*\n", re.MULTILINE)
# What only Node imports.
NODE = ("--external:node:*", "--log-level=error", "--legal-comments=none")
# The site's scripts in parts, which load when they are wanted; all lie beside the page.
SPLIT = ("--splitting", "--chunk-names=part-[name]-[hash]")


def has_sources() -> bool:
    """Whether this is a checkout, from which a site can be built."""
    return (ROOT / PINNED).is_file()


def bundles() -> dict[str, bytes]:
    """Return the bundled scripts, styles and the page by name. Raises BundlerMissing."""
    command = esbuild()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        entries = [f"{name}={path}" for name, path in SCRIPTS.items()]
        run([command, *entries, *OPTIONS, *NODE, f"--outdir={folder}"])
        told = folder / "parts.json"
        parts = [f"app={APP}", *SPLIT, f"--outdir={folder}", f"--metafile={told}"]
        run([command, *parts, *OPTIONS, *NODE])
        page = _with_parts(text("js/app/index.html"), json.loads(told.read_text())["outputs"])
        found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.js"))}
    alone = _boards() + _within_table(style.page_stylesheet() + text(TABLE))
    styles = {"app.css": minified(command, stylesheet()), "table.css": minified(command, alone)}
    return found | styles | {"index.html": page.encode()}


def script(name: str) -> bytes:
    """Return one of the :data:`SCRIPTS`, bundled. Raises BundlerMissing."""
    return run([esbuild(), SCRIPTS[name], *OPTIONS, *NODE])


def stylesheet() -> str:
    """The styles of the app."""
    return (
        style.page_stylesheet()
        + _boards()
        + text(TABLE)
        + text(ANALYSIS)
        + "".join(map(text, PAGES))
    )


def _boards() -> str:
    return style.stylesheet() + text(THEMES)


def _within_table(styles: str) -> str:
    """The same styles for a table in a shadow root, where nothing of the page around it counts."""
    frames = "".join(_FRAMES.findall(styles))
    own = _FRAMES.sub("", styles).replace("livestone-table", "&")
    own = re.sub(
        r"^( *)(?::root|html)?((?:\[data-[^]]+\])?) (?={|:is)", r"\1&\2 ", own, flags=re.MULTILINE
    )
    return f"{frames}.livestone-table{{all:initial;direction:ltr;{own}}}"


def _with_parts(page: str, outputs: Mapping[str, Any]) -> str:
    """The page that has all parts a table needs loaded at once, not one after the other."""
    entries = {Path(str(output.get("entryPoint"))).name: name for name, output in outputs.items()}
    todo = [entries[Path(path).name] for path in (APP, TABLE_PAGE)]
    found: dict[str, None] = {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = None
            imports = outputs[name]["imports"]
            todo += [one["path"] for one in imports if one["kind"] == "import-statement"]
    parts = sorted(Path(name).name for name in found)
    links = "".join(f'{PRELOAD}"{name}">\n' for name in parts if name != "app.js")
    return page.replace("</head>", f"{links}</head>", 1)


def esbuild() -> str:
    """Return the path of esbuild in its pinned version. Raises BundlerMissing."""
    wanted = version()
    given = os.environ.get("LIVESTONE_ESBUILD")
    for path in (given, str(folder() / "node_modules" / ".bin" / "esbuild"), "esbuild"):
        found = path and shutil.which(path)
        if found and run([found, "--version"]).decode().strip() == wanted:
            return found
    raise BundlerMissing(
        f"there is no esbuild {wanted}, which bundles the site's scripts: run 'make site', which "
        f"brings it where Node's npm is, or 'npm install esbuild@{wanted}' anywhere and give its "
        "path in LIVESTONE_ESBUILD"
    )


def version() -> str:
    """The version of esbuild that the site is built with."""
    return str(json.loads((ROOT / PINNED).read_text())["dependencies"]["esbuild"])


def folder() -> Path:
    """Where ``scripts/esbuild.sh`` puts it, and the packages that are bundled."""
    return user_cache() / f"npm-{sha256((ROOT / LOCKED).read_bytes()).hexdigest()[:12]}"


def package(name: str) -> Path:
    """Return the folder of a package that is bundled. Raises BundlerMissing."""
    found = folder() / "node_modules" / name
    if not found.is_dir():
        raise BundlerMissing(
            f"there is no {name}, which the playground is made of: run 'make site', which brings "
            "it where Node's npm is"
        )
    return found


def text(path: str) -> str:
    """The text of a file of the sources."""
    return (ROOT / path).read_text(encoding="utf-8")


def minified(command: str, styles: str) -> bytes:
    """A stylesheet without what only people read."""
    return run([command, "--minify", "--loader=css", "--charset=utf8", FLAT], styles.encode())


def run(command: Sequence[str], given: bytes | None = None) -> bytes:
    """Return what a command prints that is part of the build. Raises RuntimeError."""
    environment = {**os.environ, "NODE_PATH": str(folder() / "node_modules")}
    done = subprocess.run(
        command, input=given, capture_output=True, cwd=ROOT, env=environment, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.decode()[:2000]}")
    return done.stdout
