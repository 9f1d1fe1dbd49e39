"""Players' processes for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.freeplay.players import LIMITS, Seat

from livestone.freeplay.limits import Limits
from livestone.freeplay.process import PlayerProcess


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The file that players write to."""
    return tmp_path / "freeplay.log"


@pytest.fixture
def seat(tmp_path: Path, log: Path) -> Iterator[Seat]:
    """Makes the process of a player from the text of its file."""
    made: list[PlayerProcess] = []

    def make(text: str, limits: Limits = LIMITS, name: str = "mine.py") -> PlayerProcess:
        (tmp_path / name).write_text(text, "utf-8")
        made.append(PlayerProcess(tmp_path / name, limits, opened))
        return made[-1]

    with log.open("a") as opened:
        yield make
    for process in made:
        process.close()
