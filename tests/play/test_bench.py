"""The benchmark measures something; how much is for a person to judge."""

from __future__ import annotations

import json

import pytest
from tests.games import Twins

from livestone.games import load
from livestone.play.bench import (
    Benchmark,
    measure,
    random_games,
    random_plies,
    solver_nodes,
    uct_playouts,
)


@pytest.mark.slow
def test_a_benchmark_has_all_figures() -> None:
    told: list[str] = []
    found = measure(load("freedom", size=4), 0.01, told.append)
    assert len(told) == 4
    figures = json.loads(json.dumps(found.as_json()))
    assert figures.pop("game") == "freedom"
    assert all(figure > 0 for figure in figures.values())


def test_speeds_are_measured() -> None:
    game = load("freedom", size=4)
    speeds = (
        random_games(game, 0.01),
        random_plies(game, 0.01),
        uct_playouts(game, 0.01),
        uct_playouts(game, 0.01, cut=4),
        solver_nodes(game, 0.01),
    )
    assert all(speed is not None and speed > 0 for speed in speeds)


def test_a_game_for_three_has_no_solver() -> None:
    assert solver_nodes(Twins(side=2, players=3), 0.01) is None


def test_figures_are_rounded_for_people() -> None:
    found = Benchmark("freedom", 250_000.4, 2.5e7, 180_000.6, None, None, 3.14159, 0.4567).as_json()
    assert found == {
        "game": "freedom",
        "random_games": 250_000,
        "plies": 25_000_000,
        "playouts": 180_001,
        "cut_playouts": None,
        "nodes": None,
        "cold_start": 3.14,
        "warm_start": 0.46,
    }
