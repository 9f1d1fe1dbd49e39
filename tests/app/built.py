"""Static sites for tests, each built once for every state of the sources."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tests.portable.javascript import missing

from livestone.app import bundle, sources
from livestone.app.build import build
from livestone.app.files import write_file, write_folder
from livestone.app.single_file import single_file
from livestone.compiler.cache import changed
from livestone.core.game import Game
from livestone.errors import BundlerMissing, ExtraMissing, LinkerMissing
from livestone.games import load
from livestone.loaded import LOADED
from livestone.portable.compile import file_name
from livestone.private_files import user_cache

ROOT = Path(__file__).parents[2]
# What sites are made from, and for how many seconds one is kept without use.
SOURCES = ("js", "src/livestone", "requirements", "tests/games")
KEPT = 24 * 60 * 60
# Freedom of two sizes and a game of three players.
SMALL: list[Game] = [load("freedom"), load("freedom", size=6), load("haalmaa_1")]


def silent(what: str, done: int, total: int | None) -> None:
    """Progress that nobody looks at."""


def small_site() -> Path:
    """The folder of a site with a few small games; nothing may be changed in it."""
    return built_site(SMALL)


def built_site(games: Sequence[Game]) -> Path:
    """The folder of a site with these games; the single file lies beside it.

    Without what builds it the test is skipped, or fails where CI runs.
    """
    return _kept(" ".join(map(file_name, games)), lambda: build(games, 1, silent))


def bundled_app() -> Path:
    """The folder of an app with all games and none compiled, as a checkout's but in few files."""

    def files() -> dict[str, bytes]:
        makers = sources.makers()
        made = {name: makers[name]() for name in makers if not name.startswith("sheets/")}
        scripts = {f"{name}.js": bundle.script(name) for name in bundle.SCRIPTS}
        page = bundle.text("js/app/index.html").encode()
        styles = bundle.stylesheet().encode()
        return (
            made | scripts | {"app.js": scripts["single.js"], "app.css": styles, "index.html": page}
        )

    return _kept("bundled", files)


def _kept(name: str, make: Callable[[], dict[str, bytes]]) -> Path:
    """The folder of files that are made once for every state of the sources."""
    place = user_cache() / "test-sites" / _digest(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be building it
        if not place.is_dir():
            try:
                files = make()
            except (BundlerMissing, LinkerMissing, ExtraMissing) as error:
                missing(str(error))
            half = Path(tempfile.mkdtemp(dir=place.parent))
            write_folder(files, half / "site")
            write_file(half / "livestone.html", single_file(files))
            half.rename(place)
        place.touch()
    for other in place.parent.iterdir():
        with suppress(OSError):
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other) if other.is_dir() else other.unlink()
    return place / "site"


def _digest(name: str) -> str:
    """What files are made from, as a few letters; those of this process alone if that changed."""
    paths = [path for part in SOURCES for path in sorted((ROOT / part).rglob("*"))]
    paths = [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    digest = hashlib.sha256(name.encode())
    for path in paths:
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    digest.update(str(max(map(changed, paths)) > LOADED and os.getpid()).encode())
    return digest.hexdigest()[:20]
