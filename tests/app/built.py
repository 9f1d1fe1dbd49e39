"""Static sites for tests, each built once for every state of the sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tests import compiled
from tests.portable.javascript import missing

from livestone.app import bundle, sources
from livestone.app.build import build
from livestone.app.files import write_file, write_folder
from livestone.app.single_file import single_file
from livestone.core.game import Game
from livestone.errors import BundlerMissing, ExtraMissing, LinkerMissing
from livestone.games import load
from livestone.portable.compile import file_name

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


def _kept(name: str, build_files: Callable[[], dict[str, bytes]]) -> Path:
    """The folder of files that are made once for every state of the sources."""

    def make(place: Path) -> None:
        files = build_files()
        write_folder(files, place / "site")
        write_file(place / "livestone.html", single_file(files))

    try:
        return compiled.made_once(f"site {name} {compiled.sources()}", make) / "site"
    except (BundlerMissing, LinkerMissing, ExtraMissing) as error:
        return Path(missing(str(error)))
