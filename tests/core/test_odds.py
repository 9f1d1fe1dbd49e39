"""A lead as shares of a win."""

from __future__ import annotations

from math import e

import numpy as np
import pytest

from livestone.core.odds import by_odds


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("odds", "share"), [(0, 1 / 2), (1, e / (e + 1)), (-1, 1 / (e + 1))])
def test_odds_are_shared_out(player: int, odds: float, share: float) -> None:
    score = np.zeros(2)
    by_odds(score, player, odds)
    assert score[player] == pytest.approx(share)
    assert sum(score) == 1
