"""The sample games that come with the rules are games that could have been played."""

from __future__ import annotations

from importlib.resources import files

import pytest

from livestone.games import catalogue
from livestone.server.tables.samples import sample

SAMPLES = sorted(file.name for file in files("livestone.games").joinpath("samples").iterdir())


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_a_finished_game_of_its_name(name: str) -> None:
    id = name.removesuffix(".txt")
    assert id in catalogue()
    record = sample(id)
    assert record.game == id
    assert record.result is not None
    assert record.replay().ply == len(record.plies)
