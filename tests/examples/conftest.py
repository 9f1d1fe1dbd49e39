"""The example games, which no other test sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from livestone import games
from livestone.core.game import Game
from livestone.games import add_file, load

FOLDER = Path(__file__).parents[2] / "examples"

Example = Callable[..., Game]


@pytest.fixture
def example() -> Iterator[Example]:
    """Loads an example by its folder's name, with options."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "_registered", dict(games._registered))
        patch.setenv("LIVESTONE_GAMES", "")
        yield lambda name, **options: load(add_file(str(FOLDER / name)), **options)
