"""Static sites for tests, each built once for all processes that run side by side."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.portable.javascript import missing

from livestone.app.build import build
from livestone.app.files import write_file, write_folder
from livestone.app.single_file import single_file
from livestone.core.game import Game
from livestone.errors import BundlerMissing, LinkerMissing, TypesetterMissing
from livestone.games import load
from livestone.portable.compile import file_name

# Freedom of two sizes and a game of three players.
SMALL: list[Game] = [load("freedom"), load("freedom", size=6), load("haalmaa_1")]


def silent(what: str, done: int, total: int | None) -> None:
    """Progress that nobody looks at."""


def small_site(factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with a few small games."""
    return built_site(factory, SMALL)


def built_site(factory: pytest.TempPathFactory, games: Sequence[Game]) -> Path:
    """The folder of a site with these games; the single file lies beside it.

    Without what builds it the test is skipped, or fails where CI runs.
    """
    base = factory.getbasetemp()
    names = " ".join(map(file_name, games))
    key = hashlib.sha256(names.encode()).hexdigest()[:8]
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"site-{key}"
    place.mkdir(exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be building it
        if not (place / "livestone.html").is_file():
            try:
                files = build(games, 1, silent)
            except (BundlerMissing, LinkerMissing, TypesetterMissing) as error:
                missing(str(error))
            write_folder(files, place / "site")
            write_file(place / "livestone.html", single_file(files))
    return place / "site"
