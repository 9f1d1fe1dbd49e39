"""A lead as shares of a win."""

from __future__ import annotations

from math import e

import numpy as np
import pytest

from livestone.core.odds import MAX_LEAD, LeadOdds, by_odds


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("odds", "share"), [(0, 1 / 2), (1, e / (e + 1)), (-1, 1 / (e + 1))])
def test_odds_are_shared_out(player: int, odds: float, share: float) -> None:
    score = np.zeros(2)
    by_odds(score, player, odds)
    assert score[player] == pytest.approx(share)
    assert sum(score) == 1


@pytest.mark.parametrize("lead", [-3.0, 0.0, 0.4, 900.0])
@pytest.mark.parametrize("plies", [0, 1, 50, 400])
def test_chances_add_up_and_are_fair(lead: float, plies: float) -> None:
    odds = LeadOdds(0.4, 1.0, 70.0, 1 / 3)
    ours, theirs = odds.chances(lead, plies), odds.chances(-lead, plies)
    assert ours.win + ours.draw + ours.loss == pytest.approx(1)
    assert (ours.win, ours.loss) == pytest.approx((theirs.loss, theirs.win))
    assert min(ours.win, ours.draw, ours.loss) >= -1e-12


def test_a_lead_means_more_near_the_end() -> None:
    odds = LeadOdds(0.4, 1.0, 70.0, 1 / 3)
    values = [odds.chances(3.0, plies).value for plies in (90, 50, 20, 5)]
    assert values == sorted(values)


def test_a_table_says_the_same_of_every_number_of_plies() -> None:
    odds = LeadOdds(0.4, 1.0, 70.0, 1 / 3)
    table = odds.table(90)
    assert table.shape == (91, 2)
    for plies, (counts, steep) in enumerate(table):
        win = 1 / (1 + np.exp(-(2.5 * counts - odds.draw) * steep))
        assert odds.chances(2.5, plies).win == pytest.approx(win)


@pytest.mark.parametrize("lead", [-5.0, -3.0, 0.0, 0.4, 5.0])
@pytest.mark.parametrize("plies", [1, 50, 96])
def test_a_value_tells_the_lead_that_is_worth_it(lead: float, plies: float) -> None:
    odds = LeadOdds(0.305, 0.923, 105.0, 1 / 3)
    assert odds.lead(odds.chances(lead, plies).value, plies) == pytest.approx(lead, abs=0.001)
    assert odds.lead(1.0, plies) <= MAX_LEAD
    assert odds.lead(0.0, plies) == pytest.approx(-MAX_LEAD, abs=0.001)
