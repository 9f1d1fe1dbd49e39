"""The sample games that come with the rules are games that could have been played."""

from __future__ import annotations

import pytest

from livestone.games import catalogue, data_file
from livestone.records.samples import sample_of

SAMPLES = sorted(id for id, kind in catalogue().items() if data_file(kind, "sample.txt").is_file())


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_a_finished_game_of_its_name(name: str) -> None:
    record = sample_of(name)
    assert record.game == name
    assert record.as_text() == data_file(catalogue()[name], "sample.txt").read_text("utf-8")
    state, result = record.replay(), record.result
    assert result is not None
    assert state.ply == len(record.plies)
    assert state.over == (result.reason == "finished")
    assert state.scores == result.scores
    if state.over:
        assert state.winners == result.winners
