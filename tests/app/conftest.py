"""A small static site."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.built import small_site

from livestone.app.files import Files, read_folder


@pytest.fixture(scope="session")
def folder() -> Path:
    """The folder of the site; the single file lies beside it."""
    return small_site()


@pytest.fixture(scope="session")
def files(folder: Path) -> Files:
    """The site's files by name."""
    return read_folder(folder)
