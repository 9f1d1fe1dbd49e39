"""The sample games that come with the rules are games that could have been played."""

from __future__ import annotations

import pytest

from livestone.games import catalogue, data_file
from livestone.records.samples import sample

SAMPLES = sorted(id for id, kind in catalogue().items() if data_file(kind, "sample.txt").is_file())


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_a_finished_game_of_its_name(name: str) -> None:
    record = sample(name)
    assert record is not None
    assert record.game == name
    assert record.result is not None
    assert record.replay().ply == len(record.plies)
