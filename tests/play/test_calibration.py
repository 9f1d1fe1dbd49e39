"""Calibration: numbers that made some results are found again from them."""

from __future__ import annotations

import random

import pytest
from scripts.calibration import Seen, fit, loss, self_play, table

from livestone.core.odds import LeadOdds, certain
from livestone.games import load


def seen(odds: LeadOdds, count: int) -> list[Seen]:
    """What would be seen if the odds were right."""
    dice, found = random.Random(1), []
    for _ in range(count):
        plies, lead = dice.uniform(5, 95), dice.gauss(0, 3)
        chances = odds.chances(lead, plies)
        (final,) = dice.choices((2.0, 0.0, -2.0), (chances.win, chances.draw, chances.loss))
        found.append(Seen(plies, lead, final))
    return found


def test_a_fit_finds_what_made_the_results() -> None:
    real = LeadOdds(0.5, 1.2, 70.0, 1 / 3)
    results = seen(real, 1200)
    found = fit(results, LeadOdds(1.0, 0.5, 150.0, 1 / 3))
    assert loss(found, results) <= loss(real, results) + 1e-6
    assert found.spread == pytest.approx(real.spread, rel=0.4)
    assert found.draw == pytest.approx(real.draw, rel=0.4)
    assert found.horizon == pytest.approx(real.horizon, rel=0.5)


def test_the_table_tells_both() -> None:
    real = LeadOdds(0.5, 1.2, 70.0, 1 / 3)
    rows = list(table(seen(real, 500), real))
    assert rows[0].startswith("| plies left | expected lead |")
    assert all(row.count("|") == 6 for row in rows)


def test_self_play_notes_leads_and_how_they_ended() -> None:
    (game,) = self_play(load("freedom", size=4), 1, 50, 3)
    assert all(0 < each.plies < 13 for each in game)
    assert len({each.final for each in game}) <= 1


def test_certain_chances() -> None:
    assert certain(2).win == certain(0).draw == certain(-1).loss == 1
    assert certain(0).value == 0.5
