"""Compiled games, each compiled once for all processes that run tests side by side."""

from __future__ import annotations

import fcntl
import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.portable.host import Host
from tests.portable.javascript import install, missing

from livestone.app.modules import cache_folder, modules
from livestone.core.game import Game
from livestone.errors import LinkerMissing
from livestone.portable.compile import Compiled, file_name
from livestone.portable.link import linker


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], Compiled]:
    """The files of a game; without a linker the test is skipped, or fails where CI runs.

    They come out of the cache of compiled games, as those of the static site do.
    """
    try:
        linker()
    except LinkerMissing as error:
        missing(str(error))
    folder = tmp_path_factory.mktemp("compiled")
    made: dict[Game, Compiled] = {}

    def compiled(game: Game) -> Compiled:
        if game not in made:
            with _alone(file_name(game)):  # another process may be compiling it
                [(_, files)] = modules([game], 1, lambda done, total: None)
            for name, content in files.items():
                (folder / name).write_bytes(content)
            full, light = (_found(folder, file_name(game) + ending) for ending in ("", ".light"))
            assert full is not None
            made[game] = replace(full, light=light)
        return made[game]

    return compiled


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Only this process does something of this name."""
    locks = cache_folder() / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _found(folder: Path, name: str) -> Compiled | None:
    module, manifest = folder / f"{name}.wasm", folder / f"{name}.json"
    if not manifest.is_file():
        return None
    content = module.read_bytes()
    return Compiled(module, manifest, len(content), len(gzip.compress(content, mtime=0)))


@pytest.fixture
def host(compiled: Callable[[Game], Compiled]) -> Callable[[Game], Host]:
    """A fresh instance of a game's module."""
    return lambda game: Host(compiled(game).manifest)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the packed JavaScript package is installed, with the test scripts."""
    return install(tmp_path_factory.mktemp("installed"))
