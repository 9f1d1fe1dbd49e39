"""A small static site, and the playground's Python."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from tests.app.built import built_site, small_site

from livestone.app import bundle, playground
from livestone.app.files import Files, read_folder
from livestone.games import load


@pytest.fixture(scope="session")
def folder() -> Path:
    """The folder of the site; the single file lies beside it."""
    return small_site()


@pytest.fixture(scope="session")
def files(folder: Path) -> Files:
    """The site's files by name."""
    return read_folder(folder)


@pytest.fixture(scope="session")
def learner(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """Where Pyodide, the learner's side of Livestone, and a memory with both are."""
    site = built_site([load("freedom", preset="freeplay")]) / playground.FOLDER
    memory = tmp_path_factory.mktemp("playground") / "memory"
    memory.write_bytes(gzip.decompress((site / "memory.gz").read_bytes()))
    return str(bundle.package("pyodide")), str(site / "learner.zip"), str(memory)
