"""A small static site of two games."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.site.built import built_site

from livestone.core.game import Game
from livestone.games import load
from livestone.site.files import Files, read_folder

GAMES: list[Game] = [load("freedom", size=6), load("trangalla")]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; the single file lies beside it."""
    return built_site(tmp_path_factory, GAMES)


@pytest.fixture(scope="session")
def files(folder: Path) -> Files:
    """The site's files by name."""
    return read_folder(folder)


@pytest.fixture(scope="session")
def single(folder: Path) -> Path:
    """The single file of the same site."""
    return folder.parent / "livestone.html"
