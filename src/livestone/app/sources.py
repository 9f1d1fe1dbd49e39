"""The app as it is in a checkout, or in a package without a built site: nothing is bundled.

Browsers load the modules one by one. What else the app shows is made when it is first asked for.
Without compiled games all bots think on the server.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from livestone.app import bundle, pictures
from livestone.app.build import common, of_game
from livestone.app.catalogue import catalogue
from livestone.app.files import CATALOGUE, compact
from livestone.app.serving import File, file_of
from livestone.core.game import Game
from livestone.games import catalogue as games
from livestone.lessons.page import drawer, rules_page

VERSION = "checkout"
MODULES = "js/"
PARTS = ("src", "table", "app")
ENTRIES = {
    "app.js": "app/main.js",
    "worker.js": "src/worker.js",
    "stream.js": "app/net/hub.js",
    "table.js": "table/embed.js",
}


class Sources:
    """The files of an app that is not built, by their names."""

    def find(self, name: str) -> File | None:
        """Return a file, None where there is none; a changed module is read again."""
        if name.startswith(MODULES):
            return _module(name)
        if name == "app.css":
            return file_of(bundle.stylesheet().encode())
        if name == "index.html":
            return file_of((bundle.ROOT / "js/app/index.html").read_bytes())
        return _made(name)


def _module(name: str) -> File | None:
    path = (bundle.ROOT / name).resolve()
    inside = any(path.is_relative_to((bundle.ROOT / MODULES / part).resolve()) for part in PARTS)
    return file_of(path.read_bytes()) if inside and path.suffix == ".js" else None


@cache
def makers() -> dict[str, Callable[[], bytes]]:
    """How every file is made that is not there as it is, by its name."""
    kinds = games()
    found: dict[str, Callable[[], bytes]] = {
        name: partial(_entry, path) for name, path in ENTRIES.items()
    }
    found[CATALOGUE] = _catalogue
    found["picture.png"] = lambda: pictures.preview(next(iter(kinds.values()))())
    for kind in kinds.values():
        found |= of_game(kind, taught)
    return found | common()


def _entry(path: str) -> bytes:
    return f'import "./{MODULES}{path}";\n'.encode()


def _catalogue() -> bytes:
    return compact({**catalogue(dict.fromkeys(games().values(), ())), "version": VERSION})


@cache
def _made(name: str) -> File | None:
    make = makers().get(name)
    return None if make is None else file_of(make())


def taught(kind: type[Game]) -> dict[str, Any]:
    """What is read of a game; its lessons are played, which needs the compiled game."""
    return {"rules": str(rules_page(kind)), "drawer": str(drawer(kind)), "lessons": [], "tips": []}
