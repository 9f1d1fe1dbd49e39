"""Make the documentation: build/docs/html, from docs/ and what the code says of itself.

``make docs`` runs it. Pages are collected in build/docs/source: those of docs/, CONTRIBUTING.md and
CHANGELOG.md as they are, and pages of games, the library, the HTTP API and JSON that are made here.
Every warning is an error: a link that leads nowhere, a page in no table of contents, bad markup.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from docs_games import game_pages
from docs_http import http_pages, openapi, shape_sections

from livestone.cli.batch import Request
from livestone.cli.main import COMMANDS, run
from livestone.draw import style
from livestone.engine.queries import Order, Query

ROOT = Path(__file__).parents[1]
DOCS, BUILT = ROOT / "docs", ROOT / "build" / "docs"
# Pages from elsewhere, by their names here.
OTHERS = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "player-lessons.md": "src/livestone/lessons/player_lessons.md",
}
# The reference of the library: pages with the modules that each describes, or the names in them.
LIBRARY: dict[str, tuple[str, ...]] = {
    "playing": ("Games and states", "games", "core.game", "core.state", "core.view"),
    "rules": (
        "Writing rules",
        *("core.rules", "core.layout", "core.options"),
        *("core.phrases", "boards"),
    ),
    "thinking": (
        "Bots and analysis",
        *("play.bot", "play.levels", "play.analysis", "play.review", "search.report"),
    ),
    "search": (
        "Searches",
        *("search.alphabeta:AlphaBeta", "search.uct:Uct", "search.guided:Guided"),
        *("search.solver", "search.policy_value"),
    ),
    "matches": (
        "Matches, tournaments and ratings",
        *("play.match", "play.sprt", "play.tournament", "play.rating", "play.playtest"),
    ),
    "adapters": (
        "Adapters",
        *(
            "adapters.batched_env:BatchedEnv,TimeStep",
            "adapters.batches:Batch,of_moves,random_games",
        ),
        *("adapters.planes:Planes,planes,returns", "adapters.openspiel", "adapters.pettingzoo"),
    ),
    "records": ("Records", "records.record", "records.printed", "records.pasted"),
    "players": ("Learners' players", "freeplay.player", "freeplay.board", "freeplay.limits"),
    "client": ("Client", "client"),
    "puzzles": ("Puzzles", "puzzles.puzzle", "puzzles.collection", "puzzles.finder"),
    "drawing": ("Drawing", "core.scene", "draw.scene", "draw.signs", "draw.svg", "draw.png"),
    "training": ("Training", "training.run"),
    "errors": ("Errors", "errors"),
}
# What programs send as JSON lines.
MESSAGES = {
    "Query": (Query, "To [`livestone engine`](engine-protocols.md#json-lines)."),
    "Order": (
        Order,
        "To [`livestone engine`](engine-protocols.md#json-lines), with any other `action`.",
    ),
    "Request": (Request, "To [`livestone position --batch`](commands.md#position)."),
}


def main() -> None:
    """Collect the pages and let Sphinx make the site."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("--out", type=Path, default=BUILT / "html")
    out = reader.parse_args().out
    os.environ["COLUMNS"] = "100"  # for the pages of help
    source = collect(BUILT / "source")
    for made in ("doctrees", "html"):  # a page made before hides what is wrong with it now
        shutil.rmtree(BUILT / made, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-j", "auto"]
    strictly = ["-W", "--keep-going"]
    paths = ["-c", DOCS, "-d", BUILT / "doctrees", source, out]
    sys.exit(subprocess.run([*command, *strictly, *paths]).returncode)


def collect(source: Path) -> Path:
    """Write all pages into a folder, and return it. What has not changed is left as it was."""
    pages = dict(written_pages())
    for old in source.rglob("*.md"):
        if str(old.relative_to(source)) not in pages:
            old.unlink()
    for name, text in pages.items():
        write(source / name, text)
    shutil.copytree(DOCS / "images", source / "images", dirs_exist_ok=True)
    write(source.parent / "static" / "board.css", style.stylesheet())
    return source


def write(path: Path, text: str) -> None:
    """Write a file, unless it says so already."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def written_pages() -> Iterator[tuple[str, str]]:
    """The name and the Markdown of every page."""
    url = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
    sources = {path.name: path for path in DOCS.glob("*.md")}
    for name, path in (sources | {name: ROOT / path for name, path in OTHERS.items()}).items():
        yield name, linked(path.read_text("utf-8"), path.parent == ROOT, url)
    yield from game_pages()
    document = openapi()
    yield "http/openapi.json", json.dumps(document, indent=1)
    yield from http_pages(document)
    yield "json.md", json_page()
    yield "options.md", options_page()
    yield from library_pages()


def linked(text: str, in_root: bool, url: str) -> str:
    """A page whose links lead to where the pages are here, and to the sources for other files."""

    def to(found: re.Match[str]) -> str:
        path, _, part = found[1].partition("#")
        path = path.removeprefix("./") if in_root else path.removeprefix("../")
        if in_root and path.startswith("docs/"):
            path = path.removeprefix("docs/")
        elif path in OTHERS.values():
            path = next(name for name, other in OTHERS.items() if other == path)
        elif in_root or found[1].startswith("../"):
            path = f"{url}/blob/main/{path}"
        return f"]({path}{'#' + part if part else ''})"

    return re.sub(r"\]\((?!https?:|#)([^)\s]+)\)", to, text)


def library_pages() -> Iterator[tuple[str, str]]:
    """A page for each part of the library, and one that lists them."""
    for name, (title, *modules) in LIBRARY.items():
        parts = [library_part(*module.partition(":")[::2]) for module in modules]
        yield f"library/{name}.md", "\n".join([f"# {title}\n", *parts])
    top = "```{eval-rst}\n.. automodule:: livestone\n   :no-members:\n```"
    tree = "\n".join(["```{toctree}", *LIBRARY, "```"])
    yield "library/index.md", f"# Library\n\n{top}\n\n{tree}\n"


def options_page() -> str:
    """What every command says of its arguments."""
    parts = ["# Arguments of commands\n", "As `livestone help COMMAND` tells them.\n"]
    for name in COMMANDS:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            run(["help", name])
        parts.append(f"## {name} options\n\n```text\n{out.getvalue().strip()}\n```\n")
    return "\n".join(parts)


def library_part(module: str, names: str) -> str:
    """The part of a page about a module, or about these names in it."""
    members = f"   :members: {names}\n" if names else ""
    directive = f".. automodule:: livestone.{module}\n{members}"
    return f"## livestone.{module}\n\n```{{eval-rst}}\n{directive}```\n"


def json_page() -> str:
    """The shapes of JSON lines, from the classes that read them."""
    kinds = [kind for kind, _ in MESSAGES.values()]
    _, shapes = msgspec.json.schema_components(kinds)
    for name, (_, text) in MESSAGES.items():
        shapes[name]["description"] = f"{text} {shapes[name].get('description', '')}"
    return "\n".join(["# JSON lines", "", *shape_sections(shapes)])


if __name__ == "__main__":
    main()
