"""Compiled games, each compiled once for all processes that run tests side by side."""

from __future__ import annotations

import fcntl
import gzip
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.portable.host import Host
from tests.portable.javascript import install, missing, program

from livestone.core.game import Game
from livestone.errors import LinkerMissing
from livestone.portable.compile import Compiled, compile_game, file_name
from livestone.portable.link import linker


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Game], Compiled]:
    """The files of a game; without a linker the test is skipped, or fails where CI runs."""
    try:
        linker()
    except LinkerMissing as error:
        missing(str(error))
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "compiled"
    folder.mkdir(exist_ok=True)
    made: dict[Game, Compiled] = {}

    def compiled(game: Game) -> Compiled:
        if game not in made:
            with (folder / f"{file_name(game)}.lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be compiling it
                made[game] = _there(folder, game) or compile_game(game, folder)
        return made[game]

    return compiled


def _there(folder: Path, game: Game) -> Compiled | None:
    """The files that another process has made; the manifest with all searches is written last."""
    full, light = (_found(folder, f"{file_name(game)}{ending}") for ending in ("", ".light"))
    return full and replace(full, light=light)


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
def node() -> str:
    """The program that runs JavaScript."""
    return program("node")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the packed JavaScript package is installed, with the test scripts."""
    return install(tmp_path_factory.mktemp("installed"))
