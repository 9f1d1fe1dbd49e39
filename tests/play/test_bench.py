"""The benchmark measures something; how much is for a person to judge."""

from __future__ import annotations

import json

import pytest
from tests.games import Twins

from livestone.compiler.cache import Missing
from livestone.core.state import State
from livestone.games import load
from livestone.play.bench import (
    Benchmark,
    measure,
    random_games,
    random_plies,
    solver_nodes,
    think_first,
    uct_playouts,
)
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS


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


def test_a_start_lasts_until_a_bot_has_thought() -> None:
    """The opening book answers without any search, and without what a search needs compiled."""
    bot, state = Bot(load("freedom"), len(LEVELS), seconds=0.01), State(load("freedom"))
    asked: list[State] = []

    def without_compiling() -> None:
        asked.append(state.copy())
        raise Missing

    bot.prepare = without_compiling  # type: ignore[method-assign]
    with pytest.raises(Missing):
        think_first(bot, state)
    assert [at.ply > 0 for at in asked] == [True], "the first moves are the book's"


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
